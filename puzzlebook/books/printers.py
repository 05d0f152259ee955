"""Who prints a book, and what they ask for: a profile for each, in `templates/printers/`."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache

from puzzlebook import templates
from puzzlebook.books.layout import Sheet
from puzzlebook.books.recipe import Margins, Recipe
from puzzlebook.lengths import points


@dataclass(frozen=True)
class Printer:
    """A printer's profile. Margins are in points."""

    name: str
    about: str
    top: float
    bottom: float
    inside: float
    outside: float


@cache
def printer_named(name: str) -> Printer:
    """A profile of `templates/printers/`, which must exist."""
    content = tomllib.loads(templates.read("printers", name).decode())
    margins = {side: points(value) for side, value in content["margins"].items()}
    return Printer(name, content["about"], **margins)


def sheet_of(recipe: Recipe) -> Sheet:
    """The paper of a recipe's book: its own margins where it has some, else the printer's."""
    printer = printer_named(recipe.printer)
    own = recipe.margins or Margins()
    sides = {}
    for side in ("top", "bottom", "inside", "outside"):
        given = getattr(own, side)
        sides[side] = given.points if given else getattr(printer, side)
    return Sheet(recipe.page.width, recipe.page.height, **sides)
