"""Colours converted to grey, RGB or CMYK.

The conversions are plain arithmetic without profiles, the same on every machine. A colour chosen on
a screen looks duller on paper in any conversion.
"""

from __future__ import annotations

from collections.abc import Collection
from math import fsum
from typing import Any

from puzzlebook.drawing.drawing import Colour

RGB, CMYK = "rgb", "cmyk"
_STRIP = 256  # rows of pixels converted at a time


def convert_to_space(
    colour: Colour, spaces: Collection[str], most_ink: float | None = None
) -> tuple[float, ...]:
    """Return a colour as one number for grey, three for RGB or four for CMYK.

    Grey is always one number, so that a black book needs no other ink. Otherwise RGB is preferred
    to CMYK, and CMYK to grey.
    """
    red, green, blue = colour
    if red == green == blue:
        return (red,)
    if RGB in spaces:
        return colour
    return convert_to_inks(colour, most_ink) if CMYK in spaces else (convert_to_grey(colour),)


def convert_to_inks(colour: Colour, most: float | None = None) -> tuple[float, float, float, float]:
    """Return a colour as cyan, magenta, yellow and black, 0 to 1 each. most: the largest sum of
    them, such as 2.4.

    There is as much black as possible: k = 1 - max(r, g, b). The other inks follow from
    r = (1 - c)(1 - k), that is c = 1 - r / max(r, g, b), so one of c, m and y is 0. If the sum is
    too large, these three are reduced in proportion.
    """
    light = max(colour)
    if not light:
        return 0.0, 0.0, 0.0, 1.0
    black = 1 - light
    inks = [1 - part / light for part in colour]
    share = min(1.0, (most - black) / fsum(inks)) if most is not None and any(inks) else 1.0
    # Rounded down, so that rounding never exceeds the limit.
    cyan, magenta, yellow = (int(ink * share * 1000) / 1000 for ink in inks)
    return cyan, magenta, yellow, round(black, 3)


def convert_to_grey(colour: Colour) -> float:
    """Return the lightness of a colour as a grey, 0 to 1 (ISO 32000-1, 10.3.2)."""
    red, green, blue = colour
    return round(0.3 * red + 0.59 * green + 0.11 * blue, 4)


def convert_pixels(image: Any, spaces: Collection[str], most_ink: float | None = None) -> Any:
    """Convert a grey or RGB image to an accepted colour space; return the image itself if its own
    is accepted."""
    if image.mode == "L" or RGB in spaces:
        return image
    return _convert_pixels_to_inks(image, most_ink or 4.0) if CMYK in spaces else image.convert("L")


def _convert_pixels_to_inks(image: Any, most: float) -> Any:
    """`convert_to_inks` for every pixel, in integers."""
    from PIL import Image

    converted = Image.new("CMYK", image.size)
    for top in range(0, image.height, _STRIP):
        strip = image.crop((0, top, image.width, min(top + _STRIP, image.height)))
        converted.paste(_convert_strip(strip, int(most * 255)), (0, top))
    return converted


def _convert_strip(strip: Any, most: int) -> Any:
    from PIL import Image, ImageChops, ImageMath

    bands = strip.convert("RGB").split()
    light = ImageChops.lighter(ImageChops.lighter(bands[0], bands[1]), bands[2])
    black = ImageChops.invert(light)
    # The 1 avoids a division by zero: where there is no light the ink is 0.
    full = [
        ImageMath.lambda_eval(
            lambda of: (of["light"] - of["band"]) * 255 / of["max"](of["light"], 1),
            light=light,
            band=band,
        )
        for band in bands
    ]
    total = ImageMath.lambda_eval(
        lambda of: of["max"](of["c"] + of["m"] + of["y"], 1), c=full[0], m=full[1], y=full[2]
    )
    inks = [
        ImageMath.lambda_eval(
            lambda of: of["convert"](
                of["min"](of["ink"], of["ink"] * (most - of["black"]) / of["total"]), "L"
            ),
            ink=ink,
            black=black,
            total=total,
        )
        for ink in full
    ]
    return Image.merge("CMYK", [*inks, black])
