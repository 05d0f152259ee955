"""Fitting the corners of a grid to a drawing, so that the rim follows the drawing's boundary."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt

from puzzlebook.geometry.arcs import Point
from puzzlebook.geometry.loop import Loop, area
from puzzlebook.mazes.fitting.anchors import anchor_corners, trace_piece
from puzzlebook.mazes.fitting.crossings import find_crossing_sides
from puzzlebook.mazes.fitting.iterations import MAX_INFLATED, Corners
from puzzlebook.mazes.fitting.neighbourhood import Vicinity
from puzzlebook.mazes.fitting.places import LoopPoints
from puzzlebook.mazes.grid import Grid

_MAX_ATTEMPTS = 5
_MIN_RADIUS, _MIN_OWN_RADIUS = 0.6, 0.52
"""The radius of the smallest circle allowed in a cell: as a share of the smallest circle in the
tiling, and as a share of the cell's own circle in the tiling."""


@dataclass(frozen=True)
class Fit:
    """The new geometry of a grid, in cell widths.

    corners: the positions of all corners; those not in `moved` are unchanged. pieces: for each rim
    side that follows the drawing, the points between its corners; all other sides are straight or
    arcs of the same bulge as before. middles: a mapping from the cells near the rim to the middles
    of their discs.
    """

    corners: Sequence[Point]
    moved: frozenset[int]
    pieces: Mapping[int, Sequence[Point]]
    middles: Mapping[int, Point]


def fit_grid(grid: Grid, drawing: Iterable[Sequence[Point]]) -> Fit:
    """Fit a grid to the drawing whose outline was used to cut the grid out of its tiling.

    drawing: the boundary of the drawing as closed loops, in the units of the grid, with the ink on
    the right (y down).
    """
    corners = [(round(x, 6), round(y, 6)) for x, y in grid.corners]
    total = 0.0
    for cell in range(grid.cells):
        total += area([corners[corner] for corner in grid.corners_of_cell(cell)])
    unit = round(sqrt(total / grid.cells), 6)
    loop_points = LoopPoints([Loop(_scale(line, unit)) for line in drawing])
    fit = _fit_unit_cells(grid, _scale(corners, unit), loop_points, _MIN_RADIUS * 0.5 / unit)
    moved = frozenset(fit.moved)
    points = _scale(fit.corners, 1 / unit)
    return Fit(
        [point if corner in moved else grid.corners[corner] for corner, point in enumerate(points)],
        moved,
        {side: _scale(points, 1 / unit) for side, points in fit.pieces.items()},
        dict(zip(fit.middles, _scale(fit.middles.values(), 1 / unit), strict=True)),
    )


def _scale(points: Iterable[Point], unit: float) -> list[Point]:
    return [(x / unit, y / unit) for x, y in points]


def _fit_unit_cells(
    grid: Grid, corners: Sequence[Point], loop_points: LoopPoints, minimum: float
) -> Fit:
    """Fit a grid whose cells have a mean area of 1, in a few attempts.

    After each attempt, the corners of rim sides that cross walls may no longer lie on the
    outline. A cell whose circle is smaller than `minimum` gets an inflated disc; if that does not
    help, its corners are banned too. Sides that still cross in the last attempt are made straight.
    """
    vicinity = Vicinity(grid, corners)
    banned_corners: set[int] = set()
    inflations: dict[int, int] = {}
    initial_corners: Corners | None = None
    for _ in range(_MAX_ATTEMPTS):
        if initial_corners is None:
            anchors = anchor_corners(grid, corners, loop_points, banned_corners)
            xs, ys = [x for x, _ in corners], [y for _, y in corners]
            initial_corners = Corners(vicinity, xs, ys, anchors)
            initial_corners.glide()
        final_corners = initial_corners.copy()
        final_corners.push(inflations)
        fit, crossing = _make_fit(final_corners, vicinity)
        pinched_discs = final_corners.find_pinched(minimum, _MIN_OWN_RADIUS)
        if not (crossing or pinched_discs):
            break
        hopeless_discs = (
            number for number in pinched_discs if inflations.get(number) == MAX_INFLATED
        )
        leaving_corners = crossing.union(
            corner for number in hopeless_discs for corner in vicinity.discs[number].ring
        )
        if (
            not leaving_corners <= banned_corners
        ):  # otherwise the result of gliding is the same as before
            banned_corners |= leaving_corners
            initial_corners = None
        inflations |= {
            number: min(inflations.get(number, 0) + 1, MAX_INFLATED) for number in pinched_discs
        }
    return fit


def _make_fit(final_corners: Corners, vicinity: Vicinity) -> tuple[Fit, set[int]]:
    """Return the fit of one attempt, and the anchored corners of the sides that cross even if they
    are straight."""
    grid, anchors = vicinity.grid, final_corners.anchors
    points = list(zip(final_corners.xs, final_corners.ys, strict=True))
    pieces = {}
    for side in (side for walk in grid.rim_walks for side in walk):
        a, b = grid.sides[side]
        if a in anchors and anchors[a].after == b and a not in final_corners.hollow_corners:
            pieces[side] = trace_piece(anchors[a], anchors[b])
    crossing = find_crossing_sides(vicinity, points, pieces)
    if crossing:
        pieces |= {side: [] for side in crossing if pieces.get(side)}
        crossing = find_crossing_sides(vicinity, points, pieces)
    fit = Fit(
        points,
        frozenset(anchors) | frozenset(vicinity.moving_corners),
        pieces,
        dict(zip(vicinity.near_cells, final_corners.middles, strict=True)),
    )
    return fit, {corner for side in crossing for corner in grid.sides[side] if corner in anchors}
