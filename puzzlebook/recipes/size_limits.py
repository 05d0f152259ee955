"""Limiting the sizes that a recipe states for each level to those that fit the page.

Sizes stated for each level (see `level_sizes`) are only proposals: on a small page they may leave
passages narrower than the readers are promised. In that case the grids of all sections with such
sizes are chosen anew, in the proportions of the stated sizes. The new grids are the largest that
keep the promise, rise from section to section, and are as near as possible to the stated sizes. A
single size that a user states is never changed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import fsum
from operator import ge

from puzzlebook.mazes import SHAPES, Shape, Size
from puzzlebook.printers.trims import Trim
from puzzlebook.recipes.audiences import LEVELS, Audience, find_audience
from puzzlebook.recipes.page_grids import FEWEST, has_room_for
from puzzlebook.recipes.readers import adapt_to_pictures, list_needed_sizes
from puzzlebook.recipes.recipe import Recipe, Section
from puzzlebook.recipes.rising import Ladder, Rung, choose_rising

_STEP = 1.05
"""The factor between the numbers of cells of successive sections if grids are chosen anew. A larger
factor would leave the first sections too few cells, and change too much."""
_MIN_SHARE = 0.6
"""When grids are chosen anew, a section keeps at least this share of its largest grid's cells."""


def limit_sizes(recipe: Recipe, levels: Mapping[str, str]) -> Recipe:
    """Return the recipe with the sizes of its sections limited to those that fit its page.

    levels: mapping from section key to the level whose size the section has. Other sections stay
    unchanged, as do all sections if the recipe names no readers.
    """
    name = recipe.look or recipe.audience
    sections = [section for section in recipe.sections if section.key in levels and section.size]
    if name is None or not sections:
        return recipe
    ladders = [
        _make_ladder(recipe, section, name, LEVELS[LEVELS.index(levels[section.key]) :])
        for section in sections
    ]
    if all(
        ladder.wanted == Rung(section.shape, section.size or ())
        for ladder, section in zip(ladders, sections, strict=True)
    ):
        return recipe
    rungs = _raise_rungs(ladders) if recipe.rising else [ladder.wanted for ladder in ladders]
    sizes = {section.key: rung.size for section, rung in zip(sections, rungs, strict=True)}
    return recipe.model_copy(
        update={
            "sections": tuple(
                section.model_copy(update={"size": sizes.get(section.key, section.size)})
                for section in recipe.sections
            )
        }
    )


def _raise_rungs(ladders: Sequence[Ladder]) -> Sequence[Rung]:
    """Return the wanted grids if they rise. Otherwise return the nearest grids that rise, in the
    order of the sections or of their limits (tilings have different limits); if none rise, the
    wanted grids."""
    places = range(len(ladders))
    by_limit = sorted(places, key=lambda place: ladders[place].wanted.cells)
    wanted = [ladder.wanted for ladder in ladders]
    choices = []
    for order in (places, by_limit):
        if rungs := choose_rising([ladders[place] for place in order], [_STEP]):
            risen = dict(zip(order, rungs, strict=True))
            choices.append([risen[place] for place in places])
    return min(choices, key=lambda rungs: _measure_loss(rungs, wanted), default=wanted)


def _measure_loss(rungs: Sequence[Rung], wanted: Sequence[Rung]) -> float:
    """Return how far grids fall short of the wanted grids, as a sum of squares."""
    shares = (rung.cells / maximum.cells for rung, maximum in zip(rungs, wanted, strict=True))
    return round(fsum((1 - share) * (1 - share) for share in shares), 6)


def _make_ladder(recipe: Recipe, section: Section, name: str, levels: Sequence[str]) -> Ladder:
    """Return the grids that a section may have, the stated grid and smaller ones. The largest that
    keeps the promise is the wanted one.

    levels: tried in turn, each with its own promise. If hidden pictures have no room at the first
    level, they get the smallest grid that they need at the next level. If they fit at no level,
    grids without room for them are returned; such sections are dropped or refused later.
    """
    sizes = _list_smaller_sizes(section)
    needed = list_needed_sizes(section) if section.way else []
    shape = SHAPES[section.shape]
    per_page = section.mazes_a_page or recipe.mazes_a_page
    for level in levels:
        readers = adapt_to_pictures(find_audience(name, level=level), recipe, section)
        roomy = _list_roomy_sizes(readers, recipe.page, shape, sizes, per_page)
        suitable = [
            size for size in roomy if all(all(map(ge, size, minimum)) for minimum in needed)
        ]
        if suitable or not needed:
            break
    rungs = [Rung(shape.name, size) for size in suitable or roomy or sizes[-1:]]
    wanted = rungs[-1 if level != levels[0] else 0]
    return Ladder(wanted, tuple(rung for rung in rungs if rung.cells >= _MIN_SHARE * wanted.cells))


def _list_roomy_sizes(
    readers: Audience, page: Trim, shape: Shape, sizes: Sequence[Size], per_page: int
) -> list[Size]:
    """List which of these sizes keep the promise, largest first, omitting any that are far smaller
    than the largest."""
    roomy: list[Size] = []
    for size in sizes:
        if roomy and shape.cells(*size) < _MIN_SHARE * _MIN_SHARE * shape.cells(*roomy[0]):
            break
        if has_room_for(readers, page, shape, size, per_page):
            roomy.append(size)
    return roomy


def _list_smaller_sizes(section: Section) -> list[Size]:
    """List the section's size and smaller sizes of the same proportions, down to the fewest cells
    that a grid may have."""
    shape, stated = SHAPES[section.shape], section.size or ()
    first = stated[0]
    sizes = dict.fromkeys(
        (number, *((2 * number * other + first) // (2 * first) for other in stated[1:]))
        for number in range(first, 0, -1)
    )
    return [
        size
        for size in sizes
        if all(map(ge, size, shape.least)) and (shape.cells(*size) >= FEWEST or size == stated)
    ]
