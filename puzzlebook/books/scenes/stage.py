"""The room that a page leaves for drawings around its maze, and figures that can stand in it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from puzzlebook.books.planning.setting import Entry, Placement, Setting
from puzzlebook.maze_art.scenes import Scenes
from puzzlebook.typesetting.layout import THINNEST
from puzzlebook.typesetting.page import Box, Picture

# In points: between a drawing and type, walls, or another one.
AIR = 8.0
# In sizes of small type: so far into the foot of the page they may reach.
INTO_FOOT = 0.6
# In shares of the height of the live area: the most that a figure takes.
_MOST = 0.2
# The heights of a strip of the foot, in points: the highest for which there is room. They are few,
# so that a file holds few.
_BANDS = (45.0, 40.0, 35.0, 30.0, 25.0, 20.0)


class Stage(NamedTuple):
    """A page's room for drawings.

    live: the live area. body: what of it lies below the heading and above the foot. plate: where
    the walls stand. nooks: the squares in its corners that are free, as `boards.Board` has them, in
    points. arrows: those at its doors. is_right: whether the page is mirrored when it is done.
    """

    live: Box
    body: Box
    plate: Box
    nooks: Sequence[float]
    arrows: Sequence[Box]
    is_right: bool

    def strip(self, is_left: bool) -> float:
        """The free width at a side of the maze."""
        return (self.plate.x - self.live.x if is_left else self.live.right - self.plate.right) - AIR

    def has_ground_under(self, box: Box) -> bool:
        """Whether who stands in a box has something under the feet: a straight wall, or the strip
        at the foot."""
        if box.y > self.plate.y + self.plate.height / 2:
            return self.band > 0
        return box.bottom <= self.plate.y and not self.free_corner(
            self.is_left(box.x + box.width / 2), False
        )

    @property
    def most(self) -> float:
        """How high a figure is at most."""
        return _MOST * self.live.height

    def is_left(self, x: float) -> bool:
        """Whether a place across the page is in its left half."""
        return x < self.plate.x + self.plate.width / 2

    def free_corner(self, is_left: bool, is_low: bool) -> float:
        """The side of the square that is free in a corner of the maze."""
        return self.nooks[2 * is_low + (not is_left)]

    @property
    def space_below(self) -> float:
        """Where the room below the maze and its arrows begins."""
        return max([self.plate.bottom, *(arrow.bottom for arrow in self.arrows)]) + AIR

    def down_to_foot(self, arrow: Box) -> Box:
        """What an arrow takes with all that is below it, where it stands below the maze: nothing
        else is pointed at."""
        below = arrow.y >= self.plate.bottom
        return arrow._replace(height=self.body.bottom - arrow.y) if below else arrow

    def has_arrow_below(self, x: float) -> bool:
        """Whether an arrow stands below the maze, about at a place across."""
        return any(
            arrow.x <= x <= arrow.right and arrow.y >= self.plate.bottom for arrow in self.arrows
        )

    @property
    def band(self) -> float:
        """How high a strip is below that; 0 where there is no room for any."""
        room = self.body.bottom - self.space_below
        return next((high for high in _BANDS if high <= room), 0.0)


class Figure(NamedTuple):
    """A piece of a theme, to be placed. wide: its width as a share of its height."""

    scenes: Scenes
    name: str
    wide: float

    def height(self, width: float, height: float) -> float:
        """How high it is where it has so much room."""
        return min(height, width / self.wide)

    def box(self, stage: Stage, height: float, x: float, floor: float) -> Box:
        """Where it stands so high, if that is not too high, on a floor, its middle at x or as near
        to that as the live area lets it be."""
        live, height = stage.live, min(height, stage.most)
        wide = height * self.wide
        return Box(max(live.x, min(live.right - wide, x - wide / 2)), floor - height, wide, height)

    def picture(self, stage: Stage, box: Box) -> Picture:
        """The figure in its box. Who is under way goes towards the middle of the page; what is
        looked for has a little ground where neither wall nor strip is under it."""
        if (
            self.name.startswith("goal")
            and not self.scenes.is_aloft(self.name)
            and not stage.has_ground_under(box)
        ):
            high = self.scenes.piece_on_ground(self.name, 1.0, 0.0).height
            drawing = self.scenes.piece_on_ground(self.name, box.height / high, THINNEST)
            return Picture(box.x + (box.width - drawing.width * drawing.scale) / 2, box.y, drawing)
        scale = box.height / self.scenes.piece(self.name).height
        turned = self.name == "hero-2" and stage.is_left(box.x + box.width / 2) == stage.is_right
        return Picture(
            box.x, box.y, self.scenes.enlarged(self.name, scale, THINNEST, across=turned)
        )


def load_figure(scenes: Scenes, name: str) -> Figure:
    """A piece of a theme, by its name."""
    piece = scenes.piece(name)
    return Figure(scenes, name, piece.width / piece.height)


def make_stage(setting: Setting, entry: Entry, standing: Placement, live: Box) -> Stage:
    """The room around a maze where it stands. live: the live area, or the box in which it
    stands."""
    drawing, plate = standing.picture.drawing, entry.maze.plate
    is_right, scale = setting.sheet.right, drawing.scale
    left, top = standing.picture.x - drawing.left * scale, standing.picture.y - drawing.top * scale
    if is_right:
        left = standing.picture.x + (drawing.left + drawing.width - plate.width) * scale
    walls = Box(left, top, plate.width * scale, plate.height * scale).inset(*[-entry.wall] * 4)
    into = 0.0 if setting.recipe.codes == "all" else INTO_FOOT * setting.sizes.small
    # The place of the maze ends a little above the foot's type.
    body = Box(live.x, standing.box.y, live.width, standing.box.bottom + into - standing.box.y)
    nooks = [max(0.0, nook * scale - entry.wall - AIR) for nook in entry.nooks]
    arrows = [_arrow_box(*arrow, plate.width if is_right else 0) for arrow in plate.arrows]
    arrows = [
        Box(left + x * scale, top + y * scale, wide * scale, high * scale)
        for x, y, wide, high in arrows
    ]
    return Stage(
        live,
        body,
        walls,
        [nooks[place] for place in (1, 0, 3, 2)] if is_right else nooks,
        arrows,
        is_right,
    )


def _arrow_box(left: float, top: float, right: float, bottom: float, mirrored: float) -> Box:
    """The box of an arrow; of one that is mirrored, in a maze of this width."""
    left, right = (mirrored - right, mirrored - left) if mirrored else (left, right)
    return Box(left, top, right - left, bottom - top)


def picture_box(picture: Picture) -> Box:
    """The box that a drawing takes."""
    scale = picture.drawing.scale
    return Box(picture.x, picture.y, picture.drawing.width * scale, picture.drawing.height * scale)


def do_touch(one: Box, other: Box) -> bool:
    """Whether there is no air between two boxes."""
    return (one.x - AIR < other.right and other.x - AIR < one.right
            and one.y - AIR < other.bottom and other.y - AIR < one.bottom)  # fmt: skip
