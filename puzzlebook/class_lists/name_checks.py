"""Names that may be none: what a list's rows hold that nobody is called, said with the row and its
text."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence

from puzzlebook.class_lists.header_words import is_unnamed
from puzzlebook.class_lists.list_files import Row
from puzzlebook.class_lists.name_columns import is_no_name

_NO_LETTERS = set("?<>|@=_*#\\/{}[]~^;:!%\ufffd")
"""What no name has, beside whatever Unicode calls a symbol."""
_NUMBERED = re.compile(r"(\d{1,3})[.):]?\s+(?=\D)")
_MARKED = re.compile(r"(?:\(?\d{1,3}[.)]|[-–—•*·▪◦‣☐□]|\[ ?\])\s*(?=[^\W\d_])")
"""A number or a bullet before a name."""
_ACCENTED = re.compile("[\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u00ff]{3,}")


def find_doubtful_names(
    rows: Sequence[Row], names: Sequence[str], made: str = "a sheet"
) -> Iterator[str]:
    """A remark for each name that may be none. made: what each gets nevertheless."""
    for row, name in zip(rows, names, strict=True):
        if what := _explain_doubt(name):
            yield f'row {row.number}: "{name}" {what}; it has {made} all the same'


def _explain_doubt(name: str) -> str:
    if _was_utf8(name) or _ACCENTED.search(name):
        return "looks like a name in another code page: save the list as CSV UTF-8"
    strange = next(
        (c for c in name if c in _NO_LETTERS or unicodedata.category(c) in ("Sm", "Sc", "No")), ""
    )
    if strange:
        return f"holds {strange}, which is in no name (if it was another letter, save the list as CSV UTF-8)"
    if (
        name[:1].isdigit()
        or not any(map(str.isalpha, name))
        or is_unnamed(name)
        or is_no_name(name)
    ):
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


def strip_numbers(names: Sequence[str]) -> tuple[list[str], list[str]]:
    """Names without what only numbers the lines before them: "1. Mia Berg", "2) Ben", "- Zoë".

    A number alone ("1 Mia Berg") goes where all have one, and each is one more than the last.
    """
    bare = _strip_running_numbers(names) or [_strip_mark(name) for name in names]
    if changed := [(old, new) for old, new in zip(names, bare, strict=True) if old != new]:
        (old, new), *others = changed
        more = f", and {len(others):,} more" if others else ""
        return bare, [f'the numbers before the names are left out: "{old}" is "{new}"{more}']
    return list(names), []


def _strip_running_numbers(names: Sequence[str]) -> list[str]:
    """The names without their numbers, if all have one; else none."""
    found = [_NUMBERED.match(name) for name in names]
    numbers = [int(match[1]) for match in found if match]
    if (
        len(names) < 2
        or len(numbers) < len(names)
        or numbers != [*range(numbers[0], numbers[0] + len(names))]
    ):
        return []
    return [name[match.end() :].strip() for name, match in zip(names, found, strict=True) if match]


def _strip_mark(name: str) -> str:
    """A name without the number or the bullet before it."""
    found = _MARKED.match(name)
    return name[found.end() :] if found else name
