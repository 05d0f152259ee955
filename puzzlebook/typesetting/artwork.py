"""A drawing of the user's in its own colours: read from an SVG file, and placed on a page as it is.

What would look otherwise on paper is refused, never dropped: gradients and transparency.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from math import isfinite
from typing import TYPE_CHECKING

from puzzlebook.drawing.drawing import BLACK, Colour, Cubic, Drawing, Layer, Style, make_subpath
from puzzlebook.geometry.arcs import Point
from puzzlebook.ground.faults import refuse
from puzzlebook.typesetting.layout import THINNEST
from puzzlebook.typesetting.page import Box, Picture

if TYPE_CHECKING:
    from puzzlebook.drawing.svg_shapes import PaintedShape

_LINES = "lines"
# In units: of a drawing that is smaller little is left when numbers are written with three
# decimals, so it is enlarged.
_LEAST, _ENLARGED = 10, 1000
_MOST = 1e9


def read_artwork(content: bytes, where: str) -> Drawing:
    """The drawing in an SVG file, a point to each of its units: a layer for each area, the lowest
    first."""
    from puzzlebook.drawing.svg_shapes import read_svg_shapes

    shapes = [shape for shape in read_svg_shapes(content, where) if any(shape.contours)]
    layers = [_make_layer(shape, where) for shape in shapes]
    left, top, width, height = _box(layers, where)
    if max(width, height) < _LEAST:
        layers = [_make_layer(shape, where, _ENLARGED / max(width, height)) for shape in shapes]
        left, top, width, height = _box(layers, where)
    return Drawing(left, top, width, height, 1, tuple(layers))


def _box(layers: Iterable[Layer], where: str) -> tuple[float, float, float, float]:
    """The left, the top, the width and the height of all that is drawn."""
    spots = [spot for layer in layers for spot in _reach(layer)]
    xs, ys = [x for x, _ in spots] or [0.0], [y for _, y in spots] or [0.0]
    box = min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)
    if not all(map(isfinite, (*xs, *ys))) or max(map(abs, box)) > _MOST or max(box[2:]) * _MOST < 1:
        what = (
            "nothing in the drawing can be seen"
            if not spots
            else "the drawing's coordinates are too large"
        )
        raise refuse(where, what, "numbers up to a thousand million")
    if not (box[2] > 0 and box[3] > 0):
        raise refuse(where, "nothing in the drawing can be seen", "filled shapes, or lines")
    return box


def place_artwork(artwork: Drawing, box: Box, upper: float = 0.5) -> Picture:
    """The whole drawing, as large as the box allows; `upper`: the share of the room to spare that
    is above it."""
    scale = min(box.width / artwork.width, box.height / artwork.height)
    x = box.x + (box.width - artwork.width * scale) / 2
    y = box.y + (box.height - artwork.height * scale) * upper
    layers = tuple(layer._replace(style=_scale_style(layer, scale)) for layer in artwork.layers)
    return Picture(x, y, artwork._replace(scale=scale, layers=layers))


def _scale_style(layer: Layer, scale: float) -> Style:
    """The layer's style. The area of a line that comes out too thin for a printer is widened by a
    line around it."""
    if layer.name != _LINES:
        return layer.style
    return layer.style._replace(width=max(0.0, THINNEST - layer.style.width * scale))


def _make_layer(shape: PaintedShape, where: str, scale: float = 1.0) -> Layer:
    """An area as a layer. That of a line has the line's width in its style, until it is placed."""
    colour = _colour(shape, where)
    style = Style(shape.width * scale, colour if shape.width else BLACK, colour, shape.even_odd)
    contours = [contour for contour in shape.contours if contour]
    if scale != 1:
        contours = [
            [tuple((x * scale, y * scale) for x, y in curve) for curve in contour]
            for contour in contours
        ]
    subpaths = tuple(make_subpath(contour, closed=False) for contour in contours)
    return Layer(_LINES if shape.width else "artwork", style, subpaths)


def _colour(shape: PaintedShape, where: str) -> Colour:
    from PIL import ImageColor

    side, said = shape.side, shape.colour
    if said.startswith("url"):
        raise refuse(where, f"its {side} {said[:40]!r} is a gradient or a pattern", "solid colours")
    try:
        red, green, blue, *clear = ImageColor.getrgb("black" if said == "currentColor" else said)
    except ValueError:
        raise refuse(
            where, f"its {side} {said[:40]!r} is not a colour", "colours such as #2b6cb0"
        ) from None
    if shape.opacity < 1 or (clear and clear[0] < 255):
        raise refuse(where, f"its {side} {said[:40]!r} is transparent", "solid colours")
    return round(red / 255, 4), round(green / 255, 4), round(blue / 255, 4)


def _reach(layer: Layer) -> Iterator[Point]:
    """Points around an area: those that steer a curve enclose it."""
    for subpath in layer.subpaths:
        steering: Iterator[Cubic] = (bend for bend in subpath.bends if isinstance(bend, tuple))
        yield from chain(subpath.points, chain.from_iterable(steering))
