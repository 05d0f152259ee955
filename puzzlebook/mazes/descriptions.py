"""A maze told to those who cannot see it: where its ends are, and its way as runs of steps in one
direction each.

A direction is one of eight of the page; of the neighbours of a cell no two lie the same way, but
for a few in mazes of Penrose's rhombs. In rings it is around the middle, or out of it and into it;
where a ring's cells split, a step outward goes to the clockwise side or to the other.
"""

from __future__ import annotations

from itertools import groupby, pairwise
from typing import NamedTuple

from puzzlebook.geometry.arcs import Point
from puzzlebook.mazes.grid import Grid
from puzzlebook.mazes.maze import Maze

Run = tuple[str, int]
"""A direction, and how many steps are taken in it."""

Place = tuple[int, int] | str
"""Where a cell is: its row and its column, from 1; or the ninth of the maze's box, such as
`top_left`."""

_DIAGONAL = 0.41421356  # the tangent of 22.5°: less steep is level
_SAME = 1e-6
_POLAR, _SQUARE = "polar", "square"


DIRECTIONS = (
    "right", "down_right", "down", "down_left", "left", "up_left", "up", "up_right",
    "out", "in", "clockwise", "anticlockwise", "out_clockwise", "out_anticlockwise",
)  # fmt: skip


class MazeDescription(NamedTuple):
    """A maze in words, as small as may be, for a book has thousands: where its ends are, and the
    steps of its way by their places among the directions."""

    start: Place
    end: Place
    steps: bytes

    @property
    def way(self) -> tuple[Run, ...]:
        """The way, in runs."""
        return tuple((DIRECTIONS[step], len([*run])) for step, run in groupby(self.steps))


def describe_maze(maze: Maze) -> MazeDescription | None:
    """A maze in words; nothing, where it has no ends."""
    if maze.start is None or maze.end is None:
        return None
    steps = bytes(DIRECTIONS.index(_name_step(maze, a, b)) for a, b in pairwise(maze.solution))
    return MazeDescription(locate_cell(maze, maze.start), locate_cell(maze, maze.end), steps)


def locate_cell(maze: Maze, cell: int) -> Place:
    """Where a cell is: in mazes of squares its row and its column; in others the ninth of the box
    around all."""
    x, y = maze.grid.centres[cell]
    if maze.design.shape == _SQUARE:
        return int(y) + 1, int(x) + 1
    column, row = (min(2, int(3 * share)) for share in (x / maze.grid.width, y / maze.grid.height))
    name = "_".join(filter(None, (("top", "", "bottom")[row], ("left", "", "right")[column])))
    return name or "middle"


def _name_step(maze: Maze, here: int, there: int) -> str:
    """The direction from a cell to one of its neighbours."""
    grid = maze.grid
    if (
        maze.design.shape == _POLAR and here and not maze.design.silhouette
    ):  # from the hub: one of six ways
        return _name_polar_step(grid, here, there)
    (x0, y0), (x1, y1) = grid.centres[here], grid.centres[there]
    right, down = x1 - x0, y1 - y0
    level = abs(down) <= _DIAGONAL * abs(right)
    upright = abs(right) <= _DIAGONAL * abs(down)
    return "_".join([*([] if level else ["down" if down > 0 else "up"]),
                     *([] if upright else ["right" if right > 0 else "left"])])  # fmt: skip


def _name_polar_step(grid: Grid, here: int, there: int) -> str:
    """A step in a maze of rings, from a cell that is not its hub."""
    middle = grid.width / 2, grid.height / 2
    one, other = (_relative_point(grid.centres[cell], middle) for cell in (here, there))
    reach, further = (x * x + y * y for x, y in (one, other))
    turn = one[0] * other[1] - one[1] * other[0]  # positive for clockwise, as y grows downwards
    if further < reach - _SAME:
        return "in"
    side = "clockwise" if turn > 0 else "anticlockwise"
    if further <= reach + _SAME:
        return side
    return f"out_{side}" if abs(turn) > _SAME else "out"


def _relative_point(point: Point, middle: Point) -> Point:
    """A point as seen from the middle."""
    return point[0] - middle[0], point[1] - middle[1]
