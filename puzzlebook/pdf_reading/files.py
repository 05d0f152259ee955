"""File arguments for the PDF libraries, and the errors for files that none of them can read."""

from __future__ import annotations

import re
from pathlib import Path

from puzzlebook.ground.faults import Fault, Unfinished

DAMAGED = "is a PDF file that breaks off or is damaged"
ALLOWED = "give a complete PDF file"

_NO_UTF8 = re.compile("[\ud800-\udfff]")  # how Python represents bytes that are not UTF-8


def make_openable(content: bytes | Path) -> bytes | Path:
    """Return a file's path or, if the path is not UTF-8, its content: PDF libraries need UTF-8."""
    if isinstance(content, Path) and _NO_UTF8.search(str(content)):
        return content.read_bytes()
    return content


def need_pikepdf() -> None:
    """Raise Unfinished if pikepdf is missing. It is not needed to make books, nor in browsers."""
    try:
        import pikepdf  # noqa: F401
    except ModuleNotFoundError:
        what = "is not installed, and no PDF file can be checked without it"
        raise Unfinished(Fault("pikepdf", what, "python -m pip install pikepdf")) from None
