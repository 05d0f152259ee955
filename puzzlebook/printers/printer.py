"""A printer and its requirements, as values.

None or an empty value means no requirement: the printer has none, or it is not known.
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
"""The ink that is printed on a paper of its own."""


class Gutter(NamedTuple):
    """The minimum inside margin (points) of books of up to `pages` pages."""

    pages: int
    inside: float


class Stock(NamedTuple):
    """The ink of a book, and its paper, white or cream."""

    ink: str = "black"
    paper: str = "white"

    @property
    def sheet(self) -> str:
        """The paper's key in a printer's table of papers; the paper of premium colour is
        `color`."""
        return "color" if self.ink == PREMIUM else self.paper

    @property
    def named(self) -> str:
        """The stock as a phrase for messages."""
        return f"{self.ink} ink on {self.paper} paper"


class PaleLines(NamedTuple):
    """Lines below a weight (points) need at least this share of an ink."""

    below: float
    least: float


class PageLimit(NamedTuple):
    """The page counts that a printer binds. None as ink, paper or trims means any; None as a number
    means no limit."""

    least: int | None = None
    most: int | None = None
    ink: str | None = None
    paper: str | None = None
    trims: tuple[str, ...] | None = None

    def holds(self, size: str | None, ink: str, paper: str) -> bool:
        """Whether the limit applies to a book of this trim (by name), ink and paper."""
        return (
            self.ink in (None, ink)
            and self.paper in (None, paper)
            and (self.trims is None or size in self.trims)
        )

    def binds(self, pages: int) -> bool:
        """Whether a book may have this many pages."""
        return (self.least or 1) <= pages and (self.most is None or pages <= self.most)

    def __str__(self) -> str:
        least = self.least or 1
        return f"at least {least}" if self.most is None else f"{least} to {self.most}"


class SideRange(NamedTuple):
    """The allowed length of a side of a page, in points."""

    least: float
    most: float

    def __str__(self) -> str:
        return f"{format_inches(self.least)} to {format_inches(self.most)}"

    def holds(self, side: float) -> bool:
        """Whether a side is within the range, up to rounding."""
        return self.least - SAME <= side <= self.most + SAME


class Trims(NamedTuple):
    """The page sizes that a printer accepts: named ones, and any within the ranges of width and
    height. If there are neither, all sizes.

    likely: the ranges of width and height that third parties report; sizes beyond them are accepted
    with a remark.
    """

    names: tuple[str, ...] = ()
    width: SideRange | None = None
    height: SideRange | None = None
    landscape: bool = True
    likely: tuple[SideRange, SideRange] | None = None

    @property
    def sizes(self) -> list[Trim]:
        return [trim(name) for name in self.names]

    def take(self, width: float, height: float) -> bool:
        """Whether a page of this size (points) is accepted."""
        if width > height + SAME and not self.landscape:
            return False
        if not self.names or self.named(width, height):
            return True
        if self.width is None or self.height is None:
            return False
        return self.width.holds(width) and self.height.holds(height)

    def is_likely(self, width: float, height: float) -> bool:
        """Whether a page of this size (points) is known to be accepted."""
        return self.likely is None or (self.likely[0].holds(width) and self.likely[1].holds(height))

    def named(self, width: float, height: float) -> str | None:
        """The name of a page size (points), if it has one here."""
        return next((size.name for size in self.sizes if size.measures(width, height)), None)

    def find_nearest(self, width: float, height: float) -> str | None:
        """The name of the size nearest to these measures (points); None if no size has a name."""
        differences = {
            size.name: abs(size.width - width) + abs(size.height - height) for size in self.sizes
        }
        return min(differences, key=lambda name: differences[name], default=None)


class BlankPages(NamedTuple):
    """The most blank pages in a row, the most at the end, and whether the last page must be
    blank."""

    running: int | None = None
    at_end: int | None = None
    last: bool = False


class SpineStep(NamedTuple):
    """The width (points) of the spine of a book of up to `pages` pages."""

    pages: int
    width: float


class ThinSpine(NamedTuple):
    """A width (points) below which text on a spine keeps a different distance from its folds."""

    below: float
    clear: float


class Spine(NamedTuple):
    """The spine of a book, in points. Its width is `base` plus a width per page that depends on the
    paper, or follows `steps`; without papers and steps it is not known.

    absent: there is no spine, as with coil binding. text_from: the fewest pages at which it may
    carry text. clear: the distance of that text from both folds; thin: the distance on spines below
    a certain width.
    """

    papers: Mapping[str, float] = MappingProxyType({})
    base: float = 0.0
    steps: tuple[SpineStep, ...] = ()
    absent: bool = False
    text_from: int | None = None
    clear: float = 0.0
    thin: ThinSpine | None = None

    def keep_clear(self, width: float) -> float:
        """The distance (points) of text from both folds of a spine of this width."""
        return self.thin.clear if self.thin and width < self.thin.below else self.clear

    @property
    def is_known(self) -> bool:
        """Whether its width follows from pages and paper."""
        return bool(self.papers or self.steps or self.absent)

    def width(self, pages: int, paper: str) -> float:
        """The width of the spine (points)."""
        if self.steps:
            widths = (step.width for step in self.steps if pages <= step.pages)
            return next(widths, self.steps[-1].width)
        return self.base + pages * self.papers[paper] if self.papers else 0.0


class Overhang(NamedTuple):
    """How much wider and higher (points) each board of a hard cover is than a page."""

    width: float
    height: float


class Barcode(NamedTuple):
    """The empty area for a barcode at the bottom right of the back cover, and its distance from the
    edges (points)."""

    width: float
    height: float
    edge: float


class CoverRules(NamedTuple):
    """The requirements of a cover; lengths are in points.

    wrap: the margin folded round the boards of a hard cover, in place of a bleed. hinge: the strip
    of front and back beside the spine that bends, or that a coil goes through. boards: whether the
    cover has boards larger than the pages. overhang: how much larger; None if only the printer's
    own calculator tells. apart: whether front and back are separate pages with a blank safe margin,
    as printed at home. spaces: the accepted colour spaces (gray, rgb, cmyk); None for all.
    most_ink: the largest sum of all inks, 1 for each.
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
        """The width of the border beyond the trim."""
        return self.wrap or self.bleed


class Printer(NamedTuple):
    """A printer's profile. Lengths are in points.

    margins, bleed_margins: the minimum margins, without bleed and with it. gutters: the minimum
    inside margin by page count. least_built: the smallest type in four inks. bleed: None if nothing
    may bleed. multiple: the page count is a multiple of it. papers: by ink, the papers on which it
    is printed; an ink not listed is not known. spaces: the accepted colour spaces (gray, rgb,
    cmyk); None for all. most_ink: the largest sum of all inks, 1 for each. refused, unwanted:
    features that a file must not, or should not, have. standard: the standard that a file should
    declare, such as PDF/X-1a. condition: the printing condition that it names. sides: the binding
    sides; None if not known. marks: the source of each group of figures. codes: which codes its
    books print unless they say otherwise; "" for what suits their readers. is_for_sale: whether its
    books are sold, so that they state whose rights are reserved.
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
    blank_pages: BlankPages = BlankPages()
    least_type: float | None = None
    least_built: float | None = None
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
    codes: str = ""
    is_for_sale: bool = False

    def least_margins(self, pages: int, bleeds: bool = False) -> Edges:
        """The minimum margins of a book of this many pages."""
        margins = self.bleed_margins if bleeds else self.margins
        widest = max((row.inside for row in self.gutters), default=0.0)
        gutter = next((row.inside for row in self.gutters if pages <= row.pages), widest)
        return margins._replace(inside=max(margins.inside, gutter))

    def limit(self, width: float, height: float, ink: str, paper: str) -> PageLimit:
        """The page counts allowed for a book of this trim (points), ink and paper."""
        size = self.trims.named(width, height)
        return next((row for row in self.limits if row.holds(size, ink, paper)), PageLimit())

    def prints(self, stock: Stock) -> bool:
        """Whether this ink is printed on this paper, as far as known."""
        return stock.paper in self.papers.get(stock.ink, (stock.paper,))


def list_offered_sizes(printer: Printer) -> str:
    """The sizes that a printer accepts, as a phrase for `allowed`."""
    trims = printer.trims
    if not trims.names:
        condition = "" if trims.landscape else " that is not wider than high"
        return f"allowed: every size{condition}"
    choices = format_choices(trims.names)
    if trims.width and trims.height:
        choices += f", or {trims.width} wide and {trims.height} high"
    return choices
