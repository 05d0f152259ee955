"""A saddle-stitched booklet: two pages on each side of a sheet, folded in the middle and stapled.

Sheets are landscape and flipped on the short edge. The front of the outermost sheet has the last
page beside the first; its back has the second page beside the last but one. The other sheets
continue inwards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from puzzlebook.typesetting.page import Item, Page, move_items

PAGES_A_SHEET = 4


def count_booklet_pages(count: int) -> int:
    """Return the page count of a booklet of `count` pages, with blank pages at the end."""
    return -(-count // PAGES_A_SHEET) * PAGES_A_SHEET


def saddle_order(count: int, right: bool = False) -> Iterator[tuple[int, int]]:
    """Yield the left and right page (from 1) of each side of each sheet. right: whether it is bound
    on the right."""
    last = count_booklet_pages(count)
    for first in range(1, last // 2, 2):
        sides = ((last + 1 - first, first), (first + 1, last - first))
        yield from ((b, a) if right else (a, b) for a, b in sides)


def impose(
    pages: Sequence[Page], width: float, height: float, right: bool = False
) -> Iterator[Page]:
    """Yield the sides of the sheets, with pages that meet at the fold. Sizes are in points."""
    for pair in saddle_order(len(pages), right):
        items: list[Item] = []
        for side, number in enumerate(pair):
            if number <= len(pages):
                page = pages[number - 1]
                x = width / 2 - (page.width if side == 0 else 0)
                items += move_items(page.items, x, (height - page.height) / 2)
        yield Page(width, height, tuple(items))
