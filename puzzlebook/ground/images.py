"""A user's PNG and JPEG files, opened with an upper bound on their pixels, and runs of dark
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

MOST_BYTES = 20_000_000
"""The largest picture or drawing file that is read."""
MOST_PIXELS = 64_000_000


def is_picture(content: bytes) -> bool:
    """Return whether a file's content begins like a PNG or JPEG picture."""
    return content.startswith((b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff"))


def open_image(content: bytes, where: str, mode: str | None = None) -> Image:
    """Return the picture in a PNG or JPEG file, decoded and upright; refused if it is damaged or
    far too large.

    mode: "L" or "RGB", to decode no more of a JPEG than that. The result has the file's own mode.
    """
    from PIL import Image, ImageOps

    with warnings.catch_warnings():
        # Pillow warns about large pictures, which are refused here, and about odd metadata.
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
                # Only the luminance of a grey JPEG is decoded. The standard defines grey exactly;
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
                where,
                "is not a picture, or a damaged one",
                "a PNG or JPEG that other programs open",
            ) from None


def find_dark_stretches(row: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Yield the dark runs in a row of pixels, each 1 or 0, as (first, end)."""
    begin = 0
    for dark, pixels in groupby(row):
        end = begin + sum(1 for _ in pixels)
        if dark:
            yield begin, end
        begin = end
