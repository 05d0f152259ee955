"""Bridges as they are drawn: two parapets along the deck, and an arch before each of them.

A parapet runs inside the cell, along each side by which the lower strand leads in, and bends out to
the corners at both of its ends, as on a map. The arch before it is the mouth of the passage
beneath. The way through the maze is not drawn in the cell where it leads beneath.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from puzzlebook.drawing.drawing import Subpath
from puzzlebook.geometry.arcs import Point
from puzzlebook.mazes import Grid

_RISEN = Grid.DECK + 0.6 * (1 - Grid.DECK)
_ARCH = ((Grid.DECK, 0.2), (_RISEN, 0.3), (_RISEN, 0.7), (Grid.DECK, 0.8))
"""The points of an arch: how far from the middle of the cell, and where along its side."""


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
    centre = grid.centres[cell]

    def find_point(depth: float, share: float) -> Point:
        """The point at a share of the line from corner to corner, at this depth in the cell."""
        (ax, ay), (bx, by) = (_inset_point(corner, centre, depth) for corner in (first, last))
        return ax + share * (bx - ax), ay + share * (by - ay)

    yield Subpath([first, find_point(Grid.DECK, 0), find_point(Grid.DECK, 1), last])
    yield Subpath([find_point(*point) for point in _ARCH])


def _inset_point(corner: Point, centre: Point, share: float) -> Point:
    """The point at this share of the line from the centre of a cell to a corner."""
    (x, y), (corner_x, corner_y) = centre, corner
    return x + share * (corner_x - x), y + share * (corner_y - y)
