"""Opening a PDF file's pages for rendering, once `objects` has bounded the work."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from puzzlebook.ground.faults import refuse
from puzzlebook.pdf_reading.files import ALLOWED, DAMAGED, make_openable, need_pikepdf

if TYPE_CHECKING:
    from pypdfium2 import PdfDocument


def open_document(content: bytes | Path, name: str) -> PdfDocument:
    """Open a PDF file for rendering; refused if it is unreadable or has an excessive page."""
    import pypdfium2

    # Browsers have no pikepdf, but there a file can harm only the web page that opened it.
    if sys.platform != "emscripten":
        need_pikepdf()
        from puzzlebook.pdf_reading.objects import check_drawable

        check_drawable(content, name)
    try:
        document = pypdfium2.PdfDocument(make_openable(content))
    except pypdfium2.PdfiumError:
        raise refuse(name, DAMAGED, ALLOWED) from None
    if not len(document):
        raise refuse(name, "has no pages", ALLOWED)
    return document


@contextmanager
def use_document(content: bytes | Path, name: str) -> Iterator[PdfDocument]:
    """Open a PDF file with `open_document`, and close it afterwards.

    Also refused if one of its pages turns out to be unreadable in the meantime.
    """
    import pypdfium2

    try:
        with closing(open_document(content, name)) as document:
            yield document
    except pypdfium2.PdfiumError:
        raise refuse(name, DAMAGED, ALLOWED) from None
