"""Walls as few long strokes: sides that continue each other become one line, drawn without lifting the pen."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from puzzlebook.mazes.grid import Grid
from puzzlebook.pictures.drawing import Subpath

# An end of a side, in one int: the side's number doubled, plus 0 at its first corner and 1 at its second.
End = int


def strokes(grid: Grid, walls: Iterable[int]) -> list[Subpath]:
    """The sides with these numbers as subpaths, in ascending order of the side at which each begins.

    At a corner a side goes on into the one that lies on the same line or circle; the sides that are left over there go
    on into each other, two by two. On a straight line only its ends are kept.
    """
    sides = grid.sides
    meeting: dict[int, list[End]] = {}
    for side in walls:
        a, b = sides[side]
        meeting.setdefault(a, []).append(2 * side)
        meeting.setdefault(b, []).append(2 * side + 1)
    onward = _joined(meeting, grid.lines)
    ends = sorted(end for here in meeting.values() for end in here)
    loose = [end for end in ends if end not in onward]
    drawn: set[int] = set()
    # Loose ends first: what is left after them are closed rings.
    return [_stroke(grid, end, onward, drawn) for end in (*loose, *ends) if end >> 1 not in drawn]


def _joined(meeting: Mapping[int, list[End]], lines: list[int]) -> dict[End, End]:
    """For each end of a side the end of the side that goes on from there, if one does."""
    onward: dict[End, End] = {}
    for here in meeting.values():
        if len(here) == 2:
            a, b = here
            onward[a], onward[b] = b, a
        elif len(here) > 2:
            waiting: dict[int, End] = {}
            for end in here:
                line = lines[end >> 1]
                if line in waiting:
                    other = waiting.pop(line)
                    onward[end], onward[other] = other, end
                else:
                    waiting[line] = end
            left_over = iter(waiting.values())
            for a, b in zip(left_over, left_over, strict=False):
                onward[a], onward[b] = b, a
    return onward


def _stroke(grid: Grid, end: End, onward: Mapping[End, End], drawn: set[int]) -> Subpath:
    """The stroke that begins at this end of a side."""
    sides, lines, bulges = grid.sides, grid.lines, grid.bulges
    corners = [sides[end >> 1][end & 1]]
    bends: list[float] = []
    last_line = -1
    following: End | None = end
    while following is not None and following >> 1 not in drawn:
        side = following >> 1
        drawn.add(side)
        reached = following ^ 1
        bulge = bulges[side] if bulges else 0
        if lines[side] == last_line and not bulge:
            corners[-1] = sides[side][reached & 1]
        else:
            corners.append(sides[side][reached & 1])
            bends.append(-bulge if following & 1 else bulge)
        last_line = lines[side]
        following = onward.get(reached)
    closed = corners[0] == corners[-1] and len(corners) > 3
    if closed and not any(bends):
        corners.pop()
    points = [grid.corners[corner] for corner in corners]
    return Subpath(points, bends if any(bends) else (), closed)
