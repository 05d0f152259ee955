"""The strokes of `join_strokes` on a grid of squares, computed from rows and columns of bytes.

A run is a straight section of wall, from end to end. At most one run along a row and one run along
a column end at each corner. If both end there, a stroke turns at the corner; if only one ends
there, a stroke has a loose end. So two tables suffice, which contain, for each corner, the other
end of the row run and of the column run that end there.

A corner is an index, counted row by row. Strokes are ordered by the grid's own numbering of sides,
see `square_grid`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import compress, count, pairwise
from typing import NamedTuple

from puzzlebook.drawing.drawing import Subpath
from puzzlebook.mazes import SquareGrid

_NONE = -1
_RUN = re.compile(b"\1+")
# The walls at a corner, as one bit for each direction from the corner, in one byte.
_ABOVE, _LEFT, _RIGHT, _BELOW = 1, 2, 4, 8


def join_square_strokes(grid: SquareGrid, walls: Sequence[int]) -> list[Subpath]:
    """Return these sides as strokes like `join_strokes`. walls: side numbers, ascending."""
    is_wall = bytearray(len(grid.sides))
    for side in walls:
        is_wall[side] = 1
    (across, down), width = grid.lines(is_wall), grid.columns + 1
    points = [(x, y) for y in range(grid.rows + 1) for x in range(width)]
    rows, columns = _find_row_runs(across), _find_column_runs(down, width)
    at_corners = _find_walls_at_corners(across, down, width)
    strokes = []
    for corner, is_upright in _find_loose_ends(grid, at_corners, is_wall):
        runs, cross_runs = (columns, rows) if is_upright else (rows, columns)
        if runs[corner] != _NONE:  # otherwise the stroke was already followed from its other end
            strokes.append(
                Subpath([points[corner] for corner in _follow_stroke(corner, runs, cross_runs)])
            )
    # The remaining runs form closed rings, each with a run along a row.
    starts = (
        [] if max(rows) == _NONE else [corner for corner, end in enumerate(rows) if end != _NONE]
    )
    rings = [
        _ring(grid, _follow_stroke(corner, rows, columns))
        for corner in starts
        if rows[corner] != _NONE
    ]
    return strokes + [
        Subpath([points[corner] for corner in ring], closed=True) for _, ring in sorted(rings)
    ]


def _find_row_runs(across: bytes) -> list[int]:
    """Return, for each corner where a run along its row ends, the corner at the other end."""
    ends = [_NONE] * len(across)
    for run in _RUN.finditer(across):
        first, last = run.span()
        ends[first], ends[last] = last, first
    return ends


def _find_column_runs(down: bytes, width: int) -> list[int]:
    """Return, for each corner where a run along its column ends, the corner at the other end."""
    ends = [_NONE] * len(down)
    height = len(down) // width
    for run in _RUN.finditer(b"".join(down[x::width] for x in range(width))):
        begin, end = run.span()
        x, y = divmod(begin, height)
        first = y * width + x
        last = first + (end - begin) * width
        ends[first], ends[last] = last, first
    return ends


def _follow_stroke(corner: int, runs: list[int], cross_runs: list[int]) -> list[int]:
    """Return the corners of the stroke that begins with the run at this corner, and remove its runs
    from the tables."""
    corners = [corner]
    while (end := runs[corner]) != _NONE:
        runs[corner] = runs[end] = _NONE
        corners.append(end)
        corner, runs, cross_runs = end, cross_runs, runs
    return corners


def _make_loose_table(side: int) -> bytes:
    """Return a table that tells, for each set of walls at a corner, whether the wall on this side
    has a loose end there. It does if no wall continues it and the crossing line has both of its
    walls or neither."""
    across = _LEFT | _RIGHT if side in (_ABOVE, _BELOW) else _ABOVE | _BELOW
    along = 15 ^ across
    return bytes(
        walls & along == side and walls & across in (0, across) for walls in range(16)
    ).ljust(256)


_LOOSE = {side: _make_loose_table(side) for side in (_ABOVE, _LEFT, _RIGHT, _BELOW)}


def _find_loose_ends(
    grid: SquareGrid, at_corners: bytes, is_wall: Sequence[int]
) -> Iterator[tuple[int, bool]]:
    """Yield the corners at which a stroke ends, in the order of their sides. The flag tells whether
    the stroke ends along a column."""
    yield from _inner_loose_ends(grid, at_corners)
    yield from _rim_loose_ends(grid, at_corners, is_wall)


def _find_walls_at_corners(across: bytes, down: bytes, width: int) -> bytes:
    """Return the set of walls at each corner."""
    # Compute all corners at once, as one long integer with a byte per corner and a bit per wall.
    # The arguments have a wall's bit at its first corner; a shift by one byte, or by a row of
    # bytes, moves the bit to the second corner.
    right, below = int.from_bytes(across, "little"), int.from_bytes(down, "little")
    walls = (below << 8 * width) * _ABOVE | (right << 8) * _LEFT | right * _RIGHT | below * _BELOW
    return walls.to_bytes(len(across), "little")


def _inner_loose_ends(grid: SquareGrid, at_corners: bytes) -> Iterator[tuple[int, bool]]:
    """Yield the loose ends of all sides that are not on the rim."""
    width = grid.columns + 1
    loose = {side: bytearray(at_corners.translate(table)) for side, table in _LOOSE.items()}
    for side in (_ABOVE, _BELOW):  # along the rim at the left and at the right
        loose[side][::width] = loose[side][width - 1 :: width] = bytes(grid.rows + 1)
    for side in (_LEFT, _RIGHT):  # along the rim at the top and at the bottom
        loose[side][:width] = loose[side][-width:] = bytes(width)
    # Sides are numbered by cell: first the right side, with its lower end first, then the lower
    # side, with its left end first. So each cell has four ends. Listed for each end: the direction
    # of the wall from its corner, and the offset of this corner from the cell's upper left corner.
    order = ((_ABOVE, width + 1), (_BELOW, 1), (_RIGHT, width), (_LEFT, width + 1))
    ends = bytearray(4 * len(at_corners))
    for index, (side, offset) in enumerate(order):
        ends[index::4] = loose[side][offset:].ljust(len(at_corners), b"\0")
    offsets = [offset for _, offset in order]
    for end in compress(count(), ends):
        yield (end >> 2) + offsets[end & 3], end & 3 < 2


def _rim_loose_ends(
    grid: SquareGrid, at_corners: bytes, is_wall: Sequence[int]
) -> Iterator[tuple[int, bool]]:
    """Yield the loose ends of the rim's sides, which are numbered last. A closed rim has none."""
    inner, width = len(grid.pairs), grid.columns + 1
    if all(is_wall[inner:]):
        return
    for side in compress(range(inner, len(grid.sides)), is_wall[inner:]):
        (x, y), (to_x, to_y) = (grid.corners[corner_number] for corner_number in grid.sides[side])
        is_upright = x == to_x
        kinds = (_ABOVE, _BELOW) if is_upright else (_LEFT, _RIGHT)
        for corner in (int(y * width + x), int(to_y * width + to_x)):
            if any(_LOOSE[kind][at_corners[corner]] for kind in kinds):
                yield corner, is_upright


def _ring(grid: SquareGrid, corners: list[int]) -> tuple[_Side, list[int]]:
    """Return the lowest side of a closed stroke, by which strokes are sorted, and the stroke's
    corners from the first corner of that side. corners: around the stroke, from any corner back to
    itself."""
    runs = list(pairwise(corners))
    lowest = [_find_lowest_side(grid, min(run), max(run)) for run in runs]
    side = min(lowest)
    index = lowest.index(side)
    onward = corners[index + 1 :] + corners[1 : index + 1]
    here, there = runs[index]
    if (side.second > side.first) != (there > here):
        onward.reverse()
    return side, [side.first, *(onward[:-1] if onward[-1] == side.first else onward)]


class _Side(NamedTuple):
    """A side with the fields by which sides are numbered. Sides on the rim come last.

    place: its index among the sides of its cell: on the rim in ring order, elsewhere the right side
    before the lower side. first, second: its corners in the grid's order.
    """

    on_rim: bool
    cell: int
    place: int
    first: int
    second: int


def _find_lowest_side(grid: SquareGrid, corner: int, end: int) -> _Side:
    """Return the lowest side of a run, at its left or upper end. end: the run's other corner."""
    columns, width = grid.columns, grid.columns + 1
    y, x = divmod(corner, width)
    if end - corner < width:
        if y == grid.rows:
            return _Side(True, (y - 1) * columns + x, 2, corner + 1, corner)
        return _Side(y == 0, max(0, y - 1) * columns + x, int(y > 0), corner, corner + 1)
    if x == columns:
        return _Side(True, y * columns + x - 1, 1, corner, corner + width)
    return _Side(x == 0, y * columns + max(0, x - 1), 3 if x == 0 else 0, corner + width, corner)
