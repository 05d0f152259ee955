"""A user's drawing in its own colours, read from an SVG file and placed on a page.

Gradients and transparency, which would look different on paper, are refused, never ignored.
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
# In SVG units: drawings smaller than _MIN_SIDE are enlarged to _ENLARGED_SIDE, since numbers are
# written with three decimals.
_MIN_SIDE, _ENLARGED_SIDE = 10, 1000
_MAX_COORDINATE = 1e9


def read_artwork(content: bytes, where: str) -> Drawing:
    """Return the drawing in an SVG file, at one point per unit, with its areas as layers."""
    from puzzlebook.drawing.svg_shapes import read_svg_shapes

    shapes = [shape for shape in read_svg_shapes(content, where) if any(shape.contours)]
    layers = [_make_layer(shape, where) for shape in shapes]
    left, top, width, height = _bounding_box(layers, where)
    if max(width, height) < _MIN_SIDE:
        layers = [
            _make_layer(shape, where, _ENLARGED_SIDE / max(width, height)) for shape in shapes
        ]
        left, top, width, height = _bounding_box(layers, where)
    return Drawing(left, top, width, height, 1, tuple(layers))


def _bounding_box(layers: Iterable[Layer], where: str) -> tuple[float, float, float, float]:
    """Return left, top, width and height of all layers. Refuse an empty or too large box."""
    points = [point for layer in layers for point in _hull_points(layer)]
    xs, ys = [x for x, _ in points] or [0.0], [y for _, y in points] or [0.0]
    box = min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)
    if (
        not all(map(isfinite, (*xs, *ys)))
        or max(map(abs, box)) > _MAX_COORDINATE
        or max(box[2:]) * _MAX_COORDINATE < 1
    ):
        what = "the drawing's coordinates are too large"
        if not points:
            what = "nothing in the drawing can be seen"
        raise refuse(where, what, "use numbers up to a billion")
    if not (box[2] > 0 and box[3] > 0):
        raise refuse(where, "nothing in the drawing can be seen", "draw filled shapes, or lines")
    return box


def place_artwork(artwork: Drawing, box: Box, upper: float = 0.5) -> Picture:
    """Return the drawing as large as the box allows. upper: share of spare height above it."""
    scale = min(box.width / artwork.width, box.height / artwork.height)
    x = box.x + (box.width - artwork.width * scale) / 2
    y = box.y + (box.height - artwork.height * scale) * upper
    layers = tuple(layer._replace(style=_scale_style(layer, scale)) for layer in artwork.layers)
    return Picture(x, y, artwork._replace(scale=scale, layers=layers))


def _scale_style(layer: Layer, scale: float) -> Style:
    """Return the layer's style; the areas of lines that are too thin get an outline."""
    if layer.name != _LINES:
        return layer.style
    return layer.style._replace(width=max(0.0, THINNEST - layer.style.width * scale))


def _make_layer(shape: PaintedShape, where: str, scale: float = 1.0) -> Layer:
    """Return an area as a layer. Until placed, a line's area has the line's width in its style."""
    paint = f"its {shape.kind} {shape.colour[:40]!r}"
    colour = read_colour(shape.colour, where, paint, shape.opacity)
    style = Style(shape.width * scale, colour if shape.width else BLACK, colour, shape.even_odd)
    contours = [contour for contour in shape.contours if contour]
    if scale != 1:
        contours = [
            [tuple((x * scale, y * scale) for x, y in curve) for curve in contour]
            for contour in contours
        ]
    subpaths = tuple(make_subpath(contour, closed=False) for contour in contours)
    return Layer(_LINES if shape.width else "artwork", style, subpaths)


def read_colour(colour: str, where: str, paint: str, opacity: float = 1.0) -> Colour:
    """Return a solid colour written as in SVG. Refuse other paints. paint: for messages."""
    from PIL import ImageColor

    if colour.startswith("url"):
        raise refuse(where, f"{paint} is a gradient or a pattern", "use solid colours")
    try:
        rgb = ImageColor.getrgb("black" if colour == "currentColor" else colour)
    except ValueError:
        raise refuse(where, f"{paint} is not a colour", "write colours such as #2b6cb0") from None
    red, green, blue, *alpha = rgb
    if opacity < 1 or (alpha and alpha[0] < 255):
        raise refuse(where, f"{paint} is transparent", "use solid colours")
    return round(red / 255, 4), round(green / 255, 4), round(blue / 255, 4)


def _hull_points(layer: Layer) -> Iterator[Point]:
    """Yield points whose hull contains an area: end points and control points."""
    for subpath in layer.subpaths:
        cubics: Iterator[Cubic] = (bend for bend in subpath.bends if isinstance(bend, tuple))
        yield from chain(subpath.points, chain.from_iterable(cubics))
