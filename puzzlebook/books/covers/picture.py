"""What a front shows: the theme's hero in its landscape before a large maze, or the maze alone; and
the badges.

Small children's heroes stand and look at you; those of older readers are under way, in the dark.
The badges stand where they hide nothing of the maze: one in an upper corner that the maze leaves
free, one low at the side.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import dist
from typing import NamedTuple

from puzzlebook.books.covers.badges import draw_badge, draw_burst
from puzzlebook.books.covers.landscape import draw_figure, is_within, sample_outline
from puzzlebook.books.covers.look import LARGE, Front, choose_readable
from puzzlebook.books.covers.mazes import draw_maze_on_disc, draw_maze_on_field, draw_maze_on_sheet
from puzzlebook.drawing.drawing import Drawing, Layer, Style
from puzzlebook.geometry.arcs import Point
from puzzlebook.maze_art.plate import Plate
from puzzlebook.maze_art.scenes import Scenes
from puzzlebook.typesetting.page import Box, Item

_BURST, _LOW_BURST, _BADGE = 0.13, 0.115, 0.105  # radii, of the front's lesser side
_OF_BOX = 0.16  # and of the width of the picture's room at most
_APART = 0.012  # of that width, between a badge and the maze
_ALONE = 0.46  # the most that a round maze's radius is, of the same
_ASIDE = 0.46  # where its middle is, of the same, beside a burst above it
_SMALLER, _PLACES = 0.97, 16
# Of the room's width: the hero beside a maze, and on a wide front; and of its height: what it looks
# for, below them.
_HERO, _WIDE_HERO, _GOAL = 0.5, 0.45, 0.2
_ASIDE_SHAPE = 0.16  # of the room's width, left of a maze in the shape of something
_KEPT = 10.0  # points
_SHADOW, _NIGHT = 0.78, 0.2  # of the colour of the ground, by day and by night
# points, from one point of a figure's outline to the next at the most, where it keeps off a maze
_NEAREST = 3.0


class _BadgeSpot(NamedTuple):
    """The circle that a badge fills."""

    x: float
    y: float
    radius: float


def draw_picture(front: Front, words: Box, box: Box, y: float, maze: Plate) -> Iterator[Item]:
    """The picture in its box. words: the room for these, which end at y."""
    look = front.look
    if maze.solution and maze.shading:
        yield draw_maze_on_sheet(maze, box, look)
    elif look.field:
        yield draw_maze_on_field(maze, front.across._replace(y=box.y, height=box.height), look)
    elif look.calm:
        yield from draw_maze_on_disc(maze, box, look)
    else:
        spots = [_place_burst(front, box), *_place_badge(front, words, box, y)]
        if look.scenes is None:
            yield from draw_maze_on_disc(maze, _place_disc(box, spots, _ALONE, _ASIDE), look)
        else:
            yield from _draw_scene(front, box, look.scenes, maze, spots)
        yield from _draw_badges(front, spots)


def badge_room(front: Front) -> tuple[float, float]:
    """How much of the foot's width the badges take at its left side and its right one."""
    if front.own or front.look.calm or front.is_wide or front.setting.is_hiding:
        return 0.0, 0.0
    side = min(front.face.width, front.face.height)
    return (
        2.2 * _BADGE * side if front.has_badge else 0.0,
        2.2 * _LOW_BURST * side if front.look.scenes else 0.0,
    )


def _place_burst(front: Front, box: Box) -> _BadgeSpot:
    """Where the burst is: in the upper right corner of the picture, or low at the right, out of a
    hero's way."""
    low, side = front.look.scenes is not None, min(front.face.width, front.face.height)
    radius = min((_LOW_BURST if low else _BURST) * side, _OF_BOX * box.width)
    if low:
        room = box if front.is_wide else front.live
        return _BadgeSpot(room.right - radius, room.bottom - radius, radius)
    return _BadgeSpot(box.right - radius, box.y + radius, radius)


def _place_badge(front: Front, words: Box, box: Box, y: float) -> list[_BadgeSpot]:
    """Where the badge is, of a book for an age: low at the left or, on a wide front, below the
    words."""
    radius = _BADGE * min(front.face.width, front.face.height)
    if not front.has_badge:
        return []
    if front.is_wide:
        x = words.right - radius if front.is_right else words.x + radius
        return [_BadgeSpot(x, max(y + radius, box.bottom - radius * 1.1), radius)]
    return [_BadgeSpot(front.live.x + radius, front.live.bottom - radius, radius)]


def _place_disc(box: Box, spots: Sequence[_BadgeSpot], most: float, aside: float | None) -> Box:
    """The square of a round maze in a box, as large as it can be beside the badges, and as high.
    aside: where its middle is, as a share of the width; None for anywhere, as far right as can
    be."""
    reach, air = min(most * box.width, box.height / 2), _APART * box.width
    shares = [place / _PLACES for place in range(_PLACES + 1)]
    while True:
        for share in reversed(shares) if aside is None else (0.0,):
            x = box.x + (
                reach + (box.width - 2 * reach) * share if aside is None else aside * box.width
            )
            for place in shares:
                y = box.y + reach + (box.height - 2 * reach) * place
                if all(
                    dist((x, y), (spot.x, spot.y)) >= reach + spot.radius + air for spot in spots
                ):
                    return Box(x - reach, y - reach, 2 * reach, 2 * reach)
        reach *= _SMALLER


def _draw_scene(
    front: Front, box: Box, scenes: Scenes, maze: Plate, spots: Sequence[_BadgeSpot]
) -> Iterator[Item]:
    """The hero beside a maze that it leaps to or, of younger readers, standing there and looking at
    you; of a book of mazes in the shape of things, one of these, with the hero at its side."""
    if maze.shading:
        yield from _shape(front, box, scenes, maze)
    else:
        yield from _draw_side_by_side(front, box, scenes, maze, spots)


def _draw_side_by_side(
    front: Front, box: Box, scenes: Scenes, maze: Plate, spots: Sequence[_BadgeSpot]
) -> Iterator[Item]:
    """The hero and a maze that is as large as the room beside it allows: neither hides anything of
    the other.

    Below them, between the badges, stands what the hero looks for.
    """
    gap = 2 * _APART * box.width
    above = box._replace(height=box.height * (1 - _GOAL) - gap)
    room = above._replace(width=box.width * (_WIDE_HERO if front.is_wide else _HERO))
    if len(spots) > 1 and not front.is_wide:
        room = room._replace(height=min(room.height, spots[1].y - spots[1].radius - gap - room.y))
    piece = scenes.piece("hero-2" if front.look.deep else "hero-1")
    hero = draw_figure(piece, room, upper=0.5, at=0.0)
    outline = [
        _BadgeSpot(x, y, 0.0 if front.is_wide else _KEPT) for x, y in sample_outline(hero, _NEAREST)
    ]
    disc = _place_disc(above, [*spots, *outline], _ALONE, None)
    yield from draw_maze_on_disc(maze, disc, front.look)
    yield hero
    left = spots[1].x + spots[1].radius if len(spots) > 1 and not front.is_wide else box.x
    top = max(hero.y + hero.drawing.height * hero.drawing.scale, disc.bottom)
    low = Box(
        left + gap, top + gap, spots[0].x - spots[0].radius - left - 2 * gap, box.bottom - top - gap
    )
    aloft = scenes.is_aloft("goal-1")
    yield draw_figure(
        scenes.piece("goal-1")
        if aloft
        else _shade_ground(scenes.piece_on_ground("goal-1", 1.0, 0.0), front.look.deep),
        low,
    )


def _shade_ground(piece: Drawing, deep: bool) -> Drawing:
    """What stands on a little ground, on ground of the same colour: its own is in the shade."""
    mound, *above = piece.layers
    if mound.style.fill is None:  # a line
        return piece
    red, green, blue = mound.style.fill
    share = _NIGHT if deep else _SHADOW
    shade = mound.style._replace(fill=(share * red, share * green, share * blue))
    return piece._replace(layers=(mound._replace(style=shade), *above))


def _shape(front: Front, box: Box, scenes: Scenes, maze: Plate) -> Iterator[Item]:
    """A maze in the shape of something and, where it stands, its goal; beside it the hero, as large
    as hides nothing of it."""
    deep = front.look.deep
    room = box.inset(
        box.width * (_ASIDE_SHAPE if deep else 0.1),
        0,
        0 if deep else box.width * 0.1,
        box.width * 0.02,
    )
    (shape,) = draw_maze_on_disc(maze, room, front.look)
    yield shape
    if not deep:
        beside = box.inset(left=box.width * 0.76, top=box.height * 0.51)
        yield draw_figure(scenes.piece("goal-1"), beside, at=1.0)
    hero, share = scenes.piece("hero-2" if deep else "hero-1"), 1.0
    corner = box._replace(
        width=box.width * _HERO, y=box.y + box.height * 0.35, height=box.height * 0.65
    )
    standing = draw_figure(hero, corner, at=0.0)
    arrows = shape._replace(
        drawing=shape.drawing._replace(layers=(Layer("arrows", Style(), maze.arrows),))
    )
    taken = (shape, arrows)
    while any(is_within(near, each) for point in sample_outline(standing, _NEAREST) for near in _points_around(point)
              for each in taken):  # fmt: skip
        share *= _SMALLER
        wide, high = corner.width * share, corner.height * share
        standing = draw_figure(hero, Box(corner.x, corner.bottom - high, wide, high), at=0.0)
    yield standing


def _points_around(point: Point) -> Iterator[Point]:
    """Points at the distance that a figure keeps from a maze."""
    x, y = point
    yield from ((x - _KEPT, y), (x + _KEPT, y), (x, y - _KEPT), (x, y + _KEPT))


def _draw_badges(front: Front, spots: Sequence[_BadgeSpot]) -> Iterator[Item]:
    """How many mazes there are and, of a book for an age, the age."""
    colours, words, face = front.look.colours, front.setting.words, front.setting.sizes.titles
    ink = choose_readable(colours.accent, colours.paper, colours.wall, least=LARGE)
    count = words("cover_burst", count=front.setting.recipe.mazes)
    yield from draw_burst(
        count, spots[0][:2], spots[0].radius, face, (ink, colours.accent, colours.paper)
    )
    for spot in spots[1:]:
        age = front.look.age(words)
        yield from draw_badge(
            age, spot[:2], spot.radius, face, (colours.wall, colours.paper, colours.accent)
        )
