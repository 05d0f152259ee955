"""A book for each line of a list: in a folder each, its name in the texts, with its cover; one manifest above them.

The mazes of a book follow from the seed and the name in its line, and its code tells nothing of either.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from puzzlebook import __version__
from puzzlebook.arguments import Progress, silent
from puzzlebook.books.classes.asked import nobody
from puzzlebook.books.classes.file_names import file_stem
from puzzlebook.books.fits import fit_ahead, work
from puzzlebook.books.plan import Plan
from puzzlebook.commands import shell_line
from puzzlebook.cover import make_cover
from puzzlebook.faults import Fault, Refused, refuse, some_of
from puzzlebook.make import Book, drawn_order, mazes_for, other_command, write_book
from puzzlebook.mazes.seeds import gift_seed
from puzzlebook.recipes.class_lists import shown
from puzzlebook.recipes.files import Loaded, load, seeded
from puzzlebook.recipes.fill_in import GiftList, Line, blanks_in, filled, read_gift_list
from puzzlebook.recipes.order import Order, settle
from puzzlebook.recipes.other_names import plain
from puzzlebook.recipes.reading import read
from puzzlebook.recipes.recipe import Recipe
from puzzlebook.recipes.writing import tables
from puzzlebook.sharing import crew, jobs_of
from puzzlebook.shelf import folder as shelf
from puzzlebook.shelf.manifest import MANIFEST, manifest_text
from puzzlebook.wish import Wish

_ONLY = "worksheet.only"


@dataclass(frozen=True)
class Gifts:
    """The books of a list: their folder, what the manifest above them says, what is good to know, and each of them."""

    folder: Path
    manifest: Mapping[str, Any] = field(repr=False)
    remarks: tuple[str, ...] = ()
    books: tuple[Book, ...] = field(default=(), repr=False)


def is_for_gifts(wish: Wish) -> bool:
    """Whether a list of names makes a book for each line of it, and not a set of worksheets."""
    return wish.names is not None and wish.loaded({_ONLY: None}).recipe.worksheet is None


def make_gifts(wish: Wish) -> Gifts:
    """Make a book for each line of a wish's list, in `output/NAME/LINE`; NAME is the list's, if no other is given.

    All of them are written, or none; the covers come last.
    """
    assert wish.names is not None
    names, only = wish.names, wish.given.get(_ONLY)
    given = {key: value for key, value in wish.given.items() if key != _ONLY}
    listed = read_gift_list(names)
    recipe = seeded(load(wish.book, given, wish.sets))
    _check_blanks(tables(recipe), listed, wish.book, names)
    stems = {line.row: stem for line, stem in zip(listed.lines, _stems(listed), strict=True)}
    lines = listed.lines if only is None else _called(str(only), listed.lines)
    folder = wish.output / str(given.get("name") or names.stem)
    if wish.pages is not None:
        first, _ = _order(lines[0], folder.name, load(wish.book, given | _spoken(lines[0], given), wish.sets), recipe)
        given["mazes"] = mazes_for(first, wish.pages, wish.jobs)
    spoken = {line.language: line for line in lines}
    loaded = {tongue: load(wish.book, given | _spoken(line, given), wish.sets) for tongue, line in spoken.items()}
    found = [_order(line, stems[line.row], loaded[line.language], recipe) for line in lines]
    orders = [order for order, _ in found]
    remarks = [*listed.remarks, *shown([said for _, told in found for said in told], names.name)]
    if wish.dry_run:
        rows = [_row(line, order, None) for line, order in zip(lines, orders, strict=True)]
        return Gifts(folder, _manifest(recipe.seed, rows), tuple(remarks))
    other = other_command(wish, folder)
    put_back = shelf.check_free(folder, wish.force, other)
    manifest, books = _written(wish, folder, other, recipe.seed, [*zip(lines, orders, strict=True)])
    remarks = [*put_back, *remarks, *_covers(folder, orders, wish.progress)]
    whose = "the folders, recipes and titles here hold the names of the list: keep them as you keep the list"
    return Gifts(folder, manifest, (*remarks, whose), tuple(books))


def _written(
    wish: Wish, folder: Path, other: str, seed: str | None, orders: Sequence[tuple[Line, Order]]
) -> tuple[Mapping[str, Any], list[Book]]:
    """Write all books and the manifest above them, or nothing."""
    rows, books = [], []
    every = [order for _, order in orders]
    with crew(jobs_of(wish.jobs, work(every))) as shared, shelf.made_in(folder, wish.force, other) as new:
        fit_ahead(every, shared)
        for number, (line, order) in enumerate(orders, 1):
            wish.progress("making books", number - 1, len(orders))
            with _at(line):
                plan = write_book(order, new.inner(order.name), drawn_order(order, silent, shared), silent)
            rows.append(_row(line, order, plan))
            books.append(Book(folder / order.name))
        manifest = _manifest(seed, rows)
        new.write(MANIFEST, manifest_text(manifest).encode())
        shared.end()  # while there is no book yet: it takes its time, and may be interrupted
    return manifest, books


def _called(wanted: str, lines: Sequence[Line]) -> list[Line]:
    """The lines of a name or, where nobody is called so, of a row of the file."""
    found = [line for line in lines if plain(line.name) == plain(wanted)]
    found = found or [line for line in lines if str(line.row) == wanted.strip()]
    if not found:
        raise refuse("--only", *nobody(wanted, [line.name for line in lines], len(lines)))
    return found


def _spoken(line: Line, given: Mapping[str, object]) -> dict[str, object]:
    """The language of a line's book: the list's, or the one that all are asked for in."""
    return {"language": line.language or given.get("language")}


def _check_blanks(rows: Mapping[str, Any], listed: GiftList, book: str, names: Path) -> None:
    """Refused where no text has a place for the name, or one has a place for what the list does not say."""
    blanks = blanks_in(rows)
    if not blanks:
        what = "this book has no worksheets, and no text in which a name of the list would stand"
        todo = 'such as --title "Mazes for {name}"; or the book worksheet, for a class'
        raise refuse("--names", what, todo, shell_line("make", "worksheet", "--names", names))
    known = {plain(title) for title in listed.titles}
    if unknown := [blank for blank in blanks if plain(blank) not in known]:
        columns = some_of(f"{{{title}}}" for title in listed.titles)
        raise Refused(Fault("--names", f"the list has no column for {{{blank}}}", columns) for blank in unknown)


def _stems(listed: GiftList) -> list[str]:
    """What each book is called."""
    taken: set[str] = set()
    return [file_stem(line.name, taken) for line in listed.lines]


def _order(line: Line, stem: str, loaded: Loaded, whole: Recipe) -> tuple[Order, list[str]]:
    """The order of a line's book, of all that the list's recipe makes; and what its empty cells leave out."""
    with _at(line):
        rows, told = filled(tables(loaded.recipe), line)
        rows |= {"name": stem, "seed": gift_seed(whole.seed or "", stem)}
        rows["book"] = {"child": line.name, **rows["book"]}
        return settle(read(rows), loaded.folder), told


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
