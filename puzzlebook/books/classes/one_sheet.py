"""Replacing some sheets, usually one, of a finished class set.

The whole set is planned again. The set in the folder must come from the same list, recipe, seed and
versions. Then only the files of these sheets, and the files that all sheets share, are replaced.
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
"""The folder for the files of single sheets."""
_SHEET_FOLDERS = (SHEETS, "svg/", "svg-pages/", "png/")


class ExistingSet(NamedTuple):
    """A class set in a folder, and its files as they were before its manifest was read."""

    book: FinishedBook
    before: Mapping[str, Seen]

    def has_only(self, numbers: Collection[int]) -> bool:
        """Return whether the set consists only of sheets with these numbers in the list."""
        worksheet: Mapping[str, Any] = self.book.recipe["worksheet"]
        return "only" in worksheet and set(self.book.numbers_by_maze("number")) <= set(numbers)


def find_class_set(folder: Path) -> ExistingSet | None:
    """Return the class set in a folder; None if there is none. A set whose manifest was changed is
    refused."""
    book = find_book(folder)
    recipe = book.manifest.get("recipe") if book else None
    if folder.is_symlink() or not isinstance(recipe, dict) or "worksheet" not in recipe:
        return None
    before = list_files(folder)
    book = open_book(folder)
    if not book.is_intact:
        what = f"its {MANIFEST} was changed after it was written, so no sheet is replaced"
        raise refuse(str(folder), what, "choose another name, or remove the folder yourself")
    return ExistingSet(book._replace(folder=folder), before)


def restore_whole_set(recipe: Recipe) -> Recipe:
    """Return a recipe that requests all sheets, given one that requests only some."""
    return _replace_only(recipe, None)


def _replace_only(recipe: Recipe, only: str | None) -> Recipe:
    assert recipe.worksheet is not None
    return recipe.model_copy(
        update={"worksheet": recipe.worksheet.model_copy(update={"only": only})}
    )


def find_numbers(order: Order, only: str) -> set[int]:
    """Return the numbers of the sheets that names, numbers in the list or groups select."""
    recipe = _replace_only(order.recipe, only)
    return {sheet.number for sheet in select_sheets(recipe, list(list_sheets(order)))}


def check_same_set(there: ExistingSet, order: Order, numbers: Collection[int]) -> None:
    """Refuse a set that was made from another recipe or seed, or from a list that differs for other
    pupils than these."""
    own_lines = re.compile("|".join(rf"pupil\.{number}\." for number in sorted(numbers)))
    for line in list_differences(read_finished_recipe(there.book), order.recipe):
        if not own_lines.match(line):
            raise _other_set(there, line, numbers)


def _other_set(there: ExistingSet, line: str, numbers: Collection[int]) -> Refused:
    folder = there.book.folder
    only = ",".join(map(str, sorted(numbers)))
    command = shell_line("make", folder / "recipe.toml", "--only", only, "-o", folder.parent)
    allowed = (
        "give the list and the options that it was made with, choose another --name, or make all "
        "sheets with --force and without --only"
    )
    return refuse(str(folder), f"the existing set was made differently: {line}", allowed, command)


def list_replaced_files(
    there: ExistingSet, plan: Plan, sums: Mapping[str, str], numbers: Collection[int]
) -> set[str]:
    """Return the names of the files that are removed or written when these sheets are replaced.

    sums: mapping from the files of the new set to their checksums. The set is refused if a file of
    another sheet would change.
    """
    listed, unchanged = there.book.files, set(_list_other_files(plan, numbers))
    before, after = there.book.versions, list_versions(plan)
    for name in dict.fromkeys([*before, *after]):
        old, new = before.get(name, "not there"), after.get(name, "not there")
        if old != new:
            raise _other_set(there, f"{name} was {old}, is {new}", numbers)
    for name in sorted(unchanged):
        if listed.get(name) != sums[name]:
            raise _other_set(there, f"{name} would be a different file", numbers)
    written = sums.keys() - unchanged
    if in_the_way := sorted(written & there.before.keys() - listed.keys()):
        what = f"holds a file that its manifest does not list: {in_the_way[0]}"
        raise refuse(str(there.book.folder), what, "move it away")
    removed = {name for name in listed if name.startswith(_SHEET_FOLDERS) and name not in sums}
    return {*written, *removed, MANIFEST}


def _list_other_files(plan: Plan, numbers: Collection[int]) -> Iterator[str]:
    """Yield the names of the files of all other sheets."""
    by_number = sorted(plan.entries)
    split = [printout.name for printout in plan.printouts if printout.name.startswith(SHEETS)]
    for number in by_number:
        if number not in numbers:
            yield from plan.entries[number].svg
    yield from (
        name for number, name in zip(by_number, split, strict=bool(split)) if number not in numbers
    )


def make_set_manifest(
    there: ExistingSet, plan: Plan, new: NewFolder, replaced_files: Collection[str]
) -> Mapping[str, object]:
    """Return the manifest after the sheets are replaced. Keys that were added to the old manifest,
    such as that of a preview, are kept."""
    book = there.book
    sums = {name: str(digest) for name, digest in book.files.items() if name not in replaced_files}
    contents = {
        name: str(digest) for name, digest in book.contents.items() if name not in replaced_files
    }
    manifest = make_manifest(plan, {**sums, **new.sums}, {**contents, **new.contents})
    added = {
        key: value for key, value in book.manifest.items() if key not in manifest and key != "self"
    }
    return {**manifest, **added}
