"""Paragraphs set from the top of a box downwards."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from puzzlebook.drawing.drawing import BLACK, Colour
from puzzlebook.typesetting import text
from puzzlebook.typesetting.layout import center, set_left, set_right
from puzzlebook.typesetting.page import Box, Item, Tag
from puzzlebook.typesetting.text.face import Face

_T = TypeVar("_T")

LEADING = 1.5
"""The distance between baselines, in ems: generous, for children and for large print."""

# Shares of the measure: a last line of two words that is shorter than _MAX_WIDOW looks stranded.
# It gets a word from the line above if that line remains wider than _MIN_LINE_ABOVE.
_MAX_WIDOW, _MIN_LINE_ABOVE = 0.35, 0.6


class Flow:
    """Lines of text, one below the other. y: the top of the next line. items: the lines so far."""

    def __init__(self, box: Box, y: float | None = None, at_right: bool = False) -> None:
        """Create an empty flow. at_right: whether lines are flush right. No language needs this,
        since right-to-left pages are mirrored afterwards."""
        self.box = box
        self.at_right = at_right
        self.y = box.y if y is None else y
        self.items: list[Item] = []

    def gap(self, height: float) -> None:
        """Leave vertical space."""
        self.y += height

    def set(
        self,
        content: str,
        face: Face,
        size: float,
        colour: Colour = BLACK,
        middle: bool = False,
        leading: float = LEADING,
        heading: bool = False,
        tag: Tag | None = None,
        paused: bool = False,
    ) -> None:
        """Set a paragraph, flush left or right like the flow, or centred. A blank paragraph takes
        no space.

        If a word is too wide for the box, the type shrinks. Centred lines and headings are
        balanced. middle: whether lines are centred. paused: whether a text of two lines is broken
        at a pause. tag: of all lines; by default, that of a paragraph.
        """
        if not content.strip():
            return
        words = text.split_words(content)
        widest = max(words, key=lambda word: text.measure_width(word, face, size))
        size = text.fit_size(widest, face, size, self.box.width)
        tag = tag or Tag("P")
        face = text.face_for_paragraph(content, face)
        set_line = center if middle else set_right if self.at_right else set_left
        break_lines: Callable[[str, Face, float, float], list[str]] = _wrap_without_widow
        if paused:
            break_lines = text.break_at_pauses
        elif middle or heading:
            break_lines = text.balance_lines
        for line in break_lines(content, face, size, self.box.width):
            # The text is slightly above the centre of its line, as on ruled paper.
            baseline = self.y + size * (leading / 2 + 0.3)
            item = set_line(line, self.box, baseline, face, size, colour)
            self.items.append(item._replace(tag=tag))
            self.y += size * leading


def _wrap_without_widow(content: str, face: Face, size: float, measure: float) -> list[str]:
    """Wrap a text so that the last line is not one word or two short words, by moving a word down.
    If the last line has two words, the line above must stay wide."""
    lines = text.wrap(content, face, size, measure)
    while len(lines) > 1 and (count := len(text.split_words(lines[-1]))) <= 2:
        *words, word = text.split_words(lines[-2])
        above, last = " ".join(words), f"{word} {lines[-1]}"
        is_widow = count == 1 or text.measure_width(lines[-1], face, size) < _MAX_WIDOW * measure
        stays = words and (
            count == 1 or text.measure_width(above, face, size) >= _MIN_LINE_ABOVE * measure
        )
        if not is_widow or not stays or text.measure_width(last, face, size) > measure:
            break
        lines[-2:] = [above, last]
    return lines


def first_fitting(tries: Iterable[_T], fits: Callable[[_T], bool]) -> _T:
    """Return the first item that fits, such as a page in ever smaller type, or the last item."""
    for attempt in tries:
        result = attempt
        if fits(attempt):
            break
    return result


def measure_height(
    content: str, face: Face, size: float, measure: float, leading: float = LEADING
) -> float:
    """Return the height of a paragraph, in points."""
    lines = text.wrap(content, text.face_for_paragraph(content, face), size, measure)
    return len(lines) * size * leading
