"""The way that fills a picture: through each of its cells once, and out to the rim of the maze at
both ends.

The picture is made of *blocks*, two cells by two. A spanning tree of the blocks (Wilson, purpose
"way blocks") has one way once around it, which passes every cell of every block. It is cut open
between two cells of the picture's rim that follow each other on it, every such place equally likely
(purpose "way place"). From both, a step leads out, and a walk at random over the cells around the
picture goes on to the rim of the maze; its loops are erased (purpose "way legs"). Where the two
meet, both are drawn again. So every tree and every place is equally likely, and given these the
legs are two independent loop-erased walks on the condition that they do not meet.

Deep in a bay of a picture two walks can hardly miss each other. A place whose legs met twenty times
is given up for another.

A way that is cut open ends beside where it began. Where its ends are to lie apart, *backbites* (M.
L. Mansfield, 1982) move them: from one end of the way within the picture, by lot, a step is taken
to a neighbour that lies on it, and the side behind that which would close a ring is given up.
Whenever both ends lie where a step leads out, legs are drawn; where these end apart, twenty more,
of which the shortest are taken: the less of them, the clearer the picture.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import pairwise

from puzzlebook.ground.faults import refuse
from puzzlebook.mazes import seeds
from puzzlebook.mazes.ends import are_apart, centre_distance
from puzzlebook.mazes.grid import Grid
from puzzlebook.mazes.wilson import draw_below, draw_spanning_tree

MOST_LEGS = 20
MOST_PLACES = 1000
MOST_BITES = 10_000
"""So many backbites at most; then the ends are those that lay farthest apart. Our pictures take
some hundreds."""

Way = Sequence[int]
Legs = Callable[[Way], Way | None]
"""A way within a picture with a leg at either end, out to the rim of the maze; None where the two
have met."""

_SIDES = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""Up, right, down, left, as columns and rows; clockwise."""
_QUARTERS = ((0, 0), (1, 0), (1, 1), (0, 1))
"""The four cells of a block by column and row, clockwise: each is followed, around the block, by
the next one."""


@dataclass(frozen=True, eq=False)
class Blocks:
    """The blocks of a picture, and the maze in which it lies.

    grid: each block as one square. corners: of each block the column and row of its cell at the top
    left. maze: the grid of squares. columns: of the maze.
    """

    grid: Grid
    corners: Sequence[tuple[int, int]]
    maze: Grid
    columns: int

    @cached_property
    def cells(self) -> list[tuple[int, ...]]:
        """The cells of each block, in the order of its quarters."""
        return [
            tuple((row + y) * self.columns + column + x for x, y in _QUARTERS)
            for column, row in self.corners
        ]

    @cached_property
    def sides(self) -> list[int]:
        """On which side (an index of `_SIDES`) of the first of each pair of neighbouring blocks the
        second one lies."""
        places = [(self.corners[a], self.corners[b]) for a, b in self.grid.pairs]
        return [_SIDES.index(((x - left) // 2, (y - top) // 2)) for (left, top), (x, y) in places]

    @cached_property
    def around(self) -> bytearray:
        """For each cell of the maze 1 if it lies around the picture, so that the rim can be reached
        from it."""
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
        """Those of each cell of the picture that belong to it, in order; each has two at least, in
        its own block."""
        inside = {cell for block in self.cells for cell in block}
        return {
            cell: sorted(inside.intersection(_padded_neighbours(self.maze, cell)) - {cell})
            for cell in inside
        }

    @cached_property
    def exits(self) -> set[int]:
        """The cells of the picture from which a step leads out."""
        cells = (cell for block in self.cells for cell in block)
        return {
            cell
            for cell in cells
            if any(self.around[other] for other in _padded_neighbours(self.maze, cell))
        }

    @cached_property
    def paths_out(self) -> list[int]:
        """Where each entry of the maze's graph of cells leads; one that leads elsewhere than to a
        cell around the picture leads back to its own."""
        graph = self.maze.cell_graph
        return [
            name if self.around[name >> graph.bits] else entry >> graph.bits << graph.bits
            for entry, name in enumerate(graph.to)
        ]


def draw_filled_path(
    blocks: Blocks, key: str, edition: int, where: str, *, apart: bool = False
) -> tuple[int, ...]:
    """The cells of a way through all cells of a picture, from the lower-numbered of its ends on the
    rim to the other.

    key: of the maze. apart: whether its ends lie as far apart as those of a book's mazes or, where
    no such ways were found, as far as those that were. Refused if no way out of the picture was
    found.
    """
    trip = round_trip(blocks, _draw_block_tree(blocks, key, edition))
    found = find_cut_points(blocks, trip)
    draws = seeds.stream_draws(key, "way place", 1, edition)
    cut = (found[draw_below(len(found), draws, 1)] for _ in range(MOST_PLACES if found else 0))
    opened = ([*trip[place + 1 :], *trip[: place + 1]] for place in cut)
    legs = partial(
        _add_legs,
        blocks,
        _mark_rim(blocks),
        seeds.stream_draws(key, "way legs", blocks.maze.cell_graph.bits, edition),
    )
    bites = seeds.stream_draws(key, "way bites", 1, edition)
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
    """The first of some ways within a picture that finds a way out at both ends."""
    tries = (legs(within) for within in opened for _ in range(MOST_LEGS))
    return next(filter(None, tries), None)


def _join_ends_apart(blocks: Blocks, within: Way, legs: Legs, draws: Iterator[int]) -> Way | None:
    """A way within a picture, changed by backbites until it finds ways out that end far apart."""
    best: Way | None = None
    farthest = 0.0
    for _ in range(MOST_BITES if within else 0):
        way = legs(within) if {within[0], within[-1]} <= blocks.exits else None
        if way and are_apart(blocks.maze, way[0], way[-1]):
            others = filter(None, [legs(within) for _ in range(MOST_LEGS)])
            return min(
                (way, *(other for other in others if are_apart(blocks.maze, other[0], other[-1]))),
                key=len,
            )
        if way and (far := centre_distance(blocks.maze, way[0], way[-1])) > farthest:
            best, farthest = way, far
        within = _backbite(blocks, within, draws)
    return best


def _backbite(blocks: Blocks, within: Way, draws: Iterator[int]) -> Way:
    """A way through a picture after a backbite at one of its ends, each equally likely, as is each
    other neighbour."""
    way = within[::-1] if next(draws) else within
    others = [cell for cell in blocks.neighbours[way[-1]] if cell != way[-2]]
    joint = way.index(others[draw_below(len(others), draws, 1)])
    return [*way[: joint + 1], *way[:joint:-1]]


def _draw_block_tree(blocks: Blocks, key: str, edition: int) -> bytearray:
    graph = blocks.grid.cell_graph
    draws = seeds.stream_draws(key, "way blocks", graph.bits, edition)
    return draw_spanning_tree(
        graph, draw_below(graph.nodes, draws, graph.bits), draws, len(blocks.grid.pairs)
    )


def round_trip(blocks: Blocks, tree: Sequence[int]) -> list[int]:
    """The cells of all blocks on the way once around a spanning tree of them, with the tree on its
    right hand.

    tree: for each pair of neighbouring blocks 1 where it joins them. In a block the way goes from
    each quarter to the next one, clockwise; where the tree leaves across the side between them, it
    goes along with it into the next block.
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


def find_cut_points(blocks: Blocks, trip: Sequence[int]) -> list[int]:
    """Where the way around a picture can be cut open: the indices of those of its cells from which,
    as from the next one, a step leads out."""
    leads_out = [cell in blocks.exits for cell in trip]
    return [place for place, pair in enumerate(pairwise([*leads_out, leads_out[0]])) if all(pair)]


def _padded_neighbours(grid: Grid, cell: int) -> Iterator[int]:
    """The neighbours of a cell; itself too, where it has fewer than others."""
    bits = grid.cell_graph.bits
    return (name >> bits for name in grid.cell_graph.to[cell << bits : (cell + 1) << bits])


def _mark_rim(blocks: Blocks) -> bytearray:
    """For the first entry of each cell in the maze's graph 1 if the cell lies on the rim."""
    rim = bytearray(blocks.maze.cells << blocks.maze.cell_graph.bits)
    for cell in blocks.maze.rim:
        rim[cell << blocks.maze.cell_graph.bits] = 1
    return rim


def _add_legs(blocks: Blocks, rim: bytearray, steps: Iterator[int], within: Way) -> Way | None:
    first, last = (_walk_to_rim(blocks, cell, rim, steps) for cell in (within[0], within[-1]))
    return [*reversed(first), *within, *last] if set(first).isdisjoint(last) else None


def _walk_to_rim(blocks: Blocks, start: int, rim: bytearray, steps: Iterator[int]) -> list[int]:
    """A walk from a cell of the picture to the rim of the maze, without its loops, and without that
    cell."""
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
