"""A cover for every book of ours, in every language, with and without words, and for every printer:
none crashes, and nothing on it is an empty field."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pypdfium2
import pytest

from puzzlebook import make_book
from puzzlebook.books.covers.sheet import choose_spine_type
from puzzlebook.checks.whole_book import check_book
from puzzlebook.ground import templates
from puzzlebook.ground.faults import Refused
from puzzlebook.language.words import load_words
from puzzlebook.printers.profiles import load_printer
from puzzlebook.printers.trims import trim
from puzzlebook.printers.wrap import estimate_spine_range, make_wrap, may_print_spine
from puzzlebook.recipes.files import decide_seed, load
from puzzlebook.recipes.order import settle
from puzzlebook.shelf.manifest import FinishedBook
from puzzlebook.typesetting.page import Box, Picture, Text
from puzzlebook.typesetting.text import find_missing_character, make_face
from puzzlebook.verbs import cover_pages
from puzzlebook.verbs.cover import make_cover

BOOKS = templates.list_names("books")
LANGUAGES = templates.list_names("languages")
PRINTERS = templates.list_names("printers")
LARGEST = 800  # where a printer names no limit
GIVEN = {"title": "Mia & Zoë: 12 Mazes", "author": "João Ng"}


def cover_cases():
    """Each book in each language with each choice of title and author; in every run each without
    any word, and each language with both."""
    for book, language, title, author in product(BOOKS, LANGUAGES, (False, True), (False, True)):
        wordless = language == "none" and not (title or author)
        often = (
            wordless
            or (language == "fa" and author and book == "adult")
            or (title and author and BOOKS[LANGUAGES.index(language)] == book)
        )
        name = "-".join(
            [book, language, *(["title"] if title else []), *(["author"] if author else [])]
        )
        yield pytest.param(
            book, language, title, author, id=name, marks=() if often else pytest.mark.exhaustive
        )


@pytest.mark.parametrize(("book", "language", "title", "author"), [*cover_cases()])
def test_a_cover_of_every_book_in_every_language(book, language, title, author, tmp_path):
    fewest = 10 if book.startswith("one-maze") else 3  # rooms with four doors each
    asked = {"language": language, "svg": False, "mazes": fewest}
    asked |= {
        f"book.{key}": GIVEN[key]
        for key, is_asked in (("title", title), ("author", author))
        if is_asked
    }
    words = load_words(language)
    if find_missing_character(words("how_to_title"), make_face(words.language, words.direction)):
        pytest.skip(f"no font for {language} is installed")
    made = make_book(book, seed="owl", output=tmp_path, overrides=asked)
    found = make_cover(made.folder)
    assert all(report.passed for report in check_book(made.folder).reports)
    said = "".join(
        page.get_textpage().get_text_bounded() for page in pypdfium2.PdfDocument(found.files[0])
    )
    assert not title or "12" in said
    assert not author or ("João" in said and "Ng" in said)
    if language == "none" and not (title or author):
        assert not any(character.isalpha() for character in said)


def drawn(book, printer, page, pages, monkeypatch, **given):
    """The pages of the cover of a book of so many pages, as values; without pages of the book on
    its back."""
    asked = {"printer": printer, "page": page, "seed": "owl", **given}
    order = settle(decide_seed(load(book, asked)), Path())
    setting, profile = cover_pages.make_setting(order), order.printer
    trim = order.recipe.page.width, order.recipe.page.height
    known = profile.spine is not None and profile.spine.width(pages, "white") is not None
    spine = None if known else sum(estimate_spine_range(profile, pages)) / 2
    edge = profile.cover.edge
    unknown = profile.cover.boards and profile.cover.overhang is None
    sheet = (2 * (trim[0] + 9 + edge) + (spine or 0), trim[1] + 18 + 2 * edge) if unknown else None
    wrap = make_wrap(profile, trim, pages, "white", spine, order.words.right_to_left, sheet)
    monkeypatch.setattr(cover_pages, "_draw_samples", lambda *_: [])
    speaks = may_print_spine(profile, pages) and choose_spine_type(setting, wrap) > 0
    apart = trim if profile.cover.separate_pages else None
    hardest = {"minutes": 9.5, "shape": "square", "solution_length": 214}
    finished = FinishedBook(Path(), {"mazes": [hardest]}, True)
    return cover_pages.lay_out_pages(setting, wrap, finished, speaks, apart), wrap


def box_of(item):
    if isinstance(item, Text):
        return Box(item.x, item.y, 0, 0)
    if isinstance(item, Picture):
        return Box(
            item.x,
            item.y,
            item.drawing.width * item.drawing.scale,
            item.drawing.height * item.drawing.scale,
        )
    return item.box


def empty_fields(page, barcode):
    """The fields of one colour with nothing on them, but for the ground, the spine and what the
    printer fills."""
    for place, item in enumerate(page.items):
        if not isinstance(item, Picture) or [layer.name for layer in item.drawing.layers] != [
            "ground"
        ]:
            continue
        field = box_of(item)
        if field.height >= page.height - 1 or (barcode and abs(field.x - barcode.x) < 9):
            continue
        inner = (box_of(other) for other in page.items[place + 1 :])
        if not any(
            field.x <= box.x <= field.right and field.y <= box.y <= field.bottom for box in inner
        ):
            yield field


@pytest.mark.parametrize("printer", ["home", "kdp-paperback"])
@pytest.mark.parametrize("book", BOOKS)
def test_no_field_of_a_cover_without_words_is_empty(book, printer, monkeypatch):
    page = "letter" if book == "tactile" else "6x9"
    pages, wrap = drawn(book, printer, page, 100, monkeypatch, language="none")
    barcode = wrap.barcode(load_printer(printer))
    assert not [field for page in pages for field in empty_fields(page, barcode)]


def page_holds(book, page):
    """Whether a page has room for the readers of a book."""
    try:
        settle(decide_seed(load(book, {"page": page, "seed": "owl"})), Path())
    except Refused:
        return False
    return True


def printer_cases():
    """Each printer, from its thinnest book to its thickest, bound left and right, on an upright
    page and a wide one; in every run each printer's extremes."""
    for place, (printer, page, language, book) in enumerate(
        product(PRINTERS, ("6x9", "8.25x6", "8.5x8.5", "letter"), ("en", "fa"), BOOKS)
    ):
        often = (
            page == "6x9"
            and language == ("en", "fa")[place % 2]
            and book == BOOKS[PRINTERS.index(printer)]
        )
        yield pytest.param(
            printer, page, language, book, marks=() if often else pytest.mark.exhaustive
        )


@pytest.mark.parametrize(("printer", "page", "language", "book"), [*printer_cases()])
def test_a_cover_for_every_printer_from_the_thinnest_book_to_the_thickest(
    printer, page, language, book, monkeypatch
):
    profile, (_, width, height) = load_printer(printer), trim(page)
    if not profile.trims.accepts(width, height) or not page_holds(book, page):
        pytest.skip("the printer takes no such page, or the readers none so small")
    limit = profile.limit(width, height, "black", "white")
    for pages in (limit.minimum or 2, limit.maximum or LARGEST):
        found, wrap = drawn(book, printer, page, pages, monkeypatch, language=language)
        assert all(page.items for page in found)
        assert wrap.spine >= 0
