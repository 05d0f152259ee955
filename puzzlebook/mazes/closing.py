"""Closing wrong turns to make a maze easier, for pupils who need support.

Nothing here changes the passages or the solution of a maze. The closed cells are drawn as solid
areas without passages. Which wrong turns are closed depends on their lengths alone, not on their
positions.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from puzzlebook.mazes.difficulty import GLANCE


def close_wrong_turns(
    neighbours: Sequence[Sequence[int]], solution: Sequence[int], kept: Collection[int] = ()
) -> tuple[tuple[int, ...], ...]:
    """Return the cells of each wrong turn to close: the longer half of the wrong turns, longest
    first.

    A wrong turn consists of all cells beyond a side branch of the solution. Wrong turns of at most
    `GLANCE` cells stay open, and so do wrong turns at cells in `kept`. Wrong turns of equal length
    are ordered by their first cells.
    """
    on_solution = set(solution)
    turns = [
        turn
        for cell in solution
        if cell not in kept
        for first in neighbours[cell]
        if first not in on_solution
        for turn, depth in (_follow_turn(neighbours, cell, first),)
        if depth > GLANCE
    ]
    turns.sort(key=lambda turn: (-len(turn), turn[0]))
    return tuple(turns[: len(turns) // 2])


def _follow_turn(
    neighbours: Sequence[Sequence[int]], cell: int, first: int
) -> tuple[tuple[int, ...], int]:
    """Return the cells of a wrong turn, beginning with `first`, and its depth in cells. cell: the
    cell of the solution where the wrong turn branches off."""
    turn, depth, level = [first], 1, [(first, cell)]
    while level := [
        (onward, here) for here, before in level for onward in neighbours[here] if onward != before
    ]:
        turn += [onward for onward, _ in level]
        depth += 1
    return tuple(turn), depth


def draw_closed_sides(
    pairs: Sequence[tuple[int, int]], open_sides: bytes, closed: Sequence[Sequence[int]]
) -> bytes:
    """Return for each inner side 1 if it is drawn open or 0 if it is drawn as a wall.

    Inside a closed area all sides are open, and all sides around it are walls. closed: the result
    of `close_wrong_turns`. Closed areas are alternately of two kinds, in that order; adjacent areas
    of the same kind are drawn as one.
    """
    kinds = {cell: kind % 2 for kind, turn in enumerate(closed) for cell in turn}
    return bytes(
        is_open if one not in kinds and other not in kinds else kinds.get(one) == kinds.get(other)
        for (one, other), is_open in zip(pairs, open_sides, strict=True)
    )
