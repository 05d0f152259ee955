"""Curves of fonts and SVG paths, recorded by one pen.

A contour is a sequence of curves, each of which begins where the previous one ends. Quadratic
curves are kept, so that outlines are flattened exactly as they were drawn; writers of formats with
only cubic curves use `raise_to_cubic`. (The pen follows the pen protocol of fontTools, which
HarfBuzz uses too. It is not a `BasePen`, which would convert quadratics and would have to be loaded
for every maze.)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import ceil, sqrt
from typing import TYPE_CHECKING

from puzzlebook.geometry.arcs import convert_elliptical_arc
from puzzlebook.ground.lazy_imports import import_lazily

if TYPE_CHECKING:
    from uharfbuzz import Font

Curve = tuple[tuple[float, float], ...]
"""A straight line, a quadratic or a cubic Bézier curve, given by its 2, 3 or 4 control points."""
Contour = Sequence[Curve]

_MAX_PARTS = 1000


class ContourPen:
    """A pen that records contours, the points where they begin, and whether each is closed."""

    def __init__(self) -> None:
        self.contours: list[list[Curve]] = []
        self.closed: list[bool] = []
        self.starts: list[tuple[float, float]] = []
        # The actual and the nominal end of the last curve, which differ by a rounding error for
        # the cubics of an arc.
        self._at = self._target = (0.0, 0.0)

    def moveTo(self, point: tuple[float, float]) -> None:  # noqa: N802 - the pen protocol's names
        self.contours.append([])
        self.closed.append(False)
        self.starts.append(point)
        self._at = self._target = point

    def lineTo(self, point: tuple[float, float]) -> None:  # noqa: N802
        self._add_curve(point)

    def curveTo(self, *points: tuple[float, float]) -> None:  # noqa: N802
        self._add_curve(*points)

    def qCurveTo(self, *points: tuple[float, float]) -> None:  # noqa: N802
        self._add_curve(*points)

    def arcTo(  # noqa: N802
        self,
        rx: float,
        ry: float,
        rotation: float,
        large: bool,
        sweep: bool,
        end: tuple[float, float],
    ) -> None:
        begin = self._target
        if rx and ry and end != begin:
            for points in convert_elliptical_arc(begin, (rx, ry), rotation, large, sweep, end):
                self._add_curve(*points)
        elif end != begin:
            self._add_curve(end)
        self._target = end

    def closePath(self) -> None:  # noqa: N802
        self.closed[-1] = True

    def endPath(self) -> None:  # noqa: N802
        pass

    def _add_curve(self, *points: tuple[float, float]) -> None:
        self.contours[-1].append((self._at, *points))
        self._at = self._target = points[-1]


def parse_path(path: str) -> list[list[Curve]]:
    """Return the contours of SVG path data. Raise the same exceptions as `parse_path_lines`."""
    return [contour for contour, _ in parse_path_lines(path)]


def parse_path_lines(path: str) -> list[tuple[list[Curve], bool]]:
    """Return the contours of SVG path data, each with whether it is closed. Arcs become cubics. A
    closed contour that consists of a single point becomes a line of length 0.

    Raise ValueError or IndexError if fontTools cannot read the data, and OverflowError if an arc is
    too large or too small.
    """
    # These modules are needed only for whole SVG files, and for pens without `arcTo`.
    unused = (
        "misc.etree",
        "misc.loggingTools",
        "pens.transformPen",
        "svgLib.path.arc",
        "svgLib.path.shapes",
    )
    with import_lazily(*(f"fontTools.{name}" for name in unused)):
        from fontTools.svgLib.path.parser import parse_path

    pen = ContourPen()
    parse_path(path, pen)
    contours = zip(pen.contours, pen.closed, pen.starts, strict=True)
    return [
        (contour if contour or not closed else [(point, point)], closed)
        for contour, closed, point in contours
    ]


def read_glyph_contours(shaper: Font, glyph: int) -> list[list[Curve]]:
    """Return the contours of a font's glyph, in the font's units, y up."""
    pen = ContourPen()
    shaper.draw_glyph_with_pen(glyph, pen)
    return pen.contours


def raise_to_cubic(curve: Curve) -> Curve:
    """Return the cubic that equals a quadratic curve; return any other curve unchanged."""
    if len(curve) != 3:
        return curve
    start, control, end = curve
    first, second = (
        (point[0] + 2 * control[0], point[1] + 2 * control[1]) for point in (start, end)
    )
    return start, (first[0] / 3, first[1] / 3), (second[0] / 3, second[1] / 3), end


def point_at(curve: Curve, share: float) -> tuple[float, float]:
    """Return the point of a Bézier curve at a parameter (0 to 1), by de Casteljau's algorithm."""
    if len(curve) == 4:  # the loops below, unrolled for speed
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = curve
        ax, ay, bx, by = (
            ax + (bx - ax) * share,
            ay + (by - ay) * share,
            bx + (cx - bx) * share,
            by + (cy - by) * share,
        )
        cx, cy = cx + (dx - cx) * share, cy + (dy - cy) * share
        ax, ay, bx, by = (
            ax + (bx - ax) * share,
            ay + (by - ay) * share,
            bx + (cx - bx) * share,
            by + (cy - by) * share,
        )
        return ax + (bx - ax) * share, ay + (by - ay) * share
    points = list(curve)
    for last in range(len(points) - 1, 0, -1):
        for index in range(last):
            (a, b), (c, d) = points[index], points[index + 1]
            points[index] = a + (c - a) * share, b + (d - b) * share
    return points[0]


def count_straight_parts(curve: Curve, tolerance: float) -> int:
    """Return the number of straight lines that approximate a curve within the tolerance.

    The lines join points at equal steps of the parameter. Their number is given by Wang's formula:
    for a curve of degree d, it is the square root of d(d − 1)/8 times the largest second difference
    of the control points, divided by the tolerance.
    """
    degree = len(curve) - 1
    if degree == 1:
        return 1
    bends = (
        (a[0] - 2 * b[0] + c[0], a[1] - 2 * b[1] + c[1])
        for a, b, c in zip(curve, curve[1:], curve[2:], strict=False)
    )
    wanted = sqrt(
        degree * (degree - 1) / 8 * sqrt(max(x * x + y * y for x, y in bends)) / tolerance
    )
    return max(1, ceil(wanted)) if wanted < _MAX_PARTS else _MAX_PARTS


def flatten_curve(curve: Curve, tolerance: float) -> Iterator[Curve]:
    """Yield straight lines that approximate a curve within the tolerance."""
    if len(curve) == 2:
        yield curve
        return
    parts = count_straight_parts(curve, tolerance)
    yield from pairwise(
        [curve[0], *(point_at(curve, step / parts) for step in range(1, parts)), curve[-1]]
    )
