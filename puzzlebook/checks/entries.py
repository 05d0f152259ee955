"""Whether a manifest's entries are those of the mazes that its recipe and seed draw."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from puzzlebook import __version__
from puzzlebook.books.planning.ramp import CANDIDATES, MOST_ATTEMPTS
from puzzlebook.checks.shown import place_faults
from puzzlebook.ground.faults import Fault
from puzzlebook.mazes.collecting import place_things
from puzzlebook.mazes.difficulty import measure
from puzzlebook.mazes.facts import maze_facts
from puzzlebook.mazes.likeness import compute_likeness
from puzzlebook.mazes.maze import Maze
from puzzlebook.mazes.seeds import derive_maze_key, derive_pupil_key
from puzzlebook.recipes.recipe import Recipe
from puzzlebook.shelf.manifest import MANIFEST


def list_faults(mazes: Sequence[Any], recipe: Recipe) -> Iterator[Fault]:
    """As many mazes as the recipe asks for, each of its own draw; one is enough where one was asked
    for."""
    draws = Counter((row["section"], row["draw"], _pupil_name(recipe, row)) for row in mazes)
    for (section, draw, _), count in draws.items():
        if count > 1:
            yield Fault(MANIFEST, f"{count} mazes are draw {draw} of section {section}")
    if recipe.worksheet and recipe.worksheet.only:
        return
    wanted = {section.key: section.mazes for section in recipe.sections}
    if recipe.pupils:
        wanted = {recipe.sections[0].key: len(recipe.pupils)}
    found = Counter(row["section"] for row in mazes)
    for key in dict.fromkeys([*wanted, *found]):
        if found[key] != wanted.get(key, 0):
            yield Fault(
                MANIFEST,
                f"{found[key]} mazes are of section {key}, its recipe has {wanted.get(key, 0)}",
            )


def find_entry_faults(
    row: Mapping[str, Any], maze: Maze, recipe: Recipe, made_with: Mapping[str, str]
) -> Iterator[str]:
    """What an entry says that is not so of the maze that its code makes. made_with: the manifest's
    versions."""
    if row["digest"] != maze.digest:
        yield "its digest is not that of the maze that its code makes"
    if maze.design.key not in _list_keys(row, recipe):
        yield "its code is not that of its draw from the book's seed"
    for key, value in _derive_entry(maze, made_with).items():
        if row[key] != value:
            yield f"{key} is {row[key]} in the manifest, and {value} in the maze"
    yield from (f"its {key} is true or false in the manifest" for key in _find_truth_values(row))
    if row["stars"] not in (None, 1, 2, 3, 4, 5):
        yield f"its stars are {row['stars']}, and not 1 to 5"
    section = next(section for section in recipe.sections if section.key == row["section"])
    if "edge" in row and row["edge"] != (section.edge if maze.design.silhouette else None):
        yield f"its edge is {row['edge']} in the manifest, and {section.edge} in the recipe"
    if section.collect and maze.solution:
        count = len(place_things(maze, *section.collect).on_way)
        if row["collect"] != count:
            yield f"collect is {row['collect']} in the manifest, and {count} things lie on its way"
    yield from _name_faults(row, recipe)
    yield from _find_missing_keys(row, maze, recipe)
    for kind in ("puzzle", "answer"):
        if row[kind] is not None:
            yield from place_faults(kind, row[kind], maze)


def _find_truth_values(row: Mapping[str, Any]) -> Iterator[str]:
    """The keys under which there is a truth value, which is equal to a number but is none."""
    for key, value in row.items():
        if isinstance(value, bool):
            yield key
        elif isinstance(value, dict):
            yield from _find_truth_values(value)


def _derive_entry(maze: Maze, made_with: Mapping[str, str]) -> dict[str, object]:
    told = maze_facts(maze.design, maze.grid.cells, maze.start, maze.end, len(maze.solution))
    made = told | {"likeness": compute_likeness(maze)}
    if made_with.get("puzzlebook") == __version__:  # another version may measure in another way
        measures = measure(maze)
        measured = ("turns", "decisions", "dead_ends", "difficulty")
        made |= {key: getattr(measures, key) for key in measured}
    return made


def _list_keys(row: Mapping[str, Any], recipe: Recipe) -> Iterator[str]:
    """The keys that an entry's maze may have: one for each time that its place may be drawn."""
    seed = recipe.seed or ""
    key = partial(derive_maze_key, seed, recipe.volume, row["section"], row["draw"])
    if name := _pupil_name(recipe, row):
        key = partial(derive_pupil_key, seed, name, row["draw"])
    return (key(attempt) for attempt in range(1, CANDIDATES + MOST_ATTEMPTS + 1))


def _pupil_name(recipe: Recipe, row: Mapping[str, Any]) -> str | None:
    return recipe.pupils[row["number"] - 1].name if recipe.pupils else None


def _name_faults(row: Mapping[str, Any], recipe: Recipe) -> Iterator[str]:
    """The name on a sheet is its pupil's; a number may follow it."""
    name = _pupil_name(recipe, row)
    if row["name"] != name and not (name and row["draw"] > 1 and str(row["name"]).startswith(name)):
        yield f"its name is {row['name']!r}, and {name!r} on the list"


def _find_missing_keys(row: Mapping[str, Any], maze: Maze, recipe: Recipe) -> Iterator[str]:
    """What an entry must say, and what it must not."""
    wanted = {
        "puzzle": True,
        "answer": "key" in recipe.book.matter and bool(maze.solution),
        "svg": recipe.svg,
        "solution_svg": recipe.svg and bool(maze.solution),
    }
    for key, is_wanted in wanted.items():
        if (row[key] is not None) != is_wanted:
            yield f"the manifest says {'nothing of its' if is_wanted else 'something of a'} {key}"
