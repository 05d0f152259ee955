"""The cover: back, spine and front on one sheet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import fsum

from puzzlebook.books.pages.cover_front import Shown, front_items
from puzzlebook.books.pages.cover_look import CoverColours, area, look_of, part, set_balanced
from puzzlebook.books.setting import Setting, in_middle
from puzzlebook.paper import text
from puzzlebook.paper.flow import Flow
from puzzlebook.paper.layout import LEAST_PASSAGE, THINNEST, at_left
from puzzlebook.paper.page import Box, Item, Page, Picture, Text
from puzzlebook.paper.text import Face
from puzzlebook.pictures.drawing import BLACK, WHITE, Drawing, Layer, Style
from puzzlebook.pictures.plate import Plate, scale_to_fit
from puzzlebook.printers.wrap import Wrap

LEAST_SPINE_TYPE = 7.0
_MOST_SPINE_TYPE = 24.0
_SPINE_GAP = 3.0  # between title and author, in ems at least
_PREVIEWS = 3


def cover_page(
    setting: Setting, wrap: Wrap, front: Shown, previews: Sequence[Plate], spine_text: bool, barcode: Box | None
) -> Page:
    """The whole wrap. front: what the front shows."""
    look = look_of(setting)
    items: list[Item] = [area(Box(0, 0, *wrap.sheet), look.ground)]
    items += front_items(setting, wrap, look, front)
    items += _back(setting, wrap, look, previews, barcode)
    if spine_text:
        items += _spine(setting, wrap, look)
    return Page(*wrap.sheet, tuple(items), trim=wrap.trim)


def spine_type(setting: Setting, wrap: Wrap) -> float:
    """The size of the type on the spine (points), 0 where it would be too small to print."""
    lines = _spine_lines(setting)
    if not lines:
        return 0.0
    reaches = [text.ink_height(line, face) for line, face in lines]
    tallest = max(low for low, _ in reaches) + max(high for _, high in reaches)
    room = wrap.spine - 2 * wrap.clear
    size = min(room / tallest, wrap.spine * 0.62, _MOST_SPINE_TYPE)
    length = fsum(text.width(line, face, 1) for line, face in lines) + _SPINE_GAP * (len(lines) - 1)
    size = min(size, (wrap.height - 2 * _spine_edge(wrap)) / length)
    return size if size >= LEAST_SPINE_TYPE else 0.0


def _back(
    setting: Setting, wrap: Wrap, look: CoverColours, previews: Sequence[Plate], barcode: Box | None
) -> Iterator[Item]:
    """The blurb, some mazes to look at, and who publishes it; the field of the barcode stays empty."""
    book, board = setting.recipe.book, wrap.back_face
    live = board.inset(board.width * 0.11, board.height * 0.1, board.width * 0.11, board.height * 0.06)
    flow = Flow(live, at_right=setting.words.right_to_left)
    for place, line in enumerate(_blurb(setting)):
        if place:
            flow.gap(part(board, 0.02))
        set_balanced(flow, line, setting.sizes.regular, part(board, 0.034), look.ink, 1.45)
    gap = part(board, 0.03)
    side = (live.width - gap * (_PREVIEWS - 1)) / _PREVIEWS
    bottom = (barcode.y if barcode else live.bottom) - part(board, 0.06)
    high = min(side * 1.3, bottom - flow.y - part(board, 0.06))
    if high > side * 0.6:
        y = flow.y + (bottom - flow.y - high) * 0.5
        for place, plate in enumerate(previews[:_PREVIEWS]):
            card = Box(live.x + place * (side + gap), y, side, high)
            yield area(card, WHITE)
            yield _small(plate, card.inset(*(side * 0.09,) * 4))
    yield from flow.items
    measure = (barcode.x - live.x if barcode else live.width) - gap
    foot_lines = [line for line in (book.publisher, book.website) if line]
    size = part(board, 0.024)
    for place, line in enumerate(reversed(foot_lines)):
        fitting = text.size_to_fit(line, setting.sizes.regular, size, measure)
        yield at_left(line, live, live.bottom - place * size * 1.5, setting.sizes.regular, fitting, look.ink)


def _blurb(setting: Setting) -> list[str]:
    recipe, words = setting.recipe, setting.words
    if recipe.cover.blurb:
        return [recipe.cover.blurb]
    answers = [words("cover_answers")] if "key" in recipe.book.matter else []
    return [line for line in (words("cover_mazes", count=recipe.mazes), *answers) if line]


def fits_small(plate: Plate, wrap: Wrap) -> bool:
    """Whether a maze's passages can still be seen in a preview."""
    side = wrap.back_face.width * 0.78 / _PREVIEWS * 0.82
    return scale_to_fit(plate.extent, 1, side, side * 1.3) - 1 >= LEAST_PASSAGE


def _small(plate: Plate, box: Box) -> Picture:
    scale = scale_to_fit(plate.extent, 1, box.width, box.height)
    wall = max(THINNEST, min(1.5, scale * 0.12))
    around = plate.margin + wall / scale
    layers = (
        Layer("walls", Style(wall, BLACK), plate.walls),
        *plate.start,
        *plate.finish,
    )
    drawing = Drawing(-around, -around, plate.width + 2 * around, plate.height + 2 * around, scale, layers)
    return in_middle(drawing, box)


def _spine_edge(wrap: Wrap) -> float:
    """How far the spine's text keeps from its ends."""
    return max(wrap.safe * 2, wrap.height * 0.06)


def _spine_lines(setting: Setting) -> list[tuple[str, Face]]:
    book, sizes = setting.recipe.book, setting.sizes
    return [(line, face) for line, face in ((book.title, sizes.titles), (book.author, sizes.regular)) if line]


def _spine(setting: Setting, wrap: Wrap, look: CoverColours) -> Iterator[Item]:
    """Title and author from top to bottom, in the middle between the folds."""
    size, spine = spine_type(setting, wrap), wrap.middle
    lines = _spine_lines(setting)
    reaches = [text.ink_height(line, face) for line, face in lines]
    low, high = max(low for low, _ in reaches) * size, max(high for _, high in reaches) * size
    x = spine.x + (spine.width - low - high) / 2 + low
    edge = _spine_edge(wrap)
    for place, (line, face) in enumerate(lines):
        wide = text.width(line, face, size)
        y = spine.y + edge if place == 0 else spine.bottom - edge - wide
        yield Text(x, y, line, face, size, look.ink, turned=True)
