"""`puzzlebook preview`: a contact sheet of a book."""

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
  puzzlebook preview output/my-book --pages
"""


def preview(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Folder of a book.")],
    output: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--output",
            metavar="FILE.png",
            help="Picture to write. [default: NAME-preview.png in DIR]",
        ),
    ] = None,
    pages: Annotated[
        bool,
        typer.Option("--pages", help="Instead, a PNG of each page at 200 dpi, in DIR/png."),
    ] = False,
    force: ForceFile = False,
) -> None:
    """Draw a contact sheet of a book: the spreads of its PDF in one picture."""
    from puzzlebook.ground.faults import refuse
    from puzzlebook.verbs.contact_sheet import make_preview

    if pages:
        from puzzlebook.verbs.page_pictures import make_page_pictures

        if output is not None:
            raise refuse("-o", "is for a contact sheet", "leave out -o or --pages")
        drawn = make_page_pictures(folder)
        with keep_what_is_made(drawn):
            print_result(f"Wrote:      {drawn.resolve()}, a PNG of each page")
        return
    picture = make_preview(folder, output, force, sys.argv[1:])
    with keep_what_is_made(picture):
        print_result(f"Wrote:      {picture.resolve()}")
