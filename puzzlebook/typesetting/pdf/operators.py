"""Paths, colours and numbers in PDF syntax."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, groupby
from math import ceil
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple
from zlib import compress

from puzzlebook.drawing.drawing import (
    Bend,
    Colour,
    CompositePath,
    Drawing,
    Inset,
    Layer,
    Packed,
    Style,
    Subpath,
)
from puzzlebook.geometry.arcs import Arc, Point, make_arc
from puzzlebook.ground.portable_math import cos, sin, tan
from puzzlebook.typesetting.page import Box, Rule, Text
from puzzlebook.typesetting.pdf.inks import convert_to_space

if TYPE_CHECKING:
    from puzzlebook.typesetting.pdf.document import Document

# The largest sweep (radians) of a cubic for an arc, with an error below a thousandth of the radius.
_MAX_CUBIC_SWEEP = 1.05
# Arcs below this bulge, slightly less than tan(1.05 / 4), need only one cubic.
_MAX_CUBIC_BULGE = 0.268
# A layer's path with fewer points is written inline, not as a form.
_MIN_FORM_POINTS = 12
# Marks and floors of mazes on one grid often recur; longer paths, such as walls, do not.
_MAX_REPEATED = 1 << 14
_POINTS = attrgetter("points")


class Origin(NamedTuple):
    """The position of a drawing's origin on a page, and the size of its unit in points."""

    x: float
    y: float
    scale: float

    def move_to(self, inset: Inset) -> Origin:
        """Return the origin of an inset drawing."""
        x, y = self.x + inset.x * self.scale, self.y + inset.y * self.scale
        return Origin(x, y, self.scale * inset.scale)

    def find(self, box: Box) -> Box:
        """Return a box of the drawing as a box on the page."""
        x, y, width, height = (side * self.scale for side in box)
        return Box(self.x + x, self.y + y, width, height)


def write_path(subpaths: Iterable[Subpath]) -> Iterator[str]:
    """Yield the operators of a path. Arcs become cubics."""
    if isinstance(subpaths, CompositePath):
        yield from subpaths.write("pdf", lambda part: " ".join(write_path(part)))
        return
    for is_bent, group in groupby(subpaths, lambda subpath: bool(subpath.bends)):
        if is_bent:
            yield from chain.from_iterable(map(_write_bent_path, group))
        else:
            yield from _write_straight_paths(list(group))


def _write_bent_path(subpath: Subpath) -> list[str]:
    points = subpath.points
    segments = map(_segment, points, subpath.segment_ends, subpath.bends)
    return [f"{_pair(points[0])} m", *segments, *("h" if subpath.closed else "")]


def _write_straight_paths(subpaths: Sequence[Subpath]) -> list[str]:
    """Return the operators of subpaths without bends, one for each point."""
    if all(len(points) == 2 and not is_closed for points, _, is_closed in subpaths):
        return [_write_dashes(subpaths)]
    operators = list(map(_line, chain.from_iterable(map(_POINTS, subpaths))))
    i = 0
    for subpath in subpaths:
        # Reuse the cached line; formatting the point again would take a third longer.
        operators[i] = f"{operators[i][:-1]}m"
        i += len(subpath.points)
        if subpath.closed:
            operators[i - 1] += " h"
    return operators


def _write_dashes(lines: Sequence[Subpath]) -> str:
    """Return the operators of lines between two points each, such as those of a texture. Their
    points rarely recur, so all are formatted at once, without a cache."""
    points = chain.from_iterable(map(_POINTS, lines))
    numbers = tuple([number + 0.0 for point in points for number in point])  # not −0.0
    operators = "%.3f %.3f m %.3f %.3f l " * len(lines) % numbers
    return operators.replace("00 ", " ").replace("0 ", " ").replace(". ", " ")[:-1]


def pack_path(subpaths: Sequence[Subpath], style: Style) -> Packed:
    """Return a path with its painting operator, as bytes that can be copied into any file."""
    content = " ".join([*write_path(subpaths), paint_operator(style)]).encode()
    is_form = not is_short(subpaths)
    if is_form:
        is_long = len(content) > _MAX_REPEATED
        content = compress(content) if is_long else _compress_once(content)
    return Packed(content, is_form)


_compress_once = lru_cache(maxsize=512)(compress)


def is_short(subpaths: Sequence[Subpath]) -> bool:
    """Return whether a form would be longer than the path itself."""
    # Every subpath has a point, so points need not be counted if there are many subpaths.
    return (
        len(subpaths) < _MIN_FORM_POINTS
        and sum(len(subpath.points) for subpath in subpaths) < _MIN_FORM_POINTS
    )


def paint_operator(style: Style) -> str:
    """Return the operator that paints a path in a style."""
    operators = {(True, True): "B*", (True, False): "f*", (False, True): "S"}
    operator = operators.get((style.fill is not None, bool(style.width)), "n")
    return operator if style.even_odd else operator.replace("*", "")


def _segment(start: Point, end: Point, bend: Bend) -> str:
    if not bend:
        return _line(end)
    if isinstance(bend, tuple):
        return f"{_pair(bend[0])} {_pair(bend[1])} {_pair(end)} c"
    if abs(bend) < _MAX_CUBIC_BULGE:
        return _cubic(start, end, bend)
    return " ".join(_cubics(make_arc(start, end, bend), end))


@lru_cache(maxsize=1 << 14)
def _cubic(start: Point, end: Point, bulge: float) -> str:
    """Return a short arc as one cubic.

    The tangents of an arc of bulge b are its chord turned by half the sweep, whose sine is 2b / (1
    + b²) and whose cosine is (1 − b²) / (1 + b²). The radius is the chord times (1 + b²) / 4b. So
    each control point is (1 + b²) / 3 of the chord along its tangent.
    """
    (x0, y0), (x1, y1) = start, end
    dx, dy = (x1 - x0) / 3, (y1 - y0) / 3
    cosine, sine = 1 - bulge * bulge, 2 * bulge
    first = x0 + cosine * dx + sine * dy, y0 + cosine * dy - sine * dx
    last = x1 - cosine * dx + sine * dy, y1 - cosine * dy - sine * dx
    return f"{_pair(first)} {_pair(last)} {_pair(end)} c"


def _cubics(arc: Arc, end: Point) -> Iterator[str]:
    """Yield an arc as cubics whose control points are 4/3 tan(sweep/4) radii along the tangents."""
    count = ceil(abs(arc.sweep) / _MAX_CUBIC_SWEEP)
    step = arc.sweep / count
    reach = 4 / 3 * tan(step / 4) * arc.radius
    for i in range(count):
        start_angle, end_angle = arc.begin + i * step, arc.begin + (i + 1) * step
        (x0, y0), (x1, y1) = arc.at(i / count), arc.at((i + 1) / count)
        first = x0 - reach * sin(start_angle), y0 + reach * cos(start_angle)
        last = x1 + reach * sin(end_angle), y1 - reach * cos(end_angle)
        to = end if i == count - 1 else (x1, y1)
        yield f"{_pair(first)} {_pair(last)} {_pair(to)} c"


@lru_cache(maxsize=1 << 14)  # the walls of a book's mazes share their points
def _line(end: Point) -> str:
    return f"{_pair(end)} l"


def _pair(point: Point) -> str:
    x, y = point
    if type(x) is int and type(y) is int:
        return f"{x} {y}"
    # Points rarely recur, so `format_number` with its cache would take twice as long. Adding 0.0
    # removes the sign of −0.0.
    return f"{f'{x + 0.0:.3f}'.rstrip('0').rstrip('.')} {f'{y + 0.0:.3f}'.rstrip('0').rstrip('.')}"


@lru_cache(maxsize=256)
def write_colour(
    colour: Colour,
    spaces: Sequence[str],
    max_ink: float | None,
    operator: str,
    is_fine: bool = False,
) -> str:
    """Return the operator that sets a colour of areas (rg) or lines (RG) in an accepted space."""
    numbers = convert_to_space(colour, spaces, max_ink, is_fine)
    name = {1: "g", 3: "rg", 4: "k"}[len(numbers)]
    return " ".join([*map(format_number, numbers), name if operator == "rg" else name.upper()])


class Colours:
    """The colours of a content stream (a page or a form). For files printed in four inks, the
    subclass `Overprinting` also decides what overprints."""

    def __init__(self, about: Document) -> None:
        self._about = about
        self.state = ""
        """The current graphics state. Code that saves (q) and restores (Q) PDF's graphics state
        must do the same here."""
        self.used: dict[str, str] = {}
        """A mapping from the names of graphics states that the stream uses to references."""

    def write(self, colour: Colour, operator: str) -> str:
        """Return the operator that sets a colour of areas (rg) or lines (RG)."""
        return write_colour(colour, self._about.spaces, self._about.max_ink, operator)

    def close_page(self) -> dict[str, str]:
        """End a page, and return the references to its graphics states."""
        return {}

    def begin_type(self, item: Text) -> str:
        """Return the operators before a line of type."""
        return self.write(item.colour, "rg")

    def begin_rule(self, item: Rule) -> str:
        """Return the operators before a rule."""
        return self.write(item.colour, "RG")

    def begin_layer(
        self, layer: Layer, drawing: Drawing, origin: Origin, is_cut: bool
    ) -> tuple[list[str], str]:
        """Return the operators before a layer of a drawing, and the operator for its line colour.
        is_cut: whether parts of the drawing may be hidden."""
        style = layer.style
        operators = [] if style.fill is None else [self.write(style.fill, "rg")]
        return operators, self.write(style.line, "RG") if style.width else ""

    def begin_photo(self, box: Box, is_in_colour: bool) -> list[str]:
        """Return the operators before a photo, which may contain any mixture of inks."""
        return []

    def begin_drawing(self, drawing: Drawing, origin: Origin) -> tuple[list[str], bool]:
        """Return the operators before the form of a whole drawing, and whether black may overprint
        the page below it."""
        return [], True

    def open_form(self, is_free: bool) -> Colours:
        """Return the colours of a new form. is_free: whether black may overprint the page."""
        return Colours(self._about)

    def close_form(self, form: int, inner: Colours) -> None:
        """Remember a new form by its index. inner: the colours from `open_form`."""

    def end_drawing(self, drawing: Drawing, origin: Origin, form: int) -> None:
        """Note that a whole drawing with this form has been painted."""


@lru_cache(maxsize=4096)
def format_number(value: float, decimals: int = 3) -> str:
    """Format a number for PDF, without exponent and trailing zeros."""
    return f"{value:.{decimals}f}".rstrip("0").rstrip(".") if value % 1 else str(int(value))


def box_corners(box: Box, height: float) -> tuple[float, float, float, float]:
    """Return the left, bottom, right and top of a box for PDF, where y goes up, rounded to
    thousandths of a point. height: of the page."""
    left, bottom, right, top = box.x, height - box.bottom, box.right, height - box.y
    return round(left, 3), round(bottom, 3), round(right, 3), round(top, 3)
