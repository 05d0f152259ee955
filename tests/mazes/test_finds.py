"""What lies about in dead ends: it neither changes a maze nor shows the way."""

import pytest

from puzzlebook.mazes import Design, draw_maze, make_grid


def maze_of(number):
    design = Design("square", (9, 9), f"{number:016d}"[-16:], "opposite")
    return draw_maze(design, make_grid("square", (9, 9)))


@pytest.mark.parametrize("number", range(12))
def test_finds_lie_in_dead_ends_off_the_way(number):
    maze = maze_of(number)
    finds = maze.choose_finds(2, 4)
    assert 2 <= len(finds) <= 4
    assert len(set(finds)) == len(finds)
    assert not set(finds) & set(maze.solution)
    assert all(len(maze.neighbours[cell]) == 1 for cell in finds)


def test_finds_are_made_again_and_change_no_maze():
    maze = maze_of(7)
    before = maze.digest
    assert maze.choose_finds(2, 4) == maze_of(7).choose_finds(2, 4)
    assert maze_of(7).digest == before


def test_readers_with_fewer_finds_have_some_of_the_others():
    """`check` allows those of the readers with the most."""
    for number in range(20):
        maze = maze_of(number)
        assert set(maze.choose_finds(2, 4)) <= set(maze.choose_finds(4, 6))


def test_finds_lie_where_there_is_room():
    design = Design("polar", (9,), "0" * 15 + "7", "opposite")
    maze = draw_maze(design, make_grid("polar", (9,)))
    path = {*maze.solution}
    rooms = sorted(
        maze.shown.circle(cell).radius
        for cell, row in enumerate(maze.neighbours)
        if len(row) == 1 and cell not in path
    )
    finds = maze.choose_finds(4, 6)
    assert len(finds) >= 4
    assert all(maze.shown.circle(cell).radius >= 0.9 * rooms[len(rooms) // 2] for cell in finds)


def test_finds_vary_in_number_and_place():
    assert {len(maze_of(number).choose_finds(2, 4)) for number in range(60)} == {2, 3, 4}
    assert len({maze_of(number).choose_finds(2, 4) for number in range(30)}) > 20
