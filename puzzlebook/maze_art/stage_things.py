"""Which parts of a stage a frame may cut off. It shows hero, goal and the words' board whole, and
leaves out things of which only a sliver would be visible.

Parts of a drawing of which one lies or stands on the other, such as a fish and its eye or bricks of
a pile, are one thing. Larger objects are scenery, which a frame may cut anywhere.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import zip_longest
from math import dist, fsum, hypot, sqrt
from typing import Any

from puzzlebook.drawing.drawing import Colour, Layer
from puzzlebook.geometry.arcs import Point
from puzzlebook.geometry.curves import point_at

_SAMPLES = 6  # sampled points of a curve
# As shares of a stage's size: the largest figure, the smallest main part of one, and the greatest
# distance of a figure from its door.
_MAX_FIGURE, _MIN_FIGURE, _FIGURE_DISTANCE = 0.27, 0.07, 0.25
_JOINS = 3  # how many times a figure is joined with what touches it

Bounds = tuple[float, float, float, float]
"""Left, top, right and bottom, in the stage's units."""
Thing = Mapping[int, Bounds]
"""The parts of a thing: mapping from a layer's index to its box."""


def find_layer_box(layer: Layer) -> Bounds:
    """Return the box of a layer's points, including the control points of its curves."""
    points = [
        point
        for subpath in layer.subpaths
        for point in (
            *subpath.points,
            *(control for bend in subpath.bends if isinstance(bend, tuple) for control in bend),
        )
    ]
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def join_boxes(boxes: Iterable[Bounds]) -> Bounds:
    """Return the box around all of these boxes."""
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def find_board(
    layers: Iterable[tuple[Layer, Bounds]], words: Bounds, look: Mapping[str, Any]
) -> Bounds:
    """Return the box of the board painted behind words, or of the words if there is none. layers:
    of the drawing, each with its box."""
    maximum = look["board_area"] * _measure_area(words)
    tolerance = (words[2] - words[0]) / 100
    inner = words[0] + tolerance, words[1] + tolerance, words[2] - tolerance, words[3] - tolerance
    boards = [
        _measure_closely(layer)
        for layer, box in layers
        if _is_within(inner, box) and _measure_area(box) <= maximum
    ]
    return join_boxes([words, *boards])


def _measure_closely(layer: Layer) -> Bounds:
    """Return the box of a layer's curves, without the control points beside them."""
    points = [
        point_at((start, *bend, end), step / _SAMPLES) if isinstance(bend, tuple) else end
        for subpath in layer.subpaths
        for start, end, bend in zip_longest(
            subpath.points, (*subpath.points[1:], subpath.points[0]), subpath.bends
        )
        for step in range(1, _SAMPLES + 1)
    ]
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def find_figures(
    things: Iterable[Thing], doors: Iterable[tuple[Point, float]], look: Mapping[str, Any]
) -> list[Bounds]:
    """Return the boxes of the things at the doors: hero and goal, and what is with them. doors:
    their centres and radii."""
    doors = [*doors]
    boxes = [join_boxes(thing.values()) for thing in things]
    return [
        (left, top, right, bottom)
        for left, top, right, bottom in boxes
        if any(
            dist(((left + right) / 2, (top + bottom) / 2), centre) <= look["figure_reach"] * radius
            and max(right - left, bottom - top) <= look["figure"] * radius
            for centre, radius in doors
        )
    ]


def find_figure(things: Iterable[Bounds], door: Point, size: float) -> Bounds | None:
    """Return the box of the hero or of the goal: the thing that is nearest to its door, with all
    that touches it. None if that is far away, or is not of a figure's size. size: of the stage."""
    small = [box for box in things if _measure_length(box) <= _MAX_FIGURE * size]
    large = [box for box in small if _measure_length(box) >= _MIN_FIGURE * size]
    if not large:
        return None
    figure = min(large, key=lambda box: round(measure_distance(box, door), 3))
    for _ in range(_JOINS):
        figure = join_boxes([figure, *(box for box in small if touches(box, figure))])
    width, height = figure[2] - figure[0], figure[3] - figure[1]
    is_figure = (
        measure_distance(figure, door) <= _FIGURE_DISTANCE * size
        and max(width, height) <= _MAX_FIGURE * size
        and min(width, height) >= _MIN_FIGURE * size / 2
    )
    return figure if is_figure else None


def move_box(box: Bounds, by: Point, scale: float = 1.0) -> Bounds:
    """Return a box elsewhere, in another size. by: how far its top left corner moves."""
    left, top = box[0] + by[0], box[1] + by[1]
    return left, top, left + scale * (box[2] - box[0]), top + scale * (box[3] - box[1])


def is_in_middle(box: Bounds, point: Point) -> bool:
    """Return whether a point is in a box, but not in one of its corners."""
    x = (2 * point[0] - box[0] - box[2]) / (box[2] - box[0])
    y = (2 * point[1] - box[1] - box[3]) / (box[3] - box[1])
    return x * x * x * x + y * y * y * y < 1


def list_in_box(points: Sequence[Point], box: Bounds) -> list[Point]:
    """Return the points that are in a box. points: from left to right."""
    left, top, right, bottom = box
    first, last = bisect(points, (left,)), bisect(points, (right,))
    return [point for point in points[first:last] if top < point[1] < bottom]


def count_in_box(points: Sequence[Point], box: Bounds) -> int:
    """Return how many points are in a box. points: from left to right."""
    return len(list_in_box(points, box))


def measure_distance(box: Bounds, point: Point) -> float:
    """Return how far a point is from a box; 0 if it is in it."""
    return hypot(
        max(box[0] - point[0], 0.0, point[0] - box[2]),
        max(box[1] - point[1], 0.0, point[1] - box[3]),
    )


def measure_gap(one: Bounds, other: Bounds) -> float:
    """Return how far two boxes are from each other; 0 if they touch."""
    return hypot(
        max(one[0] - other[2], other[0] - one[2], 0.0),
        max(one[1] - other[3], other[1] - one[3], 0.0),
    )


def find_eyes(
    layers: Sequence[tuple[Bounds, Colour | None]], size: float, look: Mapping[str, Any]
) -> list[Bounds]:
    """Return the boxes of eyes with what is white around them. layers: the box and the fill of
    each. size: of the stage."""
    boxes = [box for box, fill in layers if fill]
    eyes = []
    for box, fill in layers:
        width, height = box[2] - box[0], box[3] - box[1]
        if (
            fill
            and max(fill) < look["dark"]
            and look["min_eye"] * size <= max(width, height) <= look["max_eye"] * size
            and 2 * min(width, height) >= max(width, height)
        ):
            around = [
                other
                for other in boxes
                if join_boxes([box, other]) == other
                and _measure_length(other) <= look["eye_white"] * _measure_length(box)
            ]
            eyes.append(join_boxes([box, *around]))
    return eyes


def _measure_length(box: Bounds) -> float:
    return max(box[2] - box[0], box[3] - box[1])


def touches(one: Bounds, other: Bounds) -> bool:
    """Return whether two boxes overlap."""
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def group_things(boxes: Sequence[Bounds], page: Bounds, look: Mapping[str, Any]) -> list[Thing]:
    """Return the things in a drawing on this page, the largest first, without its scenery. boxes:
    of its layers."""
    width, height = (look["scenery"] * (page[side + 2] - page[side]) for side in (0, 1))
    things: list[tuple[Bounds, dict[int, Bounds]]] = []
    for index, box in enumerate(boxes):
        if box[2] - box[0] > width or box[3] - box[1] > height:
            continue
        joined, around = {index: box}, box
        apart = []
        a, b, c, d = box
        for extent, thing in things:
            left, top, right, bottom = extent
            is_near = not (a > right or c < left or b > bottom or d < top)
            if is_near and any(_belong_together(box, other, look) for other in thing.values()):
                joined |= thing
                around = join_boxes((around, extent))
            else:
                apart.append((extent, thing))
        things = [*apart, (around, joined)]
    things.sort(key=lambda thing: -_measure_area(thing[0]))
    return [thing for _, thing in things]


def choose_frame(
    boxes: Sequence[Bounds], frames: Sequence[Bounds], look: Mapping[str, Any]
) -> Bounds:
    """Return the first of the frames that show the most things whole and cut the fewest. boxes: of
    the things."""

    def rate(frame: Bounds) -> float:
        return fsum(_rate_thing(box, frame, look) for box in boxes)

    return frames[0] if len(frames) == 1 else max(frames, key=lambda frame: round(rate(frame), 3))


def _rate_thing(box: Bounds, frame: Bounds, look: Mapping[str, Any]) -> float:
    """Return the mean side of a thing that a frame shows whole, or, negative, that of one which it
    cuts."""
    area = _measure_area(box)
    if not area or not _do_overlap(box, frame):
        return 0.0
    is_whole = _measure_area(_intersect(box, frame)) > look["whole"] * area
    return sqrt(area) if is_whole else -look["cut"] * sqrt(area)


def find_slivers(
    things: Iterable[Thing],
    frame: Bounds,
    hearts: Sequence[Bounds],
    look: Mapping[str, Any],
    held: Sequence[Bounds] = (),
    doors: Iterable[tuple[Point, float]] = (),
) -> Collection[int]:
    """Return the indices of the layers to leave out because a frame would show only a sliver of
    them. things: the largest first. hearts: the areas that the frame shows whole. held: the boxes
    of figures and maze: what is with them in a heart stays even if the rest of it is left out.
    doors: those whose figure cannot be told from what it stands on, which stays.

    Of each thing a minimum share must be visible: the most of a small thing, more of one that is
    cut at the top or at the foot than of another. A thing that belongs to one that is left out, or
    stands on it, is left out, too, unless it also belongs to a whole one.
    """
    small = look["small"] * (frame[2] - frame[0])
    whole, left_out, slivers = list[Bounds](), list[Bounds](), set[int]()
    for thing in things:
        box = join_boxes(thing.values())
        if not _do_overlap(box, frame):
            continue
        shown_share = _measure_area(_intersect(box, frame)) / max(_measure_area(box), 1e-9)
        if not _measure_area(box) or shown_share > look["whole"]:
            minimum = 0.0
        elif max(box[2] - box[0], box[3] - box[1]) < small:
            minimum = look["min_of_small"]
        else:
            at_edge = "min_at_foot" if box[3] > frame[3] else "min_of_large"
            minimum = look["min_at_top" if box[1] < frame[1] else at_edge]
        is_lost = shown_share < minimum or any(
            _belongs_to(box, other, look) or _stands_on(box, other) for other in left_out
        )
        is_lost = is_lost and not is_at_door(box, doors)
        kept = whole if minimum == look["min_of_small"] else [*hearts, *whole]
        if is_lost and not any(_belongs_to(box, other, look) for other in kept):
            left_out.append(box)
            slivers.update(
                index
                for index, box in thing.items()
                if not (
                    any(_is_within(box, heart) for heart in hearts)
                    and any(_do_overlap(box, other) for other in held)
                )
            )
        elif not minimum:
            whole.append(box)
    return slivers


def is_at_door(box: Bounds, doors: Iterable[tuple[Point, float]]) -> bool:
    """Return whether a box reaches one of these doors. doors: their centres and radii."""
    return any(measure_distance(box, centre) <= radius for centre, radius in doors)


def find_hanging(things: Iterable[Thing], left_out: Collection[int], maze: Bounds) -> set[int]:
    """Return the indices of the layers that hang on layers that are left out, as a flag on its
    pole: they touch these, but no other part of their thing, nor the box of the maze."""
    hanging = set[int]()
    for thing in things:
        gone = {index for index in thing if index in left_out}
        new = gone
        while new:
            kept = {index: box for index, box in thing.items() if index not in gone}
            new = {
                index
                for index, box in kept.items()
                if not touches(box, maze)
                and any(_do_overlap(box, thing[other]) for other in new)
                and not any(_do_overlap(box, kept[other]) for other in kept if other != index)
            }
            gone |= new
        hanging |= gone.difference(left_out)
    return hanging


def _belongs_to(thing: Bounds, other: Bounds, look: Mapping[str, Any]) -> bool:
    return _do_overlap(thing, other) and (
        _measure_area(_intersect(thing, other)) >= look["hangs_on"] * _measure_area(thing)
    )


def _stands_on(thing: Bounds, other: Bounds) -> bool:
    """Return whether the foot of a box is in another, as that of a flag on a tent is."""
    foot = thing[0], thing[3], thing[2], thing[3]
    return _is_within(foot, other) and thing[1] < other[1]


def _belong_together(one: Bounds, other: Bounds, look: Mapping[str, Any]) -> bool:
    """Return whether enough of the smaller box lies on the larger one, or stands on it."""
    if not _do_overlap(one, other):
        return False
    common = _intersect(one, other)
    smaller_area = min(_measure_area(one), _measure_area(other))
    width, narrower = common[2] - common[0], min(one[2] - one[0], other[2] - other[0])
    stands_on = common[3] == common[1] and width >= look["stands_on"] * narrower > 0
    return bool(stands_on or _measure_area(common) >= look["lies_on"] * smaller_area)


def _do_overlap(one: Bounds, other: Bounds) -> bool:
    return not (one[0] > other[2] or one[2] < other[0] or one[1] > other[3] or one[3] < other[1])


def _intersect(one: Bounds, other: Bounds) -> Bounds:
    return (
        max(one[0], other[0]),
        max(one[1], other[1]),
        min(one[2], other[2]),
        min(one[3], other[3]),
    )


def _is_within(inner: Bounds, outer: Bounds) -> bool:
    return _intersect(inner, outer) == inner


def _measure_area(box: Bounds) -> float:
    return (box[2] - box[0]) * (box[3] - box[1])
