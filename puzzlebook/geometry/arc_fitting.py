"""Approximating a polyline by a few arcs and straight lines. Only + − × ÷ and √ are used, so the
result is the same on every machine."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from puzzlebook.geometry.arcs import Point

ArcPath = tuple[tuple[Point, float], ...]
"""A sequence of arcs: for each arc, its end and its bulge (0 for a straight line). Each arc begins
where the previous one ends."""

_MIN_COSINE = 0.87
"""The cosine of half the greatest turn of an arc. That turn is a sixth of a circle, which PDF
writes as one curve."""
_MIN_BULGE = 0.002
"""The smallest bulge of an arc; a flatter arc counts as straight, because no file can express so
large a radius."""


def fit_arcs(points: Sequence[Point], tolerance: float) -> ArcPath:
    """Return the arcs that follow a polyline within the tolerance.

    Each arc covers as many points as possible; their number is found by doubling and then
    bisecting.
    """
    arcs: list[tuple[Point, float]] = []
    here, last = 0, len(points) - 1
    while here < last:
        reached, bulge, step, probe = here + 1, 0.0, 1, here + 2
        while (
            probe <= last and (probed_bulge := _bulge(points, here, probe, tolerance)) is not None
        ):
            reached, bulge = probe, probed_bulge
            step *= 2
            probe = min(probe + step, last) if probe < last else last + 1
        upper_bound = min(probe, last + 1)
        while upper_bound - reached > 1:
            middle = (reached + upper_bound) // 2
            probed_bulge = _bulge(points, here, middle, tolerance)
            if probed_bulge is None:
                upper_bound = middle
            else:
                reached, bulge = middle, probed_bulge
        arcs.append((points[reached], bulge))
        here = reached
    return tuple(arcs)


def _bulge(points: Sequence[Point], first: int, end: int, tolerance: float) -> float | None:
    """Return the bulge of the arc from one point to another that passes through the middle point
    between them; None if any point between them is too far from the arc."""
    if end - first < 2:
        return 0.0
    (ax, ay), (mx, my), (bx, by) = points[first], points[(first + end) // 2], points[end]
    ux, uy, vx, vy = mx - ax, my - ay, bx - mx, by - my
    size = sqrt((ux * ux + uy * uy) * (vx * vx + vy * vy))
    sine, cosine = ux * vy - uy * vx, ux * vx + uy * vy
    if cosine < _MIN_COSINE * size or not size:
        return None
    # The angle between the two chords is half the turn of the arc.
    bulge = sine / (size + cosine)
    dx, dy = bx - ax, by - ay
    chord = sqrt(dx * dx + dy * dy)
    if abs(bulge) < _MIN_BULGE or abs(bulge) * chord < tolerance / 2:
        if all(
            abs((x - ax) * dy - (y - ay) * dx) <= tolerance * chord
            for x, y in points[first + 1 : end]
        ):
            return 0.0
        if abs(bulge) < _MIN_BULGE:
            return None
    return bulge if _passes_close(points, first, end, bulge, tolerance) else None


def _passes_close(
    points: Sequence[Point], first: int, end: int, bulge: float, tolerance: float
) -> bool:
    """Return whether the arc with this bulge passes close to all points between two points, and to
    the midpoint of each pair of successive points."""
    (ax, ay), (bx, by) = points[first], points[end]
    dx, dy = bx - ax, by - ay
    offset = (1 - bulge * bulge) / (4 * bulge)
    x, y = (ax + bx) / 2 - offset * dy, (ay + by) / 2 + offset * dx
    radius = sqrt(dx * dx + dy * dy) * (1 + bulge * bulge) / (4 * abs(bulge))
    for number in range(first, end):
        (px, py), (qx, qy) = points[number], points[number + 1]
        for ex, ey in ((px - x, py - y), ((px + qx) / 2 - x, (py + qy) / 2 - y)):
            if abs(sqrt(ex * ex + ey * ey) - radius) > tolerance:
                return False
    return True


def list_extremes(p: Point, q: Point, bulge: float) -> list[Point]:
    """For an arc shorter than a half circle, return its end and the points where it runs
    horizontally or vertically."""
    if not bulge:
        return [q]
    (ax, ay), (bx, by) = p, q
    dx, dy = bx - ax, by - ay
    offset = (1 - bulge * bulge) / (4 * bulge)
    x, y = (ax + bx) / 2 - offset * dy, (ay + by) / 2 + offset * dx
    radius = sqrt(dx * dx + dy * dy) * (1 + bulge * bulge) / (4 * abs(bulge))
    quarters = ((x - radius, y), (x + radius, y), (x, y - radius), (x, y + radius))
    # Keep the points on that side of the chord to which the arc bulges.
    return [
        q,
        *(spot for spot in quarters if ((spot[1] - ay) * dx - (spot[0] - ax) * dy) * bulge < 0),
    ]


def halfway(p: Point, q: Point, bulge: float) -> Point:
    """Return the middle of an arc."""
    (ax, ay), (bx, by) = p, q
    return (ax + bx + bulge * (by - ay)) / 2, (ay + by - bulge * (bx - ax)) / 2
