"""A book for each line of a list: in a folder each, its name in the texts, with its cover; one
manifest above them.

The mazes of a book follow from the seed and the name in its line, and its code tells nothing of
either.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from puzzlebook import __version__
from puzzlebook.books.classes.file_names import choose_file_stem
from puzzlebook.books.classes.one_sheet import find_class_set
from puzzlebook.books.classes.requested_sheets import suggest_names
from puzzlebook.books.planning.book_plan import lay_out
from puzzlebook.books.planning.fitted_grids import estimate_work, fit_ahead
from puzzlebook.class_lists.class_list import limit_remarks
from puzzlebook.class_lists.columns import Blanks
from puzzlebook.class_lists.fill_in import (
    GiftLine,
    GiftList,
    fill_blanks,
    find_blanks,
    read_gift_list,
)
from puzzlebook.class_lists.row_faults import join_rows
from puzzlebook.ground.arguments import Progress, ignore_progress
from puzzlebook.ground.faults import Fault, Refused, list_some, refuse, refuse_any
from puzzlebook.ground.seeds import derive_gift_seed
from puzzlebook.ground.shell_commands import shell_line
from puzzlebook.recipes.files import Loaded, decide_seed, load
from puzzlebook.recipes.order import Order, settle
from puzzlebook.recipes.other_names import normalize
from puzzlebook.recipes.reading import read_tables
from puzzlebook.recipes.recipe import Recipe
from puzzlebook.recipes.writing import recipe_tables
from puzzlebook.running.process_pool import WorkerPool, choose_jobs, open_pool
from puzzlebook.shelf import folder as shelf
from puzzlebook.shelf.folder import NewFolder
from puzzlebook.shelf.list_folder import BooksThere, find_books
from puzzlebook.shelf.manifest import MANIFEST, write_manifest
from puzzlebook.verbs.cover import make_cover
from puzzlebook.verbs.make import Book, count_mazes_for, draw_order, other_command, write_book
from puzzlebook.verbs.request import MakeRequest

_ONLY = "worksheet.only"


@dataclass(frozen=True)
class Gifts:
    """The books of a list: their folder, what the manifest above them says, what is good to know,
    and each of them."""

    folder: Path
    manifest: Mapping[str, Any] = field(repr=False)
    remarks: tuple[str, ...] = ()
    books: tuple[Book, ...] = field(default=(), repr=False)


def is_for_gifts(wish: MakeRequest) -> bool:
    """Whether a list of names makes a book for each line of it, and not a set of worksheets."""
    return wish.names is not None and wish.load_recipe({_ONLY: None}).recipe.worksheet is None


def make_gifts(wish: MakeRequest) -> Gifts:
    """Make a book for each line of a wish's list, in `output/NAME/LINE`; NAME is the list's, if no
    other is given.

    All of them are written, or none; the covers come last.
    """
    assert wish.names is not None
    names, only = wish.names, wish.given.get(_ONLY)
    wish = replace(wish, given={key: value for key, value in wish.given.items() if key != _ONLY})
    folder = wish.output / str(wish.given.get("name") or names.stem)
    put_back, there = ([], None) if only is None else _find_books(folder, wish.dry_run)
    recipe = _choose_seed(wish, there)
    listed = read_gift_list(names, name_column=wish.name_column, blanks=_blanks(recipe))
    _check_blanks(recipe_tables(recipe), listed, wish.book, names)
    lines = listed.lines if only is None else _select_lines(str(only), listed.lines)
    chosen = {line.row for line in lines}
    others = there.other_rows(chosen) if there else []
    if wish.pages is not None:
        first = next(iter(_orders(wish, listed, listed.lines[:1], recipe)[0].values()))
        wish = replace(
            wish,
            given={**wish.given, "mazes": count_mazes_for(first, wish.pages, wish.jobs)},
            pages=None,
        )
    if there and others:
        _check_others(there, others, wish, listed, recipe)
    found, told = _orders(wish, listed, lines, recipe)
    orders, pages = list(found.values()), _count_pages(found, wish.jobs)
    told = [
        *_all_the_same(lines, orders),
        *_report_empty_columns(recipe_tables(recipe), lines, told),
    ]
    remarks = [*listed.remarks, *limit_remarks(told, names.name)]
    if wish.dry_run:
        rows = [_make_row(*row) for row in zip(lines, orders, pages, strict=True)]
        return Gifts(folder, _make_manifest(recipe.seed, rows), tuple(remarks))
    other = other_command(wish, folder)
    if not others:
        put_back += shelf.check_free(folder, wish.force, other)
    ordered = [*zip(lines, orders, strict=True)]
    made = _write_gifts(wish, folder, other, recipe.seed, ordered, there if others else None)
    if others:
        which = ", ".join(line.name for line in lines)
        remarks.append(f"{folder} is kept, with {which} made again; the other books are unchanged")
    whose = (
        "the folders, recipes and titles here hold the names of the list: "
        "protect them as you protect the list"
    )
    remarks = [
        *put_back,
        *made.remarks,
        *remarks,
        *_make_covers(folder, orders, wish.progress),
        whose,
    ]
    return replace(made, remarks=tuple(remarks))


def _find_books(folder: Path, dry_run: bool) -> tuple[list[str], BooksThere | None]:
    """The books of a list that stand in a folder, of which one may be replaced; and what was put
    back before."""
    put_back = [] if dry_run else shelf.tidy_shelf(folder)
    if find_class_set(folder):
        raise refuse(
            str(folder),
            "holds the worksheets of a class, and --only removes none",
            "another --name",
        )
    return put_back, find_books(folder)


def _choose_seed(wish: MakeRequest, there: BooksThere | None) -> Recipe:
    """The recipe of all books; where nobody gives a seed, that of the books that are there."""
    loaded = load(wish.book, wish.given, wish.sets)
    if there and not loaded.recipe.seed:
        return decide_seed(
            loaded._replace(
                recipe=loaded.recipe.model_copy(update={"seed": there.manifest["seed"]})
            )
        )
    return decide_seed(loaded)


def _check_others(
    there: BooksThere,
    others: Sequence[Mapping[str, Any]],
    wish: MakeRequest,
    listed: GiftList,
    recipe: Recipe,
) -> None:
    """Refused if the other books there are not those of this list, recipe, seed and version."""
    rows = {row["row"] for row in others}
    lines = [line for line in listed.lines if line.row in rows]
    orders = _orders(wish, listed, lines, recipe)[0]
    today = {line.row: _make_row(line, orders[line.row], 0) for line in lines}
    version = there.manifest["versions"].get("puzzlebook")
    if version != __version__:
        raise _other_books(there, f"puzzlebook was {version}, is {__version__}")
    if (seed := there.manifest["seed"]) != recipe.seed:
        raise _other_books(there, f"the seed was {seed}, is {recipe.seed}")
    for row in others:
        now = today.get(row["row"], {})
        for key in ("name", "folder", "title", "seed", "code", "mazes"):
            if row[key] != now.get(key):
                raise _other_books(
                    there, f"row {row['row']}: {key} was {row[key]}, is {now.get(key, 'left out')}"
                )


def _other_books(there: BooksThere, what: str) -> Refused:
    allowed = (
        "the list and the options that they were made with, another --name, "
        "or all books: --force without --only"
    )
    return refuse(str(there.folder), f"its books were made differently: {what}", allowed)


def _orders(
    wish: MakeRequest, listed: GiftList, lines: Sequence[GiftLine], whole: Recipe
) -> tuple[Mapping[int, Order], list[str]]:
    """The order of each line's book, by its row, and what empty cells leave out; refused with the
    faults of all.

    whole: the recipe of all books.
    """
    stems = {line.row: stem for line, stem in zip(listed.lines, _choose_stems(listed), strict=True)}
    spoken = {line.language: line for line in lines}
    loaded = {
        tongue: load(wish.book, {**wish.given, **_line_language(line, wish.given)}, wish.sets)
        for tongue, line in spoken.items()
    }
    orders: dict[int, Order] = {}
    told: list[str] = []
    faults: list[tuple[int, Fault]] = []
    for line in lines:
        try:
            orders[line.row], empty = _order(line, stems[line.row], loaded[line.language], whole)
            told += empty
        except Refused as refused:
            faults += [(line.row, fault) for fault in refused.faults]
    refuse_any(join_rows(faults, "--names"))
    return orders, told


def _count_pages(orders: Mapping[int, Order], jobs: int | None) -> list[int]:
    """How many pages each book has; refused, before any maze is drawn, with what cannot be set in
    any of them."""
    pages: list[int] = []
    faults: list[tuple[int, Fault]] = []
    every = list(orders.values())
    with open_pool(choose_jobs(jobs, estimate_work(every))) as shared:
        fit_ahead(every, shared)
        for row, order in orders.items():
            try:
                pages.append(len(lay_out(order, shared).leaves))
            except Refused as refused:
                faults += [(row, fault) for fault in refused.faults]
    refuse_any(join_rows(faults, "--names"))
    return pages


def _report_empty_columns(
    rows: Mapping[str, Any], lines: Sequence[GiftLine], told: Sequence[str]
) -> list[str]:
    """What empty cells leave out; of a column that is empty in every line one remark."""
    never = [
        blank
        for blank in find_blanks(rows)
        if not any(line.cells.get(normalize(blank)) for line in lines)
    ]
    said = [
        f'the column "{blank}" is empty in every row: nothing fills {{{blank}}}' for blank in never
    ]
    of_rows = tuple(f'the column "{blank}" is empty,' for blank in never)
    return [*said, *(line for line in told if not any(each in line for each in of_rows))]


def _all_the_same(lines: Sequence[GiftLine], orders: Sequence[Order]) -> Iterator[str]:
    """A remark where books for several people have one title."""
    titles = {order.recipe.book.title for order in orders}
    if len(titles) == 1 and len({line.name for line in lines}) > 1:
        title = titles.pop()
        yield f'all {len(lines)} books have the title "{title}"; put {{name}} in it'


def _write_gifts(
    wish: MakeRequest,
    folder: Path,
    other: str,
    seed: str | None,
    orders: Sequence[tuple[GiftLine, Order]],
    there: BooksThere | None,
) -> Gifts:
    """Write all books and the manifest above them, or nothing. there: the books among which they
    take their places."""
    rows, books, come = [], [], set[str]()
    every = [order for _, order in orders]
    with (
        open_pool(choose_jobs(wish.jobs, estimate_work(every))) as shared,
        shelf.create_folder(folder, wish.force, other) as new,
    ):
        fit_ahead(every, shared)
        for number, (line, order) in enumerate(orders, 1):
            wish.progress("making books", number - 1, len(orders))
            row, names = _write_one(line, order, new, shared)
            rows.append(row)
            books.append(Book(folder / order.name))
            come |= names if there else set()
            drop_garbage()
        manifest = there.update_manifest(rows) if there else _make_manifest(seed, rows)
        new.write(MANIFEST, write_manifest(manifest).encode())
        if there:
            new.keep_rest(
                there.before, there.list_replaced_files([line.row for line, _ in orders], come)
            )
        shared.end()  # while there is no book yet: it takes its time, and may be interrupted
    return Gifts(folder, manifest, (*shared.remarks, *new.remarks), tuple(books))


def _write_one(
    line: GiftLine, order: Order, new: NewFolder, shared: WorkerPool
) -> tuple[dict[str, Any], set[str]]:
    """Write a line's book; what the manifest above says of it, and the names of its files."""
    inner = new.inner(order.name)
    with _blame_row(line):
        plan = write_book(order, inner, draw_order(order, ignore_progress, shared), ignore_progress)
    return _make_row(line, order, plan.pages), {f"{order.name}/{name}" for name in inner.sums}


def drop_garbage() -> None:
    """Free what a finished book leaves behind in circles, which nobody else does in a command
    (`cli.main`).

    Only what has come since the last time is looked through: so it takes a few milliseconds.
    """
    gc.collect(1)


def _select_lines(wanted: str, lines: Sequence[GiftLine]) -> list[GiftLine]:
    """The lines of a name or, where nobody is called so, of a row of the file."""
    found = [line for line in lines if normalize(line.name) == normalize(wanted)]
    found = found or [line for line in lines if str(line.row) == wanted.strip()]
    if not found:
        raise refuse("--only", *suggest_names(wanted, [line.name for line in lines], len(lines)))
    return found


def _line_language(line: GiftLine, given: Mapping[str, object]) -> dict[str, object]:
    """The language of a line's book: the list's, or the one that all are asked for in."""
    return {"language": line.language or given.get("language")}


def _blanks(recipe: Recipe) -> Blanks:
    """What the texts of the books want filled in."""
    rows = recipe_tables(recipe)
    title = rows["book"].pop("title", None)
    return Blanks(find_blanks(title), find_blanks(rows))


def _check_blanks(rows: Mapping[str, Any], listed: GiftList, book: str, names: Path) -> None:
    """Refused where no text has a place for the name, or one has a place for what the list does not
    say."""
    blanks = find_blanks(rows)
    if not blanks:
        what = "this book has no worksheets, and no text in which a name of the list would stand"
        todo = 'such as --title "Mazes for {name}"; or the book worksheet, for a class'
        raise refuse("--names", what, todo, shell_line("make", "worksheet", "--names", names))
    known = {normalize(title) for title in listed.titles}
    if unknown := [blank for blank in blanks if normalize(blank) not in known]:
        columns = list_some(f"{{{title}}}" for title in listed.titles)
        raise Refused(
            Fault("--names", f"the list has no column for {{{blank}}}", columns)
            for blank in unknown
        )


def _choose_stems(listed: GiftList) -> list[str]:
    """What each book is called."""
    taken: set[str] = set()
    return [choose_file_stem(line.name, taken) for line in listed.lines]


def _order(line: GiftLine, stem: str, loaded: Loaded, whole: Recipe) -> tuple[Order, list[str]]:
    """The order of a line's book, of all that the list's recipe makes; and what its empty cells
    leave out."""
    rows, told = fill_blanks(recipe_tables(loaded.recipe), line)
    rows |= {"name": stem, "seed": derive_gift_seed(whole.seed or "", stem)}
    rows["book"] = {"child": line.name, **rows["book"]}
    return settle(read_tables(rows), loaded.folder), told


@contextmanager
def _blame_row(line: GiftLine) -> Iterator[None]:
    """Faults of a line's book are those of its row."""
    try:
        yield
    except Refused as refused:
        raise Refused(_rename_fault(fault, line) for fault in refused.faults) from None


def _rename_fault(fault: Fault, line: GiftLine) -> Fault:
    return fault._replace(where=f"--names: row {line.row}: {fault.where}")


def _make_row(line: GiftLine, order: Order, pages: int) -> dict[str, Any]:
    """What the manifest above the books says of one."""
    book = order.recipe.book
    row = {
        "row": line.row,
        "name": line.name,
        "folder": order.name,
        "title": book.title,
        "seed": order.seed,
    }
    row |= {"code": str(order.code), "mazes": order.mazes, "pages": pages}
    return row | ({"copies": line.copies} if line.copies > 1 else {})


def _make_manifest(seed: str | None, rows: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    return {"format": 1, "seed": seed, "versions": {"puzzlebook": __version__}, "books": list(rows)}


def _make_covers(folder: Path, orders: Sequence[Order], progress: Progress) -> list[str]:
    """Make the cover of each book, and say why where none can be made."""
    for number, order in enumerate(orders, 1):
        progress("making covers", number, len(orders))
        try:
            make_cover(folder / order.name)
        except Refused as refused:
            return [f"there are no covers: {refused.faults[0]}"]
        drop_garbage()
    return []
