"""Where a maze's picture is open at its rim, and what stands outside: arrows, or the marks
themselves."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from math import dist
from typing import NamedTuple

from puzzlebook.drawing.drawing import BLACK, Layer, Style, Subpath
from puzzlebook.maze_art.extent import RIM
from puzzlebook.maze_art.marks import Marks
from puzzlebook.mazes.grid import Grid
from puzzlebook.mazes.maze import Maze
from puzzlebook.outlines.arcs import Point, distance, midpoint

# In cell widths: an arrow at a door stands outside the walls and needs this much room.
DOOR_ROOM = 0.95
# At the rim of a drawing doors are hard to find and marks small: arrows are so much larger there
# where there is room.
_LARGEST_ARROW = 1.5
# In cell widths: a mark outside stands so far from the middle of its door, and is so large; on the
# cells of readers who feel (templates/audiences.toml) that is 1/4 in of air and 1/2 in of shape.
_GAP, _RADIUS = 0.45, 0.42
# Likewise before the rim of a drawing, where it stands in place of an arrow, as large as finds
# room; and its air there.
_NEARER, _RADII, _MARK_AIR = 0.2, (0.58, 0.5, 0.42), 0.15
# In cell widths: an arrow keeps so far from other parts of a rim, measured from some places along
# its middle.
_ARROW_AIR, _ALONG_ARROW = 0.3, (0.4, 0.63, 0.86)
_PLAIN_AIR = 0.12  # likewise, from the rim of a tiling: half of what is between two of these places
_ARROW_SIZES = (_LARGEST_ARROW, 1.25, 1.0, 0.8, 0.65, 0.5)
_PLAIN = _ARROW_SIZES.index(1.0)
_NEAR = 3.0  # in cell widths: a side whose ends are farther away is nowhere in an arrow's way
_AHEAD, _AIR_AHEAD = (
    (1.8, 2.6, 3.4, 4.2),
    0.6,
)  # likewise: where an arrow points, and the air of that
_ROUNDING = 1e-6

_ARROW = (
    (0.2, 0.0),
    (0.52, 0.26),
    (0.52, 0.085),
    (0.86, 0.085),
    (0.86, -0.085),
    (0.52, -0.085),
    (0.52, -0.26),
)


class MarkSpot(NamedTuple):
    """Where a mark stands outside, in cell widths."""

    centre: Point
    radius: float


def marks_margin(marks: Marks, has_drawn_rim: bool = False) -> float:
    """The room that marks need around a maze, in cell widths, or a rim that is a drawing: half of
    what it is heavier, as a wall's width is left free besides."""
    if marks.outside:
        return _GAP + 2 * _RADIUS
    if marks.arrows:
        return DOOR_ROOM * _LARGEST_ARROW if has_drawn_rim else DOOR_ROOM
    return RIM / 2 if has_drawn_rim else 0


def choose_doors(maze: Maze, marks: Marks) -> tuple[int | None, int | None]:
    """The rim sides that are left open at the start and at the end; None for an end that is not on
    the outer rim, and for marks that open none. Where what is looked for stands in its cell, no way
    leads out past it.

    Where a cell has several, those before which there is room for what is to stand outside, then
    those that lie farthest apart, and then the first.
    """
    if not marks.doors:
        return None, None
    starts = _rank_outer_sides(maze.shown, maze.start, marks)
    ends = [None] if marks.are_in_cells else _rank_outer_sides(maze.shown, maze.end, marks)
    return max(product(starts, ends), key=lambda pair: _distance_between(maze.shown, *pair))


def _rank_outer_sides(grid: Grid, cell: int | None, marks: Marks) -> list[int | None]:
    """The sides of a cell on the outer rim that are the best doors; a single None where it has
    none."""
    sides = grid.outer_sides(cell)
    room = {side: _rate_mark_door(grid, side, marks) for side in sides}
    return [side for side in sides if room[side] == max(room.values())] or [None]


def _rate_mark_door(grid: Grid, door: int, marks: Marks) -> tuple[float, ...]:
    """How good a door is for what stands outside."""
    if marks.outside and not marks.arrows:
        return (find_spot_outside(grid, door) is not None,)
    if marks.outside:
        spot = find_spot_before(grid, door)
        return spot.radius if spot else 0.0, *_rate_arrow_door(grid, door)
    return _rate_arrow_door(grid, door)


def _rate_arrow_door(grid: Grid, door: int) -> tuple[float, ...]:
    """How good a door is for an arrow: that this is as large as any, that nothing of the rim lies
    ahead, and more."""
    size = _arrow_size(grid, door)
    if not grid.has_drawn_rim:
        return (size,)
    (x, y), (out_x, out_y) = _gap(grid, door)
    spots = [(x + away * out_x, y + away * out_y) for away in _AHEAD]
    others = _rim_lines_near(grid, door, (x, y), _AHEAD[-1] + _AIR_AHEAD + 1)
    is_free = all(distance(spot, *arc) >= _AIR_AHEAD for spot in spots for arc in others)
    return min(size, 1.0), is_free, size


def is_plain_to_see(grid: Grid, door: int) -> bool:
    """Whether an arrow before a door has its size, and is not wedged in a bay."""
    return _arrow_size(grid, door) >= 1


@lru_cache(maxsize=1 << 10)  # asked for when a door is chosen, and again for its arrow
def _arrow_size(grid: Grid, door: int) -> float:
    """How large an arrow before a door is, as a share of that of a plain rim: larger before a
    drawing's, and less in a bay, so that it keeps clear."""
    (x, y), (out_x, out_y) = _gap(grid, door)
    others = _rim_lines_near(grid, door, (x, y), _NEAR)
    sizes, air = (
        (_ARROW_SIZES, _ARROW_AIR) if grid.has_drawn_rim else (_ARROW_SIZES[_PLAIN:], _PLAIN_AIR)
    )
    for size in sizes:
        spots = [(x + size * away * out_x, y + size * away * out_y) for away in _ALONG_ARROW]
        if all(distance(spot, *arc) >= size * air for spot in spots for arc in others):
            return size
    return _ARROW_SIZES[-1]


def _rim_lines_near(
    grid: Grid, door: int, spot: Point, reach: float
) -> list[tuple[Point, Point, float]]:
    """The lines of the rim but a door's, of sides that begin or end so near to a place."""
    rim = (side for side in range(len(grid.pairs), len(grid.sides)) if side != door)
    near = (
        side
        for side in rim
        if min(dist(grid.corners[corner], spot) for corner in grid.sides[side]) < reach
    )
    return [arc for side in near for arc in grid.arcs(side) if arc[0] != arc[1]]


def find_spot_outside(grid: Grid, door: int | None) -> MarkSpot | None:
    """Where the mark before a door stands; None where it would be nearer to the rest of the rim
    than to the door, as in a bay of a silhouette, by the corners and the middles of its sides."""
    if door is None:
        return None
    (x, y), (out_x, out_y), away = (
        side_middle(grid, door),
        _outward_direction(grid, door),
        _GAP + _RADIUS,
    )
    spot, rim = (x + away * out_x, y + away * out_y), range(len(grid.pairs), len(grid.sides))
    near = (
        point
        for side in rim
        for point in (grid.corners[grid.sides[side][0]], side_middle(grid, side))
    )
    return (
        MarkSpot(spot, _RADIUS)
        if all(dist(spot, point) >= away - _ROUNDING for point in near)
        else None
    )


def find_spot_before(grid: Grid, door: int) -> MarkSpot | None:
    """Where the mark before a door of a drawing's rim stands, as near as an arrow; None where it
    finds no room."""
    (x, y), (out_x, out_y) = _gap(grid, door)
    others = _rim_lines_near(grid, door, (x, y), _NEAR)
    for radius in _RADII:
        spot = x + (_NEARER + radius) * out_x, y + (_NEARER + radius) * out_y
        if all(distance(spot, *arc) >= radius + _MARK_AIR for arc in others):
            return MarkSpot(spot, radius)
    return None


def _distance_between(grid: Grid, door: int | None, other: int | None) -> float:
    """How far two doors are from each other; the farther, the less their arrows are in each other's
    way."""
    if door is None or other is None:
        return 0.0
    return round(dist(side_middle(grid, door), side_middle(grid, other)), 6)


def side_middle(grid: Grid, side: int) -> Point:
    """The middle of a side as it is drawn."""
    return midpoint(*grid.middle_arc(side))


def _gap(grid: Grid, door: int) -> tuple[Point, Point]:
    """The middle between the posts of a door, and the direction straight out through it. A
    drawing's rim may swing out between them, and stand aslant in its middle."""
    if not grid.has_drawn_rim:
        return side_middle(grid, door), _outward_direction(grid, door)
    a, b = (grid.corners[corner] for corner in grid.sides[door])
    return midpoint(a, b, 0.0), _left_normal(a, b)


def _outward_direction(grid: Grid, door: int) -> Point:
    """The direction straight out of the maze at a rim side, of length 1."""
    a, b, _ = grid.middle_arc(door)
    return _left_normal(a, b)


def _left_normal(a: Point, b: Point) -> Point:
    """The direction to the left of one point on the way to another, where the void lies of a rim
    side."""
    length = dist(a, b)
    return (b[1] - a[1]) / length, (a[0] - b[0]) / length


def draw_arrow(grid: Grid, door: int, inwards: bool) -> Subpath:
    """An arrow outside a rim side, into the maze or out of it."""
    (x, y), (out_x, out_y) = _gap(grid, door)
    reach = _ARROW[0][0] + _ARROW[3][0]
    outline = _ARROW if inwards else [(reach - out, along) for out, along in _ARROW]
    size = _arrow_size(grid, door)
    steps = [(size * out, size * along) for out, along in outline]
    points = [
        (x + out * out_x - along * out_y, y + out * out_y + along * out_x) for out, along in steps
    ]
    return Subpath(points, closed=True)


def add_arrow(layers: Sequence[Layer], name: str, arrow: Subpath) -> list[Layer]:
    """The layers of a mark with its arrow, which is black, in the first of them that is."""
    for place, layer in enumerate(layers):
        if layer.style.fill == BLACK and layer.style.even_odd:
            return [
                *layers[:place],
                layer._replace(subpaths=[*layer.subpaths, arrow]),
                *layers[place + 1 :],
            ]
    return [*layers, Layer(name, Style(fill=BLACK), [arrow])]
