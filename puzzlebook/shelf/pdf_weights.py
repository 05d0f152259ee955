"""How much a page of a PDF file draws, told before it is drawn: its operators, those of a form as
often as it is used.

A few forms that use each other, or a pattern of the smallest steps, may stand for more than could
ever be drawn.
"""

from __future__ import annotations

import re
from typing import Any

import pikepdf

from puzzlebook.shelf.pdf_streams import (
    MOST_CONTENT,
    UNPACKED_A_BYTE,
    Excess,
    Fails,
    get_entry,
    normalize_name,
    read_stream,
    table,
)

# What a page may draw: so much, and for each byte of its file so much more.
_MOST_OPERATORS, _OPERATORS_A_BYTE = 50_000, 2
_MOST_CELLS, _CELLS_AN_OPERATOR = (
    1_000_000,
    10,
)  # of a pattern on a page; and so many are as much work as an operator
_MOST_PARTS = 10_000  # of the content of a page
_MOST_PAGES_WORTH = 20  # of operators, in a file
_BYTES_AN_OPERATOR = 50  # of a content that is long by what it shows, such as text
_DEEPEST = 24
_OPERATOR = re.compile(rb"[A-Za-z'\"*]+")
_USE = re.compile(rb"/([^\s/\[\]()<>{}%]+)\s+(?:[-+.\d]+\s+(Tf)|(Do|gs|scn|SCN))\b")
_SHOWN = re.compile(rb"\(([^()]*)\)|<([0-9A-Fa-f\s]*)>")


def find_excessive_pages(pdf: pikepdf.Pdf, size: int) -> dict[int, str]:
    """The pages that ask for more than may be drawn, by number, and why. size: of the file, in
    bytes."""
    weights, most = _Weights(size), _MOST_OPERATORS + _OPERATORS_A_BYTE * size
    found: dict[int, str] = {}
    left = _MOST_PAGES_WORTH * most
    for number, page in enumerate(pdf.pages, 1):
        try:
            weight = weights.weigh_page(page)
            left -= weight
            if weight > most or left < 0:
                found[number] = "it draws more than can be looked at"
        except Excess as excess:
            found[number] = str(excess)
        except Fails:
            continue  # whoever reads the page will say what is wrong with it
    return found


class _Weights:
    """How many operators there are to follow in a page: those of a form count each time that it is
    used."""

    def __init__(self, size: int) -> None:
        self._most = _MOST_OPERATORS + _OPERATORS_A_BYTE * size
        self._most_content = MOST_CONTENT + UNPACKED_A_BYTE * size
        self._known: dict[Any, int] = {}
        self._above: list[Any] = []
        self._area = 0.0

    def weigh_page(self, page: pikepdf.Page) -> int:
        """Operators of a page and its annotations, as far as they matter."""
        left, bottom, right, top = map(float, page.mediabox)
        self._area = abs((right - left) * (top - bottom))
        contents = page.obj.get("/Contents")
        parts = contents if isinstance(contents, pikepdf.Array) else [contents]
        if len(parts) > _MOST_PARTS:
            raise Excess("its content is in more pieces than can be looked at")
        total, resources = 0, page.resources
        for part in parts:
            total += self._weigh_stream(part, resources)
            if total > self._most:
                return total
        for note in page.obj.get("/Annots", ()):
            shown = get_entry(get_entry(note, "/AP"), "/N")
            for form in (
                [shown] if isinstance(shown, pikepdf.Stream) else dict(table(shown)).values()
            ):
                total += self._weigh_stream(form, resources)
        return total

    def _weigh_stream(self, stream: Any, resources: Any) -> int:
        """Operators of a content stream; Excess if it holds itself, or another that does."""
        if not isinstance(stream, pikepdf.Stream):
            return 1
        resources = stream.get("/Resources", resources)
        key = stream.objgen, resources.objgen
        if key in self._above or len(self._above) > _DEEPEST:
            raise Excess("its forms hold each other without end")
        if key not in self._known or key[0] == (0, 0):
            self._above.append(key)
            try:
                self._known[key] = self._count_operators(
                    read_stream(stream, self._most_content), resources
                )
            finally:
                self._above.pop()
        return self._known[key]

    def _count_operators(self, content: bytes, resources: Any) -> int:
        total, part = 1 + len(content) // _BYTES_AN_OPERATOR, 1_000_000
        for start in range(0, len(content), part):
            total += len(_OPERATOR.findall(content, start, start + part))
            if total > self._most:
                return total
        uses: dict[tuple[str, str], int] = {}
        for name, font, other in _USE.findall(content):
            use = (font or other).decode().upper(), "/" + normalize_name(name).decode("latin-1")
            uses[use] = uses.get(use, 0) + 1
        for (verb, name), count in uses.items():
            total += min(count, self._most) * self._weigh_use(verb, name, resources, content)
        return total

    def _weigh_use(self, verb: str, name: str, resources: Any, content: bytes) -> int:
        """Operators of what is used by its name."""
        kind = {"DO": "/XObject", "GS": "/ExtGState", "SCN": "/Pattern", "TF": "/Font"}[verb]
        thing = get_entry(get_entry(resources, kind), name)
        if verb == "GS":
            thing = get_entry(get_entry(thing, "/SMask"), "/G")
        if verb == "TF":
            return self._weigh_glyphs(thing, resources, content)
        is_content = isinstance(thing, pikepdf.Stream) and thing.get("/Subtype") != "/Image"
        cells = self._cells(thing) if is_content and verb == "SCN" else 0
        return self._weigh_stream(thing, resources) + cells if is_content else 0

    def _cells(self, pattern: Any) -> int:
        """How often a pattern is painted where it fills the page, in operators; Excess if that has
        no end."""
        a, b, c, d = [float(number) for number in pattern.get("/Matrix", (1, 0, 0, 1))][:4]
        step = float(pattern["/XStep"]) * float(pattern["/YStep"]) * (a * d - b * c)
        if not abs(step) * _MOST_CELLS > self._area:
            raise Excess("it draws more cells of a pattern than can be looked at")
        return int(self._area / abs(step)) // _CELLS_AN_OPERATOR

    def _weigh_glyphs(self, font: Any, resources: Any, content: bytes) -> int:
        """Operators of text in a font whose glyphs are content themselves, if all of it were in the
        longest."""
        if get_entry(font, "/Subtype") != "/Type3":
            return 0
        letters = len(b"".join(text + digits[::2] for text, digits in _SHOWN.findall(content)))
        own = get_entry(font, "/Resources") or resources
        glyphs = dict(table(get_entry(font, "/CharProcs"))).values()
        return letters * max((self._weigh_stream(glyph, own) for glyph in glyphs), default=0)
