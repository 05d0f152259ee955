"""A list without titles: when its first row is doubted."""

import pytest

from puzzlebook.class_lists.header_words import read_title
from puzzlebook.class_lists.list_files import Row
from puzzlebook.class_lists.name_columns import (
    _Column,
    _holds_whole_names,
    find_columns_like_names,
)
from puzzlebook.class_lists.unnamed_columns import guess_columns


def said_of(*lines):
    """What is said of a list."""
    rows = [Row(number, line.split(",")) for number, line in enumerate(lines, 1)]
    return " ".join(guess_columns(rows, "list.csv")[1])


@pytest.mark.parametrize(
    "lines",
    [
        ("Wer,Punkte", "Mia Berg,3", "Ben Ott,12"),  # a word above numbers
        ("Wer,Zimmer", "Mia Berg,3b", "Ben Ott,R12"),  # above what has a digit in it
        ("Wer,Punkte", "Mia Berg,3", "Ben Ott,", "Ida Roth,5"),  # and some rows have none
        (
            "Wer,Farbe,Punkte",
            "Mia Berg,red,3",
            "Ben Ott,blue,12",
        ),  # it need not be the second column
    ],
)
def test_a_word_above_a_column_of_numbers_may_be_a_header(lines):
    assert f'row 1: "{lines[0].replace(",", " ")}" may be a header that is not known' in said_of(
        *lines
    )


@pytest.mark.parametrize(
    "lines",
    [
        ("Mia Berg,red", "Ben Ott,blue", "Ida Roth,green"),  # no numbers at all
        ("Mia Berg,red", "Ben Ott,3", "Ida Roth,green"),  # one number among words
        ("Mia Berg,7", "Ben Ott,3", "Ida Roth,12"),  # a number above numbers
        ("Mia Berg,Room 7", "Ben Ott,Room 3", "Ida Roth,Room 12"),  # what has a digit above such
        ("Mia Berg,left", "Ben Ott,", "Ida Roth,"),  # nothing below the word
        ("Mia Berg,,7", "Ben Ott,,3", "Ida Roth,,12"),  # an empty column
        ("Wer,Punkte", "Mia Berg,3"),  # of one row below nothing can be told
    ],
)
def test_no_other_first_row_is_doubted(lines):
    assert "may be a header" not in said_of(*lines)


def test_of_columns_that_look_like_names_only_those_with_an_unknown_title_are_asked_about():
    header, rows = Row(1, ["Wer", "", "Name", "Klasse"]), [Row(2, ["Mia Berg"] * 4)]

    def found(taken):
        return [column.title for column in find_columns_like_names(header, rows, taken)]

    assert "Wer" in found(set())
    assert not {"", "Name"} & {*found(set())}
    assert "Wer" not in found({0})


def test_the_column_is_called_by_the_first_of_its_cells():
    rows = [
        Row(number, cells) for number, cells in enumerate((["Mia Berg", "3"], ["Ben Ott", "5"]))
    ]
    assert guess_columns(rows, "list.csv")[0].title == "Mia Berg"


def test_half_of_the_cells_are_not_most_of_them():
    rows = [Row(2, ["Mia Berg"]), Row(3, ["Ben"])]
    column = _Column(0, "Name", read_title("Name"))
    assert not _holds_whole_names(column, None, rows)
    assert _holds_whole_names(column, None, [*rows, Row(4, ["Ida Roth"])])


def test_of_columns_of_names_the_first_without_repeats_is_read():
    """A class or a house that looks like names comes again and again."""
    names = ["Mia Berg", "Ben Ott", "Ida Roth", "Tom Kern", "Lea Wolf", "Kai Ost"]
    rows = [Row(number, ["Red Lions", name]) for number, name in enumerate(names)]
    assert guess_columns(rows, "list.csv")[0].title == "Mia Berg"
