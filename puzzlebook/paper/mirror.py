"""Books that are bound at the right: every page is set as for one bound at the left, and then its items change sides.

So gutter, headers, page numbers, columns and the order of what stands side by side are right by construction. The items
themselves are not turned over: text and mazes stay as they are.
"""

from __future__ import annotations

from dataclasses import replace

from puzzlebook.paper import text
from puzzlebook.paper.page import Box, Item, Page, Photo, Picture, Rule, Text


def mirrored(page: Page) -> Page:
    """The page with everything as far from its right edge as it was from its left one."""
    return replace(
        page,
        items=tuple(mirrored_item(item, page.width) for item in page.items),
        links=tuple(link._replace(box=mirrored_box(link.box, page.width)) for link in page.links),
        trim=page.trim and mirrored_box(page.trim, page.width),
    )


def mirrored_item(item: Item, width: float) -> Item:
    """An item of a page of this width, on the other side."""
    if isinstance(item, Text):
        return replace(item, x=width - item.x - text.width(item.text, item.face, item.size))
    if isinstance(item, Rule):
        return replace(item, x1=width - item.x1, x2=width - item.x2)
    if isinstance(item, Photo):
        return replace(item, box=mirrored_box(item.box, width))
    return mirrored_picture(item, width)


def mirrored_picture(picture: Picture, width: float) -> Picture:
    """A picture on a page of this width, on the other side."""
    return replace(picture, x=width - picture.x - picture.drawing.width * picture.drawing.scale)


def mirrored_box(box: Box, width: float) -> Box:
    """A box on a page of this width, on the other side."""
    return box._replace(x=width - box.right)
