"""Whether what is painted in a picture of a maze is the marks at its ends, and its letters, and
nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import dist
from typing import NamedTuple

from puzzlebook.checks.drawn import Stroke
from puzzlebook.geometry.arcs import Point
from puzzlebook.maze_art.marks import NO_MARKS, Marks
from puzzlebook.mazes.grid import Circle
from puzzlebook.mazes.maze import Maze

# In cell widths: how far outside the walls what stands at a door may reach; arrows before the rim
# of a drawing so many times as far.
_REACH, _REACH_OUTSIDE = 1.0, 1.4
_LARGER = 1.5
_ROUNDING = 0.01
_MISSING = {"letters": "are missing"}


class Marking(NamedTuple):
    """How the mazes of a section are drawn. marks: at their ends.
    letters: whether some stand in the cells. dressed: whether something lies over the lines of the
    walls. tinted: whether the paper between them may have a colour."""

    marks: Marks
    letters: bool
    dressed: bool = False
    tinted: bool = False

    @property
    def doors(self) -> bool:
        """Whether the rim is open where the maze starts and ends."""
        return self.marks.doors


def mark_faults(maze: Maze, areas: Sequence[Stroke], marking: Marking) -> list[str]:
    """What is wrong with all that is filled in a picture of a maze, in cell widths."""
    found: set[str] = set()
    strange = []
    spots = list(_list_spots(maze, marking))
    for outline in filter(None, areas):
        points = _points(outline)
        names = {name for name, circle in spots if _is_within(points, *circle)}
        if not names and marking.letters and _is_letter(maze, outline):
            names = {"letters"}
        found |= names
        if not names:
            x, y = _middle(outline)
            strange.append(f"something is painted at ({x:.2f}, {y:.2f}) that is no part of it")
    wanted = [name for name, cell in _ends(maze) if cell is not None and marking.marks != NO_MARKS]
    wanted += ["letters"] if marking.letters else []
    missing = [
        f"its {name} {_MISSING.get(name, 'is not marked')}" for name in wanted if name not in found
    ]
    return [*missing, *strange[:1]]


def may_be_shut(maze: Maze, areas: Sequence[Stroke], marking: Marking) -> bool:
    """Whether the rim may be closed where a maze with doors ends: its way leads to a mark in that
    cell, no farther."""
    if not (marking.marks.icons and marking.marks.arrows) or maze.end is None:
        return False
    circle = maze.shown.circle(maze.end)
    return any(_is_within(_points(outline), *circle) for outline in areas if outline)


def _ends(maze: Maze) -> tuple[tuple[str, int | None], ...]:
    return ("start", maze.start), ("finish", maze.end)


def _list_spots(maze: Maze, marking: Marking) -> Iterator[tuple[str, Circle]]:
    """Where outlines mark an end: in its cell, or at its door."""
    grid = maze.shown
    for name, cell in _ends(maze):
        if cell is None or marking.marks == NO_MARKS:
            continue
        circle = grid.circle(cell)
        yield name, circle
        if marking.doors:
            far = max(dist(circle.centre, corner) for corner in grid.ring(cell))
            larger = _LARGER if marking.marks.arrows and grid.has_drawn_rim else 1.0
            reach = _REACH_OUTSIDE if marking.marks.outside else _REACH
            yield name, Circle(circle.centre, far + larger * reach)


def _is_letter(maze: Maze, outline: Stroke) -> bool:
    """Whether an outline can be part of a letter: it lies in one cell."""
    grid, middle = maze.shown, _middle(outline)
    centre, room = min(
        map(grid.circle, range(grid.cells)), key=lambda circle: dist(circle.centre, middle)
    )
    return _is_within(_points(outline), centre, room)


def _points(outline: Stroke) -> list[Point]:
    return [point for piece in outline for point in (piece.start, piece.middle)]


def _is_within(points: Sequence[Point], centre: Point, radius: float) -> bool:
    return all(dist(point, centre) <= radius + _ROUNDING for point in points)


def _middle(outline: Stroke) -> Point:
    """The middle of the box around an outline."""
    xs, ys = zip(*(piece.start for piece in outline), strict=True)
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
