"""The row at the foot of a children's page: what bridges are, and a picture of each thing to find
in the maze, with a box to tick. In a theme's world it is on a board that hangs over the lower edge
of the frame."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from math import fsum
from typing import NamedTuple

from puzzlebook.books.pages.ornaments import draw_tiny_bridge
from puzzlebook.books.planning.setting import Entry, Setting
from puzzlebook.books.scenes.frames import box_path
from puzzlebook.books.scenes.surroundings import CLEARANCE
from puzzlebook.books.scenes.word_boards import draw_words_board
from puzzlebook.drawing.drawing import THINNEST, WHITE, Drawing, Layer, Style
from puzzlebook.geometry.arcs import Point
from puzzlebook.maze_art.figures import FINDS
from puzzlebook.maze_art.scenes import Scenes
from puzzlebook.typesetting import text
from puzzlebook.typesetting.layout import line_box
from puzzlebook.typesetting.page import ARTIFACT, Box, Item, Picture, Tag, Text, move_items

_WORDS, _LEADING = 1.15, 1.2  # type size of the words, in sizes of small type, and their leading
_HEIGHT = 1.5  # height of a picture without a board, in sizes of small type
# Multiples of the height of a picture: the side of its box to tick, the gap between the picture and
# its box, the gap after each part of the row, and the room above and below the pictures of a board.
_SIDE, _WITHIN, _BETWEEN, _AROUND = 0.5, 0.14, 0.32, 0.26
_MIDDLE = 0.76  # of small type: from the foot of the page to the middle of a row without a board
_ASIDE = 15.0  # points: the room at both ends of a board
_PLACES = (0.5, 0.25, 0.75, 0.0, 1.0)  # where a board may hang, as shares of its room
_ABOVE = 1.5  # points between a board and the figures above it
_SHARES = (1.0, 0.9, 0.8, 0.7)  # the sizes that the row may have, as shares of the usual size
_CAPITALS = 0.34  # half the height of capitals, in sizes of their type


class _Part(NamedTuple):
    """A part of the row: its width, and its items, whose x is measured from its left edge, and
    whose y from the middle of the row."""

    width: float
    items: Sequence[Item]


def draw_foot_row(
    setting: Setting,
    entry: Entry,
    live: Box,
    others: Sequence[Text],
    above: Sequence[Box] = (),
    things: Sequence[Box] = (),
) -> list[Item]:
    """Draw the row in the foot of an entry's page, in the middle if there is room. If the row is
    too wide or too high, it is smaller; if it is still too wide, the things to find are left out,
    or failing that the words.

    others: the other words of the foot, at its left or at its right. above: the boxes of
    drawings that a board must not cover. things: those that it covers only where there is no room
    beside them.
    """
    sizes, room = setting.sizes, _find_room_between(setting, live, others)
    middle = live.x + live.width / 2
    names = sorted({figure.piece for figure in entry.maze.plate.figures if figure.layer == FINDS})
    hint = _say_hint(setting, entry)
    has_bridges = bool(entry.maze.design.bridges)
    on_board = bool(entry.in_world or entry.view) and bool(names or has_bridges)
    usual = [setting.listed] if on_board else []
    for line, finds in ((hint, names), (hint, []), ("", names)):
        for height in [
            share * size for size in (*usual, _HEIGHT * sizes.small) for share in _SHARES
        ]:
            parts = list(_list_parts(setting, line, has_bridges, finds, height))
            is_on_board = height > _HEIGHT * sizes.small
            row = (
                _put_in_row(setting, parts, height, middle, room, above, things, is_on_board)
                if parts
                else []
            )
            if row:
                return row
    return []


def draw_search(
    setting: Setting, scenes: Scenes, name: str, count: int, spot: Point, height: float
) -> list[Item]:
    """Draw what to look for: a picture of this height, and so many boxes to tick, in a row. spot:
    the middle of the row."""
    parts = [_set_words(setting, find, ARTIFACT)] if (find := setting.words("find")) else []
    parts.append(_draw_thing(scenes, name, height))
    side = _SIDE * height
    box = Picture(0.0, -side / 2, _draw_tick_box(side))
    parts += [_Part(side, [box])] * (count - 1)
    gaps = [_BETWEEN * height] * (len(parts) - count) + [_WITHIN * height] * (count - 1)
    x = spot[0] - (fsum(part.width for part in parts) + fsum(gaps)) / 2
    items = list[Item]()
    for part, gap in zip(parts, [*gaps, 0.0], strict=True):
        items += move_items(part.items, x, spot[1])
        x += part.width + gap
    return items


def _find_room_between(setting: Setting, live: Box, others: Sequence[Text]) -> Box:
    """Return the room between the other words of the foot."""
    left, right, space = live.x, live.right, setting.sizes.small
    for line in others:
        box = line_box(line)
        if box.x + box.width / 2 < live.x + live.width / 2:
            left = max(left, box.right + space)
        else:
            right = min(right, box.x - space)
    return live._replace(x=left, width=right - left)


def _say_hint(setting: Setting, entry: Entry) -> str:
    """Return what the row says: what one does at bridges."""
    return setting.words("bridges_hint") if entry.maze.design.bridges else ""


def _list_parts(
    setting: Setting, hint: str, has_bridges: bool, names: Sequence[str], height: float
) -> Iterator[_Part]:
    """Yield the parts of a row with pictures of this height: the words and, before what one does at
    bridges, a bridge; then the things to find."""
    if hint and has_bridges:
        bridge = Picture(0.0, -height / 2, draw_tiny_bridge(setting, height))
        yield _Part(height, [bridge])
    if hint:
        leading = _WORDS * _LEADING * setting.sizes.small
        rows = 2 if has_bridges and height > 2 * leading else 1
        yield _set_words(setting, hint, Tag("P"), rows)
    if names and setting.scenes:
        if find := setting.words("find"):
            yield _set_words(setting, find, ARTIFACT)
        for name in names:
            yield _draw_thing(setting.scenes, name, height)


def _set_words(setting: Setting, words: str, tag: Tag, rows: int = 1) -> _Part:
    """Set words in up to this many rows, one below another."""
    face, size = setting.sizes.face, _WORDS * setting.sizes.small
    whole = text.measure_width(words, face, size)
    lines = text.break_at_pauses(words, face, size, whole if rows == 1 else 0.75 * whole)
    first = _CAPITALS * size - (len(lines) - 1) * _LEADING * size / 2
    items = [
        Text(0.0, first + row * _LEADING * size, line, face, size, tag=tag)
        for row, line in enumerate(lines)
    ]
    return _Part(max(text.measure_width(line, face, size) for line in lines), items)


def _draw_thing(scenes: Scenes, name: str, height: float) -> _Part:
    """Draw a thing, and its box to tick."""
    piece, side = scenes.piece(name), _SIDE * height
    scale = height / max(piece.width, piece.height)
    drawing = scenes.enlarged(name, scale, THINNEST)
    width, high = drawing.width * scale, drawing.height * scale
    box = Picture(width + _WITHIN * height, -side / 2, _draw_tick_box(side))
    return _Part(box.x + side, [Picture(0.0, -high / 2, drawing), box])


def _put_in_row(
    setting: Setting,
    parts: Sequence[_Part],
    height: float,
    middle: float,
    room: Box,
    above: Sequence[Box],
    things: Sequence[Box],
    is_on_board: bool,
) -> list[Item]:
    """Put parts side by side in the foot, in the middle of the page or else of the room, or at one
    end of it; a board where it covers the fewest things. Return an empty list if they do not
    fit."""
    gap = _BETWEEN * height
    width = fsum(part.width for part in parts) + gap * (len(parts) - 1)
    aside = _ASIDE if is_on_board else 0.0
    if width + 2 * aside > room.width:
        return []
    first, last = room.x + aside, room.right - aside - width
    x = max(first, min(middle - width / 2, last))
    y = room.bottom - _MIDDLE * setting.sizes.small
    items = list[Item]()
    if is_on_board and setting.scenes:
        high = (1 + 2 * _AROUND) * height
        boards = [
            Box(start - aside, room.bottom - high, width + 2 * aside, high)
            for start in (x, *(first + part * (last - first) for part in _PLACES))
        ]
        free = [
            board
            for board in boards
            if not any(map(board.inset(-CLEARANCE, -_ABOVE, -CLEARANCE).overlaps, above))
        ]
        if not free:
            return []
        board = min(free, key=lambda board: len([*filter(board.overlaps, things)]))
        x = board.x + aside
        items.append(draw_words_board(setting.scenes, board))
        y = board.y + high / 2
    for part in parts:
        items += move_items(part.items, x, y)
        x += part.width + gap
    return items


@cache
def _draw_tick_box(side: float) -> Drawing:
    """Draw an empty box to tick."""
    layer = Layer("tick", Style(THINNEST, fill=WHITE), (box_path(Box(0, 0, side, side)),))
    return Drawing(0, 0, side, side, 1, (layer,))
