"""Ornaments in the corners around a maze that is cut to an outline, in books for adults."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from math import dist, hypot, inf, pi
from typing import NamedTuple

from puzzlebook.drawing.drawing import BLACK, Drawing, Layer, Style, Subpath, make_circle
from puzzlebook.geometry.arcs import Point
from puzzlebook.ground.portable_math import cos, sin
from puzzlebook.typesetting.page import Box, Picture

# Points: the least and the greatest radius of an ornament, the space between it and what is next to
# it, and the weights of its lines.
_LEAST, _MOST, _CLEAR, _LINES = 34.0, 92.0, 9.0, (1.25, 0.75)
_STEP = 4.0  # points between the points of a line at which its distance is measured
# In radii: of the band along the outer edge, and of the eye in the corner; where a petal begins and
# ends, and how far a ray reaches to either side, as a share of its part of the corner.
_BAND, _EYE, _PETAL, _RAY = 0.93, (0.2, 0.1), (0.3, 0.86), 0.42
_PETAL_SHARE = 0.8  # how broad a petal is at most, as a share of the room at its middle
_BEAD = 0.022  # the radius of a bead
_SCALES = ((0.36, 3), (0.58, 4), (0.8, 5))  # rows of scales: their radius, and how many
_QUARTER = 0.41421356237309503  # the bulge of a quarter of a circle


def draw_spandrels(room: Box, lines: Sequence[Sequence[Point]], design: str) -> Iterator[Picture]:
    """Draw an ornament in each corner of a room, as large as there is space for it; the two at its
    top are alike, and so are the two at its foot. lines: what ornaments must be clear of. design:
    the name of what is in them."""
    points = [point for line in lines for point in _sample(line)]
    for y, down in ((room.y, 1), (room.bottom, -1)):
        corners = (room.x, y), (room.right, y)
        nearest = min((dist(corner, point) for corner in corners for point in points), default=inf)
        radius = min(_MOST, nearest - _CLEAR, room.width / 2 - _CLEAR)
        if radius >= _LEAST:
            layers = tuple(
                layer
                for corner, across in zip(corners, (1, -1), strict=True)
                for layer in _draw_ornament(_Corner(*corner, across, down, radius), design)
            )
            edge = _LINES[0] / 2
            top = min(y, y + down * radius) - edge
            width, height = room.width + 2 * edge, radius + 2 * edge
            drawing = Drawing(room.x - edge, top, width, height, 1, layers)
            yield Picture(room.x - edge, top, drawing)


def _sample(line: Sequence[Point]) -> Iterator[Point]:
    """Yield points all along a line."""
    yield line[0]
    for (ax, ay), (bx, by) in pairwise(line):
        steps = max(1, int(hypot(bx - ax, by - ay) / _STEP))
        yield from (
            (ax + (bx - ax) * step / steps, ay + (by - ay) * step / steps)
            for step in range(1, steps + 1)
        )


class _Corner(NamedTuple):
    """A corner with its ornament. across, down: the directions in which it opens, 1 or -1."""

    x: float
    y: float
    across: int
    down: int
    radius: float

    def find_point(self, share: float, turn: float) -> Point:
        """Return a point this far from the corner. turn: from the side across to that down."""
        angle, reach = turn * pi / 2, share * self.radius
        return self.x + reach * self.across * cos(angle), self.y + reach * self.down * sin(angle)

    def make_arc(self, share: float) -> Subpath:
        """Return the quarter of a circle around the corner."""
        bulge = _QUARTER * self.across * self.down
        return Subpath((self.find_point(share, 0.0), self.find_point(share, 1.0)), (bulge,))

    def make_beads(
        self, share: float, turns: Iterable[float], size: float = _BEAD
    ) -> list[Subpath]:
        """Return beads at these turns."""
        return [make_circle(self.find_point(share, turn), size * self.radius) for turn in turns]


class _Inside(NamedTuple):
    """What is between the eye and the band of an ornament."""

    open: Sequence[Subpath]
    filled: Sequence[Subpath]


def _draw_ornament(corner: _Corner, design: str) -> Iterator[Layer]:
    """Yield the layers of an ornament."""
    heavy, fine = _LINES
    inside = _DESIGNS[design](corner)
    arcs = [corner.make_arc(share) for share in (_BAND, *_EYE)]
    (begin, end), (bend,) = corner.make_arc(1.0).points, corner.make_arc(1.0).bends
    rim = Subpath((begin, end, (corner.x, corner.y)), (bend, 0.0, 0.0), closed=True)
    yield Layer("spandrels", Style(heavy), (rim,))
    yield Layer("spandrels", Style(fine), (*arcs, *inside.open))
    yield Layer("spandrels", Style(fine, fill=BLACK), inside.filled)


def _divide(count: int) -> list[float]:
    """Return the turns of the middles of equal parts of a corner."""
    return [(index + 0.5) / count for index in range(count)]


def _draw_petals(corner: _Corner, count: int, black: int) -> _Inside:
    """Return petals, every so many of them black, with a bead between each two."""
    begin, end = _PETAL
    room = (begin + end) / 2 * sin(pi / (4 * count))
    bulge = _PETAL_SHARE * room / ((end - begin) / 2)
    petals = [
        Subpath(
            (corner.find_point(begin, turn), corner.find_point(end, turn)),
            (bulge, bulge),
            closed=True,
        )
        for turn in _divide(count)
    ]
    filled = petals[black // 2 :: black]
    beads = corner.make_beads(end - 0.02, [index / count for index in range(1, count)])
    return _Inside([petal for petal in petals if petal not in filled], [*filled, *beads])


def _draw_rays(corner: _Corner) -> _Inside:
    """Return rays of a sun, with a bead between each two."""
    begin, end = _PETAL
    count = 7
    rays = [
        Subpath(
            (
                corner.find_point(begin, turn - _RAY / count),
                corner.find_point(end, turn),
                corner.find_point(begin, turn + _RAY / count),
            ),
            closed=True,
        )
        for turn in _divide(count)
    ]
    beads = corner.make_beads(0.7, [index / count for index in range(1, count)])
    return _Inside(rays[1::2], [*rays[::2], *beads])


def _draw_points(corner: _Corner) -> _Inside:
    """Return the points of a compass: one half of each is black."""
    begin, end = 0.2, _PETAL[1]
    halves: tuple[list[Subpath], list[Subpath]] = ([], [])
    for turn, reach in ((1 / 6, 0.66), (0.5, end), (5 / 6, 0.66)):
        for half, side in zip(halves, (-1, 1), strict=True):
            waist = corner.find_point(begin + 0.14, turn + side * 0.11)
            points = corner.find_point(begin, turn), corner.find_point(reach, turn), waist
            half.append(Subpath(points, closed=True))
    beads = corner.make_beads(0.78, (0.08, 0.25, 0.75, 0.92), 1.4 * _BEAD)
    return _Inside(halves[0], [*halves[1], *beads])


def _draw_scales(corner: _Corner) -> _Inside:
    """Return rows of scales, as on a shell, with a bead in each scale."""
    scales, beads = list[Subpath](), list[Subpath]()
    for share, count in _SCALES:
        turned = corner.across * corner.down
        for index in range(count):
            ends = (
                corner.find_point(share, index / count),
                corner.find_point(share, (index + 1) / count),
            )
            scales.append(Subpath(ends, (0.7 * turned,)))
        beads += corner.make_beads(share + 0.02, _divide(count))
    return _Inside(scales, beads)


_DESIGNS: Mapping[str, Callable[[_Corner], _Inside]] = {
    "petals": lambda corner: _draw_petals(corner, 5, 2),
    "feathers": lambda corner: _draw_petals(corner, 9, 3),
    "rays": _draw_rays,
    "points": _draw_points,
    "scales": _draw_scales,
}
