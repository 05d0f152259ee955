"""Cuts of tilings for tests, and their topology found a second time: from the rings alone, without
`grid`."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import partial
from random import Random

from puzzlebook.mazes.tilings import SHAPES, Size, Tiling

OUTSIDE = -1


def tiling_of(shape: str, size: Size) -> Tiling:
    return SHAPES[shape].tile(*size)


def cut(tiling: Tiling, cells: Iterable[int]) -> Tiling:
    """The tiling with only these cells, in its own order."""
    return tiling._replace(rings=[tiling.rings[cell] for cell in sorted(cells)])


def cells_of_sides(tiling: Tiling) -> dict[frozenset, list[int]]:
    """For each side (its two corners) the cells that have it."""
    found: dict[frozenset, list[int]] = {}
    for cell, ring in enumerate(tiling.rings):
        for corner, onward in zip(ring, (*ring[1:], ring[0]), strict=True):
            found.setdefault(frozenset((corner, onward)), []).append(cell)
    return found


def joined(tiling: Tiling) -> list[tuple[int, int]]:
    """The pairs of cells that share a side, once for each side."""
    return sorted(
        (cells[0], cells[1]) for cells in cells_of_sides(tiling).values() if len(cells) == 2
    )


def components(nodes: Iterable, edges: Iterable[tuple]) -> list[set]:
    """The connected components of a graph, the largest first."""
    home = {node: {node} for node in nodes}
    for a, b in edges:
        if a in home and b in home and home[a] is not home[b]:
            small, large = sorted((home[a], home[b]), key=len)
            large |= small
            home.update(dict.fromkeys(small, large))
    return sorted(
        {id(part): part for part in home.values()}.values(),
        key=lambda part: (-len(part), min(part)),
    )


def voids(tiling: Tiling, kept: Collection[int]) -> list[set[int]]:
    """What a cut leaves empty, in pieces that hang together across sides; the outside is the cell
    `OUTSIDE`."""
    empty = {OUTSIDE, *range(len(tiling.rings))}.difference(kept)
    sides = [(*cells, OUTSIDE)[:2] for cells in cells_of_sides(tiling).values()]
    return components(empty, sides)


def fans(tiling: Tiling, kept: Collection[int]) -> int:
    """The most groups of cells that meet at one corner and are not joined around it; 1 where
    nothing is pinched."""
    around: dict[tuple, set[int]] = {}
    for cell in kept:
        for corner in tiling.rings[cell]:
            around.setdefault(corner, set()).add(cell)
    across: dict[tuple, list] = {}
    for side, cells in cells_of_sides(tiling).items():
        for corner in side:
            across.setdefault(corner, []).append((*cells, OUTSIDE)[:2])
    return max(len(components(cells, across[corner])) for corner, cells in around.items())


def random_cut(tiling: Tiling, draw: Random) -> list[int]:
    """Cells that hang together: the largest piece of what is left when some are struck out."""
    share = draw.choice((0.0, 0.1, 0.25, 0.4))
    left = [cell for cell in range(len(tiling.rings)) if draw.random() >= share] or [0]
    return sorted(components(left, joined(tiling))[0])


def bits(draw: Random, k: int) -> Iterator[int]:
    """Endless draws of k bits."""
    return iter(partial(draw.getrandbits, k), None)
