"""`puzzlebook preview`: all pages of a book at a glance."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from puzzlebook.cli.messages import keep_what_is_made, print_result
from puzzlebook.cli.places import ForceFile

EXAMPLES = """
Examples:

\b
  puzzlebook preview output/my-book
  puzzlebook preview output/my-book -o sheet.png
"""


def preview(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The folder of a book.")],
    output: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--output",
            metavar="FILE.png",
            help="The picture. [default: NAME-preview.png in DIR]",
        ),
    ] = None,
    force: ForceFile = False,
) -> None:
    """Draw a contact sheet of a book: the pages of its PDF, side by side as they lie open."""
    from puzzlebook.verbs.contact_sheet import make_preview

    picture = make_preview(folder, output, force, sys.argv[1:])
    with keep_what_is_made(picture):
        print_result(f"Wrote:      {picture.resolve()}")
