"""Compact sequences of ints and pairs, for grids of a million cells."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, MutableSequence, Sequence
from typing import TypeVar, overload

Pair = tuple[int, int]
Item = TypeVar("Item")

_MAX_LIST_LENGTH = 100_000
"""The length of the longest sequence that is stored as a list; longer ones are stored compactly."""


class FlatPairs(Sequence[Pair]):
    """Pairs of ints in two flat arrays. They take a fourteenth of the memory of a list of tuples,
    but are slower to read."""

    def __init__(self, firsts: array[int], seconds: array[int]) -> None:
        self._firsts, self._seconds = firsts, seconds

    def __len__(self) -> int:
        return len(self._firsts)

    def __iter__(self) -> Iterator[Pair]:
        return zip(self._firsts, self._seconds, strict=True)

    @overload
    def __getitem__(self, index: int) -> Pair: ...
    @overload
    def __getitem__(self, index: slice) -> FlatPairs: ...
    def __getitem__(self, index: int | slice) -> Pair | FlatPairs:
        if isinstance(index, slice):
            return FlatPairs(self._firsts[index], self._seconds[index])
        return self._firsts[index], self._seconds[index]


class Formula(Sequence[Item]):
    """A sequence that takes no memory, because each item is computed when it is read.

    at: a function that computes the item at an index. indices: the indices of the sequence.
    """

    def __init__(self, at: Callable[[int], Item], indices: range) -> None:
        self._at, self._indices = at, indices

    def __len__(self) -> int:
        return len(self._indices)

    @overload
    def __getitem__(self, index: int) -> Item: ...
    @overload
    def __getitem__(self, index: slice) -> Formula[Item]: ...
    def __getitem__(self, index: int | slice) -> Item | Formula[Item]:
        if isinstance(index, slice):
            return Formula(self._at, self._indices[index])
        return self._at(self._indices[index])


def make_int_sequence(numbers: Iterable[int], length: int) -> MutableSequence[int]:
    """Return ints as a list or, if there are many, as an array."""
    return array("i", numbers) if length > _MAX_LIST_LENGTH else list(numbers)


def make_pair_sequence(
    firsts: Iterable[int], seconds: Iterable[int], length: int
) -> Sequence[Pair]:
    """Return pairs of ints as a list of tuples or, if there are many, as `FlatPairs`."""
    if length > _MAX_LIST_LENGTH:
        return FlatPairs(array("i", firsts), array("i", seconds))
    return list(zip(firsts, seconds, strict=True))


def make_sequence(at: Callable[[int], Item], length: int) -> Sequence[Item]:
    """Return items that are computed from their indices, as a list or, if there are many, as a
    `Formula`."""
    return Formula(at, range(length)) if length > _MAX_LIST_LENGTH else list(map(at, range(length)))
