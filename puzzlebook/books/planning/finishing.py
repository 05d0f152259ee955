"""A maze is finished in one go: from its draw to all that pages, files and manifest have of it.
Then it is dropped.

Nothing of this needs any other maze, so processes can share it. A book's mazes wait in between, as
bytes, until it is known which number each has.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from puzzlebook.books.planning.lettering import add_key_letters, add_word
from puzzlebook.drawing.svg import write_svgs
from puzzlebook.geometry.arcs import Point
from puzzlebook.language.words import Words
from puzzlebook.maze_art.character import PLAIN
from puzzlebook.maze_art.inked import Ink, draw_answer, draw_puzzle
from puzzlebook.maze_art.labels import make_labels
from puzzlebook.maze_art.marks import Marks
from puzzlebook.maze_art.plate import PackedPlate, Plate, add_things, make_plate, pack_plate
from puzzlebook.maze_art.theme import Theme, load_theme
from puzzlebook.mazes.codes import Design
from puzzlebook.mazes.collecting import place_things
from puzzlebook.mazes.descriptions import MazeDescription, describe_maze
from puzzlebook.mazes.difficulty import Measures, draw_measured
from puzzlebook.mazes.grid import Grid
from puzzlebook.mazes.grids import Silhouette, make_drawn_grid, make_grid
from puzzlebook.mazes.hidden import HiddenPicture, plan_path
from puzzlebook.mazes.likeness import compute_likeness
from puzzlebook.mazes.maze import Maze
from puzzlebook.typesetting.pdf.operators import pack_path


class MazeRequest(NamedTuple):
    """A maze that is to be drawn. silhouette: by which it is cut. edge: what its rim follows then,
    as it is drawn. picture: what its way draws."""

    design: Design
    silhouette: Silhouette | None
    edge: str
    picture: HiddenPicture | None = None


class DrawnMaze(NamedTuple):
    """A maze that waits to be finished, without its grid, and what was found out about it."""

    asked: MazeRequest
    open_sides: bytes
    start: int | None
    end: int | None
    solution: array[int]
    measures: Measures
    likeness: str

    @property
    def maze(self) -> Maze:
        """The maze on its grid."""
        design, silhouette, edge, _ = self.asked
        cut = design.shape, design.size, silhouette
        return Maze(
            design, make_grid(*cut), self.open_sides, self.start, self.end, tuple(self.solution),
            make_drawn_grid(*cut, edge),
        )  # fmt: skip


def draw_and_measure(asked: MazeRequest) -> DrawnMaze:
    """A maze, drawn and measured."""
    design = asked.design
    grid = make_grid(design.shape, design.size, asked.silhouette)
    maze, measures = draw_measured(design, grid, plan_path(design, asked.picture))
    return drop_grid(maze, asked, measures)


def drop_grid(maze: Maze, asked: MazeRequest, measures: Measures) -> DrawnMaze:
    """A maze that was drawn and measured, without its grid."""
    return DrawnMaze(
        asked, maze.open_sides, maze.start, maze.end, array("I", maze.solution), measures.sum_wrong_turns(),
        compute_likeness(maze),
    )  # fmt: skip


class RenderStyle(NamedTuple):
    """How all mazes of a book are drawn: the marks at their ends, the pictures of these, and the
    words of their SVG files, if there are to be any. fonts: of the letters that may stand in them.
    walls: their character. tint: the colours of puzzles, without weights. is_told: whether there is
    a file for screens, which tells them."""

    marks: Marks
    theme: Theme
    words: Words
    svg: bool
    fonts: Mapping[str, bytes] = {}
    walls: str = PLAIN
    tint: Ink = Ink(0.0)
    is_told: bool = False


class RenderJob(NamedTuple):
    """A maze to be finished: what its SVG files are called by, points a cell, and the lines of
    both. letter: the one that lies on its way, if there is one. collect: the least and the most
    things to be counted there."""

    drawn: DrawnMaze
    title: str
    scale: float
    wall: float
    solution_ink: Ink
    letter: str = ""
    collect: tuple[int, int] | None = None


class FinishedMaze(NamedTuple):
    """A maze of which nothing is left to be drawn or found out.

    digest: of its passages, as bytes. start, end: the cells between which its way runs, if it has
    ends. narrowest: the width of its narrowest cell. ends: the middles of start and end. plate,
    solved: its picture, as its page and as its answer show it. told: the maze in words, where it is
    told and has ends. things: how many are to be counted on its way, where any are.
    """

    design: Design
    digest: bytes
    cells: int
    start: int | None
    end: int | None
    narrowest: float
    ends: tuple[Point, Point] | None
    plate: PackedPlate
    solved: PackedPlate
    told: MazeDescription | None = None
    things: int | None = None

    @property
    def code(self) -> str:
        """The maze code."""
        return self.design.code


def finish_maze(manner: RenderStyle, commission: RenderJob) -> tuple[FinishedMaze, list[bytes]]:
    """A maze, finished, and its SVG files: that of the puzzle and, where it has ends, that of the
    solution."""
    maze = commission.drawn.maze
    plate = make_plate(
        maze,
        manner.marks,
        manner.theme,
        manner.walls,
        commission.wall / commission.scale,
        manner.tint.ground is not None,
        commission.scale,
    )
    if commission.collect:
        things = place_things(maze, *commission.collect)
        plate = add_things(
            plate,
            maze,
            [*things.on_way, *things.astray],
            manner.theme.thing or load_theme("ink").thing,
        )
        made, files = finish_plates(manner, commission, maze, plate, plate)
        return made._replace(things=len(things.on_way)), files
    if not commission.letter:
        return finish_plates(manner, commission, maze, plate, plate)
    alphabet = manner.words("alphabet")
    plate = add_word(plate, maze, commission.letter, alphabet, manner.fonts.__getitem__)
    return finish_plates(manner, commission, maze, plate, add_key_letters(plate, maze))


def finish_plates(
    manner: RenderStyle, commission: RenderJob, maze: Maze, plate: Plate, solved: Plate
) -> tuple[FinishedMaze, list[bytes]]:
    """A maze whose plates are there, finished. solved: the one of its answer."""
    small = pack_plate(plate, pack_path)
    shown = maze.shown
    made = FinishedMaze(
        design=maze.design,
        digest=bytes.fromhex(maze.digest),
        cells=maze.grid.cells,
        start=maze.start,
        end=maze.end,
        narrowest=shown.narrowest,
        ends=None
        if maze.start is None or maze.end is None
        else _middles(shown, maze.start, maze.end),
        plate=small,
        # Walls and marks are the same: they are packed, and in a file, once.
        solved=small
        if solved is plate
        else pack_plate(solved, pack_path)._replace(
            walls=small.walls, marks=small.marks, rim=small.rim, ground=small.ground
        ),
        told=describe_maze(maze) if manner.is_told else None,
    )
    return made, list(
        _write_svg_files(manner, commission, maze, plate, solved)
    ) if manner.svg else []


def _middles(grid: Grid, start: int, end: int) -> tuple[Point, Point]:
    return grid.circle(start).centre, grid.circle(end).centre


def _write_svg_files(
    manner: RenderStyle, commission: RenderJob, maze: Maze, plate: Plate, solved: Plate
) -> Iterable[bytes]:
    scale, words = commission.scale, manner.words
    pictures = [draw_puzzle(plate, scale, manner.tint._replace(wall=commission.wall))]
    pictures += [draw_answer(solved, scale, commission.solution_ink)] if maze.solution else []
    labelled = list(zip(pictures, make_labels(maze, commission.title, words), strict=False))
    return (text.encode() for text in write_svgs(labelled, words.language))
