"""Class lists in the forms that school offices, spreadsheets and teachers give them: each reads as
the class it means, and says what it did not simply read."""

from __future__ import annotations

import io
import random
import sys
import tracemalloc
import zipfile
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import Workbook

from puzzlebook.class_lists.class_list import read_class_list
from puzzlebook.class_lists.code_pages import is_binary
from puzzlebook.class_lists.header_words import _read_words
from puzzlebook.ground.faults import Refused

CLASS = (("Mia", "Berg"), ("Ben", "Östgård"), ("Zoë", "Šimková"))
NAMES = [f"{first} {last}" for first, last in CLASS]

FORMS = """\
name | F L
Names | F L
FULL NAME,Level | F L,
Full_Name;level | F L;
First name,Last name | F,L
Last name,First name | L,F
First,Middle,Last | F,,L
LastFirst,Student_Number,Grade_Level | "L, F",100#,3
Student Number,Last,First,Middle,Grade | 100#,L,F,,3
Student First Name,Student Last Name,Home Room | F,L,3b
Legal Surname,Legal Forename,UPN,Reg Group | L,F,A1000#,3B
Legal First Name,Legal Last Name,Birth Date | F,L,2017-05-0#
Preferred First Name;Surname;Year | F;L;3
Pupil | F L
Student | "L, F"
"Student Name (Last, First)",ID | "L, F",9#
Surname,Forename,Gender,DOB,Form | L,F,F,01/02/2017,3B
Surname Forename,Reg | "L, F",3B
Forename,Surname | F,L
forename	surname | F	L
Given Name,Family Name,Email Address | F,L,x#@school.example
Given names,Surname,NSN | F,L,12#
First Name [Required],Last Name [Required],Email Address [Required] | F,L,x#@school.example
Child's Name,Parent | F L,someone
Display Name,User principal name | F L,x#@school.example
Name,Surname | F,L
Learner,ULN | F L,44#
Name | # F L
Student ID|Last Name|First Name | 10#|L|F
Familienname;Rufname | L;F
Familienname;Vorname;Geburtsdatum;Klasse | L;F;01.02.2017;3b
Nachname;Vorname | L;F
Nachname;Vorname;Geschlecht;Religion | L;F;w;ev
Name;Vorname | L;F
Vorname;Name | F;L
Vorname Nachname | F L
Schüler/in | F L
Schüler/in;Klasse;Eintritt | L, F;3b;2023
Schüler*innen | F L
Nr.;Name;Bemerkung | #;F L;
lfd. Nr.;Zuname;Vorname | #;L;F
Name des Kindes;Gruppe | F L;Igel
SuS | F L
Vor- und Nachname;Telefon | F L;0123
Nom;Prénom | L;F
NOM;PRENOM;CLASSE | L;F;CE2
Nom de famille;Prénom usuel;Division | L;F;3B
Prénom;Nom;Sexe | F;L;F
Élève;Né(e) le | L, F;01/02/2017
Nom et prénom | F L
Apellidos,Nombre | L,F
Apellidos;Nombre;Fecha de nacimiento | L;F;01/02/2017
Nombre,Apellidos | F,L
Apellidos y nombre;DNI | "L, F";#X
Alumno/a;Curso | "L, F";3º B
Nombre del alumno | F L
Primer nombre;Primer apellido | F;L
Nome,Sobrenome | F,L
Nome;Apelido;Turma | F;L;3B
Nome completo;N.º de processo | F L;1#
Nome do aluno | F L
Cognome,Nome | L,F
Cognome e nome;Sezione | L, F;B
Alunno;Matricola | F L;12#
Nominativo | F L
Achternaam;Roepnaam;Tussenvoegsel | L;F;
Voornaam;Achternaam;Groep | F;L;5
Naam leerling | F L
Naam;Voornaam;Klas | L;F;3b
Efternamn;Förnamn;Personnummer | L;F;20170203-#
Elevens namn;Klass | F L;3b
Fornavn;Efternavn;Klasse | F;L;3b
Etternavn;Fornavn;Kjønn | L;F;K
Sukunimi;Etunimi;Luokka | L;F;3b
Nazwisko;Imię;Drugie imię | L;F;
Nazwisko i imię;Nr w dzienniku | L, F;#
Imię i nazwisko ucznia | F L
Příjmení;Jméno;Třída | L;F;3.B
Priezvisko;Meno | L;F
Prezime;Ime;Razred | L;F;3
Nume;Prenume;CNP | L;F;#
Numele elevului | F L
Adı;Soyadı;Numarası | F;L;10#
ADI SOYADI;ŞUBE | F L;3/B
Öğrenci Adı;Öğrenci Soyadı | F;L
Επώνυμο;Όνομα;Τμήμα | L;F;Γ2
Фамилия;Имя;Отчество | L;F;
ФИО;Класс | F L;3
Прізвище;Ім'я | L;F
الاسم;رقم الطالب | F L;10#
الاسم الأول;اسم العائلة | F;L
اسم الطالب;الشعبة | F L;3
نام;نام خانوادگی | F;L
שם משפחה;שם פרטי;כיתה | L;F;ג
नाम;कक्षा | F L;3
পুরো নাম;শ্রেণি | F L;3
ਵਿਦਿਆਰਥੀ ਦਾ ਨਾਂ;ਜਮਾਤ | F L;3
Tên học sinh;Lớp | F L;3B
姓名;班级 | F L;3
氏名;組 | F L;3
"""
"""A header, and how each of its rows is written: F the first name, L the family name, # the row's
number."""

ROWS = [tuple(line.split(" | ")) for line in FORMS.splitlines()]


def written(header: str, row: str) -> str:
    lines = [row.replace("F L", "{0} {1}").replace("L, F", "{1}, {0}") for _ in CLASS]
    cells = []
    for number, ((first, last), line) in enumerate(zip(CLASS, lines, strict=True), 1):
        for delimiter in ",;\t|":
            line = delimiter.join(
                {"F": "{0}", "L": "{1}"}.get(cell, cell) for cell in line.split(delimiter)
            )
        cells.append(line.replace("#", str(number)).format(first, last))
    return "\n".join([header, *cells, ""])


@pytest.fixture
def listed(tmp_path):
    def read(content: str | bytes, name: str = "3b.csv"):
        (tmp_path / name).write_bytes(content.encode() if isinstance(content, str) else content)
        found = read_class_list(tmp_path / name)
        assert len(found.pupils) == len(found.rows)
        return [pupil["name"] for pupil in found.pupils], "\n".join(found.remarks)

    return read


def test_there_are_the_forms_that_were_tried():
    assert len(ROWS) >= 100
    assert len({header for header, _ in ROWS}) == len(ROWS)
    assert len(_read_words()) >= 20


@pytest.mark.parametrize(("header", "row"), ROWS, ids=[header for header, _ in ROWS])
def test_a_form_is_read_as_the_class_it_means(listed, header, row):
    assert listed(written(header, row))[0] == NAMES


@pytest.mark.parametrize(
    ("content", "names", "said"),
    [
        # Lines above and below
        ("Class list 3b\nName\n{}", NAMES, 'row 1: "Class list 3b" is above the header, and is skipped'),
        ("Class list 3b,,\nSchool year,2025/26,\n,,\nNo,Last name,First name\n1,Berg,Mia\n", ["Mia Berg"], "2025"),
        ("Klassenliste 3b\nSchuljahr 2025/26\n{}", NAMES, 'row 2: "Schuljahr 2025/26" is a heading, and is skipped'),
        ("School: Hill Primary\nTeacher: Ms Owl\n\nPupil\n{}", NAMES, "Teacher: Ms Owl"),
        ("{}Total: 3\n", NAMES, 'row 4: "Total: 3" is a total, and is skipped'),
        ("Name;Klasse\nMia Berg;3b\nSumme;1\n", ["Mia Berg"], '"Summe 1" is a total'),
        ("name,copies\nMia Berg,1\nTOTAL,1\n", ["Mia Berg"], '"TOTAL 1" is a total'),
        ("Name;Nr\nMia Berg;1\n;\nAnzahl Schüler: 1;\n", ["Mia Berg"], "is a total"),
        ("{}Printed: 12.03.2026\nPage 1 of 1\n", NAMES, '"Page 1 of 1" is a heading, and is skipped'),
        ("Last,First\nBerg,Mia\nLast,First\nÖstgård,Ben\n", NAMES[:2], "row 3: \"Last First\" repeats the header"),
        # Without a header
        ("Berg,Mia\nÖstgård,Ben\n", NAMES[:2], 'without a header "Berg, Mia" is read as "Mia Berg"'),
        ("Berg, Mia\nÖstgård, Ben\n", NAMES[:2], '"Berg, Mia" is read as "Mia Berg", and 1 more'),
        ("Anna,Ott\nMia,Perl\nBea,Quast\nIda,Roth\n", ["Anna Ott", "Mia Perl", "Bea Quast", "Ida Roth"], "read as"),
        ("Mia Berg,red\nBen Östgård,blue\n", NAMES[:2], 'the column that begins with "red" is ignored'),
        ("Mia,7\nBen,8\n", ["Mia", "Ben"], 'begins with "7" is ignored'),
        ("1;Mia Berg;3b\n2;Ben Östgård;3b\n", NAMES[:2], 'the columns that begin with "1", "3b" are ignored'),
        ("1. Mia Berg\n2. Ben Östgård\n", NAMES[:2], 'numbers before names are ignored: "1. Mia Berg"'),
        ("1 Berg, Mia\n2 Östgård, Ben\n", NAMES[:2], "is read as"),
        ("Mia,easier\nBen,harder\n", ["Mia", "Ben"], 'begins with "easier" is ignored'),
        ("Nafn nemanda;Bekkur\nMia Berg;3\nBen Östgård;3\n", ["Nafn nemanda", *NAMES[:2]], "may be a header"),
        # What is not recognised is said
        ("name\nMia ?berg\n", ["Mia ?berg"], 'row 2: "Mia ?berg" contains ?, which no name has'),
        ("name\nMia <mia@x.example>\n", ["Mia <mia@x.example>"], "contains <"),
        ("name\nMia\nMia|Berg\n", ["Mia", "Mia|Berg"], 'row 3: "Mia|Berg" contains |'),
        ("name\nMÃ¼ller\n", ["MÃ¼ller"], "looks like a name in another code page"),
        ("name\nИван Берг\n".encode("cp1251"), ["Èâàí Áåðã"], "another code page: save the list as CSV UTF-8"),
        ("name\nPaweł\n".encode("cp1250"), ["Pawe³"], "contains ³"),
        ("name\n3b\nMia Berg\n", ["3b", "Mia Berg"], 'row 2: "3b" does not look like a name; a sheet is made anyway'),
        ("name\n\"Berg, Mia, 3b\"\n", ["Berg, Mia, 3b"], "has several commas"),
        ("name\n\"Davis, Jr.\"\n", ["Davis, Jr."], ""),
        ("name,level\nMia,1\nBen,3\n", ["Mia", "Ben"], "levels are 1 to 5, and 3 is the middle"),
        # Names that look like none, and are
        ("Page Miller\nSummer Berg\nGrade Ott\n", ["Page Miller", "Summer Berg", "Grade Ott"], ""),
        ("name\nO’Brien-Śmith, Jr.\n李小龙\nDr. Öz (2)\n", ["O’Brien-Śmith, Jr.", "李小龙", "Dr. Öz (2)"], ""),
        ("Vezetéknév;Keresztnév\nBerg;Mia\n", ["Berg Mia"], ""),
        ("姓,名\n李,小龙\n", ["李小龙"], ""),
        ("Họ;Tên đệm;Tên\nNguyễn;Thị;Mai\n", ["Nguyễn Mai Thị"], ""),
    ],
)  # fmt: skip
def test_what_was_meant_is_done_and_what_was_not_simply_read_is_said(listed, content, names, said):
    content = (
        content.replace("{}", "\n".join(NAMES) + "\n") if isinstance(content, str) else content
    )
    found, remarks = listed(content)
    assert found == names
    assert said in remarks
    first, *others = remarks.splitlines()
    assert first.startswith("3b.csv: Names from the "), "this is always said"
    assert bool(others) == bool(said)


@pytest.mark.parametrize(
    ("header", "words", "levels"),
    [
        ("level", "easy medium hard", "easier same harder"),
        ("Niveau", "leicht mittel schwer", "easier same harder"),
        ("niveau", "facile moyen difficile", "easier same harder"),
        ("nivel", "fácil medio difícil", "easier same harder"),
        ("nível", "fácil médio difícil", "easier same harder"),
        ("স্তর", "সহজ মাঝারি কঠিন", "easier same harder"),
        ("ਪੱਧਰ", "ਸੌਖਾ ਦਰਮਿਆਨਾ ਔਖਾ", "easier same harder"),
        ("سطح", "آسان متوسط سخت", "easier same harder"),
        ("Level", "1 2.0 3", "1 2 3"),
        ("level", "Level-4 5 HARDER", "4 5 harder"),
    ],
)
def test_levels_in_words(tmp_path, header, words, levels):
    rows = [f"{name};{word}" for name, word in zip(NAMES, words.split(), strict=True)]
    (tmp_path / "3b.csv").write_text("\n".join([f"name;{header}", *rows]), encoding="utf-8")
    assert [
        pupil["level"] for pupil in read_class_list(tmp_path / "3b.csv").pupils
    ] == levels.split()


# -- Files of other kinds ----------------------------------------------------------------------------------


def workbook(*sheets, **hidden) -> bytes:
    """An Excel workbook of sheets, each a title and its rows."""
    book = Workbook()
    book.remove(book.active)
    for title, rows in sheets:
        sheet = book.create_sheet(title)
        sheet.sheet_state = hidden.get(title, "visible")
        for row in rows:
            sheet.append(row)
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def archive(**members) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as made:
        for name, content in members.items():
            made.writestr(name.replace("__", "/").replace("_", "."), content)
    return file.getvalue()


def test_a_workbook_is_read_as_it_comes(tmp_path):
    rows = [["Klassenliste 3b"], [], ["Nr.", "Nachname", "Vorname", "Niveau", "copies"],
            *([number, last, first, 4 if number == 2 else None, 2.0] for number, (first, last) in enumerate(CLASS, 1)),
            ["Summe", 3]]  # fmt: skip
    content = workbook(
        ("Hidden", [["x"]]), ("Empty", []), ("3b", rows), ("Notes", [["y"]]), Hidden="hidden"
    )
    (tmp_path / "3b.xlsx").write_bytes(content)
    found = read_class_list(tmp_path / "3b.xlsx")
    assert [pupil["name"] for pupil in found.pupils] == NAMES
    assert found.pupils[1] == {"name": NAMES[1], "level": "4", "copies": 2}
    assert list(found.rows) == [4, 5, 6]
    assert found.remarks[1] == '3b.xlsx: the names are those of the sheet "3b"; ignored: "Notes"'
    assert any('row 7: "Summe 3" is a total' in remark for remark in found.remarks)


def test_where_nothing_reads_workbooks_the_line_that_installs_it_is_said(listed, monkeypatch):
    monkeypatch.setitem(sys.modules, "openpyxl", None)
    with pytest.raises(
        Refused, match=r"not installed; export it.*puzzlebook\[excel\] \(try: .*-m pip install open"
    ):
        listed(workbook(("3b", [["Mia"]])), "3b.xlsx")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"<html><table><tr><td>Mia</td></tr></table></html>", "is a web page, whatever its name; open it in a spread"),
        (b"\xef\xbb\xbf  <TABLE border=1><tr><td>Mia", "is a web page"),
        (b'<?xml version="1.0"?><Workbook/>', "is a spreadsheet as XML"),
        (b"%PDF-1.7\nMia", "is a PDF, from which no list can be read; copy the names"),
        (b"{\\rtf1 Mia}", "is a text document (RTF)"),
        (b"\x89PNG\r\n\x1a\n", "is a picture"),
        (archive(Index__Document_iwa=b"x"), "is a Numbers spreadsheet; in Numbers: File, Export To"),
        (archive(mimetype="application/vnd.oasis.opendocument.spreadsheet"), "is an OpenDocument spreadsheet (.ods);"),
        (archive(mimetype="application/vnd.oasis.opendocument.text"), "is an OpenDocument text"),
        (archive(word__document_xml=b"x"), "is a Word document; copy the names"),
        (archive(xl__workbook_bin=b"x"), "is a binary Excel workbook (.xlsb); save it as .xlsx"),
        (archive(list_csv=b"Mia"), "is an archive (.zip), not a workbook; unpack it"),
        (archive(xl__workbook_xml=b"x"), "cannot be read as an Excel workbook"),
        (archive(xl__workbook_xml=b"", x=b"0" * 20_000_001), "is too large"),
        (workbook(("3b", [])), "is empty"),
        (workbook(("3b", [["Nr", "Klasse"], [1, "3b"]]))[:-40], "is a spreadsheet's own file"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600, "or with a password (.xls); save it as .xlsx"),
    ],
)  # fmt: skip
def test_files_of_other_kinds_are_named_for_what_they_are(listed, content, said):
    with pytest.raises(Refused) as refused:
        listed(content, "3b.xls")
    assert said in str(refused.value)
    assert len(refused.value.faults) == 1


def with_cells(cells: bytes) -> bytes:
    """A workbook whose only sheet holds this."""
    made = io.BytesIO()
    begin = (
        b'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>'
    )
    empty = io.BytesIO(workbook(("3b", [["name"]])))
    with zipfile.ZipFile(empty) as old, zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as new:
        for member in old.namelist():
            is_sheet = member.startswith("xl/worksheets/")
            new.writestr(
                member,
                begin + cells + b"</sheetData></worksheet>" if is_sheet else old.read(member),
            )
    return made.getvalue()


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (
            lambda: with_cells(b"<row>" + b"<c/>" * 6_000_000 + b"</row>"),
            "is too large for a list of names",
        ),
        (
            lambda: with_cells(b"<row>" + b"<c/>" * 3_000_000 + b"</row>"),
            "has a sheet of more than 400,000 cells",
        ),
        (lambda: b"name," * 900_000 + b"\nMia\n", "has more than 200 columns"),
        (lambda: b"a;b\n" * 1_000_000, "has more than 12,000 rows"),
    ],
    ids=["bytes", "cells", "columns", "rows"],
)
def test_what_would_fill_the_memory_is_refused_while_it_is_counted(listed, make, said):
    content = make()
    tracemalloc.start()
    began = process_time()
    with pytest.raises(Refused) as refused:
        listed(content, "3b.xlsx")
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert said in str(refused.value)
    assert most < 200_000_000
    assert process_time() - began < 10


# -- Any titles, in any order and encoding -----------------------------------------------------------------

LATIN = ("en", "de", "fr", "es", "pt", "it", "nl", "sv", "da", "fi")


@given(
    st.sampled_from(sorted(_read_words())), st.randoms(use_true_random=False), st.sampled_from(",;\t|"),
    st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "utf-16-le"]), st.integers(0, 4),
)  # fmt: skip
def test_any_titles_in_any_order_and_encoding(
    tmp_path_factory, language, chance, delimiter, encoding, above
):
    """Whatever a language calls them, and wherever they stand: first and family name are joined."""
    rows = {**{"first": ["first name"], "last": ["surname"]}, **_read_words()[language]}
    columns = {
        chance.choice(rows["first"]): 0,
        chance.choice(rows["last"]): 1,
        "Geburtsort": 2,
        "Nr.": 3,
    }
    order = chance.sample(sorted(columns), len(columns))
    lines = ["Klassenliste 3b"] * above + [
        delimiter.join(chance.choice([t, t.upper(), t.title()]) for t in order)
    ]
    for number, (first, last) in enumerate(CLASS):
        lines.append(
            delimiter.join([first, last, "Bern", str(number)][columns[title]] for title in order)
        )
    path = tmp_path_factory.mktemp("lists") / "3b.csv"
    path.write_bytes("\r\n".join(lines).encode(encoding))
    family_first, between = rows.get("family_first", False), rows.get("between", " ")
    wanted = [
        between.join((last, first) if family_first else (first, last)) for first, last in CLASS
    ]
    found = read_class_list(path)
    assert [pupil["name"] for pupil in found.pupils] == wanted
    assert sum("is skipped" in remark for remark in found.remarks) == above
    assert "geburtsort" in "".join(found.remarks).lower()


def test_the_same_class_in_single_byte_encodings(tmp_path):
    for seed, language in enumerate(LATIN):
        title = random.Random(seed).choice(_read_words()[language].get("full") or ["name"])
        (tmp_path / "l.csv").write_bytes(
            "\n".join([title, "Mia Berg", ""]).encode("cp1252", "replace")
        )
        assert "Mia Berg" in [pupil["name"] for pupil in read_class_list(tmp_path / "l.csv").pupils]


@pytest.mark.parametrize(
    ("text", "binary"),
    [
        ("name\nMia\n", False),
        ("name\nMi\0a\n", True),
        ("a" * 96 + "\x01" * 4, False),
        ("a" * 95 + "\x01" * 5, True),
        ("a\tb\r\n" * 50, False),
    ],
    ids=["a list", "a null", "few control characters", "one more", "tabs and line ends"],
)
def test_a_few_control_characters_make_no_list_binary(text, binary):
    assert is_binary(text) is binary
