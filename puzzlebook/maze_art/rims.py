"""The rim of a maze that follows a drawing: heavier than its walls, so that the picture is seen at
arm's length.

All that is heavier lies outside. Beneath the walls is a wide line along the rim, and over the inner
half of that the paper of the cells: so no passage is narrower, and where the void is narrow it is
black. Before a door the wide line ends early, so that its round end is not in it, even where the
rim turns there.
"""

from __future__ import annotations

from collections.abc import Sequence

from puzzlebook.drawing.drawing import Subpath
from puzzlebook.maze_art.character import Piece, piece_length, point_along, split_stroke
from puzzlebook.maze_art.extent import RIM
from puzzlebook.maze_art.strokes import join_strokes
from puzzlebook.mazes.grid import Grid

_BEFORE_DOOR = 0.9 * RIM
# In weights of the wall: what the wide line is heavier, half of it outside. With more, walls look
# hair-thin beside it.
_HEAVIER = 1.4


def trace_rim(grid: Grid, doors: Sequence[int | None]) -> list[Subpath]:
    """The wide line along the rim of a grid, without these of its sides. None of it is closed:
    where both ends meet they are as round as a corner, which some renderers forget where a line
    closes."""
    lines = join_strokes(
        grid, [side for side in range(len(grid.pairs), len(grid.sides)) if side not in doors]
    )
    courses = (
        list(split_stroke(line)) if line.closed else _shorten(list(split_stroke(line)))
        for line in lines
    )
    return [_join_pieces(course) for course in courses if course]


def rim_weight(wall: float, scale: float) -> float:
    """How heavy the wide line is (points), at this scale and with walls of this weight."""
    return wall + _HEAVIER * min(wall, RIM * scale)


def _join_pieces(pieces: Sequence[Piece]) -> Subpath:
    bends = [bulge for *_, bulge in pieces]
    return Subpath(
        [pieces[0][0], *(onward for _, onward, _ in pieces)], bends if any(bends) else ()
    )


def _shorten(pieces: Sequence[Piece]) -> list[Piece]:
    """A line without its ends; nothing, where it is hardly more than these."""
    for _ in range(2):
        pieces = [
            (onward, here, -bulge) for here, onward, bulge in reversed(_trim_beginning(pieces))
        ]
    return list(pieces)


def _trim_beginning(pieces: Sequence[Piece]) -> list[Piece]:
    left = _BEFORE_DOOR
    for place, (here, onward, bulge) in enumerate(pieces):
        long = piece_length(here, onward, bulge)
        if long > left:
            # Of so flat an arc as a rim's a part has that part of the bulge.
            share = left / long
            return [
                (point_along(here, onward, bulge, share), onward, bulge * (1 - share)),
                *pieces[place + 1 :],
            ]
        left -= long
    return []
