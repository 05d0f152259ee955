"""The drawings between the walls of a maze, compared with its cells and walls.

Drawings lie within an inscribed circle of a cell, or are shadows along walls.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain, product
from math import dist, floor

from puzzlebook.checks.drawn import PathGroup, Stroke
from puzzlebook.checks.wall_decoration import is_near
from puzzlebook.geometry.arcs import Point
from puzzlebook.mazes import Grid, Maze

_MAX_OFFSET = 0.02  # cell widths: a line this near a wall lies on it
_ROUNDING = 0.01  # cell widths


def find_floor_faults(maze: Maze, strokes: Sequence[Stroke]) -> Iterator[str]:
    """Yield a fault if something on the floor is neither in a cell nor a wall's shadow."""
    for stroke in strokes:
        if stroke and not (_lies_in_cell(stroke, maze) or _is_shadow(stroke, maze)):
            x, y = stroke[0].start
            yield f"something lies at ({x:.2f}, {y:.2f}) that crosses a wall"
            return


def strip_floor(picture: PathGroup, maze: Maze) -> tuple[PathGroup, list[Stroke]]:
    """Return a picture without its floor, and the lines of the floor.

    The floor is the lines before the walls, and the areas in cells other than the maze's ends.
    """
    first = 0
    while first < len(picture.lines) - 1 and not _are_walls(picture.lines[first], maze):
        first += 1
    ends = maze.start, maze.end
    areas = [
        area
        for area in picture.areas
        if not all(_lies_in_cell(stroke, maze, ends) for stroke in area if stroke)
    ]
    floor_lines = list(chain.from_iterable(picture.lines[:first]))
    return picture._replace(lines=picture.lines[first:], areas=areas), floor_lines


def _are_walls(strokes: Sequence[Stroke], maze: Maze) -> bool:
    return all(
        is_near(piece.start, maze, farthest=_MAX_OFFSET) for stroke in strokes for piece in stroke
    )


def _is_shadow(stroke: Stroke, maze: Maze) -> bool:
    return all(is_near(point, maze) for piece in stroke for point in piece)


def _lies_in_cell(stroke: Stroke, maze: Maze, ends: Sequence[int | None] = ()) -> bool:
    """Whether a stroke lies in an inscribed circle of one cell. ends: cells to ignore."""
    x, y = stroke[0].start
    nearby = _index_circles(maze.shown).get((floor(x), floor(y)), ())
    return any(
        cell not in ends
        and all(dist(point, centre) <= radius for piece in stroke for point in piece)
        for cell, centre, radius in nearby
    )


@lru_cache(maxsize=16)
def _index_circles(grid: Grid) -> dict[tuple[int, int], list[tuple[int, Point, float]]]:
    """Return the cell circles that reach into each unit square."""
    found: dict[tuple[int, int], list[tuple[int, Point, float]]] = {}
    for cell in range(grid.cells):
        circles: set[tuple[Point, float]] = {
            (grid.centres[cell], grid.clearance(cell)),
            (grid.circle(cell).centre, grid.circle(cell).radius),
        }
        for centre, radius in circles:
            reach = radius + _ROUNDING
            across, down = (range(floor(at - reach), floor(at + reach) + 1) for at in centre)
            for square in product(across, down):
                found.setdefault(square, []).append((cell, centre, reach))
    return found
