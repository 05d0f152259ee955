"""The user's logo: read from a file, checked for sufficient resolution, and placed on a page.

In a book printed in colour, the logo keeps its colours. In black ink, as in most books, a photo
becomes grey and a drawing solid black.
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
from puzzlebook.typesetting.photos import MIN_DPI, flatten_image, make_photo

if TYPE_CHECKING:
    from PIL.Image import Image

    Logo = Outline | Drawing | Image

WIDTH, HEIGHT = 1.75 * 72, 0.75 * 72
"""The greatest width and height of a logo, in points. Every logo fills at least one of the two."""


def read_colour_logo(content: bytes, name: str, where: str) -> Logo:
    """Return the logo in a file, in its own colours. Refuse other files and coarse pictures."""
    return read_artwork(content, where) if _is_svg(name) else _read_image(content, where, "RGB")


def read_black_logo(content: bytes, name: str, where: str) -> Logo:
    """Return the logo in a file, for black ink. Refuse other files and coarse pictures."""
    return read_outline(content, where) if _is_svg(name) else _read_image(content, where, "L")


def _is_svg(name: str) -> bool:
    return PurePath(name).suffix.lower() == ".svg"


def _read_image(content: bytes, where: str, mode: str) -> Image:
    image = flatten_image(open_image(content, where, mode), WHITE).convert(mode)
    dpi = 72 * image.width / _size(image)[0]
    if round(dpi) < MIN_DPI:
        width, height = (round(pixels * MIN_DPI / dpi + 0.5) for pixels in image.size)
        what = f"has {image.width} x {image.height} pixels, {dpi:.0f} dpi at its size on the page"
        needed = f"at least {MIN_DPI} dpi, {width} x {height} pixels; or an SVG file"
        raise refuse(where, what, needed)
    return image


def place_logo(logo: Logo, box: Box, at: float = 0.5) -> Photo | Picture:
    """Return the logo at the bottom of the box. at: share of spare width at its left."""
    width, height = _size(logo)
    x, y = box.x + (box.width - width) * at, box.bottom - height
    if isinstance(logo, Drawing):
        return place_artwork(logo, Box(x, y, width, height))
    if not isinstance(logo, Outline):
        return make_photo(Box(x, y, width, height), logo)
    unit = logo.width
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
    """Return the width and height of a logo on the page, in points."""
    scale = min(WIDTH / logo.width, HEIGHT / logo.height)
    return logo.width * scale, logo.height * scale
