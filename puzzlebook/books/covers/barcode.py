"""The barcode of a book with an ISBN: EAN-13, with the add-on for its price.

At full size a module is 0.33 mm; printers accept 80% of this or more (GS1 General Specifications,
5.2.6.6). The barcode is as large as the printer's field allows, up to full size.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate

from puzzlebook.books.scenes.frames import draw_area
from puzzlebook.drawing import ean
from puzzlebook.drawing.drawing import WHITE
from puzzlebook.ground.isbn import hyphenate_isbn, list_isbn_digits
from puzzlebook.ground.lengths import MM
from puzzlebook.typesetting import text
from puzzlebook.typesetting.layout import center
from puzzlebook.typesetting.page import Box, Item, Picture
from puzzlebook.typesetting.text import Face

_MIN_TYPE = 7.0  # points
_LINE_HEIGHT = 10.0  # modules: height of a line of digits, and of the ISBN above the bars
_GAP = 1.0  # modules between bars and digits
_MAX_DIGITS_WIDTH = 0.86  # largest width of a row of digits, as a share of its bars' width
_LEFT, _RIGHT = (3, 45), (50, 92)
"""The modules above the left and right halves of the digits."""


def draw_barcode(isbn: str, add_on: str, field: Box, face: Face) -> Iterator[Item]:
    """Draw the barcode in the middle of its field, black on white, with its digits as text.

    isbn: a valid ISBN, with or without hyphens. add_on: the five digits of the price, or "".
    """
    digits = list_isbn_digits(isbn)
    parts = [ean.QUIET_LEFT, ean.WIDTH]
    parts += [ean.ADD_ON_GAP, ean.ADD_ON_WIDTH, ean.ADD_ON_QUIET] if add_on else [ean.QUIET_RIGHT]
    before, *_, after = accumulate(parts)
    total_height = ean.BAR_HEIGHT + 2 * _LINE_HEIGHT
    module = min(ean.MODULE * MM, field.width / after, field.height / total_height)
    drawing = ean.draw_ean(digits, add_on, module)
    x = field.x + (field.width - after * module) / 2 + before * module
    y = field.y + (field.height - total_height * module) / 2 + _LINE_HEIGHT * module
    yield draw_area(field, WHITE)
    yield Picture(x, y, drawing)

    def set_digits(line: str, span: tuple[int, int], top: float) -> Item:
        """Centre digits in a horizontal span of modules, with their top `top` modules below the top
        of the bars."""
        box = Box(x + span[0] * module, y, (span[1] - span[0]) * module, 0.0)
        size = text.fit_size(line, face, _LINE_HEIGHT * module, box.width * _MAX_DIGITS_WIDTH)
        _, ink = text.measure_ink(line, face)
        return center(line, box, y + top * module + ink * size, face, size)

    below = ean.BAR_HEIGHT + _GAP
    yield set_digits(digits[0], (-9, -2), below)
    yield set_digits(digits[1:7], _LEFT, below)
    yield set_digits(digits[7:], _RIGHT, below)
    if add_on:
        start = ean.WIDTH + ean.ADD_ON_GAP
        yield set_digits(add_on, (start, start + ean.ADD_ON_WIDTH), _GAP)
    number = f"ISBN {hyphenate_isbn(isbn)}"
    line = Box(x, y, ean.WIDTH * module, 0.0)
    size = max(_MIN_TYPE, text.fit_size(number, face, _LINE_HEIGHT * module, line.width))
    yield center(number, line, y - 2 * _GAP * module, face, size)
