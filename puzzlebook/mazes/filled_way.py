"""A path that fills a picture: it visits each cell of the picture once, and both of its ends lie on
the rim of the maze.

The picture is made of *blocks* of two by two cells. A random spanning tree of the blocks is drawn
(Wilson's algorithm, stream "way blocks"). A circuit runs around this tree and visits every cell of
every block. The circuit is cut between two successive cells from both of which a step leads out of
the picture; every possible cut is equally likely (stream "way place"). From each of the two cells a
*leg*, a loop-erased random walk over the cells outside the picture, leads to the rim of the maze
(stream "way legs"). If the legs meet, both are drawn again. So every tree and every cut is equally
likely; given the tree and the cut, the legs are two independent loop-erased walks, conditioned on
not meeting.

Inside a deep bay of a picture the two legs nearly always meet. After twenty failures the circuit is
cut elsewhere.

The ends of a circuit that was cut lie side by side. If the ends must lie apart, *backbites* (M. L.
Mansfield, 1982) move them: a random end of the path is joined to a random neighbour, and the step
that would close a loop is removed. Whenever both ends have a step that leads out of the picture,
legs are drawn. Once the legs end far apart, twenty more pairs of legs are drawn, and the shortest
pair is kept, because shorter legs make the picture clearer.

*Short* legs are not drawn at random: each is the shortest line to the rim, as straight as it can
be. Backbites move the ends of the path to cells from which these lines are shortest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import islice, pairwise

from puzzlebook.ground.faults import refuse
from puzzlebook.ground.seeds import draw_below, stream_draws
from puzzlebook.mazes.codes import WAY_APART, WAY_SHORT
from puzzlebook.mazes.ends import are_apart, centre_distance
from puzzlebook.mazes.grid import Grid
from puzzlebook.mazes.wilson import draw_spanning_tree

_LONGER = 3  # how much longer than the shortest two legs that end far apart legs may be
MAX_SHORT = 10  # cuts that are tried for short legs
_STIRRED = 50  # every so many backbites, an end that has a short leg may move, too
MAX_LEGS = 20  # pairs of legs that are drawn for one cut
MAX_PLACES = 1000  # cuts that are tried
MAX_BITES = 10_000
"""The greatest number of backbites. After that, the path whose ends are farthest apart so far is
used. Built-in pictures take hundreds."""

CellPath = Sequence[int]
AddLegs = Callable[[CellPath], CellPath | None]
"""A function that adds a leg to each end of a path within a picture; it returns None if the two
legs meet."""

_SIDES = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""The offsets up, right, down, left (clockwise), as columns and rows."""
_QUARTERS = ((0, 0), (1, 0), (1, 1), (0, 1))
"""The positions of the four cells within a block (clockwise), as columns and rows."""


@dataclass(frozen=True, eq=False)
class Blocks:
    """The blocks of a picture, and the maze that contains it.

    grid: the grid in which each block is one square. corners: the column and row of the top left
    cell of each block. maze: the grid of the maze's squares. columns: the number of columns of the
    maze. places: the column and row of each cell of a maze that an outline cuts; empty for a whole
    one.
    """

    grid: Grid
    corners: Sequence[tuple[int, int]]
    maze: Grid
    columns: int
    places: Sequence[tuple[int, int]] = ()

    @cached_property
    def _cells_by_place(self) -> dict[tuple[int, int], int]:
        return {place: cell for cell, place in enumerate(self.places)}

    def find_cell(self, column: int, row: int) -> int | None:
        """Return the cell of the maze in a column and a row, both of them within its box; None if
        its outline leaves that cell out."""
        return (
            self._cells_by_place.get((column, row)) if self.places else row * self.columns + column
        )

    def step(self, cell: int, offset: tuple[int, int]) -> int | None:
        """Return the cell at this offset from another; None if there is none. In a whole maze it
        may be any cell if there is none at the offset."""
        if not self.places:
            return cell + offset[0] + offset[1] * self.columns
        column, row = self.places[cell]
        return self._cells_by_place.get((column + offset[0], row + offset[1]))

    @cached_property
    def cells(self) -> list[tuple[int, ...]]:
        """The cells of each block, in the order of `_QUARTERS`."""
        quarters = (
            [self.find_cell(column + x, row + y) for x, y in _QUARTERS]
            for column, row in self.corners
        )
        return [tuple(cell for cell in block if cell is not None) for block in quarters]

    @cached_property
    def sides(self) -> list[int]:
        """The direction from the first to the second block of each pair of neighbouring blocks, as
        an index into `_SIDES`."""
        corners = [(self.corners[a], self.corners[b]) for a, b in self.grid.pairs]
        return [_SIDES.index(((x - left) // 2, (y - top) // 2)) for (left, top), (x, y) in corners]

    @cached_property
    def is_outside(self) -> bytearray:
        """For each cell of the maze, 1 if it is outside the picture and connected to the rim;
        otherwise 0."""
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
        """A mapping from each cell of the picture to its neighbours in the picture, sorted. Each
        cell has at least two neighbours, those in its own block."""
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
            if any(self.is_outside[other] for other in _padded_neighbours(self.maze, cell))
        }

    @cached_property
    def distances_out(self) -> dict[int, int]:
        """For each cell outside the picture that is connected to the rim, its distance from the
        rim, in steps outside the picture."""
        reached = [cell for cell in self.maze.rim if self.is_outside[cell]]
        distances = dict.fromkeys(reached, 0)
        for cell in reached:  # grows as we go
            for other in _padded_neighbours(self.maze, cell):
                if self.is_outside[other] and other not in distances:
                    distances[other] = distances[cell] + 1
                    reached.append(other)
        return distances

    @cached_property
    def paths_out(self) -> list[int]:
        """The entries of the maze's cell graph, restricted to walks outside the picture: an entry
        that leads anywhere else leads back to its own cell."""
        graph = self.maze.cell_graph
        return [
            name if self.is_outside[name >> graph.bits] else entry >> graph.bits << graph.bits
            for entry, name in enumerate(graph.to)
        ]


def draw_filled_path(
    blocks: Blocks, key: str, edition: int, where: str, ends: str = ""
) -> tuple[int, ...]:
    """Return the cells of a path through all cells of a picture, beginning at the lower-numbered
    end.

    key: the key of the maze. ends: `WAY_APART` if the ends must lie far apart, `WAY_SHORT` if the
    legs must also be short; if no such path is found, the result is the path whose ends are
    farthest apart. A picture that no path leaves is refused.
    """
    circuit = trace_circuit(blocks, _draw_block_tree(blocks, key, edition))
    cut_points = find_cut_points(blocks, circuit)
    draws = stream_draws(key, "way place", 1, edition)
    tries = range(MAX_PLACES if cut_points else 0)
    cuts = (cut_points[draw_below(len(cut_points), draws, 1)] for _ in tries)
    cut_circuits = ([*circuit[cut + 1 :], *circuit[: cut + 1]] for cut in cuts)
    add_legs = partial(
        _add_legs,
        blocks,
        _mark_rim(blocks),
        stream_draws(key, "way legs", blocks.maze.cell_graph.bits, edition),
    )
    bite_draws = stream_draws(key, "way bites", 1, edition)
    if ends == WAY_APART:
        path = _add_legs_far_apart(blocks, next(cut_circuits, ()), add_legs, bite_draws)
    elif ends == WAY_SHORT:
        path = _add_short_legs(blocks, cut_circuits, bite_draws)
    else:
        path = _add_any_legs(cut_circuits, add_legs)
    if path is None:
        what = "no path leads out of the picture on both sides"
        raise refuse(where, what, "use a larger maze, or a picture with wider bays")
    return tuple(path if path[0] < path[-1] else path[::-1])


def _add_any_legs(paths: Iterable[CellPath], add_legs: AddLegs) -> CellPath | None:
    """Return the first of these paths to which legs can be added, together with its legs; None if
    there is no such path."""
    tries = (add_legs(path) for path in paths for _ in range(MAX_LEGS))
    return next(filter(None, tries), None)


def _add_legs_far_apart(
    blocks: Blocks, inner_path: CellPath, add_legs: AddLegs, draws: Iterator[int]
) -> CellPath | None:
    """Change a path within a picture by backbites until its legs end far apart, and return it with
    its legs."""
    best: CellPath | None = None
    farthest = 0.0
    for _ in range(MAX_BITES if inner_path else 0):
        path = add_legs(inner_path) if {inner_path[0], inner_path[-1]} <= blocks.exits else None
        if path and are_apart(blocks.maze, path[0], path[-1]):
            others = filter(None, [add_legs(inner_path) for _ in range(MAX_LEGS)])
            apart = (other for other in others if are_apart(blocks.maze, other[0], other[-1]))
            return min((path, *apart), key=len)
        if path and (separation := centre_distance(blocks.maze, path[0], path[-1])) > farthest:
            best, farthest = path, separation
        inner_path = _backbite(blocks, inner_path, draws)
    return best


def _add_short_legs(
    blocks: Blocks, inner_paths: Iterable[CellPath], draws: Iterator[int]
) -> CellPath | None:
    """Change paths within a picture in turn by backbites, until legs lead from both ends of one to
    the rim by lines hardly longer than the best two that end far apart. Return the path with its
    legs; if there is none, the path whose legs end far apart, if possible, and are shortest."""
    legs = {cell: _walk_straight(blocks, cell) for cell in sorted(blocks.exits)}
    longest = _measure_short_legs(blocks, legs)
    short = {cell for cell, leg in legs.items() if len(leg) <= longest}
    best: CellPath | None = None
    least = (True, 0)
    for inner_path in islice(inner_paths, MAX_SHORT):
        for bite in range(MAX_BITES):
            first, last = inner_path[0], inner_path[-1]
            if first in legs and last in legs and set(legs[first]).isdisjoint(legs[last]):
                is_close = not are_apart(blocks.maze, legs[first][-1], legs[last][-1])
                rank = is_close, len(legs[first]) + len(legs[last])
                if best is None or rank < least:
                    best, least = [*reversed(legs[first]), *inner_path, *legs[last]], rank
                if not is_close and {first, last} <= short:
                    return best
            if not {first, last} & short or bite % _STIRRED == 0:
                inner_path = _backbite(blocks, inner_path, draws)
            else:  # an end that has a short leg stays
                inner_path = _bite_end(blocks, inner_path[:: 1 if first in short else -1], draws)
        if best and not least[0]:
            return best
    return best


def _measure_short_legs(blocks: Blocks, legs: Mapping[int, CellPath]) -> int:
    """Return the least length such that two legs no longer than it end far apart; the length of the
    longest leg if no two do."""
    ends = list[int]()
    for leg in sorted(legs.values(), key=len):
        if any(are_apart(blocks.maze, leg[-1], end) for end in ends):
            return len(leg) + _LONGER
        ends += [] if leg[-1] in ends else [leg[-1]]
    return max(map(len, legs.values()), default=0)


def _walk_straight(blocks: Blocks, start: int) -> list[int]:
    """Return the shortest line from a cell of the picture to the rim, without that cell. Of several
    it is the one that goes straight on as long as it can, then the first clockwise from the top."""
    distances = blocks.distances_out
    leg, onward = list[int](), list(_SIDES)
    cell = start
    while not leg or distances[cell]:
        around = set(_padded_neighbours(blocks.maze, cell))
        steps = [
            (side, other)
            for side in onward
            for other in [blocks.step(cell, side)]
            if other in around and other in distances
        ]
        side, cell = min(steps, key=lambda step: distances[step[1]])
        leg.append(cell)
        onward = [side, *(other for other in _SIDES if other != side)]
    return leg


def _backbite(blocks: Blocks, inner_path: CellPath, draws: Iterator[int]) -> CellPath:
    """Return a path within a picture after one random backbite at a random end."""
    return _bite_end(blocks, inner_path[::-1] if next(draws) else inner_path, draws)


def _bite_end(blocks: Blocks, path: CellPath, draws: Iterator[int]) -> CellPath:
    """Return a path within a picture after one random backbite at its last cell."""
    choices = [cell for cell in blocks.neighbours[path[-1]] if cell != path[-2]]
    joint = path.index(choices[draw_below(len(choices), draws, 1)])
    return [*path[: joint + 1], *path[:joint:-1]]


def _draw_block_tree(blocks: Blocks, key: str, edition: int) -> bytearray:
    graph = blocks.grid.cell_graph
    draws = stream_draws(key, "way blocks", graph.bits, edition)
    return draw_spanning_tree(
        graph, draw_below(graph.nodes, draws, graph.bits), draws, len(blocks.grid.pairs)
    )


def trace_circuit(blocks: Blocks, tree: Sequence[int]) -> list[int]:
    """Return the cells of all blocks in the order of the circuit around a spanning tree. The tree
    is always on the right of the circuit.

    tree: for each pair of neighbouring blocks, 1 if the tree joins the two. Within a block the
    circuit runs clockwise from cell to cell. Where the tree leaves the block between two of its
    cells, the circuit follows the tree into the neighbouring block.
    """
    cells = blocks.cells
    onward = {cell: block[quarter - 3] for block in cells for quarter, cell in enumerate(block)}
    for (a, b), side, is_joined in zip(blocks.grid.pairs, blocks.sides, tree, strict=True):
        if is_joined:
            # Leave upwards from the top left cell, to the right from the top right cell, and so on;
            # return from the opposite cell of the other block.
            onward[cells[a][side]] = cells[b][side - 1]
            onward[cells[b][side - 2]] = cells[a][side - 3]
    circuit = [cells[0][0]]
    while len(circuit) < len(onward):
        circuit.append(onward[circuit[-1]])
    return circuit


def find_cut_points(blocks: Blocks, circuit: Sequence[int]) -> list[int]:
    """Return the indices in a circuit after which it can be cut: a step leads out of the picture
    from the cell at the index and from the next cell."""
    leads_out = [cell in blocks.exits for cell in circuit]
    return [index for index, pair in enumerate(pairwise([*leads_out, leads_out[0]])) if all(pair)]


def _padded_neighbours(grid: Grid, cell: int) -> Iterator[int]:
    """Yield the neighbours of a cell, padded with the cell itself to the width of a row of the
    graph."""
    bits = grid.cell_graph.bits
    return (name >> bits for name in grid.cell_graph.to[cell << bits : (cell + 1) << bits])


def _mark_rim(blocks: Blocks) -> bytearray:
    """Return 1 at the first entry of each rim cell in the maze's cell graph, and 0 everywhere
    else."""
    rim = bytearray(blocks.maze.cells << blocks.maze.cell_graph.bits)
    for cell in blocks.maze.rim:
        rim[cell << blocks.maze.cell_graph.bits] = 1
    return rim


def _add_legs(
    blocks: Blocks, rim: bytearray, steps: Iterator[int], inner_path: CellPath
) -> CellPath | None:
    first, last = (
        _walk_to_rim(blocks, cell, rim, steps) for cell in (inner_path[0], inner_path[-1])
    )
    return [*reversed(first), *inner_path, *last] if set(first).isdisjoint(last) else None


def _walk_to_rim(blocks: Blocks, start: int, rim: bytearray, steps: Iterator[int]) -> list[int]:
    """Return a loop-erased random walk from a cell of the picture to the rim, without that cell."""
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
