"""The output path of a command, and the command to suggest if that path cannot be used."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

from puzzlebook.cli.options import option
from puzzlebook.cli.parsing import FILES
from puzzlebook.ground.faults import refuse
from puzzlebook.ground.shell_commands import NAME, OUTPUT, set_option, shell_line

ForceFile = Annotated[bool, option(FILES, None, "Replace an existing file.", "--force")]
ForceBook = Annotated[bool, option(FILES, None, "Replace an existing book.", "--force")]
Shelf = Annotated[
    Path, option(FILES, "DIR", "Output directory (writes DIR/NAME).", "-o", "--output")
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
"""Suffixes of file names. A path with one of them is not accepted as a folder."""


def other_file(path: Path, *beside: str) -> str:
    """Return the typed command with a free file name for its output.

    beside: see `find_free_file`.
    """
    from puzzlebook.shelf.placing import find_free_file

    if not path.name:  # such as an empty text, for which there is no similar name
        return ""
    return shell_line(*set_option(sys.argv[1:], OUTPUT, str(find_free_file(path, *beside))))


def check_shelf(shelf: Path, takes_name: bool) -> None:
    """Refuse a file name given as the output folder. takes_name: whether the command has --name."""
    if shelf.suffix.lower() not in _FILES or shelf.is_dir():
        return
    what = "is a file name, but -o takes the folder that the book's own folder goes in"
    if not takes_name:
        command = shell_line(*set_option(sys.argv[1:], OUTPUT, str(shelf.with_suffix(""))))
        raise refuse(str(shelf), what, "give the name of a folder", command)
    words = set_option(sys.argv[1:], OUTPUT, str(shelf.parent))
    raise refuse(
        str(shelf),
        what,
        "name the book with --name",
        shell_line(*set_option(words, NAME, shelf.stem)),
    )
