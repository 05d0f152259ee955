"""Making a book: from a recipe to a finished folder.

The phases of a run (ask, settle, draw, lay out, write, check) are in `_make_book` and `bind`.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from puzzlebook.books.planning.book_plan import plan_book
from puzzlebook.books.planning.fitted_grids import estimate_work, fit_ahead
from puzzlebook.books.planning.pagination import find_mazes_that_fill
from puzzlebook.books.planning.plan import Plan
from puzzlebook.books.planning.records import make_manifest
from puzzlebook.books.planning.remarks import list_remarks
from puzzlebook.books.planning.restoring import make_restore, restore_comment
from puzzlebook.books.planning.setting import Entry, SaveFiles
from puzzlebook.ground.arguments import (
    PATH,
    Progress,
    blame_parameters,
    expect_types,
    ignore_progress,
    read_path,
)
from puzzlebook.ground.faults import Refused, refuse
from puzzlebook.ground.seeds import tidy_seed
from puzzlebook.ground.shell_commands import NAME, drop_set_option, set_option, shell_line
from puzzlebook.recipes.book_codes import make_book_code
from puzzlebook.recipes.files import DEFAULT_BOOK, LOOSE_SHEETS, Loaded, decide_seed
from puzzlebook.recipes.order import Order, settle, write_book_recipe
from puzzlebook.recipes.overrides import format_overrides
from puzzlebook.running.process_pool import ALONE, WorkerPool, choose_jobs, open_pool
from puzzlebook.shelf import folder as shelf
from puzzlebook.shelf.folder import NewFolder
from puzzlebook.shelf.manifest import MANIFEST, write_manifest_pieces
from puzzlebook.shelf.placing import find_free_folder
from puzzlebook.typesetting.page import Page
from puzzlebook.typesetting.pdf.writer import write_pdf_pieces
from puzzlebook.verbs.edition_notes import (
    compare_editions,
    compare_volumes,
    list_title_notes,
    report_losses,
)
from puzzlebook.verbs.request import DEFAULT_SHELF, MakeRequest

if TYPE_CHECKING:
    from puzzlebook.books.classes.one_sheet import ExistingSet
    from puzzlebook.class_lists.class_list import ClassList


T = TypeVar("T")

_NEW_MAZE = (
    "without its set's seed this is a new maze; to reprint an old one, add "
    "--seed with the seed in that set's manifest.json"
)
"""A note on a single sheet made without its class set."""


@dataclass(frozen=True)
class Book:
    """A finished book: its folder, and notes.

    columns: the columns read from its class list, if any. draft: the manifest of a dry run, which
    writes no files.
    """

    folder: Path
    remarks: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    draft: Mapping[str, Any] | None = field(default=None, repr=False)

    @cached_property
    def manifest(self) -> Mapping[str, Any]:
        """The manifest without its last line, `self`; read on first use."""
        if self.draft is not None:
            return self.draft
        content: dict[str, Any] = json.loads((self.folder / MANIFEST).read_bytes())
        del content["self"]
        return content

    @property
    def pdf(self) -> Path:
        """The file to open first: the booklet, else the book, else the screen PDF.

        Refused after a dry run, which writes no files.
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

    book: the name of a book in `templates/books/`, or the path of a recipe. seed: overrides the
    recipe's seed; without either, a new seed is chosen. names: the path of a class list (CSV or
    .xlsx), which gives one worksheet per pupil; the set is named after the list unless `name` is
    given. name_column: the title of the list's name column. mazes: the total number. pages: fill
    this many pages. Give at most one of these, and neither with names. overrides: mapping from
    recipe keys to values, such as {"book.title": "…"}. sets: the same, as KEY=VALUE texts.
    progress: called with the task, the amount done, and the total. dry_run: draw every maze but
    write nothing; the manifest describes the book, and there is no `pdf`.

    jobs: the number of processes, which does not affect the book; None chooses it. Where processes
    cannot be forked (outside Linux, or with threads), each imports the main module again, so
    protect it with `if __name__ == "__main__":`.

    Raises `Refused` if the request is invalid, and `Unfinished` if it could not be carried out.
    Either way, existing files are unchanged.
    """
    expect_types(
        book=(book, PATH),
        seed=(seed, str | int | None),
        output=(output, PATH),
        name=(name, str | None),
        names=(names, PATH | None),
        mazes=(mazes, int | None),
        pages=(pages, int | None),
        force=(force, bool),
        overrides=(overrides, Mapping | None),
        sets=(sets, list | tuple),
        progress=(progress, Callable),
        jobs=(jobs, int | None),
        dry_run=(dry_run, bool),
        name_column=(name_column, str | None),
    )
    for key in overrides or ():
        expect_types(overrides=(key, str))
    for text in sets:
        expect_types(sets=(text, str))
    request = MakeRequest(
        book=read_path(book, "book"),
        given=_collect_overrides(overrides or {}, seed, name, mazes, pages),
        sets=sets,
        names=None if names is None else Path(read_path(names, "--names")),
        pages=pages,
        output=Path(read_path(output, "output")),
        force=force,
        progress=progress,
        jobs=jobs,
        dry_run=dry_run,
        name_column=name_column,
    )
    return fulfil_request(request)


def fulfil_request(request: MakeRequest) -> Book:
    """Make the book of a request; with a list, make a worksheet for each row."""
    if request.given.get("level") is not None:
        from puzzlebook.verbs.level_sets import adapt_level

        request = adapt_level(request)
    made, notes = make_where_possible(request, _fulfil)
    return replace(made, remarks=(*notes, *made.remarks))


def _fulfil(request: MakeRequest) -> Book:
    if request.names is None:
        return _make_book(request)
    from puzzlebook.class_lists.row_faults import blame_rows

    class_list = _read_list(request)
    with blame_rows(class_list.rows, f"--names: {request.names}"):
        made = _make_book(_add_pupils(request, class_list))
    return replace(
        made, remarks=(*class_list.remarks, *made.remarks), columns=tuple(class_list.columns)
    )


def make_where_possible(
    request: MakeRequest, make: Callable[[MakeRequest], T]
) -> tuple[T, list[str]]:
    """Make a book, limiting options for the whole book to the sections that support them and
    enlarging mazes for a list of questions. Return the book and remarks on these changes."""
    try:
        return make(request), []
    except Refused as refused:
        if not any("section." in fault.where for fault in refused.faults):
            raise
        if any(fault.where.endswith(".questions") for fault in refused.faults):
            from puzzlebook.verbs.room_for_questions import make_with_other_mazes

            if made := make_with_other_mazes(request, make, refused):
                return made
        from puzzlebook.verbs.able_sections import make_in_supporting_sections

        return make_in_supporting_sections(request, make, refused)


def try_request(request: MakeRequest) -> None:
    """Refuse a request that would be refused before its first maze is drawn; write nothing."""
    make_where_possible(request, _try)


def _try(request: MakeRequest) -> None:
    from puzzlebook.class_lists.row_faults import blame_rows

    rows: Sequence[int] = ()
    if request.names is not None:
        if request.load_recipe().recipe.worksheet is None:
            return  # a book for each name: the whole list is checked elsewhere
        class_list = _read_list(request)
        request, rows = _add_pupils(request, class_list), class_list.rows
    with blame_rows(rows, f"--names: {request.names}"):
        request, loaded, _ = _load_recipe(request)
        loaded, order = _settle(request, loaded)
        if order.recipe.worksheet is not None:
            draw_order(order, ignore_progress)
        if not request.dry_run:
            folder = request.output / loaded.name
            shelf.check_free(folder, request.force, "")


def _read_list(request: MakeRequest) -> ClassList:
    """Read the class list of a request."""
    if request.pages is not None or request.given.get("mazes") is not None:
        what = "already sets the number of mazes"
        raise refuse("--names", what, "leave out --mazes and --pages")
    from puzzlebook.class_lists.class_list import read_class_list

    return read_class_list(Path(request.names or ""), name_column=request.name_column)


def _add_pupils(request: MakeRequest, class_list: ClassList) -> MakeRequest:
    """Return the request with the pupils of its list, with surnames if these decide the order."""
    assert request.names is not None
    name = request.given.get("name") or request.names.stem
    worksheet = request.load_recipe().recipe.worksheet
    is_by_surname = worksheet is not None and worksheet.order == "surname"
    pupils = class_list.pupils_with_surnames if is_by_surname else class_list.pupils
    return replace(request, given={**request.given, "pupil": pupils, "name": name})


def _collect_overrides(
    overrides: Mapping[str, object],
    seed: str | int | None,
    name: str | None,
    mazes: int | None,
    pages: int | None,
) -> dict[str, object]:
    """Return the overrides, including the values that have their own arguments. `pages` cancels the
    number of mazes among the overrides."""
    if pages is not None and "mazes" in overrides:
        overrides = {**overrides, "mazes": None}  # keep its position, on which book codes depend
    given = {"seed": None if seed is None else tidy_seed(str(seed)), "name": name, "mazes": mazes}
    return {**overrides, **{key: value for key, value in given.items() if value is not None}}


def _make_book(request: MakeRequest) -> Book:
    """Make the book of a recipe, with the changes that the request specifies."""
    request, loaded, notes = _load_recipe(request)
    folder = request.output / loaded.name
    if (made := _replace_sheet(request, loaded, folder)) is not None:
        return made
    if loaded.recipe.worksheet and loaded.recipe.worksheet.only and not loaded.recipe.seed:
        notes.append(_NEW_MAZE)
    loaded, order = _settle(request, loaded)
    if request.dry_run:
        made = _draft_book(order, folder, request.progress, request.jobs)
    else:
        command = other_command(request, folder)
        made = bind(order, folder, request.progress, request.force, command, request.jobs)
    notes += [*loaded.remarks, *compare_editions(request, order.recipe)]
    notes += compare_volumes(order.recipe, request.output, made.manifest["mazes"])
    if order.printer.is_for_sale and order.recipe.worksheet is None:
        from puzzlebook.verbs.shop_notes import list_shop_notes

        notes += list_title_notes(order.recipe, request.output)
        is_length_chosen = bool(request.pages or request.given.get("mazes"))
        stars = [maze["stars"] for maze in made.manifest["mazes"] if maze["stars"]]
        outlines = [
            str(maze["silhouette"]).partition(".")[0]
            for maze in made.manifest["mazes"]
            if maze.get("silhouette") and not maze.get("stage")
        ]
        pages = made.manifest["pages"]
        notes += list_shop_notes(order, pages, is_length_chosen, stars, outlines)
    return replace(made, remarks=(*notes, *made.remarks))


def _load_recipe(request: MakeRequest) -> tuple[MakeRequest, Loaded, list[str]]:
    """Load the recipe. Loose sheets without a name or seed get a new folder; earlier ones are kept.

    Return the request, the recipe, and notes, for example if the folder has changed.
    """
    loaded = request.load_recipe()
    notes = _note_certificate(request, loaded)
    folder, recipe = request.output / loaded.name, loaded.recipe
    is_unnamed = loaded.template == LOOSE_SHEETS and not (recipe.name or recipe.seed)
    if not is_unnamed or request.force or not os.path.lexists(folder):
        return request, loaded, notes
    free = find_free_folder(folder)
    note = f"{folder} was made earlier and is kept: these sheets are in {free}"
    request = replace(request, given={**request.given, "name": free.name})
    return request, request.load_recipe(), [*notes, note]


def _note_certificate(request: MakeRequest, loaded: Loaded) -> list[str]:
    """Refuse a request for a certificate with worksheets. If the recipe itself asks for one, return
    a note instead, so that the recipes of older sets still work."""
    if loaded.recipe.worksheet is None or not loaded.recipe.book.certificate:
        return []
    if "certificate=true" in format_overrides(request.given, request.sets):
        allowed = (
            "a book has one: make ages-7-8 --child NAME --certificate or, for each name of a "
            'list, make ages-7-8 --names LIST --title "For {name}" --certificate'
        )
        raise refuse("book.certificate", "worksheets have no certificate", allowed)
    return ["worksheets have no certificate, though the recipe asks for one"]


def _settle(request: MakeRequest, loaded: Loaded) -> tuple[Loaded, Order]:
    """Settle a recipe and, if the request states pages, its number of mazes."""
    order = settle(decide_seed(loaded), loaded.folder)
    if request.pages is not None:
        mazes = count_mazes_for(order, request.pages, request.jobs)
        filling = {"seed": order.seed, "mazes": mazes}
        request = replace(request, given={**request.given, **filling}, pages=None)
        loaded = request.load_recipe()
        order = settle(decide_seed(loaded), loaded.folder)
    return loaded, _add_code(order, request, loaded)


def _add_code(order: Order, request: MakeRequest, loaded: Loaded) -> Order:
    code = make_book_code(order.recipe, order.assets, loaded, request.given, request.sets)
    return replace(order, code=code)


def _replace_sheet(request: MakeRequest, loaded: Loaded, folder: Path) -> Book | None:
    """Make the requested sheets again in an existing class set.

    None if no sheets are requested, no set exists, or the set has no other sheets.
    """
    worksheet = loaded.recipe.worksheet
    if worksheet is None or not worksheet.only:
        return None
    from puzzlebook.books.classes import one_sheet

    restore_notes = [] if request.dry_run else shelf.tidy_shelf(folder)
    if (existing_set := one_sheet.find_class_set(folder)) is None:
        shelf.check_no_list(folder)
        return None
    recipe = loaded.recipe.model_copy(update={"seed": loaded.recipe.seed or existing_set.book.seed})
    whole_set = loaded._replace(recipe=one_sheet.restore_whole_set(recipe))
    order = _add_code(settle(decide_seed(whole_set), loaded.folder), request, loaded)
    numbers = one_sheet.find_numbers(order, worksheet.only)
    if existing_set.has_only(numbers):
        return None
    one_sheet.check_same_set(existing_set, order, numbers)
    if request.dry_run:
        sheet = settle(decide_seed(loaded._replace(recipe=recipe)), loaded.folder)
        return _draft_book(sheet, folder, request.progress, request.jobs)
    made = _bind_sheet(order, existing_set, numbers, request)
    return replace(made, remarks=(*restore_notes, *loaded.remarks, *made.remarks))


def _bind_sheet(
    order: Order, existing_set: ExistingSet, numbers: Collection[int], request: MakeRequest
) -> Book:
    """Make these sheets of an order's class set again, in the existing set."""
    from puzzlebook.books.classes.one_sheet import list_replaced_files, make_set_manifest

    folder = existing_set.book.folder
    with open_pool(choose_jobs(request.jobs, estimate_work([order]))) as pool:
        lay_out = draw_order(order, request.progress, pool)
        with shelf.create_folder(folder) as new:
            plan = _write_files(order, new, lay_out, request.progress)
            going = list_replaced_files(existing_set, plan, new.sums, numbers)
            manifest = make_set_manifest(existing_set, plan, new, going)
            new.write_pieces(MANIFEST, write_manifest_pieces(manifest))
            new.keep_rest(existing_set.before, going)
            request.progress("writing the PDF", plan.pages, plan.pages)
            pool.end()
    sheets = f"sheet{'s' * (len(numbers) > 1)} {', '.join(map(str, sorted(numbers)))}"
    note = f"{folder} is kept, with {sheets} made again; the files of other sheets are unchanged"
    return Book(folder, (*pool.remarks, note, *new.remarks, *list_remarks(plan)))


def bind(
    order: Order,
    folder: Path,
    progress: Progress,
    force: bool,
    command: str,
    jobs: int | None = None,
) -> Book:
    """Make an order's book in a folder, which must be free or, with force, one of ours.

    command: suggested if the folder is taken. jobs: the number of processes; None chooses it. The
    folder is checked last, just before the first maze is drawn.
    """
    restore_notes: list[str] = []

    def check_folder() -> None:
        restore_notes.extend(shelf.check_free(folder, force, command))

    with open_pool(choose_jobs(jobs, estimate_work([order]))) as pool:
        lay_out = draw_order(order, progress, pool, check_folder)
        old = shelf.find_additions(folder)
        with shelf.create_folder(folder, force, command) as new:
            plan = write_book(order, new, lay_out, progress)
            progress("writing the PDF", plan.pages, plan.pages)
            pool.end()  # slow and interruptible, so done before the book is moved into place
    notes = (*restore_notes, *pool.remarks, *new.remarks, *list_remarks(plan))
    return Book(folder, (*notes, *report_losses(folder, old, plan.pages)))


def write_book(
    order: Order, new: NewFolder, lay_out: Callable[[SaveFiles | None], Plan], progress: Progress
) -> Plan:
    """Write all files of a book to a new folder, and return its plan."""
    plan = _write_files(order, new, lay_out, progress)
    new.write_pieces(MANIFEST, write_manifest_pieces(make_manifest(plan, new.sums, new.contents)))
    return plan


def _write_files(
    order: Order, new: NewFolder, lay_out: Callable[[SaveFiles | None], Plan], progress: Progress
) -> Plan:
    """Write all files of a book except its manifest, and return its plan."""
    saver = _PictureSaver(order, new, progress) if order.recipe.svg else None
    plan = lay_out(saver)

    def report_pages(pages: Iterable[Page]) -> Iterator[Page]:
        for number, page in enumerate(pages, 1):
            yield page
            if saver is None or saver.is_done:
                progress("writing the PDF", min(number, plan.pages), plan.pages)

    for printout in plan.printouts:
        pages = report_pages(printout.pages())
        new.write_pdf(printout.name, write_pdf_pieces(pages, printout.about))
    if order.recipe.svg_pages:
        from puzzlebook.verbs.page_svgs import draw_pages

        for name, content in draw_pages(plan):
            new.write(name, content)
    for name, content in order.assets.items():
        new.write(name, content)
    new.write("recipe.toml", write_book_recipe(order, restore_comment(make_restore())))
    return plan


def _draft_book(order: Order, folder: Path, progress: Progress, jobs: int | None) -> Book:
    """Draw all mazes of an order but write nothing."""
    with open_pool(choose_jobs(jobs, estimate_work([order]))) as pool:
        plan = draw_order(order, progress, pool)(None)
        manifest = make_manifest(plan, {}, {})
        mazes = list(manifest["mazes"])
    return Book(folder, (*pool.remarks, *list_remarks(plan)), draft={**manifest, "mazes": mazes})


def draw_order(
    order: Order,
    progress: Progress,
    pool: WorkerPool = ALONE,
    before_drawing: Callable[[], None] = lambda: None,
) -> Callable[[SaveFiles | None], Plan]:
    """Draw the mazes of a book or a class set.

    Return a function that lays it out: called with a saver of SVG files or None, it returns the
    plan. before_drawing: called before the first maze, when the order can no longer be refused.
    """
    numbers = count(1)

    def report_drawn() -> None:
        progress("drawing mazes", next(numbers), order.mazes)

    if order.recipe.worksheet is None:
        return plan_book(order, report_drawn, pool, before_drawing)
    from puzzlebook.books.classes.class_plan import plan_class_set

    return plan_class_set(order, report_drawn, pool, before_drawing)


class _PictureSaver:
    """Writes the SVG files of entries, and reports progress. is_done: whether it wrote those of the
    last entry."""

    def __init__(self, order: Order, new: NewFolder, progress: Progress) -> None:
        self._mazes, self._new, self._progress = order.mazes, new, progress
        self.is_done = False

    def __call__(self, entry: Entry, files: Sequence[bytes]) -> None:
        for name, content in zip(entry.svg, files, strict=True):
            self._new.write(name, content)
        self._progress("writing pictures", entry.number, self._mazes)
        self.is_done = entry.number == self._mazes


def count_mazes_for(order: Order, pages: int, jobs: int | None) -> int:
    """Return the number of mazes that fill this many pages."""
    if order.recipe.worksheet is not None:
        what = "cannot be used for worksheets"
        raise refuse("--pages", what, "use --mazes, or a list with --names")
    with open_pool(choose_jobs(jobs, estimate_work([order]))) as pool:
        fit_ahead([order], pool)
    return find_mazes_that_fill(order, pages)


def other_command(request: MakeRequest, folder: Path) -> str:
    """Return a command that makes the book in the first free numbered folder beside this one."""
    words = drop_set_option(request.words, "name")
    return shell_line(*set_option(words, NAME, find_free_folder(folder).name))
