"""The room that a maze leaves in the corners of its box, as round boards and silhouettes do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from puzzlebook.geometry.arcs import Point, make_arc
from puzzlebook.mazes.grid import Grid

# Into how many straight lines an arc of the rim is cut to see what room it leaves.
_ARC_LINES = 8
_BIT = 1e-6  # cells: more than rounding may move a point

_Arc = tuple[Point, Point, float]
"""From where to where, and its bulge: 0 is straight."""


@lru_cache(maxsize=64)
def measure_free_corners(grid: Grid) -> tuple[float, ...]:
    """The sides (in cells) of the squares that a grid leaves free in the corners of its box: the
    upper left, the upper right, the lower left, the lower right."""
    corners = [(x, y) for y in (0.0, grid.height) for x in (0.0, grid.width)]
    if {*corners} <= {*grid.corners}:
        return 0.0, 0.0, 0.0, 0.0
    rim = [*_rim_arcs(grid)]
    return tuple(_free_square(rim, *corner) for corner in corners)


def _rim_arcs(grid: Grid) -> Iterator[_Arc]:
    """A grid's rim."""
    for side in range(len(grid.pairs), len(grid.sides)):
        here, end = (grid.corners[corner] for corner in grid.sides[side])
        for to, bulge in grid.pieces.get(side) or (
            (end, grid.bulges[side] if grid.bulges else 0.0),
        ):
            yield here, to, bulge
            here = to


def _free_square(rim: Sequence[_Arc], left: float, top: float) -> float:
    """The side of the largest square in a corner of a box that a rim, which does not leave the box,
    does not enter.

    A point is in a square of this corner if both x and y are nearer to the corner than its side. So
    how far a point is from the corner is the greater of both distances here, and the square is as
    large as the nearest point is far.
    """
    # The ends of arcs alone tell nearly how far that is. It begins a bit above, so that the few
    # arcs that come as near, or nearer, say it to the last bit.
    least = min(max(abs(x - left), abs(y - top)) for (x, y), _, _ in rim) + _BIT
    for arc in rim:
        if _may_be_nearer(arc, left, top, least):
            for line in pairwise(_points(*arc)):
                least = _nearer(line, left, top, least)
    return least


def _may_be_nearer(arc: _Arc, left: float, top: float, least: float) -> bool:
    """Whether an arc may be nearer to a corner than the least: it strays from its chord by at most
    half of its bulge in chords. That is taken generously, all of it and the chord along both axes,
    so that no rounding passes over an arc.
    """
    (x, y), (to_x, to_y), bulge = arc
    stray = abs(bulge) * (abs(to_x - x) + abs(to_y - y))
    across, down = min(abs(x - left), abs(to_x - left)), min(abs(y - top), abs(to_y - top))
    return across - stray < least and down - stray < least


def _points(here: Point, to: Point, bulge: float) -> Iterator[Point]:
    """The ends of an arc, and points between them if it is not straight."""
    yield here
    if bulge:
        arc = make_arc(here, to, bulge)
        yield from (arc.at(step / _ARC_LINES) for step in range(1, _ARC_LINES))
    yield to


def _nearer(line: tuple[Point, Point], left: float, top: float, least: float) -> float:
    """How far a line is from a corner at its nearest point, or the least if that is less."""
    (x, y), (to_x, to_y) = line
    x, y, to_x, to_y = abs(x - left), abs(y - top), abs(to_x - left), abs(to_y - top)
    if (x >= least and to_x >= least) or (y >= least and to_y >= least):
        return least
    least = min(least, max(x, y), max(to_x, to_y))
    # Of one end the greater distance is that in x, of the other that in y: between them, where both
    # are alike, the line may be nearer than at its ends.
    if (x - y) * (to_x - to_y) < 0:
        share = (x - y) / ((x - y) - (to_x - to_y))
        least = min(least, x + share * (to_x - x))
    return least
