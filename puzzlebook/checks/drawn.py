"""What is drawn in a finished SVG or PDF, read back from the file itself: strokes, in the units they were drawn in."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from ctypes import byref, c_float, c_int
from functools import lru_cache
from itertools import chain, product
from math import inf
from typing import TYPE_CHECKING, Any, NamedTuple
from xml.etree import ElementTree

from puzzlebook.outlines.arcs import Point

if TYPE_CHECKING:
    from pypdfium2 import PdfPage


class Piece(NamedTuple):
    """A piece of a stroke: where it begins and ends, and the point half way along it."""

    start: Point
    end: Point
    middle: Point


Stroke = list[Piece]


Footprint = tuple[float, float, float, float]
"""Left, top, right, bottom."""


class PathGroup(NamedTuple):
    """What is drawn on a page by one matrix, which leads to points from the page's top left corner, y down.

    lines: the strokes of each path that is a line, in the order in which they are painted; areas: the outlines of each
    path that is filled. Both in the picture's own units. around: a box on the page that holds all of it.
    """

    matrix: tuple[float, ...]
    lines: list[list[Stroke]]
    areas: list[list[Stroke]]
    around: Footprint = (-inf, -inf, inf, inf)

    @property
    def x(self) -> float:
        """Where its units begin, from the left."""
        return self.matrix[4]

    @property
    def y(self) -> float:
        """Where its units begin, from the top."""
        return self.matrix[5]

    @property
    def scale(self) -> float:
        """Points a unit."""
        return self.matrix[0]

    def on_page(self, point: Point) -> Point:
        """A point of the picture's on the page."""
        a, b, c, d, e, f = self.matrix
        return a * point[0] + c * point[1] + e, b * point[0] + d * point[1] + f


class PageDrawing(NamedTuple):
    """All that is drawn on a page. others: where there is something that is no path, such as text or a photo."""

    pictures: list[PathGroup]
    others: list[Footprint]


class Pen:
    """Follows the commands of a path, and keeps the strokes."""

    def __init__(self) -> None:
        self.strokes: list[Stroke] = []
        self._first: Point = (0.0, 0.0)
        self._here: Point = (0.0, 0.0)

    def move(self, to: Point) -> None:
        """Begin a stroke."""
        self.strokes.append([])
        self._first = self._here = to

    def line(self, to: Point) -> None:
        """A straight piece."""
        (x, y), (to_x, to_y) = self._here, to
        self._add(to, ((x + to_x) / 2, (y + to_y) / 2))

    def curve(self, first: Point, second: Point, to: Point) -> None:
        """A cubic piece."""
        x, y = ((p + 3 * a + 3 * b + q) / 8 for p, a, b, q in zip(self._here, first, second, to, strict=True))
        self._add(to, (x, y))

    def close(self) -> None:
        """Back to where the stroke began."""
        if self._here != self._first:
            self.line(self._first)

    def _add(self, to: Point, middle: Point) -> None:
        self.strokes[-1].append(Piece(self._here, to, middle))
        self._here = to


def svg_layers(content: bytes) -> dict[str, list[Stroke]]:
    """The strokes of each `<g id="…">` of an SVG file of ours; "" is what is drawn in none of them.

    ValueError if it is no SVG, or holds a path that cannot be read.
    """
    try:
        root = ElementTree.fromstring(content)
    except (ElementTree.ParseError, LookupError):
        raise ValueError("is not XML") from None
    if root.tag != f"{_SVG}svg":
        raise ValueError("is no SVG")
    layers: dict[str, list[Stroke]] = {"": []}
    for group in root:
        if group.tag == f"{_SVG}g" and set(group.attrib) <= _OF_A_LAYER and all(map(_is_plain, group)):
            layer = layers.setdefault(group.get("id", ""), [])
            for path in group:
                layer += _path_strokes(path.get("d", ""))
        elif group.tag not in _SAID:
            layers[""].append([])
    return layers


_FARTHEST = 1e6  # from where a picture begins, in its units
_NOWHERE = (0.0, 0.0, 0.0, 0.0)
_SLACK = 0.01  # points
_SVG = "{http://www.w3.org/2000/svg}"
_SAID = (f"{_SVG}title", f"{_SVG}desc")
_INKSCAPE = "{http://www.inkscape.org/namespaces/inkscape}"
_OF_A_LAYER = {
    *("id", "fill", "fill-rule", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin"),
    *(f"{_INKSCAPE}groupmode", f"{_INKSCAPE}label"),
}


_OF_A_PATH = {"d", "id", "fill", "fill-rule", "stroke", "stroke-width"}


def _is_plain(path: ElementTree.Element) -> bool:
    """Whether an element is a path, drawn as its group or it says; a letter's has its name."""
    named = all(inner.tag == f"{_SVG}title" for inner in path)
    return path.tag == f"{_SVG}path" and {"d"} <= set(path.attrib) <= _OF_A_PATH and named


@lru_cache(maxsize=4)  # the two files of a maze have the same walls
def _path_strokes(data: str) -> list[Stroke]:
    from fontTools.pens.recordingPen import RecordingPen
    from fontTools.svgLib.path.parser import parse_path

    recorded, pen = RecordingPen(), Pen()
    try:
        parse_path(data, recorded)
    except (ArithmeticError, IndexError, TypeError, ValueError) as error:
        raise ValueError("holds a path that cannot be read") from error
    numbers = (number for _, points in recorded.value for point in points for number in point)
    if not all(abs(number) < _FARTHEST for number in numbers):
        raise ValueError("holds a path that leads nowhere")
    verbs: dict[str, Callable[..., None]] = {
        "moveTo": pen.move,
        "lineTo": pen.line,
        "curveTo": pen.curve,
        "closePath": pen.close,
    }
    for verb, points in recorded.value:
        if verb in verbs:
            verbs[verb](*points)
    return pen.strokes


def pdf_drawn(page: PdfPage) -> PageDrawing:
    """What is on a page, that of a Form XObject in its own units, put together by scale and place."""
    left, bottom, _, top = page.get_mediabox()
    found: dict[tuple[float, ...], PathGroup] = {}
    others: list[Footprint] = []
    for item, path in _items(page):
        if path is None:
            x, low, right, high = bounds_of(item) or _NOWHERE
            others.append((x - left, top - bottom - high, right - left, top - bottom - low))
            continue
        a, b, c, d, e, f = _matrix(item)
        matrix = a, -b, c, -d, e - left, top - bottom - f
        picture = found.setdefault(tuple(round(value, 2) for value in matrix), PathGroup(matrix, [], []))
        (picture.lines if _is_line(path) else picture.areas).append(_strokes_of(path))
    return PageDrawing([picture._replace(around=_around(picture)) for picture in found.values()], others)


def _around(picture: PathGroup) -> Footprint:
    """A box that holds a picture, a little wider than it need be, so that no rounding matters."""
    strokes = chain.from_iterable(chain(picture.lines, picture.areas))
    points = [point for piece in chain.from_iterable(strokes) for point in piece]
    if not points:
        return _NOWHERE
    xs, ys = zip(*points, strict=True)
    xs, ys = zip(*map(picture.on_page, product((min(xs), max(xs)), (min(ys), max(ys)))), strict=True)
    return min(xs) - _SLACK, min(ys) - _SLACK, max(xs) + _SLACK, max(ys) + _SLACK


def _items(page: PdfPage) -> Iterator[tuple[Any, Any]]:
    """Every path on the page with the item whose matrix it is drawn by; None for the path of what is none."""
    import pypdfium2.raw as raw

    for number in range(raw.FPDFPage_CountObjects(page)):
        item = raw.FPDFPage_GetObject(page, number)
        inside = [item]
        if raw.FPDFPageObj_GetType(item) == raw.FPDF_PAGEOBJ_FORM:
            inside = [raw.FPDFFormObj_GetObject(item, i) for i in range(raw.FPDFFormObj_CountObjects(item))]
        for path in inside:
            is_path = raw.FPDFPageObj_GetType(path) == raw.FPDF_PAGEOBJ_PATH
            yield item, path if is_path else None


def bounds_of(item: Any) -> tuple[float, float, float, float] | None:
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


def _strokes_of(path: Any) -> list[Stroke]:
    import pypdfium2.raw as raw

    pen = Pen()
    controls: list[Point] = []
    x, y = c_float(), c_float()
    for number in range(raw.FPDFPath_CountSegments(path)):
        segment = raw.FPDFPath_GetPathSegment(path, number)
        raw.FPDFPathSegment_GetPoint(segment, byref(x), byref(y))
        point = x.value, y.value
        kind = raw.FPDFPathSegment_GetType(segment)
        if kind == raw.FPDF_SEGMENT_MOVETO:
            pen.move(point)
        elif kind == raw.FPDF_SEGMENT_LINETO:
            pen.line(point)
        else:
            controls.append(point)
            if len(controls) == 3:
                pen.curve(*controls)
                controls = []
        if raw.FPDFPathSegment_GetClose(segment):
            pen.close()
    return pen.strokes
