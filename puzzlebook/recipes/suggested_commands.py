"""Commands that messages suggest for the user's files. Each works as it is printed."""

from __future__ import annotations

from pathlib import Path

from puzzlebook.ground.shell_commands import shell_line
from puzzlebook.shelf.manifest import MANIFEST, find_book
from puzzlebook.shelf.placing import find_free_folder

READABLE_LISTS = (".csv", ".tsv", ".xlsx")
"""File name endings of the lists that `--names` reads."""

_DEFAULT_SHELF = Path("output")


def make_command(recipe: Path) -> str:
    """Return the command that makes the book of a recipe.

    For the recipe in a finished book's folder, the command makes another book, in a new folder.
    """
    folder = recipe.parent
    if not (folder / MANIFEST).is_file() or find_book(folder) is None:
        return shell_line("make", recipe)
    shelf = () if folder.parent == _DEFAULT_SHELF else ("-o", folder.parent)
    return shell_line("make", recipe, "--name", find_free_folder(folder.absolute()).name, *shelf)


def rebuild_command(book: Path) -> str:
    """Return the command that makes a finished book again, in a new output folder."""
    shelf = Path("again")
    return shell_line("rebuild", book, "-o", find_free_folder(shelf) if shelf.exists() else shelf)


def worksheets_command(names: Path) -> str:
    """Return the command that makes worksheets for a list of names; "" if it cannot be read."""
    if names.suffix.lower() not in READABLE_LISTS or not names.is_file():
        return ""
    return shell_line("make", "worksheet", "--names", names)
