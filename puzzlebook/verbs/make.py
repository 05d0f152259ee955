"""Making a book: from a recipe to a finished folder."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

from puzzlebook.books.planning.book_plan import plan_book
from puzzlebook.books.planning.fitted_grids import estimate_work, fit_ahead
from puzzlebook.books.planning.pagination import find_mazes_that_fill
from puzzlebook.books.planning.plan import Plan
from puzzlebook.books.planning.records import make_manifest
from puzzlebook.books.planning.remarks import list_remarks
from puzzlebook.books.planning.restoring import make_restore, restore_comment
from puzzlebook.books.planning.setting import Entry, SaveFiles
from puzzlebook.class_lists.row_faults import join_rows
from puzzlebook.ground.arguments import (
    PATH,
    Progress,
    blame_parameters,
    expect_types,
    ignore_progress,
    read_path,
)
from puzzlebook.ground.faults import Fault, Refused, refuse
from puzzlebook.ground.seeds import tidy_seed
from puzzlebook.ground.shell_commands import NAME, drop_set_option, set_option, shell_line
from puzzlebook.recipes.book_codes import make_book_code
from puzzlebook.recipes.files import DEFAULT_BOOK, LOOSE_SHEETS, Loaded, decide_seed
from puzzlebook.recipes.order import Order, settle, write_book_recipe
from puzzlebook.running.process_pool import ALONE, WorkerPool, choose_jobs, open_pool
from puzzlebook.shelf import folder as shelf
from puzzlebook.shelf.folder import NewFolder
from puzzlebook.shelf.manifest import MANIFEST, write_manifest_pieces
from puzzlebook.shelf.placing import find_free_folder
from puzzlebook.typesetting.pdf.writer import write_pdf_pieces
from puzzlebook.verbs.edition_notes import compare_editions, find_earlier_volumes, report_old_cover
from puzzlebook.verbs.request import DEFAULT_SHELF, MakeRequest

if TYPE_CHECKING:
    from puzzlebook.books.classes.one_sheet import SetThere
    from puzzlebook.class_lists.class_list import ClassList


@dataclass(frozen=True)
class Book:
    """A finished book: its folder, and what is good to know about it.

    columns: what its class list says of the pupils, where it was made from one. draft: what its
    manifest would say, where nothing was written.
    """

    folder: Path
    remarks: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    draft: Mapping[str, Any] | None = field(default=None, repr=False)

    @cached_property
    def manifest(self) -> Mapping[str, Any]:
        """What its manifest says, but for the last line, `self`; it is read when it is first asked
        for."""
        if self.draft is not None:
            return self.draft
        told: dict[str, Any] = json.loads((self.folder / MANIFEST).read_bytes())
        del told["self"]
        return told

    @property
    def pdf(self) -> Path:
        """The file to open first: what is to be printed, folded or not, or, without that, what is
        for the screen.

        Refused after a dry run, which writes none.
        """
        if self.draft is not None:
            raise refuse("pdf", "a dry run writes no file", "make the book without dry_run")
        names = [f"{self.folder.name}{ending}.pdf" for ending in ("-booklet", "", "-screen")]
        return self.folder / next(name for name in names if name in self.manifest["files"])


@blame_parameters()
def make_book(
    book: str | os.PathLike[str] = DEFAULT_BOOK,
    *,
    seed: str | int | None = None,
    output: str | os.PathLike[str] = DEFAULT_SHELF,
    name: str | None = None,
    names: str | os.PathLike[str] | None = None,
    mazes: int | None = None,
    pages: int | None = None,
    overrides: Mapping[str, object] | None = None,
    sets: Sequence[str] = (),
    force: bool = False,
    progress: Progress = ignore_progress,
    jobs: int | None = 1,
    dry_run: bool = False,
    name_column: str | None = None,
) -> Book:
    """Make a book and put it in `output/NAME`.

    book: the name of a book in `templates/books/`, or a path to a recipe. seed: comes before the
    recipe's own; with neither, a fresh one is taken. names: the path of a class list (CSV or
    .xlsx), for a worksheet each; without a name the set is called as its list. name_column: the
    title of the list's column of names, where that is not to be looked for. mazes: how many the
    whole book has; pages: as many as fill so many pages. One of the two, and neither with names.
    overrides: values by recipe key, such as {"book.title": "…"}; sets: the same as texts,
    KEY=VALUE. progress: called with what is being done, how much of it is done, and of how much.
    jobs: how many processes share the work; None for as many as pays. The book is the same. Where
    processes cannot begin as copies of this one (not on Linux, or beside other threads), each loads
    the program anew: so what that does has to stand under `if __name__ == "__main__":`. dry_run:
    every maze is drawn and nothing is written; the manifest says what there would be, and there is
    no `pdf`.

    Raises `Refused` if the request is wrong, and `Unfinished` if it could not be carried out;
    either way all that was there before is untouched.
    """
    expect_types(book=(book, PATH), seed=(seed, str | int | None), output=(output, PATH), name=(name, str | None),
           names=(names, PATH | None), mazes=(mazes, int | None), pages=(pages, int | None), force=(force, bool),
           overrides=(overrides, Mapping | None), sets=(sets, list | tuple), progress=(progress, Callable),
           jobs=(jobs, int | None), dry_run=(dry_run, bool), name_column=(name_column, str | None))  # fmt: skip
    for key in overrides or ():
        expect_types(overrides=(key, str))
    for text in sets:
        expect_types(sets=(text, str))
    wish = MakeRequest(
        read_path(book, "book"), _collect_overrides(overrides or {}, seed, name, mazes, pages), sets,
        None if names is None else Path(read_path(names, "--names")), pages, Path(read_path(output, "output")),
        force, progress, jobs, dry_run, name_column=name_column,
    )  # fmt: skip
    return fulfil_request(wish)


def fulfil_request(wish: MakeRequest) -> Book:
    """Make the book that is wished for; with a list a worksheet for each line of it."""
    if wish.names is None:
        return _make_book(wish)
    if wish.pages is not None or wish.given.get("mazes") is not None:
        raise refuse("--names", "says how many mazes there are", "leave out --mazes and --pages")
    listed = _read_class_list(wish.names, wish.name_column)
    name = wish.given.get("name") or wish.names.stem
    with _blame_rows(listed.rows, f"--names: {wish.names}"):
        made = _make_book(replace(wish, given={**wish.given, "pupil": listed.pupils, "name": name}))
    return replace(made, remarks=(*listed.remarks, *made.remarks), columns=tuple(listed.columns))


def _read_class_list(path: Path, name_column: str | None) -> ClassList:
    from puzzlebook.class_lists.class_list import read_class_list

    return read_class_list(path, name_column=name_column)


@contextmanager
def _blame_rows(rows: Sequence[int], where: str) -> Iterator[None]:
    """A fault of a pupil is that of its row in the list's file."""
    try:
        yield
    except Refused as refused:
        of_rows = [(fault, _find_row(fault, rows)) for fault in refused.faults]
        others = [fault for fault, row in of_rows if row is None]
        found = [
            (row, fault._replace(where=fault.where.split(".", 2)[2]))
            for fault, row in of_rows
            if row is not None
        ]
        raise Refused([*join_rows(found, where), *others]) from None


def _find_row(fault: Fault, rows: Sequence[int]) -> int | None:
    """The row of the list of whose pupil a fault is; None where it is of something else."""
    table, number, *key = [*fault.where.split("."), ""]
    if table != "pupil" or not number.isdecimal() or int(number) > len(rows) or not key[0]:
        return None
    return rows[int(number) - 1]


def _collect_overrides(
    overrides: Mapping[str, object],
    seed: str | int | None,
    name: str | None,
    mazes: int | None,
    pages: int | None,
) -> dict[str, object]:
    """What is asked for, by recipe key: the overrides, with what has an argument of its own. Pages,
    where they are given, say how many mazes there are in place of the overrides."""
    overrides = {key: value for key, value in overrides.items() if key != "mazes" or pages is None}
    given = {"seed": None if seed is None else tidy_seed(str(seed)), "name": name, "mazes": mazes}
    return {**overrides, **{key: value for key, value in given.items() if value is not None}}


def _make_book(wish: MakeRequest) -> Book:
    """The book of a recipe, amended by what is given."""
    loaded = wish.load_recipe()
    folder, other_evening = wish.output / loaded.name, list[str]()
    if loaded.template == LOOSE_SHEETS and not (
        loaded.recipe.name or loaded.recipe.seed or wish.force
    ):
        folder, other_evening = _free(folder)
    if other_evening:
        wish = replace(wish, given={**wish.given, "name": folder.name})
        loaded = wish.load_recipe()
    worksheet = loaded.recipe.worksheet
    if (
        worksheet
        and worksheet.only
        and (made := _replace_sheet(wish, loaded, folder, worksheet.only))
    ):
        return made
    order = settle(decide_seed(loaded), loaded.folder)
    if wish.pages is not None:
        filling = {"seed": order.seed, "mazes": count_mazes_for(order, wish.pages, wish.jobs)}
        wish = replace(wish, given={**wish.given, **filling}, pages=None)
        loaded = wish.load_recipe()
        order = settle(decide_seed(loaded), loaded.folder)
    order = replace(
        order, code=make_book_code(order.recipe, order.assets, loaded, wish.given, wish.sets)
    )
    if wish.dry_run:
        made = _draft_book(order, folder, wish.progress, wish.jobs)
    else:
        other = other_command(wish, folder)
        made = bind(order, folder, wish.progress, wish.force, other, wish.jobs)
    told = [*other_evening, *loaded.remarks]
    told += [*compare_editions(wish, order.recipe), *find_earlier_volumes(loaded, wish.output)]
    return replace(made, remarks=(*told, *made.remarks))


def _replace_sheet(wish: MakeRequest, loaded: Loaded, folder: Path, wanted: str) -> Book | None:
    """Make a sheet again in the class set that is there; None if there is none, or nothing but that
    sheet."""
    from puzzlebook.books.classes import one_sheet

    put_back = [] if wish.dry_run else shelf.tidy_shelf(folder)
    if (there := one_sheet.find_class_set(folder)) is None:
        shelf.check_no_list(folder)
        return None
    recipe = loaded.recipe.model_copy(update={"seed": loaded.recipe.seed or there.book.seed})
    order = settle(
        decide_seed(loaded._replace(recipe=one_sheet.restore_whole_set(recipe))), loaded.folder
    )
    order = replace(
        order, code=make_book_code(order.recipe, order.assets, loaded, wish.given, wish.sets)
    )
    numbers = one_sheet.find_numbers(order, wanted)
    if there.has_no_other(numbers):
        return None
    one_sheet.check_same_set(there, order, numbers)
    if wish.dry_run:
        return _draft_book(
            settle(decide_seed(loaded._replace(recipe=recipe)), loaded.folder),
            folder,
            wish.progress,
            wish.jobs,
        )
    made = _bind_sheet(order, there, numbers, wish)
    return replace(made, remarks=(*put_back, *loaded.remarks, *made.remarks))


def _bind_sheet(order: Order, there: SetThere, numbers: Collection[int], wish: MakeRequest) -> Book:
    """Make these sheets of an order's class set again, in the set that is there."""
    from puzzlebook.books.classes.one_sheet import manifest_of_set, sheets_that_go

    folder = there.book.folder
    with open_pool(choose_jobs(wish.jobs, estimate_work([order]))) as shared:
        drawn = draw_order(order, wish.progress, shared)
        with shelf.create_folder(folder) as new:
            plan = _write_files(order, new, drawn, wish.progress)
            going = sheets_that_go(there, plan, new.sums, numbers)
            new.write_pieces(
                MANIFEST, write_manifest_pieces(manifest_of_set(there, plan, new, going))
            )
            new.keep_rest(there.before, going)
            wish.progress("writing the PDF", 1, 1)
            shared.end()
    told = f"{folder} stays, with {_sheets(numbers)} made again in it; all files of other sheets are as they were"
    return Book(folder, (*shared.remarks, told, *new.remarks, *list_remarks(plan)))


def _sheets(numbers: Collection[int]) -> str:
    named = ", ".join(map(str, sorted(numbers)))
    return f"sheet {named}" if len(numbers) == 1 else f"sheets {named}"


def bind(
    order: Order,
    folder: Path,
    progress: Progress,
    force: bool,
    command: str,
    jobs: int | None = None,
) -> Book:
    """Make the book of an order in this folder, which must be free or, with force, ours to replace.

    command: one that works where it is neither, for the message. jobs: how many processes share the
    work; None for as many as pays. The folder is looked at when nothing else can be refused, and
    before the first maze is drawn.
    """
    put_back: list[str] = []
    with open_pool(choose_jobs(jobs, estimate_work([order]))) as shared:
        drawn = draw_order(
            order,
            progress,
            shared,
            lambda: put_back.extend(shelf.check_free(folder, force, command)),
        )
        old_cover = shelf.count_cover_pages(folder)
        with shelf.create_folder(folder, force, command) as new:
            plan = write_book(order, new, drawn, progress)
            progress("writing the PDF", 1, 1)
            shared.end()  # while there is no book yet: it takes its time, and may be interrupted
    told = (*put_back, *shared.remarks, *new.remarks, *list_remarks(plan))
    return Book(folder, (*told, *report_old_cover(folder, old_cover, plan.pages)))


def write_book(
    order: Order, new: NewFolder, drawn: Callable[[SaveFiles | None], Plan], progress: Progress
) -> Plan:
    """Write every file of a book in a new folder; its plan."""
    plan = _write_files(order, new, drawn, progress)
    new.write_pieces(MANIFEST, write_manifest_pieces(make_manifest(plan, new.sums, new.contents)))
    return plan


def _write_files(
    order: Order, new: NewFolder, drawn: Callable[[SaveFiles | None], Plan], progress: Progress
) -> Plan:
    """Write every file of a book but its manifest; its plan."""
    plan = drawn(partial(_keep, order, new, progress) if order.recipe.svg else None)
    if not order.recipe.svg:  # else its pages ask for the pictures first, and `_keep` says so
        progress("writing the PDF", 0, 1)
    for printout in plan.printouts:
        new.write_pdf(printout.name, write_pdf_pieces(printout.pages(), printout.about))
    for name, content in order.assets.items():
        new.write(name, content)
    new.write("recipe.toml", write_book_recipe(order, restore_comment(make_restore(order))))
    return plan


def _draft_book(order: Order, folder: Path, progress: Progress, jobs: int | None) -> Book:
    """What would be bound in this folder, and nothing of it written."""
    with open_pool(choose_jobs(jobs, estimate_work([order]))) as shared:
        plan = draw_order(order, progress, shared)(None)
        told = make_manifest(plan, {}, {})
        mazes = list(told["mazes"])
    return Book(folder, (*shared.remarks, *list_remarks(plan)), draft={**told, "mazes": mazes})


def draw_order(
    order: Order,
    progress: Progress,
    shared: WorkerPool = ALONE,
    before_drawing: Callable[[], None] = lambda: None,
) -> Callable[[SaveFiles | None], Plan]:
    """A book or a class set, ready to be finished: what becomes its plan when it is told who keeps
    the SVG files.

    before_drawing: called when nothing in the order is refused any more, before the first maze.
    """
    numbers = count(1)

    def report_drawn() -> None:
        progress("drawing mazes", next(numbers), order.mazes)

    if order.recipe.worksheet is None:
        return plan_book(order, report_drawn, shared, before_drawing)
    from puzzlebook.books.classes.class_plan import plan_class_set

    return plan_class_set(order, report_drawn, shared, before_drawing)


def _keep(
    order: Order, new: NewFolder, progress: Progress, entry: Entry, files: Sequence[bytes]
) -> None:
    """Write an entry's SVG files, and say so; after the last there is the PDF's end to be
    written."""
    for name, content in zip(entry.svg, files, strict=True):
        new.write(name, content)
    progress("writing pictures", entry.number, order.mazes)
    if entry.number == order.mazes:
        progress("writing the PDF", 0, 1)


def count_mazes_for(order: Order, pages: int, jobs: int | None) -> int:
    """How many mazes fill so many pages. jobs: how many processes share what has to be known for
    that."""
    if order.recipe.worksheet is not None:
        raise refuse(
            "--pages", "worksheets are not made by pages", "--mazes, or a list with --names"
        )
    with open_pool(choose_jobs(jobs, estimate_work([order]))) as shared:
        fit_ahead([order], shared)
    return find_mazes_that_fill(order, pages)


def _free(folder: Path) -> tuple[Path, list[str]]:
    """Where loose sheets whose name and seed nobody chose are to stand: those of a second evening
    take a number."""
    if not os.path.lexists(folder):
        return folder, []
    free = find_free_folder(folder)
    return free, [f"{folder} is of another evening, and stays: these sheets are in {free}"]


def other_command(wish: MakeRequest, folder: Path) -> str:
    """A command that makes the book beside the folder, under the first number that is not taken."""
    return shell_line(
        *set_option(drop_set_option(wish.words, "name"), NAME, find_free_folder(folder).name)
    )
