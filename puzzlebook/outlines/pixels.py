"""Pictures of pixels in files of the user's, opened with care."""

from __future__ import annotations

import warnings
from io import BytesIO
from typing import TYPE_CHECKING

from puzzlebook.faults import Refused, refuse

if TYPE_CHECKING:
    from PIL.Image import Image

MOST_PIXELS = 64_000_000


def opened(content: bytes, where: str, mode: str | None = None) -> Image:
    """The picture in a PNG or JPEG file, decoded and the right way up; refused if it is damaged or far too large.

    mode: "L" or "RGB", if a JPEG is to be decoded for no more than that. The mode of the result is the file's own.
    """
    from PIL import Image, ImageOps

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # Pillow warns of large pictures and odd metadata; we refuse by size ourselves
        try:
            picture: Image.Image = Image.open(BytesIO(content), formats=("PNG", "JPEG"))
            if picture.width * picture.height > MOST_PIXELS:
                raise refuse(where, f"the picture has {picture.width} × {picture.height} pixels", "at most 64 million")
            if mode:
                # Of a JPEG in grey only the luminance is decoded: the standard leaves no room there, in colour it does.
                picture.draft(mode, picture.size)
            return ImageOps.exif_transpose(picture)
        except Refused:
            raise
        except Image.DecompressionBombError:
            raise refuse(where, "the picture has far too many pixels", "at most 64 million") from None
        except (OSError, ValueError, SyntaxError, EOFError, MemoryError):
            raise refuse(where, "is no picture, or a damaged one", "a PNG or JPEG that other programs open") from None
