"""Sizes that a recipe states for each level: `size = { easy = "16x20", normal = "20x24" }`.

One of these sizes is chosen when the recipe is loaded, and a finished book's recipe states only
that size. If the page has no room for it, a smaller size is chosen: see `size_limits`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from puzzlebook.ground.faults import Fault, Note
from puzzlebook.recipes.audiences import LEVELS, find_audience
from puzzlebook.recipes.readers import section_readers
from puzzlebook.recipes.recipe import Recipe

_NORMAL = "normal"
_ALLOWED = (
    'write one such as size = { easy = "16x20", normal = "20x24", hard = "24x29" }; '
    "normal is required"
)


def resolve_sizes(tables: Mapping[str, Any]) -> tuple[dict[str, str], list[Fault]]:
    """Replace each table of sizes, in place, by the size for the recipe's level.

    Where a table omits that level, or the recipe has no level (as before levels existed), the size
    of `normal` is used. Returns a mapping from the key of each such section to the level whose size
    it has, empty if the recipe has no level, and a fault for each table that is not a table of
    sizes.
    """
    levels, faults = {}, []
    level = tables.get("level")
    for row in _list_rows(tables):
        sizes = row["size"]
        if _NORMAL in sizes and sizes.keys() <= set(LEVELS):
            if isinstance(level, str):
                levels[str(row.get("key"))] = level if level in sizes else _NORMAL
            row["size"] = _choose_size(sizes, level)
        else:
            row["size"] = sizes.get(_NORMAL, "20x24")  # valid, so that no other fault follows
            what = "is not a table of sizes by level"
            faults.append(Fault(f"section.{row.get('key', '')}.size", what, _ALLOWED))
    return levels, faults


def follows_level(tables: Mapping[str, Any]) -> bool:
    """Return whether the recipe's level gives any section a size other than that of `normal`."""
    level = tables.get("level")
    return any(
        _choose_size(row["size"], level) != row["size"].get(_NORMAL) for row in _list_rows(tables)
    )


def report_idle_level(recipe: Recipe, has_sizes: bool) -> Iterator[str]:
    """Yield a remark if the level has no effect because no grid follows an audience with levels.

    has_sizes: whether the level chose the size of a section.
    """
    if has_sizes or recipe.level in (None, _NORMAL):
        return
    all_readers = [
        readers for section in recipe.sections if (readers := section_readers(recipe, section))
    ]
    if recipe.worksheet and not all_readers:
        yield Note(
            f"the level {recipe.level} changes nothing here",
            ": for harder sheets --set worksheet.level=4 (1 to 5), a column level in the list, or "
            "--levels for three sets",
        )
    elif not all_readers:
        yield f"the level {recipe.level} changes nothing here: the recipe sets the mazes' size"
    elif recipe.level != "easy" and all(
        find_audience(readers.name).passage == readers.passage for readers in all_readers
    ):
        yield f"the level {recipe.level} changes nothing here: these readers have one level"


def _choose_size(sizes: Mapping[str, Any], level: object) -> Any:
    return sizes.get(level if isinstance(level, str) else _NORMAL, sizes.get(_NORMAL))


def _list_rows(tables: Mapping[str, Any]) -> list[dict[str, Any]]:
    """List the sections whose size is a table."""
    sections = tables.get("section", [])
    rows = sections if isinstance(sections, list) else []
    return [row for row in rows if isinstance(row, dict) and isinstance(row.get("size"), dict)]
