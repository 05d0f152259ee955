"""`puzzlebook cover`: back, spine and front of a book."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from puzzlebook.cli.messages import keep_what_is_made, print_note, print_result

EXAMPLES = """
Examples:

\b
  puzzlebook cover output/my-book
  puzzlebook cover output/my-book --paper cream --force
  puzzlebook cover output/my-book --spine 11.4mm
  puzzlebook cover output/my-book --spine 0.45in --sheet 14.025x10.417
"""


def cover(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Folder of a book.")],
    paper: Annotated[
        str | None,
        typer.Option(metavar="WHICH", help="Paper: white, cream or color. [default: the recipe's]"),
    ] = None,
    spine: Annotated[
        str | None,
        typer.Option(
            metavar="11.4mm", help="Width of the spine. [default: by the printer's formula]"
        ),
    ] = None,
    sheet: Annotated[
        str | None,
        typer.Option(metavar="WxH", help="Size of the whole cover. [default: computed]"),
    ] = None,
    guides: Annotated[
        bool,
        typer.Option(
            "--guides",
            help="Also write a template with trim, folds and safe areas, to design your own cover.",
        ),
    ] = False,
    force: Annotated[bool, typer.Option("--force", help="Replace an existing cover.")] = False,
) -> None:
    """Make the cover of a book: back, spine and front in one PDF, to fit its page count and paper.

    For the home printer, front and back are two pages of the book's size.
    """
    from puzzlebook.ground.lengths import format_inches, parse_points
    from puzzlebook.printers.trims import trim
    from puzzlebook.verbs.cover import make_cover

    width = parse_points(spine, "--spine") if spine is not None else None
    whole = trim(sheet, "--sheet") if sheet is not None else None
    size = (whole.width, whole.height) if whole else None
    made = make_cover(folder, paper, width, guides, force, size, sys.argv[1:])
    with keep_what_is_made(*made.files):
        for line in made.remarks:
            print_note(line)
        for file in made.files:
            print_result(f"Wrote:      {file.resolve()}")
        if made.separate_size:
            print_result(f"Pages:      front and back, {format_inches(*made.separate_size)}")
            return
        print_result(
            f"Sheet:      {format_inches(*made.wrap.sheet)}, "
            f"with {format_inches(made.wrap.edge)} all round"
        )
        if made.wrap.spine:
            print_result(
                f"Spine:      {format_inches(made.wrap.spine)} "
                f"for {made.pages} pages, {made.stock.description}"
            )
