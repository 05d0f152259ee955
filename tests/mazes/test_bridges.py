"""Mazes with bridges: all that have the same bridges are equally likely, and codes make them again.

The mazes are counted by Kirchhoff's theorem on a graph that is contracted here a second time.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from random import Random

import pytest
from chances import chisquare

sys.path.insert(0, str(Path(__file__).parent))
from test_uniform import carve_passages, first_entries, kirchhoff

from puzzlebook import Refused, make_maze, maze_from_code
from puzzlebook.mazes.bridges import (
    BridgedGrid,
    add_bridges,
    draw_bridges,
    is_possible,
    list_orientations,
    max_bridges,
)
from puzzlebook.mazes.codes import Design
from puzzlebook.mazes.grid import Bridge, Grid
from puzzlebook.mazes.grids import make_grid
from puzzlebook.mazes.likeness import compute_likeness
from puzzlebook.mazes.tree import is_spanning_tree
from puzzlebook.mazes.wilson import draw_spanning_tree
from puzzlebook.recipes.assets import read_cuts

A_TREE = 30

CASES = [
    ("square", (3, 3), "4a", 32),
    ("square", (4, 3), "5b", 380),
    ("square", (5, 3), "6a.8b", 720),  # in one row: they share a neighbour
    ("square", (4, 4), "5a.10a", 1728),  # corner to corner: they share two
    ("hexagonal", (3, 3), "4a", 72),
    ("hexagonal", (4, 3), "5d", 2365),
    ("hexagonal", (3, 4), "4b", 2496),
]


def bridged(shape: str, size: tuple[int, ...], names: str, outline: str = "") -> BridgedGrid:
    cuts = read_cuts(outline, "joined", Path(), "silhouette", (shape, size, "steps"))
    grid = make_grid(shape, size, cuts[0].silhouette if cuts else None)
    bridges = [Bridge(int(name[:-1]), name[-1]) for name in names.split(".")]
    assert is_possible(grid, bridges)
    return add_bridges(grid, bridges)


def count_mazes(grid: BridgedGrid) -> int:
    """The mazes with these bridges: spanning trees of the graph whose strands are contracted."""
    closed = {side for strands in grid.strands.values() for side in strands.closed}
    names = [*range(grid.cells)]
    for side in grid.fixed_sides:
        a, b = grid.pairs[side]
        assert names[a] != names[b]  # no ring among the strands
        names = [names[a] if name == names[b] else name for name in names]
    node = {name: number for number, name in enumerate(sorted({*names}))}
    open_pairs = (pair for side, pair in enumerate(grid.pairs) if side not in closed)
    edges = [(node[names[a]], node[names[b]]) for a, b in open_pairs]
    return kirchhoff(len(node), [edge for edge in edges if edge[0] != edge[1]])


def draw(grid: Grid, random: Random, kernel=draw_spanning_tree) -> bytes:  # type: ignore[no-untyped-def]
    passages = bytearray(carve_passages(grid, random, kernel))
    for side in grid.fixed_sides:
        passages[side] = 1
    return bytes(passages)


def p_value(grid: BridgedGrid, expected: int, kernel=draw_spanning_tree) -> float:  # type: ignore[no-untyped-def]
    random = Random("bridges")
    counts = Counter(draw(grid, random, kernel) for _ in range(max(2000, A_TREE * expected)))
    assert all(is_spanning_tree(grid, passages) for passages in counts)
    rest = [0] * (expected - len(counts))
    return float(chisquare([*counts.values(), *rest]).pvalue)


@pytest.mark.parametrize(("shape", "size", "names", "expected"), CASES)
def test_every_maze_with_these_bridges_is_equally_likely(
    shape: str, size: tuple[int, ...], names: str, expected: int
) -> None:
    grid = bridged(shape, size, names)
    assert count_mazes(grid) == expected
    assert p_value(grid, expected) > 0.001


@pytest.mark.parametrize(
    ("outline", "names", "expected"), [("circle", "4a", 380), ("heart", "10a", 64)]
)
def test_so_is_every_maze_cut_to_an_outline(outline: str, names: str, expected: int) -> None:
    grid = bridged("square", (5, 4), names, outline)
    assert grid.cells < 5 * 4
    assert count_mazes(grid) == expected
    assert p_value(grid, expected) > 0.001


def test_a_biased_kernel_is_found_out() -> None:
    assert p_value(bridged("square", (4, 3), "5a"), 380, first_entries) < 1e-9


def test_bridges_cells_and_lies_are_equally_likely() -> None:
    """With one bridge, each cell that may have one, and each way to lie."""
    grid = make_grid("hexagonal", (5, 4))
    keys = (make_key(number) for number in range(3600))
    counts = Counter(draw_bridges(grid, 1, key, 1)[0] for key in keys)
    assert len(counts) == 6 * 6  # six cells inside
    assert float(chisquare([*counts.values()]).pvalue) > 0.001


def make_key(number: int) -> str:
    return f"{number:016d}"


@pytest.mark.parametrize(("shape", "size"), [("square", (9, 12)), ("hexagonal", (9, 10))])
def test_as_many_as_fit(shape: str, size: tuple[int, ...]) -> None:
    grid = make_grid(shape, size)
    for number in range(60):
        bridges = draw_bridges(grid, max_bridges(grid), make_key(number), 1)
        assert is_possible(grid, bridges)
        cells = {bridge.cell for bridge in bridges}
        assert len(cells) == max_bridges(grid)
        assert not any({*pair} <= cells for pair in grid.pairs)  # none beside another
        assert count_mazes(add_bridges(grid, bridges)) > 0
    with pytest.raises(Refused, match="do not fit"):
        draw_bridges(grid, max_bridges(grid) + 1, make_key(0), 1)


def test_a_ring_of_strands_is_not_possible() -> None:
    """Four bridges around a cell, corner to corner, with two strands each in the ring."""
    grid = make_grid("square", (7, 7))
    around = [Bridge(cell, "a") for cell in (17, 23, 25, 31)]
    assert is_possible(grid, around[:3])
    assert not is_possible(grid, around)


def test_how_strands_lie() -> None:
    assert list_orientations(4) == {"a": (0, 1), "b": (1, 0)}
    assert [*list_orientations(6).items()] == [
        ("a", (0, 1)), ("b", (0, 2)), ("c", (1, 0)), ("d", (1, 2)), ("e", (2, 0)), ("f", (2, 1)),
    ]  # fmt: skip
    grid = bridged("square", (3, 3), "4a")  # its axis 0 goes up and down, and is the upper one
    upper = {pair for pair in grid.pairs if 4 in pair}
    assert upper == {(1, 4), (4, 7)}
    assert {pair for pair in grid.pairs if 9 in pair} == {(3, 9), (5, 9)}


@pytest.mark.parametrize(
    "asked",
    [
        {"size": "9x12", "bridges": 12},
        {"size": "9x12", "bridges": "5%", "ends": "centre"},
        {"shape": "hexagonal", "size": "9x10", "bridges": 5, "ends": "random"},
        {"size": "20x20", "silhouette": "heart", "bridges": 9},
        {"shape": "hexagonal", "size": "20x20", "silhouette": "cat", "bridges": "4%"},
        {"size": "18x20", "stage": "volcano", "bridges": 6},
        {"size": "110x100", "bridges": 300},
    ],
)
def test_codes_make_it_again(asked: dict[str, object]) -> None:
    maze = make_maze(seed="owl", **asked)  # type: ignore[arg-type]
    assert maze.grid.bridges
    for code in (maze.code, maze.descriptive_code):
        again = maze_from_code(code)
        assert (again.digest, again.solution, again.likeness) == (
            maze.digest, maze.solution, maze.likeness,
        )  # fmt: skip
        assert again == maze
        assert again.descriptive_code == maze.descriptive_code
    assert maze.passages == tuple(sorted(maze.passages))
    assert {maze.start, maze.end}.isdisjoint(bridge.cell for bridge in maze.grid.bridges)
    assert maze.facts["bridges"] == len(maze.grid.bridges)


def test_who_goes_under_and_who_over_are_other_mazes() -> None:
    """The same walls with another upper strand."""
    one, other = (
        maze_from_code(add_check(f"1-square-3x3-bridges.4{lie}-walls.488")) for lie in "ab"
    )
    assert one.open_sides == other.open_sides
    assert one != other
    assert one.passages != other.passages


def test_mirrored_and_turned_mazes_are_alike() -> None:
    """All 32 mazes with either bridge on 3x3 are few up to their eight symmetries."""
    kinds = {}
    for lie in "ab":
        grid = bridged("square", (3, 3), f"4{lie}")
        random = Random(lie)
        for _ in range(600):
            passages = draw(grid, random)
            kinds[lie, passages] = compute_likeness("square", grid.frames, passages)
    assert len(kinds) == 2 * 32
    counts = Counter(kinds.values())
    # Each orbit of the eight symmetries has 1, 2, 4 or 8 mazes, and a turn swaps the two lies.
    assert {*counts.values()} <= {2, 4, 8}
    for likeness in counts:
        lies = Counter(lie for (lie, _), told in kinds.items() if told == likeness)
        assert lies["a"] == lies["b"]


def add_check(body: str) -> str:
    from puzzlebook.ground.printed_codes import check_character

    return f"{body}-{check_character(body)}"


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        ("1-square-3x3-bridges.4c-walls.488", "fit no maze"),
        ("1-square-3x3-bridges.1a-walls.488", "fit no maze"),
        ("1-square-5x4-bridges.8a.7a-walls.0000000", "fit no maze"),
        ("1-square-3x3-bridges.4a-walls.zz0", "unused bits|no maze|fit|not those"),
        ("1-polar-5-bridges.3-far-7q4k2m9x0c3t5v8w", "is not a maze code"),
        ("1-square-9x12-bridges.0-far-7q4k2m9x0c3t5v8w", "is not a maze code"),
        ("1-square-9x12-bridges.3-way.heart-7q4k2m9x0c3t5v8w", "is not a maze code"),
        ("1-square-9x12-bridges.99-far-7q4k2m9x0c3t5v8w", "do not fit"),
    ],
)
def test_codes_of_no_maze(body: str, fault: str) -> None:
    with pytest.raises(Refused, match=fault):
        maze_from_code(add_check(body))


def test_only_the_passage_carver_draws_them() -> None:
    with pytest.raises(NotImplementedError):
        _ = bridged("square", (3, 3), "4a").wall_graph


def test_a_plain_grid_has_no_bridges() -> None:
    grid = make_grid("square", (5, 5))
    assert (grid.bridges, grid.fixed_sides, grid.plain, grid.place(7)) == ((), (), grid, 7)


@pytest.mark.parametrize(
    ("asked", "fault"),
    [
        ({"bridges": 94}, "94 bridges, but 20x28 has room for 93"),
        ({"bridges": "40%"}, "40% of its cells is 224 bridges"),
        ({"bridges": "0"}, "is not a number of bridges"),
        ({"bridges": "5 %"}, "is not a number of bridges"),
        ({"bridges": 2, "shape": "triangular"}, "triangular mazes have no bridges"),
        ({"bridges": 2, "way": "heart"}, "a way that draws a picture has none"),
        ({"bridges": 1, "size": "2x9"}, "has room for 0"),
        ({"bridges": 1, "size": "600x600"}, "have at most 250,000"),
    ],
)
def test_bad_input(asked: dict[str, object], fault: str) -> None:
    with pytest.raises(Refused, match=fault):
        make_maze(seed="owl", **asked)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("size", "asked", "given"), [((9, 12), "50%", 14), ((9, 12), "3%", 3), ((2, 9), "3%", 0)]
)
def test_a_share_gives_way_where_a_drawing_decides_how_many_cells_there_are(size, asked, given):
    grid, plain = make_grid("square", size), Design("square", size, "")
    bridged = plain.with_bridges(asked, grid, "bridges", gives_way=True)
    assert bridged.bridges == (str(given) if given else "")
    assert (bridged == plain) == (not given)
    with pytest.raises(Refused, match="has room for 14"):  # a number is what somebody wants
        plain._replace(size=(9, 12)).with_bridges(15, make_grid("square", (9, 12)), "", True)


@pytest.mark.parametrize(
    ("shape", "size", "bridges"), [("square", "9x12", 10), ("hexagonal", "9x9", 6)]
)
def test_the_way_in_words_says_which_bridges_it_crosses_and_which_it_passes_beneath(
    shape, size, bridges
):
    """Followed here in words: what is said after a step is whether it led onto a bridge or
    beneath."""
    maze = make_maze(shape, size, seed="owl", bridges=bridges)
    steps = [name for name, count in maze.describe().way for _ in range(count)]
    grid, path = maze.grid, list(maze.solution)
    upper = {bridge.cell for bridge in grid.bridges}
    said, here = [], 0
    for name in steps:
        if name in ("over", "under"):
            said.append((path[here], name))
        else:
            here += 1
    assert here == len(path) - 1
    expected = [(cell, "over") for cell in path[1:-1] if cell in upper]
    expected += [(cell, "under") for cell in path[1:-1] if grid.place(cell) != cell]
    assert sorted(said) == sorted(expected)
    assert {name for _, name in said} == {"over", "under"}
    for cell, _ in said:  # straight on
        at = path.index(cell)
        (ax, ay), (bx, by), (cx, cy) = (grid.centres[step] for step in path[at - 1 : at + 2])
        assert (round(bx - ax, 6), round(by - ay, 6)) == (round(cx - bx, 6), round(cy - by, 6))
