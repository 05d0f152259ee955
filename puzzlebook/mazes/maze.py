"""A maze: a spanning tree of a grid's cells, with a start, an end and the one path between them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from itertools import compress

from puzzlebook.mazes import seeds
from puzzlebook.mazes.codes import Design
from puzzlebook.mazes.ends import ENDS
from puzzlebook.mazes.grid import Grid
from puzzlebook.mazes.tree import rooted
from puzzlebook.mazes.wilson import below, spanning_tree

_WALL_TO_PASSAGE = bytes([1, 0]).ljust(256)


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
    def passages(self) -> tuple[tuple[int, int], ...]:
        """The pairs of cells (lower, higher) that are joined, sorted."""
        return tuple(compress(self.grid.pairs, self.open_sides))

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the passages as ASCII text: `0-1 0-12 1-2 …`."""
        return sha256(" ".join([f"{a}-{b}" for a, b in self.passages]).encode()).hexdigest()

    @property
    def neighbours(self) -> list[list[int]]:
        """The cells that each cell is joined to: worked out each time, as a book of mazes has no room to keep them."""
        joined: list[list[int]] = [[] for _ in range(self.grid.cells)]
        for a, b in self.passages:
            joined[a].append(b)
            joined[b].append(a)
        return joined


def draw_maze(design: Design, grid: Grid, fitted: Grid | None = None) -> Maze:
    """The maze that a design names on its grid: always the same one. fitted: the grid as it is to be drawn."""
    open_sides = _METHODS[design.method](design, grid)
    if design.ends == "none":
        return Maze(design, grid, open_sides, None, None, (), fitted)
    tree = rooted(grid, open_sides)
    start, end = ENDS[design.ends](design, grid, tree)
    return Maze(design, grid, open_sides, start, end, tree.path(start, end), fitted)


def _add_walls(design: Design, grid: Grid) -> bytes:
    """The wall adder: the walls are a uniform spanning tree of the dual, the passages what they leave open."""
    graph = grid.wall_graph
    draws = seeds.draws(design.key, "tree", graph.bits, design.edition)
    walls = spanning_tree(graph, graph.nodes - 1, draws, len(grid.pairs))
    return bytes(walls.translate(_WALL_TO_PASSAGE))


def _carve_passages(design: Design, grid: Grid) -> bytes:
    """The passage carver: the passages are a uniform spanning tree of the cells, grown from a random cell."""
    graph = grid.cell_graph
    draws = seeds.draws(design.key, "tree", graph.bits, design.edition)
    first = below(graph.nodes, draws, graph.bits)
    return bytes(spanning_tree(graph, first, draws, len(grid.pairs)))


_METHODS: dict[str, Callable[[Design, Grid], bytes]] = {"walls": _add_walls, "passages": _carve_passages}
