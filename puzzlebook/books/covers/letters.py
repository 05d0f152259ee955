"""The big letters of a cover: as large as their room allows, with a rim around them that lifts them
off the ground."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise
from math import fsum
from typing import NamedTuple

from puzzlebook.drawing.drawing import Colour, Drawing, Layer, Style, Subpath, make_subpath
from puzzlebook.geometry.arcs import Point
from puzzlebook.geometry.curves import Curve, raise_to_cubic, read_glyph_contours
from puzzlebook.typesetting import text
from puzzlebook.typesetting.page import Box, Item, Picture, Text
from puzzlebook.typesetting.text import Face

_AIR = 0.16  # between the ink of two lines, in sizes of the lower one
_GROWTH = 1.3  # how much larger than the smallest line another may be
_STEPS = 24
_MOST_WORDS = 11  # of more than these not every way to break them is tried
_LEAST = 8.0
_AS_GOOD = 0.92


class Letters(NamedTuple):
    """Lines in display type, each at its own size (points)."""

    lines: tuple[tuple[str, float], ...]
    face: Face

    @property
    def height(self) -> float:
        """How high they are together."""
        return _high(
            [_measure_line(line, self.face) for line, _ in self.lines],
            [size for _, size in self.lines],
        )


class _Measured(NamedTuple):
    """A line: how wide it is, and how far its ink reaches below its baseline and above it, in
    ems."""

    width: float
    low: float
    high: float


class Rim(NamedTuple):
    """What goes around letters: its width in sizes of the type, its colour, and how far below them
    its shade lies."""

    width: float
    colour: Colour
    drop: float = 0.0


def fit_letters(content: str, face: Face, box: Box, most: float) -> Letters:
    """A text in the lines that let its type be largest in a box of this width and height, and no
    larger than `most`.

    Lines that are shorter than the longest may be a little larger. A text without words has no
    lines.
    """
    face = text.face_for_paragraph(content, face)
    if not text.split_words(content):
        return Letters((), face)
    ways = list(_list_breaks(content, face, box.width))
    known = {line: _measure_line(line, face) for line in {line for lines in ways for line in lines}}
    tried = [(_fit_even_size([known[line] for line in lines], box, most), lines) for lines in ways]
    largest = max(size for size, _ in tried)
    # Of ways that are about as good the one that breaks where the text pauses, or whose lines are
    # most alike.
    size, best = min(
        (found for found in tried if found[0] >= largest * _AS_GOOD),
        key=lambda found: (
            len(found[1]),
            _breathless(found[1]),
            _ragged([known[line] for line in found[1]]),
            -found[0],
            found[1],
        ),
    )
    measured, sizes = [known[line] for line in best], [size] * len(best)
    for step in range(1, _STEPS + 1):
        larger = (1 + (_GROWTH - 1) * step / _STEPS) * size
        grown = [min(box.width / line.width, larger, most) for line in measured]
        if _high(measured, grown) > box.height:
            break
        sizes = grown
    return Letters(
        tuple((line, max(_LEAST, each)) for line, each in zip(best, sizes, strict=True)), face
    )


def set_letters(
    letters: Letters, box: Box, fill: Colour, rim: Rim | None = None, at: float = 0.5
) -> Iterator[Item]:
    """Letters from the top of a box down, each line `at` this share of what it leaves of the width;
    their rim first."""
    placed: list[Text] = []
    y = box.y
    for line, size in letters.lines:
        low, high = text.measure_ink(line, letters.face)
        x = box.x + (box.width - text.measure_width(line, letters.face, size)) * at
        y += size * (high + (_AIR if placed else 0))
        placed.append(Text(x, y, line, letters.face, size, fill))
        y += size * low
    if rim is not None and placed:
        yield _draw_rims(placed, rim)
    yield from placed


def _draw_rims(placed: Sequence[Text], rim: Rim) -> Picture:
    """The rims of all lines as one picture, below the letters themselves: those are text, which can
    be read out."""
    layers = []
    for drop in (rim.drop, 0.0) if rim.drop else (0.0,):
        for line in placed:
            style = Style(2 * rim.width * line.size, rim.colour, rim.colour, even_odd=False)
            layers.append(
                Layer("rim", style, list(outline_line(line, drop * line.size, filled=True)))
            )
    out = rim.width * max(line.size for line in placed)
    inked = (point for layer in layers for path in layer.subpaths for point in path.points)
    across, down = zip(*inked, *((line.x, line.y) for line in placed), strict=True)
    left, right, top, bottom = (
        min(across) - out,
        max(across) + out,
        min(down) - out,
        max(down) + out,
    )
    return Picture(left, top, Drawing(left, top, right - left, bottom - top, 1, tuple(layers)))


def outline_line(line: Text, down: float = 0.0, filled: bool = False) -> Iterator[Subpath]:
    """The outlines of a line of text where it stands on its page, or so much further down. filled:
    with what lies within its letters, which would be left as specks in a rim."""
    pen = line.x
    for run in text.shape(line.text, line.face).runs:
        scale = line.size / run.font.em
        for place, (glyph, advance) in enumerate(zip(run.ids, run.advances, strict=True)):
            dx, dy = run.offsets[place] if run.offsets else (0.0, 0.0)
            origin = pen + dx * line.size / 1000, line.y + down - dy * line.size / 1000

            def place_point(point: Point, origin: Point = origin, scale: float = scale) -> Point:
                return origin[0] + point[0] * scale, origin[1] - point[1] * scale

            for contour in read_glyph_contours(run.font.shaper, glyph):
                if contour:
                    curves = [tuple(map(place_point, raise_to_cubic(curve))) for curve in contour]
                    yield make_subpath(_clockwise(curves) if filled else curves)
            pen += advance * line.size / 1000


def _clockwise(curves: list[Curve]) -> list[Curve]:
    """A closed line of curves, turned where it runs the other way."""
    ends = [(curve[0], curve[-1]) for curve in curves]
    turned = fsum(a[0] * b[1] - b[0] * a[1] for a, b in ends) < 0
    return [curve[::-1] for curve in reversed(curves)] if turned else curves


def _list_breaks(content: str, face: Face, measure: float) -> Iterator[tuple[str, ...]]:
    """The ways to break a text into lines: all of them or, of a long one, those of a few
    measures."""
    words = text.split_words(content)
    if len(words) > _MOST_WORDS:
        for size in range(6, 60, 2):
            yield tuple(text.balance_lines(content, face, measure * size / 400, measure))
        return
    for many in range(len(words)):
        for cuts in combinations(range(1, len(words)), many):
            yield tuple(" ".join(words[a:b]) for a, b in pairwise((0, *cuts, len(words))))


def _measure_line(line: str, face: Face) -> _Measured:
    return _Measured(max(text.measure_width(line, face, 1), 1e-6), *text.measure_ink(line, face))


def _fit_even_size(lines: Sequence[_Measured], box: Box, most: float) -> float:
    """The size of lines that are all of one size, as large as the box allows; rounded, for it
    decides."""
    high = max(_high(lines, [1.0] * len(lines)), 1e-6)
    return round(min(box.width / max(line.width for line in lines), box.height / high, most), 3)


def _ragged(lines: Sequence[_Measured]) -> float:
    """How much shorter than the longest the shortest of some lines is, as a share; rounded, for it
    decides."""
    widths = [line.width for line in lines]
    return round(1 - min(widths) / max(widths), 3)


def _breathless(lines: Sequence[str]) -> int:
    """How many lines end where their text does not pause."""
    return len([line for line in lines[:-1] if not text.has_pause(line)])


def _high(lines: Sequence[_Measured], sizes: Sequence[float]) -> float:
    """How high lines are together at these sizes (points)."""
    ink = fsum((line.low + line.high) * size for line, size in zip(lines, sizes, strict=True))
    return ink + _AIR * fsum(sizes[1:])
