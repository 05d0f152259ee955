"""Circular arcs between two points, named by their *bulge*, as in DXF: tan(sweep / 4).

A bulge of 0 is a straight line, 1 a half circle. With y down, a positive bulge turns clockwise as drawn, which is
the sweep flag 1 of an SVG arc. (Autodesk, *DXF Reference*, LWPOLYLINE, group code 42.)
"""

from __future__ import annotations

from math import atan, atan2, cos, hypot, pi, sin, tan
from typing import NamedTuple

Point = tuple[float, float]


class Arc(NamedTuple):
    """A circular arc: its circle, the angle at which it begins and the signed angle it sweeps (radians, y down)."""

    centre: Point
    radius: float
    begin: float
    sweep: float

    def at(self, share: float) -> Point:
        """The point that lies this share (0–1) of the way along."""
        angle = self.begin + self.sweep * share
        return self.centre[0] + self.radius * cos(angle), self.centre[1] + self.radius * sin(angle)


def bulge_of(sweep: float) -> float:
    """The bulge of an arc that turns by this signed angle (radians)."""
    return tan(sweep / 4)


def arc_between(p: Point, q: Point, bulge: float) -> Arc:
    """The arc from p to q with this bulge (not 0).

    With c the chord and b the bulge, the radius is c(1 + b²) / 4|b| and the centre lies (1 − b²) / 4b chords to the
    side of the chord's middle.
    """
    chord_x, chord_y = q[0] - p[0], q[1] - p[1]
    aside = (1 - bulge * bulge) / (4 * bulge)
    centre = ((p[0] + q[0]) / 2 - aside * chord_y, (p[1] + q[1]) / 2 + aside * chord_x)
    radius = hypot(chord_x, chord_y) * (1 + bulge * bulge) / (4 * abs(bulge))
    return Arc(centre, radius, atan2(p[1] - centre[1], p[0] - centre[0]), 4 * atan(bulge))


def middle(p: Point, q: Point, bulge: float) -> Point:
    """The point halfway along a side, straight (bulge 0) or not."""
    return arc_between(p, q, bulge).at(0.5) if bulge else ((p[0] + q[0]) / 2, (p[1] + q[1]) / 2)


def distance(point: Point, p: Point, q: Point, bulge: float) -> float:
    """How far a point lies from a side, straight (bulge 0) or not."""
    if bulge:
        arc = arc_between(p, q, bulge)
        along = (atan2(point[1] - arc.centre[1], point[0] - arc.centre[0]) - arc.begin) / arc.sweep
        whole = abs(2 * pi / arc.sweep)
        if along % whole <= 1:
            return abs(hypot(point[0] - arc.centre[0], point[1] - arc.centre[1]) - arc.radius)
        return min(hypot(point[0] - x, point[1] - y) for x, y in (p, q))
    along_x, along_y = q[0] - p[0], q[1] - p[1]
    share = ((point[0] - p[0]) * along_x + (point[1] - p[1]) * along_y) / (along_x**2 + along_y**2)
    share = min(1.0, max(0.0, share))
    return hypot(point[0] - p[0] - share * along_x, point[1] - p[1] - share * along_y)


def extremes(p: Point, q: Point, bulge: float) -> list[Point]:
    """The points of an arc that can touch its bounding box: both ends, and where it runs level or upright."""
    arc = arc_between(p, q, bulge)
    found = [p, q]
    for quarter in range(-4, 9):
        turned = (quarter * pi / 2 - arc.begin) / arc.sweep
        if 0 < turned < 1:
            found.append(arc.at(turned))
    return found
