"""Penrose's rhombs (P3), computed exactly: a rectangle from the middle of the Penrose tiling with
five mirror axes.

There are five families of parallel lines; each family is rotated by a fifth of a turn from the
previous one. Every crossing of two lines corresponds to one rhomb. The position of the rhomb
follows from the number of lines of each family on one side of the crossing. (N. G. de Bruijn,
*Algebraic theory of Penrose's non-periodic tilings of the plane*, Indagationes Mathematicae 84,
1981; here all five offsets are 1/5.)

The corner (n₀, n₁, n₂, n₃) is reached from the middle by n₀ sides along the first of five
directions (up), n₁ sides along the second (clockwise), and so on. One side along the fifth
direction equals minus one side along each of the other four. Every decision compares numbers a +
bφ, where φ is the golden ratio and a and b are ints, so all decisions are exact.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from math import ceil, floor, inf, isqrt, pi, sqrt

from puzzlebook.ground.portable_math import cos, sin

Corner = tuple[int, ...]
Ring = tuple[Corner, ...]

_GOLDEN = (1 + sqrt(5)) / 2
_SIDE = sqrt(2 + 2 / sqrt(5))  # of a rhomb: 1 / sin 36°, so that a thin rhomb is 1 wide
_DIRECTIONS = ((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1), (-1, -1, -1, -1))
_LEADS_UP = (True, False, False, False, True)
_FINENESS = 10**9  # parts of a unit, for exact positions

# For two families that are 1 or 2 fifths of a turn apart: the directions of the other three
# families as combinations of these two. (fifths, a, b, c, d) means that the direction `fifths`
# fifths of a turn after the first is (a + bφ) times the first plus (c + dφ) times the second.
_COMBINATIONS = {
    1: ((2, -1, 0, -1, 1), (3, 1, -1, 1, -1), (4, -1, 1, -1, 0)),
    2: ((1, 0, 1, 0, 1), (3, 0, -1, -1, 0), (4, -1, 0, 0, -1)),
}
# For the same two families: the angles of their rhomb at its first and at its second corner, in
# tenths of a turn.
_ANGLES = {1: (2, 3), 2: (4, 1)}


def make_rhombs(columns: int, rows: int) -> list[Ring]:
    """Return the rhombs in a rectangle, which is given in cell widths, from top to bottom and then
    from left to right.

    A rhomb is kept if at least one of its corners has all of its rhombs inside the rectangle. So no
    rhomb is joined to the rest by a single side. The ring of a rhomb begins at its top.
    """
    width, height = columns * _FINENESS // 2, floor(rows * _FINENESS / _SIDE)

    @cache
    def is_inside(corner: Corner) -> bool:
        x, y = _locate_exactly(corner)
        return -width <= x <= width and -height <= y <= height

    rings = []
    full_turn: Counter[Corner] = Counter()
    for ring, angles in _find_crossings(columns / 2, rows / 2):
        if all(map(is_inside, ring)):
            rings.append(ring)
            for corner, angle in zip(ring, angles, strict=True):
                full_turn[corner] += angle
    return sorted(
        (ring for ring in rings if any(full_turn[corner] == 10 for corner in ring)),
        key=_reading_order,
    )


def estimate_rhombs(columns: int, rows: int) -> int:
    """Return an upper bound on the number of rhombs, assuming that a margin of at least half a cell
    width along the rim stays empty.

    A thin rhomb is 1 wide, so its area equals the length of its side; the area of a thick rhomb is
    φ times that. There are φ thick rhombs for each thin one.
    """
    return floor((columns - 1) * (rows - 1) / _SIDE * (_GOLDEN + 1) / (_GOLDEN + 2))


def locate_corner(corner: Corner) -> tuple[float, float]:
    """Return the position of a corner, in cell widths from the middle, y down."""
    a, b, c, d = corner
    return c - d + b * _GOLDEN, (b - 2 * a - (b - c - d) * _GOLDEN) * _SIDE / 2


def _locate_exactly(corner: Corner) -> tuple[int, int]:
    """Return the position of a corner as ints: x in billionths of a cell width, y in billionths of
    half a side. In these units all corners are distinct."""
    a, b, c, d = corner
    return _FINENESS * (c - d) + _multiply_golden(_FINENESS * b), _FINENESS * (
        b - 2 * a
    ) - _multiply_golden(_FINENESS * (b - c - d))


def _reading_order(ring: Ring) -> tuple[int, int]:
    """Return a sort key for rhombs: the y of the middle, then its x."""
    x, y = _locate_exactly(_add(ring[0], ring[2]))
    return y, x


def _multiply_golden(n: int) -> int:
    """Return ⌊nφ⌋."""
    return (n + isqrt(5 * n * n)) // 2 if n >= 0 else -((isqrt(5 * n * n) - n) // 2) - 1


def _add(corner: Corner, step: Corner) -> Corner:
    return tuple(map(int.__add__, corner, step))


def _find_crossings(
    half_width: float, half_height: float
) -> Iterator[tuple[Ring, tuple[int, ...]]]:
    """Yield every rhomb that may lie within these bounds, and a few beyond them, with the angles at
    its corners.

    Multiplying the position of a crossing by 5/2 gives a point at most 1.62 sides from its rhomb,
    because 1.62 sides is the greatest length of any sum of the five directions.
    """
    bounds = (half_width / _SIDE + 1.62) / 2.5, (half_height / _SIDE + 1.62) / 2.5
    for first in range(5):
        for fifths in (1, 2):
            second = (first + fifths) % 5
            first_step, second_step = _DIRECTIONS[first], _DIRECTIONS[second]
            both_steps = _add(first_step, second_step)
            # The top is the first corner plus those of the rhomb's two directions that lead up.
            top = (0, 1, 3, 2)[_LEADS_UP[first] + 2 * _LEADS_UP[second]]
            angles = (_ANGLES[fifths] * 3)[top % 2 :][:4]
            for corner in _start_corners(first, fifths, bounds):
                ring = (
                    corner,
                    _add(corner, first_step),
                    _add(corner, both_steps),
                    _add(corner, second_step),
                )
                yield ring[top:] + ring[:top], angles


def _start_corners(first: int, apart: int, bounds: tuple[float, float]) -> Iterator[Corner]:
    """Yield the first corners of the rhombs of two families, for all crossings within the bounds,
    which are in sides.

    Line k of a family lies k − 1/5 from the middle. At the crossing of lines k and m, with all
    lengths multiplied by 5, the distance from the middle along another family is a + bφ. The next
    line of that family is the smallest int above (a + bφ + 1) / 5.
    """
    turn = 2 * pi * apart / 5
    for k, low, high in _find_stretches(2 * pi * first / 5, bounds):
        p = 5 * k - 1
        middle = p / 5 * cos(turn) + 0.2
        for m in range(ceil(middle + low * sin(turn)), floor(middle + high * sin(turn)) + 1):
            q = 5 * m - 1
            lines = [0] * 5
            lines[first], lines[(first + apart) % 5] = k, m
            for fifths, a, b, c, d in _COMBINATIONS[apart]:
                # a + bφ is never an int: bp + dq is not a multiple of 5, so it is not 0.
                lines[(first + fifths) % 5] = (
                    a * p + c * q + 1 + _multiply_golden(b * p + d * q)
                ) // 5 + 1
            yield tuple(number - lines[4] for number in lines[:4])


def _find_stretches(
    angle: float, bounds: tuple[float, float]
) -> Iterator[tuple[int, float, float]]:
    """Yield the lines of one family that pass through the bounds: the number of each line, and the
    range of positions along it that lies within the bounds.

    angle: the direction of the family, clockwise from up. The ranges only limit the search for
    crossings, so rounding has no effect on the result.
    """
    right, up = sin(angle), cos(angle)
    farthest = bounds[0] * abs(right) + bounds[1] * abs(up)
    for k in range(ceil(0.2 - farthest), floor(0.2 + farthest) + 1):
        distance = k - 0.2
        low, high = -inf, inf
        for start, slope, bound in (
            (distance * right, up, bounds[0]),
            (-distance * up, right, bounds[1]),
        ):
            if abs(slope) > 1e-6:
                ends = (-bound - start) / slope, (bound - start) / slope
                low, high = max(low, min(ends)), min(high, max(ends))
        yield k, low, high
