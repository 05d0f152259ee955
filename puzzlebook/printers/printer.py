"""A printer and its requirements, as values.

None or an empty value means that the printer has no requirement, or that it is unknown.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from itertools import pairwise
from types import MappingProxyType
from typing import NamedTuple

from puzzlebook.ground.faults import format_choices
from puzzlebook.ground.lengths import format_inches
from puzzlebook.language.words import RIGHT
from puzzlebook.printers.trims import SAME, Trim, trim
from puzzlebook.typesetting.layout import Edges

PREMIUM = "premium-color"
"""The ink that requires its own paper."""
STANDARD = "standard-color"
"""The ink that prints colours for less."""


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
        """The key of the paper in a printer's paper table; `color` for premium colour."""
        return "color" if self.ink == PREMIUM else self.paper

    @property
    def description(self) -> str:
        """The stock as a phrase for messages."""
        return f"{self.ink} ink on {self.paper} paper"


class PaleLines(NamedTuple):
    """Lines thinner than `below` (points) must be printed with an ink coverage of at least
    `min_coverage` (0 to 1)."""

    below: float
    min_coverage: float


class PageLimit(NamedTuple):
    """The smallest and largest page count that a printer binds, and the books that this limit
    applies to. None as ink, paper or trims means any; None as a number means no limit."""

    minimum: int | None = None
    maximum: int | None = None
    ink: str | None = None
    paper: str | None = None
    trims: tuple[str, ...] | None = None

    def applies_to(self, size: str | None, ink: str, paper: str) -> bool:
        """Return whether the limit applies to a book of this trim (by name), ink and paper."""
        return (
            self.ink in (None, ink)
            and self.paper in (None, paper)
            and (self.trims is None or size in self.trims)
        )

    def binds(self, pages: int) -> bool:
        """Return whether a book may have this many pages."""
        return (self.minimum or 1) <= pages and (self.maximum is None or pages <= self.maximum)

    def __str__(self) -> str:
        minimum = self.minimum or 1
        return f"at least {minimum}" if self.maximum is None else f"{minimum} to {self.maximum}"


class SideRange(NamedTuple):
    """The allowed length of a side of a page, in points."""

    minimum: float
    maximum: float

    def __str__(self) -> str:
        return f"{format_inches(self.minimum)} to {format_inches(self.maximum)}"

    def contains(self, side: float) -> bool:
        """Return whether a side is within the range, up to rounding."""
        return self.minimum - SAME <= side <= self.maximum + SAME


class Trims(NamedTuple):
    """The page sizes that a printer accepts: named sizes, and any size within the ranges of width
    and height. If there are neither names nor ranges, all sizes are accepted.

    likely: the ranges of width and height reported by third parties; sizes outside them are
    accepted with a remark.
    """

    names: tuple[str, ...] = ()
    width: SideRange | None = None
    height: SideRange | None = None
    landscape: bool = True
    likely: tuple[SideRange, SideRange] | None = None

    @property
    def sizes(self) -> list[Trim]:
        return [trim(name) for name in self.names]

    def accepts(self, width: float, height: float) -> bool:
        """Return whether the printer accepts a page of this size (points)."""
        if width > height + SAME and not self.landscape:
            return False
        if not self.names or self.find_name(width, height):
            return True
        if self.width is None or self.height is None:
            return False
        return self.width.contains(width) and self.height.contains(height)

    def is_likely(self, width: float, height: float) -> bool:
        """Return whether a page of this size (points) is known to be accepted."""
        return self.likely is None or (
            self.likely[0].contains(width) and self.likely[1].contains(height)
        )

    def find_name(self, width: float, height: float) -> str | None:
        """Return the name of a page size (points), if the printer has one for it."""
        return next((size.name for size in self.sizes if size.measures(width, height)), None)

    def find_nearest(self, width: float, height: float) -> str | None:
        """Return the named size nearest to these measurements (points); None if there is none."""
        differences = {
            size.name: abs(size.width - width) + abs(size.height - height) for size in self.sizes
        }
        return min(differences, key=lambda name: differences[name], default=None)


class BlankPages(NamedTuple):
    """The longest allowed runs of blank pages, in general and at the end, and whether the last page
    of the file must be blank."""

    running: int | None = None
    at_end: int | None = None
    last: bool = False


class SpineStep(NamedTuple):
    """A spine width (points) for at most (in `steps`) or exactly (in `figures`) `pages` pages."""

    pages: int
    width: float


class ThinSpine(NamedTuple):
    """The distance (points) between folds and text on spines narrower than `below` (points)."""

    below: float
    clear: float


class Spine(NamedTuple):
    """The spine of a book, in points. Its width is computed in one of three ways: looked up in
    `steps`; a base plus a width per page, both of which depend on the paper; or interpolated
    between the `figures` for the paper. Otherwise it is unknown.

    unit: widths are multiples of this; 0 for any width. absent: there is no spine, as with coil
    binding. text_from: the smallest page count at which the spine may carry text. clear: the
    distance of that text from both folds. thin: that distance on thin spines. calculator: the
    address of the printer's own calculator. is_estimated: whether the widths come from third
    parties.
    """

    papers: Mapping[str, float] = MappingProxyType({})
    bases: Mapping[str, float] = MappingProxyType({})
    steps: tuple[SpineStep, ...] = ()
    figures: Mapping[str, tuple[SpineStep, ...]] = MappingProxyType({})
    unit: float = 0.0
    absent: bool = False
    text_from: int | None = None
    clear: float = 0.0
    thin: ThinSpine | None = None
    calculator: str = ""
    is_estimated: bool = False

    def text_clearance(self, width: float) -> float:
        """Return the distance (points) of text from both folds of a spine of this width."""
        return self.thin.clear if self.thin and width < self.thin.below else self.clear

    def width(self, pages: int, paper: str) -> float | None:
        """Return the width of the spine (points); None if unknown."""
        if self.absent:
            return 0.0
        if self.steps:
            widths = (step.width for step in self.steps if pages <= step.pages)
            return next(widths, self.steps[-1].width)
        if paper in self.papers:
            return self.bases.get(paper, 0.0) + pages * self.papers[paper]
        return self._interpolate(pages, self.figures.get(paper, ()))

    def _interpolate(self, pages: int, figures: tuple[SpineStep, ...]) -> float | None:
        """Return the width interpolated for a page count; None outside the known figures."""
        for low, high in pairwise(figures):
            if low.pages <= pages <= high.pages:
                share = (pages - low.pages) / (high.pages - low.pages)
                width = low.width + share * (high.width - low.width)
                return round(width / self.unit) * self.unit if self.unit else width
        return None


class Overhang(NamedTuple):
    """How much wider and taller (points) the boards of a hard cover are than its pages."""

    width: float
    height: float


class Barcode(NamedTuple):
    """The empty barcode area at the back's bottom right: size, distance from the edges (points)."""

    width: float
    height: float
    edge: float


class CoverRules(NamedTuple):
    """The requirements of a cover; lengths are in points.

    wrap: the margin folded around the boards of a hard cover, instead of a bleed. hinge: the strip
    of front and back beside the spine that bends, or is punched for a coil. boards: whether the
    cover has boards larger than the pages. overhang: how much larger; None if only the printer's
    own calculator can tell. separate_pages: whether front and back are separate pages whose
    safe margin is left blank, for printing at home. spaces: the accepted colour spaces (gray, rgb,
    cmyk); None for all. max_ink: the maximum total ink coverage; each ink at full
    strength counts as 1. is_estimated: whether the size of the boards comes from third parties.
    is_barcode_optional: whether a cover without an ISBN needs no space for a barcode.
    """

    bleed: float = 0.0
    safe: float = 0.0
    wrap: float = 0.0
    hinge: float = 0.0
    boards: bool = False
    overhang: Overhang | None = None
    separate_pages: bool = False
    barcode: Barcode | None = None
    spaces: tuple[str, ...] | None = None
    max_ink: float | None = None
    max_megabytes: float | None = None
    is_estimated: bool = False
    is_barcode_optional: bool = False

    @property
    def edge(self) -> float:
        """The width of the margin outside the trim."""
        return self.wrap or self.bleed


class Printer(NamedTuple):
    """A printer's profile. Lengths are in points.

    margins, bleed_margins: the minimum margins, without and with bleed. gutters: the minimum inside
    margin by page count. min_type_four_inks: the smallest type that may be printed in all four
    inks. bleed: None if bleeds are not allowed. multiple: page counts must be multiples of this.
    papers: mapping from inks to the papers that they are printed on; other inks are unknown.
    spaces: the accepted colour spaces (gray, rgb, cmyk); None for all. max_ink: the maximum total
    ink coverage; each ink at full strength counts as 1. refused, unwanted: features that a file
    must not, or should not, have. standard: the standard that a file should declare, such as
    PDF/X-1a. condition: the printing condition that the file names. sides: the binding sides; None
    if unknown. right_for: the languages whose books it binds at the right all the same. reverses:
    whether a book bound at the right is printed from a file whose pages go from the last to the
    first. bound_right: what is known of its books that are bound at the right, as the end of a
    sentence. marks: the letter of the source (O, T or P) of each table of values.
    codes: the codes printed in its books by default; "" for those that suit the readers.
    is_for_sale: whether its books are sold, and so carry a copyright notice. advice: what to know
    before an upload.
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
    min_type: float | None = None
    min_type_four_inks: float | None = None
    min_line: float | None = None
    min_grey: float | None = None
    pale: PaleLines | None = None
    min_dpi: float | None = None
    spaces: tuple[str, ...] | None = None
    max_ink: float | None = None
    max_megabytes: float | None = None
    refused: frozenset[str] = frozenset()
    unwanted: frozenset[str] = frozenset()
    standard: str = ""
    condition: str = ""
    sides: tuple[str, ...] | None = None
    right_for: tuple[str, ...] = ()
    bound_right: str = ""
    reverses: bool = False
    spine: Spine | None = None
    cover: CoverRules = CoverRules()
    codes: str = ""
    is_for_sale: bool = False
    advice: str = ""

    def min_margins(self, pages: int, bleeds: bool = False) -> Edges:
        """Return the minimum margins of a book of this many pages."""
        margins = self.bleed_margins if bleeds else self.margins
        widest = max((row.inside for row in self.gutters), default=0.0)
        gutter = next((row.inside for row in self.gutters if pages <= row.pages), widest)
        return margins._replace(inside=max(margins.inside, gutter))

    def binds_at(self, side: str, language: str) -> bool:
        """Return whether it binds books in this language on this side, as far as known."""
        is_exception = side == RIGHT and language.partition("-")[0] in self.right_for
        return self.sides is None or side in self.sides or is_exception

    def limit(self, width: float, height: float, ink: str, paper: str) -> PageLimit:
        """Return the page counts allowed for a book of this trim (points), ink and paper."""
        size = self.trims.find_name(width, height)
        return next((row for row in self.limits if row.applies_to(size, ink, paper)), PageLimit())

    def prints(self, stock: Stock) -> bool:
        """Return whether the printer prints this ink on this paper, as far as known."""
        return stock.paper in self.papers.get(stock.ink, (stock.paper,))


def list_offered_sizes(printer: Printer) -> str:
    """Return the sizes that a printer accepts, as a phrase for an error message."""
    trims = printer.trims
    if not trims.names:
        condition = "" if trims.landscape else " that is not wider than it is tall"
        return f"allowed: every size{condition}"
    choices = format_choices(trims.names)
    if trims.width and trims.height:
        choices += f", or {trims.width} wide and {trims.height} high"
    return choices
