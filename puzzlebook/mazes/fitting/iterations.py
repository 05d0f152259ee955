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

_GLIDE_COUNT, _RELAX_COUNT, _DISC_COUNT = 4, 2, 10  # iterations of each phase, in order
_RELEASE_COUNT = 3  # iterations with discs after which anchors may leave the drawing
_IDLE_COUNT = 2  # iterations that a disc skips after an iteration in which it pushed nothing
_SOFT_SHARE = 0.4  # the share of the move to the targets in every other iteration with discs
# The radius of a disc, as a share of the radius of the cell's circle in the tiling.
_DISC_RADIUS = 0.66
_RIM_RADIUS = 0.6  # the share of that circle below which anchors leave the drawing
_INFLATION = 0.1  # added to `_DISC_RADIUS` each time that a disc is inflated
MAX_INFLATED = 2
"""The greatest number of times that a disc can be inflated."""
# Shares of its area in the tiling beyond which a cell swells or shrinks.
_MIN_AREA, _MAX_AREA = 0.75, 1.35
_RELEASE_AREA = 0.6  # the share of that area below which anchors leave the drawing
_SWELL_RATE, _MAX_SWELL = 1.5, 0.2  # the rate of swelling, and its maximum, per iteration
_PIECE_RATE, _CORNER_RATE = 0.5, 0.9  # the rates at which pieces and corners leave the drawing

Edge = tuple[int, int, float, float, float, float, float, float]
"""A straight wall of a cell: the corners of its side, the two ends of the wall, and the positions
of these ends along the piece of the drawing that the side follows, from 0 to 1; OFF if the side
follows none."""
CellSide = tuple[int, int, Anchor | None, Anchor | None]
"""The corners of a cell's side, and the anchors of these corners if the side follows a piece of the
drawing."""


class Corners:
    """The moving corners: their positions `xs` and `ys`, and their anchors.

    middles: the middles of the discs. hollow_corners: the corners after which the drawing runs too
    deep into a cell to be followed.
    """

    def __init__(
        self, vicinity: Vicinity, xs: list[float], ys: list[float], anchors: Anchors
    ) -> None:
        self._vicinity = vicinity
        self._disc_radii: list[float] = []
        self.xs, self.ys = xs, ys
        self.anchors = anchors
        self.middles: list[Point] = []
        self._idle = [0] * len(vicinity.discs)
        self.hollow_corners: set[int] = set()
        self._sorted_anchors = sorted(anchors.items())
        self._inner = [corner for corner in vicinity.moving_corners if corner not in anchors]
        self._offsets: dict[int, list[float]] = {}
        self._sides: list[list[CellSide]] = []

    def glide(self) -> None:
        """Run the iterations without discs."""
        for iteration in range(_GLIDE_COUNT + _RELAX_COUNT):
            self._follow(1.0, iteration, *self._move_inner(1.0))

    def copy(self) -> Corners:
        """Return a copy of these corners that moves independently."""
        anchors = {corner: replace(anchor) for corner, anchor in self.anchors.items()}
        return Corners(self._vicinity, self.xs[:], self.ys[:], anchors)

    def push(self, inflations: Mapping[int, int]) -> None:
        """Run the iterations with discs, after `glide`. inflations: a mapping from discs to the
        number of times that each was inflated."""
        self._disc_radii = [
            _DISC_RADIUS + _INFLATION * inflations.get(number, 0)
            for number in range(len(self._vicinity.discs))
        ]
        for iteration in range(_DISC_COUNT):
            if iteration % 2 == 0:
                targets = self._move_inner(_SOFT_SHARE)
            self._follow(_SOFT_SHARE / 2, _GLIDE_COUNT + iteration, *targets)
            if iteration == 0:
                self._place_discs()
            self._push(iteration >= _RELEASE_COUNT)
            if iteration >= _RELEASE_COUNT and iteration % 3 == 2:
                smooth_offsets(self.anchors)
        for corner, anchor in self._sorted_anchors:
            self.xs[corner], self.ys[corner] = anchor.point
        self._cut_off(self.hollow_corners | find_hollow_corners(self.anchors))

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
        bulges = self._vicinity.bulges_by_corners
        for a, b, ax, ay, bx, by, begin, _ in self._walls(number)[0]:
            yield ax, ay
            if begin == OFF and (bulge := bulges.get((a, b), 0.0)):
                yield halfway((ax, ay), (bx, by), bulge)

    def _move_inner(self, share: float) -> tuple[list[float], list[float]]:
        """Move inner corners by a share of the distance to the mean of their cells' targets.

        Return two lists with the distances across and down from each anchored corner to that mean.
        """
        xs, ys, weights = self.xs, self.ys, self._vicinity.weights
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
        may_slide = iteration >= _GLIDE_COUNT // 2
        for corner, anchor in self._sorted_anchors:
            if may_slide and not anchor.pinned:
                slide(anchors, anchor, share * target_x[corner], share * target_y[corner])
            x, y = anchor.loop.point(anchor.along)  # Anchor.point, inlined for speed
            x += anchor.dx
            y += anchor.dy
            if iteration < _GLIDE_COUNT:
                xs[corner] += (x - xs[corner]) / (_GLIDE_COUNT - iteration)
                ys[corner] += (y - ys[corner]) / (_GLIDE_COUNT - iteration)
            else:
                xs[corner], ys[corner] = x, y

    def _place_discs(self) -> None:
        self._cut_off(find_hollow_corners(self.anchors))
        self.middles = [
            mean((self.xs[corner], self.ys[corner]) for corner in disc.ring)
            for disc in self._vicinity.discs
        ]

    def _cut_off(self, hollow_corners: set[int]) -> None:
        """Stop following the drawing after these corners."""
        self.hollow_corners = hollow_corners
        self._sides = [self._cell_sides(disc) for disc in self._vicinity.discs]

    def _cell_sides(self, disc: Disc) -> list[CellSide]:
        """Return the sides of a disc's cell, with their anchors."""
        anchors, hollow_corners, ring = self.anchors, self.hollow_corners, disc.ring
        sides: list[CellSide] = []
        for a, b in zip((ring[-1], *ring), ring, strict=False):
            follows = a in anchors and anchors[a].after == b and a not in hollow_corners
            sides.append((a, b, anchors[a], anchors[b]) if follows else (a, b, None, None))
        return sides

    def _push(self, may_leave: bool) -> None:
        """Let discs push walls that are too close, and let cells with too small or too large an
        area push or pull all their walls."""
        self._offsets = {}
        for number, disc in enumerate(self._vicinity.discs):
            if self._idle[number]:
                self._idle[number] -= 1
                continue
            edges, area, perimeter = self._walls(number)
            swell = 0.0
            if area < _MIN_AREA * disc.area:
                swell = min((_MIN_AREA * disc.area - area) / perimeter, _MAX_SWELL)
            elif area > _MAX_AREA * disc.area:
                swell = max((_MAX_AREA * disc.area - area) / perimeter, -_MAX_SWELL)
            extra_overlap = None
            if may_leave:
                extra_overlap = (
                    max(_RELEASE_AREA * disc.area - area, 0.0) / perimeter
                    - (_DISC_RADIUS - _RIM_RADIUS) * disc.radius
                )
            is_calm = self._push_around_disc(number, disc.radius, edges, swell, extra_overlap)
            self._idle[number] = _IDLE_COUNT if is_calm else 0
        self._widen_passages(may_leave)
        for corner, (dx, dy) in self._offsets.items():
            move_off(self.anchors[corner], dx, dy)

    def _widen_passages(self, may_leave: bool) -> None:
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
            self._nudge(a, -dx, -dy, may_leave)
            self._nudge(b, dx, dy, may_leave)

    def _nudge(self, corner: int, dx: float, dy: float, may_leave: bool) -> None:
        """Move a corner. An anchor slides, and leaves the drawing only if `may_leave` is true."""
        if corner in self.anchors:
            if not self.anchors[corner].pinned:
                slide(self.anchors, self.anchors[corner], dx, dy)
            if may_leave:
                self._add_offset(corner, -_CORNER_RATE, dx, dy)
        elif self._vicinity.weights[corner]:
            self.xs[corner] += dx
            self.ys[corner] += dy

    def _walls(self, number: int) -> tuple[list[Edge], float, float]:
        """Return the walls of a disc's cell, the area of the cell, and its approximate
        perimeter."""
        xs, ys = self.xs, self.ys
        edges: list[Edge] = []
        total = perimeter = 0.0
        for a, b, here, onward in self._sides[number]:
            ax, ay, bx, by = xs[a], ys[a], xs[b], ys[b]
            if here is None or onward is None:
                edges.append((a, b, ax, ay, bx, by, OFF, OFF))
                total += ax * by - bx * ay
                perimeter += abs(bx - ax) + abs(by - ay)
                continue
            last = 0.0
            for share, u, v in _sample_piece(here, onward):
                edges.append((a, b, ax, ay, u, v, last, share))
                total += ax * v - u * ay
                perimeter += 0.3
                ax, ay, last = u, v, share
            edges.append((a, b, ax, ay, bx, by, last, 1.0))
            total += ax * by - bx * ay
            perimeter += 0.3
        return edges, total / 2, perimeter

    def _push_around_disc(
        self,
        number: int,
        radius: float,
        edges: Iterable[Edge],
        swell: float,
        extra_overlap: float | None,
    ) -> bool:
        """Let a disc push its walls and be pushed by them. Return whether nothing was pushed.

        radius: the radius of the cell's circle in the tiling. extra_overlap: added to the overlap
        of a wall and the disc; if the sum is positive, anchors leave the drawing by a share of it.
        None as long as anchors must not leave the drawing.
        """
        is_calm = True
        radius *= self._disc_radii[number]
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
            nx, ny, overlap, share = -dy / length, dx / length, 0.0, 0.5
            if is_near:
                overlap, share = radius - side / length, ((x - ax) * dx + (y - ay) * dy) / span
                if share < 0.0 or share > 1.0:
                    if side > 0.0:
                        px, py = (x - ax, y - ay) if share < 0.0 else (x - bx, y - by)
                        distance = sqrt(px * px + py * py)
                        overlap, nx, ny = radius - distance, px / distance, py / distance
                    share = 0.0 if share < 0.0 else 1.0
                overlap = 0.0 if overlap < 0.0 else 0.2 if overlap > 0.2 else overlap
                x += 0.35 * overlap * nx
                y += 0.35 * overlap * ny
            leave_distance = 0.0 if extra_overlap is None else overlap + extra_overlap
            self._push_wall(edge, share, nx, ny, 0.5 * overlap, _SWELL_RATE * swell, leave_distance)
        self.middles[number] = x, y
        return is_calm

    def _push_wall(
        self,
        edge: Edge,
        at: float,
        nx: float,
        ny: float,
        push: float,
        swell: float,
        leave_distance: float,
    ) -> None:
        """Move a wall outwards by `push` at one point and by `swell` as a whole.

        at: the position of the point along the wall, from 0 to 1. nx, ny: the inward normal. more:
        the distance by which anchors should leave the drawing. A wall on a piece of the drawing
        only makes its anchors leave it.
        """
        a, b, _, _, _, _, begin, end = edge
        if begin != OFF:
            if leave_distance > 0.0:
                share = begin + at * (end - begin)
                self._add_offset(a, _PIECE_RATE * (1 - share) * leave_distance, nx, ny)
                self._add_offset(b, _PIECE_RATE * share * leave_distance, nx, ny)
            return
        anchors = self.anchors
        push = push / ((1 - at) * (1 - at) + at * at)
        for corner, weight in ((a, 1 - at), (b, at)):
            distance = push * weight + swell
            if corner in anchors:
                anchor = anchors[corner]
                if not anchor.pinned:
                    slide(anchors, anchor, -distance * nx, -distance * ny)
                if leave_distance > 0.0:
                    self._add_offset(corner, _CORNER_RATE * weight * leave_distance, nx, ny)
            elif self._vicinity.weights[corner]:
                self.xs[corner] -= distance * nx
                self.ys[corner] -= distance * ny

    def _add_offset(self, corner: int, distance: float, nx: float, ny: float) -> None:
        move = self._offsets.setdefault(corner, [0.0, 0.0])
        move[0] -= distance * nx
        move[1] -= distance * ny


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
