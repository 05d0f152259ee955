"""Upper bounds on what each page of a PDF file draws, checked before it is drawn.

A page's weight is its number of operators; a form's operators count each time it is used. A few
forms that use each other, or a pattern with tiny steps, may mean endless work.
"""

from __future__ import annotations

import re
from typing import Any

import pikepdf

from puzzlebook.pdf_reading.streams import (
    MAX_CONTENT,
    UNPACKED_PER_BYTE,
    Excess,
    Fails,
    as_table,
    get_entry,
    normalize_name,
    read_stream,
)

# The greatest number of operators of a page: a constant, plus a number for each byte of its file.
_MAX_OPERATORS, _OPERATORS_PER_BYTE = 50_000, 2
_MAX_CELLS = 1_000_000  # the most cells of a pattern that a page may contain
_CELLS_PER_OPERATOR = 10  # pattern cells that are as much work as one operator
_MAX_PARTS = 10_000  # the most streams in the content of a page
_FILE_FACTOR = 20  # the greatest number of operators of a file, as a multiple of a page's
_BYTES_PER_OPERATOR = 50  # each 50 bytes also count as one operator, for content with much text
_MAX_DEPTH = 24  # levels of nested forms
_LETTERS = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'\"*")
_BLANK_OTHERS = bytes(byte if byte in _LETTERS else ord(" ") for byte in range(256))
"""A table that leaves only the letters of operators, and makes all else a space."""
_USE = re.compile(rb"/([^\s/\[\]()<>{}%]+)\s+(?:[-+.\d]+\s+(Tf)|(Do|gs|scn|SCN))\b")
_SHOWN_STRING = re.compile(rb"\(([^()]*)\)|<([0-9A-Fa-f\s]*)>")


def find_excessive_pages(pdf: pikepdf.Pdf, size: int) -> dict[int, str]:
    """Return the numbers of the pages that draw too much, each with the reason. size: the file's
    size in bytes."""
    weights, maximum = _Weights(size), _MAX_OPERATORS + _OPERATORS_PER_BYTE * size
    reasons: dict[int, str] = {}
    remaining = _FILE_FACTOR * maximum
    for number, page in enumerate(pdf.pages, 1):
        try:
            weight = weights.weigh_page(page)
            remaining -= weight
            if weight > maximum or remaining < 0:
                reasons[number] = "it draws more than can be looked at"
        except Excess as excess:
            reasons[number] = str(excess)
        except Fails:
            continue  # reading the page will report the fault
    return reasons


class _Weights:
    """A counter of pages' operators, which caches the weight of each form."""

    def __init__(self, size: int) -> None:
        self._max_operators = _MAX_OPERATORS + _OPERATORS_PER_BYTE * size
        self._max_content = MAX_CONTENT + UNPACKED_PER_BYTE * size
        self._cache: dict[Any, int] = {}
        self._enclosing: list[Any] = []  # the streams that contain the current one
        self._area = 0.0  # of the current page, in square points

    def weigh_page(self, page: pikepdf.Page) -> int:
        """Count the operators of a page and its annotations, up to the bound."""
        left, bottom, right, top = map(float, page.mediabox)
        self._area = abs((right - left) * (top - bottom))
        contents = page.obj.get("/Contents")
        parts = contents if isinstance(contents, pikepdf.Array) else [contents]
        if len(parts) > _MAX_PARTS:
            raise Excess("its content is in more pieces than can be looked at")
        total, resources = 0, page.resources
        for part in parts:
            total += self._weigh_stream(part, resources)
            if total > self._max_operators:
                return total
        for annotation in page.obj.get("/Annots", ()):
            appearance = get_entry(get_entry(annotation, "/AP"), "/N")
            is_stream = isinstance(appearance, pikepdf.Stream)
            for form in [appearance] if is_stream else dict(as_table(appearance)).values():
                total += self._weigh_stream(form, resources)
        return total

    def _weigh_stream(self, stream: Any, resources: Any) -> int:
        """Count the operators of a content stream; raise Excess if streams contain each other."""
        if not isinstance(stream, pikepdf.Stream):
            return 1
        resources = stream.get("/Resources", resources)
        key = stream.objgen, resources.objgen
        if key in self._enclosing or len(self._enclosing) > _MAX_DEPTH:
            raise Excess("its forms contain each other in an endless loop")
        if key not in self._cache or key[0] == (0, 0):
            self._enclosing.append(key)
            try:
                content = read_stream(stream, self._max_content)
                self._cache[key] = self._count_operators(content, resources)
            finally:
                self._enclosing.pop()
        return self._cache[key]

    def _count_operators(self, content: bytes, resources: Any) -> int:
        total, part = 1 + len(content) // _BYTES_PER_OPERATOR, 1_000_000
        for start in range(0, len(content), part):
            total += len(content[start : start + part].translate(_BLANK_OTHERS).split())
            if total > self._max_operators:
                return total
        uses: dict[tuple[str, str], int] = {}
        for name, font, operator in _USE.findall(content):
            use = (font or operator).decode().upper(), "/" + normalize_name(name).decode("latin-1")
            uses[use] = uses.get(use, 0) + 1
        for (operator, name), count in uses.items():
            total += min(count, self._max_operators) * self._weigh_use(
                operator, name, resources, content
            )
        return total

    def _weigh_use(self, operator: str, name: str, resources: Any, content: bytes) -> int:
        """Count the operators of a named resource."""
        kind = {"DO": "/XObject", "GS": "/ExtGState", "SCN": "/Pattern", "TF": "/Font"}[operator]
        resource = get_entry(get_entry(resources, kind), name)
        if operator == "GS":
            resource = get_entry(get_entry(resource, "/SMask"), "/G")
        if operator == "TF":
            return self._weigh_glyphs(resource, resources, content)
        is_content = isinstance(resource, pikepdf.Stream) and resource.get("/Subtype") != "/Image"
        cells = self._weigh_cells(resource) if is_content and operator == "SCN" else 0
        return self._weigh_stream(resource, resources) + cells if is_content else 0

    def _weigh_cells(self, pattern: Any) -> int:
        """Return the work of filling the page with a pattern, in operators; raise Excess if its
        steps are too small."""
        a, b, c, d = [float(number) for number in pattern.get("/Matrix", (1, 0, 0, 1))][:4]
        step = float(pattern["/XStep"]) * float(pattern["/YStep"]) * (a * d - b * c)
        if not abs(step) * _MAX_CELLS > self._area:
            raise Excess("it draws more cells of a pattern than can be looked at")
        return int(self._area / abs(step)) // _CELLS_PER_OPERATOR

    def _weigh_glyphs(self, font: Any, resources: Any, content: bytes) -> int:
        """Return the most operators that text in a Type 3 font can draw, counting every letter as
        the heaviest glyph."""
        if get_entry(font, "/Subtype") != "/Type3":
            return 0
        letters = len(
            b"".join(text + digits[::2] for text, digits in _SHOWN_STRING.findall(content))
        )
        own = get_entry(font, "/Resources") or resources
        glyphs = dict(as_table(get_entry(font, "/CharProcs"))).values()
        return letters * max((self._weigh_stream(glyph, own) for glyph in glyphs), default=0)
