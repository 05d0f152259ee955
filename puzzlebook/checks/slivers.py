"""Lines that are drawn as areas: long thin four-sided ones that are filled. They vanish in print as
thin lines do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from ctypes import byref, c_float, c_int, c_uint
from math import dist, fsum
from typing import Any

from pypdfium2 import raw

from puzzlebook.checks.matrices import Matrix, multiply
from puzzlebook.geometry.arcs import Point

LENGTH, RATIO = 9.0, 16.0
"""How long (points), and how many times as long as it is thick, an area must be to be taken for a
line. The stems of letters that are drawn as outlines are neither."""

_CORNERS = (4, 5)  # the last may be the first once more
_DEEPEST = 12
_UNIT: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


def find_thinnest_sliver(page: Any) -> float | None:
    """The thickness (points) of the thinnest line on a page that is drawn as an area; None where
    there is none."""
    things = (
        raw.FPDFPage_GetObject(page, place) for place in range(raw.FPDFPage_CountObjects(page))
    )
    return min(_find_slivers(things, _UNIT, 0), default=None)


def _find_slivers(things: Iterable[Any], matrix: Matrix, depth: int) -> Iterator[float]:
    # A page has hundreds of paths, and pdfium is slow to be asked: first what rules out most.
    fill, stroke = c_int(), c_int()
    filled, drawn = byref(fill), byref(stroke)
    for thing in things:
        if raw.FPDFPath_GetDrawMode(thing, filled, drawn):
            if fill.value and not stroke.value and _is_straight_area(thing) and _has_ink(thing):
                for corners in _straight(thing, multiply(_matrix(thing), matrix)):
                    yield from _thickness(corners)
        elif raw.FPDFPageObj_GetType(thing) == raw.FPDF_PAGEOBJ_FORM and depth < _DEEPEST:
            count = raw.FPDFFormObj_CountObjects(thing)
            inner = (raw.FPDFFormObj_GetObject(thing, place) for place in range(count))
            yield from _find_slivers(inner, multiply(_matrix(thing), matrix), depth + 1)


def _is_straight_area(path: Any) -> bool:
    """Whether a path has as many corners as an area needs, and a straight side first."""
    if raw.FPDFPath_CountSegments(path) < _CORNERS[0]:
        return False
    kind = raw.FPDFPathSegment_GetType(raw.FPDFPath_GetPathSegment(path, 1))
    return bool(kind != raw.FPDF_SEGMENT_BEZIERTO)


def _has_ink(path: Any) -> bool:
    """Whether a path is filled with anything but white."""
    inks = [c_uint() for _ in range(4)]
    known = raw.FPDFPageObj_GetFillColor(path, *map(byref, inks))
    return not known or any(ink.value < 255 for ink in inks[:3])


def _straight(path: Any, matrix: Matrix) -> Iterator[list[Point]]:
    """The corners of the outlines of a path that are straight and four-sided, up to the first that
    is not: what has others too is a drawing."""
    a, b, c, d, e, f = matrix
    corners: list[Point] = []
    x, y = c_float(), c_float()
    for place in range(raw.FPDFPath_CountSegments(path)):
        segment = raw.FPDFPath_GetPathSegment(path, place)
        kind = raw.FPDFPathSegment_GetType(segment)
        if kind == raw.FPDF_SEGMENT_BEZIERTO or len(corners) > _CORNERS[-1]:
            return
        if kind == raw.FPDF_SEGMENT_MOVETO and corners:
            yield corners
            corners = []
        raw.FPDFPathSegment_GetPoint(segment, byref(x), byref(y))
        corners.append((a * x.value + c * y.value + e, b * x.value + d * y.value + f))
    yield corners


def _thickness(corners: list[Point]) -> Iterator[float]:
    """How thick a four-sided area is, if it is a line: of a long thin one, twice its area by its
    circumference."""
    if len(corners) not in _CORNERS:
        return
    sides = list(zip(corners, [*corners[1:], corners[0]], strict=True))
    around = fsum(dist(one, other) for one, other in sides)
    area = abs(fsum(one[0] * other[1] - one[1] * other[0] for one, other in sides)) / 2
    thick = 2 * area / around if around else 0.0
    if around / 2 >= LENGTH and around / 2 >= RATIO * thick:
        yield thick


def _matrix(thing: Any) -> Matrix:
    matrix = raw.FS_MATRIX()
    raw.FPDFPageObj_GetMatrix(thing, byref(matrix))
    return matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f
