"""Drawings around a maze in a book with scenes: hero, goal, and props of their world.

The maze's number and the room on its page decide where each of them goes. None is on walls, on type
or on another drawing, and none is where it was on the page before. What would be too small is left
out.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, fsum
from typing import NamedTuple

from puzzlebook.books.planning.setting import Entry, Placement, Setting
from puzzlebook.books.scenes.at_doors import AtDoors, place_at_doors
from puzzlebook.books.scenes.foot_row import draw_foot_strip, draw_prop_row
from puzzlebook.books.scenes.surroundings import (
    AIR,
    INTO_FOOT,
    Side,
    Surroundings,
    find_surroundings,
    load_figure,
)
from puzzlebook.maze_art.figures import find_least_figure, load_look
from puzzlebook.maze_art.scenes import Scenes
from puzzlebook.typesetting.page import Box, Picture

_LEAST = 44.0  # points: least height of a figure beside the heading of several mazes
_UPRIGHT = 0.7  # of the vector out of a door that is above or below its maze
_LEAST_FOOT = 0.6  # of the room below a maze, for things on the ground where no door is
_WIDEST = 0.3  # widest figure, as a share of the live area's width
_ALONE = 0.6  # largest figure in an empty box, as a share of the box's sides
_STEP = 24.0  # points: steps of a heading's measure, so that stories are broken for few measures


class Scenery(NamedTuple):
    """The drawings around a page's maze, and the part of the live area that the heading has."""

    head: Box
    pictures: Sequence[Picture]


def scenery_room(setting: Setting) -> float:
    """Return the height (points) that a maze's box should have beyond the maze, for drawings."""
    return fsum(_wanted_room(setting))


def share_room(setting: Setting, entry: Entry, spare: float) -> float:
    """Return how much of a box's spare height is above the maze: so much as its door there wants.
    Where there is less, the door below comes first: above, a figure may stand beside the
    heading."""
    above, below = _wanted_room(setting)
    is_above, is_below = (
        any(door is not None and sign * door.out[1] > _UPRIGHT for door in entry.maze.plate.doors)
        for sign in (-1, 1)
    )
    wanted = above * is_above, below * (is_below or _LEAST_FOOT)
    if spare >= fsum(wanted):
        return wanted[0] + (spare - fsum(wanted)) / 2 * is_above
    least = find_least_figure(entry.scale, entry.wall)
    return spare - min(spare, wanted[1], max(least, spare / 2))


def _wanted_room(setting: Setting) -> tuple[float, float]:
    """Return the heights wanted above and below a maze, beyond what heading and foot leave."""
    wanted = load_look()["wanted"] * setting.sheet.live(1).height
    return wanted, max(0.0, wanted - INTO_FOOT * setting.sizes.small)


def find_head_box(
    setting: Setting, scenes: Scenes, entry: Entry, placement: Placement, number: int
) -> Box:
    """Return the part of a page's live area that its heading has."""
    if entry.part.a_page > 1:
        return _draw_beside_heading(setting, scenes, entry, placement, number).head
    around = find_surroundings(setting, entry, placement, setting.sheet.live(number))
    if not entry.at_doors:
        return around.live
    return place_at_doors(setting, scenes, entry, placement, around).head


def draw_scenery(
    setting: Setting, scenes: Scenes, entry: Entry, placement: Placement, number: int
) -> Scenery:
    """Draw the scenery around a page's single maze, or beside the heading of several mazes."""
    if entry.part.a_page > 1:
        return _draw_beside_heading(setting, scenes, entry, placement, number)
    around = find_surroundings(setting, entry, placement, setting.sheet.live(number))
    ends = AtDoors(around.live, (), (), ())
    if entry.at_doors:
        ends = place_at_doors(setting, scenes, entry, placement, around)
    head, figures, taken, names = ends
    props = draw_prop_row(scenes, around, entry.number, taken, names) if around.band else []
    strip = draw_foot_strip(scenes, around, [*figures, *props])
    return Scenery(head, [*strip, *figures, *props])


def draw_props(
    setting: Setting, scenes: Scenes, entry: Entry, placement: Placement
) -> Sequence[Picture]:
    """Draw a strip with props below a maze in its box, on a page whose other parts are words."""
    around = find_surroundings(setting, entry, placement, placement.box)._replace(
        body=placement.box
    )
    props = draw_prop_row(scenes, around, entry.number, (), ())
    return [*draw_foot_strip(scenes, around, props), *props]


def draw_hero_on_floor(
    setting: Setting, scenes: Scenes, number: int, box: Box, maze: Box
) -> Sequence[Picture]:
    """Draw the hero on the floor of an empty box beside that of a maze, if there is room."""
    figure = load_figure(scenes, f"hero-{number % 3 + 1}")
    high = figure.height(box.width * _ALONE, box.height * _ALONE)
    if high < _LEAST:
        return ()
    wide = high * figure.wide
    spot = Box(box.x + (box.width - wide) / 2, box.bottom - high, wide, high)
    return [figure.picture(Surroundings(box, box, maze), spot)]


def _draw_beside_heading(
    setting: Setting, scenes: Scenes, entry: Entry, placement: Placement, number: int
) -> Scenery:
    """Draw hero or goal beside the heading of several mazes, alternately, on alternate sides."""
    live, floor = setting.sheet.live(number), placement.box.y - AIR
    around = Surroundings(live, live, placement.box)
    names = (f"hero-{number // 2 % 2 + 1}", f"goal-{number // 2 % 3 + 1}")
    figure = load_figure(scenes, names[number % 2])
    side = around.left if number // 2 % 2 else around.right
    high = figure.height(_WIDEST * live.width, floor - live.y)
    box = figure.box(around, high, side.edge, floor)
    if box.height < _LEAST:
        return Scenery(live, [])
    return Scenery(_cut_figure(live, side, box), [figure.picture(around, box)])


def _cut_figure(live: Box, side: Side, box: Box) -> Box:
    """Return the live area beside a figure at this side."""
    return side.cut_from(live, _STEP * ceil((box.width + 2 * AIR) / _STEP))
