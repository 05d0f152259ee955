"""One to five stars: where a maze's difficulty stands among those of its readers' own book.

The bounds lie in `templates/stars.toml`. They are the fifths of what `python benchmarks/measure_stars.py` measured: of
the mazes in the readers' book, each number of stars is to be expected at one in five.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from puzzlebook import templates
from puzzlebook.elementary import times_apart
from puzzlebook.mazes.difficulty import Measures

MOST = 5


class Scale(NamedTuple):
    """The stars of one audience. cells: in the median maze of its book. bounds: where 2, 3, 4 and 5 stars begin."""

    cells: int
    bounds: tuple[float, ...]


def stars_of(measures: Measures, cells: int, audience: str | None) -> int:
    """The stars of a maze for an audience; 0 where it has no ends, for then nothing says how hard it is."""
    return stars(measures.difficulty, audience, cells) if measures.solution_length else 0


def stars(difficulty: float, audience: str | None, cells: int) -> int:
    """The stars of a maze for an audience; without one, or one that is not shown any, for the audience whose mazes have
    about as many cells."""
    scale = scales().get(audience or "") or scales()[_nearest(cells)]
    return 1 + sum(difficulty >= bound for bound in scale.bounds)


@cache
def scales() -> Mapping[str, Scale]:
    """The scale of each audience, by its name."""
    rows = tomllib.loads((templates.folder() / "stars.toml").read_text(encoding="utf-8"))
    return {name: Scale(row["cells"], tuple(row["bounds"])) for name, row in rows.items()}


def _nearest(cells: int) -> str:
    return min(scales(), key=lambda name: times_apart(scales()[name].cells, cells))
