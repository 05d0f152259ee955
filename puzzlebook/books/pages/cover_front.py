"""The front of a cover: title, author, and a large maze or the user's own picture."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from puzzlebook.books.pages.cover_look import CoverColours, part, set_balanced
from puzzlebook.books.setting import Setting, in_middle
from puzzlebook.paper import text
from puzzlebook.paper.artwork import placed_artwork
from puzzlebook.paper.flow import Flow
from puzzlebook.paper.layout import THINNEST
from puzzlebook.paper.page import Box, Item, Picture
from puzzlebook.paper.photos import photo_filling
from puzzlebook.pictures.drawing import BLACK, WHITE, Colour, Drawing, Layer, Style
from puzzlebook.pictures.plate import Plate, scale_to_fit
from puzzlebook.printers.wrap import Wrap

Shown = Plate | Drawing | bytes
"""What a front shows: a maze, a drawing of the user's, or the content of a picture of pixels."""

_WIDE = 1.2  # a front so many times wider than high has its picture beside the words
_TALL = 1.15  # a front that is not so many times higher than wide is nearly square
_WORDS = 0.4  # and so much of its width for them


def front_items(setting: Setting, wrap: Wrap, look: CoverColours, shown: Shown) -> Iterator[Item]:
    """The front: the words above and below what it shows or, on a wide one, beside it."""
    face = wrap.front_face
    return (_beside if face.width > _WIDE * face.height else _stacked)(setting, wrap, look, shown)


def _stacked(setting: Setting, wrap: Wrap, look: CoverColours, shown: Shown) -> Iterator[Item]:
    """Title above, author below, and between them the picture; one of pixels runs from fold to edge."""
    face, board = wrap.front_face, wrap.front
    live = face.inset(face.width * 0.09, face.height * 0.075, face.width * 0.09, face.height * 0.06)
    # On a square front a smaller title leaves the picture its room.
    head = _head(setting, live, face, look, live.height * (0.26 if face.height > _TALL * face.width else 0.19))
    foot = _foot(setting, live, face, look)
    top_of_foot = live.bottom - (foot.y - live.y)
    air = part(face, 0.045)
    between = Box(live.x, head.y + air, live.width, top_of_foot - head.y - 2 * air)
    across = Box(0 if wrap.right else board.x, between.y, board.width + wrap.edge, between.height)
    yield _picture(shown, between, across, look)
    yield from head.items
    yield from _foot(setting, live, face, look, top_of_foot).items


def _beside(setting: Setting, wrap: Wrap, look: CoverColours, shown: Shown) -> Iterator[Item]:
    """The words beside the fold, the picture at the other side; one of pixels runs off its three edges."""
    face, sheet = wrap.front_face, wrap.sheet
    live = face.inset(*(part(face, 0.075),) * 4)
    words, air = live.width * _WORDS, part(face, 0.05)
    column = live.inset(left=live.width - words) if wrap.right else live.inset(right=live.width - words)
    space = live.inset(right=words + air) if wrap.right else live.inset(left=words + air)
    edge = Box(0, 0, space.right, sheet[1]) if wrap.right else Box(space.x, 0, sheet[0] - space.x, sheet[1])
    foot = _foot(setting, column, face, look)
    top_of_foot = live.bottom - (foot.y - live.y)
    head = _head(setting, column, face, look, live.height * 0.6)
    spare = max(0.0, top_of_foot - head.y)
    yield _picture(shown, space, edge, look, 0.5)
    yield from _head(setting, column.inset(top=spare * 0.4), face, look, live.height * 0.6).items
    yield from _foot(setting, column, face, look, top_of_foot).items


def _head(setting: Setting, box: Box, face: Box, look: CoverColours, most: float) -> Flow:
    """Series, title and subtitle from the top of a box down. most: how high the title may be."""
    book, words = setting.recipe.book, setting.words
    head, sizes = Flow(box), setting.sizes
    if book.series:
        line = words("series_volume", series=book.series, volume=setting.recipe.volume)
        head.set(line, sizes.regular, part(face, 0.028), look.ink, middle=True)
        head.gap(part(face, 0.012))
    size = _title_size(book.title, sizes.titles, box, most)
    set_balanced(head, book.title, sizes.titles, size, look.ink, 1.08, middle=True)
    if book.subtitle:
        head.gap(part(face, 0.02))
        set_balanced(head, book.subtitle, sizes.regular, part(face, 0.036), look.ink, 1.3, middle=True)
    return head


def _foot(setting: Setting, box: Box, face: Box, look: CoverColours, y: float | None = None) -> Flow:
    """The author, from y (or the top of the box) down."""
    foot = Flow(box, y)
    if author := setting.recipe.book.author:
        foot.set(author, setting.sizes.bold, part(face, 0.042), look.ink, middle=True, leading=1.3)
    return foot


def _title_size(title: str, face: text.Face, box: Box, most: float) -> float:
    """The largest size at which a title is no higher than that, and no word of it is wider than the box."""
    size = min(box.width * 0.19, most)
    while size > 12:
        lines = text.wrap(title, face, size, box.width)
        fits = all(text.width(line, face, size) <= box.width for line in lines)
        if fits and len(lines) <= (3 if box.width > most else 5) and len(lines) * size * 1.08 <= most:
            return size
        size *= 0.97
    return size


def _picture(shown: Shown, within: Box, bleeding: Box, look: CoverColours, upper: float = 0.46) -> Item:
    """What the front shows: whole within its box or, if it is made of pixels, filling the box that bleeds."""
    if isinstance(shown, bytes):
        return photo_filling(shown, bleeding, look.ground, "cover.picture")
    if isinstance(shown, Drawing):
        return placed_artwork(shown, within, upper)
    return _maze(shown, within, look, upper)


def _maze(plate: Plate, box: Box, look: CoverColours, upper: float) -> Picture:
    """A maze in the cover's colours, with its way."""
    wall = max(1.5, min(box.width, box.height) * 0.0065)
    scale = scale_to_fit(plate.extent, wall, box.width, box.height)
    around = wall / scale
    layers = (
        Layer("solution", Style(max(1.5, 0.36 * scale), look.accent), plate.solution),
        Layer("walls", Style(max(THINNEST, min(wall, 0.14 * scale)), look.ink), plate.walls),
        *_dyed((*plate.start, *plate.finish), look),
    )
    drawing = Drawing(-around, -around, plate.width + 2 * around, plate.height + 2 * around, scale, layers)
    return in_middle(drawing, box, upper)


def _dyed(layers: Sequence[Layer], look: CoverColours) -> list[Layer]:
    """Marks in the cover's colours: what is black is in its ink, what is paper shows its ground."""
    inks: dict[Colour | None, Colour] = {BLACK: look.ink, WHITE: look.ground}
    return [
        layer._replace(style=layer.style._replace(fill=inks.get(layer.style.fill, layer.style.fill)))
        for layer in layers
    ]
