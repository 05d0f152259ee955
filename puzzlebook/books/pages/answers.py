"""The answer key: each maze small, with its way drawn, under the number of its puzzle."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from puzzlebook.books.pages.back import with_code
from puzzlebook.books.setting import Entry, Setting, answer_ink, in_middle
from puzzlebook.paper import text
from puzzlebook.paper.flow import Flow
from puzzlebook.paper.layout import (
    ARRANGEMENTS,
    LEAST_PASSAGE,
    QUIET,
    THINNEST,
    Extent,
    Slot,
    arrangement,
    at_left,
    at_right,
    centred,
)
from puzzlebook.paper.page import Box, Item, Link, Page, Picture
from puzzlebook.pictures.plate import Plate, answer, scale_to_fit

_GAP = 14.0
_WIDE_PAGE = _WIDE_NUMBER = 88  # a number of two wide digits


def boxes(setting: Setting, a_page: int, number: int, first: bool) -> list[Box]:
    """The places of the answers on a page of the key; the first has the heading."""
    return arrangement(a_page, _room(setting, number, first))


def answers_that_fit(setting: Setting, extents: Iterable[Extent], wanted: int) -> int:
    """The most answers a page, up to what is wanted, at which every passage can still be followed."""
    found = list(extents)
    for count in sorted((count for count in ARRANGEMENTS if count <= wanted), reverse=True):
        box = _picture_box(setting, boxes(setting, count, 1, True)[0])
        if all(answer_scale(extent, box) - THINNEST >= LEAST_PASSAGE for extent in found):
            return count
    return 1


def answer_scale(extent: Plate | Extent, box: Box) -> float:
    """The scale (points a cell) at which a maze fits the box."""
    return scale_to_fit(extent.width, extent.height, extent.margin, 2 * THINNEST, (box.width, box.height))


def answer_page(
    setting: Setting, placed: Sequence[tuple[Entry, Slot]], number: int, puzzle_pages: Sequence[int], first: bool
) -> Page:
    """The page of the key with these answers."""
    items: list[Item] = _furniture(setting, number, first)
    links = []
    for (entry, slot), puzzle_page in zip(placed, puzzle_pages, strict=True):
        items += _caption(setting, entry, slot.box, puzzle_page)
        items.append(answer_picture(setting, entry, slot))
        links.append(Link(slot.box, puzzle_page, setting.words("puzzle_on", page=puzzle_page)))
    return setting.sheet.page(number, *items, links=links)


def answer_picture(setting: Setting, entry: Entry, slot: Slot) -> Picture:
    """An answer, where it stands."""
    box = _picture_box(setting, slot.box)
    scale = answer_scale(entry.plate, box)
    return in_middle(answer(entry.plate, scale, answer_ink(scale)), box, 0)


def _room(setting: Setting, number: int, first: bool) -> Box:
    live = setting.sheet.live(number)
    head = _head(setting, live).y + setting.type.small - live.y if first else 0
    return live.inset(top=head, bottom=setting.type.small * 2.2)


def _head(setting: Setting, live: Box) -> Flow:
    """The heading of the key, and the line that explains its numbers."""
    type_, words = setting.type, setting.words
    flow = Flow(live)
    flow.set(words("answers_title"), setting.type.bold, type_.heading, leading=1.3)
    flow.set(words("answers_note"), type_.face, type_.small, QUIET)
    return flow


def _picture_box(setting: Setting, box: Box) -> Box:
    return box.inset(_GAP / 2, setting.type.small * 1.9, _GAP / 2, _GAP)


def _caption(setting: Setting, entry: Entry, box: Box, puzzle_page: int) -> list[Item]:
    """The number of the maze and the page of its puzzle, together in the middle above the picture."""
    face, size = setting.type.face, setting.type.small
    baseline = box.y + size * 1.3
    words, bold = setting.words, setting.type.bold
    number, note = words.number(entry.number), words("puzzle_on", page=puzzle_page)
    number_width = text.width(number, bold, size * 1.25) + size * 0.6
    # By the longest, so that all captions of a key are alike.
    longest = words("puzzle_on", page=_WIDE_PAGE)
    aside = text.width(words.number(_WIDE_NUMBER), bold, size * 1.25) + size * 0.6
    note_size = text.size_to_fit(longest, face, size * 0.9, box.width - aside - _GAP)
    if aside + text.width(longest, face, note_size) > box.width - _GAP / 2:
        # In the narrowest places the number is enough: the puzzles go by it.
        return [centred(number, box, baseline, bold, size * 1.25)]
    left = (box.width - number_width - text.width(note, face, note_size)) / 2
    return [
        at_left(number, box.inset(left=left), baseline, setting.type.bold, size * 1.25),
        at_left(note, box.inset(left=left + number_width), baseline, face, note_size, QUIET),
    ]


def _furniture(setting: Setting, number: int, first: bool) -> list[Item]:
    type_, words = setting.type, setting.words
    live = setting.sheet.live(number)
    items: list[Item] = _head(setting, live).items if first else []
    foot = live.bottom - type_.small * 0.3
    outer = at_right if number % 2 else at_left
    items.append(outer(words.number(number), live, foot, type_.face, type_.small))
    matter = setting.recipe.book.matter
    if first and "colophon" not in matter and text.missing(setting.seed, type_.face) is None:
        # Loose sheets have no last page that says how they were made.
        inner = at_left if number % 2 else at_right
        line = with_code(setting, words("colophon_seed", seed=setting.seed), type_.small, live.width - 3 * type_.small)
        items.append(inner(line, live, foot, type_.regular, type_.small, QUIET))
    return items
