"""Making a book again from its code, manifest or PDF, and comparing it with the old one.

Nothing changes silently: the recipe's fingerprint must match that in the code.
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from puzzlebook.books.classes.file_names import choose_file_stem
from puzzlebook.books.planning.finishing import FinishedMaze
from puzzlebook.books.planning.plan import Plan, make_document
from puzzlebook.books.planning.restoring import PROGRAM, Restore, restore_command
from puzzlebook.ground.arguments import Progress, ignore_progress
from puzzlebook.ground.faults import Fault, Refused, Unfinished, refuse
from puzzlebook.ground.shell_commands import OUTPUT, set_option, shell_line
from puzzlebook.ground.templates import releases, use_release
from puzzlebook.recipes.book_codes import BookCode, list_differences, resolve_code
from puzzlebook.recipes.files import decide_seed, load
from puzzlebook.recipes.order import Order, settle
from puzzlebook.recipes.reading import read_tables
from puzzlebook.recipes.recipe import Recipe
from puzzlebook.recipes.sources import RECIPE_FILE, Source, read_source
from puzzlebook.recipes.writing import recipe_tables
from puzzlebook.shelf.placing import Place, check_place, put_alone
from puzzlebook.typesetting.pdf.writer import write_pdf
from puzzlebook.verbs.make import Book, bind, draw_order
from puzzlebook.verbs.request import DEFAULT_SHELF


@dataclass(frozen=True)
class Comparison:
    """The comparison of a remade book with what is known of the old one.

    versions: mapping from names to the versions that differ, as (then, now). mazes, files: the
    number compared. other_mazes, other_files: those that differ. recompressed: differing files
    whose content is the same, compressed by another deflate library. restore: the command that
    makes the same bytes, if different versions of the program or a library changed them.
    """

    versions: Mapping[str, tuple[str | None, str | None]]
    mazes: int
    other_mazes: tuple[int, ...]
    files: int
    other_files: tuple[str, ...]
    recompressed: tuple[str, ...] = ()
    restore: Restore | None = None

    @property
    def identical(self) -> bool:
        """Whether there was something to compare, and all of it is the same byte for byte."""
        return bool(self.files) and not (self.other_files or self.other_mazes)

    @property
    def has_same_content(self) -> bool:
        """Whether there was something to compare, and all of it is the same once decompressed."""
        return (
            bool(self.files)
            and not self.other_mazes
            and len(self.other_files) == len(self.recompressed)
        )


@dataclass(frozen=True)
class Remade:
    """A remade sheet: its file, and its mazes' codes by maze number.

    compared: whether a manifest stated the mazes, in which case they are the same. pages: mapping
    from maze numbers to pages; empty for worksheets.
    """

    path: Path
    codes: Mapping[int, str]
    compared: bool
    remarks: tuple[str, ...]
    pages: Mapping[int, int]


@dataclass(frozen=True)
class Rebuilt:
    """A remade book. comparison: None if only the old book's code was known. release: the release
    whose templates made the book; None for the current templates."""

    book: Book
    comparison: Comparison | None
    remarks: tuple[str, ...]
    release: str | None = None


class SourceAndOrder(NamedTuple):
    """A source, with what is known of its book, the order that remakes the book, and remarks.

    release: the release whose templates are needed; None for the current templates.
    """

    known: Source
    order: Order
    remarks: tuple[str, ...]
    release: str | None = None


def rebuild(
    source: str,
    *,
    recipe: str | None = None,
    names: Path | None = None,
    name_column: str | None = None,
    output: str | os.PathLike[str] = DEFAULT_SHELF,
    force: bool = False,
    progress: Progress = ignore_progress,
    jobs: int | None = None,
    typed: Sequence[str] = (),
) -> Rebuilt:
    """Make a book again, in `output/NAME`.

    source: a book code, or the path of a manifest or PDF. recipe: the path of the book's recipe, if
    the code does not imply it. names: its class list, if the recipe has none. name_column: the
    title of the list's name column; None to guess it. jobs: the number of processes; None for as
    many as are worthwhile. typed: the words of the command line, for a suggested command. Raises
    the exceptions of `make_book`.
    """
    known, order, remarks, release = find_order(source, recipe, names, name_column)
    folder = Path(output) / order.name
    elsewhere = _elsewhere(source, output, typed)
    with use_release(release):
        # Processes that are not forked would read the current templates.
        book = bind(order, folder, progress, force, elsewhere, jobs=1 if release else jobs)
    restore = _make_restore(known, book, source, _find_free_name(output))
    return Rebuilt(book, _compare(known, book, restore), (*remarks, *book.remarks), release)


def rebuild_one(
    source: str,
    which: str | None,
    *,
    page: int | None = None,
    recipe: str | None = None,
    names: Path | None = None,
    name_column: str | None = None,
    output: str | os.PathLike[str] = DEFAULT_SHELF,
    force: bool = False,
    progress: Progress = ignore_progress,
    typed: Sequence[str] = (),
) -> Remade:
    """Make one sheet of a book again, with its answer, as a separate PDF: `output/NAME-17.pdf`.

    which: the number of a maze or, in a class set, a pupil's name. page: alternatively, the number
    of the page that the maze is on. Raises `Unfinished` and writes nothing if the maze is not the
    one that the manifest states.
    """
    found = find_order(source, recipe, names, name_column)
    with use_release(found.release):
        made_from = [Path(each) for each in (source, recipe, names) if each is not None]
        allowed = "choose another folder with -o, or add --force to replace it"
        place = Place(force, made_from, allowed, _elsewhere(source, output, typed))
        return _write_sheet(found, which, page, Path(output), place, progress)


def _write_sheet(
    found: SourceAndOrder,
    which: str | None,
    page: int | None,
    output: Path,
    place: Place,
    progress: Progress,
) -> Remade:
    known, order = found.known, found.order
    if page is not None:
        which = _find_maze_number(order, page, progress)
    assert which is not None
    path = output / f"{order.name}-{choose_file_stem(which, set())}.pdf"
    check_place([path], place)
    plan, mazes = _plan_one_maze(order, which, progress)
    for number, maze in mazes.items():
        if known.digests and known.digests.get(number, maze.digest.hex()) != maze.digest.hex():
            what = f"maze {number} is not the one that the manifest names by its digest"
            raise Unfinished(Fault(known.where, what, "nothing was written"))
    put_alone(path, write_pdf(plan.alone(min(mazes)), make_document(order)), place)
    codes = {number: maze.code for number, maze in mazes.items()}
    pages = (
        {number: plan.puzzles.pages[number] for number in mazes}
        if order.recipe.worksheet is None
        else {}
    )
    return Remade(path, codes, known.digests is not None, found.remarks, pages)


def _find_maze_number(order: Order, page: int, progress: Progress) -> str:
    """Return the number of the first maze on a page of a book."""
    if order.recipe.worksheet is not None:
        raise refuse(
            "--page-number", "is for books", "to choose a sheet by its name or number, use --only"
        )
    plan = draw_order(order, progress)(None)
    found = [
        number
        for placed in (plan.puzzles, plan.facing)
        for number, at in placed.pages.items()
        if at == page
    ]
    if not found:
        answers = [str(number) for number, at in plan.answers.pages.items() if at == page]
        what = f"page {page} has no maze" + (
            f" but the answers to {', '.join(answers)}" if answers else ""
        )
        pages = plan.puzzles.pages.values()
        raise refuse(
            "--page-number",
            what,
            f"the first maze is on page {min(pages)}, the last on page {max(pages)}; "
            "to choose by maze number, use --only",
        )
    return str(min(found))


def _plan_one_maze(
    order: Order, which: str, progress: Progress
) -> tuple[Plan, Mapping[int, FinishedMaze]]:
    """Return the plan of the book, or of the requested class sheets, and a mapping from numbers to
    the requested mazes."""
    recipe = order.recipe
    if recipe.worksheet is not None:
        alone = recipe.worksheet.model_copy(update={"only": which, "key": "inside", "made": False})
        order = replace(order, recipe=recipe.model_copy(update={"worksheet": alone}))
    elif not which.isdecimal() or not 1 <= int(which) <= order.mazes:
        what = f"there is no maze {which!r} in this book"
        raise refuse(
            "--only",
            what,
            f"allowed: 1 to {order.mazes}; to choose by page number, use --page-number",
        )
    plan = draw_order(order, progress)(None)
    numbers = plan.entries if recipe.worksheet is not None else [int(which)]
    return plan, {number: plan.entries[number].maze for number in numbers}


def _elsewhere(source: str, output: str | os.PathLike[str], typed: Sequence[str]) -> str:
    """Return the command that makes the book in a new output folder. typed: the user's words."""
    return shell_line(*set_option(typed or ("rebuild", source), OUTPUT, _find_free_name(output)))


def _find_free_name(output: str | os.PathLike[str]) -> str:
    """Return a free name for an output folder other than this one."""
    numbered = (f"again-{number}" if number > 1 else "again" for number in count(1))
    return next(
        name for name in numbered if not os.path.lexists(name) and Path(name) != Path(output)
    )


def find_order(
    source: str,
    recipe_file: str | None = None,
    names: Path | None = None,
    name_column: str | None = None,
) -> SourceAndOrder:
    """Return what to make from a source, and with which templates.

    If the current templates do not give the recipe of the code, the newest release whose templates
    do is used, as shown by the recipe's fingerprint. Refused if there is none.
    """
    try:
        return _find_by_templates(source, recipe_file, names, name_column)
    except Refused:
        for release in releases():
            with use_release(release), suppress(Refused):
                found = _find_by_templates(source, recipe_file, names, name_column)
                remark = (
                    f"the code is of release {release}: "
                    "the book is made from the templates of that release"
                )
                if found.known.code is not None:
                    return found._replace(remarks=(*found.remarks, remark), release=release)
        raise


def _find_by_templates(
    source: str, recipe_file: str | None, names: Path | None, name_column: str | None
) -> SourceAndOrder:
    """Return what to make with the active templates; refused unless these give exactly the recipe
    of the source's code."""
    known = read_source(source)
    code, where = known.code, known.where
    recipe, folder, changed, allowed = _resolve_recipe(known, recipe_file)
    recipes = [recipe]
    if code is not None and code.template and recipe_file is None and known.recipe is None:
        # Codes older than levels name none; their boards are those of that time.
        recipes.append(resolve_code(code, where, level=None))
    candidates = [
        candidate
        for recipe in recipes
        for candidate in ([recipe] if names is None else _add_names(recipe, names, name_column))
    ]
    for candidate in candidates:
        order = settle(candidate, folder)
        found = order.code.fingerprint
        if code is None or found == code.fingerprint:
            break
    if code is not None and found != code.fingerprint:
        if order.recipe.worksheet and not order.recipe.pupils:
            allowed = f"{allowed}; or --names with the class list, if there was one"
        raise refuse(
            where, f"{changed}: its fingerprint is {found}, not {code.fingerprint}", allowed
        )
    changes: Iterator[str] = iter(())
    if code is not None and code.template and (recipe_file or known.recipe):
        changes = _list_template_changes(code, order.recipe)
    return SourceAndOrder(
        known, replace(order, code=code or order.code), (*known.remarks, *changes)
    )


def _add_names(recipe: Recipe, names: Path, name_column: str | None) -> list[Recipe]:
    """Return the recipe with a class list, under two names: its own, and its list's, as `make`
    would name it."""
    from puzzlebook.class_lists.class_list import read_class_list

    rows = {
        **recipe_tables(recipe),
        "pupil": read_class_list(names, name_column=name_column).pupils,
    }
    return [
        read_tables({**rows, "name": name}) for name in dict.fromkeys([recipe.name, names.stem])
    ]


def _resolve_recipe(source: Source, recipe_file: str | None) -> tuple[Recipe, Path, str, str]:
    """Return the settled recipe of a source, the folder of its files and, for a recipe that does
    not match the code, what has changed and what would help."""
    code, where = source.code, source.where
    if recipe_file is None and source.recipe is None and not (code and code.template):
        recipe_file = _find_recipe(source)
    if recipe_file is not None:
        loaded = load(recipe_file, {"seed": code.seed} if code and code.seed else {})
        what = f"{recipe_file} is not the recipe of this code"
        return decide_seed(loaded), loaded.folder, what, "the recipe.toml in the book's own folder"
    if source.recipe is not None:
        what = "its recipe, or a file that it names, was changed"
        return source.recipe, source.folder, what, "another copy of the book's folder"
    if code is not None and code.template:
        what = (
            f"the template {code.template!r} has changed since the code was printed, "
            "or the code has a typo"
        )
        return resolve_code(code, where), Path(), what, "--recipe with the recipe.toml of the book"
    raise refuse(
        where,
        "its code needs the book's recipe",
        "add --recipe with its recipe.toml",
        need="recipe",
    )


def _find_recipe(source: Source) -> str | None:
    """Return the path of the recipe beside a PDF, if any."""
    path = source.folder / RECIPE_FILE
    return str(path) if source.pdf is not None and path.is_file() else None


def _list_template_changes(code: BookCode, recipe: Recipe) -> Iterator[str]:
    """Yield the differences between the current template of a book and the one it was made from."""
    try:
        today = resolve_code(code)
    except Refused as refused:
        yield str(refused.faults[0])
        return
    for line in list_differences(recipe, today):
        yield f"the template {code.template} has changed: {line}; the book is made as it was"


def _make_restore(source: Source, book: Book, source_name: str, output: str) -> Restore | None:
    """Return the command that makes exactly the book of a source; None if the current versions make
    it too, or if the original versions are unknown."""
    then, now = source.versions or {}, book.manifest["versions"]
    command = restore_command(then, shlex.quote(source_name), shlex.quote(output))
    if not command or command == restore_command(
        now, shlex.quote(source_name), shlex.quote(output)
    ):
        return None
    return Restore(then[PROGRAM] in releases(), command)


def _compare(source: Source, book: Book, restore: Restore | None) -> Comparison | None:
    if source.files is None and source.pdf is None:
        return None
    now = book.manifest
    files, contents = source.files or {}, source.contents or {}
    if source.pdf is not None:
        name = _name_of_pdf(source.pdf, now) or book.pdf.name
        files, contents = {name: source.pdf[0]}, {name: source.pdf[1]}
    made = {name: checksum for name, checksum in now["files"].items() if name in files}
    others = tuple(name for name, checksum in made.items() if files[name] != checksum)
    digests = {maze["number"]: maze["digest"] for maze in now["mazes"]}
    then = source.digests or {}
    return Comparison(
        versions=_other_versions(source.versions, now["versions"]),
        mazes=len(then),
        other_mazes=tuple(
            number for number, digest in then.items() if digests.get(number) != digest
        ),
        files=len(made),
        other_files=others,
        recompressed=tuple(
            name for name in others if contents.get(name, "") == now["content"].get(name)
        ),
        restore=restore if others else None,
    )


def _name_of_pdf(pdf: tuple[str, str | None], now: Mapping[str, Any]) -> str | None:
    """Return the manifest's name for a PDF with this checksum or content digest; None if there is
    no such file."""
    for sums, known in zip((now["files"], now["content"]), pdf, strict=True):
        if name := next((name for name, found in sums.items() if found == known), None):
            return str(name)
    return None


def _other_versions(
    then: Mapping[str, str] | None, now: Mapping[str, str]
) -> Mapping[str, tuple[str | None, str | None]]:
    """Return the versions that differ, as (then, now); empty if the old ones are unknown."""
    old = now if then is None else then
    pairs = {name: (old.get(name), now.get(name)) for name in dict.fromkeys([*old, *now])}
    return {name: pair for name, pair in pairs.items() if pair[0] != pair[1]}
