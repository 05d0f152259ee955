"""What a page paints, as a value: sizes of type, weights of lines, colours, pictures,
transparency."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple


class PlacedImage(NamedTuple):
    """A picture of pixels as it is placed: its pixels, and how many of them there are to an
    inch."""

    width: int
    height: int
    dpi: float


@dataclass
class Painted:
    """What was found on a page.

    type_size, line: the smallest type and the thinnest line, in points; None where there is none.
    pale: the lines that are not solid: their weight, and their colour as a share of the strongest.
    spaces: colour spaces, of gray, rgb, cmyk, lab, spot and icc. ink: the largest sum of inks in
    cmyk; untold: whether there is something of which it cannot be told. coloured: whether anything
    is neither black, grey nor white, as far as the colour spaces tell. tint: the lightest grey that
    is not white, as a share of black. transparent: why something shines through. constructs: what
    else is there that a printer may not take. upright, upside: how much text is shown the right way
    up, and how much the wrong way.
    """

    type_size: float | None = None
    line: float | None = None
    pale: set[tuple[float, float]] = field(default_factory=set)
    spaces: set[str] = field(default_factory=set)
    coloured: bool = False
    ink: float = 0.0
    untold: bool = False
    tint: float | None = None
    pictures: list[PlacedImage] = field(default_factory=list)
    transparent: set[str] = field(default_factory=set)
    constructs: set[str] = field(default_factory=set)
    hidden_text: bool = False
    upright: int = 0
    upside: int = 0

    def add(self, other: Painted) -> None:
        """Count what was found elsewhere as found here too."""
        self.pale |= other.pale
        self.spaces |= other.spaces
        self.transparent |= other.transparent
        self.constructs |= other.constructs
        self.type_size = _lesser(self.type_size, other.type_size)
        self.line = _lesser(self.line, other.line)
        self.tint = _lesser(self.tint, other.tint)
        self.pictures += other.pictures
        self.coloured |= other.coloured
        self.untold |= other.untold
        self.hidden_text |= other.hidden_text
        self.ink = max(self.ink, other.ink)
        self.upright += other.upright
        self.upside += other.upside


def minimum(known: float | None, value: float) -> float:
    """The smaller of two numbers, of which the first may not be known yet."""
    return value if known is None else min(known, value)


def _lesser(known: float | None, other: float | None) -> float | None:
    return known if other is None else minimum(known, other)
