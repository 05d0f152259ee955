"""A contact sheet: the pages of a book's PDF as they lie open, side by side, in one picture."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from io import BytesIO
from math import ceil, sqrt
from pathlib import Path
from typing import Any, NamedTuple

from puzzlebook.ground.faults import refuse
from puzzlebook.ground.regular_files import read_regular_file
from puzzlebook.ground.shell_commands import OUTPUT, set_option, shell_line
from puzzlebook.pdf_reading.pages import use_document
from puzzlebook.recipes.sources import read_finished_recipe
from puzzlebook.recipes.translation import resolve_words
from puzzlebook.shelf.folder import add_files
from puzzlebook.shelf.manifest import LARGEST_FILE, FinishedBook, open_book
from puzzlebook.shelf.placing import (
    Place,
    check_file,
    check_place,
    find_free_file,
    has_content,
    put_new_files,
    refuse_occupied,
)

TALLEST_PAGE = 360
"""How high a page is, in pixels, while there are few of them."""

_MOST_PIXELS = 36_000_000
_GAP = 0.12  # between openings, in page heights
_MOST_SLENDER = 20  # times as high as wide
_DESK = 205
_HAIR = 150


class Opening(NamedTuple):
    """What is seen at once: the pages at the left and at the right, by number; None where there is
    none."""

    left: int | None
    right: int | None


def list_openings(pages: int, right_to_left: bool = False) -> list[Opening]:
    """The openings of a book: the first page alone, then two by two."""
    pairs = [
        (None, 1),
        *((number, number + 1 if number < pages else None) for number in range(2, pages + 1, 2)),
    ]
    return [Opening(*(pair[::-1] if right_to_left else pair)) for pair in pairs]


def make_preview(
    folder: Path, output: Path | None = None, force: bool = False, typed: Sequence[str] = ()
) -> Path:
    """Write the contact sheet of the book in a folder; inside it, the sheet enters the book's
    manifest.

    force: whether it replaces another file. typed: the words of the command line, for the one that
    a refusal suggests.
    """
    book = open_book(folder)
    folder, recipe = book.folder, read_finished_recipe(book)
    path = output or folder / f"{book.name}-preview.png"
    if path.suffix.lower() != ".png":
        raise refuse(str(path), "is not the name of a PNG file", "a name that ends in .png")
    check_file(path)
    words = set_option(typed or ("preview", str(folder)), OUTPUT, str(find_free_file(path)))
    place = Place(force, _inputs(book), command=shell_line(*words))
    check_place([path], place)
    names = f"{book.name}.pdf", f"{book.name}-screen.pdf"
    pdf = folder / next((each for each in names if each in book.files), names[0])
    right_to_left = resolve_words(recipe.language, folder).right_to_left
    content = draw_contact_sheet(_read_content(pdf), str(pdf), right_to_left, recipe.ink != "black")
    real = path.parent.resolve() / path.name  # a link there is looked at itself, wherever it leads
    if real.is_relative_to(folder):
        if not (force or has_content(path, content)):
            refuse_occupied([path], place)
        name = real.relative_to(folder).as_posix()
        add_files(book, {name: content}, free=() if os.path.lexists(path) else [name])
    else:
        put_new_files([(path, content)], place)
    return path


def _inputs(book: FinishedBook) -> list[Path]:
    """The files that a book consists of; pictures of its pages were made from them."""
    return [book.folder / name for name in book.files if "/" in name or not name.endswith(".png")]


def draw_contact_sheet(
    document: bytes, where: str, right_to_left: bool = False, in_color: bool = False
) -> bytes:
    """The sheet as a PNG file, in greys or in colour. where: the document, as it is called in what
    is said of it."""
    from PIL import Image

    with use_document(document, where) as pdf:
        rows = list_openings(len(pdf), right_to_left)
        sizes = [pdf[number].get_size() for number in range(min(len(pdf), 8))]
        width, height = max(size[0] for size in sizes), max(size[1] for size in sizes)
        if not min(width, height) * _MOST_SLENDER >= max(width, height) > 0:
            raise refuse(
                where, "has pages that are far too long or too wide", "the PDF file of a book"
            )
        columns = _choose_columns(len(rows), 2 * width / height)
        high = _choose_page_height(len(rows), width / height)
        wide, gap = round(high * width / height), round(high * _GAP)
        across = columns * (2 * wide + gap) + gap
        mode = "RGB" if in_color else "L"
        sheet = Image.new(
            mode, (across, ceil(len(rows) / columns) * (high + gap) + gap), _make_gray(mode, _DESK)
        )
        for number, x, y in _list_positions(rows, columns, wide, high, gap):
            sheet.paste(_add_hairline(_render_page(pdf, number, wide, high, mode)), (x, y))
        return _encode_png(sheet)


def _list_positions(
    rows: Sequence[Opening], columns: int, wide: int, high: int, gap: int
) -> Iterator[tuple[int, int, int]]:
    """Each page's number and the place of its top left corner, in pixels."""
    for place, opening in enumerate(rows):
        x, y = gap + place % columns * (2 * wide + gap), gap + place // columns * (high + gap)
        for number, left in ((opening.left, x), (opening.right, x + wide)):
            if number is not None:
                yield number, left, y


def _choose_columns(count: int, aspect: float) -> int:
    """So many openings to a row that the sheet is about as high as wide."""
    return max(1, min(count, round(sqrt(count / aspect))))


def _choose_page_height(count: int, aspect: float) -> int:
    """The height of a page in pixels: smaller, where there are many."""
    each = (2 * aspect + _GAP) * (1 + _GAP)
    return max(24, min(TALLEST_PAGE, int(sqrt(_MOST_PIXELS / (count * each)))))


def _make_gray(mode: str, level: int) -> int | tuple[int, int, int]:
    """A grey as a picture of this mode has it."""
    return level if mode == "L" else (level, level, level)


def _render_page(pdf: Any, number: int, wide: int, high: int, mode: str) -> Any:
    from PIL import Image

    page = pdf[number - 1]
    scale = min(wide / page.get_width(), high / page.get_height())
    # Twice as fine and then averaged: thin walls stay visible.
    fine = page.render(scale=2 * scale, grayscale=mode == "L").to_pil().convert(mode)
    return fine.resize((wide, high), Image.Resampling.BOX)


def _add_hairline(page: Any) -> Any:
    """A page with the edge that paper has on a desk."""
    from PIL import ImageOps

    inner = page.crop((0, 0, page.width - 1, page.height - 1))
    return ImageOps.expand(inner, border=(0, 0, 1, 1), fill=_make_gray(page.mode, _HAIR))


def _encode_png(sheet: Any) -> bytes:
    file = BytesIO()
    sheet.save(file, "PNG")
    return file.getvalue()


def _read_content(path: Path) -> bytes:
    if not path.exists():
        raise refuse(str(path), "the book's PDF file is not there", "make the book again")
    return read_regular_file(
        path, str(path), LARGEST_FILE, "a PDF file", too_large="is too large for a file of a book"
    )
