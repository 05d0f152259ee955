"""The windows of difficulty of `templates/levels.toml`, measured: `python
benchmarks/measure_levels.py` prints them."""

from __future__ import annotations

from puzzlebook.mazes.codes import Design
from puzzlebook.mazes.grids import make_grid
from puzzlebook.mazes.levels import kind_of_design, measure_window
from puzzlebook.mazes.tilings import SHAPES, format_size

SIZE = (9, 12)
"""The size of `templates/books/worksheet.toml`."""


def main() -> None:
    for level in range(1, 6):
        size = SHAPES["square"].scale_size(SIZE, level)
        design = Design("square", size, "", "apart")
        least, greatest = measure_window(design, make_grid("square", size))
        print(
            f"{kind_of_design(design)} = [{least}, {greatest}]"
            f"  # level {level}, {format_size(size)}"
        )


if __name__ == "__main__":
    main()
