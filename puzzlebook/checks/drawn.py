"""What is drawn, as strokes in the units they were drawn in, read back from the file itself: here
from SVG, in `drawn_pages` from PDF."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain
from math import inf
from typing import NamedTuple
from xml.etree import ElementTree

from puzzlebook.geometry.arcs import Point


class StrokePiece(NamedTuple):
    """A piece of a stroke: where it begins and ends, and the point half way along it."""

    start: Point
    end: Point
    middle: Point


Stroke = list[StrokePiece]


Footprint = tuple[float, float, float, float]
"""Left, top, right, bottom."""


class PathGroup(NamedTuple):
    """What is drawn on a page by one matrix, which leads to points from the page's top left corner,
    y down.

    lines: the strokes of each path that is a line, in the order in which they are painted; areas:
    the outlines of each path that is filled. Both in the picture's own units. around: a box on the
    page that holds all of it.
    """

    matrix: tuple[float, ...]
    lines: Sequence[list[Stroke]]
    areas: Sequence[list[Stroke]]
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

    def map_to_page(self, point: Point) -> Point:
        """A point of the picture's on the page."""
        a, b, c, d, e, f = self.matrix
        return a * point[0] + c * point[1] + e, b * point[0] + d * point[1] + f


class PageDrawing(NamedTuple):
    """All that is drawn on a page. others: where there is something that is no path, such as text
    or a photo."""

    pictures: list[PathGroup]
    others: list[Footprint]


class StrokePen:
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
        here = self._here
        self.strokes[-1].append(
            StrokePiece(here, to, ((here[0] + to[0]) / 2, (here[1] + to[1]) / 2))
        )
        self._here = to

    def curve(self, first: Point, second: Point, to: Point) -> None:
        """A cubic piece."""
        x, y = (
            (p + 3 * a + 3 * b + q) / 8
            for p, a, b, q in zip(self._here, first, second, to, strict=True)
        )
        self.strokes[-1].append(StrokePiece(self._here, to, (x, y)))
        self._here = to

    def close(self) -> None:
        """Back to where the stroke began."""
        if self._here != self._first:
            self.line(self._first)


def read_svg_layers(content: bytes, known: dict[str, list[Stroke]]) -> dict[str, list[Stroke]]:
    """The strokes of each `<g id="…">` of an SVG file of ours; "" is what is drawn in none of them.

    known: paths that were read before, to which those of this file are added: the two files of a
    maze share nearly all. ValueError if it is no SVG, or holds a path that cannot be read.
    """
    try:
        root = ElementTree.fromstring(content)
    except (ElementTree.ParseError, LookupError):
        raise ValueError("is not XML") from None
    if root.tag != f"{_SVG}svg":
        raise ValueError("is no SVG")
    layers: dict[str, list[Stroke]] = {"": []}
    for group in root:
        if (
            group.tag == f"{_SVG}g"
            and set(group.attrib) <= _OF_A_LAYER
            and all(map(_is_plain, group))
        ):
            layer = layers.setdefault(group.get("id", ""), [])
            for path in group:
                data = path.get("d", "")
                if data not in known:
                    known[data] = _parse_path(data)
                layer += known[data]
        elif group.tag not in _SAID:
            layers[""].append([])
    return layers


_FARTHEST = 1e6  # from where a picture begins, in its units
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


def _parse_path(data: str) -> list[Stroke]:
    from fontTools.pens.recordingPen import RecordingPen
    from fontTools.svgLib.path.parser import parse_path

    recorded, pen = RecordingPen(), StrokePen()
    try:
        parse_path(data, recorded)
    except (ArithmeticError, IndexError, TypeError, ValueError) as error:
        raise ValueError("holds a path that cannot be read") from error
    numbers = chain.from_iterable(chain.from_iterable(points for _, points in recorded.value))
    if not all(
        abs(number) < _FARTHEST for number in numbers
    ):  # so that what is no number is refused too
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
