"""Display lists of pages and covers, as text: every item in the order in which it is painted.

`python tests/display_lists.py --renew` writes the files in `display_lists/` anew, to be read with
care; `test_display_lists.py` compares them. Lengths are points from the top left corner of the
page, to a tenth. The books have mazes of a fixed size: the grids that follow from readers and paper
may change.
"""

from __future__ import annotations

import sys
import unicodedata
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from puzzlebook import __version__
from puzzlebook.books.covers.back import PREVIEWS
from puzzlebook.books.covers.claims import MazeFacts
from puzzlebook.books.covers.look import make_look
from puzzlebook.books.covers.sheet import choose_spine_type, cover_page
from puzzlebook.books.planning.book_plan import plan_book
from puzzlebook.books.planning.pagination import paginate
from puzzlebook.books.planning.samples import SamplePage
from puzzlebook.drawing.drawing import Colour, Layer, Packed, Style, Subpath
from puzzlebook.geometry.arcs import Point, find_extremes
from puzzlebook.printers.wrap import make_wrap, may_print_spine
from puzzlebook.recipes.book_codes import make_book_code
from puzzlebook.recipes.files import decide_seed, load
from puzzlebook.recipes.order import Order, settle
from puzzlebook.running.process_pool import ALONE
from puzzlebook.typesetting import text
from puzzlebook.typesetting.page import Item, Page, Photo, Picture, Rule, Text
from puzzlebook.typesetting.text.fonts import face_for_text
from puzzlebook.verbs.cover_pages import _draw_samples, _make_front, make_setting

FOLDER = Path(__file__).with_name("display_lists")

PLAIN_BOOK = """
seed = "owl"
name = "plain"
page = "6x9"
theme = "ink"
codes = "all"
marks = "doors"

[book]
title = "A Plain Book of Mazes"
subtitle = "With a sentence that runs through it"
author = "Ada Example"
series = "Plain Books"
publisher = "Example Press"
copyright = "Ada Example"
year = 2026
dedication = "For all who like it plain"
child = "Mia"
secret = "OH, YES"
matter = ["title", "copyright", "dedication", "how-to", "contents", "openers", "key", "certificate", "notes",
          "colophon"]

[[section]]
key = "squares"
title = "Squares"
mazes = 4
size = "12x16"

[[section]]
key = "hexagons"
title = "A Heart of Hexagons"
mazes = 2
shape = "hexagonal"
size = "16x18"
silhouette = "heart"
"""
"""A book for nobody in particular: a maze on its title page, and every kind of page at its end."""

CHILDRENS_BOOK = """
seed = "owl"
name = "bees"
page = "8.5x8.5"
look = "5-6"
theme = "bee"
language = "de"

[book]
title = "Bienen, Blumen, Labyrinthe"
subtitle = "Für alle, die gern summen"
author = "Ada Example"
matter = ["title", "copyright", "how-to", "contents", "openers", "key", "certificate", "colophon"]

[[section]]
key = "first"
title = "Erste Wege"
mazes = 3
size = "6x6"

[[section]]
key = "rings"
title = "Im Kreis"
mazes = 2
shape = "polar"
size = "4"
"""
"""A children's book in German with the scenes of a theme."""

PERSIAN_BOOK = """
seed = "owl"
name = "fa"
page = "5x8"
language = "fa"

[book]
title = "هزارتو"
author = "Ada Example"

[[section]]
key = "first"
title = "یک"
mazes = 3
size = "9x12"
"""
"""A book from right to left."""


class BookPage(NamedTuple):
    """A page to be shown: the recipe of its book, the kind of its planned, and which of that kind it
    is, from 0."""

    recipe: str
    kind: str
    place: int = 0


PAGES: Mapping[str, BookPage] = {
    "plain-title": BookPage(PLAIN_BOOK, "title"),
    "plain-how-to": BookPage(PLAIN_BOOK, "how-to"),
    "plain-contents": BookPage(PLAIN_BOOK, "contents"),
    "plain-puzzle": BookPage(PLAIN_BOOK, "puzzles", 5),
    "plain-key": BookPage(PLAIN_BOOK, "key"),
    "plain-secret": BookPage(PLAIN_BOOK, "secret"),
    "plain-certificate": BookPage(PLAIN_BOOK, "certificate"),
    "plain-notes": BookPage(PLAIN_BOOK, "notes"),
    "plain-colophon": BookPage(PLAIN_BOOK, "colophon"),
    "childrens-title": BookPage(CHILDRENS_BOOK, "title"),
    "childrens-how-to": BookPage(CHILDRENS_BOOK, "how-to"),
    "childrens-contents": BookPage(CHILDRENS_BOOK, "contents"),
    "childrens-opener": BookPage(CHILDRENS_BOOK, "opener"),
    "childrens-puzzle": BookPage(CHILDRENS_BOOK, "puzzles", 1),
    "childrens-key": BookPage(CHILDRENS_BOOK, "key"),
    "childrens-colophon": BookPage(CHILDRENS_BOOK, "colophon"),
    "persian-how-to": BookPage(PERSIAN_BOOK, "how-to"),
    "persian-puzzle": BookPage(PERSIAN_BOOK, "puzzles"),
    "persian-key": BookPage(PERSIAN_BOOK, "key"),
}


class BookCover(NamedTuple):
    """A cover to be shown: the template of its book, what is asked for beyond it, and the recipe of
    a book whose puzzle pages its back shows. It is of 200 pages."""

    book: str
    given: Mapping[str, object]
    shown: str = ""


COVERS: Mapping[str, BookCover] = {
    "cover-ages-5-6-de": BookCover(
        "ages-5-6",
        {
            "language": "de",
            "printer": "kdp-paperback",
            "page": "8.5x8.5",
            "book.series": "Reihe",
            "volume": 2,
        },
        CHILDRENS_BOOK,
    ),
    "cover-ages-9-11-fa": BookCover(
        "ages-9-11", {"language": "fa", "printer": "lulu", "page": "6x9"}
    ),
    "cover-adult-es": BookCover(
        "adult",
        {"language": "es", "printer": "kdp-hardcover", "page": "6x9", "book.author": "Ada Example"},
        PLAIN_BOOK,
    ),
    "cover-hidden-pictures-fr": BookCover(
        "hidden-pictures",
        {"language": "fr", "printer": "lulu-coil", "page": "8.5x11", "book.subtitle": None},
    ),
}


def display_lists() -> Iterator[tuple[str, str]]:
    """Every page and cover by its name, as text."""
    for name, page in PAGES.items():
        yield name, page_text(made_page(page))
    for name, cover in COVERS.items():
        yield name, page_text(made_cover(cover))


def renew() -> None:
    """Write every display list anew, and remove those of pages that are no longer shown."""
    FOLDER.mkdir(exist_ok=True)
    for file in FOLDER.iterdir():
        if file.stem not in {*PAGES, *COVERS}:
            file.unlink()
    for name, shown in display_lists():
        file_of(name).write_text(shown, encoding="utf-8", newline="\n")


def file_of(name: str) -> Path:
    """Where the display list of a page or cover is kept."""
    return FOLDER / f"{name}.txt"


# Making the pages


@cache
def order_of(recipe: str) -> Order:
    """The order of a recipe."""
    with TemporaryDirectory() as folder:
        file = Path(folder, "recipe.toml")
        file.write_text(recipe, encoding="utf-8")
        loaded = load(str(file))
        order = settle(decide_seed(loaded), loaded.folder)
        return replace(order, code=make_book_code(order.recipe, order.assets, loaded, {}, []))


@cache
def pages_of(recipe: str) -> Sequence[tuple[str, Page]]:
    """The pages of a recipe's book, each with the kind of its planned."""
    order = order_of(recipe)
    plan = plan_book(order, lambda: None, ALONE)(None)
    kinds = [planned.kind for planned in paginate(order).planned_pages]
    return list(zip(kinds, plan.printouts[0].pages(), strict=True))


def made_page(shown: BookPage) -> Page:
    """The page of a book."""
    return [page for kind, page in pages_of(shown.recipe) if kind == shown.kind][shown.place]


def made_cover(shown: BookCover) -> Page:
    """A cover as one sheet."""
    order = settle(decide_seed(load(shown.book, {"seed": "owl", **shown.given})), Path())
    setting, printer, page = make_setting(order), order.printer, order.recipe.page
    known = printer.spine is not None and printer.spine.width(200, "white") is not None
    spine = None if known or printer.spine is None else 40.0
    wrap = make_wrap(
        printer, (page.width, page.height), 200, "white", spine, order.words.right_to_left, None
    )
    look = make_look(setting)
    pages = pages_of(shown.shown) if shown.shown else []
    puzzles = [SamplePage(page) for kind, page in pages if kind == "puzzles"]
    samples = _draw_samples(setting, None) if setting.is_hiding else puzzles[:PREVIEWS]
    speaks = may_print_spine(printer, 200) and choose_spine_type(setting, wrap) > 0
    back = samples, wrap.barcode(printer), None, MazeFacts(214, "square")
    return cover_page(setting, wrap, look, _make_front(setting, look), back, speaks)


# Pages as text


def page_text(page: Page) -> str:
    """A page as text: its size and, line by line, its items."""
    lines = [f"page {_lengths(page.width, page.height)}"]
    if page.trim:
        lines.append(f"trim {_box(*page.trim[:2], page.trim.right, page.trim.bottom)}")
    for item in page.items:
        lines += _item_lines(item)
    lines += [
        f"link to page {link.page}  {_box(*link.box[:2], link.box.right, link.box.bottom)}"
        for link in page.links
    ]
    return "\n".join(lines) + "\n"


def _item_lines(item: Item) -> Iterator[str]:
    if isinstance(item, Text):
        turned = " turned" if item.turned else ""
        face = f"{_face(item)} {_lengths(item.size)} {_colour(item.colour)}{turned}"
        yield f"text    {_lengths(item.x, item.y)}  {face}  {_plain(item.text)}"
    elif isinstance(item, Rule):
        ends = _lengths(item.x1, item.y1, item.x2, item.y2)
        yield f"rule    {ends}  {item.width:.2f} {_colour(item.colour)}"
    elif isinstance(item, Photo):
        yield f"photo   {_box(*item.box[:2], item.box.right, item.box.bottom)}  {len(item.content)} bytes"
    else:
        yield from _picture_lines(item)


def _picture_lines(picture: Picture) -> Iterator[str]:
    drawing = picture.drawing
    right, bottom = (
        picture.x + drawing.width * drawing.scale,
        picture.y + drawing.height * drawing.scale,
    )
    yield f"picture {_box(picture.x, picture.y, right, bottom)}"
    for layer in drawing.layers:
        yield f"  {layer.name}: {_style(layer.style)}  {_traced(layer, picture)}"


def _face(item: Text) -> str:
    face = face_for_text(item.text, item.face)
    weight = " bold" if face.is_bold and not face.display_font else ""
    return f"{face.display_font or text.family_name(face)}{weight}"


def _style(style: Style) -> str:
    line = f"line {style.width:.2f} {_colour(style.line)}" if style.width else ""
    fill = f"fill {_colour(style.fill)}" if style.fill is not None else ""
    return ", ".join(filter(None, (line, fill))) or "nothing"


def _traced(layer: Layer, picture: Picture) -> str:
    """How many points a layer's paths have, and the box around these and their arcs on the page."""
    points = _packed_points(layer.packed) if layer.packed else list(_points(layer.subpaths))
    if not points:
        return "no points"
    drawing = picture.drawing
    xs = [picture.x + (x - drawing.left) * drawing.scale for x, _ in points]
    ys = [picture.y + (y - drawing.top) * drawing.scale for _, y in points]
    return f"{len(points)} points in {_box(min(xs), min(ys), max(xs), max(ys))}"


def _points(subpaths: Sequence[Subpath]) -> Iterator[Point]:
    """The points of paths, the control points of their curves, and where an arc reaches
    farthest."""
    for subpath in subpaths:
        yield from subpath.points
        for here, to, bend in zip(
            subpath.points, subpath.segment_ends, subpath.bends, strict=False
        ):
            if isinstance(bend, tuple):
                yield from bend
            elif bend:
                yield from find_extremes(here, to, bend)[2:]


def _packed_points(packed: Packed) -> list[Point]:
    """The points and control points of a path as a PDF file has it."""
    content = zlib.decompress(packed.content) if packed.is_form else packed.content
    numbers = [
        float(word)
        for word in content.decode().split()
        if not word[-1].isalpha() and word[-1] != "*"
    ]
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def _box(left: float, top: float, right: float, bottom: float) -> str:
    return f"{_lengths(left, top)} to {_lengths(right, bottom)}"


def _lengths(*lengths: float) -> str:
    """Lengths to a tenth of a point; nothing is minus nothing."""
    return " ".join(f"{round(length, 1) + 0.0:.1f}" for length in lengths)


def _colour(colour: Colour) -> str:
    return "#" + "".join(f"{round(255 * part):02x}" for part in colour)


def _plain(said: str) -> str:
    """A text in quotes, what is not seen of it by its number; a release does not move it."""
    shown = "".join(
        f"<{ord(c):04X}>" if unicodedata.category(c) in ("Cf", "Cc") else c for c in said
    )
    return f'"{shown.replace(__version__, "VERSION")}"'


if __name__ == "__main__":
    if sys.argv[1:] != ["--renew"]:
        sys.exit("usage: python tests/display_lists.py --renew")
    renew()
