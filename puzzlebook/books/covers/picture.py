"""The picture on a front: the theme's hero in a landscape beside a large maze, or the maze alone.

For small children the hero stands and looks at the reader; for older readers it walks at night.
Badges hide no part of the maze: one is in an upper corner left free by the maze, one low at the
side.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import dist
from typing import NamedTuple

from puzzlebook.books.covers.badges import draw_badge, draw_burst
from puzzlebook.books.covers.landscape import is_within, sample_outline
from puzzlebook.books.covers.look import LARGE, Front, choose_readable
from puzzlebook.books.covers.mazes import draw_maze_on_disc, draw_maze_on_field, draw_maze_on_sheet
from puzzlebook.books.covers.stages import StagedMaze, StageFront, draw_stage_plate
from puzzlebook.books.scenes.placing import cut_margins, fit_drawing
from puzzlebook.drawing.drawing import Drawing, Layer, Style
from puzzlebook.geometry.arcs import Point
from puzzlebook.maze_art.plate import Plate
from puzzlebook.maze_art.scenes import Scenes
from puzzlebook.typesetting.page import Box, Item

_BURST, _LOW_BURST, _BADGE = 0.13, 0.115, 0.105  # radii, as shares of the front's smaller side
# As shares of the width of the picture's box.
_MAX_BURST = 0.16  # largest radius of a burst
_BADGE_GAP = 0.012  # distance between a badge and the maze
_MAX_DISC = 0.46  # largest radius of a round maze
_DISC_X = 0.46  # x of the middle of a round maze with a burst above it
# Shrink factor, and number of positions, in a search for a free one.
_SHRINK_FACTOR, _STEPS = 0.97, 16
_HERO, _WIDE_HERO = 0.5, 0.45  # width of the hero beside a maze, and on a wide front
_GOAL = 0.2  # height of the goal below hero and maze, as a share of the box's height
# Margins (left, top, right, bottom): of a silhouette maze, as shares of the box's width; of its
# goal and hero, as shares of the box. At night there is no goal.
_BY_DAY: Mapping[str, Sequence[float]] = {
    "maze": (0.1, 0, 0.1, 0.02),
    "goal": (0.76, 0.51, 0, 0),
    "hero": (0, 0.35, 0.5, 0),
}
_AT_NIGHT: Mapping[str, Sequence[float]] = {"maze": (0.16, 0, 0, 0.02), "hero": (0, 0.35, 0.5, 0)}
_DISTANCE = 10.0  # points between a figure and a maze
_SAMPLE_GAP = 3.0  # points: largest distance between sampled points of an outline
# Brightness of a mound by day and at night, as a share of its own.
_DAY_MOUND, _NIGHT_MOUND = 0.78, 0.2


class _Circle(NamedTuple):
    """The space of a badge, or the space around a figure's point that a maze must not enter."""

    x: float
    y: float
    radius: float


def draw_picture(
    front: Front, words: Box, box: Box, y: float, maze: Plate | StagedMaze
) -> Iterator[Item]:
    """Draw the picture in its box. words: the box of the words, which end at y."""
    look = front.look
    if isinstance(maze, StagedMaze):
        yield from draw_stage_plate(maze, box, look)
    elif maze.solution and maze.shading:
        yield draw_maze_on_sheet(maze, box, look)
    elif look.field:
        yield draw_maze_on_field(maze, front.across._replace(y=box.y, height=box.height), look)
    elif look.calm:
        yield from draw_maze_on_disc(maze, box, look)
    else:
        spots = [_place_burst(front, box), *_place_badge(front, words, box, y)]
        if look.scenes is None:
            yield from draw_maze_on_disc(maze, _place_disc(box, spots, _MAX_DISC, _DISC_X), look)
        elif maze.shading:
            yield from _draw_silhouette(front, box, look.scenes, maze)
        else:
            yield from _draw_side_by_side(front, box, look.scenes, maze, spots)
        yield from _draw_badges(front, spots)


def draw_stage_badges(
    front: Front, stage: StageFront, top: float, words: Sequence[Box]
) -> Iterator[Item]:
    """Draw the badges on a stage that fills a front, hiding neither its maze nor these words."""
    side = min(front.face.width, front.face.height)
    radii = [(_LOW_BURST * side, True), *[(_BADGE * side, False)] * front.has_badge]
    spots = [
        _Circle(*spot)
        for spot in stage.place_badges(front.live.inset(top=top - front.live.y), radii, words)
    ]
    yield from _draw_badges(front, spots)


def badge_room(front: Front) -> tuple[float, float]:
    """Return the widths that badges occupy at the left and right of the foot."""
    if front.has_own_picture or front.look.calm or front.is_wide or front.setting.is_hiding:
        return 0.0, 0.0
    side = min(front.face.width, front.face.height)
    return (
        2.2 * _BADGE * side if front.has_badge else 0.0,
        2.2 * _LOW_BURST * side if front.look.scenes else 0.0,
    )


def _place_burst(front: Front, box: Box) -> _Circle:
    """Place the burst in the upper right corner or, if there is a hero, at the lower right."""
    is_low, side = front.look.scenes is not None, min(front.face.width, front.face.height)
    radius = min((_LOW_BURST if is_low else _BURST) * side, _MAX_BURST * box.width)
    if is_low:
        room = box if front.is_wide else front.live
        return _Circle(room.right - radius, room.bottom - radius, radius)
    return _Circle(box.right - radius, box.y + radius, radius)


def _place_badge(front: Front, words: Box, box: Box, y: float) -> list[_Circle]:
    """Place the badge, if any, at the lower left or, on a wide front, below the words."""
    radius = _BADGE * min(front.face.width, front.face.height)
    if not front.has_badge:
        return []
    if front.is_wide:
        x = words.right - radius if front.is_right else words.x + radius
        return [_Circle(x, max(y + radius, box.bottom - radius * 1.1), radius)]
    return [_Circle(front.live.x + radius, front.live.bottom - radius, radius)]


def _place_disc(box: Box, spots: Sequence[_Circle], maximum: float, aside: float | None) -> Box:
    """Return the largest square in a box whose circle keeps clear of `spots`, as high as possible.

    aside: the square's middle, as a share of the box's width; None for as far right as possible.
    """
    reach, air = min(maximum * box.width, box.height / 2), _BADGE_GAP * box.width
    shares = [step / _STEPS for step in range(_STEPS + 1)]
    while True:
        for share in reversed(shares) if aside is None else (0.0,):
            x = box.x + (
                reach + (box.width - 2 * reach) * share if aside is None else aside * box.width
            )
            for down in shares:
                y = box.y + reach + (box.height - 2 * reach) * down
                if all(
                    dist((x, y), (spot.x, spot.y)) >= reach + spot.radius + air for spot in spots
                ):
                    return Box(x - reach, y - reach, 2 * reach, 2 * reach)
        reach *= _SHRINK_FACTOR


def _draw_side_by_side(
    front: Front, box: Box, scenes: Scenes, maze: Plate, spots: Sequence[_Circle]
) -> Iterator[Item]:
    """Draw the hero beside a maze as large as the hero allows, and the goal between the badges
    below."""
    gap = 2 * _BADGE_GAP * box.width
    above = box._replace(height=box.height * (1 - _GOAL) - gap)
    room = above._replace(width=box.width * (_WIDE_HERO if front.is_wide else _HERO))
    if len(spots) > 1 and not front.is_wide:
        room = room._replace(height=min(room.height, spots[1].y - spots[1].radius - gap - room.y))
    piece = scenes.piece("hero-2" if front.look.is_night else "hero-1")
    hero = fit_drawing(piece, room, upper=0.5, at=0.0)
    outline = [
        _Circle(x, y, 0.0 if front.is_wide else _DISTANCE)
        for x, y in sample_outline(hero, _SAMPLE_GAP)
    ]
    disc = _place_disc(above, [*spots, *outline], _MAX_DISC, None)
    yield from draw_maze_on_disc(maze, disc, front.look)
    yield hero
    left = spots[1].x + spots[1].radius if len(spots) > 1 and not front.is_wide else box.x
    top = max(hero.y + hero.drawing.height * hero.drawing.scale, disc.bottom)
    goal_box = Box(
        left + gap, top + gap, spots[0].x - spots[0].radius - left - 2 * gap, box.bottom - top - gap
    )
    aloft = scenes.is_aloft("goal-1")
    yield fit_drawing(
        scenes.piece("goal-1")
        if aloft
        else _shade_ground(scenes.piece_on_ground("goal-1", 1.0, 0.0), front.look.is_night),
        goal_box,
    )


def _shade_ground(piece: Drawing, is_night: bool) -> Drawing:
    """Return a piece with a darker mound, which shows on ground of the same colour."""
    mound, *above = piece.layers
    if mound.style.fill is None:  # a line
        return piece
    red, green, blue = mound.style.fill
    share = _NIGHT_MOUND if is_night else _DAY_MOUND
    shade = mound.style._replace(fill=(share * red, share * green, share * blue))
    return piece._replace(layers=(mound._replace(style=shade), *above))


def _draw_silhouette(front: Front, box: Box, scenes: Scenes, maze: Plate) -> Iterator[Item]:
    """Draw a maze cut to a silhouette, its goal by day, and the hero at its side, as large as
    possible without hiding any of the maze."""
    is_night = front.look.is_night
    margins = _AT_NIGHT if is_night else _BY_DAY
    room = box.inset(*(share * box.width for share in margins["maze"]))
    (shape,) = draw_maze_on_disc(maze, room, front.look)
    yield shape
    if "goal" in margins:
        yield fit_drawing(scenes.piece("goal-1"), cut_margins(box, margins["goal"]), at=1.0)
    hero, share = scenes.piece("hero-2" if is_night else "hero-1"), 1.0
    corner = cut_margins(box, margins["hero"])
    standing = fit_drawing(hero, corner, at=0.0)
    arrows = shape._replace(
        drawing=shape.drawing._replace(layers=(Layer("arrows", Style(), maze.arrows),))
    )
    while any(
        is_within(near, picture)
        for point in sample_outline(standing, _SAMPLE_GAP)
        for near in _points_around(point)
        for picture in (shape, arrows)
    ):
        share *= _SHRINK_FACTOR
        width, height = corner.width * share, corner.height * share
        standing = fit_drawing(hero, Box(corner.x, corner.bottom - height, width, height), at=0.0)
    yield standing


def _points_around(point: Point) -> Iterator[Point]:
    """Yield points around this one, at a figure's minimum distance from a maze."""
    x, y = point
    yield from ((x - _DISTANCE, y), (x + _DISTANCE, y), (x, y - _DISTANCE), (x, y + _DISTANCE))


def _draw_badges(front: Front, spots: Sequence[_Circle]) -> Iterator[Item]:
    """Draw a burst with the number of mazes and, if the book is for an age group, an age badge."""
    colours, words, face = front.look.colours, front.setting.words, front.setting.sizes.titles
    ink = choose_readable(colours.accent, colours.paper, colours.wall, least=LARGE)
    count = front.setting.count_mazes
    yield from draw_burst(
        count, spots[0][:2], spots[0].radius, face, (ink, colours.accent, colours.paper)
    )
    for spot in spots[1:]:
        age = front.look.age(words)
        yield from draw_badge(
            age, spot[:2], spot.radius, face, (colours.wall, colours.paper, colours.accent)
        )
