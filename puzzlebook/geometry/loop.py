"""Closed polylines: arc length, area, simplification, and a limit on the effort spent on them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import pairwise
from math import inf, sqrt
from typing import TypeVar

from puzzlebook.geometry.arcs import Point
from puzzlebook.ground.faults import refuse

_Number = TypeVar("_Number", int, float)
_LOOKUPS_PER_UNIT = 20  # positions per unit of length whose lines are stored
_DIRECTIONS_PER_UNIT = 10  # positions per unit of length whose directions are stored


MAX_STEPS = 1_500_000
"""The limit on the effort for one drawing, in steps. Steps are counted instead of seconds, because
time differs between machines. A step takes at most about a microsecond; built-in drawings need
100,000 steps."""


class Effort:
    """The number of steps that remain for one drawing. where: the name that messages use for the
    drawing."""

    def __init__(self, where: str) -> None:
        self._where, self._left = where, MAX_STEPS

    def spend(self, steps: int) -> None:
        """Use up this many steps. Refuse the drawing if not enough remain."""
        self._left -= steps
        if self._left < 0:
            what = "its outline is too intricate to be the rim"
            raise refuse(self._where, what, "use a simpler drawing, or --edge steps")


class Loop:
    """A closed polyline. A position on the loop is given as the distance along it, from 0 to its
    length.

    starts: the position of each point, followed by the length of the loop.
    """

    def __init__(self, points: Sequence[Point]) -> None:
        self.starts = [0.0]
        x, y = points[0]
        for p, q in [*points[1:], points[0]]:
            self.starts.append(self.starts[-1] + sqrt((p - x) * (p - x) + (q - y) * (q - y)))
            x, y = p, q
        self.length = self.starts[-1]
        self._ends = [*self.starts[1:-1], inf]
        # For each line: its position, its length, its first point, and the vector to its second.
        self._rows = [
            (start, end - start, x, y, p - x, q - y)
            for (start, end), ((x, y), (p, q)) in zip(
                pairwise(self.starts), pairwise([*points, points[0]]), strict=True
            )
        ]
        # The line that contains the beginning of each twentieth of a unit, for fast lookup.
        self._lines: list[int] = []
        line, last = 0, len(points) - 1
        for number in range(int(self.length * _LOOKUPS_PER_UNIT) + 2):
            while line < last and self.starts[line + 1] * _LOOKUPS_PER_UNIT <= number:
                line += 1
            self._lines.append(line)

    def point(self, place: float) -> Point:
        """Return the point at a position, which may be out of range by up to one length of the
        loop, in either direction."""
        length, ends = self.length, self._ends
        if place < 0.0:
            place += length
        if place >= length:
            place -= length
        line = self._lines[int(place * _LOOKUPS_PER_UNIT)]
        while ends[line] <= place:
            line += 1
        start, span, x, y, dx, dy = self._rows[line]
        share = (place - start) / span
        return x + share * dx, y + share * dy

    def points(self, places: Iterable[float]) -> list[Point]:
        """Return the points at several positions. The result equals that of `point` for each."""
        length, ends, lines, rows = self.length, self._ends, self._lines, self._rows
        points = []
        for place in places:
            if place < 0.0:
                place += length
            if place >= length:
                place -= length
            line = lines[int(place * _LOOKUPS_PER_UNIT)]
            while ends[line] <= place:
                line += 1
            start, span, x, y, dx, dy = rows[line]
            share = (place - start) / span
            points.append((x + share * dx, y + share * dy))
        return points

    def find_direction(self, place: float) -> Point:
        """Return the direction of the loop near a position, as a unit vector. The direction is
        constant within each tenth of a unit."""
        return self._directions[int(place * _DIRECTIONS_PER_UNIT)]

    @cached_property
    def _directions(self) -> list[Point]:
        count = int(self.length * _DIRECTIONS_PER_UNIT) + 3
        points = self.points([(number - 0.5) / _DIRECTIONS_PER_UNIT for number in range(count)])
        directions = []
        for (bx, by), (ax, ay) in zip(points, points[2:], strict=False):
            dx, dy = ax - bx, ay - by
            length = sqrt(dx * dx + dy * dy) or 1.0
            directions.append((dx / length, dy / length))
        return directions

    def gap(self, start: float, end: float) -> float:
        """Return the distance along the loop from one position to another."""
        gap = end - start
        return gap if gap > 0.0 else gap + self.length

    def between(self, here: float, gap: float) -> list[float]:
        """Return the loop's own vertices along a stretch, as distances from its beginning.

        here: the position at which the gap begins. gap: its length.
        """
        starts, length, last = self.starts, self.length, len(self.starts) - 1
        line, base = self._lines[int(here * _LOOKUPS_PER_UNIT)], 0.0
        distances: list[float] = []
        while True:
            line += 1
            if line > last:
                line, base = 1, base + length
            distance = base + starts[line] - here
            if distance >= gap - 1e-6:
                return distances
            if distance > 1e-6:
                distances.append(distance)


def area(points: Sequence[Point]) -> float:
    """Return the area within a closed polyline (y down); negative if it runs counterclockwise on
    the page."""
    total = 0.0
    x, y = points[-1]
    for p, q in points:
        total += x * q - p * y
        x, y = p, q
    return total / 2


def length(points: Sequence[Point]) -> float:
    """Return the length of a closed polyline."""
    total = 0.0
    x, y = points[-1]
    for p, q in points:
        total += sqrt((p - x) * (p - x) + (q - y) * (q - y))
        x, y = p, q
    return total


def simplify_loop(
    points: Sequence[tuple[_Number, _Number]], tolerance: float, effort: Effort
) -> list[tuple[_Number, _Number]]:
    """Return the points of a closed polyline that the Douglas–Peucker algorithm keeps. All dropped
    points are within the tolerance.

    (D. Douglas, T. Peucker: *Algorithms for the reduction of the number of points required to
    represent a digitized line or its caricature*, 1973.) The effort can grow with the square of the
    number of points; a polyline that takes too much effort is refused.
    """
    x, y = points[0]
    squares = [(p - x) * (p - x) + (q - y) * (q - y) for p, q in points]
    half = squares.index(max(squares))
    ring = list(points)
    ring.append(points[0])
    kept = bytearray(len(ring))
    kept[0] = kept[half] = 1
    waiting = [(0, half), (half, len(points))]
    while waiting:
        first, end = waiting.pop()
        effort.spend(end - first)
        worst = _find_farthest(ring, first, end, tolerance) if end - first > 1 else 0
        if worst:
            kept[worst] = 1
            waiting += (first, worst), (worst, end)
    return [point for point, is_kept in zip(points, kept, strict=False) if is_kept]


def _find_farthest(
    ring: Sequence[tuple[float, float]], first: int, end: int, tolerance: float
) -> int:
    """Return the index of the point between two others that is farthest from the line joining them;
    0 if all points are within the tolerance."""
    (ax, ay), (bx, by) = ring[first], ring[end]
    dx, dy = bx - ax, by - ay
    span = dx * dx + dy * dy
    farthest, index = tolerance * tolerance, 0
    for number, (x, y) in enumerate(ring[first + 1 : end], first + 1):
        x -= ax
        y -= ay
        along = x * dx + y * dy
        if along > 0.0:  # otherwise the first end of the line is nearest
            share = along / span if along < span else 1.0
            x -= share * dx
            y -= share * dy
        square = x * x + y * y
        if square > farthest:
            farthest, index = square, number
    return index
