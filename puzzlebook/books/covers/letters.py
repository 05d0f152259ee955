"""The large letters of a cover, fitted to a box, with a rim that sets them off."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate, combinations, pairwise
from math import fsum
from typing import NamedTuple

from puzzlebook.drawing.drawing import Colour, Drawing, Layer, Style, Subpath, make_subpath
from puzzlebook.geometry.arcs import Point
from puzzlebook.geometry.curves import Curve, raise_to_cubic, read_glyph_contours
from puzzlebook.typesetting import text
from puzzlebook.typesetting.page import Box, Item, Picture, Text
from puzzlebook.typesetting.text import Face

# Space between two lines, in ems of the lower line: between the lowest ink of all lines but the
# last and the highest of all but the first, so that baselines are evenly spaced.
TIGHT, LOOSE = 0.12, 0.3
_GROWTH = 1.3  # largest line, as a multiple of the smallest
_STEPS = 24  # sizes to try for the largest line
_MAX_WORDS = 11  # with more words, only some sets of line breaks are tried
_MIN_TYPE = 8.0  # points
# Better line breaks must allow at least this share of the largest possible size.
_MIN_SIZE_SHARE = 0.92
_MIN_PAUSED_SHARE = 0.8  # the same for several lines that all end at pauses in the text


class Letters(NamedTuple):
    """Lines in display type, each with its size (points). gap: between two of them, in ems."""

    lines: tuple[tuple[str, float], ...]
    face: Face
    gap: float = TIGHT

    @property
    def height(self) -> float:
        """The total height of the lines, in points."""
        measures = [_measure_line(line, self.face) for line, _ in self.lines]
        sizes = [size for _, size in self.lines]
        return measures[-1].low * sizes[-1] + self.baselines[-1] if measures else 0.0

    @property
    def width(self) -> float:
        """The width of the widest line, in points."""
        return max(text.measure_width(line, self.face, size) for line, size in self.lines)

    @property
    def baselines(self) -> list[float]:
        """The distance of each line's baseline from the top, in points."""
        measures = [_measure_line(line, self.face) for line, _ in self.lines]
        return _list_baselines(measures, [size for _, size in self.lines], self.gap)


class _LineMeasures(NamedTuple):
    """A line's width, and its ink's reach below and above the baseline, in ems."""

    width: float
    low: float
    high: float


class Rim(NamedTuple):
    """An outline around letters. width, drop (distance of the shadow below the letters): in ems."""

    width: float
    colour: Colour
    drop: float = 0.0


def fit_letters(content: str, face: Face, box: Box, maximum: float, gap: float = TIGHT) -> Letters:
    """Break a text into lines that allow the largest type in a box, at most `maximum` points.

    Short lines may be slightly larger than the longest. A text without words has no lines. gap:
    between two lines, in ems.
    """
    face = text.face_for_paragraph(content, face)
    if not text.split_words(content):
        return Letters((), face)
    breaks = list(_list_breaks(content, face, box.width))
    measures = {line: _measure_line(line, face) for lines in breaks for line in lines}
    fitted = [
        (_fit_even_size([measures[line] for line in lines], box, maximum, gap), lines)
        for lines in breaks
    ]
    largest = max(size for size, _ in fitted)
    # Among similarly good breaks, prefer breaks at pauses in the text, then even lines.
    size, best = min(
        (result for result in fitted if result[0] >= largest * _find_least_share(result[1])),
        key=lambda result: (
            len(result[1]),
            _count_breathless(result[1]),
            _measure_raggedness([measures[line] for line in result[1]]),
            -result[0],
            result[1],
        ),
    )
    measured, sizes = [measures[line] for line in best], [size] * len(best)
    for step in range(1, _STEPS + 1):
        larger = (1 + (_GROWTH - 1) * step / _STEPS) * size
        grown = [min(box.width / line.width, larger, maximum) for line in measured]
        if _measure_stack(measured, grown, gap) > box.height:
            break
        sizes = grown
    return Letters(
        tuple((line, max(_MIN_TYPE, grown)) for line, grown in zip(best, sizes, strict=True)),
        face,
        gap,
    )


def set_letters(
    letters: Letters, box: Box, fill: Colour, rim: Rim | None = None, at: float = 0.5
) -> Iterator[Item]:
    """Set letters from the top of a box down, with the rim drawn first.

    at: the share of a line's spare width to its left.
    """
    placed: list[Text] = []
    for (line, size), down in zip(letters.lines, letters.baselines, strict=True):
        x = box.x + (box.width - text.measure_width(line, letters.face, size)) * at
        placed.append(Text(x, box.y + down, line, letters.face, size, fill))
    if rim is not None and placed:
        yield _draw_rims(placed, rim)
    yield from placed


def _draw_rims(placed: Sequence[Text], rim: Rim) -> Picture:
    """Draw the rims of all lines as one picture; the letters stay text for screen readers."""
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
    """Yield the outlines of a line of text at its position on the page, `down` points lower.

    filled: whether to fill the counters (holes) of letters, which would be specks in a rim.
    """
    pen = line.x
    for run in text.shape(line.text, line.face):
        scale = line.size / run.font.em
        for index, (glyph, advance) in enumerate(zip(run.ids, run.advances, strict=True)):
            dx, dy = run.offsets[index] if run.offsets else (0.0, 0.0)
            origin = pen + dx * line.size / 1000, line.y + down - dy * line.size / 1000

            def place_point(point: Point, origin: Point = origin, scale: float = scale) -> Point:
                return origin[0] + point[0] * scale, origin[1] - point[1] * scale

            for contour in read_glyph_contours(run.font.shaper, glyph):
                if contour:
                    curves = [tuple(map(place_point, raise_to_cubic(curve))) for curve in contour]
                    yield make_subpath(_clockwise(curves) if filled else curves)
            pen += advance * line.size / 1000


def _clockwise(curves: list[Curve]) -> list[Curve]:
    """Return a closed contour, reversed if it runs counterclockwise."""
    ends = [(curve[0], curve[-1]) for curve in curves]
    is_reversed = fsum(a[0] * b[1] - b[0] * a[1] for a, b in ends) < 0
    return [curve[::-1] for curve in reversed(curves)] if is_reversed else curves


def _list_breaks(content: str, face: Face, measure: float) -> Iterator[tuple[str, ...]]:
    """Yield possible sets of line breaks; for a long text, only those at a few type sizes."""
    words = text.split_words(content)
    if len(words) > _MAX_WORDS:
        for size in range(6, 60, 2):
            yield tuple(text.balance_lines(content, face, measure * size / 400, measure))
        return
    for count in range(len(words)):
        for cuts in combinations(range(1, len(words)), count):
            yield tuple(" ".join(words[a:b]) for a, b in pairwise((0, *cuts, len(words))))


def _measure_line(line: str, face: Face) -> _LineMeasures:
    return _LineMeasures(
        max(text.measure_width(line, face, 1), 1e-6), *text.measure_ink(line, face)
    )


def _fit_even_size(lines: Sequence[_LineMeasures], box: Box, maximum: float, gap: float) -> float:
    """Return the largest common size of lines in a box, rounded so that ties are exact."""
    height = max(_measure_stack(lines, [1.0] * len(lines), gap), 1e-6)
    return round(
        min(box.width / max(line.width for line in lines), box.height / height, maximum), 3
    )


def _measure_raggedness(lines: Sequence[_LineMeasures]) -> float:
    """Return the difference of the longest and shortest line, as a share of the longest, rounded so
    that ties are exact."""
    widths = [line.width for line in lines]
    return round(1 - min(widths) / max(widths), 3)


def _find_least_share(lines: Sequence[str]) -> float:
    """Return the least size at which line breaks may be chosen, as a share of the largest."""
    is_paused = len(lines) > 1 and not _count_breathless(lines)
    return _MIN_PAUSED_SHARE if is_paused else _MIN_SIZE_SHARE


def _count_breathless(lines: Sequence[str]) -> int:
    """Count the lines that end without a pause in the text."""
    return len([line for line in lines[:-1] if not text.has_pause(line)])


def _measure_stack(lines: Sequence[_LineMeasures], sizes: Sequence[float], gap: float) -> float:
    """Return the height of stacked lines at these sizes (points)."""
    return _list_baselines(lines, sizes, gap)[-1] + lines[-1].low * sizes[-1]


def _list_baselines(
    lines: Sequence[_LineMeasures], sizes: Sequence[float], gap: float
) -> list[float]:
    """Return the distances of the baselines of stacked lines from their top, in points."""
    low = max((line.low for line in lines[:-1]), default=0.0)
    high = max((line.high for line in lines[1:]), default=0.0)
    steps = [upper * low + lower * (gap + high) for upper, lower in pairwise(sizes)]
    first = [lines[0].high * sizes[0]] if lines else []
    return [*accumulate([*first, *steps])]
