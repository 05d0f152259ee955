"""Mazes over two pages: every maze with the same joints is equally likely, and so are the joints.

The mazes are counted by Kirchhoff's theorem on the graph in which the two cells of each joint are
one node, which is built here a second time.
"""

from __future__ import annotations

import sys
from collections import Counter
from itertools import combinations, count, groupby, pairwise
from pathlib import Path
from random import Random

import pytest
from chances import chisquare

sys.path.insert(0, str(Path(__file__).parent))
from test_uniform import first_entries, kirchhoff

from puzzlebook import Refused, maze_from_code
from puzzlebook.ground.seeds import derive_maze_key
from puzzlebook.mazes.codes import Design, read_code
from puzzlebook.mazes.generator import draw_maze
from puzzlebook.mazes.grids import make_grid
from puzzlebook.mazes.spread import (
    MAX_JOINTS,
    count_joints,
    draw_joints,
    find_spread_solution,
    make_spread_grid,
)
from puzzlebook.mazes.tree import is_spanning_tree, root_tree
from puzzlebook.mazes.wilson import draw_spanning_tree

A_MAZE = 30
# The size, the rows of the joints, and how many mazes there are.
CASES = {
    "one joint": ((4, 3), (1,), 225),
    "two joints": ((4, 3), (0, 2), 600),
    "narrow pages, two joints": ((2, 8), (1, 4), 6),
    "narrow pages, three joints": ((2, 9), (1, 4, 7), 36),
}


def contract(size, rows):
    """The edges of the contracted graph, counted out here: (node, node), without joints."""
    columns, height = size
    half = columns // 2
    pairs = [
        ((y, x), (y + down, x + right))
        for y in range(height)
        for x in range(columns)
        for down, right in ((0, 1), (1, 0))
        if y + down < height and x + right < columns and not (right and x == half - 1)
    ]
    names: dict = {}

    def node(cell):
        y, x = cell
        if y in rows and x == half:
            cell = (y, half - 1)
        return names.setdefault(cell, len(names))

    edges = [(node(a), node(b)) for a, b in pairs]
    return len(names), edges


def count_trees(name):
    return kirchhoff(*contract(*CASES[name][:2]))


@pytest.mark.parametrize("name", CASES)
def test_the_graph_has_as_many_mazes_as_kirchhoff_says(name):
    size, rows, mazes = CASES[name]
    grid = make_spread_grid(size, rows)
    nodes, edges = contract(size, rows)
    assert (grid.cell_graph.nodes, len(grid.pairs)) == (nodes, len(edges) + len(rows))
    assert kirchhoff(nodes, edges) == mazes


def draw_many(name, kernel=draw_spanning_tree):
    """How likely counts as uneven as those of many mazes are if all are equally likely."""
    size, rows, mazes = CASES[name]
    grid, draw = make_spread_grid(size, rows), Random(name)
    graph, found = grid.cell_graph, Counter()
    draws = (draw.randrange(1 << graph.bits) for _ in count())
    for _ in range(A_MAZE * mazes):
        sides = bytearray(kernel(graph, draw.randrange(graph.nodes), draws, len(grid.pairs)))
        for side in grid.fixed_sides:
            assert not sides[side]
            sides[side] = 1
        found[bytes(sides)] += 1
    assert all(is_spanning_tree(grid, sides) for sides in found)
    return chisquare([*found.values(), *[0] * (mazes - len(found))]).pvalue


@pytest.mark.parametrize("name", CASES)
def test_every_maze_with_these_joints_is_equally_likely(name):
    assert draw_many(name) > 0.001


def test_a_lopsided_kernel_is_noticed():
    assert draw_many("two joints", first_entries) < 0.001


def test_joints_are_chosen_uniformly_and_never_side_by_side():
    possible = [
        choice
        for choice in combinations(range(1, 8), 3)
        if all(below - above > 1 for above, below in pairwise(choice))
    ]
    found = Counter(draw_joints(f"{key:016}", 9, 3, 1) for key in range(3000))
    assert {*found} == {*possible}
    assert chisquare([found[choice] for choice in possible]).pvalue > 0.001


def draw(size, number=0):
    design = Design("square", size, derive_maze_key("owl", 1, "spread", number)).with_joints()
    return draw_maze(design, make_grid("square", size))


def is_left(size, cell):
    return cell % size[0] < size[0] // 2


@pytest.mark.parametrize("size", [(6, 7), (16, 11), (24, 31), (40, 60)])
def test_nothing_but_joints_crosses_the_gutter(size):
    maze = draw(size)
    across = [pair for pair in maze.passages if is_left(size, pair[0]) != is_left(size, pair[1])]
    assert len(across) == count_joints(size) == len(maze.joints) <= MAX_JOINTS
    assert {right - left for left, right in across} == {1}
    assert [joint.letter for joint in maze.joints] == list("ABCDEFGH"[: len(across)])
    assert is_spanning_tree(maze.grid, maze.open_sides)


@pytest.mark.parametrize("number", range(12))
def test_the_way_crosses_the_gutter_three_times_and_leads_from_page_to_page(number):
    size = 20, 14
    maze = draw(size, number)
    pages = [is_left(size, cell) for cell in maze.solution]
    assert (pages[0], pages[-1]) == (True, False)
    pieces = [len(list(piece)) for _, piece in groupby(pages)]
    assert len(pieces) >= 4
    assert min(pieces) >= 14 // 3
    for end in (maze.start, maze.end):
        x = end % 20
        assert x in (0, 19)


def test_the_ends_are_those_whose_way_crosses_most_often():
    size = 8, 7
    maze = draw(size)
    tree = root_tree(maze.grid, maze.open_sides)
    edge = [y * 8 + x for y in range(7) for x in (0, 7)]

    def rate(pair):
        way = tree.path(*pair)
        pages = [is_left(size, cell) for cell in way]
        return sum(one != other for one, other in pairwise(pages)), len(way)

    rates = [rate((a, b)) for a in edge for b in edge if is_left(size, a) and not is_left(size, b)]
    way, pieces = find_spread_solution(size, tree)
    assert (len(pieces) - 1, len(way)) == max(rates)
    assert way == maze.solution


def test_codes_make_the_maze_again():
    maze = draw((20, 14))
    assert "-spread.3-far-" in maze.code
    assert maze_from_code(maze.code).digest == maze.digest
    described = maze_from_code(maze.descriptive_code)
    assert (described.digest, described.solution) == (maze.digest, maze.solution)
    assert read_code(maze.descriptive_code).joint_count == 3


@pytest.mark.parametrize(
    ("body", "what"),
    [
        ("1-square-21x14-spread.3-far-7q4k2m9x0c3t5v8w", "no middle for the gutter"),
        ("1-square-20x6-spread.3-far-7q4k2m9x0c3t5v8w", "no room for 3 passages"),
        ("1-square-20x8-spread.4-far-7q4k2m9x0c3t5v8w", "4 passages do not fit"),
        ("1-square-20x14-spread.9-far-7q4k2m9x0c3t5v8w", "9 passages do not fit"),
        ("1-square-20x14-spread.3-corners-7q4k2m9x0c3t5v8w", "is not a maze code"),
        ("1-hexagonal-20x14-spread.3-far-7q4k2m9x0c3t5v8w", "is not a maze code"),
        ("1-square-20x14-heart-spread.3-far-7q4k2m9x0c3t5v8w", "is not a maze code"),
        ("1-square-20x14-spread.3.4-1.2-walls.000", "its joints fit no maze"),
        ("1-square-20x14-spread.13-1.2-walls.000", "its joints fit no maze"),
    ],
)
def test_codes_that_make_no_maze_are_refused_in_a_line(body, what):
    from puzzlebook.ground.printed_codes import check_character

    with pytest.raises(Refused, match=what):
        maze_from_code(f"{body}-{check_character(body)}")
