"""Pages in a frame, in books for adults: openers, and plain mazes with their words in the middle
above them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from puzzlebook.books.pages.borders import draw_border
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
from puzzlebook.maze_art.scenes import enlarge, find_adornment, find_vignette, mirror_drawing
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
_PICTURE_ROWS = 1.6  # how much higher the box is where a maze draws a picture, in rows
_VIGNETTE = 0.7  # height of a vignette, as a share of the height of the box for words
_BESIDE_VIGNETTE = 0.62  # how far rows of words keep from its ends there, as a share of that height
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
_BROAD_BORDER, _MAT, _MAT_ABOVE = 0.037, 30.0, 26.0
# The ornament there: its least height, and its least width at a side, in points; its greatest, as
# shares of the room; and how far it is from the border.
_ORNAMENT, _ORNAMENT_ASIDE, _FILLED, _OFF_BORDER = 30.0, 24.0, 0.94, 3.0
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
    if find_adornment(part.section.key).words_below:
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


def share_height(part: BookSection) -> float | None:
    """Return the share of the spare height above a maze in its room, if an ornament is to fill that
    height; otherwise None."""
    adornment = find_adornment(part.section.key)
    if not part.pictures or adornment.ornament is None or adornment.is_aside:
        return None
    return 1.0 if adornment.words_below else 0.0


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
    is_below = find_adornment(part.section.key).words_below
    y = below if is_below else frame.y + above
    return Box(frame.x + beside, y, _WORDS * frame.width, height)


def count_framed_rows(setting: Setting, part: BookSection, number: int) -> tuple[int, float]:
    """Return how many rows fit below the heading, and how wide a row may be if it is measured in
    type of the usual size."""
    from puzzlebook.books.pages import staged

    room = _find_rows_box(part, find_framed_words_box(setting, part, number))
    rows = staged.count_rows(setting, room, maximum=2)
    return rows, staged.find_measure(setting, room, rows)


def _find_rows_box(part: BookSection, words: Box) -> Box:
    """Return the part of the box for words between the vignettes at its ends, if it has any."""
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
    part, words = entry.part, find_framed_words_box(setting, entry.part, number)
    border = _BROAD_BORDER * frame.width if part.pictures else _choose_border(frame, box)
    around = draw_page_frame(setting, number, border)
    cartouche = [_draw_cartouche(words, number), *_draw_vignettes(part, words)]
    ornaments = _draw_ornaments(part, frame.inset(*[border + _OFF_BORDER] * 4), placement, number)
    return [
        around,
        *cartouche,
        *ornaments,
        *_draw_arrow_words(setting, entry, placement.picture),
    ]


def _draw_ornaments(
    part: BookSection, inner: Box, placement: Placement, number: int
) -> Iterator[Picture]:
    """Draw the section's ornament in the spare room of a page: between the maze and the border, or
    at both sides of the maze. inner: the room within the border. number: that of the page; on every
    second one the ornament is mirrored."""
    adornment = find_adornment(part.section.key)
    ornament, picture = adornment.ornament, placement.picture
    if not part.pictures or ornament is None:
        return
    drawing = picture.drawing
    bottom = picture.y + drawing.height * drawing.scale
    if adornment.is_aside:
        width = picture.x - _MAT - inner.x
        side = inner._replace(y=placement.box.y, width=width, height=placement.box.height)
        scale = min(side.width / ornament.width, _FILLED * side.height / ornament.height)
        if scale * ornament.width < _ORNAMENT_ASIDE:
            return
        left = enlarge(ornament, scale, THINNEST)
        yield center_drawing(left, side)
        yield center_drawing(mirror_drawing(left), side._replace(x=inner.right - width))
        return
    if adornment.words_below:
        room = inner._replace(height=picture.y - _MAT_ABOVE - inner.y)
    else:
        room = inner._replace(y=bottom + _MAT_ABOVE, height=inner.bottom - bottom - _MAT_ABOVE)
    scale = min(_FILLED * room.width / ornament.width, room.height / ornament.height)
    if scale * ornament.height >= _ORNAMENT:
        drawn = enlarge(mirror_drawing(ornament) if number % 2 else ornament, scale, THINNEST)
        yield center_drawing(drawn, room, 0.5 if adornment.words_below else 1.0)


def _draw_vignettes(part: BookSection, words: Box) -> Iterator[Picture]:
    """Draw the section's vignette at both ends of its cartouche."""
    vignette = find_vignette(part.section.key)
    if vignette is None:
        return
    drawing = enlarge(vignette, _VIGNETTE * words.height / vignette.height, THINNEST)
    side = words.height
    for left in (words.x - side / 4, words.right - 3 * side / 4):
        yield center_drawing(drawing, Box(left, words.y, side, side))


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
    if not entry.maze.plate.arrow_words:
        return []
    from puzzlebook.maze_art.arrow_words import draw_arrow_words

    drawing = picture.drawing
    scale = drawing.scale
    layers = draw_arrow_words(entry.maze.plate.arrow_words, setting.signs, scale)
    left, width = drawing.left * scale - _BESIDE, drawing.width * scale + 2 * _BESIDE
    words = Drawing(left, drawing.top * scale, width, drawing.height * scale, 1, tuple(layers))
    return [Picture(picture.x - _BESIDE, picture.y, words)]


def draw_page_frame(setting: Setting, number: int, border: float = _BORDER) -> Picture:
    """Draw a page's frame: a border with a pattern that differs from page to page; in large print,
    a broad line alone. border: its width, in points."""
    frame = find_page_frame(setting, number)
    width, height = frame.width, frame.height
    if not setting.is_large_print:
        layers = draw_border(width, height, border, number)
        return Picture(frame.x, frame.y, Drawing(0, 0, width, height, 1, layers))
    half = _BROAD / 2
    sides = (half, half), (width - half, half), (width - half, height - half), (half, height - half)
    layers = (Layer("frame", Style(_BROAD), (Subpath(sides, closed=True),)),)
    return Picture(frame.x, frame.y, Drawing(0, 0, width, height, 1, layers))
