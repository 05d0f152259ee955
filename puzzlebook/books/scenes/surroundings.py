"""The room that a page leaves for drawings around its maze, and figures that can stand in it.

Everything is placed on a page that is read from left to right. In a book that is bound at the
right, the page is then mirrored.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from puzzlebook.books.planning.setting import Entry, Placement, Setting
from puzzlebook.maze_art.scenes import Scenes
from puzzlebook.typesetting.layout import THINNEST
from puzzlebook.typesetting.page import Box, Picture

CLEARANCE = 8.0
"""Points between a drawing and type, walls, or another drawing."""
INTO_FOOT = 0.6
"""How far drawings may reach into the foot of the page, as a multiple of small type."""
_MOVING_HEROES = ("hero-2", "hero-4")  # poses: walking, and running
_MAX_FIGURE = 0.2  # largest figure, as a share of the live area's height
# The heights that a strip may have, in points; the largest that fits is used. They are few, so that
# a file contains few drawings.
_STRIP_HEIGHTS = (45.0, 40.0, 35.0, 30.0, 25.0, 20.0)


class Side(NamedTuple):
    """One side of a maze. edge: the x of the live area's edge there. strip_width: the free width
    beside the maze. upper, lower: the sides of the free squares in the maze's corners. All are in
    points."""

    is_left: bool
    edge: float
    strip_width: float
    upper: float
    lower: float

    @property
    def middle(self) -> float:
        """The middle of the strip beside the maze."""
        return self.edge + (self.strip_width / 2 if self.is_left else -self.strip_width / 2)

    def cut_from(self, box: Box, width: float) -> Box:
        """A box without a strip of this width on this side."""
        return box.inset(left=width) if self.is_left else box.inset(right=width)


class Surroundings(NamedTuple):
    """A page's room for drawings.

    live: the live area. body: its part between heading and foot. walls: the box of the maze.
    corners: sides of the free squares in its corners (upper left, upper right, lower left, lower
    right), in points. arrows: boxes of the arrows at its doors. is_outdoors: whether there is land
    everywhere.
    """

    live: Box
    body: Box
    walls: Box
    corners: Sequence[float] = (0.0,) * 4
    arrows: Sequence[Box] = ()
    is_outdoors: bool = False

    @property
    def left(self) -> Side:
        """The left side of the maze."""
        strip = self.walls.x - self.live.x - CLEARANCE
        return Side(True, self.live.x, strip, self.corners[0], self.corners[2])

    @property
    def right(self) -> Side:
        """The right side of the maze."""
        strip = self.live.right - self.walls.right - CLEARANCE
        return Side(False, self.live.right, strip, self.corners[1], self.corners[3])

    def side_of(self, x: float) -> Side:
        """The side of the maze that is nearer to an x."""
        return self.left if x < self.walls.x + self.walls.width / 2 else self.right

    def has_ground_under(self, box: Box) -> bool:
        """Whether a figure stands on something: land, a straight wall, or the strip at the foot."""
        if self.is_outdoors:
            return True
        if box.y > self.walls.y + self.walls.height / 2:
            return self.strip_height > 0
        side = self.side_of(box.x + box.width / 2)
        return box.bottom <= self.walls.y and not side.upper

    @property
    def max_figure_height(self) -> float:
        """The height of the largest figure."""
        return _MAX_FIGURE * self.live.height

    @property
    def space_below(self) -> float:
        """The y at which the room below the maze and its arrows begins."""
        return max([self.walls.bottom, *(arrow.bottom for arrow in self.arrows)]) + CLEARANCE

    def down_to_foot(self, arrow: Box) -> Box:
        """An arrow's box and, for an arrow below the maze, everything below it: it must point at
        nothing but the goal."""
        below = arrow.y >= self.walls.bottom
        return arrow._replace(height=self.body.bottom - arrow.y) if below else arrow

    def has_arrow_below(self, x: float) -> bool:
        """Whether there is an arrow below the maze at an x."""
        return any(
            arrow.x <= x <= arrow.right and arrow.y >= self.walls.bottom for arrow in self.arrows
        )

    @property
    def strip_height(self) -> float:
        """The height of the strip below the maze; 0 where no strip fits."""
        room = self.body.bottom - self.space_below
        return next((height for height in _STRIP_HEIGHTS if height <= room), 0.0)


class Figure(NamedTuple):
    """A piece of a theme, to be placed. aspect: its width divided by its height."""

    scenes: Scenes
    name: str
    aspect: float

    def height(self, width: float, height: float) -> float:
        """The largest height at which the figure fits room of this width and height."""
        return min(height, width / self.aspect)

    def box(self, around: Surroundings, height: float, x: float, floor: float) -> Box:
        """Return the figure's box on a floor, at most this high, its middle as near to x as the
        live area allows."""
        live, height = around.live, min(height, around.max_figure_height)
        width = height * self.aspect
        return Box(
            max(live.x, min(live.right - width, x - width / 2)), floor - height, width, height
        )

    def picture(self, around: Surroundings, box: Box) -> Picture:
        """Draw the figure in its box.

        A walking or running hero moves towards the middle of the page. A goal that stands neither
        on a wall nor on the strip gets a little ground.
        """
        if self._needs_ground(around, box):
            height = self.scenes.piece_on_ground(self.name, 1.0, 0.0).height
            drawing = self.scenes.piece_on_ground(self.name, box.height / height, THINNEST)
            return Picture(box.x + (box.width - drawing.width * drawing.scale) / 2, box.y, drawing)
        scale = box.height / self.scenes.piece(self.name).height
        if not self._is_underway:
            return Picture(box.x, box.y, self.scenes.enlarged(self.name, scale, THINNEST))
        drawing, in_mirror = (
            self.scenes.enlarged(self.name, scale, THINNEST, across=across)
            for across in self._turn(around, box)
        )
        return Picture(box.x, box.y, drawing, in_mirror=in_mirror)

    def bold_picture(self, around: Surroundings, box: Box, contour: float) -> Picture:
        """Draw the figure the same way with a contour of this weight, which is within its box."""
        is_grounded = self._needs_ground(around, box)
        piece = self.scenes.piece(self.name)
        if is_grounded:
            piece = self.scenes.piece_on_ground(self.name, 1.0, 0.0)
        height, width = box.height - 2 * contour, box.width - 2 * contour
        scale = min(height / piece.height, width / piece.width)
        drawing, in_mirror = (
            self.scenes.bold(self.name, scale, contour, across, is_grounded)
            for across in (self._turn(around, box) if self._is_underway else (False, False))
        )
        x = box.x + (box.width - drawing.width * scale) / 2
        y = box.bottom - drawing.height * scale
        return Picture(x, y, drawing, in_mirror=in_mirror if self._is_underway else None)

    def _needs_ground(self, around: Surroundings, box: Box) -> bool:
        """Whether it is a goal that stands neither on a wall nor on the strip."""
        is_goal = self.name.startswith("goal") and not self.scenes.is_aloft(self.name)
        return is_goal and not around.has_ground_under(box)

    @property
    def _is_underway(self) -> bool:
        """Whether it is a walking or running hero."""
        return self.name in _MOVING_HEROES

    def _turn(self, around: Surroundings, box: Box) -> tuple[bool, bool]:
        """Whether the moving hero is flipped: on the page as laid out, and on the mirrored page."""
        turned = not around.side_of(box.x + box.width / 2).is_left
        return turned, not turned


def load_figure(scenes: Scenes, name: str) -> Figure:
    """Return a piece of a theme as a figure."""
    piece = scenes.piece(name)
    return Figure(scenes, name, piece.width / piece.height)


def find_surroundings(
    setting: Setting, entry: Entry, placement: Placement, live: Box
) -> Surroundings:
    """Return the room around a maze. live: the live area, or the box of the maze.

    When a page is mirrored, its maze is not: so on the page before mirroring, corners and
    arrows change sides.
    """
    drawing, plate = placement.picture.drawing, entry.maze.plate
    is_mirrored, scale = setting.sheet.right, drawing.scale
    left = placement.picture.x - drawing.left * scale
    top = placement.picture.y - drawing.top * scale
    if is_mirrored:
        left = placement.picture.x + (drawing.left + drawing.width - plate.width) * scale
    walls = Box(left, top, plate.width * scale, plate.height * scale).inset(*[-entry.wall] * 4)
    into = 0.0 if setting.recipe.codes == "all" else INTO_FOOT * setting.sizes.small
    # The maze's box ends a little above the type of the foot.
    body = Box(live.x, placement.box.y, live.width, placement.box.bottom + into - placement.box.y)
    corners = [max(0.0, corner * scale - entry.wall - CLEARANCE) for corner in entry.free_corners]
    if entry.questions and entry.questions.letters:  # the legend counts as a part of the maze
        bottom = placement.picture.y + drawing.height * scale
        walls = walls._replace(height=max(walls.height, bottom - walls.y))
        corners = [*corners[:2], 0.0, 0.0]
    if is_mirrored:
        corners = [corners[corner] for corner in (1, 0, 3, 2)]
    arrows = []
    for start, upper, end, lower in plate.arrows:
        x, right = (plate.width - end, plate.width - start) if is_mirrored else (start, end)
        arrows.append(
            Box(
                left + x * scale,
                top + upper * scale,
                (right - x) * scale,
                (lower - upper) * scale,
            )
        )
    return Surroundings(live, body, walls, corners, arrows)


def picture_box(picture: Picture) -> Box:
    """Return the box of a drawing."""
    scale = picture.drawing.scale
    return Box(picture.x, picture.y, picture.drawing.width * scale, picture.drawing.height * scale)


def do_touch(one: Box, other: Box) -> bool:
    """Whether two boxes touch or are too close to each other."""
    return (
        one.x - CLEARANCE < other.right
        and other.x - CLEARANCE < one.right
        and one.y - CLEARANCE < other.bottom
        and other.y - CLEARANCE < one.bottom
    )
