"""Making the cover of an existing book, as a PDF file in its folder."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from puzzlebook.books.covers.sheet import choose_spine_type
from puzzlebook.books.planning.setting import Setting
from puzzlebook.ground.faults import Note, Refused, format_choices, refuse
from puzzlebook.ground.lengths import format_inches
from puzzlebook.ground.shell_commands import set_option, shell_line
from puzzlebook.printers.printer import PREMIUM, Printer, Stock
from puzzlebook.printers.wrap import (
    PAPERS,
    Wrap,
    make_wrap,
    may_print_spine,
    refuse_unknown_spine,
)
from puzzlebook.recipes.files import decide_seed, load
from puzzlebook.recipes.order import Order, settle
from puzzlebook.recipes.printed_texts import ON_COVER, list_printed_texts
from puzzlebook.recipes.recipe import Recipe
from puzzlebook.shelf import folder as shelf
from puzzlebook.shelf.listings import report_stale
from puzzlebook.shelf.manifest import open_book
from puzzlebook.typesetting import text
from puzzlebook.typesetting.pdf.document import ALL_SPACES, Document
from puzzlebook.typesetting.pdf.writer import write_pdf
from puzzlebook.verbs.cover_pages import draw_guide_pages, lay_out_pages, make_setting

_MAX_SPINE_PAGES = 830  # page counts tried for a spine with words; no printer binds thicker books


@dataclass(frozen=True)
class Cover:
    """A finished cover: its files, its dimensions, and notes.

    separate_size: the size in points of separate front and back pages; None for a wrap.
    """

    files: tuple[Path, ...]
    wrap: Wrap
    separate_size: tuple[float, float] | None
    pages: int
    stock: Stock
    remarks: tuple[str, ...]

    @property
    def paper(self) -> str:
        """The paper's name in the printer's table of papers."""
        return self.stock.sheet


def make_cover(
    folder: Path,
    paper: str | None = None,
    spine: float | None = None,
    guides: bool = False,
    force: bool = False,
    sheet: tuple[float, float] | None = None,
    typed: Sequence[str] = (),
) -> Cover:
    """Make the cover of the book in a folder, and enter it in the book's manifest.

    paper: white, cream or color; by default the recipe's. spine, sheet: the spine width and the
    size of the whole cover, in points, if the printer specifies them. guides: also write a file
    with trim, folds and safe areas. force: replace an existing cover. typed: the words of the
    command line, for a suggested command.
    """
    book = open_book(folder)
    folder = book.folder
    order = settle(decide_seed(load(str(folder / "recipe.toml"))), folder)
    stock = _choose_stock(order.recipe, paper)
    _check_stock(order, stock, book.pages)
    setting, printer = make_setting(order), order.printer
    trim = order.recipe.page.width, order.recipe.page.height
    words = typed or ("cover", str(folder))
    known = printer.spine.width(book.pages, stock.sheet) if printer.spine else None
    if spine is None and known is None:
        raise refuse_unknown_spine(printer, book.pages, stock.sheet, words)
    wrap = make_wrap(
        printer, trim, book.pages, stock.sheet, spine, order.words.right_to_left, sheet
    )
    _check_glyphs(setting)
    names = [f"{book.name}-cover.pdf", *([f"{book.name}-cover-guides.pdf"] if guides else [])]
    if not force:
        _check_free(folder, names, words)
    has_type = may_print_spine(printer, book.pages) and choose_spine_type(setting, wrap) > 0
    separate_size = (
        trim if printer.cover.separate_pages and spine is None and sheet is None else None
    )
    cover_pages = lay_out_pages(setting, wrap, book, has_type, separate_size)
    files = [cover_pages, *([draw_guide_pages(wrap, printer, separate_size)] if guides else [])]
    document = make_cover_document(order)
    contents = [write_pdf(pages, document) for pages in files]
    spine_entry = {} if separate_size else {"spine": round(wrap.spine, 3)}
    size = [round(side, 3) for side in separate_size or wrap.sheet]
    cover_entry = {"pages": book.pages, "paper": stock.sheet, **spine_entry, "sheet": size}
    shelf.add_files(
        book,
        dict(zip(names, contents, strict=True)),
        {"cover": cover_entry},
        () if force else names,
    )
    spine_note = "" if separate_size else describe_blank_spine(setting, wrap, stock, book.pages)
    remarks = [spine_note] if spine_note else []
    if not separate_size and sheet is None:
        remarks += _list_doubts(printer, wrap, spine is None)
    remarks += report_stale(folder)
    made_files = tuple(folder / name for name in names)
    return Cover(made_files, wrap, separate_size, book.pages, stock, tuple(remarks))


def make_cover_document(order: Order) -> Document:
    """Return the colours of a cover's PDF, and its metadata as far as the printer accepts it."""
    printer, book = order.printer, order.recipe.book
    is_titled = "metadata" not in printer.refused | printer.unwanted
    return Document(
        title=book.title if is_titled else "",
        author=book.author or "" if is_titled else "",
        spaces=printer.cover.spaces or ALL_SPACES,
        condition=printer.condition,
        max_ink=printer.cover.max_ink,
        overprints=True,
    )


def _choose_stock(recipe: Recipe, paper: str | None) -> Stock:
    """Return the book's ink on the requested paper, by default the book's own."""
    if paper is None:
        return Stock(recipe.ink, recipe.paper)
    if paper not in PAPERS:
        raise refuse("--paper", f"{paper!r} is not available", format_choices(PAPERS))
    if paper == "color" and recipe.ink != PREMIUM:
        what = f"color paper is only for {PREMIUM} ink, but this book is in {recipe.ink}"
        raise refuse("--paper", what, format_choices(PAPERS[:2]))
    return Stock(recipe.ink, "white" if paper == "color" else paper)


def _check_stock(order: Order, stock: Stock, pages: int) -> None:
    """Refuse a paper that the printer does not offer for this ink or this page count."""
    printer, page = order.printer, order.recipe.page
    if not printer.prints(stock):
        raise refuse(
            "--paper",
            f"{printer.name} does not print {stock.description}",
            format_choices(printer.papers[stock.ink]),
        )
    limit = printer.limit(page.width, page.height, *stock)
    if not limit.binds(pages):
        raise refuse(
            "--paper",
            f"the book has {pages} pages",
            f"{printer.name} binds {limit} with {stock.description}",
        )


def _check_free(folder: Path, names: Sequence[str], words: Sequence[str]) -> None:
    """Refuse to replace a cover. words: the command that makes it, for a suggestion."""
    existing = [name for name in names if os.path.lexists(folder / name)]
    if existing:
        command = shell_line(*set_option(words, ("--force",)))
        raise refuse(
            str(folder / existing[0]),
            "there is a cover already",
            "add --force to replace it",
            command,
        )


def _check_glyphs(setting: Setting) -> None:
    recipe = setting.recipe
    lines = (
        *list_printed_texts(recipe.book, "book", ON_COVER),
        *list_printed_texts(recipe.cover, "cover", ON_COVER),
    )
    if faults := text.find_glyph_faults(lines, setting.sizes.face, setting.words.texts()):
        raise Refused(faults)


def describe_blank_spine(setting: Setting, wrap: Wrap, stock: Stock, pages: int) -> str:
    """Return a note that the spine is blank, and from how many pages on its words fit; empty if it
    has words, or if there are none for it."""
    has_words = setting.recipe.book.title or setting.recipe.book.author
    has_type = may_print_spine(setting.order.printer, pages) and choose_spine_type(setting, wrap)
    if not (wrap.spine and has_words) or has_type:
        return ""
    spine_pages = find_spine_pages(setting, stock.sheet, pages)
    more = f": its words fit from {spine_pages} pages on, and the book has {pages}"
    return f"the spine is blank{more if spine_pages else ''}"


def find_spine_pages(setting: Setting, paper: str, pages: int) -> int:
    """Return the smallest even page count, of more than `pages`, at which the spine has room for
    its words; 0 if there is none."""
    printer, page = setting.order.printer, setting.recipe.page
    for count in range(pages + 2 - pages % 2, _MAX_SPINE_PAGES, 2):
        try:
            wrap = make_wrap(printer, (page.width, page.height), count, paper)
        except Refused:
            continue
        if may_print_spine(printer, count) and choose_spine_type(setting, wrap):
            return count
    return 0


def _list_doubts(printer: Printer, wrap: Wrap, is_computed: bool) -> Iterator[str]:
    """Yield a note on a figure that the printer has not confirmed. is_computed: whether we
    computed the spine width."""
    known = printer.spine
    if is_computed and known and known.is_estimated:
        yield Note(
            f"the spine, {format_inches(wrap.spine)}, is based on third-party figures: compare it "
            f"with the calculator of {printer.name}, {known.calculator}",
            "; --spine sets another",
        )
    elif printer.cover.is_estimated:
        what = "the size of the boards comes from third parties"
        yield Note(what, f": the calculator of {printer.name} may give another --sheet")
