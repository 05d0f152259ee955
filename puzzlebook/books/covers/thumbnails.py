"""Thumbnails of the book's pages on the back of its cover.

They differ from the pages in three ways: no line is too thin to print; words are shapes, as no one
reads such small type; and pictures that would be mere specks are left out.
"""

from __future__ import annotations

from collections.abc import Iterator

from puzzlebook.books.covers.letters import outline_line
from puzzlebook.books.covers.look import mix
from puzzlebook.books.scenes.frames import draw_area
from puzzlebook.drawing.drawing import BLACK, WHITE, Colour, Drawing, Layer, Style
from puzzlebook.typesetting.layout import THINNEST
from puzzlebook.typesetting.page import Box, Item, Page, Photo, Picture, Rule, Text

_MIN_HEIGHT = 2.0  # points: smallest height of a picture
_MAX_WHITE = 0.5  # largest share of white mixed into lines that would be too thin


def draw_thumbnail(page: Page, box: Box, line: Colour) -> Iterator[Item]:
    """Draw a page on a sheet of paper with a border."""
    trim = page.trim or Box(0, 0, page.width, page.height)
    scale = box.width / trim.width
    yield draw_area(box, WHITE, 0.0, 1.0, line)
    words: list[Layer] = []
    for item in page.items:
        x, y = box.x - trim.x * scale, box.y - trim.y * scale
        if isinstance(item, Text):
            words.append(_outline_text(item, scale, x, y))
        elif isinstance(item, Picture):
            if item.drawing.height * item.drawing.scale * scale >= _MIN_HEIGHT:
                yield _thin_picture(item, scale, x, y)
        elif isinstance(item, Rule):
            ends = (
                x + item.x1 * scale,
                y + item.y1 * scale,
                x + item.x2 * scale,
                y + item.y2 * scale,
            )
            yield Rule(*ends, max(THINNEST, item.width * scale), item.colour)
        elif isinstance(item, Photo):
            at = Box(
                x + item.box.x * scale,
                y + item.box.y * scale,
                item.box.width * scale,
                item.box.height * scale,
            )
            yield Photo(at, item.content)
    if words:
        yield Picture(box.x, box.y, Drawing(box.x, box.y, box.width, box.height, 1, tuple(words)))


def _outline_text(line: Text, scale: float, x: float, y: float) -> Layer:
    """Draw a line of text as shapes."""
    small = line._replace(x=x + line.x * scale, y=y + line.y * scale, size=line.size * scale)
    return Layer("words", Style(fill=line.colour, even_odd=False), list(outline_line(small)))


def _thin_picture(picture: Picture, scale: float, x: float, y: float) -> Picture:
    """Draw a picture with thinner lines, but none too thin to print."""
    drawing = picture.drawing
    layers = tuple(_thin_layer(layer, scale, drawing.scale) for layer in drawing.layers)
    return Picture(
        x + picture.x * scale,
        y + picture.y * scale,
        drawing._replace(scale=drawing.scale * scale, layers=layers),
    )


def _thin_layer(layer: Layer, scale: float, unit: float) -> Layer:
    """Return a layer with thinner lines, including those of a drawing inset in it. unit: points per
    cell of the layer's drawing."""
    if layer.inset is None:
        # Copies the paths, as the writer would reuse a drawn path with its old line width.
        style = _thin_style(layer.style, scale, layer.name == "scene")
        return layer._replace(style=style, subpaths=[*layer.subpaths])
    whole = layer.inset.drawing
    inset_scale = layer.inset.scale * unit * scale / whole.scale
    thinned = tuple(_thin_inset(inner, inset_scale) for inner in whole.layers)
    return layer._replace(inset=layer.inset._replace(drawing=whole._replace(layers=thinned)))


def _thin_inset(layer: Layer, inset_scale: float) -> Layer:
    """Return a layer of an inset drawing. inset_scale: the scale of its lines when drawn."""
    style = _thin_style(layer.style, inset_scale, layer.name == "scene")
    return layer._replace(
        style=style._replace(width=style.width / inset_scale), subpaths=[*layer.subpaths]
    )


def _thin_style(style: Style, scale: float, is_scene: bool) -> Style:
    """Return a style with thinner lines, but none too thin to print.

    A figure's lines become paler instead, or it would look black; lines around coloured areas are
    left out, or it would look grey.
    """
    wanted = style.width * scale
    if not wanted or wanted >= THINNEST:
        return style._replace(width=wanted)
    if is_scene and style.fill not in (None, BLACK, WHITE):
        return style._replace(width=0.0)
    paler = (
        mix(style.line, WHITE, min(_MAX_WHITE, 1 - wanted / THINNEST)) if is_scene else style.line
    )
    return style._replace(width=THINNEST, line=paler)
