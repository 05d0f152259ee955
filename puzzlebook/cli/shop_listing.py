"""`puzzlebook listing`: what a shop asks for when a book is uploaded."""

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
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Folder of a book with its cover.")],
    force: Annotated[bool, typer.Option("--force", help="Replace an earlier listing.")] = False,
) -> None:
    """Write what a shop asks for: the answers for its form, a description, keywords, pictures and
    a proof, in DIR/listing.

    The words are in the book's language.
    """
    from puzzlebook.verbs.listing import write_listing

    made = write_listing(folder, force)
    with keep_what_is_made(*made.files):
        for line in made.remarks:
            print_note(line)
        for path in made.files:
            print_result(f"Wrote:      {path.resolve()}")
