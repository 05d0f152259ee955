"""Names as outlines: letters in a bold face, set close together and joined by short corridors.

A gap between two letters is one cell wide if a stroke is three cells wide. Unconnected pieces are
joined by corridors where they are closest, with as few corridors as possible. The arithmetic
consists only of + − × ÷ of rounded numbers, so a name has the same outline on every machine.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, pairwise
from math import floor
from typing import NamedTuple
from unicodedata import category

from puzzlebook.geometry.arcs import IntPoint
from puzzlebook.geometry.curves import Contour, flatten_curve, read_glyph_contours
from puzzlebook.geometry.loop import Effort, simplify_loop
from puzzlebook.ground.faults import Fault, Refused
from puzzlebook.outlines.boundary import trace_boundary
from puzzlebook.outlines.from_letters import name_character, refuse_unfit
from puzzlebook.outlines.outline import FilledShape, Outline, make_outline

WEIGHT = 1000
"""The weight of the face (its wght axis)."""

GAP = 130
"""The gap between letters and between lines, in font units. A stroke is about 210 wide."""

_WORD_GAP = 210  # the additional gap between words, in font units
_CORRIDOR_WIDTH = 80  # in font units, like the other lengths here
_CORRIDOR_OVERLAP = 60  # the overlap of a corridor with the pieces that it joins
_BAND_WIDTH = 20  # the width of the bands in which the extents of letters are measured
_BANDS_PER_CORRIDOR = _CORRIDOR_WIDTH // _BAND_WIDTH
_LENGTH_TOLERANCE = 25  # corridors whose lengths differ by at most this count as equally short
_FLATNESS = 1.0  # the tolerance for flattening curves, in font units
_STEPS_PER_UNIT = 8  # coordinates are rounded to eighths of a font unit

_Run = tuple[float, float]  # the least and the greatest coordinate of letters in one band


class Lettering(NamedTuple):
    """The outline of a text, and for each letter the part of the outline that it covers, in the
    same coordinates."""

    outline: Outline
    letters: tuple[tuple[str, Outline], ...]


class _Letter(NamedTuple):
    """A letter with its combining marks, and its contours in font units, y down from the
    baseline."""

    text: str
    contours: Sequence[Contour]


@lru_cache(maxsize=64)
def set_lettering(lines: tuple[str, ...], font: bytes, where: str) -> Lettering:
    """Set lines of text as an outline. font: a variable font with a weight axis."""
    letters_placed: list[_Letter] = []
    lower_ends: dict[int, float] = {}
    for line in lines:
        refuse_unfit(line, where)
        letters = _set_line(line, font, where)
        middle = _find_middle(letters)
        placed = [_translate(letter, -middle, 0) for letter in letters]
        upper = {band: run[0] for band, run in _measure_profile(placed, 0).items()}
        down = _find_offset(lower_ends, upper)
        placed = [_translate(letter, 0, down) for letter in placed]
        for band, (_, lower_end) in _measure_profile(placed, 0).items():
            lower_ends[band] = max(lower_end, lower_ends.get(band, lower_end))
        letters_placed += placed
    shapes = [FilledShape(letter.contours) for letter in letters_placed]
    corridors = [FilledShape([_rectangle(*box)]) for box in _find_corridors(shapes, where)]
    whole = make_outline([*shapes, *corridors], where)
    outlines = (
        (letter.text, Outline((area,), whole.width, whole.height))
        for letter, area in zip(letters_placed, whole.areas, strict=False)
        if any(map(str.isalnum, letter.text))
    )
    return Lettering(whole, tuple(outlines))


def _set_line(line: str, font: bytes, where: str) -> list[_Letter]:
    """Return the letters of a line, set side by side with the smallest gaps allowed."""
    placed: list[_Letter] = []
    right_ends: dict[int, float] = {}
    extra_gap = 0
    for letter in _shape_letters(line, font, where):
        if not letter.contours:
            extra_gap = _WORD_GAP
            continue
        left_ends = {band: run[0] for band, run in _measure_profile([letter], 1).items()}
        across = _find_offset(right_ends, left_ends) + (extra_gap if placed else 0)
        placed.append(_translate(letter, across, 0))
        extra_gap = 0
        for band, (_, end) in _measure_profile(placed[-1:], 1).items():
            right_ends[band] = max(end, right_ends.get(band, end))
    return placed


def _shape_letters(line: str, font: bytes, where: str) -> Iterator[_Letter]:
    """Yield the letters of a line with their combining marks, each relative to its own origin."""
    import uharfbuzz as hb

    face = hb.Face(font)
    shaper = hb.Font(face)
    shaper.set_variations({"wght": WEIGHT})
    for unit in split_letters(line):
        for text in filter(None, (unit.rstrip(), " " if unit[-1].isspace() else "")):
            buffer = hb.Buffer()
            buffer.add_str(text)
            buffer.guess_segment_properties()
            hb.shape(shaper, buffer)
            contours: list[Contour] = []
            x = 0
            for glyph, position in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
                if glyph.codepoint == 0:
                    missing = text[min(glyph.cluster, len(text) - 1)]
                    raise Refused(
                        Fault(
                            where,
                            f"the font for names has no {name_character(missing)}",
                            "use other letters, or a drawing of your own",
                            characters=missing,
                        )
                    )
                dx, dy = x + position.x_offset, -position.y_offset
                contours += [
                    [
                        tuple(
                            (dx + _round_coordinate(px), dy - _round_coordinate(py))
                            for px, py in curve
                        )
                        for curve in contour
                    ]
                    for contour in read_glyph_contours(shaper, glyph.codepoint)
                ]
                x += position.x_advance
            yield _Letter(text, contours)


def split_letters(text: str) -> list[str]:
    """Split a text into letters with their combining marks. A space belongs to the letter before
    it."""
    units: list[str] = []
    for letter in text:
        if units and (letter.isspace() or category(letter).startswith("M")):
            units[-1] += letter
        else:
            units.append(letter)
    return units


def _round_coordinate(value: float) -> float:
    """Round a coordinate to eighths of a unit, because machines may interpolate a variable font
    differently in the last bits."""
    return floor(_STEPS_PER_UNIT * value + 0.4375) / _STEPS_PER_UNIT


def _translate(letter: _Letter, dx: float, dy: float) -> _Letter:
    moved = [
        [tuple((x + dx, y + dy) for x, y in curve) for curve in contour]
        for contour in letter.contours
    ]
    return _Letter(letter.text, moved)


def _find_middle(letters: Sequence[_Letter]) -> float:
    xs = [
        x
        for x, _ in chain.from_iterable(
            chain.from_iterable(_flatten_contours(letter.contours) for letter in letters)
        )
    ]
    return round((min(xs) + max(xs)) / 2)


def _flatten_contours(contours: Iterable[Contour]) -> Iterator[list[tuple[float, float]]]:
    for contour in contours:
        lines = [line for curve in contour for line in flatten_curve(curve, _FLATNESS)]
        yield [line[0] for line in lines]


def _measure_profile(letters: Iterable[_Letter], axis: int) -> dict[int, _Run]:
    """Return the extent of letters in each band. Bands are horizontal for axis 1 and vertical for
    axis 0."""
    extents: dict[int, _Run] = {}
    for polygon in _flatten_contours(chain.from_iterable(letter.contours for letter in letters)):
        for p, q in zip(polygon, [*polygon[1:], polygon[0]], strict=True):
            low, high = min(p[axis], q[axis]), max(p[axis], q[axis])
            for band in range(floor(low / _BAND_WIDTH), floor(high / _BAND_WIDTH) + 1):
                minimum, maximum = sorted(
                    _interpolate(p, q, axis, min(max(edge * _BAND_WIDTH, low), high))
                    for edge in (band, band + 1)
                )
                begin, end = extents.get(band, (minimum, maximum))
                extents[band] = min(begin, minimum), max(end, maximum)
    return extents


def _interpolate(p: tuple[float, float], q: tuple[float, float], axis: int, level: float) -> float:
    """Return the other coordinate of the point on the line through p and q whose coordinate along
    `axis` is `level`."""
    along = q[axis] - p[axis]
    share = (level - p[axis]) / along if along else 0.0
    return p[1 - axis] + share * (q[1 - axis] - p[1 - axis])


def _find_offset(edges: dict[int, float], starts: dict[int, float]) -> float:
    """Return the distance by which a profile must move to keep its gap from the preceding profile.

    edges: the end of the preceding profile in each band. starts: the beginning of the profile in
    each band.
    """
    if not edges:
        return -floor(min(starts.values()))
    nearby_bands = range(-(GAP // _BAND_WIDTH), GAP // _BAND_WIDTH + 1)
    moves = [
        edges[band + shift] - begin
        for band, begin in starts.items()
        for shift in nearby_bands
        if band + shift in edges
    ]
    return floor(max(moves, default=max(edges.values()) - min(starts.values()))) + 1 + GAP


# Corridors


def _find_corridors(
    shapes: Sequence[FilledShape], where: str
) -> list[tuple[float, float, float, float]]:
    """Return the boxes of the corridors that join all pieces, shortest first (Kruskal's
    algorithm)."""
    drawn = make_outline(shapes, where)
    xs, ys = zip(
        *(
            point
            for shape in shapes
            for polygon in _flatten_contours(shape.contours)
            for point in polygon
        ),
        strict=True,
    )
    left, top = min(xs), min(ys)
    unit = max(max(xs) - left, max(ys) - top) / max(drawn.width, drawn.height)
    effort = Effort(where)
    loops = [simplify_loop(loop, 1 / unit, effort) for loop in trace_boundary(drawn, effort)]
    leader = list(range(len(loops)))
    gaps: list[tuple[int, int, int, list[tuple[int, float, float]]]] = []
    for axis in (1, 0):
        gaps += _find_gaps(loops, axis, _BAND_WIDTH / unit, leader)
    candidates = []
    for axis, a, b, run in gaps:
        if len(run) >= _BANDS_PER_CORRIDOR:
            length, first, begin, end = _find_shortest(run, 1 / unit)
            candidates.append((round(length * unit), -axis, a, b, first, begin, end))
    boxes = []
    for _, axis, a, b, first, begin, end in sorted(candidates):
        if _find_leader(leader, a) != _find_leader(leader, b):
            leader[_find_leader(leader, b)] = _find_leader(leader, a)
            along = (
                begin * unit - _CORRIDOR_OVERLAP,
                first * _BAND_WIDTH,
                end * unit + _CORRIDOR_OVERLAP,
                first * _BAND_WIDTH + _CORRIDOR_WIDTH,
            )
            boxes.append(along if axis else (along[1], along[0], along[3], along[2]))
    return [(left + a, top + b, left + c, top + d) for a, b, c, d in boxes]


def _find_gaps(
    loops: Sequence[Sequence[IntPoint]], axis: int, band: float, leader: list[int]
) -> list[tuple[int, int, int, list[tuple[int, float, float]]]]:
    """Return the gaps between pairs of pieces along horizontal lines (axis 1) or vertical lines
    (axis 0). The gaps in successive lines form one list of (line, begin, end).

    leader: a disjoint-set forest of the pieces; pieces that are connected by ink are united in it.
    """
    crossings: dict[int, list[tuple[float, int]]] = {}
    for number, loop in enumerate(loops):
        for p, q in zip(loop, [*loop[1:], loop[0]], strict=True):
            low, high = sorted((p[axis] / band, q[axis] / band))
            for line in range(floor(low + 0.5), floor(high + 0.5)):
                crossings.setdefault(line, []).append(
                    (_interpolate(p, q, axis, (line + 0.5) * band), number)
                )
    rows = {line: sorted(row) for line, row in crossings.items()}
    for row in rows.values():
        for (_, a), (_, b) in zip(row[::2], row[1::2], strict=False):
            leader[max(_find_leader(leader, a), _find_leader(leader, b))] = min(
                _find_leader(leader, a), _find_leader(leader, b)
            )
    runs: dict[tuple[int, int], list[list[tuple[int, float, float]]]] = {}
    for line, row in sorted(rows.items()):
        for (begin, a), (end, b) in zip(row[1::2], row[2::2], strict=False):
            pair_runs = runs.setdefault((_find_leader(leader, a), _find_leader(leader, b)), [])
            if not pair_runs or pair_runs[-1][-1][0] != line - 1:
                pair_runs.append([])
            pair_runs[-1].append((line, begin, end))
    return [(axis, a, b, run) for (a, b), gap_runs in runs.items() if a != b for run in gap_runs]


def _find_shortest(
    run: Sequence[tuple[int, float, float]], unit: float
) -> tuple[float, int, float, float]:
    """Return the shortest corridor across successive gaps, as its length, first line, begin and
    end. Of corridors about equally short, return the middle one."""
    choices = []
    for number in range(len(run) - _BANDS_PER_CORRIDOR + 1):
        lines = run[number : number + _BANDS_PER_CORRIDOR]
        begin, end = min(begin for _, begin, _ in lines), max(end for _, _, end in lines)
        choices.append((end - begin, lines[0][0], begin, end))
    minimum = min(choices)[0]
    good = [choice for choice in choices if choice[0] <= minimum + _LENGTH_TOLERANCE * unit]
    return good[len(good) // 2]


def _find_leader(leader: list[int], piece: int) -> int:
    while leader[piece] != piece:
        piece = leader[piece]
    return piece


def _rectangle(left: float, top: float, right: float, bottom: float) -> Contour:
    ring = [(left, top), (right, top), (right, bottom), (left, bottom), (left, top)]
    return [*pairwise(ring)]
