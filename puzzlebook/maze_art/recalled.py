"""What an answer shows of the drawing around its maze, so that a reader knows the page again: the
character that the maze is in, with its face, hat and wheels, or only the pictures on the maze."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import zip_longest
from typing import NamedTuple

from puzzlebook.drawing.drawing import THINNEST, WHITE, Colour, Drawing, Inset, Layer, Style
from puzzlebook.geometry.arcs import Point
from puzzlebook.geometry.curves import point_at
from puzzlebook.maze_art.stage import Crop, Stage
from puzzlebook.maze_art.stage_things import Bounds, find_layer_box, join_boxes, touches
from puzzlebook.maze_art.stage_view import StageView

_FAINT = (0.6, 0.6, 0.6)
_LINE = (0.35, 0.35, 0.35)
_PALE = (0.75, 0.75, 0.75)
_DARK = 0.3  # the largest part of a colour that is dark
# In shares of a stage's size: how far from its maze, its doors and its words the back and the front
# are shown at most, and how near to the maze a thing is that belongs to the character.
_REACHES, _NEAR = (0.06, 0.32), 0.025
_PLATE_REACHES = (0.32, 0.32)  # the same of plates, most of which lies in the back
_AROUND_WORDS = 0.05  # how far from the words their board reaches at most, in the same shares
_AROUND = ((0, 0), (1, 0), (-1, 0), (0, 1), (0, -1))
_MOSTLY = 0.85  # of a shape's points, which the frame of its page must show
# Points of a curve; the same where its reach is measured; points of a shape that are tried.
_STEPS, _FINE_STEPS, _TRIES = 4, 16, 12


class Recalled(NamedTuple):
    """The parts of a drawing that an answer shows, below and above its maze, and the box around
    them, in the stage's units."""

    below: tuple[Layer, ...]
    above: tuple[Layer, ...]
    box: Bounds


@lru_cache(maxsize=128)
def recall_character(
    stage: Stage, crop: Crop | None = None, reaches: tuple[float, float] = _REACHES
) -> Recalled:
    """Return the character of a stage: what lies on its maze or hangs on it, without hero and goal,
    and without larger scenery behind it. Lines alone behind the maze, such as waves, are scenery,
    unless they lie on a part of the character. crop: the part on its page, of which an answer shows
    nothing more; None for all of it. reaches: see `_REACHES`."""
    bare = stage.without_board.without_figures
    unseen = bare.list_at_unknown()
    shown: Sequence[Sequence[Layer]] = (bare.back, bare.front)
    if crop is not None:
        shown = [bare.list_shown(part, crop) for part in ("back", "front")]
    shapes = [
        _Shape(is_front, layer, find_layer_box(layer), tuple(_list_points(layer)))
        for is_front, layers in enumerate(shown)
        for around in [_surround(stage.core, reaches[is_front] * stage.size)]
        for layer in _leave_out_words(
            stage, [one for one in layers if not any(one is other for other in unseen)]
        )
        if _is_within(find_layer_box(layer), around)
    ]
    on_maze = zip(shapes, _find_on_maze(stage, shapes), strict=True)
    kept = {
        index
        for index, (shape, is_on) in enumerate(on_maze)
        if is_on and (shape.is_front or shape.layer.style.fill)
    }
    new = {index for index in kept if shapes[index].layer.style.fill}
    while new:  # such as the eyes of a head that touches the maze
        new = {
            index
            for index, shape in enumerate(shapes)
            if index not in kept and any(shapes[other].holds(shape) for other in new)
        }
        kept |= new
        new = {index for index in new if shapes[index].layer.style.fill}
    chosen = [shapes[index] for index in sorted(kept)]
    if crop is not None:
        chosen = [shape for shape in chosen if _shows_most(crop, shape.points)]
    below, above = (
        tuple(_draw([one.layer for one in chosen if one.is_front == is_front], _LINE, WHITE))
        for is_front in (0, 1)
    )
    boxes = [_measure_box([*_list_points(shape.layer, _FINE_STEPS)]) for shape in chosen]
    if crop is not None:
        boxes = [_cut_box(box, crop) for box in boxes]
    return Recalled(below, above, join_boxes([stage.outline_box, *boxes]))


def _shows_most(crop: Crop, points: Sequence[Point]) -> bool:
    """Return whether a crop shows most points of a shape: the rest lies over the page's words."""
    right, bottom = crop.left + crop.width, crop.top + crop.height
    inside = [crop.left <= x <= right and crop.top <= y <= bottom for x, y in points]
    return inside.count(True) > _MOSTLY * len(inside)


def _cut_box(box: Bounds, crop: Crop) -> Bounds:
    """Return the part of a box that a crop shows."""
    left, top, right, bottom = crop.left, crop.top, crop.left + crop.width, crop.top + crop.height
    xs = [min(max(x, left), right) for x in box[::2]]
    ys = [min(max(y, top), bottom) for y in box[1::2]]
    return xs[0], ys[0], xs[1], ys[1]


def _leave_out_words(stage: Stage, layers: Iterable[Layer]) -> Iterator[Layer]:
    """Yield layers without what is around a stage's words and clear of its maze."""
    words = stage.place.words and _surround(stage.place.words, _AROUND_WORDS * stage.size)
    for layer in layers:
        kept = [
            path
            for path in layer.subpaths
            for box in [_measure_box(path.points)]
            if not words or touches(box, stage.outline_box) or not touches(box, words)
        ]
        if kept:
            yield layer._replace(subpaths=kept)


class _Shape(NamedTuple):
    """A layer of a drawing, with its box, and points all along its lines. is_front: 0 in the back,
    1 in the front."""

    is_front: int
    layer: Layer
    box: Bounds
    points: tuple[Point, ...]

    def holds(self, other: _Shape) -> bool:
        """Return whether any part of another shape lies in this one."""
        left, top, right, bottom = self.box
        near = [(x, y) for x, y in other.points if left < x < right and top < y < bottom]
        return any(_is_inside(self.points, point) for point in near[:: 1 + len(near) // _TRIES])


def _list_points(layer: Layer, steps: int = _STEPS) -> Iterator[Point]:
    for path in layer.subpaths:
        ends = (*path.points[1:], path.points[0])
        for start, end, bend in zip_longest(path.points, ends, path.bends):
            if isinstance(bend, tuple):
                yield from (point_at((start, *bend, end), step / steps) for step in range(steps))
            else:
                yield start
        if not path.closed:
            yield path.points[-1]


def _is_inside(polygon: Sequence[Point], point: Point) -> bool:
    """Return whether a point is within a closed line."""
    x, y = point
    is_inside = False
    for (ax, ay), (bx, by) in zip(polygon, (*polygon[1:], polygon[0]), strict=True):
        if (ay > y) != (by > y) and x < ax + (bx - ax) * (y - ay) / (by - ay):
            is_inside = not is_inside
    return is_inside


def _measure_box(points: Sequence[Point]) -> Bounds:
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _find_on_maze(stage: Stage, shapes: Sequence[_Shape]) -> Iterator[bool]:
    """Yield for each shape whether any of its points is within the maze's outline or its holes, or
    near them."""
    place, near = stage.place, _NEAR * stage.size
    points = [
        place.to_outline((x + across * near, y + down * near))
        for shape in shapes
        for x, y in shape.points
        for across, down in _AROUND
    ]
    inside = iter(place.outline.fill_holes().find_inside(points))
    for shape in shapes:
        yield 1 in [next(inside) for _ in range(len(_AROUND) * len(shape.points))]


def _surround(box: Bounds, reach: float) -> Bounds:
    left, top, right, bottom = box
    return left - reach, top - reach, right + reach, bottom + reach


def _is_within(box: Bounds, other: Bounds) -> bool:
    return join_boxes([box, other]) == other


@lru_cache(maxsize=128)
def recall_plate(stage: Stage, crop: Crop) -> Recalled:
    """Return the object of a plate in pale lines, such as the basket below a balloon, with the
    pictures on its maze."""
    character = recall_character(stage, crop, _PLATE_REACHES)
    pictures = recall_pictures(stage)
    below, above = (
        tuple(
            layer._replace(
                style=layer.style._replace(line=_PALE, fill=_make_pale(layer.style.fill))
            )
            for layer in layers
        )
        for layers in (character.below, character.above)
    )
    boxes = [character.box, *map(find_layer_box, (*below, *above))]
    return Recalled((*below, *pictures.below), (*above, *pictures.above), join_boxes(boxes))


def _make_pale(fill: Colour | None) -> Colour | None:
    return _PALE if fill == _LINE else fill


@lru_cache(maxsize=128)
def recall_pictures(stage: Stage) -> Recalled:
    """Return the eyes and the pictures in the holes of a stage's maze, and what lies wholly on the
    maze, faintly."""
    bare = stage.without_board.without_figures
    place, layers = stage.place, bare.front
    points = [[place.to_outline(point) for point in _list_points(layer)] for layer in layers]
    around, outline = place.outline.fill_holes(), place.outline
    on_maze = [
        layer
        for layer, of_layer in zip(layers, points, strict=True)
        if all(around.find_inside(of_layer)) and any(outline.find_inside(of_layer))
    ]
    pictures = _draw(stage.pictures, _FAINT, None)
    return Recalled(tuple(pictures), tuple(_draw(on_maze, _FAINT, WHITE)), stage.outline_box)


def _draw(layers: Sequence[Layer], line: Colour, fill: Colour | None) -> Iterator[Layer]:
    """Yield layers in lines of this colour; dark areas have it too, and others this fill."""
    for layer in layers:
        style = layer.style
        is_dark = style.fill is not None and max(style.fill) < _DARK
        area = line if is_dark else fill if style.fill else None
        yield layer._replace(style=Style(style.width, line, area, even_odd=style.even_odd))


def add_recalled(drawing: Drawing, view: StageView, recalled: Recalled, line: float) -> Drawing:
    """Return the drawing of an answer with what it recalls of its stage. What lies outside the box
    of that is cut off, as on the page. line: the width of all lines, in points."""
    width = line / (view.scale * drawing.scale)
    box = _surround(recalled.box, width / 2)
    below, above = (
        tuple(_set_in_maze(layers, view, width, box)) for layers in (recalled.below, recalled.above)
    )
    return drawing._replace(layers=(*below, *drawing.layers, *above))


def show_own_figures(drawing: Drawing, stage: Stage) -> Drawing:
    """Return the drawing of an answer with hero and goal as its page shows them, in place of the
    theme's, as far as they can be told from the rest of the stage."""
    figures = dict(zip(("hero", "goal"), stage.figures, strict=False))
    layers = []
    for layer in drawing.layers:
        box = figures.get(layer.name)
        if box is None or layer.inset is None:
            layers.append(layer)
            continue
        piece, x, y, unit = layer.inset
        left, top, right, bottom = box
        scale = unit * max(piece.width, piece.height) / max(right - left, bottom - top)
        width = THINNEST / (scale * drawing.scale)
        own = tuple(
            part._replace(style=part.style._replace(width=max(width, part.style.width)))
            if part.style.width
            else part
            for part in stage.front
            if _is_within(find_layer_box(part), box)
        )
        picture = Drawing(left, top, right - left, bottom - top, 1, own)
        middle_x = x + unit * (piece.left + piece.width / 2)
        middle_y = y + unit * (piece.top + piece.height / 2)
        x, y = middle_x - scale * (left + right) / 2, middle_y - scale * (top + bottom) / 2
        layers.append(layer._replace(inset=Inset(picture, x, y, scale)))
    return drawing._replace(layers=tuple(layers))


def _set_in_maze(
    layers: Sequence[Layer], view: StageView, width: float, box: Bounds
) -> Iterator[Layer]:
    if layers:
        left, top, right, bottom = box
        lined = tuple(
            layer._replace(style=layer.style._replace(width=width)) if layer.style.width else layer
            for layer in layers
        )
        picture = Drawing(*Crop(left, top, right - left, bottom - top), 1, lined)
        yield Layer("stage", Style(), (), inset=Inset(picture, view.x, view.y, view.scale))


def measure_recalled(view: StageView, recalled: Recalled) -> Bounds:
    """Return the box of what an answer recalls, in cell widths of its maze."""
    left, top, right, bottom = recalled.box
    x, y, scale = view.x, view.y, view.scale
    return x + left * scale, y + top * scale, x + right * scale, y + bottom * scale
