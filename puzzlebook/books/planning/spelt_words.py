"""Words that solution paths spell: their letters, and which maze spells which word.

A word is written as it is, or with hyphens between cells: sh-i-p. Words are dealt evenly, and
neighbouring mazes never have the same word if there is a choice.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from puzzlebook.ground.faults import Fault, refuse
from puzzlebook.ground.seeds import choose_by_key
from puzzlebook.mazes import Size, format_size
from puzzlebook.recipes.recipe import Recipe, Section
from puzzlebook.typesetting import text

MAX_LETTERS = 30
_JOIN = "-"
_MAX_IN_CELL = 4
"""The largest number of letters that share a cell, as in eigh-t."""


class SpeltWord(NamedTuple):
    """A word that a solution path spells. pieces: the letters in each of its cells, in order."""

    pieces: tuple[str, ...]

    def __str__(self) -> str:
        return "".join(self.pieces)

    def mix_decoys(self, alphabet: str) -> Sequence[str]:
        """Return the pieces that decoys are chosen from: the alphabet and, in the same proportion
        as in the word, its groups of letters that share a cell. No cell of the solution path is
        then conspicuous."""
        alphabet = alphabet.lower() if str(self).islower() else alphabet
        letter_groups = [piece for piece in self.pieces if len(piece) > 1]
        if not letter_groups:
            return alphabet
        single = max(1, len(self.pieces) - len(letter_groups))
        copies = max(1, round(len(alphabet) / single))
        return (*alphabet, *letter_groups * copies)


def list_words(section: Section) -> tuple[SpeltWord, ...]:
    """Return the words of a section, each entirely in lower case or in capitals, so that no letter
    is conspicuous."""
    words = (section.word,) if isinstance(section.word, str) else section.word or ()
    tidy = (unicodedata.normalize("NFC", word).strip() for word in words)
    cased = (word if word.islower() else word.upper() for word in tidy)
    pieces = (tuple(word.split(_JOIN) if _JOIN in word else word) for word in cased)
    return tuple(dict.fromkeys(map(SpeltWord, pieces)))


class WordDealer:
    """Dealer of the words of sections to their mazes, in the order of the mazes. Sections with the
    same words share them."""

    def __init__(self) -> None:
        self._counts: Counter[SpeltWord] = Counter()
        self._last: SpeltWord | None = None

    def deal(
        self, section: Section, key: str, room: int | None = None, size: Size = ()
    ) -> SpeltWord | None:
        """Return the next word, chosen by the maze's key among the words dealt least often, and
        different from the last word if possible. None for a section without words.

        room: how many pieces fit the solution path of a maze of this size; None if the maze will be
        redrawn to fit the word.
        """
        words = list_words(section)
        fitting = [word for word in words if room is None or len(word.pieces) <= room]
        if not words:
            return None
        if not fitting:
            shortest = min(words, key=lambda word: len(word.pieces))
            raise refuse_long(shortest, room or 0, section, size)
        others = [word for word in fitting if word != self._last] or fitting
        fewest = min(self._counts[word] for word in others)
        word = choose_by_key([word for word in others if self._counts[word] == fewest], key, "word")
        self._counts[word] += 1
        self._last = word
        return word


def refuse_long(word: SpeltWord, room: int, section: Section, size: Size) -> Exception:
    """Return the refusal of a word that does not fit the solution path of a maze."""
    what = (
        f'"{word}" has {len(word.pieces)} letters, more than the way through a maze of '
        f"{format_size(size)} holds"
    )
    return refuse(f"section.{section.key}.word", what, f"at most {room} letters, or a larger size")


def find_word_faults(recipe: Recipe, face: text.Face) -> Iterator[Fault]:
    """Yield a fault for each word that cannot be printed letter by letter along a solution path.

    face: the typeface of the letters.
    """
    for section in recipe.sections:
        where = f"section.{section.key}.word"
        words = list_words(section)
        if words and recipe.book.secret:
            yield Fault(
                where, "words cannot be combined with a secret sentence", "give only one of them"
            )
        for word in words:
            whole = str(word)
            if section.ends == "none":
                what = "without start and finish there is no way for letters"
                yield Fault(where, what, 'set other ends, such as "far"')
            if len(whole) < 2 or not whole.isalpha() or not all(word.pieces):
                what = f'"{_JOIN.join(word.pieces) if len(word.pieces) != len(whole) else whole}"'
                allowed = "write two letters or more, and nothing else"
                yield Fault(where, f"{what} is not a word of letters", allowed)
            elif len(whole) > MAX_LETTERS:
                yield Fault(where, f'"{whole}" has {len(whole)} letters', f"at most {MAX_LETTERS}")
            elif len(longest := max(word.pieces, key=len)) > _MAX_IN_CELL:
                what = f'"{longest}" has {len(longest)} letters for one cell'
                yield Fault(where, what, f"at most {_MAX_IN_CELL} between hyphens: sh-i-p")
            elif (character := text.find_missing_character(whole, face)) is not None:
                what = f"no font has a glyph for {character!r} (U+{ord(character):04X})"
                allowed = "use other letters"
                yield Fault(where, what, allowed, need="font", characters=character)
