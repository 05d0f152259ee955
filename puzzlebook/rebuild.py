"""Making a book again, from its code, its manifest or its PDF, and saying how the new one compares with the old.

Nothing is made silently different: the recipe's fingerprint must be the one that the code carries.
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path

from puzzlebook.arguments import Progress, silent
from puzzlebook.books.classes.file_names import file_stem
from puzzlebook.books.finishing import FinishedMaze
from puzzlebook.books.plan import Plan, plain_document
from puzzlebook.faults import Fault, Refused, Unfinished, refuse
from puzzlebook.make import Book, bind, drawn_order
from puzzlebook.paper.pdf.writer import pdf_bytes
from puzzlebook.recipes.book_codes import BookCode, differences, recipe_of
from puzzlebook.recipes.files import load, seeded
from puzzlebook.recipes.order import Order, settle
from puzzlebook.recipes.reading import read
from puzzlebook.recipes.recipe import Recipe
from puzzlebook.recipes.sources import RECIPE_FILE, Source, source_of
from puzzlebook.recipes.writing import tables
from puzzlebook.shelf.folder import check_free
from puzzlebook.shelf.placing import put_alone
from puzzlebook.wish import DEFAULT_SHELF


@dataclass(frozen=True)
class Comparison:
    """How a book that was made again compares with what is known of the old one.

    versions: those that differ, as (then, now). mazes, files: how many were compared, and which are not the same.
    """

    versions: Mapping[str, tuple[str | None, str | None]]
    mazes: int
    other_mazes: tuple[int, ...]
    files: int
    other_files: tuple[str, ...]

    @property
    def identical(self) -> bool:
        """Whether all that could be compared is the same, and something could be."""
        return bool(self.files) and not (self.other_files or self.other_mazes)


@dataclass(frozen=True)
class Remade:
    """A sheet that was made again: its file, and the codes of its mazes by their numbers.

    compared: whether a manifest said which mazes they were; then they are the same. pages: those of the book on which
    they stand, by their numbers; none for sheets.
    """

    path: Path
    codes: Mapping[int, str]
    compared: bool
    remarks: tuple[str, ...]
    pages: Mapping[int, int]


@dataclass(frozen=True)
class Rebuilt:
    """A book that was made again. comparison: None where nothing but the code was known of the old one."""

    book: Book
    comparison: Comparison | None
    remarks: tuple[str, ...]


def rebuild(
    source: str,
    *,
    recipe: str | None = None,
    names: Path | None = None,
    name_column: str | None = None,
    output: str | os.PathLike[str] = DEFAULT_SHELF,
    force: bool = False,
    progress: Progress = silent,
) -> Rebuilt:
    """Make a book again, in `output/NAME`.

    source: a book code, or the path of a manifest or a PDF. recipe: the path of the book's recipe, where the code does
    not tell it; names: its class list, where the recipe has none; name_column: the title of that list's column of
    names, where it is not to be looked for. Raises as `make_book` does.
    """
    known = source_of(source)
    order, remarks = order_of(known, recipe, names, name_column)
    folder = Path(output) / order.name
    elsewhere = shlex.join(["puzzlebook", "rebuild", source, "-o", _free(output)])
    put_back = check_free(folder, force, elsewhere)
    book = bind(order, folder, progress, force, elsewhere)
    return Rebuilt(book, _compared(known, book), (*put_back, *known.remarks, *remarks, *book.remarks))


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
    progress: Progress = silent,
) -> Remade:
    """Make one sheet of a book again, with its answer, as a PDF of its own: `output/NAME-17.pdf`.

    which: the number of a maze or, in a class set, a pupil's name; page: in its place, the number of the page that the
    maze stands on. Unfinished, and nothing is written, where it is not the maze that the manifest says.
    """
    known = source_of(source)
    order, remarks = order_of(known, recipe, names, name_column)
    if page is not None:
        which = _maze_on(order, page, progress)
    assert which is not None
    path = Path(output) / f"{order.name}-{file_stem(which, set())}.pdf"
    if os.path.lexists(path) and not (force and path.is_file()):
        raise refuse(str(path), "is there already", "--force replaces a file, or -o another folder")
    plan, mazes = _plan_of_one(order, which, progress)
    for number, maze in mazes.items():
        if known.digests and known.digests.get(number, maze.digest.hex()) != maze.digest.hex():
            what = f"maze {number} is not the one that the manifest names by its digest"
            raise Unfinished(Fault(known.where, what, "nothing was written"))
    put_alone(path, pdf_bytes(plan.alone(min(mazes)), plain_document(order)), free=not force)
    codes = {number: maze.code for number, maze in mazes.items()}
    pages = {number: plan.puzzles.pages[number] for number in mazes} if order.recipe.worksheet is None else {}
    return Remade(path, codes, known.digests is not None, (*known.remarks, *remarks), pages)


def _maze_on(order: Order, page: int, progress: Progress) -> str:
    """The number of the first maze on a page of a book."""
    if order.recipe.worksheet is not None:
        raise refuse("--page-number", "is for books; a sheet is found by its name or number", "--only")
    plan = drawn_order(order, progress)(None)
    found = [number for number, at in plan.puzzles.pages.items() if at == page]
    if not found:
        answers = [str(number) for number, at in plan.answers.pages.items() if at == page]
        what = f"page {page} has no maze" + (f" but the answers to {', '.join(answers)}" if answers else "")
        pages = plan.puzzles.pages.values()
        raise refuse("--page-number", what, f"the pages of mazes, {min(pages)} to {max(pages)}; a maze's own is --only")
    return str(min(found))


def _plan_of_one(order: Order, which: str, progress: Progress) -> tuple[Plan, Mapping[int, FinishedMaze]]:
    """The plan of the book, or of what is asked for of a class set, and the mazes asked for, by their numbers."""
    recipe = order.recipe
    if recipe.worksheet is not None:
        alone = recipe.worksheet.model_copy(update={"only": which, "key": "inside", "made": False})
        order = replace(order, recipe=recipe.model_copy(update={"worksheet": alone}))
    elif not which.isdecimal() or not 1 <= int(which) <= order.mazes:
        what = f"there is no maze {which!r} in this book"
        raise refuse("--only", what, f"allowed: 1 to {order.mazes}; a page's number goes to --page-number")
    plan = drawn_order(order, progress)(None)
    numbers = plan.entries if recipe.worksheet is not None else [int(which)]
    return plan, {number: plan.entries[number].maze for number in numbers}


def _free(output: str | os.PathLike[str]) -> str:
    """A shelf beside this one that is not there yet."""
    numbered = (f"again-{number}" if number > 1 else "again" for number in count(1))
    return next(name for name in numbered if not os.path.lexists(name) and Path(name) != Path(output))


def order_of(
    source: Source, recipe_file: str | None = None, names: Path | None = None, name_column: str | None = None
) -> tuple[Order, list[str]]:
    """What is to be made, and what is good to know of it; refused unless it is the very recipe of the source's code."""
    code, where = source.code, source.where
    recipe, folder, changed, allowed = _recipe_of(source, recipe_file)
    candidates = [recipe] if names is None else _with_names(recipe, names, name_column)
    for candidate in candidates:
        order = settle(candidate, folder)
        found = order.code.fingerprint
        if code is None or found == code.fingerprint:
            break
    if code is not None and found != code.fingerprint:
        if order.recipe.worksheet and not order.recipe.pupils:
            allowed = f"{allowed}; or --names with the class list, if there was one"
        raise refuse(where, f"{changed}: its fingerprint is {found}, not {code.fingerprint}", allowed)
    remarks: list[str] = []
    if code is not None and code.template and (recipe_file or source.recipe):
        remarks += _changes_of_template(code, order.recipe)
    return replace(order, code=code or order.code), remarks


def _with_names(recipe: Recipe, names: Path, name_column: str | None) -> list[Recipe]:
    """The recipe with a class list: as it is called itself, and as `make` calls it, which is as its list."""
    from puzzlebook.recipes.class_lists import read_class_list

    rows = {**tables(recipe), "pupil": read_class_list(names, name_column=name_column).pupils}
    return [read({**rows, "name": name}) for name in dict.fromkeys([recipe.name, names.stem])]


def _recipe_of(source: Source, recipe_file: str | None) -> tuple[Recipe, Path, str, str]:
    """The settled recipe of a source, the folder of its files, and what is wrong if it is not that of the code: what
    has changed, and what would do."""
    code, where = source.code, source.where
    if recipe_file is None and source.recipe is None and not (code and code.template):
        recipe_file = _beside(source)
    if recipe_file is not None:
        loaded = load(recipe_file, {"seed": code.seed} if code and code.seed else {})
        what = f"{recipe_file} is not the recipe of this code"
        return seeded(loaded), loaded.folder, what, "the recipe.toml in the book's own folder"
    if source.recipe is not None:
        what = "its recipe, or a file that it names, was changed"
        return source.recipe, source.folder, what, "another copy of the book's folder"
    if code is not None and code.template:
        what = f"the template {code.template!r} is not what it was when the code was printed, or the code has a slip"
        return recipe_of(code, where), Path(), what, "--recipe with the recipe.toml of the book"
    raise refuse(where, "the code in it is made again with the book's recipe", "--recipe with its recipe.toml")


def _beside(source: Source) -> str | None:
    """The recipe that lies beside a PDF."""
    path = source.folder / RECIPE_FILE
    return str(path) if source.pdf is not None and path.is_file() else None


def _changes_of_template(code: BookCode, recipe: Recipe) -> Iterator[str]:
    """What a book's template gives otherwise today."""
    try:
        today = recipe_of(code)
    except Refused as refused:
        yield str(refused.faults[0])
        return
    for line in differences(recipe, today):
        yield f"the template {code.template} has changed: {line}; the book is made as it was"


def _compared(source: Source, book: Book) -> Comparison | None:
    if source.files is None and source.pdf is None:
        return None
    now = book.manifest
    files = source.files or {}
    if source.pdf is not None:
        same = (name for name, total in now["files"].items() if total == source.pdf)
        files = {next(same, book.pdf.name): source.pdf}
    made = {name: total for name, total in now["files"].items() if name in files}
    digests = {maze["number"]: maze["digest"] for maze in now["mazes"]}
    then = source.digests or {}
    new = now["versions"]
    old = source.versions if source.versions is not None else new
    return Comparison(
        versions={
            name: (old.get(name), new.get(name))
            for name in dict.fromkeys([*old, *new])
            if old.get(name) != new.get(name)
        },
        mazes=len(then),
        other_mazes=tuple(number for number, digest in then.items() if digests.get(number) != digest),
        files=len(made),
        other_files=tuple(name for name, total in made.items() if files[name] != total),
    )
