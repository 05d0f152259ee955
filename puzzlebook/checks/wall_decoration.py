"""Decoration along walls, compared with the walls: wall character, paper edges, heavy rims."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain, product
from math import dist, floor
from typing import NamedTuple

from puzzlebook.checks.drawn import PathGroup, Stroke
from puzzlebook.geometry.arcs import Point, distance, midpoint
from puzzlebook.maze_art.bridges import draw_planks, draw_rails
from puzzlebook.maze_art.character import Piece, split_stroke
from puzzlebook.mazes import Grid, Maze

_NEAR = 0.02  # cell widths: allowed error of a point
_MAX_DISTANCE = 0.15  # cell widths: how far decoration may be from its wall; marks are farther away


class _SidePart(NamedTuple):
    """A line or an arc along a side, or along part of it."""

    side: int
    start: Point
    end: Point
    bulge: float


_Near = Mapping[tuple[int, int], Sequence[_SidePart]]


def find_decoration_faults(maze: Maze, strokes: Sequence[Stroke]) -> list[str]:
    """Return a fault if any decoration is not over a wall."""
    points = {piece.start for piece in chain.from_iterable(strokes)}
    for x, y in sorted(points):
        if not is_near((x, y), maze):
            return [f"something other than a wall is drawn at ({x:.2f}, {y:.2f})"]
    return []


def strip_decoration(picture: PathGroup, maze: Maze, lines: bool) -> tuple[PathGroup, list[Stroke]]:
    """Return a picture without decoration, and the decoration.

    Outlines that follow walls are decoration; so are all lines after the first, if `lines` is true.
    """
    walls = picture.lines[:1] if lines else picture.lines
    decoration, areas = list(chain.from_iterable(picture.lines[len(walls) :])), []
    for area in picture.areas:
        along_walls = [
            stroke
            for stroke in area
            if stroke and all(is_near(piece.start, maze) for piece in stroke)
        ]
        decoration += along_walls
        areas.append([stroke for stroke in area if stroke not in along_walls])
    return picture._replace(lines=walls, areas=list(filter(None, areas))), decoration


def strip_rim(picture: PathGroup, maze: Maze) -> tuple[PathGroup, list[Stroke], list[Stroke]]:
    """Strip the heavy rim along an outline, and the paper within it; return picture, rim and paper.

    Rim and paper are the first line and the first area. The rim is recognized because other lines
    follow it and all its points are on the maze's rim, unlike those of walls. Older books have
    neither.
    """
    first = picture.lines[0] if len(picture.lines) > 1 and picture.areas else []
    points = {point for piece in chain.from_iterable(first) for point in piece}
    if not points or not all(is_near(point, maze, len(maze.open_sides)) for point in points):
        return picture, [], []
    bare = picture._replace(lines=picture.lines[1:], areas=picture.areas[1:])
    return bare, first, picture.areas[0]


def strip_planks(picture: PathGroup, maze: Maze) -> tuple[PathGroup, list[Stroke]]:
    """Return a picture without the planks of its bridges, and the planks: the area that begins at
    the first plank's first point."""
    begins = [planks[0].points[0] for planks in draw_planks(maze.shown) if planks]
    for number, area in enumerate(picture.areas if begins else ()):
        if area and area[0] and dist(area[0][0].start, begins[0]) <= _MAX_DISTANCE:
            others = [*picture.areas[:number], *picture.areas[number + 1 :]]
            return picture._replace(areas=others), area
    return picture, []


def find_plank_faults(maze: Maze, strokes: Sequence[Stroke]) -> Iterator[str]:
    """Yield a fault for each bridge some of whose planks are not drawn, and one for planks without
    a bridge."""
    grid = maze.shown
    outlines = [[piece.start for piece in stroke] for stroke in strokes]
    for bridge, planks in zip(grid.bridges, draw_planks(grid), strict=True):
        matches = [
            points for points in outlines if any(_is_same(points, plank.points) for plank in planks)
        ]
        if len(matches) < len(planks):
            yield f"a plank of the bridge at cell {bridge.cell} is missing"
        outlines = [points for points in outlines if points not in matches]
    if outlines:
        yield "a plank is drawn where there is no bridge"


def _is_same(outline: Sequence[Point], other: Sequence[Point]) -> bool:
    """Whether an outline has the points of another; its first point may be repeated at the end."""
    near = (dist(*points) <= _NEAR for points in zip(outline, other, strict=False))
    return len(other) <= len(outline) <= len(other) + 1 and all(near)


def is_near(point: Point, maze: Maze, minimum: int = 0, farthest: float = _MAX_DISTANCE) -> bool:
    """Whether a point is near a wall of a maze. minimum: the lowest side number to consider."""
    near = _index_parts(maze.shown.plain).get((floor(point[0]), floor(point[1])), ())
    is_open = maze.shown_sides
    if not minimum and any(distance(point, *piece) <= _MAX_DISTANCE for piece in _list_rails(maze)):
        return True
    return any(
        part.side >= minimum
        and (part.side >= len(is_open) or not is_open[part.side])
        and distance(point, *part[1:]) <= farthest
        for part in near
    )


@lru_cache(maxsize=1)
def _list_rails(maze: Maze) -> Sequence[Piece]:
    """Return the lines and arcs of the rails of a maze's bridges."""
    return [piece for line in draw_rails(maze.shown) for piece in split_stroke(line)]


@lru_cache(maxsize=16)
def _index_parts(grid: Grid) -> _Near:
    """Return the parts of sides near each unit square."""
    near: dict[tuple[int, int], list[_SidePart]] = defaultdict(list)
    for part in _parts(grid):
        _, start, end, bulge = part
        xs, ys = zip(start, midpoint(start, end, bulge), end, strict=True)
        across = range(floor(min(xs) - _MAX_DISTANCE), floor(max(xs) + _MAX_DISTANCE) + 1)
        down = range(floor(min(ys) - _MAX_DISTANCE), floor(max(ys) + _MAX_DISTANCE) + 1)
        for square in product(across, down):
            near[square].append(part)
    return near


def _parts(grid: Grid) -> Iterator[_SidePart]:
    for side, (a, b) in enumerate(grid.sides):
        start = grid.corners[a]
        bulge = grid.bulges[side] if grid.bulges else 0.0
        for end, bend in grid.edge_paths.get(side, ((grid.corners[b], bulge),)):
            yield _SidePart(side, start, end, bend)
            start = end
