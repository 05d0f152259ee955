"""Which mazes look alike: the same, mirrored, or turned.

A maze's *likeness* is a short name that it shares with its mirror images and its rotations, where
its grid has any, and with nothing else. Marks are left out: the same passages with other ends are
the same maze.

A tiling can be symmetric only in 24 ways: turned by a multiple of 30°, mirrored or not, about the
mean of its cells' centres. So the grid is laid in all 24, and its cells are sorted each time by
where their centres come to lie. The ways that give the smallest list of positions are kept: one, or
several where the grid is symmetric. The maze's passages are then written down in the order of each
way that was kept, and the smallest of these texts is hashed: that is the likeness. A maze of 9 × 12
cells is therefore like one of 12 × 9 that lies on its side.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from hashlib import sha256
from math import fsum, pi
from operator import itemgetter
from typing import NamedTuple

from puzzlebook.geometry.arcs import Point
from puzzlebook.ground.faults import refuse
from puzzlebook.ground.portable_math import cos, sin
from puzzlebook.mazes.codes import fingerprint
from puzzlebook.mazes.grid import Grid
from puzzlebook.mazes.maze import Maze
from puzzlebook.mazes.seeds import DIGITS

LIKENESSES = "mazes:"
"""What a list of likenesses, written one after another in one text, begins with."""

_LENGTH = 10
_TURNS = 12
_FINENESS = 1000  # places are told apart to a thousandth of a cell width
# Beyond so many cells two mazes that are alike will not be seen in the life of the universe: only
# the same is the same.
_MOST_CELLS = 5_000

_HEAD = 64
"""So many sides are read of each order first."""

Position = tuple[int, int]
Picker = Callable[[bytes], Sequence[int]]


class SideOrder(NamedTuple):
    """An order in which a grid's sides are read: the first of them, by which most mazes can be told
    from their mirror images, and all."""

    head: Picker
    whole: Picker


class Frames(NamedTuple):
    """A grid's form, the same for all that can be laid on it; and each order of its sides that
    symmetry allows."""

    form: bytes
    orders: tuple[SideOrder, ...]


def compute_likeness(maze: Maze) -> str:
    """Ten digits of base 32 that a maze shares with its mirror images and rotations: the first 50
    bits of a SHA-256."""
    if maze.grid.cells > _MOST_CELLS:
        return fingerprint(f"{maze.design.shape} {maze.digest}".encode())
    form, orders = list_frames(maze.grid)
    heads = [bytes(order.head(maze.open_sides)) for order in orders]
    least = min(heads)
    firsts = (order for order, head in zip(orders, heads, strict=True) if head == least)
    passages = min(bytes(order.whole(maze.open_sides)) for order in firsts)
    return fingerprint(b" ".join([maze.design.shape.encode(), form, passages]))


def write_likenesses(likenesses: Iterable[str]) -> str:
    """Likenesses as one text, sorted."""
    return LIKENESSES + "".join(sorted(set(likenesses)))


def read_likenesses(text: str) -> set[str]:
    """The likenesses that `write_likenesses` wrote; refused if the text is something else."""
    digits = text.removeprefix(LIKENESSES)
    if not text.startswith(LIKENESSES) or len(digits) % _LENGTH or set(digits) - set(DIGITS):
        raise refuse(
            "",
            "this list of mazes is damaged",
            "the folder of the book, or the list as it was written",
        )
    return {digits[first : first + _LENGTH] for first in range(0, len(digits), _LENGTH)}


@lru_cache(maxsize=64)
def list_frames(grid: Grid) -> Frames:
    """The orders in which a maze on this grid is read."""
    found = [(sorted(places), places) for places in _lay_grid(grid)]
    least = min(form for form, _ in found)
    orders = {_order(grid, places) for form, places in found if form == least}
    pickers = (
        SideOrder(_make_picker(order[:_HEAD]), _make_picker(order)) for order in sorted(orders)
    )
    return Frames(sha256(repr(least).encode()).digest()[:8], tuple(pickers))


def _make_picker(order: Sequence[int]) -> Picker:
    """What picks these sides. A single one is left as it stands: itemgetter would give it without a
    list."""
    return itemgetter(*order) if len(order) > 1 else bytes


def _lay_grid(grid: Grid) -> Iterator[list[Position]]:
    """Where each cell's centre comes to lie, for the ways to lay the grid that may give the
    smallest list; always in the same order.

    That list begins with the smallest position: so these are the ways that bring some centre
    farthest to the left.
    """
    centres = grid.centres
    x0, y0 = (fsum(along) / len(centres) for along in zip(*centres, strict=True))
    ways: list[tuple[int, float, float, list[Point]]] = []
    for mirrored in (1, -1):
        away = [((x - x0) * mirrored, y - y0) for x, y in centres]
        for turn in range(_TURNS):
            c, s = cos(2 * pi * turn / _TURNS), sin(2 * pi * turn / _TURNS)
            ways.append((round(min([c * x - s * y for x, y in away]) * _FINENESS), c, s, away))
    leftmost = min(left for left, *_ in ways)
    for left, c, s, away in ways:
        if left == leftmost:
            yield [
                (round((c * x - s * y) * _FINENESS), round((s * x + c * y) * _FINENESS))
                for x, y in away
            ]


def _order(grid: Grid, places: Sequence[Position]) -> tuple[int, ...]:
    """The inner sides in the order of their cells' places."""
    rank = [0] * grid.cells
    for place, cell in enumerate(sorted(range(grid.cells), key=places.__getitem__)):
        rank[cell] = place
    keys = [(rank[a], rank[b]) if rank[a] < rank[b] else (rank[b], rank[a]) for a, b in grid.pairs]
    return tuple(sorted(range(len(keys)), key=keys.__getitem__))
