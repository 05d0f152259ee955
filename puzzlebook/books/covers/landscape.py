"""The landscape behind a cover, and outlines of the figures in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import ceil, dist

from puzzlebook.drawing.drawing import Colour, Drawing
from puzzlebook.geometry.arcs import Point
from puzzlebook.maze_art.scenes import Scenes, enlarge
from puzzlebook.maze_art.things import drop_covered_things, outmost
from puzzlebook.typesetting.page import Box, Item, Picture

_MAX_CUT = 0.25  # how much of a landscape may be cut off at its top, as a share of its height
_SAFE = 27.0  # points: the bleed, and the strip inside it that may be cut off
_SKY = 0.4  # height of the sky, as a share of the landscape's height
_OVERLAP = 0.3  # points by which a copy of the landscape overlaps the next one


def list_picture_boxes(items: Iterable[Item]) -> list[Box]:
    """List the boxes of a sheet's pictures. No small object may stick out from behind a picture."""
    return [
        Box(
            item.x,
            item.y,
            item.drawing.width * item.drawing.scale,
            item.drawing.height * item.drawing.scale,
        )
        for item in items
        if isinstance(item, Picture)
    ]


def draw_landscape(
    scenes: Scenes,
    front: Box,
    sheet: tuple[float, float],
    items_in_front: Sequence[Box],
    ground: Colour | None,
) -> Iterator[Picture]:
    """Draw the theme's landscape over a whole sheet, with mirror images beside it up to both edges.

    front: the box that one copy of the landscape fills; the two share their lower edge.
    items_in_front: the boxes of what is drawn over the landscape. ground: a colour for the sky,
    instead of the landscape's own.
    """
    both = [_dye_sky(scenes.piece("backdrop", mirrored), ground) for mirrored in (False, True)]
    yield from _repeat_landscape(both, front, sheet, items_in_front)


def _repeat_landscape(
    both: Sequence[Drawing], front: Box, sheet: tuple[float, float], items_in_front: Sequence[Box]
) -> Iterator[Picture]:
    """Draw a landscape and its mirror image alternately, from edge to edge of a sheet.

    On a sheet with a back, two copies meet at the edge of the front: on the front itself, the seam
    would be noticed.
    """
    straight, mirrored = both
    maximum = front.height / straight.height / (1 - _MAX_CUT)
    scale = max(front.height / straight.height, min(front.width / straight.width, maximum))
    width, height = straight.width * scale, straight.height * scale
    alignment = 0.0 if front.x > 0 else 1.0 if front.right < sheet[0] else 0.5
    left, top = front.x + (front.width - width) * alignment, front.bottom - height
    step = width - _OVERLAP
    first, last = -ceil(max(0.0, left) / step), ceil(max(0.0, sheet[0] - left - width) / step)
    for tile in sorted(range(first, last + 1), key=abs, reverse=True):
        box = Box(left + tile * step, top, width, height)
        hidden = [
            (
                (area.x - box.x) / scale,
                (area.y - top) / scale,
                (area.right - box.x) / scale,
                (area.bottom - top) / scale,
            )
            for area in (
                *items_in_front,
                *_margins_beside(max(0.0, box.x), min(sheet[0], box.right), sheet[1]),
                *_trim_areas(sheet, top + _SKY * height),
            )
        ]
        landscape = drop_covered_things(mirrored if tile % 2 else straight, hidden)
        yield crop_piece(landscape, box, Box(0, 0, *sheet))


def _margins_beside(left: float, right: float, height: float) -> tuple[Box, Box]:
    """Return the areas left and right of a landscape's visible part, which count as covered."""
    width = right - left
    return Box(left - width, -height, width, 3 * height), Box(right, -height, width, 3 * height)


def _trim_areas(sheet: tuple[float, float], horizon: float) -> tuple[Box, Box, Box]:
    """Return the edges of a sheet above the horizon that may be cut off, where flying things would
    look out of place."""
    return (
        Box(0, 0, _SAFE, horizon),
        Box(sheet[0] - _SAFE, 0, _SAFE, horizon),
        Box(0, 0, sheet[0], _SAFE),
    )


def crop_piece(piece: Drawing, box: Box, within: Box) -> Picture:
    """Scale a piece to fill `box`, and return the part of it that is inside `within`."""
    scale = box.width / piece.width
    left, top = max(box.x, within.x), max(box.y, within.y)
    width, height = min(box.right, within.right) - left, min(box.bottom, within.bottom) - top
    cropped = enlarge(piece, scale)._replace(
        left=piece.left + (left - box.x) / scale,
        top=piece.top + (top - box.y) / scale,
        width=width / scale,
        height=height / scale,
        is_reused=True,
    )
    return Picture(left, top, cropped)


def sample_outline(placed: Picture, spacing: float) -> Iterator[Point]:
    """Yield points along the lines of a placed figure, no farther apart than `spacing` (1/72 inch).

    Curves are replaced by their control polygons, which enclose them.
    """
    drawing, scale = placed.drawing, placed.drawing.scale
    for path in (path for layer in drawing.layers for path in layer.subpaths):
        ends = [
            (placed.x + (x - drawing.left) * scale, placed.y + (y - drawing.top) * scale)
            for x, y in outmost(path)
        ]
        for one, other in pairwise([*ends, ends[0]]):
            steps = ceil(dist(one, other) / spacing) or 1
            for step in range(steps):
                share = step / steps
                yield one[0] + (other[0] - one[0]) * share, one[1] + (other[1] - one[1]) * share


def is_within(point: Point, shape: Picture) -> bool:
    """Whether a point of a page is inside the outline in a picture's lowest layer. Curves count as
    straight lines."""
    drawing = shape.drawing
    x, y = (
        (point[0] - shape.x) / drawing.scale + drawing.left,
        (point[1] - shape.y) / drawing.scale + drawing.top,
    )
    sides = (
        side
        for path in drawing.layers[0].subpaths
        for side in pairwise([*path.points, path.points[0]])
    )
    crossed = (
        a[0] + (y - a[1]) * (b[0] - a[0]) / (b[1] - a[1])
        for a, b in sides
        if (a[1] > y) != (b[1] > y)
    )
    return len([at for at in crossed if at > x]) % 2 == 1


def _dye_sky(landscape: Drawing, ground: Colour | None) -> Drawing:
    """Return a landscape whose lowest layer, the sky, has this colour (if any) and no outline."""
    sky, *rest = landscape.layers
    style = sky.style._replace(width=0.0, fill=ground or sky.style.fill)
    return landscape._replace(layers=(sky._replace(style=style), *rest))
