"""Breaking a name into the lines in which its letters are largest in a box."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from puzzlebook.outlines.lettering import GAP, split_letters

_ONE_WORD_FACTOR, _SEVERAL_WORDS_FACTOR = 0.9, 0.6
"""The factor by which the letter size is multiplied if a word is broken, for a single word and for
one of several words."""
_MAX_LINES = 9
# The approximate height and width of a letter, in font units, used only to compare lines.
_CAPITAL, _ADVANCE = 705, 640
_NARROW, _WIDE = "Iil1.'’ j", "MWmwÆæŒœ@"

_Division = tuple[int, tuple[int, ...]]
"""The length of the longest row, and the index of the first unit of each row."""
_NO_DIVISION: _Division = 1 << 60, ()


def break_into_lines(text: str, width: float, height: float) -> tuple[str, ...]:
    """Break a text into the lines in which its letters are largest in a box. A word is broken only
    if that makes the letters much larger."""
    best: tuple[float, tuple[str, ...]] = 0.0, (text,)
    words = text.split()
    breaking_factor = _SEVERAL_WORDS_FACTOR if len(words) > 1 else _ONE_WORD_FACTOR
    for count in range(1, min(len(split_letters(text)), _MAX_LINES) + 1):
        for lines in (
            _break_evenly(split_letters(text), count),
            _break_between_words(words, count),
        ):
            if len(lines) == count:
                is_unbroken = [word for line in lines for word in line.split()] == words
                size = min(
                    width / max(map(_estimate_length, lines)),
                    height / (count * (_CAPITAL + GAP) - GAP),
                )
                score = round(size * (1 if is_unbroken else breaking_factor), 9)
                if score > best[0]:
                    best = score, tuple(lines)
    return best[1]


def _estimate_length(line: str) -> int:
    """Return the approximate length of a line."""
    narrow_count, wide_count = (
        len([letter for letter in line if letter in letters]) for letters in (_NARROW, _WIDE)
    )
    return len(split_letters(line)) * _ADVANCE + (wide_count - narrow_count) * _ADVANCE // 2 + GAP


def _break_evenly(units: Sequence[str], count: int) -> list[str]:
    return ["".join(line) for line in _divide_evenly(units, count)]


def _break_between_words(words: Sequence[str], count: int) -> list[str]:
    """Distribute words among `count` lines; return an empty list if there are too few words. Every
    line but the last ends with a space, which marks that no word is broken there."""
    return (
        " \n".join(" ".join(line) for line in _divide_evenly(words, count)).split("\n")
        if len(words) >= count
        else []
    )


def _divide_evenly(units: Sequence[str], count: int) -> list[Sequence[str]]:
    """Distribute units among rows in order. The longest row is as short as possible, and so, in a
    tie, are the upper rows."""
    if len(units) < count:
        return []
    ends = [0] * (len(units) + 1)
    best: list[list[_Division]] = [[(0, ()), *([_NO_DIVISION] * len(units))]]
    lengths = [_estimate_length(unit) for unit in units]
    for number, length in enumerate(lengths):
        ends[number + 1] = ends[number] + length
    for row in range(1, count + 1):
        rows = [_NO_DIVISION] * (len(units) + 1)
        for end in range(row, len(units) + 1):
            rows[end] = min(
                (max(best[-1][begin][0], ends[end] - ends[begin]), (*best[-1][begin][1], begin))
                for begin in range(row - 1, end)
            )
        best.append(rows)
    begins = best[count][len(units)][1]
    return [units[begin:end] for begin, end in pairwise((*begins, len(units)))]
