"""`puzzlebook new`: a new recipe to edit."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from puzzlebook.cli import options
from puzzlebook.cli.hints import answer_misplaced_names
from puzzlebook.cli.messages import (
    find_program_command,
    keep_what_is_made,
    print_note,
    print_result,
)
from puzzlebook.cli.options import option
from puzzlebook.cli.parsing import WHAT
from puzzlebook.ground.shell_commands import PROGRAM, shell_line

EXAMPLES = """
Examples:

\b
  puzzlebook new my-book.toml --from ages-9-11 --title "Mia"
  puzzlebook make my-book.toml
"""


def new(
    context: typer.Context,
    file: Annotated[
        Path,
        typer.Argument(metavar="FILE.toml", help="Recipe to write; it must not exist yet."),
    ],
    book: Annotated[str | None, option(WHAT, "BOOK", "Book to start from.", "--from")] = None,
    *,
    age: options.Age = None,
    audience: options.Audience = None,
    level: options.Level = None,
    child: options.Child = None,
    certificate: options.Certificate = None,
    language: options.Language = None,
    dedication: options.Dedication = None,
    mazes: options.Mazes = None,
    title: options.Title = None,
    subtitle: options.Subtitle = None,
    author: options.Author = None,
    seed: options.Seed = None,
    size: options.Size = None,
    shape: options.Shape = None,
    bridges: options.Bridges = None,
    spread: options.Spread = None,
    texture: options.Texture = None,
    word: options.Word = None,
    words: options.Words = None,
    questions: options.Questions = None,
    times: options.Times = None,
    add: options.Add = None,
    subtract: options.Subtract = None,
    halves: options.Halves = None,
    doubles: options.Doubles = None,
    series: options.Series = None,
    volume: options.Volume = None,
    theme: options.Theme = None,
    walls: options.Walls = None,
    silhouette: options.Silhouette = None,
    stage: options.Stage = None,
    way: options.Way = None,
    marks: options.Marks = None,
    start: options.Start = None,
    finish: options.Finish = None,
    edge: options.Edge = None,
    font: options.Font = None,
    color: options.Color = False,
    page: options.Page = None,
    printer: options.Printer = None,
    booklet: options.Booklet = None,
    isbn: options.Isbn = None,
    publisher: options.Publisher = None,
    year: options.Year = None,
    name: options.Name = None,
    sets: options.Sets = None,
) -> None:
    """Write a recipe to edit, with comments and a new seed.

    The seed stays in the recipe, so that changing a margin does not change the mazes.
    """
    from puzzlebook.ground.faults import refuse
    from puzzlebook.ground.seeds import make_seed, tidy_seed
    from puzzlebook.recipes.writing import write_new_recipe
    from puzzlebook.shelf.placing import check_file, find_free_file, put_file
    from puzzlebook.verbs.able_sections import keep_to_supporting_sections
    from puzzlebook.verbs.request import MakeRequest

    if file.suffix != ".toml":
        raise refuse(str(file), "is not the name of a recipe", "give a name that ends in .toml")
    if os.path.lexists(file) and not _is_empty(file):
        typed_again = [
            str(find_free_file(file)) if word == str(file) else word for word in sys.argv[1:]
        ]
        raise refuse(str(file), "is there already", "choose another name", shell_line(*typed_again))
    check_file(file)
    chosen = make_seed() if seed is None else tidy_seed(seed)
    sets = [*options.list_set_words(color, False), *(sets or ())]
    typed, given = {**context.params, "seed": None}, dict(context.params)
    with answer_misplaced_names(), options.blame_options(typed, sets):
        options.collect_questions(given)
        options.collect_words(given)
        begun = options.choose_book(book, given)
        request = MakeRequest(begun, {**options.collect_overrides(given), "seed": chosen}, sets)
        request, notes = keep_to_supporting_sections(request)
        content = write_new_recipe(
            begun, chosen, request.given, request.sets, folder=file.parent
        ).encode()
    put_file(file, content, free=not os.path.lexists(file))
    with keep_what_is_made(file):
        for note in notes:
            print_note(note)
        print_result(f"Wrote:  {file.resolve()}")
        print_result(
            f"Next:   {shell_line('make', file).replace(PROGRAM, find_program_command(), 1)}"
        )


def _is_empty(file: Path) -> bool:
    """Return whether a file exists but has no contents to lose."""
    return file.is_file() and not file.is_symlink() and not file.read_bytes().strip()
