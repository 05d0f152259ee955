"""Outlines: areas to which mazes are cut, from any source, and the point-in-outline test.

An outline consists of areas bounded by closed polygons with *integer* corners, so that the
point-in-outline test gives the same answer on every machine. Curves are flattened once, when the
outline is made, to a tolerance far below the size of any cell.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, pairwise
from math import isfinite
from typing import NamedTuple

from puzzlebook.geometry.arcs import IntPoint
from puzzlebook.geometry.curves import Contour, Curve, count_straight_parts, flatten_curve
from puzzlebook.ground.faults import refuse

SPAN = 10_000_000
"""The longer side of every outline's box, in outline units."""
# For flattening curves, as a share of the longer side; a fiftieth of a cell if 1,000 cells lie
# along that side.
_TOLERANCE = 1 / 50_000
_ON_TOLERANCE = SPAN // 100_000  # see `Outline.find_inside`
_MAX_CORNERS = 300_000
_MAX_TOTAL_HEIGHT = 5000  # of all edges together, as a multiple of the drawing's height


_Spans = tuple[list[int], list[int]]
"""The x at which the inside begins along a level line, and the x at which it ends."""
_NO_SPANS: _Spans = [], []


class FilledShape(NamedTuple):
    """One filled shape as it was read: its contours, in any unit, y down.

    even_odd: whether the fill rule is even-odd; otherwise it is non-zero. paper: whether the shape
    is white and covers everything beneath it.
    """

    contours: Sequence[Contour]
    even_odd: bool = False
    paper: bool = False


class Area(NamedTuple):
    """One filled shape of an outline: closed polygons, their fill rule, and whether the shape is
    paper or ink."""

    polygons: tuple[tuple[IntPoint, ...], ...]
    even_odd: bool = False
    paper: bool = False


class Outline(NamedTuple):
    """Areas that are painted one over another. The box of the ink is (0, 0) – (width, height); its
    longer side is `SPAN`."""

    areas: tuple[Area, ...]
    width: int
    height: int

    @property
    def first(self) -> IntPoint:
        """The first corner. It gives the offset between two outlines that differ only by a
        shift."""
        return next(corner for area in self.areas for ring in area.polygons for corner in ring)

    def fill_holes(self) -> Outline:
        """Return the outline without its holes."""
        areas = [
            area._replace(polygons=(ring,), paper=False)
            for area in self.areas
            for ring in area.polygons
        ]
        return self._replace(areas=tuple(areas))

    def find_inside(self, points: Sequence[IntPoint]) -> bytearray:
        """Return 1 for each point that is inside the outline, and 0 for each other point, in one
        sweep down the outline.

        A point on the outline counts as inside, but a level edge belongs only to the area below it.
        A point is "on" the outline if it is within a hundred-thousandth of `SPAN` to the left or
        right. So symmetrical drawings are cut symmetrically, regardless of how their corners were
        rounded.
        """
        return PointTest(self).find_inside(points)


class PointTest:
    """The point-in-outline test of an outline that is asked about points again and again: it
    remembers where each level line is inside."""

    def __init__(self, outline: Outline) -> None:
        self._outline, self._edges = outline, _sort_edges(outline)
        self._spans: dict[int, _Spans] = {}

    def find_inside(self, points: Sequence[IntPoint]) -> bytearray:
        """Return what `Outline.find_inside` returns."""
        leftmost, rightmost = -_ON_TOLERANCE, self._outline.width + _ON_TOLERANCE
        new_heights = {y for x, y in points if leftmost <= x <= rightmost}.difference(self._spans)
        self._spans.update(_sweep(self._outline, self._edges, sorted(new_heights)))
        is_inside = bytearray(len(points))
        for number, (x, y) in enumerate(points):
            starts, ends = self._spans.get(y, _NO_SPANS)
            if starts:
                span = bisect_right(starts, x + _ON_TOLERANCE) - 1
                is_inside[number] = span >= 0 and x - _ON_TOLERANCE <= ends[span]
        return is_inside


def make_outline(drawn: Iterable[FilledShape], where: str) -> Outline:
    """Return the outline of these shapes, scaled so that the longer side of the ink's box is
    `SPAN`. The shapes are listed from the bottom layer up.

    If all shapes are white, white counts as ink, because icons for dark backgrounds are drawn in
    white.
    """
    return make_scaled_outline(drawn, where)[0]


def make_scaled_outline(
    drawn: Iterable[FilledShape], where: str
) -> tuple[Outline, float, float, float]:
    """Return the outline that `make_outline` returns; the left and the top of its box, in the units
    of the shapes; and the number of outline units in one unit of the shapes."""
    shapes = [shape for shape in drawn if any(shape.contours)]
    if all(shape.paper for shape in shapes):
        shapes = [shape._replace(paper=False) for shape in shapes]
    # Control points enclose their curve, so their bounding box is good enough to set the tolerance.
    left, top, right, bottom = _box(chain.from_iterable(chain.from_iterable(_ink(shapes))), where)
    tolerance = max(right - left, bottom - top) * _TOLERANCE
    curves = chain.from_iterable(chain.from_iterable(shape.contours for shape in shapes))
    if sum(count_straight_parts(curve, tolerance) for curve in curves) > _MAX_CORNERS:
        raise refuse(
            where,
            "the drawing has too many curves",
            "use fewer, simpler shapes (in Inkscape: Path > Simplify)",
        )
    flat = [shape._replace(contours=[*_flatten(shape.contours, tolerance)]) for shape in shapes]
    left, top, right, bottom = _box(chain.from_iterable(chain.from_iterable(_ink(flat))), where)
    scale = SPAN / max(right - left, bottom - top)

    def scale_point(point: tuple[float, float]) -> IntPoint:
        return round((point[0] - left) * scale), round((point[1] - top) * scale)

    areas = tuple(
        Area(
            tuple(tuple(scale_point(curve[0]) for curve in contour) for contour in contours),
            even_odd,
            paper,
        )
        for contours, even_odd, paper in flat
    )
    width, height = scale_point((right, bottom))
    polygons = chain.from_iterable(area.polygons for area in areas)
    total_height = sum(
        abs(ay - by)
        for polygon in polygons
        for (_, ay), (_, by) in pairwise((*polygon, polygon[0]))
    )
    if total_height > _MAX_TOTAL_HEIGHT * height:
        raise refuse(
            where,
            "the drawing has too many overlapping shapes",
            "use fewer shapes; unite those that form one area",
        )
    return Outline(areas, width, height), left, top, scale


def _ink(shapes: Iterable[FilledShape]) -> Iterator[Contour]:
    """Return the contours that determine the box of the outline."""
    return chain.from_iterable(shape.contours for shape in shapes if not shape.paper)


def _box(points: Iterable[tuple[float, float]], where: str) -> tuple[float, float, float, float]:
    """Return the bounding box of the points. Refuse a box without width or height."""
    corners = list(points)
    xs, ys = [x for x, _ in corners] or [0.0], [y for _, y in corners] or [0.0]
    box = min(xs), min(ys), max(xs), max(ys)
    if not all(map(isfinite, chain(xs, ys))) or max(map(abs, box)) > 1e12:
        raise refuse(
            where,
            "the drawing's coordinates are too large",
            "use numbers up to a billion",
        )
    if (box[2] - box[0]) * SPAN <= (box[3] - box[1]) or (box[3] - box[1]) * SPAN <= (
        box[2] - box[0]
    ):
        raise refuse(
            where, "nothing in the drawing is filled", "give shapes a fill, or lines a stroke"
        )
    return box


def _flatten(contours: Iterable[Contour], tolerance: float) -> Iterator[list[Curve]]:
    """Yield the contours with every curve flattened. Omit contours that enclose no area."""
    for contour in contours:
        lines = [line for curve in contour for line in flatten_curve(curve, tolerance)]
        corners = {line[0] for line in lines} | {lines[-1][1]} if lines else set()
        if len(corners) > 2 and not _is_collinear(corners):
            yield [*lines, (lines[-1][1], lines[0][0])]


def _is_collinear(corners: set[tuple[float, float]]) -> bool:
    """Return whether all corners lie on one straight line, so that a fill would paint nothing."""
    (ax, ay), (bx, by) = min(corners), max(corners)
    return all((bx - ax) * (y - ay) == (by - ay) * (x - ax) for x, y in corners)


class Edge(NamedTuple):
    """An edge of a polygon, from its upper end to its lower end (y down).

    top, bottom: the y of its ends. x: the x of its upper end. run: the x of its lower end minus x.
    area: the index of its area. step: 1 if it was drawn downwards, otherwise −1.
    """

    top: int
    bottom: int
    x: int
    run: int
    area: int
    step: int


def list_edges(outline: Outline) -> Iterator[Edge]:
    """Yield every edge that is not level."""
    for number, area in enumerate(outline.areas):
        for polygon in area.polygons:
            for (ax, ay), (bx, by) in zip(polygon, polygon[1:] + polygon[:1], strict=True):
                if ay < by:
                    yield Edge(ay, by, ax, bx - ax, number, 1)
                elif by < ay:
                    yield Edge(by, ay, bx, ax - bx, number, -1)


def _sweep(
    outline: Outline, edges: Iterable[Edge], heights: Sequence[int]
) -> Iterator[tuple[int, _Spans]]:
    """Yield each of these heights, which are ascending, and the spans of its level line. edges:
    from the bottom up."""
    unreached_edges = [
        edge for edge in edges if heights and edge.bottom > heights[0] and edge.top <= heights[-1]
    ]
    active: list[Edge] = []
    for y in heights:
        while unreached_edges and unreached_edges[-1].top <= y:
            active.append(unreached_edges.pop())
        active = [edge for edge in active if edge.bottom > y]
        yield y, _find_spans(outline, active, y)


@lru_cache(maxsize=4)  # a stage tests points in its maze area and in its front by turns
def _sort_edges(outline: Outline) -> Sequence[Edge]:
    """Return the edges of an outline from the bottom up."""
    return sorted(list_edges(outline), reverse=True)


def _find_spans(outline: Outline, active: Iterable[Edge], y: int) -> _Spans:
    """Return the x at which the inside begins and the x at which it ends, from left to right along
    the level line y."""
    crossings = [
        (x + (2 * run * (y - top) + bottom - top) // (2 * (bottom - top)), area, step)
        for top, bottom, x, run, area, step in active
    ]
    crossings.sort()
    starts: list[int] = []
    ends: list[int] = []
    winding = [0] * len(outline.areas)
    covering_areas: set[int] = set()
    was_in = False
    for x, area, step in crossings:
        winding[area] += step
        if winding[area] & 1 if outline.areas[area].even_odd else winding[area]:
            covering_areas.add(area)
        else:
            covering_areas.discard(area)
        is_in = bool(covering_areas) and not outline.areas[max(covering_areas)].paper
        if is_in != was_in:
            (starts if is_in else ends).append(x)
            was_in = is_in
    return starts, ends
