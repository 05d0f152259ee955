"""Converting strokes to the areas that they cover, with SVG's caps and joins.

An area is bounded by two outlines, half the line width to each side of the line, and filled by the
non-zero rule. At a bend, the outer outline has the join. The inner outline is cut where its two
edges meet or, if they are too short to meet, passes through the point of the line itself. So every
edge is swept in one direction, and overlaps do not become holes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, pairwise
from math import dist, hypot
from typing import NamedTuple

from puzzlebook.geometry.arcs import Point
from puzzlebook.geometry.curves import Contour, Curve, flatten_curve

# The bounds of the tolerance, in half widths. A round cap has from two to some hundred corners.
_FINEST, _COARSEST = 1e-5, 0.1
_MERGE_DISTANCE = 0.01  # in tolerances; points closer together than this are merged
_MIN_SUM = 1e-6  # two unit vectors with a shorter sum count as opposite


class LineStyle(NamedTuple):
    """The style of a stroke.

    width: in the units of the line. miter_limit: the greatest length of a miter, in line widths;
    corners with a longer miter are bevelled.
    """

    width: float
    cap: str = "butt"
    join: str = "miter"
    miter_limit: float = 4.0


class _Bend(NamedTuple):
    """A point of a line. smooth: whether the point lies within a curve, so that it needs no
    join."""

    point: Point
    smooth: bool


def stroke_lines(
    lines: Iterable[tuple[Contour, bool]], pen: LineStyle, tolerance: float
) -> Iterator[list[Curve]]:
    """Yield the outlines of the areas that these lines cover.

    lines: pairs of a line and whether it is closed. tolerance: for curves and round joins, in the
    units of the lines.
    """
    half_width = pen.width / 2
    tolerance = min(max(tolerance, half_width * _FINEST), half_width * _COARSEST)
    for contour, closed in lines:
        bends = _find_bends(contour, tolerance)
        if (
            closed
            and len(bends) > 1
            and dist(bends[0].point, bends[-1].point) <= tolerance * _MERGE_DISTANCE
        ):
            del bends[-1]
        for corners in _trace_bounds(bends, closed, pen, tolerance):
            yield [*pairwise([*corners, corners[0]])]


def _find_bends(contour: Contour, tolerance: float) -> list[_Bend]:
    """Return the points of a line whose curves are flattened within the tolerance. Points that
    coincide are merged."""
    bends = [_Bend(contour[0][0], smooth=False)]
    for curve in contour:
        *inner, end = (line[-1] for line in flatten_curve(curve, tolerance))
        for bend in (*(_Bend(point, smooth=True) for point in inner), _Bend(end, smooth=False)):
            if dist(bend.point, bends[-1].point) > tolerance * _MERGE_DISTANCE:
                bends.append(bend)
        bends[-1] = bends[-1]._replace(smooth=False)
    return bends


def _trace_bounds(
    bends: list[_Bend], closed: bool, pen: LineStyle, tolerance: float
) -> Iterator[list[Point]]:
    """Yield the corners of each polygon that bounds the area of a line."""
    if closed and len(bends) > 1:
        for ring in (bends, bends[::-1]):
            yield [*_trace_side([ring[-1], *ring, ring[0]], pen, tolerance)]
        return
    if len(bends) > 1:
        sides = [(bends, _normal(*bends[-2:])), (bends[::-1], _normal(bends[1], bends[0]))]
    else:  # a dot is treated as a horizontal line of length 0
        sides = [(bends, (0.0, -1.0)), (bends, (0.0, 1.0))]
    if len(bends) > 1 or pen.cap != "butt":
        yield [
            *chain.from_iterable(
                (*_trace_side(side, pen, tolerance), *_trace_cap(side[-1], out, pen, tolerance))
                for side, out in sides
            )
        ]


def _normal(here: _Bend, onward: _Bend) -> Point:
    """Return the unit normal on the left (y down) of the direction from one point to another."""
    dx, dy = onward.point[0] - here.point[0], onward.point[1] - here.point[1]
    length = hypot(dx, dy)
    return dy / length, -dx / length


def _trace_side(bends: Sequence[_Bend], pen: LineStyle, tolerance: float) -> Iterator[Point]:
    """Yield the corners of the outline on the left of a line, for all points except the first and
    the last."""
    edges = [_normal(here, onward) for here, onward in pairwise(bends)]
    lengths = [dist(here.point, onward.point) for here, onward in pairwise(bends)]
    shorter = map(min, pairwise(lengths))
    for bend, (before, after), shorter_length in zip(
        bends[1:], pairwise(edges), shorter, strict=False
    ):
        if before[0] * after[1] >= before[1] * after[0]:
            yield from _outer_corner(bend, before, after, pen, tolerance)
        else:
            yield from _inner_corner(bend.point, before, after, pen.width / 2, shorter_length)


def _inner_corner(
    point: Point, before: Point, after: Point, half_width: float, shorter_length: float
) -> Iterator[Point]:
    """Yield the point where the two edges meet, if neither edge loses more than half of its length;
    otherwise a detour through the point of the line."""
    sine, cosine = (
        before[1] * after[0] - before[0] * after[1],
        before[0] * after[0] + before[1] * after[1],
    )
    if half_width * sine <= shorter_length / 2 * (1 + cosine):
        yield _offset_point(point, half_width / (1 + cosine), before, after)
    else:
        yield _offset_point(point, half_width, before)
        yield point
        yield _offset_point(point, half_width, after)


def _outer_corner(
    bend: _Bend, before: Point, after: Point, pen: LineStyle, tolerance: float
) -> Iterator[Point]:
    """Yield the corners of a join on the outer side. The length of a miter is √(2 / (1 + cosine of
    the turn)) half widths."""
    point, half_width = bend.point, pen.width / 2
    join = "round" if bend.smooth else pen.join
    one_plus_cosine = 1 + before[0] * after[0] + before[1] * after[1]
    max_miter = max(1 + tolerance / half_width, pen.miter_limit if join == "miter" else 1)
    if max_miter * max_miter * one_plus_cosine >= 2:
        yield _offset_point(point, half_width / one_plus_cosine, before, after)
        return
    yield _offset_point(point, half_width, before)
    if join == "round":
        yield from _trace_arc(point, before, after, half_width, tolerance)
    yield _offset_point(point, half_width, after)


def _trace_cap(bend: _Bend, left: Point, pen: LineStyle, tolerance: float) -> Iterator[Point]:
    """Yield the corners of a cap, from the left to the right of the line's end. left: the normal on
    the left."""
    point, half_width = bend.point, pen.width / 2
    right, ahead = (-left[0], -left[1]), (-left[1], left[0])
    yield _offset_point(point, half_width, left)
    if pen.cap == "round":
        yield from _trace_arc(point, left, right, half_width, tolerance)
    elif pen.cap == "square":
        yield _offset_point(point, half_width, left, ahead)
        yield _offset_point(point, half_width, right, ahead)
    yield _offset_point(point, half_width, right)


def _offset_point(point: Point, length: float, *along: Point) -> Point:
    """Return a point moved by `length` times the sum of these vectors."""
    x, y = point
    for dx, dy in along:
        x, y = x + dx * length, y + dy * length
    return x, y


def _trace_arc(
    point: Point, before: Point, after: Point, half_width: float, tolerance: float
) -> Iterator[Point]:
    """Yield the points on a circle between two of its radii, which are at most half a turn apart
    (clockwise). Arcs are halved until they are flat."""
    x, y = before[0] + after[0], before[1] + after[1]
    length = hypot(x, y)
    middle = (x / length, y / length) if length > _MIN_SUM else (-before[1], before[0])
    if half_width * (1 - before[0] * middle[0] - before[1] * middle[1]) > tolerance:
        yield from _trace_arc(point, before, middle, half_width, tolerance)
        yield _offset_point(point, half_width, middle)
        yield from _trace_arc(point, middle, after, half_width, tolerance)
