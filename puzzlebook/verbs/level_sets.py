"""Turning one request into three (easier, unchanged, and harder), each with its own folder."""

from __future__ import annotations

from dataclasses import replace

from puzzlebook.ground.faults import refuse
from puzzlebook.ground.seeds import make_seed
from puzzlebook.recipes.readers import section_readers
from puzzlebook.verbs.request import MakeRequest

LEVELS = ("easy", "normal", "hard")
"""The levels of books, also used in the folder names of sets."""
_MIN_LEVEL, _MAX_LEVEL = 1, 5  # of a class
_STEPS = {"easy": -1, "hard": 1}


def adapt_level(request: MakeRequest) -> MakeRequest:
    """Return a request for worksheets, replacing the level easy or hard by a class level one lower
    or higher. Unchanged if the grids are chosen for readers, as books' levels then apply."""
    step = _STEPS.get(str(request.given.get("level")))
    if step is None:
        return request
    recipe = request.load_recipe().recipe
    if recipe.worksheet is None or any(
        section_readers(recipe, section) for section in recipe.sections
    ):
        return request
    level = min(max(recipe.worksheet.level + step, _MIN_LEVEL), _MAX_LEVEL)
    sets = (*request.sets, f"worksheet.level={level}")
    return replace(request, given={**request.given, "level": None}, sets=sets)


def make_level_requests(request: MakeRequest) -> list[MakeRequest]:
    """Return the request for each level, from easy to hard, all with the same seed.

    A class set's levels are one below its own, its own, and one above. Refused if there is no level
    below or above, or if the request names a level.
    """
    loaded = request.load_recipe()
    recipe, given = loaded.recipe, dict(request.given)
    if given.get("level") is not None:
        raise refuse("--levels", "cannot be combined with --level", "give only one of them")
    given["seed"] = recipe.seed or make_seed()
    name = given.get("name") or (request.names.stem if request.names else loaded.name)
    if recipe.worksheet is None:
        if request.names is not None:
            raise refuse("--levels", "is for one book, or for worksheets", "use --level hard")
        return [
            replace(request, given={**given, "level": level, "name": f"{name}-{level}"})
            for level in LEVELS
        ]
    middle = recipe.worksheet.level
    if not _MIN_LEVEL < middle < _MAX_LEVEL:
        what = f"needs a level below and above that of the class, which is {middle}"
        raise refuse("--levels", what, "set worksheet.level from 2 to 4")
    return [
        replace(
            request,
            given={**given, "name": f"{name}-{level}"},
            sets=(*request.sets, f"worksheet.level={middle + step}"),
        )
        for step, level in zip((-1, 0, 1), LEVELS, strict=True)
    ]
