"""A line of many points as few arcs and straight lines, by + − × ÷ and √ alone: the same on every
machine."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from puzzlebook.outlines.arcs import Point

Course = tuple[tuple[Point, float], ...]
"""A line: the end of each of its arcs, with the bulge of the arc that leads to it (0: straight)."""

_LEAST_COSINE = 0.87
"""Of half the angle that one arc may turn by, which is a sixth of a circle: PDF takes it for one
curve."""
_STRAIGHT = 0.002
"""What bulges less is straight: no file can say so large a radius."""


def fit_arcs(points: Sequence[Point], tolerance: float) -> Course:
    """The arcs that follow a line of points within the tolerance.

    Each goes as far as it can, which is found by doubling its points and then halving.
    """
    course: list[tuple[Point, float]] = []
    here, last = 0, len(points) - 1
    while here < last:
        good, bulge, step, ahead = here + 1, 0.0, 1, here + 2
        while ahead <= last and (found := _bulge(points, here, ahead, tolerance)) is not None:
            good, bulge = ahead, found
            step *= 2
            ahead = min(ahead + step, last) if ahead < last else last + 1
        high = min(ahead, last + 1)
        while high - good > 1:
            half = (good + high) // 2
            found = _bulge(points, here, half, tolerance)
            if found is None:
                high = half
            else:
                good, bulge = half, found
        course.append((points[good], bulge))
        here = good
    return tuple(course)


def _bulge(points: Sequence[Point], first: int, end: int, tolerance: float) -> float | None:
    """The bulge of the arc from one point to another that passes the middle one; None if any
    between strays from it."""
    if end - first < 2:
        return 0.0
    (ax, ay), (mx, my), (bx, by) = points[first], points[(first + end) // 2], points[end]
    ux, uy, vx, vy = mx - ax, my - ay, bx - mx, by - my
    size = sqrt((ux * ux + uy * uy) * (vx * vx + vy * vy))
    sine, cosine = ux * vy - uy * vx, ux * vx + uy * vy
    if cosine < _LEAST_COSINE * size or not size:
        return None
    # The turn from one chord to the next is half of what the arc turns by.
    bulge = sine / (size + cosine)
    dx, dy = bx - ax, by - ay
    chord = sqrt(dx * dx + dy * dy)
    if abs(bulge) < _STRAIGHT or abs(bulge) * chord < tolerance / 2:
        if all(
            abs((x - ax) * dy - (y - ay) * dx) <= tolerance * chord
            for x, y in points[first + 1 : end]
        ):
            return 0.0
        if abs(bulge) < _STRAIGHT:
            return None
    return bulge if _passes(points, first, end, bulge, tolerance) else None


def _passes(points: Sequence[Point], first: int, end: int, bulge: float, tolerance: float) -> bool:
    """Whether the arc with this bulge passes all points between two, and the middle between each
    and the next."""
    (ax, ay), (bx, by) = points[first], points[end]
    dx, dy = bx - ax, by - ay
    aside = (1 - bulge * bulge) / (4 * bulge)
    x, y = (ax + bx) / 2 - aside * dy, (ay + by) / 2 + aside * dx
    radius = sqrt(dx * dx + dy * dy) * (1 + bulge * bulge) / (4 * abs(bulge))
    for number in range(first, end):
        (px, py), (qx, qy) = points[number], points[number + 1]
        for ex, ey in ((px - x, py - y), ((px + qx) / 2 - x, (py + qy) / 2 - y)):
            if abs(sqrt(ex * ex + ey * ey) - radius) > tolerance:
                return False
    return True


def reach(p: Point, q: Point, bulge: float) -> list[Point]:
    """The end of an arc of less than a half circle, and the points where it runs level or
    upright."""
    if not bulge:
        return [q]
    (ax, ay), (bx, by) = p, q
    dx, dy = bx - ax, by - ay
    aside = (1 - bulge * bulge) / (4 * bulge)
    x, y = (ax + bx) / 2 - aside * dy, (ay + by) / 2 + aside * dx
    radius = sqrt(dx * dx + dy * dy) * (1 + bulge * bulge) / (4 * abs(bulge))
    quarters = ((x - radius, y), (x + radius, y), (x, y - radius), (x, y + radius))
    # The arc is what lies beyond its chord, on the side to which it bulges.
    return [
        q,
        *(spot for spot in quarters if ((spot[1] - ay) * dx - (spot[0] - ax) * dy) * bulge < 0),
    ]


def halfway(p: Point, q: Point, bulge: float) -> Point:
    """The middle of an arc; see `arcs.middle`, which asks the library of the machine."""
    (ax, ay), (bx, by) = p, q
    return (ax + bx + bulge * (by - ay)) / 2, (ay + by - bulge * (bx - ax)) / 2
