"""One maze by itself: drawn from a seed or from its code, and shown."""

from __future__ import annotations

from dataclasses import fields

from puzzlebook.faults import refuse
from puzzlebook.mazes.codes import ENDS, METHODS, Design, read_code
from puzzlebook.mazes.grid import grid_of
from puzzlebook.mazes.maze import Maze, draw_maze
from puzzlebook.mazes.seeds import maze_key, tidy_seed
from puzzlebook.mazes.tilings import Size, read_size, shape_named
from puzzlebook.words import words_of

DEFAULT_SIZE = "20x28"
CELL = 6 * 72 / 25.4
"""The width of a cell unless told otherwise: 6 mm, in points."""


class ShownMaze(Maze):
    """A maze that shows itself in a notebook."""

    def _repr_svg_(self) -> str:
        from puzzlebook.pictures.labels import labels
        from puzzlebook.pictures.plate import Ink, plate_of, puzzle
        from puzzlebook.pictures.svg import svg_text
        from puzzlebook.pictures.theme import theme_named

        words = words_of("en")
        drawing = puzzle(plate_of(self, "icons", theme_named("ink")), CELL, Ink(wall_for(CELL)))
        return svg_text(drawing, *labels(self, words("svg_single_title"), words)[0])


def make_maze(
    shape: str = "square",
    size: str | Size = DEFAULT_SIZE,
    *,
    seed: str,
    number: int = 1,
    section: str = "",
    silhouette: str | None = None,
    method: str = "walls",
    ends: str | None = None,
) -> ShownMaze:
    """The maze that a seed gives: the same for the same arguments, for ever.

    size: columns and rows (what a shape's size counts: `SHAPES[shape].axes`), as text or as ints.
    number: the draw within the section, 0 or more; section: the key of a book's section, to make its mazes.
    ends: None for the shape's own. Raises `Refused` for what is not offered.
    """
    tiled = shape_named(shape)
    text = size if isinstance(size, str) else "x".join(map(str, size))
    if number < 0:
        raise refuse("number", f"{number} is negative", "0 or more")
    if silhouette is not None:
        raise refuse("silhouette", "silhouettes do not work yet", "leave it out")
    design = Design(
        shape=tiled.name,
        size=read_size(text, tiled),
        key=maze_key(tidy_seed(seed), 1, section, number),
        ends=_one_of("ends", ends or tiled.ends, ENDS),
        method=_one_of("method", method, METHODS),
    )
    return maze_of(design)


def maze_from_code(code: str) -> ShownMaze:
    """The maze of a printed code."""
    return maze_of(read_code(code))


def maze_of(design: Design) -> ShownMaze:
    """The maze of a design."""
    maze = draw_maze(design, grid_of(design.shape, design.size))
    return ShownMaze(**{field.name: getattr(maze, field.name) for field in fields(maze)})


def wall_for(cell: float) -> float:
    """A wall's weight that suits a cell of this width (both in points)."""
    return max(0.75, cell / 9)


def _one_of(where: str, name: str, names: tuple[str, ...]) -> str:
    if name not in names:
        raise refuse(where, f"{name!r} is not offered", "allowed: " + ", ".join(names))
    return name
