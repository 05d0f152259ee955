"""Making a cover for a book that is there: from its folder to a PDF file in it."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from puzzlebook.books.covers.back import PREVIEWS
from puzzlebook.books.covers.front import Shown
from puzzlebook.books.covers.guides import draw_guides, draw_separate_guides
from puzzlebook.books.covers.look import CoverLook, make_look
from puzzlebook.books.covers.sheet import choose_spine_type, cover_page, lay_out_separate_pages
from puzzlebook.books.pages.ornaments import make_hidden_picture_maze
from puzzlebook.books.planning.samples import sample_pages
from puzzlebook.books.planning.setting import Setting
from puzzlebook.drawing.drawing import Drawing
from puzzlebook.ground.faults import Refused, format_choices, refuse
from puzzlebook.ground.lengths import format_inches
from puzzlebook.ground.seeds import derive_maze_key
from puzzlebook.ground.shell_commands import set_option, shell_line
from puzzlebook.maze_art.character import PLAIN
from puzzlebook.maze_art.extent import scale_to_fit
from puzzlebook.maze_art.inked import draw_answer, draw_puzzle
from puzzlebook.maze_art.marks import ARROWS, ICONS_AND_ARROWS, NO_MARKS
from puzzlebook.maze_art.plate import make_plate
from puzzlebook.maze_art.strokes import join_strokes
from puzzlebook.maze_art.theme import load_theme
from puzzlebook.maze_art.tints import tint_ink
from puzzlebook.mazes import Design, draw_maze, make_grid
from puzzlebook.printers.printer import PREMIUM, Printer, Stock
from puzzlebook.printers.wrap import PAPERS, Wrap, make_wrap, may_print_spine
from puzzlebook.recipes.files import decide_seed, load
from puzzlebook.recipes.order import Order, settle
from puzzlebook.recipes.order_paper import choose_sheet
from puzzlebook.recipes.printed_texts import ON_COVER, list_printed_texts
from puzzlebook.recipes.recipe import Recipe
from puzzlebook.shelf import folder as shelf
from puzzlebook.shelf.manifest import Damaged, FinishedBook, open_book, refuse_incomplete
from puzzlebook.typesetting import text
from puzzlebook.typesetting.layout import THINNEST, TypeScale
from puzzlebook.typesetting.logos import read_colour_logo
from puzzlebook.typesetting.page import Page, Picture
from puzzlebook.typesetting.pdf.document import ALL_SPACES, Document
from puzzlebook.typesetting.pdf.writer import write_pdf

if TYPE_CHECKING:
    from puzzlebook.typesetting.logos import Logo

_NOMINAL = 12.0
_EXAMPLE = 140.0  # points: a side of a puzzle that is shown before and after
_CUT = (22, 26)  # columns and rows of a maze that an outline cuts


@dataclass(frozen=True)
class Cover:
    """A finished cover: its files, its measures, and what is good to know about it.

    apart: the size of its pages (points), where front and back are pages of their own; else None.
    """

    files: tuple[Path, ...]
    wrap: Wrap
    apart: tuple[float, float] | None
    pages: int
    paper: str
    remarks: tuple[str, ...]


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

    paper: white, cream or color; else that of the recipe. spine: its width (points), where the
    printer has said it. sheet: the size of the whole (points), likewise. guides: a second file with
    trim, folds and safe areas. force: replace a cover that is there. typed: the words of the
    command line, for the one that a refusal suggests.
    """
    book = open_book(folder)
    folder = book.folder
    order = settle(decide_seed(load(str(folder / "recipe.toml"))), folder)
    stock = _choose_stock(order.recipe, paper)
    _check_stock(order, stock, book.pages)
    setting, printer = _make_setting(order), order.printer
    trim = order.recipe.page.width, order.recipe.page.height
    wrap = make_wrap(
        printer, trim, book.pages, stock.sheet, spine, order.words.right_to_left, sheet
    )
    _check_glyphs(setting)
    names = [f"{book.name}-cover.pdf", *([f"{book.name}-cover-guides.pdf"] if guides else [])]
    if not force:
        _check_free(folder, names, typed or ("cover", str(folder)))
    speaks = may_print_spine(printer, book.pages)
    apart = trim if printer.cover.apart and spine is None and sheet is None else None
    drawn = _lay_out_pages(
        setting, wrap, book, speaks and choose_spine_type(setting, wrap) > 0, apart
    )
    files = [drawn, *([_draw_guides(wrap, printer, apart)] if guides else [])]
    document = _make_document(order)
    contents = [write_pdf(pages, document) for pages in files]
    thick = {} if apart else {"spine": round(wrap.spine, 3)}
    size = [round(side, 3) for side in apart or wrap.sheet]
    made = {"pages": book.pages, "paper": stock.sheet, **thick, "sheet": size}
    shelf.add_files(
        book, dict(zip(names, contents, strict=True)), {"cover": made}, () if force else names
    )
    remarks = (
        () if apart else tuple(_list_remarks(setting, wrap, speaks, book.pages, sheet is not None))
    )
    return Cover(
        tuple(folder / name for name in names), wrap, apart, book.pages, stock.sheet, remarks
    )


def _make_setting(order: Order) -> Setting:
    """What the cover has in common with the pages of its book."""
    readers = order.readers
    sizes = (
        TypeScale(readers.type_size, order.face, readers.display)
        if readers
        else TypeScale(_NOMINAL, order.face)
    )
    return Setting(order, choose_sheet(order), sizes, wall=1.0)


def _lay_out_pages(
    setting: Setting,
    wrap: Wrap,
    book: FinishedBook,
    speaks: bool,
    apart: tuple[float, float] | None,
) -> list[Page]:
    """The cover itself: the wrap, or front and back as pages of this size. speaks: whether its
    spine has text."""
    look, order = make_look(setting), setting.order
    shown, barcode = _make_front(setting, look), wrap.barcode(order.printer)
    back = _draw_samples(setting, book), barcode, _read_logo(order)
    if apart:
        return lay_out_separate_pages(setting, look, apart, order.printer.cover.safe, shown, back)
    return [cover_page(setting, wrap, look, shown, back, speaks)]


def _draw_guides(wrap: Wrap, printer: Printer, apart: tuple[float, float] | None) -> list[Page]:
    """The guides of a wrap, or of front and back."""
    if apart:
        return draw_separate_guides(apart, printer.cover.safe)
    return [draw_guides(wrap, wrap.barcode(printer))]


def _make_document(order: Order) -> Document:
    """What a cover's file is beside its page; the printer may want no more said of it than that."""
    printer, book = order.printer, order.recipe.book
    said = "metadata" not in printer.refused | printer.unwanted
    return Document(
        title=book.title if said else "",
        author=book.author or "" if said else "",
        spaces=printer.cover.spaces or ALL_SPACES,
        condition=printer.condition,
        most_ink=printer.cover.most_ink,
    )


def _choose_stock(recipe: Recipe, paper: str | None) -> Stock:
    """What the book is printed with: its own ink, on the paper that is asked for or its own."""
    if paper is None:
        return Stock(recipe.ink, recipe.paper)
    if paper not in PAPERS:
        raise refuse("--paper", f"{paper!r} is not offered", format_choices(PAPERS))
    if paper == "color" and recipe.ink != PREMIUM:
        what = f"color is the paper of {PREMIUM} ink, and this book is in {recipe.ink}"
        raise refuse("--paper", what, format_choices(PAPERS[:2]))
    return Stock(recipe.ink, "white" if paper == "color" else paper)


def _check_stock(order: Order, stock: Stock, pages: int) -> None:
    """Refuse a paper on which the printer does not print this ink, or binds no book of so many
    pages."""
    printer, page = order.printer, order.recipe.page
    if not printer.prints(stock):
        raise refuse(
            "--paper",
            f"{printer.name} does not print {stock.named}",
            format_choices(printer.papers[stock.ink]),
        )
    limit = printer.limit(page.width, page.height, *stock)
    if not limit.binds(pages):
        raise refuse(
            "--paper",
            f"the book has {pages} pages",
            f"{printer.name} binds {limit} with {stock.named}",
        )


def _check_free(folder: Path, names: Sequence[str], words: Sequence[str]) -> None:
    """Refuse to replace a cover. words: those of the command that is to make it."""
    there = [name for name in names if os.path.lexists(folder / name)]
    if there:
        command = shell_line(*set_option(words, ("--force",)))
        raise refuse(
            str(folder / there[0]), "there is a cover already", "--force replaces it", command
        )


def _check_glyphs(setting: Setting) -> None:
    recipe = setting.recipe
    lines = (
        *list_printed_texts(recipe.book, "book", ON_COVER),
        *list_printed_texts(recipe.cover, "cover", ON_COVER),
    )
    if faults := text.find_glyph_faults(lines, setting.sizes.face, setting.words.texts()):
        raise Refused(faults)


def _list_remarks(
    setting: Setting, wrap: Wrap, speaks: bool, pages: int, told: bool
) -> Iterator[str]:
    """What is good to know of a cover. told: whether the printer has said how large the sheet
    is."""
    recipe, printer = setting.recipe, setting.order.printer
    spine = printer.spine
    if not speaks:
        least = spine.text_from if spine else 0
        yield f"the spine is blank: text needs {least} pages, and the book has {pages}"
    elif wrap.spine and recipe.book.title and not choose_spine_type(setting, wrap):
        room = format_inches(max(wrap.spine - 2 * wrap.clear, 0))
        width = format_inches(wrap.spine)
        yield f"the spine is blank: its {width} leave {room} for type, too little for 7 pt"
    if printer.cover.boards and not told:
        yield (
            "the size of the boards comes from third parties: the calculator of "
            f"{printer.name} may give another --sheet"
        )


def _make_front(setting: Setting, look: CoverLook) -> Shown:
    """What the front shows: the user's own picture, or a maze from the book's seed."""
    if setting.order.picture is not None:
        return setting.order.picture
    if setting.is_hiding:
        return make_hidden_picture_maze(setting, "front cover", ARROWS)
    cut = next((part for part in setting.parts if part.silhouettes), None)
    key = derive_maze_key(setting.seed, setting.recipe.volume, "front cover", 1)
    only_cut = all(part.silhouettes for part in setting.parts)
    if cut is None or look.field or (look.scenes is not None and not only_cut):
        grid = make_grid(look.shape, look.size)
        if look.field:
            return make_plate(
                draw_maze(Design(look.shape, look.size, key, "none"), grid), NO_MARKS, setting.theme
            )
        maze = draw_maze(Design(look.shape, look.size, key, "centre"), grid)
        if look.scenes is None:
            return make_plate(maze, ARROWS, setting.theme)
        return make_plate(
            maze, ICONS_AND_ARROWS, load_theme(look.scenes.theme, in_colour=True), tinted=True
        )
    silhouette = cut.silhouettes[0]
    asked = "square", _CUT, silhouette
    shown = make_grid(*asked, cut.section.edge)
    maze = draw_maze(
        Design(*asked[:2], key, "apart", silhouette=silhouette.code), make_grid(*asked), shown
    )
    # What is within its outline is to be seen as a whole.
    outline = join_strokes(shown, range(len(shown.pairs), len(shown.sides)))
    return make_plate(maze, ARROWS, setting.theme)._replace(shading=outline, solution=())


def _draw_samples(setting: Setting, book: FinishedBook) -> list[Page]:
    """Pages of the book that its back shows; none of a class set's, which are each pupil's own.

    What is hidden in a book no cover gives away: there it is another picture, before and after.
    """
    order = setting.order
    if setting.is_hiding:
        plate = make_hidden_picture_maze(setting, "how to solve", ARROWS)
        scale = scale_to_fit(plate.extent, THINNEST, _EXAMPLE, _EXAMPLE)
        ink = tint_ink(make_look(setting).colours, PLAIN)._replace(wall=THINNEST)
        return [
            _make_page(draw_puzzle(plate, scale, ink)),
            _make_page(draw_answer(plate._replace(solution=()), scale, ink)),
        ]
    if order.recipe.worksheet is not None:
        return []
    try:
        return sample_pages(order, book, PREVIEWS)
    except Damaged:
        raise refuse_incomplete(book.folder) from None


def _make_page(drawing: Drawing) -> Page:
    """A page with nothing but a drawing in its middle."""
    width, height = drawing.width * drawing.scale, drawing.height * drawing.scale
    aside = 0.08 * max(width, height)
    return Page(width + 2 * aside, height + 2 * aside, (Picture(aside, aside, drawing),))


def _read_logo(order: Order) -> Logo | None:
    """The logo in its colours, whatever ink the book is printed in."""
    name = order.recipe.book.logo
    return read_colour_logo(order.assets[name], name, f"book.logo: {name}") if name else None
