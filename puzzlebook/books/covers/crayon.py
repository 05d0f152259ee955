"""A sample page in use, on the back of a cover: half of the way drawn, and the crayon on it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import hypot

from puzzlebook.books.planning.samples import SamplePage
from puzzlebook.drawing.drawing import BLACK, Colour, Drawing, Layer, Style, Subpath, mix
from puzzlebook.geometry.arcs import Point
from puzzlebook.typesetting.page import Box, Page, Picture

_WAY = 0.36  # width of the line, in cells
_DRAWN = 0.55  # share of the way that is drawn
_SHORTEST = 6  # cells of a way of which a part is drawn
# A crayon, in shares of the page's width: its length and half its width. In shares of its length:
# where the tip ends, the cone, and the bands of its wrapper.
_LENGTH, _HALF = 0.3, 0.022
_TIP, _CONE, _BANDS = 0.03, 0.15, ((0.2, 0.25), (0.9, 0.95))
_LINE = 2.5  # points: weight of its outline
_SLOPE = (0.77, 0.64)  # how it lies: across and down


def draw_half_way(sample: SamplePage, colour: Colour) -> Page:
    """Return a page with the first half of the way through its maze, drawn as if by hand, and with
    the crayon that draws it. A page whose way is unknown is returned unchanged."""
    page, way, cell = sample
    if len(way) < _SHORTEST:
        return page
    drawn = way[: round(_DRAWN * len(way))]
    line = Layer("crayon", Style(_WAY * cell, colour), (_round_corners(drawn),))
    trim = page.trim or Box(0, 0, page.width, page.height)
    layers = (line, *_draw_crayon(drawn[-1], trim, colour))
    picture = Picture(0, 0, Drawing(0, 0, page.width, page.height, 1, layers))
    return page._replace(items=(*page.items, picture))


def _round_corners(points: Sequence[Point]) -> Subpath:
    """Return a line through the middles between points, with a curve at each of them."""
    middles = [((ax + bx) / 2, (ay + by) / 2) for (ax, ay), (bx, by) in pairwise(points)]
    spots = [points[0], *middles, points[-1]]
    corners = [
        ((0.4 * ax + 0.6 * x, 0.4 * ay + 0.6 * y), (0.4 * bx + 0.6 * x, 0.4 * by + 0.6 * y))
        for ((ax, ay), (bx, by)), (x, y) in zip(pairwise(middles), points[1:-1], strict=True)
    ]
    return Subpath(spots, (0, *corners, 0))


def _draw_crayon(tip: Point, page: Box, colour: Colour) -> list[Layer]:
    """Draw a crayon with its tip at a point, lying towards the middle of the page."""
    across = 1 if tip[0] < page.x + page.width / 2 else -1
    down = 1 if tip[1] < page.y + page.height / 2 else -1
    length = _LENGTH * page.width
    u = (across * _SLOPE[0], down * _SLOPE[1])
    size = hypot(*u)
    u = (u[0] / size, u[1] / size)

    def place(along: float, beside: float) -> Point:
        side = _HALF * page.width * beside
        return (
            tip[0] + length * along * u[0] - side * u[1],
            tip[1] + length * along * u[1] + side * u[0],
        )

    def outline(*spots: Point) -> Subpath:
        return Subpath([place(*spot) for spot in spots], closed=True)

    dark = mix(colour, BLACK, 0.35)
    body = outline((_CONE, -1), (1, -1), (1, 1), (_CONE, 1))
    cone = outline((0, 0), (_TIP, -0.3), (_CONE, -0.75), (_CONE, 0.75), (_TIP, 0.3))
    bands = [outline((a, -1), (b, -1), (b, 1), (a, 1)) for a, b in _BANDS]
    return [
        Layer("crayon", Style(_LINE, BLACK, colour), (cone,)),
        Layer("crayon", Style(_LINE, BLACK, colour), (body,)),
        Layer("crayon", Style(fill=dark), bands),
        Layer("crayon", Style(_LINE, BLACK), (body,)),
    ]
