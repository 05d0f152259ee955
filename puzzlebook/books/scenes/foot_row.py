"""Little things in a row at the foot of a page, on the strip that is its ground."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice

from puzzlebook.books.scenes.stage import AIR, Figure, Stage, do_touch, load_figure, picture_box
from puzzlebook.books.scenes.tableaux import strip
from puzzlebook.maze_art.scenes import Scenes
from puzzlebook.typesetting.page import Box, Picture

# In shares of the height of the live area: little things, at most; and what the larger of their
# sides is at least, as a share of the live area's smaller one: smaller ones look strewn.
_PROP, _LEAST_PROP = 0.095, 0.085
_PROPS, _AT_ONCE = 8, 2
# The pages whose little things may stand here, too: this one, that after the next, and only then
# its neighbours.
_LATER = (0, 2, 1, 3)
# In shares of its room's height, and of that of the strip: the air below a little thing that flies.
_ALOFT, _ABOVE_BAND = 0.3, 0.75
# In points: in lower strips the things on their ground look strewn, too.
_LEAST_BAND = 30.0


def draw_foot_strip(scenes: Scenes, stage: Stage, before: Iterable[Picture]) -> Iterable[Picture]:
    """A strip along the foot, as high as there is room: where someone stands on it, its ground
    alone; none that is low and bare. before: all who stand on the page."""
    floor, high = stage.body.bottom, stage.band
    is_stood_on = any(picture_box(each).bottom > floor - high for each in before)
    if not high or (high < _LEAST_BAND and not is_stood_on):
        return []
    return strip(scenes, stage.live, floor, high, is_stood_on, stage.is_right)


def draw_prop_row(
    scenes: Scenes, stage: Stage, number: int, placed: Iterable[Picture], names: Iterable[str]
) -> list[Picture]:
    """A row of little things at the foot, others than on the page before; where one would be too
    small, touch something, or show what another piece on the page shows, one of the next pages'
    stands. names: those pieces."""
    taken, names = [*map(picture_box, placed), *map(stage.down_to_foot, stage.arrows)], [*names]
    props: list[Picture] = []
    for next, (room, x) in enumerate(_find_rooms(stage, taken)):
        turns = ((number + later) * _AT_ONCE + next for later in _LATER)
        others = (
            name
            for name in (f"prop-{turn % _PROPS + 1}" for turn in turns)
            if not scenes.is_like(name, names)
        )
        figures = (load_figure(scenes, name) for name in others)
        boxes = ((figure, _place_prop(stage, figure, room, x)) for figure in figures)
        fitting = (
            (figure, box)
            for figure, box in boxes
            if box and not any(do_touch(box, other) for other in taken)
        )
        for figure, box in islice(fitting, 1):
            props.append(figure.picture(stage, box))
            taken.append(box)
            names.append(figure.name)
    return props


def _place_prop(stage: Stage, figure: Figure, room: Box, x: float) -> Box | None:
    """Where a little thing stands in its room or, if it flies, is above the ground; None if it
    would be too small."""
    live, lift = stage.live, 0.0
    if figure.scenes.is_aloft(figure.name):
        lift = max(_ALOFT * room.height, _ABOVE_BAND * stage.band)
    high = min(figure.height(room.width, room.height - lift), _PROP * live.height)
    box = figure.box(stage, high, x, stage.body.bottom - min(lift, high))
    return box if max(box.width, box.height) >= _LEAST_PROP * min(live.width, live.height) else None


def _find_rooms(stage: Stage, taken: Iterable[Box]) -> list[tuple[Box, float]]:
    """Where little things may stand, and around which place across: side by side below the maze,
    evenly in what is free there or, where that is too low for any, in the lower corners of the
    page."""
    live, floor, top = stage.live, stage.body.bottom, stage.space_below
    if floor - top >= _LEAST_PROP * min(live.width, live.height):
        return _share_gaps(
            _find_gaps(live, [box for box in taken if box.bottom > top - AIR]), top, floor
        )
    rooms = []
    for is_left in (True, False):
        nook, edge = stage.free_corner(is_left, True), live.x if is_left else live.right
        beside = Box(0, 0, max(1.0, stage.strip(is_left)), stage.body.height)
        corner = Box(0, 0, beside.width + AIR + nook, floor - stage.plate.bottom + nook)
        rooms.append((corner if nook else beside, edge))
    return rooms


def _find_gaps(live: Box, taken: Iterable[Box]) -> list[tuple[float, float]]:
    """From where to where the width of a page is free of these boxes."""
    gaps, left = [], live.x
    for box in sorted(taken):
        gaps.append((left, box.x - AIR))
        left = max(left, box.right + AIR)
    return [(start, end) for start, end in (*gaps, (left, live.right)) if start < end]


def _share_gaps(
    gaps: Sequence[tuple[float, float]], top: float, floor: float
) -> list[tuple[Box, float]]:
    """The rooms of a row in these gaps, each where there is most room still but rather at both
    sides of who stands there, from side to side."""
    in_gap = [0] * len(gaps)
    for _ in range(_AT_ONCE if gaps else 0):
        widest = max(
            range(len(gaps)), key=lambda gap: (gaps[gap][1] - gaps[gap][0]) / (2 * in_gap[gap] + 1)
        )
        in_gap[widest] += 1
    rooms = []
    for (left, right), count in zip(gaps, in_gap, strict=True):
        for place in range(count):
            wide = (right - left) / count
            box = Box(left + place * wide, top, wide, floor - top)
            rooms.append((box, box.x + wide / 2))
    return rooms
