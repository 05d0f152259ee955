"""One sheet of a class set that stands on the shelf, made again in its place.

The whole set is planned anew. What is there has to be the set of the same list, recipe, seed and
versions; so only the files of that sheet, and those that all sheets share, come anew, and the
others stay as they are.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from puzzlebook.books.classes.requested_sheets import list_sheets, select_sheets
from puzzlebook.books.planning.plan import Plan
from puzzlebook.books.planning.records import list_versions, make_manifest
from puzzlebook.ground.faults import Refused, refuse
from puzzlebook.ground.shell_commands import shell_line
from puzzlebook.recipes.book_codes import list_differences
from puzzlebook.recipes.order import Order
from puzzlebook.recipes.recipe import Recipe
from puzzlebook.recipes.sources import read_finished_recipe
from puzzlebook.shelf.folder import NewFolder
from puzzlebook.shelf.manifest import MANIFEST, FinishedBook, find_book, open_book
from puzzlebook.shelf.replacing import Seen, list_files

SHEETS = "sheets/"
"""Where the files of single sheets stand."""
_OF_SHEETS = (SHEETS, "svg/")


class SetThere(NamedTuple):
    """A class set on the shelf, and its files as they were before its manifest was read."""

    book: FinishedBook
    before: Mapping[str, Seen]

    def has_no_other(self, numbers: Collection[int]) -> bool:
        """Whether it was made of these sheets alone, by their place in the list."""
        worksheet: Mapping[str, Any] = self.book.recipe["worksheet"]
        return "only" in worksheet and set(self.book.numbers_by_maze("number")) <= set(numbers)


def find_class_set(folder: Path) -> SetThere | None:
    """The class set in a folder; None if there is none. Refused if its manifest does not say what
    it must."""
    book = find_book(folder)
    recipe = book.manifest.get("recipe") if book else None
    if folder.is_symlink() or not isinstance(recipe, dict) or "worksheet" not in recipe:
        return None
    before = list_files(folder)
    book = open_book(folder)
    if not book.is_intact:
        what = f"its {MANIFEST} was changed since it was written, so no sheet is replaced in it"
        raise refuse(str(folder), what, "take another name, or remove the folder yourself")
    return SetThere(book._replace(folder=folder), before)


def restore_whole_set(recipe: Recipe) -> Recipe:
    """A recipe that asks for one sheet, asking for all."""
    assert recipe.worksheet is not None
    return recipe.model_copy(
        update={"worksheet": recipe.worksheet.model_copy(update={"only": None})}
    )


def find_numbers(order: Order, wanted: str) -> set[int]:
    """The numbers of the sheets that are wanted by a name or a place in the list."""
    assert order.recipe.worksheet is not None
    worksheet = order.recipe.worksheet.model_copy(update={"only": wanted})
    recipe = order.recipe.model_copy(update={"worksheet": worksheet})
    return {sheet.number for sheet in select_sheets(recipe, list(list_sheets(order)))}


def check_same_set(there: SetThere, order: Order, numbers: Collection[int]) -> None:
    """Refused if the set there was made from another recipe or seed, or from a list that says
    otherwise of others."""
    own = re.compile("|".join(rf"pupil\.{number}\." for number in sorted(numbers)))
    for line in list_differences(read_finished_recipe(there.book), order.recipe):
        if not own.match(line):
            raise _other_set(there, line, numbers)


def _other_set(there: SetThere, line: str, numbers: Collection[int]) -> Refused:
    folder = there.book.folder
    command = shell_line(
        "make", folder / "recipe.toml", "--only", str(min(numbers)), "-o", folder.parent
    )
    allowed = "the list and the options that it was made with, another --name, or all sheets: --force without --only"
    return refuse(str(folder), f"the set there was made otherwise: {line}", allowed, command)


def sheets_that_go(
    there: SetThere, plan: Plan, sums: Mapping[str, str], numbers: Collection[int]
) -> set[str]:
    """The names of the files that go, or come, when these sheets are replaced in the set.

    sums: those of all files of the set, made anew. Refused if one of another sheet would be another
    one.
    """
    listed, others = there.book.files, set(_files_of_others(plan, numbers))
    was, now = there.book.versions, list_versions(plan)
    for name in dict.fromkeys([*was, *now]):
        if was.get(name) != now.get(name):
            raise _other_set(
                there,
                f"{name} was {was.get(name, 'not there')}, is {now.get(name, 'not there')}",
                numbers,
            )
    for name in sorted(others):
        if listed.get(name) != sums[name]:
            raise _other_set(there, f"{name} would be another file", numbers)
    come = sums.keys() - others
    if in_the_way := sorted(come & there.before.keys() - listed.keys()):
        what = f"holds a file that its manifest does not list: {in_the_way[0]}"
        raise refuse(str(there.book.folder), what, "move it away")
    old = {name for name in listed if name.startswith(_OF_SHEETS) and name not in sums}
    return {*come, *old, MANIFEST}


def _files_of_others(plan: Plan, numbers: Collection[int]) -> Iterator[str]:
    """The names of the files of all other sheets."""
    by_number = sorted(plan.entries)
    alone = [printout.name for printout in plan.printouts if printout.name.startswith(SHEETS)]
    for number in by_number:
        if number not in numbers:
            yield from plan.entries[number].svg
    yield from (
        name for number, name in zip(by_number, alone, strict=bool(alone)) if number not in numbers
    )


def manifest_of_set(
    there: SetThere, plan: Plan, new: NewFolder, going: Collection[str]
) -> Mapping[str, object]:
    """What the manifest says when the sheets are replaced. What was added to the set stays, such as
    a preview."""
    listed = {name: str(total) for name, total in there.book.files.items() if name not in going}
    contents = {
        name: str(total) for name, total in there.book.contents.items() if name not in going
    }
    said = make_manifest(plan, {**listed, **new.sums}, {**contents, **new.contents})
    added = {
        key: value
        for key, value in there.book.manifest.items()
        if key not in said and key != "self"
    }
    return {**said, **added}
