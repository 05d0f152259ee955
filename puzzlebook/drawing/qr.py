"""A text as a QR code (ISO/IEC 18004): one filled path, in modules, including the quiet zone that
scanners need."""

from __future__ import annotations

from functools import lru_cache

from puzzlebook.drawing.drawing import BLACK, Drawing, Layer, Style, Subpath
from puzzlebook.ground.images import find_dark_stretches
from puzzlebook.ground.lazy_imports import import_lazily

QUIET_ZONE = 4
"""The clear space around a code, in modules."""


@lru_cache(maxsize=8)  # a page may be laid out again in smaller type
def draw_qr_code(text: str, module: float) -> Drawing:
    """Return a text as a QR code. module: the side of the code's smallest square, in points."""
    # The writers of segno for picture formats would load web libraries.
    with import_lazily("segno.writers"):
        import segno

    rows = segno.make(text, error="m", micro=False).matrix
    side = len(rows) + 2 * QUIET_ZONE
    runs = tuple(
        Subpath(((x, y), (end, y), (end, y + 1), (x, y + 1)), closed=True)
        for y, row in enumerate(rows)
        for x, end in find_dark_stretches(row)
    )
    return Drawing(
        -QUIET_ZONE, -QUIET_ZONE, side, side, module, (Layer("qr", Style(fill=BLACK), runs),)
    )
