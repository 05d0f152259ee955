"""`puzzlebook schema`: what a recipe may hold, for editors and for programs."""

from __future__ import annotations

import json

from puzzlebook.cli.say import result

EXAMPLES = """
Examples:

\b
  puzzlebook schema > recipe.schema.json
"""


def schema() -> None:
    """Print the JSON Schema of a recipe: every key, what it means, and what it may be."""
    from puzzlebook.recipes.json_schema import schema as recipe_schema

    result(json.dumps(recipe_schema(), indent=2))
