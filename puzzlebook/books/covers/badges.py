"""Badges on a cover: a burst with the number of mazes, and a disc with the readers' age."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import fsum, pi

from puzzlebook.drawing.drawing import Colour, Drawing, Layer, Style, Subpath, make_circle
from puzzlebook.ground.portable_math import cos, sin
from puzzlebook.typesetting import text
from puzzlebook.typesetting.layout import MIN_TYPE
from puzzlebook.typesetting.page import Item, Picture, Text
from puzzlebook.typesetting.text import Face

_POINTS = 18  # points of a burst
_WAIST = 0.86  # inner radius of a burst, as a share of its outer radius
_TURN = pi / 36  # radians by which a burst is turned
_WORDS_WIDTH, _WORDS_HEIGHT = 1.42, 1.12  # size of the box for the words, in radii
_WORD_SIZE = 0.5  # size of the words, as a share of that of the number
_GAP = 0.16  # between lines, in radii


def draw_burst(
    words: str, middle: tuple[float, float], radius: float, face: Face, inks: Sequence[Colour]
) -> Iterator[Item]:
    """Draw a many-pointed star with words in it. inks: the colours of the words, the star and its
    rim."""
    ink, ground, rim = inks
    outer, inner = _star(radius), _star(radius * 0.93)
    layers = Layer("burst", Style(fill=rim), (outer,)), Layer("burst", Style(fill=ground), (inner,))
    yield _draw_shapes(middle, radius, layers)
    yield from stack_words(words, middle, radius * 0.9, face, ink)


def draw_badge(
    words: str, middle: tuple[float, float], radius: float, face: Face, inks: Sequence[Colour]
) -> Iterator[Item]:
    """Draw a disc with words in it. inks: the colours of the words and the line, of the disc, and
    of its rim."""
    ink, ground, rim = inks
    rings = ((Style(fill=rim), 1.0), (Style(fill=ground), 0.94), (Style(radius * 0.05, ink), 0.86))
    layers = (
        Layer("badge", style, (make_circle((0.0, 0.0), radius * share),)) for style, share in rings
    )
    yield _draw_shapes(middle, radius, tuple(layers))
    yield from stack_words(words, middle, radius * 0.86, face, ink)


def stack_words(
    words: str, middle: tuple[float, float], radius: float, face: Face, ink: Colour
) -> Iterator[Text]:
    """Stack words in the middle of a circle: numbers large, words small."""
    face = text.face_for_paragraph(words, face)
    lines = text.split_words(words)
    shares = [1.0 if any(map(str.isdigit, line)) else _WORD_SIZE for line in lines]
    if 1.0 not in shares:
        shares = [1.0] * len(lines)
    reaches = [text.measure_ink(line, face) for line in lines]
    widths = [max(text.measure_width(line, face, 1), 1e-6) for line in lines]
    sizes = [
        min(radius * 1.1 * share, radius * _WORDS_WIDTH / width)
        for width, share in zip(widths, shares, strict=True)
    ]
    gap = _GAP * radius

    def measure_stack() -> float:
        ink_height = fsum(
            (low + top) * size for (low, top), size in zip(reaches, sizes, strict=True)
        )
        return ink_height + gap * (len(lines) - 1)

    share = min(1.0, radius * _WORDS_HEIGHT / measure_stack())
    sizes, gap = [max(MIN_TYPE, size * share) for size in sizes], gap * share
    y = middle[1] - measure_stack() / 2
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
    """Draw shapes whose origin is their centre, in points, around `middle`."""
    drawing = Drawing(-radius, -radius, 2 * radius, 2 * radius, 1, layers)
    return Picture(middle[0] - radius, middle[1] - radius, drawing)
