"""Stages: drawings with space for a maze, from `templates/stages/` or a user's file.

A stage is larger than any page. Its *heart* is the box around its maze, doors and words, and always
shown whole. A page shows the smallest part of the stage that contains the heart and has the page's
proportions; the rest is cut off at the frame. In black books all lines are black, and all fills
except black become white, to be coloured in.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, pairwise
from typing import NamedTuple

from puzzlebook.drawing.drawing import (
    Colour,
    Drawing,
    Layer,
    place_subpath,
)
from puzzlebook.geometry.arcs import Point
from puzzlebook.geometry.curves import Contour, Curve, point_at
from puzzlebook.ground import templates
from puzzlebook.maze_art.inked import Ink
from puzzlebook.maze_art.marks import Marks
from puzzlebook.maze_art.stage_things import (
    Bounds,
    Thing,
    choose_frame,
    find_board,
    find_eyes,
    find_figure,
    find_figures,
    find_hanging,
    find_layer_box,
    find_slivers,
    group_things,
    is_at_door,
    join_boxes,
    move_box,
    touches,
)
from puzzlebook.mazes import Silhouette
from puzzlebook.outlines import (
    FilledShape,
    Outline,
    StageOutline,
    make_outline,
)

_HEIGHTS = 400  # number of heights of a stage at which signs and figures are tried
_CHORDS = 3  # straight lines per curve, for computing the area that the front covers
_SPARES = (1.0, 0.75, 0.5, 0.25, 0.0)  # shares of the wanted space to try in a small stage
_CROSS = ((0, 0), (1, 0), (-1, 0), (0, 1), (0, -1))
_ROUNDING = 1e-6


class Crop(NamedTuple):
    """The part of a stage that a frame shows, in the stage's units."""

    left: float
    top: float
    width: float
    height: float

    def shrink(self, margin: float) -> Crop:
        """Return the part that is this far within it on all sides."""
        left, top, width, height = self
        return Crop(left + margin, top + margin, width - 2 * margin, height - 2 * margin)


class FigureMove(NamedTuple):
    """How a figure moves: all that lies in its box. by: how far its top left corner moves, in the
    stage's units. scale: its new size, as a share of that in the drawing."""

    box: Bounds
    by: Point = (0.0, 0.0)
    scale: float = 1.0

    @property
    def new_box(self) -> Bounds:
        """The box of the figure where it stands."""
        return move_box(self.box, self.by, self.scale)

    @property
    def origin(self) -> Point:
        """Where the origin of the drawing moves, with the figure."""
        (left, top, _, _), share = self.box, 1 - self.scale
        return left * share + self.by[0], top * share + self.by[1]


@dataclass(frozen=True, eq=False)
class Stage:
    """A drawing with space for a maze.

    silhouette: the outline to which the maze is cut. place: its outline, doors and words in the
    stage. back, front: the shapes painted before and after the maze. paper: the colour of the
    maze's ground. moves: how far hero and goal stand from their places in the drawing, if they do.
    known_figures: the boxes of hero and goal in the drawing, if they are known. is_ours: whether it
    is one of our drawings; what a user has drawn stays where it is. variant_of: the stage with the
    same back of which this one shows hero and goal elsewhere, or not at all. hung_in: the
    drawing with its own board, if the words are on one that the page hangs there in place of it.
    """

    silhouette: Silhouette
    place: StageOutline
    back: tuple[Layer, ...]
    front: tuple[Layer, ...]
    paper: Colour
    moves: tuple[FigureMove, ...] = ()
    known_figures: tuple[Bounds | None, ...] | None = None
    is_ours: bool = False
    variant_of: Stage | None = None
    hung_in: Stage | None = None

    @property
    def title(self) -> str:
        """The title of the drawing."""
        return self.silhouette.title

    @cached_property
    def outline_box(self) -> Bounds:
        """The box of the maze's outline."""
        place, outline = self.place, self.place.outline
        right, bottom = outline.width / place.unit, outline.height / place.unit
        return place.left, place.top, place.left + right, place.top + bottom

    @cached_property
    def core(self) -> Bounds:
        """The box of the maze, its doors and its words, where they were drawn."""
        if self.hung_in:
            return self.hung_in.core
        boxes = [self.outline_box]
        boxes += [(x - r, y - r, x + r, y + r) for (x, y), r in self.place.doors]
        boxes += [self.place.words] if self.place.words else []
        return join_boxes(boxes)

    @cached_property
    def board(self) -> Bounds | None:
        """The box of the board painted behind the words, if the stage has space for words."""
        words = self.place.words
        if self.hung_in:
            return words
        boxed = zip((*self.back, *self.front), chain.from_iterable(self._boxes), strict=True)
        return find_board(boxed, words, load_look()) if words else None

    @cached_property
    def _boxes(self) -> tuple[list[Bounds], list[Bounds]]:
        """The boxes of the layers of the back and of the front."""
        return [*map(find_layer_box, self.back)], [*map(find_layer_box, self.front)]

    @cached_property
    def _things(self) -> tuple[list[Thing], list[Thing]]:
        """The things in the back and in the front, the largest first."""
        left, top, width, height = self.place.parts.page
        page = left, top, left + width, top + height
        back, front = (group_things(boxes, page, load_look()) for boxes in self._boxes)
        return back, front

    @cached_property
    def _boxes_of_things(self) -> list[Bounds]:
        return [join_boxes(thing.values()) for thing in chain(*self._things)]

    def find_figures(self, min_radius: float = 0.0) -> list[Bounds]:
        """Return the boxes of the hero, of the goal, and of the things beside them, at the doors.
        min_radius: the smallest radius of a door."""
        doors = [(centre, max(radius, min_radius)) for centre, radius in self.place.doors]
        return find_figures(self._things[1], doors, load_look())

    @cached_property
    def pictures(self) -> tuple[Layer, ...]:
        """The eyes, noses and pictures: of each layer, the lines in holes of the maze's outline."""
        layers = [*self.back, *self.front]
        lines = [
            layer._replace(subpaths=(subpath,), parts=())
            for layer in layers
            for subpath in layer.subpaths
        ]
        in_holes = iter(self._find_in_holes([*map(find_layer_box, lines)]))
        kept = [
            layer._replace(
                subpaths=[subpath for subpath in layer.subpaths if next(in_holes)], parts=()
            )
            for layer in layers
        ]
        return tuple(layer for layer in kept if layer.subpaths)

    def _find_in_holes(self, boxes: Sequence[Bounds]) -> list[bool]:
        """Return for each box whether it is in a hole of the maze's outline."""
        left, top, _, _ = self.outline_box
        points = [
            (round((x - left) * self.place.unit), round((y - top) * self.place.unit))
            for box in boxes
            for x, y in _list_samples(box)
        ]
        outline = self.place.outline
        is_inside = outline.find_inside(points)
        filled = outline.fill_holes().find_inside(points)
        in_hole = [
            not inside and bool(within) for inside, within in zip(is_inside, filled, strict=True)
        ]
        return [all(in_hole[5 * index : 5 * index + 5]) for index in range(len(boxes))]

    @cached_property
    def heart(self) -> Bounds:
        """The box of the maze, its doors with hero and goal, and its words with their board, with a
        margin, but within the stage."""
        if self.hung_in:
            return self.hung_in.heart
        boxes = [self.core, *self.find_figures()]
        return self._add_margin([*boxes, self.board] if self.board else boxes)

    def _add_margin(self, boxes: Iterable[Bounds]) -> Bounds:
        """Return the box around these boxes, extended by a margin but kept within the stage."""
        left, top, right, bottom = join_boxes(boxes)
        margin = load_look()["air"] * max(right - left, bottom - top)
        return self._keep_within((left - margin, top - margin, right + margin, bottom + margin))

    def _keep_within(self, box: Bounds) -> Bounds:
        """Return the part of a box that is within the stage."""
        x, y, width, height = self.place.parts.page
        left, top, right, bottom = box
        return max(x, left), max(y, top), min(x + width, right), min(y + height, bottom)

    @property
    def heart_size(self) -> tuple[float, float]:
        """The width and height of the heart."""
        left, top, right, bottom = self.heart
        return right - left, bottom - top

    @cached_property
    def wall(self) -> float:
        """The weight of walls that suits the lines of the drawing, in the stage's units."""
        lines = [layer.style.width for layer in (*self.back, *self.front)]
        return float(load_look()["wall"] * max(lines, default=0.0))

    @cached_property
    def without_board(self) -> Stage:
        """The stage without the board painted behind its words and what holds it, such as posts
        and ropes, for pages that have the words elsewhere. What hangs on a post is left out, too,
        as a flag on its pole. Longer things, such as masts, stems and stripes on a wall, stay."""
        if self.place.words is None or self.board is None or self.hung_in:
            return self
        left, top, right, bottom = self.board
        look = load_look()
        margin, max_holder_width = look["around_words"] * self.size, look["holder"] * (right - left)
        max_holder_height = look["longest_holder"] * self.place.parts.page[3]

        def is_of_board(layer: Layer) -> bool:
            a, b, c, d = find_layer_box(layer)
            if any(
                join_boxes([figure, (a, b, c, d)]) == figure for figure in self.figures if figure
            ):
                return False
            is_on_board = left - margin <= a and c <= right + margin
            is_on_board = is_on_board and top - margin <= b and d <= bottom + margin
            is_beside = (
                left - max_holder_width <= a
                and c <= right + max_holder_width
                and c - a <= max_holder_width
                and d - b <= max_holder_height
            )
            return is_on_board or (is_beside and b < bottom and top - margin < d)

        def leave_out(layers: Sequence[Layer], things: Sequence[Thing]) -> tuple[Layer, ...]:
            gone = {index for index, layer in enumerate(layers) if is_of_board(layer)}
            gone |= find_hanging(things, gone, self.outline_box)
            return tuple(layer for index, layer in enumerate(layers) if index not in gone)

        back, front = map(leave_out, (self.back, self.front), self._things)
        return replace(self, back=back, front=front, variant_of=None)

    def hang_words(self, box: Bounds) -> Stage:
        """Return the stage without its own board, with the words in this box."""
        if box not in self._hung:
            place = self.place._replace(words=box)
            bare, figures = self.without_board, self.figures
            self._hung[box] = replace(bare, place=place, known_figures=figures, hung_in=self)
        return self._hung[box]

    @cached_property
    def _hung(self) -> dict[Bounds, Stage]:
        """A cache of stages, since many mazes have the same frame."""
        return {}

    @cached_property
    def figures(self) -> tuple[Bounds | None, ...]:
        """The boxes of the hero and of the goal in the drawing; None for one that cannot be told
        from the rest."""
        if self.known_figures is not None:
            return self.known_figures
        given = [choice.figure for choice in self.place.choices] or [None, None]
        return tuple(
            figure or find_figure(self._list_things_outside(), door.centre, self.size)
            for figure, door in zip(given, self.place.doors, strict=False)
        )

    def _list_things_outside(self) -> list[Bounds]:
        """Return the boxes of the things in the front that are not on the maze."""
        boxes = [join_boxes(thing.values()) for thing in self._things[1]]
        place = self.place
        points = [place.to_outline(point) for box in boxes for point in _list_samples(box)]
        inside = place.outline.fill_holes().find_inside(points)
        return [box for i, box in enumerate(boxes) if inside[5 * i : 5 * i + 5].count(1) < 3]

    @property
    def standing(self) -> tuple[Bounds | None, ...]:
        """The boxes of hero and goal where they stand."""
        moved = {move.box: move.new_box for move in self.moves}
        return tuple(figure and moved.get(figure, figure) for figure in self.figures)

    @property
    def kept_free(self) -> list[Bounds]:
        """The boxes of eyes and words, which nothing may hide."""
        return [*self.eyes, *([self.place.words] if self.place.words else [])]

    @cached_property
    def eyes(self) -> list[Bounds]:
        """The boxes of eyes and of other small round things that are dark."""
        boxed = [*zip(chain(*self._boxes), (*self.back, *self.front), strict=True)]
        return find_eyes([(box, layer.style.fill) for box, layer in boxed], self.size, load_look())

    @cached_property
    def without_figures(self) -> Stage:
        """The stage without hero and goal, as far as they can be told from the rest."""
        figures = [figure for figure in self.figures if figure]

        def is_kept(box: Bounds) -> bool:
            return not any(join_boxes([figure, box]) == figure for figure in figures)

        parts = self.place.parts
        shapes = [
            shape
            for shape in parts.painted["front"]
            if any(shape.contours) and is_kept(_find_contours_box(shape.contours))
        ]
        place = self.place._replace(
            parts=parts._replace(painted={**parts.painted, "front": shapes})
        )
        front = tuple(layer for layer in self.front if is_kept(find_layer_box(layer)))
        return replace(self, front=front, place=place, known_figures=(), variant_of=self)

    def move_figures(self, moves: tuple[FigureMove, ...]) -> Stage:
        """Return the stage with its figures elsewhere, before all else that is in front. A frame
        shows the same part of it."""
        if moves not in self._stages_by_moves:
            moved_layers = [_move_layer(layer, moves) for layer in self.front]
            pairs = [*zip(self.front, moved_layers, strict=True)]
            front = (
                *(layer for drawn, layer in pairs if layer is drawn),
                *(layer for drawn, layer in pairs if layer is not drawn),
            )
            figures = self.figures
            moved = replace(self, front=front, moves=moves, known_figures=figures, variant_of=self)
            self._stages_by_moves[moves] = moved
        return self._stages_by_moves[moves]

    @cached_property
    def _stages_by_moves(self) -> dict[tuple[FigureMove, ...], Stage]:
        """A cache of stages, since many mazes have the same doors."""
        return {self.moves: self}

    def without_things(
        self, boxes: Sequence[Bounds], is_cut: Callable[[Bounds], bool] | None = None
    ) -> Stage:
        """Return the stage without the things that touch one of these boxes, apart from its maze,
        hero and goal. is_cut: whether a thing with this box goes, too."""
        core = [self.outline_box, *self.find_figures()]

        def is_in_the_way(thing: Thing) -> bool:
            box = join_boxes(thing.values())
            if any(touches(box, other) for other in core):
                return False
            return any(touches(box, other) for other in boxes) or bool(is_cut and is_cut(box))

        back, front = (
            tuple(layer for index, layer in enumerate(layers) if index not in left_out)
            for layers, things in zip((self.back, self.front), self._things, strict=True)
            for left_out in [{part for thing in things if is_in_the_way(thing) for part in thing}]
        )
        return replace(self, back=back, front=front, variant_of=None)

    def cut_out(self, part: str, crop: Crop, thinnest: float) -> Drawing:
        """Return the part of the back or of the front that a frame shows; equal arguments return
        the same object. part: "back" or "front". thinnest: the smallest line width, in the stage's
        units."""
        key = part, crop, thinnest
        if key not in self._pieces:
            self._pieces[key] = _cut_out(self.list_shown(part, crop), crop, thinnest)
        return self._pieces[key]

    def list_shown(self, part: str, crop: Crop) -> list[Layer]:
        """List the layers of the back or of the front that a frame shows, without those that it
        would show a sliver of. part: "back" or "front"."""
        slivers = self._find_slivers(part == "front", crop)
        layers = (self.back, self.front)[part == "front"]
        return [layer for index, layer in enumerate(layers) if index not in slivers]

    def list_things_shown(self, crop: Crop) -> list[Bounds]:
        """List the boxes of the things that a frame shows, without scenery."""
        boxes = []
        for is_front, things in enumerate(self._things):
            slivers = self._find_slivers(bool(is_front), crop)
            shown = [[box for i, box in thing.items() if i not in slivers] for thing in things]
            boxes += [join_boxes(parts) for parts in shown if parts]
        return boxes

    def _find_slivers(self, is_front: bool, crop: Crop) -> Collection[int]:
        """Return the indices of the layers that a frame would show a sliver of."""
        frame = crop.left, crop.top, crop.left + crop.width, crop.top + crop.height
        figures = [_surround(box, _ROUNDING) for box in self.standing if box]
        held = figures if is_front else [self.outline_box, *figures]
        doors = self.doors_of_unknown if is_front else ()
        things, hearts = self._things[is_front], [self.heart, *figures]
        return find_slivers(things, frame, hearts, load_look(), held, doors)

    @property
    def doors_of_unknown(self) -> list[tuple[Point, float]]:
        """The centres and radii of the doors whose hero or goal cannot be told from the rest."""
        pairs = zip(self.figures, self.place.doors, strict=False)
        return [(door.centre, door.radius) for figure, door in pairs if figure is None]

    def list_at_unknown(self) -> list[Layer]:
        """List the layers of the things in the front with a hero or a goal that cannot be told from
        the rest of them."""
        return [
            self.front[index]
            for thing in self._things[1]
            if is_at_door(join_boxes(thing.values()), self.doors_of_unknown)
            for index in thing
        ]

    @cached_property
    def _pieces(self) -> dict[tuple[str, Crop, float], Drawing]:
        """A cache of drawings: hashing a whole drawing would take longer than making it."""
        return {}

    @cached_property
    def front_outline(self) -> tuple[Outline, float, float, float] | None:
        """The approximate area that the front covers, with a few straight lines per curve; then the
        left and top of its box, and its units per stage unit. None if there is no front."""
        shapes = [
            FilledShape(
                [[*chain.from_iterable(map(_split_curve, contour))] for contour in contours],
                shape.even_odd,
            )
            for shape in self.place.front
            if any(shape.contours)
            for contours in [_move_contours(shape.contours, self.moves)]
        ]
        points = [end for shape in shapes for contour in shape.contours for end, _ in contour]
        if not points:
            return None
        outline = make_outline(shapes, "front")
        xs, ys = zip(*points, strict=True)
        return outline, min(xs), min(ys), outline.width / (max(xs) - min(xs))

    @cached_property
    def size(self) -> float:
        """The longer side of the box of the maze, its doors and its words."""
        left, top, right, bottom = self.core
        return max(right - left, bottom - top)

    def snap(self, y: float) -> float:
        """Return the nearest of a few hundred heights in the drawing: many points are tested much
        faster at few heights."""
        grain = self.size / _HEIGHTS
        return round(y / grain) * grain

    @cached_property
    def body(self) -> Bounds:
        """The box of the maze with the lines around it and what hangs on it, such as claws or
        wheels, but without larger scenery behind it."""
        reach = load_look()["body"] * self.size
        nearby = _surround(self.core, reach)
        boxes = chain.from_iterable(self._boxes)
        near = [box for box in boxes if touches(box, self.outline_box)]
        return join_boxes(
            [self.outline_box, *(box for box in near if join_boxes([box, nearby]) == nearby)]
        )

    def _widen_heart(self, share: float) -> Bounds:
        """Return the heart with space before each door that the stage offers, and around its body.
        share: of the space that is wanted."""
        look = load_look()
        reach = share * look["before_door"] * self.size
        around = [_surround(self.body, share * look["around_body"] * self.size)] if share else []
        offered = [point for choice in self.place.choices for point in choice.doors]
        doors = [
            (x - reach, y - reach, x + reach, y + reach)
            for x, y in offered or [door.centre for door in self.place.doors]
        ]
        return self._keep_within(join_boxes([self.heart, *around, *doors]))

    def crop_to(self, width: float, height: float, beyond: float = 0.0, spare: float = 0.0) -> Crop:
        """Return the smallest part of the stage with these proportions that contains the heart or,
        if the stage is too small, at least the maze, its doors and its words; if it is too small
        even for that, the nearest approximation. A tall page shows as much below the heart as above
        it, or more, where that cuts fewer things. beyond: the space that marks need around the
        maze. spare: the space before each door, for its figure, arrow and sign, and around the
        body, as a share of what is wanted."""
        key = width, height, beyond, spare
        if key not in self._crops:
            self._crops[key] = self._find_crop(*key)
        return self._crops[key]

    @cached_property
    def _crops(self) -> dict[tuple[float, float, float, float], Crop]:
        """A cache of crops, since a book asks for the same ones again and again."""
        return {}

    def _find_crop(self, width: float, height: float, beyond: float, spare: float) -> Crop:
        ratio = width / height
        for share in _SPARES if spare else _SPARES[-1:]:
            crop = self._crop_around(self._widen_heart(share * spare), width, height, beyond)
            if abs(crop.width - ratio * crop.height) < _ROUNDING * crop.width:
                return crop
        return self._crop_around(self._add_margin([self.core]), width, height, beyond)

    def _crop_around(self, box: Bounds, width: float, height: float, beyond: float) -> Crop:
        left, top, right, bottom = box
        a, b, c, d = self.outline_box
        left, top = min(left, a - beyond), min(top, b - beyond)
        right, bottom = max(right, c + beyond), max(bottom, d + beyond)
        x, y, page_width, page_height = self.place.parts.page
        ratio = width / height
        min_height = max(bottom - top, (right - left) / ratio)
        crop_width, crop_height = min(min_height * ratio, page_width), min(min_height, page_height)
        frame_left = (left + right - crop_width) / 2
        frame_left = max(x, min(x + page_width - crop_width, frame_left))
        middle = max(y, min(y + page_height - crop_height, (top + bottom - crop_height) / 2))
        lowest = max(middle, min(y + page_height - crop_height, top))
        steps = int(load_look()["heights"]) if lowest - middle > _ROUNDING * crop_height else 0
        tops = [middle + (lowest - middle) * step / max(1, steps) for step in range(steps + 1)]
        frames = [(frame_left, each, frame_left + crop_width, each + crop_height) for each in tops]
        _, frame_top, *_ = choose_frame(self._boxes_of_things, frames, load_look())
        return Crop(frame_left, frame_top, crop_width, crop_height)

    def unit_in(
        self, width: float, height: float, beyond: float = 0.0, spare: float = 0.0
    ) -> float:
        """Return the size of a stage unit in a frame of this width and height, in the units of the
        frame."""
        crop = self.crop_to(width, height, beyond, spare)
        return min(width / crop.width, height / crop.height)

    def tint(self, ink: Ink) -> Ink:
        """Return the ink of a maze in this stage, which has the stage's own paper colour."""
        return ink._replace(ground=self.paper)

    def marks(self, marks: Marks) -> Marks:
        """Return the marks at the ends of the maze: if the stage has doors, only open doors, since
        hero and goal are drawn there and arrows are part of the stage."""
        return Marks(doors=True) if self.place.doors else marks


def _surround(box: Bounds, margin: float) -> Bounds:
    """Return a box with a margin on all sides."""
    return box[0] - margin, box[1] - margin, box[2] + margin, box[3] + margin


def _list_samples(box: Bounds) -> Iterator[tuple[float, float]]:
    """Yield five points of a box: its middle, and four towards its sides, within an ellipse."""
    left, top, right, bottom = box
    x, y, across, down = (left + right) / 2, (top + bottom) / 2, right - left, bottom - top
    yield from ((x + 0.35 * a * across, y + 0.35 * b * down) for a, b in _CROSS)


def load_look() -> Mapping[str, float]:
    """Return the settings for all stages, see `templates/stages.toml`."""
    return templates.table("stages.toml")


def _find_move(box: Bounds, moves: Iterable[FigureMove]) -> FigureMove | None:
    """Return how what has this box moves, if it belongs to a figure that does."""
    return next((move for move in moves if join_boxes([move.box, box]) == move.box), None)


def _move_layer(layer: Layer, moves: Sequence[FigureMove]) -> Layer:
    move = _find_move(find_layer_box(layer), moves) if moves else None
    if move is None:
        return layer
    subpaths = tuple(place_subpath(path, move.origin, move.scale) for path in layer.subpaths)
    style = layer.style._replace(width=layer.style.width * move.scale)
    return layer._replace(subpaths=subpaths, style=style)


def _move_contours(contours: Sequence[Contour], moves: Sequence[FigureMove]) -> Sequence[Contour]:
    if not moves:
        return contours
    move = _find_move(_find_contours_box(contours), moves)
    if move is None:
        return contours
    (left, top), scale = move.origin, move.scale
    return [
        [tuple((left + scale * x, top + scale * y) for x, y in curve) for curve in contour]
        for contour in contours
    ]


def _find_contours_box(contours: Sequence[Contour]) -> Bounds:
    xs, ys = zip(*chain.from_iterable(chain.from_iterable(contours)), strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _split_curve(curve: Curve) -> Iterator[Curve]:
    """Yield the straight lines that replace a curve."""
    if len(curve) == 2:
        yield curve
    else:
        yield from pairwise([point_at(curve, step / _CHORDS) for step in range(_CHORDS + 1)])


def _cut_out(layers: Sequence[Layer], crop: Crop, thinnest: float) -> Drawing:
    """Return the part of a stage's layers that a frame shows. thinnest: the smallest line width, in
    the stage's units."""
    kept = tuple(
        layer._replace(style=layer.style._replace(width=max(layer.style.width, thinnest)))
        if layer.style.width
        else layer
        for layer in layers
        if _reaches_into(layer, crop)
    )
    return Drawing(*crop, 1, kept, is_reused=True)


def _reaches_into(layer: Layer, crop: Crop) -> bool:
    """Return whether any part of a layer may be visible in a crop."""
    left, top, right, bottom = find_layer_box(layer)
    line_width = layer.style.width
    return bool(
        left - line_width < crop.left + crop.width
        and right + line_width > crop.left
        and top - line_width < crop.top + crop.height
        and bottom + line_width > crop.top
    )
