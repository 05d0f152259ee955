"""Frames, boards, areas and the seal of a certificate: what goes around words."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from math import pi

from puzzlebook.drawing.drawing import (
    BLACK,
    WHITE,
    Colour,
    Drawing,
    Layer,
    Style,
    Subpath,
    make_circle,
)
from puzzlebook.geometry.arcs import Point
from puzzlebook.ground.portable_math import cos, sin
from puzzlebook.maze_art.scenes import Scenes
from puzzlebook.typesetting.layout import THINNEST, round_box_path
from puzzlebook.typesetting.page import Box, Picture

FRAME = 2.5
"""Width of a frame's outer line, in points."""
_THIN_FRAME = 1.0
# Whether such a corner piece is drawn at the foot (True) or at the head of its box.
_CORNERS = {"hanging": (False,), "standing": (True,)}


def box_path(box: Box) -> Subpath:
    """The outline of a box."""
    left, top, right, bottom = box.x, box.y, box.right, box.bottom
    return Subpath(((left, top), (right, top), (right, bottom), (left, bottom)), closed=True)


def draw_area(
    box: Box,
    shade: Colour,
    radius: float = 0.0,
    line: float = 0.0,
    line_colour: Colour = BLACK,
    has_pale_type: bool = False,
) -> Picture:
    """Fill a box with one colour. radius: the radius of its corners. line: the width of the line
    around it.

    has_pale_type: whether pale type stands on the box.
    """
    area = Box(0, 0, box.width, box.height)
    path = round_box_path(area, radius) if radius else box_path(area)
    style = Style(line, line_colour, shade, has_pale_type=has_pale_type)
    layer = Layer("ground", style, (path,))
    return Picture(box.x, box.y, Drawing(0, 0, box.width, box.height, 1, (layer,)))


def draw_framed_corners(scenes: Scenes, box: Box, side: float) -> list[Picture]:
    """Draw a double line around a box, and corner pieces on the inner line, under the outer one."""
    half = FRAME / 2
    inner = _draw_outline(box.inset(*[5 * half] * 4), 0.0, Style(_THIN_FRAME))
    corners = _draw_corners(scenes, box.inset(*[half] * 4), side - half)
    return [inner, *corners, draw_frame(box)]


def _draw_corners(scenes: Scenes, box: Box, side: float) -> Iterator[Picture]:
    """Draw the corner piece in all corners or, if it hangs or stands, in two."""
    scale = side / scenes.piece(scenes.corner).width
    for across in (False, True):
        for down in _CORNERS.get(scenes.corner, (False, True)):
            drawing = scenes.enlarged(scenes.corner, scale, THINNEST, across, down)
            yield Picture(
                box.right - side if across else box.x, box.bottom - side if down else box.y, drawing
            )


def inner_box(box: Box) -> Box:
    """Return the box inside a frame's centre line: lines within the box end under the frame."""
    return box.inset(*[FRAME / 2] * 4)


def draw_frame(box: Box) -> Picture:
    """Draw a line around a box, just inside its edges."""
    return _draw_outline(inner_box(box), 0.0, Style(FRAME))


def _draw_outline(box: Box, radius: float, style: Style) -> Picture:
    path = round_box_path(Box(0.0, 0.0, box.width, box.height), radius)
    drawing = Drawing(0, 0, box.width, box.height, 1, (Layer("frame", style, [path]),))
    return Picture(box.x, box.y, drawing)


def draw_seal(x: float, y: float, side: float, accent: Colour) -> Picture:
    """Draw a rosette with two ribbons, `side` wide and 1.35 times as high."""
    layers = (
        layer._replace(style=layer.style._replace(fill=accent)) if layer.name == "accent" else layer
        for layer in _rosette()
    )
    return Picture(x, y, Drawing(0, 0, 2, 2.7, side / 2, tuple(layers)))


@cache
def _rosette() -> tuple[Layer, ...]:
    """The layers of a rosette in a circle of radius 1 around (1, 1)."""
    ribbon = Subpath(
        ((0.55, 1.4), (0.2, 2.6), (0.62, 2.42), (0.86, 2.66), (1.05, 1.6)), closed=True
    )
    other = Subpath(tuple((2 - x, y) for x, y in ribbon.points), closed=True)
    rim, star = (
        Subpath(_list_star_points(points, outer, inner), closed=True)
        for points, outer, inner in ((24, 0.97, 0.86), (5, 0.46, 0.2))
    )
    thick, thin = Style(2.6, BLACK, WHITE), Style(2.0, BLACK, WHITE)
    return (
        *(Layer("accent", thick, [path]) for path in (ribbon, other, rim)),
        Layer("ring", thin, [make_circle((1, 1), 0.66)]),
        Layer("accent", thin, [star]),
    )


def _list_star_points(points: int, outer: float, inner: float) -> list[Point]:
    """Return the corners of a star around (1, 1)."""
    corners = []
    for corner in range(2 * points):
        reach, angle = (outer, inner)[corner % 2], corner * pi / points
        corners.append((1 + reach * sin(angle), 1 - reach * cos(angle)))
    return corners
