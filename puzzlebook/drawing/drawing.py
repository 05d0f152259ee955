"""`Drawing`: a picture, independent of any file format.

Code that makes a `Drawing` knows about mazes; code that consumes one knows about paper. Coordinates
are in cell widths, y down; line widths are in points; colours are numbers. A drawing contains no
text: marks and letters are paths. Segments are stored as straight lines, arcs or cubic curves; a
writer converts only those that its format lacks.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from puzzlebook.geometry.arcs import Point
from puzzlebook.geometry.curves import Contour, raise_to_cubic

Colour = tuple[float, float, float]
"""Red, green and blue, from 0 to 1 each."""
Cubic = tuple[Point, Point]  # the two control points of a cubic curve
Bend = float | Cubic  # the shape of a segment (see `Subpath`)

BLACK: Colour = (0.0, 0.0, 0.0)
WHITE: Colour = (1.0, 1.0, 1.0)

THINNEST = 0.75
"""The width of the thinnest line that printers accept, in points (KDP)."""

_HEX = re.compile("#[0-9a-fA-F]{6}")


def parse_colour(text: str) -> Colour:
    """Parse a colour such as `#2b6cb0`. Raise ValueError for any other text."""
    if not _HEX.fullmatch(text):
        raise ValueError(f"{text!r} is not a colour")
    red, green, blue = (int(text[start : start + 2], 16) / 255 for start in (1, 3, 5))
    return red, green, blue


def mix(one: Colour, other: Colour, share: float) -> Colour:
    """Return a mixture of two colours. share: the share of `other`, from 0 to 1."""
    red, green, blue = (round(a + (b - a) * share, 4) for a, b in zip(one, other, strict=True))
    return red, green, blue


class Subpath(NamedTuple):
    """A line through points, open or closed.

    bends: the shape of each segment: 0 for a straight line, any other number for an arc with that
    bulge (see `geometry.arcs`), two control points for a cubic curve; empty if all segments are
    straight. The segment that closes a subpath is straight, unless there are as many bends as
    points.
    """

    points: Sequence[Point]
    bends: Sequence[Bend] = ()
    closed: bool = False

    @property
    def segment_ends(self) -> Sequence[Point]:
        """The end point of each segment. If a subpath is closed without a bend for its last
        segment, that segment is left out.

        Writers use `map` on points, ends and bends, because a strict `zip` of the three takes 1.5
        times as long.
        """
        points, bends, closed = self
        return [*points[1:], points[0]] if closed and len(bends) == len(points) else points[1:]


class PathPart:
    """Subpaths that occur in many paths. written: a cache of the output of each writer for them,
    by format."""

    def __init__(self, subpaths: Sequence[Subpath]) -> None:
        self.subpaths = subpaths
        self.written: dict[str, str] = {}


class CompositePath(list[Subpath]):
    """Subpaths made of parts that also occur in other paths, so that no writer formats a part
    twice."""

    def __init__(self, parts: Sequence[PathPart]) -> None:
        super().__init__([subpath for part in parts for subpath in part.subpaths])
        self.parts = parts

    def write(self, form: str, write_part: Callable[[Sequence[Subpath]], str]) -> Iterator[str]:
        """Yield the output of a writer for each part. form: the name of the format, under which the
        part caches the output."""
        for part in self.parts:
            if form not in part.written:
                part.written[form] = write_part(part.subpaths)
            yield part.written[form]


class Style(NamedTuple):
    """The appearance of a layer's paths. Lines have round caps and joins.

    width: the line width in points; 0 for no line. fill: None for no fill. even_odd: whether the
    fill rule is even-odd; otherwise it is non-zero. has_pale_type: whether pale type stands on the
    fill, as on the spine of a book. The type is left out of the fill.
    """

    width: float = 0.0
    line: Colour = BLACK
    fill: Colour | None = None
    even_odd: bool = True
    has_pale_type: bool = False


class NamedPath(NamedTuple):
    """A path with an identity of its own within a layer.

    name: its id in the file. title: for people who cannot see the path. data: the path as SVG path
    data, used instead of `subpaths`; empty if unknown.
    """

    name: str
    title: str
    subpaths: Sequence[Subpath]
    data: str = ""


class Packed(NamedTuple):
    """A path as it is stored in a PDF file, including the operator that paints it. It can only be
    copied to a PDF file.

    is_form: whether it is long enough for a form XObject of its own and is deflated; otherwise it
    is written inline.
    """

    content: bytes
    is_form: bool


class Inset(NamedTuple):
    """A drawing within another drawing. Its origin is at (x, y), and one of its units is `scale`
    units of the outer drawing.

    Its line widths are scaled too. A file that contains the drawing many times stores it once.
    """

    drawing: Drawing
    x: float
    y: float
    scale: float


class Layer(NamedTuple):
    """Paths of one style under one name, such as `walls`, `solution`, `start` or `finish`.

    parts: the named paths, if paths have names; together they contain the same subpaths. packed:
    the packed path, used instead of subpaths and parts. inset: a whole drawing, used instead of
    style and paths.
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
    width. layers: from bottom to top. is_reused: whether many pages contain the drawing, possibly
    at different scales; its line widths are scaled too. A file stores such a drawing once, clipped
    to its visible part.
    """

    left: float
    top: float
    width: float
    height: float
    scale: float
    layers: tuple[Layer, ...]
    is_reused: bool = False


def make_subpath(contour: Contour, closed: bool = True) -> Subpath:
    """Return a contour with at least one curve as a subpath of straight lines and cubic curves."""
    points = (contour[0][0], *[curve[-1] for curve in contour])
    if max(map(len, contour)) == 2:
        return Subpath(points, (), closed)
    bends = tuple([_bend(*raise_to_cubic(curve)) for curve in contour])
    return Subpath(points, bends if any(bends) else (), closed)


def _bend(start: Point, *onward: Point) -> Bend:
    return (onward[0], onward[1]) if len(onward) == 3 else 0.0


def make_circle(centre: Point, radius: float) -> Subpath:
    """Return a circle made of two arcs."""
    x, y = centre
    return Subpath(((x - radius, y), (x + radius, y)), (1.0, 1.0), closed=True)


def mirror_subpath(subpath: Subpath) -> Subpath:
    """Return a subpath mirrored left to right about x = 0."""

    def mirror_point(point: Point) -> Point:
        return -point[0], point[1]

    bends = tuple(
        (mirror_point(bend[0]), mirror_point(bend[1])) if isinstance(bend, tuple) else -bend
        for bend in subpath.bends
    )
    return Subpath(tuple(map(mirror_point, subpath.points)), bends, subpath.closed)


def place_subpath(subpath: Subpath, centre: Point, radius: float) -> Subpath:
    """Return a subpath that was drawn for the unit circle around (0, 0), scaled and moved to the
    circle with this centre and radius."""

    def place_point(point: Point) -> Point:
        return centre[0] + radius * point[0], centre[1] + radius * point[1]

    bends = tuple(
        (place_point(bend[0]), place_point(bend[1])) if isinstance(bend, tuple) else bend
        for bend in subpath.bends
    )
    return Subpath(tuple(map(place_point, subpath.points)), bends, subpath.closed)
