"""One to five stars: where a maze's difficulty stands among those of its book, a fifth of which has
each number.

A sheet is drawn without the others, and in a class all are to be equally hard: its stars say where
it stands among the mazes of its readers' own book. Those bounds lie in `templates/stars.toml`. They
are the fifths of what `python benchmarks/measure_stars.py` measured: of the mazes in the readers'
book, each number of stars is to be expected at one in five.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from puzzlebook.ground import templates
from puzzlebook.ground.portable_math import ratio
from puzzlebook.mazes.difficulty import Measures

MOST = 5


class Scale(NamedTuple):
    """The stars of one audience. cells: in the median maze of its book. bounds: where 2, 3, 4 and 5
    stars begin."""

    cells: int
    bounds: tuple[float, ...]


def rank_in_book(measures: Measures, book: Sequence[float]) -> int:
    """The stars of a maze among the difficulties of its book, in order; 0 where it has no ends.
    Equally hard mazes have equally many, and where all are, three."""
    if not measures.solution_length:
        return 0
    difficulty = measures.difficulty
    before, after = bisect_left(book, difficulty), bisect_right(book, difficulty)
    return 1 + MOST * (before + after) // (2 * len(book))


def rate_measures(measures: Measures, cells: int, audience: str | None) -> int:
    """The stars of a maze for an audience; 0 where it has no ends, for then nothing says how hard
    it is."""
    return rate_difficulty(measures.difficulty, audience, cells) if measures.solution_length else 0


def rate_difficulty(difficulty: float, audience: str | None, cells: int) -> int:
    """The stars of a maze for an audience; without one, or one that is not shown any, for the
    audience whose mazes have about as many cells."""
    scale = load_scales().get(audience or "") or load_scales()[_nearest(cells)]
    return 1 + sum(difficulty >= bound for bound in scale.bounds)


@templates.cache_by_release
def load_scales() -> Mapping[str, Scale]:
    """The scale of each audience, by its name."""
    rows = templates.table("stars.toml")
    return {name: Scale(row["cells"], tuple(row["bounds"])) for name, row in rows.items()}


def _nearest(cells: int) -> str:
    return min(load_scales(), key=lambda name: ratio(load_scales()[name].cells, cells))
