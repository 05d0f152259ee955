"""Of all mazes that have a given way each is equally likely: counted against Kirchhoff's theorem,
as in `test_uniform`; and the law of the way that fills a picture."""

from collections import Counter
from functools import cache
from itertools import pairwise, takewhile
from math import hypot

import pytest
from cuts import cut, joined, tiling_of
from test_uniform import first_entries, kirchhoff

from puzzlebook.ground.seeds import derive_maze_key, stream_draws
from puzzlebook.mazes import filled_way as filled_way_module
from puzzlebook.mazes import generator
from puzzlebook.mazes.codes import WAY_APART, WAY_SHORT, Design
from puzzlebook.mazes.filled_way import Blocks, draw_filled_path, find_cut_points, trace_circuit
from puzzlebook.mazes.generator import draw_with_tree
from puzzlebook.mazes.grid import derive
from puzzlebook.mazes.hidden import HiddenPicture, lay_blocks

A_TREE = 30

# A size, the cells of it that are left out, and a way. Cells are numbered as in the whole tiling.
WAYS = {
    "rim to rim": ((3, 4), (), (3, 4, 7, 8, 5)),
    "within": ((3, 3), (), (4, 5)),
    "touching the rim": ((4, 3), (), (8, 4, 5, 6, 2, 3)),
    "around a cell": ((3, 4), (), (0, 1, 2, 5, 8, 7, 6)),
    "in a maze with a hole": ((4, 4), (5, 15), (2, 6, 10, 9, 8, 12)),
    "two pieces": ((5, 3), (), (1, 0, 5, 6, 7, 8, 9, 4, 3)),
    "all around": ((4, 3), (), (1, 0, 4, 8, 9, 10, 11, 7, 3, 2)),
}
METHODS = pytest.mark.parametrize("method", ["walls", "passages"])


@cache
def case(name):
    """The tiling of a case, its grid, and its way by the cells that are left."""
    size, left_out, way = WAYS[name]
    whole = tiling_of("square", size)
    kept = [cell for cell in range(len(whole.rings)) if cell not in left_out]
    tiling = cut(whole, kept)
    return tiling, derive(tiling), tuple(map(kept.index, way))


def trees_with(tiling, way):
    """How many spanning trees of the cells have a way: those of the graph in which it is one
    node."""
    node = dict.fromkeys(way, 0)
    for cell in range(len(tiling.rings)):
        node.setdefault(cell, len(set(node.values())))
    return kirchhoff(
        len(set(node.values())),
        [(node[a], node[b]) for a, b in joined(tiling) if node[a] != node[b]],
    )


def chisquare(*counts):
    from scipy import stats  # slow to load, for whoever runs other tests

    return stats.chisquare(*counts)


def p_value(name, method):
    """How likely counts as uneven as these are if all mazes with the way are equally likely; 0
    where one is missing."""
    tiling, grid, way = case(name)
    expected = trees_with(tiling, way)
    designs = (
        Design("square", (1, 1), derive_maze_key(name, 1, method, n), "far", method)
        for n in range(A_TREE * expected)
    )
    counts = Counter()
    for design in designs:
        maze = draw_with_tree(design, grid, path=way)[0]
        assert {(min(pair), max(pair)) for pair in pairwise(way)} <= set(maze.passages)
        counts[maze.open_sides] += 1
    return float(chisquare(list(counts.values())).pvalue) * (len(counts) == expected)


@METHODS
@pytest.mark.parametrize("name", WAYS)
def test_every_maze_with_the_way_is_equally_likely(name, method):
    assert p_value(name, method) > 0.001


def test_counts_known_from_elsewhere():
    """A side lies in so many trees: the cells of 2 × 2 have four, and each of their sides is in
    three."""
    assert trees_with(tiling_of("square", (2, 2)), (0, 1)) == 3
    assert trees_with(tiling_of("square", (3, 3)), (0,)) == 192


@METHODS
def test_a_biased_kernel_is_found_out(monkeypatch, method):
    monkeypatch.setattr(generator, "draw_spanning_tree", first_entries)
    assert p_value("rim to rim", method) < 1e-9


def test_a_way_through_every_cell_is_the_whole_maze():
    """Then every corner hangs from the rim, and all walls are known before the first step."""
    tiling = tiling_of("square", (10, 10))
    grid = derive(tiling)
    way = [y * 10 + (x if y % 2 else 9 - x) for y in range(10) for x in range(10)]
    design = Design("square", (10, 10), derive_maze_key("full", 1, "", 1))
    maze, _ = draw_with_tree(design, grid, path=way)
    assert maze.solution == tuple(way)
    assert len(maze.passages) == 99


# -- The way that fills a picture --------------------------------------------------------------------------


def picture(size, corners):
    """The blocks with these corners (column, row of the cell at the top left) in a maze of this
    size."""
    tiling = tiling_of(
        "square", (max(x for x, _ in corners) // 2 + 1, max(y for _, y in corners) // 2 + 1)
    )
    first = min(x % 2 for x, _ in corners), min(y % 2 for _, y in corners)
    columns = len({ring[1][0] for ring in tiling.rings})
    kept = sorted((y - first[1]) // 2 * columns + (x - first[0]) // 2 for x, y in corners)
    grid = derive(cut(tiling, kept))
    return Blocks(
        grid,
        sorted(corners, key=lambda corner: corner[::-1]),
        derive(tiling_of("square", size)),
        size[0],
    )


SIX = tuple((x, y) for y in (1, 3, 5) for x in (1, 3))
RING = tuple((x, y) for y in (1, 3, 5) for x in (1, 3, 5) if (x, y) != (3, 3))


def cut_open(blocks, way):
    """The tree of blocks around which a way runs, and the two cells between which it is cut
    open."""
    inside = {cell for block in blocks.cells for cell in block}
    filled = [cell for cell in way if cell in inside]
    home = {cell: block for block, cells in enumerate(blocks.cells) for cell in cells}
    around = [*pairwise(filled), (filled[-1], filled[0])]
    tree = {tuple(sorted((home[a], home[b]))) for a, b in around if home[a] != home[b]}
    return tuple(sorted(tree)), tuple(sorted((filled[0], filled[-1])))


def test_every_tree_of_blocks_and_every_place_is_equally_likely():
    blocks = picture((6, 8), SIX)
    expected = set()
    for bits in range(1 << len(blocks.grid.pairs)):
        tree = [bits >> place & 1 for place in range(len(blocks.grid.pairs))]
        if sum(tree) == len(SIX) - 1:
            try:
                trip = trace_circuit(blocks, tree)
            except KeyError:
                continue
            if len(set(trip)) == 4 * len(SIX):
                chosen = tuple(
                    pair for pair, is_in in zip(blocks.grid.pairs, tree, strict=True) if is_in
                )
                ring = [*trip, trip[0]]
                expected |= {
                    (chosen, tuple(sorted(ring[place : place + 2])))
                    for place in find_cut_points(blocks, trip)
                }
    assert len({tree for tree, _ in expected}) == 15  # the trees of a grid of 2 × 3
    counts = Counter(
        cut_open(blocks, draw_filled_path(blocks, derive_maze_key("six", 1, "", n), 1, "way"))
        for n in range(A_TREE * len(expected))
    )
    by_tree, by_place = Counter(), Counter()
    for (tree, place), count in counts.items():
        by_tree[tree] += count
        by_place[tree, place] += count
    assert set(counts) == expected
    assert chisquare(list(by_tree.values())).pvalue > 0.001
    # Trees have between them unlike numbers of places: each place is as likely as the others of its
    # own tree.
    options = Counter(tree for tree, _ in expected)
    wanted = [sum(by_tree.values()) / 15 / options[tree] for tree, _ in sorted(by_place)]
    assert chisquare([by_place[each] for each in sorted(by_place)], wanted).pvalue > 0.001


@pytest.mark.parametrize("ends", ["", WAY_APART, WAY_SHORT])
@pytest.mark.parametrize(
    ("size", "corners"), [((8, 8), RING), ((6, 8), SIX), ((4, 4), ((1, 1),)), ((5, 9), SIX)]
)
def test_a_way_fills_its_picture_and_ends_on_the_rim(size, corners, ends):
    blocks = picture(size, corners)
    inside = {cell for block in blocks.cells for cell in block}
    links = {frozenset(pair) for pair in blocks.maze.pairs}
    for n in range(30):
        way = draw_filled_path(blocks, derive_maze_key("legs", 1, "", n), 1, "way", ends)
        assert inside <= set(way)
        assert len(set(way)) == len(way)
        assert all(frozenset(pair) in links for pair in pairwise(way))
        within = [cell in inside for cell in way]
        first, last = within.index(True), len(way) - within[::-1].index(True)
        assert all(within[first:last])
        assert way[0] < way[-1]
        rim = [cell in blocks.maze.rim for cell in way]
        assert (rim[0], rim[-1]) == (True, True)
        assert not any(rim[1:first] + rim[last:-1])


def test_a_picture_without_a_way_out_is_refused(monkeypatch):
    monkeypatch.setattr(filled_way_module, "MAX_LEGS", 0)
    with pytest.raises(ValueError, match="no path leads out of the picture"):
        draw_filled_path(picture((6, 8), SIX), derive_maze_key("none", 1, "", 1), 1, "way")


def of_the_diagonal(size, way):
    """How far apart a way's ends are."""
    columns, rows = size
    return hypot(
        way[0] % columns - way[-1] % columns, way[0] // columns - way[-1] // columns
    ) / hypot(columns, rows)


@pytest.mark.parametrize(
    ("size", "corners"), [((12, 12), RING), ((9, 11), SIX), ((11, 8), ((1, 1),))]
)
def test_ends_that_are_to_lie_apart_do(size, corners):
    blocks = picture(size, corners)
    ways = [
        draw_filled_path(blocks, derive_maze_key("apart", 1, "", n), 1, "way", WAY_APART)
        for n in range(30)
    ]
    assert min(of_the_diagonal(size, way) for way in ways) >= 0.6
    assert len(set(ways)) == 30
    together = [
        draw_filled_path(blocks, derive_maze_key("apart", 1, "", n), 1, "way") for n in range(30)
    ]
    assert min(of_the_diagonal(size, way) for way in together) < 0.4


@pytest.mark.parametrize("name", ["castle", "owl", "pumpkin", "whale"])
def test_short_legs_are_straight_and_end_apart(name):
    """Where the picture comes near the rim, even if it does so at few cells."""
    blocks = lay_blocks(HiddenPicture.built_in(name), (40, 46))
    inside = {cell for block in blocks.cells for cell in block}
    for n in range(4):
        key = derive_maze_key("short", 1, "", n)
        short, apart = (
            draw_filled_path(blocks, key, 1, "way", ends) for ends in (WAY_SHORT, WAY_APART)
        )
        assert of_the_diagonal((40, 46), short) >= 0.6
        assert len(short) <= len(apart)
        for leg in (
            list(takewhile(lambda cell: cell not in inside, way)) for way in (short, short[::-1])
        ):
            steps = [onward - cell for cell, onward in pairwise(leg)]
            assert len(leg) <= 24
            assert sum(one != other for one, other in pairwise(steps)) <= 4


def test_backbites_come_to_every_way_through_a_picture():
    """Of 2 x 2 blocks there are 276 ways through all 16 cells: half of OEIS A096969, the directed
    ones, for 4 x 4."""
    blocks = picture((6, 6), ((1, 1), (3, 1), (1, 3), (3, 3)))
    way = trace_circuit(blocks, [True, True, True, False])
    lots = stream_draws(derive_maze_key("bites", 1, "", 1), "way bites", 1, 1)
    seen = set()
    for _ in range(12_000):
        way = filled_way_module._backbite(blocks, way, lots)
        assert len(set(way)) == 16
        seen.add(min(tuple(way), tuple(way[::-1])))
    assert len(seen) == 276


def test_where_no_ends_are_apart_they_lie_as_far_apart_as_was_found(monkeypatch):
    size, blocks, key = (6, 8), picture((6, 8), SIX), derive_maze_key("far", 1, "", 1)
    monkeypatch.setattr(filled_way_module, "are_apart", lambda *cells: False)
    monkeypatch.setattr(filled_way_module, "MAX_BITES", 500)
    farthest = draw_filled_path(blocks, key, 1, "way", WAY_APART)
    assert of_the_diagonal(size, farthest) > 0.6
    monkeypatch.setattr(filled_way_module, "MAX_BITES", 0)
    with pytest.raises(ValueError, match="no path leads out of the picture"):
        draw_filled_path(blocks, key, 1, "way", WAY_APART)
