"""The grids of books that are fitted to drawings: what takes longest of all is shared by processes,
and done once."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from puzzlebook.ground.faults import Refused
from puzzlebook.mazes.grids import Cut, fit_cut, is_known, remember_fitted_grid
from puzzlebook.recipes.order import Order
from puzzlebook.running.process_pool import WorkerPool

if TYPE_CHECKING:
    from puzzlebook.mazes.fitted_grid import FittedGrid

_WORTH = 10
"""So many mazes take as long as one fit, which takes 30 to 60 ms of processor time for cuts of 100
to 400 cells."""


def work(orders: Sequence[Order]) -> int:
    """How much there is to do for books, as if it were mazes only."""
    return sum(order.mazes for order in orders) + _WORTH * len(_list_unknown_cuts(orders))


def fit_ahead(orders: Sequence[Order], crew: WorkerPool) -> None:
    """Fit the grids of books, a process each; processes that begin later know them too. What cannot
    be fitted is refused where it is asked for."""
    cuts = _list_unknown_cuts(orders)
    if not crew.is_alone and len(cuts) > 1:
        found = zip(cuts, crew.run_each(_fit_one, cuts, at_a_time=1), strict=True)
        crew.set_worker_state(
            partial(remember_fitted_grid, [(cut, grid) for cut, grid in found if grid])
        )


def _list_unknown_cuts(orders: Sequence[Order]) -> list[Cut]:
    """The cuts of which it is not known yet how they are drawn, each once."""
    cuts = (
        (part.section.shape, part.size, silhouette)
        for order in orders
        for part in order.parts
        if part.section.edge == "drawn"
        for silhouette in part.silhouettes
    )
    return [cut for cut in dict.fromkeys(cuts) if not is_known(cut)]


def _fit_one(cut: Cut) -> FittedGrid | None:
    """A cut's grid, fitted, and its narrowest cell found; None where it is refused."""
    try:
        grid = fit_cut(cut)
    except Refused:
        return None
    _ = grid.narrowest  # found out here, and kept in the grid: so it is handed over with it
    return grid
