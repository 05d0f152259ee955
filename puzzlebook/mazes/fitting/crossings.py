"""Finding walls that cross each other, which a fit must not contain."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from puzzlebook.geometry.arc_fitting import halfway
from puzzlebook.geometry.arcs import Point
from puzzlebook.mazes.fitting.neighbourhood import Vicinity

Line = tuple[int, float, float, float, float]
"""A side, and the two ends of a straight part of it."""

# The number of buckets in a unit of length, and a number that makes all bucket indices positive.
_BUCKETS_PER_UNIT, _ORIGIN = 2, 64


def find_crossing_sides(
    vicinity: Vicinity, corners: Sequence[Point], pieces: Mapping[int, Sequence[Point]]
) -> set[int]:
    """Return the sides with a corner on the rim that cross each other."""
    crossing: set[int] = set()
    for bucket in _sort_into_buckets(_lines(vicinity, corners, pieces)):
        for number, line in enumerate(bucket):
            for other in _find_crossings(line, bucket[:number]):
                crossing |= {line[0], other}
    return crossing


def _lines(
    vicinity: Vicinity, corners: Sequence[Point], pieces: Mapping[int, Sequence[Point]]
) -> Iterator[Line]:
    """Yield the sides with a corner on the rim as straight lines."""
    grid = vicinity.grid
    for side in vicinity.sides_at_rim:
        a, b = grid.sides[side]
        here, end = corners[a], corners[b]
        inner_points = pieces.get(side)
        if inner_points is None:
            bulge = vicinity.bulges[side] if vicinity.bulges else 0.0
            inner_points = [halfway(here, end, bulge)] if bulge else []
        for onward in (*inner_points, end):
            yield side, *here, *onward
            here = onward


def _sort_into_buckets(lines: Iterable[Line]) -> Iterable[list[Line]]:
    """Group lines by the squares that their bounding boxes touch."""
    buckets: dict[tuple[int, int], list[Line]] = {}
    for line in lines:
        _, ax, ay, bx, by = line
        i, to_i = int(_BUCKETS_PER_UNIT * ax + _ORIGIN), int(_BUCKETS_PER_UNIT * bx + _ORIGIN)
        j, to_j = int(_BUCKETS_PER_UNIT * ay + _ORIGIN), int(_BUCKETS_PER_UNIT * by + _ORIGIN)
        if i == to_i and j == to_j:
            buckets.setdefault((i, j), []).append(line)
            continue
        for across in range(min(i, to_i), max(i, to_i) + 1):
            for down in range(min(j, to_j), max(j, to_j) + 1):
                buckets.setdefault((across, down), []).append(line)
    return buckets.values()


def _find_crossings(line: Line, others: Iterable[Line]) -> list[int]:
    """Return the sides of those other lines that cross a line. Touching does not count as
    crossing."""
    _, ax, ay, bx, by = line
    dx, dy = bx - ax, by - ay
    sides = []
    for other, px, py, qx, qy in others:
        left, right = (px - ax) * dy - (py - ay) * dx, (qx - ax) * dy - (qy - ay) * dx
        if left * right < 0.0:
            ex, ey = qx - px, qy - py
            begin, end = (ax - px) * ey - (ay - py) * ex, (bx - px) * ey - (by - py) * ex
            if begin * end < 0.0 and abs(left) + abs(right) > 1e-12:
                sides.append(other)
    return sides
