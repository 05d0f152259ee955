"""The corners of a grid move, sweep by sweep, from the tiling to the drawing.

First the corners of the rim glide to where they are to stand. Each cell asks for its corners where
they would be if it were what it was in the tiling, turned and a little scaled (shape matching: M.
Müller, B. Heidelberger, M. Teschner, M. Gross: *Meshless deformations based on shape matching*,
2005): inner corners go there, corners of the rim slide along the drawing. Then a disc in each cell
near the rim pushes away the walls that are too near (a constraint, as in position based dynamics).
Corners of the rim leave the drawing only where there is no other room, and their neighbours with
them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from math import sqrt

from puzzlebook.geometry.arc_fitting import halfway
from puzzlebook.geometry.arcs import Point
from puzzlebook.mazes.fitting.anchors import (
    Anchor,
    Stands,
    distribute_evenly,
    find_hollow_corners,
    leave,
    slide,
)
from puzzlebook.mazes.fitting.deepest import find_deepest_point
from puzzlebook.mazes.fitting.matching import OFF
from puzzlebook.mazes.fitting.neighbourhood import Disc, Vicinity, find_target_corners, mean

_GLIDE, _RELAX, _DISCS = 4, 2, 10  # sweeps of each kind, one after the other
_RELEASE = 3  # of the discs' sweeps, after which the rim may leave the drawing
_REST = 2  # for so many of them a disc that nothing was near to does nothing
_SOFT = 0.4  # how much cells ask for while discs push, in every other sweep
_ROOM, _RIM_ROOM = (
    0.66,
    0.6,
)  # a disc's radius in the tiling's; what it is worth to leave the drawing for
_MORE_ROOM = 0.1  # where that has left too little, each time
MOST_ROOMY = 2
"""So often a disc that had too little room gets more."""
_TINY, _SMALL, _BIG = (
    0.6,
    0.75,
    1.35,
)  # cells beyond these areas swell or shrink; what is tiny leaves the drawing for it
_SWELL, _MOST_SWELL = (
    1.5,
    0.2,
)  # how much of what they lack they do so in a sweep, and how far at most
_OUTWARDS, _INWARDS = 0.5, 0.9  # how fast pieces and corners leave the drawing

Edge = tuple[int, int, float, float, float, float, float, float]
"""A straight wall of a cell: the corners of its side, its two ends, and where these lie along the
piece of the drawing that the side follows, from 0 to 1; OFF where it follows none."""
CellSide = tuple[int, int, Anchor | None, Anchor | None]
"""The corners of a cell's side, and where they stand if it follows a piece of the drawing."""


class Corners:
    """Where the corners are while they move: `xs` and `ys`, and `on` for those that stand on the
    drawing.

    roomy: how often a disc had too little room. middles: of the discs. cut: the corners behind
    which the drawing runs too deep into a cell to be followed.
    """

    def __init__(
        self, vicinity: Vicinity, places: Sequence[Point], on: Stands, roomy: Mapping[int, int]
    ) -> None:
        self._vicinity = vicinity
        self._room = [
            _ROOM + _MORE_ROOM * roomy.get(number, 0) for number in range(len(vicinity.discs))
        ]
        self.xs, self.ys = [x for x, _ in places], [y for _, y in places]
        self.on = on
        self.middles: list[Point] = []
        self._resting = [0] * len(vicinity.discs)
        self.cut: set[int] = set()
        self._held = sorted(on.items())
        self._loose = [corner for corner in vicinity.moving if corner not in on]
        self._leaving: dict[int, list[float]] = {}
        self._sides: list[list[CellSide]] = []

    def move(self) -> None:
        """All sweeps."""
        for sweep in range(_GLIDE + _RELAX):
            self._follow(1.0, sweep, *self._ask(1.0))
        for sweep in range(_DISCS):
            if sweep % 2 == 0:
                wanted = self._ask(_SOFT)
            self._follow(_SOFT / 2, _GLIDE + sweep, *wanted)
            if sweep == 0:
                self._begin_discs()
            self._push(sweep >= _RELEASE)
            if sweep >= _RELEASE and sweep % 3 == 2:
                distribute_evenly(self.on, [stand for _, stand in self._held])
        for corner, stand in self._held:
            self.xs[corner], self.ys[corner] = stand.point
        self._cut_off(self.cut | find_hollow_corners(self.on))

    def find_pinched(self, least: float, own: float) -> set[int]:
        """The discs in whose cells the largest circle is smaller than the least, or than a share of
        their own."""
        found = set()
        for number, disc in enumerate(self._vicinity.discs):
            walls, middle = list(self._bent_walls(number)), self.middles[number]
            radius = max(least, own * disc.radius)
            if find_deepest_point(walls, middle, radius)[1] < radius:
                found.add(number)
        return found

    def _bent_walls(self, number: int) -> Iterator[Point]:
        """The outline of a disc's cell, its arcs as two straight lines each."""
        bent = self._vicinity.bent
        for a, b, ax, ay, bx, by, begin, _ in self._walls(number)[0]:
            yield ax, ay
            if begin == OFF and (bulge := bent.get((a, b), 0.0)):
                yield halfway((ax, ay), (bx, by), bulge)

    def _ask(self, share: float) -> tuple[list[float], list[float]]:
        """Inner corners go so much of the way to where their cells, in the mean, would have them.
        For corners of the rim, by their number: how far that is across and down."""
        xs, ys, weights = self.xs, self.ys, self._vicinity.share
        asked_x, asked_y = find_target_corners(self._vicinity.forms, xs, ys)
        for corner, _ in self._held:
            asked_x[corner] = asked_x[corner] * weights[corner] - xs[corner]
            asked_y[corner] = asked_y[corner] * weights[corner] - ys[corner]
        for corner in self._loose:
            x, y, weight = xs[corner], ys[corner], weights[corner]
            xs[corner] = x + share * (asked_x[corner] * weight - x)
            ys[corner] = y + share * (asked_y[corner] * weight - y)
        return asked_x, asked_y

    def _follow(
        self, share: float, sweep: int, asked_x: Sequence[float], asked_y: Sequence[float]
    ) -> None:
        """Corners of the rim slide so much of the way that was asked of them, and go to where they
        stand."""
        xs, ys, on = self.xs, self.ys, self.on
        may_slide = sweep >= _GLIDE // 2
        for corner, stand in self._held:
            if may_slide and not stand.pinned:
                slide(on, stand, share * asked_x[corner], share * asked_y[corner])
            x, y = stand.loop.point(
                stand.along
            )  # Stand.point, written out: so often is it asked for
            x += stand.dx
            y += stand.dy
            if sweep < _GLIDE:
                xs[corner] += (x - xs[corner]) / (_GLIDE - sweep)
                ys[corner] += (y - ys[corner]) / (_GLIDE - sweep)
            else:
                xs[corner], ys[corner] = x, y

    def _begin_discs(self) -> None:
        self._cut_off(find_hollow_corners(self.on))
        self.middles = [
            mean((self.xs[corner], self.ys[corner]) for corner in disc.ring)
            for disc in self._vicinity.discs
        ]

    def _cut_off(self, cut: set[int]) -> None:
        """From now on these corners' sides are not followed; `_sides` goes by it."""
        self.cut = cut
        self._sides = [self._cell_sides(disc) for disc in self._vicinity.discs]

    def _cell_sides(self, disc: Disc) -> list[CellSide]:
        """The sides of a disc's cell, by what they follow now."""
        on, cut, ring = self.on, self.cut, disc.ring
        sides: list[CellSide] = []
        for a, b in zip((ring[-1], *ring), ring, strict=False):
            follows = a in on and on[a].after == b and a not in cut
            sides.append((a, b, on[a], on[b]) if follows else (a, b, None, None))
        return sides

    def _push(self, release: bool) -> None:
        """Each disc pushes the walls that are too near, and cells too small or too large push or
        pull all theirs."""
        self._leaving = {}
        for number, disc in enumerate(self._vicinity.discs):
            if self._resting[number]:
                self._resting[number] -= 1
                continue
            edges, area, around = self._walls(number)
            swell = 0.0
            if area < _SMALL * disc.area:
                swell = min((_SMALL * disc.area - area) / around, _MOST_SWELL)
            elif area > _BIG * disc.area:
                swell = max((_BIG * disc.area - area) / around, -_MOST_SWELL)
            worth = None
            if release:
                worth = (
                    max(_TINY * disc.area - area, 0.0) / around - (_ROOM - _RIM_ROOM) * disc.radius
                )
            is_calm = self._make_room(number, disc.radius, edges, swell, worth)
            self._resting[number] = _REST if is_calm else 0
        self._widen(release)
        for corner, (dx, dy) in self._leaving.items():
            leave(self.on[corner], dx, dy)

    def _widen(self, release: bool) -> None:
        """The ends of a side that two cells have between them go apart where it is too short for a
        passage."""
        xs, ys = self.xs, self.ys
        for a, b, own_x, own_y, least in self._vicinity.gates:
            dx, dy = xs[b] - xs[a], ys[b] - ys[a]
            square = dx * dx + dy * dy
            if square >= least * least:
                continue
            length = sqrt(square)
            push = (least - length) / 2
            if length < 1e-3:
                dx, dy, length = own_x, own_y, sqrt(own_x * own_x + own_y * own_y)
            dx *= push / length
            dy *= push / length
            self._nudge(a, -dx, -dy, release)
            self._nudge(b, dx, dy, release)

    def _nudge(self, corner: int, dx: float, dy: float, release: bool) -> None:
        """Move a corner; one that stands on the drawing along it, and off it where that is
        allowed."""
        if corner in self.on:
            if not self.on[corner].pinned:
                slide(self.on, self.on[corner], dx, dy)
            if release:
                self._add_leaving(corner, -_INWARDS, dx, dy)
        elif self._vicinity.share[corner]:
            self.xs[corner] += dx
            self.ys[corner] += dy

    def _walls(self, number: int) -> tuple[list[Edge], float, float]:
        """The walls of a disc's cell, its area, and about its circumference."""
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
            was = 0.0
            for share, u, v in _sample_piece(here, onward):
                edges.append((a, b, ax, ay, u, v, was, share))
                total += ax * v - u * ay
                around += 0.3
                ax, ay, was = u, v, share
            edges.append((a, b, ax, ay, bx, by, was, 1.0))
            total += ax * by - bx * ay
            around += 0.3
        return edges, total / 2, around

    def _make_room(
        self, number: int, radius: float, edges: Iterable[Edge], swell: float, worth: float | None
    ) -> bool:
        """One disc pushes its walls, and is pushed by them; whether there were none to push.
        radius: of its own in the tiling. worth: what a lack of room must reach, negated, for the
        rim to leave the drawing; None where it may not.
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
        """A wall goes outwards by a push at one place of it, and by a swell in all. nx, ny:
        inwards. more: what is worth leaving the drawing for; a piece of it gives way only where
        there is no other room."""
        a, b, _, _, _, _, begin, end = edge
        if begin != OFF:
            if more > 0.0:
                share = begin + at * (end - begin)
                self._add_leaving(a, _OUTWARDS * (1 - share) * more, nx, ny)
                self._add_leaving(b, _OUTWARDS * share * more, nx, ny)
            return
        on = self.on
        push = push / ((1 - at) * (1 - at) + at * at)
        for corner, weight in ((a, 1 - at), (b, at)):
            by = push * weight + swell
            if corner in on:
                stand = on[corner]
                if not stand.pinned:
                    slide(on, stand, -by * nx, -by * ny)
                if more > 0.0:
                    self._add_leaving(corner, _INWARDS * weight * more, nx, ny)
            elif self._vicinity.share[corner]:
                self.xs[corner] -= by * nx
                self.ys[corner] -= by * ny

    def _add_leaving(self, corner: int, by: float, nx: float, ny: float) -> None:
        move = self._leaving.setdefault(corner, [0.0, 0.0])
        move[0] -= by * nx
        move[1] -= by * ny


def _sample_piece(here: Anchor, onward: Anchor) -> list[tuple[float, float, float]]:
    """Some points of the drawing between two corners, moved off it as these are: what share of the
    way each is at."""
    loop, along, dx, dy = here.loop, here.along, here.dx, here.dy
    gap = loop.gap(along, onward.along)
    more_x, more_y = onward.dx - dx, onward.dy - dy
    points = []
    for share, weight in _shares(2 if gap < 0.9 else 3 if gap < 1.5 else int(gap / 0.4)):
        x, y = loop.point(along + share * gap)
        points.append((share, x + (dx + weight * more_x), y + (dy + weight * more_y)))
    return points


@cache
def _shares(many: int) -> tuple[tuple[float, float], ...]:
    """Where so many pieces of one length meet, and what share of an ease from 0 to 1 is done
    there."""
    shares = [number / many for number in range(1, many)]
    return tuple((share, share * share * (3 - 2 * share)) for share in shares)
