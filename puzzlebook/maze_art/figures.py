"""Drawings from a theme's scenes in the picture of a maze: hero and goal outside its doors, and
things to find in its dead ends.

These drawings are lines and areas, not silhouettes, so their line weights depend on the scale of
the picture: a plate stores their positions, and `draw_figures` and `draw_ringed_finds` draw them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from math import ceil, dist, hypot, inf
from typing import Any, NamedTuple

from puzzlebook.drawing.drawing import THINNEST, WHITE, Inset, Layer, Style, make_circle
from puzzlebook.geometry.arcs import Point
from puzzlebook.ground import templates
from puzzlebook.ground.lengths import MM
from puzzlebook.ground.portable_math import cos, sin
from puzzlebook.maze_art.doors import DOOR_ROOM
from puzzlebook.maze_art.plate import PlacedFigure, Plate
from puzzlebook.maze_art.scenes import Scenes
from puzzlebook.mazes import Maze

FINDS = "finds"
"""The layer of the things in dead ends."""
_WEIGHT_STEPS = 100
"""The number of steps of line weight per unit of a piece."""
_LEAST_SHARE = 0.85
"""The size of rings that would overlap, as a share of the least of others."""
_INSIDE = 1.6
"""How far a thing stays within the outer edge of its ring, in widths of the ring's line."""


class Poses(NamedTuple):
    """The pieces of a theme that show hero and goal of a maze."""

    scenes: Scenes
    hero: str
    goal: str


def load_figure_look() -> Mapping[str, Any]:
    """Return the settings for figures at doors, see `templates/doors.toml`."""
    return templates.table("doors.toml")


def find_least_figure(passage: float) -> float:
    """Return the longer side of the smallest figure on a page, in points. passage: in points."""
    look = load_figure_look()
    minimum = look["min_young" if passage >= look["young"] * MM else "least"]
    return float(minimum) * MM


def find_kept_room(page: float, passage: float) -> float:
    """Return the height that mazes with this passage width leave free for figures on a page of this
    height, in points."""
    look = load_figure_look()
    return float(max(look["kept"] * page, 2 * (find_least_figure(passage) + look["air"] * MM)))


def find_kept_strips() -> float:
    """Return the width that mazes cut by an outline leave for frame and kerb, in points."""
    return float(2 * load_figure_look()["kept_beside"])


def find_radius(width: float) -> float:
    """Return half the longer side of the small figures of a maze of this width, in cell widths."""
    look = load_figure_look()
    return float(max(look["radius"], look["radius_share"] * width))


def find_headroom(width: float) -> float:
    """Return the height of small figures above and below a maze of this width, in cell widths."""
    return float(load_figure_look()["gap"]) + 2 * find_radius(width)


def stand_outside(plate: Plate, maze: Maze, poses: Poses) -> Plate:
    """Return a plate with small figures outside its doors, which are above and below the maze.
    Figures at a corner are moved inwards, so that they do not widen the picture."""
    if maze.start is None or maze.end is None:
        return plate
    grid, radius = maze.shown, find_radius(plate.width)
    first, last = radius - plate.margin, plate.width - radius + plate.margin
    distance = load_figure_look()["gap"] + radius
    if plate.arrows:
        distance += DOOR_ROOM
    centres = [grid.circle(cell).centre for cell in (maze.start, maze.end)]
    figures = [
        PlacedFigure(
            name,
            poses.scenes,
            piece,
            (
                min(max(centre[0], first), last),
                -distance if centre == min(centres, key=_height) else plate.height + distance,
            ),
            radius,
        )
        for name, piece, centre in zip(("hero", "goal"), poses[1:], centres, strict=True)
    ]
    return plate._replace(figures=[*plate.figures, *figures], headroom=find_headroom(plate.width))


def stand_around(plate: Plate, maze: Maze, poses: Poses) -> Plate:
    """Return the plate of an answer without its stage, with small figures outside both doors, or
    without any if one of them does not fit."""
    figures, outermost = [], plate.margin
    grid = maze.shown
    cells = [(grid.centres[cell], grid.clearance(cell)) for cell in range(grid.cells)]
    for (name, piece), posts in zip(
        (("hero", poses.hero), ("goal", poses.goal)), plate.doorways, strict=False
    ):
        spot = next(_list_free_spots(plate, posts, cells), None)
        if spot is None:
            return plate
        (x, y), radius = spot
        figures.append(PlacedFigure(name, poses.scenes, piece, (x, y), radius))
        distances_outside = -x, -y, x - plate.width, y - plate.height
        outermost = max(outermost, *(side + radius for side in distances_outside))
    return plate._replace(figures=[*plate.figures, *figures], margin=outermost)


def _list_free_spots(
    plate: Plate, posts: tuple[Point, Point], cells: Sequence[tuple[Point, float]]
) -> Iterator[tuple[Point, float]]:
    """Yield the places outside a door that touch no cell, straight before the door or turned aside,
    the nearest first, each with the radius that a figure has there. The square around it keeps off
    the middle of every cell."""
    look = load_figure_look()
    (ax, ay), (bx, by) = posts
    width = hypot(bx - ax, by - ay)
    out = (by - ay) / width, (ax - bx) / width
    for away, turn, share in product(look["away"], look["turns"], look["radii"]):
        radius = share * find_radius(plate.width)
        cosine, sine = cos(turn), sin(turn)
        distance = look["gap"] + radius + away * find_radius(plate.width)
        x = (ax + bx) / 2 + distance * (out[0] * cosine - out[1] * sine)
        y = (ay + by) / 2 + distance * (out[0] * sine + out[1] * cosine)
        reach = radius + look["gap"] / 2
        if all(
            hypot(x - across, y - down) > reach + room
            and max(abs(x - across), abs(y - down)) > radius + room / 2
            for (across, down), room in cells
        ):
            yield (x, y), radius


def clear_doors(plate: Plate) -> Plate:
    """Return the plate of an answer without arrows inside its doors, where the path is drawn."""
    if plate.arrows:  # these arrows are outside the doors
        return plate
    start, finish = (
        [layer for layer in layers if layer.name not in ("start", "finish")]
        for layers in (plate.start, plate.finish)
    )
    return plate._replace(start=start, finish=finish)


def scatter_finds(
    plate: Plate, maze: Maze, scenes: Scenes, counts: tuple[int, int], number: int, cell: float
) -> Plate:
    """Return a plate with things from a theme's world in some dead ends with wide cells.

    counts: how many, at least and at most. number: the maze's number in its book, which selects the
    finds. cell: a cell's width, in points.
    """
    look, pieces, grid = load_figure_look(), scenes.finds, maze.shown
    if not pieces or not maze.solution:
        return plate
    minimum = look["find_cell"] * MM / cell
    circles = [grid.circle(cell) for cell in maze.choose_finds(*counts)]
    circles = [circle for circle in circles if 2 * circle.radius >= minimum]
    if len(circles) < look["fewest"]:
        return plate
    first = (number + scenes.turn) * counts[1]
    finds = [
        PlacedFigure(
            FINDS,
            scenes,
            pieces[(first + index) % len(pieces)],
            circle.centre,
            look["find"] * circle.radius,
        )
        for index, circle in enumerate(circles)
    ]
    return plate._replace(figures=[*plate.figures, *finds])


def draw_figures(figures: Sequence[PlacedFigure], scale: float) -> Iterator[Layer]:
    """Yield a layer for each figure at this scale (points per cell), with printable lines."""
    for layer, scenes, name, (x, y), radius in figures:
        piece, is_find = scenes.piece(name), layer == FINDS
        diagonal = hypot(piece.width, piece.height)
        unit = 2 * radius / (diagonal if is_find else max(piece.width, piece.height))
        line = load_figure_look()["find_line"] if is_find else THINNEST
        drawing = scenes.enlarged(name, 1.0, _round_weight(line / (unit * scale)))
        left, top = x - piece.width * unit / 2, y - piece.height * unit / 2
        yield Layer(layer, Style(), (), inset=Inset(drawing, left, top, unit))


def _round_weight(weight: float) -> float:
    """Round a line weight up, so that there are few different weights and none is too thin."""
    return ceil(_WEIGHT_STEPS * weight) / _WEIGHT_STEPS


def draw_ringed_finds(figures: Sequence[PlacedFigure], scale: float) -> Iterator[Layer]:
    """Yield a layer for each thing found, for an answer at this scale (points per cell): the thing
    on a white disc with a bold ring around it, so that it is seen at a glance.

    The ring is wider than the cell if that is small; beside another ring it is a little smaller.
    """
    look = load_figure_look()
    finds = [figure for figure in figures if figure.layer == FINDS]
    for layer, scenes, name, (x, y), radius in finds:
        others = [dist((x, y), other.centre) for other in finds if other.centre != (x, y)]
        room = max(scale * min(others, default=inf) / 2, _LEAST_SHARE * find_least_ring())
        reach = max(radius * scale, min(find_least_ring(), room))
        line = look["ring_line"] * reach
        piece = scenes.piece(name)
        unit = 2 * (reach - _INSIDE * line) / hypot(piece.width, piece.height)
        drawing = scenes.enlarged(name, 1.0, _round_weight(THINNEST / unit))
        middle = x_middle, y_middle = piece.width / 2, piece.height / 2
        around = reach / unit
        circle = make_circle(middle, (reach - line / 2) / unit)
        ring = Layer("ring", Style(line / unit, fill=WHITE), (circle,))
        drawing = drawing._replace(
            left=x_middle - around,
            top=y_middle - around,
            width=2 * around,
            height=2 * around,
            layers=(ring, *drawing.layers),
        )
        share = unit / scale
        inset = Inset(drawing, x - x_middle * share, y - y_middle * share, share)
        yield Layer(layer, Style(), (), inset=inset)


def find_least_ring() -> float:
    """Return the radius of the smallest ring around a thing found, in points."""
    return float(load_figure_look()["find_ring"]) * MM / 2


def _height(point: Point) -> float:
    return point[1]
