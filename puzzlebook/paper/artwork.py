"""A drawing of the user's in its own colours: read from an SVG file, and placed on a page as it is.

What would look otherwise on paper is refused, never dropped: gradients, transparency, lines with other ends than round.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain
from math import isfinite

from puzzlebook.faults import refuse
from puzzlebook.outlines.arcs import Point
from puzzlebook.outlines.from_svg import PaintedShape, is_painted, svg_shapes
from puzzlebook.outlines.svg_values import pixels, share
from puzzlebook.paper.layout import THINNEST
from puzzlebook.paper.page import Box, Picture
from puzzlebook.pictures.drawing import BLACK, Colour, Cubic, Drawing, Layer, Style, subpath_of

_EVEN = 0.01  # by how much a line's width may differ across and down


def artwork_of(content: bytes, where: str) -> Drawing:
    """The drawing in an SVG file, a point to each of its units: a layer for each shape, the lowest first."""
    drawn = (_layer(shape, where) for shape in svg_shapes(content, where))
    layers = tuple(layer for layer in drawn if layer.style.fill is not None or layer.style.width)
    spots = [spot for layer in layers for spot in _reach(layer)]
    xs, ys = [x for x, _ in spots] or [0.0], [y for _, y in spots] or [0.0]
    left, top, width, height = min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)
    if not all(map(isfinite, (width, height, *xs, *ys))) or not (width > 0 and height > 0):
        raise refuse(where, "nothing in the drawing can be seen", "filled shapes, or lines")
    return Drawing(left, top, width, height, 1, layers)


def placed_artwork(artwork: Drawing, box: Box, upper: float = 0.5) -> Picture:
    """The whole drawing, as large as the box allows; `upper`: the share of the room to spare that is above it."""
    scale = min(box.width / artwork.width, box.height / artwork.height)
    x = box.x + (box.width - artwork.width * scale) / 2
    y = box.y + (box.height - artwork.height * scale) * upper
    layers = tuple(layer._replace(style=_scaled(layer.style, scale)) for layer in artwork.layers)
    return Picture(x, y, artwork._replace(scale=scale, layers=layers))


def _scaled(style: Style, scale: float) -> Style:
    """The style with its line as wide as the drawing is large, but never too thin for a printer."""
    return style._replace(width=max(THINNEST, style.width * scale)) if style.width else style


def _layer(shape: PaintedShape, where: str) -> Layer:
    paint = shape.paint
    style = Style(
        fill=_colour(paint, "fill", where) if is_painted(paint, "fill") else None,
        line=_colour(paint, "stroke", where) if is_painted(paint, "stroke") else BLACK,
        width=_width(shape, where) if is_painted(paint, "stroke") else 0.0,
        even_odd=paint.get("fill-rule") == "evenodd",
    )
    return Layer("artwork", style, tuple(subpath_of(contour, closed=False) for contour in shape.contours if contour))


def _colour(paint: Mapping[str, str], side: str, where: str) -> Colour:
    from PIL import ImageColor

    said = paint.get(side, "black")
    if said.startswith("url"):
        raise refuse(where, f"its {side} {said[:40]!r} is a gradient or a pattern", "solid colours")
    try:
        red, green, blue, *clear = ImageColor.getrgb("black" if said == "currentColor" else said)
    except ValueError:
        raise refuse(where, f"its {side} {said[:40]!r} is no colour", "colours such as #2b6cb0") from None
    if share(paint.get(f"{side}-opacity", "1")) < 1 or (clear and clear[0] < 255):
        raise refuse(where, f"its {side} {said[:40]!r} is transparent", "solid colours")
    return round(red / 255, 4), round(green / 255, 4), round(blue / 255, 4)


def _width(shape: PaintedShape, where: str) -> float:
    """The width of a shape's line, in the drawing's units."""
    paint, (across, down) = shape.paint, shape.stretch
    ends = {paint.get("stroke-linecap", "butt"), paint.get("stroke-linejoin", "miter")}
    if ends != {"round"}:
        allowed = "round caps and joins, or lines turned into paths (in Inkscape: Path > Stroke to Path)"
        raise refuse(where, "it has a line whose ends or corners are not round", allowed)
    if paint.get("stroke-dasharray", "none") != "none" or abs(across - down) > _EVEN * max(across, down):
        raise refuse(where, "it has a line that is dashed or stretched", "lines turned into paths")
    width = pixels(paint.get("stroke-width", "1"))
    if width is None:
        raise refuse(where, f"a line's width {paint['stroke-width'][:40]!r} is no length", "a number, or 2px")
    return width * across


def _reach(layer: Layer) -> Iterator[Point]:
    """Points around a shape and its line: those that steer a curve enclose it."""
    half = layer.style.width / 2
    for subpath in layer.subpaths:
        steering: Iterator[Cubic] = (bend for bend in subpath.bends if isinstance(bend, tuple))
        for x, y in chain(subpath.points, chain.from_iterable(steering)):
            yield x - half, y - half
            yield x + half, y + half
