"""The cover: back, spine and front on one sheet, and the same sheet with nothing but its guides."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from puzzlebook import templates
from puzzlebook.books import text
from puzzlebook.books.flow import Flow, height
from puzzlebook.books.layout import LEAST_PASSAGE, THINNEST, at_left, centred
from puzzlebook.books.page import Box, Item, Page, Picture, Rule, Text
from puzzlebook.books.photos import photo_filling
from puzzlebook.books.setting import Setting, in_middle
from puzzlebook.books.wrap import Wrap
from puzzlebook.lengths import inches
from puzzlebook.mazes.seeds import draws, maze_key
from puzzlebook.pictures.drawing import BLACK, WHITE, Colour, Drawing, Layer, Style, Subpath
from puzzlebook.pictures.plate import Plate, scale_to_fit

LEAST_SPINE_TYPE = 7.0
_MOST_SPINE_TYPE = 24.0
_SPINE_GAP = 3.0  # between title and author, in ems at least
_PREVIEWS = 3


@dataclass(frozen=True)
class Look:
    """The colours of a cover: what is behind everything, the lines and the type on it, and the way through the maze."""

    ground: Colour
    ink: Colour
    accent: Colour


def look_of(setting: Setting) -> Look:
    """The recipe's colour, or one that the seed picks."""
    palettes = tomllib.loads((templates.folder() / "covers.toml").read_text(encoding="utf-8"))["palettes"]
    key = maze_key(setting.seed, setting.recipe.volume, "cover colours", 1)
    row = palettes[next(draws(key, "palette", 3)) % len(palettes)]
    own = setting.recipe.cover.color
    ground = colour(own or row["ground"])
    ink = BLACK if _light(ground) > 0.4 else WHITE
    if not own:
        return Look(ground, ink, colour(row["accent"]))
    # On a colour of the user's the accent is the one that is farthest from it.
    accents = [colour(row["accent"]) for row in palettes]
    return Look(ground, ink, max(accents, key=lambda accent: round(abs(_light(accent) - _light(ground)), 4)))


def colour(text_: str) -> Colour:
    """The colour that `#2b6cb0` names."""
    red, green, blue = (round(int(text_[place : place + 2], 16) / 255, 4) for place in (1, 3, 5))
    return red, green, blue


def _light(shade: Colour) -> float:
    """How light a colour looks, from 0 to 1 (relative luminance)."""
    parts = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in shade]
    return sum(part * weight for part, weight in zip(parts, (0.2126, 0.7152, 0.0722), strict=True))


def cover_page(
    setting: Setting, wrap: Wrap, front: Plate | bytes, previews: Sequence[Plate], spine_text: bool, barcode: Box | None
) -> Page:
    """The whole wrap. front: the maze on the front, or the content of a picture's file in its place."""
    look = look_of(setting)
    items: list[Item] = [_area(Box(0, 0, *wrap.sheet), look.ground)]
    items += _front(setting, wrap, look, front)
    items += _back(setting, wrap, look, previews, barcode)
    if spine_text:
        items += _spine(setting, wrap, look)
    return Page(*wrap.sheet, tuple(items))


def spine_type(setting: Setting, wrap: Wrap) -> float:
    """The size of the type on the spine (points), 0 where it would be too small to print."""
    lines = _spine_lines(setting)
    reaches = [text.ink_height(line, face) for line, face in lines]
    tallest = max(low for low, _ in reaches) + max(high for _, high in reaches)
    room = wrap.spine - 2 * wrap.clear
    size = min(room / tallest, wrap.spine * 0.62, _MOST_SPINE_TYPE)
    length = sum(text.width(line, face, 1) for line, face in lines) + _SPINE_GAP * (len(lines) - 1)
    size = min(size, (wrap.height - 2 * _spine_edge(wrap)) / length)
    return size if size >= LEAST_SPINE_TYPE else 0.0


def guides_page(wrap: Wrap, barcode: Box | None) -> Page:
    """The sheet with its guides alone: where it is cut, where it folds, and how far what matters keeps from both."""
    front, back, spine = wrap.front, wrap.back, wrap.middle
    items: list[Item] = []
    for name, board in (("back", back), ("front", front)):
        items += _frame(board, _CUT)
        items += _frame(_inset(board, wrap.safe), _SAFE)
        items += _notes(board, name, f"trim {inches(board.width).removesuffix(' in')} x {inches(board.height)}", wrap)
    for x in (spine.x, spine.right):
        items.append(Rule(x, 0, x, wrap.sheet[1], THINNEST, _FOLD))
    if wrap.spine > 2 * wrap.clear:
        items += _frame(spine.inset(wrap.clear, wrap.safe, wrap.clear, wrap.safe), _SAFE)
    if barcode:
        items += _frame(barcode, BLACK)
        items.append(centred("barcode", barcode, barcode.y + barcode.height / 2, text.REGULAR, 9))
    return Page(*wrap.sheet, tuple(items))


_CUT: Colour = (0.0, 0.55, 0.8)
_FOLD: Colour = (0.8, 0.0, 0.5)
_SAFE: Colour = (0.0, 0.55, 0.25)


def _notes(board: Box, name: str, size: str, wrap: Wrap) -> Iterator[Item]:
    box = _inset(board, wrap.safe + 12)
    lines = (
        (name, BLACK),
        (size, _CUT),
        (f"fold, spine {inches(wrap.spine)}", _FOLD),
        (f"keep what matters {inches(wrap.safe)} from the trim", _SAFE),
        (f"let the ground run {inches(wrap.edge)} beyond the trim", BLACK),
    )
    for place, (line, shade) in enumerate(lines):
        yield at_left(line, box, box.y + 16 + place * 16, text.REGULAR, 11, shade)


def _front(setting: Setting, wrap: Wrap, look: Look, picture: Plate | bytes) -> Iterator[Item]:
    """Title above, author below, and between them the maze, as large as it can be, or the picture from fold to edge."""
    book, words = setting.recipe.book, setting.words
    board = wrap.front
    live = board.inset(board.width * 0.09, board.height * 0.075, board.width * 0.09, board.height * 0.06)
    head = Flow(live)
    if book.series:
        line = words("series_volume", series=book.series, volume=setting.recipe.volume)
        head.set(line, text.REGULAR, _part(board, 0.028), look.ink, middle=True)
        head.gap(_part(board, 0.012))
    _set_balanced(head, book.title, text.BOLD, _title_size(book.title, live), look.ink, 1.08, middle=True)
    if book.subtitle:
        head.gap(_part(board, 0.02))
        _set_balanced(head, book.subtitle, text.REGULAR, _part(board, 0.036), look.ink, 1.3, middle=True)
    author_size = _part(board, 0.042)
    below = height(book.author, text.REGULAR, author_size, live.width, 1.3) if book.author else 0.0
    top_of_foot = live.bottom - below
    foot = Flow(live, top_of_foot)
    if book.author:
        foot.set(book.author, text.BOLD, author_size, look.ink, middle=True, leading=1.3)
    air = _part(board, 0.045)
    between = Box(live.x, head.y + air, live.width, top_of_foot - head.y - 2 * air)
    if isinstance(picture, bytes):
        box = Box(0 if wrap.right else board.x, between.y, board.width + wrap.edge, between.height)
        yield photo_filling(picture, box, look.ground, "cover.picture")
    else:
        yield _maze(picture, between, look)
    yield from head.items
    yield from foot.items


def _set_balanced(
    flow: Flow, content: str, face: str, size: float, ink: Colour, leading: float, middle: bool = False
) -> None:
    """Set a paragraph in lines about as long as each other: no word stands alone on the last one."""
    whole = flow.box
    lines, measure = len(text.wrap(content, face, size, whole.width)), whole.width
    while measure > size and len(text.wrap(content, face, size, measure * 0.98)) == lines:
        measure *= 0.98
        if any(text.width(line, face, size) > measure for line in text.wrap(content, face, size, measure)):
            break
    aside = (whole.width - measure) / 2 if middle else 0.0
    flow.box = whole.inset(left=aside, right=whole.width - measure - aside)
    flow.set(content, face, size, ink, middle=middle, leading=leading)
    flow.box = whole


def _title_size(title: str, box: Box) -> float:
    """The largest size at which a title takes at most three lines and no word is wider than the box."""
    size = box.width * 0.19
    while size > 12:
        lines = text.wrap(title, text.BOLD, size, box.width)
        fits = all(text.width(line, text.BOLD, size) <= box.width for line in lines)
        if fits and len(lines) <= 3 and len(lines) * size * 1.08 <= box.height * 0.26:
            return size
        size *= 0.97
    return size


def _maze(plate: Plate, box: Box, look: Look) -> Picture:
    """A maze in the cover's colours, with its way."""
    wall = max(1.5, min(box.width, box.height) * 0.0065)
    scale = scale_to_fit(plate.width, plate.height, 0, 2 * wall, (box.width, box.height))
    around = wall / scale
    layers = (
        Layer("solution", Style(max(1.5, 0.36 * scale), look.accent), plate.solution),
        Layer("walls", Style(max(THINNEST, min(wall, 0.14 * scale)), look.ink), plate.walls),
        *_dyed((*plate.start, *plate.finish), look),
    )
    drawing = Drawing(-around, -around, plate.width + 2 * around, plate.height + 2 * around, scale, layers)
    return in_middle(drawing, box, 0.46)


def _dyed(layers: Sequence[Layer], look: Look) -> list[Layer]:
    """Marks in the cover's colours: what is black is in its ink, what is paper shows its ground."""
    inks: dict[Colour | None, Colour] = {BLACK: look.ink, WHITE: look.ground}
    return [
        replace(layer, style=replace(layer.style, fill=inks.get(layer.style.fill, layer.style.fill)))
        for layer in layers
    ]


def _back(setting: Setting, wrap: Wrap, look: Look, previews: Sequence[Plate], barcode: Box | None) -> Iterator[Item]:
    """The blurb, some mazes to look at, and who publishes it; the field of the barcode stays empty."""
    book, board = setting.recipe.book, wrap.back
    live = board.inset(board.width * 0.11, board.height * 0.1, board.width * 0.11, board.height * 0.06)
    flow = Flow(live)
    for place, line in enumerate(_blurb(setting)):
        if place:
            flow.gap(_part(board, 0.02))
        _set_balanced(flow, line, text.REGULAR, _part(board, 0.034), look.ink, 1.45)
    gap = _part(board, 0.03)
    side = (live.width - gap * (_PREVIEWS - 1)) / _PREVIEWS
    bottom = (barcode.y if barcode else live.bottom) - _part(board, 0.06)
    high = min(side * 1.3, bottom - flow.y - _part(board, 0.06))
    if high > side * 0.6:
        y = flow.y + (bottom - flow.y - high) * 0.5
        for place, plate in enumerate(previews[:_PREVIEWS]):
            card = Box(live.x + place * (side + gap), y, side, high)
            yield _area(card, WHITE)
            yield _small(plate, _inset(card, side * 0.09))
    yield from flow.items
    measure = (barcode.x - live.x if barcode else live.width) - gap
    foot_lines = [line for line in (book.publisher, book.website) if line]
    size = _part(board, 0.024)
    for place, line in enumerate(reversed(foot_lines)):
        fitting = text.size_to_fit(line, text.REGULAR, size, measure)
        yield at_left(line, live, live.bottom - place * size * 1.5, text.REGULAR, fitting, look.ink)


def _blurb(setting: Setting) -> list[str]:
    recipe, words = setting.recipe, setting.words
    if recipe.cover.blurb:
        return [recipe.cover.blurb]
    answers = [words("cover_answers")] if "key" in recipe.book.matter else []
    return [words("cover_mazes", mazes=recipe.mazes), *answers]


def fits_small(plate: Plate, wrap: Wrap) -> bool:
    """Whether a maze's passages can still be seen in a preview."""
    side = wrap.width * 0.78 / _PREVIEWS * 0.82
    return scale_to_fit(plate.width, plate.height, plate.margin, 2, (side, side * 1.3)) - 1 >= LEAST_PASSAGE


def _small(plate: Plate, box: Box) -> Picture:
    scale = scale_to_fit(plate.width, plate.height, plate.margin, 2, (box.width, box.height))
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


def _spine_lines(setting: Setting) -> list[tuple[str, str]]:
    book = setting.recipe.book
    return [(book.title, text.BOLD), *([(book.author, text.REGULAR)] if book.author else [])]


def _spine(setting: Setting, wrap: Wrap, look: Look) -> Iterator[Item]:
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


def _area(box: Box, shade: Colour) -> Picture:
    """A box full of one colour."""
    corners = ((0.0, 0.0), (box.width, 0.0), (box.width, box.height), (0.0, box.height))
    layer = Layer("ground", Style(fill=shade), (Subpath(corners, closed=True),))
    return Picture(box.x, box.y, Drawing(0, 0, box.width, box.height, 1, (layer,)))


def _frame(box: Box, shade: Colour) -> list[Item]:
    corners = ((box.x, box.y), (box.right, box.y), (box.right, box.bottom), (box.x, box.bottom))
    return [
        Rule(*corners[place], *corners[(place + 1) % 4], THINNEST, shade) for place in range(4)
    ]  # fmt: skip


def _inset(box: Box, by: float) -> Box:
    return box.inset(by, by, by, by)


def _part(board: Box, share: float) -> float:
    """A length that grows with the board; type set in it never gets too small to print."""
    return max(8.0, share * (board.width + board.height) / 2)
