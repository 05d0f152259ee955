"""Which corner of the rim goes to which place on the drawing: of all ways round the cheapest.

A corner goes to a near place rather than to a far one, to a sharp point before all, and stays off
the drawing where this has nothing like the rim: on a bridge between two pieces, at a hole too small
for a cell. Between two corners the drawing should be about as long as their side. Distances cost
their squares.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from puzzlebook.geometry.arcs import Point
from puzzlebook.mazes.fitting.places import LoopPoints

OFF = -1
"""In place of a place: off the drawing."""
State = tuple[int, float]
"""A place, or OFF, and what it costs a corner to go there."""

_STAY_OFF = 2.2
_SWITCH = 0.3  # from the drawing to off it, or back
_OTHER_LOOP = 3.0
_TIP, _WRONG_TIP = (
    0.9,
    0.54,
)  # what a sharp point is worth to a corner that turns its way, or the other
_ASKEW = 0.15
_FACING = -0.1  # the cosine between rim and drawing below which they do not face the same way
_IDEAL, _LEAST, _MOST, _FARTHEST = (
    0.82,
    0.28,
    2.2,
    9.0,
)  # how much of the drawing a side takes, in its own lengths
_LONG, _SHORT = 0.7, 2.8  # of a side that takes more, or less, than the ideal
_JUMP = 1.6  # of a side that takes more than the most
_NEVER = 1e18
_MOST_STATES = (
    100  # of a corner; only where the drawing runs to and fro within a cell are there more
)


def match_corners(
    corners: Sequence[Point], places: LoopPoints, is_free: Sequence[bool]
) -> list[int]:
    """For each corner of a closed walk along the rim the place it goes to, or OFF."""
    many = len(corners)
    states, lengths = [], []
    for number, corner in enumerate(corners):
        before, after = corners[number - 1], corners[(number + 1) % many]
        lengths.append(_distance(corner, after))
        states.append(
            _list_states(before, corner, after, places) if is_free[number] else [(OFF, _STAY_OFF)]
        )
    # The way begins, and ends, at the corner that is surest of its place.
    surest = [min(state, key=_cost) for state in states]
    first = surest.index(min(surest, key=_cost))
    states[first] = [surest[first]]
    order = [(first + number) % many for number in range(many + 1)]
    way = _find_cheapest(
        [states[number] for number in order], [lengths[number] for number in order], places
    )
    return [way[(number - first) % many] for number in range(many)]


def _cost(state: State) -> float:
    return state[1]


def _distance(p: Point, q: Point) -> float:
    return sqrt((q[0] - p[0]) * (q[0] - p[0]) + (q[1] - p[1]) * (q[1] - p[1]))


def _list_states(last: Point, here: Point, onward: Point, places: LoopPoints) -> list[State]:
    """Where a corner may go: the nearer the better, along with the drawing, to a sharp point before
    all."""
    (px, py), (x, y), (qx, qy) = last, here, onward
    before, after = _distance(last, here), _distance(here, onward)
    dx, dy = (x - px) / before + (qx - x) / after, (y - py) / before + (qy - y) / after
    turn = (x - px) * (qy - y) - (y - py) * (qx - x)
    straight = sqrt(dx * dx + dy * dy)
    found = [(OFF, _STAY_OFF)]
    for number, cost in places.near(x, y):
        _, _, _, _, (ahead_x, ahead_y), sharp = places.all[number]
        if straight > 0.3:
            facing = (ahead_x * dx + ahead_y * dy) / straight
            if facing < _FACING:
                continue
            cost += _ASKEW * (1.0 - facing)
        if sharp:
            cost -= (_TIP if sharp * turn >= 0 else _WRONG_TIP) * min(abs(sharp), 1.0)
        found.append((number, cost))
    if len(found) > _MOST_STATES:
        dearest = sorted(found, key=_cost)[_MOST_STATES][1]
        found = [state for state in found if state[0] == OFF or state[1] < dearest]
    return found


def _find_cheapest(
    states: Sequence[Sequence[State]], lengths: Sequence[float], places: LoopPoints
) -> list[int]:
    """The cheapest places along a row of corners (Viterbi's algorithm). lengths: of the side behind
    each corner."""
    costs = [cost for _, cost in states[0]]
    trail = []
    for number in range(1, len(states)):
        befores = [
            (cost, places.all[place].loop, places.all[place].along)
            if place != OFF
            else (cost, OFF, 0.0)
            for (place, _), cost in zip(states[number - 1], costs, strict=True)
        ]
        by_cost = sorted(
            (cost, origin, loop, along) for origin, (cost, loop, along) in enumerate(befores)
        )
        costs, back = [], []
        for place, own in states[number]:
            if place == OFF:
                cost, origin = _find_cheapest_off(befores)
            else:
                cost, origin = _find_cheapest_on(by_cost, places, place, lengths[number - 1])
            costs.append(cost + own)
            back.append(origin)
        trail.append(back)
    state = costs.index(min(costs))
    way = [states[-1][state][0]]
    for back, before in zip(reversed(trail), reversed(states[:-1]), strict=True):
        state = back[state]
        way.append(before[state][0])
    return way[::-1]


def _find_cheapest_off(befores: Sequence[tuple[float, int, float]]) -> tuple[float, int]:
    """What it costs to come off the drawing, or to stay off it, and from which state."""
    costs = [cost + _SWITCH if loop != OFF else cost for cost, loop, _ in befores]
    cheapest = min(costs)
    return cheapest, costs.index(cheapest)


def _find_cheapest_on(
    befores: Sequence[tuple[float, int, int, float]], places: LoopPoints, place: int, side: float
) -> tuple[float, int]:
    """What it costs to come to a place, and from which state: of equals the first. befores: the
    states by what they cost. side: the length of the side between the corners. Nothing on the way
    is worth less than 0: no state that costs more than the cheapest so far can become it, or its
    equal."""
    here, along, *_ = places.all[place]
    length = places.loops[here].length
    shortest, longest = _LEAST * side, _MOST * side
    cheapest, origin = _NEVER, 0
    for cost, number, loop, was in befores:
        if cost > cheapest:
            break
        if loop == here:
            gap = along - was
            if gap < 0.0:
                gap += length
            if gap < shortest or gap > _FARTHEST:
                continue
            if gap <= longest:
                gap = gap / side - _IDEAL
                cost += (_LONG if gap > 0.0 else _SHORT) * gap * gap
            else:
                cost += _JUMP + 0.1 * gap
        else:
            cost += _SWITCH if loop == OFF else _OTHER_LOOP
        if cost < cheapest or (cost == cheapest and number < origin):
            cheapest, origin = cost, number
    return cheapest, origin
