"""Captions of mazes that share a page: number, stars and answer page."""

from __future__ import annotations

from collections.abc import Sequence

from puzzlebook.books.pages.ornaments import draw_stars, stars_width
from puzzlebook.books.planning.setting import Entry, Setting
from puzzlebook.typesetting import text
from puzzlebook.typesetting.layout import MIN_TYPE, set_left, set_right
from puzzlebook.typesetting.page import Box, Picture, Text

_WIDE_PAGE = 888  # a page number with three wide digits


def set_caption(setting: Setting, entry: Entry, box: Box, answer_page: int | None) -> list[Text]:
    """Set a maze's number above it, with the answer's page at the right of the number or below it.

    In the narrowest boxes the number is alone; it suffices to find the answer.
    """
    sizes, words = setting.sizes, setting.words
    title, baseline = words("maze", number=entry.number), box.y + sizes.body
    title_size = text.fit_size(title, sizes.titles, sizes.body, box.width / 2)
    lines = [set_left(title, box, baseline, sizes.titles, title_size)]
    if answer_page is not None:
        note = words("answer_on", page=answer_page)
        # Measured with the book's longest texts, so that all pages look alike.
        longest = words("maze", number=setting.order.mazes), words("answer_on", page=_WIDE_PAGE)
        measure = (
            box.width - text.measure_width(longest[0], sizes.titles, lines[0].size) - sizes.small
        )
        size = text.fit_size(longest[1], sizes.face, sizes.small, measure)
        if text.measure_width(longest[1], sizes.face, size) <= measure:
            lines.append(set_right(note, box, baseline, sizes.face, size, setting.secondary_colour))
        elif text.measure_width(note, sizes.face, MIN_TYPE) <= box.width:
            lines.append(
                set_left(
                    note,
                    box,
                    baseline + MIN_TYPE * 1.2,
                    sizes.face,
                    MIN_TYPE,
                    setting.secondary_colour,
                )
            )
    return lines


def draw_caption_stars(
    setting: Setting, entry: Entry, box: Box, caption: Sequence[Text]
) -> list[Picture]:
    """Draw a maze's stars after the number in its caption, if the caption has space for them."""
    size = setting.sizes.small * 0.9
    ends = [line.x + text.measure_width(line.text, line.face, line.size) for line in caption]
    right = ends[0] + size * 0.7 + stars_width(size)
    beside = [line.x for line in caption[1:] if line.y == caption[0].y]
    rest = beside[0] if beside else box.right
    if not (setting.has_stars and entry.stars) or right + size * 0.7 > rest:
        return []
    return [draw_stars(setting, entry.stars, right, caption[0].y, size)]
