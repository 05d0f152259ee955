"""A front with a stage: its drawing fills the front below or behind the title, with a maze in it.

On a calm cover the stage is in the cover's own colours.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from puzzlebook.books.covers.look import CoverLook, contrast, mix
from puzzlebook.books.scenes.frames import draw_area
from puzzlebook.drawing.drawing import BLACK, WHITE, Colour, Drawing, Layer, Style
from puzzlebook.maze_art.inked import Ink, draw_puzzle
from puzzlebook.maze_art.plate import Plate
from puzzlebook.maze_art.stage import Crop, Stage
from puzzlebook.maze_art.stage_things import Bounds, find_layer_box, join_boxes, touches
from puzzlebook.maze_art.stage_view import StageView, set_in_stage, view_stage
from puzzlebook.mazes import Maze
from puzzlebook.typesetting.page import Box, Picture

_PADDING = 0.03  # space around maze and doors, as a share of their larger side
_WALL = 0.16  # heaviest wall, in cell widths
_DOOR = 0.18  # smallest radius of a door with hero or goal, as a share of the stage's size
# How many times as far from white the ground of a maze becomes, at most; the least value of its
# red, green and blue.
_DEPTH, _DARKEST = 2.6, 0.62
# The ground of a maze in a drawing of something colored: the least color of it, the greatest
# distance of its hue from that of the thing, in sixths of the wheel, how far the thing reaches
# beyond the maze, as a share of the stage's size, and the least contrast of walls.
_MIN_COLOR, _MAX_TURN, _REACH, _MIN_CONTRAST = 0.055, 0.34, 0.15, 7.5
_STEPS = 20  # from the drawing's own ground to the colour of the thing
_TITLE_PADDING = 0.01  # space around a title that things leave free, as a share of a front's width
_MIN_SKY = 0.29  # smallest space above the maze, as a share of a box, if the drawing allows more


class StagedMaze(NamedTuple):
    """A maze in a stage, to be drawn as large as a front allows. plate: the maze as shapes."""

    stage: Stage
    maze: Maze
    plate: Plate


class StageFront(NamedTuple):
    """A stage on a front. view: the visible part, at its scale. x, y: the upper left corner of that
    part on the page, in points. room: the box without words on the page, within its margins.
    maze_colour: the colour of walls. sky: the box to which the sky is extended, if any, and its
    colour."""

    shown: StagedMaze
    view: StageView
    x: float
    y: float
    room: Box
    maze_colour: Colour = BLACK
    sky: tuple[Box, Colour] | None = None

    def clear(
        self, boxes: Sequence[Box], is_cut: Callable[[Box], bool] | None = None
    ) -> StageFront:
        """Return the front without the things in these boxes, such as clouds behind a title.
        is_cut: whether a thing in this box on the page goes, too."""
        view = self.view
        padding = _TITLE_PADDING * view.unit * view.crop.width
        stage = view.stage.without_things(
            [self._to_stage(box, padding) for box in boxes],
            None if is_cut is None else lambda bounds: is_cut(self._to_page(bounds)),
        )
        return self._replace(
            shown=self.shown._replace(stage=stage), view=view._replace(stage=stage)
        )

    def list_core_boxes(self) -> list[Box]:
        """List the boxes of the maze, its doors, hero and goal on the page."""
        return [*map(self._to_page, _list_core(self.view.stage))]

    def _to_page(self, bounds: Bounds) -> Box:
        """Return a box of the stage on the page."""
        (x, y, _, _), unit, (left, top, right, bottom) = self.view.crop, self.view.unit, bounds
        return Box(
            self.x + (left - x) * unit,
            self.y + (top - y) * unit,
            (right - left) * unit,
            (bottom - top) * unit,
        )

    def _to_stage(self, box: Box, padding: float = 0.0) -> Bounds:
        """Return a box of the page, larger by a padding (points), in the stage's units."""
        view = self.view
        left, top = box.x - padding - self.x, box.y - padding - self.y
        right, bottom = left + box.width + 2 * padding, top + box.height + 2 * padding
        x, y, unit = view.crop.left, view.crop.top, view.unit
        return x + left / unit, y + top / unit, x + right / unit, y + bottom / unit

    def draw(self) -> Iterator[Picture]:
        """Draw the stage with its maze, and more of its sky if it ends below the box."""
        if self.sky is not None:
            yield draw_area(*self.sky)
        view, plate = self.view, self.shown.plate
        wall = min(view.stage.wall * view.unit, _WALL * view.cell)
        ink = view.stage.tint(Ink(wall, wall_colour=self.maze_colour))
        maze = draw_puzzle(plate, view.cell, ink)
        drawing = set_in_stage(maze, view, plate.doorways, free=self._to_stage(self.room))
        if self.maze_colour != BLACK:
            drawing = _recolour_arrows(drawing, self.maze_colour)
        yield Picture(self.x, self.y, drawing)


def fill_box(shown: StagedMaze, box: Box, room: Box, look: CoverLook) -> StageFront:
    """Return a stage that fills a box, with its maze and doors inside `room` as far as the drawing
    allows."""
    stage = shown.stage.without_board
    dyed = _recolour(stage, look) if look.calm else replace(stage, paper=tint_ground(stage))
    shown = shown._replace(stage=dyed)
    left, top, right, bottom = _find_core(stage)
    width, height = right - left, bottom - top
    page_x, page_y, page_width, page_height = stage.place.parts.page
    unit = max(box.width / page_width, min(room.width / width, room.height / height))
    colour, sky = _find_sky_colour(stage), None
    y = top - (room.y + (room.height - height * unit) / 2 - box.y) / unit
    if colour is not None and y < page_y:
        sky, ground = box, box.y + (page_y - y) * unit
        box = box._replace(y=ground, height=box.bottom - ground)
    unit = max(_find_min_unit(stage, box), unit)
    x = left - (room.x + (room.width - width * unit) / 2 - box.x) / unit
    y = top - (room.y + (room.height - height * unit) / 2 - box.y) / unit
    across, down = box.width / unit, box.height / unit
    crop = Crop(
        max(page_x, min(page_x + page_width - across, x)),
        max(page_y, min(page_y + page_height - down, y)),
        across,
        down,
    )
    walls = look.colours.title if look.calm else BLACK
    extended = (sky, colour) if sky and colour else None
    return StageFront(shown, _make_view(shown, crop, unit), box.x, box.y, room, walls, extended)


def find_sky(stage: Stage, box: Box, bottom: float) -> float:
    """Return the y on the page of the top of a stage's maze and doors if the stage fills a box and
    they are as low as possible above `bottom`: the space for a title is above."""
    page_top = stage.place.parts.page[1]
    _, top, _, lowest = _find_core(stage.without_board)
    unit = max(_find_min_unit(stage, box), (bottom - box.y) / (lowest - page_top))
    sky = min((top - page_top) * unit, bottom - box.y - (lowest - top) * unit)
    if _find_sky_colour(stage.without_board) is not None:
        sky = max(sky, _MIN_SKY * box.height)
    return box.y + sky


def _find_min_unit(stage: Stage, box: Box) -> float:
    """Return the size (points) of a stage's unit at which the stage just fills a box."""
    _, _, width, height = stage.place.parts.page
    return max(box.width / width, box.height / height)


def _make_view(shown: StagedMaze, crop: Crop, unit: float) -> StageView:
    design, stage = shown.maze.design, shown.stage
    view = view_stage(stage, design.shape, design.size, shown.maze.shown, stage.heart_size)
    return view._replace(crop=crop, unit=unit)


def _find_core(stage: Stage) -> Bounds:
    """Return the box of a stage's maze, doors, hero and goal, with some space around them, and the
    part of the drawing between the maze and the place for words above it."""
    left, top, right, bottom = join_boxes(_list_core(stage))
    padding = _PADDING * max(right - left, bottom - top)
    top, words = top - padding, stage.place.words
    if words and words[3] <= stage.outline_box[1]:
        top = min(top, words[3])
    return left - padding, top, right + padding, bottom + padding


def _list_core(stage: Stage) -> list[Bounds]:
    """List the boxes of a stage's maze, of its doors, and of hero and goal."""
    boxes = [stage.outline_box, *stage.find_figures(_DOOR * stage.size)]
    return boxes + [(x - r, y - r, x + r, y + r) for (x, y), r in stage.place.doors]


def _find_sky_colour(stage: Stage) -> Colour | None:
    """Return the colour of a stage along its upper edge, so that more of it can be added above;
    None if other things reach that edge."""
    left, top, width, _ = stage.place.parts.page
    sky = None
    for layer in (*stage.back, *stage.front):
        a, b, c, d = find_layer_box(layer)
        if b <= top < d and a < left + width and left < c:
            if a > left or c < left + width or layer.style.fill is None or sky is not None:
                return None
            sky = layer.style.fill
    return sky


def tint_ground(stage: Stage) -> Colour:
    """Return a stronger colour for the ground of a stage's maze, so that it is seen from afar: as
    near to the colour of what is drawn, such as a bear, as walls allow. What is white or has
    another hue there keeps its own, deeper."""
    body = _find_body_colour(stage)
    if body is None:
        return _deepen(stage.paper)
    tints = (mix(stage.paper, body, step / _STEPS) for step in range(_STEPS, -1, -1))
    return next((tint for tint in tints if contrast(tint, BLACK) >= _MIN_CONTRAST), stage.paper)


def _find_body_colour(stage: Stage) -> Colour | None:
    """Return the colour of most of the things that touch a stage's maze, among those with its
    ground's hue; None if there is none, or if the ground is nearly white."""
    ground = stage.paper
    if _measure_color(ground) < _MIN_COLOR:
        return None
    left, top, right, bottom = stage.core
    reach = _REACH * stage.size
    nearby = left - reach, top - reach, right + reach, bottom + reach
    areas: dict[Colour, float] = {}
    for layer in (*stage.back, *stage.front):
        fill, box = layer.style.fill, find_layer_box(layer)
        if (
            fill is None
            or not touches(box, stage.outline_box)
            or join_boxes([box, nearby]) != nearby
        ):
            continue
        turn = _measure_turn(fill, ground)
        if turn < _MAX_TURN and _measure_color(fill) > _measure_color(ground):
            area = (box[2] - box[0]) * (box[3] - box[1])
            areas[fill] = areas.get(fill, 0.0) + area * (1 - turn / _MAX_TURN)
    return max(areas, key=lambda fill: round(areas[fill], 3)) if areas else None


def _measure_color(shade: Colour) -> float:
    """Return how far a colour is from grey."""
    return max(shade) - min(shade)


def _measure_turn(one: Colour, other: Colour) -> float:
    """Return the distance of two hues, in sixths of the wheel."""
    apart = abs(_find_hue(one) - _find_hue(other))
    return min(apart, 6 - apart)


def _find_hue(shade: Colour) -> float:
    """Return a colour's hue in sixths of the wheel, from red; 0 for grey."""
    red, green, blue = shade
    span = _measure_color(shade)
    if not span:
        return 0.0
    if red == max(shade):
        return (green - blue) / span % 6
    return (blue - red) / span + 2 if green == max(shade) else (red - green) / span + 4


def _deepen(paper: Colour) -> Colour:
    """Return a pale colour with more of its hue."""
    farthest = max(1 - min(paper), 1e-6)
    depth = max(1.0, min(_DEPTH, (1 - _DARKEST) / farthest))
    red, green, blue = (round(1 - depth * (1 - part), 4) for part in paper)
    return red, green, blue


def _recolour_arrows(drawing: Drawing, ink: Colour) -> Drawing:
    """Return a stage with its arrows in another colour than black."""

    def recolour(layer: Layer) -> Layer:
        if layer.inset is None or layer.name != "arrows":
            return layer
        arrows = layer.inset.drawing
        layers = tuple(
            part._replace(style=part.style._replace(fill=ink)) if part.style.fill == BLACK else part
            for part in arrows.layers
        )
        return layer._replace(inset=layer.inset._replace(drawing=arrows._replace(layers=layers)))

    return drawing._replace(layers=tuple(map(recolour, drawing.layers)))


def _recolour(stage: Stage, look: CoverLook) -> Stage:
    """Return a stage in the cover's three colours instead of black, white and its own."""
    ground, title, accent, _, _ = look.colours
    colours: dict[Colour | None, Colour | None] = {BLACK: title, WHITE: ground, None: None}

    def recolour(style: Style) -> Style:
        line = colours.get(style.line, accent) or accent
        fill = colours.get(style.fill, accent)
        return style._replace(line=line, fill=fill, has_pale_type=fill == ground)

    back, front = (
        tuple(layer._replace(style=recolour(layer.style)) for layer in layers)
        for layers in (stage.back, stage.front)
    )
    return replace(stage, back=back, front=front, paper=ground)
