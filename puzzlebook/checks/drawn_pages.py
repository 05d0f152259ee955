"""What is drawn on a page of a finished PDF, read back by pdfium: strokes, in the units they were
drawn in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from ctypes import byref, c_float, c_int
from itertools import chain, product
from typing import TYPE_CHECKING, Any, NamedTuple, overload

from puzzlebook.checks.drawn import Footprint, PageDrawing, PathGroup, Stroke, StrokePen
from puzzlebook.geometry.arcs import Point

if TYPE_CHECKING:
    from pypdfium2 import PdfPage

_NOWHERE = (0.0, 0.0, 0.0, 0.0)
_UNIT = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
_SLACK = 0.01  # points


class PathsOfPage(Sequence[list[Stroke]]):
    """Paths of an open page, each read when its strokes are asked for: most of a page's are never
    looked at."""

    def __init__(self, page: PdfPage) -> None:
        self._page = page  # its paths are there as long as it is
        self._paths: list[Any] = []
        self._read: dict[int, list[Stroke]] = {}

    def add(self, path: Any) -> None:
        """One more path, as pdfium has it."""
        self._paths.append(path)

    def __len__(self) -> int:
        return len(self._paths)

    @overload
    def __getitem__(self, place: int) -> list[Stroke]: ...
    @overload
    def __getitem__(self, place: slice) -> list[list[Stroke]]: ...
    def __getitem__(self, place: int | slice) -> list[Stroke] | list[list[Stroke]]:
        if isinstance(place, slice):
            return [self[each] for each in range(len(self))[place]]
        if place not in self._read:
            self._read[place] = _read_strokes(self._paths[place])
        return self._read[place]

    def bounds(self) -> Iterator[Footprint]:
        """A box around each path, in its own units."""
        for place, path in enumerate(self._paths):
            known = find_bounds(path) if _matrix(path) == _UNIT else None
            points = (
                []
                if known
                else [point for piece in chain.from_iterable(self[place]) for point in piece]
            )
            if known:
                yield known
            elif points:
                xs, ys = zip(*points, strict=True)
                yield min(xs), min(ys), max(xs), max(ys)


def read_page_drawing(page: PdfPage) -> PageDrawing:
    """What is on a page, that of a Form XObject in its own units, put together by scale and
    place."""
    left, bottom, _, top = page.get_mediabox()
    found: dict[tuple[float, ...], _Group] = {}
    others: list[Footprint] = []
    for item, path in _list_items(page):
        if path is None:
            x, low, right, high = find_bounds(item) or _NOWHERE
            others.append((x - left, top - bottom - high, right - left, top - bottom - low))
            continue
        a, b, c, d, e, f = _matrix(item)
        matrix = a, -b, c, -d, e - left, top - bottom - f
        key = tuple(round(value, 2) for value in matrix)
        if key not in found:
            found[key] = _Group(matrix, PathsOfPage(page), PathsOfPage(page))
        (found[key].lines if _is_line(path) else found[key].areas).add(path)
    return PageDrawing(
        [PathGroup(*group, around=_box_around(group)) for group in found.values()], others
    )


class _Group(NamedTuple):
    """What becomes a `PathGroup`."""

    matrix: tuple[float, ...]
    lines: PathsOfPage
    areas: PathsOfPage


def _box_around(group: _Group) -> Footprint:
    """A box that holds a picture, a little wider than it need be, so that no rounding matters."""
    boxes = list(chain(group.lines.bounds(), group.areas.bounds()))
    if not boxes:
        return _NOWHERE
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    corners = product((min(lefts), max(rights)), (min(tops), max(bottoms)))
    xs, ys = zip(*map(PathGroup(*group).map_to_page, corners), strict=True)
    return min(xs) - _SLACK, min(ys) - _SLACK, max(xs) + _SLACK, max(ys) + _SLACK


def _list_items(page: PdfPage) -> Iterator[tuple[Any, Any]]:
    """Every path on the page with the item whose matrix it is drawn by; None for the path of what
    is none."""
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
    """Left, bottom, right, top of what is on a page; None where nobody knows."""
    import pypdfium2.raw as raw

    left, bottom, right, top = (c_float() for _ in range(4))
    known = raw.FPDFPageObj_GetBounds(item, byref(left), byref(bottom), byref(right), byref(top))
    return (left.value, bottom.value, right.value, top.value) if known else None


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
