"""Writing a `Drawing` as an SVG file. This is the only module that imports svgwrite."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import chain, groupby, pairwise
from operator import attrgetter
from typing import Any, NamedTuple

from puzzlebook.drawing.drawing import (
    Colour,
    CompositePath,
    Drawing,
    Inset,
    Layer,
    NamedPath,
    Style,
    Subpath,
)
from puzzlebook.geometry.arcs import Point, make_arc
from puzzlebook.ground.lazy_imports import import_lazily
from puzzlebook.ground.lengths import MM

# Coordinates are rounded to thousandths of a cell width, which is 0.01 mm for the widest passages.
_FINENESS = 1000
_NAME, _POINTS = attrgetter("name"), attrgetter("points")
# A group with this attribute is a layer in Inkscape and in vpype.
_INKSCAPE = "http://www.inkscape.org/namespaces/inkscape"
_UNUSED_MODULES = (
    "base64", "svgwrite.animate", "svgwrite.data.pattern", "svgwrite.data.svgparser",
    "svgwrite.data.tiny12", "svgwrite.filters", "svgwrite.gradients", "svgwrite.image",
    "svgwrite.masking", "svgwrite.pattern", "svgwrite.shapes", "svgwrite.solidcolor",
    "svgwrite.text", "urllib.request",
)  # fmt: skip
_INSET_STYLE = Style()
_FAR = (1e6, 1e6)
"""The end of the line that is a placeholder for an inset. No maze extends so far."""
_MAX_CACHED_INSETS = 256
_inset_cache: dict[int, tuple[Sequence[Layer], str]] = {}
"""The SVG of insets, by the identity of their layers. The layers are kept with it."""
_MAX_CACHED_PATHS = 1 << 12
_path_cache: dict[int, tuple[Sequence[Subpath], str]] = {}
"""The data of insets' paths, which occur in several styles, by the identity of their subpaths."""
_OPEN, _CLOSE = '<path d="', '" />'
_PLACEHOLDER = "\N{OBJECT REPLACEMENT CHARACTER}"
"""The placeholder in a document's frame for the title, the description and the path data."""


class Label(NamedTuple):
    """The contents of a picture's `<title>` and `<desc>`."""

    title: str
    description: str


def write_svg(drawing: Drawing, title: str, description: str, language: str = "en") -> str:
    """Return a drawing as an SVG document, with a viewBox in cell widths, a size in millimetres,
    and one `<g id="…">` for each layer name."""
    return write_svgs([(drawing, Label(title, description))], language)[0]


def write_svgs(pictures: Sequence[tuple[Drawing, Label]], language: str = "en") -> list[str]:
    """Return the SVG document of each picture. Path data that several pictures share, such as a
    puzzle and its solution, is formatted only once."""
    cache: dict[int, str] = {}
    return [_write_document(drawing, label, language, cache) for drawing, label in pictures]


def _write_document(drawing: Drawing, label: Label, language: str, cache: dict[int, str]) -> str:
    """Return one SVG document. cache: path data, by the identity of its subpaths."""
    if any(layer.inset for layer in drawing.layers):
        return _write_with_insets(drawing, label, language, cache)
    paths = [
        "".join(_write_part(part, cache) for part in layer.parts)
        if layer.parts
        else _format_data(layer.subpaths, cache)
        for layer in drawing.layers
    ]
    blank = drawing._replace(
        layers=tuple(Layer(layer.name, layer.style, ()) for layer in drawing.layers)
    )
    frame = [*_make_frame(blank, language)]
    if len(frame) != len(paths) + 3:  # the language tag contains the placeholder character
        return _write_with_svgwrite(drawing, label, language)
    for place, layer in enumerate(drawing.layers, 2):
        if layer.parts:  # each part is an element, so the single path element is removed
            if not (frame[place].endswith(_OPEN) and frame[place + 1].startswith(_CLOSE)):
                return _write_with_svgwrite(drawing, label, language)
            frame[place] = frame[place].removesuffix(_OPEN)
            frame[place + 1] = frame[place + 1].removeprefix(_CLOSE)
    fillings = [_escape(label.title), _escape(label.description), *paths]
    return "".join(chain(*zip(frame, [*fillings, ""], strict=True)))


def _write_with_insets(drawing: Drawing, label: Label, language: str, cache: dict[int, str]) -> str:
    """Return a document in which each inset is a group. Each inset is formatted once per
    process."""
    blank = drawing._replace(
        layers=tuple(
            Layer(layer.name, _INSET_STYLE, _make_placeholder(number)) if layer.inset else layer
            for number, layer in enumerate(drawing.layers)
        )
    )
    text = _write_document(blank, label, language, cache)
    for number, layer in enumerate(drawing.layers):
        if layer.inset:
            (path,) = format_path(_make_placeholder(number))
            text = text.replace(f'<path d="{path}" />', _write_inset(layer.inset), 1)
    return text


@cache
def _make_placeholder(number: int) -> Sequence[Subpath]:
    """Return the path that is the placeholder for an inset.

    The path is cached to keep it alive: otherwise another object at its address could be mistaken
    for it in a cache that is keyed by identity.
    """
    return (Subpath(((number, 0), _FAR)),)


def _write_inset(inset: Inset) -> str:
    x, y, scale = (f"{value:.8f}".rstrip("0").rstrip(".") for value in inset[1:])
    group = f'<g transform="translate({x} {y}) scale({scale})">'
    return f"{group}{_write_inner_layers(inset.drawing)}</g>"


def _write_inner_layers(drawing: Drawing) -> str:
    """Return the layers of an inset as elements, each with its own style attributes."""
    layers = drawing.layers
    if id(layers) not in _inset_cache:
        if len(_inset_cache) >= _MAX_CACHED_INSETS:
            _inset_cache.clear()
        elements = []
        for layer in layers:
            path = _format_inset_path(layer.subpaths)
            elements.append(write_path_element(path, layer.style, drawing.scale))
        # The layers are kept too, because an id is unique only while its object exists.
        _inset_cache[id(layers)] = layers, "".join(elements)
    return _inset_cache[id(layers)][1]


def _format_inset_path(subpaths: Sequence[Subpath]) -> str:
    if id(subpaths) not in _path_cache:
        if len(_path_cache) >= _MAX_CACHED_PATHS:
            _path_cache.clear()
        _path_cache[id(subpaths)] = subpaths, "".join(format_path(subpaths))
    return _path_cache[id(subpaths)][1]


def write_path_element(path: str, style: Style, scale: float) -> str:
    """Return a path as an element with its own style attributes. scale: points per unit of the
    path."""
    attributes = {"d": path, **_style_attributes(style, scale)}
    return "<path {} />".format(" ".join(f'{key}="{value}"' for key, value in attributes.items()))


def _format_data(subpaths: Sequence[Subpath], cache: dict[int, str]) -> str:
    if id(subpaths) not in cache:
        cache[id(subpaths)] = "".join(format_path(subpaths))
    return cache[id(subpaths)]


def _write_part(part: NamedPath, cache: dict[int, str]) -> str:
    """Return a named path as an element, in the form in which svgwrite would write it."""
    data = part.data or _format_data(part.subpaths, cache)
    return f'<path d="{data}" id="{part.name}"><title>{_escape(part.title)}</title></path>'


def _escape(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


@lru_cache(maxsize=256)
def _make_frame(drawing: Drawing, language: str) -> Sequence[str]:
    """Return the constant text of a document before, between and after its title, description and
    paths. Drawings that differ only in these share a frame."""
    return _write_with_svgwrite(
        drawing, Label(_PLACEHOLDER, _PLACEHOLDER), language, _PLACEHOLDER
    ).split(_PLACEHOLDER)


def _write_with_svgwrite(
    drawing: Drawing, label: Label, language: str, data: str | None = None
) -> str:
    """Return the document as written by svgwrite. data: if given, replaces the data of every
    path."""
    # Otherwise svgwrite would compile the grammar for its validation, which is off here, and load
    # code for pictures on the web and for elements that are never used.
    with import_lazily(*_UNUSED_MODULES):
        import svgwrite
    from svgwrite.base import Desc, Title

    millimetres = drawing.scale / MM
    document = svgwrite.Drawing(
        size=(
            f"{_format_value(drawing.width * millimetres)}mm",
            f"{_format_value(drawing.height * millimetres)}mm",
        ),
        viewBox=" ".join(
            map(_format_value, (drawing.left, drawing.top, drawing.width, drawing.height))
        ),
        debug=False,
    )
    document.attribs |= {"role": "img", "xml:lang": language, "xmlns:inkscape": _INKSCAPE}
    # Screen readers need the title as the first element; svgwrite would put an empty <defs> first.
    document.elements = [
        Title(label.title),
        Desc(label.description),
        *(
            _group(drawing, name, list(layers), data)
            for name, layers in groupby(drawing.layers, _NAME)
        ),
    ]
    return f'<?xml version="1.0" encoding="utf-8"?>\n{document.tostring()}\n'


def _group(drawing: Drawing, name: str, layers: Sequence[Layer], data: str | None) -> object:
    """Return the layers with one name as a group that has the style of the first layer. A path with
    another style has attributes of its own."""
    from svgwrite.container import Group

    attributes = _style_attributes(layers[0].style, drawing.scale)
    group = Group(id=name, **attributes, debug=False)
    group.attribs |= {"inkscape:groupmode": "layer", "inkscape:label": name}
    for layer in layers:
        own_attributes = {
            key: value
            for key, value in _style_attributes(layer.style, drawing.scale).items()
            if value != attributes.get(key)
        }
        for path in _paths(layer, data):
            path.update(own_attributes)
            group.add(path)
    return group


def _style_attributes(style: Style, scale: float) -> dict[str, str]:
    attributes = {"fill": _format_colour(style.fill)}
    if style.fill is not None:
        attributes["fill-rule"] = "evenodd" if style.even_odd else "nonzero"
    if style.width:
        attributes |= {
            "stroke": _format_colour(style.line),
            "stroke-width": _format_value(style.width / scale),
        }
        attributes |= dict.fromkeys(("stroke-linecap", "stroke-linejoin"), "round")
    return attributes


def _paths(layer: Layer, data: str | None) -> Iterator[Any]:
    from svgwrite.path import Path

    if layer.parts:
        yield from map(_part, layer.parts)
        return
    yield Path("".join(format_path(layer.subpaths)) if data is None else data, debug=False)


def _part(part: NamedPath) -> object:
    from svgwrite.base import Title
    from svgwrite.path import Path

    path = Path(part.data or "".join(format_path(part.subpaths)), id=part.name, debug=False)
    path.add(Title(part.title))
    return path


def format_path(subpaths: Sequence[Subpath]) -> Iterator[str]:
    """Yield the `d` of a path, subpath by subpath. The commands are relative, because these are
    half as long as absolute commands."""
    if isinstance(subpaths, CompositePath):
        yield from subpaths.write("svg", lambda part: "".join(format_path(part)))
        return
    # Integer coordinates, as on square grids, need no rounding.
    is_integral = {int}.issuperset(
        map(type, chain.from_iterable(chain.from_iterable(map(_POINTS, subpaths))))
    )
    for subpath in subpaths:
        points = subpath.points
        if is_integral and not subpath.bends:
            pieces = [
                _line_over_cells(to_x - x, to_y - y) for (x, y), (to_x, to_y) in pairwise(points)
            ]
            yield _start(points[0]) + "".join(pieces) + "z" * subpath.closed
        else:
            yield join_start(*split_start(subpath))


def split_start(subpath: Subpath) -> tuple[int, int, str]:
    """Return the x and y at which a subpath begins, in thousandths, and the relative commands from
    there, which stay the same if the subpath moves by whole cells."""
    points, bends = subpath.points, subpath.bends
    if not bends:
        rounded_points = list(map(_to_thousandths, points))
        pieces = [_line(to_x - x, to_y - y) for (x, y), (to_x, to_y) in pairwise(rounded_points)]
        return *rounded_points[0], "".join(pieces) + "z" * subpath.closed
    pieces = []
    start = x, y = _to_thousandths(points[0])
    for here, to, bend in zip(points, subpath.segment_ends, bends, strict=False):
        to_x, to_y = _to_thousandths(to)
        if isinstance(bend, tuple):
            (x1, y1), (x2, y2) = bend
            first = _format_pair(round(x1 * _FINENESS) - x, round(y1 * _FINENESS) - y)
            second = _format_pair(round(x2 * _FINENESS) - x, round(y2 * _FINENESS) - y)
            pieces.append(f"c{first} {second} {_format_pair(to_x - x, to_y - y)}")
        else:
            pieces.append(_arc(here, to, bend) if bend else _line(to_x - x, to_y - y))
        x, y = to_x, to_y
    return *start, "".join(pieces) + "z" * subpath.closed


def join_start(x: int, y: int, commands: str) -> str:
    """Return the `d` of a subpath from the three results of `split_start`."""
    return _move(x, y) + commands


@lru_cache(maxsize=4096)
def _start(point: Point) -> str:
    """Return the command that begins a subpath at a corner of a cell. The same corners occur in all
    mazes."""
    return _move(*_to_thousandths(point))


@lru_cache(maxsize=4096)
def _move(x: int, y: int) -> str:
    return f"M{_format_number(x)} {_format_number(y)}"


def _to_thousandths(point: Point) -> tuple[int, int]:
    """Return a point in thousandths of a cell width."""
    return round(point[0] * _FINENESS), round(point[1] * _FINENESS)


@lru_cache(maxsize=4096)
def _line(dx: int, dy: int) -> str:
    if not dy:
        return f"h{_format_number(dx)}"
    if not dx:
        return f"v{_format_number(dy)}"
    return f"l{_format_number(dx)}{_join_numeral(dy)}"


@lru_cache(maxsize=4096)
def _line_over_cells(dx: int, dy: int) -> str:
    """Return the command for a line over this many cells."""
    return _line(dx * _FINENESS, dy * _FINENESS)


@lru_cache(maxsize=1 << 14)
def _arc(here: Point, to: Point, bulge: float) -> str:
    """Return the command for an arc. It is cached because the arcs of a grid occur in all mazes on
    that grid."""
    (x, y), (to_x, to_y) = map(_to_thousandths, (here, to))
    radius = _format_number(round(make_arc(here, to, bulge).radius * _FINENESS))
    flags = f"{int(abs(bulge) > 1)} {int(bulge > 0)}"
    return f"a{radius} {radius} 0 {flags} {_format_pair(to_x - x, to_y - y)}"


@lru_cache(maxsize=8192)
def _format_number(thousandths: int) -> str:
    """Return a length in cell widths without unnecessary characters."""
    text = f"{thousandths / _FINENESS:.3f}".rstrip("0").rstrip(".")
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


@lru_cache(maxsize=8192)
def _format_pair(x: int, y: int) -> str:
    return f"{_format_number(x)}{_join_numeral(y)}"


def _join_numeral(thousandths: int) -> str:
    """Return a numeral that follows another numeral, with a space between them unless a minus sign
    separates them."""
    text = _format_number(thousandths)
    return text if text.startswith("-") else f" {text}"


def _format_value(value: float) -> str:
    return _format_number(round(value * _FINENESS)) if abs(value) < 1e9 else str(value)


def _format_colour(colour: Colour | None) -> str:
    if colour is None:
        return "none"
    return "#" + "".join(f"{round(part * 255):02x}" for part in colour)
