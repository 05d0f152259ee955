"""A front with a stage: its drawing fills the front behind the title, with a maze in it.

On a calm cover the stage is a plate on paper, in the cover's own colours.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import dist
from typing import NamedTuple, TypeAlias

from puzzlebook.books.covers.look import CoverLook, Front
from puzzlebook.books.scenes.frames import draw_area
from puzzlebook.drawing.drawing import BLACK, WHITE, Colour, Style
from puzzlebook.maze_art.inked import Ink, draw_puzzle
from puzzlebook.maze_art.plate import Plate
from puzzlebook.maze_art.stage import Crop, Stage
from puzzlebook.maze_art.stage_things import Bounds
from puzzlebook.maze_art.stage_view import StageView, set_in_stage, view_stage
from puzzlebook.mazes import Maze
from puzzlebook.typesetting.page import Box, Picture

_PADDING = 0.03  # space around maze and doors, as a share of their larger side
_WALL = 0.16  # heaviest wall, in cell widths
_MAT = 0.03  # paper around a plate, as a share of the smaller side of its box
_LINE = 0.18  # width of the line around that paper, as a share of the paper's
_GAP = 0.012  # distance between a badge and a maze, as a share of the front's width
_STEP = 0.25  # distance between the positions tried for a badge, in radii
_HEIGHTS = (0.3, 1.0)  # shares of the room below the title that badges may use, tried in this order
_FIGURES = (1.0, 0.75)  # shares of a door's circle that a badge leaves free, tried in this order
_SIZES = (1.0, 0.92, 0.84, 0.76, 0.68, 0.6)  # shares of a badge's size, tried in this order


_Circle: TypeAlias = "tuple[float, float, float]"
"""The centre and radius of a circle, in points."""


class StagedMaze(NamedTuple):
    """A maze in a stage, to be drawn as large as a front allows. plate: the maze as shapes."""

    stage: Stage
    maze: Maze
    plate: Plate


class StageFront(NamedTuple):
    """A stage on a front. view: the visible part, at its scale. x, y: the upper left corner of that
    part on the page, in points. maze_colour: the colour of walls."""

    shown: StagedMaze
    view: StageView
    x: float
    y: float
    maze_colour: Colour = BLACK

    def draw(self, framed: bool = False) -> Picture:
        """Draw the stage with its maze, and a frame if `framed`."""
        view, plate = self.view, self.shown.plate
        wall = min(view.stage.wall * view.unit, _WALL * view.cell)
        ink = view.stage.tint(Ink(wall, wall_colour=self.maze_colour))
        maze = draw_puzzle(plate, view.cell, ink)
        return Picture(self.x, self.y, set_in_stage(maze, view, plate.doorways, framed=framed))

    def place_badges(
        self, live: Box, radii: Sequence[tuple[float, bool]], words: Sequence[Box]
    ) -> Iterator[_Circle]:
        """Yield the centre and radius of each badge, as low and as far to its side as possible
        without hiding any of the maze or its doors; in its corner if there is no such place. A
        smaller badge at the foot is better than a larger one above, where the drawing is.

        radii: the largest radius of each, and whether its side is the right. words: boxes to keep
        free.
        """
        taken = list(self._list_cells())
        gap = _GAP * live.width
        for largest, at_right in radii:
            spots = (
                spot
                for height in _HEIGHTS
                for reach in _FIGURES
                for share in _SIZES
                for spot in _list_spots(live, share * largest, at_right, height * live.height)
                if all(_is_apart(spot, box) for box in words)
                and all(
                    dist(spot[:2], other[:2]) >= spot[2] + other[2] + gap
                    for other in (*taken, *self._list_figures(reach))
                )
            )
            corner = live.right - largest if at_right else live.x + largest
            spot = next(spots, (corner, live.bottom - largest, largest))
            taken.append(spot)
            yield spot

    def _list_cells(self) -> Iterator[_Circle]:
        """Yield the maze's cells as circles on the page."""
        view, grid = self.view, self.shown.maze.shown
        for x, y in grid.centres:
            x, y = self._to_page((x - view.x) / view.scale, (y - view.y) / view.scale)
            yield x, y, view.cell / 2

    def _list_figures(self, reach: float) -> Iterator[_Circle]:
        """Yield the figures at the doors as circles with this share of the doors' radius."""
        for (x, y), radius in self.view.stage.place.doors:
            yield *self._to_page(x, y), reach * radius * self.view.unit

    def _to_page(self, x: float, y: float) -> tuple[float, float]:
        """Return a point of the stage in page coordinates."""
        view = self.view
        return self.x + (x - view.crop.left) * view.unit, self.y + (y - view.crop.top) * view.unit


def has_words_above(stage: Stage) -> bool:
    """Whether a stage has its words above its maze, where a title goes, or has no words."""
    words = stage.place.words
    return words is None or words[1] < stage.outline_box[1]


def fill_front(front: Front, shown: StagedMaze, room: Box, foot: Box) -> StageFront:
    """Return a stage that fills a front above its foot, with its maze and doors inside `room` as
    far as the drawing allows. On a wide front it fills the picture's side."""
    stage_box, stage = _find_stage_box(front, room, foot), shown.stage.without_board
    shown = shown._replace(stage=stage)
    left, top, right, bottom = _find_core(stage)
    width, height = right - left, bottom - top
    page_x, page_y, page_width, page_height = stage.place.parts.page
    unit = max(_find_min_unit(stage, stage_box), min(room.width / width, room.height / height))
    x = left - (room.x + (room.width - width * unit) / 2 - stage_box.x) / unit
    y = top - (room.y + (room.height - height * unit) / 2 - stage_box.y) / unit
    across, down = stage_box.width / unit, stage_box.height / unit
    crop = Crop(
        max(page_x, min(page_x + page_width - across, x)),
        max(page_y, min(page_y + page_height - down, y)),
        across,
        down,
    )
    return StageFront(shown, _make_view(shown, crop, unit), stage_box.x, stage_box.y)


def find_title_room(front: Front, stage: Stage, foot: Box) -> float:
    """Return the height available for a title above the maze if the front shows as much of its
    stage as possible."""
    stage_box = _find_stage_box(front, front.live, foot)
    top = _find_core(stage)[1] - stage.place.parts.page[1]
    return stage_box.y + top * _find_min_unit(stage, stage_box) - front.live.y


def _find_stage_box(front: Front, room: Box, foot: Box) -> Box:
    """Return the box of the front that a stage fills."""
    across = front.across
    if front.is_wide:
        across = (
            across._replace(width=room.right - across.x)
            if front.is_right
            else across.inset(left=room.x - across.x)
        )
    bottom = foot.y if foot.height else across.bottom
    return across._replace(height=bottom - across.y)


def _find_min_unit(stage: Stage, stage_box: Box) -> float:
    """Return the size (points) of a stage's unit at which the stage just fills a box."""
    _, _, width, height = stage.place.parts.page
    return max(stage_box.width / width, stage_box.height / height)


def draw_stage_plate(shown: StagedMaze, room: Box, look: CoverLook) -> Iterator[Picture]:
    """Draw a stage on a sheet of paper in a box, as large as fits, without its words."""
    mat = _MAT * min(room.width, room.height)
    inside = room.inset(*[mat] * 4)
    stage = _recolour(shown.stage, look)
    left, top, right, bottom = _find_core(stage)
    page_x, _, page_width, _ = stage.place.parts.page
    unit = min(inside.width / (right - left), inside.height / (bottom - top))
    width = min(inside.width / unit, page_width)
    middle = (left + right) / 2
    x = max(page_x, min(page_x + page_width - width, middle - width / 2))
    crop = Crop(x, top, width, bottom - top)
    size = width * unit, (bottom - top) * unit
    sheet = Box(
        inside.x + (inside.width - size[0]) / 2, inside.y + (inside.height - size[1]) / 2, *size
    )
    line = _LINE * mat
    around = sheet.inset(*[-mat] * 4)
    yield draw_area(around, look.colours.accent)
    yield draw_area(around.inset(*[line] * 4), look.colours.paper)
    shown = shown._replace(stage=stage)
    view = _make_view(shown, crop, unit)
    yield StageFront(shown, view, sheet.x, sheet.y, look.colours.wall).draw(framed=True)


def _make_view(shown: StagedMaze, crop: Crop, unit: float) -> StageView:
    design, stage = shown.maze.design, shown.stage
    view = view_stage(stage, design.shape, design.size, shown.maze.shown, stage.heart_size)
    return view._replace(crop=crop, unit=unit)


def _find_core(stage: Stage) -> Bounds:
    """Return the box of a stage's maze and doors, with some space around them. It includes the part
    of the drawing between the maze and words above it, but no words below the maze."""
    boxes = [stage.outline_box]
    boxes += [(x - r, y - r, x + r, y + r) for (x, y), r in stage.place.doors]
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    left, top, right, bottom = min(lefts), min(tops), max(rights), max(bottoms)
    padding = _PADDING * max(right - left, bottom - top)
    words = stage.place.words
    if words and words[1] >= bottom:
        return left - padding, top - padding, right + padding, min(bottom + padding, words[1])
    top = (
        min(top - padding, words[3])
        if words and words[3] <= stage.outline_box[1]
        else top - padding
    )
    return left - padding, top, right + padding, bottom + padding


def _list_spots(live: Box, radius: float, at_right: bool, height: float) -> Iterator[_Circle]:
    """Yield positions for a badge of this radius within a height: from the bottom up, each row from
    the side."""
    step = _STEP * radius
    y = live.bottom - radius
    while y >= live.bottom - height + radius:
        for across in range(int((live.width / 2 - radius) / step) + 1):
            aside = radius + across * step
            yield (live.right - aside if at_right else live.x + aside), y, radius
        y -= step


def _is_apart(spot: _Circle, box: Box) -> bool:
    """Return whether a circle touches no point of a box."""
    x, y, radius = spot
    nearest = min(max(x, box.x), box.right), min(max(y, box.y), box.bottom)
    return dist((x, y), nearest) >= radius


def _recolour(stage: Stage, look: CoverLook) -> Stage:
    """Return a stage in the cover's colours instead of black and white."""
    colours: dict[Colour | None, Colour] = {BLACK: look.colours.wall, WHITE: look.colours.paper}

    def recolour(style: Style) -> Style:
        fill = colours.get(style.fill, style.fill)
        return style._replace(line=colours.get(style.line, style.line), fill=fill)

    back, front = (
        tuple(layer._replace(style=recolour(layer.style)) for layer in layers)
        for layers in (stage.back, stage.front)
    )
    return replace(stage, back=back, front=front, paper=look.colours.paper)
