"""The free squares in the corners of a bounding box, for mazes of rings and silhouettes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from puzzlebook.geometry.arcs import Point, make_arc

_ARC_LINES = 8  # the number of straight lines that approximate an arc
_ROUNDING_MARGIN = 1e-6  # in cell widths; rounding moves a point by less than this

Arc = tuple[Point, Point, float]
"""The two ends of an arc, and its bulge: 0 for a straight line."""


def find_free_square(rim: Sequence[Arc], left: float, top: float) -> float:
    """Return the side of the largest square in a corner of a box that the rim does not enter.

    left, top: the corner. rim: lines and arcs inside the box. A point lies inside the square if
    both its horizontal and its vertical distance from the corner are less than the side. So
    "distance" in this module means the greater of these two, and the result is the distance of the
    rim's nearest point.
    """
    # The ends of the arcs give an upper bound. The search starts slightly above the bound, so that
    # the few arcs that come as near, or nearer, determine the exact result.
    minimum = min(max(abs(x - left), abs(y - top)) for (x, y), _, _ in rim) + _ROUNDING_MARGIN
    for arc in rim:
        if _may_be_nearer(arc, left, top, minimum):
            for line in pairwise(_points(*arc)):
                minimum = _find_nearest(line, left, top, minimum)
    return minimum


def _may_be_nearer(arc: Arc, left: float, top: float, minimum: float) -> bool:
    """Return whether an arc may come closer to a corner than `minimum`.

    An arc deviates from its chord by at most half its bulge times the length of the chord. This
    function assumes more (the whole bulge, times the extent of the chord along both axes), so that
    rounding never excludes an arc.
    """
    (x, y), (to_x, to_y), bulge = arc
    stray = abs(bulge) * (abs(to_x - x) + abs(to_y - y))
    across, down = min(abs(x - left), abs(to_x - left)), min(abs(y - top), abs(to_y - top))
    return across - stray < minimum and down - stray < minimum


def _points(here: Point, to: Point, bulge: float) -> Iterator[Point]:
    """Yield the ends of an arc and, if it is not straight, points between the ends."""
    yield here
    if bulge:
        arc = make_arc(here, to, bulge)
        yield from (arc.at(step / _ARC_LINES) for step in range(1, _ARC_LINES))
    yield to


def _find_nearest(line: tuple[Point, Point], left: float, top: float, minimum: float) -> float:
    """Return the distance of a line from a corner, or `minimum` if that is smaller."""
    (x, y), (to_x, to_y) = line
    x, y, to_x, to_y = abs(x - left), abs(y - top), abs(to_x - left), abs(to_y - top)
    if (x >= minimum and to_x >= minimum) or (y >= minimum and to_y >= minimum):
        return minimum
    minimum = min(minimum, max(x, y), max(to_x, to_y))
    # If x > y at one end and x < y at the other, the line may come nearer between its ends, at the
    # point where x = y.
    if (x - y) * (to_x - to_y) < 0:
        share = (x - y) / ((x - y) - (to_x - to_y))
        minimum = min(minimum, x + share * (to_x - x))
    return minimum
