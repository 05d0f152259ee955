"""`puzzlebook schema`: the JSON Schema of a recipe."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from puzzlebook.cli.messages import print_result
from puzzlebook.cli.places import ForceFile, other_file

EXAMPLES = """
Examples:

\b
  puzzlebook schema -o recipe.schema.json
"""


def print_schema(
    output: Annotated[
        Path | None,
        typer.Option(
            "-o", "--output", metavar="FILE", help="File to write, instead of the terminal."
        ),
    ] = None,
    force: ForceFile = False,
) -> None:
    """Print the JSON Schema of a recipe: every key, its meaning and its allowed values."""
    from puzzlebook.recipes.json_schema import make_schema as recipe_schema

    text = json.dumps(recipe_schema(), indent=2)
    if output is None:
        print_result(text)
        return
    from puzzlebook.shelf.placing import Place, check_file, put_new_files

    check_file(output)
    put_new_files([(output, f"{text}\n".encode())], Place(force, command=other_file(output)))
    print_result(f"Wrote:  {output.resolve()}")
