"""Books for e-readers: pages as large as their screens, one at a time, with links from maze to
answer and back."""

from __future__ import annotations

import re

import numpy as np
import pytest
from rendering import Printed

from puzzlebook import make_book
from puzzlebook.checks.whole_book import check_book
from puzzlebook.ground.faults import Refused
from puzzlebook.printers.trims import describe_trims, list_trims, trim
from puzzlebook.recipes.book_codes import read_book_code, resolve_code
from puzzlebook.verbs.contact_sheet import make_preview

SCREENS = [page for page in list_trims() if page.clear]
TYPED = ["reMarkable 2", "Kindle Scribe", "boox note", "e-ink-10.3", "eink", "Supernote"]


def test_a_screens_page_is_as_large_as_its_pixels():
    assert len(SCREENS) >= 5
    for page in SCREENS:
        wide, high, dense = map(
            int, re.search(r"\((\d+) x (\d+) at (\d+) ppi\)", describe_trims()[page.name]).groups()
        )
        assert (page.width / 72, page.height / 72) == pytest.approx(
            (wide / dense, high / dense), rel=0.003
        )


@pytest.mark.parametrize("name", TYPED)
def test_screens_are_found_by_the_names_of_their_devices(name):
    assert trim(name).name == "e-ink-10.3"


def test_the_same_size_on_paper_is_no_screen():
    assert trim("157.5x210mm").clear is None


@pytest.fixture(
    scope="module",
    params=[("adult", "kobo clara"), ("ages-7-8", "remarkable2")],
    ids=lambda it: it[1],
)
def book(request, tmp_path_factory):
    template, page = request.param
    asked = {"page": page, "mazes": 4, "svg": False}
    made = make_book(
        template, seed="owl", output=tmp_path_factory.mktemp("screen"), overrides=asked
    )
    assert [name for name in made.manifest["files"] if name.endswith(".pdf")] == [made.pdf.name]
    found = Printed(made.folder)
    found.pdf = made.pdf
    return found


def test_it_opens_with_one_page_and_nothing_beside_it(book):
    assert book.pike.Root.PageLayout == "/SinglePage"
    assert book.pike.Root.get("/PageMode", "/UseNone") == "/UseNone"
    assert len(list(book.pdfium.get_toc())) > 4  # what the reader's own list of contents shows


def test_each_maze_leads_to_its_answer_and_back(book):
    for maze in book.mazes:
        puzzle, answer = maze["puzzle"]["page"], maze["answer"]["page"]
        assert answer in leads(book, puzzle)
        assert puzzle in leads(book, answer)


def leads(book, page):
    """The pages to which links of a page lead."""
    numbers = {leaf.obj.objgen: number for number, leaf in enumerate(book.pike.pages, 1)}
    return {numbers[link.Dest[0].objgen] for link in book.pike.pages[page - 1].obj.Annots}


def test_head_foot_and_sides_of_the_screen_stay_free(book):
    clear = trim(book.manifest["recipe"]["page"]).clear
    ends, sides = (
        round(clear.ends * 2) - 2,
        round(clear.sides * 2) - 2,
    )  # large letters reach a point beyond
    for page in range(1, len(book.pdfium) + 1):
        rows, columns = np.nonzero(book.pixels(page) < 250)
        if len(rows):
            high, wide = book.pixels(page).shape
            assert ends <= rows.min()
            assert rows.max() < high - ends
            assert sides <= columns.min()
            assert columns.max() < wide - sides


def test_no_type_is_tiny(book):
    sizes = [line.size for page in range(1, len(book.pdfium) + 1) for line in book.lines(page)]
    assert min(sizes) >= 7  # beside the answers; all that is read through has 8
    assert sorted(sizes)[len(sizes) // 2] >= 8


def test_its_code_makes_it_again_and_print_can_be_asked_for(book, tmp_path):
    recipe = resolve_code(read_book_code(book.manifest["code"]))
    assert recipe.pdf == book.manifest["recipe"]["pdf"] == "screen"
    asked = {"page": "eink", "pdf": "print", "mazes": 1, "svg": False}
    made = make_book("sheets", seed="owl", output=tmp_path, overrides=asked)
    assert made.pdf.name == "sheets.pdf"
    assert (
        make_book(made.folder / "recipe.toml", output=tmp_path, name="again").pdf.name
        == "again.pdf"
    )


def test_a_screen_that_is_too_small_names_those_that_do():
    with pytest.raises(Refused, match=r"pages that do: e-ink-7, e-ink-7\.8"):
        make_book("ages-5-6", overrides={"page": "e-ink-6", "level": "easy"})


def test_its_pages_are_shown_and_a_check_says_that_nothing_is_printed(book):
    assert make_preview(book.folder).is_file()
    with pytest.raises(Refused, match="for screens only, so there is nothing to print"):
        check_book(book.folder)
