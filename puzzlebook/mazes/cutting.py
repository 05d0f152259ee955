"""Cutting a tiling along an outline.

A cell is kept if its centre lies inside the outline. Pieces that do not share a side are joined by
the shortest bridges of cells, so that no part of the drawing is lost.

A one-edge cell is a triangle of a cut tiling that is joined to the rest by one side only, so that
all three of its corners lie on the rim. If the rim followed a straight part of the drawing, the
three corners would be collinear and the cell would have no area. Therefore a drawn rim has one-edge
cells only at the drawing's own points.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain
from math import fsum
from typing import NamedTuple

from puzzlebook.geometry.arcs import IntPoint, Point, find_extremes
from puzzlebook.geometry.loop import Effort, area, length, simplify_loop
from puzzlebook.ground.faults import format_choices, refuse
from puzzlebook.mazes.pieces import Numbered, find_bridges, find_neighbours, find_parts
from puzzlebook.mazes.tilings import SHAPES, Corner, Ring, Size, Tiling
from puzzlebook.outlines import Outline, trace_boundary

Bounds = tuple[int, int, int, int]
"""Left, top, right and bottom, in millionths of a cell."""

POINTS = 4
"""The number of sample points in a triangular cell: its centre, and the points halfway from the
centre to each corner."""

PIECES = ("joined", "largest")
_TOLERANCE = 0.004  # for simplifying a drawing that becomes the rim, in cell widths
_MIN_AREA = 0.02  # the smallest part or hole that the rim shows, in square cell widths
_TRACE_FINENESS = 10_000  # a stage's outline is traced within 1/_TRACE_FINENESS of its longer side
_USUAL_RATIO = 10  # the usual length of a drawing, as a multiple of its box's width + height
_STEPS_PER_CELL = 200  # steps of effort charged for each cell width beyond the usual length
_MICRO = 1_000_000  # positions are rounded to millionths of a cell before they decide anything


def cut(
    tiling: Tiling,
    outline: Outline,
    pieces: str = "joined",
    where: str = "silhouette",
    has_one_edge_cells: bool = True,
) -> Tiling:
    """Return the cells of a tiling that an outline covers, in the order of the tiling.

    The outline is centred in the bounding box of the tiling and scaled to fit it. pieces: "joined"
    joins all connected pieces, nearest first; "largest" keeps only the largest piece or, in a tie,
    the piece with the lowest-numbered cell. has_one_edge_cells: whether cells may be joined to the
    rest by one side only.
    """
    if pieces not in PIECES:
        raise refuse(where, f"pieces = {pieces!r}", format_choices(PIECES))
    corners, rings = _number_corners(tiling)
    neighbours = find_neighbours(rings)
    if has_one_edge_cells:
        is_kept = outline.find_inside(_fit_centres(tiling, outline, corners, rings))
    else:
        is_kept = prune_one_edge_cells(
            neighbours, _find_covered_points(tiling, outline, corners, rings)
        )
    if not any(is_kept):
        raise refuse(
            where, "no cell of the maze lies inside it", "use more cells, or a bolder shape"
        )
    parts = find_parts(neighbours, is_kept)
    cells = (
        max(parts, key=len)
        if pieces == "largest"
        else sorted(chain(*parts, find_bridges(neighbours, parts)))
    )
    if len(cells) < 2:
        raise refuse(
            where, "only one cell of the maze lies inside it", "use more cells, or a bolder shape"
        )
    return tiling._replace(rings=[tiling.rings[cell] for cell in cells])


def find_covered_cells(tiling: Tiling, outline: Outline) -> bytearray:
    """Return 1 for each cell of a tiling whose centre an outline covers, and 0 for the others. The
    outline is fitted to the tiling's box."""
    return outline.find_inside(_fit_centres(tiling, outline, *_number_corners(tiling)))


def prune_one_edge_cells(neighbours: Sequence[Sequence[int]], covered: Sequence[int]) -> bytearray:
    """Return 1 for each cell that is kept, and 0 for the others. Each one-edge cell is completed by
    a neighbour or dropped.

    covered: for each cell, which of its sample points the drawing covers, as bits; the lowest bit
    is the centre. At first all cells with a covered centre are kept. Then every one-edge cell is
    examined, in ascending order. If a dropped neighbour has at least two kept neighbours, and half
    of the sample points of both cells are covered, that neighbour is kept too. Otherwise the
    one-edge cell is dropped; but it stays if no dropped neighbour has two kept neighbours.
    """
    is_kept = bytearray(points & 1 for points in covered)
    for cell, points in enumerate(covered):
        if not is_kept[cell] or _count_kept(neighbours[cell], is_kept) != 1:
            continue
        notches = [
            other
            for other in neighbours[cell]
            if not is_kept[other] and _count_kept(neighbours[other], is_kept) > 1
        ]
        if not notches:
            continue
        best = max(notches, key=lambda notch: (covered[notch].bit_count(), -notch))
        if covered[best].bit_count() + points.bit_count() >= POINTS:
            is_kept[best] = 1
        else:
            is_kept[cell] = 0
    return is_kept


def _count_kept(cells: Sequence[int], is_kept: bytearray) -> int:
    return [is_kept[cell] for cell in cells].count(1)


def _number_corners(tiling: Tiling) -> tuple[list[Corner], list[Numbered]]:
    """Return the corners of a tiling, and its rings as indices into this list."""
    corners = list(dict.fromkeys(chain.from_iterable(tiling.rings)))
    number = dict(zip(corners, range(len(corners)), strict=True)).__getitem__
    return corners, [tuple(map(number, ring)) for ring in tiling.rings]


class OutlinePlacement(NamedTuple):
    """The position of an outline on a grid: its scale (cell widths per unit of the outline), and
    the x and y of its origin in cell widths.

    extent: the width plus the height of the tiling's box, in cell widths.
    """

    scale: float
    x: float
    y: float
    extent: float

    def apply(self, point: Point) -> Point:
        """Convert a point of the outline to cell widths."""
        return point[0] * self.scale + self.x, point[1] * self.scale + self.y


@lru_cache(maxsize=256)
def measure_box(shape: str, size: Size) -> Bounds:
    """Return the bounding box of a whole tiling."""
    if shape == "square":
        return 0, 0, size[0] * _MICRO, size[1] * _MICRO
    tiling = SHAPES[shape].tile(*size)
    corners = set(chain.from_iterable(tiling.rings))
    xs, ys = zip(*(_round_point(tiling.place(corner)) for corner in corners), strict=True)
    return _box(tiling, (min(xs), min(ys), max(xs), max(ys)))


def place_outline(box: Bounds, outline: Outline, origin: Point) -> OutlinePlacement:
    """Return the position of an outline fitted to the box of a tiling, relative to `origin`, a
    point of the tiling."""
    left, top, right, bottom = box
    scale = min((right - left) / outline.width, (bottom - top) / outline.height) / _MICRO
    x, y = _round_point(origin)
    dx = (left + right - 2 * x) / (2 * _MICRO) - outline.width * scale / 2
    dy = (top + bottom - 2 * y) / (2 * _MICRO) - outline.height * scale / 2
    return OutlinePlacement(scale, dx, dy, (right - left + bottom - top) / _MICRO)


def trace_finely(outline: Outline, where: str) -> tuple[tuple[IntPoint, ...], ...]:
    """Return the boundary of an outline as loops that are fine enough for grids of any size."""
    effort = Effort(where)
    tolerance = max(outline.width, outline.height) / _TRACE_FINENESS
    return trace_boundary(_simplify(outline, tolerance, effort), effort)


def place_loops(
    box: Bounds,
    outline: Outline,
    origin: Point,
    loops: Iterable[Sequence[IntPoint]],
    where: str,
) -> list[list[Point]]:
    """Place the loops of an outline that was traced before. Return them in the form that
    `place_drawing` returns."""
    placing, effort = place_outline(box, outline, origin), Effort(where)
    placed = (list(map(placing.apply, loop)) for loop in loops)
    return _choose_large(placing, placed, _TOLERANCE, effort)


def place_drawing(
    box: Bounds, outline: Outline, origin: Point, where: str = "silhouette"
) -> list[list[Point]]:
    """Return the boundary of an outline, fitted to the box of a tiling, as closed loops in cell
    widths from `origin`, a point of the tiling.

    Loops that are tiny compared with a cell are omitted. A boundary that is too intricate or too
    long is refused.
    """
    placing = place_outline(box, outline, origin)
    effort = Effort(where)
    # The outline is simplified before tracing, which is slow with many corners, and again
    # afterwards, because tracing adds corners.
    simpler = _simplify(outline, _TOLERANCE / 2 / placing.scale, effort)
    loops = (list(map(placing.apply, loop)) for loop in trace_boundary(simpler, effort))
    return _choose_large(placing, loops, _TOLERANCE / 2, effort)


def _choose_large(
    placing: OutlinePlacement, loops: Iterable[list[Point]], tolerance: float, effort: Effort
) -> list[list[Point]]:
    """Return the loops that are not tiny, simplified. Refuse loops that are too long in total."""
    simple = (simplify_loop(loop, tolerance, effort) for loop in loops)
    large = [loop for loop in simple if len(loop) > 2 and abs(area(loop)) > _MIN_AREA]
    usual = _USUAL_RATIO * placing.extent
    effort.spend(int(_STEPS_PER_CELL * max(0.0, fsum(map(length, large)) - usual)))
    return large


def _simplify(outline: Outline, tolerance: float, effort: Effort) -> Outline:
    areas = []
    for part in outline.areas:
        polygons = (tuple(simplify_loop(polygon, tolerance, effort)) for polygon in part.polygons)
        areas.append(
            part._replace(polygons=tuple(polygon for polygon in polygons if len(polygon) > 2))
        )
    return outline._replace(areas=tuple(areas))


# Positions are rounded to ints, and all later decisions use ints, so that every machine agrees.


def _fit_centres(
    tiling: Tiling, outline: Outline, corners: Sequence[Corner], rings: Sequence[Numbered]
) -> list[IntPoint]:
    """Return the centre of each cell in the outline's units."""
    xs, ys = zip(*(_round_point(tiling.place(corner)) for corner in corners), strict=True)
    if tiling.centre:
        centres = [_round_point(tiling.centre(ring)) for ring in tiling.rings]
    else:
        centres = list(zip(_means(rings, xs), _means(rings, ys), strict=True))
    return _convert_to_units(outline, centres, _box(tiling, (min(xs), min(ys), max(xs), max(ys))))


def _find_covered_points(
    tiling: Tiling, outline: Outline, corners: Sequence[Corner], rings: Sequence[Numbered]
) -> list[int]:
    """Return for each cell a set of bits: whether its centre, and each point halfway from the
    centre to a corner, is covered."""
    xs, ys = zip(*(_round_point(tiling.place(corner)) for corner in corners), strict=True)
    points = []
    for ring, x, y in zip(rings, _means(rings, xs), _means(rings, ys), strict=True):
        points += [(x, y), *(((x + xs[corner]) // 2, (y + ys[corner]) // 2) for corner in ring)]
    box = min(xs), min(ys), max(xs), max(ys)
    bits = iter(outline.find_inside(_convert_to_units(outline, points, box)))
    return [sum(next(bits) << number for number in range(len(ring) + 1)) for ring in rings]


def _convert_to_units(outline: Outline, points: Iterable[IntPoint], box: Bounds) -> list[IntPoint]:
    """Convert points of a tiling to the units of an outline that is fitted into a box."""
    left, top, right, bottom = box
    box_width, box_height = right - left, bottom - top
    # The outline fills the box in one direction and keeps its proportions.
    limit, extent = (
        (outline.width, box_width)
        if box_width * outline.height <= outline.width * box_height
        else (outline.height, box_height)
    )
    offset_x = extent * outline.width - (left + right) * limit
    offset_y = extent * outline.height - (top + bottom) * limit
    doubled, divisor = 2 * limit, 2 * extent
    return [
        ((doubled * x + offset_x) // divisor, (doubled * y + offset_y) // divisor)
        for x, y in points
    ]


def _round_point(point: tuple[float, float]) -> IntPoint:
    return round(point[0] * _MICRO), round(point[1] * _MICRO)


def _means(rings: Sequence[Numbered], along: Sequence[int]) -> Iterator[int]:
    """Yield the mean of each cell's corners along one axis."""
    at = along.__getitem__
    return (sum(map(at, ring)) // len(ring) for ring in rings)


def _box(tiling: Tiling, corners: Bounds) -> Bounds:
    """Return the bounding box of a tiling, given the bounding box of its corners; arcs may extend
    beyond the corners."""
    if not tiling.bulge:
        return corners
    reach = [spot for ring in tiling.rings for spot in _reach(tiling, ring, tiling.bulge, corners)]
    xs, ys = zip(*reach, corners[:2], corners[2:], strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _reach(
    tiling: Tiling, ring: Ring, bulge: Callable[[Corner, Corner], float], box: Bounds
) -> Iterator[IntPoint]:
    """Yield the extreme points of a cell's arcs if one of the arcs might leave the box.

    An arc of at most half a circle never deviates from its ends by more than the length of its
    chord.
    """
    xs, ys = zip(*(_round_point(tiling.place(corner)) for corner in ring), strict=True)
    chord = max(xs) - min(xs) + max(ys) - min(ys)
    if (
        min(xs) - chord < box[0]
        or min(ys) - chord < box[1]
        or max(xs) + chord > box[2]
        or max(ys) + chord > box[3]
    ):
        for a, b in zip(ring, (*ring[1:], ring[0]), strict=True):
            side_bulge = bulge(a, b)
            if side_bulge:
                yield from map(
                    _round_point, find_extremes(tiling.place(a), tiling.place(b), side_bulge)
                )
