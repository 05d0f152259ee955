"""Features that cannot be combined with a wall of worksheets."""

from __future__ import annotations

from collections.abc import Iterator

from puzzlebook.ground.faults import Fault, Refused
from puzzlebook.mazes import Design, format_size
from puzzlebook.recipes.recipe import Recipe, Section
from puzzlebook.recipes.values import default_ends

_WHERE = "worksheet.wall"


def find_hanging_faults(recipe: Recipe) -> Iterator[Fault]:
    """Yield a fault for each feature of a recipe that cannot be combined with a wall."""
    if recipe.wall is None:
        return
    columns, rows = recipe.wall
    if len(recipe.sections) > 1:
        what = f"the sheets of a wall come from one section, and there are {len(recipe.sections)}"
        yield Fault(_WHERE, what, "keep only one")
        return
    if len(recipe.pupils) > columns * rows:
        what = f"{columns}x{rows} is {columns * rows} sheets, and the list has "
        fits = _find_fitting(len(recipe.pupils), columns, rows)
        yield Fault(
            _WHERE, what + f"{len(recipe.pupils)} names", f"use a wall of {fits}, or a larger one"
        )
    for section in recipe.sections:
        yield from _find_section_faults(recipe, section)


def _find_fitting(sheets: int, columns: int, rows: int) -> str:
    """Return the columns and rows of a wall with room for this many sheets. The wall is enlarged by
    a column or a row at a time, so that it stays about as wide as it is high."""
    while columns * rows < sheets:
        columns, rows = (columns + 1, rows) if columns <= rows else (columns, rows + 1)
    return format_size((columns, rows))


def _find_section_faults(recipe: Recipe, section: Section) -> Iterator[Fault]:
    if section.shape != "square":
        what = f"{section.shape} mazes cannot continue from sheet to sheet"
        yield Fault(_WHERE, what, 'set shape = "square"')
    is_felt = "tactile" in (recipe.audience, recipe.look, section.audience)
    others = {
        "a silhouette": section.silhouette,
        "a stage": recipe.stage_of(section),
        "a way that draws a picture": section.way,
        "a word": section.word,
        "things to count": section.collect,
        "questions": section.questions,
        "bridges": section.bridges,
        f'ends = "{section.ends}"': section.ends != default_ends(section.shape),
        "tactile mazes": is_felt,
        f'marks = "{recipe.marks}"': recipe.marks != "icons" and not is_felt,
    }
    for what, is_there in others.items():
        if is_there:
            yield Fault(_WHERE, f"a wall cannot be combined with {what}", "give only one of them")
    if section.size and section.shape == "square":
        try:
            Design.refuse_small_pieces(section.size, f"section.{section.key}.size")
        except Refused as refused:
            yield from refused.faults
