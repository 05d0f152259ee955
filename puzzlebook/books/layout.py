"""Where things stand: the live area of each page, the sizes of type, and how mazes and answers share a page."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

from puzzlebook.books import text
from puzzlebook.books.page import Box, Page, Photo, Picture, Rule, Text
from puzzlebook.pictures.drawing import BLACK, Colour

LEAST_PASSAGE = 1.2 * 72 / 25.4
"""The narrowest passage that a pencil, or an eye, can follow: 1.2 mm, in points."""

THINNEST = 0.75
"""The thinnest line that printers take, in points (KDP)."""

QUIET: Colour = (0.35, 0.35, 0.35)
# Answers a page, by what they are arranged in: columns and rows on an upright page.
ARRANGEMENTS = {1: (1, 1), 2: (1, 2), 4: (2, 2), 6: (2, 3), 9: (3, 3), 12: (3, 4)}

Item = Text | Rule | Picture | Photo


@dataclass(frozen=True)
class Sheet:
    """The paper of a book, in points.

    The inside margin is on the binding side: at the left of odd pages, at the right of even ones.
    """

    width: float
    height: float
    top: float
    bottom: float
    inside: float
    outside: float

    def live(self, number: int) -> Box:
        """The area within the margins of the page with this number."""
        left = self.inside if number % 2 else self.outside
        return Box(left, self.top, self.width - self.inside - self.outside, self.height - self.top - self.bottom)

    def page(self, *items: Item) -> Page:
        """A page of this paper."""
        return Page(self.width, self.height, items)


@dataclass(frozen=True)
class TypeScale:
    """The sizes of type, in points: each step is 1.25 times the one below it."""

    body: float
    face: str = text.REGULAR

    @property
    def small(self) -> float:
        """Captions and page numbers; in large print nothing is small."""
        return self.body if self.face == text.BOLD else max(8.0, self.body * 0.75)

    @property
    def heading(self) -> float:
        return self.body * 1.25**2

    @property
    def title(self) -> float:
        return self.body * 1.25**4

    @property
    def leading(self) -> float:
        return self.body * 1.5


def at_left(content: str, box: Box, baseline: float, face: str, size: float, colour: Colour = BLACK) -> Text:
    """A line that begins at the left edge of the box."""
    return Text(box.x, baseline, content, face, size, colour)


def at_right(content: str, box: Box, baseline: float, face: str, size: float, colour: Colour = BLACK) -> Text:
    """A line that ends at the right edge of the box."""
    return Text(box.right - text.width(content, face, size), baseline, content, face, size, colour)


def centred(content: str, box: Box, baseline: float, face: str, size: float, colour: Colour = BLACK) -> Text:
    """A line in the middle of the box."""
    return Text(
        box.x + (box.width - text.width(content, face, size)) / 2, baseline, content, face, size, colour
    )  # fmt: skip


def paragraph(content: str, box: Box, y: float, face: str, size: float, leading: float) -> tuple[list[Text], float]:
    """The lines of a paragraph from y down, and the y below it."""
    lines = text.wrap(content, face, size, box.width)
    set_ = [at_left(line, box, y + size + index * leading, face, size) for index, line in enumerate(lines)]
    return set_, y + len(lines) * leading


def arrangement(count: int, box: Box) -> list[Box]:
    """The box cut into equal cells for so many pictures, row by row; on a landscape page the arrangement lies down."""
    columns, rows = ARRANGEMENTS[count] if box.height >= box.width else ARRANGEMENTS[count][::-1]
    width, height = box.width / columns, box.height / rows
    return [Box(box.x + column * width, box.y + row * height, width, height)
            for row in range(rows) for column in range(columns)]  # fmt: skip


def pages_for(things: int, a_page: int) -> int:
    """How many pages so many things take."""
    return ceil(things / a_page)
