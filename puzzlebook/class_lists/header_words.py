"""The words of class lists in many languages (`templates/class_lists.toml`): column titles, level
names, and the headings and totals around a list."""

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
"""Whose name a column may hold, the likeliest person for a child's book first. PLAIN: the title
does not say."""

PREFERRED, USUAL, LEGAL = ("preferred", "", "legal")
FORMS = (PREFERRED, LEGAL)
"""The forms of a name that a title may specify, other than the usual form."""

LONGEST_TITLE = 200  # characters
_LONGEST_WORD = 30  # characters
COLUMNS = (*NAMES, "level", "load", "group", "copies", "print", "hand", "language")
_CHOICES = {
    "level": ("same", "easier", "harder"),
    "load": ("support", "core", "extension"),
    "print": ("normal", "large", "dyslexic", "tactile"),
    "hand": ("right", "left"),
}
"""For each column with a fixed set of values, the values that its words stand for."""


class ColumnTitle(NamedTuple):
    """The meaning of a column's title, and its language.

    whose, form: for a column of names, whose names they are, and in which form.
    """

    column: str
    language: str
    whose: str = PLAIN
    form: str = USUAL


class NameOrder(NamedTuple):
    """How a language joins the parts of a name."""

    family_first: bool = False
    between: str = " "


def read_title(cell: str) -> ColumnTitle | None:
    """Return the meaning of a cell as a column's title, ignoring other words around the title; None
    if it has none."""
    return _find_title(cell) if len(cell) <= LONGEST_TITLE else None


def choose_title(column: str, language: str) -> str:
    """Return the title of a column in a language, or in English if that language has none."""
    words = _read_words()
    rows = words.get(language.partition("-")[0], {})
    titles: Sequence[str] = rows.get(column) or words["en"][column]
    return titles[0]


def header_score(cells: Sequence[str]) -> int:
    """Count the known titles among cells; 0 if none of them is a title of names."""
    titles = [title for cell in cells if cell and (title := read_title(cell))]
    return len(titles) if any(title.column in NAMES for title in titles) else 0


def is_header(cells: Sequence[str]) -> bool:
    """Return whether cells include a title of names."""
    return header_score(cells) > 0


def exact_titles(cells: Sequence[str]) -> list[ColumnTitle]:
    """List the titles among cells that match a known title including its accents."""
    titles = _index_titles(str.casefold)
    return [titles[key] for cell in cells if (key := cell.casefold()) in titles]


def is_never_name(title: str) -> bool:
    """Return whether a title rules out names because it is for a number, a place, a product or an
    adult."""
    words = _split_words(title)
    excluded = _plain_words("never") | _plain_words("adult")
    return not excluded.isdisjoint((*words, "".join(words)))


def is_status(cell: str) -> bool:
    """Return whether a cell is the status of an order or a pupil, such as "paid"."""
    return normalize(cell) in _plain_words("status")


def is_unnamed(cell: str) -> bool:
    """Return whether a cell is a placeholder for a name: "TBC", "same as above"."""
    return (normalize(cell) or cell) in _plain_words("unnamed")


def name_order(language: str) -> NameOrder:
    """Return how a language joins the parts of a name."""
    words = _read_words()[language]
    return NameOrder(words.get("family_first", False), words.get("between", " "))


def read_choice(column: str, cell: str) -> str | None:
    """Return the value of a word, in any language, in a column with a fixed set of values; None if
    there is none. "Level 2" means level 2."""
    key = normalize(cell)
    value = _read_choices(column).get(key)
    if value is None and column == "level" and (match := re.fullmatch(r"(\D+)([1-5])", key)):
        title = _read_titles().get(match[1])
        return match[2] if title and title.column == "level" else None
    return value


def is_total(cells: Sequence[str], name: str = "") -> bool:
    """Return whether a row is a total: `Total: 24`. name: its cell in the column of names."""
    return _starts_with(cells, "total") or (bool(name) and _starts_with([name], "total"))


def is_heading(cells: Sequence[str]) -> bool:
    """Return whether a row is a heading of the list: `Class list 3b`."""
    return _starts_with(cells, "heading")


def _starts_with(cells: Sequence[str], kind: str) -> bool:
    filled = [cell for cell in cells if cell]
    text = " ".join(filled)
    key = normalize(filled[0]) if filled else ""
    has_value = any(character.isdigit() or character == ":" for character in text)
    if key in _list_keys(kind):
        return True
    beginning = _compile_beginning(kind, has_spaces=not has_value)
    return beginning.match(text) is not None


@lru_cache(maxsize=4096)
def _find_title(cell: str) -> ColumnTitle | None:
    """Return the meaning of a title, which is looked up as it is, then without remarks in brackets,
    then word by word."""
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
    """Find a title of names in a normalized text by stripping words around it. These words may say
    whose names they are, or in which form."""
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
    """Return a title with the meaning of a word beside it."""
    if kind in FORMS:
        return title._replace(form=kind)
    owner = kind.removesuffix("_of")
    return title._replace(whose=owner) if owner in OWNERS and title.whose == PLAIN else title


def _match_words(words: Sequence[str]) -> ColumnTitle | None:
    """Return the meaning of a title with a word for a child and a word for a name: "What is your
    child's first name?"."""
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
    """Return the normalized words of a text, without single letters such as a possessive s."""
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
    """Return a mapping from keys to all titles. make_key: makes the key of a title."""
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
    """Return whether a title of names contains a word for a child."""
    return any(map(normalize(title).__contains__, _list_child_words()))


@cache
def _list_child_words() -> Sequence[str]:
    return [word for word in _plain_words("child") if len(word) > 1]


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
    """Return a mapping from the words that may surround a title of names to their meanings."""
    kinds = (CHILD, RECIPIENT, "recipient_of", BUYER, "buyer_of", *FORMS, "around")
    return {word: kind for kind in reversed(kinds) for word in _plain_words(kind)}


@cache
def _plain_words(kind: str) -> frozenset[str]:
    return frozenset(normalize(word) or word for word in _read_columns()[kind])


@cache
def _list_phrases(kind: str) -> Sequence[str]:
    return [phrase for rows in _read_words().values() for phrase in rows.get(kind, ())]


@cache
def _list_keys(kind: str) -> frozenset[str]:
    return frozenset(map(normalize, _list_phrases(kind)))


@cache
def _compile_beginning(kind: str, has_spaces: bool) -> re.Pattern[str]:
    """Return the pattern of a text that starts with a phrase of this kind. has_spaces: only phrases
    of several words count."""
    phrases = [phrase for phrase in _list_phrases(kind) if " " in phrase or not has_spaces]
    return re.compile(rf"(?:{'|'.join(map(re.escape, phrases))})(?!\w)", re.IGNORECASE)
