"""A book's pages as SVG files, in points and with text as outlines: for slides, drawing programs
and machines without fonts."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from zlib import decompress

from puzzlebook.books.covers.letters import outline_line
from puzzlebook.books.planning.plan import Plan, Printout
from puzzlebook.drawing.drawing import Colour, Drawing, Layer, Packed, Style
from puzzlebook.drawing.svg import format_path, write_path_element
from puzzlebook.typesetting.page import Box, Item, Page, Photo, Picture, Rule, Text

FOLDER = "svg-pages"
"""The subfolder of the book's folder that holds the files."""
_JPEG = b"\xff\xd8"  # the first bytes of a JPEG file
_OPERATORS = {"m": "M", "l": "L", "c": "C", "h": "Z"}


def draw_pages(plan: Plan) -> Iterator[tuple[str, bytes]]:
    """Yield the name and content of each page's file, for the book and its separate answer key."""
    for printout in _choose_printouts(plan.printouts):
        stem, about = printout.name.removesuffix(".pdf"), printout.about
        for number, page in enumerate(printout.pages(), 1):
            content = write_page(page, f"{about.title}, {number}", about.language)
            yield f"{FOLDER}/{stem}-{number:03}.svg", content.encode()


def _choose_printouts(printouts: Sequence[Printout]) -> Iterable[Printout]:
    """Return the printouts to draw, without those that repeat the pages of another one."""
    names = {printout.name for printout in printouts}
    return [
        printout
        for printout in printouts
        if "/" not in printout.name
        and printout.name.replace("-screen.pdf", ".pdf") not in names - {printout.name}
    ]


def write_page(page: Page, title: str, language: str) -> str:
    """Return a page as an SVG document, cropped to its trim."""
    box = page.trim or Box(0, 0, page.width, page.height)
    size = f'width="{_number(box.width)}pt" height="{_number(box.height)}pt"'
    head = (
        '<?xml version="1.0" encoding="utf-8"?>\n<svg xmlns="http://www.w3.org/2000/svg" '
        f'xmlns:xlink="http://www.w3.org/1999/xlink" xml:lang="{language}" role="img" {size} '
        f'viewBox="{_list_sides(box)}"><title>{escape(title, quote=False)}</title>'
    )
    return "\n".join([head, *map(_write_item, page.items), "</svg>\n"])


def _write_item(item: Item) -> str:
    if isinstance(item, Text):
        return _write_text(item)
    if isinstance(item, Rule):
        ends = f"M{_number(item.x1)} {_number(item.y1)}L{_number(item.x2)} {_number(item.y2)}"
        return write_path_element(ends, Style(item.width, item.colour), 1)
    if isinstance(item, Picture):
        return _write_picture(item)
    return _write_photo(item)


def _write_text(line: Text) -> str:
    path = write_path_element(
        "".join(format_path(list(outline_line(line)))), _make_fill(line.colour), 1
    )
    if not line.turned:
        return path
    return f'<g transform="rotate(90 {_number(line.x)} {_number(line.y)})">{path}</g>'


def _make_fill(colour: Colour) -> Style:
    return Style(fill=colour, even_odd=False)


def _write_picture(picture: Picture) -> str:
    drawing, scale = picture.drawing, picture.drawing.scale
    x, y = picture.x - drawing.left * scale, picture.y - drawing.top * scale
    content = _write_drawing(drawing)
    content = (
        f'<g transform="translate({_number(x)} {_number(y)}) scale({scale:.8g})">{content}</g>'
    )
    if picture.window:
        content = _clip(picture.window, content)
    labels = (
        label._replace(x=picture.x + label.x, y=picture.y + label.y) for label in picture.labels
    )
    return content + "".join(map(_write_text, labels))


def _write_drawing(drawing: Drawing) -> str:
    """Return a drawing's layers in its own units, clipped if the drawing requires it."""
    content = "".join(_write_layer(layer, drawing.scale) for layer in drawing.layers)
    box = Box(drawing.left, drawing.top, drawing.width, drawing.height)
    return _clip(box, content) if drawing.is_reused else content


def _write_layer(layer: Layer, scale: float) -> str:
    if layer.inset:
        inner, x, y, factor = layer.inset
        content = _write_drawing(inner._replace(is_reused=True))
        return f'<g transform="translate({x:.8g} {y:.8g}) scale({factor:.8g})">{content}</g>'
    path = _unpack(layer.packed) if layer.packed else "".join(format_path(layer.subpaths))
    return write_path_element(path, layer.style, scale) if path else ""


def _unpack(packed: Packed) -> str:
    """Return a path packed for PDF files as SVG path data."""
    content = decompress(packed.content) if packed.is_form else packed.content
    path: list[str] = []
    numbers: list[str] = []
    for token in content.decode().split():
        if token in _OPERATORS:
            path.append(_OPERATORS[token] + " ".join(numbers))
            numbers.clear()
        else:
            numbers.append(token)
    return "".join(path)  # the trailing paint operator is dropped


def _clip(box: Box, content: str) -> str:
    sides = (
        f'{name}="{_number(value)}"'
        for name, value in zip(("x", "y", "width", "height"), box, strict=True)
    )
    return f'<svg {" ".join(sides)} viewBox="{_list_sides(box)}">{content}</svg>'


def _write_photo(photo: Photo) -> str:
    box = photo.box
    kind = "jpeg" if photo.content.startswith(_JPEG) else "png"
    data = b64encode(photo.content).decode()
    return (
        f'<image x="{_number(box.x)}" y="{_number(box.y)}" width="{_number(box.width)}" '
        f'height="{_number(box.height)}" preserveAspectRatio="none" '
        f'xlink:href="data:image/{kind};base64,{data}" />'
    )


def _list_sides(box: Box) -> str:
    return " ".join(map(_number, box))


def _number(value: float) -> str:
    return f"{value:.4f}".rstrip("0").rstrip(".")
