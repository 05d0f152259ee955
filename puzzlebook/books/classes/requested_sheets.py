"""The sheets that a class set asks for, before any maze is drawn: for whom, of which section, from
which key."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator, Sequence
from difflib import get_close_matches
from functools import partial
from itertools import cycle
from typing import NamedTuple

from puzzlebook.ground.faults import refuse
from puzzlebook.mazes.grids import Silhouette
from puzzlebook.mazes.hidden import HiddenPicture
from puzzlebook.mazes.seeds import derive_maze_key, derive_pupil_key
from puzzlebook.mazes.spelling import pick
from puzzlebook.recipes.assets import make_initial
from puzzlebook.recipes.order import BookSection, Order
from puzzlebook.recipes.recipe import Pupil, Recipe, Section

_STEPS = {"easier": -1, "same": 0, "harder": 1}
_LEVELS = 1, 5
_SHOWN = 4
"""So many names are offered where one was meant."""


class SheetRequest(NamedTuple):
    """One sheet that is asked for, before its maze is drawn.

    number: its place in the list, or among the section's mazes, from 1. key: of its maze at each
    attempt. occurrence: which of the pupils of one name it is for, from 1; without names the draw
    within its section. picture: what its way draws.
    """

    number: int
    part: BookSection
    silhouette: Silhouette | None
    pupil: Pupil | None
    occurrence: int
    key: Callable[[int], str]
    picture: HiddenPicture | None = None


def list_sheets(order: Order) -> Iterator[SheetRequest]:
    """Every sheet that a recipe asks for, in the order of the list."""
    recipe, seed = order.recipe, order.seed
    if not recipe.pupils:
        number = 0
        for part in order.parts:
            shapes, pictures = cycle(part.cuts), cycle(part.pictures or (None,))
            for draw in range(1, part.mazes + 1):
                number += 1
                key = partial(derive_maze_key, seed, recipe.volume, part.section.key, draw)
                yield SheetRequest(number, part, next(shapes), None, draw, key, next(pictures))
        return
    (part,) = order.parts
    met: dict[str, int] = {}
    for number, pupil in enumerate(recipe.pupils, 1):
        met[pupil.name] = occurrence = met.get(pupil.name, 0) + 1
        key = partial(derive_pupil_key, seed, pupil.name, occurrence)
        silhouette, picture = pick(part.cuts, key(1), "silhouette"), None
        if part.pictures:
            picture = pick(part.pictures, key(1), "picture") or _initial(part.section, pupil)
        yield SheetRequest(number, part, silhouette, pupil, occurrence, key, picture)


def _initial(section: Section, pupil: Pupil) -> HiddenPicture:
    return make_initial(pupil.name, section.pieces, f"section.{section.key}.way: {pupil.name}")


def select_sheets(recipe: Recipe, asked: list[SheetRequest]) -> list[SheetRequest]:
    """The sheets that are asked for by the name of a pupil or, where nobody is called so, by the
    place in the list."""
    wanted = recipe.worksheet.only if recipe.worksheet else None
    if wanted is None:
        return asked
    name = _normalize_name(wanted)
    found = [sheet for sheet in asked if sheet.pupil and _normalize_name(sheet.pupil.name) == name]
    found = found or [sheet for sheet in asked if str(sheet.number) == name]
    if not found:
        raise refuse(
            "--only",
            *suggest_names(
                wanted, [sheet.pupil.name for sheet in asked if sheet.pupil], len(asked)
            ),
        )
    return found


def suggest_names(wanted: str, names: Sequence[str], sheets: int) -> tuple[str, str]:
    """What is wrong with a name that nobody has, and whom it may mean: names of which it is a word
    come first."""
    if not names:
        return f'there is no sheet "{wanted}"', f"1 to {sheets}"
    called = {_normalize_name(name): name for name in names}
    meant = [
        name for plain, name in called.items() if f" {_normalize_name(wanted)} " in f" {plain} "
    ]
    meant = meant or [
        called[plain] for plain in get_close_matches(_normalize_name(wanted), called, 1)
    ]
    shown = " or ".join(f'"{name}"' for name in meant[:_SHOWN])
    allowed = f"did you mean {shown}?" if meant else "a name as the list has it, or a place in it"
    return f'nobody on the list is called "{wanted}"', allowed


def _normalize_name(name: str) -> str:
    return unicodedata.normalize("NFC", name).strip().casefold()


def level(recipe: Recipe, pupil: Pupil | None) -> int:
    """The level of a pupil's maze, 1 to 5."""
    class_level = recipe.worksheet.level if recipe.worksheet else 3
    if pupil is None:
        return class_level
    if pupil.level.isdecimal():
        return int(pupil.level)
    return min(max(class_level + _STEPS[pupil.level], _LEVELS[0]), _LEVELS[1])
