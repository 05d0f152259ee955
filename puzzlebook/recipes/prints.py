"""How the sheets of a class are set for pupils with special needs, and which features tactile
sheets lack."""

from __future__ import annotations

from puzzlebook.recipes.audiences import Audience, find_audience
from puzzlebook.recipes.recipe import Pupil, Recipe, Section

TACTILE = "tactile"
_VISUAL_KEYS = dict.fromkeys(
    ("silhouette", "stage", "way", "word", "questions", "bridges", "marks")
)
"""The visual keys of a section, reset for tactile sheets."""


def choose_print(recipe: Recipe, pupil: Pupil | None) -> str:
    """Return how a pupil's sheet is set: as the list says or, failing that, as for the rest of the
    class. The sheets of a wall are all set alike."""
    if recipe.worksheet is None or recipe.wall:
        return "normal"
    if pupil and pupil.print != "normal":
        return pupil.print
    return recipe.worksheet.print or "normal"


def find_tactile_readers() -> Audience:
    """Return the readers of tactile sheets."""
    return find_audience(TACTILE)


def strip_section(section: Section) -> Section:
    """Return a section without its visual features: questions, letters, outlines, pictures."""
    return section.model_copy(update=_VISUAL_KEYS)


def adapt_to_touch(recipe: Recipe) -> Recipe:
    """Return the recipe of a tactile sheet in a set of ordinary sheets."""
    sections = tuple(map(strip_section, recipe.sections))
    update = {"marks": find_tactile_readers().marks, "walls": None, "sections": sections}
    return recipe.model_copy(update=update)


def adapt_to_sheet(recipe: Recipe, number: int) -> Recipe:
    """Return the recipe as it applies to the sheet with this number."""
    pupil = recipe.pupils[number - 1] if 0 < number <= len(recipe.pupils) else None
    return adapt_to_touch(recipe) if choose_print(recipe, pupil) == TACTILE else recipe
