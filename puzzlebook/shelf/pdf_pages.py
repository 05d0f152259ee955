"""The pages of a PDF file, opened with care: what one asks for is known (`pdf_objects`) before any
of it is drawn."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from puzzlebook.ground.faults import refuse
from puzzlebook.shelf.pdf_files import ALLOWED, DAMAGED, make_openable, need_pikepdf

if TYPE_CHECKING:
    from pypdfium2 import PdfDocument


def open_document(content: bytes | Path, name: str) -> PdfDocument:
    """A PDF file whose pages may all be rendered; refused if it cannot be read, or if that would be
    too much."""
    import pypdfium2

    if (
        sys.platform != "emscripten"
    ):  # in a browser there is no pikepdf, and a file can harm only the page that has it
        need_pikepdf()
        from puzzlebook.shelf.pdf_objects import check_drawable

        check_drawable(content, name)
    try:
        document = pypdfium2.PdfDocument(make_openable(content))
    except pypdfium2.PdfiumError:
        raise refuse(name, DAMAGED, ALLOWED) from None
    if not len(document):
        raise refuse(name, "has no pages", ALLOWED)
    return document


@contextmanager
def showing_pdf(content: bytes | Path, name: str) -> Iterator[PdfDocument]:
    """The same, for as long as it is needed; refused too if one of its pages cannot be read."""
    import pypdfium2

    try:
        with closing(open_document(content, name)) as document:
            yield document
    except pypdfium2.PdfiumError:
        raise refuse(name, DAMAGED, ALLOWED) from None
