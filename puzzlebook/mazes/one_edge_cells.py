"""One-edge cells: triangles of a cut tiling that are joined to the rest by one side.

All three corners of such a cell lie on the rim. If the rim follows a straight part of a drawing,
the corners would lie in line and leave the cell no area. So a drawn rim has one-edge cells only at
the drawing's own points.
"""

from __future__ import annotations

from collections.abc import Sequence

POINTS = 4
"""The number of points that sample how much of a cell is covered."""


def prune_one_edge_cells(neighbours: Sequence[Sequence[int]], covered: Sequence[int]) -> bytearray:
    """For each cell 1 if it is kept, one-edge cells filled up or dropped.

    covered: for each cell the set of its points that the drawing covers, as bits; the first point
    is the centre. Cells with a covered centre are kept at first. Then every one-edge cell is
    examined, the lowest first. A dropped neighbour that has two kept neighbours is kept too if half
    of both cells together is covered. Otherwise the one-edge cell is dropped.
    """
    is_kept = bytearray(points & 1 for points in covered)
    for cell, points in enumerate(covered):
        if not is_kept[cell] or _count_kept(neighbours[cell], is_kept) != 1:
            continue
        notches = [
            other
            for other in neighbours[cell]
            if not is_kept[other] and _count_kept(neighbours[other], is_kept) > 1
        ]
        if not notches:
            continue
        best = max(notches, key=lambda notch: (covered[notch].bit_count(), -notch))
        if covered[best].bit_count() + points.bit_count() >= POINTS:
            is_kept[best] = 1
        else:
            is_kept[cell] = 0
    return is_kept


def _count_kept(cells: Sequence[int], is_kept: bytearray) -> int:
    return [is_kept[cell] for cell in cells].count(1)
