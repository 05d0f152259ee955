"""How much ink a picture of pixels asks for."""

from __future__ import annotations

from typing import Any

import pikepdf

_MOST = 1500  # pixels across and down that are looked at


def picture_ink(image: Any) -> float:
    """The largest sum of inks of a CMYK picture, 1 for each; of a large one not every pixel is looked at.

    0 where it cannot be read: the printer's own check sees more.
    """
    from PIL import ImageMath

    try:
        pixels = pikepdf.PdfImage(image).as_pil_image()
    except Exception:  # pikepdf and the decoders below it raise whatever they like
        return 0.0
    if pixels.mode != "CMYK":
        return 0.0
    step = max(1, -(-max(pixels.size) // _MOST))
    bands = pixels.resize((-(-pixels.width // step), -(-pixels.height // step)), 0).split()
    total = ImageMath.lambda_eval(
        lambda of: of["c"] + of["m"] + of["y"] + of["k"], **dict(zip("cmyk", bands, strict=True))
    )
    return float(total.getextrema()[1]) / 255
