"""Where the ink of each page is, measured on the rendered page: the only measure that nothing escapes."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

import pypdfium2
from pypdfium2 import PdfiumError, raw

from puzzlebook.paper.page import Box

DPI = 150
TOLERANCE = 0.75
"""How exact (points) the ink's edges are: a pixel and its half-shaded neighbour."""

_MOST_PIXELS = 4000
_SHADES = 12  # greys that differ by no more are one colour
_PAPER = 232  # grey values from here on are paper, or the soft rim of a shape that ends in the next pixel
_INK = [255 if value < _PAPER else 0 for value in range(256)]


class InkMargins(NamedTuple):
    """How far the ink keeps from each edge of the page as it is shown, in points; 0 where it runs off."""

    left: float
    top: float
    right: float
    bottom: float


class Rendered(NamedTuple):
    """A rendered page. ink: None where it is blank. broken: why it could not be rendered."""

    ink: InkMargins | None = None
    broken: str = ""


def rendered_pages(
    content: bytes | Path, left_out: Container[int], progress: Callable[[int, int], None]
) -> list[Rendered]:
    """Each page of a PDF file, rendered and measured.

    left_out: pages that are known to be broken; to render one whose forms hold each other might never end.
    Empty where the file is so damaged that nothing of it can be rendered.
    """
    pages: list[Rendered] = []
    try:
        opened = pypdfium2.PdfDocument(content)
    except PdfiumError:
        return pages
    with closing(opened) as document:
        count = len(document)
        for number in range(count):
            pages.append(Rendered(broken="-") if number + 1 in left_out else _measured(document, number))
            progress(number + 1, count)
    return pages


def is_plain(content: bytes | Path, box: Box) -> bool:
    """Whether a box on the first page, in points from its top left corner, has one colour all over."""
    with closing(pypdfium2.PdfDocument(content)) as document:
        image, scale = _image(document[0])
    edges = (box.x, box.y, box.right, box.bottom)
    low, high = image.crop(tuple(round(edge * scale) for edge in edges)).getextrema()
    return bool(high - low <= _SHADES)


def texts(content: bytes | Path, pages: int) -> Iterator[str]:
    """The text of the first pages, as it can be copied from them."""
    with closing(pypdfium2.PdfDocument(content)) as document:
        for number in range(min(pages, len(document))):
            try:
                yield document[number].get_textpage().get_text_bounded()
            except PdfiumError:
                yield ""


def _measured(document: Any, number: int) -> Rendered:
    try:
        page = document[number]
    except PdfiumError as error:
        return Rendered(broken=str(error))
    width, height = page.get_size()
    if width < 1 or height < 1:
        return Rendered(broken="it has no size")
    # A page without objects is blank; nothing need be painted to know it.
    if not raw.FPDFPage_CountObjects(page) and not raw.FPDFPage_GetAnnotCount(page):
        return Rendered()
    try:
        image, scale = _image(page)
    except (PdfiumError, MemoryError, ValueError) as error:
        return Rendered(broken=str(error))
    box = image.point(_INK).getbbox()
    if box is None:
        return Rendered()
    left, top, right, bottom = (pixel / scale for pixel in box)
    return Rendered(InkMargins(left, top, max(0.0, width - right), max(0.0, height - bottom)))


def _image(page: Any) -> tuple[Any, float]:
    """The page in grey, and its pixels for each point."""
    scale = min(DPI / 72, _MOST_PIXELS / max(page.get_size()))
    return page.render(scale=scale, grayscale=True).to_pil(), scale
