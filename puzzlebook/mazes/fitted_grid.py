"""A grid whose rim follows a drawing: the cells, sides and order of the tiling's grid, other places
for corners.

Whatever decides something about a maze reads the tiling's own grid; this one is for what is drawn,
and for the paper it is drawn on.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, MutableSequence, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import fsum, sqrt

from puzzlebook.geometry.arc_fitting import Course, fit_arcs, halfway, reach
from puzzlebook.geometry.arcs import Point
from puzzlebook.mazes.fitting.deepest import clearance, find_deepest_point
from puzzlebook.mazes.fitting.fitted import Fit, fit_grid
from puzzlebook.mazes.fitting.neighbourhood import mean
from puzzlebook.mazes.grid import Circle, End, Grid, Side

_TOLERANCE = 0.008
"""How far arcs may be from the drawing, in cell widths."""
_DOOR = 0.7
"""Of the widest side of a cell on the outer rim, so much is wide enough for a door."""
_ROOMY = 0.3
"""A way has room enough where a circle of this radius has, in cell widths."""
_NONE = -1


@dataclass(frozen=True, eq=False)
class FittedGrid(Grid):
    """A grid that was fitted to the drawing that cut it. Its `centres` lie where a way leads
    through the cells.

    steps: the grid as it was. moved: the corners that lie elsewhere now. courses: see `pieces`.
    """

    steps: Grid
    moved: frozenset[int]
    courses: Mapping[int, Course]

    @property
    def pieces(self) -> Mapping[int, Course]:
        return self.courses

    @property
    def rim_walks(self) -> list[list[int]]:
        return self.steps.rim_walks

    @property
    def rim_loops(self) -> list[list[int]]:
        return self.steps.rim_loops

    @cached_property
    def across(self) -> MutableSequence[End]:
        """As in the tiling; along the rim each side goes on in the next."""
        across = self.steps.across[:]
        for walk in self.rim_walks:
            for side, onward in zip(walk, [*walk[1:], walk[0]], strict=True):
                for end, other in ((2 * side + 1, 2 * onward), (2 * onward, 2 * side + 1)):
                    if across[end] != _NONE and across[across[end]] == end:
                        across[across[end]] = _NONE
                    across[end] = other
        return across

    @cached_property
    def straight_continuations(self) -> Sequence[End]:
        return [
            other if other == self.steps.across[end] and not self._is_bent(end, other) else _NONE
            for end, other in enumerate(self.across)
        ]

    def _is_bent(self, end: End, other: End) -> bool:
        """Whether one of the three corners at two sides has moved."""
        return other == _NONE or any(
            self.end_corners[near] in self.moved for near in (end, end ^ 1, other ^ 1)
        )

    def walls(self, cell: int) -> list[Point]:
        """The outline of a cell, clockwise, its arcs as a few straight lines."""
        ring, corners, bent = self.corners_of_cell(cell), self.corners, self._curved_sides
        points = []
        for a, b in zip(ring, (*ring[1:], ring[0]), strict=True):
            here = corners[a]
            if (a, b) not in bent:
                points.append(here)
                continue
            for end, bulge in bent[a, b]:
                points.append(here)
                points += _sample_arc(here, end, bulge)
                here = end
        return points

    @cached_property
    def _curved_sides(self) -> Mapping[Side, Course]:
        """The sides that are no straight lines, by their corners: those that are arcs either
        way."""
        bent: dict[Side, Course] = {
            self.sides[side]: course for side, course in self.courses.items()
        }
        for (a, b), bulge in zip(self.sides, self.bulges, strict=True):
            if bulge:
                bent[a, b], bent[b, a] = ((self.corners[b], bulge),), ((self.corners[a], -bulge),)
        return bent

    @cached_property
    def centres(self) -> Sequence[Point]:
        """A point of each cell that leaves room around it: where a way leads through, and a letter
        stands."""
        return [circle.centre for circle in self._center_circles]

    def clearance(self, cell: int) -> float:
        return self._center_circles[cell].radius

    @property
    def has_drawn_rim(self) -> bool:
        return True

    def lane(self, cells: Iterable[int]) -> float:
        return 2 * min(map(self.clearance, cells), default=0.5)

    def circle(self, cell: int) -> Circle:
        """About the largest circle in a cell."""
        return (
            self._find_largest_circle(cell) if cell in self._changed else self._center_circles[cell]
        )

    @cached_property
    def narrowest(self) -> float:
        least = 0.5
        # The circle around a cell's centre is a lower bound: most cells are wide enough by that
        # alone. Of the rest no more is asked than whether they are.
        for room, cell in sorted((self.clearance(cell), cell) for cell in self._changed):
            if room >= least:
                break
            least = min(least, find_deepest_point(self.walls(cell), self.centres[cell], least)[1])
        return round(2 * least, 6)

    @cached_property
    def _changed(self) -> frozenset[int]:
        """The cells of which a corner has moved."""
        return frozenset(
            cell
            for cell in range(self.cells)
            if not self.moved.isdisjoint(self.corners_of_cell(cell))
        )

    @cached_property
    def _center_circles(self) -> list[Circle]:
        """For each cell the circle around its centre: the one that the fit left, or the largest
        where that is small."""
        circles = []
        for cell, centre in enumerate(self.own_centres):
            if cell not in self._changed:
                circles.append(Circle(centre, self.steps.clearance(cell)))
                continue
            found = Circle(centre, clearance(self.walls(cell), *centre))
            circles.append(
                found
                if found.radius >= _ROOMY
                else Circle(*find_deepest_point(self.walls(cell), centre))
            )
        return circles

    def _find_largest_circle(self, cell: int) -> Circle:
        if cell not in self._largest_circles:
            self._largest_circles[cell] = Circle(
                *find_deepest_point(self.walls(cell), self.centres[cell])
            )
        return self._largest_circles[cell]

    @cached_property
    def _largest_circles(self) -> dict[int, Circle]:
        return {}

    def middle_arc(self, side: int) -> tuple[Point, Point, float]:
        if side not in self.courses:
            return super().middle_arc(side)
        arcs = list(self.arcs(side))
        left = fsum(map(_chord, arcs)) / 2
        for arc in arcs:
            left -= _chord(arc)
            if left <= 0:
                break
        return arc

    def outer_sides(self, cell: int | None) -> list[int]:
        """Those that are wide enough for a door, beside the others."""
        sides = super().outer_sides(cell)
        widths = [
            _distance(*(self.corners[corner] for corner in self.sides[side])) for side in sides
        ]
        return [
            side for side, width in zip(sides, widths, strict=True) if width >= _DOOR * max(widths)
        ]


def make_fitted_grid(grid: Grid, drawing: Iterable[Sequence[Point]]) -> FittedGrid:
    """A grid fitted to the drawing that cut it. drawing: as `fitting.fitted` takes it."""
    fit = fit_grid(grid, drawing)
    courses = {side: _trace_side(grid, fit, side) for side in fit.pieces}
    bulges = list(grid.bulges) or [0.0] * len(grid.sides)
    for side, course in courses.items():
        bulges[side] = course[0][1] if len(course) == 1 else 0.0
    spots = list(_extreme_points(grid, fit, courses, bulges))
    xs, ys = [x for x, _ in spots], [y for _, y in spots]
    left, top = min(xs), min(ys)

    def point_at(point: Point) -> Point:
        return point[0] - left, point[1] - top

    return FittedGrid(
        corners=list(map(point_at, fit.corners)),
        ring_start=grid.ring_start,
        ring_corners=grid.ring_corners,
        pairs=grid.pairs,
        sides=grid.sides,
        rim_cells=grid.rim_cells,
        bulges=bulges,
        own_centres=list(map(point_at, _find_centres(grid, fit))),
        width=max(xs) - left,
        height=max(ys) - top,
        origin=(grid.origin[0] + left, grid.origin[1] + top),
        steps=grid,
        moved=fit.moved,
        courses={
            side: tuple((point_at(end), bulge) for end, bulge in course)
            for side, course in courses.items()
            if len(course) > 1
        },
    )


def _trace_side(grid: Grid, fit: Fit, side: int) -> Course:
    a, b = grid.sides[side]
    return fit_arcs([fit.corners[a], *fit.pieces[side], fit.corners[b]], _TOLERANCE)


def _extreme_points(
    grid: Grid, fit: Fit, courses: Mapping[int, Course], bulges: Sequence[float]
) -> Iterator[Point]:
    """The points of the rim that can touch its bounding box."""
    for side in range(len(grid.pairs), len(grid.sides)):
        a, b = grid.sides[side]
        for p, q, bulge in _arcs(
            fit.corners[a], courses.get(side, ((fit.corners[b], bulges[side]),))
        ):
            yield from reach(p, q, bulge)


def _find_centres(grid: Grid, fit: Fit) -> Iterator[Point]:
    """The middle of each cell: of its disc, or moved along with its corners."""
    for cell, (x, y) in enumerate(grid.centres):
        ring = grid.corners_of_cell(cell)
        if cell in fit.middles:
            yield fit.middles[cell]
        elif fit.moved.isdisjoint(ring):
            yield x, y
        else:
            (ax, ay), (bx, by) = (
                mean(grid_corners[corner] for corner in ring)
                for grid_corners in (grid.corners, fit.corners)
            )
            yield x + bx - ax, y + by - ay


def _arcs(begin: Point, course: Course) -> Iterator[tuple[Point, Point, float]]:
    for end, bulge in course:
        yield begin, end, bulge
        begin = end


def _sample_arc(p: Point, q: Point, bulge: float) -> list[Point]:
    """A few points between the ends of an arc."""
    if not bulge:
        return []
    middle = halfway(p, q, bulge)
    # Half of an arc has a bulge of tan(sweep / 8).
    half = bulge / (1 + sqrt(1 + bulge * bulge))
    return [halfway(p, middle, half), middle, halfway(middle, q, half)]


def _chord(arc: tuple[Point, Point, float]) -> float:
    return _distance(arc[0], arc[1])


def _distance(p: Point, q: Point) -> float:
    return sqrt((q[0] - p[0]) * (q[0] - p[0]) + (q[1] - p[1]) * (q[1] - p[1]))
