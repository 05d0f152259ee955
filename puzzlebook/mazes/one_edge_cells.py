"""Teeth: cells of a cut tiling of triangles that hang on by one side.

Such a cell has all three corners on the rim. Where the drawing runs straight these would come to
lie in line, and leave it no room: a rim that is to be the drawing has teeth only at the drawing's
own points.
"""

from __future__ import annotations

from collections.abc import Sequence

POINTS = 4
"""How many points of a cell say how much of it is covered."""


def prune_one_edge_cells(neighbours: Sequence[Sequence[int]], covered: Sequence[int]) -> bytearray:
    """For each cell 1 if a drawing keeps it, teeth filled up or dropped.

    covered: of each cell's points, of which the first is its middle, those that the drawing covers,
    as bits. A cell is in when its middle is. Then each tooth in turn, the lowest first: where a
    cell beside it hangs on by two sides, that one comes in if of both together half is covered;
    else the tooth goes.
    """
    within = bytearray(points & 1 for points in covered)
    for cell, points in enumerate(covered):
        if not within[cell] or _count_kept_neighbours(neighbours, within, cell) != 1:
            continue
        notches = [
            o
            for o in neighbours[cell]
            if not within[o] and _count_kept_neighbours(neighbours, within, o) > 1
        ]
        if not notches:
            continue
        best = max(notches, key=lambda notch: (covered[notch].bit_count(), -notch))
        if covered[best].bit_count() + points.bit_count() >= POINTS:
            within[best] = 1
        else:
            within[cell] = 0
    return within


def _count_kept_neighbours(
    neighbours: Sequence[Sequence[int]], within: bytearray, cell: int
) -> int:
    """How many of a cell's neighbours are kept."""
    return [within[other] for other in neighbours[cell]].count(1)
