"""Pages in a frame, in books for adults: openers, and plain mazes with their words in the middle
above them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from puzzlebook.books.pages.borders import draw_border
from puzzlebook.books.planning.setting import Entry, Placement, Setting, center_drawing
from puzzlebook.drawing.drawing import (
    BLACK,
    THINNEST,
    WHITE,
    Drawing,
    Layer,
    Style,
    Subpath,
    make_circle,
)
from puzzlebook.geometry.arcs import Point
from puzzlebook.maze_art.scenes import Clue, are_words_below, enlarge, find_clue, find_corners
from puzzlebook.mazes import HiddenPicture
from puzzlebook.recipes.order import BookSection
from puzzlebook.recipes.page_grids import room_for_maze
from puzzlebook.typesetting.page import Box, Item, Picture

_BROAD = 3.0  # points: line width of the frame in large print
_BESIDE = 36.0  # points: how far words reach beside the picture of a maze at most
_BELOW = 3.0  # points: how far the frame reaches below the room for mazes, where arrows may stand
_WORDS = 0.84  # width of the box for words, as a share of the frame's width
_ABOVE = 18.0  # points between the edge of the frame and the words
# The same around mazes whose way draws a picture, and how far a cartouche is from the border.
_WITHIN_BORDER = 8.0
# The cartouche around the words, in points: how far it reaches beyond their box, at its sides and
# above and below; the radius of its corners; the weights of its lines, and how far they are apart.
_CARTOUCHE, _CORNER, _LINES, _APART = (14.0, 2.8), 7.0, (1.25, THINNEST), 3.0
_PICTURE_ROWS = 4.2  # how much higher the box is where a maze draws a picture, in rows
# The roundel of a clue, at an end of the cartouche: how far it reaches above and below it, in
# points; the height of the drawing in it, and how far words are from it, as shares of its width;
# and the weights of its rings, in points.
_ROUNDEL, _IN_ROUNDEL, _BESIDE_ROUNDEL, _RINGS = 6.0, 0.76, 0.1, (2.0, THINNEST)
_QUARTER = 0.41421356237309503  # the bulge of a quarter of a circle
# The corners of cartouches, which pages have in turn: the points of the line, clockwise, by how far
# they are from the corner along the side before it and along the one behind it, in radii, each with
# the bend of what follows; and how far the dot is within the corner, in radii.
_Corner = Sequence[tuple[tuple[float, float], float]]
_CORNERS: Sequence[tuple[_Corner, float]] = (
    ((((1.0, 0.0), -_QUARTER), ((0.0, 1.0), 0.0)), 0.0),
    ((((1.2, 0.0), _QUARTER), ((0.0, 1.2), 0.0)), 1.1),
    (
        (
            ((1.2, 0.0), 0.0),
            ((1.2, 0.6), 0.0),
            ((0.6, 0.6), 0.0),
            ((0.6, 1.2), 0.0),
            ((0.0, 1.2), 0.0),
        ),
        0.15,
    ),
    ((((1.2, 0.0), 0.0), ((0.0, 1.2), 0.0)), 0.1),
)
# Points between the edge of the frame and the room for mazes at most; the width of the border, at
# most and as a share of them.
_AROUND, _BORDER, _BORDER_SHARE = 25.0, 12.0, 0.65
# Around mazes whose way draws a picture: the width of the border, as a share of the frame's width;
# the points between it and the maze at the sides, and above and below.
_BROAD_BORDER, _MAT, _MAT_ABOVE = 0.03, 37.0, 22.0
_PADDING = 4.0  # points between the border and what is outside the doors of a maze


def find_page_frame(setting: Setting, number: int) -> Box:
    """Return the box of a page's frame: the live area above the foot."""
    return setting.sheet.live(number).inset(bottom=setting.sizes.small * 2.2 - _BELOW)


def clear_border(setting: Setting, part: BookSection, room: Box) -> Box:
    """Return the part of the room for mazes that is clear of the border of a page. Passages stay as
    wide as they are promised to the readers, so on some pages the border has less space."""
    if part.pictures:
        return _find_picture_room(setting, part)
    aside = above = _AROUND
    if part.readers is not None:
        needed = room_for_maze(part.readers, setting.recipe.page)
        aside = max(0.0, min(aside, (room.width - needed.width) / 2))
        above = max(0.0, min(above, (room.height - needed.height) / 2))
    return room.inset(aside, above, aside, above)


def _find_picture_room(setting: Setting, part: BookSection) -> Box:
    """Return the room for a maze whose way draws a picture: between the border and the words, with
    space for the words beside its arrows."""
    frame = find_page_frame(setting, 1)
    border = _BROAD_BORDER * frame.width
    words, beyond = find_framed_words_box(setting, part, 1), _CARTOUCHE[1]
    room = frame.inset(border + _MAT, border + _MAT_ABOVE, border + _MAT, border + _MAT_ABOVE)
    if are_words_below(part.section.key):
        return room._replace(height=words.y - beyond - _MAT_ABOVE - room.y)
    top = words.bottom + beyond + _MAT_ABOVE
    return room._replace(y=top, height=room.bottom - top)


def find_space_around(setting: Setting, part: BookSection, box: Box) -> tuple[float, float]:
    """Return the space between the box of a maze on the first page and the border of that page, at
    each side and below the box, in points."""
    frame = find_page_frame(setting, 1)
    if part.pictures:
        return _MAT - _PADDING, _MAT_ABOVE - _PADDING
    border = _choose_border(frame, box)
    below = frame.bottom - box.bottom - border - _PADDING
    return box.x - frame.x - border - _PADDING, max(0.0, below)


def _choose_border(frame: Box, box: Box) -> float:
    """Return the width of the border in a frame around the box of a maze."""
    return min(_BORDER, _BORDER_SHARE * min(box.x - frame.x, frame.bottom - box.bottom))


def find_framed_words_box(setting: Setting, part: BookSection, number: int) -> Box:
    """Return the box for the heading and the line below it, above the maze. Where the maze draws a
    picture, the box also has room for the line on which its name is written."""
    frame, sizes = find_page_frame(setting, number), setting.sizes
    beside = (1 - _WORDS) * frame.width / 2
    height = sizes.heading * 1.9 + sizes.leading - _ABOVE
    if not part.pictures:
        return Box(frame.x + beside, frame.y + _ABOVE, _WORDS * frame.width, height)
    height += _PICTURE_ROWS * sizes.leading
    above = _BROAD_BORDER * frame.width + _WITHIN_BORDER + _CARTOUCHE[1]
    below = frame.bottom - above - height
    y = below if are_words_below(part.section.key) else frame.y + above
    return Box(frame.x + beside, y, _WORDS * frame.width, height)


def count_framed_rows(setting: Setting, part: BookSection, number: int) -> tuple[int, float]:
    """Return how many rows fit below the heading, and how wide a row may be if it is measured in
    type of the usual size."""
    from puzzlebook.books.pages import staged

    room = _find_rows_box(part, find_framed_words_box(setting, part, number), number)
    rows = staged.count_rows(setting, room, maximum=2)
    return rows, staged.find_measure(setting, room, rows)


def _find_rows_box(part: BookSection, words: Box, number: int) -> Box:
    """Return the part of the box for words beside the roundel of a clue, if there is one."""
    if not any(map(_find_clue, part.pictures)):
        return words
    roundel = _find_roundel(words, number)
    gap = _BESIDE_ROUNDEL * roundel.width
    if _is_at_left(number):
        return words.inset(left=roundel.right + gap - words.x, right=gap)
    return words.inset(left=gap, right=words.right - roundel.x + gap)


def _find_clue(picture: HiddenPicture | None) -> Clue | None:
    """Return the clue to a picture of ours; None for other pictures."""
    is_ours = picture is not None and picture.is_named
    return find_clue(picture.code.partition(".")[0]) if picture and is_ours else None


def _is_at_left(number: int) -> bool:
    """Return whether the clue is at the left end of the cartouche: on every second page."""
    return number % 2 == 0


def _find_roundel(words: Box, number: int) -> Box:
    """Return the square of the roundel, at an end of the cartouche."""
    side = words.height + 2 * (_CARTOUCHE[1] + _ROUNDEL)
    x = words.x - _CARTOUCHE[0] if _is_at_left(number) else words.right + _CARTOUCHE[0] - side
    return Box(x, words.y + (words.height - side) / 2, side, side)


def set_framed_words(
    setting: Setting, entry: Entry, story: Sequence[str], number: int
) -> list[Item]:
    """Set a maze's heading with its stars and, below it, a quotation or a task."""
    from puzzlebook.books.pages import staged

    frame = find_page_frame(setting, number)
    words = find_framed_words_box(setting, entry.part, number)
    room = _find_rows_box(entry.part, words, number)
    return staged.set_words(setting, entry, story, room, frame)


def draw_frame_and_words(
    setting: Setting, entry: Entry, placement: Placement, number: int
) -> list[Picture]:
    """Draw a page's frame, the cartouche of its words, and the words beside its maze's arrows."""
    frame, box = find_page_frame(setting, number), placement.box
    part, words = entry.part, find_framed_words_box(setting, entry.part, number)
    border = _BROAD_BORDER * frame.width if part.pictures else _choose_border(frame, box)
    clue = _find_clue(entry.picture)
    return [
        draw_page_frame(setting, number, border, clue.border if clue else ""),
        _draw_cartouche(words, number),
        *(_draw_clue(clue, _find_roundel(words, number)) if clue else ()),
        *_draw_spandrels(setting, entry, placement.picture),
        *_draw_arrow_words(setting, entry, placement.picture),
    ]


def _draw_spandrels(setting: Setting, entry: Entry, picture: Picture) -> Iterator[Picture]:
    """Draw ornaments in the corners of the room for a maze that is cut to an outline and whose way
    draws a picture."""
    if not (entry.picture and entry.silhouette):
        return
    from puzzlebook.books.pages.spandrels import draw_spandrels

    plate, scale = entry.maze.plate, picture.drawing.scale
    left, top = picture.x - picture.drawing.left * scale, picture.y - picture.drawing.top * scale
    outline = entry.silhouette.outline
    across, down = plate.width / outline.width, plate.height / outline.height
    lines: list[Sequence[Point]] = [
        [(x * across * scale, y * down * scale) for x, y in (*polygon, polygon[0])]
        for area in outline.areas
        for polygon in area.polygons
    ]
    lines += [[(a * scale, b * scale), (c * scale, d * scale)] for a, b, c, d in plate.arrows]
    words = _letter_arrow_words(setting, entry, scale)
    lines += [path.points for layer in words for path in layer.subpaths]
    room = _find_picture_room(setting, entry.part)
    room = room.inset(*[_WITHIN_BORDER - each for each in (_MAT, _MAT_ABOVE, _MAT, _MAT_ABOVE)])
    lines = [[(left + x, top + y) for x, y in line] for line in lines]
    yield from draw_spandrels(room, lines, find_corners(entry.part.section.key))


def _draw_clue(clue: Clue, roundel: Box) -> Iterator[Picture]:
    """Draw a clue in its roundel: two rings on white, over the end of the cartouche."""
    radius, (heavy, fine) = roundel.width / 2, _RINGS
    middle = radius, radius
    rings = (
        Layer("clue", Style(heavy, fill=WHITE), (make_circle(middle, radius - heavy / 2),)),
        Layer("clue", Style(fine), (make_circle(middle, radius - _APART),)),
    )
    yield Picture(roundel.x, roundel.y, Drawing(0, 0, 2 * radius, 2 * radius, 1, rings))
    scale = _IN_ROUNDEL * roundel.height / clue.drawing.height
    yield center_drawing(enlarge(clue.drawing, scale, THINNEST), roundel)


def _draw_cartouche(words: Box, number: int) -> Picture:
    """Draw a frame around the words: two lines whose corners differ from page to page, with a dot
    beyond each corner or within it."""
    beside, above = _CARTOUCHE
    box = words.inset(-beside, -above, -beside, -above)
    corners = (0.0, 0.0), (box.width, 0.0), (box.width, box.height), (0.0, box.height)
    cut, dot = _CORNERS[number % len(_CORNERS)]
    layers = [
        Layer("cartouche", Style(line), (_cut_corners(box, inset, cut),))
        for line, inset in zip(_LINES, (0.0, _APART), strict=True)
    ]
    dots = [
        make_circle((abs(x - dot * _CORNER), abs(y - dot * _CORNER)), _CORNER / 4)
        for x, y in corners
    ]
    layers.append(Layer("cartouche", Style(fill=BLACK), dots))
    return Picture(box.x, box.y, Drawing(0, 0, box.width, box.height, 1, tuple(layers)))


def _cut_corners(box: Box, inset: float, cut: _Corner) -> Subpath:
    """Return a line along a box, at this distance from its edge, with this shape at its corners."""
    right, bottom = box.width - inset, box.height - inset
    corners = (inset, inset), (right, inset), (right, bottom), (inset, bottom)
    onward = (1, 0), (0, 1), (-1, 0), (0, -1)
    points = [
        (
            x + _CORNER * (forth * onward[index][0] - back * onward[index - 1][0]),
            y + _CORNER * (forth * onward[index][1] - back * onward[index - 1][1]),
        )
        for index, (x, y) in enumerate(corners)
        for (back, forth), _ in cut
    ]
    return Subpath(points, [bend for _ in corners for _, bend in cut], closed=True)


def _draw_arrow_words(setting: Setting, entry: Entry, picture: Picture) -> list[Picture]:
    drawing = picture.drawing
    scale = drawing.scale
    layers = _letter_arrow_words(setting, entry, scale)
    if not layers:
        return []
    left, width = drawing.left * scale - _BESIDE, drawing.width * scale + 2 * _BESIDE
    words = Drawing(left, drawing.top * scale, width, drawing.height * scale, 1, layers)
    return [Picture(picture.x - _BESIDE, picture.y, words)]


def _letter_arrow_words(setting: Setting, entry: Entry, scale: float) -> tuple[Layer, ...]:
    """Return the words beside the arrows of a maze, in points from its corner. scale: points per
    cell."""
    if not entry.maze.plate.arrow_words:
        return ()
    from puzzlebook.maze_art.arrow_words import draw_arrow_words

    return tuple(draw_arrow_words(entry.maze.plate.arrow_words, setting.signs, scale))


def draw_page_frame(
    setting: Setting, number: int, border: float = _BORDER, design: str = ""
) -> Picture:
    """Draw a page's frame: a border with a pattern that differs from page to page; in large print,
    a broad line alone. border: its width, in points. design: the name of the pattern, if it is
    given."""
    frame = find_page_frame(setting, number)
    width, height = frame.width, frame.height
    if not setting.is_large_print:
        layers = draw_border(width, height, border, design or number)
        return Picture(frame.x, frame.y, Drawing(0, 0, width, height, 1, layers))
    half = _BROAD / 2
    sides = (half, half), (width - half, half), (width - half, height - half), (half, height - half)
    layers = (Layer("frame", Style(_BROAD), (Subpath(sides, closed=True),)),)
    return Picture(frame.x, frame.y, Drawing(0, 0, width, height, 1, layers))
