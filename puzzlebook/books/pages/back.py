"""The last page: how the book was made, from which seed, and the code that makes it again."""

from __future__ import annotations

from puzzlebook import __version__
from puzzlebook.books import text
from puzzlebook.books.book_codes import lines_of
from puzzlebook.books.layout import Item
from puzzlebook.books.page import Box, Page, Picture, Text
from puzzlebook.books.pages.front import GAP, small_print
from puzzlebook.books.setting import Setting
from puzzlebook.pictures.qr import QUIET_ZONE, qr_drawing

_MODULE = 0.6 * 72 / 25.4
"""A side of the QR code's smallest squares: 0.6 mm, in points. A telephone reads it at arm's length."""
_LEAST_TYPE = 7.0


def colophon_page(setting: Setting, number: int) -> Page:
    """The colophon. With `codes = "none"` it keeps the seed and the code to itself.

    Where the page is too small for all of it, its type is smaller.
    """
    live, size = setting.sheet.live(number), setting.type.small
    items = _items(setting, number, size)
    while _top(items) < live.y and size > _LEAST_TYPE:
        size = max(_LEAST_TYPE, size - 0.5)
        items = _items(setting, number, size)
    return setting.sheet.page(*items)


def _items(setting: Setting, number: int, size: float) -> list[Item]:
    words, recipe, code = setting.words, setting.recipe, setting.code
    made = words("colophon_made", version=__version__, edition=recipe.edition, recipe=recipe.name)
    lines = [recipe.book.title, GAP, words("colophon_how"), made, words("typeface", family=text.FAMILY)]
    if recipe.codes == "none":
        return small_print(setting, number, lines, size)
    if text.missing(setting.seed) is None:  # the code carries a seed of any script
        lines += [GAP, words("colophon_seed", seed=setting.seed)]
    live = setting.sheet.live(number)
    lines += [GAP, words("colophon_code" if code.template else "colophon_fingerprint"), *_code(setting, live, size)]
    items = small_print(setting, number, lines, size)
    return [*items, _qr(str(code), live.x, _top(items) - 2 * size)]


def _code(setting: Setting, live: Box, size: float) -> list[str]:
    """The code in lines that fit the small print's measure."""
    return lines_of(str(setting.code), lambda line: text.width(line, text.REGULAR, size) <= 0.8 * live.width)


def _qr(code: str, left: float, bottom: float) -> Picture:
    """The code for a telephone: its dark part has this left edge and this lower one."""
    drawing = qr_drawing(code, _MODULE)
    aside = QUIET_ZONE * _MODULE
    return Picture(left - aside, bottom + aside - drawing.height * _MODULE, drawing)


def _top(items: list[Item]) -> float:
    """Where the ink of some lines and pictures begins."""
    tops = [item.y - item.size for item in items if isinstance(item, Text)]
    tops += [item.y + QUIET_ZONE * _MODULE for item in items if isinstance(item, Picture)]
    return min(tops)
