"""Wilson's algorithm step by step, for a page that explains it. It is slow, but yields the same
tree.

`wilson.draw_spanning_tree` remembers only the last exit from each node. Here the whole walk is
kept, and its loops are erased one after another, as textbooks describe the algorithm. Both
implementations consume the same draws in the same order, and tests compare their results.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from puzzlebook.ground.seeds import draw_below, stream_draws
from puzzlebook.mazes.grid import Grid
from puzzlebook.mazes.wilson import Graph


class Step(NamedTuple):
    """One walk of the algorithm.

    walk: all nodes of the walk, from its start to the node where it met the tree. kept: the nodes
    that remain when the loops of the walk are erased. edges: the edges between successive nodes of
    `kept`.
    """

    walk: tuple[int, ...]
    kept: tuple[int, ...]
    edges: tuple[int, ...]


class TracedRun(NamedTuple):
    """A run of the algorithm on a grid.

    root: the root of the tree. steps: the walks, in order. method: one of `METHODS`; the nodes are
    cells for "passages" and corners for "walls".
    """

    grid: Grid
    root: int
    steps: Sequence[Step]
    method: str

    @classmethod
    def trace(cls, grid: Grid, method: str, key: str) -> TracedRun:
        """Return the run that draws the maze with this key."""
        graph = grid.wall_graph if method == "walls" else grid.cell_graph
        draws = stream_draws(key, "tree", graph.bits)
        root = graph.nodes - 1 if method == "walls" else draw_below(graph.nodes, draws, graph.bits)
        return cls(grid, root, list(trace_walks(graph, root, draws)), method)


def trace_walks(graph: Graph, root: int, draws: Iterator[int]) -> Iterator[Step]:
    """Yield the walks by which a tree grows from its root, in order."""
    in_tree = {root}
    for start in range(graph.nodes):
        if start in in_tree:
            continue
        step = _walk(graph, start, in_tree, draws)
        in_tree.update(step.kept)
        yield step


def _walk(graph: Graph, start: int, in_tree: set[int], draws: Iterator[int]) -> Step:
    walk, kept = [start], [start]
    edges: list[int] = []
    while kept[-1] not in in_tree:
        entry = _draw_entry(graph, kept[-1] << graph.bits, draws)
        node = graph.to[entry] >> graph.bits
        if node == kept[-1]:
            continue  # an unused entry of the row: the walk stays where it is
        walk.append(node)
        if node in kept:  # the walk has closed a loop, which is erased
            index = kept.index(node)
            del kept[index + 1 :], edges[index:]
        else:
            kept.append(node)
            edges.append(graph.side[entry])
    return Step(tuple(walk), tuple(kept), tuple(edges))


def _draw_entry(graph: Graph, name: int, draws: Iterator[int]) -> int:
    """Return the entry of a node's row that the next draw selects."""
    if name in graph.wide:
        first, length = graph.wide[name]
        return first + draw_below(length, draws, graph.bits)
    return name + next(draws)
