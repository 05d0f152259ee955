"""Opening a PDF file by its objects, with three checks before anything is decoded or drawn.

First the decompressed size of its object tables is bounded. Then come its page tree and the size of
each stream (`streams`), and last, what each page draws (`weights`).

No other program is started meanwhile. pikepdf would run `jbig2dec`, if installed, on any stream
that claims to be a JBIG2 picture, which even object tables and page contents may do.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from io import BytesIO
from pathlib import Path
from typing import Any

import pikepdf
from pikepdf import DataDecodingError, jbig2

from puzzlebook.ground.faults import refuse
from puzzlebook.pdf_reading.files import ALLOWED, DAMAGED, make_openable
from puzzlebook.pdf_reading.streams import Excess, Fails, check_streams, check_tables, get_entry
from puzzlebook.pdf_reading.weights import find_excessive_pages
from puzzlebook.shelf.manifest import MAX_PAGES

_MAX_BYTES = 1_000_000_000  # per file; no printer accepts larger files
_IS_GUARDED = ContextVar("is_guarded", default=False)


class _GuardedDecoder(jbig2.JBIG2DecoderInterface):
    """A JBIG2 decoder that refuses to decode while `_IS_GUARDED`, and otherwise forwards calls.

    Programs that use this package and pikepdf therefore keep their own decoder.
    """

    def __init__(self, decoder: jbig2.JBIG2DecoderInterface) -> None:
        self._decoder = decoder

    def check_available(self) -> None:
        """Raise pikepdf's error if pictures cannot be decoded."""
        if not _IS_GUARDED.get():
            self._decoder.check_available()

    def decode_jbig2(self, jbig2: bytes, jbig2_globals: bytes) -> bytes:
        """Decode a picture; raise DataDecodingError while guarded."""
        if _IS_GUARDED.get():
            raise DataDecodingError("no program is started to decode this")
        return self._decoder.decode_jbig2(jbig2, jbig2_globals)


@contextmanager
def _start_no_program() -> Iterator[None]:
    """Keep pikepdf from starting programs on what it reads in this context."""
    if not isinstance(jbig2.get_decoder(), _GuardedDecoder):
        jbig2.set_decoder(_GuardedDecoder(jbig2.get_decoder()))
    token = _IS_GUARDED.set(True)
    try:
        yield
    finally:
        _IS_GUARDED.reset(token)


@contextmanager
def open_pdf(content: bytes | Path, name: str) -> Iterator[pikepdf.Pdf]:
    """Open a PDF file whose streams are all safe to decode; refused if it cannot be read.

    Its pages may still be too much to walk: see `find_excessive_pages`.
    """
    with _start_no_program(), _open_pdf(content, name) as pdf:
        yield pdf


def _open_pdf(content: bytes | Path, name: str) -> pikepdf.Pdf:
    size = len(content) if isinstance(content, bytes) else content.stat().st_size
    if not size:
        raise refuse(name, "is empty", "give a PDF file")
    if size > _MAX_BYTES:
        raise refuse(name, "is too large to be looked at", f"at most {_MAX_BYTES:,} bytes")
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
        with BytesIO(content) if isinstance(content, bytes) else content.open("rb") as file:
            what = DAMAGED if b"%PDF" in file.read(1024) else "is not a PDF file"
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
    """Refuse a PDF file that is unreadable, or has a page that is too much to render."""
    size = len(content) if isinstance(content, bytes) else content.stat().st_size
    with open_pdf(content, name) as pdf:
        for number, why in find_excessive_pages(pdf, size).items():
            raise refuse(name, f"page {number}: {why}", ALLOWED)


def _check_pages(pdf: pikepdf.Pdf) -> None:
    """Raise Excess if a file has too many pages, or if its page tree contains itself."""
    seen: set[Any] = set()
    waiting: list[Any] = [pdf.Root.get("/Pages")]
    count = 0
    while waiting:
        node = waiting.pop()
        kids = get_entry(node, "/Kids")
        if not isinstance(kids, pikepdf.Array):
            continue
        if node.objgen in seen and node.objgen != (0, 0):
            raise Excess("has pages that contain each other")
        seen.add(node.objgen)
        # Inner nodes are not pages, but no file needs more of them than pages.
        inner = [kid for kid in kids if isinstance(kid, pikepdf.Dictionary) and "/Kids" in kid]
        count += len(kids) - len(inner)
        if max(count, len(waiting) + len(inner), len(seen)) > MAX_PAGES:
            raise Excess(f"has more than {MAX_PAGES:,} pages")
        waiting += inner
