"""A wall of worksheets: a plan for each sheet, and a picture of the whole wall for the teacher."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from puzzlebook.drawing.drawing import BLACK, Drawing, Layer, Style, Subpath
from puzzlebook.maze_art.extent import scale_to_fit
from puzzlebook.maze_art.inked import Ink, draw_answer
from puzzlebook.maze_art.plate import PackedPlate
from puzzlebook.typesetting.layout import MIN_PASSAGE, THINNEST
from puzzlebook.typesetting.page import Box, Picture

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzlebook.mazes import Design

_PLAN_HEIGHT, _PLAN_WIDTH = 3.6, 7.0  # largest size of the plan on a sheet, in ems
_SHEET_ASPECT = 1.3  # the height of a sheet on the plan, as a multiple of its width
_PATH_WIDTH = 2.0  # points: width of the solution path if passages are not shown
_EDGE_WIDTH = 3.0  # line width of sheets' edges, in widths of a maze wall


class WallPosition(NamedTuple):
    """The position of a sheet on a wall, and the text above its maze.

    row, column: from 1. instruction: the task and the sheet's position. head: height of everything
    above the maze, in points, the same on all sheets of the wall.
    """

    columns: int
    rows: int
    row: int
    column: int
    instruction: str
    head: float = 0.0


class WholeWall(NamedTuple):
    """A wall as the teacher's key shows it.

    digest: the digest of its passages. solution_length: the length of its solution path, in cells.
    plate: its picture. edges: the edges of its sheets, without the gates.
    """

    design: Design
    digest: str
    solution_length: int
    plate: PackedPlate
    edges: Sequence[Subpath]


def draw_plan(wall_position: WallPosition, type_size: float) -> Drawing:
    """Draw the small plan of a wall, in points, with the position of a sheet filled."""
    columns, rows = wall_position.columns, wall_position.rows
    sheet_width = min(
        _PLAN_WIDTH * type_size / columns, _PLAN_HEIGHT * type_size / rows / _SHEET_ASPECT
    )
    sheet_height = _SHEET_ASPECT * sheet_width
    across = [
        Subpath(((0, y * sheet_height), (columns * sheet_width, y * sheet_height)))
        for y in range(rows + 1)
    ]
    down = [
        Subpath(((x * sheet_width, 0), (x * sheet_width, rows * sheet_height)))
        for x in range(columns + 1)
    ]
    left, top = (wall_position.column - 1) * sheet_width, (wall_position.row - 1) * sheet_height
    corners = (
        (left, top),
        (left + sheet_width, top),
        (left + sheet_width, top + sheet_height),
        (left, top + sheet_height),
    )
    layers = (
        Layer("sheet", Style(fill=BLACK), [Subpath(corners, closed=True)]),
        Layer("sheets", Style(THINNEST), [*across, *down]),
    )
    margin = THINNEST / 2
    width, height = columns * sheet_width + 2 * margin, rows * sheet_height + 2 * margin
    return Drawing(-margin, -margin, width, height, 1, layers)


def draw_whole_wall(whole: WholeWall, room: Box) -> Picture:
    """Draw a wall with its solution path in a box. If its passages would be too narrow to see, only
    the edges of its sheets are drawn."""
    plate, wall = whole.plate, THINNEST
    scale = scale_to_fit(plate.extent, _EDGE_WIDTH * wall, room.width, room.height)
    ink = Ink(wall=wall, path=max(1.5, min(5.0, 0.28 * scale)))
    drawing = draw_answer(plate, scale, ink)
    layers = list(drawing.layers)
    if not _shows_walls(scale):
        layers = [
            layer._replace(style=layer.style._replace(width=_PATH_WIDTH))
            if layer.name == "solution"
            else layer
            for layer in layers
            if layer.name != "walls"
        ]
    layers.insert(0, Layer("edges", Style(_EDGE_WIDTH * wall), whole.edges))
    x = room.x + (room.width - drawing.width * scale) / 2
    return Picture(x, room.y, drawing._replace(layers=tuple(layers)))


def _shows_walls(scale: float) -> bool:
    """Return whether the passages of a whole wall are visible at this scale, in points per cell."""
    return scale - THINNEST >= MIN_PASSAGE
