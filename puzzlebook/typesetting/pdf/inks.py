"""Colours in the inks of a printer: grey, red, green and blue, or cyan, magenta, yellow and black.

The conversions are plain arithmetic, the same everywhere, without profiles. A colour that was
chosen on a screen looks duller on paper, whoever converts it.
"""

from __future__ import annotations

from collections.abc import Collection
from math import fsum
from typing import Any

from puzzlebook.drawing.drawing import Colour

RGB, CMYK = "rgb", "cmyk"
_STRIP = 256  # rows of pixels that are converted at a time


def convert_to_space(
    colour: Colour, spaces: Collection[str], most_ink: float | None = None
) -> tuple[float, ...]:
    """The numbers of a colour in the first space that suits: one for grey, three for RGB, four for
    CMYK.

    What is grey is always one number, so that a black book has no other ink.
    """
    red, green, blue = colour
    if red == green == blue:
        return (red,)
    if RGB in spaces:
        return colour
    return convert_to_inks(colour, most_ink) if CMYK in spaces else (convert_to_grey(colour),)


def convert_to_inks(colour: Colour, most: float | None = None) -> tuple[float, float, float, float]:
    """A colour as cyan, magenta, yellow and black, 0 to 1 each; most: the largest sum of them, such
    as 2.4.

    Black as much as there can be: k = 1 - max(r, g, b). Each other ink lets through what black
    leaves of its light, as in r = (1 - c)(1 - k), so that c = 1 - r / max(r, g, b). One of c, m and
    y is then 0. Where the sum is too large they give way to black in proportion.
    """
    light = max(colour)
    if not light:
        return 0.0, 0.0, 0.0, 1.0
    black = 1 - light
    inks = [1 - part / light for part in colour]
    share = min(1.0, (most - black) / fsum(inks)) if most is not None and any(inks) else 1.0
    # Rounded down, so that no sum is larger for it.
    cyan, magenta, yellow = (int(ink * share * 1000) / 1000 for ink in inks)
    return cyan, magenta, yellow, round(black, 3)


def convert_to_grey(colour: Colour) -> float:
    """How light a colour is as a grey, 0 to 1 (ISO 32000-1, 10.3.2)."""
    red, green, blue = colour
    return round(0.3 * red + 0.59 * green + 0.11 * blue, 4)


def convert_pixels(image: Any, spaces: Collection[str], most_ink: float | None = None) -> Any:
    """A picture of pixels (grey or RGB) in a space that is taken; the picture itself, where its own
    is."""
    if image.mode == "L" or RGB in spaces:
        return image
    return _convert_pixels_to_inks(image, most_ink or 4.0) if CMYK in spaces else image.convert("L")


def _convert_pixels_to_inks(image: Any, most: float) -> Any:
    """The same arithmetic as `convert_to_inks`, in whole numbers, for every pixel."""
    from PIL import Image

    converted = Image.new("CMYK", image.size)
    for top in range(0, image.height, _STRIP):
        strip = image.crop((0, top, image.width, min(top + _STRIP, image.height)))
        converted.paste(_strip_in_inks(strip, int(most * 255)), (0, top))
    return converted


def _strip_in_inks(strip: Any, most: int) -> Any:
    from PIL import Image, ImageChops, ImageMath

    bands = strip.convert("RGB").split()
    light = ImageChops.lighter(ImageChops.lighter(bands[0], bands[1]), bands[2])
    black = ImageChops.invert(light)
    # Where there is no light there is black alone; the 1 keeps the division from failing.
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
            lambda of: of["convert"](of["min"](of["ink"], of["ink"] * (most - of["black"]) / of["total"]), "L"),
            ink=ink, black=black, total=total,
        )
        for ink in full
    ]  # fmt: skip
    return Image.merge("CMYK", [*inks, black])
