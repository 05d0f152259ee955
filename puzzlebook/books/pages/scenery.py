"""What stands around a maze in a book with scenes: who sets out, what is looked for, and little things of their world.

Each has its place by rule, from the maze's number and the room that its page leaves: never on walls, on type, or on one
another, and never as on the page before. What would be too small is left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from math import ceil, fsum
from typing import NamedTuple

from puzzlebook.books.pages.tableaux import strip
from puzzlebook.books.setting import Entry, Setting, Standing
from puzzlebook.outlines.arcs import Point
from puzzlebook.paper.layout import THINNEST
from puzzlebook.paper.page import Box, Picture
from puzzlebook.pictures.drawing import Drawing
from puzzlebook.pictures.scenes import Scenes

# In points: between a drawing and type, walls, or another one.
_AIR = 6.0
# In shares of the height of the live area: what who sets out and what is looked for want, and the most that they take.
_HERO, _GOAL, _MOST = 0.125, 0.115, 0.2
# The same: of little things, at most; and what the larger of their sides is at least, as a share of the live area's
# smaller one: smaller ones look strewn.
_PROP, _LEAST_PROP = 0.095, 0.085
# A figure stands where the way leads if it is nearly as large there as it could be.
_NEARLY = 0.8
# In points: lower than this they are left out.
_LEAST = 44.0
# In sizes of small type: so far into the foot of the page they may reach.
_INTO_FOOT = 0.6
# In shares of the live area's width: the room that is one column beside the maze, and the widest figure.
_COLUMN = 0.14
_WIDEST = 0.3
# In shares of a box that has nothing else in it: the most that a figure takes.
_ALONE = 0.6
_PROPS, _AT_ONCE = 8, 2
# The pages whose little things may stand here, too: this one, that after the next, and only then its neighbours.
_LATER = (0, 2, 1, 3)
# In shares of its room's height: the air below a little thing that flies.
_ALOFT = 0.3
_STEP = 24.0
# The heights of a strip of the foot, in points: the highest for which there is room. They are few, so that a file holds
# few. In lower ones than the last number the things on their ground look strewn, too.
_BANDS, _LEAST_BAND = (45.0, 40.0, 35.0, 30.0, 25.0, 20.0), 30.0


class Scenery(NamedTuple):
    """What stands around a page's maze, and what is left of its live area for the heading."""

    head: Box
    pictures: Sequence[Picture]


class _Stage(NamedTuple):
    """A page's room for drawings.

    live: the live area. body: what of it lies below the heading and above the foot. plate: where the walls stand.
    nooks: the squares in its corners that are free, as `boards.Board` has them, in points. arrows: those at its
    doors. is_right: whether the page is mirrored when it is done.
    """

    live: Box
    body: Box
    plate: Box
    nooks: Sequence[float]
    arrows: Sequence[Box]
    is_right: bool

    def strip(self, is_left: bool) -> float:
        """The free width at a side of the maze."""
        return (self.plate.x - self.live.x if is_left else self.live.right - self.plate.right) - _AIR

    @property
    def most(self) -> float:
        """How high a figure is at most."""
        return _MOST * self.live.height

    def is_left(self, x: float) -> bool:
        """Whether a place across the page is in its left half."""
        return x < self.plate.x + self.plate.width / 2

    def nook(self, is_left: bool, is_low: bool) -> float:
        """The side of the square that is free in a corner of the maze."""
        return self.nooks[2 * is_low + (not is_left)]


class _Figure(NamedTuple):
    """A piece of a theme, to be placed. wide: its width as a share of its height."""

    scenes: Scenes
    name: str
    wide: float

    def height(self, width: float, height: float) -> float:
        """How high it is where it has so much room."""
        return min(height, width / self.wide)

    def box(self, stage: _Stage, height: float, x: float, floor: float) -> Box:
        """Where it stands so high, if that is not too high, on a floor, its middle at x or as near to that as the live
        area lets it be."""
        live, height = stage.live, min(height, stage.most)
        wide = height * self.wide
        return Box(max(live.x, min(live.right - wide, x - wide / 2)), floor - height, wide, height)

    def picture(self, stage: _Stage, box: Box) -> Picture:
        """The figure itself: who is under way goes towards the middle of the page."""
        scale = box.height / self.scenes.piece(self.name).height
        turned = self.name == "hero-2" and stage.is_left(box.x + box.width / 2) == stage.is_right
        return Picture(box.x, box.y, self.scenes.enlarged(self.name, scale, THINNEST, across=turned))


def _figure(scenes: Scenes, name: str) -> _Figure:
    piece = scenes.piece(name)
    return _Figure(scenes, name, piece.width / piece.height)


def room(setting: Setting) -> float:
    """How much higher (points) than its maze the place of one should be, so that what is around it finds room."""
    return fsum(_wanted(setting))


def above(setting: Setting, spare: float) -> float:
    """How much of the height that a maze leaves in its place is above it."""
    top, bottom = _wanted(setting)
    below = min(spare, bottom)
    over = min(spare - below, top)
    return over + (spare - below - over) / 2


def beside(setting: Setting, entry: Entry, drawing: Drawing, box: Box) -> float:
    """Where a maze stands in its box across the page: aside, where that makes a column at the side on which its way
    begins, else in the middle."""
    wide = drawing.width * drawing.scale
    spare = box.width - wide
    if spare < max(_COLUMN * box.width, _LEAST + _AIR):
        return spare / 2
    begins = (entry.maze.ends[0][0] - drawing.left) / drawing.width if entry.maze.ends else entry.number % 2
    return spare if (begins < 0.5) != setting.sheet.right else 0.0


def _wanted(setting: Setting) -> tuple[float, float]:
    """How much room is wanted above a maze and below it, besides what heading and foot leave."""
    high, sizes = setting.sheet.live(1).height, setting.sizes
    head = sizes.heading * 1.9 + sizes.leading
    return max(0.0, _HERO * high - head), max(0.0, _GOAL * high - _INTO_FOOT * sizes.small)


def head(setting: Setting, scenes: Scenes, entry: Entry, standing: Standing, number: int) -> Box:
    """What is left of the live area of the page of this number for its heading."""
    if entry.part.a_page > 1:
        return _beside_heading(setting, scenes, entry, standing, number).head
    stage = _stage(setting, entry, standing, setting.sheet.live(number))
    upper = _figures(setting, scenes, entry, standing)[:1]
    return _at_head(stage, *upper[0])[0] if upper else stage.live


def around(setting: Setting, scenes: Scenes, entry: Entry, standing: Standing, number: int) -> Scenery:
    """What stands around the one maze of the page of this number, or around the heading of several."""
    if entry.part.a_page > 1:
        return _beside_heading(setting, scenes, entry, standing, number)
    stage = _stage(setting, entry, standing, setting.sheet.live(number))
    top, foot = list[Picture](), list[Picture]()
    left, names = stage.live, list[str]()
    if figures := _figures(setting, scenes, entry, standing):
        left, top = _at_head(stage, *figures[0])
        foot = _at_foot(stage, *figures[1])
        names = [figure.name for figure, _ in figures]
    shown = [*top, *foot]
    shown += _props(scenes, stage, entry.number, shown, names) if _band_height(stage) else []
    return Scenery(left, [*_band(scenes, stage, shown), *shown])


def little_things(setting: Setting, scenes: Scenes, entry: Entry, standing: Standing) -> Sequence[Picture]:
    """What stands below a maze in its box, where the rest of the page is words: a strip and little things on it."""
    stage = _stage(setting, entry, standing, standing.box)._replace(body=standing.box)
    props = _props(scenes, stage, entry.number, (), ())
    return [*_band(scenes, stage, props), *props]


def on_floor(setting: Setting, scenes: Scenes, number: int, box: Box, maze: Box) -> Sequence[Picture]:
    """Who sets out, on the floor of a box that is else empty, beside that of a maze, if there is room."""
    figure = _figure(scenes, f"hero-{number % 3 + 1}")
    high = figure.height(box.width * _ALONE, box.height * _ALONE)
    if high < _LEAST:
        return ()
    stage = _Stage(box, box, maze, (), (), setting.sheet.right)
    spot = Box(box.x + (box.width - high * figure.wide) / 2, box.bottom - high, high * figure.wide, high)
    return [figure.picture(stage, spot)]


def _beside_heading(setting: Setting, scenes: Scenes, entry: Entry, standing: Standing, number: int) -> Scenery:
    """Who stands beside the heading of a page that several mazes share: one or the other, this side or that."""
    live, floor = setting.sheet.live(number), standing.box.y - _AIR
    stage = _Stage(live, live, standing.box, (), (), setting.sheet.right)
    names = (f"hero-{number // 2 % 2 + 1}", f"goal-{number // 2 % 3 + 1}")
    figure = _figure(scenes, names[number % 2])
    is_left = number // 2 % 2 > 0
    box = figure.box(
        stage, figure.height(_WIDEST * live.width, floor - live.y), live.x if is_left else live.right, floor
    )
    taken = _STEP * ceil((box.width + 2 * _AIR) / _STEP)
    left = live.inset(left=taken * is_left, right=taken * (not is_left))
    return Scenery(left, [figure.picture(stage, box)]) if box.height >= _LEAST else Scenery(live, [])


def _figures(setting: Setting, scenes: Scenes, entry: Entry, standing: Standing) -> list[tuple[_Figure, Point]]:
    """Who sets out and what is looked for, with the ends of the way, the upper one first; none for a maze without."""
    ends = _ends(setting, entry, standing)
    figures = [_figure(scenes, f"hero-{2 - entry.number % 2}"), _figure(scenes, f"goal-{entry.number % 3 + 1}")]
    return sorted(zip(figures, ends, strict=False), key=lambda figure: figure[1][1])


def _stage(setting: Setting, entry: Entry, standing: Standing, live: Box) -> _Stage:
    drawing, plate = standing.picture.drawing, entry.maze.plate
    is_right, scale = setting.sheet.right, drawing.scale
    left, top = standing.picture.x - drawing.left * scale, standing.picture.y - drawing.top * scale
    if is_right:
        left = standing.picture.x + (drawing.left + drawing.width - plate.width) * scale
    walls = Box(left, top, plate.width * scale, plate.height * scale).inset(*[-entry.wall] * 4)
    into = 0.0 if setting.recipe.codes == "all" else _INTO_FOOT * setting.sizes.small
    # The place of the maze ends a little above the foot's type.
    body = Box(live.x, standing.box.y, live.width, standing.box.bottom + into - standing.box.y)
    nooks = [max(0.0, nook * scale - entry.wall - _AIR) for nook in entry.nooks]
    arrows = [_arrow_box(*arrow, plate.width if is_right else 0) for arrow in plate.arrows]
    arrows = [Box(left + x * scale, top + y * scale, wide * scale, high * scale) for x, y, wide, high in arrows]
    return _Stage(live, body, walls, [nooks[place] for place in (1, 0, 3, 2)] if is_right else nooks, arrows, is_right)


def _arrow_box(left: float, top: float, right: float, bottom: float, mirrored: float) -> Box:
    """The box of an arrow; of one that is mirrored, in a maze of this width."""
    left, right = (mirrored - right, mirrored - left) if mirrored else (left, right)
    return Box(left, top, right - left, bottom - top)


def _ends(setting: Setting, entry: Entry, standing: Standing) -> list[Point]:
    """Where a maze's way begins and ends on its page; as the page is set, before one bound at the right is mirrored."""
    drawing, x, y = standing.picture.drawing, standing.picture.x, standing.picture.y
    across = [((each - drawing.left) * drawing.scale, (down - drawing.top) * drawing.scale)
              for each, down in entry.maze.ends or ()]  # fmt: skip
    wide = drawing.width * drawing.scale
    return [(x + (wide - each if setting.sheet.right else each), y + down) for each, down in across]


def _at_head(stage: _Stage, figure: _Figure, end: Point) -> tuple[Box, list[Picture]]:
    """A figure below the heading where the way comes nearest to it or, if it is larger there, beside the heading, and
    what is left for that."""
    live, top = stage.live, stage.body.y
    is_left = stage.is_left(end[0])
    edge = live.x if is_left else live.right
    floors = _floors(stage, is_left)
    below = [(figure.height(wide, floor - top), edge, floor) for wide, floor in floors]
    below += [(figure.height(wide, floor - top), end[0], floor) for wide, floor in floors[:2]]
    best = _largest(stage, figure, [*below, *_in_column(stage, figure, end, is_low=False)])
    beside = _largest(stage, figure, [(figure.height(wide, floor - live.y), edge, floor) for wide, floor in floors])
    is_below = _high(best) >= max(_LEAST, _NEARLY * _high(beside))
    chosen = best if is_below else beside
    if chosen is None or chosen.height < _LEAST:
        return live, []
    # In steps, so that stories are broken into rows for few measures.
    taken = 0.0 if is_below else _STEP * ceil((chosen.width + 2 * _AIR) / _STEP)
    return live.inset(left=taken * is_left, right=taken * (not is_left)), [figure.picture(stage, chosen)]


def _largest(stage: _Stage, figure: _Figure, rooms: Sequence[tuple[float, float, float]]) -> Box | None:
    """Where a figure is as large as it can be of these heights, places across, and floors, without an arrow in its
    way."""
    # The largest first: the others need no look.
    most = stage.most
    for room in sorted(rooms, key=lambda room: min(room[0], most), reverse=True):
        if room[0] <= 0:
            break
        box = figure.box(stage, *room)
        if not any(_touch(box, arrow) for arrow in stage.arrows):
            return box
    return None


def _high(box: Box | None) -> float:
    """How high a figure is there; 0 where there is none."""
    return box.height if box else 0.0


def _floors(stage: _Stage, is_left: bool) -> list[tuple[float, float]]:
    """The floors on which a figure above a maze can stand, each with the width that there is: on all of it, above its
    arrows, in a corner of its box."""
    live, plate, nook = stage.live, stage.plate, stage.nook(is_left, False)
    arrows = min([plate.y, *(arrow.y for arrow in stage.arrows)])
    wide = _WIDEST * live.width
    return [(wide, plate.y - _AIR), (wide, arrows - _AIR), (stage.strip(is_left) + _AIR + nook, plate.y + nook)]


def _in_column(stage: _Stage, figure: _Figure, end: Point, is_low: bool) -> list[tuple[float, float, float]]:
    """A figure beside the maze, in the upper or the lower half, as near as it can be to the end of the way."""
    is_left, body, plate = stage.is_left(end[0]), stage.body, stage.plate
    wide, middle = stage.strip(is_left), plate.y + plate.height / 2
    if wide < _LEAST:
        return []
    top, floor = (middle + _AIR, body.bottom) if is_low else (body.y, middle - _AIR)
    high = min(stage.most, figure.height(wide, floor - top))
    x = stage.live.x + wide / 2 if is_left else stage.live.right - wide / 2
    # In the lower half there is a floor to stand on.
    return [(high, x, floor if is_low else max(top + high, min(floor, end[1] + high / 2)))]


def _at_foot(stage: _Stage, figure: _Figure, end: Point) -> list[Picture]:
    """A figure below the maze where the way comes nearest to the foot, or at its side if it is larger there."""
    live, floor, plate = stage.live, stage.body.bottom, stage.plate
    is_left = stage.is_left(end[0])
    nook = stage.nook(is_left, True)
    arrows = max([plate.bottom, *(arrow.bottom for arrow in stage.arrows)])
    edge, wide = live.x if is_left else live.right, _WIDEST * live.width
    corner = figure.height(max(1.0, stage.strip(is_left) + _AIR + nook), floor - plate.bottom + nook)
    low, lower = (figure.height(wide, floor - top - _AIR) for top in (plate.bottom, arrows))
    others = [(corner, edge, floor), (low, edge, floor), *_in_column(stage, figure, end, is_low=True)]
    below = _largest(stage, figure, [(low, end[0], floor), (lower, end[0], floor)])
    best = _largest(stage, figure, others)
    chosen = below if _high(below) >= _NEARLY * _high(best) else best
    return [figure.picture(stage, chosen)] if chosen and chosen.height >= _LEAST else []


def _band(scenes: Scenes, stage: _Stage, before: Iterable[Picture]) -> Iterable[Picture]:
    """A strip along the foot, as high as there is room: where someone stands on it, its ground alone. before: all who
    stand on the page."""
    floor, high = stage.body.bottom, _band_height(stage)
    if not high:
        return []
    is_bare = high < _LEAST_BAND or any(_box_of(each).bottom > floor - high for each in before)
    return strip(scenes, stage.live, floor, high, is_bare, stage.is_right)


def _band_height(stage: _Stage) -> float:
    """How high a strip is below a maze and its arrows; 0 where there is no room for any."""
    room = stage.body.bottom - _under(stage)
    return next((high for high in _BANDS if high <= room), 0.0)


def _under(stage: _Stage) -> float:
    """Where the room below a maze and its arrows begins."""
    return max([stage.plate.bottom, *(arrow.bottom for arrow in stage.arrows)]) + _AIR


def _props(
    scenes: Scenes, stage: _Stage, number: int, placed: Iterable[Picture], names: Iterable[str]
) -> list[Picture]:
    """A row of little things at the foot, others than on the page before; where one would be too small, touch
    something, or show what another piece on the page shows, one of the next pages' stands. names: those pieces."""
    taken, names = [*map(_box_of, placed), *stage.arrows], [*names]
    props: list[Picture] = []
    for next, (room, x) in enumerate(_rooms(stage, taken)):
        turns = ((number + later) * _AT_ONCE + next for later in _LATER)
        others = (name for name in (f"prop-{turn % _PROPS + 1}" for turn in turns) if not scenes.is_like(name, names))
        figures = (_figure(scenes, name) for name in others)
        boxes = ((figure, _prop_box(stage, figure, room, x)) for figure in figures)
        fitting = ((figure, box) for figure, box in boxes if box and not any(_touch(box, other) for other in taken))
        for figure, box in islice(fitting, 1):
            props.append(figure.picture(stage, box))
            taken.append(box)
            names.append(figure.name)
    return props


def _prop_box(stage: _Stage, figure: _Figure, room: Box, x: float) -> Box | None:
    """Where a little thing stands in its room or, if it flies, is above the ground; None if it would be too small."""
    live, lift = stage.live, _ALOFT * room.height if figure.scenes.is_aloft(figure.name) else 0.0
    high = min(figure.height(room.width, room.height - lift), _PROP * live.height)
    box = figure.box(stage, high, x, stage.body.bottom - min(lift, high))
    return box if max(box.width, box.height) >= _LEAST_PROP * min(live.width, live.height) else None


def _rooms(stage: _Stage, taken: Iterable[Box]) -> list[tuple[Box, float]]:
    """Where little things may stand, and around which place across: side by side below the maze, evenly in what is free
    there or, where that is too low for any, in the lower corners of the page."""
    live, floor, top = stage.live, stage.body.bottom, _under(stage)
    if floor - top >= _LEAST_PROP * min(live.width, live.height):
        return _evenly(_gaps(live, [box for box in taken if box.bottom > top - _AIR]), top, floor)
    rooms = []
    for is_left in (True, False):
        nook, edge = stage.nook(is_left, True), live.x if is_left else live.right
        beside = Box(0, 0, max(1.0, stage.strip(is_left)), stage.body.height)
        corner = Box(0, 0, beside.width + _AIR + nook, floor - stage.plate.bottom + nook)
        rooms.append((corner if nook else beside, edge))
    return rooms


def _gaps(live: Box, taken: Iterable[Box]) -> list[tuple[float, float]]:
    """From where to where the width of a page is free of these boxes."""
    gaps, left = [], live.x
    for box in sorted(taken):
        gaps.append((left, box.x - _AIR))
        left = max(left, box.right + _AIR)
    return [(start, end) for start, end in (*gaps, (left, live.right)) if start < end]


def _evenly(gaps: Sequence[tuple[float, float]], top: float, floor: float) -> list[tuple[Box, float]]:
    """The rooms of a row in these gaps, each where there is most room still but rather at both sides of who stands
    there, from side to side."""
    in_gap = [0] * len(gaps)
    for _ in range(_AT_ONCE if gaps else 0):
        widest = max(range(len(gaps)), key=lambda gap: (gaps[gap][1] - gaps[gap][0]) / (2 * in_gap[gap] + 1))
        in_gap[widest] += 1
    rooms = []
    for (left, right), count in zip(gaps, in_gap, strict=True):
        for place in range(count):
            wide = (right - left) / count
            box = Box(left + place * wide, top, wide, floor - top)
            rooms.append((box, box.x + wide / 2))
    return rooms


def _box_of(picture: Picture) -> Box:
    """The box that a drawing takes."""
    scale = picture.drawing.scale
    return Box(picture.x, picture.y, picture.drawing.width * scale, picture.drawing.height * scale)


def _touch(one: Box, other: Box) -> bool:
    """Whether there is no air between two boxes."""
    return (one.x - _AIR < other.right and other.x - _AIR < one.right
            and one.y - _AIR < other.bottom and other.y - _AIR < one.bottom)  # fmt: skip
