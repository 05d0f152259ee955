"""The entries of a manifest, compared with the mazes of the recipe and seed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from puzzlebook.books.planning.ramp import CANDIDATES, DEEP_CANDIDATES, MAX_ATTEMPTS
from puzzlebook.books.planning.stars import name_scale, rate_minutes
from puzzlebook.checks.figures import find_most_finds
from puzzlebook.checks.shown import find_place_faults
from puzzlebook.ground import __version__
from puzzlebook.ground.faults import Fault
from puzzlebook.ground.seeds import derive_maze_key, derive_pupil_key
from puzzlebook.mazes import Maze
from puzzlebook.recipes.loads import find_load
from puzzlebook.recipes.recipe import Recipe
from puzzlebook.recipes.values import LOADS
from puzzlebook.shelf.manifest import BEYOND_ARROWS, HEAVY_RIM, MANIFEST, OUTSIDE

KINDS_OF_PLACES = ("puzzle", "facing", "answer")
"""The manifest keys that say where a maze is printed; facing: the right half of a two-page maze."""


def list_faults(mazes: Sequence[Any], recipe: Recipe) -> Iterator[Fault]:
    """Yield a fault if a section has too many or too few mazes, or if mazes have the same draw.

    A recipe for a single sheet of a set may have any number of mazes.
    """
    draws = Counter(
        (row["section"], row["draw"], _pupil_name(recipe, row), row.get("load")) for row in mazes
    )
    for (section, draw, *_), count in draws.items():
        if count > 1:
            yield Fault(MANIFEST, f"draw {draw} of section {section} is used by {count} mazes")
    if recipe.worksheet and recipe.worksheet.only:
        return
    load_count = len(LOADS) if recipe.has_loads else 1
    wanted = {section.key: load_count * section.mazes for section in recipe.sections}
    if recipe.wall:
        wanted = {recipe.sections[0].key: recipe.mazes}
    elif recipe.pupils:
        wanted = {recipe.sections[0].key: len(recipe.pupils)}
    counts = Counter(row["section"] for row in mazes)
    for key in dict.fromkeys([*wanted, *counts]):
        count, expected = counts[key], wanted.get(key, 0)
        if count != expected:
            what = f"section {key} has {count} mazes, but the recipe asks for {expected}"
            yield Fault(MANIFEST, what)


def find_entry_faults(
    row: Mapping[str, Any],
    maze: Maze,
    recipe: Recipe,
    made_with: Mapping[str, str],
    questions: Sequence[tuple[str, str]] = (),
) -> Iterator[str]:
    """Yield the differences between an entry and the maze that its code generates.

    made_with: the manifest's versions. questions: those along the solution path, with answers.
    """
    section = next(section for section in recipe.sections if section.key == row["section"])
    if row["digest"] != maze.digest:
        yield "its digest does not match the maze of its code"
    if recipe.wall:
        columns, rows = recipe.wall
        if maze.design.wall != f"{columns}x{rows}.{row['number']}":
            yield "its code does not match its place on the wall"
    if maze.design.key not in _list_keys(row, recipe):
        yield "its code does not match its draw and the book's seed"
    for key, value in _derive_entry(maze, made_with).items():
        if row[key] != value:
            yield f"{key} is {row[key]} in the manifest, but {value} in the maze"
    yield from (
        f"its {key} is a boolean in the manifest, not a number" for key in _list_boolean_keys(row)
    )
    if "chapter" in row and row["chapter"] not in {section.key for section in recipe.sections}:
        yield f"its chapter is {row['chapter']} in the manifest, which is no section of the recipe"
    if row["stars"] not in (None, 1, 2, 3, 4, 5):
        yield f"it has {row['stars']} stars, not 1 to 5"
    if "minutes" in row and made_with.get("puzzlebook") == __version__:
        stars = rate_minutes(row["minutes"] or 0, name_scale(recipe, section)) or None
        if row["stars"] != stars:
            yield f"it has {row['stars']} stars, but {row['minutes']} minutes should give {stars}"
    if "edge" in row and row["edge"] != (section.edge if maze.design.silhouette else None):
        yield f"its edge is {row['edge']} in the manifest, but {section.edge} in the recipe"
    if row.get("figures") not in (None, OUTSIDE, BEYOND_ARROWS):
        yield (
            f"its figures are {row['figures']} in the manifest, "
            f"but can only be {OUTSIDE} or {BEYOND_ARROWS}"
        )
    if row.get("finds") not in (None, *range(1, find_most_finds()[1] + 1)):
        yield f"it has {row['finds']} things to find in the manifest"
    if row.get("rim") not in (None, HEAVY_RIM):
        yield f"its rim is {row['rim']} in the manifest, but can only be {HEAVY_RIM}"
    if section.collect and maze.solution:
        count = len(maze.place_things(*section.collect).on_way)
        if row["collect"] != count:
            yield f"collect is {row['collect']} in the manifest, but {count} things lie on its path"
    if row.get("load", "") != (load := find_load(recipe, row["number"])):
        yield f"its load is {row.get('load')} in the manifest, but {load} in the recipe"
    if section.questions and row["questions"] != [list(pair) for pair in questions]:
        yield "its questions do not match the maze of its code"
    yield from _find_name_faults(row, recipe)
    yield from _find_missing_keys(row, maze, recipe)
    for kind in KINDS_OF_PLACES:
        if row.get(kind) is not None:
            yield from find_place_faults(kind, row[kind], maze)


def find_whole_wall_faults(
    row: Mapping[str, Any], whole: Maze, codes: Sequence[str]
) -> Iterator[Fault]:
    """Yield the differences between a wall's manifest entry and the maze that its code generates.

    A wall is one maze printed in pieces. codes: the codes of the pieces.
    """
    where = f"{MANIFEST}: wall"
    design = whole.design
    columns, rows = design.wall_size if design.wall else (0, 0)
    pieces = [
        design._replace(wall=f"{columns}x{rows}.{number}").code
        for number in range(1, columns * rows + 1)
    ]
    if pieces != list(codes):
        yield Fault(where, "its code does not match the wall that its sheets make")
    if (row["digest"], row["solution_length"]) != (whole.digest, len(whole.solution)):
        yield Fault(where, "is not the maze of its code")


def _list_boolean_keys(row: Mapping[str, Any]) -> Iterator[str]:
    """Yield the keys of boolean values, which would compare equal to 0 or 1."""
    for key, value in row.items():
        if isinstance(value, bool):
            yield key
        elif isinstance(value, dict):
            yield from _list_boolean_keys(value)


def _derive_entry(maze: Maze, made_with: Mapping[str, str]) -> dict[str, object]:
    entry = maze.facts | {"likeness": maze.likeness}
    if made_with.get("puzzlebook") == __version__:  # other versions may measure differently
        measures = maze.measures
        keys = ("turns", "decisions", "dead_ends", "difficulty")
        entry |= {key: getattr(measures, key) for key in keys}
    return entry


def _list_keys(row: Mapping[str, Any], recipe: Recipe) -> Iterator[str]:
    """Yield the possible keys of an entry's maze, one for each attempt."""
    seed = recipe.seed or ""
    is_shared = recipe.wall or "room" in row or (recipe.has_loads and recipe.pupils)
    draw = 1 if is_shared else row["draw"]
    key = partial(derive_maze_key, seed, recipe.volume, row["section"], draw)
    if recipe.wall:
        return iter([key()])
    if not recipe.has_loads and (name := _pupil_name(recipe, row)):
        key = partial(derive_pupil_key, seed, name, row["draw"])
    maximum = max(CANDIDATES, DEEP_CANDIDATES) + MAX_ATTEMPTS
    return (key(attempt) for attempt in range(1, maximum + 1))


def _pupil_name(recipe: Recipe, row: Mapping[str, Any]) -> str | None:
    if not recipe.pupils or (recipe.wall and row["number"] > len(recipe.pupils)):
        return None
    return str(recipe.pupils[row["number"] - 1].name)


def _find_name_faults(row: Mapping[str, Any], recipe: Recipe) -> Iterator[str]:
    """Yield a fault unless the name is the pupil's, possibly followed by a number."""
    name = _pupil_name(recipe, row)
    if row["name"] != name and not (name and row["draw"] > 1 and str(row["name"]).startswith(name)):
        yield f"its name is {row['name']!r}, but {name!r} on the list"


def _find_missing_keys(row: Mapping[str, Any], maze: Maze, recipe: Recipe) -> Iterator[str]:
    """Yield a fault for each key that an entry lacks, or should not have."""
    wanted = {
        "puzzle": True,
        "facing": bool(maze.joints),
        "answer": "key" in recipe.book.matter and bool(maze.solution or maze.design.rooms),
        "svg": recipe.svg,
        "solution_svg": recipe.svg and bool(maze.solution),
    }
    for key, is_wanted in wanted.items():
        if (row.get(key) is not None) != is_wanted:
            yield f"the manifest has {'no' if is_wanted else 'an unexpected'} {key} for it"
