"""The windows of difficulty of `templates/levels.toml`, measured: `python benchmarks/measure_levels.py` prints them."""

from __future__ import annotations

from puzzlebook.mazes.codes import Design
from puzzlebook.mazes.grids import grid_of
from puzzlebook.mazes.levels import kind, measured, size_at
from puzzlebook.mazes.tilings import size_text

SIZE = (9, 12)
"""The size of `templates/books/worksheet.toml`."""


def main() -> None:
    for level in range(1, 6):
        size = size_at("square", SIZE, level)
        design = Design("square", size, "", "apart")
        least, greatest = measured(design, grid_of("square", size))
        print(f"{kind(design)} = [{least}, {greatest}]  # level {level}, {size_text(size)}")


if __name__ == "__main__":
    main()
