"""The boundary of an outline: closed loops between ink and paper, even if the areas overlap."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from math import sqrt

from puzzlebook.geometry.arcs import IntPoint
from puzzlebook.geometry.loop import Effort
from puzzlebook.outlines.outline import Edge, Outline, list_edges

SlabEdge = tuple[int, int, int, int]
"""An edge within a slab: its x at the top and at the bottom of the slab, the index of its area, and
its direction (1 if it was drawn downwards, otherwise −1)."""
Pieces = dict[IntPoint, list[IntPoint]]
"""A mapping from points to the ends of the boundary pieces that begin there."""

_PIECE_STEPS = 10  # the steps of effort for one piece of the boundary; one edge in a slab costs 1


def trace_boundary(outline: Outline, effort: Effort) -> tuple[tuple[IntPoint, ...], ...]:
    """Return the boundary of an outline as closed loops of points, in the outline's units.

    The ink is on the right of each step (y down), so loops around ink run clockwise, and loops
    around holes run counterclockwise. A sweep moves down the outline slab by slab; a slab ends at
    each height where an edge begins, ends or crosses another edge. Within a slab no two edges
    cross, so a short list of edges bounds the ink in it. An outline whose edges cross so often that
    this would take too long is refused.
    """
    unreached_edges = sorted(list_edges(outline), reverse=True)
    heights = sorted({y for edge in unreached_edges for y in (edge.top, edge.bottom)}, reverse=True)
    pieces: Pieces = {}
    active: list[Edge] = []
    above: list[int] = []
    top = heights.pop() if heights else 0
    while heights:
        active = [edge for edge in active if edge.bottom > top]
        while unreached_edges and unreached_edges[-1].top <= top:
            active.append(unreached_edges.pop())
        rows = _next_slab(active, top, heights, effort)
        bottom = heights.pop()
        ends = _find_spans(outline, rows)
        effort.spend(_PIECE_STEPS * len(ends))
        _add_level(pieces, above, [upper for upper, _ in ends], top)
        for number, (upper, lower) in enumerate(ends):
            if number & 1:
                _add(pieces, (upper, top), (lower, bottom))
            else:
                _add(pieces, (lower, bottom), (upper, top))
        above = [lower for _, lower in ends]
        top = bottom
    _add_level(pieces, above, [], top)
    return tuple(_join_loops(pieces))


def _next_slab(
    active: Sequence[Edge], top: int, heights: list[int], effort: Effort
) -> list[SlabEdge]:
    """Return the edges within the next slab. If edges would cross in it, add a height at which the
    slab ends."""
    while True:
        effort.spend(len(active))
        rows = _rows(active, top, heights[-1])
        crossing = _find_crossing(rows, top, heights[-1])
        if not crossing:
            return rows
        heights.append(crossing)


def _rows(active: Iterable[Edge], top: int, low: int) -> list[SlabEdge]:
    """Return the edges within a slab, sorted from left to right at its top."""
    rows = []
    for edge in active:
        height = edge.bottom - edge.top
        upper = edge.x + (2 * edge.run * (top - edge.top) + height) // (2 * height)
        lower = edge.x + (2 * edge.run * (low - edge.top) + height) // (2 * height)
        rows.append((upper, lower, edge.area, edge.step))
    rows.sort()
    return rows


def _find_crossing(rows: Sequence[SlabEdge], top: int, low: int) -> int:
    """Return the topmost height within the slab at which two neighbouring edges cross; 0 if none
    do."""
    highest = 0
    for last, row in pairwise(rows):
        if row[1] < last[1] - 1:
            before, after = row[0] - last[0], last[1] - row[1]
            height = max(top + (low - top) * before // (before + after), top + 1)
            if height < low and (highest == 0 or height < highest):
                highest = height
    return highest


def _find_spans(outline: Outline, rows: Iterable[SlabEdge]) -> list[tuple[int, int]]:
    """Return the positions along the slab where ink alternately starts and ends. Each position
    consists of the x at the top and the x at the bottom of the slab."""
    boundaries: list[tuple[int, int]] = []
    winding: dict[int, int] = {}
    covering_areas: set[int] = set()
    was_in = False
    for upper, lower, area, step in sorted(rows, key=lambda row: (row[0] + row[1], row[0])):
        winding[area] = winding_number = winding.get(area, 0) + step
        if winding_number & 1 if outline.areas[area].even_odd else winding_number:
            covering_areas.add(area)
        else:
            covering_areas.discard(area)
        is_in = bool(covering_areas) and not outline.areas[max(covering_areas)].paper
        if is_in != was_in:
            if boundaries and boundaries[-1] == (upper, lower):
                boundaries.pop()
            else:
                boundaries.append((upper, lower))
            was_in = is_in
    # Edges that cross within one unit of height may be in the wrong order.
    uppers, lowers = (sorted(pair[level] for pair in boundaries) for level in (0, 1))
    return list(zip(uppers, lowers, strict=True))


def _add_level(pieces: Pieces, above: Iterable[int], below: Iterable[int], y: int) -> None:
    """Add the level pieces of the boundary at a height, where there is ink only above or only
    below."""
    marks = sorted([*((x, 0) for x in above), *((x, 1) for x in below)])
    is_in = [False, False]
    last = 0
    for x, side in marks:
        if is_in[1] and not is_in[0]:
            _add(pieces, (last, y), (x, y))
        elif is_in[0] and not is_in[1]:
            _add(pieces, (x, y), (last, y))
        is_in[side] = not is_in[side]
        last = x


def _add(pieces: Pieces, begin: IntPoint, end: IntPoint) -> None:
    """Add a piece of the boundary. Two opposite pieces cancel each other."""
    if begin != end:
        if begin in pieces.get(end, ()):
            pieces[end].remove(begin)
        else:
            pieces.setdefault(begin, []).append(end)


def _join_loops(pieces: Mapping[IntPoint, list[IntPoint]]) -> Iterable[tuple[IntPoint, ...]]:
    """Join the pieces into closed loops, and yield each loop."""
    for first in list(pieces):
        while pieces[first]:
            loop = [first]
            last, here = first, pieces[first].pop()
            while here != first:
                loop.append(here)
                last, here = here, _take_next(pieces[here], last, here)
            if len(loop) > 2:
                yield tuple(loop)


def _take_next(choices: list[IntPoint], last: IntPoint, here: IntPoint) -> IntPoint:
    """Remove and return the next point of a loop. If there are several choices, take the sharpest
    right turn, which keeps to the ink."""
    if len(choices) == 1:
        return choices.pop()
    turns = [_turn_right(last, here, onward) for onward in choices]
    return choices.pop(turns.index(max(turns)))


def _turn_right(last: IntPoint, here: IntPoint, onward: IntPoint) -> float:
    """Return a measure, from −2 to 2, that grows with the turn to the right (clockwise on the page)
    at a point."""
    dx, dy, ex, ey = here[0] - last[0], here[1] - last[1], onward[0] - here[0], onward[1] - here[1]
    lengths = sqrt((dx * dx + dy * dy) * (ex * ex + ey * ey))
    sine, cosine = (dx * ey - dy * ex) / lengths, (dx * ex + dy * ey) / lengths
    return 1 - cosine if sine > 0 else cosine - 1
