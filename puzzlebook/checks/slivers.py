"""Lines drawn as filled areas: long thin quadrilaterals, which vanish in print like thin lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from ctypes import byref, c_float, c_int, c_uint
from math import dist, fsum
from typing import Any

from pypdfium2 import raw

from puzzlebook.checks.matrices import Matrix, multiply
from puzzlebook.geometry.arcs import Point

MIN_LENGTH, MIN_RATIO = 9.0, 16.0
"""The smallest length of a line (points), and its smallest ratio of length to thickness.

The stems of outlined letters are below both.
"""

_CORNER_COUNTS = (4, 5)  # the first corner may be repeated at the end
_MAX_DEPTH = 12  # levels of nested forms
_UNIT: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


def find_thinnest_sliver(page: Any) -> float | None:
    """Return the thickness (points) of the thinnest line drawn as an area on a page, or None."""
    count = raw.FPDFPage_CountObjects(page)
    items = (raw.FPDFPage_GetObject(page, index) for index in range(count))
    return min(_find_slivers(items, _UNIT, 0), default=None)


def _find_slivers(items: Iterable[Any], matrix: Matrix, depth: int) -> Iterator[float]:
    # A page has hundreds of paths and pdfium calls are slow, so the most selective test is first.
    fill, stroke = c_int(), c_int()
    fill_mode, stroke_mode = byref(fill), byref(stroke)
    for item in items:
        if raw.FPDFPath_GetDrawMode(item, fill_mode, stroke_mode):
            if fill.value and not stroke.value and _is_straight_area(item) and _has_ink(item):
                for corners in _list_quadrilaterals(item, multiply(_matrix(item), matrix)):
                    yield from _measure_thickness(corners)
        elif raw.FPDFPageObj_GetType(item) == raw.FPDF_PAGEOBJ_FORM and depth < _MAX_DEPTH:
            count = raw.FPDFFormObj_CountObjects(item)
            inner = (raw.FPDFFormObj_GetObject(item, index) for index in range(count))
            yield from _find_slivers(inner, multiply(_matrix(item), matrix), depth + 1)


def _is_straight_area(path: Any) -> bool:
    """Whether a path has enough corners, and begins with a straight side."""
    if raw.FPDFPath_CountSegments(path) < _CORNER_COUNTS[0]:
        return False
    kind = raw.FPDFPathSegment_GetType(raw.FPDFPath_GetPathSegment(path, 1))
    return bool(kind != raw.FPDF_SEGMENT_BEZIERTO)


def _has_ink(path: Any) -> bool:
    """Whether a path's fill is not white."""
    inks = [c_uint() for _ in range(4)]
    is_known = raw.FPDFPageObj_GetFillColor(path, *map(byref, inks))
    return not is_known or any(ink.value < 255 for ink in inks[:3])


def _list_quadrilaterals(path: Any, matrix: Matrix) -> Iterator[list[Point]]:
    """Yield the corners of each outline of a path, up to the first that is not a quadrilateral.

    A path with other outlines is a drawing.
    """
    a, b, c, d, e, f = matrix
    corners: list[Point] = []
    x, y = c_float(), c_float()
    for index in range(raw.FPDFPath_CountSegments(path)):
        segment = raw.FPDFPath_GetPathSegment(path, index)
        kind = raw.FPDFPathSegment_GetType(segment)
        if kind == raw.FPDF_SEGMENT_BEZIERTO or len(corners) > _CORNER_COUNTS[-1]:
            return
        if kind == raw.FPDF_SEGMENT_MOVETO and corners:
            yield corners
            corners = []
        raw.FPDFPathSegment_GetPoint(segment, byref(x), byref(y))
        corners.append((a * x.value + c * y.value + e, b * x.value + d * y.value + f))
    yield corners


def _measure_thickness(corners: list[Point]) -> Iterator[float]:
    """Yield a quadrilateral's thickness if it is a line: twice its area over its perimeter."""
    if len(corners) not in _CORNER_COUNTS:
        return
    sides = list(zip(corners, [*corners[1:], corners[0]], strict=True))
    perimeter = fsum(dist(one, other) for one, other in sides)
    area = abs(fsum(one[0] * other[1] - one[1] * other[0] for one, other in sides)) / 2
    thickness = 2 * area / perimeter if perimeter else 0.0
    if perimeter / 2 >= MIN_LENGTH and perimeter / 2 >= MIN_RATIO * thickness:
        yield thickness


def _matrix(item: Any) -> Matrix:
    matrix = raw.FS_MATRIX()
    raw.FPDFPageObj_GetMatrix(item, byref(matrix))
    return matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f
