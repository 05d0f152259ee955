"""A user's fonts: reading them, and refusing those that cannot be embedded."""

from __future__ import annotations

import struct
from io import BytesIO
from typing import TYPE_CHECKING

from puzzlebook.ground.faults import Refused, refuse
from puzzlebook.typesetting.text.face import Font

if TYPE_CHECKING:
    from fontTools.ttLib import TTFont

MAX_BYTES = 60_000_000  # of a font file
_MIN_BOLD = 600  # OS/2 usWeightClass, semi-bold
_RESTRICTED, _NO_SUBSETS, _BITMAPS_ONLY = 0x0002, 0x0100, 0x0200  # OS/2 fsType, bits 1, 8 and 9

_STATIC = "use a static TrueType font (.ttf)"
_NEEDED_TABLES = ("head", "hhea", "maxp", "hmtx", "post", "name", "cmap", "loca", "OS/2")
"""The tables that embedding requires in addition to the outlines."""
_MIN_EM, _MAX_EM = 16, 16384  # OpenType's bounds of head, unitsPerEm
_NOT_IN_NAMES = frozenset("[](){}<>/%")
"""Characters, besides spaces and non-ASCII, that no PDF name may have (ISO 32000-1, 7.3.5)."""


def read_font(content: bytes, where: str) -> Font:
    """Return the font in a file. Refuse a font that is damaged, of an unsupported kind, or not
    licensed for embedding."""
    if len(content) > MAX_BYTES:
        raise refuse(where, "is too large for a font", f"at most {MAX_BYTES:,} bytes")
    font = _open_font(content, where)
    try:
        _check_tables(font, where)
        _check_licence(font, where)
        _read_everything(font)
        weight = font["OS/2"].usWeightClass
        is_bold = weight >= _MIN_BOLD or bool(font["head"].macStyle & 1)
        family = _find_name(font, 16, 1) or "a font without a name"
        name = f"{family} {_find_name(font, 17, 2)}".strip()
    except Refused:
        raise
    except Exception:  # a damaged table can make fontTools raise anything
        raise refuse(where, "is damaged: its tables cannot be read", _STATIC) from None
    return Font(family, name, is_bold, content)


def _check_tables(font: TTFont, where: str) -> None:
    """Refuse a font that lacks a required table, or has an invalid em or PostScript name."""
    if missing := [tag for tag in _NEEDED_TABLES if tag not in font]:
        raise refuse(where, f"is damaged: it has no table {missing[0]}", _STATIC)
    em = font["head"].unitsPerEm
    if not _MIN_EM <= em <= _MAX_EM:
        what = f"is damaged: its em has {em} units"
        raise refuse(where, what, f"{_STATIC} with {_MIN_EM} to {_MAX_EM} units")
    name = _find_name(font, 6, 4, 1).replace(" ", "-")
    if not name:
        raise refuse(where, "is damaged: it has no name", f"{_STATIC} with a PostScript name")
    if not name.isascii() or not name.isprintable() or _NOT_IN_NAMES & set(name):
        what = f"its PostScript name {name[:60]!r} cannot stand in a PDF"
        raise refuse(where, what, "use letters, digits and hyphens in its name table (entry 6)")


def _open_font(content: bytes, where: str) -> TTFont:
    """Open a font file. Refuse a file that is not a static TrueType font."""
    from fontTools.ttLib import TTFont

    _silence_logging()
    if content[:4] == b"ttcf":
        raise refuse(where, "is a collection of fonts", f"{_STATIC}, taken out of the collection")
    if content[:4] in (b"wOFF", b"wOF2"):
        raise refuse(where, "is a web font", f"{_STATIC}, not a web font")
    if content[:4] == b"OTTO":
        allowed = "give its TrueType version (.ttf), or convert the font to it"
        raise refuse(where, "has PostScript (CFF) outlines", allowed)
    if content[:4] not in (b"\x00\x01\x00\x00", b"true"):
        raise refuse(where, "is not a font file", _STATIC)
    try:
        font = TTFont(BytesIO(content), lazy=True)
    except Exception:  # see read_font
        raise refuse(where, "is damaged: its tables cannot be read", _STATIC) from None
    if "fvar" in font:
        raise refuse(
            where, "is a variable font", "give one of its static instances, such as Regular"
        )
    if "glyf" not in font:
        raise refuse(where, "has no TrueType outlines", _STATIC)
    return font


def _silence_logging() -> None:
    """Keep fontTools from printing warnings in a program that has not configured logging."""
    import logging

    log = logging.getLogger("fontTools")
    if not log.handlers:
        log.addHandler(logging.NullHandler())


def _check_licence(font: TTFont, where: str) -> None:
    """Refuse a font whose licence bits forbid embedding (OpenType, OS/2 fsType)."""
    rights = font["OS/2"].fsType
    if rights & 0x000F == _RESTRICTED:
        what, allowed = "forbids embedding", "give a font that may be embedded"
    elif rights & _NO_SUBSETS:
        what, allowed = "forbids embedding a part of it", "give a font that may be subset"
    elif rights & _BITMAPS_ONLY:
        what, allowed = "allows only bitmaps to be embedded", "give a font that may be embedded"
    else:
        return
    raise refuse(where, f"its licence {what} (OS/2 fsType)", allowed)


def _read_everything(font: TTFont) -> None:
    """Read everything that will be needed, so that damage is detected now."""
    head, hhea, count = font["head"], font["hhea"], font["maxp"].numGlyphs
    damaged = (
        head.tableVersion != 1 or head.magicNumber != 0x5F0F3CF5 or head.glyphDataFormat,
        head.indexToLocFormat not in (0, 1) or len(font["loca"].locations) != count + 1,
        hhea.tableVersion >> 16 != 1
        or hhea.metricDataFormat
        or not 1 <= hhea.numberOfHMetrics <= count,
    )
    if any(damaged):
        raise struct.error("nonsense in its first tables")
    glyphs = font["glyf"]
    for name in font.getGlyphOrder():
        glyphs[name].expand(glyphs)
    if not font.getBestCmap():
        raise struct.error("no characters")
    for tag in ("hmtx", "hhea", "maxp", "name", "post", "GSUB", "GPOS", "GDEF"):
        if tag in font:
            font[tag]


def _find_name(font: TTFont, *ids: int) -> str:
    """Return the first of these entries that the name table contains, if any."""
    names = (font["name"].getDebugName(name_id) for name_id in ids)
    return next((name for name in names if name), "")
