"""The floor of a maze: grass, cobbles, honeycomb or the like, as small pale drawings in some of its
cells. The data is in `templates/floors.toml`.

A drawing stays within the largest circle in its cell, so that it touches no wall. Which cells have
a drawing depends only on their position, so that nothing gives away the path. Lines are so pale
that passages look like plain paper, to the eye and to a copier.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from math import dist
from typing import Any, NamedTuple

from puzzlebook.drawing.drawing import (
    THINNEST,
    WHITE,
    Colour,
    CompositePath,
    Layer,
    PathPart,
    Style,
    Subpath,
    make_subpath,
    mirror_subpath,
    mix,
    place_subpath,
)
from puzzlebook.geometry.arcs import Point
from puzzlebook.geometry.curves import parse_path_lines
from puzzlebook.ground import templates
from puzzlebook.ground.lengths import MM
from puzzlebook.ground.portable_math import unit_vector
from puzzlebook.maze_art.character import hash_position
from puzzlebook.maze_art.plate import PackedPlate, Plate
from puzzlebook.maze_art.strokes import join_strokes
from puzzlebook.mazes import Grid, Maze

FLOOR = "floor"
"""The name of the layers of a floor."""
_FLOORS_IN_TURN = 2
"""The number of different floors that mazes on the same grid use in turn."""
_CACHED_FLOORS = 12
_SHADOW_GAP = 0.24
"""The distance from the rim at which shadows end, in cell widths."""
_TURN_STEP = 15
"""Drawings are rotated around the centre of a cell by multiples of this many degrees."""


class Motif(NamedTuple):
    """A drawing in a circle of radius 1 around (0, 0): tinted areas, and lines over them."""

    areas: tuple[Subpath, ...]
    lines: tuple[Subpath, ...]


class Floor(NamedTuple):
    """The drawings of a floor. share: the proportion of cells that have one."""

    share: float
    motifs: tuple[Motif, ...]


class _Patch(NamedTuple):
    """The centre of a cell, and the floor drawings in the cell."""

    centre: Point
    areas: PathPart
    lines: PathPart


def load_floor_look() -> Mapping[str, Any]:
    """Return the table of floors and their settings, see `templates/floors.toml`."""
    return templates.table("floors.toml")


@templates.cache_by_release
def load_floor(name: str) -> Floor:
    """Return a floor from `templates/floors.toml`, which must contain it."""
    row = load_floor_look()["floors"][name]
    motifs = (
        Motif(*(_parse_lines(motif.get(part, "")) for part in ("areas", "lines")))
        for motif in row["motifs"]
    )
    return Floor(row["share"], tuple(motifs))


def choose_floor(theme_floor: str, stage: str = "") -> str:
    """Return the name of a maze's floor: that of its built-in stage, if any, otherwise its theme's.
    It is empty for no floor."""
    return str(load_floor_look()["stages"].get(stage, theme_floor))


def strew_floor(
    plate: Plate, maze: Maze, name: str, cell: float, wall: float, number: int, shaded: bool
) -> Plate:
    """Return a plate with a floor. cell, wall: cell width and wall weight, in points. number: the
    maze's number in its book; consecutive mazes have different floors. shaded: whether walls cast
    shadows, which would print grey in black books."""
    grid = maze.shown
    ends = {grid.centres[end] for end in (maze.start, maze.end) if end is not None}
    strewn = [
        patch
        for patch in _strew_grid(grid, name, cell, wall, number % _FLOORS_IN_TURN)
        if patch.centre not in ends
        and not any(dist(patch.centre, figure.centre) < figure.radius for figure in plate.figures)
    ]
    areas, lines = (
        CompositePath([part for part in parts if part.subpaths])
        for parts in ([patch.areas for patch in strewn], [patch.lines for patch in strewn])
    )
    has_shadows = shaded and cell >= load_floor_look()["shaded"] * MM
    return plate._replace(floor=(list(_cast_shadows(maze)) if has_shadows else [], areas, lines))


def draw_floor(
    plate: Plate | PackedPlate, scale: float, wall: float, colour: Colour, ground: Colour | None
) -> Iterator[Layer]:
    """Yield the layers of a plate's floor at this scale (points per cell). wall, colour: the weight
    (points) and the colour of the walls. ground: the colour of the paper between walls, if any."""
    look = load_floor_look()
    shadow, area, line = (
        mix(ground or WHITE, colour, look[part]) for part in ("shade", "area", "line")
    )
    styles = (
        Style(wall + look["soft"] * scale, shadow),
        Style(fill=area),
        Style(max(THINNEST, look["weight"] * scale), line),
    )
    if isinstance(plate, PackedPlate):
        for style, packed in zip(styles, plate.floor, strict=True):
            yield from (Layer(FLOOR, style, (), packed=path) for path in packed)
    else:
        for style, paths in zip(styles, plate.floor, strict=True):
            if paths:
                yield Layer(FLOOR, style, paths)


@lru_cache(maxsize=_CACHED_FLOORS)
def _strew_grid(grid: Grid, name: str, cell: float, wall: float, salt: int) -> list[_Patch]:
    """Return the floor drawings in each cell of a grid. salt: an integer that varies the
    pseudo-random choices, so that floors on the same grid differ."""
    look, floor = load_floor_look(), load_floor(name)
    salt += 2 * len(name)
    strewn = []
    for index in range(grid.cells):
        # Larger circles could be found, but slowly.
        centre, radius = grid.centres[index], grid.clearance(index)
        reach = look["reach"] * (radius - wall / cell / 2)
        crowds = [row for row in look["crowds"] if 2 * reach * cell >= row["least"] * MM]
        if not crowds:
            continue
        spots, size = crowds[-1]["spots"], crowds[-1]["size"]
        share = floor.share * crowds[-1]["share"]
        motifs = list[Motif]()
        for x, y in _list_spots(spots, centre, reach * (1 - size), salt):
            if hash_position(x + 0.37 * salt, y + 0.11) <= share:
                largest = reach * size
                half = largest * (1 - look["smaller"] * hash_position(x, y + 0.83))
                motifs.append(place_motif(floor.motifs, (x, y), half))
        areas = [subpath for motif in motifs for subpath in motif.areas]
        lines = [subpath for motif in motifs for subpath in motif.lines]
        strewn.append(_Patch(centre, PathPart(areas), PathPart(lines)))
    return strewn


def _cast_shadows(maze: Maze) -> Iterator[Subpath]:
    """Yield the inner walls of a maze, moved down and to the right. A wall that ends at the rim is
    cut short, so that no shadow is outside."""
    grid, offset = maze.shown, load_floor_look()["shadow"]
    inner = len(grid.pairs)
    at_rim = {grid.corners[corner] for side in grid.sides[inner:] for corner in side}
    for stroke in join_strokes(grid, [side for side in maze.shown_walls if side < inner]):
        points = [(x + offset, y + offset) for x, y in stroke.points]
        if not stroke.closed:
            for end, beside in ((0, 1), (-1, -2)):
                short = _SHADOW_GAP if stroke.points[end] in at_rim else offset
                points[end] = _move_towards(points[end], points[beside], short)
        yield stroke._replace(points=points)


def _move_towards(point: Point, other: Point, length: float) -> Point:
    share = length / max(length, dist(point, other))
    return point[0] + share * (other[0] - point[0]), point[1] + share * (other[1] - point[1])


def _list_spots(spots: int, centre: Point, distance: float, salt: int) -> Iterator[Point]:
    """Yield the centres of drawings: one at a random point near a centre, or several around it."""
    x, y = centre
    turn = _TURN_STEP * round(360 / _TURN_STEP * hash_position(x + 0.29 * salt, y))
    distance = distance if spots > 1 else distance * hash_position(x, y + 0.29 * salt)
    for step in range(spots):
        across, down = unit_vector(turn + 360 * step / spots)
        yield x + distance * across, y + distance * down


def place_motif(motifs: Sequence[Motif], spot: Point, radius: float) -> Motif:
    """Return a drawing in a circle, chosen and perhaps mirrored according to its position."""
    x, y = spot
    chosen = motifs[int(hash_position(x, y + 0.53) * len(motifs)) % len(motifs)]
    parts: Sequence[Sequence[Subpath]] = chosen
    if hash_position(x + 0.71, y) < 0.5:
        parts = [[*map(mirror_subpath, part)] for part in parts]
    return Motif(
        *(tuple(place_subpath(subpath, spot, radius) for subpath in part) for part in parts)
    )


def _parse_lines(path: str) -> tuple[Subpath, ...]:
    return tuple(
        make_subpath(contour, closed) for contour, closed in parse_path_lines(path) if contour
    )
