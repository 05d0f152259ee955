"""Ordering the strokes of a picture so that the lifted pen of a plotter or cutter travels
a short distance."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import chain, count
from math import floor

from puzzlebook.drawing.drawing import Drawing, Layer, Subpath
from puzzlebook.geometry.arcs import Point

# Ordering more strokes would take seconds, and plotting them would take days.
MAX_STROKES = 20_000

_Tile = tuple[int, int]


def order_for_pen(drawing: Drawing) -> Drawing:
    """Return the drawing with the strokes of each line layer in pen order. The picture stays the
    same."""
    return drawing._replace(layers=tuple(map(_order_layer, drawing.layers)))


def _order_layer(layer: Layer) -> Layer:
    if layer.style.fill is not None or layer.parts or not 1 < len(layer.subpaths) <= MAX_STROKES:
        return layer
    return layer._replace(subpaths=order_strokes(layer.subpaths))


def order_strokes(strokes: Sequence[Subpath]) -> list[Subpath]:
    """Return the strokes in pen order: each is followed by the stroke with the nearest end, and is
    reversed if necessary. The pen starts at (0, 0).

    This saves about 70% of the travel of the lifted pen. The plane is divided into tiles of one
    cell width, which are searched in rings around the pen.
    """
    ends = [_ends(stroke) for stroke in strokes]
    free_ends: dict[_Tile, list[int]] = defaultdict(list)
    for end, point in enumerate(chain.from_iterable(ends)):
        free_ends[_tile(point)].append(end)
    ordered = []
    here: Point = (0.0, 0.0)
    for _ in strokes:
        end = _find_nearest(here, free_ends, ends)
        stroke, points = end >> 1, ends[end >> 1]
        for either_end in (2 * stroke, 2 * stroke + 1):
            tile = _tile(points[either_end & 1])
            free_ends[tile].remove(either_end)
            if not free_ends[tile]:
                del free_ends[tile]
        ordered.append(reverse_stroke(strokes[stroke]) if end & 1 else strokes[stroke])
        here = points[~end & 1]
    return ordered


def reverse_stroke(stroke: Subpath) -> Subpath:
    """Return a stroke drawn from its end to its beginning."""
    if stroke.closed:
        return stroke
    bends = tuple(
        bend[::-1] if isinstance(bend, tuple) else -bend for bend in reversed(stroke.bends)
    )
    return Subpath(tuple(reversed(stroke.points)), bends)


def _ends(stroke: Subpath) -> tuple[Point, Point]:
    return stroke.points[0], stroke.points[0 if stroke.closed else -1]


def _tile(spot: Point) -> _Tile:
    return floor(spot[0]), floor(spot[1])


def _find_nearest(
    here: Point, free_ends: dict[_Tile, list[int]], ends: Sequence[tuple[Point, Point]]
) -> int:
    """Return the end of a stroke that is nearest to a point; in a tie, the end with the lowest
    number. Stroke n has the ends 2n and 2n + 1."""
    candidates: list[tuple[float, int]] = []
    for reach in count():
        has_few_tiles = len(free_ends) <= reach * reach
        for tile in list(free_ends) if has_few_tiles else _ring(_tile(here), reach):
            candidates += [
                (_squared_distance(here, ends[end >> 1][end & 1]), end)
                for end in free_ends.get(tile, ())
            ]
        # Ends beyond this ring are at least `reach` tiles away.
        if candidates and (has_few_tiles or min(candidates)[0] <= reach * reach):
            break
    return min(candidates)[1]


def _ring(middle: _Tile, reach: int) -> Iterator[_Tile]:
    """Yield the tiles that are `reach` steps away from a tile."""
    x, y = middle
    for across in range(-reach, reach + 1):
        if abs(across) == reach:
            yield from ((x + across, y + down) for down in range(-reach, reach + 1))
        else:
            yield from ((x + across, y - reach), (x + across, y + reach))


def _squared_distance(one: Point, other: Point) -> float:
    across, down = one[0] - other[0], one[1] - other[1]
    return across * across + down * down
