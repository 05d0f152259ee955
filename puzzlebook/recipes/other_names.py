"""What people type for a name of ours (`templates/other_names.toml`): German for `de`, kdp for `kdp-paperback`, 5 for
the readers `5-6`. Names are known without regard to case, blanks, underscores and hyphens.

What is nobody's name stays as it is, to be refused where it is looked up.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any

from puzzlebook import templates
from puzzlebook.faults import nearest, refuse
from puzzlebook.mazes.tilings import SHAPES
from puzzlebook.recipes.audiences import audiences

_AGES = r"(?:ages?|aged)?\s*(\d{1,2})(?:\s*(?:-|–|—|to|and|/)\s*(\d{1,2}))?\s*(?:years?|yo|\+)?(?:\s*old)?"
_GROWN_UP = 12


def plain(text: str) -> str:
    """A text by its letters and digits alone: without case, accents, blanks and punctuation."""
    bare = unicodedata.normalize("NFKD", text.replace("ß", "ss").casefold().replace("ı", "i"))
    return "".join(character for character in bare if character.isalnum())


def known_as(kind: str, text: str, names: Iterable[str]) -> str | None:
    """The name of ours that a text stands for; None where it is none's."""
    names = tuple(names)
    if text in names:
        return text
    key = plain(text)
    found = next((name for name in names if plain(name) == key), None) or _others(kind).get(key)
    return found if found in names else None


def language_of(text: str) -> str:
    """The language of ours that a word or a tag stands for: German, Deutsch, de_DE."""
    found = _language(text)
    if found is None:
        raise refuse("language", f'no language is called "{text}"', nearest(text, templates.names("languages")))
    return found


def audience_for(text: str) -> str | None:
    """The readers of a name, an age or ages: `5-6` for "5" and for "ages 5 to 6"."""
    names = audiences()
    if text in names:
        return text
    ages = re.fullmatch(_AGES, text.strip().lower())
    if ages is None:
        return known_as("audiences", text, names)
    youngest, oldest = int(ages[1]), int(ages[2] or ages[1])
    if youngest >= _GROWN_UP:
        return "adult"
    for name in names:
        first, _, last = name.partition("-")
        if first.isdecimal() and last.isdecimal() and int(first) <= youngest <= oldest <= int(last):
            return name
    return None


def book_for(text: str) -> str | None:
    """The book of ours that a text stands for: one of its names, or its readers'."""
    names = templates.names("books")
    found = known_as("books", text, names)
    readers = None if found else audience_for(text)
    return found or (audiences()[readers].book if readers else None)


def meant(key: str, value: Any) -> Any:
    """A value as we call it, of a recipe's key that takes a name of ours, by the last step of the key."""
    find = _FINDERS.get(key)
    if find is None or not isinstance(value, str) or not value or re.search(r"[/\\:]|\.\w{2,4}$", value):
        return value
    if key == "silhouette":
        return ",".join(find(name.strip()) or name for name in value.split(","))
    return find(value) or value


def meant_in(tables: Mapping[str, Any]) -> dict[str, Any]:
    """A recipe's tables with every name as we call it."""
    found = {key: meant(key, value) for key, value in tables.items()}
    sections = found.get("section")
    if isinstance(sections, list):
        found["section"] = [
            {key: meant(key, value) for key, value in row.items()} if isinstance(row, dict) else row for row in sections
        ]
    return found


def options_called(text: str) -> list[str]:
    """The options that people type so, such as `--names` for "list"."""
    return [option for option, words in _rows()["options"].items() if plain(text) in map(plain, words)]


def readers_instead(text: str) -> tuple[str, str] | None:
    """For readers that nothing of ours is called by: those of ours that come nearest, and what we have for them."""
    rows = (row for row in _rows()["instead"] if plain(text) in map(plain, row["words"]))
    return next(((row["audience"], row["has"]) for row in rows), None)


def takes_names(key: str) -> bool:
    """Whether a key of a recipe takes the name of something of ours; a number of mazes is no name."""
    return key in _FINDERS


def kinds_of(text: str) -> list[str]:
    """The keys of a recipe that take a text as the name of something of ours."""
    return [key for key, find in _FINDERS.items() if find(text) is not None]


def name_near(text: str, nearness: float) -> str | None:
    """The name of a theme, a silhouette, a printer or a language, or another word for one, that a mistyped text is
    nearest to; None where it is as near (`difflib`) to none."""
    from difflib import get_close_matches

    ours = {"themes": ".toml", "silhouettes": ".svg", "printers": ".toml"}
    known = [*(name for kind, ending in ours.items() for name in templates.names(kind, ending))]
    known += [word for kind in (*ours, "languages") for words in _rows().get(kind, {}).values() for word in words]
    return next(iter(get_close_matches(text.lower(), known, n=1, cutoff=nearness)), None)


def _template(kind: str, ending: str, text: str) -> str | None:
    return known_as(kind, text, templates.names(kind, ending))


def _language(text: str) -> str | None:
    names = templates.names("languages")
    tag = re.match(r"([A-Za-z]{2})[-_][A-Za-z]{2,4}\b", text)
    return known_as("languages", text, names) or (known_as("languages", tag[1], names) if tag else None)


def _shape(text: str) -> str | None:
    others = {other for shape in SHAPES.values() for other in shape.other_names}
    return text if text.lower() in others else known_as("shapes", text, SHAPES)


_FINDERS: Mapping[str, Callable[[str], str | None]] = {
    "language": _language,
    "printer": partial(_template, "printers", ".toml"),
    "theme": partial(_template, "themes", ".toml"),
    "silhouette": partial(_template, "silhouettes", ".svg"),
    "shape": _shape,
    "audience": audience_for,
    "look": audience_for,
}
"""By the recipe's keys that take a name of ours."""


@templates.cached
def _others(kind: str) -> Mapping[str, str]:
    return {plain(word): name for name, words in _rows().get(kind, {}).items() for word in words}


@templates.cached
def _rows() -> dict[str, Any]:
    return templates.table("other_names.toml")
