"""Measure our books at each level: `python benchmarks/measure_books.py > docs/measured.md`.

A row for each book, level and page: the first and the last section, in the median of several seeds.
It takes some two hours. Names of books limit it: `python benchmarks/measure_books.py adult`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median
from typing import NamedTuple

from puzzlebook.books.planning.minutes import nominal_cell
from puzzlebook.books.planning.stars import find_speed, name_readers
from puzzlebook.ground.faults import Refused
from puzzlebook.ground.lengths import MM
from puzzlebook.ground.seeds import derive_maze_key
from puzzlebook.ground.templates import list_names
from puzzlebook.maze_art.extent import WALL_SHARE
from puzzlebook.maze_art.stage_view import view_stage
from puzzlebook.mazes.codes import Design
from puzzlebook.mazes.difficulty import Measures
from puzzlebook.mazes.generator import draw_measured
from puzzlebook.mazes.grids import make_grid
from puzzlebook.mazes.tilings import SHAPES
from puzzlebook.recipes.audiences import LEVELS
from puzzlebook.recipes.files import decide_seed, load
from puzzlebook.recipes.order import BookSection, Order, settle
from puzzlebook.recipes.page_grids import room_for_frame
from puzzlebook.typesetting.layout import MAZES_ARRANGED

PAGES = ("6x9", "8x10", "letter", "a4")
SAME_AT_EVERY_LEVEL = ("tactile",)
NOT_MEASURED = ("worksheet", "one-maze", "one-maze-adult")
SEEDS = 100
HEAD = f"""\
# Measured books

Every book of ours at each level, on four pages, but for worksheets and the books that are one maze.
The numbers are medians over {SEEDS} books of
each, of the first section and of the last. `python benchmarks/measure_books.py`
prints this page. [Difficulty](difficulty.md) explains the columns.

- *Cells* are those of the grid, before an outline cuts it.
- *Passage* is the clear width in the narrowest cell, in mm, on a page with the widest margins that
  we reckon with. In outlines and hidden pictures it may be less than the readers' own:
  [Difficulty](difficulty.md#the-narrowest-passages) says what is promised there.
- *Way* is the length of the solution, in cells. *Choices* are the places on it where a wrong turn
  of three cells or more begins.
- *Minutes* are estimated for the book's own readers. *Rise* says whether the medians of the
  sections' minutes are all different, so that they rise in the order of the book. A fall by less
  than a tenth does not change the order.
- `hidden-pictures` has the same grids at `easy` as at `normal`: its pictures need them. So have two
  of the three sections of `hidden-pictures-adult` on 6x9.

| book | level | page | cells | passage | way | choices | minutes | rise |
|---|---|---|---|---|---|---|---|---|
"""


class Row(NamedTuple):
    """What was measured of a section: medians."""

    cells: int
    passage: float
    way: float
    choices: float
    minutes: float


def main() -> None:
    """Print the table."""
    books = sys.argv[1:] or [name for name in list_names("books") if name not in NOT_MEASURED]
    print(HEAD, end="")
    for book in books:
        for level in LEVELS if book not in SAME_AT_EVERY_LEVEL else LEVELS[1:2]:
            for page in PAGES:
                print(describe(book, level, page), flush=True)


def describe(book: str, level: str, page: str) -> str:
    """A line of the table."""
    named = level if book not in SAME_AT_EVERY_LEVEL else "all"
    try:
        order = settle(
            decide_seed(load(book, {"level": level, "page": page, "seed": "books"})), Path()
        )
    except Refused:
        return f"| {book} | {named} | {page} | too small a page |" + " |" * 5
    rows = [measure_section(order, part) for part in order.parts]
    return write_row(book, named, page, sorted(rows, key=lambda row: row.minutes))


def write_row(book: str, named: str, page: str, rows: Sequence[Row]) -> str:
    """Write a line of the table. rows: what was measured of the sections, in rising order."""
    minutes = [row.minutes for row in rows]
    rises = "yes" if minutes == sorted(set(minutes)) else "no"
    first, last = rows[0], rows[-1]
    columns = (
        f"{first.cells}–{last.cells}",
        f"{first.passage:.1f}–{last.passage:.1f}",
        f"{first.way:.0f}–{last.way:.0f}",
        f"{first.choices:.0f}–{last.choices:.0f}",
        f"{first.minutes:.1f}–{last.minutes:.1f}",
        rises,
    )
    return f"| {book} | {named} | {page} | {' | '.join(columns)} |"


def measure_section(order: Order, part: BookSection) -> Row:
    """Measure a section's mazes of several books."""
    cell = nominal_cell(order, part)
    hand = find_speed(name_readers(order.recipe, part.section), cell)
    measured = list(draw_section(order, part))
    minutes = [hand.estimate_minutes(measures, cell) for measures in measured]
    readers = order.readers or part.readers
    wall = max(readers.wall if readers else 1.0, WALL_SHARE * cell)
    return Row(
        round(median(SHAPES[shape].cells(*size) for shape, _, size, _ in part.boards)),
        (find_narrowest(order, part, cell) - wall) / MM,
        median(measures.solution_length for measures in measured),
        median(sum(cost > 0 for cost in measures.wrong_turns) for measures in measured),
        median(minutes),
    )


def find_narrowest(order: Order, part: BookSection, cell: float) -> float:
    """Return the width of a section's narrowest cell, in points. cell: that of its squares."""
    widths = []
    for shape, cut, size, stage in part.boards:
        grid = make_grid(shape, size, cut, part.section.edge)
        if stage and part.readers:
            frame = room_for_frame(
                part.readers, order.recipe.page, MAZES_ARRANGED[part.per_page][0]
            )
            cell = view_stage(stage, shape, size, grid, (frame.width, frame.height)).cell
        widths.append(grid.narrowest * cell)
    return min(widths)


def draw_section(order: Order, part: BookSection) -> Iterator[Measures]:
    """Draw a section's mazes of several books, and measure them."""
    section = part.section
    boards = [
        (shape, cut, size, make_grid(shape, size, cut), picture)
        for shape, cut, size, _ in part.boards
        for picture in part.pictures or (None,)
    ]
    for seed in range(SEEDS):
        for draw in range(1, part.mazes + 1):
            shape, cut, size, grid, picture = boards[(draw - 1) % len(boards)]
            ends = picture.encode_ends(section.ends) if picture else section.ends
            ends = cut.choose_ends(ends) if cut else ends
            key = derive_maze_key(f"books {seed}", 1, section.key, draw)
            code = cut.code if cut else None
            design = Design(shape, size, key, ends, section.method, code)
            yield draw_measured(design, grid, picture)[1]


if __name__ == "__main__":
    main()
