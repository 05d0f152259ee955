"""Corners that stand on the drawing: they slide along it, and leave it where there is no other
room."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt

from puzzlebook.geometry.arcs import Point
from puzzlebook.geometry.loop import Loop
from puzzlebook.mazes.fitting.matching import OFF, match_corners
from puzzlebook.mazes.fitting.places import LoopPoints, sharpness
from puzzlebook.mazes.grid import Grid

_PINNED = 0.6  # how sharp a point is that holds its corner
_CLOSE, _SHARP_CLOSE = (
    0.12,
    0.25,
)  # a tip that is round when looked at so closely is no point to hold on to
_FASTEST = 0.15
_GAP = 0.34  # along the drawing, between two corners
_EVEN = 0.12
_FARTHEST_OFF = 0.6
_DEEP = 0.4  # how deep into a cell its side may follow the drawing
_FARTHEST = 9.0
_FINE = 0.12
# what is so near to a corner is at it: the first arc of a piece leads the way that the piece does
_BESIDE = 0.01


@dataclass(slots=True)
class Anchor:
    """Where a corner of the rim stands: on which loop of the drawing, at which place, and how far
    off it.

    pinned: it holds a sharp point and does not slide. before, after: the corners next to it along
    the same piece of the drawing, or OFF.
    """

    loop: Loop
    along: float
    pinned: bool
    dx: float = 0.0
    dy: float = 0.0
    before: int = OFF
    after: int = OFF

    @property
    def point(self) -> Point:
        """Where the corner is."""
        x, y = self.loop.point(self.along)
        return x + self.dx, y + self.dy


Stands = dict[int, Anchor]
"""By corner."""


def anchor_corners(
    grid: Grid, corners: Sequence[Point], places: LoopPoints, banned: set[int]
) -> Stands:
    """Where the corners of the rim stand at first; a corner that the rim passes twice stands by the
    first pass.

    banned: corners that stay off the drawing.
    """
    found: Stands = {}
    for walk in grid.rim_walks:
        around = [grid.sides[side][0] for side in walk]
        is_free = [corner not in found and corner not in banned for corner in around]
        stood = []
        for corner, place in zip(
            around, match_corners([corners[c] for c in around], places, is_free), strict=True
        ):
            stood.append(place != OFF and corner not in found)
            if stood[-1]:
                found[corner] = _stand(places, place)
        for number, corner in enumerate(around):
            onward = (number + 1) % len(around)
            after = around[onward]
            if stood[number] and stood[onward] and found[corner].loop is found[after].loop:
                found[corner].after, found[after].before = after, corner
    return found


def _stand(places: LoopPoints, number: int) -> Anchor:
    place = places.all[number]
    loop = places.loops[place.loop]
    is_tip = abs(place.sharp) > _PINNED and abs(sharpness(loop, place.along, _CLOSE)) > _SHARP_CLOSE
    return Anchor(loop, place.along, is_tip)


def slide(on: Mapping[int, Anchor], stand: Anchor, dx: float, dy: float) -> None:
    """Move a corner along the drawing as far as this goes its way, and not too near to its
    neighbours."""
    # This runs a hundred thousand times a book: `loop.gap`, twice, and the way round its end are
    # written out.
    loop, along = stand.loop, stand.along
    length = loop.length
    tx, ty = loop.ahead(along)
    step = dx * tx + dy * ty
    step = _FASTEST if step > _FASTEST else -_FASTEST if step < -_FASTEST else step
    if stand.after != OFF:
        gap = on[stand.after].along - along
        most = ((gap if gap > 0.0 else gap + length) - _GAP) / 2
        if step > most:
            step = most if most > -0.1 else -0.1
    if stand.before != OFF:
        gap = along - on[stand.before].along
        most = ((gap if gap > 0.0 else gap + length) - _GAP) / 2
        if step < -most:
            step = -most if most > -0.1 else 0.1
    along += step
    if along < 0.0:
        along += length
    stand.along = along - length if along >= length else along


def leave(stand: Anchor, dx: float, dy: float) -> None:
    """Move a corner off the drawing by so much more."""
    dx += stand.dx
    dy += stand.dy
    far = sqrt(dx * dx + dy * dy)
    share = _FARTHEST_OFF / far if far > _FARTHEST_OFF else 1.0
    stand.dx, stand.dy = share * dx, share * dy


def distribute_evenly(on: Mapping[int, Anchor], held: Iterable[Anchor]) -> None:
    """What leaves the drawing takes its neighbours along."""
    moves = []
    for stand in held:
        dx = dy = 0.0
        for other in (stand.before, stand.after):
            if other != OFF:
                dx += on[other].dx - stand.dx
                dy += on[other].dy - stand.dy
        moves.append((stand, dx, dy))
    for stand, dx, dy in moves:
        stand.dx += _EVEN * dx
        stand.dy += _EVEN * dy
        if stand.dx * stand.dx + stand.dy * stand.dy < 1e-4:
            stand.dx = stand.dy = 0.0


def find_hollow_corners(on: Mapping[int, Anchor]) -> set[int]:
    """The corners behind which the drawing runs so deep into the cell that it is better cut off."""
    return {
        corner
        for corner, stand in on.items()
        if stand.after != OFF and _is_hollow(stand, on[stand.after])
    }


def _is_hollow(stand: Anchor, onward: Anchor) -> bool:
    loop, along = stand.loop, stand.along
    gap = loop.gap(along, onward.along)
    if gap < 0.8:
        return False
    ax, ay = loop.point(along)
    bx, by = loop.point(onward.along)
    dx, dy = bx - ax, by - ay
    length = sqrt(dx * dx + dy * dy)
    if gap > _FARTHEST or length < 0.2 * gap:
        return True
    many = int(gap / 0.2)
    for number in range(1, many):
        x, y = loop.point(along + gap * number / many)
        if (y - ay) * dx - (x - ax) * dy > _DEEP * length:
            return True
    return False


def trace_piece(here: Anchor, onward: Anchor) -> list[Point]:
    """The points of the drawing between two corners, moved off it as the corners are, smoothly from
    one to the next."""
    loop, along = here.loop, here.along
    gap = loop.gap(along, onward.along)
    between = [far for far in loop.between(along, gap) if _BESIDE < far < gap - _BESIDE]
    if not (here.dx or here.dy or onward.dx or onward.dy):
        return [loop.point(along + far) for far in between]
    many = int(gap / _FINE) + 1
    points = []
    for far in sorted({*between, *(gap * number / many for number in range(1, many))}):
        share = far / gap
        if 0.02 < share < 0.98:
            weight = share * share * (3 - 2 * share)
            x, y = loop.point(along + far)
            points.append(
                (
                    x + here.dx + weight * (onward.dx - here.dx),
                    y + here.dy + weight * (onward.dy - here.dy),
                )
            )
    return points
