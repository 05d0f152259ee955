"""A book for each line of a list: in a folder each, its name in the texts, with its cover; one manifest above them.

The mazes of a book follow from the seed and the name in its line, and its code tells nothing of either.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from puzzlebook import __version__
from puzzlebook.arguments import Progress, silent
from puzzlebook.books.classes.file_names import file_stem
from puzzlebook.books.plan import Plan
from puzzlebook.cover import make_cover
from puzzlebook.faults import Fault, Refused, refuse
from puzzlebook.make import DEFAULT_SHELF, Book, drawn_order, mazes_for, numbered, write_book
from puzzlebook.mazes.seeds import tidy_seed
from puzzlebook.recipes.files import Loaded, load, seeded
from puzzlebook.recipes.fill_in import GiftList, Line, blanks_in, filled, read_gift_list
from puzzlebook.recipes.order import Order, settle
from puzzlebook.recipes.other_names import plain
from puzzlebook.recipes.reading import read
from puzzlebook.recipes.writing import tables
from puzzlebook.sharing import crew, jobs_of
from puzzlebook.shelf import folder as shelf
from puzzlebook.shelf.manifest import MANIFEST, manifest_text


@dataclass(frozen=True)
class Gifts:
    """The books of a list: their folder, what the manifest above them says, what is good to know, and each of them."""

    folder: Path
    manifest: Mapping[str, Any] = field(repr=False)
    remarks: tuple[str, ...] = ()
    books: tuple[Book, ...] = field(default=(), repr=False)


def is_for_gifts(book: str, overrides: Mapping[str, object], sets: Sequence[str]) -> bool:
    """Whether a list of names makes a book for each line of it, and not a set of worksheets."""
    return load(book, overrides, sets).recipe.worksheet is None


def make_gifts(
    book: str,
    names: Path,
    *,
    output: str | os.PathLike[str] = DEFAULT_SHELF,
    overrides: Mapping[str, object] | None = None,
    sets: Sequence[str] = (),
    pages: int | None = None,
    force: bool = False,
    progress: Progress = silent,
    jobs: int | None = 1,
    dry_run: bool = False,
) -> Gifts:
    """Make a book for each line of a list, in `output/NAME/LINE`; NAME is the list's, if no other is given.

    All of them are written, or none; the covers come last. pages, force, jobs: as for one book, see `make_book`.
    """
    given = dict(overrides or {})
    listed = read_gift_list(names)
    recipe = seeded(load(book, given, sets))
    _check_blanks(tables(recipe), listed, book, names)
    folder = Path(output) / str(given.get("name") or names.stem)
    other = f"puzzlebook make {book} --name {numbered(folder).name}"
    put_back = [] if dry_run else shelf.check_free(folder, force, other)
    if pages is not None:
        first = listed.lines[0]
        order = _order(first, folder.name, load(book, given | _spoken(first, given), sets), recipe.seed)
        given["mazes"] = mazes_for(order, pages)
    by_language = {line.language: line for line in listed.lines}
    loaded = {tongue: load(book, given | _spoken(line, given), sets) for tongue, line in by_language.items()}
    orders = [
        _order(line, stem, loaded[line.language], recipe.seed)
        for line, stem in zip(listed.lines, _stems(listed), strict=True)
    ]
    if dry_run:
        rows = [_row(line, order, None) for line, order in zip(listed.lines, orders, strict=True)]
        return Gifts(folder, _manifest(recipe.seed, rows), tuple(listed.remarks))
    rows, books = [], []
    tasks = jobs_of(jobs, len(orders) * max(order.mazes for order in orders))
    with crew(tasks) as shared, shelf.made_in(folder, force, other) as new:
        for number, (line, order) in enumerate(zip(listed.lines, orders, strict=True), 1):
            progress("making books", number - 1, len(orders))
            with _at(line):
                plan, said = write_book(order, new.inner(order.name), drawn_order(order, silent, shared), silent)
            rows.append(_row(line, order, plan))
            books.append(Book(folder / order.name, said))
        manifest = _manifest(recipe.seed, rows)
        new.write(MANIFEST, manifest_text(manifest).encode())
    remarks = [*put_back, *listed.remarks, *_covers(folder, orders, progress)]
    whose = "the folders, recipes and titles here hold the names of the list: keep them as you keep the list"
    return Gifts(folder, manifest, (*remarks, whose), tuple(books))


def _spoken(line: Line, given: Mapping[str, object]) -> dict[str, object]:
    """The language of a line's book: the list's, or the one that all are asked for in."""
    return {"language": line.language or given.get("language")}


def _check_blanks(rows: Mapping[str, Any], listed: GiftList, book: str, names: Path) -> None:
    """Refused where no text has a place for the name, or one has a place for what the list does not say."""
    blanks = blanks_in(rows)
    if not blanks:
        what = "this book has no worksheets, and no text in which a name of the list would stand"
        todo = 'such as --title "Mazes for {name}"; or the book worksheet, for a class'
        raise refuse("--names", what, todo, f"puzzlebook make worksheet --names {names}")
    known = {plain(title) for title in listed.titles}
    if unknown := [blank for blank in blanks if plain(blank) not in known]:
        shown = ", ".join(f"{{{title}}}" for title in listed.titles)
        raise Refused(Fault("--names", f"the list has no column for {{{blank}}}", shown) for blank in unknown)


def _stems(listed: GiftList) -> list[str]:
    """What each book is called."""
    taken: set[str] = set()
    return [file_stem(line.name, taken) for line in listed.lines]


def _order(line: Line, stem: str, loaded: Loaded, seed: str | None) -> Order:
    """The order of a line's book."""
    rows = filled(tables(loaded.recipe), line)
    rows |= {"name": stem, "seed": tidy_seed(f"{seed} {stem}")}
    rows["book"] = {"child": line.name, **rows["book"]}
    with _at(line):
        return settle(read(rows), loaded.folder)


@contextmanager
def _at(line: Line) -> Iterator[None]:
    """Faults of a line's book are those of its row."""
    try:
        yield
    except Refused as refused:
        raise Refused(_of_row(fault, line) for fault in refused.faults) from None


def _of_row(fault: Fault, line: Line) -> Fault:
    return fault._replace(where=f"--names: row {line.row}: {fault.where}")


def _row(line: Line, order: Order, plan: Plan | None) -> dict[str, Any]:
    """What the manifest above the books says of one."""
    book = order.recipe.book
    row = {"row": line.row, "name": line.name, "folder": order.name, "title": book.title, "seed": order.seed}
    return {**row, "code": str(order.code), "mazes": order.mazes, "pages": plan.pages if plan else None}


def _manifest(seed: str | None, rows: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    return {"format": 1, "seed": seed, "versions": {"puzzlebook": __version__}, "books": list(rows)}


def _covers(folder: Path, orders: Sequence[Order], progress: Progress) -> list[str]:
    """Make the cover of each book, and say why where none can be made."""
    for number, order in enumerate(orders, 1):
        progress("making covers", number, len(orders))
        try:
            make_cover(folder / order.name)
        except Refused as refused:
            return [f"there are no covers: {refused.faults[0]}"]
    return []
