"""Pages in a frame, in books for adults: openers, and plain mazes with their words in the middle
above them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import pi

from puzzlebook.books.planning.setting import Entry, Placement, Setting
from puzzlebook.drawing.drawing import BLACK, Drawing, Layer, Style, Subpath
from puzzlebook.ground.portable_math import cos, sin
from puzzlebook.typesetting.page import Box, Item, Picture

_FRAME, _FINE = 1.5, 0.75  # points: line widths of the frame, and of the line along it
_BROAD = 3.0  # points: line width of the frame in large print
_CORNER = 15.0  # points: the radius of the round corners, which curve inwards
_APART = 3.5  # points between the two lines
_PETALS = 3  # in each corner
_FLOWER = 2.0  # points from each edge of a corner to the middle of its flower
_PETAL = 2.0, 10.0  # points: where a petal begins and ends, from that middle
_BESIDE = 36.0  # points: how far words reach beside the picture of a maze at most
_BELOW = 3.0  # points: how far the frame reaches below the room for mazes, where arrows may stand
_WORDS = 0.9  # width of the box for words, as a share of the frame's width
_ABOVE = 13.0  # points between the frame and the words
_QUARTER = 0.41421356237309503  # the bulge of a quarter of a circle


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
    left, width = drawing.left * scale - _BESIDE, drawing.width * scale + 2 * _BESIDE
    words = Drawing(left, drawing.top * scale, width, drawing.height * scale, 1, tuple(layers))
    return [Picture(picture.x - _BESIDE, picture.y, words)]


def draw_page_frame(setting: Setting, number: int) -> Picture:
    """Draw a page's frame: two lines whose corners curve inwards, around an ornament in each; in
    large print, a broad line alone."""
    frame = find_page_frame(setting, number)
    width, height = frame.width, frame.height
    if setting.is_large_print:
        half = _BROAD / 2
        sides = (
            (half, half),
            (width - half, half),
            (width - half, height - half),
            (half, height - half),
        )
        layers = [Layer("frame", Style(_BROAD), (Subpath(sides, closed=True),))]
    else:
        inner = _FRAME / 2 + _APART
        layers = [
            Layer("frame", Style(_FRAME), (_draw_frame(frame, _FRAME / 2),)),
            Layer("frame", Style(_FINE), (_draw_frame(frame, inner),)),
            Layer("frame", Style(fill=BLACK), [*_draw_corners(frame)]),
        ]
    return Picture(frame.x, frame.y, Drawing(0, 0, width, height, 1, tuple(layers)))


def _draw_frame(frame: Box, inset: float) -> Subpath:
    """Return a line along a frame, at this distance from its edge. Its corners are quarters of
    circles that curve inwards."""
    right, bottom, corner = frame.width - inset, frame.height - inset, _CORNER
    points = (
        (inset + corner, inset), (right - corner, inset),
        (right, inset + corner), (right, bottom - corner),
        (right - corner, bottom), (inset + corner, bottom),
        (inset, bottom - corner), (inset, inset + corner),
    )  # fmt: skip
    return Subpath(points, (0.0, -_QUARTER) * 4, closed=True)


def _draw_corners(frame: Box) -> Iterator[Subpath]:
    """Yield the petals of a small flower in each corner of a frame, within its round corner."""
    right, bottom = frame.width - _FLOWER, frame.height - _FLOWER
    for x, y, turn in (
        (_FLOWER, _FLOWER, 0.25), (right, _FLOWER, 0.75),
        (right, bottom, 1.25), (_FLOWER, bottom, 1.75),
    ):  # fmt: skip
        for petal in range(_PETALS):
            angle = (turn + 0.25 * (petal - (_PETALS - 1) / 2)) * pi
            along = cos(angle), sin(angle)
            ends = [(x + reach * along[0], y + reach * along[1]) for reach in _PETAL]
            yield Subpath(ends, (_QUARTER, _QUARTER), closed=True)
