"""How the sheets of a class are set for pupils with special needs, and what a tactile sheet does
without."""

from __future__ import annotations

from puzzlebook.recipes.audiences import Audience, find_audience
from puzzlebook.recipes.recipe import Pupil, Recipe, Section

TACTILE = "tactile"
_SEEN = dict.fromkeys(("silhouette", "stage", "way", "word", "questions", "bridges", "marks"))
"""The keys of a section that a tactile sheet does without."""


def choose_print(recipe: Recipe, pupil: Pupil | None) -> str:
    """Return how a pupil's sheet is set: as the list says or, if it says nothing, like the others
    in the class. The pieces of a wall are all alike."""
    if recipe.worksheet is None or recipe.wall:
        return "normal"
    if pupil and pupil.print != "normal":
        return pupil.print
    return recipe.worksheet.print or "normal"


def find_tactile_readers() -> Audience:
    """Return the readers of tactile sheets."""
    return find_audience(TACTILE)


def strip_section(section: Section) -> Section:
    """Return a section without what fingers cannot read: questions, letters, outlines, pictures."""
    return section.model_copy(update=_SEEN)


def adapt_to_touch(recipe: Recipe) -> Recipe:
    """Return the recipe of a tactile sheet in a set of ordinary ones."""
    sections = tuple(map(strip_section, recipe.sections))
    update = {"marks": find_tactile_readers().marks, "walls": None, "sections": sections}
    return recipe.model_copy(update=update)


def adapt_to_sheet(recipe: Recipe, number: int) -> Recipe:
    """Return the recipe as it applies to a sheet, by its number in the list."""
    pupil = recipe.pupils[number - 1] if 0 < number <= len(recipe.pupils) else None
    return adapt_to_touch(recipe) if choose_print(recipe, pupil) == TACTILE else recipe
