"""Lists of words that mazes spell: one word per line, or the first column of a CSV file."""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path

from puzzlebook.ground.faults import refuse
from puzzlebook.ground.regular_files import read_regular_file

_MAX_WORDS = 500
_MAX_BYTES = 100_000  # bytes
_ALLOWED = "give a text file with one word per line"
_MISSING = (
    "give a path relative to the current folder; to type the words themselves, use --word, "
    "such as --word planet,ship,moon"
)


def read_words(path: Path, where: str) -> list[str]:
    """Read the words in a file. Empty lines and lines that begin with `#` are ignored."""
    content = read_regular_file(path, where, _MAX_BYTES, _ALLOWED, _MISSING)
    if len(content) > _MAX_BYTES or b"\0" in content:
        raise refuse(where, "is not a list of words", f"{_ALLOWED}, in UTF-8, up to 100 kB")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = content.decode("cp1252", "replace")
    cells = (re.split(r"[,;\t]", line)[0].strip().strip('"') for line in text.splitlines())
    words = [unicodedata.normalize("NFC", cell) for cell in cells if cell and cell[0] != "#"]
    if not words:
        raise refuse(where, "has no words", _ALLOWED)
    if len(words) > _MAX_WORDS:
        raise refuse(where, f"has {len(words)} words", f"at most {_MAX_WORDS}")
    return words
