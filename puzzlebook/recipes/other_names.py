"""Other names that people type for built-in names (`templates/other_names.toml`): German for `de`,
kdp for `kdp-paperback`, 5 for the readers `5-6`. Case, blanks, underscores and hyphens are ignored.

Any other text is left unchanged, and is refused where it is looked up.
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
_GROWN_UP = 12  # years: from this age on, readers get the books for adults


def normalize(text: str) -> str:
    """Return the letters and digits of a text, in lower case and without accents."""
    bare = unicodedata.normalize("NFKD", text.replace("ß", "ss").casefold().replace("ı", "i"))
    return "".join(filter(str.isalnum, bare))


def find_by_other_name(kind: str, text: str, names: Iterable[str]) -> str | None:
    """Return the built-in name that a text means; None if there is none.

    kind: the table of synonyms, such as `themes`. names: the built-in names.
    """
    names = tuple(names)
    if text in names:
        return text
    key = normalize(text)
    name = next((name for name in names if normalize(name) == key), _read_synonyms(kind).get(key))
    return name if name in names else None


def find_language(text: str) -> str:
    """Return the built-in language that a word or a tag means: German, Deutsch, de_DE."""
    if name := _find_language(text):
        return name
    allowed = suggest_nearest(text, templates.list_names("languages"))
    if second := find_second_language(text):
        allowed = f"worksheets have it as a second language: --language en,{second}"
    raise refuse("language", f'there is no language called "{text}"', allowed)


def find_languages(text: str) -> list[str]:
    """Return the languages of a sheet, from a text that lists them.

    A language for which only the words on worksheets exist comes second: "Polish, English" gives
    `en`, `pl`.
    """
    texts = split_languages(text)
    seconds = [find_second_language(part) for part in texts]
    if len(texts) == 2 and seconds[0] and not seconds[1]:
        texts, seconds = texts[::-1], seconds[::-1]
    names = [find_language(part) for part in texts[:1]]
    pairs = zip(texts[1:], seconds[1:], strict=True)
    return names + [second or find_language(part) for part, second in pairs]


def split_languages(text: str) -> list[str]:
    """Split a text into the languages that it lists: `en,fa`, `en + fa`."""
    return [part for part in map(str.strip, re.split(r"[,;+&/]", text)) if part]


def guess_audience(text: str) -> str | None:
    """Return the audience that a name, an age or a range of ages means: `5-6` for "5" and for "ages
    5 to 6"; None if there is none."""
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
    """Return the built-in book that a text means, by a name of the book or of its audience."""
    if book := find_by_other_name("books", text, templates.list_names("books")):
        return book
    audience = guess_audience(text)
    return load_audiences()[audience].book if audience else None


def resolve_name(key: str, value: Any) -> Any:
    """Return the built-in name that a value means; any other value is returned unchanged.

    key: the last part of the recipe's key.
    """
    find = _FINDERS.get(key)
    if (
        find is None
        or not isinstance(value, str)
        or not value
        or re.search(r"[/\\:]|\.\w{2,4}$", value)
    ):
        return value
    if key in ("silhouette", "stage"):
        return ",".join(find(name.strip()) or name for name in value.split(","))
    return find(value) or value


def resolve_names(tables: Mapping[str, Any]) -> dict[str, Any]:
    """Return a recipe's tables with other names replaced by built-in names."""
    resolved = {key: resolve_name(key, value) for key, value in tables.items()}
    sections = resolved.get("section")
    if isinstance(sections, list):
        resolved["section"] = [
            {key: resolve_name(key, value) for key, value in row.items()}
            if isinstance(row, dict)
            else row
            for row in sections
        ]
    return resolved


def find_options(text: str) -> list[str]:
    """List the command-line options that a word suggests, such as `--names` for "list"."""
    return [
        option
        for option, words in _read_rows()["options"].items()
        if normalize(text) in map(normalize, words)
    ]


def find_substitute(kind: str, text: str) -> tuple[str, str] | None:
    """Return the nearest substitute for an audience, a theme or an option that we do not have: its
    name and a description. None if there is no substitute."""
    key = normalize(text)
    rows = (row for row in _read_rows()["instead"] if row["kind"] == kind)
    found = (row for row in rows if key in map(normalize, row["words"]))
    return next(((row["name"], row["has"]) for row in found), None)


def takes_names(key: str) -> bool:
    """Return whether a recipe's key takes a built-in name."""
    return key in _FINDERS


def find_kinds(text: str) -> list[str]:
    """List the keys of a recipe for which a text means a built-in name."""
    return [key for key, find in _FINDERS.items() if find(text) is not None]


def name_near(text: str, nearness: float) -> str | None:
    """Return the name most similar to a mistyped text; None if no similarity (a `difflib` ratio)
    reaches `nearness`.

    The candidates are the built-in names of themes, silhouettes and printers, and the other names
    of these and of languages.
    """
    from difflib import get_close_matches

    kinds = {"themes": ".toml", "silhouettes": ".svg", "printers": ".toml"}
    names = [name for kind, ending in kinds.items() for name in templates.list_names(kind, ending)]
    names += [
        word
        for kind in (*kinds, "languages")
        for words in _read_rows().get(kind, {}).values()
        for word in words
    ]
    return next(iter(get_close_matches(text.lower(), names, n=1, cutoff=nearness)), None)


def _find_template(kind: str, ending: str, text: str) -> str | None:
    return find_by_other_name(kind, text, templates.list_names(kind, ending))


def _find_language(text: str) -> str | None:
    names = templates.list_names("languages")
    tag = re.match(r"([A-Za-z]{2})[-_][A-Za-z]{2,4}\b", text)
    return find_by_other_name("languages", text, names) or (
        find_by_other_name("languages", tag[1], names) if tag else None
    )


def find_second_language(text: str) -> str | None:
    """Return the language that a text means, among those for which only the words on worksheets
    exist, to be printed below another language."""
    return find_by_other_name("second_languages", text, templates.list_names("second_languages"))


def _find_stage(text: str) -> str | None:
    from puzzlebook.recipes.user_files import is_stage_set, load_stage_sets

    if is_stage_set(text):  # as in most recipes of ours: then no outline is needed
        return text
    from puzzlebook.mazes import Silhouette

    return find_by_other_name("stages", text, (*Silhouette.stages(), *load_stage_sets()))


def _find_shape(text: str) -> str | None:
    other_names = {name for shape in SHAPES.values() for name in shape.other_names}
    return text if text.lower() in other_names else find_by_other_name("shapes", text, SHAPES)


_FINDERS: Mapping[str, Callable[[str], str | None]] = {
    "language": _find_language,
    "printer": partial(_find_template, "printers", ".toml"),
    "theme": partial(_find_template, "themes", ".toml"),
    "silhouette": partial(_find_template, "silhouettes", ".svg"),
    "stage": _find_stage,
    "shape": _find_shape,
    "audience": guess_audience,
    "look": guess_audience,
}
"""Mapping from a recipe's key to the function that finds the built-in name that a text means."""


@templates.cache_by_release
def _read_synonyms(kind: str) -> Mapping[str, str]:
    return {
        normalize(word): name
        for name, words in _read_rows().get(kind, {}).items()
        for word in words
    }


def _read_rows() -> dict[str, Any]:
    return templates.table("other_names.toml")
