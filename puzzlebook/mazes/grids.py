"""The grids of mazes by shape, size and silhouette. Each grid is built once and cached."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Generic, TypeAlias, TypeVar

from puzzlebook.mazes.grid import Grid, derive
from puzzlebook.mazes.square_grid import make_square_grid
from puzzlebook.mazes.tilings import SHAPES, Size

if TYPE_CHECKING:
    from puzzlebook.mazes.fitted_grid import FittedGrid
    from puzzlebook.mazes.silhouettes import Silhouette

_MIN_FORMULA_CELLS = 10_000
"""The smallest number of cells for which a whole board of squares is computed by formulas."""

Cut: TypeAlias = "tuple[str, Size, Silhouette]"
"""A shape, a size and the silhouette that cuts it."""

AnyGrid = TypeVar("AnyGrid", bound=Grid)

_MIN_GRIDS, _MAX_CELLS = 64, 100_000
"""The number of grids that the cache always keeps, and the total number of cells up to which it
keeps more grids: some 350 grids of silhouettes, or 140 MB."""


class GridCache(Generic[AnyGrid]):
    """A cache of grids by key, which drops the oldest grids first."""

    def __init__(self) -> None:
        self._grids: dict[object, AnyGrid] = {}
        self._cells = 0  # of all grids

    def __contains__(self, key: object) -> bool:
        return key in self._grids

    def of(self, key: object, make: Callable[[], AnyGrid]) -> AnyGrid:
        """Return the grid with this key; build it if it is not in the cache."""
        grid = self._grids.get(key)
        if grid is None:
            grid = make()
            self.keep(key, grid)
        return grid

    def keep(self, key: object, grid: AnyGrid) -> None:
        """Add a grid to the cache, and drop the oldest grids if there are too many."""
        replaced = self._grids.get(key)
        self._cells += grid.cells - (replaced.cells if replaced else 0)
        self._grids[key] = grid
        while len(self._grids) > _MIN_GRIDS and self._cells > _MAX_CELLS:
            dropped = self._grids.pop(next(iter(self._grids)), None)
            self._cells -= dropped.cells if dropped else 0

    def clear(self) -> None:
        """Drop all grids."""
        self._grids.clear()
        self._cells = 0


_grids, _fitted_grids = GridCache[Grid](), GridCache["FittedGrid"]()


def make_grid(
    shape: str, size: Size, silhouette: Silhouette | None = None, edge: str = "steps"
) -> Grid:
    """Return the grid of a tiling, whole or cut.

    edge: one of `EDGES`. Cells and sides are the same for both, and every decision about a maze is
    made on the grid for "steps". In the grid for "drawn" the corners are moved so that the rim
    follows the silhouette; this grid is used only for drawing and layout.
    """
    if silhouette is None or edge == "steps":
        key = (shape, size, silhouette)
        return _grids.of(key, partial(_build_grid, *key))
    cut = (shape, size, silhouette)
    return _fitted_grids.of(cut, partial(_fit_grid, *cut))


def is_fitted(cut: Cut) -> bool:
    """Return whether the grid of this cut has already been fitted to its drawing."""
    return cut in _fitted_grids


def keep_fitted_grids(fitted: Iterable[tuple[Cut, Grid]]) -> None:
    """Add grids that another process fitted to the cache."""
    from puzzlebook.mazes.fitted_grid import FittedGrid

    for cut, grid in fitted:
        if isinstance(grid, FittedGrid):
            _grids.keep(cut, grid.steps)
            _fitted_grids.keep(cut, grid)


def clear_grids() -> None:
    """Drop all grids from the cache."""
    _grids.clear()
    _fitted_grids.clear()


def _build_grid(shape: str, size: Size, silhouette: Silhouette | None) -> Grid:
    if silhouette is not None:
        grid = derive(silhouette.cut(shape, size))
        doors, *choices = silhouette.place_doors(shape, size, grid.origin)
        return replace(grid, doors=doors, door_choices=choices)
    if shape == "square" and min(size) > 1 and size[0] * size[1] >= _MIN_FORMULA_CELLS:
        return make_square_grid(*size)
    return derive(SHAPES[shape].tile(*size))


def _fit_grid(shape: str, size: Size, silhouette: Silhouette) -> FittedGrid:
    from puzzlebook.mazes.fitted_grid import make_fitted_grid  # not needed for most books

    grid = make_grid(shape, size, silhouette)
    drawing = silhouette.trace_on(shape, size, grid.origin)
    fitted = make_fitted_grid(grid, drawing)
    doors, *choices = silhouette.place_doors(shape, size, fitted.origin)
    left, top = fitted.origin[0] - grid.origin[0], fitted.origin[1] - grid.origin[1]
    moved = [[(x - left, y - top) for x, y in loop] for loop in drawing]
    return replace(fitted, doors=doors, door_choices=choices, drawing=moved)
