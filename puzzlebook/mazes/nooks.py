"""The room that a maze leaves in the corners of its box, as round boards and silhouettes do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from puzzlebook.mazes.grid import Grid
from puzzlebook.outlines.arcs import Point, arc_between

# Into how many straight lines an arc of the rim is cut to see what room it leaves.
_ARC_LINES = 8
_BIT = 1e-6  # cells: more than rounding may move a point


@lru_cache(maxsize=64)
def nooks(grid: Grid) -> tuple[float, ...]:
    """The sides (in cells) of the squares that a grid leaves free in the corners of its box: the upper left, the upper
    right, the lower left, the lower right. So far its rim is from them, along the farther of both axes."""
    corners = [(x, y) for y in (0.0, grid.height) for x in (0.0, grid.width)]
    if {*corners} <= {*grid.corners}:
        return 0.0, 0.0, 0.0, 0.0
    rim = [*_rim_arcs(grid)]
    return tuple(_nearest(rim, *corner) for corner in corners)


def _nearest(rim: Sequence[tuple[Point, Point, float]], left: float, top: float) -> float:
    """The least distance of any point of these arcs from a corner of a box that they do not leave, along the farther
    axis: on each of their lines that of one of its ends, or where both are alike."""
    # It begins a bit above the nearest end: the few arcs that come as near, or nearer, say to the last bit how near.
    least = min(max(abs(x - left), abs(y - top)) for (x, y), _, _ in rim) + _BIT
    for here, to, bulge in rim:
        if _may_be_nearer(here, to, bulge, left, top, least):
            for line in pairwise(_points(here, to, bulge)):
                least = _nearer(line, left, top, least)
    return least


def _may_be_nearer(here: Point, to: Point, bulge: float, left: float, top: float, least: float) -> bool:
    """Whether an arc may be nearer than the least: it strays from its chord by at most half of its bulge in chords.
    That is taken generously, all of it and the chord along both axes, so that no rounding passes over an arc."""
    (x, y), (to_x, to_y) = here, to
    stray = abs(bulge) * (abs(to_x - x) + abs(to_y - y))
    across, down = min(abs(x - left), abs(to_x - left)), min(abs(y - top), abs(to_y - top))
    return across - stray < least and down - stray < least


def _nearer(line: tuple[Point, Point], left: float, top: float, least: float) -> float:
    """How near a line is to a corner, or the least if that is less."""
    (x, y), (to_x, to_y) = line
    x, y, to_x, to_y = abs(x - left), abs(y - top), abs(to_x - left), abs(to_y - top)
    if (x >= least and to_x >= least) or (y >= least and to_y >= least):
        return least
    least = min(least, max(x, y), max(to_x, to_y))
    if (x - y) * (to_x - to_y) < 0:
        share = (x - y) / ((x - y) - (to_x - to_y))
        least = min(least, x + share * (to_x - x))
    return least


def _rim_arcs(grid: Grid) -> Iterator[tuple[Point, Point, float]]:
    """A grid's rim: from where to where, and the bulge."""
    for side in range(len(grid.pairs), len(grid.sides)):
        here, end = (grid.corners[corner] for corner in grid.sides[side])
        for to, bulge in grid.pieces.get(side) or ((end, grid.bulges[side] if grid.bulges else 0.0),):
            yield here, to, bulge
            here = to


def _points(here: Point, to: Point, bulge: float) -> Iterator[Point]:
    """The ends of an arc, and points between them if it is not straight."""
    yield here
    if bulge:
        arc = arc_between(here, to, bulge)
        yield from (arc.at(step / _ARC_LINES) for step in range(1, _ARC_LINES))
    yield to
