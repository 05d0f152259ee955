"""Other names: what people type for a name of ours (`templates/other_names.toml`), and how a name is known without
regard to case, blanks, underscores and hyphens."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache

from puzzlebook import templates
from puzzlebook.faults import nearest, refuse
from puzzlebook.recipes.list_words import plain


def known_as(kind: str, text: str, names: Iterable[str]) -> str | None:
    """The name of ours that a text stands for; None where it is none's."""
    names = tuple(names)
    if text in names:
        return text
    key = plain(text)
    for name in names:
        if plain(name) == key:
            return name
    found = _others().get(kind, {}).get(key)
    return found if found in names else None


def language_of(text: str) -> str:
    """The language of ours that a word or a tag stands for: German, Deutsch, de_DE."""
    names = templates.names("languages")
    tag = re.match(r"([A-Za-z]{2})[-_][A-Za-z]{2,4}\b", text)
    found = known_as("languages", text, names) or (known_as("languages", tag[1], names) if tag else None)
    if found is None:
        raise refuse("language", f'no language is called "{text}"', nearest(text, names))
    return found


@cache
def _others() -> Mapping[str, Mapping[str, str]]:
    rows = tomllib.loads((templates.folder() / "other_names.toml").read_text(encoding="utf-8"))
    return {
        kind: {plain(word): name for name, words in names.items() for word in words} for kind, names in rows.items()
    }
