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

    A wrong turn is all that lies behind a side of the solution. Those that are seen at a glance
    stay, and so do those beside cells that are kept. Of equally long ones that comes first whose
    first cell has the lower number.
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
    """Return the cells of a wrong turn, its first one first, and its depth. cell: of the
    solution."""
    turn, depth, level = [first], 1, [(first, cell)]
    while level := [
        (onward, here) for here, before in level for onward in neighbours[here] if onward != before
    ]:
        turn += [onward for onward, _ in level]
        depth += 1
    return tuple(turn), depth


def list_shown_walls(
    pairs: Sequence[tuple[int, int]], walls: Sequence[int], closed: Sequence[Sequence[int]]
) -> list[int]:
    """Return the inner sides that are drawn as walls where wrong turns are closed: none within a
    closed area, and all around it. Areas of the same kind that meet are one.

    closed: as `close_wrong_turns` returns them; their kinds alternate in that order.
    """
    kinds = {cell: kind % 2 for kind, turn in enumerate(closed) for cell in turn}
    standing = set(walls)
    return [
        side
        for side, (one, other) in enumerate(pairs)
        if (
            kinds.get(one) != kinds.get(other)
            if one in kinds or other in kinds
            else side in standing
        )
    ]
