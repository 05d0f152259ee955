"""Walls on a board of squares as few long strokes: the very ones of `join_strokes`, found in rows
and columns of bytes.

A run is a straight piece of wall from end to end. At a corner at most one run along its row ends,
and at most one along its column. Where one of each ends a stroke goes around the corner; where only
one does, a stroke ends: its loose end. So two tables say all: where the run along the row that ends
at a corner has its other end, and where the one along the column has it.

A corner is named by its place on the board, row by row. What the order of strokes goes by are the
grid's own numbers of sides: `square_grid` tells of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import compress, count, pairwise
from typing import NamedTuple

from puzzlebook.drawing.drawing import Subpath
from puzzlebook.mazes.square_grid import BoardLines, SquareGrid

_NONE = -1
_RUN = re.compile(b"\1+")
# A wall at a corner, by the side of the corner at which it lies: a bit, so that a byte holds all of
# them.
_ABOVE, _LEFT, _RIGHT, _BELOW = 1, 2, 4, 8


def join_square_strokes(grid: SquareGrid, walls: Sequence[int]) -> list[Subpath]:
    """The sides with these numbers, which ascend, as `join_strokes` draws them."""
    is_wall = bytearray(len(grid.sides))
    for side in walls:
        is_wall[side] = 1
    lines, wide = grid.lines(is_wall), grid.columns + 1
    spots = [(x, y) for y in range(grid.rows + 1) for x in range(wide)]
    rows, columns = _find_row_runs(lines), _find_column_runs(lines, wide)
    found = []
    for corner, is_upright in _find_loose_ends(grid, lines, is_wall):
        runs, others = (columns, rows) if is_upright else (rows, columns)
        if runs[corner] != _NONE:  # else the stroke was found from its other end
            found.append(
                Subpath([spots[corner] for corner in _follow_stroke(corner, runs, others)])
            )
    # What is left are closed rings, each with a run along a row.
    starts = (
        [] if max(rows) == _NONE else [corner for corner, end in enumerate(rows) if end != _NONE]
    )
    rings = [
        _ring(grid, _follow_stroke(corner, rows, columns))
        for corner in starts
        if rows[corner] != _NONE
    ]
    return found + [
        Subpath([spots[corner] for corner in ring], closed=True) for _, ring in sorted(rings)
    ]


def _find_row_runs(lines: BoardLines) -> list[int]:
    """For each corner at which a run along its row ends, the corner at the other end of that
    run."""
    ends = [_NONE] * len(lines.across)
    for run in _RUN.finditer(lines.across):
        first, last = run.span()
        ends[first], ends[last] = last, first
    return ends


def _find_column_runs(lines: BoardLines, wide: int) -> list[int]:
    """For each corner at which a run along its column ends, the corner at the other end of that
    run."""
    ends = [_NONE] * len(lines.down)
    high = len(lines.down) // wide
    for run in _RUN.finditer(b"".join(lines.down[x::wide] for x in range(wide))):
        begin, end = run.span()
        x, y = divmod(begin, high)
        first = y * wide + x
        last = first + (end - begin) * wide
        ends[first], ends[last] = last, first
    return ends


def _follow_stroke(corner: int, runs: list[int], others: list[int]) -> list[int]:
    """The corners of the stroke that begins with the run of this one; its runs are taken out of the
    tables."""
    found = [corner]
    while (end := runs[corner]) != _NONE:
        runs[corner] = runs[end] = _NONE
        found.append(end)
        corner, runs, others = end, others, runs
    return found


def _is_loose(side: int) -> bytes:
    """For each set of walls at a corner: whether the one at this side of it ends there alone, as
    none goes straight on, and of the two beside it there are both or neither."""
    across = _LEFT | _RIGHT if side in (_ABOVE, _BELOW) else _ABOVE | _BELOW
    along = 15 ^ across
    return bytes(
        walls & along == side and walls & across in (0, across) for walls in range(16)
    ).ljust(256)


_LOOSE = {side: _is_loose(side) for side in (_ABOVE, _LEFT, _RIGHT, _BELOW)}


def _find_loose_ends(
    grid: SquareGrid, lines: BoardLines, is_wall: Sequence[int]
) -> Iterator[tuple[int, bool]]:
    """The corners at which a stroke ends, each with whether it does so along a column, in the order
    of their sides."""
    at_corners = _find_walls_at_corners(lines, grid.columns + 1)
    yield from _inner_loose_ends(grid, at_corners)
    yield from _rim_loose_ends(grid, at_corners, is_wall)


def _find_walls_at_corners(lines: BoardLines, wide: int) -> bytes:
    """The set of walls at each corner."""
    # All corners at once, as one long number: a byte for each corner, in which a bit stands for
    # each wall there. In `lines` a wall is at its first corner; shifted by a byte, or by a row of
    # them, it is at its second.
    across, down = (int.from_bytes(line, "little") for line in lines)
    walls = (down << 8 * wide) * _ABOVE | (across << 8) * _LEFT | across * _RIGHT | down * _BELOW
    return walls.to_bytes(len(lines.across), "little")


def _inner_loose_ends(grid: SquareGrid, at_corners: bytes) -> Iterator[tuple[int, bool]]:
    """The loose ends of all sides but the rim's."""
    wide = grid.columns + 1
    loose = {side: bytearray(at_corners.translate(table)) for side, table in _LOOSE.items()}
    for side in (_ABOVE, _BELOW):  # along the rim at the left and at the right
        loose[side][::wide] = loose[side][wide - 1 :: wide] = bytes(grid.rows + 1)
    for side in (_LEFT, _RIGHT):  # along the rim at the top and at the bottom
        loose[side][:wide] = loose[side][-wide:] = bytes(wide)
    # Sides are numbered by their cells: of each the side at its right, whose lower end is the
    # first, and then the one below it, whose left end is. So each cell has four ends; said of a
    # corner, these are the walls of which it is the end, and how far it is from the cell's upper
    # left corner.
    order = ((_ABOVE, wide + 1), (_BELOW, 1), (_RIGHT, wide), (_LEFT, wide + 1))
    ends = bytearray(4 * len(at_corners))
    for place, (side, offset) in enumerate(order):
        ends[place::4] = loose[side][offset:].ljust(len(at_corners), b"\0")
    offsets = [offset for _, offset in order]
    for end in compress(count(), ends):
        yield (end >> 2) + offsets[end & 3], end & 3 < 2


def _rim_loose_ends(
    grid: SquareGrid, at_corners: bytes, is_wall: Sequence[int]
) -> Iterator[tuple[int, bool]]:
    """The loose ends of the rim's sides, which have the last numbers: none where it is whole."""
    inner, wide = len(grid.pairs), grid.columns + 1
    if all(is_wall[inner:]):
        return
    for side in compress(range(inner, len(grid.sides)), is_wall[inner:]):
        (x, y), (to_x, to_y) = (grid.corners[corner] for corner in grid.sides[side])
        is_upright = x == to_x
        kinds = (_ABOVE, _BELOW) if is_upright else (_LEFT, _RIGHT)
        for place in (int(y * wide + x), int(to_y * wide + to_x)):
            if any(_LOOSE[kind][at_corners[place]] for kind in kinds):
                yield place, is_upright


def _ring(grid: SquareGrid, corners: list[int]) -> tuple[_Side, list[int]]:
    """A closed stroke, given from one of its corners to that corner again: after its lowest side,
    by which strokes are sorted, the corners from the first of that side on."""
    runs = list(pairwise(corners))
    lowest = [_find_lowest_side(grid, min(run), max(run)) for run in runs]
    side = min(lowest)
    place = lowest.index(side)
    onward = corners[place + 1 :] + corners[1 : place + 1]
    here, there = runs[place]
    if (side.second > side.first) != (there > here):
        onward.reverse()
    return side, [side.first, *(onward[:-1] if onward[-1] == side.first else onward)]


class _Side(NamedTuple):
    """A side so that it sorts as sides are numbered: those of the rim come last.

    place: among the sides of its cell; on the rim as its ring has them, else that at its right
    before the one below it. first, second: its corners in the grid's order.
    """

    on_rim: bool
    cell: int
    place: int
    first: int
    second: int


def _find_lowest_side(grid: SquareGrid, corner: int, end: int) -> _Side:
    """The lowest side of a run, from its left or upper corner to the other one: the side at that
    corner."""
    many, wide = grid.columns, grid.columns + 1
    y, x = divmod(corner, wide)
    if end - corner < wide:
        if y == grid.rows:
            return _Side(True, (y - 1) * many + x, 2, corner + 1, corner)
        return _Side(y == 0, max(0, y - 1) * many + x, int(y > 0), corner, corner + 1)
    if x == many:
        return _Side(True, y * many + x - 1, 1, corner, corner + wide)
    return _Side(x == 0, y * many + max(0, x - 1), 3 if x == 0 else 0, corner + wide, corner)
