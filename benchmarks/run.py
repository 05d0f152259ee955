"""The benchmark: `python benchmarks/run.py [--quick] [--store] [ROWS …]` prints one table.
docs/performance.md explains it.

It needs the extra `benchmark`, and Linux or macOS.
"""

from __future__ import annotations

import argparse
import gc
import json
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from math import inf
from pathlib import Path

import jobs
from measuring import Row, Took, in_turn, measure_yardstick, process, processes_in_turn
from peers import BARE, MAZELIB, ctrlgrid

from puzzlebook.mazes.grids import clear_grids

METHODS = {"walls": "wall adder", "passages": "passage carver"}
STORED = Path(__file__).with_name("stored.json")
"""What each row took for the last release, in yardsticks (see `measure_yardstick`)."""


def start(quick: bool) -> Iterator[Row]:
    """The command line's start against a program of typer's with one command, and a book of one
    maze."""
    folder = Path(tempfile.mkdtemp())
    bare = folder / "bare.py"
    bare.write_text(BARE)
    for option in ("--help", "--version"):
        # The bare program's help, which it gives before it has looked at its arguments, is the
        # faster yardstick.
        commands = [*jobs.PUZZLEBOOK, option], [sys.executable, str(bare), "--help"]
        ours, theirs = processes_in_turn(
            7 if quick else 21, *(partial(list, command) for command in commands)
        )
        ratio = ours.seconds / theirs.seconds
        against = f"bare typer --help {1000 * theirs.seconds:.0f} ms"
        yield Row(
            option,
            f"{1000 * ours.seconds:.0f} ms",
            against,
            f"{ratio:.2f}×",
            "≤ 1.5×",
            ratio <= 1.5,
        )
    one, hello = processes_in_turn(
        7 if quick else 21,
        partial(jobs.book, folder, 1),
        partial(list, (sys.executable, str(bare))),
    )
    ratio = one.processor / hello.processor
    yield Row(
        "a book of one maze",
        f"{one.processor:.2f} s processor",
        f"bare typer {hello.processor:.2f} s",
        f"{ratio:.1f}×",
        "≤ 0.20 s, ≤ 2.4×",
        one.processor <= 0.2 and ratio <= 2.4,
        one.processor,
    )


def book(quick: bool) -> Iterator[Row]:
    """Books of mazes with solutions, as PDF and SVG, against ctrlgrid's PDFs of as many mazes with
    solutions."""
    for mazes, number, least, times in ((100, 1, 8, 9), (100, None, 10, 9), (1000, None, 20, 1)):
        if quick and mazes > 100:
            continue
        shelves = Path(tempfile.mkdtemp())
        other = shelves / "ctrlgrid.pdf"
        commands = partial(jobs.book, shelves, mazes, number), partial(ctrlgrid, mazes, other)
        ours, theirs = processes_in_turn(3 if quick else times, *commands)
        sizes = [file.stat().st_size / mazes for file in (jobs.made(shelves) / "book.pdf", other)]
        ratio, against = theirs.seconds / ours.seconds, f"ctrlgrid {_seconds(theirs)}"
        what = f"{mazes:,} mazes, {'one process' if number else 'default jobs'}"
        figures = f"{_seconds(ours)} ({ours.processor:.1f})"
        compared = against, f"{ratio:.1f}×", f"≥ {least}×", ratio >= least
        yield Row(what, figures, *compared, ours.processor)
    against = f"ctrlgrid {sizes[1] / 1000:.1f} kB"
    yield Row(
        "PDF a maze",
        f"{sizes[0] / 1000:.1f} kB",
        against,
        _ratio(*sizes[::-1]),
        "≤ 6 kB",
        sizes[0] <= 6000,
    )


def long(quick: bool) -> Iterator[Row]:
    """Long books, up to the longest there may be: time, and the memory of the largest of their
    processes."""
    small, large = (100, 1000) if quick else (1000, 10_000)
    shelves = [Path(tempfile.mkdtemp()) for _ in (small, large)]
    tenth, whole = (
        process(jobs.book(shelf, mazes))
        for shelf, mazes in zip(shelves, (small, large), strict=True)
    )
    yield _alone(f"{small:,} mazes", tenth)
    row = _grown(f"{large:,} mazes", tenth, whole)
    holds = whole.seconds <= 10 and whole.peak <= 120
    yield row if quick else row._replace(target="≤ 10 s, ≤ 120 MiB", holds=holds)
    each = (whole.peak - tenth.peak) * 1024 / (large - small)
    yield Row("memory for one more maze", f"{each:.1f} KiB", target="≤ 8 KiB", holds=each <= 8)
    tenth, whole = (process(jobs.after("verify", shelf)) for shelf in shelves)
    row = _grown(f"verify, {large:,} mazes", tenth, whole)
    yield row if quick else row._replace(target="≤ 150 MiB", holds=whole.peak <= 150)


def finished(quick: bool) -> Iterator[Row]:
    """What is done with a finished book: each once for a book, and for one of ten times as many
    mazes."""
    small, large = (10, 100) if quick else (100, 1000)
    folder = Path(tempfile.mkdtemp())
    shelves = [folder / str(mazes) for mazes in (small, large)]
    pages = []
    for shelf, mazes in zip(shelves, (small, large), strict=True):
        shelf.mkdir()
        process(jobs.book(shelf, mazes))
        pages.append(json.loads((jobs.made(shelf) / "manifest.json").read_bytes())["pages"])
    each = {"check": (pages, "a page", 1.0), "verify": ((small, large), "a maze", 3.0)}
    for command in ("check", "verify", "preview", "cover"):
        tenth, whole = (process(jobs.after(command, shelf)) for shelf in shelves)
        yield _alone(f"{command}, {small:,} mazes", tenth)
        yield _grown(f"{command}, {large:,} mazes", tenth, whole)
        if command in each:
            (few, many), unit, most = each[command]
            took = 1000 * (whole.seconds - tenth.seconds) / (many - few)
            yield Row(
                f"{command}, {unit}", f"{took:.1f} ms", target=f"≤ {most:g} ms", holds=took <= most
            )


def pupils(quick: bool) -> Iterator[Row]:
    """A class set, drawn until all mazes are equally hard, with its key, its SVG files, and the
    check."""
    folder = Path(tempfile.mkdtemp())
    few = process(jobs.class_set(folder / "few", 28))
    row = _alone("28 pupils, sheets and key", few)
    yield row._replace(target="≤ 0.6 s", holds=few.seconds <= 0.6)
    if not quick:
        many = process(jobs.class_set(folder / "many", 300))
        row = _grown("300 pupils, sheets and key", few, many, "eleven times")
        yield row._replace(target="≤ 1.5 s", holds=many.seconds <= 1.5)


def gifts(quick: bool) -> Iterator[Row]:
    """A list with a book of ten mazes and its cover for each line: PDF and SVG files, without the
    check."""
    few, many = (2, 20) if quick else (50, 500)
    folder = Path(tempfile.mkdtemp())
    tenth = process(jobs.gifts(folder / "few", few))
    whole = process(jobs.gifts(folder / "many", many))
    yield _alone(f"a list of {few} books", tenth)
    row = _grown(f"a list of {many} books", tenth, whole)
    holds = whole.seconds <= 60 and whole.peak <= 150
    yield row if quick else row._replace(target="≤ 60 s, ≤ 150 MiB", holds=holds)


def children(quick: bool) -> Iterator[Row]:
    """A children's book of a hundred mazes, in one process: plain, with scenes, and with stages."""
    shelves = Path(tempfile.mkdtemp())
    commands = (partial(jobs.children, shelves, pictures) for pictures in jobs.CHILDREN)
    plain, *others = processes_in_turn(1 if quick else 3, *commands)
    for pictures, took in zip(jobs.CHILDREN, (plain, *others), strict=True):
        row = _alone(f"100 for children, {pictures}", took)
        ratio = took.processor / plain.processor
        yield (
            row
            if took is plain
            else row._replace(
                against="plain", ratio=f"{ratio:.1f}×", target="≤ 1.3×", holds=ratio <= 1.3
            )
        )


POSTERS: Mapping[int, tuple[float, float]] = {500: (inf, inf), 1000: (2.5, 400), 2000: (inf, 2400)}
"""The most seconds and MiB for a maze of so many cells across and down."""


def large(quick: bool) -> Iterator[Row]:
    """One large maze, from the command line to the file; each has four times the cells of the one
    before."""
    for ending in ("svg", "pdf"):
        before = None
        for edge in (250, 500) if quick else POSTERS:
            took = process(jobs.picture(edge, Path(tempfile.mkdtemp()) / f"large.{ending}"))
            what = f"{edge}×{edge} to {ending.upper()}"
            row = _grown(what, before, took, "four times") if before else _alone(what, took)
            seconds, peak = POSTERS.get(edge, (inf, inf))
            if peak < inf:
                target = f"≤ {seconds} s, ≤ {peak} MiB" if seconds < inf else f"≤ {peak:,} MiB"
                row = row._replace(
                    target=target, holds=took.seconds <= seconds and took.peak <= peak
                )
            yield row
            before = took


def shapes(quick: bool) -> Iterator[Row]:
    """A hexagonal maze of 10,000 cells from nothing to its SVG file, the book of silhouettes, and a
    cut alone."""
    runs = 3 if quick else 9
    folder = Path(tempfile.mkdtemp())
    commands = (
        partial(jobs.hexagons, 100, folder / "hexagons.svg"),
        partial(jobs.silhouettes, folder),
    )
    hexagons, book = processes_in_turn(runs, *commands)
    yield Row("10,000 hexagons to SVG", _seconds(hexagons), "", "", "≤ 1 s", hexagons.seconds <= 1)
    yield Row("the book of silhouettes", _seconds(book), "", "", "≤ 3 s", book.seconds <= 3)
    for edge, cells in ((20, "250"), (127, "10,000")):
        (cut,) = in_turn(3, jobs.fitted(edge))
        yield Row(f"a cut of {cells} cells, fitted", f"{cut:.2f} s", "", "", "≤ 2 s", cut <= 2)


def kernel(quick: bool) -> Iterator[Row]:
    """Wilson's algorithm alone, by both methods."""
    for edge in (20, 200) if quick else (20, 200, 1000):
        walls, passages = in_turn(
            _times(quick, edge), *(jobs.kernel(edge, method) for method in METHODS)
        )
        adder = Row(f"wall adder {edge}×{edge}", _each(walls, edge))
        carver = Row(
            f"passage carver {edge}×{edge}",
            _each(passages, edge),
            "wall adder",
            _ratio(passages, walls),
        )
        rows = (
            (adder, "≤ 0.7 µs", walls <= 0.7e-6 * edge**2),
            (carver, "≥ 1.5×", passages >= 1.5 * walls),
        )
        for row, target, holds in rows:
            yield row._replace(target=target, holds=holds) if edge == 200 else row


def mazelib(quick: bool) -> Iterator[Row]:
    """The wall adder against mazelib's Wilson and its backtracker, which is not uniform."""
    for edge in (20,) if quick else (20, 50):
        for name, generate in MAZELIB.items():
            ours, theirs = in_turn(
                _times(quick, edge), jobs.kernel(edge, "walls"), partial(generate, edge, edge)
            )
            against = f"mazelib {name} {_each(theirs, edge)}"
            yield Row(f"wall adder {edge}×{edge}", _each(ours, edge), against, _ratio(theirs, ours))


def aldous(quick: bool) -> Iterator[Row]:
    """Both methods against Aldous and Broder's walk on the same cells, with the same random
    bits."""
    for edge in (20,) if quick else (20, 200):
        drawing = (jobs.kernel(edge, method) for method in METHODS)
        *ours, theirs = in_turn(_times(quick, edge), *drawing, jobs.aldous_broder_walk(edge))
        for name, seconds in zip(METHODS.values(), ours, strict=True):
            against = f"Aldous–Broder {_each(theirs, edge)}"
            yield Row(
                f"{name} {edge}×{edge}", _each(seconds, edge), against, _ratio(theirs, seconds)
            )


def maze(quick: bool) -> Iterator[Row]:
    """A maze with its ends and its solution against the kernel alone, and what the grid takes
    before the first."""
    whole, alone = in_turn(_times(quick, 200), jobs.whole_maze(200), jobs.kernel(200, "walls"))
    yield Row(
        "make_maze 200×200",
        _each(whole, 200),
        "its kernel",
        _ratio(whole, alone),
        "≤ 2×",
        whole <= 2 * alone,
    )
    (grid,) = in_turn(3, jobs.new_grid(200))
    yield Row("grid 200×200, once", _each(grid, 200), "the kernel", _ratio(grid, alone))


# Processes come first: what stays in our own memory after the others would slow their start.
ROWS: Mapping[str, Callable[[bool], Iterator[Row]]] = {
    function.__name__: function
    for function in (
        start,
        book,
        long,
        finished,
        pupils,
        gifts,
        children,
        large,
        shapes,
        kernel,
        mazelib,
        aldous,
        maze,
    )
}


def main() -> None:
    """Print the table, row by row as it comes; the exit code says whether all targets hold."""
    parser = argparse.ArgumentParser(description="What puzzlebook takes, beside its yardsticks.")
    parser.add_argument(
        "rows", nargs="*", metavar="ROWS", help=f"of {', '.join(ROWS)}; all if none is named"
    )
    parser.add_argument(
        "--quick", action="store_true", help="fewer runs and no large sizes: a first look"
    )
    parser.add_argument(
        "--store", action="store_true", help=f"keep what the rows took in {STORED.name}"
    )
    asked = parser.parse_args()
    if unknown := set(asked.rows) - set(ROWS):
        parser.error(
            f"no rows are called {', '.join(sorted(unknown))}; there are {', '.join(ROWS)}"
        )
    stored = json.loads(STORED.read_bytes()) if STORED.exists() else {}
    print(_line(Row("what", "ours", "against", "ratio", "target"), "stored"))
    gc.disable()  # as the command line does
    held = []
    # What the rows write is taken away at the end only: a file system that has just taken thousands
    # of files away is slow to make new ones (ext4 here: 0.8 ms a file, not 0.04), which no user's
    # first book knows.
    with tempfile.TemporaryDirectory() as tempfile.tempdir:
        for name in asked.rows or ROWS:
            clear_grids()  # those that other rows left behind
            yardstick = measure_yardstick()
            for row in ROWS[name](asked.quick):
                took, key = row.took / yardstick, f"{name}: {row.what}"
                before = stored.get(key)
                print(_line(row, f"{took / before:.2f}×" if took and before else ""), flush=True)
                held.append(row.holds is not False)
                if took and asked.store:
                    stored[key] = round(took, 2)
    if asked.store:
        STORED.write_text(json.dumps(stored, indent=1, ensure_ascii=False) + "\n", "utf-8")
    sys.exit(not all(held))


def _line(row: Row, compared: str) -> str:
    """A line of the table. compared: what it took with what it took for the last release."""
    holds = {None: "", True: "holds", False: "MISSED"}[row.holds]
    measured = f"{row.what:28}{row.ours:>24}  {row.against:32}{row.ratio:>25}{compared:>8}"
    return f"{measured}  {row.target:19}{holds}".rstrip()


def _times(quick: bool, edge: int) -> int:
    return {20: 101, 50: 31, 200: 21, 1000: 5}[edge] // (3 if quick else 1)


def _each(seconds: float, edge: int) -> str:
    return f"{seconds / edge**2 * 1e6:.2f} µs a cell"


def _ratio(more: float, less: float) -> str:
    return f"{more / less:.1f}×"


def _seconds(took: Took) -> str:
    return f"{took.seconds:.2f} s"


def _alone(what: str, took: Took) -> Row:
    return Row(what, _seconds_and_peak(took), took=took.processor)


def _grown(what: str, before: Took, after: Took, times: str = "ten times") -> Row:
    """A row of something larger, or more of it, than in the row before."""
    return _alone(what, after)._replace(against=times, ratio=_growth(before, after))


def _growth(before: Took, after: Took) -> str:
    return f"{after.seconds / before.seconds:.1f}× time, {after.peak / before.peak:.1f}× memory"


def _seconds_and_peak(took: Took) -> str:
    """Seconds; in brackets those that processors worked, all processes together; the memory of the
    largest process."""
    return f"{took.seconds:.1f} s ({took.processor:.1f}), {took.peak:,.0f} MiB"


if __name__ == "__main__":
    main()
