"""The grid of a large board of squares, computed from column and row by formulas.

Every number equals the one that `grid.derive` computes from the rings, but takes a tenth of the
time and half the memory. Small boards use `grid.derive`, because lists are faster to read than
formulas.

Cell (x, y) has the number y · columns + x. Inner sides are ordered by their first cell: the side to
its right comes first, then the side below it. So every row has 2 · columns − 1 inner sides, except
the last row, which has columns − 1.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, pairwise
from typing import NamedTuple

from puzzlebook.geometry.arcs import Point
from puzzlebook.mazes.flat import Formula, make_int_sequence, make_pair_sequence
from puzzlebook.mazes.grid import Grid
from puzzlebook.mazes.wilson import Graph

_BITS = 2
"""Four sides meet at an inner corner, so its row in the wall graph has 2² entries."""
_WIDTH = 1 << _BITS


class BoardLines(NamedTuple):
    """A set of sides of a board, with one byte for each corner, row by row. The byte is 1 if the
    set contains the side from the corner to the next corner to the right (`across`) or below
    (`down`)."""

    across: bytes
    down: bytes


@dataclass(frozen=True, eq=False, repr=False)
class SquareGrid(Grid):
    """A board of squares, at least two columns wide and two rows high."""

    columns: int
    rows: int

    @cached_property
    def centres(self) -> Sequence[Point]:
        """The centre of each cell."""
        return Formula(
            lambda cell: (cell % self.columns + 0.5, cell // self.columns + 0.5), range(self.cells)
        )

    @cached_property
    def wall_graph(self) -> Graph:
        """The planar dual. The entries of each inner corner are the sides above, left, right and
        below. The rim is the root."""
        width = self.columns - 1
        inner = width * (self.rows - 1)
        *names, root = range(0, _WIDTH * inner + 1, _WIDTH)
        to = [root] * (_WIDTH * inner)
        side = make_int_sequence(
            chain.from_iterable(map(self._sides_by_corner, range(1, self.rows))), _WIDTH * inner
        )
        to[_WIDTH * width :: _WIDTH], to[3 : -_WIDTH * width : _WIDTH] = (
            names[:-width],
            names[width:],
        )
        to[1 + _WIDTH :: _WIDTH], to[2:-_WIDTH:_WIDTH] = names[:-1], names[1:]
        at_left, at_right = (
            range(1, len(to), _WIDTH * width),
            range(_WIDTH * width - 2, len(to), _WIDTH * width),
        )
        for entry in chain(at_left, at_right):
            to[entry] = root
        above, below = (
            range(0, _WIDTH * width, _WIDTH),
            range(len(to) - _WIDTH * width + 3, len(to), _WIDTH),
        )
        rim_entries = sorted(
            (side[entry], entry // _WIDTH * _WIDTH)
            for entry in chain(above, at_left, at_right, below)
        )
        if is_wide := len(rim_entries) > _WIDTH:
            to += [root] * _WIDTH
            side.extend([-1] * _WIDTH)
        to += [name for _, name in rim_entries]
        side.extend([crossed for crossed, _ in rim_entries])
        return Graph(
            inner + 1, _BITS, to, side, {root: (root + _WIDTH, len(rim_entries))} if is_wide else {}
        )

    def _sides_by_corner(self, y: int) -> Iterator[int]:
        """Yield the sides around each inner corner of a row: above, left, right and below."""
        first = (y - 1) * (2 * self.columns - 1)
        onward = first + 2 * self.columns - 1
        last = onward - 1  # below the last cell of the row above
        below = range(onward, onward + 2 * self.columns, 2 if y < self.rows - 1 else 1)
        rights = chain(range(first + 3, last, 2), (last,))
        return chain.from_iterable(
            zip(range(first, last, 2), range(first + 1, last, 2), rights, below, strict=False)
        )

    def lines(self, sides: bytes | bytearray) -> BoardLines:
        """Convert a set of sides from one byte for each side of the grid to one byte for each
        corner."""
        count, inner = 2 * self.columns - 1, len(self.pairs)
        rows = [sides[first : min(first + count, inner)] for first in range(0, inner, count)]
        rim = sides[inner:]
        # The order of the rim sides: all top sides, with the left side of the first row after the
        # first and its right side after the last; then left and right sides alternately, row by
        # row; then all bottom sides, with the left side of the last row after the first and its
        # right side before the last.
        end = len(rim) - self.columns - 2
        top, middle, bottom = rim[: self.columns + 2], rim[self.columns + 2 : end], rim[end:]
        left = top[1:2] + middle[::2] + bottom[1:2]
        right = top[-1:] + middle[1::2] + bottom[-2:-1]
        across = [row[1::2] + row[-1:] for row in rows[:-1]]
        across = [top[:1] + top[2:-1], *across, bottom[:1] + bottom[2:-2] + bottom[-1:]]
        down = [row[: count - 1 : 2] for row in rows[:-1]] + rows[-1:]
        return BoardLines(
            b"".join(row + b"\0" for row in across),
            b"".join(left[y : y + 1] + row + right[y : y + 1] for y, row in enumerate(down))
            + bytes(self.columns + 1),
        )


def make_square_grid(columns: int, rows: int) -> SquareGrid:
    """Return the grid of a whole board of squares, at least two columns wide and two rows high."""
    board, cells, inner = _Board(columns, rows), columns * rows, 2 * columns * rows - columns - rows
    rim_cells, rim = zip(*board.rim(), strict=True)
    *upper, lowest = (range(first, first + columns) for first in range(0, cells, columns))
    firsts = chain(*(_alternate(row[:-1], row) for row in upper), lowest[:-1])
    seconds = chain(
        *(_alternate(row[1:], low) for row, low in pairwise([*upper, lowest])), lowest[1:]
    )
    return SquareGrid(
        corners=Formula(board.place, range((columns + 1) * (rows + 1))),
        ring_start=range(0, 4 * cells + 1, 4),
        ring_corners=Formula(board.ring_corner, range(4 * cells)),
        pairs=make_pair_sequence(firsts, seconds, inner),
        sides=Formula(
            lambda side: board.side(side) if side < inner else rim[side - inner],
            range(inner + len(rim)),
        ),
        rim_cells=rim_cells,
        bulges=(),
        own_centres=(),
        width=columns,
        height=rows,
        origin=(0, 0),
        columns=columns,
        rows=rows,
    )


class _Board(NamedTuple):
    """The numbering of the corners and sides of a board, by formulas."""

    columns: int
    rows: int

    def corner(self, x: int, y: int) -> int:
        """Return the number of the corner at (x, y). Rings list the two lower corners of a cell
        from right to left."""
        if y < 2:
            return 2 * x + y if x > 1 else (0, 1, 3, 2)[2 * y + x]
        return y * (self.columns + 1) + (x if x > 1 else 1 - x)

    def place(self, corner: int) -> tuple[int, int]:
        """Return the position (x, y) of a corner."""
        if corner < 4:
            return ((0, 0), (1, 0), (1, 1), (0, 1))[corner]
        if corner < 2 * self.columns + 2:
            return corner // 2, corner % 2
        y, x = divmod(corner, self.columns + 1)
        return (x if x > 1 else 1 - x), y

    def ring_corner(self, index: int) -> int:
        """Return the corner at an index into the concatenated rings of all cells."""
        y, x = divmod(index // 4, self.columns)
        return self.corner(x + (index % 4 in (1, 2)), y + (index % 4 > 1))

    def side(self, side: int) -> tuple[int, int]:
        """Return the two corners of an inner side."""
        y, index = divmod(side, 2 * self.columns - 1)
        x, is_below = divmod(index, 2)
        if y == self.rows - 1:
            x, is_below = index, 0
        elif index == 2 * self.columns - 2:
            is_below = 1
        if is_below:
            return self.corner(x, y + 1), self.corner(x + 1, y + 1)
        return self.corner(x + 1, y + 1), self.corner(x + 1, y)

    def rim(self) -> Iterator[tuple[int, tuple[int, int]]]:
        """Yield the cell and the two corners of each rim side, cell by cell in ring order."""
        corner, right, low = self.corner, self.columns - 1, self.rows - 1
        for y in range(self.rows):
            for x in range(self.columns) if y in (0, low) else (0, right):
                cell = y * self.columns + x
                if y == 0:
                    yield cell, (corner(x, y), corner(x + 1, y))
                if x == right:
                    yield cell, (corner(x + 1, y), corner(x + 1, y + 1))
                if y == low:
                    yield cell, (corner(x + 1, y + 1), corner(x, y + 1))
                if x == 0:
                    yield cell, (corner(x, y + 1), corner(x, y))


def _alternate(rights: Sequence[int], belows: Sequence[int]) -> Iterator[int]:
    """Yield alternately the values of the sides to the right of a row's cells and of the sides
    below."""
    return chain(*zip(rights, belows, strict=False), belows[-1:])
