"""Wall characters: decoration over the plain line of a wall, and the greatest weight of such walls.

A wall of any character is a line along the sides of cells, with areas and shorter lines over it
that depend only on the positions of these sides. No ink is farther from the line than half the
wall's weight, except in rounded corners of passages, where it stays outside the largest circle in
the cell. So no passage is narrower than between plain walls of that weight. The only arithmetic is
+ − × ÷ √, which gives the same results on every machine.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from math import ceil, dist, fsum, sqrt
from typing import NamedTuple

from puzzlebook.drawing.drawing import WHITE, Bend, Colour, CompositePath, Packed, PathPart, Subpath
from puzzlebook.geometry.arcs import Point
from puzzlebook.mazes import Grid

PLAIN = "plain"

Piece = tuple[Point, Point, float]
"""A line or an arc: start, end and bulge."""


class WallCharacter(NamedTuple):
    """A kind of wall.

    line: the weight of the line beneath, as a share of the wall's weight. heaviest: the greatest
    weight of the wall, in cell widths, if passages are wide enough for it. hollow: the colour, in
    colour books, of areas that are white in black books. pattern: lines across a cased wall, each
    as two points, along the wall and aside, in wall weights. pitch: the distance at which the
    pattern repeats, in wall weights.
    """

    about: str
    line: float = 1.0
    heaviest: float = 0.0
    hollow: Colour = WHITE
    pitch: float = 0.0
    pattern: tuple[tuple[float, float, float, float], ...] = ()

    @property
    def is_cased(self) -> bool:
        """Whether the wall consists of two lines with a hollow between them."""
        return self.pitch > 0


# The patterns of cased walls.
_BAR = ((-0.25, 0.3, 0.25, -0.3),)
_COURSE = ((0.0, 0.33, 0.0, -0.33),)
_CANDY = ((-0.45, 0.3, 0.05, -0.3), (-0.05, 0.3, 0.45, -0.3))
_STRAND = ((-0.3, 0.26, 0.3, -0.26),)
_GRAIN = ((-0.7, 0.12, 0.1, 0.12), (-0.1, -0.12, 0.6, -0.12))
_JOINT = ((-0.2, 0.3, -0.2, -0.3), (0.2, 0.3, 0.2, -0.3))
_KNOBS = ((-0.4, 0.13, -0.39, 0.13), (0.3, -0.13, 0.31, -0.13))

CHARACTERS = {
    PLAIN: WallCharacter("lines of one weight"),
    "round": WallCharacter("the corners of passages are rounded, as in a cave", 1.0, 1 / 12),
    "brush": WallCharacter("strokes that swell and taper, as of a brush", 0.45, 1 / 8),
    "hedge": WallCharacter("leafy hedges, to be coloured in", 0.25, 1 / 6, (0.5, 0.76, 0.36)),
    "stones": WallCharacter("rows of stones, to be coloured in", 0.2, 1 / 6, (0.86, 0.82, 0.76)),
    "bars": WallCharacter(
        "striped bars, as around a building site", 1.0, 1 / 6, (1.0, 0.8, 0.2), 1.5, _BAR
    ),
    "bricks": WallCharacter("rows of bricks", 1.0, 1 / 6, (0.9, 0.74, 0.66), 1.7, _COURSE),
    "candy": WallCharacter("sticks of candy", 1.0, 1 / 6, (1.0, 0.72, 0.82), 2.2, _CANDY),
    "rope": WallCharacter("twisted ropes", 1.0, 1 / 6, (0.93, 0.8, 0.55), 0.8, _STRAND),
    "logs": WallCharacter("logs with their grain", 1.0, 1 / 6, (0.82, 0.62, 0.4), 2.4, _GRAIN),
    "pipes": WallCharacter("pipes with their joints", 1.0, 1 / 6, (0.72, 0.8, 0.86), 3.6, _JOINT),
    "coral": WallCharacter("knobbly coral", 1.0, 1 / 6, (1.0, 0.68, 0.6), 1.5, _KNOBS),
    "wax": WallCharacter("hollow walls, to be coloured in", 1.0, 1 / 6, (1.0, 0.82, 0.35), 9.0),
}

# Distance from a corner to its rounding, as a share of the side or a cell width.
_ROUNDING_REACH = 0.45
_MAX_ROUNDING = 0.9  # the largest rounding, as a share of one that touches the cell's circle
LEAF = 0.7
"""The width of a leaf, as a share of the wall's weight."""
# In wall weights: the spacing of leaves, and their distance from the wall's line.
_LEAF_SPACING, _LEAF_ASIDE = 0.37, 0.15
# In wall weights: half a stone's width, the gap, a stone's length, and its length in bends.
_HALF_STONE, _GAP, _STONE_LENGTH, _BENT_STONE_LENGTH = 0.38, 0.06, 2.4, 1.3
# The outline of the stone at a corner, with half its width as the unit.
_CORNER_STONE = (
    (0.99, 0.1),
    (0.6, 0.8),
    (-0.25, 0.96),
    (-0.9, 0.43),
    (-0.9, -0.43),
    (-0.2, -0.97),
    (0.7, -0.71),
)
HOLLOW_LINE = 2 * (0.5 - _HALF_STONE)
"""The greatest weight of lines around hollow areas, as a share of the wall's weight."""
_SWELLING = (0.7, 0.3)  # fixed and random part of the swelling on each side, as shares
MARK = 0.1
"""The weight of lines across cased walls, as a share of the wall's weight."""
_BARE_LENGTH = 1.2  # total length at a side's ends without pattern, in wall weights
_CACHED_SIDES = 1 << 13  # sides whose pattern is kept
_DOT = 0.002  # length of a line that looks like a dot


class Decoration(NamedTuple):
    """Decoration over the lines of walls.

    line: the weight of its lines, as a share of the wall's weight; 0 for areas. is_hollow: whether
    the middle of each line, or each area inside its outline, has the hollow colour.
    """

    line: float
    is_hollow: bool
    subpaths: Sequence[Subpath]
    packed: Packed | None = None


def decorate_walls(
    grid: Grid,
    walls: Sequence[int],
    lines: Sequence[Subpath],
    character: str,
    weight: float,
    rails: Sequence[Subpath] = (),
) -> list[Decoration]:
    """Return the decoration over walls of a character. walls: the sides that are walls. lines: the
    strokes along walls and along `rails` of bridges. weight: of a wall, in cell widths."""
    if character == "round":
        return [Decoration(0, False, list(_round_corners(grid, walls)))]
    if character == "brush":
        return [
            Decoration(
                0, False, [_swell(*piece, weight) for line in lines for piece in split_stroke(line)]
            )
        ]
    if character == "hedge":
        drawn = [
            part
            for line in lines
            for piece in split_stroke(line)
            for part in _draw_leaves(*piece, weight)
        ]
        return [Decoration(LEAF, False, drawn), Decoration(LEAF, True, drawn)]
    if character == "stones":
        return [Decoration(0, True, list(_draw_stones(grid, walls, rails, weight)))]
    if CHARACTERS[character].is_cased:
        return [
            Decoration(1.0, True, lines),
            Decoration(
                MARK,
                False,
                CompositePath([_draw_pattern(grid, side, character, weight) for side in walls]),
            ),
        ]
    return []


@lru_cache(maxsize=_CACHED_SIDES)
def _draw_pattern(grid: Grid, side: int, character: str, weight: float) -> PathPart:
    """Return the lines across a cased wall, clear of walls that may meet at its ends."""
    row, drawn = CHARACTERS[character], list[Subpath]()
    for here, onward, bulge, length in _edge_paths(grid, side) if weight else ():
        count = int((length / weight - _BARE_LENGTH) / row.pitch)
        for number in range(count):
            share = 0.5 + (number + 0.5 - count / 2) * row.pitch * weight / length
            x, y = point_along(here, onward, bulge, share)
            before = point_along(here, onward, bulge, share - 0.01)
            after = point_along(here, onward, bulge, share + 0.01)
            unit = weight / dist(before, after)
            on_x, on_y = unit * (after[0] - before[0]), unit * (after[1] - before[1])
            for first, aside, last, other in row.pattern:
                start = x + first * on_x - aside * on_y, y + first * on_y + aside * on_x
                end = x + last * on_x - other * on_y, y + last * on_y + other * on_x
                drawn.append(Subpath([start, end]))
    return PathPart(drawn)


def split_stroke(line: Subpath) -> Iterator[Piece]:
    """Yield the lines and arcs of a stroke."""
    points = [*line.points, line.points[0]] if line.closed else line.points
    bends: Sequence[Bend] = line.bends or [0.0] * len(points)
    for (here, onward), bend in zip(pairwise(points), [*bends, 0.0], strict=False):
        # A closed stroke may repeat its first point at the end.
        if here != onward:
            yield here, onward, bend if isinstance(bend, float | int) else 0.0


def point_along(here: Point, onward: Point, bulge: float, share: float) -> Point:
    """Return a point on a line or an arc, approximately at this share of its length.

    An arc of bulge b is the rational quadratic curve whose middle weight is (1 − b²) / (1 + b²).
    """
    (x0, y0), (x1, y1) = here, onward
    if not bulge:
        return x0 + share * (x1 - x0), y0 + share * (y1 - y0)
    if abs(bulge) > 0.4:  # split it: the halves are flatter
        mid = (x0 + x1 + bulge * (y1 - y0)) / 2, (y0 + y1 - bulge * (x1 - x0)) / 2
        half = bulge / (1 + sqrt(1 + bulge * bulge))
        return (
            point_along(here, mid, half, 2 * share)
            if share <= 0.5
            else point_along(mid, onward, half, 2 * share - 1)
        )
    square = bulge * bulge
    middle, offset = (1 - square) / (1 + square), bulge / (1 - square)
    x, y = (x0 + x1) / 2 + offset * (y1 - y0), (y0 + y1) / 2 - offset * (x1 - x0)
    first, second, third = (
        (1 - share) * (1 - share),
        2 * share * (1 - share) * middle,
        share * share,
    )
    total = first + second + third
    return (first * x0 + second * x + third * x1) / total, (
        first * y0 + second * y + third * y1
    ) / total


def piece_length(here: Point, onward: Point, bulge: float) -> float:
    """Return the length of a line, or the approximate length of a flat arc."""
    return dist(here, onward) * (1 + 2 / 3 * bulge * bulge)


def hash_position(x: float, y: float) -> float:
    """Return a number from 0 to 1 that looks random but depends only on a position."""
    mixed = (round(x * 1000) * 7919 + round(y * 1000) * 104729) % 65521
    return mixed * mixed % 65521 / 65520


# Rounded corners


def _round_corners(grid: Grid, walls: Sequence[int]) -> Iterator[Subpath]:
    """Yield an area in each corner of a cell between two walls."""
    bulges = {}
    for side in walls:
        a, b = grid.sides[side]
        bulge = grid.bulges[side] if grid.bulges else 0.0
        # Fitting may move two corners to one point.
        if side not in grid.edge_paths and grid.corners[a] != grid.corners[b]:
            bulges[a, b], bulges[b, a] = bulge, -bulge
    for cell in range(grid.cells):
        ring = grid.ring_corners[grid.ring_start[cell] : grid.ring_start[cell + 1]]
        for before, here, after in zip(
            (ring[-1], *ring[:-1]), ring, (*ring[1:], ring[0]), strict=True
        ):
            back, onward = bulges.get((here, before)), bulges.get((here, after))
            if back is not None and onward is not None:
                corner = grid.corners[here]
                sides = (grid.corners[before], back), (grid.corners[after], onward)
                if rounding := _round_corner(corner, *sides, grid.centres[cell]):
                    yield rounding


def _round_corner(
    corner: Point, one: tuple[Point, float], other: tuple[Point, float], centre: Point
) -> Subpath | None:
    """Return the area between a corner and a curve that touches both of its sides; None if the
    sides are almost in line."""
    ends = [point_along(corner, *side, 0.01) for side in (one, other)]
    (ux, uy), (vx, vy) = (((x - corner[0]), (y - corner[1])) for x, y in ends)
    cosine = (ux * vx + uy * vy) / sqrt((ux * ux + uy * uy) * (vx * vx + vy * vy))
    sine, half = sqrt(max(0.0, 1 - cosine) / 2), sqrt(max(0.0, 1 + cosine) / 2)
    is_inside = (ux + vx) * (centre[0] - corner[0]) + (uy + vy) * (centre[1] - corner[1]) > 0
    if half < 0.1 or not is_inside:
        return None
    # The curve's middle is at reach · half / 2 from the corner, and the cell's largest circle, of
    # radius 1/2, at 1 / (2 sine) − 1/2.
    longest = _MAX_ROUNDING * (1 / sine - 1) / half
    lengths = [piece_length(corner, *side) for side in (one, other)]
    reach = min(longest, _ROUNDING_REACH * min(1.0, *lengths))
    first, last = (
        point_along(corner, *side, reach / length)
        for side, length in zip((one, other), lengths, strict=True)
    )
    controls = tuple(
        (end[0] + 2 / 3 * (corner[0] - end[0]), end[1] + 2 / 3 * (corner[1] - end[1]))
        for end in (first, last)
    )
    return Subpath([corner, first, last], [0.0, (controls[0], controls[1])], closed=True)


# Strokes of a brush


def _swell(here: Point, onward: Point, bulge: float, weight: float) -> Subpath:
    """Return a brush stroke, thickest in the middle: the area between two arcs."""
    minimum, random_part = _SWELLING
    chord = dist(here, onward)
    first_swelling, second_swelling = (
        weight / chord * (minimum + random_part * hash_position(x + 0.3, y))
        for x, y in (here, onward)
    )
    return Subpath([here, onward], [bulge + first_swelling, second_swelling - bulge], closed=True)


# Leaves and stones


def _draw_leaves(here: Point, onward: Point, bulge: float, weight: float) -> Iterator[Subpath]:
    """Yield dots alternately on both sides of the line, and one on the line at each end."""
    count = max(2, ceil(piece_length(here, onward, bulge) / (_LEAF_SPACING * weight)))
    out = _LEAF_ASIDE * weight / dist(here, onward)
    out_x, out_y = out * (here[1] - onward[1]), out * (onward[0] - here[0])
    for number in range(count + 1):
        x, y = point_along(here, onward, bulge, number / count)
        side = 0 if number in (0, count) else 1 if number % 2 else -1
        x, y = x + side * out_x, y + side * out_y
        yield Subpath([(x, y), (x + _DOT, y)])


def _draw_stones(
    grid: Grid, walls: Sequence[int], rails: Sequence[Subpath], weight: float
) -> Iterator[Subpath]:
    """Yield a stone at each corner with a wall, and a row of irregular stones between corners."""
    corners = sorted({corner for side in walls for corner in grid.sides[side]})
    bends = dict.fromkeys(point for rail in rails for point in rail.points)
    for corner in corners:
        bends.pop(grid.corners[corner], None)
    for x, y in (*(grid.corners[corner] for corner in corners), *bends):
        reach = _HALF_STONE * weight
        yield Subpath(
            [(x + reach * out_x, y + reach * out_y) for out_x, out_y in _CORNER_STONE], closed=True
        )
    for side in walls:
        yield from _draw_stone_row(list(_edge_paths(grid, side)), weight)
    for piece in (piece for rail in rails for piece in split_stroke(rail)):
        yield from _draw_stone_row([(*piece, piece_length(*piece))], weight)


def _edge_paths(grid: Grid, side: int) -> Iterator[tuple[Point, Point, float, float]]:
    """Yield the lines and arcs of a side: start, end, bulge and length."""
    for here, onward, bulge in grid.arcs(side):
        if here != onward:
            yield here, onward, bulge, piece_length(here, onward, bulge)


def _draw_stone_row(
    edge_paths: Sequence[tuple[Point, Point, float, float]], weight: float
) -> Iterator[Subpath]:
    """Yield the stones of a side, without the stones at its ends."""
    begin, gap = _HALF_STONE * weight, _GAP * weight / 2
    length = fsum(edge_path[3] for edge_path in edge_paths) - 2 * begin
    stone_length = (
        _BENT_STONE_LENGTH if any(bulge for _, _, bulge, _ in edge_paths) else _STONE_LENGTH
    )
    count = max(1, round(length / (stone_length * weight)))
    cuts = [begin]
    for number in range(1, count):
        x, y = _point_on_side(edge_paths, begin + length * number / count)
        cuts.append(begin + length * (number + 0.7 * (hash_position(x, y) - 0.5)) / count)
    for first, last in pairwise([*cuts, begin + length]):
        if last - first > 3 * gap:
            yield _draw_stone(
                _point_on_side(edge_paths, first + gap),
                _point_on_side(edge_paths, (first + last) / 2),
                _point_on_side(edge_paths, last - gap),
                weight,
            )


def _point_on_side(
    edge_paths: Sequence[tuple[Point, Point, float, float]], remaining: float
) -> Point:
    """Return the point of a side at this distance along it."""
    for here, onward, bulge, length in edge_paths:
        if remaining <= length:
            return point_along(here, onward, bulge, remaining / length)
        remaining -= length
    return edge_paths[-1][1]


def _draw_stone(here: Point, middle: Point, onward: Point, weight: float) -> Subpath:
    """Return a stone with four corners, each moved towards the wall's line by a random amount. It
    is thinner where the wall turns."""
    (x0, y0), (x1, y1) = here, onward
    chord = dist(here, onward)
    offset = (
        max(0.1 * weight, _HALF_STONE * weight - dist(middle, ((x0 + x1) / 2, (y0 + y1) / 2)))
        / chord
    )
    out_x, out_y = offset * (y0 - y1), offset * (x1 - x0)
    corners = ((x0, y0, 1), (x1, y1, 1), (x1, y1, -1), (x0, y0, -1))
    shares = [hand * (0.7 + 0.3 * hash_position(x + hand, y)) for x, y, hand in corners]
    points = (
        (x + share * out_x, y + share * out_y)
        for (x, y, _), share in zip(corners, shares, strict=True)
    )
    return Subpath(list(points), closed=True)
