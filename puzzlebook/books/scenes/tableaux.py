"""Pages that a theme's scenes fill: openers, the title page, and the certificate.

Each tableau consists of drawings and an empty box for words. Most places and sizes are rows of
`templates/scenes.toml`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import fsum
from typing import NamedTuple

from puzzlebook.books.scenes.frames import (
    box_path,
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
from puzzlebook.books.scenes.surroundings import do_touch, picture_box
from puzzlebook.books.scenes.word_boards import draw_ropes, draw_words_board
from puzzlebook.drawing.drawing import (
    BLACK,
    Colour,
    Drawing,
    Layer,
    Style,
    Subpath,
    mirror_subpath,
)
from puzzlebook.geometry.curves import point_at
from puzzlebook.maze_art.scenes import Scenes, make_ellipse
from puzzlebook.maze_art.things import Bounds, drop_covered_things, list_detached_parts
from puzzlebook.typesetting.layout import THINNEST
from puzzlebook.typesetting.page import Box, Picture

_LANDSCAPES = ("landscape", "on_sign", "close", "race", "friends", "treasure", "far")
"""The compositions of openers, in turn, before places of the theme's world."""
_FLAT = ("at_right", "at_left")
# Shadows on white ground and on coloured ground, which is darker.
_SHADOW: Colour = (0.8, 0.8, 0.8)
_DARK_SHADOW: Colour = (0.4, 0.4, 0.4)
# The trail from the hero to its goal: the number of its steps, half their width at its start and at
# its end in points, how flat they are, and how far it winds, as shares of its width and its height.
_STEPS, _NEAR_STEP, _FAR_STEP, _FLAT_STEP = 12, 8.0, 3.5, 0.5
_WINDING = (0.3, 0.45, 1.0, 0.55)
_STEP_AIR = 3.0  # points between a step and a thing beside the trail
# What is cut off each side of the hero, as a share, for the box that hides things.
_MIDDLE = (0.15, 0.3, 0.15, 0.0)
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


def draw_opener(scenes: Scenes, box: Box, turn: int, section: str = "") -> Tableau:
    """Draw the page that opens a section. turn: the index of the section in its book. section: its
    key, as some sections always have the same figures."""
    times_shown, kind = divmod(turn + scenes.turn, len(_LANDSCAPES))
    place = scenes.move_to_place(turn + 1)
    if cut := _crop_backdrop(place, inner_box(box)):
        rows = read_compositions().items()
        if own := next((name for name, row in rows if section in row.sections), ""):
            return _draw_landscape(place, box, own, 0, cut)
        return _draw_landscape(place, box, _LANDSCAPES[kind], times_shown, cut)
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


def _draw_landscape(scenes: Scenes, box: Box, name: str, times_shown: int, cut: Box) -> Tableau:
    """Draw a place of the theme's world from edge to edge, with figures before it, and a board for
    words that hangs in its sky or stands on its ground. name: the composition of the figures.

    No small thing of the landscape touches the board or is cut by the page.
    """
    inner, air = inner_box(box), box.width * 0.03
    figures = draw_composition(scenes, name, box, times_shown)
    board = cut_margins(box, read_compositions()[name].words)
    is_hanging = board.y < inner.y + inner.height / 2
    words, clear_area = (
        board.inset(1.5 * air, air, 1.5 * air, air),
        board.inset(-air, inner.y - board.y if is_hanging else -air, -air, -air),
    )
    pieces = [row.piece for row in read_compositions()[name].rows]
    standing = [
        picture_box(figure)
        for figure, piece in zip(figures, pieces, strict=True)
        if piece != "goal"
    ]
    shadows = [
        shadow
        for shadow in _list_shadows(standing, read_compositions()[name].shadow)
        if shadow.is_within(inner) and not do_touch(shadow, board)
    ]
    steps = [*_list_steps(inner, dict(zip(pieces, figures, strict=True)), figures)]

    is_mirrored = scenes.is_turned != bool(times_shown % 2)  # a landscape shown again
    covered = [*_list_solid_parts(figures, pieces), *shadows, *steps]
    landscape = _draw_backdrop(scenes, inner, cut, is_mirrored, clear_area, covered)
    ropes = [draw_ropes(inner.y, board)] if is_hanging else []
    words_board = draw_words_board(scenes, board)
    shade = _DARK_SHADOW if scenes.in_colour else _SHADOW
    ground = _draw_spots(inner, {"trail": (BLACK, steps), "shadows": (shade, shadows)})
    land = [_turn_in_mirror(picture) for picture in (landscape, ground) if picture.drawing.layers]
    shown = _cut_by_frame(figures, pieces, inner)
    return Tableau([*land, *shown, draw_frame(box), *ropes, words_board], words)


def _list_solid_parts(figures: Sequence[Picture], pieces: Sequence[str]) -> Iterator[Box]:
    """Yield the boxes that figures fill. The hero's limbs leave room around its middle."""
    for figure, piece in zip(figures, pieces, strict=True):
        if piece == "hero":
            yield from _list_detached(figure)
        yield cut_margins(picture_box(figure), _MIDDLE) if piece == "hero" else picture_box(figure)


def _cut_by_frame(
    figures: Sequence[Picture], pieces: Sequence[str], inner: Box
) -> Iterator[Picture]:
    """Yield the figures as a page shows them: the hero in a mirror where the page is, and what
    reaches beyond the frame is cut there."""
    for figure, piece in zip(figures, pieces, strict=True):
        turned = _turn_in_mirror(figure) if piece == "hero" else figure
        is_inside = picture_box(turned).is_within(inner)
        yield turned if is_inside else turned._replace(window=inner)


def _draw_backdrop(
    scenes: Scenes,
    inner: Box,
    cut: Box,
    is_mirrored: bool,
    clear_area: Box,
    covered: Sequence[Box],
) -> Picture:
    """Draw the part `cut` of a theme's backdrop in a box, without its small things in the clear
    area, above it, or in the covered boxes."""
    scale = inner.width / cut.width

    def find_in_backdrop(place: Box) -> Bounds:
        x, y = (place.x - inner.x) / scale + cut.x, (place.y - inner.y) / scale + cut.y
        return x, y, x + place.width / scale, y + place.height / scale

    clear = find_in_backdrop(clear_area)
    backdrop = drop_covered_things(
        scenes.enlarged(scenes.backdrop, scale, THINNEST, across=is_mirrored),
        [clear, *map(find_in_backdrop, covered)],
        (cut.x, clear[3], cut.right, cut.bottom),
    )
    sky, *things = backdrop.layers
    backdrop = backdrop._replace(
        left=cut.x,
        top=cut.y,
        width=cut.width,
        height=cut.height,
        layers=(sky._replace(subpaths=[box_path(cut)]), *things),
    )
    return Picture(inner.x, inner.y, backdrop)


def _turn_in_mirror(picture: Picture) -> Picture:
    """Return a picture whose drawing is mirrored, too, on a mirrored page."""
    drawing = picture.drawing
    layers = tuple(
        layer._replace(subpaths=tuple(map(mirror_subpath, layer.subpaths)))
        for layer in drawing.layers
    )
    mirrored = drawing._replace(left=-drawing.left - drawing.width, layers=layers)
    return picture._replace(in_mirror=mirrored)


def _list_shadows(figures: Sequence[Box], halves: Sequence[float]) -> Iterator[Box]:
    """List the boxes of the shadows under figures. halves: see `Composition.shadow`."""
    across, down = halves
    for box in figures:
        middle, half, rise = box.x + box.width / 2, across * box.width, down * box.width
        yield Box(middle - half, box.bottom - rise, 2 * half, 2 * rise)


def _draw_spots(frame: Box, spots: Mapping[str, tuple[Colour, Sequence[Box]]]) -> Picture:
    """Draw flat spots on the ground. spots: for each layer, the colour and the boxes of its
    spots."""
    layers = tuple(
        Layer(name, Style(fill=colour), [_fill_with_ellipse(box, frame) for box in boxes])
        for name, (colour, boxes) in spots.items()
        if boxes
    )
    return Picture(frame.x, frame.y, Drawing(0, 0, frame.width, frame.height, 1, layers))


def _fill_with_ellipse(box: Box, frame: Box) -> Subpath:
    """Return the ellipse that fills a box, in the units of a frame."""
    middle = box.x + box.width / 2 - frame.x, box.y + box.height / 2 - frame.y
    return make_ellipse(middle, box.width / 2, box.height / 2)


def _list_detached(figure: Picture) -> list[Box]:
    """List the boxes of what floats beside a figure, such as the moon above someone asleep."""
    drawing, scale = figure.drawing, figure.drawing.scale
    x, y = figure.x - drawing.left * scale, figure.y - drawing.top * scale
    return [
        Box(x + left * scale, y + top * scale, (right - left) * scale, (bottom - top) * scale)
        for left, top, right, bottom in list_detached_parts(drawing)
    ]


def _list_steps(
    frame: Box, ends: Mapping[str, Picture], figures: Sequence[Picture]
) -> Iterator[Box]:
    """List the boxes of the steps of a trail from the hero to its goal, smaller and smaller, and
    none where it would touch another figure."""
    hero, goal = (picture_box(ends[piece]) for piece in ("hero", "goal"))
    boxes = [picture_box(figure).inset(*[-_STEP_AIR] * 4) for figure in figures]
    goal_x = goal.x + goal.width / 2
    x, y = max(hero.x, min(hero.right, goal_x)), hero.bottom
    across, down = goal_x - x, goal.bottom - y
    a, b, c, d = _WINDING
    curve = (
        (x, y),
        (x + a * across, y + b * down),
        (x + c * across, y + d * down),
        (x + across, y + down),
    )
    for step in range(1, _STEPS):
        share = step / _STEPS
        middle_x, middle_y = point_at(curve, share)
        half = _NEAR_STEP + (_FAR_STEP - _NEAR_STEP) * share
        mark = Box(middle_x - half, middle_y - _FLAT_STEP * half, 2 * half, 2 * _FLAT_STEP * half)
        if mark.is_within(frame) and not any(do_touch(mark, box) for box in boxes):
            yield mark


def _crop_backdrop(scenes: Scenes, box: Box) -> Box | None:
    """Return the part of a backdrop that fills a box, or None for too much or too little sky.

    It has the full width, so that nothing on the ground is cut.
    """
    piece = scenes.piece(scenes.backdrop)
    height = piece.width * box.height / box.width
    if not 1 - _MAX_CUT <= height / piece.height <= 1 / (1 - _MAX_CUT):
        return None
    return Box(0.0, piece.height - height, piece.width, height)
