"""A section's opening page: a large ornament or the section's first silhouette, its heading, its mazes, its stars."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median_low

from puzzlebook.books import text
from puzzlebook.books.flow import Flow
from puzzlebook.books.layout import QUIET, Item, at_left, at_right
from puzzlebook.books.page import Box, Page
from puzzlebook.books.pages.ornaments import in_box, stars, stars_width
from puzzlebook.books.setting import Entry, Setting
from puzzlebook.pictures.theme import picture_of

_ORNAMENT = 0.42  # of the live area's width or height, whichever is less


def section_stars(entries: Sequence[Entry]) -> int:
    """The stars of a section: those of its median maze."""
    return median_low(entry.stars for entry in entries)


def mazes_line(setting: Setting, entries: Sequence[Entry]) -> str:
    """Which mazes a section has."""
    phrase = "contents_mazes" if len(entries) > 1 else "contents_maze"
    return setting.words(phrase, first=entries[0].number, last=entries[-1].number)


def opener_page(setting: Setting, entries: Sequence[Entry], number: int) -> Page:
    """The page of this number that opens the section of these entries."""
    type_, live = setting.type, setting.sheet.live(number)
    first = entries[0]
    silhouette = first.silhouette
    picture = picture_of(silhouette.outline) if silhouette else setting.theme.ornament
    side = _ORNAMENT * min(live.width, live.height)
    top = live.y + live.height * 0.2
    items: list[Item] = [in_box(picture, Box(live.x, top, live.width, side))] if picture else []
    flow = Flow(live.inset(left=live.width * 0.08, right=live.width * 0.08), top + side + type_.title * 0.6)
    flow.set(first.section.heading, text.BOLD, type_.title, middle=True, leading=1.2)
    flow.gap(type_.body * 0.3)
    flow.set(mazes_line(setting, entries), type_.face, type_.body, QUIET, middle=True)
    if setting.has_stars:
        width = stars_width(type_.body)
        middle = live.x + live.width / 2
        items.append(stars(section_stars(entries), middle + width / 2, flow.y + type_.body * 1.4, type_.body))
    outer = at_right if number % 2 else at_left
    foot = live.bottom - type_.small * 0.3
    return setting.sheet.page(*items, *flow.items, outer(str(number), live, foot, type_.face, type_.small))
