"""What is good to know of a planned book, and no reason not to make it."""

from __future__ import annotations

from collections.abc import Iterator

from puzzlebook.books.classes.sets import ClassSet
from puzzlebook.books.plan import Plan
from puzzlebook.books.ramp import falls
from puzzlebook.books.setting import Entry
from puzzlebook.mazes.tilings import SHAPES
from puzzlebook.recipes.printable import binding_remarks
from puzzlebook.recipes.readers import audience_of_section, better, size_for

FEWEST_CELLS = 200
"""A silhouette of fewer cells is hard to recognise."""


def remarks(planned: Plan | ClassSet) -> Iterator[str]:
    """Each as one line."""
    if names := len(planned.setting.recipe.pupils):
        whose = "the name" if names == 1 else f"the {names} names"
        yield f"recipe.toml and manifest.json hold {whose} of the list: keep the folder as you keep the list"
    yield from binding_remarks(planned.setting.recipe, planned.setting.words)
    yield from _hard_to_recognise(planned)
    if isinstance(planned, Plan):
        yield from _easier_than_before(planned)


def _hard_to_recognise(planned: Plan | ClassSet) -> Iterator[str]:
    """Outlines of so few cells that nobody will see what they show."""
    told = set()
    for entry in planned.entries:
        cells = entry.maze.grid.cells
        if entry.silhouette and cells < FEWEST_CELLS and entry.silhouette.code not in told:
            told.add(entry.silhouette.code)
            yield (
                f"section.{entry.section.key}: {entry.silhouette.title} has {cells} cells; "
                f"from {FEWEST_CELLS} on, {_way_out(planned, entry)}, it is easier to recognise"
            )


def _way_out(planned: Plan | ClassSet, entry: Entry) -> str:
    """How a silhouette gets more cells."""
    recipe, section = planned.setting.recipe, entry.section
    readers = audience_of_section(recipe, section)
    if readers is None:
        return "with a larger size"
    count = SHAPES[section.shape].cells
    covered = entry.maze.grid.cells / count(*section.settled_size)
    if covered * count(*size_for(readers, recipe.page, section.shape, whole=False)) >= FEWEST_CELLS:
        return "with a larger share"
    # The first page and the first readers: what changes least.
    found = dict(reversed(list(better(readers, recipe.page, section.shape, round(FEWEST_CELLS / covered)))))
    ways = [f'with {key} = "{name}"' for key, name in found.items()]
    return " or ".join(ways) or "with a larger page"


def _easier_than_before(planned: Plan) -> Iterator[str]:
    """Sections whose mazes are easier in the median than those of the section before, where the book is sorted."""
    if planned.setting.recipe.grade == "none":
        return
    sections = planned.setting.recipe.sections
    rows = [(s, [entry.measures.difficulty for entry in planned.entries if entry.section is s]) for s in sections]
    for before, section in falls(rows):
        yield f"section.{section.key}: its mazes are easier than those of {before.key} before it; a larger grid helps"
