"""Matching rim corners with points of the drawing at the least total cost.

Corners prefer close points, and prefer sharp points even more. They stay off the drawing where it
does not resemble the rim: on a bridge of cells between two pieces, or at a hole that is too small
for a cell. Between two corners the drawing should be about as long as the side. The cost of a
distance is its square.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from puzzlebook.geometry.arcs import Point
from puzzlebook.mazes.fitting.places import LoopPoints

OFF = -1
"""The number that stands for no point: the corner is off the drawing."""
State = tuple[int, float]
"""The number of a point, or OFF, and the cost of moving a corner there."""

_OFF_COST = 2.2  # the cost of a corner that is off the drawing
_SWITCH_COST = 0.3  # the cost of going on or off the drawing
_OTHER_LOOP_COST = 3.0  # the cost of going from one loop to another
# The value of a sharp point for a corner that turns in the same or in the opposite direction.
_TIP, _WRONG_TIP = 0.9, 0.54
_ASKEW_COST = 0.15  # multiplied by 1 − the cosine between rim and drawing
_MIN_COSINE = -0.1  # points where the cosine between rim and drawing is lower are not considered
# Lengths of the drawing along a side; all but _MAX_GAP are multiples of the length of the side.
_IDEAL_LENGTH, _MIN_LENGTH, _MAX_LENGTH, _MAX_GAP = 0.82, 0.28, 2.2, 9.0
_LONG_COST, _SHORT_COST = 0.7, 2.8  # the costs of a length above and below _IDEAL_LENGTH
_JUMP_COST = 1.6  # the cost of a length above _MAX_LENGTH
_INFINITE_COST = 1e18
_MAX_STATES = 100  # of a corner; only drawings that meander within a cell give more states


def match_corners(
    corners: Sequence[Point], loop_points: LoopPoints, is_free: Sequence[bool]
) -> list[int]:
    """Return the number of the point for each corner of a closed walk along the rim, or OFF."""
    count = len(corners)
    states, lengths = [], []
    for number, corner in enumerate(corners):
        before, after = corners[number - 1], corners[(number + 1) % count]
        lengths.append(_distance(corner, after))
        states.append(
            _list_states(before, corner, after, loop_points)
            if is_free[number]
            else [(OFF, _OFF_COST)]
        )
    # The walk starts and ends at the corner with the cheapest point.
    cheapest_states = [min(state, key=_cost) for state in states]
    first = cheapest_states.index(min(cheapest_states, key=_cost))
    states[first] = [cheapest_states[first]]
    order = [(first + number) % count for number in range(count + 1)]
    matches = _find_cheapest(
        [states[number] for number in order], [lengths[number] for number in order], loop_points
    )
    return [matches[(number - first) % count] for number in range(count)]


def _cost(state: State) -> float:
    return state[1]


def _distance(p: Point, q: Point) -> float:
    return sqrt((q[0] - p[0]) * (q[0] - p[0]) + (q[1] - p[1]) * (q[1] - p[1]))


def _list_states(last: Point, here: Point, onward: Point, loop_points: LoopPoints) -> list[State]:
    """Return the states of a corner. Points that are close, sharp or have the same direction as the
    rim are cheaper."""
    (px, py), (x, y), (qx, qy) = last, here, onward
    before, after = _distance(last, here), _distance(here, onward)
    dx, dy = (x - px) / before + (qx - x) / after, (y - py) / before + (qy - y) / after
    turn = (x - px) * (qy - y) - (y - py) * (qx - x)
    straight = sqrt(dx * dx + dy * dy)
    states = [(OFF, _OFF_COST)]
    for number, cost in loop_points.find_near(x, y):
        _, _, _, _, (ahead_x, ahead_y), sharp = loop_points.items[number]
        if straight > 0.3:
            cosine = (ahead_x * dx + ahead_y * dy) / straight
            if cosine < _MIN_COSINE:
                continue
            cost += _ASKEW_COST * (1.0 - cosine)
        if sharp:
            cost -= (_TIP if sharp * turn >= 0 else _WRONG_TIP) * min(abs(sharp), 1.0)
        states.append((number, cost))
    if len(states) > _MAX_STATES:
        cost_limit = sorted(states, key=_cost)[_MAX_STATES][1]
        states = [state for state in states if state[0] == OFF or state[1] < cost_limit]
    return states


def _find_cheapest(
    states: Sequence[Sequence[State]], lengths: Sequence[float], loop_points: LoopPoints
) -> list[int]:
    """Return the cheapest sequence of points along a row of corners (Viterbi's algorithm). lengths:
    the length of the side after each corner."""
    costs = [cost for _, cost in states[0]]
    trail = []
    for number in range(1, len(states)):
        previous_states = [
            (cost, loop_points.items[point].loop, loop_points.items[point].along)
            if point != OFF
            else (cost, OFF, 0.0)
            for (point, _), cost in zip(states[number - 1], costs, strict=True)
        ]
        by_cost = sorted(
            (cost, origin, loop, along)
            for origin, (cost, loop, along) in enumerate(previous_states)
        )
        costs, back = [], []
        for point, own_cost in states[number]:
            if point == OFF:
                cost, origin = _find_cheapest_off(previous_states)
            else:
                cost, origin = _find_cheapest_on(by_cost, loop_points, point, lengths[number - 1])
            costs.append(cost + own_cost)
            back.append(origin)
        trail.append(back)
    state = costs.index(min(costs))
    points = [states[-1][state][0]]
    for back, before in zip(reversed(trail), reversed(states[:-1]), strict=True):
        state = back[state]
        points.append(before[state][0])
    return points[::-1]


def _find_cheapest_off(previous_states: Sequence[tuple[float, int, float]]) -> tuple[float, int]:
    """Return the cost of leaving the drawing, or of staying off it, and the index of the previous
    state."""
    costs = [cost + _SWITCH_COST if loop != OFF else cost for cost, loop, _ in previous_states]
    cheapest = min(costs)
    return cheapest, costs.index(cheapest)


def _find_cheapest_on(
    previous_states: Sequence[tuple[float, int, int, float]],
    loop_points: LoopPoints,
    point: int,
    side: float,
) -> tuple[float, int]:
    """Return the cost of reaching a point, and the index of the previous state; in a tie, the
    first.

    previous_states: the previous states, sorted by cost. side: the length of the side between the
    corners. Every transition costs at least 0, so a state that costs more than the best so far can
    neither win nor tie.
    """
    here, along, *_ = loop_points.items[point]
    length = loop_points.loops[here].length
    shortest, longest = _MIN_LENGTH * side, _MAX_LENGTH * side
    cheapest, origin = _INFINITE_COST, 0
    for cost, number, loop, previous_along in previous_states:
        if cost > cheapest:
            break
        if loop == here:
            gap = along - previous_along
            if gap < 0.0:
                gap += length
            if gap < shortest or gap > _MAX_GAP:
                continue
            if gap <= longest:
                gap = gap / side - _IDEAL_LENGTH
                cost += (_LONG_COST if gap > 0.0 else _SHORT_COST) * gap * gap
            else:
                cost += _JUMP_COST + 0.1 * gap
        else:
            cost += _SWITCH_COST if loop == OFF else _OTHER_LOOP_COST
        if cost < cheapest or (cost == cheapest and number < origin):
            cheapest, origin = cost, number
    return cheapest, origin
