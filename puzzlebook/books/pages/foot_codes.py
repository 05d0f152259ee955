"""The code of each maze on its page, in books that print all codes."""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum

from puzzlebook.books.planning.setting import Setting
from puzzlebook.typesetting import text
from puzzlebook.typesetting.layout import MIN_TYPE, center
from puzzlebook.typesetting.page import Box, Text

_SHARE = 0.85  # type size of a code, as a multiple of small type


def set_foot_code(
    setting: Setting, code: str, live: Box, number: int, note: Sequence[Text]
) -> list[Text]:
    """Set the code of a page's only maze between the two texts in the foot or, if too wide, above
    them.

    A code wider than the page, for example that of a long text, is only in the manifest.
    """
    sizes = setting.sizes
    folio = text.measure_width(setting.words.number(number), sizes.face, sizes.small) + sizes.small
    answer = fsum(
        text.measure_width(line.text, line.face, line.size) + sizes.small for line in note
    )
    left, right = (answer, folio) if number % 2 else (folio, answer)
    foot = live.bottom - sizes.small * 0.3
    for box, baseline in (
        (live.inset(left=left, right=right), foot),
        (live, foot - sizes.small * 1.15),
    ):
        size = text.fit_size(code, setting.sizes.regular, _SHARE * sizes.small, box.width)
        if text.measure_width(code, setting.sizes.regular, size) <= box.width:
            return [
                center(code, box, baseline, setting.sizes.regular, size, setting.secondary_colour)
            ]
    return []


def set_code_below(setting: Setting, code: str, box: Box) -> list[Text]:
    """Set the code of a maze on a shared page in the gap below its box, if it fits."""
    if text.measure_width(code, text.REGULAR, MIN_TYPE) > box.width:
        return []
    return [
        center(code, box, box.bottom + MIN_TYPE, text.REGULAR, MIN_TYPE, setting.secondary_colour)
    ]
