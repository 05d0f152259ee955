"""A user's photos: read, cropped to a box, and flattened for printers without transparency."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING

from puzzlebook.drawing.drawing import Colour
from puzzlebook.ground.faults import refuse
from puzzlebook.ground.images import is_picture, open_image
from puzzlebook.typesetting.page import Box, Photo

if TYPE_CHECKING:
    from PIL.Image import Image

MIN_DPI = 300
"""The resolution below which print looks coarse."""


def check_photo(content: bytes, where: str) -> None:
    """Refuse a file that is not a PNG or JPEG picture."""
    _open_image(content, where)


def fill_with_photo(content: bytes, box: Box, ground: Colour, where: str) -> Photo:
    """Crop the picture so that it fills the box, with the ground colour behind transparent pixels.

    Refuse a picture whose resolution would be too low.
    """
    image = _open_image(content, where)
    scale = min(image.width / box.width, image.height / box.height)  # pixels per point
    if scale * 72 < MIN_DPI - 1:
        need = f"{round(box.width / 72 * MIN_DPI):,} x {round(box.height / 72 * MIN_DPI):,}"
        what = f"it has {image.width:,} x {image.height:,} pixels: {scale * 72:.0f} dpi at its size"
        raise refuse(where, what, f"give it at least {need} pixels ({MIN_DPI} dpi)")
    width, height = box.width * scale, box.height * scale
    left, top = (image.width - width) / 2, (image.height - height) / 2
    crop = round(left), round(top), round(left + width), round(top + height)
    return make_photo(box, flatten_image(image, ground).crop(crop))


def make_photo(box: Box, image: Image) -> Photo:
    """Return a box filled with an image without transparency."""
    file = BytesIO()
    image.save(file, "PNG")
    return Photo(box, file.getvalue())


def _open_image(content: bytes, where: str) -> Image:
    if not is_picture(content):
        allowed = "give a .png or .jpg file, or an SVG drawing"
        raise refuse(where, "the file is not a PNG or JPEG picture", allowed)
    return open_image(content, where)


def flatten_image(image: Image, ground: Colour) -> Image:
    """Convert an image to grey or RGB, with the ground colour behind transparent pixels."""
    from PIL.Image import alpha_composite, new

    if image.mode in ("1", "I", "I;16", "F"):
        return image.convert("L")
    if not image.has_transparency_data:
        return image if image.mode in ("L", "RGB") else image.convert("RGB")
    paper = new("RGBA", image.size, (*(round(255 * part) for part in ground), 255))
    return alpha_composite(paper, image.convert("RGBA")).convert("RGB")
