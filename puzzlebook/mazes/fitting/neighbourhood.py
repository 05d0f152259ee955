"""The cells near the rim, and their geometry in the tiling: shape, largest circle and area."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import sqrt
from typing import NamedTuple

from puzzlebook.geometry.arc_fitting import halfway
from puzzlebook.geometry.arcs import Point
from puzzlebook.geometry.loop import area
from puzzlebook.mazes.grid import Grid

# The number of layers of cells, counted from the rim, that move and that have discs.
_MOVING_LAYERS, _DISC_LAYERS = 4, 2
_MIN_SCALE, _MAX_SCALE = 0.85, 1.18  # limits for the scale of a cell relative to the tiling
_MIN_EDGE_RATIO = 0.55  # the least length of an inner edge, as a share of its length in the tiling


class Form(NamedTuple):
    """The shape of a cell in the tiling.

    rows: each corner, and its offset from the mean of the corners. square_sum: the sum of the
    squared offsets.
    """

    rows: Sequence[tuple[int, float, float]]
    square_sum: float


class Disc(NamedTuple):
    """The disc of a cell: the corners of the cell, the radius of its largest circle in the tiling,
    and its area in the tiling."""

    ring: Sequence[int]
    radius: float
    area: float


class InnerEdge(NamedTuple):
    """A side between two cells near the rim, which may become a passage.

    a, b: its corners. dx, dy: the offset from a to b in the tiling. min_length: its minimum length.
    """

    a: int
    b: int
    dx: float
    dy: float
    min_length: float


class Vicinity:
    """The part of a grid near its rim, as it is in the tiling.

    sides_at_rim: the sides with a corner on the rim. near_cells: the cells with discs, in the order
    of `discs`. moving_corners: the corners that move. weights: for each corner, 1 divided by the
    number of its cells, or 0 if the corner does not move. forms: the shapes of the cells around
    moving corners. inner_edges: the sides between cells with discs. bulges_by_corners: the bulge of
    each arc by its two corners, in both directions.
    """

    def __init__(self, grid: Grid, corners: Sequence[Point]) -> None:
        self.grid = grid
        self._cells_at: list[list[int]] = [[] for _ in corners]
        for cell in range(grid.cells):
            for corner in grid.corners_of_cell(cell):
                self._cells_at[corner].append(cell)
        rim = {
            corner
            for side in range(len(grid.pairs), len(grid.sides))
            for corner in grid.sides[side]
        }
        self.sides_at_rim = [side for side, (a, b) in enumerate(grid.sides) if a in rim or b in rim]
        self.near_cells = self._find_layers(rim, _DISC_LAYERS)
        moving_cells = self._find_layers(rim, _MOVING_LAYERS)
        cells = set(moving_cells)
        nearby_corners = {corner for cell in moving_cells for corner in grid.corners_of_cell(cell)}
        self.moving_corners = sorted(
            corner for corner in nearby_corners if cells.issuperset(self._cells_at[corner])
        )
        self.weights = [0.0] * len(corners)
        for corner in self.moving_corners:
            self.weights[corner] = 1 / len(self._cells_at[corner])
        self.forms = [_form(grid.corners_of_cell(cell), corners) for cell in moving_cells]
        self.bulges = [round(bulge, 9) for bulge in grid.bulges]
        self.bulges_by_corners: dict[tuple[int, int], float] = {}
        for (a, b), bulge in zip(grid.sides, self.bulges, strict=False):
            self.bulges_by_corners[a, b], self.bulges_by_corners[b, a] = bulge, -bulge
        self.discs = [
            _disc(grid.corners_of_cell(cell), corners, self.bulges_by_corners)
            for cell in self.near_cells
        ]
        disc_corners = {corner for disc in self.discs for corner in disc.ring}
        inner = grid.sides[: len(grid.pairs)]
        self.inner_edges = [
            _inner_edge(a, b, corners) for a, b in inner if a in disc_corners and b in disc_corners
        ]

    def _find_layers(self, rim: set[int], layers: int) -> list[int]:
        """Return the cells in this number of layers from the rim."""
        cells: set[int] = set()
        frontier = rim
        for _ in range(layers):
            next_layer = {cell for corner in frontier for cell in self._cells_at[corner]} - cells
            cells |= next_layer
            frontier = {corner for cell in next_layer for corner in self.grid.corners_of_cell(cell)}
        return sorted(cells)


def mean(points: Iterable[Point]) -> Point:
    """Return the mean of points, which are summed in the given order."""
    x = y = 0.0
    count = 0
    for p, q in points:
        x += p
        y += q
        count += 1
    return x / count, y / count


def _form(ring: Sequence[int], corners: Sequence[Point]) -> Form:
    x, y = mean(corners[corner] for corner in ring)
    rows = [(corner, corners[corner][0] - x, corners[corner][1] - y) for corner in ring]
    square_sum = 0.0
    for _, dx, dy in rows:
        square_sum += dx * dx + dy * dy
    return Form(rows, square_sum)


def _inner_edge(a: int, b: int, corners: Sequence[Point]) -> InnerEdge:
    dx, dy = corners[b][0] - corners[a][0], corners[b][1] - corners[a][1]
    return InnerEdge(a, b, dx, dy, _MIN_EDGE_RATIO * sqrt(dx * dx + dy * dy))


def _disc(
    ring: Sequence[int], corners: Sequence[Point], bulges: dict[tuple[int, int], float]
) -> Disc:
    points = []
    for a, b in zip(ring, [*ring[1:], ring[0]], strict=True):
        points.append(corners[a])
        if bulge := bulges.get((a, b), 0.0):
            points.append(halfway(corners[a], corners[b], bulge))
    x, y = mean(points)
    radius = 1e9
    px, py = points[-1]
    for qx, qy in points:
        dx, dy = qx - px, qy - py
        radius = min(radius, ((y - py) * dx - (x - px) * dy) / sqrt(dx * dx + dy * dy))
        px, py = qx, qy
    return Disc(ring, radius, area([corners[corner] for corner in ring]))


def find_target_corners(
    forms: Sequence[Form], xs: Sequence[float], ys: Sequence[float]
) -> tuple[list[float], list[float]]:
    """Return, for each corner, the sum of the targets of its cells, as x and y. The targets of a
    cell are the corners of its shape in the tiling, fitted to the current corners.

    With corners as complex numbers, sum the products of the current corners with the conjugates of
    the old offsets. The angle of the sum is the best rotation of the cell. The absolute value of
    the sum, divided by the sum of the squared old offsets, is the best scale.
    """
    target_x, target_y = [0.0] * len(xs), [0.0] * len(ys)
    for rows, square_sum in forms:
        x = y = a = b = 0.0
        for corner, dx, dy in rows:
            cx, cy = xs[corner], ys[corner]
            x += cx
            y += cy
            a += dx * cx + dy * cy
            b += dx * cy - dy * cx
        count = len(rows)
        x /= count
        y /= count
        size = sqrt(a * a + b * b)
        if size < 1e-9:
            a, b = 1.0, 0.0
        else:
            scale = size / square_sum
            scale = (
                _MIN_SCALE if scale < _MIN_SCALE else _MAX_SCALE if scale > _MAX_SCALE else scale
            ) / size
            a *= scale
            b *= scale
        for corner, dx, dy in rows:
            target_x[corner] += x + a * dx - b * dy
            target_y[corner] += y + b * dx + a * dy
    return target_x, target_y
