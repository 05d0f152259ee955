"""A maze over two facing pages. Each page shows one half, up to the middle of the gutter."""

from __future__ import annotations

from puzzlebook.books.planning.alt_text import describe_maze_figure
from puzzlebook.books.planning.setting import Entry, Placement, Setting
from puzzlebook.maze_art.inked import draw_puzzle
from puzzlebook.typesetting.layout import set_right
from puzzlebook.typesetting.page import ARTIFACT, Box, Page, Picture


def place_left_half(setting: Setting, entry: Entry, box: Box) -> Picture:
    """Draw a maze with its gutter's middle at the right edge of a box, cut off there."""
    return _place_half(setting, entry, box, box.right)._replace(
        window=setting.sheet.paper()._replace(width=box.right)
    )


def place_right_half(setting: Setting, entry: Entry, box: Box) -> Picture:
    """Draw a maze with its gutter's middle at the left edge of a box, cut off there."""
    paper = setting.sheet.paper()
    return _place_half(setting, entry, box, box.x)._replace(window=paper.inset(left=box.x))


def _place_half(setting: Setting, entry: Entry, box: Box, edge: float) -> Picture:
    drawing = draw_puzzle(entry.maze.plate, entry.scale, entry.ink)
    spare = box.height - drawing.height * drawing.scale
    x = edge - drawing.width * drawing.scale / 2
    return Picture(x, box.y + spare / 2, drawing)


def lay_out_facing_page(setting: Setting, entry: Entry, placement: Placement, number: int) -> Page:
    """Lay out the right-hand page of a maze."""
    sizes, live = setting.sizes, setting.sheet.live(number)
    picture = placement.picture._replace(tag=describe_maze_figure(setting, entry))
    foot = live.bottom - 0.3 * sizes.small
    folio = set_right(setting.words.number(number), live, foot, sizes.face, sizes.small)
    return setting.sheet.page(number, picture, folio._replace(tag=ARTIFACT))
