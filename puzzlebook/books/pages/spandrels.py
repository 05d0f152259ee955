"""Fans in the corners around a maze that is cut to an outline, in books for adults."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import dist, hypot, inf, pi

from puzzlebook.drawing.drawing import BLACK, Drawing, Layer, Style, Subpath, make_circle
from puzzlebook.geometry.arcs import Point
from puzzlebook.ground.portable_math import cos, sin
from puzzlebook.typesetting.page import Box, Picture

# Points: the least and the greatest radius of a fan, the space between it and what is next to it,
# and the weights of its lines.
_LEAST, _MOST, _CLEAR, _LINES = 34.0, 92.0, 9.0, (1.25, 0.75)
_STEP = 4.0  # points between the points of a line at which its distance is measured
# In radii: of the band along the outer edge, and of the eye in the corner; where a petal begins and
# ends. Then the fans, which pages have in turn: how many petals each has, the bulge of their sides,
# and every which of them is black.
_BAND, _EYE, _PETAL = 0.93, (0.2, 0.1), (0.3, 0.86)
_FANS = ((7, 0.28, 2), (5, 0.42, 5), (9, 0.2, 3), (6, 0.34, 1))
_QUARTER = 0.41421356237309503  # the bulge of a quarter of a circle


def draw_spandrels(room: Box, lines: Sequence[Sequence[Point]], number: int) -> Iterator[Picture]:
    """Draw a fan in each corner of a room, as large as there is space for it; the two at its top
    are alike, and so are the two at its foot. lines: what fans must be clear of. number: of the
    page, which decides how they look."""
    points = [point for line in lines for point in _sample(line)]
    for y, down in ((room.y, 1), (room.bottom, -1)):
        corners = (room.x, y), (room.right, y)
        nearest = min((dist(corner, point) for corner in corners for point in points), default=inf)
        radius = min(_MOST, nearest - _CLEAR, room.width / 2 - _CLEAR)
        if radius >= _LEAST:
            layers = tuple(
                layer
                for corner, across in zip(corners, (1, -1), strict=True)
                for layer in _draw_fan(corner, across, down, radius, number)
            )
            top = min(y, y + down * radius)
            yield Picture(room.x, top, Drawing(room.x, top, room.width, radius, 1, layers))


def _sample(line: Sequence[Point]) -> Iterator[Point]:
    """Yield points all along a line."""
    yield line[0]
    for (ax, ay), (bx, by) in pairwise(line):
        steps = max(1, int(hypot(bx - ax, by - ay) / _STEP))
        yield from (
            (ax + (bx - ax) * step / steps, ay + (by - ay) * step / steps)
            for step in range(1, steps + 1)
        )


def _draw_fan(corner: Point, across: int, down: int, radius: float, number: int) -> Iterator[Layer]:
    """Yield the layers of a fan. across, down: the directions in which it opens, 1 or -1."""
    heavy, fine = _LINES

    def at(share: float, turn: float) -> Point:
        """Return a point this far from the corner. turn: from the side across to that down."""
        angle = turn * pi / 2
        x, y = across * cos(angle), down * sin(angle)
        return corner[0] + share * radius * x, corner[1] + share * radius * y

    bulge = _QUARTER * across * down
    arcs = [Subpath((at(share, 0.0), at(share, 1.0)), (bulge,)) for share in (_BAND, *_EYE)]
    outer = Subpath((at(1.0, 0.0), at(1.0, 1.0)), (bulge,))
    begin, end = _PETAL
    count, bulge, black = _FANS[number % len(_FANS)]
    petals = [
        Subpath((at(begin, turn), at(end, turn)), (bulge, bulge), closed=True)
        for turn in ((index + 0.5) / count for index in range(count))
    ]
    beads = [
        make_circle(at(end - 0.02, index / count), 0.022 * radius) for index in range(1, count)
    ]
    filled = petals[black // 2 :: black]
    open_petals = [petal for petal in petals if petal not in filled]
    yield Layer("spandrels", Style(heavy), (outer,))
    yield Layer("spandrels", Style(fine), (*arcs, *open_petals))
    yield Layer("spandrels", Style(fine, fill=BLACK), (*filled, *beads))
