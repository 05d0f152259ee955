"""What stands out on a cover: a burst that says what is in the book, and a badge with the age of
its readers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import fsum, pi

from puzzlebook.drawing.drawing import Colour, Drawing, Layer, Style, Subpath, make_circle
from puzzlebook.ground.portable_math import cos, sin
from puzzlebook.typesetting import text
from puzzlebook.typesetting.page import Box, Item, Picture, Text
from puzzlebook.typesetting.text import Face

_POINTS = 18  # of a burst
_WAIST = 0.86  # how near to the middle it comes between two of them
_TURN = pi / 36
_WIDE, _HIGH = 1.42, 1.12  # the room of the words, in radii
_LITTLE = 0.5  # the size of the words, in sizes of the number that they go with
_GAP = 0.16
_LEAST = 7.0


def draw_burst(
    words: str, middle: tuple[float, float], radius: float, face: Face, inks: Sequence[Colour]
) -> Iterator[Item]:
    """A star of many points with words in it. inks: of its words, of itself, and of the rim around
    it."""
    ink, ground, rim = inks
    outer, inner = _star(radius), _star(radius * 0.93)
    layers = Layer("burst", Style(fill=rim), (outer,)), Layer("burst", Style(fill=ground), (inner,))
    yield _draw_shapes(middle, radius, layers)
    yield from stack_words(words, middle, radius * 0.9, face, ink)


def draw_badge(
    words: str, middle: tuple[float, float], radius: float, face: Face, inks: Sequence[Colour]
) -> Iterator[Item]:
    """A disc with words in it. inks: of its words and the line around it, of itself, and of the rim
    around it."""
    ink, ground, rim = inks
    line = Style(radius * 0.05, ink)
    yield _draw_shapes(middle, radius, (
        Layer("badge", Style(fill=rim), (make_circle((0.0, 0.0), radius),)),
        Layer("badge", Style(fill=ground), (make_circle((0.0, 0.0), radius * 0.94),)),
        Layer("badge", line, (make_circle((0.0, 0.0), radius * 0.86),)),
    ))  # fmt: skip
    yield from stack_words(words, middle, radius * 0.86, face, ink)


def stack_words(
    words: str, middle: tuple[float, float], radius: float, face: Face, ink: Colour
) -> Iterator[Text]:
    """Words one below the other in the middle of a circle, numbers large and what goes with them
    small."""
    face = text.face_for_paragraph(words, face)
    lines = text.split_words(words)
    shares = [1.0 if any(map(str.isdigit, line)) else _LITTLE for line in lines]
    if 1.0 not in shares:
        shares = [1.0] * len(lines)
    reaches = [text.measure_ink(line, face) for line in lines]
    sizes = [min(radius * 1.1 * share, radius * _WIDE / max(text.measure_width(line, face, 1), 1e-6))
             for line, share in zip(lines, shares, strict=True)]  # fmt: skip
    gap = _GAP * radius

    def high() -> float:
        ink_of_all = fsum(
            (low + top) * size for (low, top), size in zip(reaches, sizes, strict=True)
        )
        return ink_of_all + gap * (len(lines) - 1)

    share = min(1.0, radius * _HIGH / high())
    sizes, gap = [max(_LEAST, size * share) for size in sizes], gap * share
    y = middle[1] - high() / 2
    for line, size, (low, top) in zip(lines, sizes, reaches, strict=True):
        y += top * size
        yield Text(middle[0] - text.measure_width(line, face, size) / 2, y, line, face, size, ink)
        y += low * size + gap


def _star(radius: float) -> Subpath:
    points = []
    for corner in range(2 * _POINTS):
        reach, angle = radius * (1 if corner % 2 else _WAIST), corner * pi / _POINTS + _TURN
        points.append((reach * cos(angle), reach * sin(angle)))
    return Subpath(tuple(points), closed=True)


def _draw_shapes(middle: tuple[float, float], radius: float, layers: tuple[Layer, ...]) -> Picture:
    """Shapes around (0, 0), in points, with their middle there."""
    drawing = Drawing(-radius, -radius, 2 * radius, 2 * radius, 1, layers)
    return Picture(middle[0] - radius, middle[1] - radius, drawing)


def box_around(middle: tuple[float, float], radius: float) -> Box:
    """The square that a circle fills."""
    return Box(middle[0] - radius, middle[1] - radius, 2 * radius, 2 * radius)
