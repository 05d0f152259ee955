"""The grids of books that are fitted to drawings: what takes longest of all is shared by processes, and done once."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from puzzlebook.faults import Refused
from puzzlebook.mazes.grids import Cut, grid_fitted, is_known, know
from puzzlebook.recipes.order import Order
from puzzlebook.sharing import Crew

if TYPE_CHECKING:
    from puzzlebook.mazes.fitted_grid import FittedGrid

_WORTH = 10
"""So many mazes take as long as one fit, which takes 30 to 60 ms of processor time for cuts of 100 to 400 cells."""


def work(orders: Sequence[Order]) -> int:
    """How much there is to do for books, as if it were mazes only."""
    return sum(order.mazes for order in orders) + _WORTH * len(_unknown(orders))


def fit_ahead(orders: Sequence[Order], crew: Crew) -> None:
    """Fit the grids of books, a process each; processes that begin later know them too. What cannot be fitted is
    refused where it is asked for."""
    cuts = _unknown(orders)
    if not crew.is_alone and len(cuts) > 1:
        found = zip(cuts, crew.each(_fitted, cuts, at_a_time=1), strict=True)
        crew.learn(partial(know, [(cut, grid) for cut, grid in found if grid]))


def _unknown(orders: Sequence[Order]) -> list[Cut]:
    """The cuts of which it is not known yet how they are drawn, each once."""
    cuts = (
        (part.section.shape, part.size, silhouette)
        for order in orders
        for part in order.parts
        if part.section.edge == "drawn"
        for silhouette in part.silhouettes
    )
    return [cut for cut in dict.fromkeys(cuts) if not is_known(cut)]


def _fitted(cut: Cut) -> FittedGrid | None:
    """A cut's grid, fitted, and its narrowest cell found; None where it is refused."""
    try:
        grid = grid_fitted(cut)
    except Refused:
        return None
    _ = grid.narrowest  # found out here, and kept in the grid: so it is handed over with it
    return grid
