"""`puzzlebook listing`: the files that a shop asks for when a book is uploaded."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from puzzlebook.cli.messages import keep_what_is_made, print_note, print_result

EXAMPLES = """
Examples:

\b
  puzzlebook listing output/my-book
  puzzlebook listing output/my-book --force
"""


def listing(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Folder of a book.")],
    force: Annotated[bool, typer.Option("--force", help="Replace an earlier listing.")] = False,
) -> None:
    """Write what a shop asks for: what to enter in its form, a description, keywords, pictures and
    a proof, in DIR/listing. If the book has no cover, make it first. Then check
    every file against the printer's rules.

    The words are in the book's language. The exit code is 1 if the printer would refuse a file.
    """
    from puzzlebook.cli.check import show
    from puzzlebook.shelf.manifest import LISTING
    from puzzlebook.verbs.listing import write_listing

    made = write_listing(folder, force)
    with keep_what_is_made(*made.files):
        for line in made.remarks:
            print_note(line)
        folders = [path.parent if path.parent.name == LISTING else path for path in made.files]
        for path in dict.fromkeys(folders):
            print_result(f"Wrote:      {path.resolve()}")
        for report in made.check.reports:
            show(report)
        if made.check.passed:
            interior, *others = (report.name for report in made.check.reports)
            if made.interior != interior:
                what = f"the same pages as {interior}, from the last to the first"
                print_result(f"{made.interior}: {what}")
            names = " and ".join((made.interior, *others))
            print_result(f"Upload:     {names}; listing/form.txt has the answers for the form")
    if not made.check.passed:
        raise typer.Exit(1)
