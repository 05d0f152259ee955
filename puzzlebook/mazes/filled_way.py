"""The way that fills a picture: through each of its cells once, and out to the rim of the maze at both ends.

The picture is made of *blocks*, two cells by two. A spanning tree of the blocks (Wilson, purpose "way blocks") has one
way once around it, which passes every cell of every block. It is cut open between two cells of the picture's rim that
follow each other on it, every such place equally likely (purpose "way place"). From both, a step leads out, and a walk
at random over the cells around the picture goes on to the rim of the maze; its loops are erased (purpose "way legs").
Where the two meet, both are drawn again. So every tree and every place is equally likely, and given these the legs are
two independent loop-erased walks on the condition that they do not meet.

Deep in a bay of a picture two walks can hardly miss each other. A place whose legs met twenty times is given up for
another.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from puzzlebook.faults import refuse
from puzzlebook.mazes import seeds
from puzzlebook.mazes.grid import Grid
from puzzlebook.mazes.wilson import below, spanning_tree

MOST_LEGS = 20
MOST_PLACES = 1000

_SIDES = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""Up, right, down, left, as columns and rows; clockwise."""
_QUARTERS = ((0, 0), (1, 0), (1, 1), (0, 1))
"""The four cells of a block by column and row, clockwise: each is followed, around the block, by the next one."""


@dataclass(frozen=True, eq=False)
class Blocks:
    """The blocks of a picture, and the maze in which it lies.

    grid: each block as one square. corners: of each block the column and row of its cell at the top left. maze: the
    grid of squares. columns: of the maze.
    """

    grid: Grid
    corners: Sequence[tuple[int, int]]
    maze: Grid
    columns: int

    @cached_property
    def cells(self) -> list[tuple[int, ...]]:
        """The cells of each block, in the order of its quarters."""
        return [tuple((row + y) * self.columns + column + x for x, y in _QUARTERS) for column, row in self.corners]

    @cached_property
    def sides(self) -> list[int]:
        """On which side (an index of `_SIDES`) of the first of each pair of neighbouring blocks the second one lies."""
        places = [(self.corners[a], self.corners[b]) for a, b in self.grid.pairs]
        return [_SIDES.index(((x - left) // 2, (y - top) // 2)) for (left, top), (x, y) in places]

    @cached_property
    def around(self) -> bytearray:
        """For each cell of the maze 1 if it lies around the picture, so that the rim can be reached from it."""
        inside = {cell for block in self.cells for cell in block}
        outside = bytearray(self.maze.cells)
        reached = [cell for cell in self.maze.rim if cell not in inside]
        for cell in reached:
            outside[cell] = 1
        for cell in reached:  # grows as we go
            for other in _beside(self.maze, cell):
                if not outside[other] and other not in inside:
                    outside[other] = 1
                    reached.append(other)
        return outside

    @cached_property
    def exits(self) -> set[int]:
        """The cells of the picture from which a step leads out."""
        cells = (cell for block in self.cells for cell in block)
        return {cell for cell in cells if any(self.around[other] for other in _beside(self.maze, cell))}

    @cached_property
    def paths_out(self) -> list[int]:
        """Where each entry of the maze's graph of cells leads; one that leads elsewhere than to a cell around the
        picture leads back to its own."""
        graph = self.maze.cell_graph
        return [
            name if self.around[name >> graph.bits] else entry >> graph.bits << graph.bits
            for entry, name in enumerate(graph.to)
        ]


def filled_way(blocks: Blocks, key: str, edition: int, where: str) -> tuple[int, ...]:
    """The cells of a way through all cells of a picture, from the lower-numbered of its ends on the rim to the other.

    key: of the maze. Refused if no way out of the picture was found.
    """
    trip = round_trip(blocks, _block_tree(blocks, key, edition))
    found = places(blocks, trip)
    graph, rim = blocks.maze.cell_graph, bytearray(blocks.maze.cells << blocks.maze.cell_graph.bits)
    for cell in blocks.maze.rim:
        rim[cell << graph.bits] = 1
    draws, steps = seeds.draws(key, "way place", 1, edition), seeds.draws(key, "way legs", graph.bits, edition)
    for _ in range(MOST_PLACES if found else 0):
        place = found[below(len(found), draws, 1)]
        onward = [*trip[place + 1 :], *trip[: place + 1]]
        for _ in range(MOST_LEGS):
            first, last = (_leg(blocks, cell, rim, steps) for cell in (onward[0], onward[-1]))
            if set(first).isdisjoint(last):
                way = (*reversed(first), *onward, *last)
                return way if way[0] < way[-1] else way[::-1]
    raise refuse(where, "no way leads out of the picture on both sides", "a larger maze, or a picture with wider bays")


def _block_tree(blocks: Blocks, key: str, edition: int) -> bytearray:
    graph = blocks.grid.cell_graph
    draws = seeds.draws(key, "way blocks", graph.bits, edition)
    return spanning_tree(graph, below(graph.nodes, draws, graph.bits), draws, len(blocks.grid.pairs))


def round_trip(blocks: Blocks, tree: Sequence[int]) -> list[int]:
    """The cells of all blocks on the way once around a spanning tree of them, with the tree on its right hand.

    tree: for each pair of neighbouring blocks 1 where it joins them. In a block the way goes from each quarter to the
    next one, clockwise; where the tree leaves across the side between them, it goes along with it into the next block.
    """
    cells = blocks.cells
    onward = {cell: block[quarter - 3] for block in cells for quarter, cell in enumerate(block)}
    for (a, b), side, is_joined in zip(blocks.grid.pairs, blocks.sides, tree, strict=True):
        if is_joined:
            # Up from the top left, right from the top right …; back from the quarter opposite.
            onward[cells[a][side]] = cells[b][side - 1]
            onward[cells[b][side - 2]] = cells[a][side - 3]
    trip = [cells[0][0]]
    while len(trip) < len(onward):
        trip.append(onward[trip[-1]])
    return trip


def places(blocks: Blocks, trip: Sequence[int]) -> list[int]:
    """Where the way around a picture can be cut open: the indices of those of its cells from which, as from the next
    one, a step leads out."""
    leads_out = [cell in blocks.exits for cell in trip]
    return [place for place, pair in enumerate(pairwise([*leads_out, leads_out[0]])) if all(pair)]


def _beside(grid: Grid, cell: int) -> Iterator[int]:
    """The neighbours of a cell; itself too, where it has fewer than others."""
    bits = grid.cell_graph.bits
    return (name >> bits for name in grid.cell_graph.to[cell << bits : (cell + 1) << bits])


def _leg(blocks: Blocks, start: int, rim: bytearray, steps: Iterator[int]) -> list[int]:
    """A walk from a cell of the picture to the rim of the maze, without its loops, and without that cell."""
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
