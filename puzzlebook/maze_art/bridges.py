"""Bridges as they are drawn: two parapets along the deck, and an arch before each of them.

A parapet runs inside the cell, along each side by which the lower strand leads in, and bends out to
the corners at both of its ends, as on a map. The arch before it is the mouth of the passage
beneath. The way through the maze is not drawn in the cell where it leads beneath.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from puzzlebook.drawing.drawing import Subpath
from puzzlebook.geometry.arcs import Point
from puzzlebook.mazes import DECK, Grid

_ARCH = 0.2
"""Where an arch begins on its parapet, as a share of that."""
_RISE = 0.7
"""The bulge of an arch (see `geometry.arcs`)."""


def draw_parapets(grid: Grid) -> list[Subpath]:
    """Return the parapets of all bridges, from corner to corner of their cells, each with the arch
    before it."""
    return [
        line
        for bridge in grid.bridges
        for side in grid.crossed_sides(bridge)
        for line in _draw_parapet(grid, bridge.cell, side)
    ]


def find_hidden_steps(grid: Grid, path: Sequence[int]) -> list[int]:
    """Return the indices of the cells on a path that lie under a bridge."""
    on_top = grid.plain.cells
    return [index for index, cell in enumerate(path) if cell >= on_top]


def _draw_parapet(grid: Grid, cell: int, side: int) -> Iterator[Subpath]:
    first, last = (grid.corners[corner] for corner in grid.sides[side])
    (x, y), (ax, ay), (bx, by) = grid.centres[cell], first, last
    if (bx - ax) * (y - ay) < (by - ay) * (x - ax):  # with the deck on its right an arc bows outwards
        first, last = last, first
    begin, end = _move_in(first, (x, y)), _move_in(last, (x, y))
    yield Subpath([first, begin, end, last])
    yield Subpath([_go_along(begin, end, _ARCH), _go_along(begin, end, 1 - _ARCH)], [_RISE])


def _go_along(begin: Point, end: Point, share: float) -> Point:
    return begin[0] + share * (end[0] - begin[0]), begin[1] + share * (end[1] - begin[1])


def _move_in(corner: Point, centre: Point) -> Point:
    return (
        centre[0] + DECK * (corner[0] - centre[0]),
        centre[1] + DECK * (corner[1] - centre[1]),
    )
