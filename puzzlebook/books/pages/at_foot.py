"""The row at the foot of a children's page: what bridges are, or what a riddle is about, and a
picture of each thing to find in the maze, with a box to tick."""

from __future__ import annotations

from math import fsum

from puzzlebook.books.planning.setting import Entry, Setting
from puzzlebook.books.scenes.frames import box_path
from puzzlebook.drawing.drawing import THINNEST, WHITE, Drawing, Layer, Style
from puzzlebook.ground import templates
from puzzlebook.maze_art.scenes import Scenes
from puzzlebook.typesetting import text
from puzzlebook.typesetting.layout import set_left
from puzzlebook.typesetting.page import ARTIFACT, Box, Item, Picture, Tag

_WORDS = 1.15  # type size of the words, as a multiple of small type
# Multiples of the size of small type: the height of a picture; the side of its box to tick; the gap
# between the picture and its box; the gap after the box; the distance from the foot of the page to
# the middle of the row; and the gap after the words.
_HEIGHT, _SIDE, _WITHIN, _BETWEEN, _MIDDLE, _AFTER = 1.5, 1.15, 0.35, 1.0, 0.76, 0.8
_SHARES = (1.0, 0.9, 0.8)  # the sizes that the row may have, as shares of the usual size


def draw_foot_row(setting: Setting, entry: Entry, live: Box, beside: float) -> list[Item]:
    """Draw the row in the middle of the foot of an entry's page. If the row is too wide, it is
    smaller; if it is still too wide, the things to find are left out, or failing that the words.
    beside: the width that other words of the foot need at each side, in points."""
    room = live.inset(left=beside + setting.sizes.small, right=beside + setting.sizes.small)
    hint = setting.words("bridges_hint") if entry.maze.design.bridges else ""
    if setting.find_riddle(entry.part, entry.picture):
        words, theme = setting.words, setting.theme
        hint = templates.table("riddles.toml")["task"].format(
            start=words.end("start", theme.start_name),
            finish=words.end("finish", theme.finish_name),
        )
    scenes = setting.scenes
    names = sorted({figure.piece for figure in entry.maze.plate.figures if figure.layer == "finds"})
    for line, finds in ((hint, names), (hint, []), ("", names)):
        for share in _SHARES:
            size = share * setting.sizes.small
            things = _draw_things(scenes, finds, size) if scenes else []
            row = _put_in_row(setting, size, line, things, room)
            if row:
                return row
    return []


def _put_in_row(
    setting: Setting, size: float, hint: str, things: list[list[Picture]], room: Box
) -> list[Item]:
    """Put words and things of this size side by side in the middle of the foot; return an empty
    list if they do not fit. In `things`, x is measured from each thing's left edge, and y from the
    middle of the row."""
    small, face = setting.sizes.small, setting.sizes.face
    type_size = _WORDS * size
    label = setting.words("find") if things else ""
    lines = [(hint, Tag("P"))] * bool(hint) + [(label, ARTIFACT)] * bool(label)
    widths = [text.measure_width(line, face, type_size) + _AFTER * size for line, _ in lines]
    width = fsum([*widths, *(_measure_width(size, thing) for thing in things)])
    if not (lines or things) or width > room.width:
        return []
    x, middle = room.x + (room.width - width) / 2, room.bottom - _MIDDLE * small
    items: list[Item] = []
    for (line, tag), line_width in zip(lines, widths, strict=True):
        words = set_left(
            line, room.inset(left=x - room.x), room.bottom - small * 0.3, face, type_size
        )
        items.append(words._replace(tag=tag))
        x += line_width
    for thing in things:
        items += [picture._replace(x=x + picture.x, y=middle + picture.y) for picture in thing]
        x += _measure_width(size, thing)
    return items


def _measure_width(size: float, thing: list[Picture]) -> float:
    """Return the width of a thing with its box and the gap after it."""
    box = thing[-1]
    return box.x + (_SIDE + _BETWEEN) * size


def _draw_things(scenes: Scenes, names: list[str], size: float) -> list[list[Picture]]:
    """Draw each thing, and its box to tick, for small type of this size."""
    things = []
    for name in names:
        piece = scenes.piece(name)
        scale = _HEIGHT * size / max(piece.width, piece.height)
        drawing = scenes.enlarged(name, scale, THINNEST)
        width, height = drawing.width * scale, drawing.height * scale
        box = Picture(width + _WITHIN * size, -_SIDE * size / 2, _draw_tick_box(_SIDE * size))
        things.append([Picture(0.0, -height / 2, drawing), box])
    return things


def _draw_tick_box(side: float) -> Drawing:
    """Draw an empty box to tick."""
    layer = Layer("tick", Style(THINNEST, fill=WHITE), (box_path(Box(0, 0, side, side)),))
    return Drawing(0, 0, side, side, 1, (layer,))
