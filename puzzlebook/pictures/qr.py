"""A text as a QR code (ISO/IEC 18004): one filled path, in modules, with the quiet zone that readers ask for."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from puzzlebook.pictures.drawing import BLACK, Drawing, Layer, Style, Subpath

QUIET_ZONE = 4
"""The clear space around a code, in modules."""


def qr_drawing(text: str, module: float) -> Drawing:
    """The QR code of a text; a module, its smallest square, has sides of so many points."""
    import segno

    rows = segno.make(text, error="m", micro=False).matrix
    side = len(rows) + 2 * QUIET_ZONE
    runs = tuple(_run(*run) for y, row in enumerate(rows) for run in _runs(y, row))
    return Drawing(-QUIET_ZONE, -QUIET_ZONE, side, side, module, (Layer("qr", Style(fill=BLACK), runs),))


def _runs(y: int, row: bytes | bytearray) -> Iterator[tuple[int, int, int]]:
    """The stretches of dark modules in a row."""
    x = 0
    for dark, modules in groupby(row):
        end = x + sum(1 for _ in modules)
        if dark:
            yield y, x, end
        x = end


def _run(y: int, x: int, end: int) -> Subpath:
    return Subpath(((x, y), (end, y), (end, y + 1), (x, y + 1)), closed=True)
