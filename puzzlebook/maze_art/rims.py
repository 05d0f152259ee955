"""The rim of a maze that follows a drawing: heavier than the walls, so that the shape is visible at
arm's length.

All extra weight is outside: a wide line runs along the rim beneath the walls, and the cells' paper
covers its inner half. So no passage is narrower, but narrow gaps outside become black. The wide
line ends short of each door, so that its round cap stays out of the opening even where the rim
turns.
"""

from __future__ import annotations

from collections.abc import Sequence

from puzzlebook.drawing.drawing import Subpath
from puzzlebook.maze_art.character import Piece, piece_length, point_along, split_stroke
from puzzlebook.maze_art.extent import RIM
from puzzlebook.maze_art.strokes import join_strokes
from puzzlebook.mazes import Grid

# In cell widths: the distance from the end of the wide line to a door.
_DOOR_GAP = 0.9 * RIM
# The extra weight of the wide line, as a multiple of the wall's weight; half of it is outside.
# Beside a heavier line, walls would look hair-thin.
_EXTRA_WEIGHT = 1.4


def trace_rim(grid: Grid, doors: Sequence[int | None]) -> list[Subpath]:
    """Return the wide line along the rim of a grid, without its doors. No subpath is closed: round
    caps where both ends meet look like a corner, which some renderers omit where a line closes."""
    return [_join_pieces(edge_path) for edge_path in cut_rim(grid, doors, _DOOR_GAP)]


def cut_rim(grid: Grid, doors: Sequence[int | None], gap: float) -> list[list[Piece]]:
    """Return the rim of a grid as lines that end `gap` cell widths before each door."""
    lines = join_strokes(
        grid, [side for side in range(len(grid.pairs), len(grid.sides)) if side not in doors]
    )
    edge_paths = (
        list(split_stroke(line)) if line.closed else _shorten(list(split_stroke(line)), gap)
        for line in lines
    )
    return [edge_path for edge_path in edge_paths if edge_path]


def rim_weight(wall: float, scale: float) -> float:
    """Return the weight of the wide line (points). wall: in points. scale: in points per cell."""
    return wall + _EXTRA_WEIGHT * min(wall, RIM * scale)


def _join_pieces(pieces: Sequence[Piece]) -> Subpath:
    bends = [bulge for *_, bulge in pieces]
    return Subpath(
        [pieces[0][0], *(onward for _, onward, _ in pieces)], bends if any(bends) else ()
    )


def _shorten(pieces: Sequence[Piece], length: float) -> list[Piece]:
    """Return lines and arcs, shortened by this length at both ends; empty if they are too short."""
    for _ in range(2):
        pieces = [
            (onward, here, -bulge)
            for here, onward, bulge in reversed(_trim_beginning(pieces, length))
        ]
    return list(pieces)


def _trim_beginning(pieces: Sequence[Piece], remaining: float) -> list[Piece]:
    for index, (here, onward, bulge) in enumerate(pieces):
        length = piece_length(here, onward, bulge)
        if length > remaining:
            # On arcs as flat as those of rims, the bulge of a part is proportional to its length.
            share = remaining / length
            return [
                (point_along(here, onward, bulge, share), onward, bulge * (1 - share)),
                *pieces[index + 1 :],
            ]
        remaining -= length
    return []
