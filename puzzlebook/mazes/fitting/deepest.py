"""About the largest circle in a cell, whatever its form."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from math import inf, sqrt

from puzzlebook.geometry.arcs import Point

Wall = tuple[float, float, float, float, float]
"""A wall: where it begins, how far its end lies from there, and the square of its length, which is
not 0."""

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
    """The middle of the circle and its radius: the best of eight steps around, again and again,
    with shorter steps where none is better. What has this radius is large enough, and no larger one
    is looked for.

    walls: the cell's outline, clockwise. start: a point in it or, where a disc has slipped out of
    its cell, beside it.
    """
    lines = _lines(walls)
    x, y = start if _is_in(walls, *start) else _point_in(walls)
    best = _clearance(lines, x, y)
    step = _FIRST_STEP
    for _ in range(_STEPS):
        if best >= enough:
            break
        found = best, x, y
        for dx, dy in _AROUND:
            room = _clearance(lines, x + step * dx, y + step * dy, found[0])
            if room > found[0]:
                found = room, x + step * dx, y + step * dy
        if found[0] == best:
            step /= 2
        best, x, y = found
    return (x, y), best


def clearance(walls: Sequence[Point], x: float, y: float) -> float:
    """How far a point is from the nearest of a cell's walls; below 0 where it is not in the
    cell."""
    room = abs(_clearance(_lines(walls), x, y))
    return room if _is_in(walls, x, y) else -room


def _is_in(walls: Sequence[Point], x: float, y: float) -> bool:
    """Whether an odd number of walls lie to the right of a point: so it is beyond a sharp corner
    too, where the nearest wall alone does not tell."""
    found = False
    px, py = walls[-1]
    for qx, qy in walls:
        if (py > y) != (qy > y) and x < px + (qx - px) * (y - py) / (qy - py):
            found = not found
        px, py = qx, qy
    return found


def _point_in(walls: Sequence[Point]) -> Point:
    """The point in a cell that has the most room of those halfway between two of its outline."""
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
    """The room at a point between lines; below 0 where it lies behind the nearest. Of less than the
    least no more is known than that."""
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
