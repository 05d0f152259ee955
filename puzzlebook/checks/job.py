"""What is to be checked: a document as it was read and rendered, for a printer and a trim."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from puzzlebook.checks.document import Document, PageFacts
from puzzlebook.checks.ink import Rendered
from puzzlebook.paper.layout import Edges
from puzzlebook.printers.printer import Printer


@dataclass(frozen=True)
class Job:
    """What is to be printed, and by whom.

    width, height: the trim, in points. name: what the trim is called. bleed: what the pages have beyond it; None where
    they have nothing. binding: the side on which the book is bound.
    """

    printer: Printer
    document: Document
    rendered: Sequence[Rendered]
    width: float
    height: float
    name: str
    bleed: Edges | None = None
    ink: str = "black"
    paper: str = "white"
    binding: str = "left"

    @property
    def pages(self) -> Sequence[PageFacts]:
        return self.document.pages

    def sides(self, number: int) -> tuple[str, str, str, str]:
        """What the left, top, right and bottom edges of a page are: the binding is at the left of odd pages, or at
        their right."""
        inside_left = (number % 2 == 1) == (self.binding == "left")
        return ("inside", "top", "outside", "bottom") if inside_left else ("outside", "top", "inside", "bottom")
