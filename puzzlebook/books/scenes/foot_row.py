"""Props in a row at the foot of a page, on a strip of ground."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import inf
from typing import NamedTuple

from puzzlebook.books.scenes.placing import draw_strip
from puzzlebook.books.scenes.surroundings import (
    CLEARANCE,
    Figure,
    Surroundings,
    do_touch,
    load_figure,
    picture_box,
)
from puzzlebook.maze_art.kerb import load_kerb
from puzzlebook.maze_art.panorama import load_world_look
from puzzlebook.maze_art.scenes import Scenes
from puzzlebook.typesetting.page import Box, Picture

_MAX_PROP = 0.095  # largest prop, as a share of the live area's height
# Smallest length of a prop, as a share of the live area's smaller side; smaller props would look
# scattered.
_MIN_PROP = 0.085
PROPS, _PROPS_PER_ROW = 8, 2
"""The props of a theme, and how many of them a row has."""
# How far a flying prop is above the ground: the larger of these shares of the heights of its room
# and of the strip.
_ALOFT, _ABOVE_BAND = 0.3, 0.75
_MIN_BAND = 30.0  # points: height of a strip; in a lower one, objects would look scattered, too


class PropSizes(NamedTuple):
    """The sizes that props may have, in points. min_length: the smallest length of the longer
    side."""

    min_length: float
    max_height: float
    max_width: float = inf

    @classmethod
    def of_page(cls, live: Box) -> PropSizes:
        """Return the usual sizes on a page with this live area."""
        return cls(_MIN_PROP * min(live.width, live.height), _MAX_PROP * live.height)


def draw_foot_strip(
    scenes: Scenes, around: Surroundings, before: Iterable[Picture]
) -> Iterable[Picture]:
    """Draw a strip at the foot, as high as fits, bare where a figure stands on it.

    A low strip without a figure is left out. before: all figures of the page, which are in front of
    the strip.
    """
    floor, height = around.body.bottom, around.strip_height
    is_bare = any(picture_box(figure).bottom > floor - height for figure in before)
    if not height or (height < _MIN_BAND and not is_bare):
        return []
    return draw_strip(scenes, around.live, floor, height, is_bare)


def draw_prop_row(
    scenes: Scenes,
    around: Surroundings,
    number: int,
    figures: Iterable[Picture],
    names: Iterable[str],
    sizes: PropSizes | None = None,
) -> list[Picture]:
    """Draw a row of props at the foot: those that are dealt to its page.

    A prop that would be too small, touch something, or show what another piece shows is replaced by
    the next one. names: the names of the page's other pieces, and of props that are left out.
    sizes: the sizes of the props, if not the usual ones.
    """
    sizes = sizes or PropSizes.of_page(around.live)
    taken, names = [*map(picture_box, figures), *map(around.down_to_foot, around.arrows)], [*names]
    props, left_out = list[Picture](), tuple(names)
    for index, (room, x) in enumerate(_find_rooms(around, taken, sizes.min_length)):
        for name in _deal_props(number, index, left_out):
            figure = load_figure(scenes, name)
            box = (
                None if scenes.is_like(name, names) else _place_prop(around, figure, room, x, sizes)
            )
            if box and not any(do_touch(box, other) for other in taken):
                props.append(figure.picture(around, box))
                taken.append(box)
                names.append(name)
                break
    return props


def list_row(number: int, large: Iterable[str]) -> list[str]:
    """List the props in the row below the maze with this number, if all of them fit. large: the
    props that are left out."""
    row: list[str] = []
    for index in range(_PROPS_PER_ROW):
        row += [name for name in _deal_props(number, index, large) if name not in row][:1]
    return row


def find_prop_share(theme: str, name: str) -> float:
    """Return the height of a prop, as a share of the usual height of props: an apple is lower than
    a pig."""
    return load_world_look()["wayside"]["small"] if name in load_kerb(theme)["small"] else 1.0


def _deal_props(number: int, index: int, left_out: Iterable[str]) -> list[str]:
    """List the props for a place in a row, the first choice first. All props come before one comes
    again, and then in other pairs."""
    unwanted = {*left_out}
    props = [name for one in range(PROPS) if (name := f"prop-{one + 1}") not in unwanted]
    dealt = _PROPS_PER_ROW * number + index
    first = dealt + (dealt // len(props) if len(props) % _PROPS_PER_ROW == 0 else 0)
    return [props[(first + later) % len(props)] for later in range(len(props))]


def _place_prop(
    around: Surroundings, figure: Figure, room: Box, x: float, sizes: PropSizes
) -> Box | None:
    """Place a prop in its room, above the ground if it flies; None if it would be too small."""
    lift = 0.0
    if figure.scenes.is_aloft(figure.name):
        lift = max(_ALOFT * room.height, _ABOVE_BAND * around.strip_height)
    width = min(room.width, sizes.max_width)
    maximum = sizes.max_height * find_prop_share(figure.scenes.theme, figure.name)
    height = min(figure.height(width, room.height - lift), maximum)
    box = figure.box(around, height, x, around.body.bottom - min(lift, height))
    return box if max(box.width, box.height) >= sizes.min_length else None


def _find_rooms(
    around: Surroundings, taken: Iterable[Box], minimum: float
) -> list[tuple[Box, float]]:
    """Return the rooms for props, each with the x that a prop should be near.

    They are side by side below the maze or, where that room is too low, in the lower corners of the
    page.
    """
    live, floor, top = around.live, around.body.bottom, around.space_below
    if floor - top >= minimum:
        return _share_gaps(
            _find_gaps(live, [box for box in taken if box.bottom > top - CLEARANCE]), top, floor
        )
    rooms = []
    for side in (around.left, around.right):
        beside = Box(0, 0, max(1.0, side.strip_width), around.body.height)
        corner_height = floor - around.walls.bottom + side.lower
        corner = Box(0, 0, beside.width + CLEARANCE + side.lower, corner_height)
        rooms.append((corner if side.lower else beside, side.edge))
    return rooms


def _find_gaps(live: Box, taken: Iterable[Box]) -> list[tuple[float, float]]:
    """Return the intervals of a page's width that are free of these boxes."""
    gaps, free = [], live.x
    for box in sorted(taken):
        gaps.append((free, box.x - CLEARANCE))
        free = max(free, box.right + CLEARANCE)
    return [(start, end) for start, end in (*gaps, (free, live.right)) if start < end]


def _share_gaps(
    gaps: Sequence[tuple[float, float]], top: float, floor: float
) -> list[tuple[Box, float]]:
    """Return the rooms of a row: each in the gap with the most width left, but preferably on both
    sides of a figure."""
    in_gap = [0] * len(gaps)
    for _ in range(_PROPS_PER_ROW if gaps else 0):
        widest = max(
            range(len(gaps)), key=lambda gap: (gaps[gap][1] - gaps[gap][0]) / (2 * in_gap[gap] + 1)
        )
        in_gap[widest] += 1
    rooms = []
    for (start, end), count in zip(gaps, in_gap, strict=True):
        for index in range(count):
            width = (end - start) / count
            box = Box(start + index * width, top, width, floor - top)
            rooms.append((box, box.x + width / 2))
    return rooms
