"""A booklet: pages laid two up on sheets that are printed on both sides, folded in the middle and
stapled there.

A sheet lies on its side and is turned over its short edge. On the outermost sheet the last page
stands beside the first and, behind them, the second beside the last but one; so on, inwards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from puzzlebook.typesetting.page import Box, Item, Page, Photo, Rule

PAGES_A_SHEET = 4


def count_booklet_pages(count: int) -> int:
    """How many pages the booklet of a book of so many has: blank ones fill its last sheet."""
    return -(-count // PAGES_A_SHEET) * PAGES_A_SHEET


def saddle_order(count: int, right: bool = False) -> Iterator[tuple[int, int]]:
    """For each side of each sheet the pages that stand on it, left and right, from 1. right: bound
    at the right."""
    last = count_booklet_pages(count)
    for first in range(1, last // 2, 2):
        sides = ((last + 1 - first, first), (first + 1, last - first))
        yield from ((b, a) if right else (a, b) for a, b in sides)


def impose(
    pages: Sequence[Page], width: float, height: float, right: bool = False
) -> Iterator[Page]:
    """The sides of the sheets, each of this size (points). Pages touch at the fold, in the
    middle."""
    for pair in saddle_order(len(pages), right):
        items: list[Item] = []
        for place, number in enumerate(pair):
            if number <= len(pages):
                page = pages[number - 1]
                across = width / 2 - (page.width if place == 0 else 0)
                items += [
                    _move_item(item, across, (height - page.height) / 2) for item in page.items
                ]
        yield Page(width, height, tuple(items))


def _move_item(item: Item, across: float, down: float) -> Item:
    """An item so far to the right and further down."""
    if isinstance(item, Rule):
        x1, x2, y1, y2 = item.x1 + across, item.x2 + across, item.y1 + down, item.y2 + down
        return item._replace(x1=x1, x2=x2, y1=y1, y2=y2)
    if isinstance(item, Photo):
        return item._replace(
            box=Box(item.box.x + across, item.box.y + down, item.box.width, item.box.height)
        )
    return item._replace(x=item.x + across, y=item.y + down)
