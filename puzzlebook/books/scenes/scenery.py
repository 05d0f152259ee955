"""What stands around a maze in a book with scenes: who sets out, what is looked for, and little
things of their world.

Each has its place by rule, from the maze's number and the room that its page leaves: never on
walls, on type, or on one another, and never as on the page before. What would be too small is left
out.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, fsum
from typing import NamedTuple

from puzzlebook.books.planning.setting import Entry, Placement, Setting
from puzzlebook.books.scenes.foot_row import draw_foot_strip, draw_prop_row
from puzzlebook.books.scenes.stage import (
    AIR,
    INTO_FOOT,
    Figure,
    Stage,
    do_touch,
    load_figure,
    make_stage,
)
from puzzlebook.geometry.arcs import Point
from puzzlebook.maze_art.scenes import Scenes
from puzzlebook.typesetting.page import Box, Picture

# In shares of the height of the live area: what who sets out and what is looked for want.
_HERO, _GOAL = 0.125, 0.115
# A figure stands where the way leads if it is nearly as large there as it could be; what an arrow
# points down to may be smaller for that.
_NEARLY, _BELOW_DOOR = 0.8, 0.6
# In points: lower than this they are left out; and at the foot, unless they are wider than so many
# times as much.
_LEAST, _LEAST_LOW, _WIDE = 44.0, 34.0, 1.3
# Likewise: a lower one is put where it is largest.
_LARGE = 60.0
# The widest figure, as a share of the live area's width.
_WIDEST = 0.3
# In shares of a box that has nothing else in it: the most that a figure takes.
_ALONE = 0.6
_STEP = 24.0
# In shares of the room that is wanted below a maze: with less nobody stands there.
_TOO_LITTLE = 0.5
# In shares of the height of the strip: the air below what is looked for, if that is in the sky.
_ALOFT = 0.75
_NO_NOOKS = (0.0,) * 4


class Scenery(NamedTuple):
    """What stands around a page's maze, and what is left of its live area for the heading."""

    head: Box
    pictures: Sequence[Picture]


def scenery_room(setting: Setting) -> float:
    """How much higher (points) than its maze the place of one should be, so that what is around it
    finds room."""
    return fsum(_wanted_room(setting))


def share_room(setting: Setting, entry: Entry, spare: float) -> float:
    """How much of the height that a maze leaves in its place is above it; less than none where
    there is little room below, and no arrow stands at its top: it may reach out of its place
    there."""
    top, bottom = _wanted_room(setting)
    free_top, free_bottom = _free_margins(entry)
    if spare + free_bottom < bottom:
        raised = max(0.0, min(free_top - AIR, bottom - spare - free_bottom))
        return (spare / 2 if spare < bottom * _TOO_LITTLE else 0.0) - raised
    below = min(spare, bottom)
    over = min(spare - below, top)
    return over + (spare - below - over) / 2


def _free_margins(entry: Entry) -> tuple[float, float]:
    """How high (points) the margin of a maze is free above it and below it."""
    plate = entry.maze.plate
    over = max((-top for _, top, _, _ in plate.arrows), default=0.0)
    under = max((bottom - plate.height for _, _, _, bottom in plate.arrows), default=0.0)
    return entry.scale * (plate.margin - max(0.0, over)), entry.scale * (
        plate.margin - max(0.0, under)
    )


def _wanted_room(setting: Setting) -> tuple[float, float]:
    """How much room is wanted above a maze and below it, besides what heading and foot leave."""
    high, sizes = setting.sheet.live(1).height, setting.sizes
    head = sizes.heading * 1.9 + sizes.leading
    return max(0.0, _HERO * high - head), max(0.0, _GOAL * high - INTO_FOOT * sizes.small)


def find_head_box(
    setting: Setting, scenes: Scenes, entry: Entry, standing: Placement, number: int
) -> Box:
    """What is left of the live area of the page of this number for its heading."""
    if entry.part.a_page > 1:
        return _draw_beside_heading(setting, scenes, entry, standing, number).head
    stage = make_stage(setting, entry, standing, setting.sheet.live(number))
    upper = _list_figures(setting, scenes, entry, standing)[:1]
    return _draw_at_head(stage, *upper[0])[0] if upper else stage.live


def draw_scenery(
    setting: Setting, scenes: Scenes, entry: Entry, standing: Placement, number: int
) -> Scenery:
    """What stands around the one maze of the page of this number, or around the heading of
    several."""
    if entry.part.a_page > 1:
        return _draw_beside_heading(setting, scenes, entry, standing, number)
    stage = make_stage(setting, entry, standing, setting.sheet.live(number))
    top, foot = list[Picture](), list[Picture]()
    left, names = stage.live, list[str]()
    if figures := _list_figures(setting, scenes, entry, standing):
        left, top = _draw_at_head(stage, *figures[0])
        foot = _draw_at_foot(stage, *figures[1])
        names = [figure.name for figure, _ in figures]
    shown = [*top, *foot]
    shown += draw_prop_row(scenes, stage, entry.number, shown, names) if stage.band else []
    return Scenery(left, [*draw_foot_strip(scenes, stage, shown), *shown])


def draw_props(
    setting: Setting, scenes: Scenes, entry: Entry, standing: Placement
) -> Sequence[Picture]:
    """What stands below a maze in its box, where the rest of the page is words: a strip and little
    things on it."""
    stage = make_stage(setting, entry, standing, standing.box)._replace(body=standing.box)
    props = draw_prop_row(scenes, stage, entry.number, (), ())
    return [*draw_foot_strip(scenes, stage, props), *props]


def draw_hero_on_floor(
    setting: Setting, scenes: Scenes, number: int, box: Box, maze: Box
) -> Sequence[Picture]:
    """Who sets out, on the floor of a box that is else empty, beside that of a maze, if there is
    room."""
    figure = load_figure(scenes, f"hero-{number % 3 + 1}")
    high = figure.height(box.width * _ALONE, box.height * _ALONE)
    if high < _LEAST:
        return ()
    stage = Stage(box, box, maze, _NO_NOOKS, (), setting.sheet.right)
    spot = Box(
        box.x + (box.width - high * figure.wide) / 2, box.bottom - high, high * figure.wide, high
    )
    return [figure.picture(stage, spot)]


def _draw_beside_heading(
    setting: Setting, scenes: Scenes, entry: Entry, standing: Placement, number: int
) -> Scenery:
    """Who stands beside the heading of a page that several mazes share: one or the other, this side
    or that."""
    live, floor = setting.sheet.live(number), standing.box.y - AIR
    stage = Stage(live, live, standing.box, _NO_NOOKS, (), setting.sheet.right)
    names = (f"hero-{number // 2 % 2 + 1}", f"goal-{number // 2 % 3 + 1}")
    figure = load_figure(scenes, names[number % 2])
    is_left = number // 2 % 2 > 0
    box = figure.box(
        stage,
        figure.height(_WIDEST * live.width, floor - live.y),
        live.x if is_left else live.right,
        floor,
    )
    taken = _STEP * ceil((box.width + 2 * AIR) / _STEP)
    left = live.inset(left=taken * is_left, right=taken * (not is_left))
    return (
        Scenery(left, [figure.picture(stage, box)]) if box.height >= _LEAST else Scenery(live, [])
    )


def _list_figures(
    setting: Setting, scenes: Scenes, entry: Entry, standing: Placement
) -> list[tuple[Figure, Point]]:
    """Who sets out and what is looked for, with the ends of the way, the upper one first; none for
    a maze without."""
    ends = _locate_ends(setting, entry, standing)
    figures = [
        load_figure(scenes, f"hero-{2 - entry.number % 2}"),
        load_figure(scenes, f"goal-{entry.number % 3 + 1}"),
    ]
    return sorted(zip(figures, ends, strict=False), key=lambda figure: figure[1][1])


def _locate_ends(setting: Setting, entry: Entry, standing: Placement) -> list[Point]:
    """Where a maze's way begins and ends on its page; as the page is set, before one bound at the
    right is mirrored."""
    drawing, x, y = standing.picture.drawing, standing.picture.x, standing.picture.y
    across = [((each - drawing.left) * drawing.scale, (down - drawing.top) * drawing.scale)
              for each, down in entry.maze.ends or ()]  # fmt: skip
    wide = drawing.width * drawing.scale
    return [(x + (wide - each if setting.sheet.right else each), y + down) for each, down in across]


def _draw_at_head(stage: Stage, figure: Figure, end: Point) -> tuple[Box, list[Picture]]:
    """A figure below the heading where the way comes nearest to it or, if it is larger there,
    beside the heading, and what is left for that."""
    live, top = stage.live, stage.body.y
    is_left = stage.is_left(end[0])
    edge = live.x if is_left else live.right
    floors = _list_floors(stage, is_left)
    below = [(figure.height(wide, floor - top), edge, floor) for wide, floor in floors]
    below += [(figure.height(wide, floor - top), end[0], floor) for wide, floor in floors[:2]]
    best = _find_largest_box(
        stage, figure, [*below, *_find_column_spots(stage, figure, end, is_low=False)]
    )
    beside = _find_largest_box(
        stage,
        figure,
        [(figure.height(wide, floor - live.y), edge, floor) for wide, floor in floors],
    )
    is_below = _high(best) >= max(
        _LEAST, _NEARLY * _high(beside) if _high(best) >= _LARGE else _high(beside)
    )
    chosen = best if is_below else beside
    if chosen is None or chosen.height < _LEAST:
        return live, []
    # In steps, so that stories are broken into rows for few measures.
    taken = 0.0 if is_below else _STEP * ceil((chosen.width + 2 * AIR) / _STEP)
    return live.inset(left=taken * is_left, right=taken * (not is_left)), [
        figure.picture(stage, chosen)
    ]


def _find_largest_box(
    stage: Stage, figure: Figure, rooms: Sequence[tuple[float, float, float]]
) -> Box | None:
    """Where a figure is as large as it can be of these heights, places across, and floors, without
    an arrow in its way."""
    # The largest first: the others need no look.
    most = stage.most
    for room in sorted(rooms, key=lambda room: min(room[0], most), reverse=True):
        if room[0] <= 0:
            break
        box = figure.box(stage, *room)
        if not any(do_touch(box, arrow) for arrow in stage.arrows):
            return box
    return None


def _high(box: Box | None) -> float:
    """How high a figure is there; 0 where there is none."""
    return box.height if box else 0.0


def _list_floors(stage: Stage, is_left: bool) -> list[tuple[float, float]]:
    """The floors on which a figure above a maze can stand, each with the width that there is: on
    all of it, above its arrows, in a corner of its box."""
    live, plate, nook = stage.live, stage.plate, stage.free_corner(is_left, False)
    arrows = min([plate.y, *(arrow.y for arrow in stage.arrows)])
    wide = _WIDEST * live.width
    return [
        (wide, plate.y - AIR),
        (wide, arrows - AIR),
        (stage.strip(is_left) + AIR + nook, plate.y + nook),
    ]


def _find_column_spots(
    stage: Stage, figure: Figure, end: Point, is_low: bool
) -> list[tuple[float, float, float]]:
    """A figure beside the maze, in the upper or the lower half, as near as it can be to the end of
    the way."""
    is_left, body, plate = stage.is_left(end[0]), stage.body, stage.plate
    wide, middle = stage.strip(is_left), plate.y + plate.height / 2
    if wide < _LEAST:
        return []
    top, floor = (middle + AIR, body.bottom) if is_low else (body.y, middle - AIR)
    high = min(stage.most, figure.height(wide, floor - top))
    x = stage.live.x + wide / 2 if is_left else stage.live.right - wide / 2
    # In the lower half there is a floor to stand on.
    return [(high, x, floor if is_low else max(top + high, min(floor, end[1] + high / 2)))]


def _draw_at_foot(stage: Stage, figure: Figure, end: Point) -> list[Picture]:
    """A figure below the maze where the way comes nearest to the foot, or at its side if it is
    larger there."""
    aloft = _ALOFT * stage.band * figure.scenes.is_aloft(figure.name)
    spots = (
        _find_foot_spot(stage, figure, end, stage.body.bottom - lift)
        for lift in sorted({0.0, aloft}, reverse=True)
    )
    return [figure.picture(stage, spot) for spot in spots if spot and _is_seen(spot)][:1]


def _is_seen(box: Box) -> bool:
    """Whether a figure is large enough."""
    return max(box.height, box.width / _WIDE) >= _LEAST_LOW


def _find_foot_spot(stage: Stage, figure: Figure, end: Point, floor: float) -> Box | None:
    """Where a figure is best at the foot, above this floor."""
    live, plate = stage.live, stage.plate
    is_left = stage.is_left(end[0])
    nook = stage.free_corner(is_left, True)
    arrows = max([plate.bottom, *(arrow.bottom for arrow in stage.arrows)])
    edge, wide = live.x if is_left else live.right, _WIDEST * live.width
    corner = figure.height(max(1.0, stage.strip(is_left) + AIR + nook), floor - plate.bottom + nook)
    low, lower = (figure.height(wide, floor - top - AIR) for top in (plate.bottom, arrows))
    column = [
        (min(high, floor - stage.body.y), x, floor)
        for high, x, _ in _find_column_spots(stage, figure, end, is_low=True)
    ]
    best = _find_largest_box(stage, figure, [(corner, edge, floor), (low, edge, floor), *column])
    below = _find_largest_box(stage, figure, [(low, end[0], floor), (lower, end[0], floor)])
    share = _BELOW_DOOR if stage.has_arrow_below(end[0]) else _NEARLY
    return below if _high(below) >= share * _high(best) else best
