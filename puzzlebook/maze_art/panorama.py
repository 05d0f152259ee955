"""A theme's backdrop, taken apart: sky, land, and the things that stand, hang or fly there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from puzzlebook.drawing.drawing import Drawing, Layer
from puzzlebook.ground import templates
from puzzlebook.maze_art.scenes import Scenes
from puzzlebook.maze_art.things import LAND, Bounds, group_overlapping, measure_bounds, split_things


class Thing(NamedTuple):
    """Parts of a backdrop that overlap. is_aloft: whether they touch no land. is_near: whether they
    stand at the lower edge."""

    bounds: Bounds
    layers: tuple[Layer, ...]
    is_aloft: bool
    is_near: bool


class Panorama(NamedTuple):
    """The parts of a backdrop. land: its layers with their bounds, the lowest first; horizon: the y
    coordinate of the top of the land, which is measured downwards."""

    width: float
    height: float
    horizon: float
    sky: Layer
    land: Sequence[tuple[Bounds, Layer]]
    things: Sequence[Thing]


def load_world_look() -> Mapping[str, Any]:
    """Return how worlds are drawn, see `templates/worlds.toml`."""
    return templates.table("worlds.toml")


@lru_cache(maxsize=8)
def take_apart(scenes: Scenes) -> Panorama:
    """Return the parts of a theme's backdrop."""
    look, backdrop = load_world_look(), scenes.piece(scenes.backdrop, across=scenes.is_turned)
    sky, *layers = (part for layer in backdrop.layers for part in split_things(layer))
    parts = [(measure_bounds(layer.subpaths), layer) for layer in layers]
    width = look["land"] * backdrop.width
    wide = [box for box, layer in parts if _is_land(box, layer, backdrop, width)]

    def is_land(box: Bounds) -> bool:
        return box in wide or any(_is_summit(box, hill) for hill in wide)

    land = [(box, layer) for box, layer in parts if is_land(box)]
    # Hills and rainbows, which are narrower, stand on land that spans the whole width.
    horizon = min(box[1] for box, _ in land if box[2] - box[0] >= LAND * backdrop.width)
    small = [(box, layer) for box, layer in parts if not is_land(box)]
    near = look["near"] * backdrop.height
    things = []
    for group in group_overlapping(box for box, _ in small):
        members = set(group)
        left, top, right, bottom = zip(*group, strict=True)
        bounds = min(left), min(top), max(right), max(bottom)
        inside = tuple(layer for box, layer in small if box in members)
        things.append(Thing(bounds, inside, bounds[3] < horizon, bounds[3] > near))
    return Panorama(backdrop.width, backdrop.height, horizon, sky, land, things)


def _is_land(box: Bounds, layer: Layer, backdrop: Drawing, width: float) -> bool:
    """Return whether a part is land: it is wide, and does not hang in the sky."""
    return box[2] - box[0] >= width and box[3] > backdrop.height / 2


def _is_summit(box: Bounds, hill: Bounds) -> bool:
    """Return whether a part is the top of a hill, such as its snow: the two end at the same
    height."""
    return hill[0] <= box[0] and box[2] <= hill[2] and box[1] == hill[1]
