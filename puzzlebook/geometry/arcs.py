"""Circular arcs between two points, defined by their *bulge*, as in DXF: tan(sweep / 4).

A bulge of 0 is a straight line, and a bulge of 1 is a half circle. With y down, a positive bulge
turns clockwise on the page, like an SVG arc with the sweep flag 1. (Autodesk, *DXF Reference*,
LWPOLYLINE, group code 42.)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from math import ceil, dist, hypot, pi, sqrt

from puzzlebook.ground.portable_math import atan, atan2, cos, sin, tan, unit_vector

Point = tuple[float, float]
IntPoint = tuple[int, int]
"""A point with integer coordinates, so that comparisons give the same result on every machine."""

_MIN_RADIUS = 1e-100
# The square of the shortest chord of an elliptical arc, relative to its radii; shorter chords are
# lost in rounding.
_MIN_CHORD = 1e-20


@dataclass(frozen=True)
class Arc:
    """A circular arc: its circle, its start point, and its bulge."""

    centre: Point
    radius: float
    start: Point
    bulge: float

    @cached_property
    def begin(self) -> float:
        """The angle of its start point (radians, y down)."""
        return atan2(self.start[1] - self.centre[1], self.start[0] - self.centre[0])

    @cached_property
    def sweep(self) -> float:
        """The signed angle through which it turns (radians, y down)."""
        return 4 * atan(self.bulge)

    def at(self, share: float) -> Point:
        """Return the point at this fraction (0 to 1) of the arc's length."""
        angle = self.begin + self.sweep * share
        return self.centre[0] + self.radius * cos(angle), self.centre[1] + self.radius * sin(angle)


def bulge_from_sweep(sweep: float) -> float:
    """Return the bulge of an arc that turns through this signed angle (in radians)."""
    return tan(sweep / 4)


def make_arc(p: Point, q: Point, bulge: float) -> Arc:
    """Return the arc from p to q with this bulge (not 0).

    For a chord of length c and a bulge b, the radius is c(1 + b²) / 4|b|, and the distance of the
    centre from the middle of the chord is c(1 − b²) / 4b.
    """
    chord_x, chord_y = q[0] - p[0], q[1] - p[1]
    offset = (1 - bulge * bulge) / (4 * bulge)
    centre = (
        (p[0] + q[0]) / 2 - offset * chord_y,
        (p[1] + q[1]) / 2 + offset * chord_x,
    )
    radius = hypot(chord_x, chord_y) * (1 + bulge * bulge) / (4 * abs(bulge))
    return Arc(centre, radius, p, bulge)


def midpoint(p: Point, q: Point, bulge: float) -> Point:
    """Return the point halfway along a line or an arc."""
    return (p[0] + q[0] + bulge * (q[1] - p[1])) / 2, (p[1] + q[1] - bulge * (q[0] - p[0])) / 2


def distance(point: Point, p: Point, q: Point, bulge: float) -> float:
    """Return the distance of a point from a line or an arc."""
    if bulge:
        arc = make_arc(p, q, bulge)
        (x, y), centre_distance = arc.centre, dist(point, arc.centre)
        share = arc.radius / centre_distance if centre_distance else 0.0
        if _is_on((x + share * (point[0] - x), y + share * (point[1] - y)), p, q, bulge):
            return abs(centre_distance - arc.radius)
        return min(dist(point, p), dist(point, q))
    along_x, along_y = q[0] - p[0], q[1] - p[1]
    share = ((point[0] - p[0]) * along_x + (point[1] - p[1]) * along_y) / (
        along_x * along_x + along_y * along_y
    )
    share = min(1.0, max(0.0, share))
    return hypot(point[0] - p[0] - share * along_x, point[1] - p[1] - share * along_y)


def find_extremes(p: Point, q: Point, bulge: float) -> list[Point]:
    """Return the points of an arc that can touch its bounding box: both ends, and the points where
    it runs horizontally or vertically."""
    arc = make_arc(p, q, bulge)
    (x, y), radius = arc.centre, arc.radius
    quarters = (x + radius, y), (x, y + radius), (x - radius, y), (x, y - radius)
    return [p, q, *(spot for spot in quarters if _is_on(spot, p, q, bulge))]


def _is_on(spot: Point, p: Point, q: Point, bulge: float) -> bool:
    """Return whether a point of the arc's circle is on the arc, that is, on the arc's side of the
    chord."""
    return ((q[0] - p[0]) * (spot[1] - p[1]) - (q[1] - p[1]) * (spot[0] - p[0])) * bulge <= 0


def convert_elliptical_arc(
    start: Point, radii: Point, rotation: float, large: bool, sweep: bool, end: Point
) -> Iterator[tuple[Point, Point, Point]]:
    """Yield an elliptical arc as cubic curves of at most a quarter turn. Each consists of two
    control points and an end.

    The arc is specified as in SVG: by its radii (not 0), its rotation (in degrees) and its flags.
    It is computed as an arc of the unit circle, in units of the radii. Radii that are too small to
    reach the end are enlarged. Raise OverflowError if they are almost 0, or so large that the arc
    cannot be told from a line. (W3C, *SVG 1.1*, appendix F.6.)
    """
    from fontTools.misc.transform import Scale, Transform

    (rx, ry), (c, s) = radii, unit_vector(rotation)
    if min(rx, ry) < _MIN_RADIUS:
        raise OverflowError
    to_axes = Transform(c, -s, s, c, 0, 0)
    x, y = to_axes.transformPoint(((start[0] - end[0]) / 2, (start[1] - end[1]) / 2))
    enlargement = sqrt(max(1.0, x * x / (rx * rx) + y * y / (ry * ry)))
    rx, ry = rx * enlargement, ry * enlargement
    (x0, y0), (x1, y1) = map(Scale(1 / rx, 1 / ry).transform(to_axes).transformPoint, (start, end))
    chord = (x1 - x0) * (x1 - x0) + (y1 - y0) * (y1 - y0)
    if not chord > _MIN_CHORD:
        raise OverflowError
    offset = sqrt(max(1 / chord - 0.25, 0.0)) * (-1 if sweep == large else 1)
    x, y = (x0 + x1) / 2 - offset * (y1 - y0), (y0 + y1) / 2 + offset * (x1 - x0)
    first = atan2(y0 - y, x0 - x)
    turn = atan2(y1 - y, x1 - x) - first
    turn += 2 * pi if turn < 0 and sweep else -2 * pi if turn > 0 and not sweep else 0
    to_ellipse = Transform(c, s, -s, c, 0, 0).scale(rx, ry)
    pieces = ceil(abs(turn) / (pi / 2 + 0.001))
    for piece in range(pieces):
        begin, stop = first + piece * turn / pieces, first + (piece + 1) * turn / pieces
        handle_length = 4 / 3 * tan((stop - begin) / 4)
        c0, s0, c1, s1 = cos(begin), sin(begin), cos(stop), sin(stop)
        first_control, last = (
            (c0 - handle_length * s0 + x, s0 + handle_length * c0 + y),
            (c1 + x, s1 + y),
        )
        second_control = last[0] + handle_length * s1, last[1] - handle_length * c1
        yield tuple(map(to_ellipse.transformPoint, (first_control, second_control, last)))
