"""Making a book with a cover for each row of a list, each in its own folder, with a manifest of all
books above them.

A book's mazes depend on the seed and the name in its row. The book's code reveals neither.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from puzzlebook.books.classes.file_names import choose_file_stem
from puzzlebook.books.classes.one_sheet import find_class_set
from puzzlebook.books.classes.requested_sheets import split_selection, suggest_names
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
from puzzlebook.ground import __version__
from puzzlebook.ground.arguments import ignore_progress
from puzzlebook.ground.faults import Fault, Refused, list_some, refuse, refuse_any
from puzzlebook.ground.seeds import derive_gift_seed
from puzzlebook.ground.shell_commands import shell_line
from puzzlebook.recipes.files import Loaded, decide_seed, load
from puzzlebook.recipes.order import Order, settle
from puzzlebook.recipes.other_names import normalize
from puzzlebook.recipes.reading import read_tables
from puzzlebook.recipes.recipe import Recipe
from puzzlebook.recipes.writing import recipe_tables
from puzzlebook.running.process_pool import choose_jobs, open_pool
from puzzlebook.shelf import folder as shelf
from puzzlebook.shelf.folder import NewFolder
from puzzlebook.shelf.list_folder import BooksThere, find_books
from puzzlebook.shelf.manifest import MANIFEST, write_manifest
from puzzlebook.verbs.cover import make_cover
from puzzlebook.verbs.make import (
    Book,
    count_mazes_for,
    draw_order,
    make_where_possible,
    other_command,
    write_book,
)
from puzzlebook.verbs.request import MakeRequest

_ONLY = "worksheet.only"


@dataclass(frozen=True)
class Gifts:
    """The books of a list, with their folder, the manifest of all books, and notes."""

    folder: Path
    manifest: Mapping[str, Any] = field(repr=False)
    remarks: tuple[str, ...] = ()
    books: tuple[Book, ...] = field(default=(), repr=False)


def is_for_gifts(request: MakeRequest) -> bool:
    """Return whether a request's list of names is for books rather than worksheets."""
    return (
        request.names is not None and request.load_unshared({_ONLY: None}).recipe.worksheet is None
    )


def make_gifts(request: MakeRequest) -> Gifts:
    """Make a book for each row of a request's list, in `output/NAME/ROW`.

    NAME is by default the list's name. Either all books are written or none. The covers are made
    last.
    """
    gifts, notes = make_where_possible(request, _make_books)
    return replace(gifts, remarks=(*notes, *gifts.remarks))


def _make_books(request: MakeRequest) -> Gifts:
    assert request.names is not None
    names, only = request.names, request.given.get(_ONLY)
    request = replace(
        request, given={key: value for key, value in request.given.items() if key != _ONLY}
    )
    folder = request.output / str(request.given.get("name") or names.stem)
    restore_notes, existing = ([], None) if only is None else _find_books(folder, request.dry_run)
    recipe = _choose_seed(request, existing)
    gift_list = read_gift_list(names, name_column=request.name_column, blanks=_list_blanks(recipe))
    _check_blanks(recipe_tables(recipe), gift_list, request.book, names)
    lines = gift_list.lines if only is None else _select_lines(str(only), gift_list.lines)
    chosen = {line.row for line in lines}
    others = existing.other_rows(chosen) if existing else []
    if request.pages is not None:
        first = next(
            iter(_make_orders(request, gift_list, gift_list.lines[:1], recipe)[0].values())
        )
        request = replace(
            request,
            given={**request.given, "mazes": count_mazes_for(first, request.pages, request.jobs)},
            pages=None,
        )
    if existing and others:
        _check_others(existing, others, request, gift_list, recipe)
    found, notes = _make_orders(request, gift_list, lines, recipe)
    orders, pages = list(found.values()), _count_pages(found, request.jobs)
    notes = [
        *_report_equal_titles(lines, orders),
        *_report_empty_columns(recipe_tables(recipe), lines, notes),
    ]
    remarks = [*gift_list.remarks, *limit_remarks(notes, names.name)]
    if request.dry_run:
        rows = [_make_row(*row) for row in zip(lines, orders, pages, strict=True)]
        return Gifts(folder, _make_manifest(recipe.seed, rows), tuple(remarks))
    other_name_command = other_command(request, folder)
    if not others:
        restore_notes += shelf.check_free(folder, request.force, other_name_command)
    ordered = [*zip(lines, orders, strict=True)]
    made = _write_gifts(
        request, folder, other_name_command, recipe.seed, ordered, existing if others else None
    )
    if others:
        which = ", ".join(line.name for line in lines)
        remarks.append(f"{folder} is kept, with {which} made again; the other books are unchanged")
    privacy_note = (
        "the folders, recipes and titles here hold the names of the list: "
        "protect them as you protect the list"
    )
    remarks = [
        *restore_notes,
        *made.remarks,
        *remarks,
        *_make_covers(folder, orders, request),
        privacy_note,
    ]
    return replace(made, remarks=tuple(remarks))


def _find_books(folder: Path, dry_run: bool) -> tuple[list[str], BooksThere | None]:
    """Return notes on restored files, and the books of a list in a folder, if any."""
    restore_notes = [] if dry_run else shelf.tidy_shelf(folder)
    if find_class_set(folder):
        raise refuse(
            str(folder),
            "holds the worksheets of a class, and --only removes none",
            "choose another --name",
        )
    return restore_notes, find_books(folder)


def _choose_seed(request: MakeRequest, existing: BooksThere | None) -> Recipe:
    """Return the recipe of all books. The default seed is that of the existing books."""
    loaded = load(request.book, request.given, request.sets)
    if existing and not loaded.recipe.seed:
        return decide_seed(
            loaded._replace(
                recipe=loaded.recipe.model_copy(update={"seed": existing.manifest["seed"]})
            )
        )
    return decide_seed(loaded)


def _check_others(
    existing: BooksThere,
    others: Sequence[Mapping[str, Any]],
    request: MakeRequest,
    gift_list: GiftList,
    recipe: Recipe,
) -> None:
    """Refuse if the other books are of a different list, recipe, seed or version."""
    rows = {row["row"] for row in others}
    lines = [line for line in gift_list.lines if line.row in rows]
    orders = _make_orders(request, gift_list, lines, recipe)[0]
    current_rows = {line.row: _make_row(line, orders[line.row], 0) for line in lines}
    version = existing.manifest["versions"].get("puzzlebook")
    if version != __version__:
        raise _other_books(existing, f"puzzlebook was {version}, is {__version__}")
    if (seed := existing.manifest["seed"]) != recipe.seed:
        raise _other_books(existing, f"the seed was {seed}, is {recipe.seed}")
    for row in others:
        now = current_rows.get(row["row"], {})
        for key in ("name", "folder", "title", "seed", "code", "mazes"):
            if row[key] != now.get(key):
                raise _other_books(
                    existing,
                    f"row {row['row']}: {key} was {row[key]}, is {now.get(key, 'left out')}",
                )


def _other_books(existing: BooksThere, what: str) -> Refused:
    allowed = (
        "give the list and the options that they were made with, choose another --name, "
        "or make all books with --force and without --only"
    )
    return refuse(str(existing.folder), f"its books were made differently: {what}", allowed)


def _make_orders(
    request: MakeRequest, gift_list: GiftList, lines: Sequence[GiftLine], common_recipe: Recipe
) -> tuple[Mapping[int, Order], list[str]]:
    """Return a mapping from rows to the orders of their books, and notes on empty cells.

    Refused with the faults of all rows. common_recipe: the recipe of all books.
    """
    stems = {
        line.row: stem for line, stem in zip(gift_list.lines, _choose_stems(gift_list), strict=True)
    }
    # A row's language takes precedence over the language requested for all books.
    loaded = {
        language: load(
            request.book,
            {**request.given, "language": language or request.given.get("language")},
            request.sets,
        )
        for language in {line.language: line for line in lines}
    }
    orders: dict[int, Order] = {}
    notes: list[str] = []
    faults: list[tuple[int, Fault]] = []
    for line in lines:
        try:
            orders[line.row], empty = _make_order(
                line, stems[line.row], loaded[line.language], common_recipe
            )
            notes += empty
        except Refused as refused:
            faults += [(line.row, fault) for fault in refused.faults]
    refuse_any(join_rows(faults, "--names"))
    return orders, notes


def _count_pages(orders: Mapping[int, Order], jobs: int | None) -> list[int]:
    """Return the page count of each book; refused with all books' faults before any drawing."""
    pages: list[int] = []
    faults: list[tuple[int, Fault]] = []
    all_orders = list(orders.values())
    with open_pool(choose_jobs(jobs, estimate_work(all_orders))) as pool:
        fit_ahead(all_orders, pool)
        for row, order in orders.items():
            try:
                pages.append(len(lay_out(order, pool).planned_pages))
            except Refused as refused:
                faults += [(row, fault) for fault in refused.faults]
    refuse_any(join_rows(faults, "--names"))
    return pages


def _report_empty_columns(
    rows: Mapping[str, Any], lines: Sequence[GiftLine], notes: Sequence[str]
) -> list[str]:
    """Return notes on empty cells, with a single note for a column that is empty in every row."""
    empty_columns = [
        blank
        for blank in find_blanks(rows)
        if not any(line.cells.get(normalize(blank)) for line in lines)
    ]
    column_notes = [
        f'the column "{blank}" is empty in every row: nothing fills {{{blank}}}'
        for blank in empty_columns
    ]
    dropped_notes = tuple(f'the column "{blank}" is empty,' for blank in empty_columns)
    return [
        *column_notes,
        *(line for line in notes if not any(each in line for each in dropped_notes)),
    ]


def _report_equal_titles(lines: Sequence[GiftLine], orders: Sequence[Order]) -> Iterator[str]:
    """Yield a note if books for several people have the same title."""
    titles = {order.recipe.book.title for order in orders}
    if len(titles) == 1 and len({line.name for line in lines}) > 1:
        title = titles.pop()
        yield f'all {len(lines)} books have the title "{title}"; put {{name}} in it'


def _write_gifts(
    request: MakeRequest,
    folder: Path,
    other_name_command: str,
    seed: str | None,
    orders: Sequence[tuple[GiftLine, Order]],
    existing: BooksThere | None,
) -> Gifts:
    """Write all books and the manifest above them, or nothing. existing: the books to which the
    new ones are added, if any."""
    rows, books, new_names = [], [], set[str]()
    all_orders = [order for _, order in orders]
    with (
        shelf.create_folder(folder, request.force, other_name_command) as new,
        # Ends first, so that no process writes to a folder that is being removed.
        open_pool(choose_jobs(request.jobs, estimate_work(all_orders))) as pool,
    ):
        fit_ahead(all_orders, pool)
        tasks = ((line, order, new.inner(order.name)) for line, order in orders)
        made = pool.run_each(_write_one, tasks, batch=1)
        for number, ((_, order, _), (row, names)) in enumerate(made, 1):
            request.progress("making books", number, len(orders))
            rows.append(row)
            books.append(Book(folder / order.name))
            new_names |= names if existing else set()
        manifest = existing.update_manifest(rows) if existing else _make_manifest(seed, rows)
        new.write(MANIFEST, write_manifest(manifest).encode())
        if existing:
            new.keep_rest(
                existing.before,
                existing.list_replaced_files([line.row for line, _ in orders], new_names),
            )
    return Gifts(folder, manifest, (*pool.remarks, *new.remarks), tuple(books))


def _write_one(task: tuple[GiftLine, Order, NewFolder]) -> tuple[dict[str, Any], set[str]]:
    """Write a book to its folder; return its row in the manifest above, and the names of its
    files."""
    line, order, inner = task
    with _blame_row(line):
        plan = write_book(order, inner, draw_order(order, ignore_progress), ignore_progress)
    drop_garbage()
    return _make_row(line, order, plan.pages), {f"{order.name}/{name}" for name in inner.sums}


def drop_garbage() -> None:
    """Free a finished book's reference cycles, as commands disable the garbage collector.

    Only recent objects are examined, which takes a few milliseconds.
    """
    gc.collect(1)


def _select_lines(only: str, lines: Sequence[GiftLine]) -> list[GiftLine]:
    """Return the rows named by a selection, a comma-separated list."""
    selected = set[int]()
    for wanted in split_selection(only, lambda wanted: bool(_find_lines(wanted, lines))):
        found = _find_lines(wanted, lines)
        if not found:
            names = [line.name for line in lines]
            raise refuse("--only", *suggest_names(wanted, names, len(lines)))
        selected.update(line.row for line in found)
    return [line for line in lines if line.row in selected]


def _find_lines(wanted: str, lines: Sequence[GiftLine]) -> list[GiftLine]:
    """Return the rows with this name or, if there are none, the row with this number."""
    found = [line for line in lines if normalize(line.name) == normalize(wanted)]
    return found or [line for line in lines if str(line.row) == wanted.strip()]


def _list_blanks(recipe: Recipe) -> Blanks:
    """Return the placeholders in the texts of the books."""
    rows = recipe_tables(recipe)
    title = rows["book"].pop("title", None)
    return Blanks(find_blanks(title), find_blanks(rows))


def _check_blanks(rows: Mapping[str, Any], gift_list: GiftList, book: str, names: Path) -> None:
    """Refuse texts without placeholders, or with one that no column fills."""
    blanks = find_blanks(rows)
    if not blanks:
        what = "this book has no worksheets, and {name} appears in none of its texts"
        todo = 'add it, for example with --title "Mazes for {name}", or make worksheets for a class'
        raise refuse("--names", what, todo, shell_line("make", "worksheet", "--names", names))
    known = {normalize(title) for title in gift_list.titles}
    if unknown := [blank for blank in blanks if normalize(blank) not in known]:
        columns = list_some(f"{{{title}}}" for title in gift_list.titles)
        raise Refused(
            Fault("--names", f"the list has no column for {{{blank}}}", f"it has {columns}")
            for blank in unknown
        )


def _choose_stems(gift_list: GiftList) -> list[str]:
    """Return the folder name of each book."""
    taken: set[str] = set()
    return [choose_file_stem(line.name, taken) for line in gift_list.lines]


def _make_order(
    line: GiftLine, stem: str, loaded: Loaded, common_recipe: Recipe
) -> tuple[Order, list[str]]:
    """Return the order of a row's book, and notes on its empty cells."""
    rows, notes = fill_blanks(recipe_tables(loaded.recipe), line)
    rows |= {"name": stem, "seed": derive_gift_seed(common_recipe.seed or "", stem)}
    rows["book"] = {"child": line.name, **rows["book"]}
    return settle(read_tables(rows), loaded.folder), notes


@contextmanager
def _blame_row(line: GiftLine) -> Iterator[None]:
    """Add the row of the list to the faults of its book."""
    try:
        yield
    except Refused as refused:
        raise Refused(_rename_fault(fault, line) for fault in refused.faults) from None


def _rename_fault(fault: Fault, line: GiftLine) -> Fault:
    return fault._replace(where=f"--names: row {line.row}: {fault.where}")


def _make_row(line: GiftLine, order: Order, pages: int) -> dict[str, Any]:
    """Return a book's row in the manifest above."""
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


def _make_covers(folder: Path, orders: Sequence[Order], request: MakeRequest) -> list[str]:
    """Make the cover of each book; return a note on books that can have none."""
    refused: list[tuple[str, Fault]] = []
    with open_pool(choose_jobs(request.jobs, estimate_work(orders))) as pool:
        made = pool.run_each(_make_one_cover, [folder / each.name for each in orders], batch=1)
        for number, (book, fault) in enumerate(made, 1):
            request.progress("making covers", number, len(orders))
            refused += [(book.name, fault)] if fault else []
    if not refused:
        return []
    if len(refused) == len(orders):
        return [f"there are no covers: {refused[0][1]}"]
    return [f"there is no cover for {list_some(name for name, _ in refused)}: {refused[0][1]}"]


def _make_one_cover(folder: Path) -> Fault | None:
    """Make the cover of a book; return why it can have none, or None."""
    try:
        make_cover(folder)
    except Refused as refused:
        return refused.faults[0]
    finally:
        drop_garbage()
    return None
