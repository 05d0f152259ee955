"""The instructions of a tactile book, for its readers and for the person who prints it."""

from __future__ import annotations

from puzzlebook.books.planning.alt_text import make_part_tag
from puzzlebook.books.planning.setting import Setting
from puzzlebook.ground.lengths import MM
from puzzlebook.typesetting.flow import Flow, first_fitting
from puzzlebook.typesetting.layout import MIN_TYPE
from puzzlebook.typesetting.page import Page

# Type sizes to try, as shares of the book's.
_SHARES = (1, 0.95, 0.9, 0.85, 0.8, 0.75, 0.7, 0.65, 0.6, 0.55, 0.5)


def lay_out_touch_page(setting: Setting, number: int) -> Page:
    """Lay out how to feel one's way through a maze and how to print tactile pages, in the largest
    type that fits."""
    sizes = (max(MIN_TYPE, setting.sizes.body * share) for share in (*_SHARES, 0))
    bottom = setting.sheet.live(number).bottom
    flow = first_fitting(
        (_set_instructions(setting, number, size) for size in sizes), lambda flow: flow.y <= bottom
    )
    return setting.sheet.page(number, *flow.items)


def _set_instructions(setting: Setting, number: int, size: float) -> Flow:
    """Set the instructions in type of this size."""
    sizes, words = setting.sizes, setting.words
    readers = setting.order.readers
    assert readers is not None
    width = words("cover_passage", width=int(readers.passage / MM + 1e-6))
    flow = Flow(setting.sheet.live(number))
    flow.set(
        words("how_to_title"),
        sizes.titles,
        size * 1.6,
        leading=1.3,
        heading=True,
        tag=make_part_tag(setting),
    )
    for title, lines in (
        ("touch_reader_title", words.lines("touch_reader")),
        ("touch_helper_title", [*words.lines("touch_helper"), width, words("touch_untried")]),
    ):
        flow.gap(size * 0.8)
        flow.set(
            words(title), sizes.bold, size * 1.1, heading=True, tag=make_part_tag(setting, below=1)
        )
        for line in lines:
            flow.set(line, sizes.face, size, leading=1.4)
            flow.gap(size * 0.4)
    return flow
