"""A page as a value: lines of text and pictures with their positions, independent of any file
format.

Lengths are in points. Positions are relative to the top left corner of the page, with y downwards.
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
        """Return the box with these widths removed from its sides."""
        return Box(
            self.x + left, self.y + top, self.width - left - right, self.height - top - bottom
        )

    def is_within(self, other: Box) -> bool:
        """Return whether the box is completely inside another box."""
        return (
            self.x >= other.x
            and self.y >= other.y
            and self.right <= other.right
            and self.bottom <= other.bottom
        )

    def overlaps(self, other: Box) -> bool:
        """Return whether the box overlaps another box."""
        return (
            self.x < other.right
            and other.x < self.right
            and self.y < other.bottom
            and other.y < self.bottom
        )

    def widen(self, by: float) -> Box:
        """Return the box with this width added on each side."""
        return self.inset(-by, -by, -by, -by) if by else self


@dataclass(frozen=True, eq=False)
class Tag:
    """An element of a page's structure for screen readers, shared by its items, such as all lines
    of a paragraph.

    role: its structure type in PDF (ISO 32000-1, 14.8.4), such as `H1`, `P`, `Figure`. alt: the alt
    text of a picture. text: replacement text for glyphs that are not in reading order. within: the
    parent element, such as the list of a row. language: empty for the document's language. place: a
    sort key for the reading order of a page; equal keys are read in painting order.
    """

    role: str
    alt: str = ""
    within: Tag | None = None
    language: str = ""
    place: int = 0
    text: str = ""


ARTIFACT = Tag("Artifact")
"""The tag of items that screen readers skip: page numbers, ornaments and repetitions."""


class Text(NamedTuple):
    """A line of text: x is its left end, y its baseline.

    turned: whether the line runs from top to bottom, as on the spine of a book. If so, (x, y) is
    its upper end, and its letters are to the right of the baseline. tag: None for a separate
    paragraph.
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
    """A straight line; screen readers skip it."""

    x1: float
    y1: float
    x2: float
    y2: float
    width: float
    colour: Colour = BLACK


class Picture(NamedTuple):
    """A drawing whose top left corner is at (x, y).

    labels: lines of text on the drawing, positioned relative to it. in_mirror: a drawing of the
    same size that replaces this drawing on a mirrored page, where it would look wrong: for example
    a figure that faces the middle, or a strip cut off by an edge. window: the part of the page in
    which the picture is visible; None for the whole page.
    """

    x: float
    y: float
    drawing: Drawing
    tag: Tag = ARTIFACT
    in_mirror: Drawing | None = None
    window: Box | None = None
    labels: tuple[Text, ...] = ()


class Photo(NamedTuple):
    """A bitmap that fills a box. content: a PNG or JPEG file without transparency."""

    box: Box
    content: bytes
    tag: Tag = ARTIFACT


class Link(NamedTuple):
    """A link from an area of a page to another page, on screens. tag: the tag of the items in the
    area."""

    box: Box
    page: int
    alt_text: str
    tag: Tag


Item = Text | Rule | Picture | Photo


class Page(NamedTuple):
    """One page, with its items in painting order.

    width, height: the size of the paper before cutting. trim: the page after cutting; None for the
    whole paper. tint: the colour of the page on screens; None for white.
    """

    width: float
    height: float
    items: tuple[Item, ...] = ()
    links: tuple[Link, ...] = ()
    trim: Box | None = None
    tint: Colour | None = None


def mirror_page(page: Page) -> Page:
    """Return the page for a book bound on the right: each item is as far from the right edge as it
    was from the left edge.

    Every page is laid out for a book bound on the left, and then its items change sides. So gutter,
    headers, page numbers, columns and the order of neighbours are correct by construction. The
    items themselves are not mirrored.
    """
    width = page.width
    links = tuple(link._replace(box=_mirror_box(link.box, width)) for link in page.links)
    items = tuple(_mirror_item(item, width) for item in page.items)
    return page._replace(items=items, links=links, trim=page.trim and _mirror_box(page.trim, width))


def mirror_items(items: Iterable[Item], box: Box) -> list[Item]:
    """Return the items, each as far from the right edge of a box as it was from the left edge."""
    return [_mirror_item(item, box.x + box.right) for item in items]


def tag_items(items: Iterable[Item], tag: Tag) -> list[Item]:
    """Return the items with this tag. Rules, which have no tag, are unchanged."""
    return [item if isinstance(item, Rule) else item._replace(tag=tag) for item in items]


def move_items(items: Iterable[Item], right: float, down: float) -> Iterator[Item]:
    """Yield the items, moved to the right and down."""
    for item in items:
        if isinstance(item, Photo):
            yield item._replace(box=item.box._replace(x=item.box.x + right, y=item.box.y + down))
        elif isinstance(item, Rule):
            points = item.x1 + right, item.y1 + down, item.x2 + right, item.y2 + down
            yield Rule(*points, item.width, item.colour)
        elif isinstance(item, Picture) and item.window:
            window = item.window._replace(x=item.window.x + right, y=item.window.y + down)
            yield item._replace(x=item.x + right, y=item.y + down, window=window)
        else:
            yield item._replace(x=item.x + right, y=item.y + down)


def mirror_picture(picture: Picture, width: float) -> Picture:
    """Return a picture moved to the other side of a page of this width."""
    x = width - picture.x - picture.drawing.width * picture.drawing.scale
    window = picture.window and _mirror_box(picture.window, width)
    if picture.in_mirror is None:
        return picture._replace(x=x, window=window)
    return picture._replace(
        x=x, drawing=picture.in_mirror, in_mirror=picture.drawing, window=window
    )


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
