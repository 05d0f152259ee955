"""The landscape behind a cover, and the figures that stand in it: pieces of the theme's scene."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import ceil, dist, fsum, pi

from puzzlebook.books.covers.look import mix
from puzzlebook.drawing.drawing import BLACK, Colour, Drawing, Layer, Style, Subpath
from puzzlebook.geometry.arcs import Point
from puzzlebook.ground.portable_math import cos, sin
from puzzlebook.maze_art.scenes import Scenes, drop_covered_things, enlarge, outmost
from puzzlebook.typesetting.layout import THINNEST
from puzzlebook.typesetting.page import Box, Item, Picture

_MOST_CUT = 0.25  # of a landscape's height, that may be cut off at its top
_RAYS, _RAY_TURN = 16, 0.1
# So dark is each colour of a landscape at night; and where it is night in any case, as the mean of
# its sky's colours tells. Of that so much is black, which leaves a colour what it is, and so much
# the dark that lies over all.
_DARK, _DARKER, _NIGHT_SKY = 0.5, 0.15, 0.4
_BLACK, _TINGE = 0.55, 0.35
# Of that, so much is in things that stand in it, or they would look dirty beside who is under way;
# and of its width, what is wider is land.
_IN_THINGS, _LAND = 0.4, 0.5
# In points: the bleed of a sheet, and what may be cut off within it; in shares of a landscape's
# height: its sky.
_SAFE, _SKY = 27.0, 0.4
_OVERLAP = 0.3  # points, by which a landscape hides the end of the next


def draw_rays(sheet: tuple[float, float], middle: Point, shade: Colour) -> Picture:
    """Rays over a whole sheet, from a point that they lead the eye to."""
    reach, wedges = sheet[0] + sheet[1], []
    for ray in range(_RAYS):
        ends = (2 * pi * (ray + aside) / _RAYS + _RAY_TURN for aside in (0.0, 0.5))
        points = (
            middle,
            *((middle[0] + reach * cos(end), middle[1] + reach * sin(end)) for end in ends),
        )
        wedges.append(Subpath(points, closed=True))
    layer = Layer("ground", Style(fill=shade), tuple(wedges))
    return Picture(0, 0, Drawing(0, 0, *sheet, 1, (layer,), is_whole=True))


def list_boards(items: Iterable[Item]) -> list[Box]:
    """Where words, badges, mazes and the like stand on a sheet: nothing small in a landscape peeps
    from behind them."""
    return [
        Box(
            item.x,
            item.y,
            item.drawing.width * item.drawing.scale,
            item.drawing.height * item.drawing.scale,
        )
        for item in items
        if isinstance(item, Picture)
    ]


def draw_night(
    scenes: Scenes, front: Box, sheet: tuple[float, float], before: Sequence[Box], dark: Colour
) -> Iterator[Picture]:
    """The theme's landscape without its sky, as it is in the dark. before: the boards in front of
    it."""
    sky = scenes.piece("backdrop").layers[0].style.fill
    share = _DARKER if sky and fsum(sky) / 3 < _NIGHT_SKY else _DARK

    def shade(layer: Layer, wide: float) -> Layer:
        fill, much = (
            layer.style.fill,
            share if _widest_path(layer) >= _LAND * wide else share * _IN_THINGS,
        )
        dim = fill and mix(mix(fill, BLACK, much * _BLACK), dark, much * _TINGE)
        return layer._replace(style=layer.style._replace(fill=dim))

    def darken_piece(piece: Drawing) -> Drawing:
        return piece._replace(layers=tuple(shade(layer, piece.width) for layer in piece.layers[1:]))

    both = [darken_piece(scenes.piece("backdrop", across)) for across in (False, True)]
    yield from _repeat_landscape(both, front, sheet, before)


def _widest_path(layer: Layer) -> float:
    """How wide the widest path of a layer is."""
    reaches = ([x for x, _ in outmost(path)] for path in layer.subpaths)
    return max(max(reach) - min(reach) for reach in reaches)


def draw_landscape(
    scenes: Scenes,
    front: Box,
    sheet: tuple[float, float],
    before: Sequence[Box],
    ground: Colour | None,
) -> Iterator[Picture]:
    """The theme's landscape over a whole sheet: in the middle of the front, and on to both sides as
    in a mirror.

    front: what one of it has to fill. It stands on the lower edge. before: the boards in front of
    it. ground: of its sky, in place of its own.
    """
    both = [_dye_sky(scenes.piece("backdrop", across), ground) for across in (False, True)]
    yield from _repeat_landscape(both, front, sheet, before)


def _repeat_landscape(
    both: Sequence[Drawing], front: Box, sheet: tuple[float, float], before: Sequence[Box]
) -> Iterator[Picture]:
    """A landscape and its mirror image in turn, from edge to edge of a sheet. Where there is a
    back, one ends where the front does: beside it the turn would be seen."""
    whole, mirrored = both
    most = front.height / whole.height / (1 - _MOST_CUT)
    scale = max(front.height / whole.height, min(front.width / whole.width, most))
    wide, high = whole.width * scale, whole.height * scale
    upright = 0.0 if front.x > 0 else 1.0 if front.right < sheet[0] else 0.5
    left, top = front.x + (front.width - wide) * upright, front.bottom - high
    step = wide - _OVERLAP
    first, last = -ceil(max(0.0, left) / step), ceil(max(0.0, sheet[0] - left - wide) / step)
    for place in sorted(range(first, last + 1), key=abs, reverse=True):
        box = Box(left + place * step, top, wide, high)
        hidden = [
            (
                (each.x - box.x) / scale,
                (each.y - top) / scale,
                (each.right - box.x) / scale,
                (each.bottom - top) / scale,
            )
            for each in (
                *before,
                *_margins_beside(max(0.0, box.x), min(sheet[0], box.right), sheet[1]),
                *_trim_areas(sheet, top + _SKY * high),
            )
        ]
        yield crop_piece(
            drop_covered_things(mirrored if place % 2 else whole, hidden), box, Box(0, 0, *sheet)
        )


def _margins_beside(left: float, right: float, high: float) -> tuple[Box, Box]:
    """What lies left and right of a landscape's visible part: there is no more to be seen than
    behind a board."""
    wide = right - left
    return Box(left - wide, -high, wide, 3 * high), Box(right, -high, wide, 3 * high)


def _trim_areas(sheet: tuple[float, float], horizon: float) -> tuple[Box, Box, Box]:
    """Where a sheet's edges may be cut off, above this height: what shines or flies there would
    look forgotten."""
    return (
        Box(0, 0, _SAFE, horizon),
        Box(sheet[0] - _SAFE, 0, _SAFE, horizon),
        Box(0, 0, sheet[0], _SAFE),
    )


def crop_piece(piece: Drawing, box: Box, within: Box) -> Picture:
    """What is within a box of a piece that fills another."""
    scale = box.width / piece.width
    left, top = max(box.x, within.x), max(box.y, within.y)
    width, height = min(box.right, within.right) - left, min(box.bottom, within.bottom) - top
    seen = enlarge(piece, scale)._replace(
        left=piece.left + (left - box.x) / scale,
        top=piece.top + (top - box.y) / scale,
        width=width / scale,
        height=height / scale,
        is_whole=True,
    )
    return Picture(left, top, seen)


def draw_figure(piece: Drawing, box: Box, upper: float = 1.0, at: float = 0.5) -> Picture:
    """A piece as large as a box allows, with no line too thin to be printed.

    upper, at: the share of the room to spare that is above it, and left of it.
    """
    scale = min(box.width / piece.width, box.height / piece.height)
    x = box.x + (box.width - piece.width * scale) * at
    large = enlarge(piece, scale)
    layers = (layer._replace(style=layer.style._replace(width=layer.style.width and max(THINNEST, layer.style.width)))
              for layer in large.layers)  # fmt: skip
    return Picture(
        x, box.y + (box.height - piece.height * scale) * upper, large._replace(layers=tuple(layers))
    )


def sample_outline(placed: Picture, apart: float) -> Iterator[Point]:
    """Points along the lines of a figure where it stands, no farther apart than is said (points):
    its curves as the lines of what steers them, which enclose them."""
    drawing, scale = placed.drawing, placed.drawing.scale
    for path in (path for layer in drawing.layers for path in layer.subpaths):
        ends = [
            (placed.x + (x - drawing.left) * scale, placed.y + (y - drawing.top) * scale)
            for x, y in outmost(path)
        ]
        for one, other in pairwise([*ends, ends[0]]):
            steps = ceil(dist(one, other) / apart) or 1
            for step in range(steps):
                share = step / steps
                yield one[0] + (other[0] - one[0]) * share, one[1] + (other[1] - one[1]) * share


def is_within(point: Point, shape: Picture) -> bool:
    """Whether a point of a page is in the lowest layer of a picture there, whose lines are straight
    or nearly so."""
    drawing = shape.drawing
    x, y = (
        (point[0] - shape.x) / drawing.scale + drawing.left,
        (point[1] - shape.y) / drawing.scale + drawing.top,
    )
    sides = (
        side
        for path in drawing.layers[0].subpaths
        for side in pairwise([*path.points, path.points[0]])
    )
    crossed = (
        a[0] + (y - a[1]) * (b[0] - a[0]) / (b[1] - a[1])
        for a, b in sides
        if (a[1] > y) != (b[1] > y)
    )
    return len([at for at in crossed if at > x]) % 2 == 1


def _dye_sky(landscape: Drawing, ground: Colour | None) -> Drawing:
    """A landscape whose lowest layer, the sky, has this colour, and no line around it."""
    sky, *rest = landscape.layers
    style = sky.style._replace(width=0.0, fill=ground or sky.style.fill)
    return landscape._replace(layers=(sky._replace(style=style), *rest))
