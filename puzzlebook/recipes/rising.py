"""Boards that rise: which grid each section of a book has, so that each section is harder than the
one before.

How hard a maze is hangs, on our tilings, on how many cells it has and on little else
(`mazes.difficulty`): 70 squares, 70 hexagons and 70 triangles are within a hundredth of each other,
and of rings, whose mazes run from the rim to the middle, seven cells in ten count. So a section
that has a fourth more cells than the one before is harder in the median by three of its standard
deviations. What is left to chance the order of the sections settles (`books.ramp`).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from puzzlebook.ground.portable_math import ratio
from puzzlebook.mazes import SHAPES, Grid, Size, make_grid

STEPS = (1.25, 1.12, 1.05)
"""Factors by which a section has more cells than the one before; the first that fits is used."""
_COUNTED = 36
"""The mazes of larger grids are not counted: they are more than any book needs."""
_ENOUGH = 2
"""So many times the mazes that a section draws there are on its board: then one that is new comes
soon."""
_OF_RINGS = 0.72


class Rung(NamedTuple):
    """A grid that a section may have."""

    shape: str
    size: Size

    @property
    def cells(self) -> float:
        """The number of squares that make mazes as hard as its own."""
        count = SHAPES[self.shape].cells(*self.size)
        return round(count * _OF_RINGS, 2) if self.shape == "polar" else float(count)


class Ladder(NamedTuple):
    """The grids that a section may have. wanted: the preferred one. mazes: how many different mazes
    it needs."""

    wanted: Rung
    rungs: tuple[Rung, ...]
    mazes: int = 0


def choose_rising(ladders: Sequence[Ladder]) -> tuple[Rung, ...] | None:
    """A grid for each section, in order, each harder than the one before and with room for its
    mazes; None where there are too few such grids.

    Of all choices that rise by the widest step that can be had, the one nearest to what is wanted.
    """
    roomy = [
        ladder._replace(rungs=tuple(rung for rung in ladder.rungs if has_mazes(rung, ladder.mazes)))
        for ladder in ladders
    ]
    return next((found for step in STEPS if (found := _nearest(roomy, step)) is not None), None)


def _nearest(ladders: Sequence[Ladder], step: float) -> tuple[Rung, ...] | None:
    """The choice nearest to the preferred grid among those that are harder by a step."""
    best: list[tuple[float, tuple[Rung, ...]]] = [(0.0, ())]
    for ladder in ladders:
        grown = []
        for rung in ladder.rungs:
            below = [row for row in best if not row[1] or rung.cells >= step * row[1][-1].cells]
            if below:
                cost, chosen = min(below, key=_cost)
                grown.append((round(cost + _distance(rung, ladder.wanted), 6), (*chosen, rung)))
        best = grown
    return min(best, key=_cost)[1] if best else None


def _cost(row: tuple[float, tuple[Rung, ...]]) -> tuple[float, tuple[Rung, ...]]:
    return row


def _distance(rung: Rung, wanted: Rung) -> float:
    beyond = ratio(rung.cells, wanted.cells) - 1
    return beyond * beyond + (rung.shape != wanted.shape)


def has_mazes(rung: Rung, mazes: int) -> bool:
    """Whether a grid soon yields this many different mazes (mirrored and rotated: same)."""
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
    last = 1
    for done in range(size - 1):
        pivot = rows[done][done]
        for row in rows[done + 1 : -1]:
            head = row[done]
            for place in range(done + 1, size - 1):
                row[place] = (row[place] * pivot - head * rows[done][place]) // last
        last = pivot
    return last
