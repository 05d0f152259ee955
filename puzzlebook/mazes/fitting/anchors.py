"""Anchors: rim corners that lie on the drawing.

An anchor slides along the drawing and leaves it only where there is too little space.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt

from puzzlebook.geometry.arcs import Point
from puzzlebook.geometry.loop import Loop
from puzzlebook.mazes.fitting.matching import OFF, match_corners
from puzzlebook.mazes.fitting.places import LoopPoints, sharpness
from puzzlebook.mazes.grid import Grid

_MIN_PINNED_SHARPNESS = 0.6  # the sharpness above which a corner stays at its point
# A tip holds its corner only if its sharpness, measured over _TIP_WINDOW, is above
# _MIN_TIP_SHARPNESS.
_TIP_WINDOW, _MIN_TIP_SHARPNESS = 0.12, 0.25
_MAX_STEP = 0.15  # the greatest distance that an anchor slides at once
_MIN_GAP = 0.34  # the least distance along the drawing between two anchors
_SMOOTHING = 0.12  # the share of the differences that `smooth_offsets` removes at once
_MAX_OFFSET = 0.6  # the greatest distance of an anchor from the drawing
_MAX_DEPTH = 0.4  # the depth to which a side may follow the drawing into its cell
_MAX_GAP = 9.0  # the greatest length of a piece of the drawing that a side follows
_SPACING = 0.12  # the distance between the points of a shifted piece
_MIN_DISTANCE = 0.01
"""Points of the drawing within this distance of an anchor are dropped, because the first arc of a
piece must have the direction of the drawing."""


@dataclass(slots=True)
class Anchor:
    """The position of a rim corner: a loop of the drawing, the distance along the loop, and the
    offset from the loop.

    pinned: whether the anchor is at a sharp point and does not slide. before, after: the
    neighbouring corners on the same piece of the drawing, or OFF.
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
        """The position of the corner."""
        x, y = self.loop.point(self.along)
        return x + self.dx, y + self.dy


Anchors = dict[int, Anchor]
"""A mapping from corners to their anchors."""


def anchor_corners(
    grid: Grid, corners: Sequence[Point], loop_points: LoopPoints, banned: set[int]
) -> Anchors:
    """Anchor the corners of the rim. A corner that the rim passes twice is anchored on the first
    pass.

    banned: the corners that stay off the drawing.
    """
    anchors: Anchors = {}
    for walk in grid.rim_walks:
        ring = [grid.sides[side][0] for side in walk]
        is_free = [corner not in anchors and corner not in banned for corner in ring]
        numbers = match_corners([corners[corner] for corner in ring], loop_points, is_free)
        is_anchored = []
        for corner, number in zip(ring, numbers, strict=True):
            is_anchored.append(number != OFF and corner not in anchors)
            if is_anchored[-1]:
                anchors[corner] = _make_anchor(loop_points, number)
        for index, corner in enumerate(ring):
            following = (index + 1) % len(ring)
            after = ring[following]
            are_both_anchored = is_anchored[index] and is_anchored[following]
            if are_both_anchored and anchors[corner].loop is anchors[after].loop:
                anchors[corner].after, anchors[after].before = after, corner
    return anchors


def _make_anchor(loop_points: LoopPoints, number: int) -> Anchor:
    point = loop_points.items[number]
    loop = loop_points.loops[point.loop]
    is_tip = (
        abs(point.sharp) > _MIN_PINNED_SHARPNESS
        and abs(sharpness(loop, point.along, _TIP_WINDOW)) > _MIN_TIP_SHARPNESS
    )
    return Anchor(loop, point.along, is_tip)


def slide(anchors: Mapping[int, Anchor], anchor: Anchor, dx: float, dy: float) -> None:
    """Move an anchor along the drawing by the tangential part of a step, and keep its distance
    from its neighbours."""
    # This runs a hundred thousand times per book, so both calls of `loop.gap` and the reduction
    # modulo the length are inlined.
    loop, along = anchor.loop, anchor.along
    length = loop.length
    tx, ty = loop.find_direction(along)
    step = dx * tx + dy * ty
    step = _MAX_STEP if step > _MAX_STEP else -_MAX_STEP if step < -_MAX_STEP else step
    if anchor.after != OFF:
        gap = anchors[anchor.after].along - along
        maximum = ((gap if gap > 0.0 else gap + length) - _MIN_GAP) / 2
        if step > maximum:
            step = maximum if maximum > -0.1 else -0.1
    if anchor.before != OFF:
        gap = along - anchors[anchor.before].along
        maximum = ((gap if gap > 0.0 else gap + length) - _MIN_GAP) / 2
        if step < -maximum:
            step = -maximum if maximum > -0.1 else 0.1
    along += step
    if along < 0.0:
        along += length
    anchor.along = along - length if along >= length else along


def move_off(anchor: Anchor, dx: float, dy: float) -> None:
    """Add a step to an anchor's offset from the drawing."""
    dx += anchor.dx
    dy += anchor.dy
    length = sqrt(dx * dx + dy * dy)
    share = _MAX_OFFSET / length if length > _MAX_OFFSET else 1.0
    anchor.dx, anchor.dy = share * dx, share * dy


def smooth_offsets(anchors: Mapping[int, Anchor]) -> None:
    """Move the offset of each anchor towards the offsets of its neighbours."""
    moves = []
    for anchor in anchors.values():
        dx = dy = 0.0
        for other in (anchor.before, anchor.after):
            if other != OFF:
                dx += anchors[other].dx - anchor.dx
                dy += anchors[other].dy - anchor.dy
        moves.append((anchor, dx, dy))
    for anchor, dx, dy in moves:
        anchor.dx += _SMOOTHING * dx
        anchor.dy += _SMOOTHING * dy
        if anchor.dx * anchor.dx + anchor.dy * anchor.dy < 1e-4:
            anchor.dx = anchor.dy = 0.0


def find_hollow_corners(anchors: Mapping[int, Anchor]) -> set[int]:
    """Return the corners after which the drawing runs too deep into a cell to be followed."""
    return {
        corner
        for corner, anchor in anchors.items()
        if anchor.after != OFF and _is_hollow(anchor, anchors[anchor.after])
    }


def _is_hollow(anchor: Anchor, onward: Anchor) -> bool:
    loop, along = anchor.loop, anchor.along
    gap = loop.gap(along, onward.along)
    if gap < 0.8:
        return False
    ax, ay = loop.point(along)
    bx, by = loop.point(onward.along)
    dx, dy = bx - ax, by - ay
    length = sqrt(dx * dx + dy * dy)
    if gap > _MAX_GAP or length < 0.2 * gap:
        return True
    count = int(gap / 0.2)
    for number in range(1, count):
        x, y = loop.point(along + gap * number / count)
        if (y - ay) * dx - (x - ax) * dy > _MAX_DEPTH * length:
            return True
    return False


def trace_piece(here: Anchor, onward: Anchor) -> list[Point]:
    """Return the points of the drawing between two anchors, shifted by a smooth transition between
    the offsets of the anchors."""
    loop, along = here.loop, here.along
    gap = loop.gap(along, onward.along)
    distances = [
        distance
        for distance in loop.between(along, gap)
        if _MIN_DISTANCE < distance < gap - _MIN_DISTANCE
    ]
    if not (here.dx or here.dy or onward.dx or onward.dy):
        return [loop.point(along + distance) for distance in distances]
    count = int(gap / _SPACING) + 1
    points = []
    for distance in sorted({*distances, *(gap * number / count for number in range(1, count))}):
        share = distance / gap
        if 0.02 < share < 0.98:
            weight = share * share * (3 - 2 * share)
            x, y = loop.point(along + distance)
            points.append(
                (
                    x + here.dx + weight * (onward.dx - here.dx),
                    y + here.dy + weight * (onward.dy - here.dy),
                )
            )
    return points
