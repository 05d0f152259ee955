"""Stages: drawings with a place for a maze, in `templates/stages/` or in a file of the user's.

A stage is larger than any page. Its *heart* is the box of its maze, its doors and its words: what
every page shows. A page shows the smallest part of the stage that has the page's proportions and
the heart in it; the rest is cut off at the frame. In black books every line is black and every fill
that is not black is paper, to be coloured in.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain
from math import dist, hypot, inf
from pathlib import PurePath
from typing import NamedTuple

from puzzlebook.drawing.drawing import (
    BLACK,
    THINNEST,
    WHITE,
    Colour,
    Drawing,
    Inset,
    Layer,
    Style,
    Subpath,
    make_subpath,
)
from puzzlebook.drawing.svg_shapes import PaintedShape
from puzzlebook.geometry.arcs import Point
from puzzlebook.ground import templates
from puzzlebook.ground.faults import refuse
from puzzlebook.ground.portable_math import cos, sin
from puzzlebook.language.words import Words
from puzzlebook.maze_art.doors import marks_margin
from puzzlebook.maze_art.inked import Ink
from puzzlebook.maze_art.marks import NO_MARKS, Marks
from puzzlebook.mazes import EDGES, Grid, Silhouette, Size
from puzzlebook.outlines import (
    FilledShape,
    Outline,
    StageOutline,
    make_outline,
    outline_letters,
)
from puzzlebook.typesetting.artwork import read_colour

Bounds = tuple[float, float, float, float]
"""Left, top, right and bottom, in the stage's units."""

_FARTHEST = 1e9  # from the origin, in the stage's units
_TURNS = 24  # directions from a door in which its sign may stand
_STEPS = 5  # distances from it
_ACROSS, _DOWN = 6, 3  # points of a sign's board that are looked at
_FULL_TURN = 6.283185307179586
_IN_THE_WAY = 4.0  # how much worse a sign is that hides the front, in reaches of a sign
_ARROW = ((0.05, 0.16), (0.45, 0.16), (0.45, 0.4), (1.0, 0.0), (0.45, -0.4), (0.45, -0.16),
          (0.05, -0.16))  # fmt: skip
"""The corners of an arrow of length 1: how far out they are, and to the side."""
_SHRUNK = (1.0, 0.8, 0.65, 0.5)  # sizes of a sign, of its full one; the first that fits is taken
_ROUNDED = 0.3  # the corners of a sign's board, of its height


class Crop(NamedTuple):
    """The part of a stage that a frame shows, in the stage's units."""

    left: float
    top: float
    width: float
    height: float


class Sign(NamedTuple):
    """A word at a door of a stage, the font that has its letters, and whether an arrow leads from
    it to the door."""

    text: str
    font: bytes
    has_arrow: bool = False


@dataclass(frozen=True, eq=False)
class Stage:
    """A drawing with a place for a maze.

    silhouette: what cuts the maze. place: its outline and doors. back, front: what is painted
    before the maze and after it. paper: the colour of the maze's ground.
    """

    silhouette: Silhouette
    place: StageOutline
    back: tuple[Layer, ...]
    front: tuple[Layer, ...]
    paper: Colour

    @property
    def title(self) -> str:
        """What it shows."""
        return self.silhouette.title

    @cached_property
    def outline_box(self) -> Bounds:
        """The box of the maze's outline."""
        place, outline = self.place, self.place.outline
        right, bottom = outline.width / place.unit, outline.height / place.unit
        return place.left, place.top, place.left + right, place.top + bottom

    @cached_property
    def heart(self) -> Bounds:
        """The box of the maze, its doors and its words, with some air, within the stage."""
        boxes = [self.outline_box]
        boxes += [(x - r, y - r, x + r, y + r) for (x, y), r in self.place.doors]
        boxes += [self.place.words] if self.place.words else []
        lefts, tops, rights, bottoms = zip(*boxes, strict=True)
        left, top, right, bottom = min(lefts), min(tops), max(rights), max(bottoms)
        air = load_look()["air"] * max(right - left, bottom - top)
        x, y, width, height = self.place.parts.page
        return (
            max(x, left - air),
            max(y, top - air),
            min(x + width, right + air),
            min(y + height, bottom + air),
        )

    @property
    def heart_size(self) -> tuple[float, float]:
        """The width and the height of its heart."""
        left, top, right, bottom = self.heart
        return right - left, bottom - top

    def cut_out(self, part: str, crop: Crop, thinnest: float) -> Drawing:
        """Return what a frame shows of the back or the front: always the same value. thinnest: the
        least weight of a line, in the stage's units."""
        key = part, crop, thinnest
        if key not in self._pieces:
            layers = self.back if part == "back" else self.front
            self._pieces[key] = _cut_out(layers, crop, thinnest)
        return self._pieces[key]

    @cached_property
    def _pieces(self) -> dict[tuple[str, Crop, float], Drawing]:
        """A cache: to hash a whole drawing would take longer than to make it."""
        return {}

    @cached_property
    def front_outline(self) -> tuple[Outline, float, float, float] | None:
        """About all that the front covers, with straight lines for curves, and the left and the top
        of its box and its units in one of the stage's; None if that is nothing."""
        shapes = [
            FilledShape(
                [[(curve[0], curve[-1]) for curve in contour] for contour in shape.contours],
                shape.even_odd,
            )
            for shape in self.place.front
            if any(shape.contours)
        ]
        points = [end for shape in shapes for contour in shape.contours for end, _ in contour]
        if not points:
            return None
        outline = make_outline(shapes, "front")
        xs, ys = zip(*points, strict=True)
        return outline, min(xs), min(ys), outline.width / (max(xs) - min(xs))

    @property
    def size(self) -> float:
        """The longer side of its heart."""
        left, top, right, bottom = self.heart
        return max(right - left, bottom - top)

    def crop_to(self, width: float, height: float, beyond: float = 0.0) -> Crop:
        """Return the smallest part that has these proportions and the heart in it; where the stage
        has none, the part that comes nearest. beyond: room around the maze for marks."""
        left, top, right, bottom = self.heart
        a, b, c, d = self.outline_box
        left, top = min(left, a - beyond), min(top, b - beyond)
        right, bottom = max(right, c + beyond), max(bottom, d + beyond)
        x, y, widest, highest = self.place.parts.page
        ratio = width / height
        high = max(bottom - top, (right - left) / ratio)
        across, down = min(high * ratio, widest), min(high, highest)
        middle_x, middle_y = (left + right) / 2, (top + bottom) / 2
        return Crop(
            max(x, min(x + widest - across, middle_x - across / 2)),
            max(y, min(y + highest - down, middle_y - down / 2)),
            across,
            down,
        )

    def unit_in(self, width: float, height: float, beyond: float = 0.0) -> float:
        """Return the size of one of its units in a frame of this width and height."""
        crop = self.crop_to(width, height, beyond)
        return min(width / crop.width, height / crop.height)

    def tint(self, ink: Ink) -> Ink:
        """Return the ink of a maze in this stage: on the stage's own paper."""
        return ink._replace(ground=self.paper)

    def marks(self, marks: Marks) -> Marks:
        """Return how the ends are marked: by open doors alone where the stage has doors, since hero
        and goal are drawn there. Arrows are on the signs."""
        return Marks(doors=True) if self.place.doors else marks


class StageSource(NamedTuple):
    """What a stage is read from: small enough to be handed to another process.

    name: of a built-in stage, or of the user's file. content: of that file; None for a built-in
    stage.
    """

    name: str
    content: bytes | None = None

    @property
    def where(self) -> str:
        """Its place in messages."""
        return f"stage {self.name}"

    def load(self, in_colour: bool) -> Stage:
        """Return the stage; refused, with what is wrong, if the file holds none."""
        return _load_stage(self, in_colour)


@lru_cache(maxsize=64)
def _load_stage(source: StageSource, in_colour: bool) -> Stage:
    if source.content is None:
        silhouette = Silhouette.stage(source.name)
        content = templates.read("stages", source.name, ".svg")
    else:
        content = source.content
        silhouette = Silhouette.from_stage(content, PurePath(source.name).stem, source.where)
    place = StageOutline.read(content, source.where)
    return _make_stage(silhouette, place, source.where, in_colour)


@templates.cache_by_release
def load_look() -> Mapping[str, float]:
    """Return how stages are set, see `templates/stages.toml`."""
    return templates.table("stages.toml")


def _make_stage(silhouette: Silhouette, place: StageOutline, where: str, in_colour: bool) -> Stage:
    back, front = (
        tuple(_make_layers(shapes, where, in_colour)) for shapes in (place.back, place.front)
    )
    fill = place.fill
    ground = WHITE if fill in ("none", "transparent") else read_colour(fill, where, "its fill")
    paper = ground if in_colour else WHITE
    return Stage(silhouette, place, back, front, paper)


def _make_layers(shapes: Sequence[PaintedShape], where: str, in_colour: bool) -> Iterator[Layer]:
    """Yield the layers of painted shapes. A shape's fill and the line around it are one layer."""
    waiting: tuple[PaintedShape, Layer] | None = None
    for shape in shapes:
        paint = f"its {shape.side} {shape.colour[:40]!r}"
        colour = read_colour(shape.colour, where, paint, shape.opacity)
        is_line = shape.side == "stroke"
        if not in_colour:
            colour = BLACK if is_line or colour == BLACK else WHITE
        contours = [contour for contour, _ in shape.line] or shape.contours
        closed = [is_closed for _, is_closed in shape.line] or [True] * len(contours)
        if not any(contours):
            continue
        points = chain.from_iterable(chain.from_iterable(contours))
        numbers = chain([shape.width], chain.from_iterable(points))
        if not all(abs(number) < _FARTHEST for number in numbers):  # false for NaN too
            what = "the drawing's coordinates are too large"
            raise refuse(where, what, "numbers up to a thousand million")
        if waiting and shape.line and _are_same(waiting[0].contours, contours):
            layer = waiting[1]
            style = layer.style._replace(width=shape.width, line=colour)
            yield layer._replace(style=style, subpaths=_subpaths(contours, closed))
            waiting = None
            continue
        if waiting:
            yield waiting[1]
        style = (
            Style(shape.width, colour)
            if shape.line
            else Style(fill=colour, even_odd=shape.even_odd)
        )
        waiting = shape, Layer("stage", style, _subpaths(contours, closed))
    if waiting:
        yield waiting[1]


def _are_same(contours: Sequence[object], others: Sequence[object]) -> bool:
    return len(contours) == len(others) and all(
        a == b for a, b in zip(contours, others, strict=True)
    )


def _subpaths(
    contours: Sequence[Sequence[tuple[Point, ...]]], closed: Sequence[bool]
) -> tuple[Subpath, ...]:
    """Return contours as subpaths; one that is closed does not repeat its first point."""
    return tuple(
        make_subpath(contour, is_closed)
        for contour, is_closed in zip(contours, closed, strict=True)
        if contour
    )


# On a page


class StageView(NamedTuple):
    """A stage as a frame shows it around the mazes on one grid.

    crop: the part that is shown. scale, x, y: cell widths in one of the stage's units, and where
    its origin lies on the grid. unit: one of the stage's units on paper, in points.
    """

    stage: Stage
    crop: Crop
    scale: float
    x: float
    y: float
    unit: float

    @property
    def cell(self) -> float:
        """The width of a cell on paper, in points."""
        return self.unit / self.scale


def view_stage(
    stage: Stage,
    shape: str,
    size: Size,
    grid: Grid,
    frame: tuple[float, float],
    marks: Marks = NO_MARKS,
) -> StageView:
    """Return a stage in a frame of this width and height (points), around a grid as it is drawn.

    marks: at the ends of its mazes, which may need room around them.
    """
    edge = EDGES[not grid.has_drawn_rim]
    placing = stage.silhouette.as_rim(shape, edge).place(shape, size, grid.origin)
    scale = placing.scale * stage.place.unit
    beyond = marks_margin(stage.marks(marks), grid.has_drawn_rim) / scale
    crop, unit = stage.crop_to(*frame, beyond), stage.unit_in(*frame, beyond)
    x, y = placing.x - stage.place.left * scale, placing.y - stage.place.top * scale
    return StageView(stage, crop, scale, x, y, unit)


def name_doors(words: Words, font: bytes, has_arrows: bool = False) -> tuple[Sign, ...]:
    """Return the signs at the doors of a stage in a language; none where it has no words."""
    names = (words(name).upper() for name in ("how_to_start", "how_to_finish"))
    return tuple(Sign(name, font, has_arrows) for name in names if name)


def set_in_stage(drawing: Drawing, view: StageView, signs: Sequence[Sign] = ()) -> Drawing:
    """Return a maze in its stage: the back, the maze, the front, the signs at its doors and the
    frame around all."""
    crop, scale = view.crop, view.scale
    edge = load_look()["frame"] / view.unit
    pieces = [
        ("front", view.stage.cut_out("front", crop, THINNEST / view.unit)),
        ("signs", _draw_signs(view.stage, crop, view.unit, tuple(signs))),
        ("frame", _draw_frame(crop, edge)),
    ]
    back = ("back", view.stage.cut_out("back", crop, THINNEST / view.unit))
    layers = [
        Layer(name, Style(), (), inset=Inset(piece, view.x, view.y, scale))
        for name, piece in (back, *pieces)
        if piece.layers
    ]
    behind = 1 if view.stage.back else 0
    return Drawing(
        view.x + crop.left * scale,
        view.y + crop.top * scale,
        crop.width * scale,
        crop.height * scale,
        drawing.scale,
        (*layers[:behind], *drawing.layers, *layers[behind:]),
    )


def _cut_out(layers: tuple[Layer, ...], crop: Crop, thinnest: float) -> Drawing:
    """Return the part of a stage's layers that a frame shows. thinnest: the least weight of a line,
    in the stage's units."""
    kept = tuple(
        layer._replace(style=layer.style._replace(width=max(layer.style.width, thinnest)))
        if layer.style.width
        else layer
        for layer in layers
        if _reaches_into(layer, crop)
    )
    return Drawing(*crop, 1, kept, is_whole=True)


def _reaches_into(layer: Layer, crop: Crop) -> bool:
    """Return whether any of a layer may be seen in a crop."""
    points = [
        point
        for subpath in layer.subpaths
        for point in (
            *subpath.points,
            *(control for bend in subpath.bends if isinstance(bend, tuple) for control in bend),
        )
    ]
    xs, ys = zip(*points, strict=True)
    around = layer.style.width
    return bool(
        min(xs) - around < crop.left + crop.width
        and max(xs) + around > crop.left
        and min(ys) - around < crop.top + crop.height
        and max(ys) + around > crop.top
    )


@lru_cache(maxsize=256)
def _draw_frame(crop: Crop, weight: float) -> Drawing:
    left, top = crop.left + weight / 2, crop.top + weight / 2
    right, bottom = crop.left + crop.width - weight / 2, crop.top + crop.height - weight / 2
    corners = ((left, top), (right, top), (right, bottom), (left, bottom))
    layer = Layer("frame", Style(weight), (Subpath(corners, closed=True),))
    return Drawing(*crop, 1, (layer,), is_whole=True)


# Signs


@lru_cache(maxsize=256)
def _draw_signs(stage: Stage, crop: Crop, unit: float, signs: tuple[Sign, ...]) -> Drawing:
    """Return the signs at the doors of a stage, each on a board that hides as little as may be. One
    without room is left out."""
    look = load_look()
    layers: list[Layer] = []
    taken: list[Bounds] = [stage.place.words] if stage.place.words else []
    for door, sign in zip(stage.place.doors, signs, strict=False):
        letters = outline_letters(sign.text, sign.font, "sign")
        found = []
        for share in _SHRUNK:
            high = max(look["sign"] * stage.size * share, look["least_sign"] / unit)
            air = look["board"] * high
            board = high * letters.width / letters.height + 2 * air, high + 2 * air
            if spot := _find_spot(stage, crop, door.centre, board, taken):
                found.append((max(spot.hides, look["hides"]), -share, high, board, spot.middle))
                if spot.hides <= look["hides"]:
                    break
        if not found:
            continue
        *_, high, board, middle = min(found)
        air = look["board"] * high
        (x, y), (across, down) = middle, board
        left, top = x - across / 2, y - down / 2
        taken.append((left, top, left + across, top + down))
        line = max(THINNEST / unit, high / 8)
        layers.append(
            Layer("signs", Style(line, BLACK, WHITE), (_round_box(left, top, across, down),))
        )
        scale = high / letters.height
        if sign.has_arrow:
            arrow = _draw_arrow(stage, crop, middle, board, door.centre)
            layers += [Layer("signs", Style(line, WHITE, BLACK), (arrow,))] if arrow else []
        layers.append(
            Layer(
                "signs",
                Style(fill=BLACK, even_odd=False),
                _place_letters(letters, left + air, top + air, scale),
            )
        )
    return Drawing(*crop, 1, tuple(layers), is_whole=True)


def _draw_arrow(
    stage: Stage, crop: Crop, spot: Point, board: tuple[float, float], door: Point
) -> Subpath | None:
    """Return an arrow from a board to its door, which stays out of the maze; None without room."""
    dx, dy = door[0] - spot[0], door[1] - spot[1]
    away = hypot(dx, dy)
    along_x, along_y = dx / away, dy / away
    # From the middle of the board to its edge, in this direction.
    inner = min(
        board[0] / 2 / abs(along_x) if along_x else inf,
        board[1] / 2 / abs(along_y) if along_y else inf,
    )
    sight = [
        (door[0] - along_x * step * away, door[1] - along_y * step * away)
        for step in (0.15, 0.3, 0.45, 0.6, 0.75, 0.9)
    ]
    if any(stage.place.outline.find_inside([*map(_to_maze(stage).convert, sight)])):
        return None  # it would seem to point at the rim
    for length in (1.4, 1.0, 0.7):
        size = length * board[1] / 2
        points = [
            (
                spot[0] + (inner + size * out) * along_x - size * aside * along_y,
                spot[1] + (inner + size * out) * along_y + size * aside * along_x,
            )
            for out, aside in _ARROW
        ]
        inside = stage.place.outline.find_inside([*map(_to_maze(stage).convert, points)])
        right, bottom = crop.left + crop.width, crop.top + crop.height
        is_shown = all(crop.left < x < right and crop.top < y < bottom for x, y in points)
        if inner + size <= away and is_shown and not any(inside):
            return Subpath(tuple(points), closed=True)
    return None


def _place_letters(letters: Outline, x: float, y: float, scale: float) -> tuple[Subpath, ...]:
    return tuple(
        Subpath(tuple((x + a * scale, y + b * scale) for a, b in polygon), closed=True)
        for area in letters.areas
        for polygon in area.polygons
    )


def _round_box(left: float, top: float, width: float, height: float) -> Subpath:
    """Return a box with rounded corners."""
    right, bottom, round_by = left + width, top + height, _ROUNDED * min(width, height)
    bulge = 0.41421356237309503  # a quarter of a circle
    points = (
        (left + round_by, top), (right - round_by, top),
        (right, top + round_by), (right, bottom - round_by),
        (right - round_by, bottom), (left + round_by, bottom),
        (left, bottom - round_by), (left, top + round_by),
    )  # fmt: skip
    return Subpath(points, (0.0, bulge) * 4, closed=True)


class _Spot(NamedTuple):
    """The middle of a sign's board, and how much of it lies over the front."""

    middle: Point
    hides: float


def _find_spot(
    stage: Stage, crop: Crop, door: Point, board: tuple[float, float], taken: Sequence[Bounds]
) -> _Spot | None:
    """Return the place of the best board for a sign: outside the maze, within the frame, over as
    little of the front as may be, and near its door."""
    reach = load_look()["reach"] * stage.size
    across, down = board
    spots = []
    for step in range(1, _STEPS + 1):
        for turn in range(_TURNS):
            angle = _FULL_TURN * turn / _TURNS
            x = door[0] + cos(angle) * (reach * step / _STEPS + across / 2)
            y = door[1] + sin(angle) * (reach * step / _STEPS + down / 2)
            spots.append((x, y))
    spots = [spot for spot in spots if _is_free(spot, board, crop, taken)]
    in_maze = _count_covered(spots, board, stage.place.outline, _to_maze(stage))
    on_front = _count_front(stage, spots, board)
    possible = [
        _Spot(spot, covered / (_ACROSS * _DOWN))
        for spot, inside, covered in zip(spots, in_maze, on_front, strict=True)
        if not inside
    ]
    return min(
        possible,
        key=lambda spot: (dist(spot.middle, door) / reach + _IN_THE_WAY * spot.hides, spot.middle),
        default=None,
    )


def _is_free(spot: Point, board: tuple[float, float], crop: Crop, taken: Sequence[Bounds]) -> bool:
    """Return whether a board lies within the frame and on no other."""
    left, top = spot[0] - board[0] / 2, spot[1] - board[1] / 2
    right, bottom = left + board[0], top + board[1]
    edge = board[1] / 8
    return (
        left > crop.left + edge
        and top > crop.top + edge
        and right < crop.left + crop.width - edge
        and bottom < crop.top + crop.height - edge
        and all(right < a or left > c or bottom < b or top > d for a, b, c, d in taken)
    )


class _Units(NamedTuple):
    """Converts points of a stage to the units of an outline."""

    left: float
    top: float
    unit: float

    def convert(self, point: Point) -> tuple[int, int]:
        return round((point[0] - self.left) * self.unit), round((point[1] - self.top) * self.unit)


def _to_maze(stage: Stage) -> _Units:
    return _Units(stage.place.left, stage.place.top, stage.place.unit)


def _count_covered(
    spots: Sequence[Point], board: tuple[float, float], outline: Outline, units: _Units
) -> list[int]:
    """Return how many points of each board an outline covers."""
    points = [
        units.convert(
            (x + board[0] * (i / (_ACROSS - 1) - 0.5), y + board[1] * (j / (_DOWN - 1) - 0.5))
        )
        for x, y in spots
        for i in range(_ACROSS)
        for j in range(_DOWN)
    ]
    inside, count = outline.find_inside(points), _ACROSS * _DOWN
    return [inside[start : start + count].count(1) for start in range(0, len(points), count)]


def _count_front(stage: Stage, spots: Sequence[Point], board: tuple[float, float]) -> list[int]:
    if stage.front_outline is None:
        return [0] * len(spots)
    outline, left, top, unit = stage.front_outline
    return _count_covered(spots, board, outline, _Units(left, top, unit))
