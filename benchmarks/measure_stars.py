"""Measure where the stars begin: `python benchmarks/measure_stars.py > templates/stars.toml`.

For each audience, the mazes of its own book on Letter from many seeds; the bounds are the fifths of
their difficulty. Run it again when the formula of difficulty, a book's sections or a grid of its
readers changes.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from statistics import median, quantiles

from puzzlebook.books.planning.boards import Board
from puzzlebook.books.planning.ramp import draw_section
from puzzlebook.mazes.grids import make_grid
from puzzlebook.recipes.audiences import Audience, load_audiences
from puzzlebook.recipes.files import decide_seed, load
from puzzlebook.recipes.order import settle

SEEDS = 100
HEAD = f"""\
# Where 2, 3, 4 and 5 stars begin, for each audience: the fifths of the difficulty of its own book's
# mazes, measured on {SEEDS} books of each by `python benchmarks/measure_stars.py`. cells: in the
# median maze of the book.
"""


def main() -> None:
    """Print the table."""
    print(HEAD)
    for audience in load_audiences().values():
        cells, difficulties = measured(audience)
        bounds = ", ".join(
            f"{bound:.4f}" for bound in quantiles(difficulties, n=5, method="inclusive")
        )
        print(f"[{audience.name}]\ncells = {round(median(cells))}\nbounds = [{bounds}]\n")
        print(f"{audience.name}: {len(cells)} mazes", file=sys.stderr)


def measured(audience: Audience) -> tuple[list[int], list[float]]:
    """The cells and the difficulty of each maze."""
    cells, difficulties = [], []
    order = settle(decide_seed(load(audience.book)), Path())
    for part in order.parts:
        grids = [(cut, make_grid(part.section.shape, part.size, cut)) for cut in part.cuts]
        boards = [
            Board(cut, part.size, grid, grid, 1, 0, picture)
            for cut, grid in grids
            for picture in part.pictures or (None,)
        ]
        for seed in range(SEEDS):
            found = draw_section(replace(order, seed=f"stars {seed}"), part, boards, set())
            cells += [maze.maze.grid.cells for maze in found]
            difficulties += [maze.difficulty for maze in found]
    return cells, difficulties


if __name__ == "__main__":
    main()
