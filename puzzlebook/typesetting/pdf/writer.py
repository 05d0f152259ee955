"""Pages as a PDF file. `type`, `objects`, `tags`, `whole` and this alone know reportlab.

The walls of a maze are one Form XObject in cell units, used by its puzzle and by its answer: the
page sets scale, line width and colour, and the form holds nothing but the path.
"""

from __future__ import annotations

import os
from array import array
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from io import BytesIO
from itertools import chain
from math import ceil
from typing import IO, Any
from zlib import compress

from puzzlebook.drawing.drawing import Colour, Drawing, Layer, Style
from puzzlebook.ground.lazy_imports import import_lazily
from puzzlebook.typesetting.page import Item, Link, Page, Photo, Picture, Rule, Text
from puzzlebook.typesetting.pdf.document import Document
from puzzlebook.typesetting.pdf.inks import convert_pixels, convert_to_space
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
    box_corners,
    format_number,
    pack_path,
    paint_operator,
    write_path,
)
from puzzlebook.typesetting.pdf.tags import StructureTree
from puzzlebook.typesetting.pdf.type import Fonts
from puzzlebook.typesetting.pdf.whole import declare_exchange, tell_screen


def write_pdf(pages: Iterable[Page], document: Document) -> bytes:
    """The document with these pages; the same pages give the same bytes."""
    return b"".join(write_pdf_pieces(pages, document))


def write_pdf_pieces(pages: Iterable[Page], document: Document) -> Iterator[bytes]:
    """The same, piece by piece: no page is kept in memory, nor the file."""
    with open_spool() as file:
        writer = _Writer(document, file)
        for page in pages:
            writer.add(page)
        yield from writer.finish()


@contextmanager
def _hide_clock() -> Iterator[None]:
    """reportlab lets SOURCE_DATE_EPOCH override its `invariant`: without it every run writes the
    same dates."""
    epoch = os.environ.pop("SOURCE_DATE_EPOCH", None)
    try:
        yield
    finally:
        if epoch is not None:
            os.environ["SOURCE_DATE_EPOCH"] = epoch


class _Writer:
    """A reportlab canvas, its fonts, and the forms that it has so far."""

    def __init__(self, about: Document, file: IO[bytes]) -> None:
        # What reads colours from texts, pictures from files and from the web, and writes them into
        # pages.
        with import_lazily(
            "base64", "glob", "PIL.Image", "reportlab.lib.rl_safe_eval", "urllib.parse"
        ):
            from reportlab import rl_config
            from reportlab.pdfgen.canvas import Canvas

        rl_config.useA85 = 0
        self._fonts = Fonts(is_told=about.screen is not None)
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
        self._tree = (
            StructureTree(self._document, self._objects) if about.screen is not None else None
        )
        self._fonts.open(self._document)
        info = self._document.info
        # Past reportlab's setters, which write "(anonymous)" where there is nothing to say.
        info.title, info.author, info.subject = about.title, about.author, ""
        info.creator = info.producer = "puzzlebook"
        if about.condition:
            declare_exchange(self._document, about.condition)
        # The form of what was drawn, by its place in the numbers of all forms' objects; and what it
        # is known by.
        self._forms: dict[object, int] = {}
        self._numbers = array("L")
        self._kept: list[object] = []
        # What the page shows that is being written: references to forms and images, by the names
        # that it has for them.
        self._shown: dict[str, str] = {}

    def add(self, page: Page) -> None:
        """Write a page."""
        for begins, items in self._tree.marked(page.items) if self._tree else [("", page.items)]:
            self._canvas._code += [begins] * bool(begins)
            for item in items:
                self._write(item, page.height)
            self._canvas._code += ["EMC"] * bool(begins)
        about = {"Contents": STREAM, "MediaBox": format_box(0, 0, page.width, page.height), "Parent": PARENT,
                 "Resources": self._resources(), "Rotate": "0", "Type": "/Page"}  # fmt: skip
        if page.trim is not None:
            about |= {
                "BleedBox": about["MediaBox"],
                "TrimBox": format_box(*box_corners(page.trim, page.height)),
            }
        if self._tree is not None:
            about |= self._describe_page(page, self._tree)
        canvas = self._canvas
        painted = "\n".join([canvas._preamble, *canvas._code, " ", ""])
        self._objects.add_page(about, compress(painted.encode()))
        canvas._startPage()

    def _resources(self) -> str:
        """What a page shows beside its own lines."""
        used = {"Font": "1 0 R", "ProcSet": "[ /PDF /Text /ImageB /ImageC /ImageI ]"}
        if self._shown:
            used["XObject"] = format_dictionary(self._shown)
        self._shown = {}
        return format_dictionary(used)

    def _write(self, item: Item, height: float) -> None:
        write = self._canvas._code.append
        if isinstance(item, Text):
            write(self._text(item, height))
        elif isinstance(item, Rule):
            write(self._rule(item, height))
        elif isinstance(item, Picture):
            write(self._picture(item, height))
        else:
            self._photo(item, height)

    def _describe_page(self, page: Page, tree: StructureTree) -> dict[str, str]:
        """What a page for a screen says of its links and its tags, which are written here."""
        links = [
            self._write_link(link, page.height, key)
            for key, link in enumerate(page.links, tree.key + 1)
        ]
        about = {"StructParents": str(tree.key), "Tabs": "/S"}
        tree.close_page(page.height, list(zip(page.links, links, strict=True)))
        return about | (
            {"Annots": format_array([f"{link} 0 R" for link in links])} if links else {}
        )

    def _write_link(self, link: Link, height: float, key: int) -> int:
        """The number of a link's object, which is written here. key: that of its element in the
        tree of parents."""
        about = {"Border": "[ 0 0 0 ]", "Contents": format_string(link.says),
                 "Dest": f"[ {page_reference(link.page)} /Fit ]", "F": "4",
                 "Rect": format_box(*box_corners(link.box, height)), "StructParent": str(key),
                 "Subtype": "/Link", "Type": "/Annot"}  # fmt: skip
        return self._objects.add(format_dictionary(about).encode(), has_blanks=True)

    def finish(self) -> Iterator[bytes]:
        """The whole document."""
        if self._about.screen is not None:
            tell_screen(self._canvas, self._objects, self._about, self._about.screen)
        if self._tree is not None:
            self._tree.finish(self._about)
        return self._objects.pieces(self._canvas)

    def _text(self, item: Text, height: float) -> str:
        start = f"{format_number(item.x)} {format_number(height - item.y)}"
        written = [
            self._colour(item.colour, "rg"),
            "BT",
            f"0 -1 1 0 {start} Tm" if item.turned else f"{start} Td",
        ]
        written += [*self._fonts.operators(item.text, item.face, item.size), "ET"]
        if marks := self._fonts.marks(item.text, item.face, item.size):
            written.append(f"q {'0 -1 1 0' if item.turned else '1 0 0 1'} {start} cm {marks} Q")
        return " ".join(written)

    def _rule(self, item: Rule, height: float) -> str:
        begin = f"{format_number(item.x1)} {format_number(height - item.y1)} m"
        ends = f"{begin} {format_number(item.x2)} {format_number(height - item.y2)} l"
        return f"{self._colour(item.colour, 'RG')} {format_number(item.width)} w {ends} S"

    def _colour(self, colour: Colour, operator: str) -> str:
        """The operator that sets a colour: grey where it is one, so that a black book has no other
        ink."""
        return _ink(colour, self._about.spaces, self._about.most_ink, operator)

    def _photo(self, item: Photo, height: float) -> None:
        from PIL import Image
        from reportlab.lib.utils import ImageReader

        pixels: Any = Image.open(BytesIO(item.content))
        converted = convert_pixels(pixels, self._about.spaces, self._about.most_ink)
        # A JPEG that is taken as it is stays the JPEG it was.
        image = ImageReader(BytesIO(item.content) if converted is pixels else converted)
        place, canvas = item.box, self._canvas
        canvas.drawImage(image, place.x, height - place.bottom, place.width, place.height)
        name = self._document.getXObjectName(canvas._formsinuse[-1])
        self._shown[name] = f"{self._document.idToObjectNumberAndVersion[name][0]} 0 R"

    def _picture(self, item: Picture, height: float) -> str:
        drawing, scale = item.drawing, format_number(item.drawing.scale, 5)
        x = item.x - drawing.left * drawing.scale
        y = height - (item.y - drawing.top * drawing.scale)
        if drawing.is_whole:
            shown = self._whole(drawing)
        else:
            shown = " ".join(self._layer(layer, drawing) for layer in drawing.layers)
        return f"q {scale} 0 0 -{scale} {format_number(x)} {format_number(y)} cm 1 J 1 j {shown} Q"

    def _whole(self, drawing: Drawing) -> str:
        """The form of a drawing with all its layers, colours and lines, cut off where it ends."""
        cut = drawing.left, drawing.top, drawing.left + drawing.width, drawing.top + drawing.height
        known = id(drawing.layers), cut
        if known not in self._forms:
            # The same lines at another scale are the same form.
            scale, first = drawing.scale, drawing.layers[0].subpaths
            key = (
                id(first),
                cut,
                tuple(round(layer.style.width / scale, 4) for layer in drawing.layers),
            )
            if key not in self._forms:
                painted = ([*self._set_up(layer.style, scale), *write_path(layer.subpaths),
                            paint_operator(layer.style)] for layer in drawing.layers)  # fmt: skip
                self._new_form(
                    key, first, compress(" ".join(chain.from_iterable(painted)).encode()), cut
                )
            self._forms[known] = self._forms[key]
            self._kept.append(drawing.layers)
        return self._show(self._forms[known])

    def _set_up(self, style: Style, scale: float) -> list[str]:
        """What sets the colours and the line of a style."""
        set_up = []
        if style.fill is not None:
            set_up.append(self._colour(style.fill, "rg"))
        if style.width:
            set_up += [self._colour(style.line, "RG"), f"{_width(style.width, scale)} w"]
        return set_up

    def _layer(self, layer: Layer, drawing: Drawing) -> str:
        set_up = self._set_up(layer.style, drawing.scale)
        drawn = layer.packed or layer.subpaths
        form = self._forms.get(id(drawn))
        if form is None:
            path = layer.packed or pack_path(layer.subpaths, layer.style)
            if not path.is_form:
                return " ".join([*set_up, path.content.decode()])
            edge = 1 + max(abs(drawing.left), abs(drawing.top))
            right, bottom = drawing.left + drawing.width + 1, drawing.top + drawing.height + 1
            form = self._new_form(id(drawn), drawn, path.content, (-edge, -edge, right, bottom))
        return " ".join([*set_up, self._show(form)])

    def _show(self, form: int) -> str:
        """What shows a form, which must besides be listed among the page's resources."""
        name = f"FormXob.M{form + 1}"
        self._shown[name] = f"{self._numbers[form]} 0 R"
        return f"/{name} Do"

    def _new_form(
        self, key: object, drawn: object, content: bytes, cut: tuple[float, float, float, float]
    ) -> int:
        """The form of this deflated content within a box, for whenever the very same is drawn
        again.

        key: of what is drawn; drawn: what the key tells from all else, as long as it is kept.
        """
        self._kept.append(drawn)
        self._numbers.append(self._objects.add(format_stream(content, _form_entries(cut))))
        form = self._forms[key] = len(self._numbers) - 1
        return form


@lru_cache(maxsize=256)
def _ink(colour: Colour, spaces: Sequence[str], most_ink: float | None, operator: str) -> str:
    numbers = convert_to_space(colour, spaces, most_ink)
    name = {1: "g", 3: "rg", 4: "k"}[len(numbers)]
    return " ".join([*map(format_number, numbers), name if operator == "rg" else name.upper()])


@lru_cache(maxsize=64)
def _form_entries(cut: tuple[float, float, float, float]) -> bytes:
    """What a form says of itself: the same for all mazes on a grid."""
    return format_stream_head({"BBox": format_box(*(round(value, 3) for value in cut)), "FormType": "1",
                 "Matrix": "[ 1 0 0 1 0 0 ]",
                 "Resources": format_dictionary({"ProcSet": "[ /PDF /Text ]"}), "Subtype": "/Form",
                 "Type": "/XObject"})  # fmt: skip


@lru_cache(maxsize=256)
def _width(points: float, scale: float) -> str:
    """A line's width in cell units, rounded up: at the scale as it is written, it is never thinner
    than was asked."""
    return format_number(ceil(points / round(scale, 5) * 1e5) / 1e5, 5)
