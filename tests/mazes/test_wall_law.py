"""Boards on several sheets, joined by doors: every wall is equally likely. Counted as in
test_uniform."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random

import pytest
from test_uniform import carve_passages, kirchhoff, trees

from puzzlebook.mazes import wall as module
from puzzlebook.mazes.grid import derive
from puzzlebook.mazes.tilings import SHAPES
from puzzlebook.mazes.wall import SheetGrid, draw_doors
from puzzlebook.mazes.wilson import draw_spanning_tree


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

    own = [side for side in sides if len({*map(sheets.find_sheet, side)}) == 1]
    return sum(
        parts(chosen) == 1 and parts(set(chosen) & set(own)) == sheets.columns * sheets.rows
        for chosen in combinations(sides, cells - 1)
    )


@pytest.mark.parametrize(
    "sheets",
    [
        pytest.param(SheetGrid(3, 1, 2, 2), marks=pytest.mark.exhaustive),
        SheetGrid(2, 2, 2, 1),
    ],
)
def test_every_wall_is_equally_likely(sheets):
    """A wall is drawn as doors and a maze for each sheet; together all walls are met equally
    often."""
    from scipy.stats import chisquare

    borders = sheets.list_borders()
    nodes = sheets.columns * sheets.rows
    doors = kirchhoff(nodes, [tuple(map(sheets.find_sheet, pair)) for pair in borders])
    board = SHAPES["square"].tile(sheets.width, sheets.height)
    one, expected = derive(board), doors * trees(board) ** nodes
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
