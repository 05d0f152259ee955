"""The glyphs of Type 3 fonts, which are content streams."""

from __future__ import annotations

from typing import Any

import pikepdf

_FONT_SCALE = 0.001  # ems per unit
FONT_UNIT = (_FONT_SCALE, 0.0, 0.0, _FONT_SCALE, 0.0, 0.0)
"""The font matrix of most fonts: 1000 units per em."""


def glyph_scale(font: Any) -> float:
    """Return the size of a font's units in 1/1000 em; 0 if the size of its glyphs is unclear."""
    if font is None or font.get("/Subtype") != "/Type3":
        return 1.0
    scale = abs(float(font.get("/FontMatrix", [_FONT_SCALE, 0, 0, _FONT_SCALE])[3])) / _FONT_SCALE
    return scale if 0.4 <= scale <= 1.1 else 0.0


def list_glyphs(font: Any, procedures: Any, codes: set[int]) -> list[str]:
    """Return the names of a Type 3 font's glyphs for these codes; all without an encoding."""
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
