"""How long the mazes of a section take to solve.

The width of a section's squares is computed for a page with the fixed reserves of
`recipes.page_grids`, so that neither the printer nor the number of pages changes a book's minutes,
its stars or the order of its sections.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum

from puzzlebook.books.planning.boards import list_extents
from puzzlebook.books.planning.ramp import SectionMaze
from puzzlebook.books.planning.stars import find_speed, name_readers, name_scale, rate_minutes
from puzzlebook.maze_art.extent import scale_to_fit
from puzzlebook.recipes.audiences import find_audience
from puzzlebook.recipes.order import BookSection, Order
from puzzlebook.recipes.page_grids import room_for_maze
from puzzlebook.typesetting.layout import MAZES_ARRANGED

_NOMINAL_READERS = "9-11"
"""The readers whose type size is assumed for the pages of a book that names no readers."""


def estimate_minutes(order: Order, mazes: Sequence[SectionMaze]) -> list[float]:
    """Return the minutes that each maze takes."""
    cells = {part: nominal_cell(order, part) for part in dict.fromkeys(maze.part for maze in mazes)}

    def estimate(maze: SectionMaze) -> float:
        section, cell = maze.part.section, cells[maze.part]
        if section.doors:  # minutes would reveal the rooms on the solution path
            return 0.0
        speed = find_speed(name_readers(order.recipe, section), cell)
        return speed.estimate_minutes(maze.drawn.measures, cell)

    return [estimate(maze) for maze in mazes]


def estimate_whole(
    order: Order, part: BookSection, mazes: Sequence[SectionMaze]
) -> tuple[float, float] | None:
    """Return the minutes for the maze that a section's rooms form: by our estimate, and for a walk
    through every cell. None if the mazes are not rooms."""
    if not part.section.doors:
        return None
    cell = nominal_cell(order, part)
    speed = find_speed(name_readers(order.recipe, part.section), cell)
    columns, rows = mazes[0].request.design.size  # rooms of one maze are equally large
    minimum = fsum(speed.estimate_minutes(maze.drawn.measures, cell) for maze in mazes)
    return minimum, speed.time_squares(len(mazes) * columns * rows, cell)


def rate_mazes(order: Order, mazes: Sequence[SectionMaze]) -> list[int]:
    """Return the stars of each maze."""
    return [
        rate_minutes(minutes, name_scale(order.recipe, maze.part.section))
        for maze, minutes in zip(mazes, estimate_minutes(order, mazes), strict=True)
    ]


def nominal_cell(order: Order, part: BookSection) -> float:
    """Return the width of a section's squares in points, averaged over its boards."""
    readers = order.readers or part.readers or find_audience(_NOMINAL_READERS)
    rooms = [
        room_for_maze(readers, order.recipe.page, arranged)
        for arranged in MAZES_ARRANGED[part.per_page]
    ]
    scales = [
        max(scale_to_fit(extent, readers.wall, room.width, room.height) for room in rooms)
        for extent in list_extents(order, part)
    ]
    return fsum(scales) / len(scales)
