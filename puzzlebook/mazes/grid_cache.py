"""A cache of grids, so that each is built once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from puzzlebook.mazes.grid import Grid

AnyGrid = TypeVar("AnyGrid", bound=Grid)

_GRIDS, _CELLS = 64, 100_000
"""At least so many grids are kept, and more while they have no more cells than this in total: some
350 grids of silhouettes, or 140 MB."""


class KeptGrids(Generic[AnyGrid]):
    """Grids by key. The oldest are dropped first."""

    def __init__(self) -> None:
        self._grids: dict[object, AnyGrid] = {}

    def __contains__(self, key: object) -> bool:
        return key in self._grids

    def of(self, key: object, make: Callable[[], AnyGrid]) -> AnyGrid:
        """The grid with this key, built if it is not kept."""
        grid = self._grids.get(key)
        if grid is None:
            grid = make()
            self.keep(key, grid)
        return grid

    def keep(self, key: object, grid: AnyGrid) -> None:
        """Keep a grid."""
        self._grids[key] = grid
        while (
            len(self._grids) > _GRIDS
            and sum(kept.cells for kept in list(self._grids.values())) > _CELLS
        ):
            self._grids.pop(next(iter(self._grids)), None)

    def clear(self) -> None:
        """Drop all grids."""
        self._grids.clear()
