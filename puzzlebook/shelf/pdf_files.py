"""PDF files as the libraries take them that read them, and what is said of one that none can
read."""

from __future__ import annotations

import re
from pathlib import Path

from puzzlebook.ground.faults import Fault, Unfinished

DAMAGED = "is a PDF file that breaks off or is damaged"
ALLOWED = "a whole PDF file"

_NO_UTF8 = re.compile("[\ud800-\udfff]")  # as which Python shows the bytes of such a name


def make_openable(content: bytes | Path) -> bytes | Path:
    """A file as the PDF libraries take it: by its path or, where its name is no UTF-8, by its
    content."""
    return (
        content.read_bytes()
        if isinstance(content, Path) and _NO_UTF8.search(str(content))
        else content
    )


def need_pikepdf() -> None:
    """Unfinished where this library is missing, which books are made without, and which no browser
    has."""
    try:
        import pikepdf  # noqa: F401
    except ModuleNotFoundError:
        what = "is not installed, and without it no PDF file is looked at"
        raise Unfinished(Fault("pikepdf", what, "python -m pip install pikepdf")) from None
