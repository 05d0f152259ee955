"""A path that follows a drawn line: the cells of a grid of squares that the line crosses, in order.

The line's page is centred in the maze, as large as will fit. Positions are rounded to millionths of
a cell before they decide anything. At an exact corner the horizontal neighbour comes first.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

from puzzlebook.geometry.arcs import IntPoint
from puzzlebook.ground.faults import refuse
from puzzlebook.mazes.tilings import Size, format_size

if TYPE_CHECKING:
    from puzzlebook.drawing.svg_shapes import OpenLine

_MICRO = 1_000_000
_SHORTEST = 2


def trace_line(line: OpenLine, size: Size, where: str) -> tuple[int, ...]:
    """The cells of a line, from end to end; refused if it leaves the maze or revisits a cell."""
    columns, rows = size
    scale = min(columns / line.width, rows / line.height)
    left, top = (columns - line.width * scale) / 2, (rows - line.height * scale) / 2
    points = [
        (round((x * scale + left) * _MICRO), round((y * scale + top) * _MICRO))
        for x, y in line.points
    ]
    if not all(0 <= x <= columns * _MICRO and 0 <= y <= rows * _MICRO for x, y in points):
        raise refuse(
            where,
            "the line leaves the maze",
            "a line that stays on its page, the drawing's viewBox",
        )
    cells: list[IntPoint] = []
    for here, onward in pairwise(points):
        for column, row in _list_squares(here, onward):
            cell = min(column, columns - 1), min(row, rows - 1)
            if not cells or cells[-1] != cell:
                cells.append(cell)
    if len(set(cells)) < len(cells):
        what = f"the line comes to a cell of {format_size(size)} a second time"
        raise refuse(
            where,
            what,
            "a line that never crosses itself and keeps a cell's width away, or more cells",
        )
    if len(cells) < _SHORTEST:
        raise refuse(where, "the line stays within one cell", "a longer line, or more cells")
    return tuple(row * columns + column for column, row in cells)


def _list_squares(here: IntPoint, onward: IntPoint) -> Iterator[IntPoint]:
    """The squares (column, row) that a straight line crosses; each shares a side with the next."""
    (x, y), (to_x, to_y) = here, onward
    dx, dy = to_x - x, to_y - y
    column, row = x // _MICRO, y // _MICRO
    last = to_x // _MICRO, to_y // _MICRO
    yield column, row
    while (column, row) != last:
        # The distances to the next vertical and to the next horizontal side.
        across = ((column + (dx > 0)) * _MICRO - x) * (1 if dx > 0 else -1)
        down = ((row + (dy > 0)) * _MICRO - y) * (1 if dy > 0 else -1)
        if row == last[1] or (column != last[0] and across * abs(dy) <= down * abs(dx)):
            column += 1 if dx > 0 else -1
        else:
            row += 1 if dy > 0 else -1
        yield column, row
