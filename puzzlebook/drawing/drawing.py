"""`Drawing`: what a picture is, before any file format.

Code that makes a `Drawing` knows about mazes; code that consumes one knows about paper.
Coordinates are cell widths, y down; line widths are points; colours are numbers. It holds no text:
marks and letters are paths. Segments keep their richest form; a writer converts only what its
format lacks.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from puzzlebook.geometry.arcs import Point
from puzzlebook.geometry.curves import Contour, raise_to_cubic

Colour = tuple[float, float, float]
"""Red, green and blue, 0 to 1 each."""
Cubic = tuple[Point, Point]
Bend = float | Cubic

BLACK: Colour = (0.0, 0.0, 0.0)
WHITE: Colour = (1.0, 1.0, 1.0)

THINNEST = 0.75
"""The thinnest line that printers accept, in points (KDP)."""

_HEX = re.compile("#[0-9a-fA-F]{6}")


def parse_colour(text: str) -> Colour:
    """Return the colour that a text such as `#2b6cb0` names; ValueError if it names none."""
    if not _HEX.fullmatch(text):
        raise ValueError(f"{text!r} is not a colour")
    red, green, blue = (int(text[start : start + 2], 16) / 255 for start in (1, 3, 5))
    return red, green, blue


def mix(one: Colour, other: Colour, share: float) -> Colour:
    """Return the mixture of two colours. share: the share of the other one."""
    red, green, blue = (round(a + (b - a) * share, 4) for a, b in zip(one, other, strict=True))
    return red, green, blue


class Subpath(NamedTuple):
    """A line through points, closed or not.

    bends: the shape of each segment: 0 for a straight line, another number for an arc with that
    bulge (see `geometry.arcs`), two control points for a cubic curve. Empty if every segment is
    straight. The closing segment is straight, unless the last point has a bend.
    """

    points: Sequence[Point]
    bends: Sequence[Bend] = ()
    closed: bool = False

    @property
    def ahead(self) -> Sequence[Point]:
        """The end points of the segments that have a bend, one for each bend. Writers `map` over
        them: a strict `zip` of the three sequences takes 1.5 times as long."""
        points, bends, closed = self
        return [*points[1:], points[0]] if closed and len(bends) == len(points) else points[1:]


class PathPart:
    """Subpaths that recur in many paths. written: what each writer made of them, by its format."""

    def __init__(self, subpaths: Sequence[Subpath]) -> None:
        self.subpaths = subpaths
        self.written: dict[str, str] = {}


class PartedPath(list[Subpath]):
    """The subpaths of parts that recur in other paths, so that no writer writes a part twice."""

    def __init__(self, parts: Sequence[PathPart]) -> None:
        super().__init__([subpath for part in parts for subpath in part.subpaths])
        self.parts = parts

    def write(self, form: str, write_part: Callable[[Sequence[Subpath]], str]) -> Iterator[str]:
        """Yield each part as a writer writes it. form: the format, under which a part keeps it."""
        for part in self.parts:
            if form not in part.written:
                part.written[form] = write_part(part.subpaths)
            yield part.written[form]


class Style(NamedTuple):
    """How a layer's paths are painted: lines have round caps and joins.

    width: the line's, in points; 0 for none. even_odd: the fill rule: even-odd, or else non-zero.
    is_reversed: whether gaps are left in the fill for pale type, as on the spine of a book.
    """

    width: float = 0.0
    line: Colour = BLACK
    fill: Colour | None = None
    even_odd: bool = True
    is_reversed: bool = False


class NamedPath(NamedTuple):
    """A path with an identity of its own within a layer: its id in the file, and its title for
    people who cannot see it. data: as SVG path data, in place of its subpaths, if known.
    """

    name: str
    title: str
    subpaths: Sequence[Subpath]
    data: str = ""


class Packed(NamedTuple):
    """A path as a PDF file has it, with the operator that paints it: it can only be copied there.

    is_form: whether it is long enough for a form XObject of its own, and is deflated; otherwise it
    is written inline.
    """

    content: bytes
    is_form: bool


class Inset(NamedTuple):
    """A drawing within a drawing: its origin is at (x, y), and its unit is `scale` outer units.

    Its lines are scaled with it. A file that holds it often writes it once.
    """

    drawing: Drawing
    x: float
    y: float
    scale: float


class Layer(NamedTuple):
    """Paths of one style under one name, such as `walls`, `solution`, `start` or `finish`.

    parts: the named paths, where paths have names; together they are the subpaths. packed: the
    packed paths, in place of both. inset: a whole drawing, in place of style and paths.
    """

    name: str
    style: Style
    subpaths: Sequence[Subpath]
    parts: Sequence[NamedPath] = ()
    packed: Packed | None = None
    inset: Inset | None = None


class Drawing(NamedTuple):
    """A picture of known size.

    left, top, width, height: the visible part of the plane, in cell widths. scale: points per cell
    width. layers: from the lowest to the topmost. is_whole: whether it recurs on many pages, at any
    scale and with its lines scaled: a file holds it once, clipped to its visible part.
    """

    left: float
    top: float
    width: float
    height: float
    scale: float
    layers: tuple[Layer, ...]
    is_whole: bool = False


def make_subpath(contour: Contour, closed: bool = True) -> Subpath:
    """Return a contour, which has at least one curve, as a subpath of lines and cubics."""
    points = (contour[0][0], *[curve[-1] for curve in contour])
    if max(map(len, contour)) == 2:
        return Subpath(points, (), closed)
    bends = tuple([_bend(*raise_to_cubic(curve)) for curve in contour])
    return Subpath(points, bends if any(bends) else (), closed)


def _bend(start: Point, *onward: Point) -> Bend:
    return (onward[0], onward[1]) if len(onward) == 3 else 0.0


def make_circle(centre: Point, radius: float) -> Subpath:
    """Return a circle, as two arcs."""
    x, y = centre
    return Subpath(((x - radius, y), (x + radius, y)), (1.0, 1.0), closed=True)


def mirror_subpath(subpath: Subpath) -> Subpath:
    """Return a subpath mirrored left to right, around x = 0."""

    def mirror_point(point: Point) -> Point:
        return -point[0], point[1]

    bends = tuple(
        (mirror_point(bend[0]), mirror_point(bend[1])) if isinstance(bend, tuple) else -bend
        for bend in subpath.bends
    )
    return Subpath(tuple(map(mirror_point, subpath.points)), bends, subpath.closed)


def place_subpath(subpath: Subpath, centre: Point, radius: float) -> Subpath:
    """Return a subpath moved from the circle of radius 1 around (0, 0) to a circle of this radius
    around this centre."""

    def place_point(point: Point) -> Point:
        return centre[0] + radius * point[0], centre[1] + radius * point[1]

    bends = tuple(
        (place_point(bend[0]), place_point(bend[1])) if isinstance(bend, tuple) else bend
        for bend in subpath.bends
    )
    return Subpath(tuple(map(place_point, subpath.points)), bends, subpath.closed)
