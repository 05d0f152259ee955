"""Whether what is drawn along walls, for their character or as the edge of tinted paper, is along walls."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import chain, product
from math import floor

from puzzlebook.checks.drawn import PathGroup, Stroke
from puzzlebook.mazes.maze import Maze
from puzzlebook.outlines.arcs import Point, distance, middle

FARTHEST = 0.15
"""How far what lies over a wall may be from its line, in cell widths: marks keep off farther."""

_Wall = tuple[Point, Point, float]
_Near = dict[tuple[int, int], list[_Wall]]


def dress_faults(maze: Maze, strokes: Sequence[Stroke]) -> list[str]:
    """A fault where something that should lie over walls does not."""
    near = _walls_by_place(maze)
    points = {piece.start for piece in chain.from_iterable(strokes)}
    astray = next((point for point in sorted(points) if not _is_near(point, near)), None)
    return [] if astray is None else [f"something is drawn at ({astray[0]:.2f}, {astray[1]:.2f}) that is no wall"]


def undressed(picture: PathGroup, maze: Maze, lines: bool) -> tuple[PathGroup, list[Stroke]]:
    """A picture without what lies over its walls, and that: areas whose outlines follow walls and, where they are
    meant, all lines but the first."""
    near = _walls_by_place(maze)
    kept = picture.lines[:1] if lines else picture.lines
    dress, others = list(chain.from_iterable(picture.lines[len(kept) :])), []
    for area in picture.areas:
        over = [stroke for stroke in area if stroke and all(_is_near(piece.start, near) for piece in stroke)]
        dress += over
        others.append([stroke for stroke in area if stroke not in over])
    return picture._replace(lines=kept, areas=[area for area in others if area]), dress


def _walls_by_place(maze: Maze) -> _Near:
    """The walls near each unit square."""
    near: _Near = defaultdict(list)
    for wall in _walls(maze):
        here, onward, bulge = wall
        xs, ys = zip(here, middle(here, onward, bulge), onward, strict=True)
        across = range(floor(min(xs) - FARTHEST), floor(max(xs) + FARTHEST) + 1)
        down = range(floor(min(ys) - FARTHEST), floor(max(ys) + FARTHEST) + 1)
        for square in product(across, down):
            near[square].append(wall)
    return near


def _walls(maze: Maze) -> Iterator[_Wall]:
    grid, inner = maze.shown, len(maze.shown.pairs)
    for side, (a, b) in enumerate(grid.sides):
        if side < inner and maze.open_sides[side]:
            continue
        here = grid.corners[a]
        bulge = grid.bulges[side] if grid.bulges else 0.0
        for onward, bend in grid.pieces.get(side, ((grid.corners[b], bulge),)):
            yield here, onward, bend
            here = onward


def _is_near(point: Point, near: _Near) -> bool:
    walls = near.get((floor(point[0]), floor(point[1])), ())
    return any(distance(point, *wall) <= FARTHEST for wall in walls)
