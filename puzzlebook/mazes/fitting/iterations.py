"""Moving the corners of a grid, iteration by iteration, from the tiling to the drawing.

First the rim corners glide to their anchors. Each cell has target positions for its corners: its
shape in the tiling, rotated and slightly scaled (shape matching: M. Müller, B. Heidelberger, M.
Teschner, M. Gross: *Meshless deformations based on shape matching*, 2005). Inner corners move to
these targets, and anchors slide along the drawing. Then a disc in each cell near the rim pushes
away walls that are too close (a constraint, as in position based dynamics). Anchors leave the
drawing only where there is no other space, and their neighbours follow.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from math import sqrt

from puzzlebook.geometry.arc_fitting import halfway
from puzzlebook.geometry.arcs import Point
from puzzlebook.mazes.fitting.anchors import (
    Anchor,
    Anchors,
    find_hollow_corners,
    move_off,
    slide,
    smooth_offsets,
)
from puzzlebook.mazes.fitting.deepest import find_deepest_point
from puzzlebook.mazes.fitting.matching import OFF
from puzzlebook.mazes.fitting.neighbourhood import Disc, Vicinity, find_target_corners, mean

_GLIDE, _RELAX, _DISCS = 4, 2, 10  # iterations of each phase, in order
_RELEASE = 3  # iterations with discs after which anchors may leave the drawing
_IDLE = 2  # iterations that a disc skips after one in which it pushed nothing
_SOFT = 0.4  # the share of the move to the targets in every other iteration with discs
_ROOM = 0.66  # the radius of a disc, as a share of the radius of the cell's circle in the tiling
_RIM_ROOM = 0.6  # the share of that circle below which anchors leave the drawing
_MORE_ROOM = 0.1  # added to `_ROOM` each time that a disc is inflated
MAX_INFLATED = 2
"""The greatest number of times that a disc can be inflated."""
_SMALL, _BIG = 0.75, 1.35  # shares of the old area outside which a cell swells or shrinks
_TINY = 0.6  # the share of the area below which anchors leave the drawing
_SWELL, _MAX_SWELL = 1.5, 0.2  # the rate of swelling, and its maximum, per iteration
_OUTWARDS, _INWARDS = 0.5, 0.9  # the rates at which pieces and corners leave the drawing

Edge = tuple[int, int, float, float, float, float, float, float]
"""A straight wall of a cell: the corners of its side, the two ends of the wall, and the positions
of these ends along the piece of the drawing that the side follows, from 0 to 1; OFF if the side
follows none."""
CellSide = tuple[int, int, Anchor | None, Anchor | None]
"""The corners of a cell's side, and the anchors of these corners if the side follows a piece of the
drawing."""


class Corners:
    """The moving corners: their positions `xs` and `ys`, and their anchors.

    middles: the middles of the discs. cut: the corners after which the drawing runs too deep into a
    cell to be followed.
    """

    def __init__(
        self, vicinity: Vicinity, xs: list[float], ys: list[float], anchors: Anchors
    ) -> None:
        self._vicinity = vicinity
        self._room: list[float] = []
        self.xs, self.ys = xs, ys
        self.anchors = anchors
        self.middles: list[Point] = []
        self._idle = [0] * len(vicinity.discs)
        self.cut: set[int] = set()
        self._sorted_anchors = sorted(anchors.items())
        self._inner = [corner for corner in vicinity.moving if corner not in anchors]
        self._offsets: dict[int, list[float]] = {}
        self._sides: list[list[CellSide]] = []

    def glide(self) -> None:
        """Run the iterations without discs."""
        for iteration in range(_GLIDE + _RELAX):
            self._follow(1.0, iteration, *self._move_inner(1.0))

    def copy(self) -> Corners:
        """Return a copy of these corners that moves independently."""
        anchors = {corner: replace(anchor) for corner, anchor in self.anchors.items()}
        return Corners(self._vicinity, self.xs[:], self.ys[:], anchors)

    def push(self, inflated: Mapping[int, int]) -> None:
        """Run the iterations with discs, after `glide`. inflated: a mapping from discs to the
        number of times that each was inflated."""
        self._room = [
            _ROOM + _MORE_ROOM * inflated.get(number, 0)
            for number in range(len(self._vicinity.discs))
        ]
        for iteration in range(_DISCS):
            if iteration % 2 == 0:
                targets = self._move_inner(_SOFT)
            self._follow(_SOFT / 2, _GLIDE + iteration, *targets)
            if iteration == 0:
                self._place_discs()
            self._push(iteration >= _RELEASE)
            if iteration >= _RELEASE and iteration % 3 == 2:
                smooth_offsets(self.anchors)
        for corner, anchor in self._sorted_anchors:
            self.xs[corner], self.ys[corner] = anchor.point
        self._cut_off(self.cut | find_hollow_corners(self.anchors))

    def find_pinched(self, minimum: float, own: float) -> set[int]:
        """Return the discs whose cells contain no circle whose radius is at least `minimum` and at
        least `own` times the old radius."""
        pinched = set()
        for number, disc in enumerate(self._vicinity.discs):
            walls, middle = list(self._bent_walls(number)), self.middles[number]
            radius = max(minimum, own * disc.radius)
            if find_deepest_point(walls, middle, radius)[1] < radius:
                pinched.add(number)
        return pinched

    def _bent_walls(self, number: int) -> Iterator[Point]:
        """Yield the outline of a disc's cell, with two straight lines for each arc."""
        bent = self._vicinity.bent
        for a, b, ax, ay, bx, by, begin, _ in self._walls(number)[0]:
            yield ax, ay
            if begin == OFF and (bulge := bent.get((a, b), 0.0)):
                yield halfway((ax, ay), (bx, by), bulge)

    def _move_inner(self, share: float) -> tuple[list[float], list[float]]:
        """Move inner corners by a share of the distance to the mean of their cells' targets.

        Return two lists with the distances across and down from each anchored corner to that mean.
        """
        xs, ys, weights = self.xs, self.ys, self._vicinity.share
        target_x, target_y = find_target_corners(self._vicinity.forms, xs, ys)
        for corner, _ in self._sorted_anchors:
            target_x[corner] = target_x[corner] * weights[corner] - xs[corner]
            target_y[corner] = target_y[corner] * weights[corner] - ys[corner]
        for corner in self._inner:
            x, y, weight = xs[corner], ys[corner], weights[corner]
            xs[corner] = x + share * (target_x[corner] * weight - x)
            ys[corner] = y + share * (target_y[corner] * weight - y)
        return target_x, target_y

    def _follow(
        self, share: float, iteration: int, target_x: Sequence[float], target_y: Sequence[float]
    ) -> None:
        """Slide anchors by a share of the distance to their targets, and move their corners to the
        anchors."""
        xs, ys, anchors = self.xs, self.ys, self.anchors
        may_slide = iteration >= _GLIDE // 2
        for corner, anchor in self._sorted_anchors:
            if may_slide and not anchor.pinned:
                slide(anchors, anchor, share * target_x[corner], share * target_y[corner])
            x, y = anchor.loop.point(anchor.along)  # Anchor.point, inlined for speed
            x += anchor.dx
            y += anchor.dy
            if iteration < _GLIDE:
                xs[corner] += (x - xs[corner]) / (_GLIDE - iteration)
                ys[corner] += (y - ys[corner]) / (_GLIDE - iteration)
            else:
                xs[corner], ys[corner] = x, y

    def _place_discs(self) -> None:
        self._cut_off(find_hollow_corners(self.anchors))
        self.middles = [
            mean((self.xs[corner], self.ys[corner]) for corner in disc.ring)
            for disc in self._vicinity.discs
        ]

    def _cut_off(self, cut: set[int]) -> None:
        """Stop following the drawing after these corners."""
        self.cut = cut
        self._sides = [self._cell_sides(disc) for disc in self._vicinity.discs]

    def _cell_sides(self, disc: Disc) -> list[CellSide]:
        """Return the sides of a disc's cell, with their anchors."""
        anchors, cut, ring = self.anchors, self.cut, disc.ring
        sides: list[CellSide] = []
        for a, b in zip((ring[-1], *ring), ring, strict=False):
            follows = a in anchors and anchors[a].after == b and a not in cut
            sides.append((a, b, anchors[a], anchors[b]) if follows else (a, b, None, None))
        return sides

    def _push(self, release: bool) -> None:
        """Let discs push walls that are too close, and let cells with too small or too large an
        area push or pull all their walls."""
        self._offsets = {}
        for number, disc in enumerate(self._vicinity.discs):
            if self._idle[number]:
                self._idle[number] -= 1
                continue
            edges, area, around = self._walls(number)
            swell = 0.0
            if area < _SMALL * disc.area:
                swell = min((_SMALL * disc.area - area) / around, _MAX_SWELL)
            elif area > _BIG * disc.area:
                swell = max((_BIG * disc.area - area) / around, -_MAX_SWELL)
            worth = None
            if release:
                worth = (
                    max(_TINY * disc.area - area, 0.0) / around - (_ROOM - _RIM_ROOM) * disc.radius
                )
            is_calm = self._make_room(number, disc.radius, edges, swell, worth)
            self._idle[number] = _IDLE if is_calm else 0
        self._widen(release)
        for corner, (dx, dy) in self._offsets.items():
            move_off(self.anchors[corner], dx, dy)

    def _widen(self, release: bool) -> None:
        """Lengthen inner edges that are too short for a passage."""
        xs, ys = self.xs, self.ys
        for a, b, own_x, own_y, minimum in self._vicinity.inner_edges:
            dx, dy = xs[b] - xs[a], ys[b] - ys[a]
            square = dx * dx + dy * dy
            if square >= minimum * minimum:
                continue
            length = sqrt(square)
            push = (minimum - length) / 2
            if length < 1e-3:
                dx, dy, length = own_x, own_y, sqrt(own_x * own_x + own_y * own_y)
            dx *= push / length
            dy *= push / length
            self._nudge(a, -dx, -dy, release)
            self._nudge(b, dx, dy, release)

    def _nudge(self, corner: int, dx: float, dy: float, release: bool) -> None:
        """Move a corner. An anchor slides, and leaves the drawing only if `release` is true."""
        if corner in self.anchors:
            if not self.anchors[corner].pinned:
                slide(self.anchors, self.anchors[corner], dx, dy)
            if release:
                self._add_offset(corner, -_INWARDS, dx, dy)
        elif self._vicinity.share[corner]:
            self.xs[corner] += dx
            self.ys[corner] += dy

    def _walls(self, number: int) -> tuple[list[Edge], float, float]:
        """Return the walls of a disc's cell, the area of the cell, and its approximate
        perimeter."""
        xs, ys = self.xs, self.ys
        edges: list[Edge] = []
        total = around = 0.0
        for a, b, here, onward in self._sides[number]:
            ax, ay, bx, by = xs[a], ys[a], xs[b], ys[b]
            if here is None or onward is None:
                edges.append((a, b, ax, ay, bx, by, OFF, OFF))
                total += ax * by - bx * ay
                around += abs(bx - ax) + abs(by - ay)
                continue
            last = 0.0
            for share, u, v in _sample_piece(here, onward):
                edges.append((a, b, ax, ay, u, v, last, share))
                total += ax * v - u * ay
                around += 0.3
                ax, ay, last = u, v, share
            edges.append((a, b, ax, ay, bx, by, last, 1.0))
            total += ax * by - bx * ay
            around += 0.3
        return edges, total / 2, around

    def _make_room(
        self, number: int, radius: float, edges: Iterable[Edge], swell: float, worth: float | None
    ) -> bool:
        """Let a disc push its walls and be pushed by them. Return whether nothing was pushed.

        radius: the radius of the cell's circle in the tiling. worth: added to the overlap of a wall
        and the disc; if the sum is positive, anchors leave the drawing by a share of it. None as
        long as anchors must not leave the drawing.
        """
        is_calm = True
        radius *= self._room[number]
        x, y = self.middles[number]
        for edge in edges:
            _, _, ax, ay, bx, by, _, _ = edge
            dx, dy = bx - ax, by - ay
            span = dx * dx + dy * dy
            side = (y - ay) * dx - (x - ax) * dy
            is_near = side < 0.0 or side * side < radius * radius * span
            if not (is_near or swell) or span < 1e-12:
                continue
            is_calm = False
            length = sqrt(span)
            nx, ny, lack, share = -dy / length, dx / length, 0.0, 0.5
            if is_near:
                lack, share = radius - side / length, ((x - ax) * dx + (y - ay) * dy) / span
                if share < 0.0 or share > 1.0:
                    if side > 0.0:
                        px, py = (x - ax, y - ay) if share < 0.0 else (x - bx, y - by)
                        far = sqrt(px * px + py * py)
                        lack, nx, ny = radius - far, px / far, py / far
                    share = 0.0 if share < 0.0 else 1.0
                lack = 0.0 if lack < 0.0 else 0.2 if lack > 0.2 else lack
                x += 0.35 * lack * nx
                y += 0.35 * lack * ny
            more = 0.0 if worth is None else lack + worth
            self._push_wall(edge, share, nx, ny, 0.5 * lack, _SWELL * swell, more)
        self.middles[number] = x, y
        return is_calm

    def _push_wall(
        self, edge: Edge, at: float, nx: float, ny: float, push: float, swell: float, more: float
    ) -> None:
        """Move a wall outwards by `push` at one point and by `swell` as a whole.

        at: the position of the point along the wall, from 0 to 1. nx, ny: the inward normal. more:
        the distance by which anchors should leave the drawing. A wall on a piece of the drawing
        only makes its anchors leave it.
        """
        a, b, _, _, _, _, begin, end = edge
        if begin != OFF:
            if more > 0.0:
                share = begin + at * (end - begin)
                self._add_offset(a, _OUTWARDS * (1 - share) * more, nx, ny)
                self._add_offset(b, _OUTWARDS * share * more, nx, ny)
            return
        anchors = self.anchors
        push = push / ((1 - at) * (1 - at) + at * at)
        for corner, weight in ((a, 1 - at), (b, at)):
            by = push * weight + swell
            if corner in anchors:
                anchor = anchors[corner]
                if not anchor.pinned:
                    slide(anchors, anchor, -by * nx, -by * ny)
                if more > 0.0:
                    self._add_offset(corner, _INWARDS * weight * more, nx, ny)
            elif self._vicinity.share[corner]:
                self.xs[corner] -= by * nx
                self.ys[corner] -= by * ny

    def _add_offset(self, corner: int, by: float, nx: float, ny: float) -> None:
        move = self._offsets.setdefault(corner, [0.0, 0.0])
        move[0] -= by * nx
        move[1] -= by * ny


def _sample_piece(here: Anchor, onward: Anchor) -> list[tuple[float, float, float]]:
    """Return a few points of the drawing between two anchors, shifted by interpolated offsets: for
    each its share of the distance, its x and its y."""
    loop, along, dx, dy = here.loop, here.along, here.dx, here.dy
    gap = loop.gap(along, onward.along)
    more_x, more_y = onward.dx - dx, onward.dy - dy
    points = []
    for share, weight in _shares(2 if gap < 0.9 else 3 if gap < 1.5 else int(gap / 0.4)):
        x, y = loop.point(along + share * gap)
        points.append((share, x + (dx + weight * more_x), y + (dy + weight * more_y)))
    return points


@cache
def _shares(count: int) -> tuple[tuple[float, float], ...]:
    """Return the points that divide a distance into equal parts, each with its weight for a smooth
    transition."""
    shares = [number / count for number in range(1, count)]
    return tuple((share, share * share * (3 - 2 * share)) for share in shares)
