"""What is drawn in a finished SVG or PDF, read back from the file itself: strokes, in the units they were drawn in."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from ctypes import byref, c_float, c_int
from typing import TYPE_CHECKING, Any, NamedTuple
from xml.etree import ElementTree

from puzzlebook.mazes.arcs import Point

if TYPE_CHECKING:
    from pypdfium2 import PdfPage


class Piece(NamedTuple):
    """A piece of a stroke: where it begins and ends, and the point half way along it."""

    start: Point
    end: Point
    middle: Point


Stroke = list[Piece]


class Picture(NamedTuple):
    """Lines drawn on a page at one scale (points a unit), from one place (points from the top left corner, y down).

    paths: the strokes of each path, in the order in which they are painted.
    """

    x: float
    y: float
    scale: float
    paths: list[list[Stroke]]


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
    """The strokes of each `<g id="…">` of an SVG file of ours; ValueError if it is none."""
    try:
        root = ElementTree.fromstring(content)
    except ElementTree.ParseError:
        raise ValueError("is not XML") from None
    layers: dict[str, list[Stroke]] = {}
    for group in root.iter("{http://www.w3.org/2000/svg}g"):
        layer = layers.setdefault(group.get("id", ""), [])
        for path in group.iter("{http://www.w3.org/2000/svg}path"):
            layer += _path_strokes(path.get("d", ""))
    return layers


def _path_strokes(data: str) -> list[Stroke]:
    from fontTools.pens.recordingPen import RecordingPen
    from fontTools.svgLib.path.parser import parse_path

    recorded, pen = RecordingPen(), Pen()
    try:
        parse_path(data, recorded)
    except (IndexError, TypeError) as error:
        raise ValueError("holds a path that cannot be read") from error
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


def pdf_pictures(page: PdfPage) -> list[Picture]:
    """The lines on a page, those of a Form XObject in its own units, put together by scale and place."""
    left, bottom, _, top = page.get_mediabox()
    found: dict[tuple[float, float, float], Picture] = {}
    for (a, _, _, _, e, f), path in _stroked_paths(page):
        picture = Picture(e - left, top - bottom - f, a, [])
        key = round(picture.x, 2), round(picture.y, 2), round(a, 3)
        found.setdefault(key, picture).paths.append(_strokes_of(path))
    return list(found.values())


def _stroked_paths(page: PdfPage) -> Iterator[tuple[tuple[float, ...], Any]]:
    """Every path on the page that is a line and no area, with the matrix that it is drawn by."""
    import pypdfium2.raw as raw

    for number in range(raw.FPDFPage_CountObjects(page)):
        item = raw.FPDFPage_GetObject(page, number)
        kind = raw.FPDFPageObj_GetType(item)
        if kind == raw.FPDF_PAGEOBJ_FORM:
            inside = [raw.FPDFFormObj_GetObject(item, i) for i in range(raw.FPDFFormObj_CountObjects(item))]
        else:
            inside = [item]
        for path in inside:
            if raw.FPDFPageObj_GetType(path) == raw.FPDF_PAGEOBJ_PATH and _is_line(path):
                yield _matrix(item), path


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
