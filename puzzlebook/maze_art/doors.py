"""Doors, the openings in a maze's rim, and the arrows or pictures outside them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise, product
from math import ceil, dist, hypot, inf
from typing import NamedTuple

from puzzlebook.drawing.drawing import BLACK, Layer, Style, Subpath
from puzzlebook.geometry.arcs import Point, distance, midpoint
from puzzlebook.ground.lengths import MM
from puzzlebook.maze_art.extent import RIM
from puzzlebook.maze_art.marks import Marks
from puzzlebook.mazes import Grid, Maze

# In cell widths: the space that an arrow needs outside a door.
DOOR_ROOM = 0.95
# In cell widths: the space that a sign needs outside a door to another room.
SIGN_ROOM = 1.8
# On a rim traced from a picture, doors are hard to spot and marks are small, so arrows are enlarged
# by up to this factor.
_LARGEST_ARROW = 1.5
# In cell widths: the distance from the middle of a door to the picture outside, and the picture's
# radius. With the cells of tactile books (templates/audiences.toml) the gap is 1/4 inch and the
# picture 1/2 inch.
_GAP, _RADIUS = 0.45, 0.42
# The same outside a drawn rim, where the picture replaces an arrow: its distance from the door, the
# radii to try, largest first, and the clearance around it.
_NEAR_GAP, _RADII, _MARK_CLEARANCE = 0.2, (0.58, 0.5, 0.42), 0.15
# In cell widths: the smallest distance of an arrow from other parts of a rim, and the points on its
# axis where the distance is measured.
_ARROW_CLEARANCE, _ARROW_POINTS = 0.3, (0.4, 0.63, 0.86)
_PLAIN_CLEARANCE = 0.12  # clearance from the rim of a tiling: half the spacing of the points above
_ARROW_SIZES = (_LARGEST_ARROW, 1.25, 1.0, 0.8, 0.65, 0.5)
# Outside a plain rim, arrows are not enlarged: the index of the first size to try there.
_FIRST_PLAIN = _ARROW_SIZES.index(1.0)
_NEAR_DISTANCE = 3.0  # cell widths: a side whose ends are farther away cannot obstruct an arrow
# In cell widths: the distances of the points checked ahead of an arrow, and the clearance they
# need.
_POINTS_AHEAD, _CLEARANCE_AHEAD = (1.8, 2.6, 3.4, 4.2), 0.6
# The minimum width of a door in a stage, as a share of the widest rim side of its cell.
_MIN_DOOR_WIDTH = 0.7
# A tip, such as a horn or an ear: the smallest cosine of the angle between its sides (80 degrees),
# and the distance from the tip, in cell widths, at which the sides are measured.
_TIP_COSINE, _TIP_LENGTH = 0.1736, 0.6
_ROUNDING = 1e-6

# The corners of an arrow that points inwards: (distance outwards, distance along the rim).
_ARROW = (
    (0.2, 0.0),
    (0.52, 0.26),
    (0.52, 0.085),
    (0.86, 0.085),
    (0.86, -0.085),
    (0.52, -0.085),
    (0.52, -0.26),
)
# In points: an arrow shorter than _MIN_ARROW is drawn bold instead. Bold arrows are _BOLD_LENGTH
# long and wide, if possible, and extend at most _BOLD_REACH from the corners of the cell.
_MIN_ARROW, _BOLD_LENGTH, _BOLD_REACH = 3.9 * MM, 5 * MM, 8.5 * MM
# Lengths and widths of bold arrows to try, best first, as shares of _BOLD_LENGTH, and distances
# from the door to try, in cell widths. Where space is short, arrows are short but broad.
_BOLD_SIZES = (
    *((share, share) for share in (1.0, 0.9, 0.8, 0.75, 0.7)),
    *((length, width) for width in (1.0, 0.7) for length in (0.6, 0.5, 0.4, 0.3, 0.2)),
)
_BOLD_GAPS = (0.15, 0.25, 0.4, 0.7)
_MIN_COSINE = 0.45  # smallest cosine of the angle between a bold arrow and the normal
# A bold arrow's head and shaft, as shares of its width; the notch of a short arrow, which has no
# shaft, as a share of its length.
_HEAD, _SHAFT, _NOTCH = 0.75, 0.4, 0.3
# An arrow in a door, beside a figure. In radii of the largest circle in its cell: its length, its
# greatest width, and how far it reaches beyond the middle of the cell. As shares of its length: its
# width, and how much of it is outside at least. Its least length, in points. The smallest cosine of
# the angle between straight in and the middle of the cell for which it points there.
_IN_DOOR_LENGTH, _IN_DOOR_WIDEST, _IN_DOOR_BEYOND = 1.35, 1.5, 0.35
_IN_DOOR_WIDTH, _IN_DOOR_OUTSIDE, _IN_DOOR_LEAST = 0.8, 0.25, 7 * MM
_MIN_COSINE_IN = 0.6
# In cell widths: a bold arrow's clearance from the rim, the spacing of the points at which it is
# measured, and the smallest distance from the edge of the available space.
_BOLD_CLEARANCE, _POINT_SPACING, _EDGE_GAP = 0.13, 0.12, 0.02


class ArrowRoom(NamedTuple):
    """The space available to arrows on paper.

    cell: the width of a cell, in points. side_space, vertical_space: the free space on the page on
    each side of a maze, and above and below it, in addition to its margin, in points.
    """

    cell: float = inf
    side_space: float = 0.0
    vertical_space: float = 0.0

    @property
    def reach(self) -> float:
        """The greatest distance of an arrow from the corners of its cell, in cell widths."""
        return max(1.0, _BOLD_REACH / self.cell)


ANY_PAPER = ArrowRoom()


class MarkSpot(NamedTuple):
    """The circle of a picture outside a door, in cell widths."""

    centre: Point
    radius: float


def marks_margin(marks: Marks, has_drawn_rim: bool = False) -> float:
    """Return the margin that marks need around a maze, in cell widths. A rim traced from a picture
    needs half its extra line width. The width of an ordinary wall is not included, since all mazes
    have it."""
    if marks.signs:
        return SIGN_ROOM
    if marks.outside:
        return _GAP + 2 * _RADIUS
    if marks.arrows:
        return DOOR_ROOM * _LARGEST_ARROW if has_drawn_rim else DOOR_ROOM
    return RIM / 2 if has_drawn_rim else 0


def choose_doors(maze: Maze, marks: Marks) -> tuple[int | None, int | None]:
    """Return the rim sides that are opened at the start and at the end.

    An end gets None if it is not on the outer rim or if the marks open no door. The finish also
    gets None if its mark is inside its cell, since the path stops there. If several sides qualify,
    prefer those with the most space outside, then the pair farthest apart, then the first.
    """
    if not marks.doors:
        return None, None
    if maze.gates:
        start, end = maze.find_gate(maze.start), maze.find_gate(maze.end)
        return start and start.side, end and end.side
    if maze.design.is_staged and maze.shown.doors:
        return _find_stage_doors(maze)
    starts = _rank_outer_sides(maze.shown, maze.start, marks)
    ends = [None] if marks.are_in_cells else _rank_outer_sides(maze.shown, maze.end, marks)
    return max(product(starts, ends), key=lambda pair: _distance_between(maze.shown, *pair))


def _find_stage_doors(maze: Maze) -> tuple[int, int]:
    """Return, for each end cell, the side nearest to a door of the stage that is wide enough. Sides
    of the outer rim come before those at a hole, which lead nowhere."""
    grid, found = maze.shown, []
    for cell, doors in zip((maze.start, maze.end), maze.stage_doors, strict=True):
        inner = len(grid.pairs)
        sides = grid.outer_sides(cell) or [
            side for side in range(inner, len(grid.sides)) if grid.rim_cells[side - inner] == cell
        ]
        widths = {
            side: dist(*(grid.corners[corner] for corner in grid.sides[side])) for side in sides
        }
        wide_sides = [
            side for side in sides if widths[side] >= _MIN_DOOR_WIDTH * max(widths.values())
        ]
        found.append(
            min(
                wide_sides,
                key=lambda side: min(round(dist(side_middle(grid, side), at), 6) for at in doors),
            )
        )
    return found[0], found[1]


def _rank_outer_sides(grid: Grid, cell: int | None, marks: Marks) -> list[int | None]:
    """Return a cell's best doors on the outer rim, or a single None."""
    sides = grid.outer_sides(cell)
    ratings = {side: _rate_mark_door(grid, side, marks) for side in sides}
    return [side for side in sides if ratings[side] == max(ratings.values())] or [None]


@lru_cache(maxsize=1 << 10)  # a book has many mazes on one grid
def _rate_mark_door(grid: Grid, door: int, marks: Marks) -> tuple[float, ...]:
    """Return the ratings of a door and of the space outside it; higher is better. Doors that do not
    damage the outline of a drawing come first."""
    return -_count_cut_tips(grid, door), *_rate_place_outside(grid, door, marks)


def _rate_place_outside(grid: Grid, door: int, marks: Marks) -> tuple[float, ...]:
    """Return the ratings of the space outside a door for an arrow or a picture."""
    if marks.figures:  # figures are above and below a maze
        return round(abs(_outward_direction(grid, door)[1]), 6), *_rate_arrow_door(grid, door)
    if marks.outside and not marks.arrows:
        return (find_spot_outside(grid, door) is not None,)
    if marks.outside:
        spot = find_spot_before(grid, door)
        return spot.radius if spot else 0.0, *_rate_arrow_door(grid, door)
    return _rate_arrow_door(grid, door)


def _count_cut_tips(grid: Grid, door: int) -> int:
    """Count the tips of a drawn rim, such as horns, that would lose one side to a door; return 2
    if the door would remove a whole tip."""
    if not grid.has_drawn_rim:
        return 0
    (walk,) = (walk for walk in grid.rim_walks if door in walk)
    place = walk.index(door)
    before, after = (
        [arc for side in sides for arc in grid.arcs(side)]
        for sides in (
            [walk[place - back] for back in (2, 1)],
            [walk[(place + onward) % len(walk)] for onward in (1, 2)],
        )
    )
    here = [*grid.arcs(door)]
    line = [arc[0] for arc in (*before, *here, *after)]
    first, last = len(before), len(before) + len(here)
    tips = {index for index in range(first, last + 1) if _is_tip(line[: index + 1], line[index:])}
    return 2 if tips - {first, last} else len(tips)


def _is_tip(towards: Sequence[Point], away: Sequence[Point]) -> bool:
    """Return whether the point where one line ends and another begins is a tip."""
    here = x, y = away[0]
    back, onward = _point_along(towards[::-1], _TIP_LENGTH), _point_along(away, _TIP_LENGTH)
    (back_x, back_y), (on_x, on_y) = ((end[0] - x, end[1] - y) for end in (back, onward))
    turns_in = on_x * back_y - on_y * back_x > 0
    product = on_x * back_x + on_y * back_y
    return turns_in and product > _TIP_COSINE * dist(here, back) * dist(here, onward)


def _point_along(line: Sequence[Point], length: float) -> Point:
    """Return the point at this distance along a line, or the end of a shorter line."""
    for (ax, ay), (bx, by) in pairwise(line):
        step = dist((ax, ay), (bx, by))
        if step >= length:
            return ax + (bx - ax) * length / step, ay + (by - ay) * length / step
        length -= step
    return line[-1]


def _rate_arrow_door(grid: Grid, door: int) -> tuple[float, ...]:
    """Return the ratings of a door for an arrow: its size, capped at the size on a plain rim; then
    whether the space ahead of it is clear; then its uncapped size."""
    size = _arrow_size(grid, door)
    if not grid.has_drawn_rim:
        return (size,)
    (x, y), (out_x, out_y) = _find_opening(grid, door)
    points = [(x + away * out_x, y + away * out_y) for away in _POINTS_AHEAD]
    rim_lines = _rim_lines_near(grid, door, (x, y), _POINTS_AHEAD[-1] + _CLEARANCE_AHEAD + 1)
    is_free = all(
        distance(point, *arc) >= _CLEARANCE_AHEAD for point in points for arc in rim_lines
    )
    return min(size, 1.0), is_free, size


def is_plain_to_see(grid: Grid, door: int) -> bool:
    """Return whether the arrow at a door has its full size, which it does not have in a bay."""
    return _arrow_size(grid, door) >= 1


@lru_cache(maxsize=1 << 10)  # used to choose a door, and again to draw its arrow
def _arrow_size(grid: Grid, door: int) -> float:
    """Return the size of the arrow outside a door, relative to an arrow on a plain rim. The arrow
    is larger outside a drawn rim, and smaller in a bay, to keep clear of the rim."""
    (x, y), (out_x, out_y) = _find_opening(grid, door)
    rim_lines = _rim_lines_near(grid, door, (x, y), _NEAR_DISTANCE)
    sizes, clearance = (
        (_ARROW_SIZES, _ARROW_CLEARANCE)
        if grid.has_drawn_rim
        else (_ARROW_SIZES[_FIRST_PLAIN:], _PLAIN_CLEARANCE)
    )
    for size in sizes:
        points = [(x + size * away * out_x, y + size * away * out_y) for away in _ARROW_POINTS]
        if all(distance(point, *arc) >= size * clearance for point in points for arc in rim_lines):
            return size
    return _ARROW_SIZES[-1]


def _rim_lines_near(
    grid: Grid, door: int, point: Point, reach: float
) -> list[tuple[Point, Point, float]]:
    """Return the arcs of all rim sides but the door with an end within `reach` of a point."""
    rim = (side for side in range(len(grid.pairs), len(grid.sides)) if side != door)
    near = (
        side
        for side in rim
        if min(dist(grid.corners[corner], point) for corner in grid.sides[side]) < reach
    )
    return [arc for side in near for arc in grid.arcs(side) if arc[0] != arc[1]]


def find_spot_outside(grid: Grid, door: int | None) -> MarkSpot | None:
    """Return the circle of the picture outside a door.

    The result is None if the picture would be nearer to the rest of the rim than to the door, as in
    a bay of a silhouette. Distances are measured to corners and midpoints of sides.
    """
    if door is None:
        return None
    (x, y), (out_x, out_y), spot_distance = (
        side_middle(grid, door),
        _outward_direction(grid, door),
        _GAP + _RADIUS,
    )
    spot, rim = (
        (x + spot_distance * out_x, y + spot_distance * out_y),
        range(len(grid.pairs), len(grid.sides)),
    )
    near = (
        point
        for side in rim
        for point in (grid.corners[grid.sides[side][0]], side_middle(grid, side))
    )
    return (
        MarkSpot(spot, _RADIUS)
        if all(dist(spot, point) >= spot_distance - _ROUNDING for point in near)
        else None
    )


def find_spot_before(grid: Grid, door: int) -> MarkSpot | None:
    """Return the circle of the picture outside a door of a drawn rim, as near as an arrow; None if
    there is not enough space."""
    (x, y), (out_x, out_y) = _find_opening(grid, door)
    rim_lines = _rim_lines_near(grid, door, (x, y), _NEAR_DISTANCE)
    for radius in _RADII:
        spot = x + (_NEAR_GAP + radius) * out_x, y + (_NEAR_GAP + radius) * out_y
        if all(distance(spot, *arc) >= radius + _MARK_CLEARANCE for arc in rim_lines):
            return MarkSpot(spot, radius)
    return None


def _distance_between(grid: Grid, door: int | None, other_door: int | None) -> float:
    """Return the distance between two doors: arrows of distant doors are unlikely to collide."""
    if door is None or other_door is None:
        return 0.0
    return round(dist(side_middle(grid, door), side_middle(grid, other_door)), 6)


def side_middle(grid: Grid, side: int) -> Point:
    """Return the midpoint of a side as drawn."""
    return midpoint(*grid.middle_arc(side))


def find_posts(grid: Grid, door: int) -> tuple[Point, Point]:
    """Return the two ends of a door, in the order that has the outside of the maze on the left."""
    start, end = (grid.corners[corner] for corner in grid.sides[door])
    return start, end


def find_way_out(grid: Grid, door: int) -> tuple[Point, Point]:
    """Return the midpoint of a door, and the unit vector straight out through it."""
    return _find_opening(grid, door)


def _find_opening(grid: Grid, door: int) -> tuple[Point, Point]:
    """Return the midpoint between the posts of a door, and the unit vector straight out through it.
    A rim traced from a picture may bulge between the posts, so that the normal at its midpoint is
    not straight out."""
    if not grid.has_drawn_rim:
        return side_middle(grid, door), _outward_direction(grid, door)
    a, b = (grid.corners[corner] for corner in grid.sides[door])
    return midpoint(a, b, 0.0), _left_normal(a, b)


def _outward_direction(grid: Grid, door: int) -> Point:
    """Return the unit vector out of the maze at a rim side."""
    a, b, _ = grid.middle_arc(door)
    return _left_normal(a, b)


def _left_normal(a: Point, b: Point) -> Point:
    """Return the unit vector to the left of the direction from a to b: outwards for rim sides."""
    length = dist(a, b)
    return (b[1] - a[1]) / length, (a[0] - b[0]) / length


def draw_arrow(grid: Grid, door: int, inwards: bool, room: ArrowRoom = ANY_PAPER) -> Subpath:
    """Return an arrow outside a rim side that points into the maze or out of it. An arrow that
    would be tiny on paper is drawn bold, so that it is easy to find."""
    size = _arrow_size(grid, door)
    if size * (_ARROW[3][0] - _ARROW[0][0]) * room.cell < _MIN_ARROW:
        bold = _BOLD_LENGTH / room.cell
        ways_out = _list_ways_out(grid, door)
        for (length, width), out, gap in product(_BOLD_SIZES, ways_out, _BOLD_GAPS):
            outline = _outline_bold_arrow(length * bold, width * bold, gap)
            arrow = _place_arrow(grid, door, outline, out, inwards)
            if _has_room_for(grid, door, arrow, room):
                return Subpath(arrow, closed=True)
    outline = [(size * out, size * along) for out, along in _ARROW]
    return Subpath(
        _place_arrow(grid, door, outline, _find_opening(grid, door)[1], inwards), closed=True
    )


def draw_arrow_in_door(grid: Grid, door: int, inwards: bool, cell_size: float = inf) -> Subpath:
    """Return an arrow in the opening of a door, partly in the end cell and partly outside, where a
    figure is. It is as large as the cell allows, but on paper not so short that it is hard to see.
    cell_size: the width of a cell, in points."""
    cell = grid.rim_cells[door - len(grid.pairs)]
    centre, radius = grid.circle(cell)
    middle, (out_x, out_y) = _find_opening(grid, door)
    x, y = (centre[0] - middle[0], centre[1] - middle[1])
    distance_in = hypot(x, y)
    if distance_in and -(x * out_x + y * out_y) > _MIN_COSINE_IN * distance_in:
        out_x, out_y = -x / distance_in, -y / distance_in
    length = max(_IN_DOOR_LENGTH * radius, _IN_DOOR_LEAST / cell_size)
    outside = max(_IN_DOOR_OUTSIDE * length, length - distance_in - _IN_DOOR_BEYOND * radius)
    width = min(_IN_DOOR_WIDTH * length, _IN_DOOR_WIDEST * radius)
    outline = _outline_bold_arrow(length, width, outside - length)
    return Subpath(_place_arrow(grid, door, outline, (out_x, out_y), inwards), closed=True)


def measure_arrow_outside(passage: float) -> float:
    """Return how far the arrow in a door of a passage this wide reaches outside, in points."""
    radius = passage / 2
    length = max(_IN_DOOR_LENGTH * radius, _IN_DOOR_LEAST)
    return max(_IN_DOOR_OUTSIDE * length, length - (1 + _IN_DOOR_BEYOND) * radius)


def _list_ways_out(grid: Grid, door: int) -> list[Point]:
    """Return the directions for an arrow outside a door: straight out and, to get out of the bay of
    a jagged rim, horizontal or vertical."""
    _, straight = _find_opening(grid, door)
    axes = ((1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0))
    near = [
        axis
        for axis in axes
        if _MIN_COSINE < round(axis[0] * straight[0] + axis[1] * straight[1], 6) < 1
    ]
    return [straight, *(near if not grid.has_drawn_rim else ())]


def _outline_bold_arrow(length: float, width: float, gap: float) -> list[Point]:
    """Return the outline of an arrow that points inwards; a short one has a notch, no shaft."""
    shaft, tail = _SHAFT * width / 2, gap + length
    if (head := _HEAD * width) + shaft < length:
        back = gap + head
        side = [(gap, 0.0), (back, width / 2), (back, shaft), (tail, shaft)]
    else:
        side = [(gap, 0.0), (tail, width / 2), (tail - _NOTCH * length, 0.0)]
    return [*side, *((out, -along) for out, along in reversed(side) if along)]


def _place_arrow(
    grid: Grid, door: int, outline: Sequence[Point], out: Point, inwards: bool
) -> list[Point]:
    """Return the points of an arrow outside a door. outline: an arrow that points inwards, as
    (distance outwards, distance along the rim). out: the direction out of the door."""
    (x, y), _ = _find_opening(grid, door)
    if not inwards:
        reach = outline[0][0] + max(away for away, _ in outline)
        outline = [(reach - away, along) for away, along in outline]
    return [
        (x + away * out[0] - along * out[1], y + away * out[1] + along * out[0])
        for away, along in outline
    ]


def _has_room_for(grid: Grid, door: int, arrow: Sequence[Point], room: ArrowRoom) -> bool:
    """Return whether an arrow is clear of the rim, near its cell and within the available space."""
    enlargement = _LARGEST_ARROW if grid.has_drawn_rim else 1.0
    xs, ys = zip(*arrow, strict=True)
    for places, length, free_space in (
        (xs, grid.width, room.side_space),
        (ys, grid.height, room.vertical_space),
    ):
        margin = enlargement * DOOR_ROOM + free_space / room.cell - _EDGE_GAP
        if min(places) < -margin or max(places) > length + margin:
            return False
    cell = grid.rim_cells[door - len(grid.pairs)]
    centre = grid.circle(cell).centre
    max_distance = (
        max(dist(centre, corner) for corner in grid.ring(cell))
        + enlargement * room.reach
        - _EDGE_GAP
    )
    if any(dist(centre, point) > max_distance for point in arrow):
        return False
    rim_lines = _rim_lines_near(grid, door, centre, max_distance + 1)
    return all(
        distance(point, *arc) >= _BOLD_CLEARANCE
        for point in _space_points(arrow)
        for arc in rim_lines
    )


def _space_points(outline: Sequence[Point]) -> Iterator[Point]:
    """Yield closely spaced points on the sides of a polygon."""
    for a, b in zip(outline, [*outline[1:], outline[0]], strict=True):
        steps = ceil(round(dist(a, b) / _POINT_SPACING, 3))
        for step in range(steps):
            yield a[0] + step / steps * (b[0] - a[0]), a[1] + step / steps * (b[1] - a[1])


def add_arrow(layers: Sequence[Layer], name: str, arrow: Subpath) -> list[Layer]:
    """Return a mark's layers with an arrow added to the first black layer, or as a new layer."""
    for index, layer in enumerate(layers):
        if layer.style.fill == BLACK and layer.style.even_odd:
            return [
                *layers[:index],
                layer._replace(subpaths=[*layer.subpaths, arrow]),
                *layers[index + 1 :],
            ]
    return [*layers, Layer(name, Style(fill=BLACK), [arrow])]
