"""The programs of embedded fonts: whether they are whole, and what they show for a letter that they
lack.

Their sizes were bounded when the document was opened.
"""

from __future__ import annotations

from typing import Any

import pikepdf

from puzzlebook.pdf_reading.streams import Fails, as_table

FONT_FILES = ("/FontFile", "/FontFile2", "/FontFile3")

_HEADS = (b"\0\1\0\0", b"true", b"OTTO", b"ttcf", b"%!", b"\x80\1", b"\1\0")
"""The first bytes of font files: TrueType, OpenType, Type 1 and CFF."""
_TABLED = (b"\0\1\0\0", b"true", b"OTTO")
"""The first bytes of those that begin with a list of their tables."""
_CFF = b"\1\0"
_CFF_LISTS = 4  # at the start of a CFF font: names, settings, strings, subroutines
_BYTES, _TRIMMED = 0, 6  # kinds of tables of codes
_RECORD = 16  # bytes for each table in the list


def is_whole_font(content: bytes) -> bool:
    """Whether a file begins as fonts do, and does not break off, as far as its head tells."""
    if not content.startswith(_HEADS):
        return False
    if content.startswith(_TABLED):
        ends = [_number(row, 8, 4) + _number(row, 12, 4) for row in _list_rows(content)]
        return bool(ends) and max(ends) <= len(content)
    return not content.startswith(_CFF) or _find_end_of_lists(content) < len(content)


def _find_end_of_lists(content: bytes) -> int:
    """Return where the lists at the start of a CFF font end; its glyphs follow."""
    at = _number(content, 2, 1)
    for _ in range(_CFF_LISTS):
        count, width = _number(content, at), _number(content, at + 2, 1)
        last = at + 3 + count * width
        at = last + width - 1 + _number(content, last, width) if count else at + 2
    return at


def shows_boxes(font: Any, codes: bytes) -> bool:
    """Whether a text has letters that its font lacks, and shows a box for each.

    Programs write such letters as glyph 0, whose code is zero in fonts of two bytes a letter. In
    simple TrueType fonts, it is a zero that the font does not know.
    """
    try:
        if font.get("/Encoding") == "/Identity-H":
            if b"\0\0" not in codes:
                return False
            pairs = (codes[at : at + 2] for at in range(0, len(codes) - 1, 2))
            return not all(map(any, pairs)) and _draws_zero(font["/DescendantFonts"][0])
        if font.get("/Subtype") == "/TrueType" and 0 in codes:
            return _draws_zero(font) and not _knows_zero(_read_tables(font).get(b"cmap", b""))
    except Fails:
        pass
    return False


def _read_tables(font: Any) -> dict[bytes, bytes]:
    """Return the tables of a TrueType font; none for other fonts."""
    file = as_table(font.get("/FontDescriptor")).get("/FontFile2")
    content = file.read_bytes() if isinstance(file, pikepdf.Stream) else b""
    rows = _list_rows(content)
    return {row[:4]: content[_number(row, 8, 4) :][: _number(row, 12, 4)] for row in rows}


def _list_rows(content: bytes) -> list[bytes]:
    """Return the rows of a font's list of tables: name, checksum, place and length of each."""
    return [content[12 + _RECORD * row :][:_RECORD] for row in range(_number(content, 4))]


def _number(content: bytes, at: int, width: int = 2) -> int:
    return int.from_bytes(content[at : at + width])


def _draws_zero(font: Any) -> bool:
    """Whether glyph 0 of a TrueType font has an outline."""
    tables = _read_tables(font)
    width = 4 if _number(tables.get(b"head", b""), 50) else 2
    places = tables.get(b"loca", b"")
    start, end = (_number(places, at, width) * (2 if width == 2 else 1) for at in (0, width))
    return start < end and _number(tables.get(b"glyf", b""), start) > 0


def _knows_zero(cmap: bytes) -> bool:
    """Whether a font's table of codes may give a glyph to the code zero."""
    for row in range(_number(cmap, 2)):
        codes = cmap[_number(cmap, 8 + 8 * row, 4) :]
        kind = _number(codes, 0)
        if kind == _BYTES and codes[6:7] != b"\0":
            return True
        if kind == _TRIMMED and not _number(codes, 6) and _number(codes, 10):
            return True
        if kind not in (_BYTES, _TRIMMED):
            return True
    return False
