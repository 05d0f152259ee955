"""The words of class lists in many languages (`templates/class_lists.toml`): column titles, level
names, and headings and totals around a list."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any, NamedTuple

from puzzlebook.ground import templates
from puzzlebook.recipes.other_names import normalize

NAMES = ("full", "name", "first", "middle", "last")
"""The columns that hold names."""

CHILD, PLAIN, RECIPIENT, BUYER = OWNERS = ("child", "", "recipient", "buyer")
"""Whose name it may be, the likeliest for a child's book first. Plain: the title does not say."""

PREFERRED, USUAL, LEGAL = ("preferred", "", "legal")
FORMS = (PREFERRED, LEGAL)
"""The forms of a name that a title may specify, besides the usual one."""

LONGEST_TITLE = 200
_LONGEST_WORD = 30
COLUMNS = (*NAMES, "level", "load", "group", "copies", "print", "hand", "language")
_CHOICES = {
    "level": ("same", "easier", "harder"),
    "load": ("support", "core", "extension"),
    "print": ("normal", "large", "dyslexic", "tactile"),
    "hand": ("right", "left"),
}
"""The values that the words in a column stand for."""


class ColumnTitle(NamedTuple):
    """The meaning of a column's title, and its language.

    whose, form: for a column of names, whose name it is and which form of it.
    """

    column: str
    language: str
    whose: str = PLAIN
    form: str = USUAL


class NameOrder(NamedTuple):
    """How the parts of a name are joined in a language."""

    family_first: bool = False
    between: str = " "


def read_title(cell: str) -> ColumnTitle | None:
    """Return the meaning of a cell as a column's title, ignoring words around it; None where it has
    none."""
    return _find_title(cell) if len(cell) <= LONGEST_TITLE else None


def header_score(cells: Sequence[str]) -> int:
    """Count the known titles among cells; 0 where none of them is a title of names."""
    titles = [title for cell in cells if cell and (title := read_title(cell))]
    return len(titles) if any(title.column in NAMES for title in titles) else 0


def is_header(cells: Sequence[str]) -> bool:
    """Whether cells include a title of names."""
    return header_score(cells) > 0


def exact_titles(cells: Sequence[str]) -> list[ColumnTitle]:
    """The titles among cells that match with every accent."""
    titles = _index_titles(str.casefold)
    return [titles[key] for cell in cells if (key := cell.casefold()) in titles]


def is_never_name(title: str) -> bool:
    """Whether a title excludes names, being for a number, a place or a product."""
    words = _split_words(title)
    excluded = _plain_words("never") | _plain_words("adult")
    return not excluded.isdisjoint((*words, "".join(words)))


def is_status(cell: str) -> bool:
    """Whether a cell is the status of an order or a pupil, such as "paid"."""
    return normalize(cell) in _plain_words("status")


def is_unnamed(cell: str) -> bool:
    """Whether a cell is a placeholder for a name: "TBC", "same as above"."""
    return (normalize(cell) or cell) in _plain_words("unnamed")


def name_order(language: str) -> NameOrder:
    """The order in which a language joins the parts of a name."""
    words = _read_words()[language]
    return NameOrder(words.get("family_first", False), words.get("between", " "))


def read_choice(column: str, cell: str) -> str | None:
    """Return the value of a word in the column of levels or of prints, in any language. "Level 2"
    is level 2."""
    key = normalize(cell)
    value = _read_choices(column).get(key)
    if value is None and column == "level" and (match := re.fullmatch(r"(\D+)([1-5])", key)):
        title = _read_titles().get(match[1])
        return match[2] if title and title.column == "level" else None
    return value


def is_total(cells: Sequence[str], name: str = "") -> bool:
    """Whether a row is a total: `Total: 24`. name: its cell in the column of names."""
    return _starts_with(cells, "total") or (bool(name) and _starts_with([name], "total"))


def is_heading(cells: Sequence[str]) -> bool:
    """Whether a row is a heading of the list: `Class list 3b`."""
    return _starts_with(cells, "heading")


def _starts_with(cells: Sequence[str], kind: str) -> bool:
    filled = [cell for cell in cells if cell]
    text = " ".join(filled)
    key = normalize(filled[0]) if filled else ""
    has_value = any(character.isdigit() or character == ":" for character in text)
    for phrase in _list_phrases(kind):
        if key == normalize(phrase):
            return True
        is_start = re.match(rf"{re.escape(phrase)}(?!\w)", text, re.IGNORECASE) is not None
        if is_start and (has_value or " " in phrase):
            return True
    return False


@lru_cache(maxsize=4096)
def _find_title(cell: str) -> ColumnTitle | None:
    """Find the meaning of a title: whole, without a remark in brackets, or word by word."""
    key = normalize(cell)
    if title := _read_titles().get(key):
        return title
    words = _split_words(cell)
    if not _plain_words("adult").isdisjoint(words):
        return None
    if key in _plain_words("personal"):
        return ColumnTitle("full", "en", CHILD)
    bare = re.sub(r"[(\[][^)\]]*[)\]]", " ", cell)
    return _strip_neighbours(key) or (_find_title(bare) if bare != cell else _match_words(words))


def _strip_neighbours(key: str, depth: int = 4) -> ColumnTitle | None:
    """Find a title of names in a normalized text by stripping words around it, which may say whose
    name it is, or which form of it."""
    title = _read_titles().get(key)
    if title:
        return title if title.column in NAMES else None
    if depth == 0:
        return None
    for length in range(min(len(key), _LONGEST_WORD), 0, -1):
        for word, rest in ((key[:length], key[length:]), (key[-length:], key[:-length])):
            kind = _surrounding_words().get(word)
            if kind is None:
                continue
            if not rest and kind in (RECIPIENT, BUYER, CHILD):
                return ColumnTitle("full", "en", kind)
            if rest and (inner := _strip_neighbours(rest, depth - 1)):
                return _qualify_title(inner, kind)
    return None


def _qualify_title(title: ColumnTitle, kind: str) -> ColumnTitle:
    """Add the meaning of a word beside a title."""
    if kind in FORMS:
        return title._replace(form=kind)
    owner = kind.removesuffix("_of")
    return title._replace(whose=owner) if owner in OWNERS and title.whose == PLAIN else title


def _match_words(words: Sequence[str]) -> ColumnTitle | None:
    """Find the meaning of a title with a word for a child and one for a name: "What is your child's
    first name?"."""
    if not _plain_words("personal").isdisjoint(words):
        return ColumnTitle("full", "en", CHILD)
    titles = [
        title
        for word in words
        if (title := _read_titles().get(word)) and title.column in NAMES and title.whose == PLAIN
    ]
    if not titles or _plain_words("child").isdisjoint(words):
        return None
    parts = {title.column for title in titles} & {"first", "last"}
    return ColumnTitle(parts.pop() if len(parts) == 1 else "full", titles[0].language, CHILD)


def _split_words(text: str) -> list[str]:
    """The normalized words of a text, without single letters such as a possessive s."""
    return [normalize(word) for word in re.findall(r"[^\W\d_]+", text) if len(word) > 1]


@cache
def _read_words() -> Mapping[str, Any]:
    return tomllib.loads((templates.find_folder() / "class_lists.toml").read_text(encoding="utf-8"))


@cache
def _read_columns() -> Mapping[str, Sequence[str]]:
    return tomllib.loads(
        (templates.find_folder() / "list_columns.toml").read_text(encoding="utf-8")
    )


@cache
def _read_titles() -> Mapping[str, ColumnTitle]:
    return _index_titles(normalize)


@cache
def _index_titles(make_key: Callable[[str], str]) -> Mapping[str, ColumnTitle]:
    """Every title, by its key."""
    titles: dict[str, ColumnTitle] = {}
    for language, rows in _read_words().items():
        for title in rows.get("called", ()):
            titles.setdefault(make_key(title), ColumnTitle("first", language, form=PREFERRED))
        for column in COLUMNS:
            for title in rows.get(column, ()):
                whose = CHILD if column in NAMES and _is_of_child(title) else PLAIN
                titles.setdefault(make_key(title), ColumnTitle(column, language, whose))
    return titles


def _is_of_child(title: str) -> bool:
    """Whether a title of names has a word for a child."""
    key = normalize(title)
    return any(len(word) > 1 and word in key for word in _plain_words("child"))


@cache
def _read_choices(column: str) -> Mapping[str, str]:
    values: dict[str, str] = {}
    for rows in _read_words().values():
        for value in _CHOICES[column]:
            for word in rows.get(value, ()):
                values.setdefault(normalize(word), value)
    return values


@cache
def _surrounding_words() -> Mapping[str, str]:
    """The words that may surround a title of names, and the meaning of each."""
    kinds = (CHILD, RECIPIENT, "recipient_of", BUYER, "buyer_of", *FORMS, "around")
    return {word: kind for kind in reversed(kinds) for word in _plain_words(kind)}


@cache
def _plain_words(kind: str) -> frozenset[str]:
    return frozenset(normalize(word) or word for word in _read_columns()[kind])


@cache
def _list_phrases(kind: str) -> Sequence[str]:
    return [phrase for rows in _read_words().values() for phrase in rows.get(kind, ())]
