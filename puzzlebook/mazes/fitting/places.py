"""Points of a drawing to which rim corners can move: evenly spaced points, including all sharp
points."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

from puzzlebook.geometry.arcs import Point
from puzzlebook.geometry.loop import Loop

REACH = 1.5
"""The greatest distance that a corner can move."""
_SPACING = 0.27  # the approximate distance between neighbouring points
_WINDOW = 0.45
"""The scale at which the drawing is searched for sharp points. Corners of smaller details do not
count as sharp."""
_MIN_SHARPNESS = 0.35  # of a sharp point
_ORIGIN = 64
"""Added to coordinates, which are all above −64, before they are truncated to ints."""


class LoopPoint(NamedTuple):
    """A point on a loop of the drawing.

    loop: the number of the loop. along: the distance along the loop. ahead: the direction of the
    drawing, as a unit vector. sharp: the `sharpness` of the drawing if the point is a sharp point,
    otherwise 0.
    """

    loop: int
    along: float
    x: float
    y: float
    ahead: Point
    sharp: float


class LoopPoints:
    """The points on all loops of a drawing, searchable by position."""

    def __init__(self, loops: Sequence[Loop]) -> None:
        self.loops = loops
        self.items: list[LoopPoint] = []
        self._buckets: dict[tuple[int, int], list[tuple[int, float, float]]] = {}
        for number, loop in enumerate(loops):
            spaced_points = _space_evenly(loop)
            here = loop.points(along for along, _ in spaced_points)
            before = loop.points([along - _WINDOW / 2 for along, _ in spaced_points])
            after = loop.points([along + _WINDOW / 2 for along, _ in spaced_points])
            for (along, sharp), (x, y), (bx, by), (ax, ay) in zip(
                spaced_points, here, before, after, strict=True
            ):
                dx, dy = ax - bx, ay - by
                length = sqrt(dx * dx + dy * dy) or 1.0
                self._buckets.setdefault((int(x + _ORIGIN), int(y + _ORIGIN)), []).append(
                    (len(self.items), x, y)
                )
                self.items.append(LoopPoint(number, along, x, y, (dx / length, dy / length), sharp))

    def find_near(self, x: float, y: float) -> list[tuple[int, float]]:
        """Return the numbers of the points within `REACH` of a position, each with its squared
        distance."""
        found = []
        for i in range(int(x - REACH + _ORIGIN), int(x + REACH + _ORIGIN) + 1):
            for j in range(int(y - REACH + _ORIGIN), int(y + REACH + _ORIGIN) + 1):
                for number, px, py in self._buckets.get((i, j), ()):
                    square = (px - x) * (px - x) + (py - y) * (py - y)
                    if square <= REACH * REACH:
                        found.append((number, square))
        return sorted(found)


def sharpness(loop: Loop, along: float, window: float) -> float:
    """Return 1 − the cosine of the turn at a point, measured over a window; negative at concave
    points."""
    return _measure_sharpness(loop, [along], window)[0]


def _measure_sharpness(loop: Loop, places: Sequence[float], window: float) -> list[float]:
    """Return the sharpness at each of these distances along a loop."""
    here = loop.points(places)
    before = loop.points([along - window for along in places])
    after = loop.points([along + window for along in places])
    sharp = []
    for (x, y), (bx, by), (ax, ay) in zip(here, before, after, strict=True):
        px, py, qx, qy = x - bx, y - by, ax - x, ay - y
        lengths = sqrt((px * px + py * py) * (qx * qx + qy * qy))
        if not lengths:
            sharp.append(0.0)
            continue
        value = 1.0 - (px * qx + py * qy) / lengths
        sharp.append(value if px * qy - py * qx > 0 else -value)
    return sharp


def _space_evenly(loop: Loop) -> list[tuple[float, float]]:
    """Return evenly spaced points on a loop, each with its sharpness or 0. Close to a sharp point,
    the nearest point moves onto it."""
    count = max(6, int(loop.length / _SPACING))
    step = loop.length / count
    points = [(number * step, 0.0) for number in range(count)]
    if loop.length < 4 * _WINDOW:
        return points
    positions = sorted({*(number * step / 2 for number in range(2 * count)), *loop.starts[:-1]})
    sharp = _measure_sharpness(loop, positions, _WINDOW)
    for number, along in enumerate(positions):
        if abs(sharp[number]) >= _MIN_SHARPNESS and _is_peak(loop, positions, sharp, number):
            points[int(along / step + 0.5) % count] = along, sharp[number]
    return sorted(points)


def _is_peak(loop: Loop, positions: Sequence[float], sharp: Sequence[float], number: int) -> bool:
    """Return whether no point within the window is sharper, and no earlier point is equally
    sharp."""
    count, own = len(positions), abs(sharp[number])
    before = number - 1
    while (
        before > number - count and loop.gap(positions[before % count], positions[number]) < _WINDOW
    ):
        if abs(sharp[before % count]) >= own:
            return False
        before -= 1
    after = number + 1
    while (
        after < number + count and loop.gap(positions[number], positions[after % count]) < _WINDOW
    ):
        if abs(sharp[after % count]) > own:
            return False
        after += 1
    return True
