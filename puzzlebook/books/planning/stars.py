"""One to five stars: the fifth of a book's mazes, ranked by difficulty, to which a maze belongs.

The sheets of a class are all equally hard. So their stars rank a maze among those of its readers'
own book, by the bounds in `templates/stars.toml`. These are the quintiles that
`python benchmarks/measure_stars.py` measured: in that book, each number of stars has an expected
share of one fifth.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from puzzlebook.ground import templates
from puzzlebook.ground.portable_math import ratio
from puzzlebook.mazes import Measures

MOST = 5


class Scale(NamedTuple):
    """The bounds of one audience. cells: of the median maze of its book. bounds: the least
    difficulties for 2, 3, 4 and 5 stars."""

    cells: int
    bounds: tuple[float, ...]


def rank_in_book(measures: Measures, book: Sequence[float]) -> int:
    """Return a maze's stars among the sorted difficulties of its book; 0 where it has no ends.
    Equally hard mazes get the same stars: 3 if all are equally hard."""
    if not measures.solution_length:
        return 0
    difficulty = measures.difficulty
    before, after = bisect_left(book, difficulty), bisect_right(book, difficulty)
    return 1 + MOST * (before + after) // (2 * len(book))


def rate_measures(measures: Measures, cells: int, audience: str | None) -> int:
    """Return a maze's stars for an audience; 0 where it has no ends, and so no difficulty."""
    return rate_difficulty(measures.difficulty, audience, cells) if measures.solution_length else 0


def rate_difficulty(difficulty: float, audience: str | None, cells: int) -> int:
    """Return the stars for an audience. Without one, or for one that has no stars, the audience
    whose mazes have about as many cells counts."""
    scales = load_scales()
    nearest = min(scales, key=lambda name: ratio(scales[name].cells, cells))
    scale = scales.get(audience or "") or scales[nearest]
    return 1 + sum(difficulty >= bound for bound in scale.bounds)


@templates.cache_by_release
def load_scales() -> Mapping[str, Scale]:
    """The scales of the audiences, by name."""
    rows = templates.table("stars.toml")
    return {name: Scale(row["cells"], tuple(row["bounds"])) for name, row in rows.items()}
