"""The landscape of an opener: a place of the theme's world from edge to edge, before the far land
of that world, with a board for words, figures, what is in the sky, and a tiny maze between the hero
and its goal."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import ceil, dist, sqrt
from typing import NamedTuple

from puzzlebook.books.scenes.frames import box_path, draw_frame, inner_box
from puzzlebook.books.scenes.hidden_things import Search, hide_things
from puzzlebook.books.scenes.placing import (
    Composition,
    cut_margins,
    draw_composition,
    read_compositions,
)
from puzzlebook.books.scenes.skies import Sky, choose_sky, draw_sky
from puzzlebook.books.scenes.surroundings import do_touch, picture_box
from puzzlebook.books.scenes.tiny_mazes import LaidMaze, draw_on_ground
from puzzlebook.books.scenes.wayside import strew
from puzzlebook.books.scenes.word_boards import draw_ropes, draw_words_board
from puzzlebook.drawing.drawing import (
    BLACK,
    Drawing,
    Layer,
    Style,
    Subpath,
    mirror_subpath,
    place_subpath,
)
from puzzlebook.geometry.arcs import Point
from puzzlebook.geometry.curves import point_at
from puzzlebook.maze_art.character import hash_position
from puzzlebook.maze_art.floor import load_floor, place_motif
from puzzlebook.maze_art.kerb import choose_look, load_kerb
from puzzlebook.maze_art.panorama import load_world_look, take_apart
from puzzlebook.maze_art.scenes import Scenes, make_ellipse, recede_layer
from puzzlebook.maze_art.skylines import find_top, list_strips, make_hazy
from puzzlebook.maze_art.theme import load_theme
from puzzlebook.maze_art.things import (
    LAND,
    Bounds,
    drop_covered_things,
    list_detached_parts,
    measure_bounds,
    split_things,
)
from puzzlebook.typesetting.layout import THINNEST
from puzzlebook.typesetting.page import Box, Picture

_AIR = 0.03  # around a board and its words, as a share of the page's width
_MIN_BOARD = 0.56  # the least width of a board, as a share of its room
# A trail: the length from step to step, and half the width of a step at the hero and at its goal,
# in points; how flat they are, and how far it winds, as shares of its width and its height.
_STEP, _NEAR_STEP, _FAR_STEP, _FLAT_STEP = 17.0, 8.0, 3.5, 0.5
_WINDING = (0.3, 0.45, 1.0, 0.55)
_STEP_AIR = 3.0  # points between a step and a thing beside the trail
# Where a figure touches the ground: strokes in so many rows, the gaps between them as a share of
# their width, and their weight in points; and the radius of what grows there, in the same.
_ROWS, _STROKE, _GAP, _STROKE_LINE = 4, 34.0, 9.0, 1.25
_TUFT, _TUFT_LINE = 11.0, 1.0
_MAZE_AIR = 5.0  # points between a tiny maze and figures
# What stands before everything at the foot of a page, cut by the frame: where, as a share of its
# width, and how large, as a share of the largest; the radius of the largest and the weight of its
# lines in points; and how high its middle is, in radii.
_FOREGROUND = ((0.045, 1.0), (0.12, 0.7), (0.3, 0.8), (0.62, 0.9), (0.89, 0.7), (0.965, 1.0))
_FORE_RADIUS, _FORE_LINE, _FORE_RISE = 27.0, 2.6, 0.35
# What is cut off each side of the hero, as a share, for the box that hides things.
_MIDDLE = (0.15, 0.3, 0.15, 0.0)
# Largest part of the sky that may be cut off a backdrop, as a share of its height, or added to it,
# as a share of the page's height; a page too tall or too wide for that gets another tableau.
_MAX_CUT = 0.3
_AT_FOOT = 0.85  # of a landscape's height: what ends here or lower is beside the reader
_HEAVIEST = 3.4  # points: the weight of the heaviest line of a figure
_SHARES = [(step + 0.5) / 20 for step in range(20)]  # of the width, where the far land may end


class Tableau(NamedTuple):
    """The drawings of a page, the lowest first, the box of its words, and how many things are
    hidden in it."""

    pictures: list[Picture]
    words: Box
    hidden: int = 0


class OpenerPage(NamedTuple):
    """What a section knows about its opener. seed: that of the book, from which its tiny maze is
    drawn. cell: the least width of a cell of it, in points. measure: returns the width and the
    height of the words in a box; without it, the words fill their room. has_words: whether there
    are words, on a board. search: what is hidden in the landscape, if anything."""

    seed: str = ""
    cell: float = 14.0
    measure: Callable[[Box], tuple[float, float]] | None = None
    has_words: bool = True
    search: Search | None = None


def draw_scene_of_opener(
    scenes: Scenes, box: Box, name: str, times_shown: int, cut: Box, page: OpenerPage
) -> Tableau:
    """Draw a place of the theme's world from edge to edge, with figures before it, and a board for
    words that hangs in its sky or stands on its ground. name: the composition of the figures.

    No small thing of the landscape touches the board or is cut by the page.
    """
    inner, composition = inner_box(box), read_compositions()[name]
    figures = [*map(_draw_lightly, draw_composition(scenes, name, box, times_shown))]
    pieces = [row.piece for row in composition.rows]
    board, words = _place_board(box, composition, page)
    air = _AIR * box.width
    is_hanging = board.y < inner.y + inner.height / 2
    clear_area = board.inset(-air, inner.y - board.y if is_hanging else -air, -air, -air)
    contacts = [
        contact
        for contact in _list_contacts(box, composition, figures)
        if contact.is_within(inner) and not do_touch(contact, board)
    ]
    boxes = [*map(picture_box, figures)]
    maze = _draw_maze(scenes, box, composition, page, f"opener {name}", boxes)
    obstacles = [*boxes, *([picture_box(maze.picture)] if maze else ())]
    steps = [
        *_list_steps(
            inner, _list_legs(dict(zip(pieces, boxes, strict=True)), maze), [*obstacles, board]
        )
    ]

    is_mirrored = scenes.is_turned != bool(times_shown % 2)  # a landscape shown again
    solid = [*_list_solid_parts(figures, pieces), *([picture_box(maze.picture)] if maze else ())]
    landscape = _draw_backdrop(
        scenes, inner, cut, is_mirrored, clear_area, [*solid, *contacts, *steps]
    )
    above = board.bottom if is_hanging else inner.y
    landscape = _set_before_far_land(scenes, landscape, above, len(name) + times_shown)
    horizon, seen = _find_sky(landscape, inner, scenes, cut)
    sky = inner._replace(height=horizon - inner.y)
    taken, turn = [clear_area, *obstacles, *seen], times_shown + len(name)
    flying = draw_sky(scenes, _choose_sky(scenes, composition, is_hanging), sky, taken, turn)
    ropes = [draw_ropes(inner.y, board)] if is_hanging and page.has_words else []
    words_board = [draw_words_board(scenes, board)] if page.has_words else []
    ground = _draw_ground(scenes, inner, steps, contacts)
    shore = _find_shore(scenes, inner, cut)
    land = [landscape, strew(scenes, inner, shore), *ground]
    land = [_turn_in_mirror(picture) for picture in land if picture.drawing.layers]
    laid = [_turn_in_mirror(maze.picture)] if maze else []
    shown = _cut_by_frame(figures, pieces, inner)
    hidden = []
    if page.search:
        dry = inner.inset(top=shore - inner.y, bottom=_FORE_RISE * _FORE_RADIUS)
        kept_off = [*obstacles, *contacts, *steps, *seen]
        hidden = [*hide_things(scenes, dry, board, kept_off, page.search, turn)]
    things = [picture for pictures in hidden for picture in pictures]
    boxes += map(picture_box, things)
    before = [
        obstacle for obstacle in [*boxes, board] if obstacle.bottom > inner.bottom - _FORE_RADIUS
    ]
    tufts = _draw_tufts(scenes, inner, contacts, before)
    pictures = [*land, *flying, *laid, *things, *shown, *tufts]
    return Tableau([*pictures, draw_frame(box), *ropes, *words_board], words, len(hidden))


def _draw_lightly(figure: Picture) -> Picture:
    """Return a figure with lines no heavier than those beside the mazes."""
    drawing = figure.drawing
    share = min(1.0, _HEAVIEST / max(layer.style.width for layer in drawing.layers))

    def thin(style: Style) -> Style:
        return style._replace(width=max(THINNEST, share * style.width)) if style.width else style

    layers = tuple(layer._replace(style=thin(layer.style)) for layer in drawing.layers)
    return figure._replace(drawing=drawing._replace(layers=layers))


def _set_before_far_land(scenes: Scenes, landscape: Picture, above: float, number: int) -> Picture:
    """Return a landscape with the far land of a theme's world behind its own. above: the y of what
    hangs in its sky. number: decides what is there."""
    look, drawing = load_world_look()["empty"]["far"], landscape.drawing
    sky, *layers = drawing.layers
    strips = list_strips(scenes.theme, load_kerb(scenes.theme)["is_shore"])
    bounds = [measure_bounds(layer.subpaths) for layer in layers]
    wide = [i for i, box in enumerate(bounds) if box[2] - box[0] >= LAND * drawing.width]
    is_room = f"{scenes.theme}/{scenes.backdrop}" in look["rooms"]
    if is_room or not (strips and wide and sky.style.fill):
        return landscape
    land = layers[wide[0]]
    tops = [find_top(land, drawing.left + share * drawing.width) for share in _SHARES]
    foot, highest = max(tops), min(tops) - drawing.top - (above - landscape.y) / drawing.scale
    name, is_turned = strips[number % len(strips)], number // len(strips) % 2 == 1
    whole = scenes.far_piece(name)
    scale = min(drawing.width / whole.width, look["height"] * highest / whole.height)
    if scale * whole.height < look["least"] * drawing.height:
        return landscape
    far = list[Layer]()
    for tile in range(ceil(drawing.width / (scale * whole.width) - 0.01)):
        piece = scenes.far_piece(name, across=is_turned != (tile % 2 == 1))
        corner = drawing.left + tile * scale * piece.width, foot - scale * piece.height
        for layer in piece.layers:
            paths = tuple(place_subpath(path, corner, scale) for path in layer.subpaths)
            style = make_hazy(layer.style, sky.style.fill)
            line = max(THINNEST, look["line"] * scale * drawing.scale * style.width)
            style = style._replace(width=line if style.width else 0.0)
            far.append(Layer("skyline", style, paths))
    place = next((i for i, box in enumerate(bounds) if box[3] >= min(tops)), wide[0])
    shown = sky, *layers[:place], *far, *layers[place:]
    return landscape._replace(drawing=drawing._replace(layers=shown))


def _choose_sky(scenes: Scenes, composition: Composition, is_hanging: bool) -> Sky:
    """Return what is in the sky. Without a board that hangs there, it has no garland."""
    own = choose_sky(scenes)
    strung = composition.strung or own.strung if is_hanging else ""
    if not composition.sky:
        return own._replace(strung=strung)
    return Sky(composition.sky, (), strung)


def _place_board(box: Box, composition: Composition, page: OpenerPage) -> tuple[Box, Box]:
    """Return the box of a board, which is as large as its words need, and the box of the words."""
    room, air = cut_margins(box, composition.words), _AIR * box.width
    words = room.inset(1.5 * air, air, 1.5 * air, air)
    if not page.measure:
        return room, words
    wide, high = page.measure(words)
    width = min(room.width, max(_MIN_BOARD * room.width, wide + 4 * air))
    height = min(room.height, high + 2 * air)
    x = room.x + composition.at * (room.width - width)
    board = Box(x, room.y, width, height)
    return board, board.inset(1.5 * air, air, 1.5 * air, air)


def _draw_maze(
    scenes: Scenes,
    box: Box,
    composition: Composition,
    page: OpenerPage,
    purpose: str,
    figures: Sequence[Box],
) -> LaidMaze | None:
    """Draw the tiny maze between hero and goal, if a composition has one and there is room."""
    if not composition.maze:
        return None
    left, floor, width, height = composition.maze
    room = Box(
        box.x + left * box.width,
        box.bottom - (floor + height) * box.height,
        width * box.width,
        height * box.height,
    )
    for figure in figures:
        room = _keep_clear(room, figure.widen(_MAZE_AIR))
    ends = dict(zip((row.piece for row in composition.rows), figures, strict=True))
    middles = [ends[piece].x + ends[piece].width / 2 for piece in ("hero", "goal")]
    return draw_on_ground(scenes, room, page.cell, page.seed, purpose, (middles[0], middles[1]))


def _keep_clear(room: Box, figure: Box) -> Box:
    """Return the largest part of a room beside, above or below a figure."""
    if not room.overlaps(figure):
        return room
    parts = (
        room.inset(right=room.right - figure.x),
        room.inset(left=figure.right - room.x),
        room.inset(bottom=room.bottom - figure.y),
        room.inset(top=figure.bottom - room.y),
    )
    return max(parts, key=lambda part: max(0.0, part.width) * max(0.0, part.height))


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
    area, above it, or in the covered boxes. What is far away has thinner and paler lines."""
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
    horizon, foot = take_apart(scenes).horizon, _AT_FOOT * backdrop.height
    things = [recede_layer(layer, _measure_distance(layer, horizon, foot)) for layer in things]
    backdrop = backdrop._replace(
        left=cut.x,
        top=cut.y,
        width=cut.width,
        height=cut.height,
        layers=(sky._replace(subpaths=[box_path(cut)]), *things),
    )
    return Picture(inner.x, inner.y, backdrop)


def _measure_distance(layer: Layer, horizon: float, foot: float) -> float:
    """Return how far away a part of a landscape is: land by its top, a thing by its foot."""
    left, top, right, bottom = measure_bounds(layer.subpaths)
    y = top if bottom > foot and right - left > foot / 2 else bottom
    return max(0.0, min(1.0, (foot - y) / (foot - horizon)))


def _find_sky(landscape: Picture, inner: Box, scenes: Scenes, cut: Box) -> tuple[float, list[Box]]:
    """Return the horizon's y on a page, and the boxes of what the landscape shows above it."""
    scale = inner.width / cut.width
    horizon = inner.y + (take_apart(scenes).horizon - cut.y) * scale
    _, *layers = landscape.drawing.layers
    seen = []
    for layer in layers:
        for part in split_things(layer):
            left, top, right, bottom = measure_bounds(part.subpaths)
            if right - left < LAND * cut.width:
                x, y = inner.x + (left - cut.x) * scale, inner.y + (top - cut.y) * scale
                seen.append(Box(x, y, (right - left) * scale, (bottom - top) * scale))
    return horizon, seen


def _find_shore(scenes: Scenes, inner: Box, cut: Box) -> float:
    """Return the y on a page where land begins that may be strewn: the horizon or, by the sea, the
    shore."""
    panorama = take_apart(scenes)
    tops = [box[1] for box, _ in panorama.land if box[2] - box[0] >= LAND * panorama.width]
    top = max(tops) if load_kerb(scenes.theme)["is_shore"] else panorama.horizon
    return inner.y + (top - cut.y) * inner.width / cut.width


def _turn_in_mirror(picture: Picture) -> Picture:
    """Return a picture whose drawing is mirrored, too, on a mirrored page."""
    drawing = picture.drawing
    layers = tuple(
        layer._replace(subpaths=tuple(map(mirror_subpath, layer.subpaths)))
        for layer in drawing.layers
    )
    mirrored = drawing._replace(left=-drawing.left - drawing.width, layers=layers)
    return picture._replace(in_mirror=mirrored)


def _list_contacts(
    frame: Box, composition: Composition, figures: Sequence[Picture]
) -> Iterator[Box]:
    """List the boxes of the ground that the hero and things touch, or that are below them."""
    across, down = composition.shadow
    for row, figure in zip(composition.rows, figures, strict=True):
        if row.piece != "goal":
            box, y = picture_box(figure), frame.bottom - row.floor * frame.height
            half, rise = across * box.width, down * box.width
            yield Box(box.x + box.width / 2 - half, y - rise, 2 * half, 2 * rise)


def _draw_ground(
    scenes: Scenes, frame: Box, steps: Sequence[Box], contacts: Sequence[Box]
) -> Iterator[Picture]:
    """Draw the steps of a trail, and strokes where figures touch the ground."""
    dark = choose_look(scenes.theme, scenes.in_colour).dark
    strokes = [stroke for box in contacts for stroke in _hatch(box, frame)]
    layers = (
        Layer("trail", Style(fill=BLACK), [_fill_with_ellipse(box, frame) for box in steps]),
        Layer("shadows", Style(_STROKE_LINE * (1 + scenes.in_colour), dark), strokes),
    )
    shown = tuple(layer for layer in layers if layer.subpaths)
    yield Picture(frame.x, frame.y, Drawing(0, 0, frame.width, frame.height, 1, shown))


def _hatch(box: Box, frame: Box) -> Iterator[Subpath]:
    """Yield broken lines across the ellipse in a box, in the units of a frame."""
    left, top = box.x - frame.x, box.y - frame.y
    for row in range(_ROWS):
        share = (row + 0.5) / _ROWS
        y, reach = top + share * box.height, sqrt(4 * share * (1 - share)) * box.width / 2
        x, end = left + box.width / 2 - reach, left + box.width / 2 + reach
        x += _STROKE * 0.4 * hash_position(x, y)
        while x < end - _GAP:
            length = _STROKE * (0.4 + hash_position(x, y + 0.5))
            yield Subpath(((x, y), (min(end, x + length), y)))
            x += length + _GAP * (0.6 + hash_position(y, x))


def _draw_tufts(
    scenes: Scenes, frame: Box, contacts: Sequence[Box], taken: Sequence[Box]
) -> Iterator[Picture]:
    """Draw what grows or lies on a theme's ground at the feet of figures and, large, at the foot of
    a page, where nothing else is; the frame cuts it."""
    name = load_kerb(scenes.theme).get("strewn") or load_theme(scenes.theme).floor
    motifs = load_floor(name).motifs
    spots = []
    for box in contacts:
        radius = min(_TUFT, 0.12 * box.width)
        y = box.y - frame.y + 0.5 * box.height - 0.2 * radius
        spots += [((box.x - frame.x + at * box.width, y), radius) for at in (0.0, 1.0)]
    near = []
    for across, share in _FOREGROUND:
        radius = share * _FORE_RADIUS
        x, y = across * frame.width, frame.height - _FORE_RISE * radius
        around = Box(frame.x + x, frame.y + y, 0, 0).widen(radius)
        if not any(do_touch(around, box) for box in taken):
            near.append(((x, y), radius))
    colour = choose_look(scenes.theme, scenes.in_colour).dark
    layers = tuple(
        Layer(
            "wayside",
            Style(line, colour),
            [line for spot, radius in each for line in place_motif(motifs, spot, radius).lines],
        )
        for each, line in ((spots, _TUFT_LINE), (near, _FORE_LINE))
        if each
    )
    if layers:
        drawing = Drawing(0, 0, frame.width, frame.height, 1, layers)
        yield Picture(frame.x, frame.y, drawing, window=frame)


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


def _list_legs(ends: dict[str, Box], maze: LaidMaze | None) -> list[tuple[Point, Point]]:
    """Return where the trail from the hero to its goal begins and ends, or its two parts, to a maze
    between the two and from there."""
    hero, goal = ends["hero"], ends["goal"]
    last = goal.x + goal.width / 2, goal.bottom
    target = maze.way_in[0] if maze else last[0]
    first = max(hero.x, min(hero.right, target)), hero.bottom
    if not maze:
        return [(first, last)]
    return [(first, maze.way_in), (maze.way_out, last)]


def _list_steps(
    frame: Box, legs: Sequence[tuple[Point, Point]], obstacles: Sequence[Box]
) -> Iterator[Box]:
    """List the boxes of the steps of a trail, smaller and smaller, and none where it would touch
    anything else."""
    boxes = [obstacle.widen(_STEP_AIR) for obstacle in obstacles]
    bottom, top = (legs[0][0][1], legs[-1][1][1]) if legs else (0.0, 0.0)
    a, b, c, d = _WINDING
    for (x, y), (end_x, end_y) in legs:
        across, down = end_x - x, end_y - y
        curve = (
            (x, y),
            (x + a * across, y + b * down),
            (x + c * across, y + d * down),
            (end_x, end_y),
        )
        count = max(3, round(dist((x, y), (end_x, end_y)) / _STEP))
        for step in range(1, count):
            middle_x, middle_y = point_at(curve, step / count)
            near = (middle_y - top) / (bottom - top) if bottom > top else 0.0
            half = _FAR_STEP + (_NEAR_STEP - _FAR_STEP) * max(0.0, min(1.0, near))
            flat = _FLAT_STEP * half
            mark = Box(middle_x - half, middle_y - flat, 2 * half, 2 * flat)
            if mark.is_within(frame) and not any(do_touch(mark, box) for box in boxes):
                yield mark


def crop_backdrop(scenes: Scenes, box: Box) -> Box | None:
    """Return the part of a backdrop that fills a box, or None for too much or too little sky.

    It has the full width, so that nothing on the ground is cut.
    """
    piece = scenes.piece(scenes.backdrop)
    height = piece.width * box.height / box.width
    if not 1 - _MAX_CUT <= height / piece.height <= 1 / (1 - _MAX_CUT):
        return None
    return Box(0.0, piece.height - height, piece.width, height)
