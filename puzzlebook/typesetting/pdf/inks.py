"""Colours converted to grey, RGB or CMYK.

The conversions use plain arithmetic and a table (see docs/inks.py), with the same results on every
machine. Strong violet, blue and green on a screen look duller on paper in any conversion.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from math import fsum
from typing import Any, NamedTuple

from puzzlebook.drawing.drawing import Colour
from puzzlebook.ground import templates

RGB, CMYK = "rgb", "cmyk"
_ROUNDING = 0.5 / 255


def convert_to_space(
    colour: Colour, spaces: Collection[str], max_ink: float | None = None, is_fine: bool = False
) -> tuple[float, ...]:
    """Return a colour as one number for grey, three for RGB or four for CMYK.

    A grey is always one number, so that a black book needs no other ink. Otherwise RGB is preferred
    to CMYK, and CMYK to grey. is_fine: whether the colour is for thin lines or small type, or for a
    ground in which such type is knocked out.
    """
    red, green, blue = colour
    if red == green == blue:
        return (red,)
    if RGB in spaces:
        return colour
    if CMYK not in spaces:
        return (convert_to_grey(colour),)
    return convert_to_fine_inks(colour) if is_fine else convert_to_inks(colour, max_ink)


def convert_to_inks(
    colour: Colour, maximum: float | None = None
) -> tuple[float, float, float, float]:
    """Return a colour as cyan, magenta, yellow and black, 0 to 1 each. maximum: their largest sum,
    such as 2.4.

    The inks are interpolated, linearly along each axis, in the table of `templates/inks.toml`.
    Greys use only black.
    """
    if len(set(colour)) == 1:
        return 0.0, 0.0, 0.0, round(1 - colour[0], 3)
    table = _load_table(maximum)
    last = table.nodes - 1
    corners: list[tuple[int, float]] = [(0, 1.0)]
    for part in colour:
        low = min(int(part * last), last - 1)
        share = part * last - low
        corners = [
            (table.nodes * place + low + step, weight * (share if step else 1 - share))
            for place, weight in corners
            for step in (0, 1)
        ]
    # Rounded down, so that the sum never exceeds the limit.
    cyan, magenta, yellow, black = (
        int(fsum(weight * table.inks[place][ink] for place, weight in corners) * 1000) / 1000
        for ink in range(4)
    )
    return cyan, magenta, yellow, black


def convert_to_fine_inks(colour: Colour) -> tuple[float, ...]:
    """Return the nearest mixture of at most two inks in the table, in the form of
    `convert_to_space`.

    Nothing is interpolated, since two mixtures of two inks may have four inks together.
    """
    table = _load_fine_table()
    red, green, blue = (round(part * (table.nodes - 1)) for part in colour)
    inks = table.inks[(red * table.nodes + green) * table.nodes + blue]
    return tuple(round(ink, 3) for ink in inks) if any(inks[:3]) else (round(1 - inks[3], 3),)


class _Table(NamedTuple):
    """The inks of colours at `nodes` nodes along each axis; blue varies fastest, then green."""

    nodes: int
    inks: Sequence[tuple[float, float, float, float]]


@lru_cache(maxsize=4)
def _load_table(maximum: float | None) -> _Table:
    """Load the table of inks, limited so that no sum, even interpolated, exceeds `maximum`."""
    table = templates.table("inks.toml")
    return _Table(table["nodes"], [_limit(inks, maximum) for inks in _read_rows(table["table"])])


@lru_cache(maxsize=1)
def _load_fine_table() -> _Table:
    """Load the table of mixtures of at most two inks."""
    table = templates.table("inks.toml")
    return _Table(table["nodes"], list(_read_rows(table["fine"])))


def _read_rows(digits: str) -> Iterator[tuple[float, float, float, float]]:
    for cyan, magenta, yellow, black in zip(*[iter(bytes.fromhex(digits))] * 4, strict=True):
        yield cyan / 255, magenta / 255, yellow / 255, black / 255


def _limit(
    inks: tuple[float, float, float, float], maximum: float | None
) -> tuple[float, float, float, float]:
    """Return inks, with less cyan, magenta and yellow if the sum is too large."""
    *colour, black = inks
    if maximum is None or fsum(inks) <= maximum:
        return inks
    share = (maximum - black) / fsum(colour)
    cyan, magenta, yellow = (ink * share for ink in colour)
    return cyan, magenta, yellow, black


def convert_to_grey(colour: Colour) -> float:
    """Return the lightness of a colour as a grey, 0 to 1 (ISO 32000-1, 10.3.2)."""
    red, green, blue = colour
    return round(0.3 * red + 0.59 * green + 0.11 * blue, 4)


def convert_pixels(image: Any, spaces: Collection[str], max_ink: float | None = None) -> Any:
    """Convert a grey or RGB image to an accepted colour space. Return the image itself if its own
    space is accepted."""
    if image.mode == "L" or RGB in spaces:
        return image
    if CMYK not in spaces:
        return image.convert("L")
    from PIL import Image, ImageChops, ImageFilter

    nodes, inks = _load_table(max_ink)
    # In Pillow's table red varies fastest, and results are rounded to nearest.
    lookup = [
        max(0.0, ink - _ROUNDING)
        for blue in range(nodes)
        for green in range(nodes)
        for red in range(nodes)
        for ink in inks[(red * nodes + green) * nodes + blue]
    ]
    pixels = image.convert("RGB")
    converted = pixels.filter(ImageFilter.Color3DLUT(nodes, lookup, channels=4, target_mode="CMYK"))
    red, green, blue = pixels.split()
    hue = ImageChops.lighter(ImageChops.difference(red, green), ImageChops.difference(green, blue))
    none = Image.new("L", pixels.size)
    greys = Image.merge("CMYK", [none, none, none, ImageChops.invert(red)])
    converted.paste(greys, mask=hue.point([255] + [0] * 255))
    return converted
