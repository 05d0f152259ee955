"""Signs at the doors of a stage: boards that hide as little of the drawing as possible, each with a
pointer to its door."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain
from math import dist, inf
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
from puzzlebook.geometry.curves import point_at
from puzzlebook.ground.faults import Refused
from puzzlebook.ground.portable_math import cos, sin
from puzzlebook.language.words import Words
from puzzlebook.maze_art.stage import Crop, Stage, load_look
from puzzlebook.maze_art.stage_doors import (
    Doorway,
    count_hidden_by_front,
    count_in_maze,
    count_within_rim,
)
from puzzlebook.maze_art.stage_things import Bounds
from puzzlebook.outlines import (
    Outline,
    outline_letters,
)

_DIRECTIONS = 24  # directions from a door to try for its sign
# Distances from the door to try, as multiples of the reach (see `_find_spot`): first the nearest.
_DISTANCES = ((0.04, 0.14, 0.28), (0.5, 0.7, 0.85, 1.0, 1.15))
_SAMPLE_COLUMNS, _SAMPLE_ROWS = 6, 3  # columns and rows of sampled points on a sign's board
_FULL_TURN = 6.283185307179586
_FRONT_PENALTY = 4.0  # penalty of a sign whose whole board hides the front
_DISTANCE_PENALTY = 1.5  # penalty of a sign whose distance from its door is the reach
_NO_POINTER_PENALTY = 1.0  # penalty of a sign whose pointer would cross the maze or the front
_POINTER_SAMPLES = 9  # number of sampled points on a pointer
_DETAIL_PENALTY = 0.05  # penalty per corner of the drawing's lines that a sign hides
_MAX_DETAIL_PENALTY = 0.8  # for all corners together
_SIGN_SIZES = (1.0, 0.8, 0.65, 0.5)  # sizes to try for a sign, as shares of its full size
_POINTER_WIDTH = 1.3  # width of a pointer at the board, as a multiple of the letters' height
_CORNER_RADIUS = 0.3  # radius of a board's corners, as a share of its shorter side

_MAX_TITLE = 0.85  # largest title, as a share of the space for words


class Sign(NamedTuple):
    """A word at a door of a stage, and the font that has its letters. largest: the greatest height
    of the letters, in points."""

    text: str
    font: bytes
    largest: float = inf


def name_doors(words: Words, font: bytes, largest: float = inf) -> tuple[Sign, ...]:
    """Return the signs at the doors of a stage in a language; none if it has no words."""
    names = (words(name).upper() for name in ("how_to_start", "how_to_finish"))
    return tuple(Sign(name, font, largest) for name in names if name)


@lru_cache(maxsize=256)
def draw_signs(
    stage: Stage,
    crop: Crop,
    unit: float,
    signs: tuple[Sign, ...],
    doorways: tuple[Doorway, ...],
) -> Drawing:
    """Return the signs at the doors of a stage, each on a board that hides as little as possible;
    none if one of them has no space."""
    look = load_look()
    layers: list[Layer] = []
    taken: list[Bounds] = [stage.place.words] if stage.place.words else []
    for doorway, sign in zip(doorways, signs, strict=False):
        letters = outline_letters(sign.text, sign.font, "sign")
        found = []
        for share in _SIGN_SIZES:
            full_height = min(look["sign"] * stage.size, sign.largest / unit)
            height = max(full_height * share, min(look["min_sign"], sign.largest) / unit)
            padding = look["board"] * height
            board = height * letters.width / letters.height + 2 * padding, height + 2 * padding
            if spot := _find_spot(stage, crop, doorway, doorways, board, taken):
                found.append((max(spot.hides, look["hides"]), -share, height, board, spot))
                if spot.hides <= look["hides"]:
                    break
        if not found:
            return Drawing(*crop, 1, (), is_reused=True)
        *_, height, board, spot = min(found)
        padding = look["board"] * height
        (x, y), (board_width, board_height) = spot.middle, board
        left, top = x - board_width / 2, y - board_height / 2
        taken.append((left, top, left + board_width, top + board_height))
        line = max(THINNEST / unit, height / 8)
        shape = [round_box(left, top, board_width, board_height)]
        shape += [_draw_pointer(doorway, spot.middle, height)] if spot.has_pointer else []
        layers += [
            Layer("signs", Style(2 * line, BLACK), shape),
            Layer("signs", Style(fill=WHITE, even_odd=False), shape),
            Layer(
                "signs",
                Style(fill=BLACK, even_odd=False),
                place_letters(letters, left + padding, top + padding, height / letters.height),
            ),
        ]
    return Drawing(*crop, 1, tuple(layers), is_reused=True)


def draw_stage_name(stage: Stage, crop: Crop, unit: float, font: bytes) -> Drawing:
    """Return a stage's title in its space for words; empty if the title or the space is missing, or
    if the title would be too small."""
    look, name = load_look(), stage.title
    layers: list[Layer] = []
    if name and stage.place.words:
        left, top, right, bottom = stage.place.words
        try:
            letters = outline_letters(name, font, "title")
        except Refused:  # a user's title with letters that the font lacks
            return Drawing(*crop, 1, (), is_reused=True)
        width, height = (right - left) * _MAX_TITLE, (bottom - top) * _MAX_TITLE
        scale = min(width / letters.width, height / letters.height, look["title"] * stage.size)
        if scale * letters.height * unit >= look["min_sign"]:
            x = (left + right - scale * letters.width) / 2
            y = (top + bottom - scale * letters.height) / 2
            paths = place_letters(letters, x, y, scale)
            layers.append(Layer("title", Style(fill=BLACK, even_odd=False), paths))
    return Drawing(*crop, 1, tuple(layers), is_reused=True)


def _draw_pointer(doorway: Doorway, middle: Point, height: float) -> Subpath:
    """Return a pointer from a board's centre to the mouth of a door. height: letter height."""
    tip = _find_tip(doorway, middle)
    length = dist(tip, middle)
    width = _POINTER_WIDTH * height / 2 / length
    x, y = (tip[1] - middle[1]) * width, (middle[0] - tip[0]) * width
    base = (middle[0] + x, middle[1] + y), (middle[0] - x, middle[1] - y)
    return Subpath((base[0], tip, base[1]), closed=True)


def _find_tip(doorway: Doorway, middle: Point) -> Point:
    """Return the point at the mouth of a door that is nearest to a sign."""
    tips = [doorway.at(share, doorway.depth) for share in (0.15, 0.5, 0.85)]
    return min(tips, key=lambda tip: (dist(tip, middle), tip))


def place_letters(letters: Outline, x: float, y: float, scale: float) -> tuple[Subpath, ...]:
    """Return letters as paths at this position and scale."""
    return tuple(
        Subpath(tuple((x + a * scale, y + b * scale) for a, b in polygon), closed=True)
        for area in letters.areas
        for polygon in area.polygons
    )


def round_box(left: float, top: float, width: float, height: float) -> Subpath:
    """Return a box with rounded corners."""
    right, bottom, round_by = left + width, top + height, _CORNER_RADIUS * min(width, height)
    bulge = 0.41421356237309503
    points = (
        (left + round_by, top), (right - round_by, top),
        (right, top + round_by), (right, bottom - round_by),
        (right - round_by, bottom), (left + round_by, bottom),
        (left, bottom - round_by), (left, top + round_by),
    )  # fmt: skip
    return Subpath(points, (0.0, bulge) * 4, closed=True)


class _Spot(NamedTuple):
    """The centre of a board, the share of it that hides the front, and whether it has a pointer."""

    middle: Point
    hides: float
    has_pointer: bool


def _find_spot(
    stage: Stage,
    crop: Crop,
    doorway: Doorway,
    doorways: Sequence[Doorway],
    board: tuple[float, float],
    taken: Sequence[Bounds],
) -> _Spot | None:
    """Return the best position for a sign's board: outside the maze and its holes, within the
    frame, near the door, and hiding as little as possible of the front and of small details."""
    reach, door = load_look()["reach"] * stage.size, doorway.mouth
    board_width, board_height = board
    doorstep_points = [
        one.at(along, one.depth * away)
        for one in doorways
        for along in (0.0, 0.25, 0.5, 0.75, 1.0)
        for away in (0.0, 0.5, 1.0)
    ]

    def rate_distance(spot: Point) -> float:
        return _DISTANCE_PENALTY * dist(spot, door) / reach

    def rate(spot: _Spot) -> tuple[float, Point]:
        detail = min(
            _MAX_DETAIL_PENALTY, _DETAIL_PENALTY * _count_details(stage, spot.middle, board)
        )
        hidden = _FRONT_PENALTY * spot.hides + detail
        lacks_pointer = _NO_POINTER_PENALTY * (not spot.has_pointer)
        return rate_distance(spot.middle) + hidden + lacks_pointer, spot.middle

    best, minimum = None, (inf, inf, door)
    for distances in _DISTANCES:
        spots = [
            spot
            for spot in _list_spots(door, [reach * distance for distance in distances], board)
            if rate_distance(spot) <= minimum[0]
            and _is_free(spot, board, crop, taken)
            and not any(
                abs(x - spot[0]) < board_width / 2 and abs(y - spot[1]) < board_height / 2
                for x, y in doorstep_points
            )
        ]
        for (penalty, middle), spot in sorted(
            (rate(spot), spot) for spot in _list_possible(stage, doorway, spots, board)
        ):
            if penalty > minimum[0]:
                break  # a pointer can only add to the penalty
            total = penalty + _rate_pointer(stage, _find_tip(doorway, middle), spot, board)
            if (total, penalty, middle) < minimum:
                best, minimum = spot, (total, penalty, middle)
    return best


def _list_spots(
    door: Point, distances: Sequence[float], board: tuple[float, float]
) -> Iterator[Point]:
    """Yield the centres of a board in all directions from a door, at these distances from it."""
    for distance in distances:
        for turn in range(_DIRECTIONS):
            angle = _FULL_TURN * turn / _DIRECTIONS
            x = door[0] + cos(angle) * (distance + board[0] / 2)
            yield x, door[1] + sin(angle) * (distance + board[1] / 2)


def _list_possible(
    stage: Stage, doorway: Doorway, spots: Sequence[Point], board: tuple[float, float]
) -> Iterator[_Spot]:
    """Yield the spots at which a board is outside the maze and its holes."""
    in_rim = count_within_rim(stage, [_spread_points(spot, board) for spot in spots])
    spots = [spot for spot, hidden in zip(spots, in_rim, strict=True) if not hidden]
    on_front = count_hidden_by_front(stage, [_spread_points(spot, board) for spot in spots])
    pointers = [_list_pointer_points(_find_tip(doorway, spot), spot) for spot in spots]
    crossed, figures = count_in_maze(stage, pointers), count_hidden_by_front(stage, pointers)
    for spot, hidden, in_maze, on_figures in zip(spots, on_front, crossed, figures, strict=True):
        hides = hidden / (_SAMPLE_COLUMNS * _SAMPLE_ROWS)
        yield _Spot(spot, hides, not in_maze and not on_figures)


def _rate_pointer(stage: Stage, tip: Point, spot: _Spot, board: tuple[float, float]) -> float:
    """Return the penalty for the small details that a sign's pointer hides, if it has one."""
    if not spot.has_pointer:
        return 0.0
    (x, y), half = spot.middle, (board[0] / 2, board[1] / 2)
    beside = [
        point
        for point in _list_pointer_points(tip, spot.middle)
        if abs(point[0] - x) > half[0] or abs(point[1] - y) > half[1]
    ]
    around = half[1], half[1]
    points = [_count_details(stage, point, around) for point in beside]
    return min(_MAX_DETAIL_PENALTY, _DETAIL_PENALTY * max(points, default=0))


def _list_pointer_points(tip: Point, spot: Point) -> list[Point]:
    """Return sampled points along a pointer."""
    return [
        (tip[0] + (spot[0] - tip[0]) * share, tip[1] + (spot[1] - tip[1]) * share)
        for share in (step / _POINTER_SAMPLES for step in range(_POINTER_SAMPLES))
    ]


@lru_cache(maxsize=64)
def _list_details(stage: Stage) -> list[Point]:
    """Return the corners of a drawing's lines and the middles of its curves, from left to right;
    they are dense where things are small."""
    subpaths = [subpath for layer in (*stage.back, *stage.front) for subpath in layer.subpaths]
    middles = [
        point_at((start, *bend, end), 0.5)
        for subpath in subpaths
        for start, end, bend in zip(
            subpath.points, (*subpath.points[1:], subpath.points[0]), subpath.bends, strict=False
        )
        if isinstance(bend, tuple)
    ]
    return sorted([*chain.from_iterable(subpath.points for subpath in subpaths), *middles])


def _count_details(stage: Stage, spot: Point, board: tuple[float, float]) -> int:
    """Return how many corners of lines a board hides."""
    (x, y), (board_width, board_height) = spot, board
    points = _list_details(stage)
    first, last = (bisect(points, (x + side * board_width / 2,)) for side in (-1, 1))
    return len([b for _, b in points[first:last] if abs(b - y) < board_height / 2])


def _is_free(spot: Point, board: tuple[float, float], crop: Crop, taken: Sequence[Bounds]) -> bool:
    """Return whether a board is within the frame and does not overlap the boxes in `taken`."""
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


def _spread_points(spot: Point, board: tuple[float, float]) -> list[Point]:
    """Return points all over a board at this position."""
    x, y = spot
    return [
        (
            x + board[0] * (i / (_SAMPLE_COLUMNS - 1) - 0.5),
            y + board[1] * (j / (_SAMPLE_ROWS - 1) - 0.5),
        )
        for i in range(_SAMPLE_COLUMNS)
        for j in range(_SAMPLE_ROWS)
    ]
