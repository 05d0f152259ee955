"""Ornamental borders: between two lines, a pattern that is repeated along each side, and an
ornament in each corner."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product
from math import pi
from typing import NamedTuple

from puzzlebook.drawing.drawing import BLACK, Layer, Style, Subpath, make_circle
from puzzlebook.geometry.arcs import Point
from puzzlebook.ground.portable_math import cos, sin

_HEAVY, _FINE = 1.5, 0.75  # points: line widths of the outer line, and of all others
_PETALS = 8  # of each rosette
_QUARTER = 0.41421356237309503  # the bulge of a quarter of a circle
_BETWEEN = 0.45  # parts whose middle lies farther from that of a motif join it to the next
_ROUND = 0.5  # the bulge of half an egg
LEAST_BORDER = 3.5
"""The width of a border of two lines, in points."""
_LEAST = 5.0  # points: a narrower border has lines alone
_WITHIN = 0.06  # from the edge to the end of a line that meets it, as a share of the border
_REACH = 0.36  # how far a pattern extends to each side of the middle, as a share of the border
# Where a petal begins and ends, and the radii of a rosette's circles, as shares of the border.
_PETAL, _CIRCLES = (0.12, 0.4), (0.42, 0.1)


class _Motif(NamedTuple):
    """What a pattern repeats: lines and areas in a square of width 1, around its centre. Areas are
    black. length: the distance from one to the next, as a share of the border's width."""

    lines: Sequence[Subpath]
    areas: Sequence[Subpath]
    length: float


class _Place(NamedTuple):
    """A corner of a border. out: the unit vectors from the corner along its two sides."""

    corner: Point
    out: tuple[Point, Point]
    thickness: float

    def __call__(self, x: float, y: float) -> Point:
        """Return a point of the corner. x, y: shares of its width, from the corner."""
        (ax, ay), (bx, by) = self.out
        side = self.thickness
        return (
            self.corner[0] + (x * ax + y * bx) * side,
            self.corner[1] + (x * ay + y * by) * side,
        )

    def box(self) -> Subpath:
        """Return the two lines between the corner and the sides."""
        return Subpath((self(1.0, _WITHIN), self(1.0, 1.0), self(_WITHIN, 1.0)))


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


def _make_braid() -> _Motif:
    """Two bands that pass over and under each other in turn."""
    length, swing, half, steps = 1.7, 0.25, 0.11, 48
    lines = list[Subpath]()
    for side, edge in product((1, -1), (1, -1)):
        run = list[Point]()
        for step in range(steps + 1):
            x = step / steps - 0.5
            middle = side * swing * sin(2 * pi * x)
            is_under = (abs(x) < 0.25) == (side < 0)
            is_hidden = is_under and abs(middle + edge * half + middle) < 1.3 * half
            if not is_hidden:
                run.append((x, middle + edge * half))
            if run and (is_hidden or step == steps):
                lines.append(Subpath(tuple(run)))
                run = []
    return _Motif([line for line in lines if len(line.points) > 1], [], length)


def _make_eggs() -> _Motif:
    """An egg in its shell and a dart, as on the mouldings of temples."""
    top = -_REACH
    shells = [
        Subpath(((-half, top), (0.0, low), (half, top)), (-_ROUND, -_ROUND))
        for half, low in ((0.36, 0.34), (0.24, 0.2))
    ]
    dart = Subpath(((0.44, top), (0.56, top), (0.5, 0.3)), closed=True)
    return _Motif(shells, [dart], 0.85)


def _make_laurel() -> _Motif:
    """A stem with a dark and a light leaf, and a berry."""
    stem = Subpath(((-0.5, 0.0), (0.5, 0.0)))
    light, dark = (
        Subpath(((-0.45, 0.0), (0.35, side * 0.38)), (0.35, 0.35), closed=True) for side in (-1, 1)
    )
    rib = Subpath(((-0.45, 0.0), (0.1, -0.26)))
    return _Motif([stem, light, rib], [dark, make_circle((0.38, -0.12), 0.06)], 1.2)


def _make_lace() -> _Motif:
    """An arc within an arc, with a bead in it and one beside it."""
    edge = -0.42
    arcs = [Subpath(((-half, edge), (half, edge)), (-1.0,)) for half in (0.5, 0.32)]
    beads = [make_circle((0.0, edge + 0.14), 0.08), make_circle((0.5, 0.2), 0.07)]
    return _Motif(arcs, beads, 0.8)


def _make_fans() -> _Motif:
    """A fan that stands on the inner edge."""
    rays = [
        Subpath(((0.0, 0.42), (0.46 * cos(pi * turn / 8), 0.42 - 0.74 * sin(pi * turn / 8))))
        for turn in range(9)
    ]
    rim = [ray.points[1] for ray in rays]
    dots = [make_circle((0.5, -0.24), 0.07)]
    return _Motif([*rays, Subpath(rim)], dots, 1.5)


def _make_lattice() -> _Motif:
    """Two bars that cross, and a lozenge beside them."""
    bars = [Subpath(((-0.5, side * 0.42), (0.5, -side * 0.42))) for side in (-1, 1)]
    lozenge = Subpath(((0.5, -0.2), (0.68, 0.0), (0.5, 0.2), (0.32, 0.0)), closed=True)
    return _Motif(bars, [lozenge], 1.0)


def _make_scrolls() -> _Motif:
    """A wave that curls, as on Greek floors."""
    turns, steps = 1.7, 30
    curl = [
        (0.08 - far * sin(angle), far * cos(angle))
        for step in range(steps + 1)
        for angle in [2 * pi * turns * step / steps]
        for far in [0.36 * (1 - 0.8 * step / steps)]
    ]
    return _Motif([Subpath([(-0.5, 0.36), *curl]), Subpath(((0.08, 0.36), (0.5, 0.36)))], [], 1.0)


def _make_grain() -> _Motif:
    """Short strokes, as of the grain of wood."""
    strokes = [
        Subpath(((start, depth), (start + 0.55, depth)))
        for start, depth in ((-0.5, -0.06), (-0.2, 0.06), (-0.4, 0.18))
    ]
    return _Motif(strokes, [], 4.0)


def _make_stars() -> _Motif:
    """A star of eight points, and two beads beside it."""
    points = [
        (far * cos(pi * turn / 8), far * sin(pi * turn / 8))
        for turn in range(16)
        for far in [(0.36, 0.13)[turn % 2]]
    ]
    beads = [make_circle((0.55, side), 0.06) for side in (-0.22, 0.22)]
    return _Motif([], [Subpath(points, closed=True), *beads], 1.1)


class _Design(NamedTuple):
    """A border: what it repeats, what is in its corners, and at which depths lines run along it, as
    shares of its width."""

    motif: Callable[[], _Motif]
    corner: Callable[[_Place], tuple[list[Subpath], list[Subpath]]]
    depths: Sequence[float] = ()


def _draw_rosette(place: _Place) -> tuple[list[Subpath], list[Subpath]]:
    """Return the circles and the petals of a rosette that fills a corner."""
    middle, thickness = place(0.5, 0.5), place.thickness
    circles = [make_circle(middle, radius * thickness) for radius in _CIRCLES]
    return [*circles, place.box()], [*_list_petals(middle, thickness)]


def _draw_corner_fan(place: _Place) -> tuple[list[Subpath], list[Subpath]]:
    """Return a fan that opens towards the page."""
    rays = [
        Subpath((place(0.08, 0.08), place(0.08 + 0.8 * along[0], 0.08 + 0.8 * along[1])))
        for turn in range(7)
        for along in [(cos(pi * turn / 12), sin(pi * turn / 12))]
    ]
    return [*rays, Subpath([ray.points[1] for ray in rays]), place.box()], []


def _draw_star(place: _Place) -> tuple[list[Subpath], list[Subpath]]:
    """Return a star of eight points."""
    points = [
        place(0.5 + far * cos(pi * turn / 8), 0.5 + far * sin(pi * turn / 8))
        for turn in range(16)
        for far in [(0.4, 0.17)[turn % 2]]
    ]
    return [place.box()], [Subpath(points, closed=True)]


def _draw_mitre(place: _Place) -> tuple[list[Subpath], list[Subpath]]:
    """Return the joint of two mouldings."""
    return [Subpath((place(_WITHIN, _WITHIN), place(1.0, 1.0)))], []


_DESIGNS: Mapping[str, _Design] = {
    "waves": _Design(_make_waves, _draw_rosette),
    "scrolls": _Design(_make_scrolls, _draw_corner_fan, (0.06,)),
    "leaves": _Design(_make_leaves, _draw_rosette),
    "braid": _Design(_make_braid, _draw_star, (0.06, 0.94)),
    "meander": _Design(_make_meander, _draw_rosette),
    "lace": _Design(_make_lace, _draw_corner_fan),
    "beads": _Design(_make_beads, _draw_rosette),
    "grain": _Design(_make_grain, _draw_mitre, (0.14, 0.24, 0.32, 0.72, 0.86)),
    "rope": _Design(_make_rope, _draw_rosette),
    "fans": _Design(_make_fans, _draw_star),
    "laurel": _Design(_make_laurel, _draw_rosette),
    "lattice": _Design(_make_lattice, _draw_star, (0.06, 0.94)),
    "eggs": _Design(_make_eggs, _draw_corner_fan, (0.9,)),
    "stars": _Design(_make_stars, _draw_star),
}


@lru_cache(maxsize=64)
def draw_border(
    width: float, height: float, thickness: float, turn: int | str
) -> tuple[Layer, ...]:
    """Draw a border along the edges of a box whose top left corner is the origin; all in points.
    turn: the name of the design, or a number that chooses one, such as that of the page."""
    inner = max(thickness, LEAST_BORDER)
    edges = _draw_box(width, height, _HEAVY / 2), _draw_box(width, height, inner)
    edge_layers = (
        Layer("frame", Style(_HEAVY), edges[:1]),
        Layer("frame", Style(_FINE), edges[1:]),
    )
    if thickness < _LEAST:
        return edge_layers
    names = [*_DESIGNS]
    design = _DESIGNS[turn if isinstance(turn, str) else names[turn % len(names)]]
    motif = design.motif()
    corners = (0.0, 0.0), (width, 0.0), (width, height), (0.0, height)
    lines, areas = (
        [_draw_box(width, height, depth * thickness) for depth in design.depths],
        list[Subpath](),
    )
    for index, corner in enumerate(corners):
        along = (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)
        length = (width, height)[index % 2]
        out = along[index], along[(index + 1) % 4]
        for drawn, marks in (
            _repeat(motif, corner, along[index], length, thickness),
            design.corner(_Place(corner, out, thickness)),
        ):
            lines += drawn
            areas += marks
    return (
        *edge_layers,
        Layer("frame", Style(_FINE), lines),
        *([Layer("frame", Style(fill=BLACK), areas)] if areas else []),
    )


def _draw_box(width: float, height: float, inset: float) -> Subpath:
    right, bottom = width - inset, height - inset
    return Subpath(((inset, inset), (right, inset), (right, bottom), (inset, bottom)), closed=True)


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
        [
            place(subpath, index)
            for index in range(count)
            for subpath in part
            if index < count - 1 or not _is_between(subpath)
        ]
        for part in (motif.lines, motif.areas)
    )
    return lines, areas


def _is_between(subpath: Subpath) -> bool:
    """Return whether a part of a motif lies between it and the next one."""
    xs = [x for x, _ in subpath.points]
    return min(xs) + max(xs) >= 2 * _BETWEEN


def _list_petals(middle: Point, thickness: float) -> Iterator[Subpath]:
    for petal in range(_PETALS):
        angle = 2 * pi * petal / _PETALS
        along = cos(angle), sin(angle)
        ends = [
            (middle[0] + reach * thickness * along[0], middle[1] + reach * thickness * along[1])
            for reach in _PETAL
        ]
        yield Subpath(ends, (_QUARTER, _QUARTER), closed=True)
