"""The kerb of a maze that lies in a theme's world: the wall, hedge or bank around it, which has a
top and, where it faces the reader, a front.

It runs along the rim, and the paper of the maze covers its inner half. It ends short of the doors,
so that its round caps are posts at either side of them. What it is built of is data in
`templates/worlds.toml`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import dist, fsum
from typing import Any, NamedTuple

from puzzlebook.drawing.drawing import (
    BLACK,
    WHITE,
    Colour,
    Drawing,
    Layer,
    Packed,
    Style,
    Subpath,
    parse_colour,
)
from puzzlebook.geometry.arcs import Point
from puzzlebook.ground import templates
from puzzlebook.maze_art.character import Piece, hash_position, piece_length, point_along
from puzzlebook.maze_art.doors import find_posts
from puzzlebook.maze_art.plate import Kerb, PackedPlate
from puzzlebook.maze_art.rims import cut_rim
from puzzlebook.mazes import Grid

_DOT = 0.002  # length of a line that is a dot
# Points: from one copy of the kerb's line to the next, which together are its front, and how far
# below its foot its shadow falls.
_STEP, _SHADOW = 10.0, 3.0
# Points: the top is drawn this much higher than the maze, so that who reads the file tells the two
# apart by their places.
_LIFT = 0.3


class KerbLook(NamedTuple):
    """How a kerb is drawn, in points. out: how far its top reaches beyond the rim. high: the
    height of its front. line: the weight of its outline, and thin: of the lines on it. top, front,
    joint, dark: colours; joint: of the lines on its front; dark: of its shadow, and of what lies on
    the land."""

    out: float
    high: float
    line: float
    thin: float
    top: Colour
    front: Colour
    joint: Colour
    dark: Colour


@templates.cache_by_release
def load_kerb(theme: str) -> Mapping[str, Any]:
    """Return what the kerb of a theme is built of, see `templates/worlds.toml`."""
    table = templates.table("worlds.toml")
    land = table["lands"][theme]
    return {**table["kerb"], **table["kerbs"][land["kerb"]], **land}


def choose_look(theme: str, in_colour: bool) -> KerbLook:
    """Return how the kerb of a theme is drawn in a book in colour or in black."""
    row = load_kerb(theme)
    colours = [WHITE, WHITE, BLACK, BLACK]
    if in_colour:
        top, front, dark = (parse_colour(row[part]) for part in ("top", "front", "dark"))
        colours = [top, front, BLACK, dark]
    return KerbLook(row["out"], row["high"], row["line"], row["thin"], *colours)


def trace_kerb(
    grid: Grid, doorways: Sequence[tuple[Point, Point]], theme: str, cell: float
) -> Kerb:
    """Return the lines of the kerb around a grid. doorways: the posts of its doors. cell: a cell's
    width, in points."""
    row = load_kerb(theme)
    rim = range(len(grid.pairs), len(grid.sides))
    doors = [side for side in rim if find_posts(grid, side) in doorways]
    out, height = row["out"] / cell, row["high"] / cell
    courses = cut_rim(grid, doors, out)
    line, joints, front = list[Subpath](), list[Subpath](), list[Subpath]()
    for course in courses:
        if row["lumpy"]:
            line += _heap_lumps(course, row["pitch"] * out)
        else:
            line.append(_join(course))
        steps = [*_step_along(course, row["block"] * out / 2)]
        joints += _draw_joints(steps[::2], row["joint"], out)
        if row["has_front"]:
            front += _draw_front(steps[1::2], out, height)
    return Kerb(line, joints, front)


def _join(course: Sequence[Piece]) -> Subpath:
    bends = [bulge for *_, bulge in course]
    points = [course[0][0], *(onward for _, onward, _ in course)]
    return Subpath(points, bends if any(bends) else ())


def _heap_lumps(course: Sequence[Piece], pitch: float) -> Iterator[Subpath]:
    """Yield dots along a line and a little beside it, as of the tops of bushes or clouds."""
    for (x, y), (across, down) in _step_along(course, pitch):
        aside = 0.36 * pitch * (hash_position(x, y) - 0.5)
        x, y = x - aside * down, y + aside * across
        yield Subpath(((x, y), (x + _DOT, y)))


def _draw_joints(
    steps: Iterable[tuple[Point, Point]], lines: Sequence[Sequence[float]], out: float
) -> Iterator[Subpath]:
    """Yield the lines across the top of a kerb."""
    for (x, y), (across, down) in steps:
        for first, aside, last, other in lines:
            yield Subpath(
                [
                    (x + out * (on * across - away * down), y + out * (on * down + away * across))
                    for on, away in ((first, aside), (last, other))
                ]
            )


def _draw_front(
    steps: Iterable[tuple[Point, Point]], out: float, height: float
) -> Iterator[Subpath]:
    """Yield the lines down the front of a kerb: in the middle between those on its top."""
    for (x, y), (across, _) in steps:
        if abs(across) > 0.5:
            yield Subpath(((x, y + out), (x, y + out + height)))


def _step_along(course: Sequence[Piece], step: float) -> Iterator[tuple[Point, Point]]:
    """Yield points along a line, equally far from each other, each with the direction there."""
    length = fsum(piece_length(*piece) for piece in course)
    count = max(1, round(length / step))
    step, reached, number = length / count, 0.0, 0
    for here, onward, bulge in course:
        long = piece_length(here, onward, bulge)
        while number <= count and number * step <= reached + long + 1e-9:
            share = min(1.0, (number * step - reached) / long)
            before = point_along(here, onward, bulge, max(0.0, share - 0.02))
            after = point_along(here, onward, bulge, min(1.0, share + 0.02))
            unit = dist(before, after)
            way = (after[0] - before[0]) / unit, (after[1] - before[1]) / unit
            yield point_along(here, onward, bulge, share), way
            number += 1
        reached += long


def draw_kerb(plate: PackedPlate, scale: float, look: KerbLook) -> Iterator[tuple[float, Drawing]]:
    """Yield drawings of the kerb of a maze at this scale (points per cell), the lowest first, each
    with how far below its place it is painted, in points."""
    assert plate.kerb
    line, joints, lines_on_front = plate.kerb
    width, steps = 2 * look.out, round(look.high / _STEP)
    room = (look.out + look.line + look.high) / scale + plate.margin + 1
    box = -room, -room, plate.width + 2 * room, plate.height + 2 * room, scale

    def draw(*layers: Layer) -> Drawing:
        return Drawing(*box, layers)

    edge = _draw_layer(line, Style(width + 2 * look.line, BLACK))
    front = draw(_draw_layer(line, Style(width, look.front)))
    yield look.high + _SHADOW, draw(_draw_layer(line, edge.style._replace(line=look.dark)))
    yield from ((look.high * (steps - step) / steps, draw(edge)) for step in range(steps))
    yield from ((look.high * (steps - step) / steps, front) for step in range(steps))
    top = [_draw_layer(path, Style(look.thin, look.joint)) for path in lines_on_front]
    top += [edge, _draw_layer(line, Style(width, look.top))]
    top += [_draw_layer(path, Style(look.thin)) for path in joints]
    yield -_LIFT, draw(*top)


def _draw_layer(path: Packed, style: Style) -> Layer:
    return Layer("kerb", style, (), packed=path)
