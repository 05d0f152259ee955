"""Colours in the inks of a printer: grey, red, green and blue, or cyan, magenta, yellow and black.

The conversions are those that PDF itself defines (ISO 32000-1, 10.3): plain arithmetic, the same everywhere, without
profiles. A colour that was chosen on a screen looks duller on paper, whoever converts it.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from puzzlebook.pictures.drawing import Colour

RGB, CMYK = "rgb", "cmyk"


def in_space(colour: Colour, spaces: Collection[str]) -> tuple[float, ...]:
    """The numbers of a colour in the first space that suits: one for grey, three for RGB, four for CMYK.

    What is grey is always one number, so that a black book has no other ink.
    """
    red, green, blue = colour
    if red == green == blue:
        return (red,)
    if RGB in spaces:
        return colour
    return in_inks(colour) if CMYK in spaces else (in_grey(colour),)


def in_inks(colour: Colour) -> tuple[float, float, float, float]:
    """A colour as cyan, magenta, yellow and black: never over 200 % of ink.

    ISO 32000-1, 10.3.4, with as much black as there can be (BG(k) = UCR(k) = k): k = 1 - max(r, g, b), c = 1 - r - k.
    One of c, m and y is then 0, and c + m + y + k is at most 2 - k.
    """
    most = max(colour)
    cyan, magenta, yellow = (round(most - part, 4) for part in colour)
    return cyan, magenta, yellow, round(1 - most, 4)


def in_grey(colour: Colour) -> float:
    """How light a colour is as a grey, 0 to 1 (ISO 32000-1, 10.3.2)."""
    red, green, blue = colour
    return round(0.3 * red + 0.59 * green + 0.11 * blue, 4)


def pixels_in_space(image: Any, spaces: Collection[str]) -> Any:
    """A picture of pixels (grey or RGB) in a space that is taken; the picture itself, where its own is."""
    if image.mode == "L" or RGB in spaces:
        return image
    return _pixels_in_inks(image) if CMYK in spaces else image.convert("L")


def _pixels_in_inks(image: Any) -> Any:
    """The same arithmetic as `in_inks`, for every pixel."""
    from PIL import Image, ImageChops

    bands = image.convert("RGB").split()
    most = ImageChops.lighter(ImageChops.lighter(bands[0], bands[1]), bands[2])
    inks = [ImageChops.subtract(most, band) for band in bands]
    return Image.merge("CMYK", [*inks, ImageChops.invert(most)])
