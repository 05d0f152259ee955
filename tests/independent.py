"""A second opinion on a PDF, written apart from `puzzlebook.checks`: pdfium's own page objects tell
of fonts, type and lines, pikepdf of boxes, numpy of the ink. Lengths are points."""

from __future__ import annotations

import ctypes
from typing import NamedTuple

import numpy
import pikepdf
import pypdfium2
from pypdfium2 import raw

DPI = 200


class Opinion(NamedTuple):
    """Of one page: its size, where its ink is (left, top, right, bottom from its own edges), the
    smallest type, the thinnest line, and the fonts that are not embedded."""

    size: tuple
    ink: tuple | None
    type_size: float | None
    line: float | None
    loose: frozenset


def opinions(path):
    """One for each page."""
    document = pypdfium2.PdfDocument(path)
    with pikepdf.open(path) as pdf:
        sizes = [
            tuple(float(n) for n in (page.mediabox[2], page.mediabox[3])) for page in pdf.pages
        ]
    return [
        Opinion(size, ink(page), *objects(page)) for size, page in zip(sizes, document, strict=True)
    ]


def ink(page):
    """How far the ink keeps from the left, top, right and bottom edges."""
    pixels = numpy.asarray(page.render(scale=DPI / 72).to_pil().convert("L")) < 232
    if not pixels.any():
        return None
    rows, columns = numpy.flatnonzero(pixels.any(1)), numpy.flatnonzero(pixels.any(0))
    high, wide = pixels.shape
    edges = columns[0], rows[0], wide - 1 - columns[-1], high - 1 - rows[-1]
    return tuple(float(edge) * 72 / DPI for edge in edges)


def objects(page):
    """The smallest type, the thinnest line, and the fonts that are not embedded, from pdfium's page
    objects."""
    types, widths, loose = [], [], set()

    def visit(thing, scale):
        kind = raw.FPDFPageObj_GetType(thing)
        matrix = raw.FS_MATRIX()
        raw.FPDFPageObj_GetMatrix(thing, matrix)
        own = scale * abs(matrix.a * matrix.d - matrix.b * matrix.c) ** 0.5
        if kind == raw.FPDF_PAGEOBJ_FORM:
            for place in range(raw.FPDFFormObj_CountObjects(thing)):
                visit(raw.FPDFFormObj_GetObject(thing, place), own)
        elif kind == raw.FPDF_PAGEOBJ_TEXT:
            size = ctypes.c_float()
            raw.FPDFTextObj_GetFontSize(thing, size)
            types.append(size.value * own)
            font = raw.FPDFTextObj_GetFont(thing)
            if not raw.FPDFFont_GetIsEmbedded(font):
                loose.add(ctypes.addressof(font.contents))
        elif kind == raw.FPDF_PAGEOBJ_PATH:
            fill, stroke = ctypes.c_int(), ctypes.c_int()
            raw.FPDFPath_GetDrawMode(thing, fill, stroke)
            if stroke.value:
                width = ctypes.c_float()
                raw.FPDFPageObj_GetStrokeWidth(thing, width)
                widths.append(width.value * own)

    for place in range(raw.FPDFPage_CountObjects(page)):
        visit(raw.FPDFPage_GetObject(page, place), 1.0)
    return min(types, default=None), min(widths, default=None), frozenset(loose)
