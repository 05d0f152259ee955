"""A page as a value: where each line of text and each picture stands, before any file format.

Lengths are points; positions are from the top left corner of the page, y down.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from puzzlebook.drawing.drawing import BLACK, Colour, Drawing
from puzzlebook.typesetting import text
from puzzlebook.typesetting.text.face import Face


class Box(NamedTuple):
    """A rectangle."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height

    def inset(self, left: float = 0, top: float = 0, right: float = 0, bottom: float = 0) -> Box:
        """The box that is left when so much is taken away at each side."""
        return Box(
            self.x + left, self.y + top, self.width - left - right, self.height - top - bottom
        )


@dataclass(frozen=True, eq=False)
class Tag:
    """What some items of a page are to those who have it read to them: one value for all lines of a
    paragraph.

    role: as PDF names it (ISO 32000-1, 14.8.4), such as `H1`, `P`, `Figure`. alt: what is said in
    place of a picture; text: in place of letters that do not stand in the order in which they are
    read. within: what this is a part of, such as a list of its rows. language: where it is not that
    of the document. place: tags of a page are read by their places, those of one place in the order
    in which they are painted.
    """

    role: str
    alt: str = ""
    within: Tag | None = None
    language: str = ""
    place: int = 0
    text: str = ""


ARTIFACT = Tag("Artifact")
"""What is not read: page numbers, ornaments, and what is said elsewhere."""


class Text(NamedTuple):
    """A line of text: x is its left end, y its baseline.

    turned: whether it runs from top to bottom, as on the spine of a book: (x, y) is its upper end,
    and the letters stand to the right of the baseline. tag: None for a paragraph of its own.
    """

    x: float
    y: float
    text: str
    face: Face
    size: float
    colour: Colour = BLACK
    turned: bool = False
    tag: Tag | None = None


class Rule(NamedTuple):
    """A straight line; it is not read."""

    x1: float
    y1: float
    x2: float
    y2: float
    width: float
    colour: Colour = BLACK


class Picture(NamedTuple):
    """A drawing whose top left corner is at (x, y). tag: what is said of it, if anything is.

    in_mirror: the drawing of the same size that a mirrored page has in its place, for what would
    look wrong there: a figure that faces the middle, a strip that an edge cuts off.
    """

    x: float
    y: float
    drawing: Drawing
    tag: Tag = ARTIFACT
    in_mirror: Drawing | None = None


class Photo(NamedTuple):
    """A picture of pixels that fills a box; content: that of a PNG or JPEG file without
    transparency. tag: what is said of it, if anything is."""

    box: Box
    content: bytes
    tag: Tag = ARTIFACT


class Link(NamedTuple):
    """An area of a page that leads to another page, on a screen.

    says: where it leads, for those who cannot see it. tag: that of the items which lead there.
    """

    box: Box
    page: int
    alt_text: str
    tag: Tag


Item = Text | Rule | Picture | Photo


class Page(NamedTuple):
    """One page: what stands on it, in the order in which it is painted.

    width, height: of the paper that is printed on. trim: what is left of it after cutting; None for
    all of it.
    """

    width: float
    height: float
    items: tuple[Item, ...] = ()
    links: tuple[Link, ...] = ()
    trim: Box | None = None


def mirror_page(page: Page) -> Page:
    """The page of a book that is bound at the right: everything as far from its right edge as it
    was from its left one.

    Every page is set as for a book that is bound at the left, and then its items change sides: so
    gutter, headers, page numbers, columns and the order of what stands side by side are right by
    construction. The items themselves are not turned over: texts and pictures stay as they are.
    """
    width = page.width
    links = tuple(link._replace(box=_mirror_box(link.box, width)) for link in page.links)
    items = tuple(_mirror_item(item, width) for item in page.items)
    return page._replace(items=items, links=links, trim=page.trim and _mirror_box(page.trim, width))


def mirror_items(items: Iterable[Item], box: Box) -> list[Item]:
    """Items of a box on its other side: as far from its right edge as they were from its left
    one."""
    return [_mirror_item(item, box.x + box.right) for item in items]


def tag_items(items: Iterable[Item], tag: Tag) -> list[Item]:
    """Items with a tag; rules, which are not read, as they are."""
    return [item if isinstance(item, Rule) else item._replace(tag=tag) for item in items]


def move_items(items: Iterable[Item], right: float, down: float) -> Iterator[Item]:
    """Items so much further to the right and further down."""
    for item in items:
        if isinstance(item, Photo):
            yield item._replace(box=item.box._replace(x=item.box.x + right, y=item.box.y + down))
        elif isinstance(item, Rule):
            ends = item.x1 + right, item.y1 + down, item.x2 + right, item.y2 + down
            yield Rule(*ends, item.width, item.colour)
        else:
            yield item._replace(x=item.x + right, y=item.y + down)


def mirror_picture(picture: Picture, width: float) -> Picture:
    """A picture on a page of this width, on the other side."""
    x = width - picture.x - picture.drawing.width * picture.drawing.scale
    if picture.in_mirror is None:
        return picture._replace(x=x)
    return picture._replace(x=x, drawing=picture.in_mirror, in_mirror=picture.drawing)


def _mirror_item(item: Item, width: float) -> Item:
    if isinstance(item, Text):
        return item._replace(x=width - item.x - text.measure_width(item.text, item.face, item.size))
    if isinstance(item, Rule):
        return item._replace(x1=width - item.x1, x2=width - item.x2)
    if isinstance(item, Photo):
        return item._replace(box=_mirror_box(item.box, width))
    return mirror_picture(item, width)


def _mirror_box(box: Box, width: float) -> Box:
    return box._replace(x=width - box.right)
