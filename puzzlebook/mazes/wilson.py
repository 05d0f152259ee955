"""Wilson's algorithm: a uniformly drawn spanning tree of any connected graph.

Start at a node outside the tree, walk at random until the walk meets the tree, and keep only the
*last exit* from each node of the walk. These exits form the walk with its loops erased. Add them to
the tree, and repeat until the tree contains every node.

D. B. Wilson, *Generating random spanning trees more quickly than the cover time*, STOC 1996,
https://doi.org/10.1145/237814.237880. The distribution of trees does not depend on the order in
which start nodes are chosen. Here they are taken in ascending order, as this edition of the
generator requires (`seeds.EDITION`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, repeat
from typing import NamedTuple

from puzzlebook.ground.seeds import draw_below
from puzzlebook.mazes.flat import make_int_sequence

MAX_ROW_BITS = 3
_WIDE, _IN_TREE = 1, 2  # the states of a node; 0 for any other node


class Graph(NamedTuple):
    """A graph laid out for random walks: one flat list with a row of 2^bits entries for each node.

    The name of a node is its number times 2^bits, so a step from node u with a draw d leads to
    `to[u + d]`. The unused entries of a row lead back to the node itself. This makes the walk lazy,
    which does not change the distribution of the loop-erased walk.

    to, side: the name of the node to which each entry leads, and the edge (inner side) that it
    crosses. wide: a mapping from the names of nodes with more neighbours than fit into a row to
    (first entry, length) of a longer row at the end of the list.
    """

    nodes: int
    bits: int
    to: Sequence[int]
    side: Sequence[int]
    wide: Mapping[int, tuple[int, int]]


def make_graph(edges: Sequence[tuple[int, int]], nodes: int, ordinary: int) -> Graph:
    """Return the graph with these edges. Edge i crosses side i, and each row lists its edges in
    ascending order.

    Rows are wide enough for the highest degree among the first `ordinary` nodes, but have at most 8
    entries. Loops are omitted, because no spanning tree contains them.
    """
    degrees = [0] * nodes
    for a, b in edges:
        if a != b:
            degrees[a] += 1
            degrees[b] += 1
    bits = min(MAX_ROW_BITS, max(1, (max(degrees[:ordinary], default=1) - 1).bit_length()))
    width = 1 << bits
    names = [node << bits for node in range(nodes)]
    wide_nodes = [node for node, degree in enumerate(degrees) if degree > width]
    starts = list(accumulate((degrees[node] for node in wide_nodes), initial=nodes << bits))
    next_free = names.copy()
    for node, start in zip(wide_nodes, starts, strict=False):
        next_free[node] = start

    to = [name for name in names for _ in range(width)]
    to += [0] * (starts[-1] - len(to))
    side = make_int_sequence(repeat(-1, len(to)), len(to))
    for edge, (a, b) in enumerate(edges):
        if a != b:
            here = next_free[a]
            to[here], side[here], next_free[a] = names[b], edge, here + 1
            here = next_free[b]
            to[here], side[here], next_free[b] = names[a], edge, here + 1
    wide = {
        names[node]: (start, degrees[node]) for node, start in zip(wide_nodes, starts, strict=False)
    }
    return Graph(nodes, bits, to, side, wide)


def find_entries(graph: Graph, edges: int) -> list[tuple[int, ...]]:
    """Return the two entries that cross each of the sides 0 … edges − 1; for a loop, an empty
    tuple."""
    entries: list[list[int]] = [[] for _ in range(edges)]
    for entry, side in enumerate(graph.side):
        if side >= 0:
            entries[side].append(entry)
    return list(map(tuple, entries))


def remove_edges(
    graph: Graph, entries: Sequence[tuple[int, ...]], sides: Sequence[int], root: int
) -> tuple[Graph, Sequence[int], Sequence[int]]:
    """Return the graph without the edges that cross these sides. The graph must stay connected.

    A subtree that hangs from the rest by a single edge is then part of every spanning tree. Such
    subtrees are removed too, leaf by leaf, because walks that start deep inside one would take long
    to leave it. Removed entries lead back to their own node. Return also the nodes of the removed
    subtrees, and their edges.

    entries: see `find_entries`. root: a node that is never removed.
    """
    to, width = list(graph.to), 1 << graph.bits
    touched: list[int] = []
    for pair in filter(None, map(entries.__getitem__, sides)):
        one, two = pair
        # Each entry leads to the node to which the other belongs; after the swap, each leads back
        # to its own node.
        to[one], to[two] = to[two], to[one]
        touched += to[one], to[two]
    removed_nodes, edges = [], []
    touched = list(dict.fromkeys(touched))
    for node in touched:  # grows as we go
        first, length = graph.wide.get(node, (node, width))
        if node == root << graph.bits or to[first : first + length].count(node) != length - 1:
            continue
        row = to[first : first + length]
        other = sum(row) - (length - 1) * node  # the only remaining neighbour
        side = graph.side[first + row.index(other)]
        removed_nodes.append(node >> graph.bits)
        edges.append(side)
        touched.append(other)
        one, two = entries[side]
        to[one], to[two] = to[two], to[one]
    return graph._replace(to=to), removed_nodes, edges


def draw_spanning_tree(
    graph: Graph, root: int, draws: Iterator[int], edges: int, joined: Sequence[int] = ()
) -> bytearray:
    """Draw a uniform spanning tree. Return one byte for each of the `edges`: 1 if the tree contains
    it.

    root: the number of the node at which the tree starts. draws: independent uniform draws of
    `graph.bits` bits. joined: other nodes that belong to the tree from the start; the caller adds
    the edges between them.
    """
    to, side = graph.to, graph.side
    state = bytearray(graph.nodes << graph.bits)
    for node in graph.wide:
        state[node] = _WIDE
    for node in (root, *joined):
        state[node << graph.bits] = _IN_TREE
    last_exit = [0] * len(state)
    tree = bytearray(edges)
    for start in range(0, len(state), 1 << graph.bits):
        node = start
        while state[node] != _IN_TREE:
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
        while state[node] != _IN_TREE:
            state[node] = _IN_TREE
            entry = last_exit[node]
            tree[side[entry]] = 1
            node = to[entry]
    return tree
