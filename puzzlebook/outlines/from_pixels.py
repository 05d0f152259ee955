"""Reading an outline from a picture of pixels: dark, or opaque, is inside."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import TYPE_CHECKING

from puzzlebook.faults import refuse
from puzzlebook.outlines.outline import SPAN, Area, IntPoint, Outline
from puzzlebook.outlines.pixels import opened

if TYPE_CHECKING:
    from PIL.Image import Image

_LARGEST = 1000  # pixels along the longer side: half a cell at 2,000 cells across, the most a maze has


def picture_outline(data: bytes, where: str) -> Outline:
    """The outline of a PNG or JPEG: what is opaque, if any of it is see-through; else what is darker than mid grey.

    A large picture is first scaled down by a whole factor, each pixel the mean of a block.
    """
    grey = _darkness(data, where)
    grey = grey.reduce(max(1, -(-max(grey.size) // _LARGEST)))
    width, pixels = grey.width, grey.tobytes()
    dark = [pixels[row : row + width] for row in range(0, len(pixels), width)]
    runs = [(row, *run) for row, line in enumerate(dark) for run in _runs(line)]
    if not runs:
        raise refuse(where, "nothing in the picture is dark or opaque", "a dark shape on white, or any on nothing")
    left, right = min(first for _, first, _ in runs), max(end for *_, end in runs)
    top, bottom = runs[0][0], runs[-1][0] + 1
    scale = SPAN / max(right - left, bottom - top)

    def at(x: int, y: int) -> IntPoint:
        return round((x - left) * scale), round((y - top) * scale)

    blocks = tuple((at(a, row), at(b, row), at(b, row + 1), at(a, row + 1)) for row, a, b in runs)
    return Outline((Area(blocks),), *at(right, bottom))


def _runs(line: bytes) -> Iterator[tuple[int, int]]:
    """The stretches of inside in a row of pixels, as (first, end)."""
    at = 0
    for inside, pixels in groupby(value >= 128 for value in line):
        length = sum(1 for _ in pixels)
        if inside:
            yield at, at + length
        at += length


def _darkness(data: bytes, where: str) -> Image:
    """The picture as one byte a pixel, 255 where it is fully inside."""
    from PIL import ImageChops

    picture = opened(data, where, "L")
    if picture.has_transparency_data:
        alpha = picture.convert("RGBA").getchannel("A")
        if any(alpha.histogram()[:128]):
            return alpha
        picture = picture.convert("RGB")
    if picture.mode.startswith("I"):  # 16 bits a pixel
        picture = picture.convert("I").point([min(value // 257, 255) for value in range(65536)], "L")
    return ImageChops.invert(picture.convert("L"))
