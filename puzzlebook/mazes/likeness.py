"""Which mazes look alike: identical, mirrored or rotated mazes.

The *likeness* of a maze is a short text that is equal for two mazes if and only if one of them is
the other, its mirror image or a rotation. Only passages count: the same passages with other ends
have the same likeness.

A tiling can be symmetric in at most 24 ways about the mean of its cells' centres: rotated by a
multiple of 30°, mirrored or not. So the grid is laid out in 24 *frames*, one for each way, and in
every frame the positions of the cells' centres are sorted. Only the frames with the smallest sorted
list of positions are kept: one, or several if the grid is symmetric. In each kept frame, the
passages of the maze are written in the order of the cells' positions. The smallest of these texts
is hashed, and the hash is the likeness. Thus a maze of 9 × 12 cells can have the same likeness as
one of 12 × 9.
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

_ROTATIONS = 12
_FINENESS = 1000  # positions are compared in thousandths of a cell width
_HEAD_LENGTH = 64  # the number of sides in the head of each order (see `SideOrder`)

Position = tuple[int, int]
Picker = Callable[[bytes], Sequence[int]]
SideOrder = tuple[Picker, Picker]
"""An order in which the sides of a grid are read: first only its head, which suffices to tell most
mazes from their mirror images, then the whole order."""


class Frames(NamedTuple):
    """The kept frames of a grid.

    form: a hash of the smallest list of positions, equal for all grids that can be made to
    coincide. orders: the orders of the sides in the frames that yield this list, one for each
    symmetry.
    """

    form: bytes
    orders: tuple[SideOrder, ...]


def compute_likeness(shape: str, frames: Frames, open_sides: bytes) -> str:
    """Return the likeness of a maze: the first 50 bits of a SHA-256, as ten digits of base 32."""
    heads = [bytes(pick_head(open_sides)) for pick_head, _ in frames.orders]
    minimum = min(heads)
    firsts = (order for order, head in zip(frames.orders, heads, strict=True) if head == minimum)
    passages = min(bytes(pick_all(open_sides)) for _, pick_all in firsts)
    return fingerprint(b" ".join([shape.encode(), frames.form, passages]))


def find_frames(centres: Sequence[Point], pairs: Sequence[tuple[int, int]]) -> Frames:
    """Find the frames of a grid. centres: the centres of its cells. pairs: the two cells of each
    inner side."""
    layouts = [(sorted(positions), positions) for positions in _lay_out(centres)]
    minimum = min(form for form, _ in layouts)
    orders = {_order_sides(pairs, positions) for form, positions in layouts if form == minimum}
    pickers = (
        (_make_picker(order[:_HEAD_LENGTH]), _make_picker(order)) for order in sorted(orders)
    )
    return Frames(sha256(repr(minimum).encode()).digest()[:8], tuple(pickers))


def _make_picker(order: Sequence[int]) -> Picker:
    """Return a function that picks the bytes of these sides, in this order. `itemgetter` with one
    index would return an int instead of a sequence."""
    return itemgetter(*order) if len(order) > 1 else bytes


def _lay_out(centres: Sequence[Point]) -> Iterator[list[Position]]:
    """Yield the positions of all centres in each frame that can have the smallest sorted list.

    That list begins with the leftmost position, so these are the frames in which the leftmost
    centre is farthest to the left.
    """
    x0, y0 = (fsum(along) / len(centres) for along in zip(*centres, strict=True))
    frames: list[tuple[int, float, float, list[Point]]] = []
    for mirrored in (1, -1):
        offsets = [((x - x0) * mirrored, y - y0) for x, y in centres]
        for turn in range(_ROTATIONS):
            c, s = cos(2 * pi * turn / _ROTATIONS), sin(2 * pi * turn / _ROTATIONS)
            frames.append(
                (round(min([c * x - s * y for x, y in offsets]) * _FINENESS), c, s, offsets)
            )
    leftmost = min(left for left, *_ in frames)
    for left, c, s, offsets in frames:
        if left == leftmost:
            yield [
                (round((c * x - s * y) * _FINENESS), round((s * x + c * y) * _FINENESS))
                for x, y in offsets
            ]


def _order_sides(
    pairs: Sequence[tuple[int, int]], positions: Sequence[Position]
) -> tuple[int, ...]:
    """Return the inner sides in the order of their cells' positions."""
    ranks = [0] * len(positions)
    for rank, cell in enumerate(sorted(range(len(positions)), key=positions.__getitem__)):
        ranks[cell] = rank
    cells = ((ranks[a], ranks[b]) for a, b in pairs)
    keys = [(a, b) if a < b else (b, a) for a, b in cells]
    return tuple(sorted(range(len(keys)), key=keys.__getitem__))
