"""Whether what is drawn along walls, for their character, as the edge of paper or as a heavy rim,
is along walls."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain, product
from math import floor
from typing import NamedTuple

from puzzlebook.checks.drawn import PathGroup, Stroke
from puzzlebook.geometry.arcs import Point, distance, midpoint
from puzzlebook.mazes.grid import Grid
from puzzlebook.mazes.maze import Maze

FARTHEST = 0.15
"""How far what lies over a wall may be from its line, in cell widths: marks keep off farther."""


class _SidePart(NamedTuple):
    """A line or an arc along a side, from one point to another."""

    side: int
    here: Point
    onward: Point
    bulge: float


_Near = Mapping[tuple[int, int], Sequence[_SidePart]]


def find_decoration_faults(maze: Maze, strokes: Sequence[Stroke]) -> list[str]:
    """A fault where something that should lie over walls does not."""
    points = {piece.start for piece in chain.from_iterable(strokes)}
    astray = next((point for point in sorted(points) if not _is_near(point, maze)), None)
    return (
        []
        if astray is None
        else [f"something is drawn at ({astray[0]:.2f}, {astray[1]:.2f}) that is no wall"]
    )


def strip_decoration(picture: PathGroup, maze: Maze, lines: bool) -> tuple[PathGroup, list[Stroke]]:
    """A picture without what lies over its walls, and that: areas whose outlines follow walls and,
    where they are meant, all lines but the first."""
    kept = picture.lines[:1] if lines else picture.lines
    dress, others = list(chain.from_iterable(picture.lines[len(kept) :])), []
    for area in picture.areas:
        over = [
            stroke
            for stroke in area
            if stroke and all(_is_near(piece.start, maze) for piece in stroke)
        ]
        dress += over
        others.append([stroke for stroke in area if stroke not in over])
    return picture._replace(lines=kept, areas=[area for area in others if area]), dress


def strip_rim(picture: PathGroup, maze: Maze) -> tuple[PathGroup, list[Stroke], list[Stroke]]:
    """A picture without the wide line along the rim of a cut maze and the paper over that, and
    these two: the first line and the first area, where others follow that line and all of it is on
    the rim, as no walls are."""
    first = picture.lines[0] if len(picture.lines) > 1 and picture.areas else []
    points = {point for piece in chain.from_iterable(first) for point in piece}
    if not points or not all(_is_near(point, maze, len(maze.open_sides)) for point in points):
        return picture, [], []  # as books have it from before there were such lines
    return (
        picture._replace(lines=picture.lines[1:], areas=picture.areas[1:]),
        first,
        picture.areas[0],
    )


def _is_near(point: Point, maze: Maze, least: int = 0) -> bool:
    """Whether a point lies near a wall of a maze. least: the first side that may be that wall."""
    near = _index_parts(maze.shown).get((floor(point[0]), floor(point[1])), ())
    is_open = maze.open_sides
    return any(
        part.side >= least
        and (part.side >= len(is_open) or not is_open[part.side])
        and distance(point, *part[1:]) <= FARTHEST
        for part in near
    )


@lru_cache(maxsize=16)
def _index_parts(grid: Grid) -> _Near:
    """The sides of a grid near each unit square."""
    near: dict[tuple[int, int], list[_SidePart]] = defaultdict(list)
    for part in _parts(grid):
        _, here, onward, bulge = part
        xs, ys = zip(here, midpoint(here, onward, bulge), onward, strict=True)
        across = range(floor(min(xs) - FARTHEST), floor(max(xs) + FARTHEST) + 1)
        down = range(floor(min(ys) - FARTHEST), floor(max(ys) + FARTHEST) + 1)
        for square in product(across, down):
            near[square].append(part)
    return near


def _parts(grid: Grid) -> Iterator[_SidePart]:
    for side, (a, b) in enumerate(grid.sides):
        here = grid.corners[a]
        bulge = grid.bulges[side] if grid.bulges else 0.0
        for onward, bend in grid.pieces.get(side, ((grid.corners[b], bulge),)):
            yield _SidePart(side, here, onward, bend)
            here = onward
