"""What the PDF libraries take, and the errors on files that none of them can read."""

from __future__ import annotations

import re
from pathlib import Path

from puzzlebook.ground.faults import Fault, Unfinished

DAMAGED = "is a PDF file that breaks off or is damaged"
ALLOWED = "a whole PDF file"

_NO_UTF8 = re.compile("[\ud800-\udfff]")  # how Python shows the bytes of such a name


def make_openable(content: bytes | Path) -> bytes | Path:
    """Return a file as the PDF libraries take it: its path, or its content if that is not UTF-8."""
    if isinstance(content, Path) and _NO_UTF8.search(str(content)):
        return content.read_bytes()
    return content


def need_pikepdf() -> None:
    """Raise Unfinished if pikepdf is missing. Books are made without it, and no browser has it."""
    try:
        import pikepdf  # noqa: F401
    except ModuleNotFoundError:
        what = "is not installed, and without it no PDF file is looked at"
        raise Unfinished(Fault("pikepdf", what, "python -m pip install pikepdf")) from None
