"""Layout: the live area of each page, type sizes, and the grids of mazes or answers on a page."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from puzzlebook.drawing.drawing import BLACK, Colour, Subpath
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

MIN_PASSAGE = 1.2 * MM
"""The narrowest passage that a pencil, or an eye, can follow: 1.2 mm, in points."""

_QUARTER = 0.41421356  # bulge of a quarter circle: tan 22.5°
_ASCENT, _DESCENT = 0.74, 0.22  # of letters, as multiples of the type size
MIN_TYPE = 7.0
"""The smallest type size that is printed, in points."""

SLACK = 3.0
"""The distance (points) that items keep from a printer's limits, since glyphs may extend beyond
their box."""

QUIET: Colour = (0.35, 0.35, 0.35)
"""The grey of page numbers, codes and notes."""
ARRANGEMENTS = {
    1: (1, 1), 2: (1, 2), 4: (2, 2), 6: (2, 3), 9: (3, 3), 12: (3, 4), 20: (4, 5), 30: (5, 6),
}  # fmt: skip
"""Columns and rows of answers on a portrait page, by the number of answers."""
MAZES_ARRANGED = {
    1: ((1, 1),),
    2: ((1, 2), (2, 1)),
    4: ((2, 2), (1, 4), (4, 1)),
    6: ((2, 3), (3, 2)),
}
"""Possible columns and rows of mazes that share a page, by the number of mazes, the best first."""
BETWEEN_MAZES = 18.0
"""The gap between mazes that share a page, in points."""
ABOVE_MAZES, ABOVE_MAZE = 0.4, 1.9
"""The space above all mazes that share a page, and above each of them, in ems."""


class Edges(NamedTuple):
    """A length at each edge of a page, in points. The inside is the binding edge."""

    top: float
    bottom: float
    inside: float
    outside: float


NO_BLEED = Edges(0, 0, 0, 0)


class Sheet(NamedTuple):
    """The paper of a book, in points: its trim size, its margins, and the bleed beyond the trim.

    The inside margin is on the binding side: the left of odd pages, the right of even pages. All
    pages are laid out this way. If the book is bound on the right (`right`), whole pages are
    mirrored afterwards. black: whether all type and rules are black, as in tactile books.
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
        """Return the trimmed page with this number, on the paper before cutting."""
        return Box(
            self.bleed.inside if number % 2 else self.bleed.outside,
            self.bleed.top,
            self.width,
            self.height,
        )

    def live(self, number: int) -> Box:
        """Return the area within the margins of page `number`."""
        left, right = (self.inside, self.outside) if number % 2 else (self.outside, self.inside)
        return self.trim(number).inset(left, self.top, right, self.bottom)

    def paper(self) -> Box:
        """Return the paper before cutting: the page and its bleed."""
        bleed = self.bleed
        width = self.width + bleed.inside + bleed.outside
        return Box(0, 0, width, self.height + bleed.top + bleed.bottom)

    def page(self, number: int, *items: Item, links: Iterable[Link] = ()) -> Page:
        """Return the page with this number and these items, without blank texts."""
        paper = self.paper()
        printed = tuple(item for item in items if not isinstance(item, Text) or item.text.strip())
        if self.black:
            printed = tuple(
                item._replace(colour=BLACK) if isinstance(item, Text | Rule) else item
                for item in printed
            )
        page = Page(paper.width, paper.height, printed, tuple(links), self.trim(number))
        return mirror_page(page) if self.right else page

    def place_picture(self, picture: Picture) -> Picture:
        """Return a picture at its position on the finished page."""
        return mirror_picture(picture, self.paper().width) if self.right else picture


class TypeScale(NamedTuple):
    """Type sizes in points, in steps of 1.25. display: the family of titles and headings; empty for
    the bold face of the text."""

    body: float
    face: Face = text.REGULAR
    display: str = ""

    @property
    def regular(self) -> Face:
        """The book's regular face."""
        return self.face.regular

    @property
    def bold(self) -> Face:
        """The book's bold face."""
        return self.face.bold

    @property
    def titles(self) -> Face:
        """The face of titles and headings."""
        return self.face.display(self.display) if self.display else self.face.bold

    @property
    def small(self) -> float:
        """The size of captions and page numbers; in large print (a bold face), body size."""
        return self.body if self.face.is_bold else max(8.0, self.body * 0.75)

    @property
    def foot(self) -> float:
        """The size of notes that lead to other pages, and of page numbers beside them."""
        return max(9.0, self.small)

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
    """Set a line at the left edge of the box."""
    return Text(box.x, baseline, content, face, size, colour)


def set_right(
    content: str, box: Box, baseline: float, face: Face, size: float, colour: Colour = BLACK
) -> Text:
    """Set a line at the right edge of the box."""
    x = box.right - text.measure_width(content, face, size)
    return Text(x, baseline, content, face, size, colour)


def center(
    content: str, box: Box, baseline: float, face: Face, size: float, colour: Colour = BLACK
) -> Text:
    """Set a line in the middle of the box."""
    x = box.x + (box.width - text.measure_width(content, face, size)) / 2
    return Text(x, baseline, content, face, size, colour)


def line_box(line: Text) -> Box:
    """Return the box of a line of text, enlarged so that a finger can hit it."""
    width = text.measure_width(line.text, line.face, line.size)
    return Box(line.x, line.y - line.size * 1.2, width, line.size * 1.7)


def find_letters_box(line: Text) -> Box:
    """Return the box of the letters of a line, from their descenders to their ascenders."""
    top, bottom = line.y - _ASCENT * line.size, line.y + _DESCENT * line.size
    return line_box(line)._replace(y=top, height=bottom - top)


def arrange(count: int, box: Box) -> list[Box]:
    """Divide the box into equal cells for `count` pictures, row by row. In a landscape box, columns
    and rows are swapped."""
    columns, rows = ARRANGEMENTS[count] if box.height >= box.width else ARRANGEMENTS[count][::-1]
    return cut_into_cells(columns, rows, box)


def cut_into_cells(columns: int, rows: int, box: Box) -> list[Box]:
    """Divide the box into equal columns and rows, and return the cells row by row."""
    width, height = box.width / columns, box.height / rows
    return [
        Box(box.x + column * width, box.y + row * height, width, height)
        for row in range(rows)
        for column in range(columns)
    ]


def round_box_path(box: Box, radius: float) -> Subpath:
    """The outline of a box with rounded corners: two points at each, even where the radius is
    0."""
    left, top, right, bottom = box.x, box.y, box.right, box.bottom
    points = (
        (left + radius, top), (right - radius, top), (right, top + radius),
        (right, bottom - radius), (right - radius, bottom), (left + radius, bottom),
        (left, bottom - radius), (left, top + radius),
    )  # fmt: skip
    return Subpath(points, (0.0, _QUARTER) * 4 if radius else (), closed=True)
