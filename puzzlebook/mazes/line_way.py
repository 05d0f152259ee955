"""A path that follows a drawn line: the cells of a grid of squares that the line crosses, in order.

The page on which the line was drawn is centred in the maze and scaled to fit it. Positions are
rounded to millionths of a cell before they decide anything. If the line passes exactly through a
corner of a cell, the path steps sideways before it steps up or down.
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
_MIN_CELLS = 2


def trace_line(line: OpenLine, size: Size, where: str) -> tuple[int, ...]:
    """Return the cells that a line crosses, from end to end. Refuse a line that leaves the maze, or
    that enters a cell a second time."""
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
            "keep the line on its page, the drawing's viewBox",
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
            "use a line that never crosses itself and keeps a cell's width away, or more cells",
        )
    if len(cells) < _MIN_CELLS:
        raise refuse(where, "the line stays within one cell", "use a longer line, or more cells")
    return tuple(row * columns + column for column, row in cells)


def _list_squares(here: IntPoint, onward: IntPoint) -> Iterator[IntPoint]:
    """Yield the squares (column, row) that a straight line crosses. Each square shares a side with
    the next."""
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
