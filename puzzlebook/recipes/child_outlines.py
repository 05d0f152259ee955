"""Outlines that a section's mazes have only where they suit: on pages for children, if nothing else
shapes the mazes and the page has room.

A settled recipe has them as silhouettes. A section's `audience` then counts for its outlines only:
without them, the mazes are those of the book's own readers. In a section whose stage is
`theme-places`, they are for themes that have no places.
"""

from __future__ import annotations

from collections.abc import Set

from puzzlebook.mazes import EDGES
from puzzlebook.recipes.audiences import find_audience
from puzzlebook.recipes.missing_pictures import list_recognizable
from puzzlebook.recipes.readers import leads_down
from puzzlebook.recipes.recipe import Recipe, Section
from puzzlebook.recipes.user_files import PLACES_OF_THEME, SILHOUETTES


def settle_outlines(recipe: Recipe, user_keys: Set[str]) -> Recipe:
    """Return the recipe with silhouettes in place of outlines. user_keys: the section keys that the
    user set."""
    sections = (
        _settle_section(recipe, section, user_keys) if section.outlines else section
        for section in recipe.sections
    )
    return recipe.model_copy(update={"sections": tuple(sections)})


def _settle_section(recipe: Recipe, section: Section, user_keys: Set[str]) -> Section:
    plain = section.model_copy(update={"outlines": None})
    if "edge" not in user_keys:
        plain = plain.model_copy(update={"edge": EDGES[0]})
    if recipe.audience and "audience" not in user_keys:
        plain = plain.model_copy(update={"audience": None})
    if not _has_choice(recipe, section):
        return plain
    outlined = section.model_copy(update={"outlines": None, "silhouette": section.outlines})
    for edge in dict.fromkeys((section.edge, EDGES[0])):
        outlined = outlined.model_copy(update={"edge": edge})
        if kept := _keep_outlines(recipe, outlined):
            # Each volume of a series begins with the outlines that the one before has not used.
            first = (recipe.volume - 1) * section.mazes % len(kept)
            shown = ",".join((*kept[first:], *kept[:first]))
            return outlined.model_copy(update={"silhouette": shown})
    return plain


def _keep_outlines(recipe: Recipe, section: Section) -> list[str]:
    """List the outlines of a section that can be recognized on its grid, and leave as many cells as
    the readers should have; none, if most of them do not.

    Without the others, the grid may have fewer cells, so this is repeated until all of them can.
    """
    readers = find_audience(recipe.look or recipe.audience or "", level=recipe.level)
    wanted = kept = SILHOUETTES.names(section.silhouette or "")
    while (found := list_recognizable(recipe, section, readers.outlined)) != kept:
        kept = found
        section = section.model_copy(update={"silhouette": ",".join(kept) or None})
    return kept if 2 * len(kept) >= len(wanted) else []


def _has_choice(recipe: Recipe, section: Section) -> bool:
    """Return whether the mazes of a section may have any outline: they are in a theme's world, and
    nothing else shapes them."""
    readers = section.audience or recipe.audience
    shown = recipe.look or recipe.audience
    if not (readers and shown and find_audience(shown).scenes) or recipe.worksheet is not None:
        return False
    is_single = (section.mazes_a_page or recipe.mazes_a_page) == 1
    is_shaped = (
        section.silhouette
        or (recipe.stage_of(section) and section.stage != PLACES_OF_THEME)
        or section.size
        or section.word
        or section.collect
        or section.questions  # they need the space
    )
    return is_single and not is_shaped and leads_down(section)
