"""Hero and goal of a stage, before the doors that its maze has, and the signs beside them.

In the drawing, hero and goal are at the doors for which it was drawn. A maze has other doors of
those that the stage offers, and its cells decide where exactly they are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain, product
from math import fsum, hypot, inf
from typing import NamedTuple

from puzzlebook.geometry.arcs import Point
from puzzlebook.ground.lengths import MM
from puzzlebook.ground.portable_math import cos, sin
from puzzlebook.maze_art.choosing import choose_best
from puzzlebook.maze_art.stage import Crop, FigureMove, Stage, load_look
from puzzlebook.maze_art.stage_doors import (
    ShownDoors,
    count_hidden_by_front,
    count_line_points,
    count_within_rim,
    spread_arrow,
)
from puzzlebook.maze_art.stage_signs import PlacedSign, Sign, place_signs
from puzzlebook.maze_art.stage_things import (
    Bounds,
    find_layer_box,
    is_in_middle,
    join_boxes,
    list_in_box,
    measure_distance,
    measure_gap,
    touches,
)

_TURN = 0.19634954084936207
"""The step from direction to direction that is tried, in radians: a sixteenth of a half turn."""
_TURNS = 10  # directions to try on either side of straight on
_GAPS = (0.0, 1.0, 2.5, 4.5, 7.0, 10.0, 14.0, 20.0)
"""Distances from an arrow to try, in millimetres."""
_AIR = 1.2  # millimetres between an arrow and its figure, at least
_SAMPLES = 48  # number of a figure's points that are tested
_MAX_IN_MAZE = 0.02  # share of them that may lie on the rim
_SHRINK = 0.88  # from one size of a figure that is tried to the next
_SIGN_SIZES = (1.0, 0.85, 0.7)  # sizes to try for signs, as shares of their full size
_FIGURE_SIZES = (1.0, 0.75)  # and the largest figures to try, as shares of the wanted size
_CLEAR = 2.0  # points between the board of a page and what is at the doors
_GOOD = 0.5  # penalty of a place for which a figure need not be smaller
# Penalties: of a figure 10 mm away from its arrow, or at its side; of one that hides other things
# in front, or a line of the drawing (for each of its points), or all lines; of one that moves by
# the size of the stage, or is of no size. A figure that stays where it was drawn has a bonus.
_FAR, _ASIDE, _HIDES, _LINE, _MAX_LINES = 2.0, 0.9, 3.0, 0.02, 0.8
_MOVED, _SMALLER, _STAYS = 0.5, 1.0, 0.3
# Penalties of a sign 10 mm away from its arrow, of one that is missing, and of smaller ones.
_SIGN_FAR, _NO_SIGN, _SMALL_SIGNS = 0.7, 5.0, 2.0


class _Place(NamedTuple):
    """A possible place of a figure, and how bad it is."""

    move: FigureMove
    penalty: float


class DressedDoors(NamedTuple):
    """A stage with hero and goal before its doors, how bad their places are, the signs, and their
    size, as a share of the full size."""

    stage: Stage
    penalty: float
    signs: tuple[PlacedSign, ...] = ()
    sign_size: float = 1.0


@lru_cache(maxsize=256)
def dress_doors(doors: ShownDoors, signs: tuple[Sign, ...]) -> DressedDoors:
    """Return a stage with hero and goal before its doors, each as near to the line of its arrow as
    there is space, and the signs beside them. Where hero or goal leave a sign no space for its
    place near its arrow, they give way to it or are smaller. Only where that takes them far from
    the door, the signs are smaller.

    Where the page has hung up a board of its own and nothing at the doors is near it, all stands as
    beside the drawing's board, which SVG files show."""
    hung = doors.stage
    if hung.hung_in and hung.place.words:
        dressed = dress_doors(doors._replace(stage=hung.hung_in), signs)
        boxes = [*filter(None, dressed.stage.standing), *(sign.reach for sign in dressed.signs)]
        if all(measure_gap(box, hung.place.words) * doors.unit >= _CLEAR for box in boxes):
            return dressed._replace(stage=hung.move_figures(dressed.stage.moves))
    tries = list[DressedDoors]()
    for share, largest, give_way in product(_SIGN_SIZES, _FIGURE_SIZES, (False, True)):
        tries.append(_dress(doors, signs, (share, largest), give_way))
        is_good = len(tries[-1].signs) == len(signs) and all(one.is_good for one in tries[-1].signs)
        if is_good and tries[-1].penalty <= tries[0].penalty + _GOOD:
            break
    return min(tries, key=lambda dressed: _rate_doors(dressed, signs))


def _dress(
    doors: ShownDoors, signs: tuple[Sign, ...], sizes: tuple[float, float], give_way: bool
) -> DressedDoors:
    """Return a stage with hero, goal and signs. sizes: those of signs and of the largest figures,
    as shares of what is wanted. give_way: whether the signs have the first choice of places."""
    share, largest = sizes
    if give_way:
        placed = place_signs(doors._replace(stage=doors.stage.without_figures), signs, share)
        dressed = _stand_at_doors(doors, largest, tuple(sign.box for sign in placed))
    else:
        dressed = _stand_at_doors(doors, largest)
        placed = place_signs(doors._replace(stage=dressed.stage), signs, share)
    return dressed._replace(signs=placed, sign_size=share)


def _rate_doors(dressed: DressedDoors, signs: Sequence[Sign]) -> float:
    """Return how bad the places of figures and signs are together."""
    placed = dressed.signs
    away = fsum(sign.spot.away for sign in placed)
    hides = fsum(sign.spot.hides for sign in placed)
    penalty = _SIGN_FAR * away / (10 * MM) + _HIDES * hides
    penalty += _NO_SIGN * (len(signs) - len(placed)) + _SMALL_SIGNS * (1 - dressed.sign_size)
    return round(dressed.penalty + penalty, 4)


@lru_cache(maxsize=16)
def _stand_at_doors(
    doors: ShownDoors, largest: float, boards: tuple[Bounds, ...] = ()
) -> DressedDoors:
    """Return a stage with hero and goal before its doors. largest: their size at most, as a share
    of what is wanted. boards: of signs, which they must not touch."""
    stage = doors.stage
    if not stage.is_ours:
        return DressedDoors(stage, 0.0)
    moves, penalty = list[FigureMove](), 0.0
    for index, figure in enumerate(stage.figures):
        if figure is None:
            continue
        taken = [*boards, *(move.new_box for move in moves)]
        place = _find_place(doors, index, figure, largest, [*taken, *filter(None, [stage.board])])
        penalty += place.penalty
        moves.append(place.move)
    moved = tuple(move for move in moves if move != FigureMove(move.box))
    return DressedDoors(stage.move_figures(moved), penalty)


def _find_place(
    doors: ShownDoors, index: int, figure: Bounds, largest: float, taken: Sequence[Bounds]
) -> _Place:
    """Return the best place for a figure at a door, or the one where it was drawn if there is no
    other. A small figure is larger, and one that has no space near its arrow is smaller. index: of
    the door. largest: the first size to try, as a share of what is wanted. taken: boxes that the
    figure must not touch."""
    look = load_look()
    size = max(figure[2] - figure[0], figure[3] - figure[1]) / doors.crop.width
    wanted = max(1.0, look["figure_size"] / size)
    scale, places = largest * wanted, list[_Place]()
    best: _Place | None = None
    while best is None or (best.penalty > _GOOD and scale * size >= look["min_figure"]):
        found = _choose_place(doors, index, figure, (scale, wanted), taken)
        places += [found] if found else []
        best = min(places, key=lambda place: round(place.penalty, 4), default=None)
        scale *= _SHRINK
        if scale * size < look["least_figure"]:
            break
    return best or _Place(FigureMove(figure), inf)


def _choose_place(
    doors: ShownDoors,
    index: int,
    figure: Bounds,
    scales: tuple[float, float],
    taken: Sequence[Bounds],
) -> _Place | None:
    """Return the best place at a door for a figure; None if there is none. scales: its scale, and
    that at which it is as large as it should be."""
    stage, crop, unit, doorways, arrows = doors
    bare, doorway, air = stage.without_figures, doorways[index], _AIR * MM / unit
    frame = crop.shrink(load_look()["edge"] * MM / unit)
    front = doorway.at(0.5, doors.find_end(index) + air)
    spots = sorted(point for arrow in arrows for point in spread_arrow(arrow))
    drawn, (scale, wanted), parts = FigureMove(figure), scales, _list_parts(stage, figure)
    others = [*taken, *bare.eyes]
    moves = [
        FigureMove(figure, (x, stage.snap(y)), scale)
        for x, y in _list_moves(
            drawn._replace(scale=scale).new_box, front, doorway.out, frame, unit
        )
    ]

    def rate_distance(move: FigureMove) -> float:
        box = move.new_box
        return (
            _FAR * measure_distance(box, front) * unit / (10 * MM)
            + _ASIDE * (1 - _find_cosine(box, front, doorway.out))
            + _MOVED * hypot(*move.by) / stage.size
            + _SMALLER * (1 - scale / wanted)
            - _STAYS * (move == drawn)
        )

    def is_under_arrow(move: FigureMove) -> bool:
        near = list_in_box(spots, move.new_box)
        moved = (_move_points(corners, move) for corners in parts if near)
        boxes = chain([move.new_box], ((*start, *end) for start, end in moved))
        return any(is_in_middle(box, point) for box in boxes for point in near)

    def is_free(move: FigureMove) -> bool:
        box = move.new_box
        return (
            _is_within(box, frame)
            and not any(touches(box, other) for other in (taken if move == drawn else others))
            and not is_under_arrow(move)
        )

    def rate(moves: Sequence[FigureMove]) -> Iterator[tuple[FigureMove, float, _Place]]:
        for move, hidden in _rate_hidden(stage, figure, moves):
            penalty = distances[move] + hidden
            yield move, penalty, _Place(move, penalty)

    distances = {move: rate_distance(move) for move in [*([drawn] if scale == 1.0 else []), *moves]}
    return choose_best(distances, is_free, rate)


def _rate_hidden(
    stage: Stage, figure: Bounds, moves: Sequence[FigureMove]
) -> Iterator[tuple[FigureMove, float]]:
    """Yield each move that leaves a figure outside the maze and its holes, and the penalty for what
    the figure hides there. Where it was drawn, it may be anywhere and hide anything."""
    bare, points, drawn = stage.without_figures, _sample_figure(stage, figure), FigureMove(figure)
    in_maze = count_within_rim(bare, [_move_points(points, move) for move in moves])
    possible = [
        move
        for move, inside in zip(moves, in_maze, strict=True)
        if inside <= _MAX_IN_MAZE * len(points) or move == drawn
    ]
    hiding = count_hidden_by_front(bare, [_move_points(points, move) for move in possible])
    for move, hides in zip(possible, hiding, strict=True):
        lines = min(_MAX_LINES, _LINE * count_line_points(bare, move.new_box))
        yield move, 0.0 if move == drawn else _HIDES * hides / len(points) + lines


def _move_points(points: Sequence[Point], move: FigureMove) -> list[Point]:
    (left, top), scale = move.origin, move.scale
    return [(left + scale * x, top + scale * y) for x, y in points]


def _list_moves(
    figure: Bounds, front: Point, out: Point, frame: Crop, unit: float
) -> Iterator[Point]:
    """Yield how far a figure moves to places before an arrow, within a frame. front: the point
    before the arrow."""
    left, top, right, bottom = figure
    width, height = right - left, bottom - top
    for turn in range(-_TURNS, _TURNS + 1):
        cosine, sine = cos(turn * _TURN), sin(turn * _TURN)
        x, y = out[0] * cosine - out[1] * sine, out[0] * sine + out[1] * cosine
        for gap in _GAPS:
            away = gap * MM / unit
            new_left = front[0] + x * (away + width / 2) - width / 2
            new_top = front[1] + y * (away + height / 2) - height / 2
            rightmost = frame.left + frame.width - width
            lowest = frame.top + frame.height - height
            yield (
                max(frame.left, min(rightmost, new_left)) - left,
                max(frame.top, min(lowest, new_top)) - top,
            )


@lru_cache(maxsize=64)
def _list_parts(stage: Stage, figure: Bounds) -> list[tuple[Point, Point]]:
    """Return two opposite corners of each part of a figure, such as a question mark at its side."""
    boxes = [find_layer_box(layer) for layer in stage.front]
    return [
        ((left, top), (right, bottom))
        for left, top, right, bottom in boxes
        if left < right
        and top < bottom
        and join_boxes([figure, (left, top, right, bottom)]) == figure
    ]


@lru_cache(maxsize=64)
def _sample_figure(stage: Stage, figure: Bounds) -> list[Point]:
    """Return points of a figure's lines."""
    points = [
        point
        for layer in stage.front
        if join_boxes([figure, find_layer_box(layer)]) == figure
        for path in layer.subpaths
        for point in path.points
    ]
    return [(x, stage.snap(y)) for x, y in points[:: max(1, len(points) // _SAMPLES)]]


def _is_within(box: Bounds, crop: Crop) -> bool:
    return (
        box[0] >= crop.left
        and box[1] >= crop.top
        and box[2] <= crop.left + crop.width
        and box[3] <= crop.top + crop.height
    )


def _find_cosine(box: Bounds, front: Point, out: Point) -> float:
    """Return the cosine of the angle between a direction and that to the middle of a box."""
    x, y = (box[0] + box[2]) / 2 - front[0], (box[1] + box[3]) / 2 - front[1]
    return (x * out[0] + y * out[1]) / max(hypot(x, y), 1e-9)
