"""Approximately the largest circle in a cell of any form."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from math import inf, sqrt

from puzzlebook.geometry.arcs import Point

Wall = tuple[float, float, float, float, float]
"""A wall: its start, the offset of its end, and the square of its length, which is not 0."""

_STEPS = 14
_FIRST_STEP = 0.2
_AROUND = (
    (1.0, 0.0),
    (0.0, 1.0),
    (-1.0, 0.0),
    (0.0, -1.0),
    (0.7, 0.7),
    (-0.7, 0.7),
    (-0.7, -0.7),
    (0.7, -0.7),
)


def find_deepest_point(
    walls: Sequence[Point], start: Point, enough: float = inf
) -> tuple[Point, float]:
    """The centre and the radius of the circle, by hill climbing: the best of eight steps is taken
    repeatedly, and steps are halved when none is better.

    walls: the cell's outline, clockwise. start: a point inside or, if a disc has slipped out of its
    cell, outside. enough: a radius at which the search stops.
    """
    lines = _lines(walls)
    x, y = start if _is_in(walls, *start) else _point_in(walls)
    best = _clearance(lines, x, y)
    step = _FIRST_STEP
    for _ in range(_STEPS):
        if best >= enough:
            break
        nearby = best, x, y
        for dx, dy in _AROUND:
            room = _clearance(lines, x + step * dx, y + step * dy, nearby[0])
            if room > nearby[0]:
                nearby = room, x + step * dx, y + step * dy
        if nearby[0] == best:
            step /= 2
        best, x, y = nearby
    return (x, y), best


def clearance(walls: Sequence[Point], x: float, y: float) -> float:
    """The distance of a point from the nearest wall of a cell; negative outside the cell."""
    room = abs(_clearance(_lines(walls), x, y))
    return room if _is_in(walls, x, y) else -room


def _is_in(walls: Sequence[Point], x: float, y: float) -> bool:
    """Whether an odd number of walls lie to the right of a point. Beyond a sharp corner the nearest
    wall alone does not decide."""
    is_in = False
    px, py = walls[-1]
    for qx, qy in walls:
        if (py > y) != (qy > y) and x < px + (qx - px) * (y - py) / (qy - py):
            is_in = not is_in
        px, py = qx, qy
    return is_in


def _point_in(walls: Sequence[Point]) -> Point:
    """The midpoint of two points of the outline that has the most room."""
    middles = [((ax + bx) / 2, (ay + by) / 2) for (ax, ay), (bx, by) in combinations(walls, 2)]
    return max(middles, key=lambda middle: clearance(walls, *middle))


def _lines(walls: Sequence[Point]) -> list[Wall]:
    lines = []
    px, py = walls[-1]
    for qx, qy in walls:
        dx, dy = qx - px, qy - py
        span = dx * dx + dy * dy
        if span:
            lines.append((px, py, dx, dy, span))
        px, py = qx, qy
    return lines


def _clearance(lines: Iterable[Wall], x: float, y: float, least: float = 0.0) -> float:
    """The distance of a point from the nearest line, negative behind it; exact from `least` on."""
    enough = least * least if least > 0.0 else 0.0
    nearest, sign = 1e18, 1.0
    for px, py, dx, dy, span in lines:
        ex, ey = x - px, y - py
        share = (ex * dx + ey * dy) / span
        share = 0.0 if share < 0.0 else 1.0 if share > 1.0 else share
        fx, fy = ex - share * dx, ey - share * dy
        square = fx * fx + fy * fy
        if square < nearest:
            nearest, sign = square, 1.0 if ey * dx - ex * dy >= 0.0 else -1.0
            if square < enough:
                break
    return sign * sqrt(nearest)
