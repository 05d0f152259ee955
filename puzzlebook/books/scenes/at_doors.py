"""Hero and goal on a page, outside the doors of its maze, each with a sign that says START or
FINISH.

A figure stands right before its door, as large as there is room. The hero may stand beside the
heading, which then has the rest of the line. A goal below the maze stands on the ground.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from math import dist
from typing import NamedTuple

from puzzlebook.books.planning.setting import Entry, Placement, Setting
from puzzlebook.books.scenes.placing import choose_poses
from puzzlebook.books.scenes.surroundings import (
    AIR,
    Figure,
    Surroundings,
    do_touch,
    load_figure,
)
from puzzlebook.geometry.arcs import Point
from puzzlebook.maze_art.door_signs import draw_door_sign, measure_door_sign
from puzzlebook.maze_art.figures import MILLIMETRE, Door, find_least_figure, load_look
from puzzlebook.maze_art.scenes import Scenes
from puzzlebook.maze_art.stage_signs import Sign
from puzzlebook.typesetting.page import Box, Picture

_AIR_AT_ARROW = 3.0
"""Points between a figure and the arrow at its door."""
_ASIDE: Sequence[float] = (0.0, 0.25, -0.25, 0.5, -0.5)
"""How far from straight before its door a figure may stand, in its own widths or heights."""
_FAR_ASIDE: Sequence[float] = tuple(hand * step / 2 for step in range(2, 10) for hand in (1, -1))
"""The same where a maze leaves no room at its sides: in the free corners of a round one."""
_TRIES = 4
"""Distances from its door at which a figure is tried."""
_NEAR = 3.0
"""How far a figure, or its sign, is from its door at most, in sizes of the largest figure."""
_STRAIGHT = 0.7
"""Of the vector out of a door: so much of it is up or down where the door is above or below."""
_BESIDE_SIGN = 4.0
"""Points between a sign and its figure."""

Segment = tuple[Point, Point]


class AtDoors(NamedTuple):
    """The figures and signs of a page, the boxes they take, the names of the pieces, and what is
    left for the heading."""

    head: Box
    pictures: Sequence[Picture]
    boxes: Sequence[Box]
    names: Sequence[str]


class _Scene(NamedTuple):
    """A page before its figures: its room, the part that the heading has, and the rim of its
    maze."""

    around: Surroundings
    head: Box
    rim: Sequence[Segment]


def place_at_doors(
    setting: Setting,
    scenes: Scenes,
    entry: Entry,
    placement: Placement,
    around: Surroundings,
) -> AtDoors:
    """Place hero and goal of a maze, and their signs."""
    poses = choose_poses(scenes, entry.number)
    to_page = _Transform.of(setting, entry, placement)
    rim = [(to_page.move(a), to_page.move(b)) for a, b in entry.maze.rim]
    above = Box(around.live.x, around.live.y, around.live.width, around.body.y - around.live.y)
    scene = _Scene(around, above, rim)
    pictures: list[Picture] = []
    taken, names = list[Box](), list[str]()
    signs = setting.signs or (None, None)
    for door, piece, sign in zip(entry.maze.plate.doors, poses[1:], signs, strict=True):
        if door is None:
            continue
        there = to_page.move_door(door)
        near = [segment for segment in rim if _is_near(segment, there.middle)]
        scene = scene._replace(rim=near)
        figure = load_figure(scenes, piece)
        box = _find_box(entry, scene, figure, there, taken)
        if box is not None:
            scene = scene._replace(head=_cut_head(scene.head, box))
            pictures.append(figure.picture(around, box))
            taken.append(box)
            names.append(piece)
        if sign is not None:
            taken += _add_sign(setting, scene, sign, there, box, taken, pictures)
    head = around.live.inset(
        left=scene.head.x - around.live.x, right=around.live.right - scene.head.right
    )
    return AtDoors(head, pictures, taken, names)


class _Transform(NamedTuple):
    """Moves points of a plate to its page, before that is mirrored. middle: of the maze, where the
    page will be mirrored and its maze will not."""

    x: float
    y: float
    scale: float
    is_mirrored: bool

    @classmethod
    def of(cls, setting: Setting, entry: Entry, placement: Placement) -> _Transform:
        picture = placement.picture
        drawing, scale = picture.drawing, picture.drawing.scale
        is_mirrored = setting.sheet.right
        left = picture.x - drawing.left * scale
        if is_mirrored:
            left = picture.x + (drawing.left + drawing.width) * scale
        return cls(left, picture.y - drawing.top * scale, scale, is_mirrored)

    def move(self, point: Point) -> Point:
        across = -point[0] if self.is_mirrored else point[0]
        return self.x + across * self.scale, self.y + point[1] * self.scale

    def move_door(self, door: Door) -> Door:
        out_x, out_y = door.out
        return Door(self.move(door.middle), (-out_x if self.is_mirrored else out_x, out_y))


def _find_box(
    entry: Entry,
    scene: _Scene,
    figure: Figure,
    door: Door,
    taken: Sequence[Box],
) -> Box | None:
    """Return the box of a figure before its door, or beside the heading if it is clearly larger
    there; None without room."""
    look, least = load_look(), find_least_figure(entry.scale, entry.wall)
    below = _find_largest(scene, figure, door, taken, least, is_beside=False)
    beside = _find_largest(scene, figure, door, taken, least, is_beside=True)
    if below and beside and beside.height < look["larger"] * below.height:
        return below
    return beside or below


def _find_largest(
    scene: _Scene,
    figure: Figure,
    door: Door,
    taken: Sequence[Box],
    least: float,
    is_beside: bool,
) -> Box | None:
    look = load_look()
    live, body = scene.around.live, scene.around.body
    room = Box(live.x, live.y if is_beside else body.y, live.width, 0)
    room = room._replace(height=body.bottom - room.y)
    measure, arrows = look["heading"] * live.width, scene.around.arrows
    sizes = _list_sizes(least)
    # A small figure near its door is better than a large one far away.
    tries = [(size, _ASIDE) for size in sizes]
    if abs(door.out[1]) < _STRAIGHT:
        far = look["far"] * MILLIMETRE
        tries += [(size, _FAR_ASIDE) for size in sizes if size <= max(far, least)]
    for longer, asides in tries:
        high = min(longer, longer / figure.wide)
        wide = high * figure.wide
        for box in _list_boxes(scene, door, wide, high, asides):
            if (
                _is_within(box, room)
                and not any(do_touch(box, other) for other in taken)
                and not any(_overlap(box.inset(*[-_AIR_AT_ARROW] * 4), arrow) for arrow in arrows)
                and (not is_beside or _cut_head(scene.head, box).width >= measure)
                and not _meets_rim(box, scene.rim)
            ):
                return box
    return None


def _list_sizes(least: float) -> list[float]:
    """List the longer sides of figures that are tried, the largest first."""
    look = load_look()
    most, step = look["most"] * MILLIMETRE, look["step"] * MILLIMETRE
    return [*(most - index * step for index in range(int((most - least) / step))), least]


def _list_boxes(
    scene: _Scene, door: Door, wide: float, high: float, asides: Sequence[float]
) -> Iterator[Box]:
    """Yield boxes of this size before a door, the best first."""
    look, live = load_look(), scene.around.live
    (x, y), (out_x, out_y) = door
    near = look["air"] * MILLIMETRE + _measure_arrow(scene.around, door)
    for index in range(_TRIES):
        away = near + look["stray"] * MILLIMETRE * index / (_TRIES - 1)
        for aside in asides:
            if abs(out_y) >= _STRAIGHT:
                left = x + out_x * away - wide / 2 + aside * wide
                left = max(live.x, min(live.right - wide, left))
                if out_y > 0:  # on the ground below
                    top = scene.around.body.bottom - high
                    if top < y + away:
                        continue
                    if top > y + away + look["stray"] * MILLIMETRE + high / 2:
                        top = y + away
                else:
                    top = y - away - high
            else:
                reach = away + wide / 2 * abs(out_x)
                left = max(live.x, min(live.right - wide, x + out_x * reach - wide / 2))
                top = y + out_y * (away + high / 2) - high / 2 + aside * high
            yield Box(left, top, wide, high)


def _measure_arrow(around: Surroundings, door: Door) -> float:
    """Return how far from a door its arrow reaches; 0 without one."""
    (x, y), (out_x, out_y) = door
    reaches = []
    for box in around.arrows:
        middle = box.x + box.width / 2, box.y + box.height / 2
        if dist(middle, door.middle) <= max(box.width, box.height):
            corners = product((box.x, box.right), (box.y, box.bottom))
            reaches.append(max((a - x) * out_x + (b - y) * out_y for a, b in corners))
    return max(reaches, default=0.0)


def _cut_head(head: Box, box: Box) -> Box:
    """Return the room of a heading beside a figure."""
    if box.y >= head.bottom:
        return head
    if box.x + box.width / 2 < head.x + head.width / 2:
        return head.inset(left=max(0.0, box.right + 2 * AIR - head.x))
    return head.inset(right=max(0.0, head.right - box.x + 2 * AIR))


def _is_within(box: Box, room: Box) -> bool:
    slack = 0.01
    return (
        box.x >= room.x - slack
        and box.right <= room.right + slack
        and box.y >= room.y - slack
        and box.bottom <= room.bottom + slack
    )


def _meets_rim(box: Box, rim: Sequence[Segment]) -> bool:
    """Return whether a box with a little air meets the rim of the maze."""
    air = load_look()["air"] * MILLIMETRE * 0.9
    left, top, right, bottom = box.x - air, box.y - air, box.right + air, box.bottom + air
    return any(_cuts(left, top, right, bottom, *segment) for segment in rim)


def _is_near(segment: Segment, door: Point) -> bool:
    """Return whether a part of the rim may be in the way of a figure at a door."""
    reach = _NEAR * load_look()["most"] * MILLIMETRE
    return any(abs(x - door[0]) < reach and abs(y - door[1]) < reach for x, y in segment)


def _cuts(left: float, top: float, right: float, bottom: float, a: Point, b: Point) -> bool:
    """Return whether a line from a to b comes into a box."""
    start, end = 0.0, 1.0
    for low, high, here, onward in ((left, right, a[0], b[0]), (top, bottom, a[1], b[1])):
        step = onward - here
        if not step:
            if here <= low or here >= high:
                return False
            continue
        first, last = sorted(((low - here) / step, (high - here) / step))
        start, end = max(start, first), min(end, last)
    return start < end


def _add_sign(
    setting: Setting,
    scene: _Scene,
    sign: Sign,
    door: Door,
    figure: Box | None,
    taken: Sequence[Box],
    pictures: list[Picture],
) -> list[Box]:
    """Add a sign beside a figure, or before the door where there is none; return its box."""
    look, around = load_look(), scene.around
    room = Box(around.live.x, around.live.y, around.live.width, around.body.bottom - around.live.y)
    arrows = [arrow.inset(*[-_AIR_AT_ARROW] * 4) for arrow in around.arrows]
    for size in look["signs"]:
        high = look["sign"] * size * setting.sizes.body
        for has_post in (True, False):
            wide, tall = measure_door_sign(sign, high, has_post)
            for box in _list_sign_boxes(around, door, figure, wide, tall, has_post):
                if (
                    _is_within(box, room)
                    and not any(_overlap(box, other) for other in (*taken, *arrows))
                    and not _overlap(box, scene.head)
                    and not _meets_rim(box, scene.rim)
                ):
                    pictures.append(Picture(box.x, box.y, draw_door_sign(sign, high, has_post)))
                    return [box]
    return []


def _list_sign_boxes(
    around: Surroundings, door: Door, figure: Box | None, wide: float, tall: float, has_post: bool
) -> Iterator[Box]:
    """Yield possible boxes of a sign, the best first: on either side of its figure and standing
    where this stands, without a post at the height of its head, above it, below it."""
    (x, y), (out_x, out_y) = door
    if figure is None:
        figure = Box(x + out_x * 6 - 1, y + out_y * 6 - 1, 2, 2)
    floor = figure.bottom
    towards_middle = figure.x + figure.width / 2 < around.live.x + around.live.width / 2
    right = figure.right + _BESIDE_SIGN
    left = figure.x - _BESIDE_SIGN - wide
    top = floor - tall if has_post else figure.y + max(0.0, (figure.height - tall) / 3)
    for at in (right, left) if towards_middle else (left, right):
        yield Box(at, top, wide, tall)
    if not has_post:
        middle = figure.x + (figure.width - wide) / 2
        middle = max(around.live.x, min(around.live.right - wide, middle))
        yield Box(middle, figure.y - _BESIDE_SIGN - tall, wide, tall)
        yield Box(middle, figure.bottom + _BESIDE_SIGN, wide, tall)


def _overlap(one: Box, other: Box) -> bool:
    return (
        one.x < other.right
        and other.x < one.right
        and one.y < other.bottom
        and other.y < one.bottom
    )
