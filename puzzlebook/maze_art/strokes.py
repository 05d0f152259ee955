"""Walls as few long strokes: sides that continue each other become one line, drawn without lifting
the pen.

First the ends of walls are paired at each corner, then each stroke is followed from one of its
ends. An end is a number (see `Grid.across`): `end >> 1` is its side, and `end ^ 1` the other end of
that side.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress, pairwise
from typing import TYPE_CHECKING

from puzzlebook.drawing.drawing import Subpath
from puzzlebook.geometry.arcs import Point
from puzzlebook.maze_art.square_strokes import join_square_strokes
from puzzlebook.mazes import Grid, SquareGrid

if TYPE_CHECKING:
    from puzzlebook.geometry.arc_fitting import ArcPath

_NONE = -1


def join_strokes(grid: Grid, walls: Sequence[int]) -> list[Subpath]:
    """Return these sides as subpaths, in ascending order of their first sides. walls: side numbers,
    ascending.

    Where walls meet at a corner, two walls on the same line or circle are drawn as one stroke, and
    the remaining walls are joined in pairs around the corner. A straight stretch has points only at
    its ends.
    """
    grid = grid.plain
    if isinstance(grid, SquareGrid):
        return join_square_strokes(grid, walls)
    next_ends, loose = _join_ends(grid, walls)
    drawn = bytearray(len(grid.sides))
    stroke_from = _follow_bent_stroke if grid.bulges else _follow_straight_stroke
    # An open stroke has two loose ends, and is drawn from the first of them.
    strokes = [stroke_from(grid, end, next_ends, drawn) for end in loose if not drawn[end >> 1]]
    # The remaining walls form closed rings.
    rings = [side for side in walls if not drawn[side]]
    return strokes + [
        stroke_from(grid, 2 * side, next_ends, drawn) for side in rings if not drawn[side]
    ]


def _join_ends(grid: Grid, walls: Sequence[int]) -> tuple[Sequence[int], list[int]]:
    """Return, for each end of a wall, the end of the wall that continues it, or none; then the
    loose ends, which no wall continues, in ascending order."""
    next_ends, corners = grid.across[:], grid.end_corners
    is_wall = bytearray(len(grid.sides))
    for side in walls:
        is_wall[side] = 1
    # Flags for the ends that belong to a wall. The last entry, which `_NONE` indexes, is always 0.
    is_end = bytearray(2 * len(is_wall) + 1)
    is_end[:-1:2] = is_end[1::2] = is_wall
    # Ends with a straight continuation are already joined. Any other end waits at its corner for a
    # partner.
    waiting: dict[int, int] = {}
    for end in [end for end in compress(range(len(is_end)), is_end) if not is_end[next_ends[end]]]:
        next_ends[end] = partner = waiting.pop(corners[end], _NONE)
        if partner == _NONE:
            waiting[corners[end]] = end
        else:
            next_ends[partner] = end
    return next_ends, sorted(waiting.values())


def _follow_straight_stroke(
    grid: Grid, end: int, next_ends: Sequence[int], drawn: bytearray
) -> Subpath:
    """Return the stroke from an end on a grid of straight sides, and mark its sides as drawn."""
    straight, corners, end_corners = grid.straight_continuations, grid.corners, grid.end_corners
    points = [corners[end_corners[end]]]
    while True:
        drawn[end >> 1] = 1
        far = end ^ 1
        end = next_ends[far]
        if end == _NONE or drawn[end >> 1]:
            points.append(corners[end_corners[far]])
            break
        if straight[far] != end:
            points.append(corners[end_corners[end]])
    closed = points[0] == points[-1] and len(points) > 3
    return Subpath(points[:-1] if closed else points, (), closed)


def _follow_bent_stroke(
    grid: Grid, end: int, next_ends: Sequence[int], drawn: bytearray
) -> Subpath:
    """Return the stroke from an end on a grid with arcs, and mark its sides as drawn. Each arc
    begins at a point, even where the stroke goes straight on."""
    straight, bulges, corners, end_corners = (
        grid.straight_continuations,
        grid.bulges,
        grid.corners,
        grid.end_corners,
    )
    ends = []
    while end != _NONE and not drawn[end >> 1]:
        drawn[end >> 1] = 1
        ends.append(end)
        end = next_ends[end ^ 1]
    begins = [end for last, end in pairwise(ends) if straight[last ^ 1] != end or bulges[end >> 1]]
    begins.insert(0, ends[0])
    points = [corners[end_corners[end]] for end in (*begins, ends[-1] ^ 1)]
    # The bulge changes sign if a side is traversed from its second corner to its first.
    bends = [-bulges[end >> 1] if end & 1 else bulges[end >> 1] for end in begins]
    if grid.edge_paths:
        points, bends = _insert_pieces(grid, begins, points, bends)
    closed = points[0] == points[-1] and len(points) > 3
    if any(bends):
        return Subpath(points, bends, closed)
    return Subpath(points[:-1] if closed else points, (), closed)


def _insert_pieces(
    grid: Grid, begins: Sequence[int], points: Sequence[Point], bends: Sequence[float]
) -> tuple[list[Point], list[float]]:
    """Return a stroke's points and bends, with all arcs of the sides that have several."""
    all_points, all_bends = [points[0]], []
    for end, bend, onward in zip(begins, bends, points[1:], strict=True):
        edge_path = grid.edge_paths.get(end >> 1)
        if edge_path is None:
            edge_path = ((onward, bend),)
        elif end & 1:
            edge_path = _reverse_course(edge_path, onward)
        all_points += [point for point, _ in edge_path]
        all_bends += [bulge for _, bulge in edge_path]
    return all_points, all_bends


def _reverse_course(edge_path: ArcPath, start: Point) -> ArcPath:
    """Return an edge path from its end to its start, which the path itself does not contain."""
    ends = [*(point for point, _ in edge_path[-2::-1]), start]
    return tuple((end, -bulge) for end, (_, bulge) in zip(ends, reversed(edge_path), strict=True))
