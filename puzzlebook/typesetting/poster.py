"""A poster: one picture over several sheets of paper, which overlap to be glued together.

Sheets are named by row letter and column number: A1, A2, B1, B2. The picture is on one large field,
of which each sheet shows a window. Past its right and its lower joint, a sheet shows a strip of the
next sheet, in grey, for the glue. The next sheet is cut at the same joint and laid on the strip.
Lengths are in points.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from puzzlebook.drawing.drawing import (
    BLACK,
    THINNEST,
    WHITE,
    Colour,
    Drawing,
    Layer,
    Style,
    Subpath,
    make_circle,
)
from puzzlebook.ground.lengths import MM
from puzzlebook.typesetting.flow import Flow
from puzzlebook.typesetting.layout import MIN_TYPE, QUIET, center, set_left
from puzzlebook.typesetting.page import Box, Item, Page, Picture, Rule, Text, mirror_items
from puzzlebook.typesetting.text import fit_size, measure_width
from puzzlebook.typesetting.text.face import Face

OVERLAP = 8 * MM
"""The width of the strip for glue, which is that of a glue stick."""
MARGIN = 0.5 * 72
"""The width that home printers may leave blank at the edges of a sheet."""
_TICK_SPACE = 4 * MM
"""The space around the window for the marks at its corners."""
_TICK_LENGTH, _TICK_GAP = 3 * MM, 0.8 * MM  # the gap is between a mark and the window
_HEAD_HEIGHT = 13 * MM
"""The height of the sheet's name, the plan, and instructions for joining, above the window."""
MIN_PIECE = 50 * MM
"""The minimum width and height of a sheet's own part."""
MAX_SHEETS = 100
_RING_RADIUS = 3.5 * MM  # of the circles on joints
_RING_POSITIONS = (0.25, 0.75)
"""The positions of the circles along a joint of a sheet, as shares of its length."""
_DASH_LENGTH, _DASH_GAP = 2.2 * MM, 1.8 * MM
_GUIDE_GREY: Colour = (0.6, 0.6, 0.6)
STRIP: Colour = (0.72, 0.72, 0.72)
"""The grey of the picture on strips for glue."""
_STRIP_TINT: Colour = (0.93, 0.93, 0.93)
_PLAN_SHADE: Colour = (0.55, 0.55, 0.55)
_PLAN_HEIGHT = 10.5 * MM  # at most; the width is at most three times as much


class Sheets(NamedTuple):
    """The sheets of a poster: the number of columns and rows, and the size of the paper."""

    columns: int
    rows: int
    width: float
    height: float

    @property
    def window(self) -> Box:
        """The part of a sheet that shows the field: its own part, and the strips."""
        border = MARGIN + _TICK_SPACE
        return Box(0, 0, self.width, self.height).inset(
            border, border + _HEAD_HEIGHT, border, border
        )

    @property
    def piece(self) -> tuple[float, float]:
        """The distances between two joints, across and down."""
        return self.window.width - OVERLAP, self.window.height - OVERLAP

    @property
    def field(self) -> tuple[float, float]:
        """The width and height of all sheets together. (The last sheets need no strip.)"""
        across, down = self.piece
        return self.columns * across + OVERLAP, self.rows * down + OVERLAP

    @property
    def joints(self) -> tuple[list[float], list[float]]:
        """The positions of the joints on the field, from its left and from its top."""
        across, down = self.piece
        return (
            [column * across for column in range(1, self.columns)],
            [row * down for row in range(1, self.rows)],
        )

    @property
    def places(self) -> list[tuple[int, int]]:
        """The column and row of each sheet, row by row."""
        return [(column, row) for row in range(self.rows) for column in range(self.columns)]


class SheetWords(NamedTuple):
    """The text on the sheets. sheet: returns the line with a sheet's name. glue: the word on
    strips. join: instructions for joining. (Both are empty in books without words.) code: the
    maze's code. face: the regular face."""

    sheet: Callable[[str], str]
    glue: str
    join: str
    code: str
    face: Face


def name_sheet(column: int, row: int) -> str:
    """Return a sheet's name: letters for its row and a number for its column, both given from 0."""
    letters = chr(65 + row % 26)
    return f"{chr(64 + row // 26) if row >= 26 else ''}{letters}{column + 1}"


def lay_out_sheets(
    drawing: Drawing, strip: Drawing, place: tuple[float, float], sheets: Sheets, words: SheetWords
) -> Iterator[Page]:
    """Yield the sheets of a poster, row by row.

    strip: the drawing as shown on strips for glue. place: the top left corner of both on the field.
    """
    for column, row in sheets.places:
        yield _lay_out_sheet(drawing, strip, place, sheets, words, (column, row))


def _lay_out_sheet(
    drawing: Drawing,
    strip: Drawing,
    place: tuple[float, float],
    sheets: Sheets,
    words: SheetWords,
    position: tuple[int, int],
) -> Page:
    (column, row), window, (across, down) = position, sheets.window, sheets.piece
    x = window.x + place[0] - column * across
    y = window.y + place[1] - row * down
    has_right, has_below = column < sheets.columns - 1, row < sheets.rows - 1
    own_part = window.inset(right=OVERLAP * has_right, bottom=OVERLAP * has_below)
    items: list[Item] = []
    strips = []
    if has_right:
        strips.append(Box(own_part.right, window.y, OVERLAP, window.height))
    if has_below:
        strips.append(Box(window.x, own_part.bottom, own_part.width, OVERLAP))
    for box in strips:
        items.append(Picture(box.x, box.y, _fill(box)))
        items.append(Picture(x, y, strip, window=box))
    items += _draw_glue_marks(strips, own_part, words)
    shown = [Picture(0, 0, _draw_rings(sheets, own_part, position), window=window)]
    # The rings go beneath walls, which they would interrupt, but above a stage, which covers the
    # paper.
    has_stage = any(layer.inset for layer in drawing.layers)
    shown.insert(0 if has_stage else 1, Picture(x, y, drawing, window=own_part))
    items += shown
    items.append(Picture(0, 0, _draw_dashes(own_part, position, has_right, has_below)))
    items += _draw_ticks(own_part, window)
    items += _set_head(sheets, position, words)
    foot = Box(
        own_part.x + _TICK_LENGTH, window.bottom, own_part.width - 2 * _TICK_LENGTH, _TICK_SPACE
    )
    size = fit_size(words.code, words.face, MIN_TYPE, foot.width)
    items.append(set_left(words.code, foot, foot.bottom - 2, words.face, size, QUIET))
    return Page(sheets.width, sheets.height, tuple(items))


def _fill(box: Box) -> Drawing:
    corners = ((0, 0), (box.width, 0), (box.width, box.height), (0, box.height))
    layer = Layer("strip", Style(fill=_STRIP_TINT), [Subpath(corners, closed=True)])
    return Drawing(0, 0, box.width, box.height, 1, (layer,))


def _draw_rings(sheets: Sheets, own_part: Box, position: tuple[int, int]) -> Drawing:
    """Draw the circles on the joints of a sheet, whose halves meet when joined."""
    column, row = position
    circles = []
    sides = [own_part.x] * (column > 0) + [own_part.right] * (column < sheets.columns - 1)
    ends = [own_part.y] * (row > 0) + [own_part.bottom] * (row < sheets.rows - 1)
    across, down = sheets.piece
    for share in _RING_POSITIONS:
        circles += [make_circle((x, own_part.y + share * down), _RING_RADIUS) for x in sides]
        circles += [make_circle((own_part.x + share * across, y), _RING_RADIUS) for y in ends]
    layer = Layer("joints", Style(2 * THINNEST, _GUIDE_GREY), circles)
    return Drawing(0, 0, sheets.width, sheets.height, 1, (layer,))


def _draw_dashes(
    own_part: Box, position: tuple[int, int], has_right: bool, has_below: bool
) -> Drawing:
    """Draw the lines along which a sheet is cut, and on which the next sheet is laid."""
    dashes: list[Subpath] = []
    sides = [own_part.x] * (position[0] > 0) + [own_part.right] * has_right
    ends = [own_part.y] * (position[1] > 0) + [own_part.bottom] * has_below
    for x in sides:
        dashes += [Subpath(((x, a), (x, b))) for a, b in _dash(own_part.y, own_part.bottom)]
    for y in ends:
        dashes += [Subpath(((a, y), (b, y))) for a, b in _dash(own_part.x, own_part.right)]
    layer = Layer("cuts", Style(THINNEST, _GUIDE_GREY), dashes)
    return Drawing(0, 0, own_part.right, own_part.bottom, 1, (layer,))


def _dash(start: float, end: float) -> Iterator[tuple[float, float]]:
    while start < end:
        yield start, min(start + _DASH_LENGTH, end)
        start += _DASH_LENGTH + _DASH_GAP


def _draw_ticks(own_part: Box, window: Box) -> Iterator[Item]:
    """Yield the marks that continue the sides of the sheet's own part, outside the window."""
    for x in (own_part.x, own_part.right):
        yield Rule(x, window.y - _TICK_GAP - _TICK_LENGTH, x, window.y - _TICK_GAP, THINNEST)
        yield Rule(
            x, window.bottom + _TICK_GAP, x, window.bottom + _TICK_GAP + _TICK_LENGTH, THINNEST
        )
    for y in (own_part.y, own_part.bottom):
        yield Rule(window.x - _TICK_GAP - _TICK_LENGTH, y, window.x - _TICK_GAP, y, THINNEST)
        yield Rule(
            window.right + _TICK_GAP, y, window.right + _TICK_GAP + _TICK_LENGTH, y, THINNEST
        )


def _draw_glue_marks(strips: list[Box], own_part: Box, words: SheetWords) -> Iterator[Item]:
    """Yield a glue stick and the word in the middle of each strip."""
    for box in strips:
        is_upright = box.height > box.width
        size = fit_size(words.glue, words.face, 0.45 * OVERLAP, own_part.height / 3)
        length = measure_width(words.glue, words.face, size) if words.glue else 0.0
        stick = 3.2 * MM
        room = stick * 2.4 + (length + 2 * MM if length else 0)
        middle = (own_part.y + own_part.height / 2) if is_upright else box.x + box.width / 2
        first = middle - room / 2
        aside = box.x + box.width / 2 if is_upright else box.y + box.height / 2
        board = (
            Box(aside - 0.4 * OVERLAP, first - MM, 0.8 * OVERLAP, room + 2 * MM)
            if is_upright
            else Box(first - MM, aside - 0.4 * OVERLAP, room + 2 * MM, 0.8 * OVERLAP)
        )
        yield Picture(board.x, board.y, _draw_stick(board, stick, is_upright))
        if length:
            start = first + stick * 2.4 + 2 * MM
            if is_upright:
                yield Text(aside - 0.34 * size, start, words.glue, words.face, size, turned=True)
            else:
                yield Text(start, aside + 0.34 * size, words.glue, words.face, size)


def _draw_stick(board: Box, stick: float, is_upright: bool) -> Drawing:
    """Draw a white board with a glue stick at its start."""
    half = stick / 2

    def place(along: float, aside: float) -> tuple[float, float]:
        if is_upright:
            return board.width / 2 + aside, MM + along
        return MM + along, board.height / 2 + aside

    def make_box(start: float, end: float, width: float) -> Subpath:
        corners = ((start, -width), (end, -width), (end, width), (start, width))
        return Subpath(tuple(place(*corner) for corner in corners), closed=True)

    edge = ((0, 0), (board.width, 0), (board.width, board.height), (0, board.height))
    return Drawing(
        0,
        0,
        board.width,
        board.height,
        1,
        (
            Layer("board", Style(fill=WHITE), [Subpath(edge, closed=True)]),
            Layer(
                "stick",
                Style(THINNEST, BLACK, WHITE),
                [make_box(0, 1.4 * stick, half), make_box(1.4 * stick, 1.7 * stick, half * 0.8)],
            ),
            Layer("stick", Style(fill=BLACK), [make_box(1.7 * stick, 2.05 * stick, half * 0.65)]),
        ),
    )


def _set_head(sheets: Sheets, position: tuple[int, int], words: SheetWords) -> list[Item]:
    """Set the sheet's name, instructions for joining, and the plan above the window."""
    top = Box(MARGIN, MARGIN, sheets.width - 2 * MARGIN, _HEAD_HEIGHT)
    scale = min(
        _PLAN_HEIGHT / (sheets.rows * sheets.height),
        3 * _PLAN_HEIGHT / (sheets.columns * sheets.width),
    )
    plan = Picture(top.x, top.y, _draw_plan(sheets, position, scale))
    plan = plan._replace(x=top.right - plan.drawing.width)
    name, bold = words.sheet(name_sheet(*position)), words.face.bold
    items: list[Item] = [plan, set_left(name, top, top.y + 14, bold, 16)]
    left = top.inset(left=measure_width(name, bold, 16) + 12)
    left = left.inset(right=plan.drawing.width + 10)
    flow = Flow(left, top.y)
    flow.set(words.join, words.face, MIN_TYPE + 0.5, leading=1.25)
    items += flow.items
    return mirror_items(items, top) if words.face.right_to_left else items


def _draw_plan(sheets: Sheets, position: tuple[int, int], scale: float) -> Drawing:
    """Draw a small plan of all sheets, with this one shaded."""
    width, height = sheets.width * scale, sheets.height * scale

    def make_box(column: int, row: int) -> Subpath:
        x, y = column * width, row * height
        corners = ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
        return Subpath(corners, closed=True)

    others = [make_box(*place) for place in sheets.places]
    layers = (
        Layer("here", Style(fill=_PLAN_SHADE), [make_box(*position)]),
        Layer("plan", Style(THINNEST, BLACK), others),
    )
    return Drawing(0, 0, sheets.columns * width, sheets.rows * height, 1, layers)


def lay_out_whole(
    drawing: Drawing, place: tuple[float, float], sheets: Sheets, title: str, words: SheetWords
) -> Page:
    """Lay out the whole poster on one sheet, with its joints and the names of its sheets.

    drawing: at the scale of the poster. place: its top left corner on the field.
    """
    live = Box(0, 0, sheets.width, sheets.height).inset(MARGIN, MARGIN, MARGIN, MARGIN)
    room = live.inset(top=30, bottom=16)
    across, down = sheets.field
    share = min(room.width / across, room.height / down)
    left = room.x + (room.width - share * across) / 2
    top = room.y + (room.height - share * down) / 2
    small = drawing._replace(
        scale=drawing.scale * share,
        layers=tuple(
            layer._replace(style=layer.style._replace(width=max(0.3, layer.style.width * share)))
            if layer.style.width
            else layer
            for layer in drawing.layers
        ),
    )
    items: list[Item] = [center(title, live, live.y + 16, words.face.bold, 16)]
    items.append(Picture(left + share * place[0], top + share * place[1], small))
    sides, ends = sheets.joints
    joints = []
    for side in sides:
        x = left + share * side
        joints += [Subpath(((x, a), (x, b))) for a, b in _dash(top, top + share * down)]
    for end in ends:
        y = top + share * end
        joints += [Subpath(((a, y), (b, y))) for a, b in _dash(left, left + share * across)]
    layer = Layer("joints", Style(THINNEST, _GUIDE_GREY), joints)
    items.append(Picture(0, 0, Drawing(0, 0, sheets.width, sheets.height, 1, (layer,))))
    for column, row in sheets.places:
        x, y = left + share * column * sheets.piece[0], top + share * row * sheets.piece[1]
        items.append(
            Text(x + 2, y - 2 if row == 0 else y + 8, name_sheet(column, row), words.face, 8, QUIET)
        )
    size = fit_size(words.code, words.face, MIN_TYPE, live.width)
    items.append(set_left(words.code, live, live.bottom - 2, words.face, size, QUIET))
    return Page(sheets.width, sheets.height, tuple(items))
