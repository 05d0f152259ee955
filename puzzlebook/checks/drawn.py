"""Strokes and areas read back from SVG files; `drawn_pages` reads them from PDF.

Coordinates are in the drawing's units.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import chain
from math import inf
from typing import NamedTuple
from xml.etree import ElementTree

from puzzlebook.geometry.arcs import Point
from puzzlebook.maze_art.figures import FINDS


class StrokePiece(NamedTuple):
    """A piece of a stroke: its ends and its midpoint."""

    start: Point
    end: Point
    middle: Point


Stroke = list[StrokePiece]
Footprint = tuple[float, float, float, float]
"""Left, top, right, bottom."""


class PathGroup(NamedTuple):
    """The paths on a page that share a matrix. The matrix maps to points from the page's top left
    corner, y down.

    lines: the strokes of each stroked path, in painting order. areas: the outlines of each filled
    path. Both are in the group's own units. bounds: a box on the page that holds the whole group.
    paint_order: the positions of the first and last path in the page's painting order.
    """

    matrix: tuple[float, ...]
    lines: Sequence[list[Stroke]]
    areas: Sequence[list[Stroke]]
    bounds: Footprint = (-inf, -inf, inf, inf)
    paint_order: tuple[int, int] = (0, 0)

    @property
    def x(self) -> float:
        """The distance of the group's origin from the left edge, in points."""
        return self.matrix[4]

    @property
    def y(self) -> float:
        """The distance of the group's origin from the top edge, in points."""
        return self.matrix[5]

    @property
    def scale(self) -> float:
        """Points per unit."""
        return self.matrix[0]

    def map_to_page(self, point: Point) -> Point:
        """Return a point of the group in page coordinates."""
        a, b, c, d, e, f = self.matrix
        return a * point[0] + c * point[1] + e, b * point[0] + d * point[1] + f


class PageDrawing(NamedTuple):
    """Everything drawn on a page. boxes: one around each item that is not a path, such as text."""

    groups: list[PathGroup]
    boxes: list[Footprint]


class StrokePen:
    """A pen that follows the commands of a path and collects the strokes."""

    def __init__(self) -> None:
        self.strokes: list[Stroke] = []
        self._first: Point = (0.0, 0.0)
        self._position: Point = (0.0, 0.0)

    def move(self, to: Point) -> None:
        """Begin a stroke."""
        self.strokes.append([])
        self._first = self._position = to

    def line(self, to: Point) -> None:
        """Add a straight piece."""
        start = self._position
        self.strokes[-1].append(
            StrokePiece(start, to, ((start[0] + to[0]) / 2, (start[1] + to[1]) / 2))
        )
        self._position = to

    def curve(self, first: Point, second: Point, to: Point) -> None:
        """Add a cubic piece."""
        x, y = (
            (p + 3 * a + 3 * b + q) / 8
            for p, a, b, q in zip(self._position, first, second, to, strict=True)
        )
        self.strokes[-1].append(StrokePiece(self._position, to, (x, y)))
        self._position = to

    def close(self) -> None:
        """Return to the start of the stroke."""
        if self._position != self._first:
            self.line(self._first)


def read_svg_layers(content: bytes, cache: dict[str, list[Stroke]]) -> dict[str, list[Stroke]]:
    """Return the strokes of each `<g id="…">` of one of our SVG files.

    Under "" are the strokes of groups without an id, and an empty stroke for each other element.
    cache: paths that were read before; new paths are added. The two files of a maze share nearly
    all paths. ValueError if the content is not an SVG, or has an unreadable path.
    """
    try:
        root = ElementTree.fromstring(content)
    except (ElementTree.ParseError, LookupError):
        raise ValueError("is not XML") from None
    if root.tag != f"{_SVG}svg":
        raise ValueError("is not an SVG")
    layers: dict[str, list[Stroke]] = {"": []}
    for group in root:
        if group.get("id") in _STAGE_GROUPS and _is_inset(group):
            continue  # it has its own units
        if group.get("id") in (*FIGURES, FINDS) and all(map(_is_figure, group)):
            layer = layers.setdefault(group.get("id", ""), [])
            layer += [_frame_figure(figure, cache) for figure in group]
            continue
        is_group = group.tag == f"{_SVG}g" and set(group.attrib) <= _GROUP_ATTRIBUTES
        if is_group and all(map(_is_plain, group)):
            layer = layers.setdefault(group.get("id", ""), [])
            for path in group:
                data = path.get("d", "")
                if data not in cache:
                    cache[data] = _parse_path(data)
                layer += cache[data]
        elif group.tag not in _TEXTS:
            layers[""].append([])
    return layers


_MAX_COORDINATE = 1e6  # in the picture's units
_SVG = "{http://www.w3.org/2000/svg}"
_TEXTS = (f"{_SVG}title", f"{_SVG}desc")
_INKSCAPE = "{http://www.inkscape.org/namespaces/inkscape}"
_GROUP_ATTRIBUTES = {
    *("id", "fill", "fill-rule", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin"),
    *(f"{_INKSCAPE}groupmode", f"{_INKSCAPE}label"),
}
_STAGE_GROUPS = ("back", "doorways", "front", "arrows", "signs", "frame")
"""The groups in a picture that belong to the stage around its maze."""
FIGURES = ("hero", "goal")
"""The groups in a picture that hold hero and goal, each in its own units, as things to find are."""
_PLACE = re.compile(r"translate\((-?[\d.]+) (-?[\d.]+)\) scale\(([\d.]+)\)")
_INSET_ATTRIBUTES = {"d", *_GROUP_ATTRIBUTES}
_PATH_ATTRIBUTES = {
    *("d", "id", "fill", "fill-rule"),
    *("stroke", "stroke-width", "stroke-linecap", "stroke-linejoin"),
}


def _is_inset(group: ElementTree.Element) -> bool:
    """Whether a group holds only an inset drawing: a single group of paths."""
    return len(group) == 1 and all(
        path.tag == f"{_SVG}path" and set(path.attrib) <= _INSET_ATTRIBUTES for path in group[0]
    )


def _is_figure(group: ElementTree.Element) -> bool:
    """Whether an element is a theme's drawing, with its position."""
    return (
        set(group.attrib) == {"transform"}
        and _PLACE.fullmatch(group.get("transform", "")) is not None
        and all(
            path.tag == f"{_SVG}path" and set(path.attrib) <= _INSET_ATTRIBUTES for path in group
        )
    )


def _frame_figure(group: ElementTree.Element, cache: dict[str, list[Stroke]]) -> Stroke:
    """Return the box around a theme's drawing as a stroke, in the picture's units."""
    place = _PLACE.fullmatch(group.get("transform", ""))
    assert place is not None
    x, y, scale = map(float, place.groups())
    points = []
    for path in group:
        data = path.get("d", "")
        if data not in cache:
            cache[data] = _parse_path(data)
        points += [point for piece in chain.from_iterable(cache[data]) for point in piece]
    if not points:
        raise ValueError("contains an empty drawing")
    (left, right), (top, bottom) = (
        (min(values), max(values)) for values in zip(*points, strict=True)
    )
    pen = StrokePen()
    corners = [(left, top), (right, top), (right, bottom), (left, bottom)]
    moved = [(x + scale * a, y + scale * b) for a, b in corners]
    pen.move(moved[0])
    for corner in moved[1:]:
        pen.line(corner)
    pen.close()
    return pen.strokes[0]


def _is_plain(path: ElementTree.Element) -> bool:
    """Whether an element is a path with plain attributes; a letter's path may have a title."""
    has_only_titles = all(inner.tag == f"{_SVG}title" for inner in path)
    return (
        path.tag == f"{_SVG}path"
        and {"d"} <= set(path.attrib) <= _PATH_ATTRIBUTES
        and has_only_titles
    )


def _parse_path(data: str) -> list[Stroke]:
    from fontTools.pens.recordingPen import RecordingPen
    from fontTools.svgLib.path.parser import parse_path

    recording, pen = RecordingPen(), StrokePen()
    try:
        parse_path(data, recording)
    except (ArithmeticError, IndexError, TypeError, ValueError) as error:
        raise ValueError("contains a path that cannot be read") from error
    numbers = chain.from_iterable(chain.from_iterable(points for _, points in recording.value))
    if not all(abs(number) < _MAX_COORDINATE for number in numbers):  # false for NaN too
        raise ValueError("contains a path that leads nowhere")
    verbs: dict[str, Callable[..., None]] = {
        "moveTo": pen.move,
        "lineTo": pen.line,
        "curveTo": pen.curve,
        "closePath": pen.close,
    }
    for verb, points in recording.value:
        if verb in verbs:
            verbs[verb](*points)
    return pen.strokes
