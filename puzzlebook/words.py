"""The words of a book: one catalogue for each language, in `templates/languages/`."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from puzzlebook import templates


class Words:
    """A catalogue: `words("maze", number=7)` is the phrase with its blanks filled in."""

    def __init__(self, language: str, phrases: Mapping[str, Any]) -> None:
        self.language = language
        self.direction: str = phrases["direction"]
        self._phrases = phrases

    def __call__(self, phrase: str, **blanks: object) -> str:
        """One phrase."""
        text: str = self._phrases[phrase]
        return text.format(**blanks)

    def texts(self) -> Iterator[str]:
        """Every phrase, as it stands in the catalogue."""
        for phrase in self._phrases.values():
            yield from phrase if isinstance(phrase, list) else [str(phrase)]

    def lines(self, phrase: str) -> list[str]:
        """A phrase that is several paragraphs."""
        return list(self._phrases[phrase])


@cache
def words_of(language: str) -> Words:
    """The catalogue of a language, which must exist."""
    return Words(language, tomllib.loads(templates.read("languages", language).decode()))
