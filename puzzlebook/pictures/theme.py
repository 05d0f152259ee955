"""What a start and a finish look like: little pictures, as data in `templates/themes/`."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache

from puzzlebook import templates
from puzzlebook.mazes.arcs import Point
from puzzlebook.pictures.drawing import Bend, Subpath


@dataclass(frozen=True)
class Theme:
    """The pictures of a theme: areas inside a circle of radius 1 around (0, 0), filled by the even-odd rule.

    bleeds: whether it prints up to the edge of the page.
    """

    name: str
    about: str
    start_name: str
    finish_name: str
    start: tuple[Subpath, ...]
    finish: tuple[Subpath, ...]
    bleeds: bool = False


@cache
def theme_named(name: str) -> Theme:
    """A theme of `templates/themes/`, which must exist."""
    content = tomllib.loads(templates.read("themes", name).decode())
    return Theme(
        name=name,
        about=content["about"],
        start_name=content["start_name"],
        finish_name=content["finish_name"],
        start=outlines(content["start"]),
        finish=outlines(content["finish"]),
        bleeds=content.get("bleeds", False),
    )


def outlines(path_data: str) -> tuple[Subpath, ...]:
    """The closed subpaths of some SVG path data; arcs become the cubics that draw them."""
    from fontTools.pens.recordingPen import RecordingPen
    from fontTools.svgLib.path.parser import parse_path

    pen = RecordingPen()
    parse_path(path_data, pen)
    found: list[Subpath] = []
    points: list[Point] = []
    bends: list[Bend] = []
    for verb, arguments in pen.value:
        if verb == "moveTo":
            points, bends = [arguments[0]], []
        elif verb == "lineTo":
            points, bends = [*points, arguments[0]], [*bends, 0.0]
        elif verb == "curveTo":
            points, bends = [*points, arguments[2]], [*bends, (arguments[0], arguments[1])]
        elif verb == "qCurveTo":
            control, to = arguments
            points, bends = [*points, to], [*bends, _raised(points[-1], control, to)]
        else:
            found.append(Subpath(tuple(points), tuple(bends), closed=True))
    return tuple(found)


def _raised(start: Point, control: Point, end: Point) -> tuple[Point, Point]:
    """A quadratic curve's control point as the two of the cubic that is the same curve."""
    towards = [
        ((x + 2 * control[0]) / 3, (y + 2 * control[1]) / 3) for x, y in (start, end)
    ]  # fmt: skip
    return towards[0], towards[1]


def placed(outline: Subpath, centre: Point, radius: float) -> Subpath:
    """The outline in a circle of this radius around this centre."""

    def at(point: Point) -> Point:
        return centre[0] + radius * point[0], centre[1] + radius * point[1]

    bends = tuple((at(bend[0]), at(bend[1])) if isinstance(bend, tuple) else bend for bend in outline.bends)
    return Subpath(tuple(map(at, outline.points)), bends, outline.closed)
