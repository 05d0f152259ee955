"""`puzzlebook serve`: the page for browsers, on this machine."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from puzzlebook.cli.messages import print_result, print_stderr

EXAMPLES = """
Examples:

\b
  puzzlebook serve
  puzzlebook serve --open
"""


def serve(
    page: Annotated[
        Path | None,
        typer.Argument(
            metavar="FILE.zip|DIR",
            help="web.zip of a release, or a built page. [default: the installed page]",
        ),
    ] = None,
    open_: Annotated[bool, typer.Option("--open", help="Open it in the browser.")] = False,
) -> None:
    """Show the page for browsers at an address that only this machine reaches.

    It needs no network, and no name leaves the machine. Ctrl+C ends it.
    """
    from puzzlebook.verbs.serving import read_page, serve_page

    def tell(address: str) -> None:
        print_result(f"Open:       {address} (Ctrl+C ends it)")
        if open_ and typer.launch(address) != 0:
            print_stderr("no browser was found")

    serve_page(read_page(page), tell)
