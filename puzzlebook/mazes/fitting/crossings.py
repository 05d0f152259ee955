"""Walls that cross: what a fit must not have."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from puzzlebook.mazes.fitting.vicinity import Vicinity
from puzzlebook.outlines.arc_fitting import halfway
from puzzlebook.outlines.arcs import Point

Line = tuple[int, float, float, float, float]
"""A side, and the two ends of a straight piece of it."""

_PER_UNIT, _ORIGIN = 2, 64


def crossing_sides(vicinity: Vicinity, corners: Sequence[Point], pieces: Mapping[int, Sequence[Point]]) -> set[int]:
    """The sides that touch the rim and cross another one that does."""
    buckets: dict[tuple[int, int], list[Line]] = {}
    for line in _lines(vicinity, corners, pieces):
        for square in _squares(line):
            buckets.setdefault(square, []).append(line)
    found: set[int] = set()
    for bucket in buckets.values():
        for number, line in enumerate(bucket):
            found.update(side for other in _crossing(line, bucket[:number]) for side in (line[0], other))
    return found


def _lines(vicinity: Vicinity, corners: Sequence[Point], pieces: Mapping[int, Sequence[Point]]) -> Iterator[Line]:
    """The sides that touch the rim as straight lines."""
    grid = vicinity.grid
    rim = vicinity.rim
    for side, (a, b) in enumerate(grid.sides):
        if not (a in rim or b in rim):
            continue
        here, end = corners[a], corners[b]
        between = pieces.get(side)
        if between is None:
            bulge = vicinity.bulges[side] if vicinity.bulges else 0.0
            between = [halfway(here, end, bulge)] if bulge else []
        for onward in (*between, end):
            yield side, *here, *onward
            here = onward


def _squares(line: Line) -> Iterator[tuple[int, int]]:
    """The squares that the box of a line touches."""
    _, ax, ay, bx, by = line
    across = range(_square(min(ax, bx)), _square(max(ax, bx)) + 1)
    down = range(_square(min(ay, by)), _square(max(ay, by)) + 1)
    return ((i, j) for i in across for j in down)


def _square(value: float) -> int:
    return int(_PER_UNIT * value + _ORIGIN)


def _crossing(line: Line, others: Iterable[Line]) -> Iterator[int]:
    """The sides of those of the other lines that cross a line; what only touches it does not."""
    _, ax, ay, bx, by = line
    dx, dy = bx - ax, by - ay
    for other, px, py, qx, qy in others:
        left, right = (px - ax) * dy - (py - ay) * dx, (qx - ax) * dy - (qy - ay) * dx
        if left * right < 0.0:
            ex, ey = qx - px, qy - py
            begin, end = (ax - px) * ey - (ay - py) * ex, (bx - px) * ey - (by - py) * ex
            if begin * end < 0.0 and abs(left) + abs(right) > 1e-12:
                yield other
