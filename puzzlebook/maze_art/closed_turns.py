"""Wrong turns that are closed off, with a picture of a pond or a hedge in each cell."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from puzzlebook.drawing.drawing import Layer, place_subpath
from puzzlebook.ground import templates
from puzzlebook.maze_art.marks import Mark
from puzzlebook.maze_art.plate import Plate
from puzzlebook.maze_art.theme import parse_picture
from puzzlebook.mazes import Maze

_KINDS = ("pond", "hedge")
_SIZE = 0.62
"""The size of a picture, as a share of the largest circle in its cell."""


def fill_closed_turns(plate: Plate, maze: Maze) -> Plate:
    """Return a plate with the pictures in all cells of closed wrong turns."""
    return plate._replace(finish=[*plate.finish, *_draw_pictures(maze)])


def _draw_pictures(maze: Maze) -> Iterator[Layer]:
    for index, picture in enumerate(_load_pictures()):
        cells = sorted(cell for turn in maze.closed[index :: len(_KINDS)] for cell in turn)
        circles = [maze.shown.circle(cell) for cell in cells]
        for patch in picture if cells else ():
            subpaths = [
                place_subpath(part, circle.centre, _SIZE * circle.radius)
                for circle in circles
                for part in patch.subpaths
            ]
            yield Layer("things", patch.style, subpaths)


@cache
def _load_pictures() -> tuple[Mark, ...]:
    """Return the picture of each kind."""
    rows = templates.table("closed.toml")
    return tuple(parse_picture(rows[name], f"closed.toml: {name}") for name in _KINDS)
