"""The wall of a class on paper: where each sheet hangs, and the whole wall for the teacher."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from puzzlebook.drawing.drawing import BLACK, Drawing, Layer, Style, Subpath
from puzzlebook.maze_art.extent import scale_to_fit
from puzzlebook.maze_art.inked import Ink, draw_answer
from puzzlebook.maze_art.plate import PackedPlate
from puzzlebook.typesetting.layout import LEAST_PASSAGE, THINNEST
from puzzlebook.typesetting.page import Box, Picture

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzlebook.mazes import Design

_HEIGHT, _WIDTH = 3.6, 7.0  # largest size of the plan on a sheet, as multiples of its type size
_UPRIGHT = 1.3  # the height of a sheet on the plan, as a multiple of its width
_BOLD = 2.0  # points: the way on a wall whose passages are not shown
_THICK = 3.0  # the edges of sheets on the whole wall, in weights of a maze wall


class Hanging(NamedTuple):
    """Where a sheet hangs on a wall, and what is printed above its maze.

    row, column: from 1. instruction: what to do, and where the sheet hangs. head: the height of
    what is printed above its maze, the same on each sheet of the wall.
    """

    columns: int
    rows: int
    row: int
    column: int
    instruction: str
    head: float = 0.0


class WholeWall(NamedTuple):
    """A wall as its key shows it.

    digest: the digest of its passages. solution_length: the cells of its way. plate: its picture.
    edges: the edges of its sheets, without the gates.
    """

    design: Design
    digest: str
    solution_length: int
    plate: PackedPlate
    edges: Sequence[Subpath]


def draw_plan(hanging: Hanging, type_size: float) -> Drawing:
    """Draw the small plan of a wall, in points, with the place of its own sheet filled."""
    columns, rows = hanging.columns, hanging.rows
    wide = min(_WIDTH * type_size / columns, _HEIGHT * type_size / rows / _UPRIGHT)
    high = _UPRIGHT * wide
    across = [Subpath(((0, y * high), (columns * wide, y * high))) for y in range(rows + 1)]
    down = [Subpath(((x * wide, 0), (x * wide, rows * high))) for x in range(columns + 1)]
    left, top = (hanging.column - 1) * wide, (hanging.row - 1) * high
    corners = ((left, top), (left + wide, top), (left + wide, top + high), (left, top + high))
    layers = (
        Layer("sheet", Style(fill=BLACK), [Subpath(corners, closed=True)]),
        Layer("sheets", Style(THINNEST), [*across, *down]),
    )
    air = THINNEST / 2
    width, height = columns * wide + 2 * air, rows * high + 2 * air
    return Drawing(-air, -air, width, height, 1, layers)


def draw_whole_wall(whole: WholeWall, room: Box) -> Picture:
    """Draw a wall with its way in a box. Where its passages would be too narrow to see, it shows
    only the edges of its sheets."""
    plate, wall = whole.plate, THINNEST
    scale = scale_to_fit(plate.extent, _THICK * wall, room.width, room.height)
    ink = Ink(wall=wall, path=max(1.5, min(5.0, 0.28 * scale)))
    drawing = draw_answer(plate, scale, ink)
    layers = list(drawing.layers)
    if not _shows_walls(scale):
        layers = [
            layer._replace(style=layer.style._replace(width=_BOLD))
            if layer.name == "solution"
            else layer
            for layer in layers
            if layer.name != "walls"
        ]
    layers.insert(0, Layer("edges", Style(_THICK * wall), whole.edges))
    x = room.x + (room.width - drawing.width * scale) / 2
    return Picture(x, room.y, drawing._replace(layers=tuple(layers)))


def _shows_walls(scale: float) -> bool:
    """Whether the passages of a whole wall can be seen at this scale (points per cell)."""
    return scale - THINNEST >= LEAST_PASSAGE
