"""The last pages: a certificate, room for notes, and how the book was made."""

from __future__ import annotations

from math import floor

from puzzlebook import __version__
from puzzlebook.books import text
from puzzlebook.books.flow import Flow, height
from puzzlebook.books.layout import QUIET, THINNEST, centred
from puzzlebook.books.page import Box, Item, Page, Rule
from puzzlebook.books.pages.front import GAP, small_print
from puzzlebook.books.setting import Setting, in_middle
from puzzlebook.pictures.plate import Ink, puzzle, scale_to_fit

_BORDER = 3
_BORDER_CELL = 15.0
_BORDER_WALL = 1.5


def colophon_page(setting: Setting, number: int, recipe_name: str) -> Page:
    """The colophon. With `codes = "none"` it keeps the seed to itself."""
    words, recipe = setting.words, setting.recipe
    lines = [
        recipe.book.title,
        GAP,
        words("colophon_how"),
        words("colophon_made", version=__version__, edition=recipe.edition, recipe=recipe_name),
    ]
    if recipe.codes != "none":
        lines += [GAP, words("colophon_seed", seed=setting.seed), words("colophon_again")]
    return setting.sheet.page(number, *small_print(setting, number, [*lines, words("typeface", family=text.FAMILY)]))


def certificate_page(setting: Setting, number: int) -> Page:
    """A certificate in a frame of maze, with lines for a name and a date."""
    type_, words = setting.type, setting.words
    live = setting.sheet.live(number)
    border, thick = _border(setting, live)
    inner = live.inset(thick, thick, thick, thick)
    measure = inner.inset(left=inner.width * 0.08, right=inner.width * 0.08)
    body = type_.body * min(1.15, max(0.8, inner.height / (type_.body * 30)))
    parts = [
        (words("certificate_title"), text.BOLD, type_.title, 1.25, body * 0.8),
        (words("certificate_says"), type_.face, body, 1.5, body * 3.2),
        (words("certificate_done", count=setting.recipe.mazes), type_.face, body, 1.5, body * 0.4),
        (setting.recipe.book.title, text.BOLD, body * 1.25, 1.5, body * 2.6),
    ]
    high = sum(height(line, face, size, measure.width, leading) + gap for line, face, size, leading, gap in parts)
    flow = Flow(measure, measure.y + max(0, (measure.height - high - body * 2) / 2))
    rules: list[Item] = []
    for place, (line, face, size, leading, gap) in enumerate(parts):
        flow.set(line, face, size, middle=True, leading=leading)
        flow.gap(gap)
        if place in (1, 3):
            wide = 0.86 if place == 1 else 0.5
            word = words("certificate_name" if place == 1 else "certificate_date")
            rules += _blank_line(setting, measure, flow.y - body * 0.9, wide, word)
            flow.gap(body * 0.6)
    return setting.sheet.page(number, *border, *flow.items, *rules)


def notes_page(setting: Setting, number: int, first: bool) -> Page:
    """Ruled lines; the first page says what they are for."""
    type_ = setting.type
    flow = Flow(setting.sheet.live(number))
    if first:
        flow.set(setting.words("notes_title"), text.BOLD, type_.heading, leading=1.3)
    apart = max(20.0, type_.body * 1.9)
    count = floor((flow.box.bottom - flow.y) / apart)
    for line in range(1, count + 1):
        y = flow.y + line * apart
        flow.items.append(Rule(flow.box.x + 0.5, y - 1, flow.box.right - 0.5, y - 1, THINNEST, QUIET))
    return setting.sheet.page(number, *flow.items)


def _blank_line(setting: Setting, box: Box, y: float, share: float, word: str) -> list[Item]:
    """A line to write on, with a word below it."""
    size = setting.type.small
    line = box.inset(left=box.width * (1 - share) / 2, right=box.width * (1 - share) / 2)
    return [
        Rule(line.x, y, line.right, y, THINNEST),
        centred(word, line, y + size * 1.3, setting.type.face, size, QUIET),
    ]


def _border(setting: Setting, live: Box) -> tuple[list[Item], float]:
    """A frame of maze around the live area, and how thick it is with the air inside it (points)."""
    across, down = floor(live.width / _BORDER_CELL), floor(live.height / _BORDER_CELL)
    plate = setting.frame("certificate frame", across, down, _BORDER)
    scale = scale_to_fit(plate.width, plate.height, 0, 2 * _BORDER_WALL, (live.width, live.height))
    return [in_middle(puzzle(plate, scale, Ink(_BORDER_WALL)), live)], (_BORDER + 0.5) * scale + (
        live.height - plate.height * scale) / 2  # fmt: skip
