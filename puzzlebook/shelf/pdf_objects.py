"""PDF files, opened by their objects: what one asks for is known before any of it is decoded or
walked.

First we look at what its own tables of objects unpack to; then at its pages and each stream's size
(`pdf_streams`), and then at how much each page draws (`pdf_weights`).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any

import pikepdf

from puzzlebook.ground.faults import refuse
from puzzlebook.shelf.manifest import MOST_PAGES
from puzzlebook.shelf.no_programs import start_no_program
from puzzlebook.shelf.pdf_files import ALLOWED, DAMAGED, make_openable
from puzzlebook.shelf.pdf_streams import Excess, Fails, check_streams, check_tables, get_entry
from puzzlebook.shelf.pdf_weights import find_excessive_pages

MOST_BYTES = 1_000_000_000
"""Of a file: no printer takes as many."""


@contextmanager
def open_pdf(content: bytes | Path, name: str) -> Iterator[pikepdf.Pdf]:
    """A PDF file with all that is in it, of which any stream may be decoded; refused if it cannot
    be read.

    Its pages may still be too much to be walked: `find_excessive_pages`.
    """
    with start_no_program(), _open_pdf(content, name) as pdf:
        yield pdf


def _open_pdf(content: bytes | Path, name: str) -> pikepdf.Pdf:
    size = len(content) if isinstance(content, bytes) else content.stat().st_size
    if not size:
        raise refuse(name, "is empty", "a PDF file")
    if size > MOST_BYTES:
        raise refuse(name, "is too large to be looked at", f"at most {MOST_BYTES:,} bytes")
    content = make_openable(content)
    try:
        check_tables(content, size)
        pdf = pikepdf.open(
            BytesIO(content) if isinstance(content, bytes) else content, suppress_warnings=True
        )
    except pikepdf.PasswordError:
        what = "is encrypted with a password: nothing in it can be checked"
        raise refuse(name, what, "save it without one") from None
    except pikepdf.PdfError:
        what = DAMAGED if _says_pdf(content) else "is not a PDF file"
        raise refuse(name, what, ALLOWED) from None
    except Excess as excess:
        raise refuse(name, str(excess), ALLOWED) from None
    try:
        _check_pages(pdf)
        check_streams(pdf, size)
    except Fails as error:
        pdf.close()
        what = str(error) if isinstance(error, Excess) else DAMAGED
        raise refuse(name, what, ALLOWED) from None
    return pdf


def check_drawable(content: bytes | Path, name: str) -> None:
    """Refused if a PDF file cannot be read, or if to render one of its pages would be too much."""
    size = len(content) if isinstance(content, bytes) else content.stat().st_size
    with open_pdf(content, name) as pdf:
        for number, why in find_excessive_pages(pdf, size).items():
            raise refuse(name, f"page {number}: {why}", ALLOWED)


def _check_pages(pdf: pikepdf.Pdf) -> None:
    """Excess if there are too many pages, or if they hold each other."""
    seen: set[Any] = set()
    waiting: list[Any] = [pdf.Root.get("/Pages")]
    count = 0
    while waiting:
        node = waiting.pop()
        kids = get_entry(node, "/Kids")
        if not isinstance(kids, pikepdf.Array):
            continue
        if node.objgen in seen and node.objgen != (0, 0):
            raise Excess("has pages that hold each other")
        seen.add(node.objgen)
        # What holds others is no page; of as many as there may be pages there is no need either.
        inner = [kid for kid in kids if isinstance(kid, pikepdf.Dictionary) and "/Kids" in kid]
        count += len(kids) - len(inner)
        if max(count, len(waiting) + len(inner), len(seen)) > MOST_PAGES:
            raise Excess(f"has more than {MOST_PAGES:,} pages")
        waiting += inner


def _says_pdf(content: bytes | Path) -> bool:
    with BytesIO(content) if isinstance(content, bytes) else content.open("rb") as file:
        return b"%PDF" in file.read(1024)
