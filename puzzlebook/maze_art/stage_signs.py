"""Signs at the doors of a stage: words on boards that hide as little of the drawing as may be."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import dist, hypot, inf
from typing import NamedTuple

from puzzlebook.drawing.drawing import (
    BLACK,
    THINNEST,
    WHITE,
    Drawing,
    Layer,
    Style,
    Subpath,
)
from puzzlebook.geometry.arcs import Point
from puzzlebook.ground.portable_math import cos, sin
from puzzlebook.language.words import Words
from puzzlebook.maze_art.stage import Bounds, Crop, Stage, load_look
from puzzlebook.outlines import (
    Outline,
    outline_letters,
)

_TURNS = 24  # directions from a door in which its sign may stand
_STEPS = 5  # distances from it
_ACROSS, _DOWN = 6, 3  # points of a sign's board that are looked at
_FULL_TURN = 6.283185307179586
_IN_THE_WAY = 4.0  # how much worse a sign is that hides the front, in reaches of a sign
_ARROW = ((0.05, 0.16), (0.45, 0.16), (0.45, 0.4), (1.0, 0.0), (0.45, -0.4), (0.45, -0.16),
          (0.05, -0.16))  # fmt: skip
"""The corners of an arrow of length 1: how far out they are, and to the side."""
_SHRUNK = (1.0, 0.8, 0.65, 0.5)  # sizes of a sign, of its full one; the first that fits is taken
_ROUNDED = 0.3  # the corners of a sign's board, of its height


class Sign(NamedTuple):
    """A word at a door of a stage, the font that has its letters, and whether an arrow leads from
    it to the door. largest: the height of its letters at most, in points."""

    text: str
    font: bytes
    has_arrow: bool = False
    largest: float = inf


def name_doors(
    words: Words, font: bytes, has_arrows: bool = False, largest: float = inf
) -> tuple[Sign, ...]:
    """Return the signs at the doors of a stage in a language; none where it has no words."""
    names = (words(name).upper() for name in ("how_to_start", "how_to_finish"))
    return tuple(Sign(name, font, has_arrows, largest) for name in names if name)


@lru_cache(maxsize=256)
def draw_signs(stage: Stage, crop: Crop, unit: float, signs: tuple[Sign, ...]) -> Drawing:
    """Return the signs at the doors of a stage, each on a board that hides as little as may be. One
    without room is left out."""
    look = load_look()
    layers: list[Layer] = []
    taken: list[Bounds] = [stage.place.words] if stage.place.words else []
    for door, sign in zip(stage.place.doors, signs, strict=False):
        letters = outline_letters(sign.text, sign.font, "sign")
        found = []
        for share in _SHRUNK:
            full = min(look["sign"] * stage.size, sign.largest / unit)
            high = max(full * share, min(look["least_sign"], sign.largest) / unit)
            air = look["board"] * high
            board = high * letters.width / letters.height + 2 * air, high + 2 * air
            if spot := _find_spot(stage, crop, door.centre, board, taken):
                found.append((max(spot.hides, look["hides"]), -share, high, board, spot.middle))
                if spot.hides <= look["hides"]:
                    break
        if not found:
            continue
        *_, high, board, middle = min(found)
        air = look["board"] * high
        (x, y), (across, down) = middle, board
        left, top = x - across / 2, y - down / 2
        taken.append((left, top, left + across, top + down))
        line = max(THINNEST / unit, high / 8)
        layers.append(
            Layer("signs", Style(line, BLACK, WHITE), (round_box(left, top, across, down),))
        )
        scale = high / letters.height
        if sign.has_arrow:
            arrow = _draw_arrow(stage, crop, middle, board, door.centre)
            layers += [Layer("signs", Style(line, WHITE, BLACK), (arrow,))] if arrow else []
        layers.append(
            Layer(
                "signs",
                Style(fill=BLACK, even_odd=False),
                place_letters(letters, left + air, top + air, scale),
            )
        )
    return Drawing(*crop, 1, tuple(layers), is_whole=True)


def _draw_arrow(
    stage: Stage, crop: Crop, spot: Point, board: tuple[float, float], door: Point
) -> Subpath | None:
    """Return an arrow from a board to its door, which stays out of the maze; None without room."""
    dx, dy = door[0] - spot[0], door[1] - spot[1]
    away = hypot(dx, dy)
    along_x, along_y = dx / away, dy / away
    # From the middle of the board to its edge, in this direction.
    inner = min(
        board[0] / 2 / abs(along_x) if along_x else inf,
        board[1] / 2 / abs(along_y) if along_y else inf,
    )
    sight = [
        (door[0] - along_x * step * away, door[1] - along_y * step * away)
        for step in (0.15, 0.3, 0.45, 0.6, 0.75, 0.9)
    ]
    if any(stage.place.outline.find_inside([*map(_to_maze(stage).convert, sight)])):
        return None  # it would seem to point at the rim
    for length in (1.4, 1.0, 0.7):
        size = length * board[1] / 2
        points = [
            (
                spot[0] + (inner + size * out) * along_x - size * aside * along_y,
                spot[1] + (inner + size * out) * along_y + size * aside * along_x,
            )
            for out, aside in _ARROW
        ]
        inside = stage.place.outline.find_inside([*map(_to_maze(stage).convert, points)])
        right, bottom = crop.left + crop.width, crop.top + crop.height
        is_shown = all(crop.left < x < right and crop.top < y < bottom for x, y in points)
        if inner + size <= away and is_shown and not any(inside):
            return Subpath(tuple(points), closed=True)
    return None


def place_letters(letters: Outline, x: float, y: float, scale: float) -> tuple[Subpath, ...]:
    """Return letters as paths at this place and scale."""
    return tuple(
        Subpath(tuple((x + a * scale, y + b * scale) for a, b in polygon), closed=True)
        for area in letters.areas
        for polygon in area.polygons
    )


def round_box(left: float, top: float, width: float, height: float) -> Subpath:
    """Return a box with rounded corners."""
    right, bottom, round_by = left + width, top + height, _ROUNDED * min(width, height)
    bulge = 0.41421356237309503  # a quarter of a circle
    points = (
        (left + round_by, top), (right - round_by, top),
        (right, top + round_by), (right, bottom - round_by),
        (right - round_by, bottom), (left + round_by, bottom),
        (left, bottom - round_by), (left, top + round_by),
    )  # fmt: skip
    return Subpath(points, (0.0, bulge) * 4, closed=True)


class _Spot(NamedTuple):
    """The middle of a sign's board, and how much of it lies over the front."""

    middle: Point
    hides: float


def _find_spot(
    stage: Stage, crop: Crop, door: Point, board: tuple[float, float], taken: Sequence[Bounds]
) -> _Spot | None:
    """Return the place of the best board for a sign: outside the maze, within the frame, over as
    little of the front as may be, and near its door."""
    reach = load_look()["reach"] * stage.size
    across, down = board
    spots = []
    for step in range(1, _STEPS + 1):
        for turn in range(_TURNS):
            angle = _FULL_TURN * turn / _TURNS
            x = door[0] + cos(angle) * (reach * step / _STEPS + across / 2)
            y = door[1] + sin(angle) * (reach * step / _STEPS + down / 2)
            spots.append((x, y))
    spots = [spot for spot in spots if _is_free(spot, board, crop, taken)]
    in_maze = _count_covered(spots, board, stage.place.outline, _to_maze(stage))
    spots = [spot for spot, inside in zip(spots, in_maze, strict=True) if not inside]
    on_front = _count_front(stage, spots, board)
    possible = [
        _Spot(spot, covered / (_ACROSS * _DOWN))
        for spot, covered in zip(spots, on_front, strict=True)
    ]
    return min(
        possible,
        key=lambda spot: (dist(spot.middle, door) / reach + _IN_THE_WAY * spot.hides, spot.middle),
        default=None,
    )


def _is_free(spot: Point, board: tuple[float, float], crop: Crop, taken: Sequence[Bounds]) -> bool:
    """Return whether a board lies within the frame and on no other."""
    left, top = spot[0] - board[0] / 2, spot[1] - board[1] / 2
    right, bottom = left + board[0], top + board[1]
    edge = board[1] / 8
    return (
        left > crop.left + edge
        and top > crop.top + edge
        and right < crop.left + crop.width - edge
        and bottom < crop.top + crop.height - edge
        and all(right < a or left > c or bottom < b or top > d for a, b, c, d in taken)
    )


class _Units(NamedTuple):
    """Converts points of a stage to the units of an outline."""

    left: float
    top: float
    unit: float

    def convert(self, point: Point) -> tuple[int, int]:
        return round((point[0] - self.left) * self.unit), round((point[1] - self.top) * self.unit)


def _to_maze(stage: Stage) -> _Units:
    return _Units(stage.place.left, stage.place.top, stage.place.unit)


def _count_covered(
    spots: Sequence[Point], board: tuple[float, float], outline: Outline, units: _Units
) -> list[int]:
    """Return how many points of each board an outline covers."""
    points = [
        units.convert(
            (x + board[0] * (i / (_ACROSS - 1) - 0.5), y + board[1] * (j / (_DOWN - 1) - 0.5))
        )
        for x, y in spots
        for i in range(_ACROSS)
        for j in range(_DOWN)
    ]
    inside, count = outline.find_inside(points), _ACROSS * _DOWN
    return [inside[start : start + count].count(1) for start in range(0, len(points), count)]


def _count_front(stage: Stage, spots: Sequence[Point], board: tuple[float, float]) -> list[int]:
    if stage.front_outline is None:
        return [0] * len(spots)
    outline, left, top, unit = stage.front_outline
    return _count_covered(spots, board, outline, _Units(left, top, unit))
