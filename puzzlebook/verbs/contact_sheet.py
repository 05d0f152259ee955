"""Contact sheets: all spreads of a book's PDF in one picture."""

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
"""The height of a page in pixels; with many pages, it is less."""

_MAX_PIXELS = 36_000_000  # in the whole sheet
_GAP = 0.12  # between spreads, in page heights
_MAX_ASPECT = 20  # the largest ratio of a page's sides
_DESK = 205  # grey level of the background
_HAIRLINE = 150  # grey level of the lines beside pages


class Opening(NamedTuple):
    """A spread: the page numbers at the left and right, or None."""

    left: int | None
    right: int | None


def list_openings(pages: int, right_to_left: bool = False) -> list[Opening]:
    """Return the spreads of a book: the first page alone, then pairs."""
    pairs = [
        (None, 1),
        *((number, number + 1 if number < pages else None) for number in range(2, pages + 1, 2)),
    ]
    return [Opening(*(pair[::-1] if right_to_left else pair)) for pair in pairs]


def make_preview(
    folder: Path, output: Path | None = None, force: bool = False, typed: Sequence[str] = ()
) -> Path:
    """Write the contact sheet of the book in a folder. If the sheet is in that folder, it is added
    to the book's manifest.

    force: replace an existing file. typed: the words of the command line, for a suggested command.
    """
    book = open_book(folder)
    folder, recipe = book.folder, read_finished_recipe(book)
    path = output or folder / f"{book.name}-preview.png"
    if path.suffix.lower() != ".png":
        raise refuse(str(path), "is not the name of a PNG file", "give a name that ends in .png")
    check_file(path)
    words = set_option(typed or ("preview", str(folder)), OUTPUT, str(find_free_file(path)))
    place = Place(force, _inputs(book), command=shell_line(*words))
    check_place([path], place)
    names = f"{book.name}.pdf", f"{book.name}-screen.pdf"
    pdf = folder / next((name for name in names if name in book.files), names[0])
    right_to_left = resolve_words(recipe.language, folder).right_to_left
    content = draw_contact_sheet(_read_content(pdf), str(pdf), right_to_left, recipe.ink != "black")
    real_path = path.parent.resolve() / path.name  # a symbolic link is not followed
    if real_path.is_relative_to(folder):
        if not (force or has_content(path, content)):
            refuse_occupied([path], place)
        name = real_path.relative_to(folder).as_posix()
        add_files(book, {name: content}, free=() if os.path.lexists(path) else [name])
    else:
        put_new_files([(path, content)], place)
    return path


def _inputs(book: FinishedBook) -> list[Path]:
    """Return the files of a book, except earlier contact sheets."""
    return [book.folder / name for name in book.files if "/" in name or not name.endswith(".png")]


def draw_contact_sheet(
    document: bytes, where: str, right_to_left: bool = False, in_color: bool = False
) -> bytes:
    """Return the contact sheet as a PNG file. where: the document's name, for faults."""
    from PIL import Image

    with use_document(document, where) as pdf:
        rows = list_openings(len(pdf), right_to_left)
        sizes = [pdf[number].get_size() for number in range(min(len(pdf), 8))]
        width, height = max(size[0] for size in sizes), max(size[1] for size in sizes)
        if not min(width, height) * _MAX_ASPECT >= max(width, height) > 0:
            raise refuse(
                where, "has pages that are far too long or too wide", "give the PDF file of a book"
            )
        columns = _choose_columns(len(rows), 2 * width / height)
        page_height = _choose_page_height(len(rows), width / height)
        page_width, gap = round(page_height * width / height), round(page_height * _GAP)
        sheet_width = columns * (2 * page_width + gap) + gap
        mode = "RGB" if in_color else "L"
        sheet = Image.new(
            mode,
            (sheet_width, ceil(len(rows) / columns) * (page_height + gap) + gap),
            _make_gray(mode, _DESK),
        )
        for number, x, y in _list_positions(rows, columns, page_width, page_height, gap):
            sheet.paste(
                _add_hairline(_render_page(pdf, number, page_width, page_height, mode)), (x, y)
            )
        return _encode_png(sheet)


def _list_positions(
    rows: Sequence[Opening], columns: int, width: int, height: int, gap: int
) -> Iterator[tuple[int, int, int]]:
    """Yield each page's number and the position of its top left corner, in pixels."""
    for index, opening in enumerate(rows):
        x = gap + index % columns * (2 * width + gap)
        y = gap + index // columns * (height + gap)
        for number, left in ((opening.left, x), (opening.right, x + width)):
            if number is not None:
                yield number, left, y


def _choose_columns(count: int, aspect: float) -> int:
    """Return the number of spreads in a row that makes the sheet about square."""
    return max(1, min(count, round(sqrt(count / aspect))))


def _choose_page_height(count: int, aspect: float) -> int:
    """Return the height of a page in pixels, smaller if there are many pages."""
    area = (2 * aspect + _GAP) * (1 + _GAP)
    return max(24, min(TALLEST_PAGE, int(sqrt(_MAX_PIXELS / (count * area)))))


def _make_gray(mode: str, level: int) -> int | tuple[int, int, int]:
    """Return a grey level in the pixel format of an image mode."""
    return level if mode == "L" else (level, level, level)


def _render_page(pdf: Any, number: int, width: int, height: int, mode: str) -> Any:
    from PIL import Image

    page = pdf[number - 1]
    scale = min(width / page.get_width(), height / page.get_height())
    # Rendered at twice the resolution and averaged, so that thin walls stay visible.
    fine = page.render(scale=2 * scale, grayscale=mode == "L").to_pil().convert(mode)
    return fine.resize((width, height), Image.Resampling.BOX)


def _add_hairline(page: Any) -> Any:
    """Return a page image with a hairline at the right and bottom edges."""
    from PIL import ImageOps

    inner = page.crop((0, 0, page.width - 1, page.height - 1))
    return ImageOps.expand(inner, border=(0, 0, 1, 1), fill=_make_gray(page.mode, _HAIRLINE))


def _encode_png(sheet: Any) -> bytes:
    file = BytesIO()
    sheet.save(file, "PNG")
    return file.getvalue()


def _read_content(path: Path) -> bytes:
    if not path.exists():
        raise refuse(str(path), "the book's PDF is missing", "make the book again")
    return read_regular_file(
        path, str(path), LARGEST_FILE, "a PDF file", too_large="is too large for a file of a book"
    )
