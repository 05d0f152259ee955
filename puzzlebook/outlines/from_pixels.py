"""Reading an outline from a PNG or JPEG. Dark or opaque pixels are inside."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzlebook.geometry.arcs import IntPoint
from puzzlebook.ground.faults import refuse
from puzzlebook.ground.images import find_dark_stretches, open_image
from puzzlebook.outlines.outline import SPAN, Area, Outline

if TYPE_CHECKING:
    from PIL.Image import Image

# The most pixels along the longer side. In the largest square maze, 2,000 cells across, a pixel is
# two cells wide.
_MAX_SIDE = 1000
# A picture is a photo if more than this share of its pixels are grey, neither light nor dark. The
# background of a photo is dark if more than this share of the pixels at the edge are dark.
_MAX_GREY_SHARE, _MAX_DARK_EDGE_SHARE = 0.25, 0.25
_LIGHT, _DARK = 48, 207  # grey is between these values of darkness (0 is white, 255 is black)


def outline_picture(data: bytes, where: str) -> Outline:
    """Return the outline of a PNG or JPEG: its opaque area if the picture has transparent parts,
    otherwise the area that is darker than mid grey.

    A large picture is first scaled down by an integer factor; each new pixel is the mean of a
    block.
    """
    grey = _measure_darkness(data, where)
    grey = grey.reduce(max(1, -(-max(grey.size) // _MAX_SIDE)))
    width, pixels = grey.width, grey.tobytes()
    rows = [pixels[row : row + width] for row in range(0, len(pixels), width)]
    runs = [
        (row, *run)
        for row, line in enumerate(rows)
        for run in find_dark_stretches(value >= 128 for value in line)
    ]
    if not runs:
        raise refuse(
            where,
            "nothing in the picture is dark or opaque",
            "give a dark shape on white, or any shape on a transparent background",
        )
    left, right = min(first for _, first, _ in runs), max(end for *_, end in runs)
    top, bottom = runs[0][0], runs[-1][0] + 1
    scale = SPAN / max(right - left, bottom - top)

    def scale_point(x: int, y: int) -> IntPoint:
        return round((x - left) * scale), round((y - top) * scale)

    blocks = tuple(
        (scale_point(a, row), scale_point(b, row), scale_point(b, row + 1), scale_point(a, row + 1))
        for row, a, b in runs
    )
    return Outline((Area(blocks),), *scale_point(right, bottom))


def refuse_dark_ground(data: bytes, where: str) -> None:
    """Refuse a photo whose background is as dark as its subject, because the two cannot be told
    apart."""
    grey = _measure_darkness(data, where)
    grey = grey.reduce(max(1, -(-max(grey.size) // (_MAX_SIDE // 5))))
    width, pixels = grey.width, grey.tobytes()
    edge = pixels[:width] + pixels[-width:] + pixels[::width] + pixels[width - 1 :: width]
    greys = [value for value in pixels if _LIGHT < value < _DARK]
    dark = [value for value in edge if value >= 128]
    if len(greys) > _MAX_GREY_SHARE * len(pixels) and len(dark) > _MAX_DARK_EDGE_SHARE * len(edge):
        raise refuse(
            where,
            "the subject of this photo does not stand out from its background",
            "give a picture on white, or cut out on a transparent background (PNG)",
        )


def _measure_darkness(data: bytes, where: str) -> Image:
    """Return the picture with one byte per pixel, 255 where the pixel is fully inside."""
    from PIL import ImageChops

    picture = open_image(data, where, "L")
    if picture.has_transparency_data:
        alpha = picture.convert("RGBA").getchannel("A")
        if any(alpha.histogram()[:128]):
            return alpha
        picture = picture.convert("RGB")
    if picture.mode.startswith("I"):  # 16 bits a pixel
        picture = picture.convert("I").point(
            [min(value // 257, 255) for value in range(65536)], "L"
        )
    return ImageChops.invert(picture.convert("L"))
