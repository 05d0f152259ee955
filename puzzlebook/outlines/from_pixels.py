"""PNG and JPEG files of the user's: opened with care, and read as outlines. Dark or opaque is
inside."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator
from io import BytesIO
from itertools import groupby
from typing import TYPE_CHECKING

from puzzlebook.ground.faults import Refused, refuse
from puzzlebook.outlines.outline import SPAN, Area, IntPoint, Outline

if TYPE_CHECKING:
    from PIL.Image import Image

MOST_PIXELS = 64_000_000
# Pixels along the longer side: half a cell at 2,000 cells across, the most that a maze has.
_LARGEST = 1000


def is_picture(content: bytes) -> bool:
    """Return whether a file's content begins like a PNG or JPEG picture."""
    return content.startswith((b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff"))


def open_image(content: bytes, where: str, mode: str | None = None) -> Image:
    """Return the picture in a PNG or JPEG file, decoded and upright; refused if it is damaged or
    far too large.

    mode: "L" or "RGB", to decode a JPEG to no more than that. The result has the file's own mode.
    """
    from PIL import Image, ImageOps

    with warnings.catch_warnings():
        # Pillow warns of large pictures, which are refused here, and of odd metadata.
        warnings.simplefilter("ignore")
        try:
            picture: Image.Image = Image.open(BytesIO(content), formats=("PNG", "JPEG"))
            if picture.width * picture.height > MOST_PIXELS:
                raise refuse(
                    where,
                    f"the picture has {picture.width} × {picture.height} pixels",
                    "at most 64 million",
                )
            if mode:
                # Of a grey JPEG only the luminance is decoded. The standard defines grey exactly;
                # colours may differ between decoders.
                picture.draft(mode, picture.size)
            return ImageOps.exif_transpose(picture)
        except Refused:
            raise
        except Image.DecompressionBombError:
            raise refuse(
                where, "the picture has far too many pixels", "at most 64 million"
            ) from None
        except (OSError, ValueError, SyntaxError, EOFError, MemoryError):
            raise refuse(
                where, "is no picture, or a damaged one", "a PNG or JPEG that other programs open"
            ) from None


def outline_picture(data: bytes, where: str) -> Outline:
    """Return the outline of a PNG or JPEG: what is opaque, if any of it is transparent, or else
    what is darker than mid grey.

    A large picture is first scaled down by an integer factor; each pixel is the mean of a block.
    """
    grey = _measure_darkness(data, where)
    grey = grey.reduce(max(1, -(-max(grey.size) // _LARGEST)))
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
            "a dark shape on white, or any on nothing",
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


def find_dark_stretches(row: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Yield the dark runs in a row of pixels, each 1 or 0, as (first, end)."""
    begin = 0
    for dark, pixels in groupby(row):
        end = begin + sum(1 for _ in pixels)
        if dark:
            yield begin, end
        begin = end


def _measure_darkness(data: bytes, where: str) -> Image:
    """Return the picture as one byte per pixel, 255 where it is fully inside."""
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
