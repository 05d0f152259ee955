"""`puzzlebook new`: a recipe of one's own, to edit."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from puzzlebook.cli import options
from puzzlebook.cli.elsewhere import answered
from puzzlebook.cli.say import called, result, standing
from puzzlebook.commands import PROGRAM, shell_line

EXAMPLES = """
Examples:

\b
  puzzlebook new my-book.toml --from ages-9-11 --title "Mia"
  puzzlebook make my-book.toml
"""


@options.amending(new=True)
def new(
    file: Annotated[Path, typer.Argument(metavar="FILE.toml", help="The recipe to write; it must not exist yet.")],
    book: Annotated[str | None, typer.Option("--from", metavar="BOOK", help="The book to begin with.")] = None,
    *,
    seed: str | None,
    sets: options.Sets = None,
    **given: Any,
) -> None:
    """Write a commented recipe with a fresh seed, so that correcting a margin never reshuffles the book."""
    from puzzlebook.faults import refuse
    from puzzlebook.mazes.seeds import fresh_seed, tidy_seed
    from puzzlebook.recipes.writing import new_recipe
    from puzzlebook.shelf.placing import check_file, free_path, put_file

    if file.suffix != ".toml":
        raise refuse(str(file), "is not the name of a recipe", "allowed: a name that ends in .toml")
    if os.path.lexists(file) and not _is_empty(file):
        words = [str(free_path(file)) if word == str(file) else word for word in sys.argv[1:]]
        raise refuse(str(file), "is there already", "take another name", shell_line(*words))
    check_file(file)
    chosen = fresh_seed() if seed is None else tidy_seed(seed)
    with answered(), options.typed(given, sets):
        begun = options.begun(book, given)
        content = new_recipe(begun, chosen, options.overrides(given), sets or (), folder=file.parent).encode()
    put_file(file, content, free=not os.path.lexists(file))
    with standing(file):
        result(f"Wrote:  {file.resolve()}")
        result(f"Next:   {shell_line('make', file).replace(PROGRAM, called(), 1)}")


def _is_empty(file: Path) -> bool:
    """Whether a file is there in which nothing can be lost."""
    return file.is_file() and not file.is_symlink() and not file.read_bytes().strip()
