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
    pale: the weight of each line that is not solid, in points, and its colour as a share of the
    strongest ink. spaces: colour spaces, of gray, rgb, cmyk, lab, spot and icc. coloured: whether
    anything is not black, grey or white, as far as the colour spaces tell.

    ink: the largest sum of cmyk inks. untold: whether a shading has unknown inks. tint: the
    lightest grey that is not white, as a share of black. transparent: the causes of transparency.
    constructs: other things that a printer may refuse. missing: named resources that do not exist.
    upright, upside: the number of characters shown upright and upside down.

    built_type: the smallest type in four inks, in points. white_over: whether white is set to
    overprint, and so is never printed. overprinted: cmyk colours that leave inks below them in
    place. max_inks: the maximum of each ink in any cmyk colour.
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
    missing: set[str] = field(default_factory=set)
    hidden_text: bool = False
    upright: int = 0
    upside: int = 0
    built_type: float | None = None
    white_over: bool = False
    overprinted: set[tuple[float, ...]] = field(default_factory=set)
    max_inks: tuple[float, ...] = (0.0, 0.0, 0.0, 0.0)

    def add(self, other: Painted) -> None:
        """Add what a form on the page paints."""
        self.pale |= other.pale
        self.spaces |= other.spaces
        self.transparent |= other.transparent
        self.constructs |= other.constructs
        self.missing |= other.missing
        self.overprinted |= other.overprinted
        self.max_inks = tuple(map(max, self.max_inks, other.max_inks))
        self.built_type = _lesser(self.built_type, other.built_type)
        self.white_over |= other.white_over
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

    @property
    def overprint_bound(self) -> float:
        """The largest possible sum of overprinted inks, if the strongest of each ink coincided."""
        sums = (
            fsum(own or below for own, below in zip(colour, self.max_inks, strict=True))
            for colour in self.overprinted
        )
        return max(sums, default=0.0)


def minimum(minimum: float | None, value: float) -> float:
    """Return the smaller of two numbers; the first may be None."""
    return value if minimum is None else min(minimum, value)


def _lesser(least: float | None, other: float | None) -> float | None:
    return least if other is None else minimum(least, other)
