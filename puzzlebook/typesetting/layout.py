"""Where things stand: the live area of each page, the sizes of type, and how mazes and answers
share a page."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from puzzlebook.drawing.drawing import BLACK, Colour
from puzzlebook.drawing.drawing import THINNEST as THINNEST
from puzzlebook.ground.lengths import MM
from puzzlebook.typesetting import text
from puzzlebook.typesetting.page import (
    Box,
    Item,
    Link,
    Page,
    Picture,
    Rule,
    Text,
    mirror_page,
    mirror_picture,
)
from puzzlebook.typesetting.text.face import Face

LEAST_PASSAGE = 1.2 * MM
"""The narrowest passage that a pencil, or an eye, can follow: 1.2 mm, in points."""

LEAST_TYPE = 7.0
"""The smallest type that we print, in points."""

SLACK = 3.0
"""How far (points) our own pages stay within what a printer asks for: a glyph may poke past its
frame."""

QUIET: Colour = (0.35, 0.35, 0.35)
"""The grey of what stands beside the matter: page numbers, codes, notes."""
# Answers a page, by what they are arranged in: columns and rows on an upright page.
ARRANGEMENTS = {1: (1, 1), 2: (1, 2), 4: (2, 2), 6: (2, 3), 9: (3, 3), 12: (3, 4)}
MAZES_ARRANGED = {
    1: ((1, 1),),
    2: ((1, 2), (2, 1)),
    4: ((2, 2), (1, 4), (4, 1)),
    6: ((2, 3), (3, 2)),
}
"""By how many mazes share a page: the columns and rows in which they may stand, the best first."""
BETWEEN_MAZES = 18.0
"""The gap between mazes that share a page, in points."""
ABOVE_MAZES, ABOVE_MAZE = 0.4, 1.9
"""In sizes of the type: what stands above all mazes that share a page, and above each of them."""


class Edges(NamedTuple):
    """A length at each edge of a page, in points; the inside is the binding edge."""

    top: float
    bottom: float
    inside: float
    outside: float


NO_BLEED = Edges(0, 0, 0, 0)


class Sheet(NamedTuple):
    """The paper of a book, in points: its size when it is cut, its margins, and what is printed
    beyond the cut.

    The inside margin is on the binding side: at the left of odd pages, at the right of even ones.
    All pages are laid out so; those of a book that is bound at the right (`right`) are then
    mirrored as a whole. black: whether all type and rules on it are black, as where they are felt.
    """

    width: float
    height: float
    top: float
    bottom: float
    inside: float
    outside: float
    bleed: Edges = NO_BLEED
    right: bool = False
    black: bool = False

    def trim(self, number: int) -> Box:
        """The page with this number when it is cut, on the paper that is printed on."""
        return Box(
            self.bleed.inside if number % 2 else self.bleed.outside,
            self.bleed.top,
            self.width,
            self.height,
        )

    def live(self, number: int) -> Box:
        """The area within the margins of the page with this number."""
        left, right = (self.inside, self.outside) if number % 2 else (self.outside, self.inside)
        return self.trim(number).inset(left, self.top, right, self.bottom)

    def paper(self) -> Box:
        """The paper that is printed on: the page and what is cut off."""
        bleed = self.bleed
        return Box(
            0, 0, self.width + bleed.inside + bleed.outside, self.height + bleed.top + bleed.bottom
        )

    def page(self, number: int, *items: Item, links: Iterable[Link] = ()) -> Page:
        """The page with this number; text that says nothing is left out."""
        paper = self.paper()
        shown = tuple(item for item in items if not isinstance(item, Text) or item.text.strip())
        if self.black:
            shown = tuple(
                item._replace(colour=BLACK) if isinstance(item, Text | Rule) else item
                for item in shown
            )
        page = Page(paper.width, paper.height, shown, tuple(links), self.trim(number))
        return mirror_page(page) if self.right else page

    def placed(self, picture: Picture) -> Picture:
        """A picture where it stands on its finished page."""
        return mirror_picture(picture, self.paper().width) if self.right else picture


class TypeScale(NamedTuple):
    """The sizes of type, in points: each step is 1.25 times the one below it. has_display: whether
    titles are set in the display face."""

    body: float
    face: Face = text.REGULAR
    has_display: bool = False

    @property
    def regular(self) -> Face:
        """The book's face without weight."""
        return self.face.regular

    @property
    def bold(self) -> Face:
        """The book's face in bold."""
        return self.face.bold

    @property
    def titles(self) -> Face:
        """The face of titles and headings."""
        return self.face.display if self.has_display else self.face.bold

    @property
    def small(self) -> float:
        """Captions and page numbers; in large print nothing is small."""
        return self.body if self.face.is_bold else max(8.0, self.body * 0.75)

    @property
    def heading(self) -> float:
        return self.body * (1.25 * 1.25)

    @property
    def title(self) -> float:
        return self.body * (1.25 * 1.25 * 1.25 * 1.25)

    @property
    def leading(self) -> float:
        return self.body * 1.5


def set_left(
    content: str, box: Box, baseline: float, face: Face, size: float, colour: Colour = BLACK
) -> Text:
    """A line that begins at the left edge of the box."""
    return Text(box.x, baseline, content, face, size, colour)


def set_right(
    content: str, box: Box, baseline: float, face: Face, size: float, colour: Colour = BLACK
) -> Text:
    """A line that ends at the right edge of the box."""
    return Text(
        box.right - text.measure_width(content, face, size), baseline, content, face, size, colour
    )


def center(
    content: str, box: Box, baseline: float, face: Face, size: float, colour: Colour = BLACK
) -> Text:
    """A line in the middle of the box."""
    return Text(
        box.x + (box.width - text.measure_width(content, face, size)) / 2, baseline, content, face, size, colour
    )  # fmt: skip


def line_box(line: Text) -> Box:
    """The room that a line of text takes, with a little air for a finger."""
    width = text.measure_width(line.text, line.face, line.size)
    return Box(line.x, line.y - line.size * 1.2, width, line.size * 1.7)


def arrange(count: int, box: Box) -> list[Box]:
    """The box cut into equal cells for so many pictures, row by row; on a landscape page the
    arrangement lies down."""
    columns, rows = ARRANGEMENTS[count] if box.height >= box.width else ARRANGEMENTS[count][::-1]
    return cut_into_cells(columns, rows, box)


def cut_into_cells(columns: int, rows: int, box: Box) -> list[Box]:
    """The box cut into so many equal columns and rows, row by row."""
    width, height = box.width / columns, box.height / rows
    return [Box(box.x + column * width, box.y + row * height, width, height)
            for row in range(rows) for column in range(columns)]  # fmt: skip
