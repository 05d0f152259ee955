"""What a class list says, in the languages of schools (`templates/class_lists.toml`): titles of columns, levels, and
the lines above and below a list that are no pupil's."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any, NamedTuple

from puzzlebook import templates
from puzzlebook.recipes.other_names import plain

NAMES = ("full", "name", "first", "middle", "last")
"""The columns that hold names."""

CHILD, PLAIN, RECIPIENT, BUYER = OWNERS = ("child", "", "recipient", "buyer")
"""Whose name it may be, from the likeliest for a child's book down. Plain is a name of nobody knows whom."""

PREFERRED, USUAL, LEGAL = ("preferred", "", "legal")
FORMS = (PREFERRED, LEGAL)
"""The forms of a name that a title tells, beside the usual one."""

LONGEST_TITLE = 200
_LONGEST_WORD = 30
COLUMNS = (*NAMES, "level", "group", "copies", "print", "language")
_CHOICES = {"level": ("same", "easier", "harder"), "print": ("normal", "large")}
"""What the words in a column stand for."""


class Title(NamedTuple):
    """What the title of a column means, and the language that says so.

    whose: whose name it is, for a column of names. form: which form of the name.
    """

    column: str
    language: str
    whose: str = PLAIN
    form: str = USUAL


class Joined(NamedTuple):
    """How the parts of a name are joined in a language."""

    family_first: bool = False
    between: str = " "


def title_of(cell: str) -> Title | None:
    """What a cell means as a column's title, whatever stands around it."""
    if len(cell) > LONGEST_TITLE:
        return None
    return _title_of(cell)


def header_score(cells: Sequence[str]) -> int:
    """How many of these cells are titles that are known; 0 where none of them is that of names."""
    titles = [title for cell in cells if cell and (title := title_of(cell))]
    return len(titles) if any(title.column in NAMES for title in titles) else 0


def is_header(cells: Sequence[str]) -> bool:
    """Whether cells are titles, one of them that of names."""
    return header_score(cells) > 0


def exact_titles(cells: Sequence[str]) -> list[Title]:
    """The titles among these cells that are written as we write them, with every accent."""
    known = _exact_titles()
    return [known[key] for cell in cells if (key := cell.casefold()) in known]


def is_never_name(title: str) -> bool:
    """Whether a title says that its column holds no names: a number, a place, a product."""
    words = _words(title)
    return any(word in _plain_words("never") or word in _plain_words("adult") for word in (*words, "".join(words)))


def is_status(cell: str) -> bool:
    """Whether a cell is a state of an order or a pupil, such as "paid", and nobody's name."""
    return plain(cell) in _plain_words("status")


def is_unnamed(cell: str) -> bool:
    """Whether a cell stands in place of a name that nobody knows yet: "TBC", "same as above"."""
    return (plain(cell) or cell) in _plain_words("unnamed")


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


def is_total(cells: Sequence[str], name: str = "") -> bool:
    """Whether a row sums up the list: `Total: 24`. name: what stands where names do."""
    return _begins(cells, "total") or (bool(name) and _begins([name], "total"))


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


@lru_cache(maxsize=4096)
def _title_of(cell: str) -> Title | None:
    """What a title means: as it stands, without a remark in brackets, or by the words in it."""
    if found := _titles().get(plain(cell)):
        return found
    words = _words(cell)
    if any(word in _plain_words("adult") for word in words):
        return None
    if any(plain(cell) == word for word in _plain_words("personal")):
        return Title("full", "en", CHILD)
    bare = re.sub(r"[(\[][^)\]]*[)\]]", " ", cell)
    return _beside_others(plain(cell)) or (_title_of(bare) if bare != cell else _by_words(words))


def _beside_others(key: str, depth: int = 4) -> Title | None:
    """A title of names within a text of letters, with words around it that say whose name, or which form of it."""
    found = _titles().get(key)
    if found:
        return found if found.column in NAMES else None
    if depth == 0:
        return None
    for length in range(min(len(key), _LONGEST_WORD), 0, -1):
        for word, rest in ((key[:length], key[length:]), (key[-length:], key[:-length])):
            kind = _around().get(word)
            if kind is None:
                continue
            if not rest and kind in (RECIPIENT, BUYER, CHILD):
                return Title("full", "en", kind)
            if rest and (inner := _beside_others(rest, depth - 1)):
                return _with_kind(inner, kind)
    return None


def _with_kind(title: Title, kind: str) -> Title:
    """A title with what a word beside it says."""
    if kind in FORMS:
        return title._replace(form=kind)
    owner = kind.removesuffix("_of")
    return title._replace(whose=owner) if owner in OWNERS and title.whose == PLAIN else title


def _by_words(words: Sequence[str]) -> Title | None:
    """A title that has a word for a child and one for a name: "What is your child's first name?"."""
    if any(word in _plain_words("personal") for word in words):
        return Title("full", "en", CHILD)
    titles = [title for word in words if (title := _titles().get(word)) and title.column in NAMES]
    named = [title for title in titles if title.whose == PLAIN]
    if not named or not any(word in _plain_words("child") for word in words):
        return None
    parts = {title.column for title in named} & {"first", "last"}
    return Title(parts.pop() if len(parts) == 1 else "full", named[0].language, CHILD)


def _words(text: str) -> list[str]:
    """The words of a text, by their letters alone; a possessive s is none."""
    return [plain(word) for word in re.findall(r"[^\W\d_]+", text) if len(word) > 1]


@cache
def _rows() -> Mapping[str, Any]:
    return tomllib.loads((templates.folder() / "class_lists.toml").read_text(encoding="utf-8"))


@cache
def _columns() -> Mapping[str, Sequence[str]]:
    return tomllib.loads((templates.folder() / "list_columns.toml").read_text(encoding="utf-8"))


@cache
def _titles() -> Mapping[str, Title]:
    return _titles_by(plain)


@cache
def _exact_titles() -> Mapping[str, Title]:
    return _titles_by(str.casefold)


def _titles_by(key: Callable[[str], str]) -> Mapping[str, Title]:
    """Every title, by what is left of it when it is looked up."""
    found: dict[str, Title] = {}
    for language, rows in _rows().items():
        for title in rows.get("called", ()):
            found.setdefault(key(title), Title("first", language, form=PREFERRED))
        for column in COLUMNS:
            for title in rows.get(column, ()):
                whose = CHILD if column in NAMES and _says_child(title) else PLAIN
                found.setdefault(key(title), Title(column, language, whose))
    return found


def _says_child(title: str) -> bool:
    """Whether a title says that the name is a child's."""
    key = plain(title)
    return any(len(word) > 1 and word in key for word in _plain_words("child"))


@cache
def _choices(column: str) -> Mapping[str, str]:
    found: dict[str, str] = {}
    for rows in _rows().values():
        for value in _CHOICES[column]:
            for word in rows.get(value, ()):
                found.setdefault(plain(word), value)
    return found


@cache
def _around() -> Mapping[str, str]:
    """The words that may stand around a title of names, and what each says."""
    kinds = (CHILD, RECIPIENT, "recipient_of", BUYER, "buyer_of", *FORMS, "around")
    return {word: kind for kind in reversed(kinds) for word in _plain_words(kind)}


@cache
def _plain_words(kind: str) -> frozenset[str]:
    return frozenset(plain(word) or word for word in _columns()[kind])


@cache
def _phrases(kind: str) -> Sequence[str]:
    return [phrase for rows in _rows().values() for phrase in rows.get(kind, ())]
