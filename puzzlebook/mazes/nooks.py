"""The room that a maze leaves in the corners of its box, as round boards and silhouettes do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from math import inf

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
    return tuple(_nearest(rim, *corner) for corner in corners)


def _nearest(rim: Sequence[tuple[Point, Point]], left: float, top: float) -> float:
    """The least distance of any point of these lines from a corner of a box that they do not leave, along the farther
    axis: on each line that of one of its ends, or where both are alike."""
    least = inf
    for (x, y), (to_x, to_y) in rim:
        x, y, to_x, to_y = abs(x - left), abs(y - top), abs(to_x - left), abs(to_y - top)
        if (x >= least and to_x >= least) or (y >= least and to_y >= least):
            continue
        least = min(least, max(x, y), max(to_x, to_y))
        if (x - y) * (to_x - to_y) < 0:
            share = (x - y) / ((x - y) - (to_x - to_y))
            least = min(least, x + share * (to_x - x))
    return least


def _rim_lines(grid: Grid) -> Iterator[tuple[Point, Point]]:
    """A grid's rim in straight lines; an arc of it in several."""
    for side in range(len(grid.pairs), len(grid.sides)):
        here, end = (grid.corners[corner] for corner in grid.sides[side])
        for to, bulge in grid.pieces.get(side) or ((end, grid.bulges[side] if grid.bulges else 0.0),):
            arc = arc_between(here, to, bulge) if bulge else None
            yield from pairwise([here, *(arc.at(step / _ARC_LINES) for step in range(1, _ARC_LINES) if arc), to])
            here = to
