"""The record of what a page paints: type sizes, line weights, colours, pictures."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import fsum
from typing import NamedTuple


class PlacedImage(NamedTuple):
    """A raster picture on a page: its pixels, and its resolution in pixels per inch."""

    width: int
    height: int
    dpi: float


@dataclass
class Painted:
    """What a page paints.

    type_size, line: the smallest type and the thinnest line, in points; None if there is none.
    pale_lines: for each line that is not solid, its weight in points and its colour as a share of
    the strongest ink. spaces: colour spaces, of gray, rgb, cmyk, lab, spot and icc. coloured:
    whether anything is not black, grey or white, as far as the colour spaces tell.

    ink: the largest sum of cmyk inks. has_unknown_ink: whether the ink of a shading is unknown.
    tint: the lightest grey that is not white, as a share of black. transparent: the causes of
    transparency. constructs: other things that a printer may refuse. missing: named resources that
    do not exist. upright, upside_down: the number of characters shown so. has_boxes: whether boxes
    stand for letters that a font lacks.

    four_ink_type: the smallest type in four inks, in points. has_white_overprint: whether
    white is set to overprint, and so is never printed. overprinted: cmyk colours that leave inks
    below them in place. max_inks: the maximum of each ink in any cmyk colour.
    """

    type_size: float | None = None
    line: float | None = None
    pale_lines: set[tuple[float, float]] = field(default_factory=set)
    spaces: set[str] = field(default_factory=set)
    coloured: bool = False
    ink: float = 0.0
    has_unknown_ink: bool = False
    tint: float | None = None
    pictures: list[PlacedImage] = field(default_factory=list)
    transparent: set[str] = field(default_factory=set)
    constructs: set[str] = field(default_factory=set)
    missing: set[str] = field(default_factory=set)
    hidden_text: bool = False
    has_boxes: bool = False
    upright: int = 0
    upside_down: int = 0
    four_ink_type: float | None = None
    has_white_overprint: bool = False
    overprinted: set[tuple[float, ...]] = field(default_factory=set)
    max_inks: tuple[float, ...] = (0.0, 0.0, 0.0, 0.0)

    def add(self, other: Painted) -> None:
        """Add what a form on the page paints."""
        self.pale_lines |= other.pale_lines
        self.spaces |= other.spaces
        self.transparent |= other.transparent
        self.constructs |= other.constructs
        self.missing |= other.missing
        self.overprinted |= other.overprinted
        self.max_inks = tuple(map(max, self.max_inks, other.max_inks))
        self.four_ink_type = _lesser(self.four_ink_type, other.four_ink_type)
        self.has_white_overprint |= other.has_white_overprint
        self.type_size = _lesser(self.type_size, other.type_size)
        self.line = _lesser(self.line, other.line)
        self.tint = _lesser(self.tint, other.tint)
        self.pictures += other.pictures
        self.coloured |= other.coloured
        self.has_unknown_ink |= other.has_unknown_ink
        self.hidden_text |= other.hidden_text
        self.has_boxes |= other.has_boxes
        self.ink = max(self.ink, other.ink)
        self.upright += other.upright
        self.upside_down += other.upside_down

    @property
    def overprint_bound(self) -> float:
        """The largest possible sum of overprinted inks, if the strongest of each ink coincided."""
        sums = (
            fsum(ink or below for ink, below in zip(colour, self.max_inks, strict=True))
            for colour in self.overprinted
        )
        return max(sums, default=0.0)


def minimum(first: float | None, value: float) -> float:
    """Return the smaller of two numbers; the first may be None."""
    return value if first is None else min(first, value)


def _lesser(first: float | None, second: float | None) -> float | None:
    return first if second is None else minimum(first, second)
