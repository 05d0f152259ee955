"""The size of a maze's picture, and the scale at which it fits a box."""

from __future__ import annotations

from typing import NamedTuple

from puzzlebook.maze_art.character import CHARACTERS, PLAIN

WALL_SHARE = 1 / 18
"""The least weight of a wall, as a share of a cell: thinner walls look weak in wide cells."""
RIM = WALL_SHARE
"""The extra weight of a drawn rim, as a share of a cell; at most the weight of a wall."""

_ROUNDING = 1e-6


class Extent(NamedTuple):
    """The size of a maze's picture without its margin, in cell widths. margin: the space that
    arrows at its doors need on each side."""

    width: float
    height: float
    margin: float


def scale_to_fit(extent: Extent, wall: float, width: float, height: float) -> float:
    """Return the largest scale, in points per cell, at which a picture fits a box. wall: the width
    left free on each side. Wall and box are in points."""
    total_width, total_height = extent.width + 2 * extent.margin, extent.height + 2 * extent.margin
    return min((width - 2 * wall) / total_width, (height - 2 * wall) / total_height)


def scale_and_wall(
    extent: Extent,
    wall: float,
    width: float,
    height: float,
    character: str = PLAIN,
    *guarantees: tuple[float, float],
) -> tuple[float, float]:
    """Return the largest scale (points per cell) at which a maze fits a box, and the weight of its
    walls (points).

    wall: the usual weight for the readers, which increases in wide cells, see `WALL_SHARE`. Walls
    with a character are heavier still, as far as the guaranteed passages allow. guarantees: for
    each guarantee, the clear width of passages (points) and of the narrowest cell that it covers
    (cell widths).
    """
    wall = max(wall, WALL_SHARE * scale_to_fit(extent, wall, width, height))
    if character != PLAIN:
        desired = CHARACTERS[character].heaviest * scale_to_fit(extent, wall, width, height)
        heaviest = (_find_heaviest_wall(extent, width, height, *passage) for passage in guarantees)
        wall = max(wall, min((desired, *heaviest)))
    return scale_to_fit(extent, wall, width, height), wall


def wall_at_scale(
    scale: float, wall: float, character: str, guarantee: tuple[float, float]
) -> float:
    """Return the weight of walls (points) at a given scale (points per cell). wall, character,
    guarantee: as in `scale_and_wall`."""
    wall = max(wall, WALL_SHARE * scale)
    if character != PLAIN:
        passage, cell = guarantee
        desired = CHARACTERS[character].heaviest * scale
        wall = max(wall, min(desired, cell * scale - passage - _ROUNDING))
    return wall


def _find_heaviest_wall(
    extent: Extent, width: float, height: float, passage: float, cell: float
) -> float:
    """Return the wall weight that leaves exactly this clear passage in the narrowest cell of a maze
    that fills a box."""
    total_width, total_height = extent.width + 2 * extent.margin, extent.height + 2 * extent.margin
    axes = (width, total_width), (height, total_height)
    return (
        min((cell * room / cells - passage) / (1 + 2 * cell / cells) for room, cells in axes)
        - _ROUNDING
    )
