"""PDF files, opened with care: whoever wrote one, what it asks for is known before any of it is decoded or walked.

Before the two libraries that read PDF for us are let at a file, we look at what its own tables of objects unpack to;
then at its pages and each stream's size (`pdf_streams`), and then at how much each page draws (`pdf_weights`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import closing, contextmanager
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pikepdf

from puzzlebook.faults import refuse
from puzzlebook.shelf.manifest import MOST_PAGES
from puzzlebook.shelf.pdf_streams import Excess, Fails, check_streams, check_tables, entry
from puzzlebook.shelf.pdf_weights import pages_in_excess

if TYPE_CHECKING:
    from pypdfium2 import PdfDocument

MOST_BYTES = 1_000_000_000
"""Of a file: no printer takes as many."""

_DAMAGED = "is a PDF file that breaks off or is damaged"
_ALLOWED = "a whole PDF file"

_NO_UTF8 = re.compile("[\ud800-\udfff]")  # as which Python shows the bytes of such a name


def openable(content: bytes | Path) -> bytes | Path:
    """A file as the PDF libraries take it: by its path or, where its name is no UTF-8, by its content."""
    return content.read_bytes() if isinstance(content, Path) and _NO_UTF8.search(str(content)) else content


def pdf_opened(content: bytes | Path, name: str) -> pikepdf.Pdf:
    """A PDF file with all that is in it, of which any stream may be decoded; refused if it cannot be read.

    Its pages may still be too much to be walked: `pages_in_excess`.
    """
    size = len(content) if isinstance(content, bytes) else content.stat().st_size
    if not size:
        raise refuse(name, "is empty", "a PDF file")
    if size > MOST_BYTES:
        raise refuse(name, "is too large to be looked at", f"at most {MOST_BYTES:,} bytes")
    content = openable(content)
    try:
        check_tables(content, size)
        pdf = pikepdf.open(BytesIO(content) if isinstance(content, bytes) else content, suppress_warnings=True)
    except pikepdf.PasswordError:
        what = "is encrypted with a password: nothing in it can be checked"
        raise refuse(name, what, "save it without one") from None
    except pikepdf.PdfError:
        what = _DAMAGED if _says_pdf(content) else "is not a PDF file"
        raise refuse(name, what, _ALLOWED) from None
    except Excess as excess:
        raise refuse(name, str(excess), _ALLOWED) from None
    try:
        _check_pages(pdf)
        check_streams(pdf, size)
    except Fails as error:
        pdf.close()
        what = str(error) if isinstance(error, Excess) else _DAMAGED
        raise refuse(name, what, _ALLOWED) from None
    return pdf


def pdf_document(content: bytes | Path, name: str) -> PdfDocument:
    """A PDF file whose pages may all be rendered; refused if it cannot be read, or if that would be too much."""
    import pypdfium2

    size = len(content) if isinstance(content, bytes) else content.stat().st_size
    with pdf_opened(content, name) as pdf:
        for number, why in pages_in_excess(pdf, size).items():
            raise refuse(name, f"page {number}: {why}", _ALLOWED)
    try:
        document = pypdfium2.PdfDocument(openable(content))
    except pypdfium2.PdfiumError:
        raise refuse(name, _DAMAGED, _ALLOWED) from None
    if not len(document):
        raise refuse(name, "has no pages", _ALLOWED)
    return document


@contextmanager
def pdf_shown(content: bytes | Path, name: str) -> Iterator[PdfDocument]:
    """The same, for as long as it is needed; refused too if one of its pages cannot be read."""
    import pypdfium2

    try:
        with closing(pdf_document(content, name)) as document:
            yield document
    except pypdfium2.PdfiumError:
        raise refuse(name, _DAMAGED, _ALLOWED) from None


def _check_pages(pdf: pikepdf.Pdf) -> None:
    """Excess if there are too many pages, or if they hold each other."""
    seen: set[Any] = set()
    waiting: list[Any] = [pdf.Root.get("/Pages")]
    count = 0
    while waiting:
        node = waiting.pop()
        kids = entry(node, "/Kids")
        if not isinstance(kids, pikepdf.Array):
            continue
        if node.objgen in seen and node.objgen != (0, 0):
            raise Excess("has pages that hold each other")
        seen.add(node.objgen)
        count += len(kids)
        if count > MOST_PAGES:
            raise Excess(f"has more than {MOST_PAGES:,} pages")
        waiting += [kid for kid in kids if isinstance(kid, pikepdf.Dictionary) and "/Kids" in kid]


def _says_pdf(content: bytes | Path) -> bool:
    with BytesIO(content) if isinstance(content, bytes) else content.open("rb") as file:
        return b"%PDF" in file.read(1024)
