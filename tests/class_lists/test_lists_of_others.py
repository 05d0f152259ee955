"""Lists as schools, shops and people make them: the right names, a remark that says what was read,
or a question.

Never silently wrong: a list is refused in one line, or its first remark says where the names are
from.
"""

from __future__ import annotations

from typing import NamedTuple

import pytest

from puzzlebook.class_lists.class_list import read_class_list
from puzzlebook.class_lists.columns import Blanks
from puzzlebook.class_lists.fill_in import read_gift_list
from puzzlebook.ground.faults import Refused

TWO = ["Mia Berg", "Ben Ott"]


class List(NamedTuple):
    """A list: its text, the names in it or what it is refused with, what is said of it, how it is
    saved."""

    text: str
    wanted: list[str] | str
    said: str = ""
    encoding: str = "utf-8"
    names: str | None = None
    title: tuple[str, ...] = ("name",)


SCHOOL = {
    "Schild": List(
        "Nachname|Vorname|Rufname|Geburtsdatum|Geschlecht|Klasse\nBerg|Mia Anna|Mia|01.02.2017|w|3b\n"
        "Ott|Ben|Ben|03.04.2017|m|3b\n",
        TWO,
        '"Rufname or Vorname + Nachname"',
    ),
    "ASV Bayern": List(
        "Familienname;Vornamen;Rufname;Klasse;Religion\nBerg;Mia Anna;Mia;3b;RK\nOtt;Ben;Ben;3b;EV\n",
        TWO,
        "Rufname",
    ),
    "iSAMS": List(
        "School ID,Title,Forename,Surname,Preferred Name,Form,Tutor\n0012,Miss,Amelia,Berg,Mia,3B,Ms Owl\n"
        "0013,Mr,Benjamin,Ott,Ben,3B,Ms Owl\n",
        TWO,
        '"Preferred Name or Forename + Surname"',
    ),
    "SIMS": List(
        "Legal Surname,Legal Forename,Preferred Surname,Preferred Forename,UPN,Reg\n"
        "Bergmann,Amelia,Berg,Mia,A801200001001,3B\nOtt,Benjamin,Ott,Ben,A801200001002,3B\n",
        TWO,
        "Preferred Forename or Legal Forename",
    ),
    "Arbor": List(
        "Student,Legal name,Known as,Year\nAmelia Berg,Amelia Berg,Mia,3\nBen Ott,Ben Ott,,3\n",
        ["Amelia Berg", "Ben Ott"],
        'it could also be "Known as"',
    ),
    "PowerSchool": List(
        'Student_Number,LastFirst,Grade_Level,Home_Room,Teacher\n10231,"Berg, Mia",3,12,"Owl, Ann"\n'
        '10232,"Ott, Ben",3,12,"Owl, Ann"\n',
        TWO,
        'the column "LastFirst"',
    ),
    "PowerSchool fields": List(
        "STUDENTS.First_Name\tSTUDENTS.Last_Name\tSTUDENTS.Grade_Level\nMia\tBerg\t3\nBen\tOtt\t3\n",
        TWO,
        "STUDENTS.First_Name + STUDENTS.Last_Name",
    ),
    "Skyward": List(
        'Stu Full Name,Stu Number,Gr,Advisor\n"BERG, MIA",200012,03,"OWL, ANN"\n"OTT, BEN",200013,03,"OWL, ANN"\n',
        ["MIA BERG", "BEN OTT"],
        "Stu Full Name",
    ),
    "WebUntis": List(
        "name\tlongName\tforeName\tgender\tbirthDate\tklasse.name\nBergMia\tBerg\tMia\tw\t01.02.2017\t3b\n"
        "OttBen\tOtt\tBen\tm\t03.04.2017\t3b\n",
        TWO,
        '"foreName + longName"',
    ),
    "Google Classroom": List(
        "Last Name,First Name,Email Address,Quiz 1\nDate,,,2026-03-02\nPoints,,,10\n"
        "Class Average,,,8.5\nBerg,Mia,mia@x.example,9\nOtt,Ben,ben@x.example,8\n",
        TWO,
        "is a total",
    ),
    "Pronote": List(
        "Élève;Né(e) le;Classe;Responsable\nBERG Mia;01/02/2017;CE2;Mme BERG Eva\nOTT Ben;03/04/2017;CE2;M. OTT Tom\n",
        ["BERG Mia", "OTT Ben"],
        'the column "Élève"',
        "cp1252",
    ),
    "Base élèves": List(
        "Nom de famille;Nom d'usage;Prénom;Prénom d'usage;Sexe\nBerg;;Amélie;Mia;F\nOtt;;Ben;;M\n",
        TWO,
        "Prénom d'usage or Prénom",
    ),
    "Magister": List(
        "Stamnr;Roepnaam;Voorletters;Tussenv;Achternaam;Klas\n1;Mia;M.;;Berg;3b\n2;Ben;B.;;Ott;3b\n",
        TWO,
        "Roepnaam",
    ),
    "Klasseboken": List(
        "Nr;Elevens navn;Klasse;Foresatt\n1;Mia Berg;3b;Eva Berg\n2;Ben Ott;3b;Tom Ott\n",
        TWO,
        'the column "Elevens navn"',
    ),
    "Librus": List(
        "Nr;Nazwisko;Imię;Imię ojca\n1;Wiśniewska;Łucja;Jan\n2;Żak;Paweł;Adam\n",
        ["Łucja Wiśniewska", "Paweł Żak"],
        "Windows-1250",
        "cp1250",
    ),
    "e-Okul": List(
        "No;Adı Soyadı;Şube\n1;Işıl Şahin;3/B\n2;Çağrı Öz;3/B\n",
        ["Işıl Şahin", "Çağrı Öz"],
        "Windows-1254",
        "cp1254",
    ),
    "parents first": List(
        "Parent first name,Parent last name,Student first name,Student last name\nEva,Berg,Mia,Berg\nTom,Ott,Ben,Ott\n",
        TWO,
        '"Student first name + Student last name"',
    ),
    "two rows of titles": List(
        ";Guardian;;Student;\nNo;First;Last;First;Last\n1;Eva;Berg;Mia;Berg\n2;Tom;Ott;Ben;Ott\n",
        TWO,
        "Student First + Student Last",
    ),
}

SHOP = {
    "WooCommerce": List(
        "Order Number,Order Status,Order Date,First Name (Billing),Last Name (Billing),"
        "First Name (Shipping),Last Name (Shipping),Item Name,Quantity\n"
        "1001,processing,2026-03-02,Eva,Berg,Mia,Berg,Maze Book,1\n"
        "1002,completed,2026-03-03,Tom,Ott,Ben,Ott,Maze Book,2\n",
        "2 columns could be the name",
    ),
    "Shopify": List(
        "Name,Email,Financial Status,Lineitem quantity,Lineitem name,Billing Name,Shipping Name\n"
        "#1001,eva@x.example,paid,1,Maze Book,Eva Berg,Mia Berg\n"
        "#1002,tom@x.example,paid,2,Maze Book,Tom Ott,Ben Ott\n",
        '"Shipping Name" ("Mia Berg"), "Billing Name" ("Eva Berg"); --name-column "Shipping Name" or',
    ),
    "Shopify, told": List(
        "Name,Email,Lineitem quantity,Billing Name,Shipping Name\n#1001,e@x.example,1,Eva Berg,Mia Berg\n"
        "#1002,t@x.example,2,Tom Ott,Ben Ott\n",
        TWO,
        "row 3: 2 copies of the book for Ben Ott",
        names="Shipping Name",
    ),
    "Etsy": List(
        "Sale Date,Item Name,Buyer,Quantity,Ship Name,Ship City,Variations\n"
        "03/02/26,Maze Book,eva77,1,Mia Berg,Bern,Personalization: Mia\n"
        "03/03/26,Maze Book,tomo,1,Ben Ott,Ulm,Personalization: Ben\n",
        "2 columns could be the name",
    ),
    "Amazon": List(
        "order-id\tpurchase-date\tbuyer-email\tbuyer-name\tsku\tproduct-name\tquantity-purchased\t"
        "recipient-name\tship-city\n111-1\t2026-03-02T10:00:00\te@x.example\tEva Berg\tMB1\tMaze Book\t1\t"
        "Mia Berg\tBern\n111-2\t2026-03-02T11:00:00\tt@x.example\tTom Ott\tMB1\tMaze Book\t1\tBen Ott\tUlm\n",
        '"recipient-name" ("Mia Berg"), "buyer-name" ("Eva Berg")',
    ),
    "eBay": List(
        "Sales Record Number,Buyer Username,Buyer Name,Ship To Name,Item Title,Quantity\n"
        "1,eva_b,Eva Berg,Mia Berg,Maze Book,1\n2,tom_o,Tom Ott,Ben Ott,Maze Book,1\n",
        "2 columns could be the name",
    ),
    "Billbee": List(
        "Bestellnummer;Datum;Status;Kunde;Liefer_Vorname;Liefer_Nachname;Artikel;Menge;Name des Kindes\n"
        "1001;02.03.2026;bezahlt;Eva Berg;Eva;Berg;Labyrinthbuch;1;Mia\n"
        "1002;03.03.2026;bezahlt;Tom Ott;Tom;Ott;Labyrinthbuch;1;Ben\n",
        '"Name des Kindes" ("Mia")',
    ),
    "Billbee, titled": List(
        "Bestellnummer;Kunde;Menge;Name des Kindes\n1001;Eva Berg;1;Mia\n1002;Tom Ott;3;Ben\n",
        ["Mia", "Ben"],
        'Names from the column "Name des Kindes"',
        title=("Name des Kindes",),
    ),
    "Squarespace": List(
        "Order ID,Email,Lineitem quantity,Lineitem name,Billing Name,Product Form: Child's Name\n"
        "00001,e@x.example,1,Maze Book,Eva Berg,Mia\n00002,t@x.example,1,Maze Book,Tom Ott,Ben\n",
        "Product Form: Child's Name",
    ),
    "Wix": List(
        "Order number,Date created,Contact email,Item,Qty,Recipient name,Billing name,Payment status\n"
        "10001,Mar 2 2026,e@x.example,Maze Book,1,Mia Berg,Eva Berg,Paid\n"
        "10002,Mar 3 2026,t@x.example,Maze Book,1,Ben Ott,Tom Ott,Paid\n",
        "2 columns could be the name",
    ),
    "Gumroad": List(
        "Purchase ID,Item Name,Buyer Name,Buyer Email,Purchase Date,Recommended\n"
        "x1,Maze Book,Eva Berg,e@x.example,2026-03-02,false\n"
        "x2,Maze Book,Tom Ott,t@x.example,2026-03-03,false\n",
        ["Eva Berg", "Tom Ott"],
        "which holds the buyers' names",
    ),
    "a form": List(
        "Timestamp,Email Address,Name,What is your child's first name?\n3/2/2026 10:00:00,e@x.example,Eva Berg,"
        "Mia\n3/3/2026 11:00:00,t@x.example,Tom Ott,Ben\n",
        "What is your child's first name?",
    ),
    "buyer and an unknown column": List(
        "Kunde;Aufdruck\nEva Berg;Mia\nTom Ott;Ben\n", '"Aufdruck" ("Mia")'
    ),
    "orders alone": List(
        "Order,Product,Status,Total\n1001,Maze Book,paid,12.00\n1002,Maze Book,paid,12.00\n",
        'no title in its first row is known: "Order", "Product", "Status", "Total"',
    ),
    "two names and who buys": List(
        "Vorname;Nachname;Käufer\nMia;Berg;Eva Berg\nBen;Ott;Tom Ott\n",
        "2 columns could be the name",
    ),
    "the giver has a place": List(
        "name,from\nMia Berg,Grandma\nBen Ott,Uncle Jo\n", TWO, 'the column "name"'
    ),
}

ODD = {
    "a title above": List(
        "Klasse 3b – Adressen;;;\nStand: 12.03.2026;;;\n;;;\nNr.;Familienname;Vorname;Ort\n"
        "1;Berg;Mia;Bern\n2;Ott;Ben;Ulm\n",
        TWO,
        "is above the header",
    ),
    "Russian": List(
        "№;Фамилия;Имя;Класс\n1;Берг;Мия;3б\n2;Отт;Бен;3б\n",
        ["Мия Берг", "Бен Отт"],
        "Windows-1251",
        "cp1251",
    ),
    "Japanese": List(
        "番号,氏名,組\n1,山田太郎,3\n2,佐藤花子,3\n", ["山田太郎", "佐藤花子"], "Shift-JIS", "cp932"
    ),
    "Chinese": List(
        "学号,姓名,班级\n1,王小明,3\n2,李小龙,3\n", ["王小明", "李小龙"], "GB18030", "gb18030"
    ),
    "Big5": List(
        "座號,學生姓名,班級\n1,王小明,3\n2,李小龍,3\n", ["王小明", "李小龍"], "Big5", "big5"
    ),
    "Korean": List(
        "번호,이름,반\n1,김민수,3\n2,이서연,3\n", ["김민수", "이서연"], "EUC-KR", "cp949"
    ),
    "Arabic": List(
        "الرقم;الاسم;الصف\n1;علي حسن;3\n2;سارة عمر;3\n",
        ["علي حسن", "سارة عمر"],
        "Windows-1256",
        "cp1256",
    ),
    "titles without accents": List(
        "Prezime;Ime\nKovačić;Ana\nŽurić;Luka\n",
        ["Ana Kovačić", "Luka Žurić"],
        "Windows-1250",
        "cp1250",
    ),
    "Japanese without a title": List(
        "山田太郎\n佐藤花子\n", "is in an unknown code page", "", "cp932"
    ),
    "UTF-16 with tabs": List(
        "Name\tNote\nMia Berg\tx\nBen Ott\ty\n", TWO, 'the column "Name"', "utf-16"
    ),
    "a mark and semicolons": List(
        "Schüler/in;Niveau\nBerg, Mia;2\nOtt, Ben;4\n", TWO, "is read as", "utf-8-sig"
    ),
    "numbers and bullets": List(
        "1. Mia Berg\n2) Ben Ott\n- Zoë Li\n", [*TWO, "Zoë Li"], "are ignored"
    ),
    "numbers first, total last": List(
        "No,Pupil,Score\n1,Mia Berg,9\n2,Ben Ott,8\n,Average,8.5\n,Total,17\n", TWO, "is a total"
    ),
    "a quoted line break in a note": List(
        'Name,Note\nMia Berg,"one\ntwo"\nBen Ott,\n', TWO, '"Note" is ignored'
    ),
    "a quoted line break in a title": List(
        '"Child\'s\nname",Class\nMia Berg,3b\nBen Ott,3b\n', TWO, "Names from"
    ),
    "empty lines": List("\n\nName\n\nMia Berg\n\n\nBen Ott\n\n", TWO, 'the column "Name"'),
    "seats": List(
        "Mia;Zoë;Tom\nBen;Lea;Ida\n;Max;Eva\n", "looks like a seating plan: 3 columns of names"
    ),
    "seats in rows of four": List(
        "Mia,Zoë,Tom,Jo\nBen,Lea,Ida,Al\n", "looks like a seating plan: 4 columns of names"
    ),
    "mail alone": List("mia@x.example\nben@x.example\n", 'holds no names: "mia@x.example"'),
    "numbers alone": List("10231\n10232\n", 'holds no names: "10231"'),
    "names that are numbers": List(
        "Name,Level\n10231,1\n10232,2\n", 'the column "Name" holds no names ("10231")'
    ),
    "four columns without titles": List(
        "1;Berg;Mia;3b\n2;Ott;Ben;3b\n", 'no title in its first row is known: "1", "Berg"'
    ),
    "four columns, told": List(
        "Lp;Dane;Kl;Uw\n1;Mia Berg;3b;x\n2;Ben Ott;3b;y\n",
        TWO,
        'Names from the column "Dane"',
        names="Dane",
    ),
    "two columns, told together": List(
        "A;B;C;D\n1;Mia;Berg;x\n2;Ben;Ott;y\n", TWO, 'the columns "B + C"', names="B + C"
    ),
    "told wrongly": List(
        "Name;Klasse\nMia Berg;3b\n",
        'there is no column called "Kind"; this row has "Name", "Klasse"',
        names="Kind",
    ),
    "names to come": List(
        "Name\nMia Berg\nTBC\nsame as above\n",
        ["Mia Berg", "TBC", "same as above"],
        'row 3: "TBC" does not look like a name',
    ),
    "a teacher first": List(
        "Teacher Name,Pupil\nAnn Owl,Mia Berg\nAnn Owl,Ben Ott\n", TWO, 'the column "Pupil"'
    ),
    "one column of a club": List(
        "Mia Berg\nBen Ott\n", TWO, 'Names from the only column, from "Mia Berg" on'
    ),
    "school and metadata": List(
        "Name;Hill School\nClass;3b\n\nSurname;Forename\nBerg;Mia\nOtt;Ben\n",
        TWO,
        '"Forename + Surname"',
    ),
    "known as, mostly": List(
        "Surname;First name;Known as\nBerg;Amelia;Mia\nOtt;Ben;\n", TWO, "Known as or First name"
    ),
    "a whole name and a form": List(
        "Student,Known as\nAmelia Berg,Mia\nBen Ott,Ben\n",
        ["Amelia Berg", "Ben Ott"],
        'it could also be "Known as"',
    ),
    "a whole name and a part": List(
        "Vorname;Name\nMia;Mia Berg\nBen;Ben Ott\n", TWO, 'Names from the column "Name"'
    ),
    "a title that is half": List(
        "Student,First name\nBerg,Mia\nOtt,Ben\n", TWO, '"First name + Student"'
    ),
    "somebody called Kind": List(
        "Berg;Mia\nKind;Ben\nOtt;Zoë\n", ["Mia Berg", "Ben Kind", "Zoë Ott"], "is read as"
    ),
    "a status first": List(
        "paid,Mia Berg\npaid,Ben Ott\nopen,Zoë Li\nopen,Al Roe\n",
        [*TWO, "Zoë Li", "Al Roe"],
        'begins with "Mia Berg"',
    ),
}

CLASSES = {**SCHOOL, **ODD}


def read(tmp_path, each: List, is_gift: bool) -> tuple[list[str], list[str]]:
    path = tmp_path / "list.csv"
    path.write_bytes(each.text.encode(each.encoding))
    if is_gift:
        gifts = read_gift_list(path, name_column=each.names, blanks=Blanks(each.title))
        return [line.name for line in gifts.lines], list(gifts.remarks)
    found = read_class_list(path, name_column=each.names)
    return [str(pupil["name"]) for pupil in found.pupils], list(found.remarks)


def expect_outcome(tmp_path, each: List, is_gift: bool) -> None:
    if isinstance(each.wanted, str):
        with pytest.raises(Refused) as refused:
            read(tmp_path, each, is_gift)
        assert each.wanted in str(refused.value)
        assert len(refused.value.faults) == 1
        return
    names, remarks = read(tmp_path, each, is_gift)
    assert names == each.wanted
    assert remarks[0].startswith("list.csv: Names from the ")
    assert each.said in "\n".join(remarks)


def test_there_are_enough_of_them():
    assert len({*SCHOOL, *SHOP, *ODD}) >= 60


@pytest.mark.parametrize("name", CLASSES)
def test_a_class_list_is_right_or_a_question(tmp_path, name):
    expect_outcome(tmp_path, CLASSES[name], is_gift=False)


@pytest.mark.parametrize("name", SHOP)
def test_a_list_of_orders_is_right_or_a_question(tmp_path, name):
    expect_outcome(tmp_path, SHOP[name], is_gift=True)


@pytest.mark.parametrize("name", SHOP)
def test_a_class_list_of_orders_says_what_else_it_could_be(tmp_path, name):
    """Worksheets take the likeliest column, and say which others there are."""
    try:
        _, remarks = read(tmp_path, SHOP[name], is_gift=False)
    except Refused:
        return
    assert "Names from the " in remarks[0]
    if (
        SHOP[name].names is None
        and isinstance(SHOP[name].wanted, str)
        and "Aufdruck" not in SHOP[name].text
    ):
        assert "it could also be" in remarks[0]
