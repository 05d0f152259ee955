"""The room that a maze leaves in the corners of its box, as round boards and silhouettes do."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from puzzlebook.mazes.grid import Grid
from puzzlebook.outlines.arcs import Point, arc_between

# Into how many straight lines an arc of the rim is cut to see what room it leaves.
_ARC_LINES = 8


@lru_cache(maxsize=16)
def nooks(grid: Grid) -> tuple[float, ...]:
    """The sides (in cells) of the squares that a grid leaves free in the corners of its box: the upper left, the upper
    right, the lower left, the lower right. So far its rim is from them, along the farther of both axes."""
    corners = [(x, y) for y in (0.0, grid.height) for x in (0.0, grid.width)]
    if {*corners} <= {*grid.corners}:
        return 0.0, 0.0, 0.0, 0.0
    rim = [*_rim_lines(grid)]
    return tuple(min(_farther(line, corner) for line in rim) for corner in corners)


def _farther(line: tuple[Point, Point], corner: Point) -> float:
    """The least distance of a line's points from a corner of a box that it does not leave, along the farther axis: that
    of one of its ends, or where both are alike."""
    (x, y), (to_x, to_y) = ((abs(px - corner[0]), abs(py - corner[1])) for px, py in line)
    ends = min(max(x, y), max(to_x, to_y))
    if (x - y) * (to_x - to_y) >= 0:
        return ends
    share = (x - y) / ((x - y) - (to_x - to_y))
    return min(ends, x + share * (to_x - x))


def _rim_lines(grid: Grid) -> Iterator[tuple[Point, Point]]:
    """A grid's rim in straight lines; an arc of it in several."""
    for side in range(len(grid.pairs), len(grid.sides)):
        here, end = (grid.corners[corner] for corner in grid.sides[side])
        for to, bulge in grid.pieces.get(side) or ((end, grid.bulges[side] if grid.bulges else 0.0),):
            arc = arc_between(here, to, bulge) if bulge else None
            yield from pairwise([here, *(arc.at(step / _ARC_LINES) for step in range(1, _ARC_LINES) if arc), to])
            here = to
