"""What a class list says, in the languages of schools (`templates/class_lists.toml`): titles of columns, levels, and
the lines above and below a list that are no pupil's."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from puzzlebook import templates
from puzzlebook.recipes.other_names import plain

NAMES = ("full", "name", "first", "middle", "last")
"""The columns that hold names."""

_COLUMNS = (*NAMES, "level", "group", "copies", "print", "language")
_CHOICES = {"level": ("same", "easier", "harder"), "print": ("normal", "large")}
"""What the words in a column stand for."""


class Title(NamedTuple):
    """What the title of a column means, and the language that says so."""

    column: str
    language: str


class Joined(NamedTuple):
    """How the parts of a name are joined in a language."""

    family_first: bool = False
    between: str = " "


def title_of(cell: str) -> Title | None:
    """What a cell means as a column's title, whatever stands around it."""
    key = plain(cell)
    found = _titles().get(key)
    while found is None and key:
        key = _shorter(key)
        found = _titles().get(key)
        if found and found.column not in NAMES:
            return None
    return found


def is_header(cells: Sequence[str]) -> bool:
    """Whether cells are titles, one of them that of names."""
    return any((title := title_of(cell)) is not None and title.column in NAMES for cell in cells)


def joined_in(language: str) -> Joined:
    """How a language joins the parts of a name."""
    rows = _rows()[language]
    return Joined(rows.get("family_first", False), rows.get("between", " "))


def choice(column: str, cell: str) -> str | None:
    """What a word in the column of levels or of prints stands for, in any of the languages."""
    key = plain(cell)
    found = _choices(column).get(key)
    if found is None and column == "level":
        title = re.fullmatch(r"(\D+)([1-5])", key)
        known = _titles().get(title[1]) if title else None
        return title[2] if title and known and known.column == "level" else None
    return found


def is_total(cells: Sequence[str]) -> bool:
    """Whether a row sums up the list: `Total: 24`."""
    return _begins(cells, "total")


def is_heading(cells: Sequence[str]) -> bool:
    """Whether a row is about the list: `Class list 3b`."""
    return _begins(cells, "heading")


def _begins(cells: Sequence[str], kind: str) -> bool:
    filled = [cell for cell in cells if cell]
    text = " ".join(filled)
    key = plain(filled[0]) if filled else ""
    says_more = any(character.isdigit() or character == ":" for character in text)
    for phrase in _phrases(kind):
        known = plain(phrase)
        if key == known:
            return True
        is_whole = re.match(rf"{re.escape(phrase)}(?!\w)", text, re.IGNORECASE) is not None
        if is_whole and (says_more or " " in phrase):
            return True
    return False


def _shorter(key: str) -> str:
    """A title without one word of those that may stand before or behind it; nothing where there is none."""
    for word in _of():
        if key.startswith(word):
            return key.removeprefix(word)
        if key.endswith(word):
            return key.removesuffix(word)
    return ""


@cache
def _rows() -> Mapping[str, Any]:
    return tomllib.loads((templates.folder() / "class_lists.toml").read_text(encoding="utf-8"))


@cache
def _titles() -> Mapping[str, Title]:
    found: dict[str, Title] = {}
    for language, rows in _rows().items():
        for column in _COLUMNS:
            for title in rows.get(column, ()):
                found.setdefault(plain(title), Title(column, language))
    return found


@cache
def _choices(column: str) -> Mapping[str, str]:
    found: dict[str, str] = {}
    for rows in _rows().values():
        for value in _CHOICES[column]:
            for word in rows.get(value, ()):
                found.setdefault(plain(word), value)
    return found


@cache
def _of() -> Sequence[str]:
    """The longest first."""
    return sorted({plain(word) for rows in _rows().values() for word in rows.get("of", ())}, key=lambda w: (-len(w), w))


@cache
def _phrases(kind: str) -> Sequence[str]:
    return [phrase for rows in _rows().values() for phrase in rows.get(kind, ())]
