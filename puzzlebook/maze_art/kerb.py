"""The kerb of a maze that lies in a theme's world: the wall, hedge or bank around it, which has a
top and, where it faces the reader, a front.

It runs along the rim, and the paper of the maze covers its inner half. It ends short of the doors,
so that its round caps look like posts on both sides of each door. Its materials are data in
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

_DOT = 0.002  # length of a line that is a dot, in cell widths
# Points: the vertical spacing of the copies of the kerb's line that together form its front, and
# the distance of its shadow below its foot.
_STEP, _SHADOW = 10.0, 3.0
# Points: the top is drawn this much higher than the maze, so that programs that read the file can
# distinguish the two by their positions.
_LIFT = 0.3


class KerbLook(NamedTuple):
    """How a kerb is drawn; lengths are in points.

    out: the distance from the rim to the edge of its top. front_height: the height of its front.
    line, thin: the widths of its outline and of the lines on it. top, front, joint, dark: the
    colours of its top, its front, the lines on its front, and its shadow and other marks on the
    land.
    """

    out: float
    front_height: float
    line: float
    thin: float
    top: Colour
    front: Colour
    joint: Colour
    dark: Colour


@templates.cache_by_release
def load_kerb(theme: str, is_frame: bool = False) -> Mapping[str, Any]:
    """Return the materials and sizes of a theme's kerb, see `templates/worlds.toml`. is_frame:
    whether it is the frame around a hidden picture in an outline."""
    table = templates.table("worlds.toml")
    land = table["lands"][theme]
    return {**table["kerb"], **table["kerbs"]["frame" if is_frame else land["kerb"]], **land}


def choose_look(theme: str, in_colour: bool, is_frame: bool = False) -> KerbLook:
    """Return how the kerb of a theme is drawn in a book in colour or in black. is_frame: see
    `load_kerb`."""
    row = load_kerb(theme, is_frame)
    colours = [WHITE, WHITE, BLACK, BLACK]
    if in_colour:
        top, front, dark = (parse_colour(row[part]) for part in ("top", "front", "dark"))
        colours = [top, front, BLACK, dark]
    return KerbLook(row["out"], row["high"], row["line"], row["thin"], *colours)


def trace_kerb(
    grid: Grid,
    doorways: Sequence[tuple[Point, Point]],
    theme: str,
    cell: float,
    is_frame: bool = False,
) -> Kerb:
    """Return the lines of the kerb around a grid. doorways: the two ends of each door. cell: a
    cell's width, in points. is_frame: see `load_kerb`."""
    row = load_kerb(theme, is_frame)
    rim = range(len(grid.pairs), len(grid.sides))
    doors = [side for side in rim if find_posts(grid, side) in doorways]
    out, height = row["out"] / cell, row["high"] / cell
    courses = cut_rim(grid, doors, out)
    line, joints, front = list[Subpath](), list[Subpath](), list[Subpath]()
    for course in courses:
        if row["lumpy"]:
            line += _draw_lumps(course, row["pitch"] * out)
        else:
            line.append(_join(course))
        steps = [*_step_along(course, row["block"] * out / 2)]
        joints += _draw_joints(steps[::2], row["joint"], out)
        if row["has_front"]:
            front += _draw_front(steps[1::2], out, height)
    # The doors open the outer rim, so only the rims of holes are closed.
    courts = [_join(course) for course in courses if course[0][0] == course[-1][1]]
    return Kerb(line, joints, front, courts)


def _join(course: Sequence[Piece]) -> Subpath:
    bends = [bulge for *_, bulge in course]
    points = [course[0][0], *(onward for _, onward, _ in course)]
    return Subpath(points, bends if any(bends) else ())


def _draw_lumps(course: Sequence[Piece], pitch: float) -> Iterator[Subpath]:
    """Yield dots along a line, each a little beside it, like the tops of bushes or clouds."""
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
    """Yield the vertical lines on the front of a kerb, halfway between the joints on its top."""
    for (x, y), (across, _) in steps:
        if abs(across) > 0.5:
            yield Subpath(((x, y + out), (x, y + out + height)))


def _step_along(course: Sequence[Piece], step: float) -> Iterator[tuple[Point, Point]]:
    """Yield equally spaced points along a line, each with the direction of the line there."""
    length = fsum(piece_length(*piece) for piece in course)
    count = max(1, round(length / step))
    step, reached, number = length / count, 0.0, 0
    for here, onward, bulge in course:
        length_of_piece = piece_length(here, onward, bulge)
        while number <= count and number * step <= reached + length_of_piece + 1e-9:
            share = min(1.0, (number * step - reached) / length_of_piece)
            before = point_along(here, onward, bulge, max(0.0, share - 0.02))
            after = point_along(here, onward, bulge, min(1.0, share + 0.02))
            unit = dist(before, after)
            direction = (after[0] - before[0]) / unit, (after[1] - before[1]) / unit
            yield point_along(here, onward, bulge, share), direction
            number += 1
        reached += length_of_piece


def draw_kerb(plate: PackedPlate, scale: float, look: KerbLook) -> Iterator[tuple[float, Drawing]]:
    """Yield drawings of the kerb of a maze at this scale (points per cell), from the bottom up,
    each with the distance (points) below the maze's position at which it is painted."""
    assert plate.kerb
    line, joints, lines_on_front, _ = plate.kerb
    width, steps = 2 * look.out, round(look.front_height / _STEP)
    room = (look.out + look.line + look.front_height) / scale + plate.margin + 1
    box = -room, -room, plate.width + 2 * room, plate.height + 2 * room, scale

    def draw(*layers: Layer) -> Drawing:
        return Drawing(*box, layers)

    edge = _draw_layer(line, Style(width + 2 * look.line, BLACK))
    front = draw(_draw_layer(line, Style(width, look.front)))
    yield look.front_height + _SHADOW, draw(_draw_layer(line, edge.style._replace(line=look.dark)))
    yield from ((look.front_height * (steps - step) / steps, draw(edge)) for step in range(steps))
    yield from ((look.front_height * (steps - step) / steps, front) for step in range(steps))
    top = [_draw_layer(path, Style(look.thin, look.joint)) for path in lines_on_front]
    top += [edge, _draw_layer(line, Style(width, look.top))]
    top += [_draw_layer(path, Style(look.thin)) for path in joints]
    yield -_LIFT, draw(*top)


def _draw_layer(path: Packed, style: Style) -> Layer:
    return Layer("kerb", style, (), packed=path)
