"""Every spanning tree is equally likely: counted against Kirchhoff's theorem, weighed with
chi-square.

Pearson's statistic is compared at a fixed seed, so a test here passes or fails for ever; that it
can fail is shown by kernels that are nearly right.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from math import log10, pi
from random import Random

import pytest
from cuts import bits, cut, fans, joined, random_cut, tiling_of, voids

from puzzlebook.ground import seeds
from puzzlebook.ground.seeds import draw_below
from puzzlebook.mazes.grid import Grid, derive
from puzzlebook.mazes.tilings import SHAPES, Tiling
from puzzlebook.mazes.wilson import Graph, draw_spanning_tree

# The sizes to count whole, and to cut from: both have few enough trees for each to be seen many
# times.
SMALL = {
    "square": ((3, 3), (4, 4)),
    "hexagonal": ((3, 2), (4, 4)),
    "triangular": ((5, 3), (7, 4)),
    "polar": ((1,), (2,)),
    "octagonal": ((2, 2), (3, 3)),
    "rhombille": ((2, 2), (2, 3)),
    "cairo": ((2, 2), (3, 3)),
    "penrose": ((8, 8), (10, 11)),
}
FEWEST, MOST = 15, 1200
A_TREE = 30  # samples for each tree: chi-square asks for 5, and the biased kernels below for these

Kernel = Callable[[Graph, int, Iterator[int], int], bytes | bytearray]
Method = Callable[[Grid, Random, Kernel], bytes]


def add_walls(grid: Grid, draw: Random, kernel: Kernel = draw_spanning_tree) -> bytes:
    graph = grid.wall_graph
    walls = kernel(graph, graph.nodes - 1, bits(draw, graph.bits), len(grid.pairs))
    return bytes(1 - wall for wall in walls)


def carve_passages(grid: Grid, draw: Random, kernel: Kernel = draw_spanning_tree) -> bytes:
    graph = grid.cell_graph
    stream = bits(draw, graph.bits)
    return bytes(
        kernel(graph, draw_below(graph.nodes, stream, graph.bits), stream, len(grid.pairs))
    )


methods = pytest.mark.parametrize("method", [add_walls, carve_passages])


def trees(tiling: Tiling) -> int:
    """The number of spanning trees of the cells: Kirchhoff's determinant, without a division that
    leaves a rest.

    E. H. Bareiss, *Sylvester's identity and multistep integer-preserving Gaussian elimination*,
    1968.
    """
    return kirchhoff(len(tiling.rings), joined(tiling))


def kirchhoff(size: int, edges: Iterable[tuple[int, int]]) -> int:
    """The number of spanning trees of a graph of so many nodes; edges may be parallel."""
    matrix = [[0] * size for _ in range(size)]
    for a, b in edges:
        matrix[a][a] += 1
        matrix[b][b] += 1
        matrix[a][b] -= 1
        matrix[b][a] -= 1
    before = 1
    for k in range(size - 1):
        for i in range(k + 1, size - 1):
            for j in range(k + 1, size - 1):
                matrix[i][j] = (matrix[i][j] * matrix[k][k] - matrix[i][k] * matrix[k][j]) // before
        before = matrix[k][k]
    return before


@cache
def case(shape: str, kind: str) -> Tiling | None:
    """A small case of a shape: whole, or the first random cut of this kind with a fitting number of
    trees."""
    whole, larger = (tiling_of(shape, size) for size in SMALL[shape])
    if kind == "whole":
        return whole
    draw = Random(f"{shape} {kind}")
    for _ in range(4000):
        kept = random_cut(larger, draw)
        pinched, holes = fans(larger, kept) > 1, len(voids(larger, kept)) - 1
        if (
            kind == ("pinched" if pinched else "hole" if holes else "cut")
            and FEWEST <= trees(cut(larger, kept)) <= MOST
        ):
            return cut(larger, kept)
    return None


# Where every corner has three cells, no two of them can meet there without a side.
CASES = [
    (shape, kind)
    for shape in SHAPES
    for kind in ("whole", "cut", "hole", "pinched")
    if not (kind == "pinched" and shape in ("hexagonal", "octagonal"))
]


def p_value(
    tiling: Tiling, method: Method, seed: str, kernel: Kernel = draw_spanning_tree
) -> float:
    """How likely counts as uneven as these are if all trees are equally likely. Every tree must
    have been drawn."""
    from scipy.stats import chisquare  # slow to load, for whoever runs other tests

    grid, draw, expected = derive(tiling), Random(seed), trees(tiling)
    counts = Counter(method(grid, draw, kernel) for _ in range(max(2000, A_TREE * expected)))
    assert len(counts) <= expected
    return float(chisquare([*counts.values(), *[0] * (expected - len(counts))]).pvalue) * (
        len(counts) == expected
    )


@methods
@pytest.mark.parametrize(("shape", "kind"), CASES)
def test_every_tree_is_equally_likely(shape: str, kind: str, method: Method) -> None:
    tiling = case(shape, kind)
    assert tiling is not None
    assert p_value(tiling, method, f"{shape} {kind} {method.__name__}") > 0.001


def test_published_counts() -> None:
    assert trees(tiling_of("square", (3, 3))) == 192
    assert trees(tiling_of("square", (3, 4))) == 2415
    assert trees(tiling_of("square", (4, 4))) == 100_352
    assert trees(tiling_of("triangular", (5, 3))) == 196
    assert trees(tiling_of("polar", (1,))) == 320  # the wheel of six


def test_from_8_by_8_squares_on_there_are_more_mazes_than_keys() -> None:
    """So not every maze has a key, as docs/how-it-works.md and codes.md say."""
    keys = 1 << 80
    assert trees(tiling_of("square", (7, 8))) < keys < trees(tiling_of("square", (8, 8)))
    assert round(log10(keys)) == 24


# Kernels that are nearly right, and are found out


def first_entries(
    graph: Graph, root: int, draws: Iterator[int], edges: int, joined: Sequence[int] = ()
) -> bytearray:
    """Wilson's walks without the erasure: each node stays joined by the edge on which it was first
    entered."""
    tree, joined_up = bytearray(edges), {node << graph.bits for node in (root, *joined)}
    for node in range(0, graph.nodes << graph.bits, 1 << graph.bits):
        seen = {node}
        while node not in joined_up:
            entry = any_entry(graph, entries(graph, node), draws)
            node = graph.to[entry]
            tree[graph.side[entry]] |= node not in seen
            seen.add(node)
        joined_up |= seen
    return tree


def picking(pick: Callable[[Graph, list[int], Iterator[int]], int]) -> Kernel:
    """Wilson's algorithm as it should be, but for how it picks one of a node's entries."""

    def kernel(graph: Graph, root: int, draws: Iterator[int], edges: int) -> bytearray:
        tree, joined_up = bytearray(edges), {root << graph.bits}
        for start in range(0, graph.nodes << graph.bits, 1 << graph.bits):
            node, exits = start, {}
            while node not in joined_up:
                exits[node] = entry = pick(graph, entries(graph, node), draws)
                node = graph.to[entry]
            node = start
            while node not in joined_up:
                joined_up.add(node)
                tree[graph.side[exits[node]]] = 1
                node = graph.to[exits[node]]
        return tree

    return kernel


def any_entry(graph: Graph, row: list[int], draws: Iterator[int]) -> int:
    return row[draw_below(len(row), draws, graph.bits)]


def by_remainder(graph: Graph, row: list[int], draws: Iterator[int]) -> int:
    return row[next(draws) % len(row)]


def without_parallels(graph: Graph, row: list[int], draws: Iterator[int]) -> int:
    return any_entry(graph, list({graph.to[entry]: entry for entry in row}.values()), draws)


def entries(graph: Graph, node: int) -> list[int]:
    first, length = graph.wide.get(node, (node, 1 << graph.bits))
    return [entry for entry in range(first, first + length) if graph.side[entry] >= 0]


@pytest.mark.parametrize(
    ("kernel", "method"),
    [
        (first_entries, add_walls),
        (first_entries, carve_passages),
        (picking(by_remainder), carve_passages),
        (picking(without_parallels), add_walls),  # parallel edges of the dual are different walls
    ],
)
def test_a_biased_kernel_is_found_out(kernel: Kernel, method: Method) -> None:
    assert p_value(tiling_of("square", (3, 3)), method, "biased", kernel) < 1e-9


@methods
def test_a_kernel_without_the_bias_is_not(method: Method) -> None:
    assert p_value(tiling_of("square", (3, 3)), method, "unbiased", picking(any_entry)) > 0.001


# Large mazes, with the stream that books use


@methods
def test_degrees_far_from_the_rim(method: Method) -> None:
    """The shares of dead ends, corridors and junctions are those of the infinite lattice.

    S. S. Manna, D. Dhar and S. N. Majumdar, *Spanning trees in two dimensions*, Physical Review A
    46, 1992.
    """
    columns, rows, margin = 240, 240, 20
    grid = derive(tiling_of("square", (columns, rows)))
    graph = grid.wall_graph if method is add_walls else grid.cell_graph
    draws = seeds.stream_draws("0123456789abcdef", "tree", graph.bits)
    tree = draw_spanning_tree(graph, graph.nodes - 1, draws, len(grid.pairs))
    degrees = [0] * grid.cells
    for (a, b), inside in zip(grid.pairs, tree, strict=True):
        if inside == (method is carve_passages):
            degrees[a] += 1
            degrees[b] += 1
    far = Counter(
        degrees[y * columns + x]
        for y in range(margin, rows - margin)
        for x in range(margin, columns - margin)
    )
    dead_ends, crossings = 8 / pi**2 * (1 - 2 / pi), (4 / pi - 1) * (1 - 2 / pi) ** 2
    shares = [far[degree] / far.total() for degree in (1, 2, 3, 4)]
    assert shares == pytest.approx([dead_ends, 0.44699, 0.22239, crossings], abs=0.004)
