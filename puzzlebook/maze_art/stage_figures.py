"""Hero and goal of a stage, before the doors that its maze has, and the signs beside them.

In the drawing, hero and goal are at the doors for which it was drawn. A maze has other doors of
those that the stage offers, and its cells decide where exactly they are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain, pairwise, zip_longest
from math import ceil, dist, fsum, hypot, inf
from typing import NamedTuple

from puzzlebook.geometry.arcs import Point
from puzzlebook.geometry.curves import point_at
from puzzlebook.ground.lengths import MM
from puzzlebook.ground.portable_math import cos, sin
from puzzlebook.maze_art.choosing import choose_best
from puzzlebook.maze_art.stage import Crop, FigureMove, Stage, load_look
from puzzlebook.maze_art.stage_doors import (
    ShownDoors,
    count_hidden_by_front,
    count_within_rim,
    spread_arrow,
)
from puzzlebook.maze_art.stage_signs import PlacedSign, Sign, place_signs
from puzzlebook.maze_art.stage_things import (
    Bounds,
    count_in_box,
    find_layer_box,
    is_in_middle,
    join_boxes,
    measure_distance,
    touches,
)

_TURN = 0.19634954084936207
"""The step from direction to direction that is tried, in radians: a sixteenth of a half turn."""
_TURNS = 10  # directions to try on either side of straight on
_GAPS = (0.0, 1.0, 2.5, 4.5, 7.0, 10.0, 14.0, 20.0)
"""Distances from an arrow to try, in millimetres."""
_AIR = 1.2  # millimetres between an arrow and its figure, at least
_SAMPLES = 48  # number of a figure's points that are tested
_LINE_POINTS = 120  # number of points on a line as long as the stage
_MAX_IN_MAZE = 0.02  # share of them that may lie on the rim
_SCALES = (1.0, 0.8, 0.65)
"""Sizes of a figure to try, as shares of that in the drawing."""
_GOOD = 0.5  # penalty of a place for which a figure need not be smaller
# Penalties: of a figure 10 mm away from its arrow, or at its side; of one that hides other things
# in front, or a line of the drawing (for each of its points), or all lines; of one that moves by
# the size of the stage, or is of no size. A figure that stays where it was drawn has a bonus.
_FAR, _ASIDE, _HIDES, _LINE, _MAX_LINES = 2.0, 0.9, 2.0, 0.02, 0.8
_MOVED, _SMALLER, _STAYS = 0.5, 1.0, 0.3
_SIGN_FAR = 0.7  # penalty of a sign 10 mm away from its arrow


class _Place(NamedTuple):
    """A possible place of a figure, and how bad it is."""

    move: FigureMove
    penalty: float


class DressedDoors(NamedTuple):
    """A stage with hero and goal before its doors, how bad their places are, and the signs."""

    stage: Stage
    penalty: float
    signs: tuple[PlacedSign, ...] = ()


@lru_cache(maxsize=256)
def dress_doors(doors: ShownDoors, signs: tuple[Sign, ...]) -> DressedDoors:
    """Return a stage with hero and goal before its doors, each as near to the line of its arrow as
    there is space, and the signs beside them. Where hero or goal leave a sign no space for its
    place near its arrow, they give way to it, unless that takes them far from the door."""
    dressed = _stand_at_doors(doors, ())
    dressed = dressed._replace(signs=place_signs(doors._replace(stage=dressed.stage), signs))
    if all(sign.spot.away <= load_look()["near_sign"] * MM for sign in dressed.signs):
        return dressed
    first = place_signs(doors._replace(stage=doors.stage.without_figures), signs)
    other = _stand_at_doors(doors, [sign.box for sign in first])
    return min(dressed, other._replace(signs=first), key=_rate_doors)


def _rate_doors(dressed: DressedDoors) -> float:
    """Return how bad the places of figures and signs are together."""
    away = fsum(sign.spot.away for sign in dressed.signs)
    return round(dressed.penalty + _SIGN_FAR * away / (10 * MM), 4)


def _stand_at_doors(doors: ShownDoors, boards: Sequence[Bounds]) -> DressedDoors:
    """Return a stage with hero and goal before its doors. boards: of signs, which they must not
    touch."""
    stage = doors.stage
    if not stage.is_ours:
        return DressedDoors(stage, 0.0)
    moves, penalty = list[FigureMove](), 0.0
    for index, figure in enumerate(stage.figures):
        if figure is None:
            continue
        taken = [*boards, *(move.new_box for move in moves)]
        place = _find_place(doors, index, figure, [*taken, *filter(None, [stage.board])])
        penalty += place.penalty
        moves.append(place.move)
    moved = tuple(move for move in moves if move != FigureMove(move.box))
    return DressedDoors(stage.move_figures(moved), penalty)


def _find_place(doors: ShownDoors, index: int, figure: Bounds, taken: Sequence[Bounds]) -> _Place:
    """Return the best place for a figure at a door, or the one where it was drawn if there is no
    other. A figure that has no space near its arrow is smaller. index: of the door. taken: boxes
    that the figure must not touch."""
    size = max(figure[2] - figure[0], figure[3] - figure[1]) / doors.crop.width
    best: _Place | None = None
    for scale in _SCALES:
        if scale == 1.0 or scale * size >= load_look()["min_figure"]:
            found = _choose_place(doors, index, figure, scale, taken)
            places = [place for place in (best, found) if place]
            best = min(places, key=lambda place: round(place.penalty, 4), default=None)
        if best and best.penalty <= _GOOD:
            break
    return best or _Place(FigureMove(figure), inf)


def _choose_place(
    doors: ShownDoors, index: int, figure: Bounds, scale: float, taken: Sequence[Bounds]
) -> _Place | None:
    """Return the best place at a door for a figure of this scale; None if there is none."""
    stage, crop, unit, doorways, arrows = doors
    bare, doorway, air = stage.without_figures, doorways[index], _AIR * MM / unit
    front = doorway.at(0.5, doors.find_end(index) + air)
    spots = sorted(point for arrow in arrows for point in spread_arrow(arrow))
    drawn = FigureMove(figure)
    moves = [
        FigureMove(figure, (x, stage.snap(y)), scale)
        for x, y in _list_moves(drawn._replace(scale=scale).new_box, front, doorway.out, crop, unit)
    ]

    def rate_distance(move: FigureMove) -> float:
        box = move.new_box
        return (
            _FAR * measure_distance(box, front) * unit / (10 * MM)
            + _ASIDE * (1 - _find_cosine(box, front, doorway.out))
            + _MOVED * hypot(*move.by) / stage.size
            + _SMALLER * (1 - scale)
            - _STAYS * (move == drawn)
        )

    def is_free(move: FigureMove) -> bool:
        box, is_drawn = move.new_box, move == drawn
        return (
            _is_within(box, crop, 0.0 if is_drawn else air / 2)
            and not any(touches(box, other) for other in (*taken, *([] if is_drawn else bare.eyes)))
            and not (count_in_box(spots, box) and any(is_in_middle(box, point) for point in spots))
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
        lines = min(_MAX_LINES, _LINE * count_in_box(_list_line_points(bare), move.new_box))
        yield move, 0.0 if move == drawn else _HIDES * hides / len(points) + lines


def _move_points(points: Sequence[Point], move: FigureMove) -> list[Point]:
    (left, top), scale = move.origin, move.scale
    return [(left + scale * x, top + scale * y) for x, y in points]


def _list_moves(
    figure: Bounds, front: Point, out: Point, crop: Crop, unit: float
) -> Iterator[Point]:
    """Yield how far a figure moves to places before an arrow, within the frame. front: the point
    before the arrow."""
    left, top, right, bottom = figure
    width, height = right - left, bottom - top
    air = _AIR * MM / unit
    for turn in range(-_TURNS, _TURNS + 1):
        cosine, sine = cos(turn * _TURN), sin(turn * _TURN)
        x, y = out[0] * cosine - out[1] * sine, out[0] * sine + out[1] * cosine
        for gap in _GAPS:
            away = gap * MM / unit
            new_left = front[0] + x * (away + width / 2) - width / 2
            new_top = front[1] + y * (away + height / 2) - height / 2
            rightmost = crop.left + crop.width - air - width
            lowest = crop.top + crop.height - air - height
            yield (
                max(crop.left + air, min(rightmost, new_left)) - left,
                max(crop.top + air, min(lowest, new_top)) - top,
            )


@lru_cache(maxsize=64)
def _list_line_points(stage: Stage) -> list[Point]:
    """Return points on the lines of the back, about as far from each other everywhere, from left to
    right."""
    spacing, points = stage.size / _LINE_POINTS, list[Point]()
    for subpath in chain.from_iterable(layer.subpaths for layer in stage.back):
        ends = (*subpath.points[1:], *(subpath.points[:1] if subpath.closed else ()))
        for start, end, bend in zip_longest(subpath.points[: len(ends)], ends, subpath.bends):
            curve = (start, *bend, end) if isinstance(bend, tuple) else (start, end)
            steps = ceil(round(fsum(dist(*pair) for pair in pairwise(curve)) / spacing, 6))
            points += [point_at(curve, step / steps) for step in range(steps)]
    return sorted(points)


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


def _is_within(box: Bounds, crop: Crop, margin: float) -> bool:
    return (
        box[0] >= crop.left + margin
        and box[1] >= crop.top + margin
        and box[2] <= crop.left + crop.width - margin
        and box[3] <= crop.top + crop.height - margin
    )


def _find_cosine(box: Bounds, front: Point, out: Point) -> float:
    """Return the cosine of the angle between a direction and that to the middle of a box."""
    x, y = (box[0] + box[2]) / 2 - front[0], (box[1] + box[3]) / 2 - front[1]
    return (x * out[0] + y * out[1]) / max(hypot(x, y), 1e-9)
