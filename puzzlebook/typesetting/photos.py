"""Pictures of pixels of the user's: read, cut to a box, and made ready for a printer that takes no
transparency."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING

from puzzlebook.drawing.drawing import Colour
from puzzlebook.ground.faults import refuse
from puzzlebook.ground.images import is_picture, open_image
from puzzlebook.typesetting.page import Box, Photo

if TYPE_CHECKING:
    from PIL.Image import Image

LEAST_DPI = 300
"""Pixels to an inch, below which print looks coarse."""


def check_photo(content: bytes, where: str) -> None:
    """Refused if a file's content is not a picture of pixels that we read."""
    _open_image(content, where)


def fill_with_photo(content: bytes, box: Box, ground: Colour, where: str) -> Photo:
    """The picture, cut at its sides so that it fills the box; what is transparent shows the ground.

    Refused if it has too few pixels to be printed so large.
    """
    image = _open_image(content, where)
    share = min(image.width / box.width, image.height / box.height)  # pixels to a point
    if share * 72 < LEAST_DPI - 1:
        need = f"{round(box.width / 72 * LEAST_DPI):,} x {round(box.height / 72 * LEAST_DPI):,}"
        raise refuse(where, f"it has {image.width:,} x {image.height:,} pixels: {share * 72:.0f} dpi at its size",
                     f"at least {need} pixels ({LEAST_DPI} dpi)")  # fmt: skip
    width, height = box.width * share, box.height * share
    left, top = (image.width - width) / 2, (image.height - height) / 2
    cut = flatten_image(image, ground).crop(
        (round(left), round(top), round(left + width), round(top + height))
    )
    return make_photo(box, cut)


def make_photo(box: Box, image: Image) -> Photo:
    """A picture without transparency, as what fills a box."""
    file = BytesIO()
    image.save(file, "PNG")
    return Photo(box, file.getvalue())


def _open_image(content: bytes, where: str) -> Image:
    if not is_picture(content):
        raise refuse(
            where, "the file is not a PNG or JPEG picture", "a .png or .jpg file, or an SVG drawing"
        )
    return open_image(content, where)


def flatten_image(image: Image, ground: Colour) -> Image:
    """The picture in grey or RGB; where it is transparent, it shows the ground."""
    from PIL.Image import alpha_composite, new

    if image.mode in ("1", "I", "I;16", "F"):
        return image.convert("L")
    if not image.has_transparency_data:
        return image if image.mode in ("L", "RGB") else image.convert("RGB")
    paper = new("RGBA", image.size, (*(round(255 * part) for part in ground), 255))
    return alpha_composite(paper, image.convert("RGBA")).convert("RGB")
