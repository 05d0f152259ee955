"""What a printer asks of a cover: its spine, its edges, its colours, and the field of the barcode."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from puzzlebook.lengths import points


@dataclass(frozen=True)
class Spine:
    """The spine of a book: its width for each page (points) by paper, the fewest pages at which it may carry text, and
    how far the text keeps from both folds (points). No paper at all: there is no spine, as where a coil binds."""

    papers: Mapping[str, float] = field(default_factory=dict)
    text_from: int | None = None
    clear: float = 0.0

    def width(self, pages: int, paper: str) -> float:
        """How thick so many pages are (points)."""
        return pages * self.papers[paper] if self.papers else 0.0


class Barcode(NamedTuple):
    """The field at the bottom right of the back cover that is kept empty, and its distance from the edges (points)."""

    width: float
    height: float
    edge: float


@dataclass(frozen=True)
class CoverRules:
    """What a cover must be, in points.

    wrap: what is folded round the boards of a hard cover, in place of a bleed. hinge: the strip of front and back
    beside the spine that bends, or that a coil goes through. boards: whether these are larger than the pages, by what
    the printer's own calculator says. spaces: the colour spaces that are taken (gray, rgb, cmyk); None for all.
    most_ink: the sum of all inks, 1 for each.
    """

    bleed: float = 0.0
    safe: float = 0.0
    wrap: float = 0.0
    hinge: float = 0.0
    boards: bool = False
    barcode: Barcode | None = None
    spaces: tuple[str, ...] | None = None
    most_ink: float | None = None
    most_megabytes: float | None = None

    @property
    def edge(self) -> float:
        """What goes beyond the trim all round."""
        return self.wrap or self.bleed


def spine_of(row: Mapping[str, Any]) -> Spine:
    """A profile's table `spine`."""
    papers = {paper: points(each) for paper, each in row.get("papers", {}).items()}
    return Spine(papers, row.get("text_from"), points(row.get("clear", "0in")))


def cover_of(row: Mapping[str, Any]) -> CoverRules:
    """A profile's table `cover`."""
    lengths: dict[str, Any] = {key: points(row[key]) for key in ("bleed", "safe", "wrap", "hinge") if key in row}
    figures: dict[str, Any] = {key: row[key] for key in ("boards", "most_ink", "most_megabytes") if key in row}
    barcode = Barcode(**{key: points(text) for key, text in row["barcode"].items()}) if "barcode" in row else None
    spaces = tuple(row["spaces"]) if "spaces" in row else None
    return CoverRules(barcode=barcode, spaces=spaces, **lengths, **figures)
