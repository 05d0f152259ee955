"""Which parts of a stage a frame may cut off. It shows hero, goal and the words' board whole, and
leaves out things of which only a sliver would be visible.

Parts of a drawing of which one lies or stands on the other, such as a fish and its eye or bricks of
a pile, are one thing. Larger objects are scenery, which a frame may cut anywhere.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import zip_longest
from math import dist, fsum, sqrt
from typing import Any

from puzzlebook.drawing.drawing import Layer
from puzzlebook.geometry.arcs import Point
from puzzlebook.geometry.curves import point_at

_SAMPLES = 6  # sampled points of a curve

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
        for extent, thing in things:
            if _do_overlap(box, extent) and any(
                _belong_together(box, other, look) for other in thing.values()
            ):
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
    things: Iterable[Thing], frame: Bounds, heart: Bounds, look: Mapping[str, Any]
) -> Collection[int]:
    """Return the indices of the layers to leave out because a frame would show only a sliver of
    them. things: the largest first. heart: the area that the frame shows whole.

    Of each thing a minimum share must be visible: the most of a small thing, more of one that is
    cut at the top than of another. A thing that belongs to one that is left out, or stands on it,
    is left out, too, unless it also belongs to a whole one.
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
            minimum = look["min_at_top" if box[1] < frame[1] else "min_of_large"]
        is_lost = shown_share < minimum or any(
            _belongs_to(box, other, look) or _stands_on(box, other) for other in left_out
        )
        kept = whole if minimum == look["min_of_small"] else [heart, *whole]
        if is_lost and not any(_belongs_to(box, other, look) for other in kept):
            left_out.append(box)
            slivers.update(index for index, box in thing.items() if not _is_within(box, heart))
        elif not minimum:
            whole.append(box)
    return slivers


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
