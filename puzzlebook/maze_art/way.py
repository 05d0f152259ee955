"""The solution path as drawn: a line between marks or doors, or the outline of its cells."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from math import dist, fsum, inf

from puzzlebook.drawing.drawing import Subpath
from puzzlebook.geometry.arcs import Point
from puzzlebook.maze_art.doors import side_middle
from puzzlebook.maze_art.marks import Mark, find_clearance
from puzzlebook.maze_art.strokes import join_strokes
from puzzlebook.mazes import Grid, Maze

# The size of a mark, as a share of the largest circle in its cell; the clearance from the middle of
# a wall (in cell widths) below which a mark shrinks; and the smallest share to which it shrinks. On
# a square tiling marks stay within 0.4 passage widths of the centre.
MARK_SHARE, _MARK_CLEARANCE, _MIN_MARK_SHARE = 0.8, 0.1, 0.7
# In cell widths: marks shrink if walls are heavier than this.
_HEAVY_WALL = 0.1
# The greatest width of the path's line, as a share of the narrowest passage.
WAY_SHARE = 0.33
# In cell widths: the distance between a mark and the last point of the solution. Half the width of
# the path's line covers up to 0.17 of it.
_PATH_GAP = 0.2
# In cell widths: the greatest distance of the solution's end past the side through which the path
# leaves an end cell, so that it visibly crosses the side.
_PATH_OVERLAP = 0.1
_ROUNDING = 1e-6
# The number of cells that decide whether a path leads to the right or left.
_FIRST_CELLS = 12


def narrowest_passage(maze: Maze) -> float:
    """Return the width of the narrowest passage on the solution path, in cell widths."""
    return maze.shown.corridor_width(maze.solution)


def leads_right(maze: Maze) -> float:
    """Return how far the path leads to the right in its first step that is not vertical, in cell
    widths; negative for the left."""
    xs = [maze.shown.centres[cell][0] for cell in maze.solution[:_FIRST_CELLS]]
    return next((x - xs[0] for x in xs if abs(x - xs[0]) > _ROUNDING), 0.0)


def shade_solution(maze: Maze) -> list[Subpath]:
    """Return the outline of all cells on the solution path."""
    grid, on_path = maze.shown, set(maze.solution)
    inner = [side for side, (a, b) in enumerate(grid.pairs) if (a in on_path) != (b in on_path)]
    rim = [side for side, cell in enumerate(grid.rim_cells, len(grid.pairs)) if cell in on_path]
    return join_strokes(grid, [*inner, *rim])


def mark_radius(maze: Maze, cell: int, weight: float) -> float:
    """Return the radius of the mark in the start or end cell. In a narrow cell it shrinks, to leave
    space for the path. weight: of a wall, in cell widths."""
    free = maze.shown.circle(cell).radius - max(0.0, weight - _HEAVY_WALL) / 2
    radius = max(_MIN_MARK_SHARE * free, min(MARK_SHARE * free, free - _MARK_CLEARANCE))
    room = _distance_to_first_side(maze, cell) + _PATH_OVERLAP - _PATH_GAP
    return room if room < radius - _ROUNDING else radius


def stop_before(maze: Maze, cell: int, mark: Mark, radius: float) -> float:
    """Return the distance from the centre of the start or end cell at which the path stops: close
    to the mark's drawing on that side, so that it visibly leads there."""
    max_stop, length = radius + _PATH_GAP, _distance_to_first_side(maze, cell)
    if length == inf:
        return max_stop
    (x, y), (side_x, side_y) = maze.shown.circle(cell).centre, _first_side(maze, cell)
    direction = round((side_x - x) / length, 6), round((side_y - y) / length, 6)
    stop = radius * find_clearance(mark, direction, _PATH_GAP / radius)
    # The path may turn beyond its first side.
    return stop if stop < min(length, max_stop) else max_stop


def _distance_to_first_side(maze: Maze, cell: int) -> float:
    """Return the distance from the mark in an end cell to the side where the path leaves."""
    if len(maze.solution) < 2:
        return inf
    return dist(maze.shown.circle(cell).centre, _first_side(maze, cell))


def _first_side(maze: Maze, cell: int) -> Point:
    path = maze.solution
    onward = path[1] if cell == path[0] else path[-2]
    return _step(maze.shown.plain, cell, maze.shown.place(onward))[0]


def draw_solution(
    maze: Maze, doors: Sequence[int | None], stops: Sequence[float | None]
) -> list[Subpath]:
    """Return the solution, from cell centre to cell centre through the middle of each side, and
    from door to door or mark to mark.

    stops: the distance of the path from the centre of each end cell with a mark, or None.
    """
    grid, cells = maze.shown.plain, [*map(maze.shown.place, maze.solution)]
    if not cells:
        return []
    hidden: list[int] = []
    if maze.shown.bridges:
        from puzzlebook.maze_art.bridges import find_hidden_steps

        hidden = [2 * index for index in find_hidden_steps(maze.shown, maze.solution)]
    ends = [grid.circle(cell) for cell in (cells[0], cells[-1])]
    points = [ends[0].centre]
    for here, onward in pairwise(cells):
        points += _step(grid, here, onward)
    points[-1] = ends[1].centre
    maximum = 0.4 * fsum(dist(*step) for step in pairwise(points))
    whole = len(points)
    if stops[0] is not None:
        points = _trim_beginning(points, min(maximum, stops[0]))
    dropped = whole - len(points)
    if stops[1] is not None:
        points = _trim_beginning(points[::-1], min(maximum, stops[1]))[::-1]
    if doors[0] is not None and stops[0] is None:
        points.insert(0, side_middle(grid, doors[0]))
        dropped -= 1
    if doors[1] is not None and stops[1] is None:
        points.append(side_middle(grid, doors[1]))
    # Beneath a bridge the path is left out, from one side of the cell to the other.
    cuts = [index - dropped for index in hidden]
    pieces = (
        points[begin:end]
        for begin, end in zip([0, *(cut + 1 for cut in cuts)], [*cuts, len(points)], strict=True)
    )
    return [Subpath(_drop_midpoints(piece)) for piece in pieces if len(piece) > 1]


@lru_cache(maxsize=1 << 14)
def _step(grid: Grid, here: int, onward: int) -> tuple[Point, Point]:
    """Return the midpoint of the side between two cells, and the centre of the second cell."""
    side = bisect_left(grid.pairs, (here, onward) if here < onward else (onward, here))
    return side_middle(grid, side), grid.centres[onward]


def _trim_beginning(points: Sequence[Point], length: float) -> list[Point]:
    """Return a polyline shortened by this length at its beginning. It must be longer than that."""
    for index, (here, onward) in enumerate(pairwise(points)):
        step = dist(here, onward)
        if length < step:
            share = length / step
            begin = here[0] + share * (onward[0] - here[0]), here[1] + share * (onward[1] - here[1])
            return [begin, *points[index + 1 :]]
        length -= step
    return list(points)


def _drop_midpoints(points: Sequence[Point]) -> list[Point]:
    """Return a polyline without the points inside its straight stretches."""
    corners = [points[0]]
    ax, ay = points[0]
    for here, (cx, cy) in pairwise(points[1:]):
        bx, by = here
        turn = (bx - ax) * (cy - by) - (by - ay) * (cx - bx)
        if turn and round(turn, 6):
            corners.append(here)
            ax, ay = here
    return [*corners, points[-1]] if len(points) > 1 else corners
