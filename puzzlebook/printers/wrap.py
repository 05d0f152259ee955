"""A book's full wrap: back, spine and front on one sheet, for its trim, page count and paper."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from puzzlebook.ground.faults import Refused, format_choices, refuse
from puzzlebook.ground.lengths import format_inches, parse_points
from puzzlebook.ground.shell_commands import set_option, shell_line
from puzzlebook.printers.printer import CoverRules, Printer
from puzzlebook.printers.trims import SAME
from puzzlebook.typesetting.page import Box

PAPERS = ("white", "cream", "color")
MAX_OVERHANG = 36.0
"""The greatest amount, in points, by which the boards of a hard cover may exceed its pages."""

INCH = parse_points("1in")

# Our own bounds (points), wider than any known: the smallest and largest thickness of a page, and
# the greatest amount that a soft or hard cover adds to the spine.
_PAGE_THICKNESS = (0.0015 * INCH, 0.0035 * INCH)
_SOFT_COVER, _HARD_COVER = 0.07 * INCH, 0.6 * INCH
# Likely values within these bounds: the thinnest and thickest page among papers with known figures,
# and the smallest and largest amount that a cover adds.
_LIKELY_PAGE_THICKNESS = (0.0019 * INCH, 0.003 * INCH)
_LIKELY_SOFT_COVER, _LIKELY_HARD_COVER = (0.0, 0.03 * INCH), (0.1 * INCH, 0.25 * INCH)


class Wrap(NamedTuple):
    """The geometry of a cover, in points, from the top left corner of its sheet.

    width, height: the size of the trim or, for a hard cover, of a board. spine: the spine width.
    edge: the margin outside the trim that is cut off or folded in. right: whether the book is bound
    at the right, with the front on the left of the sheet. safe: the distance of important content
    from trim and folds. clear: the distance of the spine's text from the folds. hinge: the strip of
    front and back beside the spine that bends, or is punched for a coil.
    """

    width: float
    height: float
    spine: float
    edge: float
    safe: float
    clear: float
    right: bool = False
    hinge: float = 0.0

    @property
    def sheet(self) -> tuple[float, float]:
        """The width and height of the whole sheet."""
        return 2 * (self.width + self.edge) + self.spine, self.height + 2 * self.edge

    @property
    def front(self) -> Box:
        """The front, from edge to fold."""
        return self._board(self.right)

    @property
    def back(self) -> Box:
        """The back, from edge to fold."""
        return self._board(not self.right)

    @property
    def middle(self) -> Box:
        """The spine, from fold to fold."""
        return Box(self.edge + self.width, self.edge, self.spine, self.height)

    @property
    def front_face(self) -> Box:
        """The front without its hinge."""
        return self._face(self.right)

    @property
    def back_face(self) -> Box:
        """The back without its hinge."""
        return self._face(not self.right)

    @property
    def trim(self) -> Box:
        """The sheet without the margin that is cut off or folded in."""
        return Box(self.edge, self.edge, self.sheet[0] - 2 * self.edge, self.height)

    @property
    def front_safe(self) -> Box:
        """The area of the front for important content."""
        return self.front_face.inset(*(self.safe,) * 4)

    @property
    def back_safe(self) -> Box:
        """The area of the back for important content."""
        return self.back_face.inset(*(self.safe,) * 4)

    @property
    def spine_safe(self) -> Box:
        """The area for the spine's text; its width is 0 if the spine is too narrow."""
        clear = min(self.clear, self.spine / 2)
        return self.middle.inset(clear, self.safe, clear, self.safe)

    def _board(self, at_left: bool) -> Box:
        x = self.edge if at_left else self.edge + self.width + self.spine
        return Box(x, self.edge, self.width, self.height)

    def _face(self, at_left: bool) -> Box:
        board = self._board(at_left)
        return board.inset(right=self.hinge) if at_left else board.inset(left=self.hinge)

    def barcode(self, printer: Printer) -> Box | None:
        """Return the barcode area, at the bottom right of the back."""
        rule, back = printer.cover.barcode, self.back_face
        if rule is None:
            return None
        return Box(
            back.right - rule.edge - rule.width,
            back.bottom - rule.edge - rule.height,
            rule.width,
            rule.height,
        )


def make_wrap(
    printer: Printer,
    trim: tuple[float, float],
    pages: int,
    paper: str,
    spine: float | None = None,
    right: bool = False,
    sheet: tuple[float, float] | None = None,
) -> Wrap:
    """Return the wrap of a book.

    spine, sheet: the spine width and the size of the whole sheet, if taken from the printer's own
    calculator. The size of boards larger than the pages follows from the sheet. Raise an error if
    the printer's values for the paper or the boards are unknown, or if a spine or sheet is
    impossible.
    """
    rules = printer.cover
    if spine is None:
        spine = _compute_spine(printer, pages, paper)
    else:
        _check_spine(printer, pages, spine)
    clear = printer.spine.text_clearance(spine) if printer.spine else rules.safe / 2
    if sheet is None:
        board = _compute_board(printer, trim)
    else:
        board = _board_of_sheet(rules, trim, spine, sheet)
    return Wrap(*board, spine, rules.edge, rules.safe, clear, right, rules.hinge)


def estimate_spine_range(printer: Printer, pages: int) -> tuple[float, float]:
    """Return the smallest and largest possible spine width (points) for this many pages."""
    if printer.spine is not None and printer.spine.absent:
        return 0.0, 0.0
    minimum, maximum = (pages * thickness for thickness in _PAGE_THICKNESS)
    return minimum, maximum + (_HARD_COVER if printer.cover.boards else _SOFT_COVER)


def estimate_likely_spine(printer: Printer, pages: int) -> tuple[float, float]:
    """Return the smallest and largest likely spine width (points) for this many pages."""
    cover = _LIKELY_HARD_COVER if printer.cover.boards else _LIKELY_SOFT_COVER
    minimum, maximum = (
        pages * page + added for page, added in zip(_LIKELY_PAGE_THICKNESS, cover, strict=True)
    )
    return minimum, maximum


def _check_spine(printer: Printer, pages: int, spine: float) -> None:
    """Refuse a spine width that is impossible for this many pages."""
    minimum, maximum = estimate_spine_range(printer, pages)
    if not minimum - SAME <= spine <= maximum + SAME:
        what = f"no book of {pages} pages has a spine of {format_inches(spine)}"
        raise refuse("--spine", what, f"from {format_inches(minimum)} to {format_inches(maximum)}")


def _compute_board(printer: Printer, trim: tuple[float, float]) -> tuple[float, float]:
    """Return the size of front and back without the outer margin: that of the pages or, for a hard
    cover, of its boards."""
    rules = printer.cover
    if not rules.boards:
        return trim
    if rules.overhang is None:
        what = f"how much larger than its pages the boards of {printer.name} are is not known"
        raise refuse(
            "cover", what, "give --sheet with the size that the printer's own template has"
        )
    return trim[0] + rules.overhang.width, trim[1] + rules.overhang.height


def may_print_spine(printer: Printer, pages: int) -> bool:
    """Whether the spine of a book of this many pages may carry text."""
    rule = printer.spine
    return rule is None or rule.text_from is None or pages >= rule.text_from


def _board_of_sheet(
    rules: CoverRules, trim: tuple[float, float], spine: float, sheet: tuple[float, float]
) -> tuple[float, float]:
    """Return the size of front and back on a sheet of this size."""
    board = (sheet[0] - spine) / 2 - rules.edge, sheet[1] - 2 * rules.edge
    excess = MAX_OVERHANG if rules.boards else 0.0
    if all(-SAME <= side - page <= excess + SAME for side, page in zip(board, trim, strict=True)):
        return board
    allowed = format_inches(2 * (trim[0] + rules.edge) + spine, trim[1] + 2 * rules.edge)
    if excess:
        allowed += (
            f", or up to {format_inches(2 * excess)} wider and {format_inches(excess)} higher"
        )
    else:
        allowed += ", as it is without --sheet"
    raise refuse("--sheet", "back, spine and front do not make a sheet of this size", allowed)


def _compute_spine(printer: Printer, pages: int, paper: str) -> float:
    known = printer.spine
    width = known.width(pages, paper) if known else None
    if width is not None:
        return width
    if known and known.papers and paper not in known.papers:
        what = f"{printer.name} offers no paper {paper!r} that we know"
        raise refuse("--paper", what, format_choices(known.papers))
    raise refuse_unknown_spine(printer, pages, paper)


def refuse_unknown_spine(
    printer: Printer, pages: int, paper: str, words: Sequence[str] = ()
) -> Refused:
    """Return the error for an unknown spine width, with the address of the printer's calculator.

    words: the command that makes the cover, to suggest it with a likely width.
    """
    minimum, maximum = estimate_likely_spine(printer, pages)
    what = f"we know no spine of {printer.name} for {pages} pages on {paper} paper"
    address = printer.spine.calculator if printer.spine else ""
    source = f": {address}" if address else ""
    allowed = (
        f"give --spine with the width from the printer's own calculator{source}; "
        f"it is likely from {format_inches(minimum)} to {format_inches(maximum)}"
    )
    likely_width = f"{(minimum + maximum) / 2 / INCH:.2f}in"
    command = shell_line(*set_option(words, ("--spine",), likely_width)) if words else ""
    return refuse("cover", what, allowed, command)
