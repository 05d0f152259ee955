"""Numbers, and pairs of them, in little room: what a grid of a million cells has millions of."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, MutableSequence, Sequence
from typing import TypeVar, overload

Pair = tuple[int, int]
Item = TypeVar("Item")

_MANY = 100_000
"""So many take room enough to be kept flat."""


class FlatPairs(Sequence[Pair]):
    """Pairs of ints in two flat arrays: a fourteenth of the room of a list of tuples, and slower to
    read."""

    def __init__(self, firsts: array[int], seconds: array[int]) -> None:
        self._firsts, self._seconds = firsts, seconds

    def __len__(self) -> int:
        return len(self._firsts)

    def __iter__(self) -> Iterator[Pair]:
        return zip(self._firsts, self._seconds, strict=True)

    @overload
    def __getitem__(self, place: int) -> Pair: ...
    @overload
    def __getitem__(self, place: slice) -> FlatPairs: ...
    def __getitem__(self, place: int | slice) -> Pair | FlatPairs:
        if isinstance(place, slice):
            return FlatPairs(self._firsts[place], self._seconds[place])
        return self._firsts[place], self._seconds[place]


class Formula(Sequence[Item]):
    """A sequence in no room at all: each item is worked out whenever it is asked for.

    at: what gives the item at a place; places: those that there are.
    """

    def __init__(self, at: Callable[[int], Item], places: range) -> None:
        self._at, self._places = at, places

    def __len__(self) -> int:
        return len(self._places)

    @overload
    def __getitem__(self, place: int) -> Item: ...
    @overload
    def __getitem__(self, place: slice) -> Formula[Item]: ...
    def __getitem__(self, place: int | slice) -> Item | Formula[Item]:
        if isinstance(place, slice):
            return Formula(self._at, self._places[place])
        return self._at(self._places[place])


def make_int_sequence(numbers: Iterable[int], many: int) -> MutableSequence[int]:
    """So many ints, as a list or, where they are many, flat."""
    return array("i", numbers) if many > _MANY else list(numbers)


def make_pair_sequence(firsts: Iterable[int], seconds: Iterable[int], many: int) -> Sequence[Pair]:
    """So many pairs of ints, as a list of tuples or, where they are many, flat."""
    if many > _MANY:
        return FlatPairs(array("i", firsts), array("i", seconds))
    return list(zip(firsts, seconds, strict=True))


def make_sequence(at: Callable[[int], Item], many: int) -> Sequence[Item]:
    """So many items, of each of which its place tells what it is, as a list or, where they are
    many, in no room."""
    return Formula(at, range(many)) if many > _MANY else list(map(at, range(many)))
