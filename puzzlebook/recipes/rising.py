"""The grids of a book whose sections rise: each section is harder than the one before.

On our tilings the difficulty of a maze depends almost only on its number of cells
(`mazes.difficulty`): mazes of 70 squares, of 70 hexagons and of 70 triangles differ by less than a
hundredth. In rings, whose mazes run from the rim to the centre, seven cells in ten count. If a
section has a quarter more cells than the one before, its median difficulty is higher by three of
its standard deviations. If chance decides otherwise, the sections are reordered
(`books.planning.ramp`).
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
"""Factors between the numbers of cells of successive sections; the first factor that fits is
used."""
_MAX_COUNTED_CELLS = 36
"""The mazes of grids with more cells are not counted: there are more of them than any book
needs."""
_SPARE_FACTOR = 2
"""A grid must have this many times the mazes that its section needs, so that each draw soon yields
a new maze."""
_RING_SHARE = 0.72
"""The share of a polar grid's cells that count towards its difficulty."""


class Rung(NamedTuple):
    """A grid that a section may have."""

    shape: str
    size: Size

    @property
    def cells(self) -> float:
        """The number of square cells that make equally hard mazes."""
        count = SHAPES[self.shape].cells(*self.size)
        return round(count * _RING_SHARE, 2) if self.shape == "polar" else float(count)


class Ladder(NamedTuple):
    """The grids that a section may have. wanted: the preferred grid. mazes: the number of different
    mazes that the section needs."""

    wanted: Rung
    rungs: tuple[Rung, ...]
    mazes: int = 0


_Choice = tuple[float, tuple[Rung, ...]]
"""The cost of a choice of grids, and the chosen grids."""


def choose_rising(
    ladders: Sequence[Ladder], steps: Sequence[float] = STEPS
) -> tuple[Rung, ...] | None:
    """Choose a grid for each section, in order, so that each is harder than the one before and has
    enough mazes.

    The widest possible step is used; of the choices that rise by it, the one nearest to the wanted
    grids wins. None if there is no choice. steps: factors between numbers of cells, widest first.
    """
    roomy = [
        ladder._replace(rungs=tuple(rung for rung in ladder.rungs if has_mazes(rung, ladder.mazes)))
        for ladder in ladders
    ]
    choices = (_choose_nearest(roomy, step) for step in steps)
    return next((rungs for rungs in choices if rungs is not None), None)


def _choose_nearest(ladders: Sequence[Ladder], step: float) -> tuple[Rung, ...] | None:
    """Return the choice nearest to the wanted grids, of those that rise by at least this step.

    This is dynamic programming over the sections, which keeps the best choice for each last rung.
    """
    best: list[_Choice] = [(0.0, ())]
    minimum = [0.0]  # the fewest cells of a rung after each choice in `best`, ascending
    for ladder in ladders:
        cheapest = list(accumulate(best, min))
        choices: list[_Choice] = []
        for rung in ladder.rungs:
            if below := bisect_right(minimum, rung.cells):
                cost, chosen = cheapest[below - 1]
                choices.append((round(cost + _distance(rung, ladder.wanted), 6), (*chosen, rung)))
        best = sorted(choices, key=lambda choice: choice[1][-1].cells)
        minimum = [step * rungs[-1].cells for _, rungs in best]
    return min(best)[1] if best else None


def _distance(rung: Rung, wanted: Rung) -> float:
    excess = ratio(rung.cells, wanted.cells) - 1
    return excess * excess + (rung.shape != wanted.shape)


def has_mazes(rung: Rung, mazes: int) -> bool:
    """Return whether a grid soon yields this many mazes that differ even when mirrored and
    rotated."""
    if not mazes or SHAPES[rung.shape].cells(*rung.size) > _MAX_COUNTED_CELLS:
        return True
    return _fewest_mazes(rung) >= _SPARE_FACTOR * mazes


@lru_cache(maxsize=256)
def _fewest_mazes(rung: Rung) -> int:
    """Return a lower bound for a grid's different mazes: its spanning trees divided by its
    symmetries."""
    grid = make_grid(rung.shape, rung.size)
    return count_mazes(grid) // len(grid.frames.orders)


def count_mazes(grid: Grid) -> int:
    """Return the number of spanning trees of a grid: Kirchhoff's determinant, by Bareiss's
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
