"""Pages in a frame, in books for adults: openers, and plain mazes with their words in the middle
above them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from puzzlebook.books.pages.borders import LEAST_BORDER, draw_border
from puzzlebook.books.planning.setting import Entry, Placement, Setting, center_drawing
from puzzlebook.drawing.drawing import (
    BLACK,
    THINNEST,
    Drawing,
    Layer,
    Style,
    Subpath,
    make_circle,
)
from puzzlebook.recipes.order import BookSection
from puzzlebook.recipes.page_grids import room_for_maze
from puzzlebook.typesetting.page import Box, Item, Picture

_BROAD = 3.0  # points: line width of the frame in large print
_BESIDE = 36.0  # points: how far words reach beside the picture of a maze at most
_BELOW = 3.0  # points: how far the frame reaches below the room for mazes, where arrows may stand
_WORDS = 0.84  # width of the box for words, as a share of the frame's width
_ABOVE = 18.0  # points between the edge of the frame and the words
# The cartouche around the words, in points: how far it reaches beyond their box, at its sides and
# above and below; the radius of its corners; the weights of its lines, and how far they are apart.
_CARTOUCHE, _CORNER, _LINES, _APART = (14.0, 2.8), 7.0, (1.25, THINNEST), 3.0
_PICTURE_ROWS = 1.6  # how much higher the box is where a maze draws a picture, in rows
_VIGNETTE = 0.7  # height of a vignette, as a share of the height of the box for words
_BESIDE_VIGNETTE = 0.62  # how far rows of words keep from its ends there, as a share of that height
_QUARTER = 0.41421356237309503  # the bulge of a quarter of a circle
# Points between the edge of the frame and the room for mazes at most; the width of the border, at
# most and as a share of them.
_AROUND, _BORDER, _BORDER_SHARE = 25.0, 12.0, 0.65
_ASIDE = 33.0  # that space at the sides, around mazes whose way draws a picture
_PADDING = 4.0  # points between the border and what is outside the doors of a maze


def find_page_frame(setting: Setting, number: int) -> Box:
    """Return the box of a page's frame: the live area above the foot."""
    return setting.sheet.live(number).inset(bottom=setting.sizes.small * 2.2 - _BELOW)


def clear_border(setting: Setting, part: BookSection, room: Box) -> Box:
    """Return the part of the room for mazes that is clear of the border of a page. Passages stay as
    wide as they are promised to the readers, so on some pages the border has less space."""
    # At the sides of a maze, the words beside its arrows need room to be read without turning it.
    aside, above = _ASIDE if part.pictures else _AROUND, _AROUND
    if part.readers is not None:
        needed = room_for_maze(part.readers, setting.recipe.page)
        aside = max(0.0, min(aside, (room.width - needed.width) / 2))
        above = max(0.0, min(_AROUND, (room.height - needed.height) / 2))
    words = find_framed_words_box(setting, part, 1)
    taken = words.bottom + _CARTOUCHE[1] + _PADDING - room.y if part.pictures else 0.0
    return room.inset(aside, max(taken, 0.0) if part.pictures else above, aside, above)


def find_space_around(setting: Setting, part: BookSection, box: Box) -> tuple[float, float]:
    """Return the space between the box of a maze on the first page and the border of that page, at
    each side and below the box, in points."""
    frame = find_page_frame(setting, 1)
    border = _choose_border(frame, box)
    beside = min(border, LEAST_BORDER) if part.pictures else border
    below = frame.bottom - box.bottom - border - _PADDING
    return box.x - frame.x - beside - _PADDING, max(0.0, below)


def _choose_border(frame: Box, box: Box) -> float:
    """Return the width of the border in a frame around the box of a maze."""
    return min(_BORDER, _BORDER_SHARE * min(box.x - frame.x, frame.bottom - box.bottom))


def find_framed_words_box(setting: Setting, part: BookSection, number: int) -> Box:
    """Return the box for the heading and the line below it, above the maze. Where the maze draws a
    picture, the box also has room for the line on which its name is written."""
    frame, sizes = find_page_frame(setting, number), setting.sizes
    beside = (1 - _WORDS) * frame.width / 2
    height = sizes.heading * 1.9 + sizes.leading - _ABOVE
    height += _PICTURE_ROWS * sizes.leading if part.pictures else 0.0
    return Box(frame.x + beside, frame.y + _ABOVE, _WORDS * frame.width, height)


def count_framed_rows(setting: Setting, part: BookSection, number: int) -> tuple[int, float]:
    """Return how many rows fit below the heading, and how wide a row may be if it is measured in
    type of the usual size."""
    from puzzlebook.books.pages import staged

    room = _find_rows_box(part, find_framed_words_box(setting, part, number))
    rows = staged.count_rows(setting, room, maximum=2)
    return rows, staged.find_measure(setting, room, rows)


def _find_rows_box(part: BookSection, words: Box) -> Box:
    """Return the part of the box for words between the vignettes at its ends, if it has any."""
    from puzzlebook.maze_art.scenes import find_vignette

    beside = _BESIDE_VIGNETTE * words.height if find_vignette(part.section.key) else 0.0
    return words.inset(left=beside, right=beside)


def set_framed_words(
    setting: Setting, entry: Entry, story: Sequence[str], number: int
) -> list[Item]:
    """Set a maze's heading with its stars and, below it, a quotation or a task."""
    from puzzlebook.books.pages import staged

    frame = find_page_frame(setting, number)
    room = _find_rows_box(entry.part, find_framed_words_box(setting, entry.part, number))
    return staged.set_words(setting, entry, story, room, frame)


def draw_frame_and_words(
    setting: Setting, entry: Entry, placement: Placement, number: int
) -> list[Picture]:
    """Draw a page's frame, the cartouche of its words, and the words beside its maze's arrows."""
    frame, box = find_page_frame(setting, number), placement.box
    is_open = bool(entry.part.pictures)
    around = draw_page_frame(setting, number, _choose_border(frame, box), is_open)
    words = find_framed_words_box(setting, entry.part, number)
    cartouche = [_draw_cartouche(words), *_draw_vignettes(entry.part, words)]
    return [around, *cartouche, *_draw_arrow_words(setting, entry, placement.picture)]


def _draw_vignettes(part: BookSection, words: Box) -> Iterator[Picture]:
    """Draw the section's vignette at both ends of its cartouche."""
    from puzzlebook.maze_art.scenes import enlarge, find_vignette

    vignette = find_vignette(part.section.key)
    if vignette is None:
        return
    drawing = enlarge(vignette, _VIGNETTE * words.height / vignette.height, THINNEST)
    side = words.height
    for left in (words.x - side / 4, words.right - 3 * side / 4):
        yield center_drawing(drawing, Box(left, words.y, side, side))


def _draw_cartouche(words: Box) -> Picture:
    """Draw a frame around the words: two lines whose corners curve inwards, with a dot in each."""
    beside, above = _CARTOUCHE
    box = words.inset(-beside, -above, -beside, -above)
    corners = (0.0, 0.0), (box.width, 0.0), (box.width, box.height), (0.0, box.height)
    insets = 0.0, _APART
    layers = [
        Layer("cartouche", Style(line), (_curve_corners(box, inset),))
        for line, inset in zip(_LINES, insets, strict=True)
    ]
    dots = [make_circle(corner, _CORNER / 4) for corner in corners]
    layers.append(Layer("cartouche", Style(fill=BLACK), dots))
    return Picture(box.x, box.y, Drawing(0, 0, box.width, box.height, 1, tuple(layers)))


def _curve_corners(box: Box, inset: float) -> Subpath:
    """Return a line along a box, at this distance from its edge. Its corners curve inwards."""
    right, bottom, corner = box.width - inset, box.height - inset, _CORNER
    points = (
        (inset + corner, inset), (right - corner, inset),
        (right, inset + corner), (right, bottom - corner),
        (right - corner, bottom), (inset + corner, bottom),
        (inset, bottom - corner), (inset, inset + corner),
    )  # fmt: skip
    return Subpath(points, (0.0, -_QUARTER) * 4, closed=True)


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


def draw_page_frame(
    setting: Setting, number: int, border: float = _BORDER, is_open: bool = False
) -> Picture:
    """Draw a page's frame: a border with a pattern that differs from page to page; in large print,
    a broad line alone. border: its width, in points. is_open: whether its sides are narrow."""
    frame = find_page_frame(setting, number)
    width, height = frame.width, frame.height
    if not setting.is_large_print:
        layers = draw_border(width, height, border, number, is_open)
        return Picture(frame.x, frame.y, Drawing(0, 0, width, height, 1, layers))
    half = _BROAD / 2
    sides = (half, half), (width - half, half), (width - half, height - half), (half, height - half)
    layers = (Layer("frame", Style(_BROAD), (Subpath(sides, closed=True),)),)
    return Picture(frame.x, frame.y, Drawing(0, 0, width, height, 1, layers))
