"""A maze: a spanning tree of a grid's cells, with a start, an end and the one path between them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from itertools import compress, pairwise

from puzzlebook.ground.faults import refuse
from puzzlebook.mazes import seeds
from puzzlebook.mazes.codes import METHODS, Design, read_bits, write_bits
from puzzlebook.mazes.ends import ENDS
from puzzlebook.mazes.grid import Grid
from puzzlebook.mazes.seeds import KEY_DIGITS
from puzzlebook.mazes.tree import Tree, is_spanning_tree, root_tree
from puzzlebook.mazes.wilson import ReducedGraph, draw_below, draw_spanning_tree, remove_edges

_WHERE = "maze code"
_SWAPPED = bytes([1, 0]).ljust(256)
"""What makes, byte by byte, walls of passages and passages of walls."""


@dataclass(frozen=True, eq=False)
class Maze:
    """A perfect maze: between any two cells there is exactly one path.

    open_sides: for each inner side of the grid, 1 where it is a passage and 0 where it is a wall.
    start, end: the cells between which the solution runs; None where the design asks for no ends.
    solution: the cells from start to end, both included; empty where there are no ends.
    fitted: the grid as it is drawn, where that is another.
    """

    design: Design
    grid: Grid
    open_sides: bytes
    start: int | None
    end: int | None
    solution: tuple[int, ...]
    fitted: Grid | None = None

    def __repr__(self) -> str:
        return f"<Maze {self.code}: {self.grid.cells} cells>"

    @property
    def shown(self) -> Grid:
        """The grid as it is drawn: the same cells and sides, their corners perhaps elsewhere."""
        return self.fitted or self.grid

    @property
    def code(self) -> str:
        """The maze code: it alone makes this maze again."""
        return self.design.code

    @property
    def name(self) -> str:
        """What its files are called: its key or, where it has none, the beginning of its digest."""
        return self.design.key or self.digest[:KEY_DIGITS]

    @property
    def descriptive_code(self) -> str:
        """A code that says the walls and the ends themselves: it makes this maze again with no
        generator."""
        ends = "none" if self.start is None else f"{self.start}.{self.end}"
        walls = write_bits(self.open_sides.translate(_SWAPPED))
        return self.design._replace(key="", ends=ends, method=METHODS[0], walls=walls).code

    @property
    def passages(self) -> tuple[tuple[int, int], ...]:
        """The pairs of cells (lower, higher) that are joined, sorted."""
        return tuple(compress(self.grid.pairs, self.open_sides))

    @property
    def walls(self) -> list[int]:
        """The inner sides that are walls, in their order."""
        return list(compress(range(len(self.open_sides)), self.open_sides.translate(_SWAPPED)))

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the passages as ASCII text: `0-1 0-12 1-2 …`."""
        return sha256(
            " ".join(compress(self.grid.pair_names, self.open_sides)).encode()
        ).hexdigest()

    @property
    def neighbours(self) -> list[list[int]]:
        """The cells that each cell is joined to: worked out each time, as a book of mazes has no
        room to keep them."""
        joined: list[list[int]] = [[] for _ in range(self.grid.cells)]
        for a, b in self.passages:
            joined[a].append(b)
            joined[b].append(a)
        return joined


def draw_maze(
    design: Design, grid: Grid, fitted: Grid | None = None, way: Sequence[int] = ()
) -> Maze:
    """The maze that a design names on its grid: always the same one. fitted: the grid as it is to
    be drawn.

    way: the cells of the solution, from rim to rim, where it was given; then of all mazes that have
    this solution each is equally likely.
    """
    return draw_with_tree(design, grid, fitted, way)[0]


def draw_with_tree(
    design: Design, grid: Grid, fitted: Grid | None = None, way: Sequence[int] = ()
) -> tuple[Maze, Tree | None]:
    """The maze that `draw_maze` draws, and the tree of its passages, where its ends were found in
    it."""
    if design.walls is not None:
        return _read_description(design, design.walls, grid, fitted), None
    open_sides = _METHODS[design.method](design, grid, way)
    if way:
        return Maze(design, grid, open_sides, way[0], way[-1], tuple(way), fitted), None
    if design.ends == "none":
        return Maze(design, grid, open_sides, None, None, (), fitted), None
    tree = root_tree(grid, open_sides)
    start, end = ENDS[design.ends](design, grid, tree)
    return Maze(design, grid, open_sides, start, end, tree.path(start, end), fitted), tree


def _read_description(design: Design, walls: str, grid: Grid, fitted: Grid | None) -> Maze:
    """The maze whose walls and ends its code says; refused where they are none of a maze on this
    grid."""
    bits = read_bits(walls, len(grid.pairs))
    if bits is None:
        what = f"its walls are not those of {grid.cells} cells, which have {len(grid.pairs)} sides between them"
        raise refuse(_WHERE, what, f"digits of base 32: {-(-len(grid.pairs) // 5)}, unused bits 0")
    open_sides = bits.translate(_SWAPPED)
    if not is_spanning_tree(grid, open_sides):
        raise refuse(_WHERE, "its walls make no maze", "exactly one path between any two cells")
    if design.ends == "none":
        return Maze(design, grid, open_sides, None, None, (), fitted)
    start, end = map(int, design.ends.split("."))
    if start == end or max(start, end) >= grid.cells:
        raise refuse(_WHERE, f"its ends are {start} and {end}", f"two cells, 0 to {grid.cells - 1}")
    return Maze(
        design, grid, open_sides, start, end, root_tree(grid, open_sides).path(start, end), fitted
    )


def _add_walls(design: Design, grid: Grid, way: Sequence[int]) -> bytes:
    """The wall adder: the walls are a uniform spanning tree of the dual, the passages what they
    leave open.

    A maze has a given way just if no wall crosses it: the dual is walked without the sides between
    the way's cells.
    """
    graph = grid.wall_graph
    root, known = graph.nodes - 1, ReducedGraph(graph, (), ())
    draws = seeds.stream_draws(design.key, "tree", graph.bits, design.edition)
    if way:
        known = remove_edges(graph, grid.wall_entries, _find_crossed_sides(grid, way), root)
    walls = draw_spanning_tree(known.graph, root, draws, len(grid.pairs), known.joined)
    for side in known.edges:
        walls[side] = 1
    return bytes(walls.translate(_SWAPPED))


def _carve_passages(design: Design, grid: Grid, way: Sequence[int]) -> bytes:
    """The passage carver: the passages are a uniform spanning tree of the cells, grown from a
    random cell or, where a way is given, from all of it."""
    graph = grid.cell_graph
    draws = seeds.stream_draws(design.key, "tree", graph.bits, design.edition)
    first = way[0] if way else draw_below(graph.nodes, draws, graph.bits)
    passages = draw_spanning_tree(graph, first, draws, len(grid.pairs), way)
    for side in _find_crossed_sides(grid, way):
        passages[side] = 1
    return bytes(passages)


def _find_crossed_sides(grid: Grid, way: Sequence[int]) -> list[int]:
    """The inner sides between one cell of a way and the next."""
    sides = grid.shared_sides
    return [sides[pair] if pair[0] < pair[1] else sides[pair[::-1]] for pair in pairwise(way)]


_METHODS: dict[str, Callable[[Design, Grid, Sequence[int]], bytes]] = {
    "walls": _add_walls,
    "passages": _carve_passages,
}
