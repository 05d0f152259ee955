"""Who prints a book, and what they ask for, as values.

What is None or empty asks for nothing: either the printer does not, or nobody knows.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from types import MappingProxyType
from typing import NamedTuple

from puzzlebook.ground.faults import format_choices
from puzzlebook.ground.lengths import format_inches
from puzzlebook.printers.trims import SAME, Trim, trim
from puzzlebook.typesetting.layout import Edges

PREMIUM = "premium-color"
"""The ink that has a paper of its own."""


class Gutter(NamedTuple):
    """The least inside margin (points) of books of up to so many pages."""

    pages: int
    inside: float


class Stock(NamedTuple):
    """What a book is printed with: its ink, and its paper, white or cream."""

    ink: str = "black"
    paper: str = "white"

    @property
    def sheet(self) -> str:
        """The row of a printer's table of papers: the white one of premium colour is another, and
        is called `color`."""
        return "color" if self.ink == PREMIUM else self.paper

    @property
    def named(self) -> str:
        """This stock, as a phrase."""
        return f"{self.ink} ink on {self.paper} paper"


class PaleLines(NamedTuple):
    """Lines below this weight (points) want at least this share of an ink."""

    below: float
    least: float


class PageLimit(NamedTuple):
    """How many pages a book may have; None for an ink, a paper or trims means any, None for a
    number no limit."""

    least: int | None = None
    most: int | None = None
    ink: str | None = None
    paper: str | None = None
    trims: tuple[str, ...] | None = None

    def holds(self, size: str | None, ink: str, paper: str) -> bool:
        """Whether this is about a book of this trim, by its name, ink and paper."""
        return (
            self.ink in (None, ink)
            and self.paper in (None, paper)
            and (self.trims is None or size in self.trims)
        )

    def binds(self, pages: int) -> bool:
        """Whether a book may have so many pages."""
        return (self.least or 1) <= pages and (self.most is None or pages <= self.most)

    def __str__(self) -> str:
        return (
            f"at least {self.least or 1}"
            if self.most is None
            else f"{self.least or 1} to {self.most}"
        )


class SideRange(NamedTuple):
    """From the least to the most that a side of a page may measure, in points."""

    least: float
    most: float

    def __str__(self) -> str:
        return f"{format_inches(self.least)} to {format_inches(self.most)}"

    def holds(self, side: float) -> bool:
        """Whether a side is as long as that, but for rounding."""
        return self.least - SAME <= side <= self.most + SAME


class Trims(NamedTuple):
    """The sizes of page that a printer takes: by name and, between width and height, any. None of
    both: all sizes.

    likely: the widths and heights that third parties tell of; what is beyond is let pass, but not
    without a word.
    """

    names: tuple[str, ...] = ()
    width: SideRange | None = None
    height: SideRange | None = None
    landscape: bool = True
    likely: tuple[SideRange, SideRange] | None = None

    @property
    def sizes(self) -> list[Trim]:
        """The sizes by name."""
        return [trim(name) for name in self.names]

    def take(self, width: float, height: float) -> bool:
        """Whether a page of this size (points) is taken."""
        if width > height + SAME and not self.landscape:
            return False
        if not self.names or self.named(width, height):
            return True
        if self.width is None or self.height is None:
            return False
        return self.width.holds(width) and self.height.holds(height)

    def is_likely(self, width: float, height: float) -> bool:
        """Whether anybody says that a page of this size (points) is taken."""
        return self.likely is None or (self.likely[0].holds(width) and self.likely[1].holds(height))

    def named(self, width: float, height: float) -> str | None:
        """The name of the size that a page of these measures has."""
        return next((size.name for size in self.sizes if size.measures(width, height)), None)

    def find_nearest(self, width: float, height: float) -> str | None:
        """The name of the size that differs least from these measures; None where no size has a
        name."""
        apart = {
            size.name: abs(size.width - width) + abs(size.height - height) for size in self.sizes
        }
        return min(apart, key=lambda name: apart[name], default=None)


class Blanks(NamedTuple):
    """How many blank pages may follow each other, how many at the end, and whether the last page
    must be blank."""

    running: int | None = None
    at_end: int | None = None
    last: bool = False


class SpineStep(NamedTuple):
    """How wide (points) the spine of a book of up to so many pages is."""

    pages: int
    width: float


class Spine(NamedTuple):
    """The spine of a book: its width for each page (points) by paper and what is added to it once,
    or its width by steps; the fewest pages at which it may carry text, and how far the text keeps
    from both folds (points). None of papers and steps: nobody knows its width. absent: there is no
    spine, as where a coil binds."""

    papers: Mapping[str, float] = MappingProxyType({})
    base: float = 0.0
    steps: tuple[SpineStep, ...] = ()
    absent: bool = False
    text_from: int | None = None
    clear: float = 0.0

    @property
    def is_known(self) -> bool:
        """Whether its width follows from pages and paper."""
        return bool(self.papers or self.steps or self.absent)

    def width(self, pages: int, paper: str) -> float:
        """How thick so many pages are (points)."""
        if self.steps:
            return next(
                (step.width for step in self.steps if pages <= step.pages), self.steps[-1].width
            )
        return self.base + pages * self.papers[paper] if self.papers else 0.0


class Overhang(NamedTuple):
    """How much wider and higher (points) than a page each board of a hard cover is."""

    width: float
    height: float


class Barcode(NamedTuple):
    """The field at the bottom right of the back cover that is kept empty, and its distance from the
    edges (points)."""

    width: float
    height: float
    edge: float


class CoverRules(NamedTuple):
    """What a cover must be, in points.

    wrap: what is folded round the boards of a hard cover, in place of a bleed. hinge: the strip of
    front and back beside the spine that bends, or that a coil goes through. boards: whether these
    are larger than the pages; overhang: by how much, None where only the printer's own calculator
    says it. apart: whether front and back are pages of their own, as a printer at home prints them,
    with the safe margin blank. spaces: the colour spaces that are taken (gray, rgb, cmyk); None for
    all. most_ink: the sum of all inks, 1 for each.
    """

    bleed: float = 0.0
    safe: float = 0.0
    wrap: float = 0.0
    hinge: float = 0.0
    boards: bool = False
    overhang: Overhang | None = None
    apart: bool = False
    barcode: Barcode | None = None
    spaces: tuple[str, ...] | None = None
    most_ink: float | None = None
    most_megabytes: float | None = None

    @property
    def edge(self) -> float:
        """What goes beyond the trim all round."""
        return self.wrap or self.bleed


class Printer(NamedTuple):
    """A printer's profile. Lengths are in points.

    margins, bleed_margins: the least, without bleed and with it. gutters: the least inside margin
    by page count. bleed: how far a page that bleeds goes beyond the trim; None where nothing may
    bleed. papers: by ink, those on which it is printed; of an ink that is not there nobody knows.
    spaces: the colour spaces that are taken (gray, rgb, cmyk); None for all. most_ink: the sum of
    all inks, 1 for each. refused: what a file may not have in it. unwanted: what it had better not
    have. standard: what a file had better say that it is, such as PDF/X-1a; condition: the printing
    condition that it names. sides: on which a book may be bound; None where that is not known.
    marks: the source of each group of figures.
    """

    name: str
    about: str
    checked_on: date
    sources: tuple[str, ...]
    unknown: tuple[str, ...]
    marks: Mapping[str, str]
    margins: Edges
    bleed_margins: Edges
    gutters: tuple[Gutter, ...] = ()
    bleed: Edges | None = None
    trims: Trims = Trims()
    multiple: int = 1
    limits: tuple[PageLimit, ...] = ()
    papers: Mapping[str, tuple[str, ...]] = MappingProxyType({})
    blanks: Blanks = Blanks()
    least_type: float | None = None
    least_line: float | None = None
    least_grey: float | None = None
    pale: PaleLines | None = None
    least_dpi: float | None = None
    spaces: tuple[str, ...] | None = None
    most_ink: float | None = None
    most_megabytes: float | None = None
    refused: frozenset[str] = frozenset()
    unwanted: frozenset[str] = frozenset()
    standard: str = ""
    condition: str = ""
    sides: tuple[str, ...] | None = None
    spine: Spine | None = None
    cover: CoverRules = CoverRules()

    def least_margins(self, pages: int, bleeds: bool = False) -> Edges:
        """The least margins of a book of so many pages."""
        margins = self.bleed_margins if bleeds else self.margins
        gutter = next((row.inside for row in self.gutters if pages <= row.pages), None)
        widest = (
            gutter if gutter is not None else max((row.inside for row in self.gutters), default=0.0)
        )
        return margins._replace(inside=max(margins.inside, widest))

    def limit(self, width: float, height: float, ink: str, paper: str) -> PageLimit:
        """How many pages a book of this trim (points), ink and paper may have."""
        size = self.trims.named(width, height)
        return next((row for row in self.limits if row.holds(size, ink, paper)), PageLimit())

    def prints(self, stock: Stock) -> bool:
        """Whether this ink is printed on this paper, as far as is known."""
        return stock.paper in self.papers.get(stock.ink, (stock.paper,))


def list_offered_sizes(printer: Printer) -> str:
    """The sizes that a printer takes, as a phrase for `allowed`."""
    trims = printer.trims
    if not trims.names:
        return (
            "allowed: every size"
            if trims.landscape
            else "allowed: every size that is not wider than high"
        )
    own = ""
    if trims.width and trims.height:
        own = f", or {trims.width} wide and {trims.height} high"
    return format_choices(trims.names) + own
