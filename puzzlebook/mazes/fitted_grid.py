"""A grid whose rim follows a drawing: the cells and sides of the tiling's grid, with moved corners.

Every decision about a maze uses the tiling's grid. The fitted grid is only for drawing and layout.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, MutableSequence, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from math import dist, floor, fsum, inf, sqrt

from puzzlebook.geometry.arc_fitting import ArcPath, fit_arcs, halfway, list_extremes
from puzzlebook.geometry.arcs import Point, distance, midpoint
from puzzlebook.geometry.loop import area
from puzzlebook.mazes.fitting.deepest import clearance, find_deepest_point
from puzzlebook.mazes.fitting.fitted import Fit, fit_grid
from puzzlebook.mazes.fitting.neighbourhood import mean
from puzzlebook.mazes.grid import Circle, End, Grid, Side

_TOLERANCE = 0.008
"""The greatest distance between the arcs of the rim and the drawing, in cell widths."""
_MIN_DOOR_WIDTH = 0.7
"""The minimum width of a door, as a share of the widest outer side of its cell."""
_MIN_RADIUS = 0.3
"""The smallest radius of a circle around a cell's centre, in cell widths, that leaves enough space
for a path."""
_NO_END = -1
_Edges = Mapping[tuple[int, int], Sequence[tuple[Point, Point]]]

_RATINGS = ((0.35, 0.5), (0.08, 0.14))
"""For a fair and for a good rating: the greatest relative error in the area of a loop, and the
greatest distance of any point of the rim from the drawing, in cell widths."""


@dataclass(frozen=True, eq=False)
class FittedGrid(Grid):
    """A grid fitted to the drawing that cut it. Paths run through its `centres`.

    steps: the original grid, whose rim follows the edges of the cells in steps. moved: the corners
    with a new position. paths: see `edge_paths`.
    """

    steps: Grid
    moved: frozenset[int]
    paths: Mapping[int, ArcPath]

    @property
    def edge_paths(self) -> Mapping[int, ArcPath]:
        return self.paths

    @property
    def rim_walks(self) -> list[list[int]]:
        return self.steps.rim_walks

    @property
    def rim_loops(self) -> list[list[int]]:
        return self.steps.rim_loops

    @cached_property
    def across(self) -> MutableSequence[End]:
        """Like `steps.across`, except that along the rim each side continues into the next one."""
        across = self.steps.across[:]
        for walk in self.rim_walks:
            for side, onward in zip(walk, [*walk[1:], walk[0]], strict=True):
                for end, other in ((2 * side + 1, 2 * onward), (2 * onward, 2 * side + 1)):
                    if across[end] != _NO_END and across[across[end]] == end:
                        across[across[end]] = _NO_END
                    across[end] = other
        return across

    @cached_property
    def straight_continuations(self) -> Sequence[End]:
        return [
            other if other == self.steps.across[end] and not self._is_bent(end, other) else _NO_END
            for end, other in enumerate(self.across)
        ]

    def _is_bent(self, end: End, other: End) -> bool:
        """Return whether any of the three corners of two adjoining sides has moved. Return True
        also if there is no second side."""
        return other == _NO_END or any(
            self.end_corners[near] in self.moved for near in (end, end ^ 1, other ^ 1)
        )

    def walls(self, cell: int) -> list[Point]:
        """Return the outline of a cell, clockwise. Arcs are approximated by a few straight
        lines."""
        ring, corners, curved_sides = self.corners_of_cell(cell), self.corners, self._curved_sides
        points = []
        for a, b in zip(ring, (*ring[1:], ring[0]), strict=True):
            here = corners[a]
            if (a, b) not in curved_sides:
                points.append(here)
                continue
            for end, bulge in curved_sides[a, b]:
                points.append(here)
                points += _sample_arc(here, end, bulge)
                here = end
        return points

    @cached_property
    def _curved_sides(self) -> Mapping[Side, ArcPath]:
        """Map each curved side, given by its two corners, to its arcs. Sides with a single arc
        appear in both directions."""
        arcs: dict[Side, ArcPath] = {self.sides[side]: path for side, path in self.paths.items()}
        for (a, b), bulge in zip(self.sides, self.bulges, strict=True):
            if bulge:
                arcs[a, b], arcs[b, a] = ((self.corners[b], bulge),), ((self.corners[a], -bulge),)
        return arcs

    @cached_property
    def centres(self) -> Sequence[Point]:
        """A point in each cell with space around it, for a path or a letter."""
        return [circle.centre for circle in self._centre_circles]

    def clearance(self, cell: int) -> float:
        return self._centre_circles[cell].radius

    @property
    def has_drawn_rim(self) -> bool:
        return True

    @cached_property
    def drawing_rating(self) -> int:
        """0 if a loop of the drawing is missing or the rim strays far from the drawing, 1 if the
        rim strays a little, and 2 if it follows the drawing everywhere."""
        return _rate_drawing(self)

    def corridor_width(self, cells: Iterable[int]) -> float:
        return 2 * min(map(self.clearance, cells), default=0.5)

    def circle(self, cell: int) -> Circle:
        """Return a circle that is approximately the largest in a cell."""
        return (
            self._find_largest_circle(cell) if cell in self._changed else self._centre_circles[cell]
        )

    @cached_property
    def narrowest(self) -> float:
        minimum = 0.5
        # The circle around a cell's centre gives a lower bound, which suffices for most cells. For
        # other cells the search stops as soon as the cell turns out to be wide enough.
        for radius, cell in sorted((self.clearance(cell), cell) for cell in self._changed):
            if radius >= minimum:
                break
            minimum = min(
                minimum, find_deepest_point(self.walls(cell), self.centres[cell], minimum)[1]
            )
        return round(2 * minimum, 6)

    @cached_property
    def _changed(self) -> frozenset[int]:
        """The cells with at least one moved corner."""
        return frozenset(
            cell
            for cell in range(self.cells)
            if not self.moved.isdisjoint(self.corners_of_cell(cell))
        )

    @cached_property
    def _centre_circles(self) -> list[Circle]:
        """For each cell, a circle around its centre or, if that circle is small, approximately the
        largest circle in the cell."""
        circles = []
        for cell, centre in enumerate(self.own_centres):
            if cell not in self._changed:
                circles.append(Circle(centre, self.steps.clearance(cell)))
                continue
            circle = Circle(centre, clearance(self.walls(cell), *centre))
            if circle.radius < _MIN_RADIUS:
                circle = Circle(*find_deepest_point(self.walls(cell), centre))
            circles.append(circle)
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
        if side not in self.paths:
            return super().middle_arc(side)
        arcs = list(self.arcs(side))
        remaining = fsum(map(_chord, arcs)) / 2
        for arc in arcs:
            remaining -= _chord(arc)
            if remaining <= 0:
                break
        return arc

    def outer_sides(self, cell: int | None) -> list[int]:
        """Return the outer sides of a cell that are wide enough for a door, relative to the
        cell's widest outer side."""
        sides = super().outer_sides(cell)
        widths = [
            _distance(*(self.corners[corner] for corner in self.sides[side])) for side in sides
        ]
        return [
            side
            for side, width in zip(sides, widths, strict=True)
            if width >= _MIN_DOOR_WIDTH * max(widths)
        ]


def _rate_drawing(grid: FittedGrid) -> int:
    walks = [_trace_walk(grid, walk) for walk in grid.rim_walks]
    loops = list(grid.drawing)
    if len(walks) != len(loops):
        return 0
    worst, near_enough = len(_RATINGS), min(max_distance for _, max_distance in _RATINGS)
    for walk in sorted(walks, key=_size_of_loop):
        # Small loops are matched first, because they lie within large ones. The two loops of a
        # ring have the same middle, so their sizes must be compared as well.
        loop = min(loops, key=lambda loop: _measure_difference(loop, walk))
        loops.remove(loop)
        area_error = abs(_size_of_loop(walk) / _size_of_loop(loop) - 1)
        nearby = _list_edges_near(loop)
        max_distance = max(_distance_to_edges(point, nearby, near_enough) for point in walk)
        worst = min(worst, [area_error <= a and max_distance <= b for a, b in _RATINGS].count(True))
    return worst


def _measure_difference(loop: Sequence[Point], walk: Sequence[Point]) -> float:
    """Return a measure of how much two loops differ in position and in size."""
    widths = sqrt(_size_of_loop(loop)), sqrt(_size_of_loop(walk))
    return dist(_middle(loop), _middle(walk)) + abs(widths[0] - widths[1])


def _middle(loop: Sequence[Point]) -> Point:
    xs, ys = zip(*loop, strict=True)
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2


def _size_of_loop(loop: Sequence[Point]) -> float:
    return abs(area(loop))


def _list_edges_near(loop: Sequence[Point]) -> _Edges:
    """Return a mapping from unit squares to the edges of a closed polyline near each square."""
    nearby: dict[tuple[int, int], list[tuple[Point, Point]]] = defaultdict(list)
    for p, q in zip(loop, [*loop[1:], loop[0]], strict=True):
        if p != q:
            across = range(floor(min(p[0], q[0])) - 1, floor(max(p[0], q[0])) + 2)
            down = range(floor(min(p[1], q[1])) - 1, floor(max(p[1], q[1])) + 2)
            for square in product(across, down):
                nearby[square].append((p, q))
    return nearby


def _distance_to_edges(point: Point, nearby: _Edges, near: float) -> float:
    """Return the distance of a point from the nearest edge; infinity if there is no edge near its
    square. The search stops at any edge within `near`."""
    minimum = inf
    for p, q in nearby.get((floor(point[0]), floor(point[1])), ()):
        minimum = min(minimum, distance(point, p, q, 0.0))
        if minimum <= near:
            break
    return minimum


def _trace_walk(grid: Grid, walk: Sequence[int]) -> list[Point]:
    """Return a walk along the rim as a polyline that includes the middle of each arc."""
    points = []
    for side in walk:
        for here, onward, bulge in grid.arcs(side):
            points += [here, midpoint(here, onward, bulge)] if bulge else [here]
    return points


def make_fitted_grid(grid: Grid, drawing: Iterable[Sequence[Point]]) -> FittedGrid:
    """Fit a grid to the drawing that cut it. drawing: see `fitting.fitted.fit_grid`."""
    fit = fit_grid(grid, drawing)
    paths = {side: _trace_side(grid, fit, side) for side in fit.pieces}
    bulges = list(grid.bulges) or [0.0] * len(grid.sides)
    for side, path in paths.items():
        bulges[side] = path[0][1] if len(path) == 1 else 0.0
    extremes = list(_extreme_points(grid, fit, paths, bulges))
    xs, ys = [x for x, _ in extremes], [y for _, y in extremes]
    left, top = min(xs), min(ys)

    def translate(point: Point) -> Point:
        return point[0] - left, point[1] - top

    return FittedGrid(
        corners=list(map(translate, fit.corners)),
        ring_start=grid.ring_start,
        ring_corners=grid.ring_corners,
        pairs=grid.pairs,
        sides=grid.sides,
        rim_cells=grid.rim_cells,
        bulges=bulges,
        own_centres=list(map(translate, _find_centres(grid, fit))),
        width=max(xs) - left,
        height=max(ys) - top,
        origin=(grid.origin[0] + left, grid.origin[1] + top),
        steps=grid,
        moved=fit.moved,
        paths={
            side: tuple((translate(end), bulge) for end, bulge in path)
            for side, path in paths.items()
            if len(path) > 1
        },
    )


def _trace_side(grid: Grid, fit: Fit, side: int) -> ArcPath:
    a, b = grid.sides[side]
    return fit_arcs([fit.corners[a], *fit.pieces[side], fit.corners[b]], _TOLERANCE)


def _extreme_points(
    grid: Grid, fit: Fit, paths: Mapping[int, ArcPath], bulges: Sequence[float]
) -> Iterator[Point]:
    """Yield the points of the rim that may touch its bounding box."""
    for side in range(len(grid.pairs), len(grid.sides)):
        a, b = grid.sides[side]
        for p, q, bulge in _arcs(
            fit.corners[a], paths.get(side, ((fit.corners[b], bulges[side]),))
        ):
            yield from list_extremes(p, q, bulge)


def _find_centres(grid: Grid, fit: Fit) -> Iterator[Point]:
    """Yield the centre of each cell. For a cell with a disc it is the middle of the disc; for any
    other cell it is the tiling's centre, moved with the cell's corners."""
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


def _arcs(begin: Point, path: ArcPath) -> Iterator[tuple[Point, Point, float]]:
    for end, bulge in path:
        yield begin, end, bulge
        begin = end


def _sample_arc(p: Point, q: Point, bulge: float) -> list[Point]:
    """Return a few points of an arc between its ends."""
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
