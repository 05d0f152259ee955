"""Wilson's algorithm step by step, for those who want to see it: slow, and provably the same tree
as the fast kernel.

Where `wilson.spanning_tree` only remembers the last exit from each node, here the walk is kept and
its loops are erased one after the other, as the algorithm is told. Both take the same draws in the
same order, and the tests compare them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from puzzlebook.mazes.wilson import Graph, draw_below


class Step(NamedTuple):
    """One walk: every node that it came to, from where it set out to where it met the tree; and
    what is left of it when its loops are erased. edges: the edges of what is left."""

    walk: tuple[int, ...]
    kept: tuple[int, ...]
    edges: tuple[int, ...]


def trace_walks(graph: Graph, root: int, draws: Iterator[int]) -> Iterator[Step]:
    """The walks by which a tree grows from its root, in their order. Nodes are numbered as the
    graph's makers do."""
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
            continue  # a draw beyond the node's neighbours: the walker waits
        walk.append(node)
        if node in kept:
            # Back where it was: the loop is erased.
            place = kept.index(node)
            del kept[place + 1 :], edges[place:]
        else:
            kept.append(node)
            edges.append(graph.side[entry])
    return Step(tuple(walk), tuple(kept), tuple(edges))


def _draw_entry(graph: Graph, name: int, draws: Iterator[int]) -> int:
    """The entry of a node's row that the next draw names."""
    if name in graph.wide:
        first, length = graph.wide[name]
        return first + draw_below(length, draws, graph.bits)
    return name + next(draws)
