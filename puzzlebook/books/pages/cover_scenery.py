"""The landscape behind a cover, and the figures that stand in it: pieces of the theme's scene."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil

from puzzlebook.paper.layout import THINNEST
from puzzlebook.paper.page import Box, Picture
from puzzlebook.pictures.drawing import Colour, Drawing
from puzzlebook.pictures.scenes import Scenes, enlarged

_MOST_CUT = 0.25  # of a landscape's height, that may be cut off at its top
_OVERLAP = 0.3  # points, by which a landscape hides the end of the next


def landscape(scenes: Scenes, front: Box, sheet: tuple[float, float], ground: Colour | None) -> Iterator[Picture]:
    """The theme's landscape over a whole sheet: in the middle of the front, and on to both sides as in a mirror.

    front: what one of it has to fill. It stands on the lower edge. ground: of its sky, in place of its own.
    """
    whole, mirrored = (_dyed(scenes.piece("backdrop", across), ground) for across in (False, True))
    most = front.height / whole.height / (1 - _MOST_CUT)
    scale = max(front.height / whole.height, min(front.width / whole.width, most))
    wide, high = whole.width * scale, whole.height * scale
    left, top = front.x + (front.width - wide) / 2, front.bottom - high
    step = wide - _OVERLAP
    before, behind = ceil(max(0.0, left) / step), ceil(max(0.0, sheet[0] - left - wide) / step)
    for place in sorted(range(-before, behind + 1), key=abs, reverse=True):
        turned = mirrored if place % 2 else whole
        yield cropped(turned, Box(left + place * step, top, wide, high), Box(0, 0, *sheet))


def cropped(piece: Drawing, box: Box, within: Box) -> Picture:
    """What is within a box of a piece that fills another."""
    scale = box.width / piece.width
    left, top = max(box.x, within.x), max(box.y, within.y)
    width, height = min(box.right, within.right) - left, min(box.bottom, within.bottom) - top
    seen = enlarged(piece, scale)._replace(
        left=piece.left + (left - box.x) / scale,
        top=piece.top + (top - box.y) / scale,
        width=width / scale,
        height=height / scale,
        is_whole=True,
    )
    return Picture(left, top, seen)


def figure(piece: Drawing, box: Box, upper: float = 1.0, at: float = 0.5) -> Picture:
    """A piece as large as a box allows, with no line too thin to be printed.

    upper, at: the share of the room to spare that is above it, and left of it.
    """
    scale = min(box.width / piece.width, box.height / piece.height)
    x = box.x + (box.width - piece.width * scale) * at
    large = enlarged(piece, scale)
    layers = (layer._replace(style=layer.style._replace(width=layer.style.width and max(THINNEST, layer.style.width)))
              for layer in large.layers)  # fmt: skip
    return Picture(x, box.y + (box.height - piece.height * scale) * upper, large._replace(layers=tuple(layers)))


def _dyed(landscape: Drawing, ground: Colour | None) -> Drawing:
    """A landscape whose lowest layer, the sky, has this colour, and no line around it."""
    sky, *rest = landscape.layers
    style = sky.style._replace(width=0.0, fill=ground or sky.style.fill)
    return landscape._replace(layers=(sky._replace(style=style), *rest))
