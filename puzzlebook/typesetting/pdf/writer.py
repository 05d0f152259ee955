"""Pages written to a PDF file. Only this module, `type`, `objects`, `tags` and `whole` use
reportlab.

The walls of a maze are one Form XObject in cell units, shared by puzzle and answer. The page sets
scale, line width and colour; the form contains only the path.
"""

from __future__ import annotations

import os
from array import array
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from hashlib import sha256
from io import BytesIO
from itertools import chain
from math import ceil
from types import MappingProxyType
from typing import IO, TYPE_CHECKING, Any
from zlib import compress

from puzzlebook.drawing.drawing import Drawing, Inset, Layer
from puzzlebook.ground.lazy_imports import import_lazily
from puzzlebook.typesetting.page import Box, Item, Link, Page, Photo, Picture, Rule, Text
from puzzlebook.typesetting.pdf.inks import CMYK, RGB, convert_pixels
from puzzlebook.typesetting.pdf.objects import (
    PARENT,
    STREAM,
    Objects,
    format_array,
    format_box,
    format_dictionary,
    format_stream,
    format_stream_head,
    format_string,
    open_spool,
    page_reference,
)
from puzzlebook.typesetting.pdf.operators import (
    Colours,
    Origin,
    box_corners,
    format_number,
    pack_path,
    paint_operator,
    write_path,
)
from puzzlebook.typesetting.pdf.type import Fonts

if TYPE_CHECKING:
    from puzzlebook.typesetting.pdf.document import Document
    from puzzlebook.typesetting.pdf.tags import StructureTree

_INSET_DECIMALS = 8
"""Decimals of the scale and position of an inset drawing, whose unit may be tiny."""


def write_pdf(pages: Iterable[Page], document: Document) -> bytes:
    """Return the file with these pages. The same pages always give the same bytes."""
    return b"".join(write_pdf_pieces(pages, document))


def write_pdf_pieces(pages: Iterable[Page], document: Document) -> Iterator[bytes]:
    """Yield the bytes of `write_pdf` in pieces, without keeping pages or file in memory."""
    with open_spool() as file:
        writer = _Writer(document, file)
        for page in pages:
            writer.add(page)
        yield from writer.finish()


@contextmanager
def _hide_clock() -> Iterator[None]:
    """Remove SOURCE_DATE_EPOCH temporarily. In reportlab it overrides `invariant`, which makes
    every run write the same dates."""
    epoch = os.environ.pop("SOURCE_DATE_EPOCH", None)
    try:
        yield
    finally:
        if epoch is not None:
            os.environ["SOURCE_DATE_EPOCH"] = epoch


class _Writer:
    """A reportlab canvas with its fonts and the forms written so far."""

    def __init__(self, about: Document, file: IO[bytes]) -> None:
        # These modules are for features of reportlab that we do not use.
        with import_lazily(
            "base64", "glob", "PIL.Image", "reportlab.lib.rl_safe_eval", "urllib.parse"
        ):
            from reportlab import rl_config
            from reportlab.pdfgen.canvas import Canvas

        rl_config.useA85 = 0
        self._fonts = Fonts(is_for_screen=about.screen is not None)
        with _hide_clock():
            self._canvas = Canvas(
                "",
                invariant=1,
                initialFontName=self._fonts.first,
                pdfVersion=(1, 3) if about.condition else (1, 7),
                lang=about.language or None,
            )
        self._about = about
        self._document: Any = self._canvas._doc
        self._objects = Objects(self._document, file)
        self._tree: StructureTree | None = None
        if about.screen is not None:
            from puzzlebook.typesetting.pdf.tags import StructureTree

            self._tree = StructureTree(self._document, self._objects)
        self._fonts.open(self._document)
        info = self._document.info
        # reportlab's setters would write "(anonymous)" for empty texts.
        info.title, info.author, info.subject = about.title, about.author, ""
        info.creator = info.producer = "puzzlebook"
        if about.condition:
            from puzzlebook.typesetting.pdf.whole import declare_exchange

            declare_exchange(self._document, about.condition)
        self._colours = Colours(about)
        if about.overprints and CMYK in about.spaces and RGB not in about.spaces:
            from puzzlebook.typesetting.pdf.overprint import Overprinting

            self._colours = Overprinting(self._objects, about)
        # Object numbers of all forms, and a mapping from the keys of drawings to the indices of
        # forms.
        self._form_numbers = array("L")
        self._forms: dict[object, int] = {}
        # A mapping from digests of forms to their indices: mazes of one grid often share textures.
        self._same_forms: dict[bytes, int] = {}
        # A mapping from the keys of paths in drawings to their operators.
        self._paths: dict[int, str] = {}
        # Objects whose `id` is part of a key, kept alive since an id is unique only while its
        # object lives.
        self._keyed: list[object] = []
        # A mapping from names on the current page to references to its forms and images.
        self._xobjects: dict[str, str] = {}

    def add(self, page: Page) -> None:
        """Write a page."""
        code = self._canvas._code
        if page.tint and self._about.screen is not None:
            # An enlarged unit square, which checks distinguish from the page's lines by its matrix.
            size = f"{format_number(page.width)} 0 0 {format_number(page.height)} 0 0 cm"
            tint = self._colours.write(page.tint, "rg")
            code.append(f"/Artifact BMC q {tint} {size} 0 0 1 1 re f Q EMC")
        for begin, items in self._tree.mark(page.items) if self._tree else [("", page.items)]:
            code += [begin] * bool(begin)
            for item in items:
                self._write(item, page.height)
            code += ["EMC"] * bool(begin)
        entries = {
            "Contents": STREAM,
            "MediaBox": format_box(0, 0, page.width, page.height),
            "Parent": PARENT,
            "Resources": self._resources(),
            "Rotate": "0",
            "Type": "/Page",
        }
        if page.trim is not None:
            trim = format_box(*box_corners(page.trim, page.height))
            entries |= {"BleedBox": entries["MediaBox"], "TrimBox": trim}
        if self._tree is not None:
            entries |= self._write_links_and_tags(page, self._tree)
        content = "\n".join([self._canvas._preamble, *code, " ", ""])
        self._objects.add_page(entries, compress(content.encode()))
        self._canvas._startPage()

    def _resources(self) -> str:
        """Return the current page's resource dictionary, and reset it."""
        resources = {"Font": "1 0 R", "ProcSet": "[ /PDF /Text /ImageB /ImageC /ImageI ]"}
        if self._xobjects:
            resources["XObject"] = format_dictionary(self._xobjects)
        if states := self._colours.close_page():
            resources["ExtGState"] = format_dictionary(states)
        self._xobjects = {}
        return format_dictionary(resources)

    def _write(self, item: Item, height: float) -> None:
        write = self._canvas._code.append
        if isinstance(item, Text):
            write(self._text(item, height))
        elif isinstance(item, Rule):
            write(self._rule(item, height))
        elif isinstance(item, Picture):
            write(self._picture(item, height))
            for label in item.labels:
                moved = label._replace(x=item.x + label.x, y=item.y + label.y)
                write(self._text(moved, height))
        else:
            self._photo(item, height)

    def _write_links_and_tags(self, page: Page, tree: StructureTree) -> dict[str, str]:
        """Write the links and tags of a page, and return the page's entries for them."""
        links = [
            self._write_link(link, page.height, key)
            for key, link in enumerate(page.links, tree.key + 1)
        ]
        entries = {"StructParents": str(tree.key), "Tabs": "/S"}
        tree.close_page(page.height, list(zip(page.links, links, strict=True)))
        if links:
            entries["Annots"] = format_array([f"{link} 0 R" for link in links])
        return entries

    def _write_link(self, link: Link, height: float, key: int) -> int:
        """Write a link annotation and return its object number. key: its key in the parent tree."""
        entries = {
            "Border": "[ 0 0 0 ]",
            "Contents": format_string(link.alt_text),
            "Dest": f"[ {page_reference(link.page)} /Fit ]",
            "F": "4",
            "Rect": format_box(*box_corners(link.box, height)),
            "StructParent": str(key),
            "Subtype": "/Link",
            "Type": "/Annot",
        }
        return self._objects.add(format_dictionary(entries).encode(), has_blanks=True)

    def finish(self) -> Iterator[bytes]:
        """Yield the bytes of the whole file."""
        if self._about.screen is not None:
            from puzzlebook.typesetting.pdf.whole import write_screen_features

            write_screen_features(self._canvas, self._objects, self._about, self._about.screen)
        if self._tree is not None:
            self._tree.finish(self._about)
        return self._objects.write_file(self._canvas)

    def _text(self, item: Text, height: float) -> str:
        start = f"{format_number(item.x)} {format_number(height - item.y)}"
        operators = [
            self._colours.begin_type(item),
            "BT",
            f"0 -1 1 0 {start} Tm" if item.turned else f"{start} Td",
            *self._fonts.show_line(item.text, item.face, item.size),
            "ET",
        ]
        if marks := self._fonts.paint_marks(item.text, item.face, item.size):
            operators.append(f"q {'0 -1 1 0' if item.turned else '1 0 0 1'} {start} cm {marks} Q")
        return " ".join(operators)

    def _rule(self, item: Rule, height: float) -> str:
        start = f"{format_number(item.x1)} {format_number(height - item.y1)} m"
        path = f"{start} {format_number(item.x2)} {format_number(height - item.y2)} l"
        return f"{self._colours.begin_rule(item)} {format_number(item.width)} w {path} S"

    def _photo(self, item: Photo, height: float) -> None:
        from PIL import Image
        from reportlab.lib.utils import ImageReader

        pixels: Any = Image.open(BytesIO(item.content))
        converted = convert_pixels(pixels, self._about.spaces, self._about.max_ink)
        # A JPEG in an accepted colour space is embedded unchanged.
        image = ImageReader(BytesIO(item.content) if converted is pixels else converted)
        box, canvas = item.box, self._canvas
        canvas._code += self._colours.begin_photo(box, converted.mode == "CMYK")
        canvas.drawImage(image, box.x, height - box.bottom, box.width, box.height)
        name = self._document.getXObjectName(canvas._formsinuse[-1])
        self._xobjects[name] = f"{self._document.idToObjectNumberAndVersion[name][0]} 0 R"

    def _picture(self, item: Picture, height: float) -> str:
        drawing, scale = item.drawing, format_number(item.drawing.scale, 5)
        x = item.x - drawing.left * drawing.scale
        y = height - (item.y - drawing.top * drawing.scale)
        state = self._colours.state
        origin = Origin(x, height - y, drawing.scale)
        if drawing.is_reused:
            content = self._drawing_form(drawing, origin)
        else:
            content = " ".join(
                self._layer(layer, drawing, origin, item.window is not None)
                for layer in drawing.layers
            )
        self._colours.state = state
        matrix = f"{scale} 0 0 -{scale} {format_number(x)} {format_number(y)} cm"
        return f"q {_clip_window(item.window, height)}{matrix} 1 J 1 j {content} Q"

    def _drawing_form(self, drawing: Drawing, origin: Origin) -> str:
        """Return the operators that show a drawing as one form with all layers, colours and lines,
        clipped to its box."""
        box = drawing.left, drawing.top, drawing.left + drawing.width, drawing.top + drawing.height
        begin, is_free = self._colours.begin_drawing(drawing, origin)
        layers_key = id(drawing.layers), box, is_free
        if layers_key not in self._forms:
            # The same drawing at another scale uses the same form.
            scale, first = drawing.scale, drawing.layers[0].subpaths
            widths = tuple(round(layer.style.width / scale, 4) for layer in drawing.layers)
            key = id(first), box, widths, is_free
            if key not in self._forms:
                inner = self._colours.open_form(is_free)
                operators = chain.from_iterable(
                    chain(
                        _set_style(layer, drawing, inner, Origin(0, 0, 1), is_cut=False),
                        [self._write_path_once(layer), paint_operator(layer.style)],
                    )
                    for layer in drawing.layers
                )
                content = compress(" ".join(operators).encode())
                form = self._add_form(key, first, content, box, inner.used)
                self._colours.close_form(form, inner)
            self._forms[layers_key] = self._forms[key]
            self._keyed.append(drawing.layers)
        self._colours.end_drawing(drawing, origin, self._forms[layers_key])
        return " ".join([*begin, self._show_form(self._forms[layers_key])])

    def _write_path_once(self, layer: Layer) -> str:
        """Return the path of a layer, which other forms may show in another style."""
        key = id(layer.subpaths)
        if key not in self._paths:
            self._keyed.append(layer.subpaths)
            self._paths[key] = " ".join(write_path(layer.subpaths))
        return self._paths[key]

    def _inset(self, inset: Inset, origin: Origin) -> str:
        """Return the operators that show an inset drawing."""
        scale = format_number(inset.scale, _INSET_DECIMALS)
        corner = (
            f"{format_number(inset.x, _INSET_DECIMALS)} {format_number(inset.y, _INSET_DECIMALS)}"
        )
        state = self._colours.state
        content = self._drawing_form(inset.drawing, origin.move_to(inset))
        self._colours.state = state
        return f"q {scale} 0 0 {scale} {corner} cm {content} Q"

    def _layer(self, layer: Layer, drawing: Drawing, origin: Origin, is_cut: bool) -> str:
        if layer.inset:
            return self._inset(layer.inset, origin)
        operators = _set_style(layer, drawing, self._colours, origin, is_cut)
        key_object = layer.packed or layer.subpaths
        form = self._forms.get(id(key_object))
        if form is None:
            path = layer.packed or pack_path(layer.subpaths, layer.style)
            if not path.is_form:
                return " ".join([*operators, path.content.decode()])
            edge = 1 + max(abs(drawing.left), abs(drawing.top))
            right, bottom = drawing.left + drawing.width + 1, drawing.top + drawing.height + 1
            form = self._add_form(
                id(key_object), key_object, path.content, (-edge, -edge, right, bottom)
            )
        return " ".join([*operators, self._show_form(form)])

    def _show_form(self, form: int) -> str:
        """Return the operators that show a form, and list it in the page's resources."""
        name = f"FormXob.M{form + 1}"
        self._xobjects[name] = f"{self._form_numbers[form]} 0 R"
        return f"/{name} Do"

    def _add_form(
        self,
        key: object,
        key_object: object,
        content: bytes,
        box: tuple[float, float, float, float],
        states: Mapping[str, str] = MappingProxyType({}),
    ) -> int:
        """Write a form, unless the file has the same already; remember it under its key and return
        its index.

        key_object: the object whose id is in the key. content: deflated. states: a mapping from
        names to references of graphics states.
        """
        self._keyed.append(key_object)
        head = _form_head(box, tuple(states.items()))
        stream = format_stream(content, head)
        form = self._same_forms.setdefault(sha256(stream).digest(), len(self._form_numbers))
        if form == len(self._form_numbers):
            self._form_numbers.append(self._objects.add(stream))
        self._forms[key] = form
        return form


def _set_style(
    layer: Layer, drawing: Drawing, colours: Colours, origin: Origin, is_cut: bool
) -> list[str]:
    """Return the operators that set the colours and the line width of a layer."""
    operators, line = colours.begin_layer(layer, drawing, origin, is_cut)
    if layer.style.width:
        operators += [line, f"{_line_width(layer.style.width, drawing.scale)} w"]
    return operators


def _clip_window(window: Box | None, height: float) -> str:
    """Return the operators that clip to this part of a page."""
    if window is None:
        return ""
    corner = f"{format_number(window.x)} {format_number(height - window.bottom)}"
    return f"{corner} {format_number(window.width)} {format_number(window.height)} re W n "


@lru_cache(maxsize=64)
def _form_head(
    box: tuple[float, float, float, float], states: tuple[tuple[str, str], ...] = ()
) -> bytes:
    """Return the dictionary of a form. All mazes on a grid have the same box."""
    resources = {"ProcSet": "[ /PDF /Text ]"}
    if states:
        resources["ExtGState"] = format_dictionary(dict(states))
    return format_stream_head({
        "BBox": format_box(*(round(value, 3) for value in box)),
        "FormType": "1",
        "Matrix": "[ 1 0 0 1 0 0 ]",
        "Resources": format_dictionary(resources),
        "Subtype": "/Form",
        "Type": "/XObject",
    })  # fmt: skip


@lru_cache(maxsize=256)
def _line_width(points: float, scale: float) -> str:
    """Return a line width in cell units, rounded up so that it is never thinner than requested at
    the scale as written."""
    return format_number(ceil(points / round(scale, 5) * 1e5) / 1e5, 5)
