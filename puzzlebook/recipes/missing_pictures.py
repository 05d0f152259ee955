"""Sections of our own books whose pictures find no room: a small page leaves none, or what was
asked for them all."""

from __future__ import annotations

from collections.abc import Set
from operator import ge

from puzzlebook.ground.faults import Refused
from puzzlebook.mazes import HiddenPicture, Silhouette, make_grid
from puzzlebook.recipes.readers import SizedSection, list_needed_sizes, size_sections
from puzzlebook.recipes.recipe import Recipe, Section
from puzzlebook.recipes.user_files import SILHOUETTES


def drop_lost_pictures(recipe: Recipe, asked: Set[str] = frozenset()) -> tuple[Recipe, list[str]]:
    """The recipe of one of our books without the sections whose pictures are lost: what was asked
    for all sections, such as a shape, a size or other readers, or the page, leaves them no room.
    And a remark for each of these.

    asked: "way" or "silhouette", where the user says what pictures there are: they are refused, or
    remarked upon, if they find no room, and never left out.
    """
    lost = [section.key for section in recipe.sections if _is_lost(recipe, section, asked)]
    if not lost or len(lost) == len(recipe.sections):
        return recipe, []
    kept = tuple(section for section in recipe.sections if section.key not in lost)
    left_out = [section for section in recipe.sections if section.key in lost]
    remarks = [
        f'"{section.heading}" is left out: there is no room for its pictures'
        for section in left_out
    ]
    return recipe.model_copy(update={"sections": kept}), remarks


def _is_lost(recipe: Recipe, section: Section, asked: Set[str]) -> bool:
    if section.way and "way" not in asked:
        return not _has_ways(recipe, section)
    is_of_pictures = all(each.silhouette for each in recipe.sections)
    if (
        section.silhouette
        and section.edge == "drawn"
        and "silhouette" not in asked
        and not is_of_pictures
    ):
        return not _is_known(recipe, section)
    return False


def _has_ways(recipe: Recipe, section: Section) -> bool:
    """Whether the pictures that a section's ways draw have room."""
    if section.shape != HiddenPicture.SHAPE or section.silhouette or section.ends == "none":
        return False
    try:
        (sized,) = size_sections(recipe.model_copy(update={"sections": (section,)}))
    except Refused:
        return True  # that is told when the sizes of all sections are asked for
    return all(all(map(ge, sized.size, least)) for least in list_needed_sizes(section))


def _is_known(recipe: Recipe, section: Section) -> bool:
    """Whether each of ours that cuts a section's mazes leaves cells enough to be known."""
    try:
        (sized,) = size_sections(recipe.model_copy(update={"sections": (section,)}))
    except Refused:
        return False
    known = Silhouette.fewest_cells()
    ours = sorted(
        {name.lower() for name in SILHOUETTES.names(section.silhouette or "")} & known.keys()
    )
    return all(_count_cells(sized, name) >= known[name] for name in ours)


def _count_cells(sized: SizedSection, name: str) -> int:
    """How many cells one of ours leaves of a section's grid; none where it refuses to cut so
    few."""
    try:
        cut = Silhouette.built_in(name).as_rim(sized.section.shape, sized.section.edge)
        return make_grid(sized.section.shape, sized.size, cut).cells
    except Refused:
        return 0
