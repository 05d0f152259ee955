"""Fitting an outline into its smallest enclosing circle, for circular tilings."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from math import sqrt

from puzzlebook.geometry.arcs import IntPoint
from puzzlebook.outlines.outline import Outline

_QUARTER = ((4, 0), (4, 1), (4, 2), (4, 3), (4, 4), (3, 4), (2, 4), (1, 4))
_DIRECTIONS = [way for x, y in _QUARTER for way in ((x, y), (-y, x), (-x, -y), (y, -x))]
"""Directions about eleven degrees apart. The farthest corners in these directions suffice to find
the centre."""
_ROUNDING_FACTOR = 1 + 1e-9

Circle = tuple[float, float, float]
"""The x and the y of the centre, and the square of the radius."""


def encircle(outline: Outline, companions: Sequence[Outline] = ()) -> tuple[Outline, ...]:
    """Return an outline, and its companions, with the square around the smallest circle that
    encloses the outline's ink as their box.

    companions: outlines with the same box as the outline, such as its letters.
    """
    inked = (area.polygons for area in outline.areas if not area.paper)
    corners = list(chain.from_iterable(chain.from_iterable(inked)))
    x, y, _ = _find_smallest_circle(
        sorted(
            {
                max(corners, key=lambda corner: _project(corner, direction))
                for direction in _DIRECTIONS
            }
        )
    )
    middle = round(x), round(y)
    square = max(
        (x - middle[0]) * (x - middle[0]) + (y - middle[1]) * (y - middle[1]) for x, y in corners
    )
    radius = round(sqrt(square)) + 1
    return tuple(
        _translate(member, radius - middle[0], radius - middle[1], 2 * radius)
        for member in (outline, *companions)
    )


def _project(corner: IntPoint, direction: IntPoint) -> tuple[int, IntPoint]:
    return corner[0] * direction[0] + corner[1] * direction[1], corner


def _find_smallest_circle(points: Sequence[IntPoint]) -> Circle:
    """Return the smallest circle around a few points.

    Points are added one by one; two or three of them determine the circle. (E. Welzl: *Smallest
    enclosing disks (balls and ellipsoids)*, 1991, without the shuffling.)
    """
    circle: Circle = (*points[0], 0.0)
    for i, p in enumerate(points):
        if _is_in(circle, p):
            continue
        circle = (*p, 0.0)
        for j, q in enumerate(points[:i]):
            if _is_in(circle, q):
                continue
            circle = _circle_through_two(p, q)
            for r in points[:j]:
                if not _is_in(circle, r):
                    circle = _circle_through_three(p, q, r)
    return circle


def _is_in(circle: Circle, point: IntPoint) -> bool:
    x, y, square = circle
    return (point[0] - x) * (point[0] - x) + (point[1] - y) * (
        point[1] - y
    ) <= square * _ROUNDING_FACTOR


def _circle_through_two(p: IntPoint, q: IntPoint) -> Circle:
    dx, dy = q[0] - p[0], q[1] - p[1]
    return (p[0] + q[0]) / 2, (p[1] + q[1]) / 2, (dx * dx + dy * dy) / 4


def _circle_through_three(p: IntPoint, q: IntPoint, r: IntPoint) -> Circle:
    """Return the circle through three points. For collinear points, return the circle whose
    diameter joins the first and the last point."""
    bx, by, cx, cy = q[0] - p[0], q[1] - p[1], r[0] - p[0], r[1] - p[1]
    divisor = 2 * (bx * cy - by * cx)
    if not divisor:
        return _circle_through_two(p, r)
    b, c = bx * bx + by * by, cx * cx + cy * cy
    x, y = (cy * b - by * c) / divisor, (bx * c - cx * b) / divisor
    return p[0] + x, p[1] + y, x * x + y * y


def _translate(outline: Outline, dx: int, dy: int, side: int) -> Outline:
    areas = (
        area._replace(
            polygons=tuple(tuple((x + dx, y + dy) for x, y in polygon) for polygon in area.polygons)
        )
        for area in outline.areas
    )
    return outline._replace(areas=tuple(areas), width=side, height=side)
