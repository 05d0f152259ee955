"""Pages that a theme's scenes fill: four openers in turn, the title page, and the certificate.

Each tableau gives its drawings and a calm box for its words. Most places and sizes are rows of
`templates/scenes.toml`.
"""

from __future__ import annotations

from math import fsum
from typing import NamedTuple

from puzzlebook.books.scenes.frames import (
    FRAME,
    box_path,
    draw_board,
    draw_frame,
    draw_framed_corners,
    draw_seal,
    inner_box,
)
from puzzlebook.books.scenes.placing import (
    GOALS,
    choose_hero,
    cut_margins,
    draw_composition,
    draw_ground,
    draw_piece,
    read_compositions,
)
from puzzlebook.drawing.drawing import Colour
from puzzlebook.maze_art.scenes import Scenes
from puzzlebook.maze_art.things import drop_covered_things
from puzzlebook.typesetting.layout import THINNEST
from puzzlebook.typesetting.page import Box, Picture

# The most that may be cut off a backdrop's sky, as a share of its height, or added, as a share of
# the page's; a page too tall or too wide for that gets another tableau.
_MAX_CUT = 0.3
_TITLE = {"prop": 0.34, "hero": 1.0, "goal": 0.56}  # heights on a title page, in hero heights
_PROPS = 8
_AIR = 0.03  # between these pieces, as a share of the hero's height
_LOW = 0.11  # height of the strip under them, as a share of the hero's height
_FAREWELL = 0.7  # height of a farewell, as a share of its width
_LOWEST = 60.0  # points: a lower picture is left out


class Tableau(NamedTuple):
    """The drawings of a page, the lowest first, and the box of its words."""

    pictures: list[Picture]
    words: Box


def draw_opener(scenes: Scenes, box: Box, turn: int) -> Tableau:
    """Draw the page that opens a section. turn: the index of the section in its book."""
    turn += scenes.turn
    again, kind = divmod(turn, 4)
    if kind == 0 and (cut := _crop_backdrop(scenes, inner_box(box))):
        return _draw_landscape(scenes, box, again, cut)
    if kind == 2:
        return _draw_goal(scenes, box, again)
    # Where a landscape would not fit, a rest opens every second section.
    name, again = ("parade", again) if kind == 1 else ("rest", turn // 2)
    words = cut_margins(box, read_compositions()[name].words)
    return Tableau(draw_composition(scenes, name, box, again), words)


def draw_title(scenes: Scenes, box: Box) -> list[Picture]:
    """Draw the hero, large, between a prop and the goal, in a box of the title page."""
    if box.height < _LOWEST:
        return []
    names = {
        "prop": f"prop-{scenes.turn % _PROPS + 1}",
        "hero": choose_hero(scenes, 1),
        "goal": f"goal-{scenes.turn % GOALS + 1}",
    }
    pieces = {kind: scenes.piece(name) for kind, name in names.items()}
    widths = [_TITLE[kind] * piece.width / piece.height for kind, piece in pieces.items()]
    total = fsum(widths) + 2 * _AIR
    height = min(box.height, box.width / total)
    x = box.x + (box.width - height * total) / 2
    pictures = []
    for (kind, share), width in zip(_TITLE.items(), widths, strict=True):
        middle, name = x + height * width / 2, names[kind]
        pictures.append(draw_piece(scenes, name, middle, box.bottom, height * share, box.width))
        x += height * (width + _AIR)
    prop, hero, goal = pictures
    return [*draw_ground(scenes, box, box.bottom, height * _LOW), prop, goal, hero]


def draw_farewell(scenes: Scenes, box: Box) -> list[Picture]:
    """Draw the hero at its party among props, at the end of a book."""
    height = min(box.width, box.height / _FAREWELL) * _FAREWELL
    if height < _LOWEST:
        return []
    middle = Box(box.x, box.y + (box.height - height) / 2, box.width, height)
    return draw_composition(scenes, "farewell", middle)


def draw_certificate(scenes: Scenes, box: Box, accent: Colour) -> Tableau:
    """Draw a frame with corner pieces; at its foot a seal and the hero on arrival."""
    side = min(box.width, box.height) * 0.17
    foot = box.inset(side * 0.3, 0, side * 0.3, side * 0.3)
    high = box.height * 0.24
    low = foot.bottom - side * 0.5  # clear of the lower corner pieces
    pictures = [
        *draw_framed_corners(scenes, box, side),
        draw_piece(scenes, "hero-3", foot.right - high * 0.53, low, high, high * 0.9),
        draw_seal(foot.x + high * 0.3, low - high * 0.94, high * 0.72, accent),
    ]
    if box.width > box.height * 0.9:  # the words are between the seal and the hero
        aside = side * 0.3 + high * 1.04
        return Tableau(pictures, box.inset(aside, side * 0.5, aside, side * 0.5))
    return Tableau(pictures, box.inset(side * 0.4, side, side * 0.4, side * 0.8 + high))


def _draw_landscape(scenes: Scenes, box: Box, again: int, cut: Box) -> Tableau:
    """Draw the theme's landscape from edge to edge with the hero, and a board for words in its sky.

    No small thing of the landscape touches the board or is cut by the page.
    """
    inner = inner_box(box)
    scale = inner.width / cut.width
    air = box.width * 0.03
    board = box.inset(
        box.width * 0.11, box.height * 0.07 - air, box.width * 0.11, box.height * 0.74 - air
    )
    words, calm = board.inset(2.5 * air, air, 2.5 * air, air), board.inset(-air, -air, -air, -air)
    left, right = ((x - inner.x) / scale + cut.x for x in (calm.x, calm.right))
    top, bottom = ((y - inner.y) / scale + cut.y for y in (calm.y, calm.bottom))
    seen = cut.x, bottom, cut.right, cut.bottom
    backdrop = drop_covered_things(
        scenes.enlarged("backdrop", scale, THINNEST, across=scenes.is_turned),
        [(left, top, right, bottom)],
        seen,
    )
    sky, *land = backdrop.layers
    backdrop = backdrop._replace(
        left=cut.x,
        top=cut.y,
        width=cut.width,
        height=cut.height,
        layers=(sky._replace(subpaths=[box_path(cut)]), *land),
    )
    hero = draw_composition(scenes, "landscape", box, again)
    landscape = Picture(inner.x, inner.y, backdrop)
    return Tableau([landscape, draw_frame(box), *hero, draw_board(board)], words)


def _crop_backdrop(scenes: Scenes, box: Box) -> Box | None:
    """Return the part of a backdrop that fills a box, or None for too much or too little sky.

    It has the full width, so that nothing on the ground is cut.
    """
    piece = scenes.piece("backdrop")
    height = piece.width * box.height / box.width
    if not 1 - _MAX_CUT <= height / piece.height <= 1 / (1 - _MAX_CUT):
        return None
    return Box(0.0, piece.height - height, piece.width, height)


def _draw_goal(scenes: Scenes, box: Box, again: int) -> Tableau:
    """Draw the goal in a frame; at its foot the hero, if no corner piece is there."""
    side = min(box.width, box.height) * 0.26
    aside = side * 0.3
    pictures = draw_framed_corners(scenes, box, side)
    if scenes.corner == "hanging" and box.height > box.width:
        foot = box.inset(*[3 * FRAME] * 4)
        pictures += draw_composition(scenes, "goal_above_hero", box, again)
        pictures += draw_composition(scenes, "hero_below_goal", foot, again, box.height)
        return Tableau(pictures, box.inset(aside, box.height * 0.51, aside, box.height * 0.27))
    pictures += draw_composition(scenes, "goal", box, again)
    top = box.height * 0.57
    if box.width > box.height:
        return Tableau(pictures, box.inset(side, top, side, box.height * 0.06))
    return Tableau(pictures, box.inset(aside, top, aside, side))
