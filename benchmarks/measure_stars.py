"""Measure where the stars begin: `python benchmarks/measure_stars.py > templates/stars.toml`.

For each audience, the mazes of its own book on Letter from many seeds; the bounds are the fifths of their difficulty.
Run it again when the formula of difficulty, a book's sections or a grid of its readers changes.
"""

from __future__ import annotations

import sys
from itertools import cycle
from pathlib import Path
from statistics import median, quantiles

from puzzlebook.mazes.codes import Design
from puzzlebook.mazes.difficulty import measure
from puzzlebook.mazes.grids import grid_of
from puzzlebook.mazes.maze import draw_maze
from puzzlebook.mazes.seeds import maze_key
from puzzlebook.recipes.audiences import Audience, audiences
from puzzlebook.recipes.files import load, seeded
from puzzlebook.recipes.order import settle

SEEDS = 100
HEAD = f"""\
# Where 2, 3, 4 and 5 stars begin, for each audience: the fifths of the difficulty of its own book's mazes, measured on
# {SEEDS} books of each by `python benchmarks/measure_stars.py`. cells: in the median maze of the book.
"""


def main() -> None:
    """Print the table."""
    print(HEAD)
    for audience in audiences().values():
        cells, difficulties = measured(audience)
        bounds = ", ".join(f"{bound:.4f}" for bound in quantiles(difficulties, n=5, method="inclusive"))
        print(f"[{audience.name}]\ncells = {round(median(cells))}\nbounds = [{bounds}]\n")
        print(f"{audience.name}: {len(cells)} mazes", file=sys.stderr)


def measured(audience: Audience) -> tuple[list[int], list[float]]:
    """The cells and the difficulty of each maze."""
    cells, difficulties = [], []
    for part in settle(seeded(load(audience.book)), Path()).parts:
        section = part.section
        for draw, cut in zip(range(1, section.mazes + 1), cycle(part.cuts), strict=False):
            grid = grid_of(section.shape, part.size, cut)
            for seed in range(SEEDS):
                key = maze_key(f"stars {seed}", 1, section.key, draw)
                code = cut.code if cut else None
                design = Design(section.shape, part.size, key, section.ends, section.method, code)
                cells.append(grid.cells)
                difficulties.append(measure(draw_maze(design, grid)).difficulty)
    return cells, difficulties


if __name__ == "__main__":
    main()
