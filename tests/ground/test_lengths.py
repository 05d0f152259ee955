"""Lengths, page sizes and readers: figures from outside, and what is refused."""

import pytest

from puzzlebook.ground.faults import Refused
from puzzlebook.ground.lengths import format_inches, format_millimetres, parse_length, parse_points
from puzzlebook.printers.trims import describe_trims, trim
from puzzlebook.recipes.audiences import audience_for_passage, find_audience, load_audiences


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1in", 72),
        ("25.4mm", 72),
        ("2.54 cm", 72),
        ("36pt", 36),
        (" .5IN ", 36),
        ("0mm", 0),
        ("12mm", 34.015748),
    ],
)
def test_a_length_in_points(text, expected):
    assert parse_points(text) == pytest.approx(expected, abs=1e-6)


@pytest.mark.parametrize(
    "text",
    [
        "12",
        "",
        "mm",
        "-1in",
        "1,500mm",
        "1ft",
        "1e3mm",
        "nan",
        "infmm",
        "١٢mm",
        "1 2mm",
        "9" * 50 + "mm",
    ],
)
def test_what_is_no_length(text):
    with pytest.raises(Refused, match="mm, cm, in or pt"):
        parse_length(text)


def test_a_length_is_kept_as_written():
    assert parse_length(" 12 MM ").text == "12mm"
    assert format_inches(36) == "0.5 in"


def test_a_length_is_said_as_people_say_it():
    assert format_inches(612, 792) == "8.5 x 11 in"
    assert format_millimetres(72) == "25.4 mm"
    assert format_millimetres(parse_points("4.2mm")) == "4.2 mm"
    assert format_millimetres(0, ".1f") == "0.0 mm"


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("letter", (612, 792)),
        ("LETTER", (612, 792)),
        ("a4", (595.2756, 841.8898)),
        ("210x297mm", (595.2756, 841.8898)),
        ("6x9", (432, 648)),
        ("8.5 × 11", (612, 792)),
        ("6x9in", (432, 648)),
        ("8.27x11.69", (595.44, 841.68)),
    ],
)
def test_a_page_in_points(text, size):
    assert trim(text)[1:] == pytest.approx(size, abs=1e-3)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("leter", "did you mean letter"),
        ("6x8", "6x8in"),
        ("210x297", "210x297mm"),
        ("0x9in", "each side from 2 in"),
        ("6x999in", "to 100 in"),
        ("6x9ft", "210x297mm"),
        ("", "210x297mm"),
        ("-6x9in", "210x297mm"),
        ("٦x٩in", "210x297mm"),
    ],
)
def test_what_is_no_page(text, said):
    with pytest.raises(Refused, match=said):
        trim(text)


def test_every_named_page_is_one():
    assert {name for name in describe_trims() if trim(name).name == name} == set(describe_trims())


def test_the_promises_to_readers():
    """Read off the table of what readers ask for: passage in mm, wall and type in points, answers
    on a page."""
    figures = {
        name: (round(row.passage * 25.4 / 72, 3), row.wall, row.type_size, row.answers_a_page)
        for name, row in load_audiences().items()
    }
    assert figures == {
        "3-4": (25, 3, 18, 2),
        "5-6": (18, 2.5, 16, 4),
        "7-8": (12.7, 2, 14, 4),
        "9-11": (9, 1.5, 12, 4),
        "adult": (6.5, 1.25, 11, 9),
        "expert": (4.5, 1, 10, 9),
        "large-print": (12, 3, 20, 4),
        "tactile": (14.5, 4.25, 14, 1),
    }
    assert [name for name, row in load_audiences().items() if row.bold] == ["large-print"]


@pytest.mark.parametrize(
    ("mm", "name"),
    [
        (60, "3-4"),
        (25, "3-4"),
        (24.9, "5-6"),
        (12.7, "7-8"),
        (12.2, "9-11"),
        (9, "9-11"),
        (6.5, "adult"),
        (4.5, "expert"),
        (2, "expert"),
    ],
)
def test_the_reader_whom_a_passage_suits(mm, name):
    assert audience_for_passage(mm * 72 / 25.4).name == name


def test_an_unknown_reader():
    with pytest.raises(Refused, match="did you mean large-print"):
        find_audience("largeprint")
