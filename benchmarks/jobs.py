"""What is measured of ours: each function gives a job to run, or a command. Every run of a job
draws another maze."""

from __future__ import annotations

import sys
from collections.abc import Callable
from itertools import count
from pathlib import Path
from tempfile import mkdtemp

from peers import aldous_broder

from puzzlebook import make_maze
from puzzlebook.ground.seeds import derive_maze_key, stream_draws
from puzzlebook.mazes.codes import Design
from puzzlebook.mazes.generator import draw_maze
from puzzlebook.mazes.grids import clear_grids, make_grid
from puzzlebook.mazes.silhouettes import Silhouette
from puzzlebook.mazes.square_grid import make_square_grid

Job = Callable[[], object]

# What the installed command `puzzlebook` runs, so that a checkout can be measured as well.
PUZZLEBOOK = [sys.executable, "-c", "from puzzlebook.__main__ import main; main()"]
SEED = "benchmark"
RECIPE = """
seed = "benchmark"

[book]
title = "Benchmark"

[[section]]
key = "all"
title = "All"
mazes = {mazes}
size = "20x28"
"""


def kernel(edge: int, method: str) -> Job:
    """A maze without ends, on a grid that is there already: Wilson's algorithm and its random bits,
    nothing else."""
    grid, numbers = make_grid("square", (edge, edge)), count(1)

    def draw() -> object:
        return draw_maze(
            Design(
                "square", (edge, edge), derive_maze_key(SEED, 1, "", next(numbers)), "none", method
            ),
            grid,
        )

    draw()  # so that the grid's graph is there
    return draw


def aldous_broder_walk(edge: int) -> Job:
    """Aldous and Broder's walk on the cells that the passage carver walks, with the same random
    bits."""
    grid, numbers = make_grid("square", (edge, edge)), count(1)
    graph = grid.cell_graph
    return lambda: aldous_broder(
        graph,
        0,
        stream_draws(derive_maze_key(SEED, 1, "", next(numbers)), "tree", graph.bits),
        len(grid.pairs),
    )


def whole_maze(edge: int) -> Job:
    """The kernel's mazes with ends and solution, through the front door."""
    numbers = count(1)
    return lambda: make_maze(size=(edge, edge), seed=SEED, number=next(numbers))


def new_grid(edge: int) -> Job:
    """Cells, sides, neighbours, rim and the graph that the wall adder walks."""
    return lambda: make_square_grid(edge, edge).wall_graph


def fitted(edge: int) -> Job:
    """A heart cut out of a grid of squares and fitted to its drawing, from nothing to the narrowest
    cell."""

    def fit() -> object:
        clear_grids()
        return make_grid("square", (edge, edge), Silhouette.built_in("heart"), "drawn").narrowest

    return fit


def book(shelves: Path, mazes: int, jobs: int | None = None) -> list[str]:
    """The command that makes a book of so many mazes, on another shelf among these, where its
    recipe lies.

    jobs: how many processes share the work; None for as many as pays.
    """
    shared = [] if jobs is None else ["--jobs", str(jobs)]
    shelf = Path(mkdtemp(dir=shelves))
    recipe = shelf / "book.toml"
    recipe.write_text(RECIPE.format(mazes=mazes), encoding="utf-8")
    return [*PUZZLEBOOK, "make", str(recipe), "-o", str(shelf), "--quiet", "--no-check", *shared]


def after(command: str, shelves: Path) -> list[str]:
    """The command that does something with the one book on these shelves: `check`, `verify`,
    `preview` or `cover`."""
    again = ["--force"] if command == "cover" else []
    return [*PUZZLEBOOK, command, str(made(shelves)), *again]


def made(shelves: Path) -> Path:
    """The first book's folder on these shelves."""
    return next(shelves.glob("*/book"))


def class_set(shelf: Path, pupils: int) -> list[str]:
    """The command that makes a class set, each pupil on a page; the list is put on the shelf, and
    so is the set."""
    shelf.mkdir(exist_ok=True)
    names = shelf / "class.csv"
    names.write_text(
        "name\n" + "".join(f"Pupil {number}\n" for number in range(1, pupils + 1)), encoding="utf-8"
    )
    return [
        *PUZZLEBOOK,
        "make",
        "worksheet",
        "--names",
        str(names),
        "-o",
        str(shelf),
        "--seed",
        SEED,
        "--quiet",
    ]


def gifts(shelf: Path, books: int) -> list[str]:
    """The command that makes a book of ten mazes, with its cover, for each line of a list; both go
    on the shelf."""
    shelf.mkdir(exist_ok=True)
    names = shelf / "gifts.csv"
    names.write_text(
        "name\n" + "".join(f"Child {number}\n" for number in range(1, books + 1)), encoding="utf-8"
    )
    wanted = ["--names", str(names), "--title", "Mazes for {name}", "--mazes", "10", "--seed", SEED]
    return [*PUZZLEBOOK, "make", "ages-7-8", *wanted, "-o", str(shelf), "--quiet", "--no-check"]


CHILDREN = {
    "plain": ("--theme", "ink", "--set", "section.*.stage="),
    "with scenes": ("--theme", "dinosaur", "--set", "section.*.stage="),
    "with stages": ("--theme", "dinosaur", "--set", "section.*.stage=theme"),
}
"""The options of a children's book, without pictures and with those that it may have."""


def children(shelves: Path, pictures: str) -> list[str]:
    """The command that makes a children's book of a hundred mazes on another shelf, without the
    check. pictures: one of `CHILDREN`."""
    wanted = ["--mazes", "100", "--set", "section.*.silhouette=", *CHILDREN[pictures]]
    written = ["-o", mkdtemp(dir=shelves), "--jobs", "1", "--quiet", "--no-check"]
    return [*PUZZLEBOOK, "make", "ages-5-6", "--seed", SEED, *wanted, *written]


def hexagons(edge: int, file: Path) -> list[str]:
    """The command that draws a maze of edge x edge hexagons into a file."""
    return [
        *PUZZLEBOOK,
        "maze",
        "--shape",
        "hexagonal",
        "--size",
        f"{edge}x{edge}",
        "--seed",
        SEED,
        "-o",
        str(file),
    ]


def silhouettes(shelves: Path) -> list[str]:
    """The command that makes the book of silhouettes on another shelf, with its SVG files and
    without the check."""
    return [
        *PUZZLEBOOK,
        "make",
        "silhouettes",
        "--seed",
        SEED,
        "-o",
        mkdtemp(dir=shelves),
        "--quiet",
        "--no-check",
    ]


def picture(edge: int, file: Path) -> list[str]:
    """The command that draws one maze into a file."""
    return [*PUZZLEBOOK, "maze", "--size", f"{edge}x{edge}", "--seed", SEED, "-o", str(file)]
