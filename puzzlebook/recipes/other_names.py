"""What people type for a name of ours (`templates/other_names.toml`): German for `de`, kdp for
`kdp-paperback`, 5 for the readers `5-6`. Names are known without regard to case, blanks,
underscores and hyphens.

What is nobody's name stays as it is, to be refused where it is looked up.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any

from puzzlebook.ground import templates
from puzzlebook.ground.faults import refuse, suggest_nearest
from puzzlebook.mazes import SHAPES
from puzzlebook.recipes.audiences import load_audiences

_AGES = (
    r"(?:ages?|aged)?\s*(\d{1,2})(?:\s*(?:-|–|—|to|and|/)\s*(\d{1,2}))?"
    r"\s*(?:years?|yo|\+)?(?:\s*old)?"
)
_GROWN_UP = 12


def normalize(text: str) -> str:
    """A text by its letters and digits alone: without case, accents, blanks and punctuation."""
    bare = unicodedata.normalize("NFKD", text.replace("ß", "ss").casefold().replace("ı", "i"))
    return "".join(character for character in bare if character.isalnum())


def find_by_other_name(kind: str, text: str, names: Iterable[str]) -> str | None:
    """The name of ours that a text stands for; None where it is none's."""
    names = tuple(names)
    if text in names:
        return text
    key = normalize(text)
    found = next((name for name in names if normalize(name) == key), None) or _read_synonyms(
        kind
    ).get(key)
    return found if found in names else None


def find_language(text: str) -> str:
    """The language of ours that a word or a tag stands for: German, Deutsch, de_DE."""
    found = _find_language(text)
    if found is None:
        raise refuse(
            "language",
            f'there is no language called "{text}"',
            suggest_nearest(text, templates.list_names("languages")),
        )
    return found


def guess_audience(text: str) -> str | None:
    """The readers of a name, an age or ages: `5-6` for "5" and for "ages 5 to 6"."""
    names = load_audiences()
    if text in names:
        return text
    ages = re.fullmatch(_AGES, text.strip().lower())
    if ages is None:
        return find_by_other_name("audiences", text, names)
    youngest, oldest = int(ages[1]), int(ages[2] or ages[1])
    if youngest >= _GROWN_UP:
        return "adult"
    for name in names:
        first, _, last = name.partition("-")
        if first.isdecimal() and last.isdecimal() and int(first) <= youngest <= oldest <= int(last):
            return name
    return None


def guess_book(text: str) -> str | None:
    """The book of ours that a text stands for: one of its names, or its readers'."""
    names = templates.list_names("books")
    found = find_by_other_name("books", text, names)
    readers = None if found else guess_audience(text)
    return found or (load_audiences()[readers].book if readers else None)


def resolve_name(key: str, value: Any) -> Any:
    """A value as we call it, of a recipe's key that takes a name of ours, by the last step of the
    key."""
    find = _FINDERS.get(key)
    if (
        find is None
        or not isinstance(value, str)
        or not value
        or re.search(r"[/\\:]|\.\w{2,4}$", value)
    ):
        return value
    if key == "silhouette":
        return ",".join(find(name.strip()) or name for name in value.split(","))
    return find(value) or value


def resolve_names(tables: Mapping[str, Any]) -> dict[str, Any]:
    """A recipe's tables with every name as we call it."""
    found = {key: resolve_name(key, value) for key, value in tables.items()}
    sections = found.get("section")
    if isinstance(sections, list):
        found["section"] = [
            {key: resolve_name(key, value) for key, value in row.items()}
            if isinstance(row, dict)
            else row
            for row in sections
        ]
    return found


def find_options(text: str) -> list[str]:
    """The options that people type so, such as `--names` for "list"."""
    return [
        option
        for option, words in _read_rows()["options"].items()
        if normalize(text) in map(normalize, words)
    ]


def readers_instead(text: str) -> tuple[str, str] | None:
    """For readers that nothing of ours is called by: those of ours that come nearest, and what we
    have for them."""
    rows = (
        row for row in _read_rows()["instead"] if normalize(text) in map(normalize, row["words"])
    )
    return next(((row["audience"], row["has"]) for row in rows), None)


def takes_names(key: str) -> bool:
    """Whether a key of a recipe takes the name of something of ours; a number of mazes is no
    name."""
    return key in _FINDERS


def find_kinds(text: str) -> list[str]:
    """The keys of a recipe that take a text as the name of something of ours."""
    return [key for key, find in _FINDERS.items() if find(text) is not None]


def name_near(text: str, nearness: float) -> str | None:
    """The name of a theme, a silhouette, a printer or a language, or another word for one, that a
    mistyped text is nearest to; None where it is as near (`difflib`) to none."""
    from difflib import get_close_matches

    ours = {"themes": ".toml", "silhouettes": ".svg", "printers": ".toml"}
    known = [
        *(name for kind, ending in ours.items() for name in templates.list_names(kind, ending))
    ]
    known += [
        word
        for kind in (*ours, "languages")
        for words in _read_rows().get(kind, {}).values()
        for word in words
    ]
    return next(iter(get_close_matches(text.lower(), known, n=1, cutoff=nearness)), None)


def _find_template(kind: str, ending: str, text: str) -> str | None:
    return find_by_other_name(kind, text, templates.list_names(kind, ending))


def _find_language(text: str) -> str | None:
    names = templates.list_names("languages")
    tag = re.match(r"([A-Za-z]{2})[-_][A-Za-z]{2,4}\b", text)
    return find_by_other_name("languages", text, names) or (
        find_by_other_name("languages", tag[1], names) if tag else None
    )


def _shape(text: str) -> str | None:
    others = {other for shape in SHAPES.values() for other in shape.other_names}
    return text if text.lower() in others else find_by_other_name("shapes", text, SHAPES)


_FINDERS: Mapping[str, Callable[[str], str | None]] = {
    "language": _find_language,
    "printer": partial(_find_template, "printers", ".toml"),
    "theme": partial(_find_template, "themes", ".toml"),
    "silhouette": partial(_find_template, "silhouettes", ".svg"),
    "shape": _shape,
    "audience": guess_audience,
    "look": guess_audience,
}
"""By the recipe's keys that take a name of ours."""


@templates.cache_by_release
def _read_synonyms(kind: str) -> Mapping[str, str]:
    return {
        normalize(word): name
        for name, words in _read_rows().get(kind, {}).items()
        for word in words
    }


@templates.cache_by_release
def _read_rows() -> dict[str, Any]:
    return templates.table("other_names.toml")
