"""Names that may be none: what a list's rows hold that nobody is called, said with the row and its text."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence

from puzzlebook.recipes.list_files import Row

_NO_LETTERS = set("?<>|@=_*#\\/{}[]~^;:!%\ufffd")
"""What no name has, beside whatever Unicode calls a symbol."""
_NUMBERED = re.compile(r"(\d{1,3})[.):]?\s+(?=\D)")
_ACCENTED = re.compile("[\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u00ff]{3,}")


def doubts(rows: Sequence[Row], names: Sequence[str]) -> Iterator[str]:
    """A remark for each name that may be none."""
    for row, name in zip(rows, names, strict=True):
        if what := _doubt(name):
            yield f'row {row.number}: "{name}" {what}; it has a sheet all the same'


def _doubt(name: str) -> str:
    if _was_utf8(name) or _ACCENTED.search(name):
        return "looks like a name in another code page: save the list as CSV UTF-8"
    strange = next((c for c in name if c in _NO_LETTERS or unicodedata.category(c) in ("Sm", "Sc", "No")), "")
    if strange:
        return f"holds {strange}, which is in no name (if it was another letter, save the list as CSV UTF-8)"
    if name[:1].isdigit() or not any(character.isalpha() for character in name):
        return "looks like no name"
    if name.count(",") > 1:
        return "has several commas, and is read as it stands"
    return ""


def _was_utf8(name: str) -> bool:
    """Whether a name is UTF-8 that was read as if it were Windows-1252: "MÃ¼ller"."""
    if name.isascii():
        return False
    for encoding in ("cp1252", "latin-1"):
        try:
            return name.encode(encoding).decode("utf-8") != name
        except UnicodeError:
            continue
    return False


def without_numbers(names: Sequence[str]) -> tuple[list[str], list[str]]:
    """Names without the running numbers before them, if all have one: "1. Mia Berg"."""
    found = [_NUMBERED.match(name) for name in names]
    numbers = [int(match[1]) for match in found if match]
    if len(names) < 2 or len(numbers) < len(names) or numbers != [*range(numbers[0], numbers[0] + len(names))]:
        return list(names), []
    bare = [name[match.end() :].strip() for name, match in zip(names, found, strict=True) if match]
    return bare, [f'the numbers before the names are left out: "{names[0]}" is "{bare[0]}"']
