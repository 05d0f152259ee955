"""Bridges as drawn: planks that lie across the upper passage, between two rails.

As on a map, a rail runs inside the cell, along each side where the lower passage enters, and bends
out to the corners at both ends. The planks in the middle stick out beyond the rails and cover the
ends of the lower passage. The solution path is not drawn where it runs beneath a bridge.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import dist, fsum

from puzzlebook.drawing.drawing import Subpath
from puzzlebook.geometry.arcs import Point
from puzzlebook.mazes import Grid

_PLANKS = 3
"""The number of planks between the bends of the rails; one more lies beyond each bend."""
_GAP = 0.3
"""The gap between two planks, as a share of the distance from one to the next."""
_THINNEST_PLANK = 0.185
"""A plank that is thinner is left out, in cell widths: where a cell is bent, some are slivers. In
the smallest answers the others can still be printed."""
_BESIDE_BEND = 0.1
"""How far from the bend of a rail the plank beyond it begins, as `_END`."""
_END = 0.12
"""How far planks stick out beyond a rail, as a share of the way from the middle to the side."""


def draw_rails(grid: Grid) -> list[Subpath]:
    """Return the rails of all bridges, from corner to corner of their cells."""
    return [
        _draw_rail(grid, bridge.cell, side)
        for bridge in grid.bridges
        for side in grid.crossed_sides(bridge)
    ]


def draw_planks(grid: Grid) -> list[list[Subpath]]:
    """Return the outlines of the planks of each bridge, from one end of the bridge to the other."""
    return [
        list(_lay_planks(grid, bridge.cell, grid.crossed_sides(bridge))) for bridge in grid.bridges
    ]


def find_hidden_steps(grid: Grid, path: Sequence[int]) -> list[int]:
    """Return the indices of those cells of a path that are under a bridge."""
    on_top = grid.plain.cells
    return [index for index, cell in enumerate(path) if cell >= on_top]


def _draw_rail(grid: Grid, cell: int, side: int) -> Subpath:
    first, last = (grid.corners[corner] for corner in grid.sides[side])
    ends = (_find_rail_point(grid, cell, side, share, Grid.DECK) for share in (0, 1))
    return Subpath([first, *ends, last])


def _lay_planks(grid: Grid, cell: int, sides: Sequence[int]) -> Iterator[Subpath]:
    """Yield the planks of a bridge: between the bends of its rails they stick out, beyond the bends
    they end at the rails."""
    one, other = (
        [_find_rail_point(grid, cell, side, *place) for place in _list_plank_ends()]
        for side in sides
    )
    first, second = (_is_clockwise(grid, cell, side) for side in sides)
    if first == second:  # in a bent cell, the nearest ends need not belong together
        other.reverse()
    for number in range(0, len(one), 2):
        (a, b), (c, d) = one[number : number + 2], other[number : number + 2]
        if _measure_thickness(corners := [a, b, d, c]) >= _THINNEST_PLANK:
            yield Subpath(corners, closed=True)


def _measure_thickness(corners: Sequence[Point]) -> float:
    """Return how thick a convex shape is: its area, divided by half its longest diameter."""
    pairs = zip(corners, (*corners[1:], corners[0]), strict=True)
    area = abs(fsum(a[0] * b[1] - b[0] * a[1] for a, b in pairs)) / 2
    return 2 * area / max(dist(one, other) for one, other in combinations(corners, 2))


def _is_clockwise(grid: Grid, cell: int, side: int) -> bool:
    """Return whether a side of a cell leads clockwise around it."""
    ring, (first, last) = [*grid.corners_of_cell(cell)], grid.sides[side]
    return ring[(ring.index(first) + 1) % len(ring)] == last


def _list_plank_ends() -> Iterator[tuple[float, float]]:
    """Yield the share of the rail and the depth in the cell at both edges of each plank."""
    half_gap, bend = _GAP / 2, Grid.DECK + _BESIDE_BEND
    yield from ((0.0, 1.0), (0.0, bend))
    for number in range(_PLANKS):
        for edge in (number + half_gap, number + 1 - half_gap):
            yield edge / _PLANKS, Grid.DECK + _END
    yield from ((1.0, bend), (1.0, 1.0))


def _find_rail_point(grid: Grid, cell: int, side: int, share: float, depth: float) -> Point:
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
