"""Hero and goal of a stage, before the doors that its maze has, and the signs beside them.

In the drawing, hero and goal are at the doors for which it was drawn. A maze has other doors of
those that the stage offers, and its cells decide where exactly they are.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain, pairwise, zip_longest
from math import ceil, dist, fsum, hypot, inf
from typing import NamedTuple

from puzzlebook.geometry.arcs import Point
from puzzlebook.geometry.curves import point_at
from puzzlebook.ground.lengths import MM
from puzzlebook.ground.portable_math import cos, sin
from puzzlebook.maze_art.stage import Crop, FigureMove, Stage
from puzzlebook.maze_art.stage_doors import (
    Arrow,
    Doorway,
    count_hidden_by_front,
    count_within_rim,
    spread_arrow,
)
from puzzlebook.maze_art.stage_signs import PlacedSign, Sign, place_signs
from puzzlebook.maze_art.stage_things import (
    Bounds,
    find_layer_box,
    is_in_middle,
    join_boxes,
    measure_distance,
    move_box,
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
# Penalties: of a figure 10 mm away from its arrow, or at its side; of one that hides other things
# in front, or a line of the drawing (for each of its points), or all lines; and of one that moves
# by the size of the stage. A figure that stays where it was drawn has a bonus.
_FAR, _ASIDE, _HIDES, _LINE, _MAX_LINES, _MOVED, _STAYS = 1.0, 0.6, 2.0, 0.02, 1.2, 1.0, 0.45
_POINTER = 1.0  # how much worse the places of figures may be for each pointer of a sign


class _Place(NamedTuple):
    """A possible place of a figure: how far it moves, its box there, and how bad it is."""

    by: Point
    box: Bounds
    penalty: float


class DressedDoors(NamedTuple):
    """A stage with hero and goal before its doors, how bad their places are, and the signs."""

    stage: Stage
    penalty: float
    signs: tuple[PlacedSign, ...] = ()


@lru_cache(maxsize=256)
def dress_doors(
    stage: Stage,
    crop: Crop,
    unit: float,
    signs: tuple[Sign, ...],
    doorways: tuple[Doorway, ...],
    arrows: tuple[Arrow, ...],
) -> DressedDoors:
    """Return a stage with hero and goal before its doors, each as near to the line of its arrow as
    there is space, and the signs beside them. Where hero or goal leave a sign no space for its
    pointer, they give way to it, unless that takes them far from the door. unit: the size of a
    stage unit, in points."""
    around = crop, unit, signs, doorways, arrows
    dressed = _stand_at_doors(stage, crop, unit, doorways, arrows, ())
    dressed = dressed._replace(signs=place_signs(dressed.stage, *around))
    if _count_pointers(dressed) == len(signs):
        return dressed
    first = place_signs(stage.without_figures, *around)
    boxes = tuple(sign.box for sign in first)
    other = _stand_at_doors(stage, crop, unit, doorways, arrows, boxes)
    other = other._replace(signs=first)
    gained = _count_pointers(other) - _count_pointers(dressed)
    return other if other.penalty < dressed.penalty + _POINTER * gained else dressed


def _count_pointers(dressed: DressedDoors) -> int:
    return len([sign for sign in dressed.signs if sign.spot.tip])


def _stand_at_doors(
    stage: Stage,
    crop: Crop,
    unit: float,
    doorways: tuple[Doorway, ...],
    arrows: tuple[Arrow, ...],
    boards: tuple[Bounds, ...],
) -> DressedDoors:
    """Return a stage with hero and goal before its doors. boards: of signs, which they must not
    touch."""
    if not stage.is_ours:
        return DressedDoors(stage, 0.0)
    moves, boxes, penalty = list[FigureMove](), list[Bounds](), 0.0
    for index, figure in enumerate(stage.figures):
        if figure is None:
            continue
        taken = [*boxes, *boards, *([stage.board] if stage.board else [])]
        place = _find_place(stage, crop, unit, figure, doorways[index], arrows, index, taken)
        boxes.append(place.box)
        penalty += place.penalty
        if any(place.by):
            moves.append(FigureMove(figure, place.by))
    return DressedDoors(stage.move_figures(tuple(moves)), penalty)


def _find_place(
    stage: Stage,
    crop: Crop,
    unit: float,
    figure: Bounds,
    doorway: Doorway,
    arrows: Sequence[Arrow],
    index: int,
    taken: Sequence[Bounds],
) -> _Place:
    """Return the best place for a figure at a door, or the one where it was drawn if there is no
    other. index: of the door. taken: boxes that the figure must not touch."""
    bare = stage.without_figures
    points = _sample_figure(stage, figure)
    outer = max(doorway.locate(point)[1] for point in arrows[index])
    front = doorway.at(0.5, outer + _AIR * MM / unit)
    spots = [point for arrow in arrows for point in spread_arrow(arrow)]
    air = _AIR * MM / unit
    possible = list[tuple[Point, Bounds]]()
    moves = _list_moves(figure, front, doorway.out, crop, unit)
    for by in dict.fromkeys([(0.0, 0.0), *((x, stage.snap(y)) for x, y in moves)]):
        box, is_drawn = move_box(figure, by), not any(by)
        if (
            _is_within(box, crop, 0.0 if is_drawn else air / 2)
            and not any(touches(box, other) for other in (*taken, *([] if is_drawn else bare.eyes)))
            and not any(is_in_middle(box, point) for point in spots)
        ):
            possible.append((by, box))
    in_maze = count_within_rim(bare, [_move_points(points, by) for by, _ in possible])
    possible = [
        (by, box)
        for (by, box), inside in zip(possible, in_maze, strict=True)
        if inside <= _MAX_IN_MAZE * len(points) or not any(by)
    ]
    hiding = count_hidden_by_front(bare, [_move_points(points, by) for by, _ in possible])
    best = None
    for (by, box), hides in zip(possible, hiding, strict=True):
        is_drawn = not any(by)
        lines = 0.0 if is_drawn else _LINE * _count_line_points(bare, box)
        penalty = (
            _FAR * measure_distance(box, front) * unit / (10 * MM)
            + _ASIDE * (1 - _find_cosine(box, front, doorway.out))
            + (0.0 if is_drawn else _HIDES * hides / len(points))
            + min(_MAX_LINES, lines)
            + _MOVED * hypot(*by) / stage.size
            - _STAYS * is_drawn
        )
        if best is None or round(penalty, 4) < round(best.penalty, 4):
            best = _Place(by, box, penalty)
    return best or _Place((0.0, 0.0), figure, inf)


def _move_points(points: Sequence[Point], by: Point) -> list[Point]:
    return [(x + by[0], y + by[1]) for x, y in points]


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


def _count_line_points(stage: Stage, box: Bounds) -> int:
    """Return how many points of the lines of the back are in a box."""
    left, top, right, bottom = box
    points = _list_line_points(stage)
    first, last = (bisect(points, (x,)) for x in (left, right))
    return len([y for _, y in points[first:last] if top < y < bottom])


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
