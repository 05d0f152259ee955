"""Choosing the best of many places without rating them all."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice, takewhile
from math import inf
from typing import TypeVar

_AT_ONCE = 16  # number of places that are rated together, which is faster than one by one
_DIGITS = 4  # decimal places to which penalties are compared

Place = TypeVar("Place")
Choice = TypeVar("Choice")


def choose_best(
    places: Mapping[Place, float],
    is_free: Callable[[Place], bool],
    rate: Callable[[Sequence[Place]], Iterable[tuple[Place, float, Choice]]],
) -> Choice | None:
    """Return the choice with the smallest penalty, or the first of those; None if there is none.

    places: mapping from each place to the smallest penalty that it can have. is_free: a quick test
    that excludes a place. rate: yields each of these places that is suitable, its penalty, and the
    choice that it stands for.
    """
    best, chosen = (inf, 0), None
    numbers = {place: number for number, place in enumerate(places)}
    nearest = sorted(places, key=places.__getitem__)
    near = takewhile(lambda place: round(places[place], _DIGITS) <= best[0], nearest)
    free = filter(is_free, near)
    while some := [*islice(free, _AT_ONCE)]:
        for place, penalty, choice in rate(some):
            key = round(penalty, _DIGITS), numbers[place]
            if key < best:
                best, chosen = key, choice
    return chosen
