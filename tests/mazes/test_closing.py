"""Wrong turns that are closed: which they are, found a second time, and what stays open."""

from __future__ import annotations

from math import dist

import pytest

from puzzlebook import make_maze
from puzzlebook.maze_art.closed_turns import _draw_pictures
from puzzlebook.verbs.shown_maze import ShownMaze

MAZES = [
    {"shape": shape, "size": size, "seed": seed}
    for shape, size in (
        ("square", "9x12"),
        ("square", "20x28"),
        ("hexagonal", "9x10"),
        ("polar", "8"),
        ("triangular", "14x10"),
    )
    for seed in ("owl", "7")
]


def branches_of(maze: ShownMaze) -> list[tuple[int, list[int], int]]:
    """All that lies off the way: the cell it leaves it at, its cells, its first cell."""
    joined, found = maze.neighbours, []
    way = set(maze.solution)
    for cell in way:
        for first in joined[cell]:
            if first in way:
                continue
            cells, seen = [first], {cell, first}
            for here in cells:
                new = [other for other in joined[here] if other not in seen]
                seen.update(new)
                cells += new
            found.append((cell, cells, first))
    return found


def depth_of(maze: ShownMaze, first: int, cells: list[int]) -> int:
    joined, inside, depths = maze.neighbours, set(cells), {first: 1}
    line = [first]
    for here in line:
        for other in joined[here]:
            if other in inside and other not in depths:
                depths[other] = depths[here] + 1
                line.append(other)
    return max(depths.values())


@pytest.mark.parametrize("given", MAZES, ids=str)
def test_the_longer_half_is_closed_and_all_else_stays(given: dict[str, str]) -> None:
    maze = make_maze(**given)  # type: ignore[arg-type]
    closed = maze.close_wrong_turns()
    deep = [
        (-len(cells), first, set(cells))
        for _, cells, first in branches_of(maze)
        if depth_of(maze, first, cells) > 2
    ]
    longer = [cells for *_, cells in sorted(deep, key=lambda row: row[:2])][: len(deep) // 2]
    assert longer
    assert [set(turn) for turn in closed.closed] == longer
    assert closed.passages == maze.passages
    assert closed.solution == maze.solution
    gone = set().union(*longer)
    walls = set(closed.shown_walls)
    open_now = {pair for side, pair in enumerate(maze.grid.pairs) if side not in walls}
    # Between cells that are not closed, the passages of the maze and no others.
    assert {pair for pair in open_now if not gone & set(pair)} == {
        pair for pair in maze.passages if not gone & set(pair)
    }
    # No passage leads from an open cell into a closed one.
    assert not [pair for pair in open_now if len(gone & set(pair)) == 1]


@pytest.mark.parametrize("shape", ["square", "triangular"])
def test_a_picture_fills_no_more_than_its_cell(shape: str) -> None:
    maze = make_maze(shape, "9x12", seed="owl").close_wrong_turns()
    cells = [cell for turn in maze.closed for cell in turn]
    layers = list(_draw_pictures(maze))
    assert layers
    for subpath in (subpath for layer in layers for subpath in layer.subpaths):
        points = [point[-2:] for point in subpath.points]
        (x, y), radius = min(
            (maze.shown.circle(cell) for cell in cells),
            key=lambda circle: dist(circle[0], points[0]),
        )
        reach = max(dist((x, y), point) for point in points)
        assert reach <= radius


def test_forks_that_ask_stay_open() -> None:
    maze = make_maze(size="14x18", seed="owl", questions="times 7", ends="apart")
    assert maze.asked is not None
    forks = maze.place_questions(maze.asked) or ()
    closed = maze.close_wrong_turns(maze.asked)
    gone = {cell for turn in closed.closed for cell in turn}
    way = [fork for fork in forks if fork.on_way]
    assert gone
    assert not gone & {cell for fork in way for cell, _ in fork.answers}
    left = closed.place_questions(maze.asked) or ()
    assert [fork for fork in left if fork.on_way] == way
    assert left == tuple(fork for fork in forks if fork.cell not in gone)
    assert gone != {cell for turn in maze.close_wrong_turns().closed for cell in turn}
