"""Dropping sections of built-in books whose pictures do not fit the page or the requested grid."""

from __future__ import annotations

from collections.abc import Set
from operator import ge

from puzzlebook.ground.faults import Note, Refused
from puzzlebook.mazes import make_grid
from puzzlebook.printers.trims import trim
from puzzlebook.recipes.audiences import LEVELS
from puzzlebook.recipes.page_grids import suggest_pages
from puzzlebook.recipes.readers import SizedSection, list_needed_sizes, size_sections
from puzzlebook.recipes.recipe import Recipe, Section
from puzzlebook.recipes.user_files import SILHOUETTES

FEWEST_IN_STEPS = 200
"""A silhouette with fewer cells is hard to recognise if the rim of the maze follows the cells."""
_CELLS_ENOUGH = 60
"""If a board has more than this many times the cells that a silhouette needs, the silhouette fits,
and no cut is made to count its cells: each built-in silhouette covers far more than a sixtieth of
its board."""


def drop_lost_pictures(
    recipe: Recipe, user_keys: Set[str] = frozenset()
) -> tuple[Recipe, list[Note]]:
    """Drop the sections of a built-in book whose pictures have no room, with a remark for each.

    Room may be lacking because of the page, or because of a shape, a size or an audience requested
    for all sections. user_keys: the section keys that the user set. Sections whose `way` or
    `silhouette` the user chose are kept, and refused, or remarked upon, later. If every section
    would be dropped, none is.
    """
    lost = [section for section in recipe.sections if _is_lost(recipe, section, user_keys)]
    if not lost or len(lost) == len(recipe.sections):
        return recipe, []
    sections = tuple(section for section in recipe.sections if section not in lost)
    remarks = [
        Note(
            f'"{section.heading}" is left out: there is no room for its pictures',
            _suggest_room(recipe, section, user_keys),
        )
        for section in lost
    ]
    return recipe.model_copy(update={"sections": sections}), remarks


def _suggest_room(recipe: Recipe, section: Section, user_keys: Set[str]) -> str:
    """Return the end of a remark: options that would give a section's pictures room, if any do."""
    larger = (name for name in suggest_pages(recipe.page) if trim(name).height > recipe.page.height)
    options: list[tuple[str, dict[str, object]]] = []
    options += [("--level hard", {"level": "hard"})] if recipe.level in LEVELS[:-1] else []
    options += [(f"--page {name}", {"page": trim(name)}) for name in larger]
    helpful = [
        option
        for option, update in options
        if not _is_lost(recipe.model_copy(update=update), section, user_keys)
    ]
    shown = helpful[:2] if helpful[:1] == ["--level hard"] else helpful[:1]
    return f"; {' or '.join(shown)} has room" if shown else ""


def _is_lost(recipe: Recipe, section: Section, user_keys: Set[str]) -> bool:
    if section.way and "way" not in user_keys:
        return not _have_ways_room(recipe, section)
    if not section.silhouette or section.edge != "drawn" or "silhouette" in user_keys:
        return False
    is_book_of_silhouettes = all(section.silhouette for section in recipe.sections)
    return not is_book_of_silhouettes and not _is_recognizable(recipe, section)


def _have_ways_room(recipe: Recipe, section: Section) -> bool:
    """Return whether there is room for the pictures that a section's solution paths trace."""
    from puzzlebook.mazes import HiddenPicture

    if section.shape != HiddenPicture.SHAPE or section.ends == "none":
        return False
    try:
        (sized,) = size_sections(recipe.model_copy(update={"sections": (section,)}))
    except Refused:
        return True  # refused later, when all sections are sized
    return all(all(map(ge, sized.size, minimum)) for minimum in list_needed_sizes(section))


def _is_recognizable(recipe: Recipe, section: Section) -> bool:
    """Return whether each built-in silhouette of a section has enough cells to be recognized."""
    names = SILHOUETTES.names(section.silhouette or "")
    return len(list_recognizable(recipe, section)) == len(names)


def list_recognizable(recipe: Recipe, section: Section, fewest: int = 0) -> list[str]:
    """List the silhouettes of a section that have enough cells to be recognized, and at least
    `fewest` cells, or are not built in. A rim in steps needs many."""
    from puzzlebook.mazes import Silhouette

    try:
        (sized,) = size_sections(recipe.model_copy(update={"sections": (section,)}))
    except Refused:
        return []
    needed, cells = Silhouette.fewest_cells(), sized.size[0] * sized.size[-1]
    is_stepped = section.edge == "steps"

    def has_enough_cells(name: str) -> bool:
        minimum = FEWEST_IN_STEPS if is_stepped else needed.get(name, 0)
        if not minimum:
            return True
        minimum = max(minimum, fewest)
        return cells > _CELLS_ENOUGH * minimum or _count_cells(sized, name) >= minimum

    names = SILHOUETTES.names(section.silhouette or "")
    return [name for name in names if has_enough_cells(name.lower())]


def _count_cells(sized: SizedSection, name: str) -> int:
    """Count the cells of a section's grid that remain when a built-in silhouette cuts it; 0 if they
    are too few."""
    from puzzlebook.mazes import Silhouette

    try:
        cut = Silhouette.built_in(name).as_rim(sized.section.shape, sized.section.edge)
        return make_grid(sized.section.shape, sized.size, cut).cells
    except Refused:
        return 0
