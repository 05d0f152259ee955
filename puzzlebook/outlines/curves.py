"""Curves as fonts and SVG paths draw them, written down by one pen.

A contour is a run of curves, each beginning where the one before it ended. Quadratic curves stay what they are, since
an outline is cut into straight lines as it was drawn; who can only write cubics asks for `as_cubic`. (The pen speaks
fontTools' protocol, which HarfBuzz speaks too, but is no `BasePen`: that one knows no quadratics, and would have to be
loaded for every maze.)
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from puzzlebook.late import unloaded
from puzzlebook.outlines.arcs import elliptical

if TYPE_CHECKING:
    from uharfbuzz import Font

Curve = tuple[tuple[float, float], ...]
"""A straight line, a quadratic or a cubic Bézier curve, by its 2, 3 or 4 control points."""
Contour = Sequence[Curve]


class ContourPen:
    """A pen that writes down the contours it is told to draw.

    closing: whether a contour that is closed gets a last line back to its beginning. Areas need none, lines do.
    """

    def __init__(self, closing: bool = False) -> None:
        self.contours: list[list[Curve]] = []
        # Where the last curve ended; and where it was told to: an arc's cubics miss that by what is lost in rounding.
        self._at = self._told = (0.0, 0.0)
        self._closing = closing

    def moveTo(self, point: tuple[float, float]) -> None:  # noqa: N802 - the pen protocol's names
        self.contours.append([])
        self._at = self._told = point

    def lineTo(self, point: tuple[float, float]) -> None:  # noqa: N802
        self._go(point)

    def curveTo(self, *points: tuple[float, float]) -> None:  # noqa: N802
        self._go(*points)

    def qCurveTo(self, *points: tuple[float, float]) -> None:  # noqa: N802
        self._go(*points)

    def arcTo(  # noqa: N802
        self, rx: float, ry: float, rotation: float, large: bool, sweep: bool, end: tuple[float, float]
    ) -> None:
        begin = self._told
        if rx and ry and end != begin:
            for points in elliptical(begin, (rx, ry), rotation, large, sweep, end):
                self._go(*points)
        elif end != begin:
            self._go(end)
        self._told = end

    def closePath(self) -> None:  # noqa: N802
        contour = self.contours[-1]
        if self._closing and contour and contour[-1][-1] != contour[0][0]:
            self._go(contour[0][0])

    def endPath(self) -> None:  # noqa: N802
        pass

    def _go(self, *points: tuple[float, float]) -> None:
        self.contours[-1].append((self._at, *points))
        self._at = self._told = points[-1]


def path_contours(path: str, closing: bool = False) -> list[list[Curve]]:
    """The contours of SVG path data, its arcs as cubics.

    ValueError or IndexError where fontTools cannot read it, OverflowError where an arc is beyond all measure.
    """
    with unloaded("fontTools.misc.etree"):  # a reader of XML, for whole SVG files
        from fontTools.svgLib.path.parser import parse_path

    pen = ContourPen(closing)
    parse_path(path, pen)
    return pen.contours


def glyph_contours(shaper: Font, glyph: int) -> list[list[Curve]]:
    """The contours of a font's glyph, in the font's units, y up."""
    pen = ContourPen()
    shaper.draw_glyph_with_pen(glyph, pen)
    return pen.contours


def as_cubic(curve: Curve) -> Curve:
    """The curve itself; but a quadratic one as the cubic that is the same curve."""
    if len(curve) != 3:
        return curve
    start, control, end = curve
    first, second = ((point[0] + 2 * control[0], point[1] + 2 * control[1]) for point in (start, end))
    return start, (first[0] / 3, first[1] / 3), (second[0] / 3, second[1] / 3), end


def point_at(curve: Curve, share: float) -> tuple[float, float]:
    """The point of a Bézier curve at this parameter (0–1), by de Casteljau's construction."""
    points = curve
    while len(points) > 1:
        points = tuple((a + (c - a) * share, b + (d - b) * share) for (a, b), (c, d) in pairwise(points))
    return points[0]
