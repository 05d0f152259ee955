"""Opening a user's PNG and JPEG files with an upper bound on their pixels, and finding runs of dark
pixels."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator
from io import BytesIO
from itertools import groupby
from typing import TYPE_CHECKING

from puzzlebook.ground.faults import Refused, refuse

if TYPE_CHECKING:
    from PIL.Image import Image

MAX_BYTES = 20_000_000
"""The size of the largest picture or drawing that is read."""
MAX_PIXELS = 64_000_000


def is_picture(content: bytes) -> bool:
    """Return whether the content of a file begins like a PNG or a JPEG."""
    return content.startswith((b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff"))


def open_image(content: bytes, where: str, mode: str | None = None) -> Image:
    """Decode a PNG or JPEG file, and turn the picture upright. Refuse a damaged or far too large
    picture.

    mode: "L" or "RGB", if this is all that has to be decoded of a JPEG. Other files keep their own
    mode.
    """
    from PIL import Image, ImageOps

    with warnings.catch_warnings():
        # Pillow warns about large pictures, which are refused below, and about odd metadata.
        warnings.simplefilter("ignore")
        try:
            picture: Image.Image = Image.open(BytesIO(content), formats=("PNG", "JPEG"))
            if picture.width * picture.height > MAX_PIXELS:
                raise refuse(
                    where,
                    f"the picture has {picture.width} × {picture.height} pixels",
                    "at most 64 million",
                )
            if mode:
                # With "L", only the luminance of a JPEG is decoded. The standard defines luminance
                # exactly; colours may differ between decoders.
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
                where,
                "is not a picture, or is damaged",
                "give a PNG or JPEG file that other programs open",
            ) from None


def find_dark_stretches(row: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Yield the runs of dark pixels in a row as (first, end). row: 1 for a dark pixel, otherwise
    0."""
    begin = 0
    for dark, pixels in groupby(row):
        end = begin + sum(1 for _ in pixels)
        if dark:
            yield begin, end
        begin = end
