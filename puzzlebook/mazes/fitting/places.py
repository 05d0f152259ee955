"""Places along a drawing to which corners of a rim may go: evenly spaced, and one on each sharp
point."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

from puzzlebook.geometry.arcs import Point
from puzzlebook.geometry.loop import Loop

REACH = 1.5
"""How far a corner may go."""
_APART = 0.27
_WINDOW = 0.45
"""The scale at which the drawing's sharp points are looked for; what is sharp only nearer to is
round."""
_SHARP = 0.35
_ORIGIN = 64
"""Added to coordinates before they are cut off to whole numbers: they are all above −64."""


class LoopPoint(NamedTuple):
    """A place on a loop of the drawing, where it lies and which way the drawing leads there (of
    length 1).

    sharp: how sharp the drawing is, 0 but for the places on sharp points; see `sharpness`.
    """

    loop: int
    along: float
    x: float
    y: float
    ahead: Point
    sharp: float


class LoopPoints:
    """The places on all loops of a drawing, and those near to a point."""

    def __init__(self, loops: Sequence[Loop]) -> None:
        self.loops = loops
        self.all: list[LoopPoint] = []
        self._buckets: dict[tuple[int, int], list[tuple[int, float, float]]] = {}
        for number, loop in enumerate(loops):
            for along, sharp in _space_evenly(loop):
                x, y = loop.point(along)
                (bx, by), (ax, ay) = (
                    loop.point(along - _WINDOW / 2),
                    loop.point(along + _WINDOW / 2),
                )
                dx, dy = ax - bx, ay - by
                length = sqrt(dx * dx + dy * dy) or 1.0
                self._buckets.setdefault((int(x + _ORIGIN), int(y + _ORIGIN)), []).append(
                    (len(self.all), x, y)
                )
                self.all.append(LoopPoint(number, along, x, y, (dx / length, dy / length), sharp))

    def near(self, x: float, y: float) -> list[tuple[int, float]]:
        """The places within reach of a point, by their numbers, with the squares of their
        distances."""
        found = []
        for i in range(int(x - REACH + _ORIGIN), int(x + REACH + _ORIGIN) + 1):
            for j in range(int(y - REACH + _ORIGIN), int(y + REACH + _ORIGIN) + 1):
                for number, px, py in self._buckets.get((i, j), ()):
                    square = (px - x) * (px - x) + (py - y) * (py - y)
                    if square <= REACH * REACH:
                        found.append((number, square))
        return sorted(found)


def sharpness(loop: Loop, along: float, window: float) -> float:
    """1 − the cosine of the turn at a place, as seen from a window's length off; below 0 where the
    ink is hollow."""
    x, y = loop.point(along)
    bx, by = loop.point(along - window)
    ax, ay = loop.point(along + window)
    px, py, qx, qy = x - bx, y - by, ax - x, ay - y
    lengths = sqrt((px * px + py * py) * (qx * qx + qy * qy))
    if not lengths:
        return 0.0
    value = 1.0 - (px * qx + py * qy) / lengths
    return value if px * qy - py * qx > 0 else -value


def _space_evenly(loop: Loop) -> list[tuple[float, float]]:
    """Evenly spaced places on a loop and how sharp it is there; the nearest of them move onto its
    sharp points."""
    many = max(6, int(loop.length / _APART))
    step = loop.length / many
    places = [(number * step, 0.0) for number in range(many)]
    if loop.length < 4 * _WINDOW:
        return places
    fine = sorted({*(number * step / 2 for number in range(2 * many)), *loop.starts[:-1]})
    sharp = [sharpness(loop, along, _WINDOW) for along in fine]
    for number, along in enumerate(fine):
        if abs(sharp[number]) >= _SHARP and _is_peak(loop, fine, sharp, number):
            places[int(along / step + 0.5) % many] = along, sharp[number]
    return sorted(places)


def _is_peak(loop: Loop, fine: Sequence[float], sharp: Sequence[float], number: int) -> bool:
    """Is no place within the window sharper, and none before it as sharp?"""
    many, own = len(fine), abs(sharp[number])
    before = number - 1
    while before > number - many and loop.gap(fine[before % many], fine[number]) < _WINDOW:
        if abs(sharp[before % many]) >= own:
            return False
        before -= 1
    after = number + 1
    while after < number + many and loop.gap(fine[number], fine[after % many]) < _WINDOW:
        if abs(sharp[after % many]) > own:
            return False
        after += 1
    return True
