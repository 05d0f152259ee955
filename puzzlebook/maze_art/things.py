"""The things in a drawing: parts that overlap are one thing, and boards may hide some of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

from puzzlebook.drawing.drawing import Drawing, Layer, Subpath
from puzzlebook.geometry.arcs import Point

_NEAR = 6.0  # in units of a landscape: boxes at most this far apart belong together
_MIN_NUMEROUS = 3  # a kind of object counts as numerous from this number on
LAND = 0.75
"""The share of a drawing's width from which an object is a part of the land."""
_MAX_HEIGHT = 0.45  # taller objects, as a share of the landscape's height, are never dropped
# As a share of a landscape's height from its top: an object wholly above this does not stand on
# the ground.
_SKY_HEIGHT = 0.5

Bounds: TypeAlias = tuple[float, float, float, float]
"""A bounding box: left, top, right, bottom."""


def drop_covered_things(
    landscape: Drawing, boards: Iterable[Bounds], seen: Bounds | None = None
) -> Drawing:
    """Return a landscape without the small objects that boards would partly hide, or that the
    visible part would cut off.

    Objects that reach beyond the landscape's own edges may be cut off there. Objects that overlap
    count as one. Of numerous objects, such as stars, no single one is left over.
    """
    layers = [part for layer in landscape.layers for part in split_things(layer)]
    bounds = (measure_bounds(layer.subpaths) for layer in layers)
    small_boxes = {index: box for index, box in enumerate(bounds) if _is_small(box, landscape)}
    hidden = [*boards, *(_list_cut_things(small_boxes.values(), landscape, seen) if seen else ())]
    dropped: set[int] = set()
    while newly_hidden := {
        index
        for index in small_boxes.keys() - dropped
        if any(do_overlap(small_boxes[index], box) for box in hidden)
    }:
        dropped |= newly_hidden
        hidden = [small_boxes[index] for index in newly_hidden]
    dropped |= _find_lone_things(layers, small_boxes, dropped)
    return landscape._replace(
        layers=tuple(layer for index, layer in enumerate(layers) if index not in dropped)
    )


def _list_cut_things(small: Iterable[Bounds], landscape: Drawing, seen: Bounds) -> Iterator[Bounds]:
    """Yield the small objects that reach beyond the visible part of a landscape, unless they stand
    on its ground and reach beyond the landscape itself."""
    edge, sky = _NEAR / 2, _SKY_HEIGHT * landscape.height
    interior = edge, edge, landscape.width - edge, landscape.height - edge
    for group in group_overlapping(small):
        is_on_ground = any(box[3] > sky for box in group) and not all(
            _is_within(box, interior) for box in group
        )
        if not is_on_ground and not all(_is_within(box, seen) for box in group):
            yield from group


def group_overlapping(things: Iterable[Bounds], near_by: float = _NEAR) -> list[list[Bounds]]:
    """Return groups of boxes that overlap, or are at most `near_by` apart."""
    groups: list[list[Bounds]] = []
    for box in things:
        near = [
            group
            for group in groups
            if any(do_overlap(box, near_box, near_by) for near_box in group)
        ]
        groups = [group for group in groups if group not in near]
        groups.append([box, *(near_box for group in near for near_box in group)])
    return groups


def _is_within(inner: Bounds, outer: Bounds) -> bool:
    return (
        inner[0] >= outer[0]
        and inner[1] >= outer[1]
        and inner[2] <= outer[2]
        and inner[3] <= outer[3]
    )


def _find_lone_things(
    layers: Sequence[Layer], small: Mapping[int, Bounds], dropped: set[int]
) -> set[int]:
    """Return the last object of each kind whose objects touch no other."""
    kinds: dict[tuple[object, ...], list[int]] = {}
    for index, box in small.items():
        if not any(
            do_overlap(box, other_box)
            for other_index, other_box in small.items()
            if other_index != index
        ):
            layer = layers[index]
            kinds.setdefault(
                (layer.style, *(len(path.points) for path in layer.subpaths)), []
            ).append(index)
    remaining = (
        [index for index in kind if index not in dropped]
        for kind in kinds.values()
        if len(kind) >= _MIN_NUMEROUS
    )
    return {kind[0] for kind in remaining if len(kind) == 1}


def split_things(layer: Layer) -> Iterator[Layer]:
    """Yield a layer for each group of overlapping paths: holes stay with the shape they are in."""
    groups: list[list[Subpath]] = []
    for subpath in layer.subpaths:
        near = [
            thing
            for thing in groups
            if do_overlap(measure_bounds(thing), measure_bounds([subpath]))
        ]
        groups = [thing for thing in groups if thing not in near]
        groups.append([*(part for thing in near for part in thing), subpath])
    return (layer._replace(subpaths=tuple(thing)) for thing in groups)


def measure_bounds(subpaths: Sequence[Subpath]) -> Bounds:
    xs, ys = zip(*(point for part in subpaths for point in outmost(part)), strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _is_small(bounds: Bounds, landscape: Drawing) -> bool:
    left, top, right, bottom = bounds
    return right - left < LAND * landscape.width and bottom - top < _MAX_HEIGHT * landscape.height


def list_detached_parts(drawing: Drawing) -> list[Bounds]:
    """List the boxes of what floats beside the largest part of a drawing, such as the moon above
    someone asleep."""
    paths = (measure_bounds([path]) for layer in drawing.layers for path in layer.subpaths)
    groups = [_surround(group) for group in group_overlapping(paths, 0.0)]
    groups.sort(key=lambda box: (box[2] - box[0]) * (box[3] - box[1]))
    return groups[:-1]


def _surround(boxes: Sequence[Bounds]) -> Bounds:
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def do_overlap(one: Bounds, other: Bounds, near_by: float = _NEAR) -> bool:
    """Return whether two boxes overlap or nearly touch: steam belongs to its cup, a flag to its
    pole."""
    gap_x, gap_y = (
        max(one[0], other[0]) - min(one[2], other[2]),
        max(one[1], other[1]) - min(one[3], other[3]),
    )
    return max(gap_x, gap_y) <= near_by


def outmost(path: Subpath) -> Iterator[Point]:
    """Yield points whose hull encloses a path, in order along it: its corners and the control
    points of its curves, which bulge beyond the corners."""
    yield path.points[0]
    bends = path.bends or (0.0,) * len(path.points)
    ends = (*path.points[1:], *([path.points[0]] if path.closed else []))
    for bend, end in zip(bends, ends, strict=False):
        if isinstance(bend, tuple):
            yield from bend
        yield end
