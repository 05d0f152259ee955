"""The visual order of the characters of a line: Unicode's bidirectional algorithm (UAX #9).

Each line is processed separately, in the direction of its paragraph.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import TypeVar

from puzzlebook.typesetting.text.face import Face

T = TypeVar("T")

_RIGHT_TO_LEFT = re.compile(
    "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\U00010800-\U00010fff\U0001e800-\U0001efff\u200f]"
)


def may_turn(text: str) -> bool:
    """Return whether a text has characters that may run from right to left."""
    return _RIGHT_TO_LEFT.search(text) is not None


def runs_right_to_left(text: str, face: Face) -> bool:
    """Return whether a paragraph in a face runs from right to left. It has the direction of the
    face, unless all its letters have the other direction."""
    if face.fixed or not (face.right_to_left or may_turn(text)):
        return face.right_to_left
    classes = set(map(unicodedata.bidirectional, text))
    directions = {name in ("R", "AL") for name in classes & {"L", "R", "AL"}}
    if not directions or face.right_to_left in directions:
        return face.right_to_left
    return not face.right_to_left


def find_levels(text: str, right_to_left: bool) -> list[int]:
    """Return the embedding level of each character; characters of odd levels run right to left."""
    if not may_turn(text) and not right_to_left:
        return [0] * len(text)
    from puzzlebook.typesetting.text.levels import compute_levels  # rarely needed

    return compute_levels(text, right_to_left)


def reorder_visually(pieces: Sequence[T], levels: Sequence[int]) -> list[T]:
    """Return the pieces of a line from left to right, according to their levels (rule L2)."""
    order = list(range(len(pieces)))
    lowest_odd = min((level for level in levels if level % 2), default=0)
    for level in range(max(levels, default=0), lowest_odd - 1, -1) if lowest_odd else ():
        start = 0
        while start < len(order):
            end = start
            while end < len(order) and levels[order[end]] >= level:
                end += 1
            order[start:end] = order[start:end][::-1]
            start = end + 1
    return [pieces[i] for i in order]
