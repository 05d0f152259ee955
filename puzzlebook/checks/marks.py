"""The filled areas of a maze's picture, compared with its marks and letters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from itertools import cycle
from math import dist, inf
from typing import Any, NamedTuple

from puzzlebook.checks.drawn import Stroke
from puzzlebook.checks.signs import find_letter_faults
from puzzlebook.geometry.arcs import Point
from puzzlebook.maze_art.doors import ArrowRoom
from puzzlebook.maze_art.marks import NO_MARKS, Marks
from puzzlebook.maze_art.room_signs import PrintedRoom
from puzzlebook.maze_art.stage_view import StageView
from puzzlebook.mazes import Maze
from puzzlebook.typesetting.text import Face

# How far marks at a door may extend outside the walls, in cell widths. Arrows at a rim that follows
# a drawing are larger by _RIM_FACTOR.
_REACH_OUTSIDE = 1.4
_RIM_FACTOR = 1.5
_ROUNDING = 0.01  # cell widths
_MISSING = {"letters": "are missing"}


class PlacedStage(NamedTuple):
    """The position of a stage's origin on a page, and the size of its unit, in points."""

    x: float
    y: float
    unit: float

    @classmethod
    def around(cls, maze: Maze, place: Mapping[str, Any], view: StageView) -> PlacedStage:
        """Return the position of the stage around a maze with this place in the manifest."""
        x, y, *_ = place["box"]
        cell = place["cell"] / maze.shown.narrowest
        return cls(x + view.x * cell, y + view.y * cell, view.scale * cell)


class Marking(NamedTuple):
    """The style in which a section's mazes are drawn.

    marks: the marks at the mazes' ends. letters: whether cells hold letters or things. decorated:
    whether something is drawn over the walls. tinted: whether the paper may be painted. view: the
    stage around a maze, if any. stages: the positions of the page's stages. labelled: the cells
    that hold questions, answers or finds. is_answer: whether the solution is drawn; the passages
    across a gutter then have no letters. cell: the cell width in the puzzle, in points. room: the
    signs printed at the doors of a room. face: the typeface of those signs in SVG files, if known.
    floored: whether something is drawn between the walls. framed: whether the outer wall is
    heavier. has_finds: whether things lie in dead ends.
    """

    marks: Marks
    letters: bool
    decorated: bool = False
    tinted: bool = False
    view: StageView | None = None
    stages: Sequence[PlacedStage] = ()
    labelled: frozenset[int] = frozenset()
    is_answer: bool = False
    cell: float = inf
    room: PrintedRoom | None = None
    face: Face | None = None
    floored: bool = False
    framed: bool = False
    has_finds: bool = False

    def in_stage(self, view: StageView, stages: Sequence[PlacedStage]) -> Marking:
        """Return the marking of a maze in a stage, on the stage's paper, between its doors."""
        marks = view.stage.marks(self.marks)
        return self._replace(marks=marks, tinted=True, view=view, stages=stages)

    def with_finds(self, finds: frozenset[int]) -> Marking:
        """Return the marking of a maze in whose dead ends things lie. finds: the cells in which
        they may lie."""
        return self._replace(labelled=self.labelled | finds, has_finds=True)

    def move_to_doors(self, finds: frozenset[int]) -> Marking:
        """Return the marking of a maze whose hero and goal are outside its doors. The page's world,
        if any, may paint the paper. finds: the cells in which finds may lie."""
        return self.with_finds(finds)._replace(marks=self.marks.at_doors, tinted=True)

    @property
    def doors(self) -> bool:
        """Whether the rim is open where the maze starts and ends."""
        return self.marks.doors


class Pictured(NamedTuple):
    """A maze as a picture shows it, and its marking."""

    maze: Maze
    marking: Marking


def find_mark_faults(maze: Maze, areas: Sequence[Stroke], marking: Marking) -> list[str]:
    """List what is wrong with the filled areas of a maze's picture. areas: in cell widths."""
    marked: set[str] = set()
    unexpected = []
    spots = list(_list_spots(maze, marking))
    for outline in filter(None, areas):
        points = _points(outline)
        names = {name for name, centre, radius in spots if _lie_within(points, centre, radius)}
        ends = {cell for _, cell in _ends(maze)} if names else set()
        if marking.letters and _is_letter(maze, outline, ends):
            names.add("letters")
        marked |= names
        if not names:
            x, y = _middle(outline)
            unexpected.append(f"something is painted at ({x:.2f}, {y:.2f}) that is not part of it")
    has_arrows_in_doors = marking.marks.figures and not marking.is_answer
    has_marks = marking.marks.icons or marking.marks.arrows or has_arrows_in_doors
    wanted = [name for name, cell in _ends(maze) if cell is not None and has_marks]
    wanted += ["letters"] if marking.letters else []
    if not marking.is_answer:
        wanted += [name for name, *_ in _list_joint_spots(maze)]
    if maze.gates:
        wanted = [name for name, cell in _ends(maze) if maze.find_gate(cell) is None]
        wanted += [_name_letter(gate.letter) for gate in maze.gates]
    unexpected += find_letter_faults(maze, areas, marking.is_answer)
    missing = [
        f"its {name} {_MISSING.get(name, 'is not marked')}" for name in wanted if name not in marked
    ]
    return [*missing, *unexpected[:1]]


def may_be_shut(maze: Maze, areas: Sequence[Stroke], marking: Marking) -> bool:
    """Whether a maze with doors may have a closed rim at its end, because its path may end at a
    mark in the cell."""
    if not (marking.marks.icons and marking.marks.arrows) or maze.end is None:
        return False
    circle = maze.shown.circle(maze.end)
    return any(_lie_within(_points(outline), *circle) for outline in areas if outline)


def _ends(maze: Maze) -> tuple[tuple[str, int | None], ...]:
    return ("start", maze.start), ("finish", maze.end)


def _list_spots(maze: Maze, marking: Marking) -> Iterator[tuple[str, Point, float]]:
    """Yield the circles in which outlines count as an end's mark or a letter, with names."""
    grid = maze.shown
    if maze.gates:
        from puzzlebook.maze_art.gates import list_letter_spots

        for letter, centre, radius in list_letter_spots(maze):
            yield _name_letter(letter), centre, radius
    if not marking.is_answer:
        yield from _list_joint_spots(maze)
    for name, cell in _ends(maze):
        if maze.gates and maze.find_gate(cell):
            continue
        if cell is None or marking.marks == NO_MARKS:
            continue
        circle = grid.circle(cell)
        yield name, circle.centre, circle.radius
        if marking.doors:
            far = max(dist(circle.centre, corner) for corner in grid.ring(cell))
            # Answers have arrows where the puzzle's stage has its own.
            has_arrows = marking.marks.arrows or marking.is_answer
            factor = _RIM_FACTOR if has_arrows and grid.has_drawn_rim else 1.0
            reach = _REACH_OUTSIDE if marking.marks.outside else ArrowRoom(marking.cell).reach
            yield name, circle.centre, far + factor * reach


def _list_joint_spots(maze: Maze) -> Iterator[tuple[str, Point, float]]:
    if maze.joints:
        from puzzlebook.maze_art.gates import list_joint_spots

        pages = cycle(("left", "right"))
        for page, spot in zip(pages, list_joint_spots(maze), strict=False):
            yield f"letter {spot.letter} on the {page} page", spot.centre, spot.radius


def _name_letter(letter: str) -> str:
    return f"gate {letter}"


def _is_letter(maze: Maze, outline: Stroke, ends: Set[int | None]) -> bool:
    """Whether an outline lies around the middle of one cell, and so can be part of a letter. ends:
    cells that are left out, as they have marks."""
    points, grid = _points(outline), maze.shown
    return any(
        _lie_within(points, *circle)
        for cell in range(grid.cells)
        if cell not in ends
        for circle in (grid.circle(cell), (grid.centres[cell], grid.clearance(cell)))
    )


def _points(outline: Stroke) -> list[Point]:
    return [point for piece in outline for point in (piece.start, piece.middle)]


def _lie_within(points: Sequence[Point], centre: Point, radius: float) -> bool:
    return all(dist(point, centre) <= radius + _ROUNDING for point in points)


def _middle(outline: Stroke) -> Point:
    """Return the centre of an outline's bounding box."""
    xs, ys = zip(*(piece.start for piece in outline), strict=True)
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
