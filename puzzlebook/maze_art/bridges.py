"""Bridges as drawn: a grey deck between two parapets, and a dark mouth in front of each parapet.

As on a map, a parapet runs inside the cell, along each side where the lower passage enters, and
bends out to the corners at both ends. The mouth in front of it, where the lower passage begins,
consists of lines so close that they fill it at the usual weight of walls. The solution path is not
drawn where it runs beneath a bridge.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import dist, sqrt

from puzzlebook.drawing.drawing import Subpath
from puzzlebook.geometry.arcs import Point
from puzzlebook.mazes import Grid

# The lines of a mouth, from the parapet outwards: their number; the distance of the last line from
# the parapet, as a share of the width beside the deck; half the length of the first line, as a
# share of the side; and the share of a quarter ellipse that the lines, which fill an arch, span.
_LINE_COUNT, _MAX_DEPTH, _HALF_LENGTH, _ARC_SHARE = 6, 0.6, 0.42, 0.92


def draw_parapets(grid: Grid) -> list[Subpath]:
    """Return the parapets of all bridges, each followed by the lines of its mouth."""
    return [
        line
        for bridge in grid.bridges
        for side in grid.crossed_sides(bridge)
        for line in (_draw_rail(grid, bridge.cell, side), *_fill_mouth(grid, bridge.cell, side))
    ]


def draw_rails(grid: Grid) -> list[Subpath]:
    """Return the parapets alone, from corner to corner of their cells."""
    return [
        _draw_rail(grid, bridge.cell, side)
        for bridge in grid.bridges
        for side in grid.crossed_sides(bridge)
    ]


def draw_decks(grid: Grid) -> list[Subpath]:
    """Return the outlines of all decks, which run along their two parapets."""
    decks = []
    for bridge in grid.bridges:
        one, other = (
            list(_draw_rail(grid, bridge.cell, side).points) for side in grid.crossed_sides(bridge)
        )
        if dist(one[-1], other[-1]) < dist(one[-1], other[0]):
            other.reverse()
        decks.append(Subpath([*one, *other], closed=True))
    return decks


def find_hidden_steps(grid: Grid, path: Sequence[int]) -> list[int]:
    """Return the indices of those cells of a path that are under a bridge."""
    on_top = grid.plain.cells
    return [index for index, cell in enumerate(path) if cell >= on_top]


def _draw_rail(grid: Grid, cell: int, side: int) -> Subpath:
    first, last = (grid.corners[corner] for corner in grid.sides[side])
    ends = (_find_point(grid, cell, side, Grid.DECK, share) for share in (0, 1))
    return Subpath([first, *ends, last])


def _fill_mouth(grid: Grid, cell: int, side: int) -> Iterator[Subpath]:
    for number in range(_LINE_COUNT):
        share = number / (_LINE_COUNT - 1)
        depth = Grid.DECK + share * _MAX_DEPTH * (1 - Grid.DECK)
        along = _ARC_SHARE * share
        begin = 0.5 - _HALF_LENGTH * sqrt(1 - along * along)
        yield Subpath([_find_point(grid, cell, side, depth, end) for end in (begin, 1 - begin)])


def _find_point(grid: Grid, cell: int, side: int, depth: float, share: float) -> Point:
    """Return the point at a share of a side and a depth in the cell (0 at the centre, 1 at the
    side)."""
    (ax, ay), (bx, by) = (
        _inset_point(grid.corners[corner], grid.centres[cell], depth) for corner in grid.sides[side]
    )
    return ax + share * (bx - ax), ay + share * (by - ay)


def _inset_point(corner: Point, centre: Point, share: float) -> Point:
    """Return the point at this share of the line from a cell's centre to a corner."""
    (x, y), (corner_x, corner_y) = centre, corner
    return x + share * (corner_x - x), y + share * (corner_y - y)
