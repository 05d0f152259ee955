"""Things to count: some on the solution of a maze, others in its dead ends as distractions.

Things never change how a maze is drawn, because their cells come from separate random streams.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from puzzlebook.ground.seeds import draw_below, stream_draws
from puzzlebook.mazes.codes import Design
from puzzlebook.mazes.difficulty import BARE_CELLS, count_thing_cells

_ROOMY = 0.9


class Things(NamedTuple):
    """The cells with things: on the solution, in its order, and in dead ends, ascending."""

    on_way: tuple[int, ...]
    astray: tuple[int, ...]


def place_things(
    design: Design,
    path: Sequence[int],
    neighbours: Sequence[Sequence[int]],
    minimum: int,
    maximum: int,
) -> Things:
    """Choose the cells for things in a maze whose solution has room for at least `minimum` things.

    The number of things on the solution is uniform between `minimum` and `maximum`; `maximum` is
    lowered to the number that fits (stream "collect count"). Every choice of cells is equally
    likely (stream "collect way"). The same number of things, or as many as there are dead ends,
    lies in dead ends off the solution; every choice is equally likely (stream "collect astray").
    """
    maximum = max(minimum, min(maximum, count_thing_cells(len(path))))
    draws = stream_draws(design.key, "collect count", 1, design.edition)
    count = minimum + draw_below(maximum - minimum + 1, draws, 1)
    inner = path[BARE_CELLS:-BARE_CELLS]
    indices = _choose(range(len(inner)), count, design, "collect way")
    return Things(
        tuple(inner[index] for index in indices),
        tuple(_choose(_list_dead_ends(path, neighbours), count, design, "collect astray")),
    )


def choose_finds(
    design: Design,
    path: Sequence[int],
    neighbours: Sequence[Sequence[int]],
    measure_room: Callable[[int], float],
    minimum: int,
    maximum: int,
) -> tuple[int, ...]:
    """Choose roomy dead ends off the solution for things to find; every choice is equally likely
    (stream "find cells").

    The number of things is uniform between `minimum` and `maximum` (stream "find count"), or the
    number of roomy dead ends if that is smaller. measure_room: measures the room in a cell; a dead
    end is roomy if it has at least `_ROOMY` of the room in the middle one, by size.
    """
    draws = stream_draws(design.key, "find count", 1, design.edition)
    count = minimum + draw_below(maximum - minimum + 1, draws, 1)
    rooms = {cell: measure_room(cell) for cell in _list_dead_ends(path, neighbours)}
    by_room = sorted(rooms.values())
    roomy = [cell for cell, room in rooms.items() if room >= _ROOMY * by_room[len(rooms) // 2]]
    return tuple(_choose(roomy, count, design, "find cells"))


def _list_dead_ends(path: Sequence[int], neighbours: Sequence[Sequence[int]]) -> list[int]:
    """List the dead ends off the solution, ascending."""
    on_path = set(path)
    return [cell for cell, row in enumerate(neighbours) if len(row) == 1 and cell not in on_path]


def _choose(items: Sequence[int], count: int, design: Design, purpose: str) -> list[int]:
    """Choose up to `count` of the items, by the first steps of a Fisher–Yates shuffle. Return them
    sorted."""
    draws = stream_draws(design.key, purpose, 1, design.edition)
    shuffled = list(items)
    count = min(count, len(shuffled))
    for index in range(count):
        other = index + draw_below(len(shuffled) - index, draws, 1)
        shuffled[index], shuffled[other] = shuffled[other], shuffled[index]
    return sorted(shuffled[:count])
