"""Where the ink of each page is, measured on the rendered page: the only measure that nothing
escapes."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from contextlib import suppress
from ctypes import c_ubyte
from functools import lru_cache, partial
from itertools import pairwise
from math import ceil
from pathlib import Path
from typing import Any, NamedTuple

import pypdfium2
from PIL import ImageChops
from pypdfium2 import PdfiumError, raw

from puzzlebook.checks.slivers import find_thinnest_sliver
from puzzlebook.running.process_pool import ALONE, WorkerPool
from puzzlebook.shelf.pdf_files import make_openable
from puzzlebook.typesetting.page import Box

DPI = 150
TOLERANCE = 0.75
"""How exact (points) the ink's edges are: a pixel, which counts wherever ink touches it, and what
rounding adds."""

_MOST_PIXELS = 4000
_SHADES = 12  # greys that differ by no more are one colour
_PAPER = (
    254  # values from here on are paper, or white but for rounding; all below is ink, however light
)
_CUTS = (
    88,
    128,
    256,
    512,
)  # so many pixels from each edge are painted one after the other: few margins are wider
_Pixels = tuple[int, int, int, int]
_BANDS = {raw.FPDFBitmap_Gray: 1, raw.FPDFBitmap_BGR: 3}
_INK = [255 if value < _PAPER else 0 for value in range(256)]


class InkMargins(NamedTuple):
    """How far the ink keeps from each edge of the page as it is shown, in points; 0 where it runs
    off."""

    left: float
    top: float
    right: float
    bottom: float


class Rendered(NamedTuple):
    """A rendered page. ink: None where it is blank. broken: why it could not be rendered. sliver:
    the thickness of the thinnest line that is drawn as an area, in points; None where there is
    none."""

    ink: InkMargins | None = None
    broken: str = ""
    sliver: float | None = None


class AskedPage(NamedTuple):
    """A page that is to be rendered. left_out: one that is known to be broken; to render one whose
    forms hold each other might never end. grey: whether it is known to be black, grey and white:
    then there is one ink to look for."""

    number: int
    left_out: bool = False
    grey: bool = False


class Renderer:
    """A PDF file that is open to be rendered, if it can be, and room for the pixels of one page
    after the other: to ask for it anew takes as long as to draw what is small."""

    def __init__(self, content: bytes | Path) -> None:
        self._room: Any = (c_ubyte * 0)()
        self.document: Any = ()
        with suppress(PdfiumError):
            self.document = pypdfium2.PdfDocument(make_openable(content))

    def rendered(self, asked: AskedPage) -> Rendered:
        """A page, rendered and measured."""
        if asked.number > len(self.document):
            return Rendered(broken="it cannot be rendered")
        return Rendered(broken="-") if asked.left_out else self._measure(asked)

    def image(self, page: Any, grey: bool = True, part: _Pixels | None = None) -> Any:
        """The page, or a part of it, in grey or in colours; it is gone when the next one is
        drawn."""
        scale = _scale(page)
        width, height = _size(page)
        left, top, right, bottom = part or (0, 0, width, height)
        # It is cropped by points, rounded up to pixels.
        crop = [
            max(0.0, (cut - 0.5) / scale) for cut in (left, height - bottom, width - right, top)
        ]
        return page.render(
            scale=scale, grayscale=grey, crop=crop, bitmap_maker=self._bitmap
        ).to_pil()

    def _find_ink(self, page: Any, grey: bool) -> _Pixels | None:
        """The box of all ink on a page, in pixels; None where there is none.

        It is looked for from each edge inwards: near it there mostly is some, and no more of the
        page need be painted.
        """
        width, height = _size(page)
        down, up = _split_length(height)
        upper = self._find_first_ink(page, grey, ((0, top, width, bottom) for top, bottom in down))
        lower = upper and self._find_first_ink(
            page, grey, ((0, top, width, bottom) for top, bottom in up)
        )
        if not (upper and lower):
            return None
        top, bottom = upper[1], lower[3]
        right, left = _split_length(width)
        first = self._find_first_ink(page, grey, ((near, top, far, bottom) for near, far in right))
        last = first and self._find_first_ink(
            page, grey, ((near, top, far, bottom) for near, far in left)
        )
        return (
            (first[0], top, last[2], bottom) if first and last else None
        )  # between top and bottom there is ink

    def _find_first_ink(self, page: Any, grey: bool, parts: Iterable[_Pixels]) -> _Pixels | None:
        """The box of the ink in the first of these parts of a page that has any."""
        return next(filter(None, (self._find_ink_in(page, grey, part) for part in parts)), None)

    def _find_ink_in(self, page: Any, grey: bool, part: _Pixels) -> _Pixels | None:
        """The box of the ink in a part of a page; None where there is none."""
        box = _find_ink_box(self.image(page, grey, part))
        return box and (part[0] + box[0], part[1] + box[1], part[0] + box[2], part[1] + box[3])

    def _bitmap(self, width: int, height: int, format: int, rev_byteorder: bool = False) -> Any:
        """A bitmap, as pypdfium2 asks for one, in place of the last."""
        size = width * height * _BANDS[format]
        if len(self._room) < size:
            self._room = (c_ubyte * size)()
        return pypdfium2.PdfBitmap.new_native(width, height, format, rev_byteorder, self._room)

    def _measure(self, asked: AskedPage) -> Rendered:
        try:
            page = self.document[asked.number - 1]
        except PdfiumError as error:
            return Rendered(broken=str(error))
        width, height = page.get_size()
        if width < 1 or height < 1:
            return Rendered(broken="it has no size")
        # A page without objects is blank; nothing need be painted to know it.
        if not raw.FPDFPage_CountObjects(page) and not raw.FPDFPage_GetAnnotCount(page):
            return Rendered()
        try:
            box = self._find_ink(page, asked.grey)
        except (PdfiumError, MemoryError, ValueError) as error:
            return Rendered(broken=str(error))
        sliver = find_thinnest_sliver(page)
        if box is None:
            return Rendered(sliver=sliver)
        left, top, right, bottom = (pixel / _scale(page) for pixel in box)
        margins = InkMargins(left, top, max(0.0, width - right), max(0.0, height - bottom))
        return Rendered(margins, sliver=sliver)


def render_pages(
    path: Path, asked: Iterable[AskedPage], shared: WorkerPool = ALONE
) -> Iterator[Rendered]:
    """Pages of a PDF file, rendered and measured, as they are asked for."""
    # Other processes open the file themselves, once.
    yield from shared.run_each(
        Renderer(path).rendered if shared.is_alone else partial(_render_in_worker, path), asked
    )


def _find_ink_box(image: Any) -> _Pixels | None:
    """The box of the ink in an image; None where there is none."""
    # What is not white is found eight times as fast as what is no paper.
    rough = ImageChops.invert(image).getbbox()
    if rough is None:
        return None
    box = image.crop(rough).point(_INK * len(image.getbands())).getbbox()
    left, top = rough[:2]
    return box and (left + box[0], top + box[1], left + box[2], top + box[3])


def _render_in_worker(path: Path, asked: AskedPage) -> Rendered:
    return _renderer(path).rendered(asked)


_renderer = lru_cache(maxsize=1)(Renderer)


def is_plain(content: bytes | Path, box: Box) -> bool:
    """Whether a box on the first page, in points from its top left corner, has one colour all
    over."""
    renderer = Renderer(content)
    page = renderer.document[0]
    edges = (box.x, box.y, box.right, box.bottom)
    low, high = (
        renderer.image(page).crop(tuple(round(edge * _scale(page)) for edge in edges)).getextrema()
    )
    return bool(high - low <= _SHADES)


def read_texts(
    content: bytes | Path, left_out: Container[int], first: int, last: int = 0
) -> dict[int, str]:
    """The texts of so many first and last pages by their number, as they can be copied. left_out:
    pages that are known to be broken. Empty where the file is so damaged that nothing of it can be
    rendered."""
    document = Renderer(content).document
    count = len(document)
    return {number: _read_text(document, number) for number in range(1, count + 1)
            if number not in left_out and (number <= first or number > count - last)}  # fmt: skip


def _read_text(document: Any, number: int) -> str:
    try:
        text: str = document[number - 1].get_textpage().get_text_bounded()
    except PdfiumError:
        return ""
    return text


def _scale(page: Any) -> float:
    """The pixels for each point of a page."""
    return float(min(DPI / 72, _MOST_PIXELS / max(page.get_size())))


def _size(page: Any) -> tuple[int, int]:
    """The width and the height of a page in pixels."""
    width, height = page.get_size()
    return ceil(width * _scale(page)), ceil(height * _scale(page))


def _split_length(length: int) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """The parts of a length in which ink is looked for, from its beginning and from its end."""
    cuts = sorted({0, *(cut for cut in _CUTS if cut < length), length})
    parts = list(pairwise(cuts))
    return parts, [(length - far, length - near) for near, far in parts]
