"""Where a maze's picture is open at its rim, and the arrows outside."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import dist, hypot

from puzzlebook.mazes.grid import Grid
from puzzlebook.mazes.maze import Maze
from puzzlebook.outlines.arcs import Point, middle
from puzzlebook.pictures.drawing import BLACK, Layer, Style, Subpath

MARKS = ("icons", "doors", "both", "none")

# In cell widths: an arrow at a door stands outside the walls and needs this much room.
DOOR_ROOM = 0.95

_ARROW = ((0.2, 0.0), (0.52, 0.26), (0.52, 0.085), (0.86, 0.085), (0.86, -0.085), (0.52, -0.085), (0.52, -0.26))


def margin_of(marks: str) -> float:
    """The room that marks need around a maze, in cell widths."""
    return DOOR_ROOM if marks in ("doors", "both") else 0


def doors_of(maze: Maze) -> tuple[int | None, int | None]:
    """The rim sides that are left open at the start and at the end; None for an end that is not on the outer rim.

    Where a cell has several, those that lie farthest apart, and then the first.
    """
    choices = product(_outer_sides(maze.shown, maze.start), _outer_sides(maze.shown, maze.end))
    return max(choices, key=lambda pair: _apart(maze.shown, *pair))


def _outer_sides(grid: Grid, cell: int | None) -> list[int | None]:
    """The sides of a cell on the outer rim; a single None where it has none."""
    return [*grid.outer_sides(cell)] or [None]


def _apart(grid: Grid, door: int | None, other: int | None) -> float:
    """How far two doors are from each other; the farther, the less their arrows are in each other's way."""
    if door is None or other is None:
        return 0.0
    return round(dist(side_middle(grid, door), side_middle(grid, other)), 6)


def side_middle(grid: Grid, side: int) -> Point:
    """The middle of a side as it is drawn."""
    return middle(*grid.middle_arc(side))


def arrow_at(grid: Grid, door: int, inwards: bool) -> Subpath:
    """An arrow outside a rim side, into the maze or out of it."""
    (ax, ay), (bx, by), _ = grid.middle_arc(door)
    length = hypot(bx - ax, by - ay)
    # The void lies to the left of a rim side.
    out_x, out_y = (by - ay) / length, (ax - bx) / length
    x, y = side_middle(grid, door)
    reach = _ARROW[0][0] + _ARROW[3][0]
    outline = _ARROW if inwards else [(reach - out, along) for out, along in _ARROW]
    points = [(x + out * out_x - along * out_y, y + out * out_y + along * out_x) for out, along in outline]
    return Subpath(points, closed=True)


def with_arrow(layers: Sequence[Layer], name: str, arrow: Subpath) -> list[Layer]:
    """The layers of a mark with its arrow, which is black, in the first of them that is."""
    for place, layer in enumerate(layers):
        if layer.style.fill == BLACK and layer.style.even_odd:
            return [*layers[:place], layer._replace(subpaths=[*layer.subpaths, arrow]), *layers[place + 1 :]]
    return [*layers, Layer(name, Style(fill=BLACK), [arrow])]
