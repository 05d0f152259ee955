"""The margins of the ink on each page, measured on the rendered page so that nothing is missed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from ctypes import c_ubyte
from functools import lru_cache, partial
from itertools import groupby, pairwise
from math import ceil
from pathlib import Path
from typing import Any, NamedTuple

import pypdfium2
from PIL import ImageChops
from PIL.Image import Resampling
from pypdfium2 import PdfiumError, raw

from puzzlebook.checks.slivers import find_thinnest_sliver
from puzzlebook.pdf_reading.files import make_openable
from puzzlebook.running.process_pool import ALONE, WorkerPool
from puzzlebook.typesetting.page import Box

DPI = 150
TOLERANCE = 0.75
"""The error of an ink edge, in points: one pixel (any pixel with ink counts) plus rounding."""

_MAX_PIXELS = 4000  # the longer side of a rendered page
_STRIP_DEPTH, _STRIP_WIDTH = 2.0, 1.5  # points: how far a strip reaches inside the trim; its width
_MIN_GAP_LENGTH = 36.0  # points: shorter stretches of white in a bleed are not reported
_BARCODE_DPI = 600
_MAX_BAR = 0.6  # share of the paper's light that a bar may reflect: less contrast scans badly
_SHADES = 12  # greys that differ by no more than this count as one colour
_MIN_PAPER = 254  # lighter greys are paper, allowing for rounding; darker ones are ink
_CUTS = (88, 128, 256, 512)  # distances from an edge, in pixels: rendering may stop there
_Pixels = tuple[int, int, int, int]
_BANDS = {raw.FPDFBitmap_Gray: 1, raw.FPDFBitmap_BGR: 3}
_INK = [255 if value < _MIN_PAPER else 0 for value in range(256)]  # lookup table


class InkMargins(NamedTuple):
    """The distances of ink from the edges of the page as shown, in points; 0 where ink bleeds."""

    left: float
    top: float
    right: float
    bottom: float


class Rendered(NamedTuple):
    """The measurements of a rendered page.

    ink: None if the page is blank. broken: why the page could not be rendered. sliver: the
    thickness of the thinnest line drawn as an area, in points, or None. text: the text that can be
    copied.
    """

    ink: InkMargins | None = None
    broken: str = ""
    sliver: float | None = None
    text: str = ""


class PageRequest(NamedTuple):
    """A page to render.

    is_broken: whether the page is known to be broken; if its forms contain each other, rendering
    might never end. grey: whether the page is known to have no colours, so that rendering in grey
    is enough.
    """

    number: int
    is_broken: bool = False
    grey: bool = False


class Renderer:
    """An open PDF file, empty if pdfium cannot open it, with a pixel buffer shared by its pages.

    The buffer is shared because allocating it takes as long as rendering a simple page.
    """

    def __init__(self, content: bytes | Path) -> None:
        self._buffer: Any = (c_ubyte * 0)()
        self.document: Any = ()
        with suppress(PdfiumError):
            self.document = pypdfium2.PdfDocument(make_openable(content))

    def render(self, request: PageRequest) -> Rendered:
        """Render and measure a page."""
        if request.number > len(self.document):
            return Rendered(broken="it cannot be rendered")
        return Rendered(broken="-") if request.is_broken else self._measure(request)

    def image(self, page: Any, grey: bool = True, part: _Pixels | None = None) -> Any:
        """Return a page, or part of it (in pixels), as an image, which the next call overwrites."""
        scale = _scale(page)
        width, height = _size(page)
        left, top, right, bottom = part or (0, 0, width, height)
        # pypdfium2 crops by points and rounds up to pixels.
        cuts = (left, height - bottom, width - right, top)
        crop = [max(0.0, (cut - 0.5) / scale) for cut in cuts]
        return page.render(
            scale=scale, grayscale=grey, crop=crop, bitmap_maker=self._bitmap
        ).to_pil()

    def _find_ink(self, page: Any, grey: bool) -> _Pixels | None:
        """Return the box of all ink on a page, in pixels, or None.

        The page is rendered from each edge inwards: ink is usually near an edge, so the rest can be
        skipped.
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
        return (first[0], top, last[2], bottom) if first and last else None

    def _find_first_ink(self, page: Any, grey: bool, parts: Iterable[_Pixels]) -> _Pixels | None:
        """Return the box of the ink in the first of these parts of a page that has ink, or None."""
        for left, top, right, bottom in parts:
            if box := _find_ink_box(self.image(page, grey, (left, top, right, bottom))):
                return left + box[0], top + box[1], left + box[2], top + box[3]
        return None

    def _bitmap(self, width: int, height: int, format: int, rev_byteorder: bool = False) -> Any:
        """Return a bitmap for pypdfium2 that reuses the buffer."""
        size = width * height * _BANDS[format]
        if len(self._buffer) < size:
            self._buffer = (c_ubyte * size)()
        return pypdfium2.PdfBitmap.new_native(width, height, format, rev_byteorder, self._buffer)

    def _measure(self, request: PageRequest) -> Rendered:
        try:
            page = self.document[request.number - 1]
        except PdfiumError as error:
            return Rendered(broken=str(error))
        width, height = page.get_size()
        if width < 1 or height < 1:
            return Rendered(broken="it has no size")
        # A page without objects is blank.
        if not raw.FPDFPage_CountObjects(page) and not raw.FPDFPage_GetAnnotCount(page):
            return Rendered()
        text = _read_text(page)
        try:
            box = self._find_ink(page, request.grey)
        except (PdfiumError, MemoryError, ValueError) as error:
            return Rendered(broken=str(error), text=text)
        sliver = find_thinnest_sliver(page)
        if box is None:
            return Rendered(sliver=sliver, text=text)
        left, top, right, bottom = (pixel / _scale(page) for pixel in box)
        margins = InkMargins(left, top, max(0.0, width - right), max(0.0, height - bottom))
        return Rendered(margins, sliver=sliver, text=text)


def render_pages(
    path: Path, requests: Iterable[PageRequest], workers: WorkerPool = ALONE
) -> Iterator[Rendered]:
    """Render and measure pages of a PDF file, one by one."""
    # Each worker opens the file once.
    render = Renderer(path).render if workers.is_alone else partial(_render_in_worker, path)
    yield from (rendered for _, rendered in workers.run_each(render, requests))


def _find_ink_box(image: Any) -> _Pixels | None:
    """Return the box of the ink in an image, or None."""
    # Finding pixels that are not white is eight times as fast as applying `_MIN_PAPER`.
    rough = ImageChops.invert(image).getbbox()
    if rough is None:
        return None
    box = image.crop(rough).point(_INK * len(image.getbands())).getbbox()
    left, top = rough[:2]
    return box and (left + box[0], top + box[1], left + box[2], top + box[3])


def _render_in_worker(path: Path, request: PageRequest) -> Rendered:
    return _open_renderer(path).render(request)


_open_renderer = lru_cache(maxsize=1)(Renderer)


def is_plain(content: bytes | Path, box: Box) -> bool:
    """Whether a box (in points from the top left corner) on the first page has a single colour."""
    renderer = Renderer(content)
    page = renderer.document[0]
    edges = tuple(round(edge * _scale(page)) for edge in (box.x, box.y, box.right, box.bottom))
    low, high = renderer.image(page).crop(edges).getextrema()
    return bool(high - low <= _SHADES)


def find_short_bleeds(content: bytes | Path, edge: float) -> dict[str, float]:
    """Return the sides of the first page on which ink reaches the trim but not the edge of the
    sheet.

    Maps each side to the length of its longest such stretch, in points. Short stretches are
    ignored: drawings that reach the trim may be meant to end just beyond it. edge: the distance
    from the trim to the edge of the sheet, in points.
    """
    renderer = Renderer(content)
    page = renderer.document[0]
    scale = _scale(page)
    image = renderer.image(page)
    width, height = image.size
    trim, strip_width = round((edge + _STRIP_DEPTH) * scale), max(1, round(_STRIP_WIDTH * scale))
    strips = {
        "left": ((1, 0, strip_width, height), (trim - strip_width, 0, trim, height)),
        "right": (
            (width - strip_width, 0, width - 1, height),
            (width - trim, 0, width - trim + strip_width, height),
        ),
        "top": ((0, 1, width, strip_width), (0, trim - strip_width, width, trim)),
        "bottom": (
            (0, height - strip_width, width, height - 1),
            (0, height - trim, width, height - trim + strip_width),
        ),
    }
    short = {}
    for side, (outer, inner) in strips.items():
        is_upright = side in ("left", "right")
        outside, inside = (_squeeze(image.crop(box), is_upright) for box in (outer, inner))
        gaps = [bool(here) and not there for here, there in zip(inside, outside, strict=True)]
        longest = max((len(list(run)) for is_gap, run in groupby(gaps) if is_gap), default=0)
        if longest >= _MIN_GAP_LENGTH * scale:
            short[side] = longest / scale
    return short


def _squeeze(strip: Any, is_upright: bool) -> bytes:
    """Return a byte for each pixel along a strip; 0 means paper across the strip's whole width."""
    ink = strip.convert("L").point(_INK)
    size = (1, strip.height) if is_upright else (strip.width, 1)
    return bytes(ink.resize(size, Resampling.BOX).tobytes())


def read_book_barcodes(content: bytes | Path, box: Box, in_red: bool = True) -> list[str]:
    """Return the 13 digits of each EAN-13 barcode in a box on the first page.

    box: in points from the top left corner. in_red: whether the light is red, as that of scanners
    is: red bars then look like paper.
    """
    import zxingcpp

    renderer = Renderer(content)
    page = renderer.document[0]
    width, height = page.get_size()
    cuts = (box.x, height - box.bottom, width - box.right, box.y)
    crop = tuple(max(0.0, cut) for cut in cuts)
    # In the smallest barcodes allowed, the thinnest bars are then six pixels wide.
    pixels = page.render(scale=_BARCODE_DPI / 72, grayscale=not in_red, crop=crop).to_pil()
    if in_red:
        pixels = pixels.getchannel("R")
        maximum = _MAX_BAR * pixels.getextrema()[1]
        pixels = pixels.point([255 * (light > maximum) for light in range(256)])
    ean13 = zxingcpp.BarcodeFormat.EAN13
    return [code.text for code in zxingcpp.read_barcodes(pixels) if code.format == ean13]


def read_texts(path: Path, pages: int) -> Iterator[str]:
    """Yield the text that can be copied from each of the first `pages` pages; nothing if pdfium
    cannot open the file."""
    document = Renderer(path).document
    for number in range(min(pages, len(document))):
        with suppress(PdfiumError):
            yield _read_text(document[number])


def _read_text(page: Any) -> str:
    """Return the text that can be copied from a page; "" if pdfium cannot read the page."""
    with suppress(PdfiumError):
        return str(page.get_textpage().get_text_bounded())
    return ""


def _scale(page: Any) -> float:
    """Return the rendering scale of a page, in pixels per point."""
    return float(min(DPI / 72, _MAX_PIXELS / max(page.get_size())))


def _size(page: Any) -> tuple[int, int]:
    """Return the width and the height of a page in pixels."""
    width, height = page.get_size()
    return ceil(width * _scale(page)), ceil(height * _scale(page))


def _split_length(length: int) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """Return the parts of a length in which to look for ink, from its start and from its end."""
    cuts = sorted({0, *(cut for cut in _CUTS if cut < length), length})
    parts = list(pairwise(cuts))
    return parts, [(length - far, length - near) for near, far in parts]
