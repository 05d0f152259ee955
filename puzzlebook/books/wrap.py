"""The full wrap of a book: back, spine and front in one piece, measured from trim, page count and paper."""

from __future__ import annotations

from dataclasses import dataclass

from puzzlebook.books.page import Box
from puzzlebook.books.printers import Printer
from puzzlebook.faults import Fault, Refused, one_of

PAPERS = ("white", "cream", "color")


@dataclass(frozen=True)
class Wrap:
    """The geometry of a cover, in points, from the top left corner of its sheet.

    width, height: of the trim. spine: its width. edge: what goes beyond the trim all round, to be cut off or folded
    in. right: whether the book is bound at the right, so that its front lies at the left.
    safe: how far all that matters keeps from trim and folds. clear: how far the spine's text keeps from its folds.
    """

    width: float
    height: float
    spine: float
    edge: float
    safe: float
    clear: float
    right: bool = False

    @property
    def sheet(self) -> tuple[float, float]:
        """The size of the whole."""
        return 2 * (self.width + self.edge) + self.spine, self.height + 2 * self.edge

    @property
    def front(self) -> Box:
        """The front, as it is seen."""
        return self._board(self.right)

    @property
    def back(self) -> Box:
        """The back, as it is seen."""
        return self._board(not self.right)

    @property
    def middle(self) -> Box:
        """The spine, from fold to fold."""
        return Box(self.edge + self.width, self.edge, self.spine, self.height)

    def _board(self, at_left: bool) -> Box:
        x = self.edge if at_left else self.edge + self.width + self.spine
        return Box(x, self.edge, self.width, self.height)

    def barcode(self, printer: Printer) -> Box | None:
        """The field for the barcode, at the bottom right of the back."""
        rule, back = printer.cover.barcode, self.back
        if rule is None:
            return None
        return Box(back.right - rule.edge - rule.width, back.bottom - rule.edge - rule.height, rule.width, rule.height)


def wrap_of(
    printer: Printer,
    trim: tuple[float, float],
    pages: int,
    paper: str,
    spine: float | None = None,
    right: bool = False,
) -> Wrap:
    """The wrap of a book. spine: its width, where the printer's own calculator has said it.

    Refused where nobody told us how thick the printer's paper is.
    """
    rules = printer.cover
    if spine is None:
        spine = _spine(printer, pages, paper)
    clear = printer.spine.clear if printer.spine else rules.safe / 2
    return Wrap(*trim, spine, rules.wrap or rules.bleed, rules.safe, clear, right)


def spine_may_speak(printer: Printer, pages: int) -> bool:
    """Whether a spine of so many pages may carry text."""
    rule = printer.spine
    return rule is None or rule.text_from is None or pages >= rule.text_from


def _spine(printer: Printer, pages: int, paper: str) -> float:
    if printer.spine is None:
        what = f"the spine of {printer.name} follows no formula that we know"
        raise Refused(Fault("cover", what, "--spine with the width that the printer's own calculator gives"))
    if paper not in printer.spine.papers:
        raise Refused(
            Fault("--paper", f"{printer.name} offers no paper {paper!r} that we know", one_of(printer.spine.papers))
        )
    return printer.spine.width(pages, paper)
