"""The sheets of a class set before they are drawn: each with its pupil, its section and its maze
key."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from difflib import get_close_matches
from functools import partial
from itertools import cycle
from typing import NamedTuple

from puzzlebook.books.planning.spelt_words import SpeltWord, WordDealer
from puzzlebook.ground.faults import refuse
from puzzlebook.ground.seeds import choose_by_key, derive_maze_key, derive_pupil_key
from puzzlebook.mazes import HiddenPicture, Silhouette
from puzzlebook.recipes.assets import make_initial
from puzzlebook.recipes.loads import find_load
from puzzlebook.recipes.order import BookSection, Order
from puzzlebook.recipes.prints import TACTILE, choose_print, strip_section
from puzzlebook.recipes.recipe import Pupil, Recipe, WorksheetTable
from puzzlebook.recipes.values import LOADS

_STEPS = {"easier": -1, "same": 0, "harder": 1}
_LEVELS, _MIDDLE = (1, 5), 3
_MAX_SUGGESTED = 4  # names suggested for a misspelt name


class SheetRequest(NamedTuple):
    """A sheet to be drawn.

    number: its line in the list, or the number of its maze, from 1. occurrence: its pupil's index
    among pupils of the same name, from 1; without names, the draw in its section. key: returns the
    maze key of an attempt. picture: the picture that the solution path draws. word: the word that
    the path spells. wall: the size of the wall on which the sheet hangs, and its position there,
    such as `6x5.17`. load: which version of the maze its pupil gets, one of LOADS; "" for sheets
    without loads. print:
    the kind of print. hand: the hand that its pupil writes with. dots: one dot for each level, such
    as "••"; "" if the whole class has the middle level.
    """

    number: int
    part: BookSection
    silhouette: Silhouette | None
    pupil: Pupil | None
    occurrence: int
    key: Callable[[int], str]
    picture: HiddenPicture | None = None
    word: SpeltWord | None = None
    wall: str = ""
    load: str = ""
    print: str = "normal"
    hand: str = "right"
    dots: str = ""


def list_sheets(order: Order) -> Iterator[SheetRequest]:
    """Yield every sheet of an order, in the order of the list."""
    recipe = order.recipe
    options = recipe.worksheet or WorksheetTable()
    has_levels = options.level != _MIDDLE or any(pupil.level != "same" for pupil in recipe.pupils)
    for sheet in _list_sheets(order):
        pupil = sheet.pupil
        sheet = sheet._replace(
            print=choose_print(recipe, pupil),
            hand=(pupil and pupil.hand) or options.hand or "right",
        )
        if has_levels and not (sheet.load or sheet.wall or options.same_size):
            sheet = sheet._replace(dots="•" * choose_level(recipe, pupil))
        yield _make_tactile(sheet) if sheet.print == TACTILE else sheet


def _make_tactile(sheet: SheetRequest) -> SheetRequest:
    """Return a sheet without its visual features: questions, letters, outlines, pictures."""
    section = strip_section(sheet.part.section)
    part = replace(
        sheet.part, section=section, silhouettes=(), stages=(), pictures=(), questions=None
    )
    return sheet._replace(part=part, silhouette=None, picture=None, word=None)


def _list_sheets(order: Order) -> Iterator[SheetRequest]:
    recipe, seed, words = order.recipe, order.seed, WordDealer()
    if recipe.wall:
        yield from _list_pieces(order, *recipe.wall)
        return
    if not recipe.pupils:
        number = 0
        for part in order.parts:
            shapes, pictures = cycle(part.cuts), cycle(part.pictures or (None,))
            for draw in range(1, part.mazes + 1):
                key = partial(derive_maze_key, seed, recipe.volume, part.section.key, draw)
                word = words.deal(part.section, key(1))
                sheet = SheetRequest(
                    number, part, next(shapes), None, draw, key, next(pictures), word
                )
                for _ in LOADS if recipe.has_loads else ("",):
                    number += 1
                    yield sheet._replace(number=number, load=find_load(recipe, number))
        return
    if recipe.has_loads:
        yield from _list_loads(order)
        return
    (part,) = order.parts
    occurrences = Counter[str]()
    for number, pupil in enumerate(recipe.pupils, 1):
        occurrences[pupil.name] += 1
        occurrence = occurrences[pupil.name]
        key = partial(derive_pupil_key, seed, pupil.name, occurrence)
        silhouette, picture = choose_by_key(part.cuts, key(1), "silhouette"), None
        if part.pictures:
            picture = choose_by_key(part.pictures, key(1), "picture")
            if picture is None:
                where = f"section.{part.section.key}.way: {pupil.name}"
                picture = make_initial(pupil.name, part.section.pieces, where)
        word = words.deal(part.section, key(1))
        yield SheetRequest(number, part, silhouette, pupil, occurrence, key, picture, word)


def _list_loads(order: Order) -> Iterator[SheetRequest]:
    """Yield the sheets of pupils who all have the same maze, with their loads."""
    (part,) = order.parts
    recipe, occurrences = order.recipe, Counter[str]()
    key = partial(derive_maze_key, order.seed, recipe.volume, part.section.key, 1)
    silhouette = choose_by_key(part.cuts, key(1), "silhouette")
    for number, pupil in enumerate(recipe.pupils, 1):
        occurrences[pupil.name] += 1
        load = find_load(recipe, number)
        yield SheetRequest(number, part, silhouette, pupil, occurrences[pupil.name], key, load=load)


def _list_pieces(order: Order, columns: int, rows: int) -> Iterator[SheetRequest]:
    """Yield every sheet of a wall, row by row: the pupils' sheets in the order of the list, then
    the sheets without a pupil."""
    (part,) = order.parts
    pupils, occurrences = order.recipe.pupils, Counter[str]()
    key = derive_maze_key(order.seed, order.recipe.volume, part.section.key, 1)
    for number in range(1, columns * rows + 1):
        pupil = pupils[number - 1] if number <= len(pupils) else None
        if pupil:
            occurrences[pupil.name] += 1
        occurrence = occurrences[pupil.name] if pupil else number
        wall = f"{columns}x{rows}.{number}"
        yield SheetRequest(number, part, None, pupil, occurrence, lambda _: key, wall=wall)


def select_sheets(recipe: Recipe, sheets: list[SheetRequest]) -> list[SheetRequest]:
    """Return the sheets that the key `only` selects: by a pupil's name or, if nobody has that name,
    by the number in the list or, failing that, by a group. Commas separate several selections."""
    only = recipe.worksheet.only if recipe.worksheet else None
    if only is None:
        return sheets
    names = [sheet.pupil.name for sheet in sheets if sheet.pupil]
    selected = set[int]()
    for wanted in split_selection(only, lambda wanted: bool(_find_sheets(wanted, sheets))):
        found = _find_sheets(wanted, sheets)
        if not found:
            raise refuse("--only", *suggest_names(wanted, names, len(sheets)))
        selected.update(sheet.number for sheet in found)
    return [sheet for sheet in sheets if sheet.number in selected]


def split_selection(only: str, is_known: Callable[[str], bool]) -> list[str]:
    """Split a selection at its commas, unless the whole selection is a known name, which may
    contain commas."""
    if is_known(only):
        return [only]
    return [part for part in map(str.strip, only.split(",")) if part] or [only]


def _find_sheets(wanted: str, sheets: Sequence[SheetRequest]) -> list[SheetRequest]:
    plain = _normalize_name(wanted)
    pupils = [(sheet, sheet.pupil) for sheet in sheets if sheet.pupil]
    by_name = [sheet for sheet, pupil in pupils if _normalize_name(pupil.name) == plain]
    by_number = [sheet for sheet in sheets if str(sheet.number) == plain]
    grouped = [(sheet, pupil.group) for sheet, pupil in pupils if pupil.group]
    by_group = [sheet for sheet, group in grouped if _normalize_name(group) == plain]
    return by_name or by_number or by_group


def suggest_names(only: str, names: Sequence[str], sheets: int) -> tuple[str, str]:
    """Return a message about a name that is not in the list, and a suggestion: names that contain
    it as a word or, if there are none, the most similar name."""
    if not names:
        return f'there is no sheet "{only}"', f"1 to {sheets}"
    plain = _normalize_name(only)
    by_plain_name = {_normalize_name(name): name for name in names}
    similar = [name for key, name in by_plain_name.items() if f" {plain} " in f" {key} "]
    similar = similar or [by_plain_name[key] for key in get_close_matches(plain, by_plain_name, 1)]
    quoted = " or ".join(f'"{name}"' for name in similar[:_MAX_SUGGESTED])
    allowed = (
        f"did you mean {quoted}?" if similar else "give a name as the list has it, or a place in it"
    )
    return f'nobody on the list is called "{only}"', allowed


def _normalize_name(name: str) -> str:
    return unicodedata.normalize("NFC", name).strip().casefold()


def find_surname(pupil: Pupil) -> str:
    """Return a pupil's family name: the list's or, failing that, the last word of the pupil's
    name."""
    return pupil.surname or pupil.name.split()[-1]


def choose_size_level(recipe: Recipe, pupil: Pupil | None) -> int:
    """Return the level, 1 to 5, that decides the size of a pupil's maze. This is the level of the
    class if levels must not be visible."""
    is_same = recipe.worksheet is not None and recipe.worksheet.same_size
    return choose_level(recipe, None if is_same else pupil)


def choose_band(recipe: Recipe, pupil: Pupil | None) -> int:
    """Return how many levels a pupil's maze is above the class's level, if the mazes of all levels
    have the same size; otherwise 0."""
    return choose_level(recipe, pupil) - choose_size_level(recipe, pupil)


def choose_level(recipe: Recipe, pupil: Pupil | None) -> int:
    """Return the level of a pupil's maze, 1 to 5."""
    class_level = recipe.worksheet.level if recipe.worksheet else 3
    if pupil is None:
        return class_level
    if pupil.level.isdecimal():
        return int(pupil.level)
    return min(max(class_level + _STEPS[pupil.level], _LEVELS[0]), _LEVELS[1])
