"""Things to be counted: so many on the way through a maze, and others in its dead ends, that lead a
reader astray.

No maze is drawn otherwise for them: what lies where is drawn by lot from streams of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from puzzlebook.mazes import seeds
from puzzlebook.mazes.maze import Maze
from puzzlebook.mazes.wilson import draw_below


class Things(NamedTuple):
    """The cells where things lie: on the way, in its order; and in dead ends, in ascending
    order."""

    on_way: tuple[int, ...]
    astray: tuple[int, ...]


AT_ENDS = 2
"""So many cells of the way at its start, and at its end, have nothing."""


def capacity(way: int) -> int:
    """How many things find room on a way of so many cells: one a cell."""
    return max(0, way - 2 * AT_ENDS)


def place_things(maze: Maze, least: int, most: int) -> Things:
    """The things in a maze whose way has room for the least of them.

    How many lie on the way is a uniform draw from least to most, or to as many as find room (stream
    purpose "collect count"), and where, every choice of so many of its cells equally likely
    ("collect way"). As many lie in dead ends off the way, every choice of them equally likely
    ("collect astray"), or in all of these where there are fewer.
    """
    most = max(least, min(most, capacity(len(maze.solution))))
    count = least + draw_below(
        most - least + 1,
        seeds.stream_draws(maze.design.key, "collect count", 1, maze.design.edition),
        1,
    )
    inner = maze.solution[AT_ENDS:-AT_ENDS]
    on_way = _choose(range(len(inner)), count, maze, "collect way")
    way = set(maze.solution)
    ends = [cell for cell, row in enumerate(maze.neighbours) if len(row) == 1 and cell not in way]
    return Things(
        tuple(inner[place] for place in on_way), tuple(_choose(ends, count, maze, "collect astray"))
    )


def _choose(cells: Sequence[int], count: int, maze: Maze, purpose: str) -> list[int]:
    """So many of the cells, in their order: by Fisher and Yates, of which the first steps are
    enough."""
    draws = seeds.stream_draws(maze.design.key, purpose, 1, maze.design.edition)
    left = list(cells)
    many = min(count, len(left))
    for place in range(many):
        other = place + draw_below(len(left) - place, draws, 1)
        left[place], left[other] = left[other], left[place]
    return sorted(left[:many])
