"""Where a command puts what it makes: a file of its own, or a shelf; and the command that works
where it cannot."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from puzzlebook.ground.faults import refuse
from puzzlebook.ground.shell_commands import NAME, OUTPUT, set_option, shell_line

ForceFile = Annotated[bool, typer.Option("--force", help="Replace a file that is there.")]
Shelf = Annotated[
    Path,
    typer.Option("-o", "--output", metavar="DIR", help="The shelf: the book lands in DIR/NAME."),
]

_FILES = (
    ".pdf",
    ".svg",
    ".png",
    ".jpg",
    ".jpeg",
    ".toml",
    ".csv",
    ".xlsx",
    ".json",
    ".html",
    ".zip",
)
"""Endings of files: nobody means a folder by such a name."""


def other_file(path: Path, *beside: str) -> str:
    """The command that was typed, with a free file for its output. beside: see `find_free_file`."""
    from puzzlebook.shelf.placing import find_free_file

    if not path.name:  # such as an empty text: there is no name like it
        return ""
    return shell_line(*set_option(sys.argv[1:], OUTPUT, str(find_free_file(path, *beside))))


def check_shelf(shelf: Path, takes_name: bool) -> None:
    """Refuse the name of a file as the folder of books. takes_name: whether the command has
    --name."""
    if shelf.suffix.lower() not in _FILES or shelf.is_dir():
        return
    what = "is the name of a file, and -o takes the folder in which the book gets its own"
    if not takes_name:
        command = shell_line(*set_option(sys.argv[1:], OUTPUT, str(shelf.with_suffix(""))))
        raise refuse(str(shelf), what, "the name of a folder", command)
    words = set_option(sys.argv[1:], OUTPUT, str(shelf.parent))
    raise refuse(
        str(shelf), what, "--name names the book", shell_line(*set_option(words, NAME, shelf.stem))
    )
