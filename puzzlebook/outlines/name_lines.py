"""In which lines a name is set: those that make its letters largest in a box."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from puzzlebook.outlines.lettering import GAP, split_letters

_BREAKING, _BREAKING_SEVERAL = 0.9, 0.6
"""What letters are worth where a word is broken: the only one, or one of several."""
_MOST_LINES = 9
# About how much room letters take: of lines that are only weighed against each other.
_CAPITAL, _ADVANCE = 705, 640
_NARROW, _WIDE = "Iil1.'’ j", "MWmwÆæŒœ@"

_Sharing = tuple[int, tuple[int, ...]]
"""How long the longest row is, and the units that rows begin with."""
_NONE: _Sharing = 1 << 60, ()


def break_into_lines(text: str, width: float, height: float) -> tuple[str, ...]:
    """A text in as many lines as make its letters largest in a box; a word is broken only where
    that gains much."""
    best: tuple[float, tuple[str, ...]] = 0.0, (text,)
    words = text.split()
    broken = _BREAKING_SEVERAL if len(words) > 1 else _BREAKING
    for many in range(1, min(len(split_letters(text)), _MOST_LINES) + 1):
        for lines in (_break_evenly(split_letters(text), many), _break_between_words(words, many)):
            if len(lines) == many:
                is_whole = [word for line in lines for word in line.split()] == words
                size = min(
                    width / max(map(_estimate_length, lines)),
                    height / (many * (_CAPITAL + GAP) - GAP),
                )
                worth = round(size * (1 if is_whole else broken), 9)
                if worth > best[0]:
                    best = worth, tuple(lines)
    return best[1]


def _estimate_length(line: str) -> int:
    """About how long a line is."""
    narrow, wide = (len([letter for letter in line if letter in some]) for some in (_NARROW, _WIDE))
    return len(split_letters(line)) * _ADVANCE + (wide - narrow) * _ADVANCE // 2 + GAP


def _break_evenly(units: Sequence[str], many: int) -> list[str]:
    return ["".join(line) for line in _share_evenly(units, many)]


def _break_between_words(words: Sequence[str], many: int) -> list[str]:
    """Words in lines; a space at the end of one says that no word is broken there."""
    return (
        " \n".join(" ".join(line) for line in _share_evenly(words, many)).split("\n")
        if len(words) >= many
        else []
    )


def _share_evenly(units: Sequence[str], many: int) -> list[Sequence[str]]:
    """Units in order shared among so many rows, so that the longest is as short as can be, and then
    the upper ones."""
    if len(units) < many:
        return []
    ends = [0] * (len(units) + 1)
    best: list[list[_Sharing]] = [[(0, ()), *([_NONE] * len(units))]]
    lengths = [_estimate_length(unit) for unit in units]
    for number, length in enumerate(lengths):
        ends[number + 1] = ends[number] + length
    for row in range(1, many + 1):
        rows = [_NONE] * (len(units) + 1)
        for end in range(row, len(units) + 1):
            rows[end] = min(
                (max(best[-1][begin][0], ends[end] - ends[begin]), (*best[-1][begin][1], begin))
                for begin in range(row - 1, end)
            )
        best.append(rows)
    begins = best[many][len(units)][1]
    return [units[begin:end] for begin, end in pairwise((*begins, len(units)))]
