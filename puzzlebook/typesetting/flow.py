"""Setting type from the top of a box down."""

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
"""From baseline to baseline, in sizes of the type: generous, for children and for large print."""


_LOST, _WIDE = (
    0.35,
    0.6,
)  # of the measure: two words that look left over; a line above them that may give one up


class Flow:
    """Lines of text, one below the other. `y` is where the next one begins; `items` is what was set
    so far."""

    def __init__(self, box: Box, y: float | None = None, at_right: bool = False) -> None:
        """at_right: whether lines end at the right edge. On pages they begin at the left: a book
        that is read from right to left has its pages mirrored."""
        self.box = box
        self.at_right = at_right
        self.y = box.y if y is None else y
        self.items: list[Item] = []

    def gap(self, height: float) -> None:
        """Leave some room."""
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
        """Set a paragraph at its side of the box, or in the middle; one that says nothing takes no
        room.

        A word too wide for the box makes its type smaller. In the middle, and in headings, lines
        are balanced. paused: whether two break where the text pauses. tag: what all its lines are
        together; None for a paragraph.
        """
        if not content.strip():
            return
        widest = max(
            text.split_words(content), key=lambda word: text.measure_width(word, face, size)
        )
        size = text.fit_size(widest, face, size, self.box.width)
        tag = tag or Tag("P")
        lines_face = text.face_for_paragraph(content, face)
        place = center if middle else set_right if self.at_right else set_left
        in_lines = (
            text.break_at_pauses
            if paused
            else text.balance_lines
            if middle or heading
            else _break_lines
        )
        for line in in_lines(content, lines_face, size, self.box.width):
            # Within its share of the leading a line stands a little high, as on ruled paper.
            baseline = self.y + size * (leading / 2 + 0.3)
            self.items.append(
                place(line, self.box, baseline, lines_face, size, colour)._replace(tag=tag)
            )
            self.y += size * leading


def _break_lines(content: str, face: Face, size: float, measure: float) -> list[str]:
    """The text in lines; where its last word would stand alone, or two short ones, the one before
    comes down too. For two the line above must stay wide."""
    lines = text.wrap(content, face, size, measure)
    while len(lines) > 1 and (words := len(text.split_words(lines[-1]))) <= 2:
        *above, word = text.split_words(lines[-2])
        upper, last = " ".join(above), f"{word} {lines[-1]}"
        is_lost = words == 1 or text.measure_width(lines[-1], face, size) < _LOST * measure
        stays = above and (words == 1 or text.measure_width(upper, face, size) >= _WIDE * measure)
        if not is_lost or not stays or text.measure_width(last, face, size) > measure:
            break
        lines[-2:] = [upper, last]
    return lines


def first_fitting(tries: Iterable[_T], fits: Callable[[_T], bool]) -> _T:
    """Return the first try that fits, such as a page in smaller and smaller type; otherwise the
    last."""
    for attempt in tries:
        result = attempt
        if fits(attempt):
            break
    return result


def measure_height(
    content: str, face: Face, size: float, measure: float, leading: float = LEADING
) -> float:
    """How high a paragraph will be (points)."""
    return (
        len(text.wrap(content, text.face_for_paragraph(content, face), size, measure))
        * size
        * leading
    )
