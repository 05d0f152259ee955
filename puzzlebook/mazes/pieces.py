"""The pieces in which cells hang together, by shared sides: those that only touch at a corner do
not."""

from __future__ import annotations

from collections.abc import Sequence

Numbered = tuple[int, ...]
"""A ring by the numbers of its corners."""


def find_neighbours(rings: Sequence[Numbered]) -> list[list[int]]:
    """For each cell those that share a side with it, in ascending order."""
    many = 1 + max(map(max, rings))
    alone: dict[int, int] = {}
    neighbours: list[list[int]] = [[] for _ in rings]
    for cell, ring in enumerate(rings):
        last = ring[-1]
        for corner in ring:
            # Both cells name their side alike, in one int. It waits in `alone` for the second.
            side = last * many + corner if last < corner else corner * many + last
            other = alone.pop(side, None)
            if other is None:
                alone[side] = cell
            else:
                neighbours[cell].append(other)
                neighbours[other].append(cell)
            last = corner
    for row in neighbours:
        row.sort()
    return neighbours


def find_parts(neighbours: Sequence[Sequence[int]], within: bytearray) -> list[list[int]]:
    """The pieces in which the cells within hang together, by their lowest cell; each sorted."""
    waiting = bytearray(within)
    parts = []
    for first in range(len(waiting)):
        if not waiting[first]:
            continue
        waiting[first] = 0
        part = [first]
        for cell in part:  # grows as we go
            for other in neighbours[cell]:
                if waiting[other]:
                    waiting[other] = 0
                    part.append(other)
        parts.append(sorted(part))
    return parts


def find_bridges(neighbours: Sequence[Sequence[int]], parts: Sequence[Sequence[int]]) -> set[int]:
    """The cells that join all parts: the shortest bridges, the shortest first, as in Kruskal's
    algorithm.

    Every part grows, ring by ring and all at the same pace, until it meets the others: a shortest
    bridge lies where two meet. Ties: the bridge that meets at the lowest cells, over the lowest
    cells.
    """
    if len(parts) == 1:
        return set()
    home = {cell: number for number, part in enumerate(parts) for cell in part}
    back = {cell: cell for cell in home}
    far = dict.fromkeys(home, 0)
    growing = sorted(home)
    while growing:
        reached = []
        for cell in growing:
            for other in neighbours[cell]:
                if other not in home:
                    home[other], back[other], far[other] = home[cell], cell, far[cell] + 1
                    reached.append(other)
        growing = sorted(reached)
    meetings = sorted(
        (far[a] + far[b], a, b) for a in home for b in neighbours[a] if a < b and home[a] != home[b]
    )
    leader = list(range(len(parts)))
    bridges: set[int] = set()
    for _, *meeting in meetings:
        a, b = (_find_leader(leader, home[cell]) for cell in meeting)
        if a != b:
            leader[max(a, b)] = min(a, b)
            for cell in meeting:
                while far[cell]:
                    bridges.add(cell)
                    cell = back[cell]
    return bridges


def _find_leader(leader: list[int], part: int) -> int:
    """The lowest of the parts that this one is joined to."""
    while leader[part] != part:
        part = leader[part]
    return part
