"""The grids of a book whose sections rise: each section is harder than the one before.

On our tilings the difficulty of a maze depends almost only on its number of cells
(`mazes.difficulty`). 70 squares, 70 hexagons and 70 triangles differ by less than a hundredth. In
rings, whose mazes run from the rim to the middle, seven cells in ten count. A section with a fourth
more cells than the one before is harder in the median by three of its standard deviations. Where
chance decides otherwise, sections are reordered (`books.planning.ramp`).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

from puzzlebook.ground.portable_math import ratio
from puzzlebook.mazes import SHAPES, Grid, Size, make_grid

STEPS = (1.25, 1.12, 1.05)
"""Factors by which a section has more cells than the one before; the first that fits is used."""
_COUNTED = 36
"""The mazes of larger grids are not counted: they are more than any book needs."""
_ENOUGH = 2
"""A grid must have this many times the mazes that its section needs, so that new ones come soon."""
_RING_SHARE = 0.72
"""The share of the cells of a polar grid that count."""


class Rung(NamedTuple):
    """A grid that a section may have."""

    shape: str
    size: Size

    @property
    def cells(self) -> float:
        """The number of squares that make mazes as hard as its own."""
        count = SHAPES[self.shape].cells(*self.size)
        return round(count * _RING_SHARE, 2) if self.shape == "polar" else float(count)


class Ladder(NamedTuple):
    """The grids that a section may have. wanted: the preferred one. mazes: how many different mazes
    it needs."""

    wanted: Rung
    rungs: tuple[Rung, ...]
    mazes: int = 0


_Choice = tuple[float, tuple[Rung, ...]]
"""The cost of a choice, and its grids."""


def choose_rising(
    ladders: Sequence[Ladder], steps: Sequence[float] = STEPS
) -> tuple[Rung, ...] | None:
    """Choose a grid for each section, in order; each is harder than the one before and has enough
    mazes.

    Of the choices that rise by the widest possible step, the one nearest to the wanted grids wins.
    None if there is no such choice. steps: factors of the number of cells, the widest first.
    """
    roomy = [
        ladder._replace(rungs=tuple(rung for rung in ladder.rungs if has_mazes(rung, ladder.mazes)))
        for ladder in ladders
    ]
    choices = (_choose_nearest(roomy, step) for step in steps)
    return next((rungs for rungs in choices if rungs is not None), None)


def _choose_nearest(ladders: Sequence[Ladder], step: float) -> tuple[Rung, ...] | None:
    """Of the choices that rise by a step, the one nearest to the wanted grids.

    Dynamic programming over the sections, with the best choice for each last rung.
    """
    best: list[_Choice] = [(0.0, ())]
    least = [0.0]  # the cells that the next rung needs after each of the best choices, rising
    for ladder in ladders:
        cheapest = list(accumulate(best, min))
        choices: list[_Choice] = []
        for rung in ladder.rungs:
            if below := bisect_right(least, rung.cells):
                cost, chosen = cheapest[below - 1]
                choices.append((round(cost + _distance(rung, ladder.wanted), 6), (*chosen, rung)))
        best = sorted(choices, key=lambda choice: choice[1][-1].cells)
        least = [step * rungs[-1].cells for _, rungs in best]
    return min(best)[1] if best else None


def _distance(rung: Rung, wanted: Rung) -> float:
    excess = ratio(rung.cells, wanted.cells) - 1
    return excess * excess + (rung.shape != wanted.shape)


def has_mazes(rung: Rung, mazes: int) -> bool:
    """Whether a grid soon yields this many mazes that differ even when mirrored and rotated."""
    if not mazes or SHAPES[rung.shape].cells(*rung.size) > _COUNTED:
        return True
    return _fewest_mazes(rung) >= _ENOUGH * mazes


@lru_cache(maxsize=256)
def _fewest_mazes(rung: Rung) -> int:
    """A lower bound for a grid's different mazes: its spanning trees divided by its symmetries."""
    grid = make_grid(rung.shape, rung.size)
    return count_mazes(grid) // len(grid.frames.orders)


def count_mazes(grid: Grid) -> int:
    """The number of spanning trees of a grid's cells: Kirchhoff's determinant, by Bareiss's
    elimination, whose divisions are exact."""
    size = grid.cells
    rows = [[0] * size for _ in range(size)]
    for a, b in grid.pairs:
        rows[a][a] += 1
        rows[b][b] += 1
        rows[a][b] -= 1
        rows[b][a] -= 1
    last_pivot = 1
    for step in range(size - 1):
        pivot = rows[step][step]
        for row in rows[step + 1 : -1]:
            head = row[step]
            for column in range(step + 1, size - 1):
                row[column] = (row[column] * pivot - head * rows[step][column]) // last_pivot
        last_pivot = pivot
    return last_pivot
