"""Pages in a frame, in books for adults: openers, and plain mazes with their words in the middle
above them."""

from __future__ import annotations

from collections.abc import Sequence

from puzzlebook.books.planning.setting import Entry, Placement, Setting
from puzzlebook.drawing.drawing import BLACK, Drawing, Layer, Style, Subpath, make_circle
from puzzlebook.typesetting.page import Box, Item, Picture

_FRAME, _FINE = 1.5, 0.75  # points: line widths of the frame, and of the squares in its corners
_BROAD = 3.0  # points: line width of the frame in large print
_CORNER = 9.0  # points: the side of the square in each corner
_DOT = 1.6  # points: the radius of the dot in each square
_BELOW = 3.0  # points: how far the frame reaches below the room for mazes, where arrows may stand
_WORDS = 0.9  # width of the box for words, as a share of the frame's width
_ABOVE = 9.0  # points between the frame and the words


def find_page_frame(setting: Setting, number: int) -> Box:
    """Return the box of a page's frame: the live area above the foot."""
    return setting.sheet.live(number).inset(bottom=setting.sizes.small * 2.2 - _BELOW)


def find_framed_words_box(setting: Setting, number: int) -> Box:
    """Return the box for the heading and the line below it, above the maze."""
    frame, sizes = find_page_frame(setting, number), setting.sizes
    beside = (1 - _WORDS) * frame.width / 2
    height = sizes.heading * 1.9 + sizes.leading - _ABOVE
    return Box(frame.x + beside, frame.y + _ABOVE, _WORDS * frame.width, height)


def count_framed_rows(setting: Setting, number: int) -> tuple[int, float]:
    """Return how many rows fit below the heading, and how wide a row may be if it is measured in
    type of the usual size. (Many rows are set in smaller type, so that a wider row fits.)"""
    from puzzlebook.books.pages import staged

    room = find_framed_words_box(setting, number)
    rows = staged.count_rows(setting, room, maximum=2)
    return rows, room.width * staged.MEASURE / staged.choose_type(setting, room, rows)


def set_framed_words(
    setting: Setting, entry: Entry, story: Sequence[str], number: int
) -> list[Item]:
    """Set a maze's heading with its stars and, below it, a quotation or a task."""
    from puzzlebook.books.pages import staged

    frame = find_page_frame(setting, number)
    return staged.set_words(setting, entry, story, find_framed_words_box(setting, number), frame)


def draw_frame_and_words(
    setting: Setting, entry: Entry, placement: Placement, number: int
) -> list[Picture]:
    """Draw a page's frame, and the words beside the arrows of its maze."""
    return [draw_page_frame(setting, number), *_draw_arrow_words(setting, entry, placement.picture)]


def _draw_arrow_words(setting: Setting, entry: Entry, picture: Picture) -> list[Picture]:
    if not entry.maze.plate.arrow_words:
        return []
    from puzzlebook.maze_art.arrow_words import draw_arrow_words

    drawing = picture.drawing
    scale = drawing.scale
    layers = draw_arrow_words(entry.maze.plate.arrow_words, setting.signs, scale)
    size = drawing.width * scale, drawing.height * scale
    words = Drawing(drawing.left * scale, drawing.top * scale, *size, 1, tuple(layers))
    return [Picture(picture.x, picture.y, words)]


def draw_page_frame(setting: Setting, number: int) -> Picture:
    """Draw a page's frame: a line, with a square and a dot in each corner; in large print, a broad
    line alone."""
    frame = find_page_frame(setting, number)
    line = _BROAD if setting.is_large_print else _FRAME
    width, height, half = frame.width, frame.height, line / 2
    sides = (half, half), (width - half, half), (width - half, height - half), (half, height - half)
    squares, dots = [], []
    for x, y in sides:
        inwards = (1 if x == half else -1), (1 if y == half else -1)
        in_x, in_y = x + _CORNER * inwards[0], y + _CORNER * inwards[1]
        squares.append(Subpath([(in_x, y), (in_x, in_y), (x, in_y)]))
        dots.append(make_circle(((x + in_x) / 2, (y + in_y) / 2), _DOT))
    layers = (
        Layer("frame", Style(line), (Subpath(sides, closed=True),)),
        Layer("frame", Style(_FINE), squares),
        Layer("frame", Style(fill=BLACK), dots),
    )
    shown = layers[:1] if setting.is_large_print else layers
    return Picture(frame.x, frame.y, Drawing(0, 0, width, height, 1, shown))
