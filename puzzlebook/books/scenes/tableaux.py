"""Pages that a theme's scenes fill: four openers in turn, the title page, and the certificate.

Each tableau consists of drawings and an empty box for words. Most places and sizes are rows of
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

# Largest part of the sky that may be cut off a backdrop, as a share of its height, or added to it,
# as a share of the page's height; a page too tall or too wide for that gets another tableau.
_MAX_CUT = 0.3
# Heights on a title page, as shares of the hero's height.
_TITLE_HEIGHTS = {"prop": 0.34, "hero": 1.0, "goal": 0.56}
_PROPS = 8
_GAP = 0.03  # gap between these pieces, as a share of the hero's height
_STRIP_HEIGHT = 0.11  # height of the strip under them, as a share of the hero's height
_FAREWELL_HEIGHT = 0.7  # height of a farewell, as a share of its width
_MIN_HEIGHT = 60.0  # points: height below which a picture is left out


class Tableau(NamedTuple):
    """The drawings of a page, the lowest first, and the box of its words."""

    pictures: list[Picture]
    words: Box


def draw_opener(scenes: Scenes, box: Box, turn: int) -> Tableau:
    """Draw the page that opens a section. turn: the index of the section in its book."""
    turn += scenes.turn
    times_shown, kind = divmod(turn, 4)
    if kind == 0 and (cut := _crop_backdrop(scenes, inner_box(box))):
        return _draw_landscape(scenes, box, times_shown, cut)
    if kind == 2:
        return _draw_goal(scenes, box, times_shown)
    # "rest" takes the turns of kind 3 and, where a landscape would not fit, also those of kind 0.
    name, times_shown = ("parade", times_shown) if kind == 1 else ("rest", turn // 2)
    words = cut_margins(box, read_compositions()[name].words)
    return Tableau(draw_composition(scenes, name, box, times_shown), words)


def draw_title(scenes: Scenes, box: Box) -> list[Picture]:
    """Draw the hero, large, between a prop and the goal, in a box of the title page."""
    if box.height < _MIN_HEIGHT:
        return []
    names = {
        "prop": f"prop-{scenes.turn % _PROPS + 1}",
        "hero": choose_hero(scenes, 1),
        "goal": f"goal-{scenes.turn % GOALS + 1}",
    }
    pieces = {kind: scenes.piece(name) for kind, name in names.items()}
    widths = [_TITLE_HEIGHTS[kind] * piece.width / piece.height for kind, piece in pieces.items()]
    total = fsum(widths) + 2 * _GAP
    height = min(box.height, box.width / total)
    x = box.x + (box.width - height * total) / 2
    pictures = []
    for (kind, share), width in zip(_TITLE_HEIGHTS.items(), widths, strict=True):
        middle, name = x + height * width / 2, names[kind]
        pictures.append(draw_piece(scenes, name, middle, box.bottom, height * share, box.width))
        x += height * (width + _GAP)
    prop, hero, goal = pictures
    return [*draw_ground(scenes, box, box.bottom, height * _STRIP_HEIGHT), prop, goal, hero]


def draw_farewell(scenes: Scenes, box: Box) -> list[Picture]:
    """Draw the hero at its party among props, at the end of a book."""
    height = min(box.width, box.height / _FAREWELL_HEIGHT) * _FAREWELL_HEIGHT
    if height < _MIN_HEIGHT:
        return []
    middle = Box(box.x, box.y + (box.height - height) / 2, box.width, height)
    return draw_composition(scenes, "farewell", middle)


def draw_certificate(scenes: Scenes, box: Box, accent: Colour) -> Tableau:
    """Draw a frame with corner pieces; at its foot a seal and the hero on arrival."""
    side = min(box.width, box.height) * 0.17
    foot = box.inset(side * 0.3, 0, side * 0.3, side * 0.3)
    hero_height = box.height * 0.24
    floor = foot.bottom - side * 0.5  # clear of the lower corner pieces
    pictures = [
        *draw_framed_corners(scenes, box, side),
        draw_piece(
            scenes, "hero-3", foot.right - hero_height * 0.53, floor, hero_height, hero_height * 0.9
        ),
        draw_seal(
            foot.x + hero_height * 0.3, floor - hero_height * 0.94, hero_height * 0.72, accent
        ),
    ]
    if box.width > box.height * 0.9:  # the words are between the seal and the hero
        margin = side * 0.3 + hero_height * 1.04
        return Tableau(pictures, box.inset(margin, side * 0.5, margin, side * 0.5))
    return Tableau(pictures, box.inset(side * 0.4, side, side * 0.4, side * 0.8 + hero_height))


def _draw_landscape(scenes: Scenes, box: Box, times_shown: int, cut: Box) -> Tableau:
    """Draw the theme's landscape from edge to edge with the hero, and a board for words in its sky.

    No small thing of the landscape touches the board or is cut by the page.
    """
    inner = inner_box(box)
    scale = inner.width / cut.width
    air = box.width * 0.03
    board = box.inset(
        box.width * 0.11, box.height * 0.07 - air, box.width * 0.11, box.height * 0.74 - air
    )
    words, clear_area = (
        board.inset(2.5 * air, air, 2.5 * air, air),
        board.inset(-air, -air, -air, -air),
    )
    left, right = ((x - inner.x) / scale + cut.x for x in (clear_area.x, clear_area.right))
    top, bottom = ((y - inner.y) / scale + cut.y for y in (clear_area.y, clear_area.bottom))
    visible = cut.x, bottom, cut.right, cut.bottom
    is_mirrored = scenes.is_turned != bool(times_shown % 2)  # a landscape shown again
    backdrop = drop_covered_things(
        scenes.enlarged("backdrop", scale, THINNEST, across=is_mirrored),
        [(left, top, right, bottom)],
        visible,
    )
    sky, *land = backdrop.layers
    backdrop = backdrop._replace(
        left=cut.x,
        top=cut.y,
        width=cut.width,
        height=cut.height,
        layers=(sky._replace(subpaths=[box_path(cut)]), *land),
    )
    hero = draw_composition(scenes, "landscape", box, times_shown)
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


def _draw_goal(scenes: Scenes, box: Box, times_shown: int) -> Tableau:
    """Draw the goal in a frame; at its foot the hero, if no corner piece is there."""
    side = min(box.width, box.height) * 0.26
    margin = side * 0.3
    pictures = draw_framed_corners(scenes, box, side)
    if scenes.corner == "hanging" and box.height > box.width:
        foot = box.inset(*[3 * FRAME] * 4)
        pictures += draw_composition(scenes, "goal_above_hero", box, times_shown)
        pictures += draw_composition(scenes, "hero_below_goal", foot, times_shown, box.height)
        return Tableau(pictures, box.inset(margin, box.height * 0.51, margin, box.height * 0.27))
    pictures += draw_composition(scenes, "goal", box, times_shown)
    top = box.height * 0.57
    if box.width > box.height:
        return Tableau(pictures, box.inset(side, top, side, box.height * 0.06))
    return Tableau(pictures, box.inset(margin, top, margin, side))
