"""The far land behind a drawing with a maze in it: a strip of a theme's world, which stands on the
horizon of the drawing. All that the drawing shows before its sky hides it."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, fsum
from typing import NamedTuple

from puzzlebook.drawing.drawing import (
    BLACK,
    THINNEST,
    Colour,
    Drawing,
    Layer,
    Style,
    mix,
    place_subpath,
)
from puzzlebook.ground import templates
from puzzlebook.maze_art.painted_cells import (
    BEHIND,
    SKY,
    find_stage_name,
    has_open_sky,
    is_wide,
    list_grounds,
    straighten,
)
from puzzlebook.maze_art.panorama import load_world_look
from puzzlebook.maze_art.scenes import Scenes
from puzzlebook.maze_art.stage_things import find_layer_box
from puzzlebook.maze_art.stage_view import StageView

# Shares of the width of the frame, at which the horizon is measured.
_SHARES = [(step + 0.5) / 20 for step in range(20)]


class _Horizon(NamedTuple):
    """Where the sky of a drawing ends, in the stage's units. place: the number of layers of the
    back that are behind what stands there. colour: of the sky. is_sea: whether there is water."""

    y: float
    place: int
    colour: Colour
    is_sea: bool


def set_before_skyline(scenes: Scenes, view: StageView, drawing: Drawing, number: int) -> Drawing:
    """Return a stage with its maze and, behind its land, the far land of a theme's world. Without
    room for one the drawing is the same.

    number: the maze's number, which decides what is there.
    """
    index = next((i for i, part in enumerate(drawing.layers) if part.name == BEHIND[1]), None)
    if index is None:
        return drawing
    back = drawing.layers[index].inset
    assert back is not None
    horizon = _find_horizon(view, back.drawing.layers)
    if horizon is None or not (strips := list_strips(scenes.theme, horizon.is_sea)):
        return drawing
    look, crop = load_world_look()["empty"]["far"], view.crop
    above = horizon.y - crop.top
    highest = look["height"] * above
    if highest < look["least"] * crop.height:
        return drawing
    number += scenes.turn
    name, is_turned = strips[number % len(strips)], number // len(strips) % 2 == 1
    far = _draw_skyline(scenes, view, horizon, highest, name, is_turned)
    sky, land = back.drawing.layers[: horizon.place], back.drawing.layers[horizon.place :]
    parts = [
        Layer(part, Style(), (), inset=back._replace(drawing=inner))
        for part, inner in (
            (BEHIND[0], back.drawing._replace(layers=sky)),
            ("skyline", far),
            (BEHIND[1], back.drawing._replace(layers=land)),
        )
    ]
    layers = (*drawing.layers[:index], *parts, *drawing.layers[index + 1 :])
    return drawing._replace(layers=layers)


def _find_horizon(view: StageView, layers: Sequence[Layer]) -> _Horizon | None:
    """Return the horizon of a drawing; None if it has none, or one that is too high or too low.
    layers: of its back, as a frame shows it."""
    look, crop = load_world_look()["empty"]["far"], view.crop
    if find_stage_name(view) in look["none"] or not has_open_sky(view):
        return None
    areas = [layer for layer in layers if layer.style.fill is not None and is_wide(layer, view)]
    grounds = [*zip(areas, list_grounds(view), strict=False)]
    skies = [index for index, (_, ground) in enumerate(grounds) if ground.kind == SKY]
    first = min(skies, default=len(grounds))
    lands = [index for index in range(first, len(grounds)) if index not in skies]
    if not lands or any(
        index > lands[0] and find_layer_box(areas[index])[1] <= crop.top for index in skies
    ):
        return None
    land, ground = grounds[lands[0]]
    tops = [find_top(land, crop.left + share * crop.width) for share in _SHARES]
    y, colour = fsum(tops) / len(tops), areas[skies[0]].style.fill
    if not (colour and look["highest"] <= (y - crop.top) / crop.height <= look["lowest"]):
        return None
    boxes = [find_layer_box(layer) for layer in layers]
    place = next(
        index for index, box in enumerate(boxes) if box[3] >= min(tops) and box[1] > crop.top
    )
    return _Horizon(y, place, colour, ground.is_water)


def find_top(layer: Layer, x: float) -> float:
    """Return the y of the upper edge of an area at this x."""
    heights = []
    for subpath in layer.subpaths:
        points = straighten(subpath)
        for (a, b), (c, d) in zip(points, [*points[1:], *points[:1]], strict=True):
            if min(a, c) <= x < max(a, c):
                heights.append(b + (d - b) * (x - a) / (c - a))
    return min(heights, default=find_layer_box(layer)[1])


def list_strips(theme: str, is_sea: bool) -> Sequence[str]:
    """List the strips of a theme's world, or those for the sea, if there are any."""
    names = templates.list_names("skylines", ".svg")
    kinds = (f"{theme}-sea", theme) if is_sea else (theme,)
    found = ([name for name in names if name.rpartition("-")[0] == kind] for kind in kinds)
    return next(filter(None, found), [])


def _draw_skyline(
    scenes: Scenes,
    view: StageView,
    horizon: _Horizon,
    highest: float,
    name: str,
    is_turned: bool,
) -> Drawing:
    """Draw a strip from side to side of the frame, in colours as pale as the air makes them. It is
    repeated, turned round, if one as wide as the frame would be higher than `highest`."""
    look, crop = load_world_look()["empty"]["far"], view.crop
    whole = scenes.far_piece(name)
    scale = min(crop.width / whole.width, highest / whole.height)
    width, layers = scale * whole.width, list[Layer]()
    for tile in range(ceil(crop.width / width - 0.01)):
        piece = scenes.far_piece(name, across=is_turned != (tile % 2 == 1))
        corner = crop.left + tile * width, horizon.y - scale * piece.height
        for layer in piece.layers:
            paths = [place_subpath(path, corner, scale) for path in layer.subpaths]
            style = make_hazy(layer.style, horizon.colour)
            line = max(THINNEST / view.unit, look["line"] * scale * style.width)
            style = style._replace(width=line if style.width else 0.0)
            layers.append(Layer("skyline", style, tuple(paths)))
    return Drawing(*crop, 1, tuple(layers), is_reused=True)


def make_hazy(style: Style, sky: Colour) -> Style:
    """Return a style with the colour of the sky in it."""
    look = load_world_look()["empty"]["far"]
    fill = style.fill and mix(style.fill, sky, look["haze"])
    return style._replace(line=mix(BLACK, sky, look["pale"]), fill=fill)
