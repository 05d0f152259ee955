"""Doubtful names: entries of a list that may not be names."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence

from puzzlebook.class_lists.header_words import is_unnamed
from puzzlebook.class_lists.list_files import Row
from puzzlebook.class_lists.name_columns import is_no_name

_NON_NAME_CHARACTERS = set("?<>|@=_*#\\/{}[]~^;:!%\ufffd")
"""Characters that no name contains, in addition to Unicode's symbols."""
_BARE_NUMBER = re.compile(r"(\d{1,3})[.):]?\s+(?=\D)")
_NUMBER_OR_BULLET = re.compile(r"(?:\(?\d{1,3}[.)]|[-–—•*·▪◦‣☐□]|\[ ?\])\s*(?=[^\W\d_])")
"""A number or a bullet in front of a name."""
_ACCENTED_RUN = re.compile("[\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u00ff]{3,}")


def find_doubtful_names(
    rows: Sequence[Row], names: Sequence[str], made: str = "a sheet"
) -> Iterator[str]:
    """Yield a remark for each doubtful name. made: the product that is nevertheless made for the
    name."""
    for row, name in zip(rows, names, strict=True):
        if what := _explain_doubt(name):
            yield f'row {row.number}: "{name}" {what}; {made} is made anyway'


def _explain_doubt(name: str) -> str:
    if _was_utf8(name) or _ACCENTED_RUN.search(name):
        return "looks like a name in another code page: save the list as CSV UTF-8"
    for character in name:
        if character in _NON_NAME_CHARACTERS or unicodedata.category(character) in (
            "Sm",
            "Sc",
            "No",
        ):
            return (
                f"contains {character}, which no name has (if it was another letter, save the list "
                "as CSV UTF-8)"
            )
    has_letters = any(map(str.isalpha, name))
    if name[:1].isdigit() or not has_letters or is_unnamed(name) or is_no_name(name):
        return "does not look like a name"
    if name.count(",") > 1:
        return "has several commas, and is read as it stands"
    return ""


def _was_utf8(name: str) -> bool:
    """Return whether a name is UTF-8 that was decoded as Windows-1252: "MÃ¼ller"."""
    if name.isascii():
        return False
    for encoding in ("cp1252", "latin-1"):
        try:
            return name.encode(encoding).decode("utf-8") != name
        except UnicodeError:
            continue
    return False


def strip_numbers(names: Sequence[str]) -> tuple[list[str], list[str]]:
    """Strip line numbers and bullets from names ("1. Mia Berg", "2) Ben", "- Zoë"). Return the
    names, and a remark if any were changed.

    Bare numbers ("1 Mia Berg") are stripped only if all names have them, in sequence.
    """
    bare = _strip_running_numbers(names) or [
        name[mark.end() :] if (mark := _NUMBER_OR_BULLET.match(name)) else name for name in names
    ]
    if changed := [(old, new) for old, new in zip(names, bare, strict=True) if old != new]:
        (old, new), *rest = changed
        more = f", and {len(rest):,} more" if rest else ""
        return bare, [f'numbers before names are ignored: "{old}" is "{new}"{more}']
    return list(names), []


def _strip_running_numbers(names: Sequence[str]) -> list[str]:
    """Return the names without their numbers; an empty list unless the numbers form a sequence."""
    matches = [match for name in names if (match := _BARE_NUMBER.match(name))]
    numbers = [int(match[1]) for match in matches]
    if len(names) < 2 or len(numbers) < len(names):
        return []
    if numbers != [*range(numbers[0], numbers[0] + len(names))]:
        return []
    return [match.string[match.end() :].strip() for match in matches]
