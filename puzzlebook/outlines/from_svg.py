"""Reading an outline from an SVG drawing: every filled shape, wherever its groups and transforms put it.

White is paper: it covers what lies under it, so that a white background is no shape and a white eye is a hole. Every
other fill is ink. What we do not read and what would change the picture is refused, never dropped.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import hypot, isfinite, sqrt
from typing import TYPE_CHECKING, NamedTuple
from xml.etree.ElementTree import Element

from puzzlebook.faults import refuse
from puzzlebook.outlines.curves import Contour, Curve, path_contours
from puzzlebook.outlines.outline import FilledShape, Outline, outline
from puzzlebook.outlines.svg_tree import DEEPEST, LINES, StyleRule, looks, parsed, style_rules
from puzzlebook.outlines.svg_values import LENGTH, NUMBER, PIXELS, pixels, share, transform_of

if TYPE_CHECKING:
    from fontTools.misc.transform import Transform

_MOST_CURVES = 1_000_000
_ELEMENT = 10  # an element costs as much as ten curves

_GROUPS = frozenset({"svg", "g", "a", "switch"})
_SHAPES = frozenset({"path", "rect", "circle", "ellipse", "polygon", "polyline"})
_INHERITED = ("fill", "fill-rule", "fill-opacity", "visibility")
_WHITE = re.compile(r"white|#fff|#f{6}|rgba?\(255[\s,]+255[\s,]+255\)|rgb\(100%[\s,]+100%[\s,]+100%\)", re.IGNORECASE)
_PATH = re.compile(r"[MmZzLlHhVvCcSsQqTtAa0-9eE+\-.,\s]*")


@dataclass(frozen=True)
class _Reader:
    """What holds for the whole drawing: its name in messages, its style rules, its ids, its viewport (units), whether
    lines are read besides areas, and how much of it was read (the one thing that changes).
    """

    where: str
    rules: Sequence[StyleRule]
    ids: Mapping[str, Element]
    viewport: tuple[float, float]
    lines: bool = False
    count: list[int] = field(default_factory=lambda: [0])


class PaintedShape(NamedTuple):
    """A shape as it is painted: its contours in the drawing's units, its properties by SVG's names, and by how much
    its units were stretched across and down."""

    contours: Sequence[Contour]
    paint: Mapping[str, str]
    stretch: tuple[float, float]


def svg_outline(data: bytes, where: str) -> Outline:
    """The outline of an SVG drawing."""
    shapes = _shapes(data, where, lines=False)
    drawn = [
        FilledShape(
            contours,
            even_odd=paint.get("fill-rule") == "evenodd",
            paper=_WHITE.fullmatch(paint.get("fill", "black")) is not None,
        )
        for contours, paint, _ in shapes
    ]
    try:
        return outline(drawn, where)
    except OverflowError:
        raise refuse(where, "the drawing's coordinates are beyond all measure", "numbers below 1e12") from None


def svg_shapes(data: bytes, where: str) -> list[PaintedShape]:
    """The shapes of an SVG drawing, areas and lines, the lowest first; refused if part of one shines through."""
    return _shapes(data, where, lines=True)


def _shapes(data: bytes, where: str, lines: bool) -> list[PaintedShape]:
    from fontTools.misc.transform import Identity

    root = parsed(data, where)
    ids = {element.get("id", ""): element for element in root.iter()}
    reader = _Reader(where, style_rules(root, where, LINES if lines else ()), ids, _viewport(root), lines)
    try:
        return list(_drawn(reader, root, Identity, {}, 0))
    except OverflowError:
        raise refuse(where, "the drawing's coordinates are beyond all measure", "numbers below 1e12") from None


def _viewport(root: Element) -> tuple[float, float]:
    """Width and height that percentages are of, in user units."""
    box = [float(number) for number in NUMBER.findall(root.get("viewBox", ""))]
    if len(box) == 4:
        return box[2], box[3]
    return pixels(root.get("width", "")) or 300.0, pixels(root.get("height", "")) or 150.0


def _drawn(
    reader: _Reader, element: Element, outer: Transform, inherited: Mapping[str, str], depth: int
) -> Iterator[PaintedShape]:
    """The filled shapes of an element and of all within it, in the order in which they are painted."""
    name = element.tag
    if name not in _GROUPS and name not in _SHAPES and name != "use":
        return
    _count(reader, _ELEMENT if depth <= DEEPEST else _MOST_CURVES)
    own = looks(element, reader.rules, reader.where, LINES if reader.lines else ())
    if own.get("display") == "none" or share(own.get("opacity", "1")) <= 0:
        return
    if reader.lines and (share(own.get("opacity", "1")) < 1 or own.get("filter", "none") != "none"):
        raise refuse(reader.where, f"<{name}> is transparent or filtered", "solid colours")
    paint = {**inherited, **{key: own[key] for key in (*_INHERITED, *LINES) if key in own}}
    here = outer.transform(transform_of(element.get("transform", ""), reader.where))
    if name in _SHAPES:
        yield from _shape(reader, element, here, paint)
    elif name == "use":
        yield from _used(reader, element, here, paint, depth)
    elif name == "svg" and depth:
        raise refuse(reader.where, "the drawing holds a second <svg>", "groups (<g>) instead")
    else:
        for child in element:
            yield from _drawn(reader, child, here, paint, depth + 1)


def _count(reader: _Reader, curves: int) -> None:
    """A drawing may use its parts again and again, but not without end."""
    reader.count[0] += curves
    if reader.count[0] >= _MOST_CURVES:
        raise refuse(reader.where, "the drawing has too many parts", f"fewer than {_MOST_CURVES:,} curves")


def _used(
    reader: _Reader, element: Element, here: Transform, paint: Mapping[str, str], depth: int
) -> Iterator[PaintedShape]:
    """What a <use> shows: an element of the same drawing, moved."""
    target = reader.ids.get(element.get("href", "#")[1:])
    if target is None:
        return
    here = here.translate(_length(reader, element, "x"), _length(reader, element, "y"))
    if target.tag != "symbol":
        yield from _drawn(reader, target, here, paint, depth + 1)
    elif "viewBox" in target.attrib:
        raise refuse(reader.where, "the drawing holds a <symbol> with a viewBox", "groups (<g>) instead")
    else:
        for child in target:
            yield from _drawn(reader, child, here, paint, depth + 2)


def _shape(reader: _Reader, element: Element, here: Transform, paint: Mapping[str, str]) -> Iterator[PaintedShape]:
    """The shape, where it is visible, and filled or, if lines are read, drawn."""
    seen = [side for side in ("fill", *(["stroke"] if reader.lines else [])) if is_painted(paint, side)]
    if not seen or paint.get("visibility", "visible") != "visible":
        return
    read = _contours(_path_of(reader, element), reader.where, reader.lines)
    _count(reader, sum(map(len, read)))
    contours = [[tuple(here.transformPoint(point) for point in curve) for curve in contour] for contour in read]
    yield PaintedShape(contours, paint, (hypot(here[0], here[1]), hypot(here[2], here[3])))


def is_painted(paint: Mapping[str, str], side: str) -> bool:
    """Whether anything is to be seen of a shape's `fill` or `stroke`."""
    colour = paint.get(side, "black" if side == "fill" else "none")
    return colour not in ("none", "transparent") and share(paint.get(f"{side}-opacity", "1")) > 0


def _contours(path: str, where: str, closing: bool) -> list[list[Curve]]:
    """The contours of SVG path data; refused where there is more in it than fontTools reads."""
    # fontTools skips what it does not know, and takes only blanks and commas between an arc's numbers.
    if _PATH.fullmatch(path):
        try:
            return path_contours(" ".join(path.split()), closing)
        except (ValueError, IndexError):
            pass
    raise refuse(where, f"the path {path[:40]!r}… cannot be read", "SVG path data")


def _path_of(reader: _Reader, element: Element) -> str:
    """Any shape as path data."""
    match element.tag:
        case "path":
            return element.get("d", "")
        case "polygon" | "polyline":
            return _polygon(element.get("points", ""), reader.where)
        case "rect":
            return _rect(reader, element)
        case "circle":
            radius = _length(reader, element, "r")
            return _ellipse(_length(reader, element, "cx"), _length(reader, element, "cy"), radius, radius)
    rx, ry = _radii(reader, element)
    return _ellipse(_length(reader, element, "cx"), _length(reader, element, "cy"), rx, ry)


def _polygon(points: str, where: str) -> str:
    numbers = NUMBER.findall(points)
    if len(numbers) % 2 or NUMBER.sub("", points).strip(" ,\t\r\n"):
        raise refuse(where, f"the points {points[:40]!r}… cannot be read", "pairs of numbers")
    return f"M{' '.join(numbers)}Z" if numbers else ""


def _rect(reader: _Reader, element: Element) -> str:
    """A rectangle, its corners rounded by rx and ry, each at most half a side."""
    x, y, width, height = (_length(reader, element, name) for name in ("x", "y", "width", "height"))
    if width <= 0 or height <= 0:
        return ""
    rx, ry = _radii(reader, element)
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


def _radii(reader: _Reader, element: Element) -> tuple[float, float]:
    """rx and ry; where only one is given, the other is the same."""
    given = [name for name in ("rx", "ry") if element.get(name, "auto") != "auto"]
    if not given:
        return 0.0, 0.0
    return _length(reader, element, given[0]), _length(reader, element, given[-1])


def _length(reader: _Reader, element: Element, name: str) -> float:
    """An attribute that is a length, in user units; 0 where it is missing. Percentages are of the viewport."""
    text = element.get(name, "0")
    match = LENGTH.fullmatch(text)
    if not match or not isfinite(float(match[1])):
        raise refuse(
            reader.where, f"{name}={text[:40]!r} of a <{element.tag}> is no length", "numbers, or 12px, 5mm, 10%"
        )
    if match[2] != "%":
        return float(match[1]) * PIXELS[(match[2] or "px").lower()]
    width, height = reader.viewport
    whole = hypot(width, height) / sqrt(2) if name == "r" else width if name in ("x", "cx", "width", "rx") else height
    return float(match[1]) / 100 * whole
