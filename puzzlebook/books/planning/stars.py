"""Minutes and stars: how long a maze takes its readers, on a scale for each audience.

`templates/stars.toml` contains the formula, its constants for each audience, and the minutes at
which each number of stars begins.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from typing import NamedTuple

from puzzlebook.ground import templates
from puzzlebook.ground.lengths import MM
from puzzlebook.mazes import Measures
from puzzlebook.recipes.audiences import audience_for_passage
from puzzlebook.recipes.recipe import Recipe, Section

MOST = 5
_SECONDS = 60
_PICTURES = " pictures"  # in the name of a scale for hidden pictures


class SolvingSpeed(NamedTuple):
    """How fast an audience solves mazes. look: seconds for each square of effort. pen: how far the
    pencil moves, in points per second."""

    look: float
    pen: float

    def estimate_minutes(self, measures: Measures, cell: float) -> float:
        """Return the minutes that a maze takes, to 2 decimals; 0 for a maze without ends.

        cell: the width of a square in points.
        """
        if not measures.solution_length:
            return 0.0
        return self.time_squares(measures.effort, cell)

    def time_squares(self, squares: float, cell: float) -> float:
        """Return the minutes that a walk through this many squares takes, to 2 decimals."""
        return round(squares * (self.look + cell / self.pen) / _SECONDS, 2)


def find_speed(audience: str | None, cell: float) -> SolvingSpeed:
    """Return the speed of an audience or, if there is none, of the audience that suits squares of
    this width (in points)."""
    speeds = load_speeds()
    return speeds.get(audience or "") or speeds[audience_for_passage(cell).name]


def rate_minutes(minutes: float, scale: str | None) -> int:
    """Return the stars of a maze that takes this many minutes, on a scale from `name_scale`; 0 for
    a maze without ends."""
    return 1 + bisect_right(load_bounds()[scale], minutes) if minutes else 0


@templates.cache_by_release
def load_bounds() -> Mapping[str | None, tuple[float, ...]]:
    """Load the minutes from which a maze has 2, 3, 4 and 5 stars, on the scale of each audience, in
    its books of hidden pictures, and on the scale of no audience."""
    table = templates.table("stars.toml")
    hands = table["hands"].items()
    rows = {name: tuple(row["stars"]) for name, row in hands}
    rows |= {name + _PICTURES: tuple(row["pictures"]) for name, row in hands if "pictures" in row}
    return {None: tuple(table["bounds"]), **rows}


def name_readers(recipe: Recipe, section: Section) -> str | None:
    """Return the audience that solves a section's mazes: the book's or, failing that, the
    section's; None if neither names one."""
    return recipe.look or recipe.audience or section.audience


def name_scale(recipe: Recipe, section: Section) -> str | None:
    """Return the scale on which a section's mazes are rated: that of their audience or, if all
    mazes of the book hide pictures, of such books."""
    audience = name_readers(recipe, section)
    scale = f"{audience}{_PICTURES}"
    is_hiding = all(other.way for other in recipe.sections)
    return scale if is_hiding and scale in load_bounds() else audience


@templates.cache_by_release
def load_speeds() -> Mapping[str, SolvingSpeed]:
    """Load the speeds of the audiences, by name."""
    rows = templates.table("stars.toml")["hands"]
    return {name: SolvingSpeed(row["look"], row["pen"] * MM) for name, row in rows.items()}
