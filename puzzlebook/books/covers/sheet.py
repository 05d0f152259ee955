"""A whole cover: back, spine and front on one sheet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import fsum
from typing import TYPE_CHECKING

from puzzlebook.books.covers.back import draw_back
from puzzlebook.books.covers.claims import MazeFacts
from puzzlebook.books.covers.front import Shown, draw_front
from puzzlebook.books.covers.landscape import draw_landscape, list_picture_boxes
from puzzlebook.books.covers.look import CoverLook, choose_title_face
from puzzlebook.books.covers.stages import StagedMaze
from puzzlebook.books.planning.samples import SamplePage
from puzzlebook.books.planning.setting import Setting
from puzzlebook.books.scenes.frames import draw_area
from puzzlebook.drawing.drawing import parse_colour
from puzzlebook.maze_art.plate import Plate
from puzzlebook.printers.wrap import Wrap
from puzzlebook.typesetting import text
from puzzlebook.typesetting.page import Box, Item, Page, Text, move_items
from puzzlebook.typesetting.text import Face

if TYPE_CHECKING:
    from puzzlebook.typesetting.logos import Logo

OnBack = tuple[Sequence[SamplePage], Box | None, "Logo | None", MazeFacts]
"""What a back shows: sample pages, the barcode area and the logo; and facts about its mazes."""

MIN_SPINE_TYPE = 7.0
_MAX_SPINE_TYPE = 24.0
_SPINE_GAP = 2.0  # in ems: smallest gap between title, series and author


def cover_page(
    setting: Setting,
    wrap: Wrap,
    look: CoverLook,
    shown: Shown,
    back: OnBack,
    spine_text: bool,
) -> Page:
    """Lay out the whole wrap. shown: what the front shows."""
    sheet, spine = wrap.sheet, wrap.middle
    # A landscape ends in the middle of the spine, which hides its seam with the next one.
    width = wrap.width + wrap.edge + wrap.spine / 2
    faces = [
        *draw_front(setting, wrap, look, shown),
        *draw_back(setting, wrap, look, _choose_ornament(shown, back), *back),
    ]
    filled = Box(0 if wrap.right else sheet[0] - width, 0, width, sheet[1])
    items = [*_draw_ground(setting, look, sheet, filled, list_picture_boxes(faces)), *faces]
    if wrap.spine and (look.has_panel or isinstance(shown, StagedMaze)):
        # Covers both folds, so that a spine bound slightly off-centre shows no picture edges.
        over = wrap.clear
        strip = Box(spine.x - over, 0, spine.width + 2 * over, sheet[1])
        items.append(draw_area(strip, look.spine[0], has_pale_type=True))
    if spine_text:
        items += _draw_spine(setting, wrap, look)
    return Page(*wrap.sheet, tuple(items), trim=wrap.trim)


def lay_out_separate_pages(
    setting: Setting,
    look: CoverLook,
    page: tuple[float, float],
    margin: float,
    shown: Shown,
    back: OnBack,
) -> list[Page]:
    """Lay out front and back as separate pages, with a blank margin around them."""
    width, height = page[0] - 2 * margin, page[1] - 2 * margin
    # Without spine and bleed the left board starts at 0; it is the front if bound at the right.
    front, rear = (Wrap(width, height, 0.0, 0.0, margin / 2, 0.0, right) for right in (True, False))
    size = width, height
    drawn = (
        [*draw_front(setting, front, look, shown)],
        [*draw_back(setting, rear, look, _choose_ornament(shown, back), *back)],
    )
    pages = (
        [*_draw_ground(setting, look, size, front.front, list_picture_boxes(items)), *items]
        for items in drawn
    )
    return [Page(*page, tuple(move_items(items, margin, margin))) for items in pages]


def _choose_ornament(shown: Shown, back: OnBack) -> Plate | None:
    """Return the maze of the front, to be an ornament of the back. That of a drawing shows little
    without it, so it is left out beside sample pages."""
    samples, *_ = back
    if isinstance(shown, StagedMaze):
        return None if samples else shown.plate
    return shown if isinstance(shown, Plate) else None


def _draw_ground(
    setting: Setting, look: CoverLook, sheet: tuple[float, float], front: Box, before: Sequence[Box]
) -> Iterator[Item]:
    """Draw the ground of a sheet from edge to edge.

    front: the box that one landscape fills. before: the boxes of items in front of it.
    """
    # Without scenes, the ground has gaps for the type on the spine.
    yield draw_area(Box(0, 0, *sheet), look.colours.ground, has_pale_type=look.scenes is None)
    if look.scenes is not None:
        own = setting.recipe.cover.color
        yield from draw_landscape(
            look.scenes, front, sheet, before, parse_colour(own) if own else None
        )


def choose_spine_type(setting: Setting, wrap: Wrap) -> float:
    """Return the type size on the spine (points), or 0 if it would be too small to print."""
    return _set_spine(setting, wrap)[1]


def _set_spine(setting: Setting, wrap: Wrap) -> tuple[list[tuple[str, Face]], float]:
    """Return title, series (if there is space) and author, with their common size."""
    book, sizes = setting.recipe.book, setting.sizes
    lines = (
        (book.title, choose_title_face(setting)),
        (setting.series_line, sizes.regular),
        (book.author, sizes.regular),
    )
    every = [(line, face) for line, face in lines if line]
    if (size := _spine_size(every, wrap)) or not setting.series_line:
        return every, size
    fewer = [(line, face) for line, face in lines[::2] if line]
    return fewer, _spine_size(fewer, wrap)


def _spine_size(lines: Sequence[tuple[str, Face]], wrap: Wrap) -> float:
    """Return the size (points) at which lines fit the spine, or 0 if it would be too small."""
    if not lines:
        return 0.0
    reaches = [text.measure_ink(line, face) for line, face in lines]
    tallest = max(low for low, _ in reaches) + max(high for _, high in reaches)
    room = wrap.spine - 2 * wrap.clear
    size = min(room / tallest, wrap.spine * 0.62, _MAX_SPINE_TYPE)
    length = fsum(text.measure_width(line, face, 1) for line, face in lines) + _SPINE_GAP * (
        len(lines) - 1
    )
    size = min(size, (wrap.height - 2 * _spine_edge(wrap)) / length)
    return size if size >= MIN_SPINE_TYPE else 0.0


def _spine_edge(wrap: Wrap) -> float:
    """Return the distance (points) of the spine's text from the spine's ends."""
    return max(wrap.safe * 2, wrap.height * 0.06)


def _draw_spine(setting: Setting, wrap: Wrap, look: CoverLook) -> Iterator[Item]:
    """Set the spine's lines from top to bottom, centred between the folds."""
    lines, size = _set_spine(setting, wrap)
    spine = wrap.middle
    reaches = [text.measure_ink(line, face) for line, face in lines]
    low, high = max(low for low, _ in reaches) * size, max(high for _, high in reaches) * size
    x = spine.x + (spine.width - low - high) / 2 + low
    edge = _spine_edge(wrap)
    widths = [text.measure_width(line, face, size) for line, face in lines]
    spare = wrap.height - 2 * edge - fsum(widths)
    y = spine.y + edge
    for (line, face), length in zip(lines, widths, strict=True):
        yield Text(x, y, line, face, size, look.spine[1], turned=True)
        y += length + spare / max(1, len(lines) - 1)
