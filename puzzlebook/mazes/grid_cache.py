"""Grids that are kept for all who ask for them, so that each is made once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from puzzlebook.mazes.grid import Grid

AnyGrid = TypeVar("AnyGrid", bound=Grid)

_GRIDS, _CELLS = 64, 100_000
"""So many are kept, and more while they have no more cells than this in all: some 350 of
silhouettes, or 140 MB."""


class KeptGrids(Generic[AnyGrid]):
    """Grids by what was asked for. What came first goes first where there are too many."""

    def __init__(self) -> None:
        self._grids: dict[object, AnyGrid] = {}

    def __contains__(self, asked: object) -> bool:
        return asked in self._grids

    def of(self, asked: object, make: Callable[[], AnyGrid]) -> AnyGrid:
        """The grid that was asked for, which is made where it is not kept."""
        found = self._grids.get(asked)
        if found is None:
            found = make()
            self.keep(asked, found)
        return found

    def keep(self, asked: object, grid: AnyGrid) -> None:
        """Keep a grid."""
        self._grids[asked] = grid
        while (
            len(self._grids) > _GRIDS
            and sum(kept.cells for kept in list(self._grids.values())) > _CELLS
        ):
            self._grids.pop(next(iter(self._grids)), None)

    def clear(self) -> None:
        """Keep nothing any more."""
        self._grids.clear()
