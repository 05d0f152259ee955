"""The glyphs of fonts of Type 3, which are content like a page's."""

from __future__ import annotations

from typing import Any

import pikepdf

_FONT_SCALE = 0.001
FONT_UNIT = (_FONT_SCALE, 0.0, 0.0, _FONT_SCALE, 0.0, 0.0)
"""The matrix of most fonts: a thousand units to an em."""


def glyph_scale(font: Any) -> float:
    """How a font's units relate to the thousandths of an em that most have; 0 where its glyphs have
    no known size."""
    if font is None or font.get("/Subtype") != "/Type3":
        return 1.0
    scale = abs(float(font.get("/FontMatrix", [_FONT_SCALE, 0, 0, _FONT_SCALE])[3])) / _FONT_SCALE
    return scale if 0.4 <= scale <= 1.1 else 0.0


def list_glyphs(font: Any, procedures: Any, codes: set[int]) -> list[str]:
    """The glyphs that a font of Type 3 has for these codes; all of them where it has no table of
    its own."""
    encoding = font.get("/Encoding")
    table = encoding.get("/Differences") if isinstance(encoding, pikepdf.Dictionary) else None
    if not isinstance(table, pikepdf.Array):
        return sorted(procedures.keys())
    names, code = [], 0
    for row in table:
        if isinstance(row, pikepdf.Name):
            names += [str(row)] * (code in codes)
            code += 1
        else:
            code = int(row)
    return sorted(set(names))
