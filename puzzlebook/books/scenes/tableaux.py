"""Pages that a theme's scenes fill: openers, the title page, and the certificate.

Each tableau consists of drawings and an empty box for words. Most places and sizes are rows of
`templates/scenes.toml`.
"""

from __future__ import annotations

from math import fsum

from puzzlebook.books.scenes.frames import draw_framed_corners, draw_seal, inner_box
from puzzlebook.books.scenes.landscapes import (
    OpenerPage,
    Tableau,
    crop_backdrop,
    draw_scene_of_opener,
)
from puzzlebook.books.scenes.placing import (
    choose_hero,
    cut_margins,
    draw_composition,
    draw_ground,
    draw_piece,
    read_compositions,
)
from puzzlebook.drawing.drawing import Colour
from puzzlebook.maze_art.scenes import GOALS, Scenes
from puzzlebook.typesetting.page import Box, Picture

_LANDSCAPES = ("landscape", "on_sign", "close", "race", "friends", "treasure", "far")
"""The compositions of openers, in turn, before places of the theme's world."""
_FLAT = ("at_right", "at_left")
# Heights on a title page, as shares of the hero's height.
_TITLE_HEIGHTS = {"prop": 0.34, "hero": 1.0, "goal": 0.56}
_PROPS = 8
_GAP = 0.03  # gap between these pieces, as a share of the hero's height
_STRIP_HEIGHT = 0.11  # height of the strip under them, as a share of the hero's height
_FAREWELL_HEIGHT = 0.7  # height of a farewell, as a share of its width
_MIN_PARTY = 250.0  # points: height below which a party is not for everybody
_MIN_HEIGHT = 60.0  # points: height below which a picture is left out
# The width of a plate for the owner's name, as a share of the width and the height of its room; in
# shares of the plate's width, its height, that of the hero on it and the side of its corner pieces;
# the share of the spare height that is above; and the least height of a plate, in points.
_PLATE_WIDTH, _PLATE_SHARE, _PLATE_HEIGHT, _HERO_ON_PLATE, _CORNER_OF_PLATE = (
    0.84,
    0.9,
    0.5,
    0.4,
    0.11,
)
_ABOVE_PLATE, _MIN_PLATE = 0.4, 90.0


def draw_opener(
    scenes: Scenes, box: Box, turn: int, section: str = "", page: OpenerPage | None = None
) -> Tableau:
    """Draw the page that opens a section. turn: the index of the section in its book. section: its
    key, as some sections always have the same figures. page: what else is known about it."""
    times_shown, kind = divmod(turn + scenes.turn, len(_LANDSCAPES))
    place = scenes.move_to_place(turn + 1)
    if cut := crop_backdrop(place, inner_box(box)):
        rows = read_compositions().items()
        if own := next((name for name, row in rows if section in row.sections), ""):
            times_shown, name = 0, own
        else:
            name = _LANDSCAPES[kind]
        return draw_scene_of_opener(place, box, name, times_shown, cut, page or OpenerPage())
    # A page too wide or too narrow for a landscape.
    times_shown, kind = divmod(turn + scenes.turn, len(_FLAT))
    name = _FLAT[kind]
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


def draw_party(scenes: Scenes, box: Box, page: OpenerPage) -> Tableau | None:
    """Draw the hero's party with everybody from its world, at the end of a book; None on a page too
    wide or too narrow for a landscape."""
    cut = crop_backdrop(scenes, inner_box(box)) if box.height >= _MIN_PARTY else None
    return draw_scene_of_opener(scenes, box, "party", 0, cut, page) if cut else None


def draw_farewell(scenes: Scenes, box: Box) -> list[Picture]:
    """Draw the hero at its party among props, at the end of a book."""
    height = min(box.width, box.height / _FAREWELL_HEIGHT) * _FAREWELL_HEIGHT
    if height < _MIN_HEIGHT:
        return []
    middle = Box(box.x, box.y + (box.height - height) / 2, box.width, height)
    return draw_composition(scenes, "farewell", middle)


def draw_bookplate(scenes: Scenes, box: Box) -> Tableau | None:
    """Draw a plate for the owner's name with corner pieces, and the hero standing on it; None if
    there is no room for it."""
    width = min(_PLATE_WIDTH * box.width, box.height * _PLATE_SHARE)
    height = _PLATE_HEIGHT * width
    hero_height = _HERO_ON_PLATE * width
    if height < _MIN_PLATE:
        return None
    top = box.y + (box.height - height - hero_height) * _ABOVE_PLATE + hero_height
    plate = Box(box.x + (box.width - width) / 2, top, width, height)
    hero = draw_piece(
        scenes, choose_hero(scenes, 2), plate.x + width / 2, plate.y, hero_height, width / 2
    )
    side = _CORNER_OF_PLATE * width
    margin = side + _GAP * width
    words = plate.inset(margin, 1.2 * side, margin, side)
    return Tableau([hero, *draw_framed_corners(scenes, plate, side)], words)


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
