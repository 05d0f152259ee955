"""A tiny maze that lies on the ground of an opener, between the hero and its goal: low walls of
what the theme's kerbs are built of, narrower the farther away they are."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import floor
from typing import NamedTuple

from puzzlebook.drawing.drawing import BLACK, WHITE, Colour, Drawing, Layer, Style, Subpath, mix
from puzzlebook.geometry.arcs import Point
from puzzlebook.ground.seeds import derive_maze_key
from puzzlebook.maze_art.kerb import choose_look
from puzzlebook.maze_art.scenes import Scenes
from puzzlebook.typesetting.page import Box, Picture

_MIN_SIZE, _MAX_SIZE = (3, 2), (9, 6)  # columns and rows
_SMALLER = 0.16  # how much smaller the far edge of the maze is
# The height of a cell, and the width and the height of walls, as shares of a cell's width; in
# points, the largest height of walls, the weight of the lines around them, and the least width of
# a passage, which is 5 mm.
_FLAT, _WALL, _HIGH, _MAX_HIGH, _LINE, _PASSAGE = 0.72, 0.1, 0.18, 5.0, 0.8, 14.2
_PALE = 0.7  # how pale its paths are in books in colour
_KEYS = 6  # of so many mazes, the one with the longest way is drawn

TinyWall = tuple[tuple[int, int], tuple[int, int]]
"""The ends of a straight wall, as columns and rows of corners."""


class TinyMaze(NamedTuple):
    """A small maze of squares. walls: its walls, with openings into the cells `start`, at the foot,
    and `finish`, at the top. path: the cells between these, both included, each as column and row,
    counted from the top left."""

    columns: int
    rows: int
    walls: tuple[TinyWall, ...]
    path: tuple[tuple[int, int], ...]


class LaidMaze(NamedTuple):
    """A maze as it lies on the ground: its picture, and the middles of its two openings."""

    picture: Picture
    way_in: Point
    way_out: Point


def draw_on_ground(
    scenes: Scenes, room: Box, cell: float, seed: str, purpose: str, ends: tuple[float, float]
) -> LaidMaze | None:
    """Draw a maze that fills a room; None if the room is too small for it.

    cell: the least mean width of a cell, in points; no passage is too narrow for a pencil. purpose:
    a text with a space, which no section's key has. ends: the x of those who wait at its entrance
    and at its exit.
    """
    mean, far = 1 - _SMALLER / 2, 1 - _SMALLER
    wall = 2 * _LINE + _WALL * cell
    across = max(cell, (_PASSAGE + wall) * mean / far)
    # The farthest rows are the least high.
    down = max(_FLAT * cell, (_PASSAGE + wall + min(_MAX_HIGH, _HIGH * cell)) / far)
    sides = room.width * mean / across, room.height / down
    columns, rows = (min(most, floor(side)) for most, side in zip(_MAX_SIZE, sides, strict=True))
    if columns < _MIN_SIZE[0] or rows < _MIN_SIZE[1]:
        return None
    places = (max(0, min(columns - 1, floor((x - room.x) / room.width * columns))) for x in ends)
    maze = make_tiny_maze(seed, purpose, columns, rows, *places)
    return _lay_on_ground(scenes, room, maze)


@cache
def make_tiny_maze(
    seed: str, purpose: str, columns: int, rows: int, start: int, finish: int
) -> TinyMaze:
    """Make a maze that opens at its foot in the column `start`, and at its top in `finish`."""
    ends = (start, rows - 1), (finish, 0)
    mazes = (_make_maze(seed, purpose, attempt, (columns, rows), *ends) for attempt in range(_KEYS))
    return max(mazes, key=lambda maze: len(maze.path))


def _make_maze(
    seed: str,
    purpose: str,
    attempt: int,
    size: tuple[int, int],
    start: tuple[int, int],
    finish: tuple[int, int],
) -> TinyMaze:
    from puzzlebook.mazes import Design, draw_maze, make_grid

    columns, rows = size
    key = derive_maze_key(seed, 1, purpose, attempt + 1)
    maze = draw_maze(Design("square", size, key, "none"), make_grid("square", size))
    passages: dict[int, list[int]] = {}
    walls = [
        *(((column, 0), (column + 1, 0)) for column in range(columns) if column != finish[0]),
        *(((column, rows), (column + 1, rows)) for column in range(columns) if column != start[0]),
        *(((x, row), (x, row + 1)) for x in (0, columns) for row in range(rows)),
    ]
    for (one, other), is_open in zip(maze.grid.pairs, maze.open_sides, strict=True):
        if is_open:
            passages.setdefault(one, []).append(other)
            passages.setdefault(other, []).append(one)
        else:
            row, column = divmod(other, columns)
            end = (column, row + 1) if other == one + 1 else (column + 1, row)
            walls.append(((column, row), end))
    path = _find_path(passages, *(row * columns + column for column, row in (start, finish)))
    return TinyMaze(
        columns, rows, tuple(walls), tuple(divmod(cell, columns)[::-1] for cell in path)
    )


def _find_path(passages: dict[int, list[int]], start: int, finish: int) -> list[int]:
    """Return the cells between two cells of a tree."""
    before = {start: start}
    for cell in (order := [start]):
        for neighbour in passages[cell]:
            if neighbour not in before:
                before[neighbour] = cell
                order.append(neighbour)
    path = [finish]
    while path[-1] != start:
        path.append(before[path[-1]])
    return path[::-1]


def _lay_on_ground(scenes: Scenes, room: Box, maze: TinyMaze) -> LaidMaze:
    """Draw a maze as it is seen by someone in front of it."""
    look = choose_look(scenes.theme, scenes.in_colour)
    cell = room.width * (1 - _SMALLER / 2) / maze.columns
    high, width = min(_MAX_HIGH, _HIGH * cell), _WALL * cell
    edge = width / 2 + _LINE
    within = Box(0, 0, room.width, room.height).inset(edge, edge + high, edge, edge)
    steepness = 1 / (1 - _SMALLER) - 1

    def place(corner: tuple[float, float]) -> Point:
        column, row = corner
        away = steepness * (1 - row / maze.rows)
        up = (1 - 1 / (1 + away)) / _SMALLER
        x = within.width * (column / maze.columns - 0.5) / (1 + away)
        return within.x + within.width / 2 + x, within.bottom - up * within.height

    def lift(point: Point) -> Point:
        return point[0], point[1] - high

    runs = [tuple(map(place, wall)) for wall in maze.walls]
    fronts = [Subpath((a, b, lift(b), lift(a)), closed=True) for a, b in runs]
    tops = [Subpath((lift(a), lift(b))) for a, b in runs]
    rim = [place(corner) for corner in _list_corners(maze)]
    # The solid part between top and foot, the outline around it, and then the tops.
    layers = [Layer("tiny-floor", Style(fill=_choose_floor(scenes)), [Subpath(rim, closed=True)])]
    front = look.front if scenes.in_colour else BLACK
    for paths, colour in ((fronts, front), (tops, look.top)):
        for wide, shade in ((width + 2 * _LINE, BLACK), (width, colour)):
            style = Style(wide, shade, shade if paths is fronts else None, even_odd=False)
            layers.append(Layer("tiny-maze", style, paths))
    (first, _), (last, _) = maze.path[0], maze.path[-1]
    drawing = Drawing(0, 0, room.width, room.height, 1, tuple(layers))
    ends = place((first + 0.5, maze.rows)), place((last + 0.5, 0))
    way_in, way_out = ((room.x + x, room.y + y) for x, y in ends)
    return LaidMaze(Picture(room.x, room.y, drawing), way_in, way_out)


def _list_corners(maze: TinyMaze) -> Sequence[tuple[int, int]]:
    right, foot = maze.columns, maze.rows
    return (0, 0), (right, 0), (right, foot), (0, foot)


def _choose_floor(scenes: Scenes) -> Colour:
    """Return the colour of the paths: white, or a tint of the walls'."""
    top = choose_look(scenes.theme, scenes.in_colour).top
    return mix(top, WHITE, _PALE) if scenes.in_colour else WHITE
