"""What a class list says, in the languages of schools (`templates/class_lists.toml`): titles of
columns, levels, and the lines above and below a list that are no pupil's."""

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
"""Whose name it may be, from the likeliest for a child's book down. Plain is a name of nobody knows
whom."""

PREFERRED, USUAL, LEGAL = ("preferred", "", "legal")
FORMS = (PREFERRED, LEGAL)
"""The forms of a name that a title tells, beside the usual one."""

LONGEST_TITLE = 200
_LONGEST_WORD = 30
COLUMNS = (*NAMES, "level", "group", "copies", "print", "language")
_CHOICES = {"level": ("same", "easier", "harder"), "print": ("normal", "large")}
"""What the words in a column stand for."""


class ColumnTitle(NamedTuple):
    """What the title of a column means, and the language that says so.

    whose: whose name it is, for a column of names. form: which form of the name.
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
    """What a cell means as a column's title, whatever stands around it."""
    if len(cell) > LONGEST_TITLE:
        return None
    return _find_title(cell)


def header_score(cells: Sequence[str]) -> int:
    """How many of these cells are titles that are known; 0 where none of them is that of names."""
    titles = [title for cell in cells if cell and (title := read_title(cell))]
    return len(titles) if any(title.column in NAMES for title in titles) else 0


def is_header(cells: Sequence[str]) -> bool:
    """Whether cells are titles, one of them that of names."""
    return header_score(cells) > 0


def exact_titles(cells: Sequence[str]) -> list[ColumnTitle]:
    """The titles among these cells that are written as we write them, with every accent."""
    known = _exact_titles()
    return [known[key] for cell in cells if (key := cell.casefold()) in known]


def is_never_name(title: str) -> bool:
    """Whether a title says that its column holds no names: a number, a place, a product."""
    words = _words(title)
    return any(
        word in _plain_words("never") or word in _plain_words("adult")
        for word in (*words, "".join(words))
    )


def is_status(cell: str) -> bool:
    """Whether a cell is a state of an order or a pupil, such as "paid", and nobody's name."""
    return normalize(cell) in _plain_words("status")


def is_unnamed(cell: str) -> bool:
    """Whether a cell stands in place of a name that nobody knows yet: "TBC", "same as above"."""
    return (normalize(cell) or cell) in _plain_words("unnamed")


def name_order(language: str) -> NameOrder:
    """How a language joins the parts of a name."""
    rows = _read_words()[language]
    return NameOrder(rows.get("family_first", False), rows.get("between", " "))


def read_choice(column: str, cell: str) -> str | None:
    """What a word in the column of levels or of prints stands for, in any of the languages."""
    key = normalize(cell)
    found = _read_choices(column).get(key)
    if found is None and column == "level":
        title = re.fullmatch(r"(\D+)([1-5])", key)
        known = _read_titles().get(title[1]) if title else None
        return title[2] if title and known and known.column == "level" else None
    return found


def is_total(cells: Sequence[str], name: str = "") -> bool:
    """Whether a row sums up the list: `Total: 24`. name: what stands where names do."""
    return _starts_with(cells, "total") or (bool(name) and _starts_with([name], "total"))


def is_heading(cells: Sequence[str]) -> bool:
    """Whether a row is about the list: `Class list 3b`."""
    return _starts_with(cells, "heading")


def _starts_with(cells: Sequence[str], kind: str) -> bool:
    filled = [cell for cell in cells if cell]
    text = " ".join(filled)
    key = normalize(filled[0]) if filled else ""
    says_more = any(character.isdigit() or character == ":" for character in text)
    for phrase in _phrases(kind):
        known = normalize(phrase)
        if key == known:
            return True
        is_whole = re.match(rf"{re.escape(phrase)}(?!\w)", text, re.IGNORECASE) is not None
        if is_whole and (says_more or " " in phrase):
            return True
    return False


@lru_cache(maxsize=4096)
def _find_title(cell: str) -> ColumnTitle | None:
    """What a title means: as it stands, without a remark in brackets, or by the words in it."""
    if found := _read_titles().get(normalize(cell)):
        return found
    words = _words(cell)
    if any(word in _plain_words("adult") for word in words):
        return None
    if any(normalize(cell) == word for word in _plain_words("personal")):
        return ColumnTitle("full", "en", CHILD)
    bare = re.sub(r"[(\[][^)\]]*[)\]]", " ", cell)
    return _ignore_neighbours(normalize(cell)) or (
        _find_title(bare) if bare != cell else _match_words(words)
    )


def _ignore_neighbours(key: str, depth: int = 4) -> ColumnTitle | None:
    """A title of names within a text of letters, with words around it that say whose name, or which
    form of it."""
    found = _read_titles().get(key)
    if found:
        return found if found.column in NAMES else None
    if depth == 0:
        return None
    for length in range(min(len(key), _LONGEST_WORD), 0, -1):
        for word, rest in ((key[:length], key[length:]), (key[-length:], key[:-length])):
            kind = _surrounding_words().get(word)
            if kind is None:
                continue
            if not rest and kind in (RECIPIENT, BUYER, CHILD):
                return ColumnTitle("full", "en", kind)
            if rest and (inner := _ignore_neighbours(rest, depth - 1)):
                return _add_kind(inner, kind)
    return None


def _add_kind(title: ColumnTitle, kind: str) -> ColumnTitle:
    """A title with what a word beside it says."""
    if kind in FORMS:
        return title._replace(form=kind)
    owner = kind.removesuffix("_of")
    return title._replace(whose=owner) if owner in OWNERS and title.whose == PLAIN else title


def _match_words(words: Sequence[str]) -> ColumnTitle | None:
    """A title that has a word for a child and one for a name: "What is your child's first
    name?"."""
    if any(word in _plain_words("personal") for word in words):
        return ColumnTitle("full", "en", CHILD)
    titles = [
        title for word in words if (title := _read_titles().get(word)) and title.column in NAMES
    ]
    named = [title for title in titles if title.whose == PLAIN]
    if not named or not any(word in _plain_words("child") for word in words):
        return None
    parts = {title.column for title in named} & {"first", "last"}
    return ColumnTitle(parts.pop() if len(parts) == 1 else "full", named[0].language, CHILD)


def _words(text: str) -> list[str]:
    """The words of a text, by their letters alone; a possessive s is none."""
    return [normalize(word) for word in re.findall(r"[^\W\d_]+", text) if len(word) > 1]


@cache
def _read_words() -> Mapping[str, Any]:
    return tomllib.loads((templates.find_folder() / "class_lists.toml").read_text(encoding="utf-8"))


@cache
def _columns() -> Mapping[str, Sequence[str]]:
    return tomllib.loads(
        (templates.find_folder() / "list_columns.toml").read_text(encoding="utf-8")
    )


@cache
def _read_titles() -> Mapping[str, ColumnTitle]:
    return _index_titles(normalize)


@cache
def _exact_titles() -> Mapping[str, ColumnTitle]:
    return _index_titles(str.casefold)


def _index_titles(key: Callable[[str], str]) -> Mapping[str, ColumnTitle]:
    """Every title, by what is left of it when it is looked up."""
    found: dict[str, ColumnTitle] = {}
    for language, rows in _read_words().items():
        for title in rows.get("called", ()):
            found.setdefault(key(title), ColumnTitle("first", language, form=PREFERRED))
        for column in COLUMNS:
            for title in rows.get(column, ()):
                whose = CHILD if column in NAMES and _says_child(title) else PLAIN
                found.setdefault(key(title), ColumnTitle(column, language, whose))
    return found


def _says_child(title: str) -> bool:
    """Whether a title says that the name is a child's."""
    key = normalize(title)
    return any(len(word) > 1 and word in key for word in _plain_words("child"))


@cache
def _read_choices(column: str) -> Mapping[str, str]:
    found: dict[str, str] = {}
    for rows in _read_words().values():
        for value in _CHOICES[column]:
            for word in rows.get(value, ()):
                found.setdefault(normalize(word), value)
    return found


@cache
def _surrounding_words() -> Mapping[str, str]:
    """The words that may stand around a title of names, and what each says."""
    kinds = (CHILD, RECIPIENT, "recipient_of", BUYER, "buyer_of", *FORMS, "around")
    return {word: kind for kind in reversed(kinds) for word in _plain_words(kind)}


@cache
def _plain_words(kind: str) -> frozenset[str]:
    return frozenset(normalize(word) or word for word in _columns()[kind])


@cache
def _phrases(kind: str) -> Sequence[str]:
    return [phrase for rows in _read_words().values() for phrase in rows.get(kind, ())]
