"""Ornamental borders: between two lines, a pattern that is repeated along each side, and a rosette
in each corner."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from math import pi
from typing import NamedTuple

from puzzlebook.drawing.drawing import BLACK, Layer, Style, Subpath, make_circle
from puzzlebook.geometry.arcs import Point
from puzzlebook.ground.portable_math import cos, sin

_HEAVY, _FINE = 1.5, 0.75  # points: line widths of the outer line, and of all others
_PETALS = 8  # of each rosette
_QUARTER = 0.41421356237309503  # the bulge of a quarter of a circle
LEAST_BORDER = 3.5
"""The width of a border of two lines, in points."""
_LEAST = 5.0  # points: a narrower border has lines alone
_REACH = 0.36  # how far a pattern extends to each side of the middle, as a share of the border
# Where a petal begins and ends, and the radii of a rosette's circles, as shares of the border.
_PETAL, _CIRCLES = (0.12, 0.4), (0.42, 0.1)


class _Motif(NamedTuple):
    """What a pattern repeats: lines and areas in a square of width 1, around its centre. Areas are
    black. length: the distance from one to the next, as a share of the border's width."""

    lines: Sequence[Subpath]
    areas: Sequence[Subpath]
    length: float


def _make_waves() -> _Motif:
    """Two waves that cross."""
    ends = (-0.5, 0.0), (0.0, 0.0), (0.5, 0.0)
    bulge = 2 * _REACH
    crossing = Subpath(ends, (bulge, -bulge)), Subpath(ends, (-bulge, bulge))
    dots = [make_circle((x, 0.0), 0.08) for x in (-0.25, 0.25)]
    return _Motif(crossing, dots, 2.0)


def _make_beads() -> _Motif:
    """A ring, and a lozenge beside it."""
    lozenge = Subpath(((0.27, 0.0), (0.5, -0.2), (0.73, 0.0), (0.5, 0.2)), closed=True)
    return _Motif([make_circle((0.0, 0.0), 0.27)], [make_circle((0.0, 0.0), 0.09), lozenge], 1.4)


def _make_meander() -> _Motif:
    """A line that turns back on itself, as on Greek vases."""
    out, turned = _REACH, 0.12
    corners = (
        (-0.5, out), (-0.5, -out), (0.3, -out), (0.3, turned), (-0.1, turned), (-0.1, -turned),
        (0.1, -turned), (-0.1, -turned), (-0.1, turned), (0.3, turned), (0.3, out), (0.5, out),
    )  # fmt: skip
    return _Motif([Subpath(corners)], [], 1.1)


def _make_leaves() -> _Motif:
    """A leaf on either side of a stem."""
    stem = Subpath(((-0.5, 0.0), (0.5, 0.0)))
    leaves = [
        Subpath(((-0.35, 0.0), (0.4, side * _REACH)), (_QUARTER, _QUARTER), closed=True)
        for side in (-1, 1)
    ]
    return _Motif([stem], leaves, 1.1)


def _make_rope() -> _Motif:
    """A strand of a rope."""
    strand = Subpath(((-0.5, _REACH), (0.0, 0.0), (0.5, -_REACH)), (-_QUARTER / 2, _QUARTER / 2))
    return _Motif([strand], [], 0.6)


_PATTERNS: Sequence[Callable[[], _Motif]] = (
    _make_waves,
    _make_leaves,
    _make_meander,
    _make_beads,
    _make_rope,
)


@lru_cache(maxsize=64)
def draw_border(
    width: float, height: float, thickness: float, turn: int, is_open: bool = False
) -> tuple[Layer, ...]:
    """Draw a border along the edges of a box whose top left corner is the origin; all in points.
    turn: a number that chooses the pattern, such as that of the page. is_open: whether the pattern
    is above and below alone, and the sides are narrow."""
    inner = max(thickness, LEAST_BORDER)
    beside = LEAST_BORDER if is_open else inner
    edges = _draw_box(width, height, *[_HEAVY / 2] * 2), _draw_box(width, height, beside, inner)
    edge_layers = (
        Layer("frame", Style(_HEAVY), edges[:1]),
        Layer("frame", Style(_FINE), edges[1:]),
    )
    if thickness < _LEAST:
        return edge_layers
    motif = _PATTERNS[turn % len(_PATTERNS)]()
    corners = (0.0, 0.0), (width, 0.0), (width, height), (0.0, height)
    lines, areas = list[Subpath](), list[Subpath]()
    for index, corner in enumerate(corners):
        along = (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)
        length = (width, height)[index % 2]
        if not (is_open and index % 2):
            placed_lines, placed_areas = _repeat(motif, corner, along[index], length, thickness)
            lines += placed_lines
            areas += placed_areas
        out = along[index], along[(index + 1) % 4]
        middle = tuple(
            edge + (out[0][axis] + out[1][axis]) * thickness / 2 for axis, edge in enumerate(corner)
        )
        rings, petals = _draw_rosette((middle[0], middle[1]), thickness)
        lines += rings
        areas += petals
    return (
        *edge_layers,
        Layer("frame", Style(_FINE), lines),
        Layer("frame", Style(fill=BLACK), areas),
    )


def _draw_box(width: float, height: float, beside: float, above: float) -> Subpath:
    right, bottom = width - beside, height - above
    corners = (beside, above), (right, above), (right, bottom), (beside, bottom)
    return Subpath(corners, closed=True)


def _repeat(
    motif: _Motif, corner: Point, along: Point, length: float, thickness: float
) -> tuple[list[Subpath], list[Subpath]]:
    """Return the lines and areas of a pattern along a side from a corner. along: the unit vector
    from the corner along the side."""
    room = length - 2 * thickness
    count = max(1, round(room / (motif.length * thickness)))
    step = room / count

    def place(subpath: Subpath, index: int) -> Subpath:
        points = [
            (thickness + (index + 0.5 + x) * step, thickness / 2 + y * thickness)
            for x, y in subpath.points
        ]
        placed = tuple(
            (
                corner[0] + far * along[0] - deep * along[1],
                corner[1] + far * along[1] + deep * along[0],
            )
            for far, deep in points
        )
        return subpath._replace(points=placed)

    lines, areas = (
        [place(subpath, index) for index in range(count) for subpath in part]
        for part in (motif.lines, motif.areas)
    )
    return lines, areas


def _draw_rosette(middle: Point, thickness: float) -> tuple[list[Subpath], list[Subpath]]:
    """Return the circles and the petals of a rosette that fills a corner."""
    circles = [make_circle(middle, radius * thickness) for radius in _CIRCLES]
    return circles, [*_list_petals(middle, thickness)]


def _list_petals(middle: Point, thickness: float) -> Iterator[Subpath]:
    for petal in range(_PETALS):
        angle = 2 * pi * petal / _PETALS
        along = cos(angle), sin(angle)
        ends = [
            (middle[0] + reach * thickness * along[0], middle[1] + reach * thickness * along[1])
            for reach in _PETAL
        ]
        yield Subpath(ends, (_QUARTER, _QUARTER), closed=True)
