"""The PDF for screens: the same pages as the print, with an outline, links and the recipe; and a
print without them."""

from itertools import dropwhile, pairwise

import numpy as np
import pikepdf
import pytest
from rendering import Printed

from puzzlebook import make_book
from puzzlebook.ground.faults import Refused

MATTER = [
    "title",
    "copyright",
    "how-to",
    "contents",
    "openers",
    "key",
    "certificate",
    "notes",
    "colophon",
]
OVERRIDES = {
    "mazes": 14,
    "pdf": "both",
    "svg": False,
    "book.author": "Ada Example",
    "book.matter": MATTER,
}


@pytest.fixture(scope="module")
def book(tmp_path_factory):
    return Printed(
        make_book(
            "ages-7-8", seed="owl", output=tmp_path_factory.mktemp("both"), overrides=OVERRIDES
        ).folder
    )


@pytest.fixture(scope="module")
def screen(book):
    """The same book, with the screen's PDF as its PDF."""
    shown = Printed(book.folder)
    shown.pdf = book.folder / "ages-7-8-screen.pdf"
    return shown


def test_both_have_the_same_pictures(book, screen):
    assert len(book.pdfium) == len(screen.pdfium) == book.manifest["pages"]
    for page in range(1, len(book.pdfium) + 1):
        assert np.array_equal(book.pixels(page), screen.pixels(page)), page


def test_the_print_has_none_of_the_screens_parts(book):
    assert not {"/Outlines", "/Names", "/AF", "/PageLabels", "/PageLayout"} & set(
        book.pike.Root.keys()
    )
    assert not any("/Annots" in page.obj for page in book.pike.pages)
    assert list(book.pdfium.get_toc()) == []


def test_the_screen_opens_as_a_book(screen):
    root = screen.pike.Root
    assert root.Lang == "en"
    assert root.PageLayout == "/TwoPageRight"
    assert root.PageMode == "/UseOutlines"
    assert root.ViewerPreferences.DisplayDocTitle == True  # noqa: E712 - a boolean of PDF's
    assert screen.pdfium.get_metadata_value("Title") == "The Great Big Maze Book"
    assert [page.label for page in screen.pike.pages] == [
        str(n) for n in range(1, len(screen.pike.pages) + 1)
    ]


def outline(screen):
    """Level, title and page (from 1) of each line of the outline, by pdfium."""
    return [
        (line.level, line.get_title(), line.get_dest().get_index() + 1)
        for line in screen.pdfium.get_toc()
    ]


def test_the_outline_names_sections_and_mazes(screen):
    found = outline(screen)
    places = {title: page for level, title, page in found}
    for maze in screen.mazes:
        assert (1, f"Maze {maze['number']}", maze["puzzle"]["page"]) in found
    for section in screen.manifest["recipe"]["section"]:
        first = next(
            maze for maze in screen.mazes if maze.get("chapter", maze["section"]) == section["key"]
        )
        assert (0, section["title"], first["puzzle"]["page"] - 1) in found
    assert places["Answers"] == min(maze["answer"]["page"] for maze in screen.mazes)
    assert {"How to solve a maze", "Contents", "Certificate", "Notes", "About this book"} <= set(
        places
    )
    tops = [page for level, _, page in found if level == 0]
    assert all(a < b for a, b in pairwise(tops))


def links(screen, page):
    """The links of a page: the box, from the top left corner, and the page that it leads to."""
    numbers = {leaf.obj.objgen: number for number, leaf in enumerate(screen.pike.pages, 1)}
    leaf = screen.pike.pages[page - 1]
    high = float(leaf.mediabox[3])
    for link in leaf.obj.get("/Annots", []):
        left, bottom, right, top = map(float, link.Rect)
        assert link.Subtype == "/Link"
        assert str(link.Contents)
        yield (left, high - top, right, high - bottom), numbers[link.Dest[0].objgen]


def within(spot, box):
    return box[0] <= spot[0] <= box[2] and box[1] <= spot[1] <= box[3]


def test_mazes_and_answers_lead_to_each_other(screen):
    for maze in screen.mazes:
        puzzle, answer = maze["puzzle"], maze["answer"]
        ((box, page),) = links(screen, puzzle["page"])
        assert page == answer["page"]
        (line,) = [
            line for line in screen.lines(puzzle["page"]) if line.text.startswith("Answer on")
        ]
        assert within((line.left, line.top), box)
        assert within((line.right, line.bottom), box)
        back = [page for box, page in links(screen, answer["page"]) if within(answer["start"], box)]
        assert back == [puzzle["page"]]


def test_the_contents_lead_where_they_say(screen):
    page = next(page for level, title, page in outline(screen) if title == "Contents")
    lines = screen.lines(page)
    found = list(links(screen, page))
    for box, target in found:
        assert str(target) in [line.text for line in lines if within((line.left, line.top), box)]
    assert len(found) == len(screen.manifest["recipe"]["section"]) + 1


def test_the_recipe_is_attached(book, screen):
    (name,) = screen.pike.attachments
    attached = screen.pike.attachments[name]
    assert name == "recipe.toml"
    head, *rest = (book.folder / "recipe.toml").read_text("utf-8").splitlines(keepends=True)
    kept = dropwhile(
        lambda line: line.startswith("#"), rest
    )  # without the command that restores the very libraries
    assert attached.get_file().read_bytes().decode() == "".join([head, *kept])
    assert attached.get_file().mime_type == "application/toml"
    assert len(screen.pike.Root.AF) == 1


def test_the_screens_fonts_are_its_own(screen):
    """Every font is embedded in it too, for it is another document."""
    assert all(
        line.embedded for page in range(1, len(screen.pdfium) + 1) for line in screen.lines(page)
    )


def test_both_are_listed_and_repeat(book, tmp_path):
    assert {"ages-7-8.pdf", "ages-7-8-screen.pdf"} <= set(book.manifest["files"])
    again = make_book("ages-7-8", seed="owl", output=tmp_path, overrides=OVERRIDES)
    assert again.manifest["files"] == book.manifest["files"]


def test_only_the_screen(tmp_path):
    made = make_book("sheets", seed="owl", output=tmp_path, overrides={"mazes": 2, "pdf": "screen"})
    assert made.pdf.name == "sheets-screen.pdf"
    assert [file for file in made.manifest["files"] if file.endswith(".pdf")] == [
        "sheets-screen.pdf"
    ]
    assert pikepdf.open(made.pdf).Root.PageLayout == "/TwoPageRight"


def test_an_unknown_kind_of_pdf_is_refused(tmp_path):
    with pytest.raises(Refused, match="pdf"):
        make_book("sheets", seed="owl", output=tmp_path / "x", overrides={"pdf": "paper"})
    assert not (tmp_path / "x").exists()
