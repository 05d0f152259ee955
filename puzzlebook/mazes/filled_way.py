"""A path that fills a picture: it visits each of its cells once and ends on the maze's rim.

The picture is made of *blocks* of two by two cells. Around a spanning tree of the blocks (Wilson,
purpose "way blocks") runs one circuit that visits every cell of every block. The circuit is cut
between two successive cells from which a step leads out of the picture; every such cut is equally
likely (purpose "way place"). From both cells a *leg*, a loop-erased random walk over the cells
around the picture, leads to the rim of the maze (purpose "way legs"). If the legs meet, both are
drawn again. So every tree and every cut is equally likely. Given these, the legs are two
independent loop-erased walks, on condition that they do not meet.

Deep inside a bay of a picture two legs hardly ever miss each other. After twenty failures the cut
is replaced by another.

The ends of a circuit that is cut lie beside each other. If they are to lie apart, *backbites* (M.
L. Mansfield, 1982) move them. A random end of the path steps to a random neighbour on the path, and
the side that would close a loop is removed. Legs are drawn whenever a step leads out at both ends.
If the legs end apart, twenty more pairs are drawn, and the shortest are kept: the shorter the legs,
the clearer the picture.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import pairwise

from puzzlebook.ground.faults import refuse
from puzzlebook.ground.seeds import draw_below, stream_draws
from puzzlebook.mazes.ends import are_apart, centre_distance
from puzzlebook.mazes.grid import Grid
from puzzlebook.mazes.wilson import draw_spanning_tree

MOST_LEGS = 20
MOST_PLACES = 1000
MOST_BITES = 10_000
"""After this many backbites, the farthest ends so far are used. Built-in pictures take hundreds."""

Way = Sequence[int]
Legs = Callable[[Way], Way | None]
"""Adds a leg at each end of a path within a picture; None if the two meet."""

_SIDES = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""Up, right, down, left, as columns and rows; clockwise."""
_QUARTERS = ((0, 0), (1, 0), (1, 1), (0, 1))
"""The four cells of a block as columns and rows, clockwise."""


@dataclass(frozen=True, eq=False)
class Blocks:
    """The blocks of a picture, and the maze that contains it.

    grid: each block as one square. corners: the column and row of the top left cell of each block.
    maze: the grid of squares. columns: how many the maze has.
    """

    grid: Grid
    corners: Sequence[tuple[int, int]]
    maze: Grid
    columns: int

    @cached_property
    def cells(self) -> list[tuple[int, ...]]:
        """The cells of each block, in the order of `_QUARTERS`."""
        return [
            tuple((row + y) * self.columns + column + x for x, y in _QUARTERS)
            for column, row in self.corners
        ]

    @cached_property
    def sides(self) -> list[int]:
        """For each pair of neighbouring blocks the index in `_SIDES` of the side of the first block
        that the second block is on."""
        corners = [(self.corners[a], self.corners[b]) for a, b in self.grid.pairs]
        return [_SIDES.index(((x - left) // 2, (y - top) // 2)) for (left, top), (x, y) in corners]

    @cached_property
    def around(self) -> bytearray:
        """For each cell of the maze 1 if it is outside the picture and connected to the rim."""
        inside = {cell for block in self.cells for cell in block}
        outside = bytearray(self.maze.cells)
        reached = [cell for cell in self.maze.rim if cell not in inside]
        for cell in reached:
            outside[cell] = 1
        for cell in reached:  # grows as we go
            for other in _padded_neighbours(self.maze, cell):
                if not outside[other] and other not in inside:
                    outside[other] = 1
                    reached.append(other)
        return outside

    @cached_property
    def neighbours(self) -> dict[int, list[int]]:
        """For each cell of the picture its neighbours in the picture, sorted: at least two, in its
        block."""
        inside = {cell for block in self.cells for cell in block}
        return {
            cell: sorted(inside.intersection(_padded_neighbours(self.maze, cell)) - {cell})
            for cell in inside
        }

    @cached_property
    def exits(self) -> set[int]:
        """The cells of the picture from which a step leads out of it."""
        cells = (cell for block in self.cells for cell in block)
        return {
            cell
            for cell in cells
            if any(self.around[other] for other in _padded_neighbours(self.maze, cell))
        }

    @cached_property
    def paths_out(self) -> list[int]:
        """The entries of the maze's cell graph for walks around the picture: an entry that would
        lead anywhere else leads back to its own cell."""
        graph = self.maze.cell_graph
        return [
            name if self.around[name >> graph.bits] else entry >> graph.bits << graph.bits
            for entry, name in enumerate(graph.to)
        ]


def draw_filled_path(
    blocks: Blocks, key: str, edition: int, where: str, *, apart: bool = False
) -> tuple[int, ...]:
    """The cells of a path through all cells of a picture, from the lower of its ends to the higher.

    key: of the maze. apart: whether the ends lie far apart or, if no such path is found, as far
    apart as was found. Refused if no path leads out of the picture.
    """
    trip = round_trip(blocks, _draw_block_tree(blocks, key, edition))
    cut_points = find_cut_points(blocks, trip)
    draws = stream_draws(key, "way place", 1, edition)
    tries = range(MOST_PLACES if cut_points else 0)
    cuts = (cut_points[draw_below(len(cut_points), draws, 1)] for _ in tries)
    opened = ([*trip[cut + 1 :], *trip[: cut + 1]] for cut in cuts)
    legs = partial(
        _add_legs,
        blocks,
        _mark_rim(blocks),
        stream_draws(key, "way legs", blocks.maze.cell_graph.bits, edition),
    )
    bites = stream_draws(key, "way bites", 1, edition)
    way = (
        _join_ends_apart(blocks, next(opened, ()), legs, bites)
        if apart
        else _join_ends_together(opened, legs)
    )
    if way is None:
        what = "no way leads out of the picture on both sides"
        raise refuse(where, what, "a larger maze, or a picture with wider bays")
    return tuple(way if way[0] < way[-1] else way[::-1])


def _join_ends_together(opened: Iterable[Way], legs: Legs) -> Way | None:
    """The first of the paths within a picture to which legs can be added."""
    tries = (legs(within) for within in opened for _ in range(MOST_LEGS))
    return next(filter(None, tries), None)


def _join_ends_apart(blocks: Blocks, within: Way, legs: Legs, draws: Iterator[int]) -> Way | None:
    """A path within a picture, changed by backbites until its legs end far apart."""
    best: Way | None = None
    farthest = 0.0
    for _ in range(MOST_BITES if within else 0):
        way = legs(within) if {within[0], within[-1]} <= blocks.exits else None
        if way and are_apart(blocks.maze, way[0], way[-1]):
            more = filter(None, [legs(within) for _ in range(MOST_LEGS)])
            apart = (other for other in more if are_apart(blocks.maze, other[0], other[-1]))
            return min((way, *apart), key=len)
        if way and (far := centre_distance(blocks.maze, way[0], way[-1])) > farthest:
            best, farthest = way, far
        within = _backbite(blocks, within, draws)
    return best


def _backbite(blocks: Blocks, within: Way, draws: Iterator[int]) -> Way:
    """A path within a picture after a random backbite at a random end."""
    way = within[::-1] if next(draws) else within
    choices = [cell for cell in blocks.neighbours[way[-1]] if cell != way[-2]]
    joint = way.index(choices[draw_below(len(choices), draws, 1)])
    return [*way[: joint + 1], *way[:joint:-1]]


def _draw_block_tree(blocks: Blocks, key: str, edition: int) -> bytearray:
    graph = blocks.grid.cell_graph
    draws = stream_draws(key, "way blocks", graph.bits, edition)
    return draw_spanning_tree(
        graph, draw_below(graph.nodes, draws, graph.bits), draws, len(blocks.grid.pairs)
    )


def round_trip(blocks: Blocks, tree: Sequence[int]) -> list[int]:
    """The cells of all blocks on the circuit around a spanning tree, with the tree on the right.

    tree: for each pair of neighbouring blocks 1 if the tree joins them. Within a block the circuit
    runs from each quarter to the next, clockwise. Where the tree crosses the side between them, the
    circuit follows it into the next block.
    """
    cells = blocks.cells
    onward = {cell: block[quarter - 3] for block in cells for quarter, cell in enumerate(block)}
    for (a, b), side, is_joined in zip(blocks.grid.pairs, blocks.sides, tree, strict=True):
        if is_joined:
            # Up from the top left, right from the top right …, and back from the opposite quarter.
            onward[cells[a][side]] = cells[b][side - 1]
            onward[cells[b][side - 2]] = cells[a][side - 3]
    trip = [cells[0][0]]
    while len(trip) < len(onward):
        trip.append(onward[trip[-1]])
    return trip


def find_cut_points(blocks: Blocks, trip: Sequence[int]) -> list[int]:
    """The indices after which a circuit can be cut: a step leads out from that cell and from the
    next."""
    leads_out = [cell in blocks.exits for cell in trip]
    return [index for index, pair in enumerate(pairwise([*leads_out, leads_out[0]])) if all(pair)]


def _padded_neighbours(grid: Grid, cell: int) -> Iterator[int]:
    """The neighbours of a cell, padded with the cell itself to the width of a row."""
    bits = grid.cell_graph.bits
    return (name >> bits for name in grid.cell_graph.to[cell << bits : (cell + 1) << bits])


def _mark_rim(blocks: Blocks) -> bytearray:
    """For the first entry of each cell in the maze's graph, 1 if the cell lies on the rim."""
    rim = bytearray(blocks.maze.cells << blocks.maze.cell_graph.bits)
    for cell in blocks.maze.rim:
        rim[cell << blocks.maze.cell_graph.bits] = 1
    return rim


def _add_legs(blocks: Blocks, rim: bytearray, steps: Iterator[int], within: Way) -> Way | None:
    first, last = (_walk_to_rim(blocks, cell, rim, steps) for cell in (within[0], within[-1]))
    return [*reversed(first), *within, *last] if set(first).isdisjoint(last) else None


def _walk_to_rim(blocks: Blocks, start: int, rim: bytearray, steps: Iterator[int]) -> list[int]:
    """A loop-erased walk from a cell of the picture to the rim, without that cell."""
    bits, to = blocks.maze.cell_graph.bits, blocks.paths_out
    start = first = start << bits
    while first == start:
        first = to[start + next(steps)]
    node, onward = first, {}
    if not rim[first]:
        for step in steps:
            other = to[node + step]
            onward[node] = other
            if rim[other]:
                break
            node = other
    leg = [first]
    while not rim[leg[-1]]:
        leg.append(onward[leg[-1]])
    return [node >> bits for node in leg]
