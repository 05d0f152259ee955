"""Boards on several sheets with joints: every maze is equally likely, given the joints, and the
joints too. Counted as in test_uniform."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, pairwise
from random import Random

import pytest
from cuts import joined
from test_uniform import add_walls, carve_passages, kirchhoff, methods, p_value, trees

from puzzlebook.mazes import joined as module
from puzzlebook.mazes.grid import derive
from puzzlebook.mazes.joined import SheetGrid, draw_doors, draw_joints, tile_sheets
from puzzlebook.mazes.wilson import draw_spanning_tree

SPREAD = SheetGrid(2, 1, 2, 3)
CASES = {
    "one joint": (SPREAD, [0]),
    "two joints": (SPREAD, [0, 2]),
    "narrow sheets": (SheetGrid(2, 1, 1, 5), [0, 2, 4]),
    "a joint in the middle": (SheetGrid(2, 1, 2, 3), [1]),
    "three sheets": (SheetGrid(3, 1, 2, 2), None),
    "four sheets around a crossing": (SheetGrid(2, 2, 2, 2), None),
}


def tiling_of(name: str):
    sheets, rows = CASES[name]
    if rows is None:
        # The first side of each border, and so no two neighbours.
        first = {}
        for pair in sheets.list_borders():
            first.setdefault(tuple(map(sheets.sheet_of, pair)), pair)
        return tile_sheets(sheets, [*first.values()])
    across, last = sheets.across, sheets.width - 1
    return tile_sheets(sheets, [(y * across + last, y * across + last + 1) for y in rows])


@methods
@pytest.mark.parametrize("name", CASES)
def test_every_maze_with_these_joints_is_equally_likely(name, method):
    assert p_value(tiling_of(name), method, f"{name} {method.__name__}") > 0.001


def test_the_counts_are_those_of_the_joined_graph():
    board = 15  # spanning trees of 2 x 3 squares
    assert trees(tiling_of("one joint")) == board * board
    assert trees(tiling_of("three sheets")) == 4**3
    assert trees(tiling_of("four sheets around a crossing")) == kirchhoff(
        16, joined(tiling_of("four sheets around a crossing"))
    )


@pytest.mark.parametrize("name", CASES)
def test_cells_are_joined_within_sheets_and_at_joints_alone(name):
    sheets, _ = CASES[name]
    grid = derive(tiling_of(name))
    across = [pair for pair in grid.pairs if len({*map(sheets.sheet_of, pair)}) == 2]
    assert set(across) <= set(sheets.list_borders())
    inside = sheets.columns * sheets.rows
    inside *= 2 * sheets.width * sheets.height - sheets.width - sheets.height
    assert len(grid.pairs) == inside + len(across)
    middles = {(x - int(x), y - int(y)) for x, y in grid.centres}
    assert middles == {(0.5, 0.5)}


def test_joints_are_chosen_uniformly_and_never_side_by_side():
    from scipy.stats import chisquare

    possible = [
        choice
        for choice in combinations(range(7), 3)
        if all(b - a > 1 for a, b in pairwise(choice))
    ]
    counts = Counter(tuple(draw_joints(f"{key:016}", 7, 3)) for key in range(3000))
    assert {*counts} == {*possible}
    assert chisquare([counts[choice] for choice in possible]).pvalue > 0.001


def count_walls(sheets: SheetGrid) -> int:
    """The mazes of the whole board whose sheets hang together by themselves, one by one."""
    across, cells = sheets.across, sheets.across * sheets.rows * sheets.height
    sides = [(c, c + 1) for c in range(cells) if (c + 1) % across]
    sides += [(c, c + across) for c in range(cells - across)]

    def parts(chosen) -> int:
        home = list(range(cells))

        def find(cell: int) -> int:
            while home[cell] != cell:
                cell = home[cell]
            return cell

        for a, b in chosen:
            home[find(a)] = find(b)
        return len({find(cell) for cell in range(cells)})

    own = [side for side in sides if len({*map(sheets.sheet_of, side)}) == 1]
    return sum(
        parts(chosen) == 1 and parts(set(chosen) & set(own)) == sheets.columns * sheets.rows
        for chosen in combinations(sides, cells - 1)
    )


@pytest.mark.parametrize("sheets", [SheetGrid(3, 1, 2, 2), SheetGrid(2, 2, 2, 1)])
def test_every_wall_is_equally_likely(sheets):
    """A wall is drawn as doors and a maze for each sheet; together all walls are met equally
    often."""
    from scipy.stats import chisquare

    borders = sheets.list_borders()
    nodes = sheets.columns * sheets.rows
    doors = kirchhoff(nodes, [tuple(map(sheets.sheet_of, pair)) for pair in borders])
    one = derive(tile_sheets(SheetGrid(1, 1, sheets.width, sheets.height), []))
    expected = doors * trees(tile_sheets(SheetGrid(1, 1, sheets.width, sheets.height), [])) ** nodes
    assert count_walls(sheets) == expected
    draw = Random(str(sheets))
    counts: Counter = Counter()
    for number in range(30 * expected):
        mazes = tuple(carve_passages(one, draw) for _ in range(nodes))
        counts[tuple(draw_doors(f"{number:016}", sheets)), mazes] += 1
    assert len(counts) == expected
    assert chisquare([*counts.values()]).pvalue > 0.001


def test_a_lopsided_kernel_is_noticed(monkeypatch):
    """Doors whose tree is grown from every sheet's first way out are not uniform."""
    from scipy.stats import chisquare

    sheets = SheetGrid(2, 2, 2, 1)

    def lopsided(graph, root, draws, edges):
        return draw_spanning_tree(graph, root, (d & next(draws) for d in draws), edges)

    monkeypatch.setattr(module, "draw_spanning_tree", lopsided)
    counts = Counter(tuple(draw_doors(f"{number:016}", sheets)) for number in range(1200))
    assert chisquare([*counts.values(), *[0] * (12 - len(counts))]).pvalue < 0.001


def test_walls_and_passages_agree_on_what_is_possible():
    grid = derive(tiling_of("two joints"))
    draw = Random("agree")
    assert grid.wall_graph.nodes == len(grid.pairs) - grid.cells + 2
    for method in (add_walls, carve_passages):
        for _ in range(50):
            assert sum(method(grid, draw)) == grid.cells - 1
