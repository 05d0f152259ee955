"""A maze over two facing pages: one board of squares on each page, joined by a few passages across
the gutter between them.

Only these *joints* cross the gutter, and every maze uses all of its joints. They are drawn first,
from a separate random stream. All sets of the required number of rows are equally likely, provided
that no two rows are adjacent and the set excludes the first and the last row. Given the joints,
every maze that uses them is equally likely: the two cells of a joint are *contracted* to one node,
and Wilson's algorithm draws a uniform spanning tree of the contracted graph. So the cells of one
page may be connected only through the other page.

The solution leads from the outer edge of the left page to the outer edge of the right page. Its
ends are the pair of edge cells whose path crosses the gutter most often (`find_spread_solution`).
The maze is drawn again until the path crosses at least three times and each piece of the path has
at least rows / 3 cells, so all mazes with such a path are equally likely.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import groupby, pairwise
from typing import NamedTuple

from puzzlebook.geometry.arcs import Point
from puzzlebook.ground.faults import refuse
from puzzlebook.ground.seeds import draw_below, stream_draws
from puzzlebook.mazes.grid import Grid, derive
from puzzlebook.mazes.tilings import Corner, Ring, Size, Tiling, format_size
from puzzlebook.mazes.tree import Tree, find_longest
from puzzlebook.mazes.wilson import Graph, make_graph

PURPOSE = "joints"
"""The random stream from which joints are drawn; the spanning tree has another."""

MIN_ROWS = 7
"""The fewest rows in which `_MIN_JOINTS` joints fit."""
MAX_JOINTS = 8

_MIN_JOINTS = 3
_MIN_CROSSINGS = 3  # the fewest times that the solution crosses the gutter
_PIECE_DIVISOR = 3  # each piece of the solution has at least rows / _PIECE_DIVISOR cells
_ROWS_PER_JOINT = 6
_MAX_CELLS = 250_000  # of both pages together
_LETTERS = "ABCDEFGH"  # the letters of the joints, from the top


class GutterJoint(NamedTuple):
    """A passage across the gutter.

    letter: the letter that is printed on both pages. side: the inner side of the grid that the
    passage crosses. spots: the midpoints of its two halves in the gutter, one for each page.
    """

    row: int
    letter: str
    side: int
    spots: tuple[Point, Point]


@dataclass(frozen=True, eq=False, repr=False)
class SpreadGrid(Grid):
    """The grid of both pages. rows: the rows with joints, ascending, from 0. size: columns and
    rows."""

    rows: Sequence[int]
    size: Size

    @cached_property
    def joints(self) -> Sequence[GutterJoint]:
        middle = self.width / 2
        return [
            GutterJoint(
                row,
                letter,
                self.shared_sides[self._find_ends(row)],
                ((middle - self.GUTTER / 4, row + 0.5), (middle + self.GUTTER / 4, row + 0.5)),
            )
            for letter, row in zip(_LETTERS, self.rows, strict=False)
        ]

    def _find_ends(self, row: int) -> tuple[int, int]:
        columns = self.size[0]
        right = row * columns + columns // 2
        return right - 1, right

    @cached_property
    def fixed_sides(self) -> Sequence[int]:
        return sorted(joint.side for joint in self.joints)

    @cached_property
    def cell_graph(self) -> Graph:
        """The graph for the passage carver, with the two cells of each joint contracted to one
        node.

        Cells that belong to no joint come first, ascending; then come the joints. The side of a
        joint becomes a loop.
        """
        ends = [self._find_ends(row) for row in self.rows]
        joined = {cell for pair in ends for cell in pair}
        alone = [cell for cell in range(self.cells) if cell not in joined]
        number = {cell: node for node, cell in enumerate(alone)}
        number |= {cell: len(alone) + node for node, pair in enumerate(ends) for cell in pair}
        edges = [(number[a], number[b]) for a, b in self.pairs]
        return make_graph(edges, nodes=len(alone) + len(ends), ordinary=len(alone))

    @property
    def wall_graph(self) -> Graph:
        """Not available: walls cannot be grown, because the joints have to be passages."""
        raise NotImplementedError("only the passage carver can draw mazes over two pages")


def list_joints(grid: Grid) -> Sequence[GutterJoint]:
    """Return the joints of a grid, from the top."""
    return grid.joints if isinstance(grid, SpreadGrid) else ()


def find_spread_fault(size: Size) -> tuple[str, str] | None:
    """Return what is wrong with a size for two facing pages, and what is allowed; None if nothing
    is wrong."""
    (columns, rows), name = size, format_size(size)
    if columns % 2:
        return f"{name} has no middle for the gutter", "an even number of columns"
    if columns < 2 * _MIN_JOINTS or rows < MIN_ROWS:
        minimum = format_size((2 * _MIN_JOINTS, MIN_ROWS))
        return (
            f"{name} leaves the gutter no room for {_MIN_JOINTS} passages",
            f"at least {minimum}",
        )
    if columns * rows > _MAX_CELLS:
        return f"{name} has {columns * rows:,} cells", f"at most {_MAX_CELLS:,}"
    return None


def count_joints(size: Size) -> int:
    """Return the number of joints of a new maze: one for every six rows, but at least three and at
    most eight."""
    return min(MAX_JOINTS, max(_MIN_JOINTS, size[1] // _ROWS_PER_JOINT))


def is_joined(size: Size, rows: Sequence[int]) -> bool:
    """Return whether a board can have joints in these rows."""
    if find_spread_fault(size) or not 1 <= len(rows) <= MAX_JOINTS:
        return False
    inside = rows[0] >= 1 and rows[-1] <= size[1] - 2
    return inside and all(below - above > 1 for above, below in pairwise(rows))


def find_spread_grid(text: str, is_list: bool, size: Size, key: str, edition: int) -> SpreadGrid:
    """Return the grid of a maze over two pages. Refuse a size or joints that no maze can have.

    text: the number of joints or, if `is_list`, the list of their rows, as in the code.
    """
    numbers = [int(digits) for digits in text.split(".")]
    where = "maze code"
    if fault := find_spread_fault(size):
        raise refuse(where, *fault)
    if is_list:
        if not is_joined(size, numbers):
            allowed = f"rows in order, 1 to {size[1] - 2}, with another between any two"
            raise refuse(where, "its joints fit no maze on this board", allowed)
        return make_spread_grid(size, tuple(numbers))
    (count,) = numbers
    maximum = min(MAX_JOINTS, (size[1] - 1) // 2)
    if not 1 <= count <= maximum:
        what = f"{count} passages do not fit the gutter of {format_size(size)}"
        raise refuse(where, what, f"at most {maximum}")
    return make_spread_grid(size, draw_joints(key, size[1], count, edition))


def draw_joints(key: str, rows: int, count: int, edition: int) -> tuple[int, ...]:
    """Draw the rows of `count` joints among `rows` rows.

    If the free row below each joint except the last is left out, any choice of rows is valid. So
    the remaining rows are examined in turn, and each is chosen with its conditional probability.
    """
    draws = stream_draws(key, PURPOSE, 1, edition)
    places, chosen = rows - 2 - (count - 1), list[int]()
    for place in range(places):
        wanted = count - len(chosen)
        if wanted and draw_below(places - place, draws, 1) < wanted:
            chosen.append(1 + place + len(chosen))
    return tuple(chosen)


@lru_cache(maxsize=16)
def make_spread_grid(size: Size, rows: tuple[int, ...]) -> SpreadGrid:
    """Return the grid of a board with joints in these rows."""
    grid = derive(_tile_spread(size, rows))
    return SpreadGrid(
        grid.corners,
        grid.ring_start,
        grid.ring_corners,
        grid.pairs,
        grid.sides,
        grid.rim_cells,
        grid.bulges,
        grid.own_centres,
        grid.width,
        grid.height,
        grid.origin,
        rows,
        size,
    )


def _tile_spread(size: Size, rows: Sequence[int]) -> Tiling:
    """Return the tiling of both boards. Cells are numbered row by row, across both pages.

    A ring begins at the top left of its cell. A cell at a joint extends to the middle of the
    gutter. A corner is (x, y).
    """
    columns, height = size
    half, joined = columns // 2, {*rows}
    rings: list[Ring] = []
    for y in range(height):
        for x in range(columns):
            left = x if x < half else x + Grid.GUTTER
            ring: list[Corner] = [(left, y), (left + 1, y), (left + 1, y + 1), (left, y + 1)]
            if y in joined and x == half - 1:
                ring[2:2] = [(left + 2, y), (left + 2, y + 1)]
            if y in joined and x == half:
                ring += [(left - 1, y + 1), (left - 1, y)]
            rings.append(tuple(ring))

    def place(corner: Corner) -> Point:
        return float(corner[0]), float(corner[1])

    def find_centre(ring: Ring) -> Point:
        (x, y), *_ = ring
        return x + 0.5, y + 0.5

    return Tiling(rings, place, centre=find_centre)


def uses_both_pages(joints: int, rows: int, pieces: Sequence[int]) -> bool:
    """Return whether a solution goes far enough on both pages. A maze with fewer than three joints
    accepts any solution.

    pieces: the number of cells of each piece of the solution, alternately on the left and on the
    right page.
    """
    if joints < _MIN_CROSSINGS:
        return True
    return len(pieces) > _MIN_CROSSINGS and min(pieces) >= rows // _PIECE_DIVISOR


def find_spread_solution(size: Size, tree: Tree) -> tuple[tuple[int, ...], list[int]]:
    """Return the solution of a maze, and the number of cells of each of its pieces between
    crossings.

    The solution starts at the outer edge of the left page and finishes at the outer edge of the
    right page: at the pair of cells whose path crosses the gutter most often. If several pairs tie,
    the pair that is farthest apart wins.
    """
    columns, rows = size
    half, cells = columns // 2, columns * rows
    crossing = {  # a crossing counts more than any number of steps
        cell: cells
        for cell, parent in enumerate(tree.parents)
        if (cell % columns < half) != (parent % columns < half)
    }
    left, right = range(0, cells, columns), range(columns - 1, cells, columns)
    found = find_longest(tree, left, right, crossing)
    assert found  # both pages have such cells
    start, end = sorted(found, key=lambda cell: cell % columns)
    solution = tree.path(start, end)
    pages = groupby(solution, lambda cell: cell % columns < half)
    return solution, [len(list(piece)) for _, piece in pages]
