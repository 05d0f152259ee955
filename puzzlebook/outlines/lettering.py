"""Names as outlines: letters in a bold face, set close, and joined by short corridors.

Between two letters there is as much room everywhere as a cell needs where a stroke has three. What
hangs together in no other way is joined where it is nearest, as few times as will do. All is + − ×
÷ of numbers that were rounded first, so that a name is the same on every machine.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, pairwise
from math import floor
from typing import NamedTuple
from unicodedata import category

from puzzlebook.ground.faults import refuse
from puzzlebook.outlines.boundary import trace_boundary
from puzzlebook.outlines.curves import Contour, flatten_curve, read_glyph_contours
from puzzlebook.outlines.effort import Effort
from puzzlebook.outlines.from_letters import name_character, refuse_unfit
from puzzlebook.outlines.loop import simplify_loop
from puzzlebook.outlines.outline import FilledShape, IntPoint, Outline, make_outline

WEIGHT = 1000
"""How bold the face is."""

GAP = 130
"""Between letters and between lines; a stroke is about 210 wide."""

_WORDS = 210  # that much more between words
_CORRIDOR = 80
_INTO = 60  # how far a corridor reaches into what it joins
_BAND = 20  # how finely letters are looked at
_BAND_OF_JOINT = _CORRIDOR // _BAND
_ALIKE = 25  # joints that are longer by no more are as good
_FLAT = 1.0
_BIT = 8

_Run = tuple[float, float]


class Lettering(NamedTuple):
    """Letters as an outline, and of each the part of it that it alone covers, in the same place."""

    whole: Outline
    letters: tuple[tuple[str, Outline], ...]


class _Letter(NamedTuple):
    """A letter with its marks: its contours in the font's units, y down from its baseline."""

    text: str
    contours: Sequence[Contour]


@lru_cache(maxsize=64)
def set_lettering(lines: tuple[str, ...], font: bytes, where: str) -> Lettering:
    """Lines of text as an outline. font: one whose weight can be chosen."""
    found: list[_Letter] = []
    below: dict[int, float] = {}
    for line in lines:
        refuse_unfit(line, where)
        letters = _set_line(line, font, where)
        middle = _middle(letters)
        placed = [_translate(letter, -middle, 0) for letter in letters]
        upper = {band: run[0] for band, run in _profile(placed, 0).items()}
        down = _find_offset(below, upper)
        placed = [_translate(letter, 0, down) for letter in placed]
        for band, (_, foot) in _profile(placed, 0).items():
            below[band] = max(foot, below.get(band, foot))
        found += placed
    shapes = [FilledShape(letter.contours) for letter in found]
    corridors = [FilledShape([_rectangle(*box)]) for box in _find_joints(shapes, where)]
    whole = make_outline([*shapes, *corridors], where)
    return Lettering(whole, tuple(
        (letter.text, Outline((area,), whole.width, whole.height))
        for letter, area in zip(found, whole.areas, strict=False) if any(map(str.isalnum, letter.text))
    ))  # fmt: skip


def _set_line(line: str, font: bytes, where: str) -> list[_Letter]:
    """The letters of a line, side by side as close as may be."""
    placed: list[_Letter] = []
    reach: dict[int, float] = {}
    more = 0
    for letter in _shape_letters(line, font, where):
        if not letter.contours:
            more = _WORDS
            continue
        begins = {band: run[0] for band, run in _profile([letter], 1).items()}
        across = _find_offset(reach, begins) + (more if placed else 0)
        placed.append(_translate(letter, across, 0))
        more = 0
        for band, (_, end) in _profile(placed[-1:], 1).items():
            reach[band] = max(end, reach.get(band, end))
    return placed


def _shape_letters(line: str, font: bytes, where: str) -> Iterator[_Letter]:
    """The letters of a line with their marks, each from its own left."""
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
            for glyph, place in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
                if glyph.codepoint == 0:
                    missing = name_character(text[min(glyph.cluster, len(text) - 1)])
                    raise refuse(
                        where,
                        f"the face of names has no {missing}",
                        "other letters, or a drawing of your own",
                    )
                dx, dy = x + place.x_offset, -place.y_offset
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
                x += place.x_advance
            yield _Letter(text, contours)


def split_letters(text: str) -> list[str]:
    """The letters of a text with their marks; a space goes with the letter before it."""
    units: list[str] = []
    for letter in text:
        if units and (letter.isspace() or category(letter).startswith("M")):
            units[-1] += letter
        else:
            units.append(letter)
    return units


def _round_coordinate(value: float) -> float:
    """A coordinate in eighths of a unit: what a machine makes of a face's weight may differ in its
    last bits."""
    return floor(_BIT * value + 0.4375) / _BIT


def _translate(letter: _Letter, dx: float, dy: float) -> _Letter:
    moved = [
        [tuple((x + dx, y + dy) for x, y in curve) for curve in contour]
        for contour in letter.contours
    ]
    return _Letter(letter.text, moved)


def _middle(letters: Sequence[_Letter]) -> float:
    xs = [
        x
        for x, _ in chain.from_iterable(
            chain.from_iterable(_polygons(letter.contours) for letter in letters)
        )
    ]
    return round((min(xs) + max(xs)) / 2)


def _polygons(contours: Iterable[Contour]) -> Iterator[list[tuple[float, float]]]:
    for contour in contours:
        lines = [line for curve in contour for line in flatten_curve(curve, _FLAT)]
        yield [line[0] for line in lines]


def _profile(letters: Iterable[_Letter], axis: int) -> dict[int, _Run]:
    """Where letters begin and end in each band across an axis: 1 for level bands, 0 for upright
    ones."""
    found: dict[int, _Run] = {}
    for polygon in _polygons(chain.from_iterable(letter.contours for letter in letters)):
        for p, q in zip(polygon, [*polygon[1:], polygon[0]], strict=True):
            low, high = min(p[axis], q[axis]), max(p[axis], q[axis])
            for band in range(floor(low / _BAND), floor(high / _BAND) + 1):
                least, most = sorted(
                    _interpolate(p, q, axis, min(max(edge * _BAND, low), high))
                    for edge in (band, band + 1)
                )
                begin, end = found.get(band, (least, most))
                found[band] = min(begin, least), max(end, most)
    return found


def _interpolate(p: tuple[float, float], q: tuple[float, float], axis: int, height: float) -> float:
    """Where the line from one point to another is at a height."""
    along = q[axis] - p[axis]
    share = (height - p[axis]) / along if along else 0.0
    return p[1 - axis] + share * (q[1 - axis] - p[1 - axis])


def _find_offset(before: dict[int, float], begins: dict[int, float]) -> float:
    """How far what begins so must be moved to keep off what ends so before it."""
    if not before:
        return -floor(min(begins.values()))
    around = range(-(GAP // _BAND), GAP // _BAND + 1)
    moves = [
        before[band + by] - begin
        for band, begin in begins.items()
        for by in around
        if band + by in before
    ]
    return floor(max(moves, default=max(before.values()) - min(begins.values()))) + 1 + GAP


# Corridors


def _find_joints(
    shapes: Sequence[FilledShape], where: str
) -> list[tuple[float, float, float, float]]:
    """The boxes of the corridors that join all pieces of what is drawn: the shortest first
    (Kruskal's algorithm)."""
    drawn = make_outline(shapes, where)
    xs, ys = zip(
        *(point for shape in shapes for polygon in _polygons(shape.contours) for point in polygon),
        strict=True,
    )
    left, top = min(xs), min(ys)
    unit = max(max(xs) - left, max(ys) - top) / max(drawn.width, drawn.height)
    effort = Effort(where)
    loops = [simplify_loop(loop, 1 / unit, effort) for loop in trace_boundary(drawn, effort)]
    leader = list(range(len(loops)))
    gaps: list[tuple[int, int, int, list[tuple[int, float, float]]]] = []
    for axis in (1, 0):
        gaps += _find_gaps(loops, axis, _BAND / unit, leader)
    found = []
    for axis, a, b, run in gaps:
        if len(run) >= _BAND_OF_JOINT:
            length, first, begin, end = _find_shortest(run, 1 / unit)
            found.append((round(length * unit), -axis, a, b, first, begin, end))
    boxes = []
    for _, axis, a, b, first, begin, end in sorted(found):
        if _find_leader(leader, a) != _find_leader(leader, b):
            leader[_find_leader(leader, b)] = _find_leader(leader, a)
            along = (
                begin * unit - _INTO,
                first * _BAND,
                end * unit + _INTO,
                first * _BAND + _CORRIDOR,
            )
            boxes.append(along if axis else (along[1], along[0], along[3], along[2]))
    return [(left + a, top + b, left + c, top + d) for a, b, c, d in boxes]


def _find_gaps(
    loops: Sequence[Sequence[IntPoint]], axis: int, band: float, leader: list[int]
) -> list[tuple[int, int, int, list[tuple[int, float, float]]]]:
    """The gaps between two pieces along level lines (axis 1) or upright ones (0), those of
    neighbouring lines in one list: which line, where the gap begins and where it ends. What ink
    joins is noted in `leader` on the way."""
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
            of_pair = runs.setdefault((_find_leader(leader, a), _find_leader(leader, b)), [])
            if not of_pair or of_pair[-1][-1][0] != line - 1:
                of_pair.append([])
            of_pair[-1].append((line, begin, end))
    return [(axis, a, b, run) for (a, b), found in runs.items() if a != b for run in found]


def _find_shortest(
    run: Sequence[tuple[int, float, float]], unit: float
) -> tuple[float, int, float, float]:
    """Of the corridors along neighbouring lines the shortest, and of those as good as that the
    middle one: how long it is, its first line, its begin and its end."""
    choices = []
    for number in range(len(run) - _BAND_OF_JOINT + 1):
        lines = run[number : number + _BAND_OF_JOINT]
        begin, end = min(begin for _, begin, _ in lines), max(end for _, _, end in lines)
        choices.append((end - begin, lines[0][0], begin, end))
    least = min(choices)[0]
    good = [choice for choice in choices if choice[0] <= least + _ALIKE * unit]
    return good[len(good) // 2]


def _find_leader(leader: list[int], piece: int) -> int:
    while leader[piece] != piece:
        piece = leader[piece]
    return piece


def _rectangle(left: float, top: float, right: float, bottom: float) -> Contour:
    ring = [(left, top), (right, top), (right, bottom), (left, bottom), (left, top)]
    return [*pairwise(ring)]
