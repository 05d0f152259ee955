"""How large a maze's picture is, and the scale at which it fits a box."""

from __future__ import annotations

from typing import NamedTuple

from puzzlebook.maze_art.character import CHARACTERS, PLAIN

WALL_SHARE = 1 / 18
"""Where cells are wide, a wall's weight follows the cell, or it would look thin."""
RIM = WALL_SHARE
"""The rim of a maze that was cut out of a picture is as much heavier than a wall, but at most twice
as heavy."""

_ROUNDING = 1e-6


class Extent(NamedTuple):
    """How far a maze's picture reaches, in cell widths; margin is what the arrows at its doors need
    at every side."""

    width: float
    height: float
    margin: float


def scale_to_fit(extent: Extent, wall: float, width: float, height: float) -> float:
    """The largest scale (points a cell) at which a picture, with a wall's width (points) left free
    at every side, fits a box of this width and height (points)."""
    across, down = extent.width + 2 * extent.margin, extent.height + 2 * extent.margin
    return min((width - 2 * wall) / across, (height - 2 * wall) / down)


def scale_and_wall(
    extent: Extent,
    wall: float,
    width: float,
    height: float,
    character: str = PLAIN,
    kept: tuple[float, float] = (0, 1),
) -> tuple[float, float]:
    """The largest scale at which a maze fits a box, and the weight of its walls there (points).

    wall: that of the readers. Where cells are wide it would look thin: it is never below a share of
    the cell. Walls of a character are heavier, as far as the passages that are kept allow: their
    clear width (points), and the width of the narrowest cell.
    """
    wall = max(wall, WALL_SHARE * scale_to_fit(extent, wall, width, height))
    if character != PLAIN:
        wanted = CHARACTERS[character].heaviest * scale_to_fit(extent, wall, width, height)
        wall = max(wall, min(wanted, _find_heaviest_wall(extent, width, height, *kept)))
    return scale_to_fit(extent, wall, width, height), wall


def _find_heaviest_wall(
    extent: Extent, width: float, height: float, passage: float, cell: float
) -> float:
    """The weight of walls that leave passages of just this clear width in the narrowest cell of a
    maze that fills a box."""
    across, down = extent.width + 2 * extent.margin, extent.height + 2 * extent.margin
    sides = (width, across), (height, down)
    return (
        min((cell * room / cells - passage) / (1 + 2 * cell / cells) for room, cells in sides)
        - _ROUNDING
    )
