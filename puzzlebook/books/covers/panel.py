"""The panel at the foot of a front for children: words between badges, apart from the picture."""

from __future__ import annotations

from collections.abc import Iterator
from math import fsum
from typing import NamedTuple

from puzzlebook.books.covers.badges import draw_badge, draw_burst
from puzzlebook.books.covers.claims import say_answers
from puzzlebook.books.covers.letters import LOOSE, Letters, fit_letters, set_letters
from puzzlebook.books.covers.look import LARGE, CoverLook, Front, choose_readable, share_of
from puzzlebook.books.scenes.frames import draw_area
from puzzlebook.drawing.drawing import Drawing, Layer, Style, Subpath, make_subpath
from puzzlebook.geometry.arcs import Point
from puzzlebook.typesetting.page import Box, Item, Picture

_RADIUS = 0.082  # radius of a badge, as a share of the front's width
_SQUAT = 0.75  # on a front wider than this share of its height, that share counts as its width
# Multiples of a badge's radius: the space above a badge, how much lower the middle of the panel's
# upper edge is than its ends, the width of the line along that edge, and the space between a badge
# and the words.
_ABOVE, _SAG, _RIM, _ASIDE = 0.2, 0.4, 0.07, 0.35
_TYPE, _SMALL_TYPE = 0.034, 0.03  # type sizes: shares of the front's mean side
# A volume's board: its type size, likewise; its greatest width, as a share of the words' box; and,
# in ems, the space above and below its letters, the space at their sides, and its rim.
_VOLUME_TYPE, _VOLUME_WIDTH = 0.046, 0.9
_VOLUME_PAD, _VOLUME_ASIDE, _VOLUME_RIM = 0.42, 0.8, 0.12
_SHRINK_FACTOR = 0.94  # by which the words shrink from try to try, until they fit


class Panel(NamedTuple):
    """A panel.

    box: the box from edge to edge, with the bleed. sag: how much lower its upper edge is in the
    middle. words: the box of its words. radius: the radius of its badges. y: the y of their
    centres.
    """

    box: Box
    sag: float
    words: Box
    radius: float
    y: float

    @property
    def lowest_edge(self) -> float:
        """The lowest y of the upper edge."""
        return self.box.y + self.sag

    def find_edge(self, x: float) -> float:
        """Return the y of the upper edge at this x."""
        share = min(1.0, max(0.0, (x - self.box.x) / self.box.width))
        return self.box.y + 4 * share * (1 - share) * self.sag


def find_panel(face: Box, live: Box, outer_box: Box, safe: float) -> Panel:
    """Return the panel of a front or a back. face, live, outer_box: its boxes, as in
    `Front`. safe: the printer's safe distance from the edges."""
    radius = _RADIUS * min(face.width, _SQUAT * face.height)
    bottom = face.bottom - max(safe + 4, _ABOVE * radius)
    y = bottom - radius
    top, sag = y - (1 + _ABOVE) * radius, _SAG * radius
    side_padding = (2 + _ASIDE) * radius
    words = live.inset(left=side_padding, right=side_padding)._replace(y=top + sag + _RIM * radius)
    return Panel(
        outer_box._replace(y=top, height=outer_box.bottom - top),
        sag,
        words._replace(height=bottom - words.y),
        radius,
        y,
    )


def draw_panel(front: Front, panel: Panel) -> Iterator[Item]:
    """Draw the panel with its words, a burst with the number of mazes and, if the book is for an
    age group, an age badge."""
    colours, look = front.look.colours, front.look
    yield draw_panel_ground(panel, look)
    words_box = panel.words
    if (board := find_volume_board(front, panel)) is not None:
        yield from _draw_volume_board(board, look)
        rim = 2 * _VOLUME_RIM * board.type_size
        words_box = words_box.inset(top=board.box.bottom + rim - words_box.y)
    yield from _set_words(front, words_box)
    face, words = front.setting.sizes.titles, front.setting.words
    burst = look.burst
    ink = choose_readable(burst, colours.paper, colours.wall, min_contrast=LARGE)
    centre = front.live.right - panel.radius, panel.y
    yield from draw_burst(
        front.setting.count_mazes,
        centre,
        panel.radius,
        face,
        (ink, burst, colours.paper),
    )
    if age := look.age(words):
        centre = front.live.x + panel.radius, panel.y
        inks = colours.wall, colours.paper, colours.accent
        yield from draw_badge(age, centre, panel.radius, face, inks)


class VolumeBoard(NamedTuple):
    """A board that says which volume it is. type_size: that of its letters."""

    box: Box
    letters: Letters
    type_size: float


def find_volume_board(front: Front, panel: Panel) -> VolumeBoard | None:
    """Return the board on the middle of a panel's upper edge, in all volumes of a series at one
    place; None if the book is the only volume."""
    setting = front.setting
    if not setting.series_line:
        return None
    size, words = share_of(front.face, _VOLUME_TYPE), panel.words
    line = setting.words("volume", volume=setting.recipe.volume)
    room = words._replace(width=_VOLUME_WIDTH * words.width, height=2 * size)
    line = line.replace(" ", "\N{NO-BREAK SPACE}")
    letters = fit_letters(line, setting.sizes.titles, room, size)
    width = letters.width + 2 * _VOLUME_ASIDE * size
    height = letters.height + 2 * _VOLUME_PAD * size
    x, y = words.x + (words.width - width) / 2, panel.lowest_edge - height / 2
    return VolumeBoard(Box(x, y, width, height), letters, size)


def _draw_volume_board(board: VolumeBoard, look: CoverLook) -> Iterator[Item]:
    """Draw a volume's board, in the colours of the badges."""
    colours, rim = look.colours, _VOLUME_RIM * board.type_size
    outer = board.box.inset(*(-rim,) * 4)
    yield draw_area(outer, colours.accent, outer.height / 2)
    yield draw_area(board.box, colours.paper, board.box.height / 2)
    letters = board.box.inset(top=_VOLUME_PAD * board.type_size)
    yield from set_letters(board.letters, letters, choose_readable(colours.paper, colours.wall))


def draw_panel_ground(panel: Panel, look: CoverLook) -> Picture:
    """Draw a panel without words and badges."""
    rim = _RIM * panel.radius
    layers = (
        Layer("ground", Style(fill=look.colours.paper), (_draw_shape(panel, -rim),)),
        Layer("ground", Style(fill=look.panel[0], has_pale_type=True), (_draw_shape(panel, 0.0),)),
    )
    box = panel.box.inset(top=-rim)
    return Picture(*box[:2], Drawing(*box, 1, layers))


def _draw_shape(panel: Panel, down: float) -> Subpath:
    """Draw the panel's outline, with its upper edge moved down."""
    box, y = panel.box, panel.box.y + down
    depth = 4 / 3 * panel.sag
    left, right = (box.x, y), (box.right, y)
    inner = [(box.x + box.width * share, y + depth) for share in (0.3, 0.7)]
    corners: list[Point] = [(box.right, box.bottom), (box.x, box.bottom), left]
    sides = [(one, other) for one, other in zip([right, *corners], corners, strict=False)]
    return make_subpath([(left, inner[0], inner[1], right), *sides])


def _set_words(front: Front, box: Box) -> Iterator[Item]:
    """Set the subtitle, the author, the series, and whether there are answers, in the middle of a
    box."""
    setting, face = front.setting, front.face
    recipe, sizes = setting.recipe, setting.sizes
    series = "" if recipe.book.series == recipe.book.title else recipe.book.series
    last = " · ".join(filter(None, (series, say_answers(setting))))
    lines = [
        (line, typeface, share_of(face, share))
        for line, typeface, share in (
            (recipe.book.subtitle, sizes.bold, _TYPE),
            (recipe.book.author, sizes.bold, _TYPE),
            (last, sizes.bold, _SMALL_TYPE),
        )
        if line
    ]
    if not lines:
        return
    share = 1.0
    while True:
        stack: list[Letters] = []
        for line, typeface, size in lines:
            room = box._replace(height=share * size * 3.2)
            stack.append(fit_letters(line, typeface, room, share * size, LOOSE))
        gap = share * share_of(face, _SMALL_TYPE) * 0.7
        height = fsum(letters.height for letters in stack) + gap * (len(stack) - 1)
        if height <= box.height or share < 0.3:
            break
        share *= _SHRINK_FACTOR
    y = box.y + (box.height - height) / 2
    for letters in stack:
        yield from set_letters(letters, box._replace(y=y), front.look.panel[1])
        y += letters.height + gap
