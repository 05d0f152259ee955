"""Class lists as schools and spreadsheets export them: read right however messy, refused in one
clear line."""

from __future__ import annotations

import csv
import io
import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzlebook.class_lists.class_list import MAX_NAMES, read_class_list
from puzzlebook.class_lists.row_faults import _collect_characters
from puzzlebook.ground.faults import Refused

MIA, BEN, ZOE = (
    {"name": "Mia Berg"},
    {"name": "Ben Östgård"},
    {"name": "Zoë Šimková", "level": "harder"},
)


@pytest.fixture
def listed(tmp_path):
    def read(content: str | bytes) -> list[dict[str, object]]:
        path = tmp_path / "3b.csv"
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return read_class_list(path).pupils

    return read


@pytest.mark.parametrize(
    ("content", "pupils"),
    [
        ("Mia Berg\nBen Östgård\n", [MIA, BEN]),
        ("name\nMia Berg\nBen Östgård", [MIA, BEN]),
        ("NAME,Level\nMia Berg,\nZoë Šimková,Harder\n", [MIA, ZOE]),
        ("name;level\r\nMia Berg;same\r\nZoë Šimková;harder\r\n", [{**MIA, "level": "same"}, ZOE]),
        ("name\tlevel\nMia Berg\t\nZoë Šimková\tharder\n", [MIA, ZOE]),
        ("\ufeffname,level\nMia Berg,\n", [MIA]),
        ("name;level\nMia Berg;\nBen Östgård;\n".encode("cp1252"), [MIA, BEN]),
        ("name\tlevel\nMia Berg\t\nZoë Šimková\tharder\n".encode("utf-16"), [MIA, ZOE]),
        ("name\tlevel\nMia Berg\t\nZoë Šimková\tharder\n".encode("utf-16-le"), [MIA, ZOE]),
        ("name\tlevel\nMia Berg\t\nZoë Šimková\tharder\n".encode("utf-16-be"), [MIA, ZOE]),
        ("Mia Berg,group\nBen Östgård,group\n", [MIA, BEN]),
        ("sep=;\nname;level\nMia Berg;\n", [MIA]),
        ('"name","level"\n"Mia Berg",""\n"Zoë Šimková","harder"\n', [MIA, ZOE]),
        ("\n\nname,level\n\nMia Berg,\n,\n  ,\n\nZoë Šimková,harder\n\n", [MIA, ZOE]),
        ("id,birthday,name,level,remark\n1,2016-05-01,Mia Berg,,\n2,,Zoë Šimková,harder,x\n", [MIA, ZOE]),
        ("name,level\n  Mia Berg  , \n\u00a0Zoë Šimková, harder\n", [MIA, ZOE]),
        ("First name;Surname;Class\nMia;Berg;3b\n", [{**MIA, "group": "3b"}]),
        ("name,copies,print,group\nMia Berg,2.0,LARGE,red\n",
         [{**MIA, "copies": 2, "print": "large", "group": "red"}]),
        ("name,level\nMia Berg,1\nMia Berg,5\n", [{**MIA, "level": "1"}, {**MIA, "level": "5"}]),
        ("Berg, Mia\nÖstgård, Ben\n", [MIA, BEN]),
        ('name,level\n"Berg, Mia",\n"Mia ""Mimi"" Berg",\n', [MIA, {"name": 'Mia "Mimi" Berg'}]),
        ("Mia Berg;3b;12\nBen Östgård;3b;13\n", [MIA, BEN]),
        ("name\nBen O\u0308stga\u030ard\n", [BEN]),
        ("Mia Berg\rBen Östgård\r", [MIA, BEN]),
        ("name,level\nMia Berg\nBen Östgård\n", [MIA, BEN]),
        ("Mia", [{"name": "Mia"}]),
    ],
)  # fmt: skip
def test_messy_lists_read_right(listed, content, pupils):
    assert listed(content) == pupils


@pytest.mark.parametrize(
    ("content", "line"),
    [
        (b"", "is empty"),
        (b" \n\n ", "is empty"),
        (b"name,level\n", "holds no names"),
        (
            b"name\nFirst Name\nLast Name\n",
            'holds no names: row 2: "First Name" repeats the header;',
        ),
        (
            b"PK\x03\x04\x14\x00\x06\x00\x08",
            "is a spreadsheet's own file, whatever its name; export it as CSV",
        ),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600, "is a spreadsheet's own file"),
        (bytes(range(256)) * 4, "is not text"),
        (b"%PDF-1.7\n\0\1\2\3", "is a PDF, from which no list can be read"),
        (b"\x81\x8d" * 40, "is in an unknown code page; save it as CSV UTF-8"),
        (
            "".join(f"Mia {n}\n" for n in range(MAX_NAMES + 1)),
            "holds 10,001 names; at most 10,000",
        ),
        ("Mia\n" + "x" * 500, "row 2: the name has 500 characters; at most 80"),
        ("Mia\nBen\x07\n", "row 2: holds the control character U+0007"),
        ("Mia\nBen\u202eneB\n", "row 2: holds the control character U+202E"),
        ("name\n=A1&B1\n", 'row 2: "=A1&B1" begins with =, as a formula does; export values'),
        ("name\n+Mia\n", 'row 2: "+Mia" begins with +, as a formula does'),
        ("name\n../Mia\n", 'row 2: "../Mia" is a path'),
        (
            "name,level\nMia,odd\n",
            'row 2: level: "odd" is not known; allowed: easier, same, harder, or 1 to 5',
        ),
        ("name,level\nMia,6\n", 'row 2: level: "6" is not known'),
        ("name,copies\nMia,0\n", 'row 2: copies: "0" is not a number of copies; 1 to 20'),
        ("name,copies\nMia,²\n", 'row 2: copies: "²" is not a number of copies'),
        ("name,print\nMia,huge\n", 'row 2: print: "huge" is not known; allowed: normal, large'),
        ("name,level\nMia,\n,harder\n", "row 3: has no name"),
        ("level;group\n1;red\n", "has no column of names"),
        ('name,level\n"Mia,\nBen,\n', "row 2: holds a line break"),
    ],
)
def test_bad_lists_are_one_clear_line(listed, content, line):
    with pytest.raises(Refused) as refused:
        listed(content)
    assert line in str(refused.value)
    assert len(refused.value.faults) == 1
    assert "\n" not in str(refused.value)


def test_every_wrong_row_is_named(listed):
    with pytest.raises(Refused) as refused:
        listed("name,level,copies\nMia,odd,\nBen,,\nZoë,,99\n")
    assert [str(fault).split(": ")[2] for fault in refused.value.faults] == ["row 2", "row 4"]


def test_what_is_not_there(tmp_path):
    for path, said in ((tmp_path / "none.csv", "there is no such file"), (tmp_path, "is a folder")):
        with pytest.raises(Refused, match=said):
            read_class_list(path)


@pytest.mark.parametrize("name", ["Recipient", "Schüler", "Name"])
def test_a_title_word_beside_a_number_is_a_name(listed, name):
    found = listed(f"no,name,level\n1,Mia,\n2,{name},\n")
    assert [pupil["name"] for pupil in found] == ["Mia", name]


@pytest.mark.parametrize(
    "content",
    [
        "Pupil 1\nPupil 2\nPupil 11\n",
        "Pupil\nPupil 1\nPupil 2\nPupil 11\n",
        "name,level\nPupil 1,\nPupil 2,\nname,level\nPupil 11,\n",
    ],
)
def test_pupils_with_numbers_for_names_are_no_titles(listed, content):
    """Of a class without names, some were taken for a header and left out."""
    assert [pupil["name"] for pupil in listed(content)] == ["Pupil 1", "Pupil 2", "Pupil 11"]


_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZäöüßéèñçåøÄÖÜÉ"
names = (
    st.text(_LETTERS + " '’-.,;\"", min_size=1, max_size=40)
    .map(str.strip)
    .filter(lambda name: any(letter in _LETTERS for letter in name) and name[0] != "-")  # a bullet
)
classes = st.lists(
    st.tuples(names, st.sampled_from(["", "easier", "same", "harder", "1", "5"]), st.sampled_from(["", "1", "7"])),
    min_size=1, max_size=12,
)  # fmt: skip


def as_said(name: str) -> str:
    """A name as it is printed: with one comma in it the family name comes first."""
    name = unicodedata.normalize("NFC", name)
    found = re.fullmatch(r"\s*([^,]*[^,\s])\s*,\s*([^,\s][^,]*?)\s*", name)
    suffix = found and found[2].lower().rstrip(".") in ("jr", "sr", "ii", "iii", "iv")
    return f"{found[2]} {found[1]}" if found and not suffix else name


@given(classes, st.sampled_from(",;\t"), st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "cp1252"]),
       st.sampled_from(["\n", "\r\n"]), st.booleans(), st.booleans())  # fmt: skip
def test_what_a_spreadsheet_writes_is_read_back(
    tmp_path_factory, pupils, delimiter, encoding, ending, quoted, empty
):
    """Any class, through Python's own CSV writer, in every encoding, delimiter and line ending."""
    file = io.StringIO()
    quoting = csv.QUOTE_ALL if quoted else csv.QUOTE_MINIMAL
    writer = csv.writer(file, delimiter=delimiter, lineterminator=ending, quoting=quoting)
    writer.writerow(["id", "name", "level", "copies"])
    for number, row in enumerate(pupils):
        writer.writerow([number, *row])
        if empty:
            writer.writerow([])
    path = tmp_path_factory.mktemp("lists") / "list.csv"
    path.write_bytes(file.getvalue().encode(encoding))
    found = read_class_list(path).pupils
    assert [pupil["name"] for pupil in found] == [as_said(name) for name, _, _ in pupils]
    assert [pupil.get("level", "") for pupil in found] == [level for _, level, _ in pupils]
    assert [str(pupil.get("copies", "")) for pupil in found] == [copies for _, _, copies in pupils]


def test_characters_that_no_font_has_are_counted_once():
    said = [f'no font has a glyph for {each} in "{each}"' for each in "abcdefgh" for _ in range(2)]
    assert _collect_characters(said[:1]) == said[0]
    assert _collect_characters(said[:2]) == said[0]
    assert _collect_characters(said[:12]) == 'no font has a glyph for a, b, c, d, e, f in "a"'
    assert _collect_characters(said) == 'no font has a glyph for a, b, c, d, e, f and 2 more in "a"'
    assert _collect_characters(["another fault", *said]).count(" and 2 more") == 1
