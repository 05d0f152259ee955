"""`puzzlebook series`: all titles of a list, each ready to upload."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from puzzlebook.cli.messages import (
    keep_what_is_made,
    print_note,
    print_result,
    show_progress,
)

if TYPE_CHECKING:
    from puzzlebook.verbs.series import SeriesTitle

EXAMPLES = """
Examples:

\b
  puzzlebook series titles.csv
  puzzlebook series titles.csv --seed owl -o books
"""


def series(
    titles: Annotated[
        Path,
        typer.Argument(metavar="TITLES.csv", help="The list: a title in each row."),
    ],
    output: Annotated[
        Path,
        typer.Option(
            "--output", "-o", metavar="DIR", help="Output directory (writes DIR/TITLES/TITLE)."
        ),
    ] = Path("output"),
    seed: Annotated[
        str | None,
        typer.Option(metavar="TEXT", help="Random seed of all titles. [default: a new one]"),
    ] = None,
    jobs: Annotated[
        int | None, typer.Option(metavar="N", help="Number of processes. [default: automatic]")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
) -> None:
    """Make every title on a list, each in a folder of its own: interior, cover and listing, all
    checked. No maze appears twice.

    Columns: title, theme, audience, language, volume, printer, page, mazes, author, series, isbn,
    or any other key of a recipe. Titles that exist already are kept. The exit code is 1 if a title
    is not ready for its printer.
    """
    from puzzlebook.verbs.series import write_series

    with show_progress(as_json) as progress:
        made = write_series(titles, output, seed, progress, jobs)
    with keep_what_is_made(*(title.folder for title in made.titles)):
        for line in made.remarks:
            print_note(line)
        if as_json:
            rows = [{**title._asdict(), "folder": str(title.folder)} for title in made.titles]
            print_result(json.dumps({"seed": made.seed, "titles": rows}))
        else:
            for title in made.titles:
                _print_title(title)
            print_result(f"Seed:       {made.seed}")
    if not made.is_ready:
        raise typer.Exit(1)


def _print_title(title: SeriesTitle) -> None:
    state = "not ready" if title.problems else "ready"
    kept = ", made earlier" if title.has_been_there else ""
    print_result(
        f"{title.folder.resolve()}: {state}{kept}: {title.pages} pages, {title.mazes} mazes, "
        f"{title.printer}"
    )
    for line in title.remarks:
        print_result(f"  note: {line}")
    if title.upload:
        print_result(f"  upload: {' and '.join(title.upload)}")
    for problem in title.problems:
        print_result(f"  x {problem}")
