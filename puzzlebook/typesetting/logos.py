"""The user's logo: read from a file, fine enough for print, and placed on a page.

Where a book is printed in colour it has its own colours. In black ink, as in most books, a picture
is grey and a drawing solid black.
"""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING

from puzzlebook.drawing.drawing import BLACK, WHITE, Drawing, Layer, Style, Subpath
from puzzlebook.ground.faults import refuse
from puzzlebook.ground.images import open_image
from puzzlebook.outlines import Outline, read_outline
from puzzlebook.typesetting.artwork import place_artwork, read_artwork
from puzzlebook.typesetting.page import Box, Photo, Picture
from puzzlebook.typesetting.photos import LEAST_DPI, flatten_image, make_photo

if TYPE_CHECKING:
    from PIL.Image import Image

    Logo = Outline | Drawing | Image

WIDTH, HEIGHT = 1.75 * 72, 0.75 * 72
"""The room of a logo, in points: it is as large as this allows."""


def read_colour_logo(content: bytes, name: str, where: str) -> Logo:
    """The logo in a file, in its own colours; refused as by `read_black_logo`."""
    is_drawing = PurePath(name).suffix.lower() == ".svg"
    return read_artwork(content, where) if is_drawing else _read_pixels(content, where, "RGB")


def read_black_logo(content: bytes, name: str, where: str) -> Logo:
    """The logo in a file, for black ink; refused if it is no picture, or too coarse at its size."""
    is_drawing = PurePath(name).suffix.lower() == ".svg"
    return read_outline(content, where) if is_drawing else _read_pixels(content, where, "L")


def _read_pixels(content: bytes, where: str, mode: str) -> Image:
    image = flatten_image(open_image(content, where, mode), WHITE).convert(mode)
    dpi = 72 * image.width / _size(image)[0]
    if round(dpi) < LEAST_DPI:
        need = [round(side * LEAST_DPI / dpi + 0.5) for side in image.size]
        what = f"has {image.width} x {image.height} pixels, {dpi:.0f} dpi at its size on the page"
        raise refuse(
            where, what, f"at least {LEAST_DPI} dpi, {need[0]} x {need[1]} pixels; or an SVG file"
        )
    return image


def place_logo(logo: Logo, box: Box, at: float = 0.5) -> Photo | Picture:
    """The logo at the box's foot, at its size. at: the share of the room to spare that is left of
    it."""
    width, height = _size(logo)
    x, y = box.x + (box.width - width) * at, box.bottom - height
    if isinstance(logo, Drawing):
        return place_artwork(logo, Box(x, y, width, height))
    if not isinstance(logo, Outline):
        return make_photo(Box(x, y, width, height), logo)
    unit = logo.width  # a "cell" of this drawing is as wide as the logo
    layers = tuple(
        Layer(
            "logo",
            Style(fill=WHITE if area.paper else BLACK, even_odd=area.even_odd),
            [
                Subpath([(px / unit, py / unit) for px, py in polygon], closed=True)
                for polygon in area.polygons
            ],
        )
        for area in logo.areas
    )
    return Picture(x, y, Drawing(0, 0, 1, logo.height / unit, width, layers))


def _size(logo: Logo) -> tuple[float, float]:
    """The width and height of a logo on the page, in points."""
    scale = min(WIDTH / logo.width, HEIGHT / logo.height)
    return logo.width * scale, logo.height * scale
