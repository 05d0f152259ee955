"""The cover: back, spine and front on one sheet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import fsum
from typing import TYPE_CHECKING

from puzzlebook.books.pages.cover_back import back_items
from puzzlebook.books.pages.cover_front import Shown, display, front_items, series_line
from puzzlebook.books.pages.cover_look import CoverLook, area
from puzzlebook.books.pages.cover_scenery import landscape
from puzzlebook.books.setting import Setting
from puzzlebook.paper import text
from puzzlebook.paper.page import Box, Item, Page, Text
from puzzlebook.paper.text import Face
from puzzlebook.pictures.drawing import colour_of
from puzzlebook.printers.wrap import Wrap

if TYPE_CHECKING:
    from puzzlebook.paper.logos import Logo

LEAST_SPINE_TYPE = 7.0
_MOST_SPINE_TYPE = 24.0
_SPINE_GAP = 2.0  # between title, series and author, in ems at least


def cover_page(
    setting: Setting,
    wrap: Wrap,
    look: CoverLook,
    shown: Shown,
    back: tuple[Sequence[Page], Box | None, Logo | None],
    spine_text: bool,
) -> Page:
    """The whole wrap. shown: what the front shows. back: pages of the book to look at, the field of the barcode, the
    logo."""
    items = list(_ground(setting, wrap, look))
    items += front_items(setting, wrap, look, shown)
    items += back_items(setting, wrap, look, *back)
    if spine_text:
        items += _spine(setting, wrap, look)
    return Page(*wrap.sheet, tuple(items), trim=wrap.trim)


def _ground(setting: Setting, wrap: Wrap, look: CoverLook) -> Iterator[Item]:
    """What is behind everything, from edge to edge."""
    yield area(Box(0, 0, *wrap.sheet), look.colours.ground)
    if look.scenes is None:
        return
    board, spine = wrap.front, wrap.middle
    # One landscape ends in the middle of the spine, where nobody sees how the next begins.
    wide = board.width + wrap.edge + wrap.spine / 2
    front = Box(0 if wrap.right else wrap.sheet[0] - wide, 0, wide, wrap.sheet[1])
    own = setting.recipe.cover.color
    yield from landscape(look.scenes, front, wrap.sheet, colour_of(own) if own else None)
    if wrap.spine:
        yield area(Box(spine.x, 0, spine.width, wrap.sheet[1]), look.spine[0])


def spine_type(setting: Setting, wrap: Wrap) -> float:
    """The size of the type on the spine (points), 0 where it would be too small to print."""
    lines = _spine_lines(setting)
    if not lines:
        return 0.0
    reaches = [text.ink_height(line, face) for line, face in lines]
    tallest = max(low for low, _ in reaches) + max(high for _, high in reaches)
    room = wrap.spine - 2 * wrap.clear
    size = min(room / tallest, wrap.spine * 0.62, _MOST_SPINE_TYPE)
    length = fsum(text.width(line, face, 1) for line, face in lines) + _SPINE_GAP * (len(lines) - 1)
    size = min(size, (wrap.height - 2 * _spine_edge(wrap)) / length)
    return size if size >= LEAST_SPINE_TYPE else 0.0


def _spine_edge(wrap: Wrap) -> float:
    """How far the spine's text keeps from its ends."""
    return max(wrap.safe * 2, wrap.height * 0.06)


def _spine_lines(setting: Setting) -> list[tuple[str, Face]]:
    """Title, series with the volume, author."""
    book, sizes = setting.recipe.book, setting.sizes
    lines = (book.title, display(setting)), (series_line(setting), sizes.regular), (book.author, sizes.regular)
    return [(line, face) for line, face in lines if line]


def _spine(setting: Setting, wrap: Wrap, look: CoverLook) -> Iterator[Item]:
    """Title and author from top to bottom, in the middle between the folds."""
    size, spine = spine_type(setting, wrap), wrap.middle
    lines = _spine_lines(setting)
    reaches = [text.ink_height(line, face) for line, face in lines]
    low, high = max(low for low, _ in reaches) * size, max(high for _, high in reaches) * size
    x = spine.x + (spine.width - low - high) / 2 + low
    edge = _spine_edge(wrap)
    widths = [text.width(line, face, size) for line, face in lines]
    spare = wrap.height - 2 * edge - fsum(widths)
    y = spine.y + edge
    for (line, face), wide in zip(lines, widths, strict=True):
        yield Text(x, y, line, face, size, look.spine[1], turned=True)
        y += wide + spare / max(1, len(lines) - 1)
