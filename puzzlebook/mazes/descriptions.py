"""A maze in words, for readers who cannot see it: its ends, and its solution as straight runs.

A step has one of eight directions on the page. The neighbours of a cell always lie in different
directions, except for a few cells in Penrose mazes. In mazes of rings, a step leads clockwise,
anticlockwise, outward or inward; where a cell has two outer neighbours, an outward step also says
whether it leads to the clockwise or to the anticlockwise one. When the solution crosses a bridge,
the word "over" or "under" comes between the step onto the bridge cell and the step that leaves it,
which goes straight on.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, NamedTuple

from puzzlebook.mazes.codes import Design
from puzzlebook.mazes.grid import Grid

if TYPE_CHECKING:
    from puzzlebook.mazes.rooms import MazeRoom

Run = tuple[str, int]
"""A direction, and the number of successive steps in that direction."""

Place = tuple[int, int] | str
"""The position of a cell: its row and column, counted from 1, or one of nine parts of the maze's
box, such as `top_left`."""

_MAX_SLOPE = 0.41421356  # the tangent of 22.5°: steps that are less steep count as horizontal
_TOLERANCE = 1e-6  # for comparing squared distances from the middle, and the cross product

DIRECTIONS = (
    "right", "down_right", "down", "down_left", "left", "up_left", "up", "up_right",
    "out", "in", "clockwise", "anticlockwise", "out_clockwise", "out_anticlockwise",
    "over", "under",
)  # fmt: skip


class MazeDescription(NamedTuple):
    """A maze in words, stored compactly because a book may have thousands.

    start, end: the positions of the ends; None in a room that contains no end. steps: the steps of
    the solution, as indices into `DIRECTIONS`; empty in a room. pieces: in a room, the steps of
    each piece of the solution.
    """

    start: Place | None
    end: Place | None
    steps: bytes
    pieces: tuple[bytes, ...] = ()

    @property
    def way(self) -> tuple[Run, ...]:
        """The solution as runs."""
        return _list_runs(self.steps)

    @property
    def ways(self) -> tuple[tuple[Run, ...], ...]:
        """The solution as runs; in a room, each of its pieces as runs."""
        return tuple(map(_list_runs, self.pieces)) or (self.way,)


def _list_runs(steps: bytes) -> tuple[Run, ...]:
    return tuple((DIRECTIONS[step], len([*run])) for step, run in groupby(steps))


def describe_path(design: Design, grid: Grid, path: Sequence[int]) -> MazeDescription:
    """Describe a path through a maze."""
    steps = bytes(map(DIRECTIONS.index, _list_steps(design, grid, path)))
    start, end = (locate_cell(design, grid, cell) for cell in (path[0], path[-1]))
    return MazeDescription(start, end, steps)


def describe_room(design: Design, grid: Grid, room: MazeRoom) -> MazeDescription:
    """Describe the pieces of the solution in a room."""
    pieces = tuple(
        bytes(map(DIRECTIONS.index, _list_steps(design, grid, visit.cells)))
        for visit in room.visits
    )
    start, end = (
        None if cell is None else locate_cell(design, grid, cell) for cell in (room.start, room.end)
    )
    return MazeDescription(start, end, b"", pieces)


def locate_cell(design: Design, grid: Grid, cell: int) -> Place:
    """Return the position of a cell: row and column in mazes of squares, otherwise a part of the
    box."""
    if design.spread:  # the gutter is not counted in columns
        row, column = divmod(cell, design.size[0])
        return row + 1, column + 1
    x, y = grid.centres[cell]
    if design.shape == "square":
        return int(y) + 1, int(x) + 1
    column, row = (min(2, int(3 * share)) for share in (x / grid.width, y / grid.height))
    name = "_".join(filter(None, (("top", "", "bottom")[row], ("left", "", "right")[column])))
    return name or "middle"


def _list_steps(design: Design, grid: Grid, path: Sequence[int]) -> Iterator[str]:
    """Yield the names of the steps of a path."""
    bridge_cells = {bridge.cell for bridge in grid.bridges}
    for here, there in pairwise(path):
        if here in bridge_cells:
            yield "over"
        elif grid.place(here) != here:
            yield "under"
        yield _name_step(design, grid, here, there)


def _name_step(design: Design, grid: Grid, here: int, there: int) -> str:
    """Return the direction from a cell to one of its neighbours."""
    # Steps from the hub (cell 0) have one of six directions on the page.
    if design.shape == "polar" and here and not design.silhouette:
        return _name_polar_step(grid, here, there)
    (x0, y0), (x1, y1) = grid.centres[here], grid.centres[there]
    right, down = x1 - x0, y1 - y0
    is_level = abs(down) <= _MAX_SLOPE * abs(right)
    is_upright = abs(right) <= _MAX_SLOPE * abs(down)
    vertical = [] if is_level else ["down" if down > 0 else "up"]
    horizontal = [] if is_upright else ["right" if right > 0 else "left"]
    return "_".join([*vertical, *horizontal])


def _name_polar_step(grid: Grid, here: int, there: int) -> str:
    """Return the direction of a step in a maze of rings, from any cell except the hub."""
    middle_x, middle_y = grid.width / 2, grid.height / 2
    centres = grid.centres[here], grid.centres[there]
    (x, y), (to_x, to_y) = ((x - middle_x, y - middle_y) for x, y in centres)
    square, to_square = x * x + y * y, to_x * to_x + to_y * to_y
    turn = x * to_y - y * to_x  # positive for clockwise, because y grows downwards
    if to_square < square - _TOLERANCE:
        return "in"
    side = "clockwise" if turn > 0 else "anticlockwise"
    if to_square <= square + _TOLERANCE:
        return side
    return f"out_{side}" if abs(turn) > _TOLERANCE else "out"
