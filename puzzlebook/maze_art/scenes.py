"""A theme's scenes: what stands large on covers, openers and pages, read from
`templates/scenes/THEME/PIECE.svg`.

A piece is a file of flat paths: absolute M, L, C and Z, a fill, and a line with its width in the
piece's own units. It is read when a page asks for it, and is the same value each time. In black
every line is black and every fill that is not black is paper: what a book in colour shows in full
is there to be coloured in. A piece of the class `aloft` flies or hangs; its other classes name the
pieces that show what it shows, too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from math import inf
from typing import NamedTuple, TypeAlias

from puzzlebook.drawing.drawing import (
    BLACK,
    WHITE,
    Bend,
    Colour,
    Drawing,
    Layer,
    Style,
    Subpath,
    parse_colour,
)
from puzzlebook.ground import templates
from puzzlebook.outlines.arcs import Point

PIECES = (
    *(f"{who}-{pose}" for who in ("hero", "goal") for pose in (1, 2, 3)),
    *(f"prop-{number}" for number in range(1, 9)),
    "band",
    "backdrop",
)
"""What each theme's folder holds: its hero setting out, on the way and arrived; its goal in three
states; little things of its world; a strip that repeats from side to side; a landscape for a whole
page."""
CORNERS = ("corner", "hanging", "standing")
"""It also holds one of these: the upper left corner of a frame, for all four or, if it would stand
on its head below, for the upper two or, if above, turned over for the lower two."""

_BOX = re.compile(r'<svg [^>]*viewBox="0 0 ([\d.]+) ([\d.]+)"')
_CLASS = re.compile(r'<svg [^>]*class="([^"]*)">')
_PATH = re.compile(
    r'<path d="([MLCZ\d. -]+)" fill="(none|#[0-9a-f]{6})"(?: stroke="(#[0-9a-f]{6})" stroke-width="([\d.]+)")?/>'
)
_TOKEN = re.compile(r"[MLCZ]|-?[\d.]+")
_NEAR = 6.0  # units of a landscape
_MANY = 3
_SMALL = (0.75, 0.45)  # of a landscape's width and height: what is smaller may be left out of it
_MOUND = 0.17  # of its width, that a mound is high
_ROUND = 0.5523  # of a radius, that what steers a quarter of a circle stands off
_SKY = 0.5  # of its height: what is above this all in all stands nowhere

Bounds: TypeAlias = tuple[float, float, float, float]
"""How far something reaches: left, top, right, bottom."""


class Scenes(NamedTuple):
    """The pieces of a theme that has some, in colour or in black."""

    theme: str
    in_colour: bool

    @property
    def corner(self) -> str:
        """Which of the corner pieces there is."""
        return _corner(self.theme)

    def piece(self, name: str, across: bool = False, down: bool = False) -> Drawing:
        """A piece, a point to each of its units; turned over from side to side (across) or upside
        down (down)."""
        return _read_piece(self.theme, name, self.in_colour, across, down)

    def is_aloft(self, name: str) -> bool:
        """Whether a piece shows what flies or shines in the sky, and so never stands on the
        ground."""
        return "aloft" in _classes(self.theme, name)

    def is_like(self, name: str, others: Iterable[str]) -> bool:
        """Whether a piece shows what one of others shows, too: seen together they would look like a
        mistake."""
        return any(
            name == other
            or name in _classes(self.theme, other)
            or other in _classes(self.theme, name)
            for other in others
        )

    def enlarged(
        self, name: str, scale: float, thinnest: float, across: bool = False, down: bool = False
    ) -> Drawing:
        """A piece, enlarged: the same value each time."""
        return _enlarge_piece(self, name, scale, thinnest, across, down)

    def ground(
        self, scale: float, thinnest: float, taken: tuple[tuple[float, float], ...]
    ) -> Drawing:
        """The strip of a foot, enlarged, without what stands on it in some places: the same value
        each time. taken: from where to where these reach across, in its units."""
        return _draw_ground(self, scale, thinnest, taken)

    def piece_on_ground(self, name: str, scale: float, thinnest: float) -> Drawing:
        """A piece on a little of the ground of the strip, enlarged, for one that stands apart from
        it: half of that ground is below the piece; white ground is a line."""
        return _put_on_ground(self, name, scale, thinnest)


def load_scenes(theme: str, in_colour: bool) -> Scenes | None:
    """The scenes of a theme of `templates/themes/`; None where it has none."""
    return (
        Scenes(theme, in_colour) if (templates.find_folder() / "scenes" / theme).is_dir() else None
    )


def enlarge(piece: Drawing, scale: float, thinnest: float = 0.0) -> Drawing:
    """A piece at so many points a unit, its lines as much wider, but none thinner (points) than is
    asked for."""

    def widen(style: Style) -> Style:
        return style._replace(width=max(thinnest, style.width * scale)) if style.width else style

    layers = (layer._replace(style=widen(layer.style)) for layer in piece.layers)
    return piece._replace(scale=scale, layers=tuple(layers))


def drop_covered_things(
    landscape: Drawing, boards: Iterable[Bounds], seen: Bounds | None = None
) -> Drawing:
    """A landscape without the small things, such as clouds and stars, of which boards would hide a
    part, or of which what is seen of it would not show all; but what stands at its own edges and
    reaches beyond them does so here, too. What overlaps is one thing; of stars and the like, which
    are many, none is left alone."""
    layers = [part for layer in landscape.layers for part in _split_things(layer)]
    bounds = (_bounds(layer.subpaths) for layer in layers)
    small = {place: each for place, each in enumerate(bounds) if _is_small(each, landscape)}
    hidden = [*boards, *(_cut_off(small.values(), landscape, seen) if seen else ())]
    gone: set[int] = set()
    while found := {
        place
        for place in small.keys() - gone
        if any(_do_overlap(small[place], each) for each in hidden)
    }:
        gone |= found
        hidden = [small[place] for place in found]
    gone |= _find_lone_things(layers, small, gone)
    return landscape._replace(
        layers=tuple(layer for place, layer in enumerate(layers) if place not in gone)
    )


def _cut_off(small: Iterable[Bounds], landscape: Drawing, seen: Bounds) -> Iterator[Bounds]:
    """The small things that reach beyond what is seen of a landscape, unless they do so beyond
    itself and stand on its ground."""
    edge, sky = _NEAR / 2, _SKY * landscape.height
    whole = edge, edge, landscape.width - edge, landscape.height - edge
    for group in _group_overlapping(small):
        stands = any(each[3] > sky for each in group) and not all(
            _is_within(each, whole) for each in group
        )
        if not stands and not all(_is_within(each, seen) for each in group):
            yield from group


def _group_overlapping(things: Iterable[Bounds]) -> list[list[Bounds]]:
    """Things that overlap, together."""
    groups: list[list[Bounds]] = []
    for each in things:
        near = [group for group in groups if any(_do_overlap(each, other) for other in group)]
        groups = [group for group in groups if group not in near]
        groups.append([each, *(other for group in near for other in group)])
    return groups


def _is_within(one: Bounds, other: Bounds) -> bool:
    return one[0] >= other[0] and one[1] >= other[1] and one[2] <= other[2] and one[3] <= other[3]


def _find_lone_things(
    layers: Sequence[Layer], small: Mapping[int, Bounds], gone: set[int]
) -> set[int]:
    """The last of each kind of things that touch no other."""
    kinds: dict[tuple[object, ...], list[int]] = {}
    for place, each in small.items():
        if not any(_do_overlap(each, other) for at, other in small.items() if at != place):
            layer = layers[place]
            kinds.setdefault(
                (layer.style, *(len(path.points) for path in layer.subpaths)), []
            ).append(place)
    left = (
        [place for place in kind if place not in gone]
        for kind in kinds.values()
        if len(kind) >= _MANY
    )
    return {kind[0] for kind in left if len(kind) == 1}


def _split_things(layer: Layer) -> Iterator[Layer]:
    """A layer's paths that do not overlap, each as a layer of its own: holes stay with what they
    are in."""
    apart: list[list[Subpath]] = []
    for subpath in layer.subpaths:
        near = [thing for thing in apart if _do_overlap(_bounds(thing), _bounds([subpath]))]
        apart = [thing for thing in apart if thing not in near]
        apart.append([*(part for thing in near for part in thing), subpath])
    return (layer._replace(subpaths=tuple(thing)) for thing in apart)


def _bounds(subpaths: Sequence[Subpath]) -> Bounds:
    xs, ys = zip(*(point for part in subpaths for point in outmost(part)), strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _is_small(bounds: Bounds, landscape: Drawing) -> bool:
    left, top, right, bottom = bounds
    return (
        right - left < _SMALL[0] * landscape.width and bottom - top < _SMALL[1] * landscape.height
    )


def _do_overlap(one: Bounds, other: Bounds) -> bool:
    """Whether two things overlap or nearly touch: the steam is the cup's, the flag its pole's."""
    across, down = (
        max(one[0], other[0]) - min(one[2], other[2]),
        max(one[1], other[1]) - min(one[3], other[3]),
    )
    return max(across, down) <= _NEAR


def outmost(path: Subpath) -> Iterator[Point]:
    """Points that enclose a path, in their order along it: its corners, and what steers its curves,
    for these swing out beyond its corners."""
    yield path.points[0]
    bends = path.bends or (0.0,) * len(path.points)
    ends = (*path.points[1:], *([path.points[0]] if path.closed else []))
    for bend, end in zip(bends, ends, strict=False):
        if isinstance(bend, tuple):
            yield from bend
        yield end


@lru_cache(maxsize=64)
def _draw_ground(
    scenes: Scenes, scale: float, thinnest: float, taken: tuple[tuple[float, float], ...]
) -> Drawing:
    kept = (layer for (left, right), layer in _strip(scenes)
            if not any(left < last and first < right for first, last in taken))  # fmt: skip
    return enlarge(scenes.piece("band")._replace(layers=tuple(kept)), scale, thinnest)


@lru_cache(maxsize=64)
def _put_on_ground(scenes: Scenes, name: str, scale: float, thinnest: float) -> Drawing:
    piece, whole = scenes.piece(name), scenes.piece("band")
    wide, high = piece.width, piece.height
    filled = ((_bounds(layer.subpaths), layer.style) for layer in whole.layers if layer.style.fill)
    *_, nearest = (
        style.fill for (left, _, right, _), style in filled if left <= 0 and right >= whole.width
    )
    if nearest == WHITE:
        line = max(layer.style.width for layer in piece.layers)
        floor = Subpath(((line / 2, high - line / 2), (wide - line / 2, high - line / 2)))
        ground = Layer("scene", Style(line), (floor,))
    else:
        ground = Layer("scene", Style(fill=nearest), (_make_mound(wide, high),))
        high += _MOUND / 2 * wide
    return enlarge(piece._replace(height=high, layers=(ground, *piece.layers)), scale, thinnest)


def _make_mound(width: float, y: float) -> Subpath:
    """An ellipse so wide around a height."""
    half, rise = width / 2, _MOUND / 2 * width
    aside, along = _ROUND * half, _ROUND * rise
    points = ((0.0, y), (half, y - rise), (width, y), (half, y + rise))
    bends = (
        ((0.0, y - along), (half - aside, y - rise)),
        ((half + aside, y - rise), (width, y - along)),
        ((width, y + along), (half + aside, y + rise)),
        ((half - aside, y + rise), (0.0, y + along)),
    )
    return Subpath(points, bends, closed=True)


@lru_cache(maxsize=32)
def _strip(scenes: Scenes) -> Sequence[tuple[tuple[float, float], Layer]]:
    """A strip's layers, the lowest first: the ground, which is everywhere and so nowhere, and what
    stands on it, each thing with how far it and those that it overlaps reach across."""
    whole = scenes.piece("band")
    layers = [part for layer in whole.layers for part in _split_things(layer)]
    bounds = [_bounds(layer.subpaths) for layer in layers]
    groups = _group_overlapping(
        each for each in bounds if each[2] - each[0] < _SMALL[0] * whole.width
    )
    reach = {
        each: (min(one[0] for one in group), max(one[2] for one in group))
        for group in groups
        for each in group
    }
    return [
        (reach.get(each, (inf, -inf)), layer) for each, layer in zip(bounds, layers, strict=True)
    ]


@lru_cache(maxsize=512)
def _enlarge_piece(
    scenes: Scenes, name: str, scale: float, thinnest: float, across: bool, down: bool
) -> Drawing:
    return enlarge(scenes.piece(name, across, down), scale, thinnest)


@cache
def _corner(theme: str) -> str:
    return next(name for name in CORNERS if name in templates.list_names(f"scenes/{theme}", ".svg"))


@cache
def _classes(theme: str, name: str) -> frozenset[str]:
    named = _CLASS.match(templates.read(f"scenes/{theme}", name, ".svg").decode())
    return frozenset(named[1].split() if named else ())


@cache
def _read_piece(theme: str, name: str, in_colour: bool, across: bool, down: bool) -> Drawing:
    if across or down:
        return _mirror(_read_piece(theme, name, in_colour, False, False), across, down)
    text = templates.read(f"scenes/{theme}", name, ".svg").decode()
    box = _BOX.match(text)
    assert box
    layers = (
        _layer(path, fill, line, width, in_colour)
        for path, fill, line, width in _PATH.findall(text)
    )
    return Drawing(0, 0, float(box[1]), float(box[2]), 1, tuple(layers), is_whole=True)


def _layer(path: str, fill: str, line: str, width: str, in_colour: bool) -> Layer:
    ink = _ink(line, in_colour) if line else BLACK
    area = None if fill == "none" else _ink(fill, in_colour, WHITE)
    return Layer("scene", Style(float(width or 0), ink, area), _parse_path(path))


def _ink(colour: str, in_colour: bool, instead: Colour = BLACK) -> Colour:
    """A colour as it is printed; instead: what black books have for one that is not black."""
    dye = parse_colour(colour)
    return dye if in_colour or dye == BLACK else instead


def _parse_path(path: str) -> tuple[Subpath, ...]:
    """Path data of absolute M, L, C and Z, each command with its letter."""
    tokens = iter(_TOKEN.findall(path))
    made: list[Subpath] = []
    points: list[Point] = []
    bends: list[Bend] = []
    for command in tokens:
        if command == "Z":
            made.append(_subpath(points, bends, True))
            points, bends = [], []
        elif command == "M":
            made += [_subpath(points, bends, False)] if points else []
            points, bends = [_point(tokens)], []
        else:
            bends.append((_point(tokens), _point(tokens)) if command == "C" else 0.0)
            points.append(_point(tokens))
    return tuple([*made, _subpath(points, bends, False)] if points else made)


def _point(tokens: Iterator[str]) -> Point:
    return float(next(tokens)), float(next(tokens))


def _subpath(points: Sequence[Point], bends: Sequence[Bend], closed: bool) -> Subpath:
    return Subpath(tuple(points), tuple(bends) if any(bends) else (), closed)


def _mirror(piece: Drawing, across: bool, down: bool) -> Drawing:
    """A piece turned over within its own box."""

    def mirror_point(point: Point) -> Point:
        x, y = point
        return piece.width - x if across else x, piece.height - y if down else y

    return piece._replace(layers=tuple(_move_layer(layer, mirror_point) for layer in piece.layers))


def _move_layer(layer: Layer, at: Callable[[Point], Point]) -> Layer:
    """A layer whose points are elsewhere; a piece has no arcs, so that what steers its curves goes
    along."""

    def move_bend(bend: Bend) -> Bend:
        return (at(bend[0]), at(bend[1])) if isinstance(bend, tuple) else bend

    subpaths = (Subpath(tuple(map(at, path.points)), tuple(map(move_bend, path.bends)), path.closed)
                for path in layer.subpaths)  # fmt: skip
    return layer._replace(subpaths=tuple(subpaths))
