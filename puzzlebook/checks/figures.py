"""A theme's drawings in the SVG files of a maze, compared with the maze's ends and dead ends."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from puzzlebook.checks.drawn import Stroke
from puzzlebook.maze_art.figures import load_figure_look
from puzzlebook.mazes import Maze
from puzzlebook.recipes.audiences import load_audiences

_ROUNDING = 0.01  # cell widths


def find_most_finds() -> tuple[int, int]:
    """Return how many finds the readers with the most of them have, at least and at most."""
    return max(readers.finds for readers in load_audiences().values())


def list_find_cells(maze: Maze) -> frozenset[int]:
    """Return the dead ends in which finds (small things to look for) may lie, for the readers with
    the most of them: others have fewer in the same order."""
    return frozenset(maze.choose_finds(*find_most_finds()))


def find_figure_faults(maze: Maze, layers: Mapping[str, Sequence[Stroke]]) -> Iterator[str]:
    """Yield what is wrong with the hero and goal, which should be outside the doors.
    layers: boxes around these drawings, in cell widths."""
    grid = maze.shown
    for name, cell in (("hero", maze.start), ("goal", maze.end)):
        boxes = layers.get(name, [])
        if cell is None or len(boxes) != 1:
            yield f"it has {len(boxes)} pictures of its {name}"
            continue
        xs, ys = zip(*(piece.start for piece in boxes[0]), strict=True)
        is_above, is_below = max(ys) <= 0, min(ys) >= grid.height
        is_right = is_above if _is_upper(maze, cell) else is_below
        if not (is_right and min(xs) <= grid.circle(cell).centre[0] <= max(xs)):
            yield f"its {name} is not at its door"


def find_thing_faults(maze: Maze, boxes: Sequence[Stroke], solved: bool) -> Iterator[str]:
    """Yield a fault for each thing that lies elsewhere than in a dead end. boxes: around the
    things, in cell widths. solved: whether they have rings, which may be wider than their cells."""
    look = load_figure_look()
    beyond = max(1.0, look["find_ring"] / look["find_cell"]) if solved else 1.0
    circles = [maze.shown.circle(cell) for cell in sorted(list_find_cells(maze))]
    for box in boxes:
        corners = [piece.start for piece in box]
        if not any(
            all(
                max(abs(x - circle.centre[0]), abs(y - circle.centre[1]))
                <= beyond * circle.radius + _ROUNDING
                for x, y in corners
            )
            for circle in circles
        ):
            yield "it has something outside its dead ends"


def _is_upper(maze: Maze, cell: int) -> bool:
    """Whether this cell is the upper of the maze's two ends."""
    others = [maze.shown.circle(end).centre for end in (maze.start, maze.end) if end is not None]
    return maze.shown.circle(cell).centre == min(others, key=lambda centre: centre[1])
