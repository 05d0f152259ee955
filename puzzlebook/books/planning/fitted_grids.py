"""Grids fitted to the drawings of books. Fitting is the slowest step, so each grid is fitted once,
and processes share it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeAlias

from puzzlebook.ground.faults import Refused
from puzzlebook.mazes import Grid, Size, make_grid
from puzzlebook.recipes.order import Order
from puzzlebook.running.process_pool import WorkerPool

if TYPE_CHECKING:
    from puzzlebook.mazes import Silhouette

_Cut: TypeAlias = "tuple[str, Size, Silhouette]"
"""A shape, a size, and the silhouette that cuts this grid."""

_MAZES_PER_FIT = 10
"""The number of mazes that take as long as one fit: 30 to 60 ms of processor time for cuts of 100
to 400 cells."""


def estimate_work(orders: Sequence[Order]) -> int:
    """Return the work that books require, expressed as a number of mazes."""
    return sum(order.mazes for order in orders) + _MAZES_PER_FIT * len(_list_new_cuts(orders))


def fit_ahead(orders: Sequence[Order], pool: WorkerPool) -> None:
    """Fit the grids of books, each in one process, and hand them to workers that start later. A cut
    that cannot be fitted is refused later, where it is used."""
    from puzzlebook.mazes import keep_fitted_grids

    cuts = _list_new_cuts(orders)
    if not pool.is_alone and len(cuts) > 1:
        results = pool.run_each(_fit_one, cuts, batch=1)
        fitted = [(cut, grid) for cut, grid in results if grid]
        pool.initialize_workers(keep_fitted_grids, fitted)


def _list_new_cuts(orders: Sequence[Order]) -> list[_Cut]:
    """List the cuts that are not fitted yet, without repeats."""
    from puzzlebook.mazes import is_fitted

    cuts = (
        (shape, size, silhouette)
        for order in orders
        for part in order.parts
        if part.section.edge == "drawn"
        for shape, silhouette, size, _ in part.boards
        if silhouette
    )
    return [cut for cut in dict.fromkeys(cuts) if not is_fitted(cut)]


def _fit_one(cut: _Cut) -> Grid | None:
    """Return the fitted grid of a cut, with its narrowest cell computed; None if the cut is
    refused."""
    try:
        grid = make_grid(*cut, "drawn")
    except Refused:
        return None
    _ = grid.narrowest  # cached here, so that it is handed over with the grid
    return grid
