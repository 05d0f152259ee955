"""A large board of squares, made by formulas, is in every number the grid that is found from its
rings, and its walls are the same strokes."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from random import Random

import pytest

from puzzlebook.ground.seeds import derive_maze_key
from puzzlebook.maze_art.strokes import join_strokes
from puzzlebook.mazes import grids
from puzzlebook.mazes.codes import Design
from puzzlebook.mazes.generator import draw_maze
from puzzlebook.mazes.grid import Grid, derive
from puzzlebook.mazes.square_grid import SquareGrid, make_square_grid
from puzzlebook.mazes.tilings import square

RELATIONS = ("corners", "ring_start", "ring_corners", "pairs", "sides", "rim_cells", "bulges", "own_centres", "centres",
             "end_corners", "across", "rim", "rim_walks", "rim_loops", "rim_components")  # fmt: skip


@pytest.mark.parametrize("size", [*product(range(2, 6), repeat=2), (2, 9), (7, 3), (12, 9)])
def test_a_board_by_formulas_is_the_one_of_its_rings(size: tuple[int, int]) -> None:
    formed, derived = make_square_grid(*size), derive(square(*size))
    for relation in RELATIONS:
        assert list(getattr(formed, relation)) == list(getattr(derived, relation)), relation
    assert formed.cells == derived.cells
    assert str((formed.width, formed.height, formed.origin)) == str(
        (derived.width, derived.height, derived.origin)
    )
    assert {type(number) for corner in formed.corners for number in corner} == {int}, (
        "as files write them"
    )
    assert formed.pairs[1:3] == derived.pairs[1:3]
    assert list(formed.corners[1:3]) == derived.corners[1:3]
    assert formed.wall_graph._replace(to=[], side=[]) == derived.wall_graph._replace(to=[], side=[])
    assert list(formed.wall_graph.to) == list(derived.wall_graph.to)
    assert list(formed.wall_graph.side) == list(derived.wall_graph.side)


@pytest.mark.parametrize("size", [(2, 2), (2, 5), (6, 2), (3, 3), (5, 4), (9, 7)])
def test_its_walls_are_the_same_strokes(size: tuple[int, int]) -> None:
    formed, derived = make_square_grid(*size), derive(square(*size))
    chance = Random(f"strokes {size}")
    seen = set()
    for walls in (walls for _ in range(25) for walls in wall_sets(derived, chance)):
        drawn = join_strokes(formed, walls)
        assert str(drawn) == str(join_strokes(derived, walls)), walls
        seen |= {stroke.closed for stroke in drawn}
    assert seen == {True, False}, "strokes with ends, and rings"


def wall_sets(grid: Grid, chance: Random) -> Sequence[list[int]]:
    """Sides of all kinds: at random; of a maze with its rim, or with doors in it; around some of
    the cells."""
    every, inner = range(len(grid.sides)), len(grid.pairs)
    some = [side for side in every if chance.random() < 0.5]
    key = derive_maze_key("owl", 1, "", chance.randrange(10**6))
    size = int(grid.width), int(grid.height)
    open_sides = draw_maze(Design("square", size, key, ends="far"), grid).open_sides
    maze = [side for side in every if side >= inner or not open_sides[side]]
    doors = chance.sample(every[inner:], 2)
    inside = {cell for cell in range(grid.cells) if chance.random() < 0.5}
    around = [side for side, (a, b) in enumerate(grid.pairs) if (a in inside) != (b in inside)]
    around += [side for side, cell in enumerate(grid.rim_cells, inner) if cell in inside]
    return (
        some,
        maze,
        [side for side in maze if side not in doors],
        around,
        [*every],
        [*every[inner:]],
    )


@pytest.mark.parametrize("method", ["walls", "passages"])
@pytest.mark.parametrize("ends", ["far", "apart", "opposite", "corners", "centre", "random"])
def test_its_mazes_are_the_same(method: str, ends: str) -> None:
    size = (14, 11)
    design = Design("square", size, derive_maze_key("owl", 1, "", 1), ends, method)
    formed, derived = (
        draw_maze(design, grid) for grid in (make_square_grid(*size), derive(square(*size)))
    )
    assert (formed.digest, formed.solution) == (derived.digest, derived.solution)


def test_large_boards_are_made_by_formulas_and_narrow_ones_too_where_they_can_be() -> None:
    assert isinstance(grids.make_grid("square", (100, 100)), SquareGrid)
    assert not isinstance(grids.make_grid("square", (99, 101)), SquareGrid)
    assert isinstance(grids.make_grid("square", (2, 6000)), SquareGrid)
    assert not isinstance(grids.make_grid("square", (1, 10_000)), SquareGrid)
