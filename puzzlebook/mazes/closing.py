"""Closing wrong turns, so that a maze has fewer of them: for pupils who need support.

Nothing here changes a maze. Its passages and its way stay; closed cells are drawn as areas without
passages. Which wrong turns are closed follows from their lengths alone, wherever they are.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from puzzlebook.mazes.difficulty import GLANCE


def close_wrong_turns(
    neighbours: Sequence[Sequence[int]], solution: Sequence[int], kept: Collection[int] = ()
) -> tuple[tuple[int, ...], ...]:
    """Return the cells of each wrong turn that is closed: the longer half, the longest first.

    A wrong turn is everything beyond a side of the solution. Wrong turns that are seen at a glance
    stay, and so do wrong turns beside cells that are kept. Of equally long ones, the one whose
    first cell has the lower number comes first.
    """
    on_way = set(solution)
    turns = [
        turn
        for cell in solution
        if cell not in kept
        for first in neighbours[cell]
        if first not in on_way
        for turn, depth in (_follow_turn(neighbours, cell, first),)
        if depth > GLANCE
    ]
    turns.sort(key=lambda turn: (-len(turn), turn[0]))
    return tuple(turns[: len(turns) // 2])


def _follow_turn(
    neighbours: Sequence[Sequence[int]], cell: int, first: int
) -> tuple[tuple[int, ...], int]:
    """Return a wrong turn's cells, starting with `first`, and its depth. cell: the cell on the
    solution where it branches off."""
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
    """Return for each inner side whether it is drawn as open (1) or as a wall (0) where wrong turns
    are closed: open within a closed area, and a wall all around it. Areas of the same kind that
    meet are drawn as one.

    closed: as `close_wrong_turns` returns them; their kinds alternate in that order.
    """
    kinds = {cell: kind % 2 for kind, turn in enumerate(closed) for cell in turn}
    return bytes(
        is_open if one not in kinds and other not in kinds else kinds.get(one) == kinds.get(other)
        for (one, other), is_open in zip(pairs, open_sides, strict=True)
    )
