"""Which mazes look alike: identical, mirrored or rotated ones.

A maze's *likeness* is a short name that it shares exactly with its mirror images and rotations, as
far as its grid has any. Marks do not count: the same passages with other ends are the same maze.

A tiling can only be symmetric in 24 ways: rotated by a multiple of 30°, mirrored or not, about the
mean of its cells' centres. So the grid is laid out in all 24 *frames*, and each time its cells are
sorted by the positions of their centres. The frames with the smallest list of positions are kept:
one, or several if the grid is symmetric. The maze's passages are written in the order of each kept
frame, and the smallest of these texts is hashed: that is the likeness. A maze of 9 × 12 cells is
therefore like one of 12 × 9 on its side.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from math import fsum, pi
from operator import itemgetter
from typing import NamedTuple

from puzzlebook.geometry.arcs import Point
from puzzlebook.ground.portable_math import cos, sin
from puzzlebook.ground.printed_codes import fingerprint

_TURNS = 12
_FINENESS = 1000  # positions are compared in thousandths of a cell width
_HEAD = 64  # the number of sides in each order that are read first

Position = tuple[int, int]
Picker = Callable[[bytes], Sequence[int]]
SideOrder = tuple[Picker, Picker]
"""An order in which a grid's sides are read: first its head, which suffices to tell most mazes from
their mirror images, then all of it."""


class Frames(NamedTuple):
    """form: a hash of the smallest list of positions, equal for all grids that coincide. orders:
    the orders of sides that give it, one for each symmetry."""

    form: bytes
    orders: tuple[SideOrder, ...]


def compute_likeness(shape: str, frames: Frames, open_sides: bytes) -> str:
    """The first 50 bits of a SHA-256, as ten digits of base 32."""
    heads = [bytes(pick_head(open_sides)) for pick_head, _ in frames.orders]
    least = min(heads)
    firsts = (order for order, head in zip(frames.orders, heads, strict=True) if head == least)
    passages = min(bytes(pick_all(open_sides)) for _, pick_all in firsts)
    return fingerprint(b" ".join([shape.encode(), frames.form, passages]))


def find_frames(centres: Sequence[Point], pairs: Sequence[tuple[int, int]]) -> Frames:
    """The frames of a grid. centres: of its cells. pairs: the cells of each inner side."""
    layouts = [(sorted(positions), positions) for positions in _lay_out(centres)]
    least = min(form for form, _ in layouts)
    orders = {_order_sides(pairs, positions) for form, positions in layouts if form == least}
    pickers = ((_make_picker(order[:_HEAD]), _make_picker(order)) for order in sorted(orders))
    return Frames(sha256(repr(least).encode()).digest()[:8], tuple(pickers))


def _make_picker(order: Sequence[int]) -> Picker:
    """Picks these sides, in this order; `itemgetter` would return a single one without a list."""
    return itemgetter(*order) if len(order) > 1 else bytes


def _lay_out(centres: Sequence[Point]) -> Iterator[list[Position]]:
    """The positions of the centres in each frame that may give the smallest sorted list.

    That list begins with the smallest position, so these are the frames in which some centre lies
    farthest to the left.
    """
    x0, y0 = (fsum(along) / len(centres) for along in zip(*centres, strict=True))
    frames: list[tuple[int, float, float, list[Point]]] = []
    for mirrored in (1, -1):
        away = [((x - x0) * mirrored, y - y0) for x, y in centres]
        for turn in range(_TURNS):
            c, s = cos(2 * pi * turn / _TURNS), sin(2 * pi * turn / _TURNS)
            frames.append((round(min([c * x - s * y for x, y in away]) * _FINENESS), c, s, away))
    leftmost = min(left for left, *_ in frames)
    for left, c, s, away in frames:
        if left == leftmost:
            yield [
                (round((c * x - s * y) * _FINENESS), round((s * x + c * y) * _FINENESS))
                for x, y in away
            ]


def _order_sides(
    pairs: Sequence[tuple[int, int]], positions: Sequence[Position]
) -> tuple[int, ...]:
    """The inner sides in the order of their cells' positions."""
    ranks = [0] * len(positions)
    for rank, cell in enumerate(sorted(range(len(positions)), key=positions.__getitem__)):
        ranks[cell] = rank
    cells = ((ranks[a], ranks[b]) for a, b in pairs)
    keys = [(a, b) if a < b else (b, a) for a, b in cells]
    return tuple(sorted(range(len(keys)), key=keys.__getitem__))
