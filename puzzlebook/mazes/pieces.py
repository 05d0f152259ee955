"""Connected components of cells. Cells that only touch at a corner are not connected."""

from __future__ import annotations

from collections.abc import Sequence

Numbered = tuple[int, ...]
"""A ring of corners, given by their numbers."""


def find_neighbours(rings: Sequence[Numbered]) -> list[list[int]]:
    """Return for each cell the cells that share a side with it, ascending."""
    corner_count = 1 + max(map(max, rings))
    unpaired: dict[int, int] = {}
    neighbours: list[list[int]] = [[] for _ in rings]
    for cell, ring in enumerate(rings):
        last = ring[-1]
        for corner in ring:
            # Both cells compute the same int for their side. `unpaired` maps a side to the first
            # cell that has it, until the second cell is found.
            side = last * corner_count + corner if last < corner else corner * corner_count + last
            other = unpaired.pop(side, None)
            if other is None:
                unpaired[side] = cell
            else:
                neighbours[cell].append(other)
                neighbours[other].append(cell)
            last = corner
    for row in neighbours:
        row.sort()
    return neighbours


def find_parts(neighbours: Sequence[Sequence[int]], is_kept: bytearray) -> list[list[int]]:
    """Return the components of the kept cells, each sorted, in the order of their lowest-numbered
    cells."""
    unvisited = bytearray(is_kept)
    parts = []
    for first in range(len(unvisited)):
        if not unvisited[first]:
            continue
        unvisited[first] = 0
        part = [first]
        for cell in part:  # grows as we go
            for other in neighbours[cell]:
                if unvisited[other]:
                    unvisited[other] = 0
                    part.append(other)
        parts.append(sorted(part))
    return parts


def find_bridges(neighbours: Sequence[Sequence[int]], parts: Sequence[Sequence[int]]) -> set[int]:
    """Return the cells of the shortest bridges (here, chains of cells, not crossings) that join all
    parts. Bridges are added as in Kruskal's algorithm.

    All parts grow by one layer of cells at a time until they meet; a shortest bridge lies where two
    parts meet. In a tie, the bridge whose parts meet at the lowest-numbered cells wins. Each bridge
    runs through the lowest-numbered cells possible.
    """
    if len(parts) == 1:
        return set()
    part_of = {cell: number for number, part in enumerate(parts) for cell in part}
    previous = {cell: cell for cell in part_of}
    distances = dict.fromkeys(part_of, 0)
    layer = sorted(part_of)
    while layer:
        reached = []
        for cell in layer:
            for other in neighbours[cell]:
                if other not in part_of:
                    part_of[other], previous[other], distances[other] = (
                        part_of[cell],
                        cell,
                        distances[cell] + 1,
                    )
                    reached.append(other)
        layer = sorted(reached)
    meetings = sorted(
        (distances[a] + distances[b], a, b)
        for a in part_of
        for b in neighbours[a]
        if a < b and part_of[a] != part_of[b]
    )
    leader = list(range(len(parts)))
    bridges: set[int] = set()
    for _, *meeting in meetings:
        a, b = (_find_leader(leader, part_of[cell]) for cell in meeting)
        if a != b:
            leader[max(a, b)] = min(a, b)
            for cell in meeting:
                while distances[cell]:
                    bridges.add(cell)
                    cell = previous[cell]
    return bridges


def _find_leader(leader: list[int], part: int) -> int:
    """Return the lowest part that is joined to this part."""
    while leader[part] != part:
        part = leader[part]
    return part
