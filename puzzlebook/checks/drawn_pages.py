"""Strokes and areas in their own units, read back from a page of a finished PDF by pdfium."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from ctypes import byref, c_float, c_int
from itertools import chain, product
from typing import TYPE_CHECKING, Any, NamedTuple, overload

from puzzlebook.checks.drawn import Footprint, PageDrawing, PathGroup, Stroke, StrokePen
from puzzlebook.geometry.arcs import Point

if TYPE_CHECKING:
    from pypdfium2 import PdfPage

_EMPTY_BOX = (0.0, 0.0, 0.0, 0.0)
_UNIT = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
_SLACK = 0.01  # points: boxes are enlarged by this much to allow for rounding
_ROUND_JOIN = 1  # PDF's number for round line joins


class PathsOfPage(Sequence[list[Stroke]]):
    """The paths of an open page. Strokes are read on demand, as most are never needed."""

    def __init__(self, page: PdfPage) -> None:
        self._page = page  # pdfium frees a page's paths together with the page
        self._paths: list[Any] = []
        self._strokes: dict[int, list[Stroke]] = {}

    def add(self, path: Any) -> None:
        """Add a path, as a pdfium handle."""
        self._paths.append(path)

    def __len__(self) -> int:
        return len(self._paths)

    @overload
    def __getitem__(self, index: int) -> list[Stroke]: ...
    @overload
    def __getitem__(self, index: slice) -> list[list[Stroke]]: ...
    def __getitem__(self, index: int | slice) -> list[Stroke] | list[list[Stroke]]:
        if isinstance(index, slice):
            return [self[number] for number in range(len(self))[index]]
        if index not in self._strokes:
            self._strokes[index] = _read_strokes(self._paths[index])
        return self._strokes[index]

    def bounds(self) -> Iterator[Footprint]:
        """Yield a box around each path, in the path's own units."""
        for index, path in enumerate(self._paths):
            box = find_bounds(path) if _matrix(path) == _UNIT else None
            if box:
                yield box
            elif points := [point for piece in chain.from_iterable(self[index]) for point in piece]:
                xs, ys = zip(*points, strict=True)
                yield min(xs), min(ys), max(xs), max(ys)


def read_page_drawing(page: PdfPage) -> PageDrawing:
    """Return the paths on a page, grouped by their matrix, and the boxes of all other items."""
    left, bottom, _, top = page.get_mediabox()
    groups: dict[tuple[float, ...], _Group] = {}
    painted: dict[tuple[float, ...], list[int]] = {}
    boxes: list[Footprint] = []
    for number, (item, path) in enumerate(_list_items(page)):
        if path is None:
            x, low, right, high = find_bounds(item) or _EMPTY_BOX
            boxes.append((x - left, top - bottom - high, right - left, top - bottom - low))
            continue
        a, b, c, d, e, f = _matrix(item)
        matrix = a, -b, c, -d, e - left, top - bottom - f
        key = tuple(round(value, 2) for value in matrix)
        if key not in groups:
            groups[key] = _Group(matrix, PathsOfPage(page), PathsOfPage(page))
        (groups[key].lines if _is_line(path) else groups[key].areas).add(path)
        painted.setdefault(key, []).append(number)
    return PageDrawing(
        [
            PathGroup(*group, _box_around(group), (painted[key][0], painted[key][-1]))
            for key, group in groups.items()
        ],
        boxes,
    )


class _Group(NamedTuple):
    """A `PathGroup` under construction."""

    matrix: tuple[float, ...]
    lines: PathsOfPage
    areas: PathsOfPage


def _box_around(group: _Group) -> Footprint:
    """Return a box that holds a group, enlarged slightly to allow for rounding."""
    bounds = list(chain(group.lines.bounds(), group.areas.bounds()))
    if not bounds:
        return _EMPTY_BOX
    lefts, tops, rights, bottoms = zip(*bounds, strict=True)
    corners = product((min(lefts), max(rights)), (min(tops), max(bottoms)))
    xs, ys = zip(*map(PathGroup(*group).map_to_page, corners), strict=True)
    return min(xs) - _SLACK, min(ys) - _SLACK, max(xs) + _SLACK, max(ys) + _SLACK


def _list_items(page: PdfPage) -> Iterator[tuple[Any, Any]]:
    """Yield each object on a page as (item, path).

    item: the object with the matrix: the form, for an object in a form. path: the object itself, or
    None if it is not a path.
    """
    import pypdfium2.raw as raw

    for number in range(raw.FPDFPage_CountObjects(page)):
        item = raw.FPDFPage_GetObject(page, number)
        inside = [item]
        if raw.FPDFPageObj_GetType(item) == raw.FPDF_PAGEOBJ_FORM:
            inside = [
                raw.FPDFFormObj_GetObject(item, i)
                for i in range(raw.FPDFFormObj_CountObjects(item))
            ]
        for path in inside:
            is_path = raw.FPDFPageObj_GetType(path) == raw.FPDF_PAGEOBJ_PATH
            yield item, path if is_path else None


def find_bounds(item: Any) -> tuple[float, float, float, float] | None:
    """Return left, bottom, right and top of an item on a page, or None if pdfium gives none."""
    import pypdfium2.raw as raw

    left, bottom, right, top = (c_float() for _ in range(4))
    edges = left, bottom, right, top
    is_known = raw.FPDFPageObj_GetBounds(item, *map(byref, edges))
    return (left.value, bottom.value, right.value, top.value) if is_known else None


def find_close_bounds(item: Any) -> tuple[float, float, float, float] | None:
    """Return the bounds of an item as painted, or None. pdfium's own bounds include clipped parts,
    and mitres on strokes with round corners."""
    boxes = list(_list_close_bounds(item, _UNIT))
    if not boxes:
        return None
    lefts, bottoms, rights, tops = zip(*boxes, strict=True)
    return min(lefts), min(bottoms), max(rights), max(tops)


def _list_close_bounds(
    item: Any, outer: tuple[float, ...]
) -> Iterator[tuple[float, float, float, float]]:
    """Yield the bounds of each path of an item that is not clipped away. outer: the matrix of the
    form or page that holds the item."""
    import pypdfium2.raw as raw

    if raw.FPDFPageObj_GetType(item) == raw.FPDF_PAGEOBJ_FORM:
        matrix = _multiply(_matrix(item), outer)
        for index in range(raw.FPDFFormObj_CountObjects(item)):
            yield from _list_close_bounds(raw.FPDFFormObj_GetObject(item, index), matrix)
    elif box := _find_path_bounds(item, outer):
        clips = _list_clips(item, outer)
        lefts, bottoms, rights, tops = zip(box, *clips, strict=True)
        left, bottom, right, top = max(lefts), max(bottoms), min(rights), min(tops)
        if left <= right and bottom <= top:
            yield left, bottom, right, top


def _list_clips(item: Any, outer: tuple[float, ...]) -> Iterator[tuple[float, float, float, float]]:
    """Yield the bounding box of each clipping path of an item."""
    import pypdfium2.raw as raw

    clip = raw.FPDFPageObj_GetClipPath(item)
    for path in range(raw.FPDFClipPath_CountPaths(clip)):
        points = []
        for index in range(raw.FPDFClipPath_CountPathSegments(clip, path)):
            x, y = c_float(), c_float()
            segment = raw.FPDFClipPath_GetPathSegment(clip, path, index)
            raw.FPDFPathSegment_GetPoint(segment, byref(x), byref(y))
            points.append(_apply(outer, (x.value, y.value)))
        if points:
            xs, ys = zip(*points, strict=True)
            yield min(xs), min(ys), max(xs), max(ys)


def _find_path_bounds(
    item: Any, outer: tuple[float, ...]
) -> tuple[float, float, float, float] | None:
    """Return the bounds of an item other than a form, including its stroke."""
    import pypdfium2.raw as raw

    kind = raw.FPDFPageObj_GetType(item)
    if kind == raw.FPDF_PAGEOBJ_PATH and raw.FPDFPageObj_GetLineJoin(item) == _ROUND_JOIN:
        matrix = _multiply(_matrix(item), outer)
        points = [
            _apply(matrix, point)
            for piece in chain.from_iterable(_read_strokes(item))
            for point in piece
        ]
        if not points:
            return None
        half = _stroke_width(item) / 2 * max(map(abs, matrix[:4]))
        xs, ys = zip(*points, strict=True)
        return min(xs) - half, min(ys) - half, max(xs) + half, max(ys) + half
    if bounds := find_bounds(item):
        x0, y0, x1, y1 = bounds
        xs, ys = zip(*(_apply(outer, point) for point in product((x0, x1), (y0, y1))), strict=True)
        return min(xs), min(ys), max(xs), max(ys)
    return None


def _stroke_width(path: Any) -> float:
    """Return the width of a path's stroke in the path's own units; 0 if it is only filled."""
    import pypdfium2.raw as raw

    fill, stroke, width = c_int(), c_int(), c_float()
    raw.FPDFPath_GetDrawMode(path, byref(fill), byref(stroke))
    raw.FPDFPageObj_GetStrokeWidth(path, byref(width))
    return width.value if stroke.value else 0.0


def _apply(matrix: tuple[float, ...], point: Point) -> Point:
    a, b, c, d, e, f = matrix
    return a * point[0] + c * point[1] + e, b * point[0] + d * point[1] + f


def _multiply(inner: tuple[float, ...], outer: tuple[float, ...]) -> tuple[float, ...]:
    """Return the matrix that applies `inner` first."""
    a, b, c, d, e, f = inner
    origin = _apply(outer, (e, f))
    across, down = (_apply((*outer[:4], 0.0, 0.0), side) for side in ((a, b), (c, d)))
    return *across, *down, *origin


def _is_line(path: Any) -> bool:
    import pypdfium2.raw as raw

    fill, stroke = c_int(), c_int()
    raw.FPDFPath_GetDrawMode(path, byref(fill), byref(stroke))
    return bool(stroke.value) and not fill.value


def _matrix(item: Any) -> tuple[float, ...]:
    import pypdfium2.raw as raw

    matrix = raw.FS_MATRIX()
    raw.FPDFPageObj_GetMatrix(item, byref(matrix))
    return matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f


def _read_strokes(path: Any) -> list[Stroke]:
    import pypdfium2.raw as raw

    pen = StrokePen()
    controls: list[Point] = []
    x, y = c_float(), c_float()
    across, down = byref(x), byref(y)
    move, line = raw.FPDF_SEGMENT_MOVETO, raw.FPDF_SEGMENT_LINETO
    segment_at, point_of = raw.FPDFPath_GetPathSegment, raw.FPDFPathSegment_GetPoint
    kind_of, closes = raw.FPDFPathSegment_GetType, raw.FPDFPathSegment_GetClose
    for number in range(raw.FPDFPath_CountSegments(path)):
        segment = segment_at(path, number)
        point_of(segment, across, down)
        point, kind = (x.value, y.value), kind_of(segment)
        if kind == line:
            pen.line(point)
        elif kind == move:
            pen.move(point)
        else:
            controls.append(point)
            if len(controls) == 3:
                pen.curve(*controls)
                controls = []
        if closes(segment):
            pen.close()
    return pen.strokes
