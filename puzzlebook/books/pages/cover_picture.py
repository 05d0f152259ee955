"""What a front shows: the theme's hero in its landscape before a large maze, or the maze alone; and the badges.

Small children's heroes stand and look at you; those of older readers are under way, aslant, in the dark. The badges
stand where they hide nothing of the maze: one in an upper corner that the maze leaves free, one low at the side.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import dist
from typing import NamedTuple

from puzzlebook.books.pages.cover_badges import badge, burst
from puzzlebook.books.pages.cover_look import LARGE, Front, readable
from puzzlebook.books.pages.cover_mazes import maze_on_disc, maze_on_field
from puzzlebook.books.pages.cover_scenery import figure
from puzzlebook.paper.page import Box, Item
from puzzlebook.pictures.plate import Plate
from puzzlebook.pictures.scenes import Scenes, tilted

_BURST, _LOW_BURST, _BADGE = 0.13, 0.115, 0.105  # radii, of the front's lesser side
_OF_BOX = 0.16  # and of the width of the picture's room at most
_APART = 0.012  # of that width, between a badge and the maze
_ALONE, _BEFORE = 0.46, 0.33  # the most that a round maze's radius is, of the same: alone, and before a hero
# Of the room's height: where the maze over which a hero peeps begins at the highest; and how much is seen of the hero.
_PEEPING, _SEEN = 0.43, 0.62
_WIDEST = 0.75  # of the room's width: such a hero
_FARTHER_ASIDE, _NEARLY = 0.4, 0.8  # the same as aside, on a wide front; how much of the burst keeps clear of the hero
_ASIDE = 0.46  # where its middle is, of the same, beside a burst above it
_SMALLER, _PLACES = 0.97, 16
_TILT = 0.2  # radians


class _Spot(NamedTuple):
    """The circle that a badge fills."""

    x: float
    y: float
    radius: float


def picture_items(front: Front, words: Box, box: Box, y: float, maze: Plate) -> Iterator[Item]:
    """The picture in its box. words: the room for these, which end at y."""
    look = front.look
    if look.field:
        yield maze_on_field(maze, front.across._replace(y=box.y, height=box.height), look)
    elif look.calm:
        yield from maze_on_disc(maze, box, look)
    else:
        spots = [_burst_spot(front, box), *_badge_spot(front, words, box, y)]
        if look.scenes is None:
            yield from maze_on_disc(maze, _disc(box, spots, _ALONE, _ASIDE), look)
        else:
            yield from _scene(front, box, look.scenes, maze, spots)
        yield from _badges(front, spots)


def badge_room(front: Front) -> tuple[float, float]:
    """How much of the foot's width the badges take at its left side and its right one."""
    if front.own or front.look.calm or front.is_wide:
        return 0.0, 0.0
    side = min(front.face.width, front.face.height)
    return 2.2 * _BADGE * side if front.look.ages else 0.0, 2.2 * _LOW_BURST * side if front.look.deep else 0.0


def _burst_spot(front: Front, box: Box) -> _Spot:
    """Where the burst is: in the upper right corner of the picture, or low at the right, out of a leaper's way."""
    deep, side = front.look.deep, min(front.face.width, front.face.height)
    radius = min((_LOW_BURST if deep else _BURST) * side, _OF_BOX * box.width)
    if deep:
        return _Spot(front.live.right - radius, (box if front.is_wide else front.live).bottom - radius, radius)
    return _Spot(box.right - radius, box.y + radius, radius)


def _badge_spot(front: Front, words: Box, box: Box, y: float) -> list[_Spot]:
    """Where the badge is, of a book for an age: low at the left or, on a wide front, below the words."""
    radius = _BADGE * min(front.face.width, front.face.height)
    if not front.look.ages:
        return []
    if front.is_wide:
        x = words.right - radius if front.is_right else words.x + radius
        return [_Spot(x, max(y + radius, box.bottom - radius * 1.1), radius)]
    return [_Spot(front.live.x + radius, front.live.bottom - radius, radius)]


def _disc(box: Box, spots: Sequence[_Spot], most: float, aside: float) -> Box:
    """The square of a round maze in a box, as large as it can be beside the badges, and as high."""
    reach, x, air = min(most * box.width, box.height / 2), box.x + aside * box.width, _APART * box.width
    while True:
        for place in range(_PLACES + 1):
            y = box.y + reach + (box.height - 2 * reach) * place / _PLACES
            if all(dist((x, y), (spot.x, spot.y)) >= reach + spot.radius + air for spot in spots):
                return Box(x - reach, y - reach, 2 * reach, 2 * reach)
        reach *= _SMALLER


def _scene(front: Front, box: Box, scenes: Scenes, maze: Plate, spots: Sequence[_Spot]) -> Iterator[Item]:
    """The hero leaping before a maze or, of younger readers, looking at you over one; of a book of mazes in the shape
    of things, one of these, with the hero at its side."""
    if maze.shading:
        yield from _shape(front, box, scenes, maze)
    elif front.look.deep:
        disc = _disc(box, spots, _ALONE, 0.5)
        yield from maze_on_disc(maze, disc, front.look)
        wide = min(box.width * 0.84, disc.width * 1.24)
        hero = Box(box.x + (box.width - wide) / 2, box.y, wide, disc.bottom - box.y)
        inside = hero.inset(top=hero.height * 0.06, bottom=hero.height * 0.12)
        yield figure(tilted(scenes.piece("hero-2"), -_TILT), inside, upper=0.5)
    else:
        yield from _peeping(front, box, scenes, maze, spots)


def _peeping(front: Front, box: Box, scenes: Scenes, maze: Plate, spots: Sequence[_Spot]) -> Iterator[Item]:
    """The hero behind a maze that can be seen as a whole, looking over it, and what it looks for beside that."""
    low = box.inset(top=box.height * _PEEPING)
    disc = _disc(low, spots, _BEFORE, _FARTHER_ASIDE if front.is_wide else _ASIDE)
    middle = disc.x + disc.width / 2
    wide = min(box.width * _WIDEST, 2 * (spots[0].x - _NEARLY * spots[0].radius - middle), 2 * (middle - box.x))
    piece = scenes.piece("hero-1")
    high = min((disc.y - box.y) / _SEEN, wide * piece.height / piece.width)
    yield figure(piece, Box(middle - wide / 2, disc.y - _SEEN * high, wide, high))
    goal = low.inset(left=disc.right - low.x, top=low.height * 0.3)
    yield figure(scenes.piece("goal-1"), goal, at=1.0)
    yield from maze_on_disc(maze, disc, front.look)


def _shape(front: Front, box: Box, scenes: Scenes, maze: Plate) -> Iterator[Item]:
    """A maze in the shape of something, with the hero before it and, where it stands, its goal."""
    side, deep = box.width * (0.04 if front.is_wide else 0.1), front.look.deep
    yield from maze_on_disc(maze, box.inset(side, 0, side, box.width * 0.02), front.look)
    beside = box.inset(top=box.height * 0.35)
    if not deep:
        yield figure(scenes.piece("goal-1"), beside.inset(left=box.width * 0.76, top=box.height * 0.25), at=1.0)
    hero = tilted(scenes.piece("hero-2"), -_TILT) if deep else scenes.piece("hero-1")
    yield figure(hero, beside._replace(width=box.width * (0.44 if deep else 0.36)), at=0.0)


def _badges(front: Front, spots: Sequence[_Spot]) -> Iterator[Item]:
    """How many mazes there are and, of a book for an age, the age."""
    look, colours, words, face = front.look, front.look.colours, front.setting.words, front.setting.sizes.titles
    ink = readable(colours.accent, colours.paper, colours.wall, least=LARGE)
    count = words("cover_burst", count=front.setting.recipe.mazes)
    yield from burst(count, spots[0][:2], spots[0].radius, face, (ink, colours.accent, colours.paper))
    if look.ages:
        says = words("cover_ages", first=look.ages[0], last=look.ages[1])
        yield from badge(says, spots[1][:2], spots[1].radius, face, (colours.wall, colours.paper, colours.accent))
