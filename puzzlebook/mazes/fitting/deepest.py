"""Finding approximately the largest circle inside a cell of any shape."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from math import inf, sqrt

from puzzlebook.geometry.arcs import Point

Wall = tuple[float, float, float, float, float]
"""A wall: its start, the offset of its end, and the square of its length, which is not 0."""

_MAX_STEPS = 14
_FIRST_STEP = 0.2  # the length of the first step
_DIRECTIONS = (
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
    """Return the centre and the radius of approximately the largest circle in a cell. They are
    found by hill climbing: take the best of eight steps, and halve the step length when none of
    them is an improvement.

    walls: the outline of the cell, clockwise. start: a point in the cell, or outside it if the
    cell's disc has slipped out. enough: the radius at which the search stops.
    """
    lines = _list_walls(walls)
    x, y = start if _is_inside(walls, *start) else _find_inner_point(walls)
    best = _clearance(lines, x, y)
    step = _FIRST_STEP
    for _ in range(_MAX_STEPS):
        if best >= enough:
            break
        best_step = best, x, y
        for dx, dy in _DIRECTIONS:
            radius = _clearance(lines, x + step * dx, y + step * dy, best_step[0])
            if radius > best_step[0]:
                best_step = radius, x + step * dx, y + step * dy
        if best_step[0] == best:
            step /= 2
        best, x, y = best_step
    return (x, y), best


def clearance(walls: Sequence[Point], x: float, y: float) -> float:
    """Return the distance of a point from the nearest wall of a cell; negative for a point outside
    the cell."""
    distance = abs(_clearance(_list_walls(walls), x, y))
    return distance if _is_inside(walls, x, y) else -distance


def _is_inside(walls: Sequence[Point], x: float, y: float) -> bool:
    """Return whether a point is inside a cell: an odd number of walls lie to its right. Beyond a
    sharp corner it is not enough to know on which side of the nearest wall the point lies."""
    is_inside = False
    px, py = walls[-1]
    for qx, qy in walls:
        if (py > y) != (qy > y) and x < px + (qx - px) * (y - py) / (qy - py):
            is_inside = not is_inside
        px, py = qx, qy
    return is_inside


def _find_inner_point(walls: Sequence[Point]) -> Point:
    """Return the point with the most clearance among the midpoints between any two points of the
    outline."""
    middles = [((ax + bx) / 2, (ay + by) / 2) for (ax, ay), (bx, by) in combinations(walls, 2)]
    return max(middles, key=lambda middle: clearance(walls, *middle))


def _list_walls(walls: Sequence[Point]) -> list[Wall]:
    lines = []
    px, py = walls[-1]
    for qx, qy in walls:
        dx, dy = qx - px, qy - py
        span = dx * dx + dy * dy
        if span:
            lines.append((px, py, dx, dy, span))
        px, py = qx, qy
    return lines


def _clearance(lines: Iterable[Wall], x: float, y: float, minimum: float = 0.0) -> float:
    """Return the distance of a point from the nearest line; negative for a point behind that line.
    The result is exact if it is at least `minimum`."""
    enough = minimum * minimum if minimum > 0.0 else 0.0
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
