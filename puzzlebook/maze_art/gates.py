"""Letters at gates, the openings in the rim of a sheet of a class wall, and letters in the passages
that join two facing pages."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle, pairwise
from math import dist
from typing import NamedTuple

from puzzlebook.drawing.drawing import BLACK, NamedPath, Style, Subpath, place_subpath
from puzzlebook.geometry.arcs import Point
from puzzlebook.maze_art.doors import marks_margin, side_middle
from puzzlebook.maze_art.marks import Mark, Marks, Patch
from puzzlebook.maze_art.strokes import join_strokes
from puzzlebook.maze_art.theme import Theme
from puzzlebook.mazes import Grid, Maze

GATES = Marks(doors=True)
"""The marks of a sheet: the gate at an end that has one, and a picture in the cell elsewhere."""

# The margin for letters around a sheet, as a share of its shorter side; and, as shares of that
# margin, the height of a capital and the distance of its centre. On a full page these are 11, 6 and
# 6 mm.
_MARGIN, _CAPITAL, _LETTER_DISTANCE = 0.06, 0.6, 0.58
_JOINT_CAPITAL = 1.1  # the height of a capital in a passage, in half-widths of the passage
_QUARTER = 0.41421356237309503  # the bulge of a quarter of a circle
_DOT_RADIUS = 0.5

_DOT_POINTS = ((0.0, -_DOT_RADIUS), (_DOT_RADIUS, 0.0), (0.0, _DOT_RADIUS), (-_DOT_RADIUS, 0.0))
DOT: Mark = (Patch((Subpath(_DOT_POINTS, (_QUARTER,) * 4, closed=True),), Style(fill=BLACK)),)
"""The mark at the start of a sheet's path, if the path neither enters by a gate nor starts the
whole wall's path."""


class LetterSpot(NamedTuple):
    """The position of a gate's letter: its centre, and the radius of the space for it."""

    letter: str
    centre: Point
    radius: float


def gate_margin(grid: Grid) -> float:
    """Return the margin that the letters of gates need around a sheet, in cell widths."""
    return _MARGIN * min(grid.width, grid.height)


def maze_margin(maze: Maze, marks: Marks) -> float:
    """Return the margin that a maze needs around it, in cell widths."""
    if maze.gates:
        return gate_margin(maze.shown)
    return marks_margin(marks, maze.shown.has_drawn_rim)


def list_sheet_edges(maze: Maze) -> list[Subpath]:
    """Return the edges of all sheets of a whole wall, with gaps where two sheets are joined."""
    grid, (width, height), columns = maze.grid, maze.design.size, maze.design.board_size[0]

    def find_sheet(cell: int) -> tuple[int, int]:
        y, x = divmod(cell, columns)
        return y // height, x // width

    between = [
        side for side in maze.walls if len({find_sheet(cell) for cell in grid.pairs[side]}) == 2
    ]
    return join_strokes(grid, [*between, *range(len(grid.pairs), len(grid.sides))])


def choose_piece_theme(theme: Theme, maze: Maze) -> Theme:
    """Return a theme for a sheet, with a dot as its start unless the wall itself starts there."""
    return theme if maze.is_wall_start else theme._replace(start=DOT, faces="")


def list_letter_spots(maze: Maze) -> Iterator[LetterSpot]:
    """Yield the positions of the letters of a sheet."""
    grid = maze.shown
    margin = gate_margin(grid)
    for gate in maze.gates:
        (x, y), (inner_x, inner_y) = side_middle(grid, gate.side), grid.centres[gate.cell]
        half_cell = dist((x, y), (inner_x, inner_y))
        share = _LETTER_DISTANCE * margin / half_cell
        centre = x + share * (x - inner_x), y + share * (y - inner_y)
        yield LetterSpot(gate.letter, centre, margin / 2)


def draw_gate_letters(maze: Maze) -> list[NamedPath]:
    """Return the letters of a sheet."""
    capital = _CAPITAL * gate_margin(maze.shown)
    return [
        NamedPath(f"gate-{letter}", letter, _draw_letter(letter, centre, capital))
        for letter, centre, _ in list_letter_spots(maze)
    ]


def list_joint_spots(maze: Maze) -> Iterator[LetterSpot]:
    """Yield the positions of the letters in the passages across a gutter, two for each passage: one
    on each page."""
    for joint in maze.joints:
        for spot in joint.spots:
            yield LetterSpot(joint.letter, spot, maze.shown.narrowest / 2)


def list_crossings(maze: Maze) -> tuple[str, ...]:
    """Return the letters of the passages where the path crosses the gutter, in order."""
    letters = {frozenset(maze.grid.pairs[joint.side]): joint.letter for joint in maze.joints}
    steps = (letters.get(frozenset(step)) for step in pairwise(maze.solution))
    return tuple(letter for letter in steps if letter)


def draw_joint_letters(maze: Maze) -> list[NamedPath]:
    """Return the letters in the passages across a gutter."""
    return [
        NamedPath(
            f"joint-{letter}-{page}", letter, _draw_letter(letter, centre, _JOINT_CAPITAL * radius)
        )
        for page, (letter, centre, radius) in zip(
            cycle(("left", "right")), list_joint_spots(maze), strict=False
        )
    ]


def _draw_letter(letter: str, centre: Point, capital: float) -> tuple[Subpath, ...]:
    from puzzlebook.maze_art.letters import outline_glyph
    from puzzlebook.typesetting import text

    outline = outline_glyph(letter, text.font_content(letter, text.BOLD))
    return tuple(place_subpath(subpath, centre, capital) for subpath in outline)
