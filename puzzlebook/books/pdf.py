"""Pages as a PDF file: the only module that knows reportlab.

The walls of a maze are one Form XObject in cell units, used by its puzzle and by its answer: the page sets scale, line
width and colour, and the form holds nothing but the path.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from io import BytesIO
from math import ceil, cos, sin, tan
from typing import Any

from puzzlebook.books import text as type_
from puzzlebook.books.page import Page, Picture, Rule, Text
from puzzlebook.mazes.arcs import Arc, Point, arc_between
from puzzlebook.pictures.drawing import Bend, Colour, Drawing, Layer, Subpath

# An arc is drawn as cubics of at most this sweep (radians): the error is below a thousandth of its radius.
_WIDEST_CUBIC = 1.05
# The path of a layer with fewer points than this is written where it stands.
_WORTH_A_FORM = 12


def pdf_bytes(pages: Iterable[Page], title: str, author: str = "") -> bytes:
    """The document; the same pages give the same bytes."""
    with _no_clock():
        writer = _Writer(title, author)
        for page in pages:
            writer.add(page)
        return writer.finish()


@contextmanager
def _no_clock() -> Iterator[None]:
    """reportlab lets SOURCE_DATE_EPOCH override its `invariant`: without it every run writes the same dates."""
    epoch = os.environ.pop("SOURCE_DATE_EPOCH", None)
    try:
        yield
    finally:
        if epoch is not None:
            os.environ["SOURCE_DATE_EPOCH"] = epoch


class _Writer:
    """A reportlab canvas, its fonts, and the forms that it has so far."""

    def __init__(self, title: str, author: str) -> None:
        from reportlab import rl_config
        from reportlab.pdfbase import pdfmetrics, ttfonts
        from reportlab.pdfgen.canvas import Canvas

        rl_config.useA85 = 0
        self._fonts = {}
        for face in type_.FACES:
            # A font object keeps the state of its document: every document has its own.
            font = ttfonts.TTFont(f"{type_.FAMILY} {face}", str(type_.font_file(face)))
            pdfmetrics.registerFont(font)
            self._fonts[face] = font
        self._file = BytesIO()
        self._canvas = Canvas(
            self._file,
            invariant=1,
            pageCompression=1,
            initialFontName=self._fonts[type_.REGULAR].fontName,
            pdfVersion=(1, 7),
        )
        self._canvas.setTitle(title)
        self._canvas.setAuthor(author)
        self._canvas.setSubject("")  # or reportlab writes "unspecified"
        self._canvas.setCreator("puzzlebook")
        self._canvas.setProducer("puzzlebook")
        self._document: Any = self._canvas._doc
        self._forms: dict[int, str] = {}
        self._kept: list[Sequence[Subpath]] = []

    def add(self, page: Page) -> None:
        """Write a page."""
        canvas = self._canvas
        canvas.setPageSize((page.width, page.height))
        write = canvas._code.append
        for item in page.items:
            if isinstance(item, Text):
                write(self._text(item, page.height))
            elif isinstance(item, Rule):
                write(_rule(item, page.height))
            else:
                write(self._picture(item, page.height))
        canvas.showPage()

    def finish(self) -> bytes:
        """The bytes of the whole document."""
        self._canvas.save()
        return self._file.getvalue()

    def _text(self, item: Text, height: float) -> str:
        font = self._fonts[item.face]
        glyphs = type_.shape(item.text, item.face)
        kerns = [own - advance for own, advance in zip(glyphs.own_advances, glyphs.advances, strict=True)]
        written = [_colour(item.colour, "rg"), "BT", f"{_number(item.x)} {_number(height - item.y)} Td"]
        place = 0
        for subset, codes in font.splitString(item.text, self._document):
            written.append(f"{font.getSubsetInternalName(subset, self._document)} {_number(item.size)} Tf")
            written.append(_shown(codes, kerns[place : place + len(codes)]))
            place += len(codes)
        return " ".join([*written, "ET"])

    def _picture(self, item: Picture, height: float) -> str:
        drawing, scale = item.drawing, _number(item.drawing.scale, 5)
        x = item.x - drawing.left * drawing.scale
        y = height - (item.y - drawing.top * drawing.scale)
        layers = (self._layer(layer, drawing) for layer in drawing.layers)
        return f"q {scale} 0 0 -{scale} {_number(x)} {_number(y)} cm 1 J 1 j {' '.join(layers)} Q"

    def _layer(self, layer: Layer, drawing: Drawing) -> str:
        style = layer.style
        set_up = []
        if style.fill is not None:
            set_up.append(_colour(style.fill, "rg"))
        if style.width:
            set_up += [_colour(style.line, "RG"), f"{_width(style.width, drawing.scale)} w"]
        paint = {(True, True): "B*", (True, False): "f*", (False, True): "S"}.get(
            (style.fill is not None, bool(style.width)), "n"
        )
        if not style.even_odd:
            paint = paint.removesuffix("*")
        if _is_short(layer.subpaths):
            return " ".join([*set_up, *path_operators(layer.subpaths), paint])
        return " ".join([*set_up, f"/{self._form(layer.subpaths, paint, drawing)} Do"])

    def _form(self, subpaths: Sequence[Subpath], paint: str, drawing: Drawing) -> str:
        """The name of the form that paints these very subpaths; made when they are first drawn."""
        from reportlab.pdfbase.pdfdoc import PDFFormXObject, PDFResourceDictionary

        name = self._forms.get(id(subpaths))
        if name is None:
            name = self._forms[id(subpaths)] = f"M{len(self._forms) + 1}"
            self._kept.append(subpaths)
            edge = 1 + max(abs(drawing.left), abs(drawing.top))
            right, bottom = drawing.left + drawing.width + 1, drawing.top + drawing.height + 1
            form = PDFFormXObject(*(round(value, 3) for value in (-edge, -edge, right, bottom)))
            form.Resources = PDFResourceDictionary()
            form.compression = 1
            form.setStreamList(" ".join([*path_operators(subpaths), paint]))
            self._document.addForm(name, form)
        # Besides being painted, a form must be listed among the page's resources.
        self._canvas._formsinuse.append(name)
        return str(self._document.getXObjectName(name))


def _is_short(subpaths: Sequence[Subpath]) -> bool:
    """Whether a form would be more than the path itself. Each subpath has a point, so many need not be counted."""
    return len(subpaths) < _WORTH_A_FORM and sum(len(subpath.points) for subpath in subpaths) < _WORTH_A_FORM


def path_operators(subpaths: Iterable[Subpath]) -> Iterator[str]:
    """The path in PDF's operators, piece by piece; arcs become cubics."""
    for subpath in subpaths:
        points = subpath.points
        yield f"{_pair(points[0])} m"
        if not subpath.bends:
            yield from [f"{_pair(point)} l" for point in points[1:]]
        else:
            ahead = [*points[1:], points[0]] if len(subpath.bends) == len(points) else points[1:]
            for here, to, bend in zip(points, ahead, subpath.bends, strict=False):
                yield from _segment(here, to, bend)
        if subpath.closed:
            yield "h"


def _segment(here: Point, to: Point, bend: Bend) -> Iterator[str]:
    if not bend:
        yield f"{_pair(to)} l"
    elif isinstance(bend, tuple):
        yield f"{_pair(bend[0])} {_pair(bend[1])} {_pair(to)} c"
    else:
        yield from _cubics(arc_between(here, to, bend), to)


def _cubics(arc: Arc, end: Point) -> Iterator[str]:
    """An arc as cubics whose control points lie 4/3 tan(sweep/4) radii along the tangents."""
    pieces = ceil(abs(arc.sweep) / _WIDEST_CUBIC)
    step = arc.sweep / pieces
    reach = 4 / 3 * tan(step / 4) * arc.radius
    for piece in range(pieces):
        first, last = arc.begin + piece * step, arc.begin + (piece + 1) * step
        (x0, y0), (x1, y1) = arc.at(piece / pieces), arc.at((piece + 1) / pieces)
        controls = (x0 - reach * sin(first), y0 + reach * cos(first)), (x1 + reach * sin(last), y1 - reach * cos(last))
        yield f"{_pair(controls[0])} {_pair(controls[1])} {_pair(end if piece == pieces - 1 else (x1, y1))} c"


def _rule(item: Rule, height: float) -> str:
    ends = f"{_number(item.x1)} {_number(height - item.y1)} m {_number(item.x2)} {_number(height - item.y2)} l"
    return f"{_colour(item.colour, 'RG')} {_number(item.width)} w {ends} S"


def _shown(codes: bytes, kerns: Sequence[float]) -> str:
    """The operator that shows these character codes, moved together where a kern (thousandths of an em) asks for it."""
    pieces = [b""]
    moves: list[str] = []
    for place, (code, kern) in enumerate(zip(codes, kerns, strict=False)):
        pieces[-1] += bytes([code])
        if kern and place < len(codes) - 1:
            moves.append(_number(kern))
            pieces.append(b"")
    strings = [f"<{piece.hex()}>" for piece in pieces]
    if not moves:
        return f"{strings[0]} Tj"
    return "[" + "".join(string + move for string, move in zip(strings, [*moves, ""], strict=True)) + "] TJ"


def _colour(colour: Colour, operator: str) -> str:
    """The operator that sets a colour: grey where it is one, so that a black book has no other ink."""
    red, green, blue = colour
    if red == green == blue:
        return f"{_number(red)} {operator[-1]}"
    return f"{_number(red)} {_number(green)} {_number(blue)} {operator}"


def _width(points: float, scale: float) -> str:
    """A line's width in cell units, rounded up: at the scale as it is written, it is never thinner than was asked."""
    return _number(ceil(points / round(scale, 5) * 1e5) / 1e5, 5)


@lru_cache(maxsize=1 << 14)
def _pair(point: Point) -> str:
    """A point; the walls of a book's mazes run through the same ones again and again."""
    x, y = point
    return f"{x} {y}" if type(x) is int and type(y) is int else f"{_number(x)} {_number(y)}"


def _number(value: float, decimals: int = 3) -> str:
    """A number as PDF writes it: no exponent, no trailing zeros."""
    return f"{value:.{decimals}f}".rstrip("0").rstrip(".") if value % 1 else str(int(value))
