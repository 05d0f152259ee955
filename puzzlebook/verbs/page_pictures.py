"""Pictures of a book's pages, for a board, a message or a slide: PNG files at 200 dpi.

They are drawn from the finished PDF files and added to the book's manifest.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from puzzlebook.ground.faults import refuse
from puzzlebook.ground.regular_files import read_regular_file
from puzzlebook.pdf_reading.pages import use_document
from puzzlebook.recipes.sources import read_finished_recipe
from puzzlebook.shelf.folder import add_files
from puzzlebook.shelf.manifest import LARGEST_FILE, open_book

DPI = 200
PICTURES = "png"
"""The subfolder of the book's folder that holds the pictures."""
_MAX_PAGES = 1_000
_MAX_PIXELS = 40_000_000  # pixels per page


def make_page_pictures(folder: Path) -> Path:
    """Draw each page of a book, and of its separate answer key; return the pictures' folder.

    Existing pictures of the same pages are replaced.
    """
    book = open_book(folder)
    folder, in_colour = book.folder, read_finished_recipe(book).ink != "black"
    endings = [ending for ending in ("", "-key") if f"{book.name}{ending}.pdf" in book.files]
    if "" not in endings:
        endings = ["-screen", *endings]
    pictures: dict[str, bytes] = {}
    for ending in endings:
        path = folder / f"{book.name}{ending}.pdf"
        content = read_regular_file(
            path, str(path), LARGEST_FILE, "a PDF file", "make the book again"
        )
        for number, picture in enumerate(_draw_pages(content, str(path), in_colour), 1):
            pictures[f"{PICTURES}/{book.name}{ending}-{number:03}.png"] = picture
    (folder / PICTURES).mkdir(exist_ok=True)
    add_files(
        book, pictures, free=[name for name in pictures if not os.path.lexists(folder / name)]
    )
    return folder / PICTURES


def _draw_pages(document: bytes, where: str, in_colour: bool) -> Iterator[bytes]:
    with use_document(document, where) as pdf:
        if len(pdf) > _MAX_PAGES:
            raise refuse(where, f"has {len(pdf):,} pages", f"pictures of at most {_MAX_PAGES:,}")
        for page in pdf:
            width, height = page.get_size()
            scale = DPI / 72
            if width * height * scale * scale > _MAX_PIXELS:
                raise refuse(
                    where, "has pages that are too large for a picture", "use a smaller page"
                )
            mode = "RGB" if in_colour else "L"
            picture = page.render(scale=scale, grayscale=not in_colour).to_pil().convert(mode)
            file = BytesIO()
            picture.save(file, "PNG", dpi=(DPI, DPI))
            yield file.getvalue()
