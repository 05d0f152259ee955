"""Reading the filled and stroked shapes of an SVG drawing, with all transforms applied, or its one
open line.

Strokes become the areas that they cover. Anything that would change the picture but cannot be read
is refused, never dropped.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from math import hypot, isfinite, sqrt
from typing import TYPE_CHECKING, NamedTuple
from xml.etree.ElementTree import Element

from puzzlebook.drawing.stroked import LineStyle, stroke_lines
from puzzlebook.drawing.svg_tree import (
    INHERITED,
    MAX_DEPTH,
    StyleRules,
    parse_svg,
    read_style_rules,
    resolve_style,
)
from puzzlebook.drawing.svg_values import (
    LENGTH,
    NUMBER,
    PIXELS,
    parse_opacity,
    parse_pixels,
    parse_transform,
)
from puzzlebook.geometry.arcs import Point
from puzzlebook.geometry.curves import Contour, Curve, flatten_curve, parse_path_lines
from puzzlebook.ground.faults import refuse

if TYPE_CHECKING:
    from fontTools.misc.transform import Transform

_MAX_CURVES = 250_000
# The costs of an element and of an edge of a stroke's area, as numbers of curves.
_ELEMENT_COST, _EDGE_COST = 10, 2

_LABEL = "http://www.inkscape.org/namespaces/inkscape label"
_GROUPS = frozenset({"svg", "g", "a", "switch"})
_SHAPES = frozenset({"path", "rect", "circle", "ellipse", "line", "polygon", "polyline"})
# The tolerance for flattened strokes and round joins: as a share of the drawing's size, and as a
# share of the size of the shape, whichever is smaller.
_TOLERANCE, _OWN_TOLERANCE = 1 / 20_000, 1 / 1000
_MIN_WIDTH = 1e-6  # the smallest width of a stroke, as a multiple of its own shape's tolerance
_CAPS, _JOINS = ("butt", "round", "square"), ("miter", "round", "bevel")
_PAIR = r"-?\d+(?:\.\d+)? -?\d+(?:\.\d+)?"
_FLAT_PATH = re.compile(rf"(?:M{_PAIR}(?:L{_PAIR}|C{_PAIR} {_PAIR} {_PAIR})+Z?)+")
_FLAT_LETTER = re.compile("[MLCZ]")
_LETTERS_TO_BLANKS = str.maketrans("MLCZ", "    ")
_PATH = re.compile(r"[MmZzLlHhVvCcSsQqTtAa0-9eE+\-.,\s]*")


_NEARLY_CLOSED = 0.03
"""The greatest distance between the ends of a line that encloses an area, as a share of the
diagonal of the line's bounding box."""


@dataclass(frozen=True)
class _Reader:
    """The context in which the elements of a drawing are read.

    where: the name of the drawing in messages. rules: its style rules. ids: its elements by id.
    viewport: width and height, in user units. must_be_opaque: whether transparent parts are
    refused. keeps_lines: whether lines with round caps and joins are kept as lines.
    with_enclosed_areas: whether the areas that lines enclose are read too. curve_count: the number
    of curves read so far, in a list of one, because it is the only field that changes.
    """

    where: str
    rules: StyleRules
    ids: Mapping[str, Element]
    viewport: tuple[float, float]
    must_be_opaque: bool
    keeps_lines: bool = False
    with_enclosed_areas: bool = False
    curve_count: list[int] = field(default_factory=lambda: [0])


class PaintedShape(NamedTuple):
    """An area as it is painted: its contours in the drawing's units, its colour and opacity in SVG
    notation, and its fill rule.

    kind: "fill" or "stroke", the part of a shape that the area is. width: the width of the line
    that covers the area, in the drawing's units; 0 for a fill. line: the contours of that line,
    each with whether it is closed, if lines are kept and its caps and joins are round; `contours`
    is empty then. inside: the areas that the line encloses, if requested: one contour for each loop
    that closes or nearly closes.
    """

    contours: Sequence[Contour]
    kind: str
    colour: str
    opacity: float
    even_odd: bool = False
    width: float = 0.0
    line: Sequence[tuple[Contour, bool]] = ()
    inside: Sequence[Contour] = ()


def read_svg_shapes(
    data: bytes, where: str, must_be_opaque: bool = True, with_enclosed_areas: bool = False
) -> list[PaintedShape]:
    """Return the painted areas of an SVG drawing, from bottom to top.

    must_be_opaque: whether to refuse transparent parts. with_enclosed_areas: whether to return also
    the areas that lines enclose.
    """
    from fontTools.misc.transform import Identity

    root, reader = _start_reading(
        data, where, must_be_opaque, with_enclosed_areas=with_enclosed_areas
    )
    try:
        return list(_draw_element(reader, root, Identity, {}, 0))
    except OverflowError:
        raise refuse(
            where, "the drawing's coordinates are too large", "use numbers below 1e12"
        ) from None


def _start_reading(
    data: bytes,
    where: str,
    must_be_opaque: bool,
    keeps_lines: bool = False,
    with_enclosed_areas: bool = False,
) -> tuple[Element, _Reader]:
    root = parse_svg(data, where)
    ids = {element.get("id", ""): element for element in root.iter()}
    rules = read_style_rules(root, where)
    viewport = _find_viewport(root)
    return root, _Reader(
        where, rules, ids, viewport, must_be_opaque, keeps_lines, with_enclosed_areas
    )


class NamedShape(NamedTuple):
    """The shape of an element, painted or not: its contours, each with whether it is closed; its
    fill rule; and the colour of its fill in SVG notation."""

    lines: Sequence[tuple[Contour, bool]]
    even_odd: bool
    colour: str


class NamedParts(NamedTuple):
    """The parts of a drawing, by the names of its elements.

    says: the lines of the drawing's description. page: its viewBox (left, top, width, height).
    painted: the areas of each painted part, from bottom to top. shapes: the shapes of each other
    name that occurs in the drawing.
    """

    title: str
    says: tuple[str, ...]
    page: tuple[float, float, float, float]
    painted: Mapping[str, Sequence[PaintedShape]]
    shapes: Mapping[str, Sequence[NamedShape]]


def read_svg_parts(
    data: bytes, where: str, painted: tuple[str, str], divider: str, others: Sequence[str]
) -> NamedParts:
    """Return the parts of a drawing that are named by an id or by an Inkscape label.

    painted: the names of the two painted parts, first and last. An element without a name belongs
    to the first part if it comes before the element called `divider`, and to the last part if it
    comes after it. others: the names of further elements that, like `divider`, are read as shapes
    and not painted.
    """
    from fontTools.misc.transform import Identity

    root, reader = _start_reading(data, where, must_be_opaque=True, keeps_lines=True)
    named = {
        name: reader.ids[name] if name in reader.ids else _find_labelled(root, name)
        for name in (*painted, divider, *others)
    }
    names = {element: name for name, element in named.items() if element is not None}
    areas: dict[str, list[PaintedShape]] = {name: [] for name in painted}
    shapes: dict[str, list[NamedShape]] = {}

    def walk(
        element: Element, outer: Transform, inherited: Mapping[str, str], part: str, depth: int
    ) -> None:
        name = names.get(element, "")
        if name in painted:
            areas[name] += _draw_element(reader, element, outer, inherited, depth)
        elif name:
            shapes[name] = [*_list_shapes(reader, element, outer, inherited, depth)]
        elif element.tag in _GROUPS and any(inner in names for inner in element.iter()):
            _count(reader, _ELEMENT_COST)
            own_style = resolve_style(element, reader.rules, where)
            transform = outer.transform(parse_transform(element.get("transform", ""), where))
            paint = {**inherited, **{key: own_style[key] for key in INHERITED if key in own_style}}
            for child in element:
                walk(child, transform, paint, painted[divider in shapes], depth + 1)
        elif element.tag != "defs":
            areas[part] += _draw_element(reader, element, outer, inherited, depth)

    try:
        walk(root, Identity, {}, painted[0], 0)
    except OverflowError:
        raise refuse(
            where, "the drawing's coordinates are too large", "use numbers below 1e12"
        ) from None
    title, about = root.find("title"), root.find("desc")
    box = [float(number) for number in NUMBER.findall(root.get("viewBox", ""))]
    left, top = box[:2] if len(box) == 4 and all(map(isfinite, box)) else (0.0, 0.0)
    words = " ".join((title.text or "").split()) if title is not None else ""
    rows = (about.text or "").splitlines() if about is not None else []
    says = tuple(filter(None, (" ".join(row.split()) for row in rows)))
    return NamedParts(words, says, (left, top, *reader.viewport), areas, shapes)


def _find_labelled(root: Element, name: str) -> Element | None:
    """Return the first element with this label, which is the name that Inkscape shows in its
    lists."""
    return next((element for element in root.iter() if element.get(_LABEL) == name), None)


def _list_shapes(
    reader: _Reader, element: Element, outer: Transform, inherited: Mapping[str, str], depth: int
) -> Iterator[NamedShape]:
    """Yield the shapes of an element and of all its descendants, whether they are painted or
    not."""
    _count(reader, _ELEMENT_COST if depth <= MAX_DEPTH else _MAX_CURVES)
    own_style = resolve_style(element, reader.rules, reader.where)
    paint = {**inherited, **{key: own_style[key] for key in INHERITED if key in own_style}}
    transform = outer.transform(parse_transform(element.get("transform", ""), reader.where))
    if element.tag in _SHAPES:
        lines = _parse_lines(_convert_to_path(reader, element), reader.where)
        _count(reader, sum(len(contour) for contour, _ in lines))
        even_odd = paint.get("fill-rule") == "evenodd"
        yield NamedShape(_move_lines(lines, transform), even_odd, paint.get("fill", "black"))
    elif element.tag == "use":
        target = reader.ids.get(element.get("href", "#")[1:])
        transform = transform.translate(
            _read_length(reader, element, "x"), _read_length(reader, element, "y")
        )
        if target is not None:
            yield from _list_shapes(reader, target, transform, paint, depth + 1)
    else:
        for child in element:
            yield from _list_shapes(reader, child, transform, paint, depth + 1)


class OpenLine(NamedTuple):
    """An open polyline on a page, and the size of the page. The points are in user units, from the
    top left of the page."""

    points: Sequence[Point]
    width: float
    height: float


def read_svg_line(data: bytes, where: str) -> OpenLine:
    """Return the one open line of an SVG drawing. Its page is the drawing's `viewBox` or, if there
    is none, the drawing's width and height."""
    root, reader = _start_reading(data, where, must_be_opaque=False)
    try:
        lines = list(_open_lines(reader, root))
    except OverflowError:
        raise refuse(
            where, "the drawing's coordinates are too large", "use numbers below 1e12"
        ) from None
    if len(lines) != 1:
        raise refuse(
            where,
            f"{len(lines) or 'no'} lines are drawn in it",
            "draw one open line, without lifting the pen",
        )
    (contour,) = lines
    width, height = reader.viewport
    if not (
        width > 0
        and height > 0
        and len(contour)
        and all(isfinite(x) for curve in contour for x in chain(*curve))
    ):
        raise refuse(
            where, "the drawing has no size", "give it a viewBox with a width and a height"
        )
    left, top = (
        [float(number) for number in NUMBER.findall(root.get("viewBox", ""))] or [0.0, 0.0]
    )[:2]
    flat = [
        line for curve in contour for line in flatten_curve(curve, max(width, height) * _TOLERANCE)
    ]
    points = [flat[0][0], *(line[-1] for line in flat)]
    return OpenLine([(x - left, y - top) for x, y in points], width, height)


def _open_lines(
    reader: _Reader, element: Element, outer: Transform | None = None, depth: int = 0
) -> Iterator[Contour]:
    """Yield the lines of an element and all its descendants. Refuse a closed line."""
    from fontTools.misc.transform import Identity

    _count(reader, _ELEMENT_COST if depth <= MAX_DEPTH else _MAX_CURVES)
    own_style = resolve_style(element, reader.rules, reader.where)
    if own_style.get("display") == "none":
        return
    transform = (outer or Identity).transform(
        parse_transform(element.get("transform", ""), reader.where)
    )
    if element.tag in _GROUPS:
        for child in element:
            yield from _open_lines(reader, child, transform, depth + 1)
    elif element.tag in _SHAPES:
        for contour, closed in _parse_lines(_convert_to_path(reader, element), reader.where):
            _count(reader, len(contour))
            if closed:
                raise refuse(
                    reader.where,
                    f"its <{element.tag}> is closed",
                    "draw an open line, from one end to the other",
                )
            yield [tuple(transform.transformPoint(point) for point in curve) for curve in contour]
    elif element.tag == "use":
        raise refuse(
            reader.where,
            "its line is used from elsewhere (<use>)",
            "draw the path itself in its place",
        )


def _find_viewport(root: Element) -> tuple[float, float]:
    """Return the width and the height to which percentages refer, in user units."""
    box = [float(number) for number in NUMBER.findall(root.get("viewBox", ""))]
    if len(box) == 4 and all(map(isfinite, box)):
        return box[2], box[3]
    return parse_pixels(root.get("width", "")) or 300.0, parse_pixels(
        root.get("height", "")
    ) or 150.0


def _draw_element(
    reader: _Reader, element: Element, outer: Transform, inherited: Mapping[str, str], depth: int
) -> Iterator[PaintedShape]:
    """Yield the areas of an element and all its descendants, in painting order."""
    name = element.tag
    if name not in _GROUPS and name not in _SHAPES and name != "use":
        return
    _count(reader, _ELEMENT_COST if depth <= MAX_DEPTH else _MAX_CURVES)
    own_style = resolve_style(element, reader.rules, reader.where)
    if own_style.get("display") == "none" or parse_opacity(own_style.get("opacity", "1")) <= 0:
        return
    if reader.must_be_opaque and (
        parse_opacity(own_style.get("opacity", "1")) < 1
        or own_style.get("filter", "none") != "none"
    ):
        raise refuse(reader.where, f"<{name}> is transparent or filtered", "use solid colours")
    paint = {
        **inherited,
        **{key: own_style[key] for key in (*INHERITED, "vector-effect") if key in own_style},
    }
    transform = outer.transform(parse_transform(element.get("transform", ""), reader.where))
    if name in _SHAPES:
        yield from _draw_shape(reader, element, transform, paint)
    elif name == "use":
        yield from _draw_use(reader, element, transform, paint, depth)
    elif name == "svg" and depth:
        raise refuse(reader.where, "the drawing holds a second <svg>", "use groups (<g>) instead")
    else:
        for child in element:
            yield from _draw_element(reader, child, transform, paint, depth + 1)


def _count(reader: _Reader, curves: int) -> None:
    """Add a number of curves to the size of the drawing. Refuse a drawing that is too large, also
    if it is short but reuses its parts (<use>) very often."""
    reader.curve_count[0] += curves
    if reader.curve_count[0] >= _MAX_CURVES:
        raise refuse(
            reader.where, "the drawing has too many parts", f"use fewer than {_MAX_CURVES:,} curves"
        )


def _draw_use(
    reader: _Reader, element: Element, transform: Transform, paint: Mapping[str, str], depth: int
) -> Iterator[PaintedShape]:
    """Yield the areas of a <use>: those of another element of the drawing, moved."""
    target = reader.ids.get(element.get("href", "#")[1:])
    if target is None:
        return
    transform = transform.translate(
        _read_length(reader, element, "x"), _read_length(reader, element, "y")
    )
    if target.tag != "symbol":
        yield from _draw_element(reader, target, transform, paint, depth + 1)
    elif "viewBox" in target.attrib:
        raise refuse(
            reader.where, "the drawing holds a <symbol> with a viewBox", "use groups (<g>) instead"
        )
    else:
        for child in target:
            yield from _draw_element(reader, child, transform, paint, depth + 2)


def _draw_shape(
    reader: _Reader, element: Element, transform: Transform, paint: Mapping[str, str]
) -> Iterator[PaintedShape]:
    """Yield the areas of a visible shape (its fill and its stroke) in painting order."""
    kinds = [kind for kind in ("fill", "stroke") if is_painted(paint, kind)]
    if not kinds or paint.get("visibility", "visible") != "visible":
        return
    _refuse_markers(reader, element, paint)
    path = _convert_to_path(reader, element)
    flat = _parse_flat_path(path) if reader.keeps_lines else None
    lines = flat or _parse_lines(path, reader.where)
    # Most shapes of a stage have no transform and need not be moved.
    is_moved = not flat or transform != (1, 0, 0, 1, 0, 0)
    _count(reader, sum(len(contour) for contour, _ in lines))
    order = paint.get("paint-order", "normal").split()
    if "stroke" in order and "fill" not in order[: order.index("stroke")]:
        kinds.reverse()
    for kind in kinds:
        pen = _read_pen(reader, paint) if kind == "stroke" else None
        if pen and not pen.width:
            continue
        is_line = pen is not None and reader.keeps_lines and _is_round(pen, transform)
        drawn = (
            []
            if is_line
            else _stroke_lines(reader, lines, pen, transform)
            if pen
            else [contour for contour, _ in lines]
        )
        contours = _move_contours(drawn, transform) if is_moved or pen else drawn
        colour = paint.get(kind, "black")
        even_odd, opacity = (
            not pen and paint.get("fill-rule") == "evenodd",
            parse_opacity(paint.get(f"{kind}-opacity", "1")),
        )
        width = (
            pen.width * sqrt(abs(transform[0] * transform[3] - transform[1] * transform[2]))
            if pen
            else 0.0
        )
        line = () if not is_line else _move_lines(lines, transform) if is_moved else lines
        has_inside = pen is not None and reader.with_enclosed_areas
        inside = _move_contours(_list_closed_contours(lines), transform) if has_inside else ()
        yield PaintedShape(contours, kind, colour, opacity, even_odd, width, line, inside)


def _list_closed_contours(lines: Sequence[tuple[Contour, bool]]) -> list[Contour]:
    """Return the contours that are closed, and those whose ends nearly meet, as in drawings by
    hand."""

    def meets(contour: Contour) -> bool:
        xs, ys = zip(*chain.from_iterable(contour), strict=True)
        diagonal = hypot(max(xs) - min(xs), max(ys) - min(ys))
        (x, y), (end_x, end_y) = contour[0][0], contour[-1][-1]
        return hypot(end_x - x, end_y - y) <= _NEARLY_CLOSED * diagonal

    return [contour for contour, closed in lines if contour and (closed or meets(contour))]


def _is_round(pen: LineStyle, transform: Transform) -> bool:
    """Return whether the caps and joins of a line are round, and its transform keeps its width
    equal in all directions."""
    xx, xy, yx, yy = transform[:4]
    size = max(map(abs, (xx, xy, yx, yy)))
    unevenness = max(abs(abs(xx) - abs(yy)), abs(abs(xy) - abs(yx)), abs(xx * yx + xy * yy) / size)
    return pen.cap == pen.join == "round" and unevenness < _OWN_TOLERANCE * size


def _move_contours(contours: Iterable[Contour], transform: Transform) -> list[Contour]:
    xx, xy, yx, yy, dx, dy = transform  # the code of `transformPoint`, inlined for speed
    return [
        [
            tuple([(xx * x + yx * y + dx, xy * x + yy * y + dy) for x, y in curve])
            for curve in contour
        ]
        for contour in contours
    ]


def _move_lines(
    lines: Sequence[tuple[Contour, bool]], transform: Transform
) -> list[tuple[Contour, bool]]:
    moved = _move_contours([contour for contour, _ in lines], transform)
    return [(contour, closed) for contour, (_, closed) in zip(moved, lines, strict=True)]


def is_painted(paint: Mapping[str, str], kind: str) -> bool:
    """Return whether the `fill` or the `stroke` of a shape is visible."""
    colour = paint.get(kind, "black" if kind == "fill" else "none")
    return (
        colour not in ("none", "transparent")
        and parse_opacity(paint.get(f"{kind}-opacity", "1")) > 0
    )


def _refuse_markers(reader: _Reader, element: Element, paint: Mapping[str, str]) -> None:
    if any(
        paint.get(name, "none") != "none"
        for name in ("marker", "marker-start", "marker-mid", "marker-end")
    ):
        what = f"<{element.tag}> has markers, such as arrow heads"
        raise refuse(
            reader.where, what, "turn markers into paths (in Inkscape: Path > Object to Path)"
        )


def _read_pen(reader: _Reader, paint: Mapping[str, str]) -> LineStyle:
    """Return the line style of a shape's stroke."""
    allowed = "turn lines into paths (in Inkscape: Path > Stroke to Path)"
    if paint.get("stroke-dasharray", "none") != "none":
        raise refuse(reader.where, "it has a line that is dashed", f"use solid lines, or {allowed}")
    if paint.get("vector-effect", "none") != "none":
        raise refuse(reader.where, "it has a line whose width does not follow its scale", allowed)
    cap, join = paint.get("stroke-linecap", "butt"), paint.get("stroke-linejoin", "miter")
    if cap not in _CAPS or join not in _JOINS:
        what = f"it has a line with stroke-linecap {cap[:40]!r} and stroke-linejoin {join[:40]!r}"
        raise refuse(reader.where, what, f"{', '.join(_CAPS)}; {', '.join(_JOINS)}")
    limit = parse_pixels(paint.get("stroke-miterlimit", "4"))
    width = _parse_length(paint.get("stroke-width", "1"), _diagonal(reader.viewport))
    if width is None or width < 0:
        raise refuse(
            reader.where,
            f"a line's width {paint['stroke-width'][:40]!r} is not a length",
            "give a number, or 2px",
        )
    if limit is None or limit < 1:
        raise refuse(
            reader.where, f"a stroke-miterlimit {paint['stroke-miterlimit'][:40]!r}", "1 or more"
        )
    return LineStyle(width, cap, join, limit)


def _stroke_lines(
    reader: _Reader, lines: Sequence[tuple[Contour, bool]], pen: LineStyle, transform: Transform
) -> list[list[Curve]]:
    """Return the areas that the stroke of a shape covers, before the shape's transform."""
    points = [point for contour, _ in lines for curve in contour for point in curve]
    if not points:
        return []
    scale = sqrt(abs(transform[0] * transform[3] - transform[1] * transform[2]))
    spans = [max(along) - min(along) for along in zip(*points, strict=True)]
    own_tolerance = (max(spans) + pen.width) * _OWN_TOLERANCE
    if not isfinite(own_tolerance):
        raise OverflowError
    if pen.width < max(own_tolerance * _MIN_WIDTH, sys.float_info.min / _MIN_WIDTH):
        raise refuse(
            reader.where,
            f"it has a line of width {pen.width}, too thin to be drawn",
            "use wider lines",
        )
    drawn = []
    for contour in stroke_lines(
        lines,
        pen,
        min(own_tolerance, max(reader.viewport) * _TOLERANCE / scale) if scale else own_tolerance,
    ):
        _count(reader, _EDGE_COST * len(contour))
        drawn.append(contour)
    return drawn


def _parse_flat_path(path: str) -> list[tuple[list[Curve], bool]] | None:
    """Return the contours of path data that has only the commands M, L, C and Z, each with its
    letter, as in built-in drawings; None for any other path data.

    For such data this is faster than `_parse_lines`: a drawing of a thousand paths is read in half
    the time.
    """
    if not _FLAT_PATH.fullmatch(path):
        return None
    numbers = list(map(float, path.translate(_LETTERS_TO_BLANKS).split()))
    if "-0" in path:
        numbers = [number + 0.0 for number in numbers]  # no negative zeros
    points = iter(zip(numbers[::2], numbers[1::2], strict=True))
    lines: list[tuple[list[Curve], bool]] = []
    contour: list[Curve] = []
    here: Point = (0.0, 0.0)
    for letter in _FLAT_LETTER.findall(path):
        if letter == "L":
            end = next(points)
            contour.append((here, end))
            here = end
        elif letter == "C":
            curve = here, next(points), next(points), next(points)
            contour.append(curve)
            here = curve[3]
        elif letter == "M":
            lines += [(contour, False)] if contour else []
            contour, here = [], next(points)
        else:
            first = contour[0][0]
            lines.append(([*contour, (here, first)] if here != first else contour, True))
            contour = []
    lines += [(contour, False)] if contour else []
    return lines


def _parse_lines(path: str, where: str) -> list[tuple[list[Curve], bool]]:
    """Return the contours of SVG path data, each with whether it is closed. Refuse data that
    fontTools cannot read completely."""
    # fontTools skips unknown characters, and between the numbers of an arc accepts only spaces and
    # commas.
    if _PATH.fullmatch(path):
        try:
            return [
                (contour, closed)
                for contour, closed in parse_path_lines(" ".join(path.split()))
                if contour
            ]
        except (ValueError, IndexError):
            pass
    raise refuse(where, f"the path {path[:40]!r}… cannot be read", "write SVG path data")


def _convert_to_path(reader: _Reader, element: Element) -> str:
    """Return any shape as path data."""
    match element.tag:
        case "path":
            return element.get("d", "")
        case "polygon" | "polyline":
            return _polygon(
                element.get("points", ""), reader.where, "Z" if element.tag == "polygon" else ""
            )
        case "rect":
            return _rect(reader, element)
        case "line":
            x1, y1, x2, y2 = (
                _read_length(reader, element, name) for name in ("x1", "y1", "x2", "y2")
            )
            return f"M{x1} {y1}L{x2} {y2}"
        case "circle":
            radius = _read_length(reader, element, "r")
            return _ellipse(
                _read_length(reader, element, "cx"),
                _read_length(reader, element, "cy"),
                radius,
                radius,
            )
    rx, ry = _read_radii(reader, element)
    return _ellipse(
        _read_length(reader, element, "cx"), _read_length(reader, element, "cy"), rx, ry
    )


def _polygon(points: str, where: str, end: str) -> str:
    numbers = NUMBER.findall(points)
    if len(numbers) % 2 or NUMBER.sub("", points).strip(" ,\t\r\n"):
        raise refuse(where, f"the points {points[:40]!r}… cannot be read", "write pairs of numbers")
    return f"M{' '.join(numbers)}{end}" if numbers else ""


def _rect(reader: _Reader, element: Element) -> str:
    """Return a rectangle as path data. rx and ry round its corners; each is at most half a side."""
    x, y, width, height = (
        _read_length(reader, element, name) for name in ("x", "y", "width", "height")
    )
    if width <= 0 or height <= 0:
        return ""
    rx, ry = _read_radii(reader, element)
    rx, ry = min(rx, width / 2), min(ry, height / 2)
    if not (rx > 0 and ry > 0):
        return f"M{x} {y}h{width}v{height}h{-width}Z"
    turn = f"a{rx} {ry} 0 0 1"
    return (
        f"M{x + rx} {y}h{width - 2 * rx}{turn} {rx} {ry}v{height - 2 * ry}{turn} {-rx} {ry}"
        f"h{2 * rx - width}{turn} {-rx} {-ry}v{2 * ry - height}{turn} {rx} {-ry}Z"
    )


def _ellipse(cx: float, cy: float, rx: float, ry: float) -> str:
    if rx <= 0 or ry <= 0:
        return ""
    return f"M{cx - rx} {cy}a{rx} {ry} 0 0 1 {2 * rx} 0a{rx} {ry} 0 0 1 {-2 * rx} 0Z"


def _read_radii(reader: _Reader, element: Element) -> tuple[float, float]:
    """Return rx and ry. If only one is given, the other is equal to it."""
    names = [name for name in ("rx", "ry") if element.get(name, "auto") != "auto"]
    if not names:
        return 0.0, 0.0
    return _read_length(reader, element, names[0]), _read_length(reader, element, names[-1])


def _read_length(reader: _Reader, element: Element, name: str) -> float:
    """Return a length attribute in user units; 0 if the attribute is missing. Percentages refer to
    the viewport."""
    text = element.get(name, "0")
    width, height = reader.viewport
    reference = width if name in ("x", "x1", "x2", "cx", "width", "rx") else height
    length = _parse_length(text, _diagonal(reader.viewport) if name == "r" else reference)
    if length is None:
        raise refuse(
            reader.where,
            f"{name}={text[:40]!r} of a <{element.tag}> is not a length",
            "write numbers, or 12px, 5mm, 10%",
        )
    return length


def _parse_length(text: str, reference: float) -> float | None:
    """Return a length in user units; None for an invalid text. reference: the length of 100%."""
    match = LENGTH.fullmatch(text)
    if not match or not isfinite(float(match[1])):
        return None
    return (
        float(match[1]) / 100 * reference
        if match[2] == "%"
        else float(match[1]) * PIXELS[(match[2] or "px").lower()]
    )


def _diagonal(viewport: tuple[float, float]) -> float:
    """Return the length to which percentages refer if they are neither horizontal nor vertical."""
    return hypot(*viewport) / sqrt(2)
