"""A grid's corners fitted to a drawing, so that its rim is the drawing's boundary."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt

from puzzlebook.geometry.arcs import Point
from puzzlebook.geometry.loop import Loop, area
from puzzlebook.mazes.fitting.anchors import anchor_corners, trace_piece
from puzzlebook.mazes.fitting.crossings import find_crossing_sides
from puzzlebook.mazes.fitting.iterations import MOST_ROOMY, Corners
from puzzlebook.mazes.fitting.neighbourhood import Vicinity
from puzzlebook.mazes.fitting.places import LoopPoints
from puzzlebook.mazes.grid import Grid

_ATTEMPTS = 5
_LEAST, _LEAST_OWN = 0.6, 0.52
"""Of the narrowest cell's circle in the tiling, and of each cell's own, so much is left."""


@dataclass(frozen=True)
class Fit:
    """Where everything lies now, in cell widths.

    corners: all of them; those not in `moved` are where they were. pieces: for each rim side that
    follows the drawing the points between its corners; the other sides are as they were, straight
    or arcs of the same bulge. middles: of discs in the cells near the rim.
    """

    corners: Sequence[Point]
    moved: frozenset[int]
    pieces: Mapping[int, Sequence[Point]]
    middles: Mapping[int, Point]


def fit_grid(grid: Grid, drawing: Iterable[Sequence[Point]]) -> Fit:
    """A grid fitted to the drawing that cut its tiling.

    drawing: its boundary as closed loops in the grid's units, with the ink on the right of each
    step (y down).
    """
    corners = [(round(x, 6), round(y, 6)) for x, y in grid.corners]
    total = 0.0
    for cell in range(grid.cells):
        total += area([corners[corner] for corner in grid.corners_of_cell(cell)])
    unit = round(sqrt(total / grid.cells), 6)
    places = LoopPoints([Loop(_scale(line, unit)) for line in drawing])
    fit = _fit_unit_cells(grid, _scale(corners, unit), places, _LEAST * 0.5 / unit)
    moved = frozenset(fit.moved)
    found = _scale(fit.corners, 1 / unit)
    return Fit(
        [place if corner in moved else grid.corners[corner] for corner, place in enumerate(found)],
        moved,
        {side: _scale(points, 1 / unit) for side, points in fit.pieces.items()},
        dict(zip(fit.middles, _scale(fit.middles.values(), 1 / unit), strict=True)),
    )


def _scale(points: Iterable[Point], unit: float) -> list[Point]:
    return [(x / unit, y / unit) for x, y in points]


def _fit_unit_cells(grid: Grid, corners: Sequence[Point], places: LoopPoints, least: float) -> Fit:
    """The fit, where cells have the area 1. A corner of a rim side that crosses a wall is kept off
    the drawing, a cell whose circle is smaller than the least gets more room, or else its corners
    are kept off too, and all is done again; what crosses even so in the last attempt is
    straight."""
    vicinity = Vicinity(grid, corners)
    banned: set[int] = set()
    roomy: dict[int, int] = {}
    for _ in range(_ATTEMPTS):
        moving = Corners(vicinity, corners, anchor_corners(grid, corners, places, banned), roomy)
        fit, crossing = _try_fit(moving, vicinity)
        pinched = moving.find_pinched(least, _LEAST_OWN)
        if not (crossing or pinched):
            break
        hopeless = (number for number in pinched if roomy.get(number) == MOST_ROOMY)
        banned |= crossing.union(
            corner for number in hopeless for corner in vicinity.discs[number].ring
        )
        roomy |= {number: min(roomy.get(number, 0) + 1, MOST_ROOMY) for number in pinched}
    return fit


def _try_fit(moving: Corners, vicinity: Vicinity) -> tuple[Fit, set[int]]:
    """One fit, and the corners on the drawing of the sides that cross even where they are
    straight."""
    grid, on = vicinity.grid, moving.on
    moving.move()
    found = list(zip(moving.xs, moving.ys, strict=True))
    pieces = {}
    for side in (side for walk in grid.rim_walks for side in walk):
        a, b = grid.sides[side]
        if a in on and on[a].after == b and a not in moving.cut:
            pieces[side] = trace_piece(on[a], on[b])
    crossing = find_crossing_sides(vicinity, found, pieces)
    if crossing:
        pieces |= {side: [] for side in crossing if pieces.get(side)}
        crossing = find_crossing_sides(vicinity, found, pieces)
    fit = Fit(
        found,
        frozenset(on) | frozenset(vicinity.moving),
        pieces,
        dict(zip(vicinity.near, moving.middles, strict=True)),
    )
    return fit, {corner for side in crossing for corner in grid.sides[side] if corner in on}
