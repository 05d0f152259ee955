"""Wilson's algorithm: a spanning tree of any connected graph, every one equally likely.

Take a node that is not in the tree, walk at random until the tree is met, and keep of the walk only
the *last exit* from each of its nodes: that is the walk with its loops erased. Join it; go on until
every node is in.

D. B. Wilson, *Generating random spanning trees more quickly than the cover time*, STOC 1996,
https://doi.org/10.1145/237814.237880. The tree's law does not depend on the order in which nodes
are taken; here they are taken in ascending order, and that order is part of the edition
(`seeds.EDITION`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, repeat
from typing import NamedTuple

from puzzlebook.mazes.flat import make_int_sequence

WIDEST_ROW = 3
_WIDE, _JOINED = 1, 2


class Graph(NamedTuple):
    """A graph laid out for walking: one flat list, a row of 2^bits entries for each node.

    A node's name is its number times 2^bits, so that a step from u by a draw d is `to[u + d]`.
    Entries beyond a node's neighbours lead back to itself: a lazy walk, whose loop-erased law is
    that of the walk without them.

    to, side: where each entry leads, and the edge (inner side) it crosses. wide: nodes with more
    neighbours than a row holds; their rows stand behind the others, as (first entry, length).
    """

    nodes: int
    bits: int
    to: Sequence[int]
    side: Sequence[int]
    wide: Mapping[int, tuple[int, int]]


def make_graph(edges: Sequence[tuple[int, int]], nodes: int, ordinary: int) -> Graph:
    """The graph with these edges; edge i crosses side i, and each row lists its edges in ascending
    order.

    A row is as wide as the largest of the first `ordinary` nodes needs, and at most 8. Loops are
    left out: they are in no tree.
    """
    degrees = [0] * nodes
    for a, b in edges:
        if a != b:
            degrees[a] += 1
            degrees[b] += 1
    bits = min(WIDEST_ROW, max(1, (max(degrees[:ordinary], default=1) - 1).bit_length()))
    width = 1 << bits
    names = [node << bits for node in range(nodes)]
    wide_nodes = [node for node, degree in enumerate(degrees) if degree > width]
    starts = list(accumulate((degrees[node] for node in wide_nodes), initial=nodes << bits))
    free = names.copy()
    for node, start in zip(wide_nodes, starts, strict=False):
        free[node] = start

    to = [name for name in names for _ in range(width)]
    to += [0] * (starts[-1] - len(to))
    side = make_int_sequence(repeat(-1, len(to)), len(to))
    for edge, (a, b) in enumerate(edges):
        if a != b:
            here = free[a]
            to[here], side[here], free[a] = names[b], edge, here + 1
            here = free[b]
            to[here], side[here], free[b] = names[a], edge, here + 1
    wide = {
        names[node]: (start, degrees[node]) for node, start in zip(wide_nodes, starts, strict=False)
    }
    return Graph(nodes, bits, to, side, wide)


class ReducedGraph(NamedTuple):
    """A graph without some of its edges, and without what then hung from the rest by a single edge.

    graph: the same rows; entries that are gone lead back to their own node. joined: the nodes that
    hung. edges: those by which they did, which every spanning tree has.
    """

    graph: Graph
    joined: Sequence[int]
    edges: Sequence[int]


def find_entries(graph: Graph, edges: int) -> list[tuple[int, ...]]:
    """The two entries that cross each of so many sides; none for a loop."""
    found: list[list[int]] = [[] for _ in range(edges)]
    for entry, side in enumerate(graph.side):
        if side >= 0:
            found[side].append(entry)
    return list(map(tuple, found))


def remove_edges(
    graph: Graph, entries: Sequence[tuple[int, ...]], sides: Sequence[int], root: int
) -> ReducedGraph:
    """The graph without the edges that cross these sides; it still hangs together. The root is
    never taken out.

    entries: see `find_entries`. A tree that hangs from the rest by one edge is in every spanning
    tree. It is taken out whole, leaf after leaf: walks that begin deep in it would be long in
    coming out.
    """
    to, width = list(graph.to), 1 << graph.bits
    touched: list[int] = []
    for pair in filter(None, map(entries.__getitem__, sides)):
        one, two = pair
        # The end of one entry is where the other begins.
        to[one], to[two] = to[two], to[one]
        touched += to[one], to[two]
    joined, edges = [], []
    touched = list(dict.fromkeys(touched))
    for node in touched:  # grows as we go
        first, length = graph.wide.get(node, (node, width))
        if node == root << graph.bits or to[first : first + length].count(node) != length - 1:
            continue
        row = to[first : first + length]
        other = sum(row) - (length - 1) * node  # the one that is left
        side = graph.side[first + row.index(other)]
        joined.append(node >> graph.bits)
        edges.append(side)
        touched.append(other)
        one, two = entries[side]
        to[one], to[two] = to[two], to[one]
    return ReducedGraph(graph._replace(to=to), joined, edges)


def draw_spanning_tree(
    graph: Graph, root: int, draws: Iterator[int], edges: int, joined: Sequence[int] = ()
) -> bytearray:
    """A uniformly drawn spanning tree: one byte for each of the `edges`, 1 where the tree has it.

    root: the number of the node that the tree starts from. draws: independent uniform draws of
    `graph.bits` bits. joined: other nodes that are in the tree from the start; of its edges those
    between them are left to the caller.
    """
    to, side = graph.to, graph.side
    state = bytearray(graph.nodes << graph.bits)
    for node in graph.wide:
        state[node] = _WIDE
    for node in (root, *joined):
        state[node << graph.bits] = _JOINED
    last_exit = [0] * len(state)
    tree = bytearray(edges)
    for start in range(0, len(state), 1 << graph.bits):
        node = start
        while state[node] != _JOINED:
            if state[node] == _WIDE:
                first, length = graph.wide[node]
                last_exit[node] = entry = first + draw_below(length, draws, graph.bits)
                node = to[entry]
                continue
            for draw in draws:  # the hot loop: every step of every walk
                last_exit[node] = entry = node + draw
                node = to[entry]
                if state[node]:
                    break
        node = start
        while state[node] != _JOINED:
            state[node] = _JOINED
            entry = last_exit[node]
            tree[side[entry]] = 1
            node = to[entry]
    return tree


def draw_below(bound: int, draws: Iterator[int], bits: int) -> int:
    """A uniform number in 0 … bound − 1 from draws of so many bits: whole draws, most significant
    first, or again.

    The surplus low bits are dropped, so that a try succeeds at least every second time.
    """
    needed = (bound - 1).bit_length()
    count = -(-needed // bits)
    while True:
        value = 0
        for _ in range(count):
            value = value << bits | next(draws)
        value >>= count * bits - needed
        if value < bound:
            return value
