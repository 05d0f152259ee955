"""A sentence through the book: its letters on the ways, boxes for them at the end, and what is
refused."""

import re
import shutil

import pypdfium2
import pytest

from puzzlebook import make_book
from puzzlebook.checks.verify import verify
from puzzlebook.ground.faults import Refused
from puzzlebook.recipes.files import load
from puzzlebook.recipes.secret import assign_letters, find_secret_faults

SMALL = {"mazes": 12, "book.secret": "Well done, Mia!", "section.*.size": "6x8"}


@pytest.fixture(scope="module")
def book(tmp_path_factory):
    return make_book(
        "ages-7-8", seed="owl", output=tmp_path_factory.mktemp("secret"), overrides=SMALL
    )


def letters(book, number, solved):
    """The letters in a maze's SVG file, by their cells."""
    name = f"svg/{number:03}{'-solution' if solved else ''}.svg"
    found = re.findall(r'id="letter-(\d+)"><title>(.)</title>', (book.folder / name).read_text())
    return {int(cell): letter for cell, letter in found}


def test_the_letters_lie_on_the_ways_in_the_order_of_the_book(book):
    spelt = ""
    for maze in book.manifest["mazes"]:
        on_way, all_letters = (
            letters(book, maze["number"], True),
            letters(book, maze["number"], False),
        )
        assert len(on_way) <= 1
        assert set(on_way.items()) <= set(all_letters.items())
        assert len(all_letters) > 1 or not on_way  # and decoys
        spelt += "".join(on_way.values())
    assert spelt == "WELLDONEMIA"


def test_the_boxes_have_the_numbers_of_the_mazes(book):
    pages = [page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(book.pdf)]
    (page,) = (page for page in pages if page.startswith("The secret sentence"))
    assert "WELL" not in page
    numbers = [
        maze["number"] for maze in book.manifest["mazes"] if letters(book, maze["number"], True)
    ]
    assert [int(number) for number in re.findall(r"\b\d+\b", page)] == numbers
    assert sum("Which letter do you pass on the way?" in page for page in pages) == 11


def test_they_are_spaced_evenly_and_not_where_there_is_a_picture_or_no_way():
    recipe = load("ages-7-8", {**SMALL, "book.secret": "OWL"}).recipe
    assert assign_letters(recipe) == {3: "O", 7: "W", 11: "L"}
    first, *others = recipe.sections
    other = recipe.model_copy(
        update={"sections": (first.model_copy(update={"way": "heart"}), *others)}
    )
    assert min(assign_letters(other)) > first.mazes


def test_a_book_that_nobody_touched_is_as_it_was_and_another_letter_is_found(book, tmp_path):
    assert verify(book.folder).faults == ()
    number = next(
        maze["number"] for maze in book.manifest["mazes"] if letters(book, maze["number"], True)
    )
    shutil.copytree(book.folder, tmp_path / "copy")
    path = tmp_path / "copy" / "svg" / f"{number:03}.svg"
    path.write_text(re.sub(r'<g [^>]*id="letters".*?</g>', "", path.read_text(), flags=re.DOTALL))
    faults = verify(tmp_path / "copy").faults
    assert any("letters are missing" in str(fault) for fault in faults)


@pytest.mark.parametrize(("mazes", "faults"), [(10, 1), (11, 0), (12, 0)])
def test_each_maze_may_have_a_letter(mazes, faults):
    recipe = load("ages-7-8", {**SMALL, "mazes": mazes}).recipe
    assert len(list(find_secret_faults(recipe))) == faults
    assert "".join(assign_letters(recipe).values()) == ("" if faults else "WELLDONEMIA")


@pytest.mark.parametrize(
    ("overrides", "said"),
    [
        ({"book.secret": "Well done, all of you"}, "has 16 letters, and there are 12 mazes that can have one"),
        ({"book.secret": "?!"}, 'book.secret: "?!" has no letter; write a sentence such as WELL DONE'),
        ({"book.secret": "ᚠᚢᚦ"}, "book.secret: no font has a glyph"),
        ({"book.secret": "owl", "section.*.ends": "none"}, "book.secret: has 3 letters, and there are 0 mazes"),
    ],
)  # fmt: skip
def test_what_is_refused(tmp_path, overrides, said):
    with pytest.raises(Refused) as caught:
        make_book("ages-7-8", seed="owl", output=tmp_path, overrides={**SMALL, **overrides})
    assert said in str(caught.value)
    assert list(tmp_path.iterdir()) == []


def test_a_class_set_has_none(tmp_path):
    with pytest.raises(Refused, match="a class set has no sentence through it"):
        make_book("worksheet", seed="owl", output=tmp_path, overrides={"book.secret": "owl"})
