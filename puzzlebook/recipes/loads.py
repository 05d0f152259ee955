"""Loads: three versions of one maze, with less or more to do: for pupils who need support, for most
pupils (core), and for pupils who want more (extension). This module decides which sheet has which
load, and finds the features that cannot be combined with loads."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from puzzlebook.ground.faults import Fault
from puzzlebook.recipes.recipe import Pupil, Recipe
from puzzlebook.recipes.values import LOADS

SUPPORT, CORE, EXTENSION = LOADS
_WHERE = "worksheet.loads"
_BY_LEVEL = {
    "easier": SUPPORT, "1": SUPPORT, "2": SUPPORT, "same": CORE, "3": CORE,
    "4": EXTENSION, "5": EXTENSION, "harder": EXTENSION,
}  # fmt: skip


def choose_load(pupil: Pupil) -> str:
    """Return a pupil's load as stated in the list or, failing that, the load for the pupil's
    level."""
    return pupil.load or _BY_LEVEL[pupil.level]


def find_load(recipe: Recipe, number: int) -> str:
    """Return the load of the sheet with this number; "" for sheets without loads.

    Without a class list, each maze has one sheet for each load, in turn.
    """
    if not recipe.has_loads:
        return ""
    if recipe.pupils:
        return choose_load(recipe.pupils[number - 1])
    return LOADS[(number - 1) % len(LOADS)]


def find_load_faults(recipe: Recipe) -> Iterator[Fault]:
    """Yield a fault for each feature of a recipe that cannot be combined with loads, and a fault if
    all pupils would have the load `core`."""
    if not recipe.has_loads:
        return
    if recipe.pupils and {choose_load(pupil) for pupil in recipe.pupils} == {CORE}:
        what = "all pupils on the list would get the core version"
        yield Fault(_WHERE, what, f'add a column "load" ({_list_loads()}) or a column "level"')
    if recipe.wall:
        yield Fault(_WHERE, "loads cannot be combined with a wall", "give only one of them")
    prints = [pupil.print for pupil in recipe.pupils]
    if "tactile" in [*prints, recipe.worksheet and recipe.worksheet.print]:
        what = "the maze that all share is too fine for fingers"
        yield Fault(_WHERE, what, "leave out the tactile sheets or the loads")
    for section in recipe.sections:
        others = {
            "a way that draws a picture": section.way,
            "a word": section.word,
            "bridges": section.bridges,
            "a stage": recipe.stage_of(section),
            'ends = "none"': section.ends == "none",
        }
        for what, is_there in others.items():
            if is_there:
                yield Fault(
                    _WHERE, f"loads cannot be combined with {what}", "give only one of them"
                )


def _list_loads(loads: Sequence[str] = LOADS) -> str:
    return f"{', '.join(loads[:-1])} or {loads[-1]}"
