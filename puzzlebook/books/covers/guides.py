"""Sheets with nothing but guides, for designers who draw their own covers."""

from __future__ import annotations

from collections.abc import Iterator

from puzzlebook.drawing.drawing import BLACK, Colour
from puzzlebook.ground.lengths import format_inches
from puzzlebook.printers.wrap import Wrap
from puzzlebook.typesetting import text
from puzzlebook.typesetting.layout import THINNEST, center, set_left
from puzzlebook.typesetting.page import Box, Item, Page, Rule

_CUT: Colour = (0.0, 0.55, 0.8)
_FOLD: Colour = (0.8, 0.0, 0.5)
_SAFE: Colour = (0.0, 0.55, 0.25)
_TYPE = 11.0  # points


def draw_guides(wrap: Wrap, barcode: Box | None) -> Page:
    """Draw a sheet's guides: cuts, folds and safe areas."""
    items: list[Item] = []
    for name, board, safe in (
        ("back", wrap.back, wrap.back_safe),
        ("front", wrap.front, wrap.front_safe),
    ):
        items += _frame(board, _CUT)
        items += _frame(safe, _SAFE)
        items += _notes(board, safe, name, wrap)
    folds = {wrap.middle.x, wrap.middle.right}
    if wrap.hinge:
        folds |= {wrap.middle.x - wrap.hinge, wrap.middle.right + wrap.hinge}
    items += [Rule(x, 0, x, wrap.sheet[1], THINNEST, _FOLD) for x in sorted(folds)]
    if wrap.spine > 2 * wrap.clear:
        items += _frame(wrap.spine_safe, _SAFE)
    if barcode:
        items += _frame(barcode, BLACK)
        items.append(center("barcode", barcode, barcode.y + barcode.height / 2, text.REGULAR, 9))
    return Page(*wrap.sheet, tuple(items), trim=wrap.trim)


def draw_separate_guides(page: tuple[float, float], margin: float) -> list[Page]:
    """Draw front and back as separate pages, with the printable area of home printers."""
    return [_side(name, page, margin) for name in ("front", "back")]


def _side(name: str, page: tuple[float, float], margin: float) -> Page:
    printable = Box(0, 0, *page).inset(margin, margin, margin, margin)
    lines = (
        (name, BLACK),
        (format_inches(*page), BLACK),
        (f"keep all {format_inches(margin)} from the edges", _SAFE),
    )
    items, box = _frame(printable, _SAFE), printable.inset(left=12, top=28)
    for row, (line, shade) in enumerate(lines):
        items.append(set_left(line, box, box.y + row * 16, text.REGULAR, _TYPE, shade))
    return Page(*page, tuple(items))


def _notes(board: Box, safe: Box, name: str, wrap: Wrap) -> Iterator[Item]:
    box = safe.inset(12, 12, 12, 12)
    lines = [
        (name, BLACK),
        (format_inches(board.width, board.height), _CUT),
        (f"fold, spine {format_inches(wrap.spine)}" if wrap.spine else "fold, no spine", _FOLD),
        *([(f"hinge {format_inches(wrap.hinge)}", _FOLD)] if wrap.hinge else []),
        (f"keep what matters {format_inches(wrap.safe)} from every line", _SAFE),
        (f"let the ground run {format_inches(wrap.edge)} beyond the blue frame", BLACK),
    ]
    for row, (line, shade) in enumerate(lines):
        size = text.fit_size(line, text.REGULAR, _TYPE, box.width)
        yield set_left(line, box, box.y + 16 + row * 16, text.REGULAR, size, shade)


def _frame(box: Box, shade: Colour) -> list[Item]:
    corners = ((box.x, box.y), (box.right, box.y), (box.right, box.bottom), (box.x, box.bottom))
    return [Rule(*corners[side], *corners[(side + 1) % 4], THINNEST, shade) for side in range(4)]
