"""Making a book: from a recipe to a finished folder."""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path
from typing import Any

from puzzlebook.arguments import PATH, Progress, expect, number_text, path_text, silent
from puzzlebook.books.classes.files import class_pdfs
from puzzlebook.books.classes.sets import ClassSet, class_set
from puzzlebook.books.pagination import filled
from puzzlebook.books.plan import Plan, outline_of, pages_of, plan
from puzzlebook.books.records import manifest_of
from puzzlebook.books.remarks import remarks
from puzzlebook.books.setting import Entry
from puzzlebook.faults import refuse
from puzzlebook.mazes.seeds import tidy_seed
from puzzlebook.paper.pdf.document import Attachment, Document, Screen
from puzzlebook.paper.pdf.writer import pdf_bytes
from puzzlebook.pictures.labels import labels
from puzzlebook.pictures.svg import svg_texts
from puzzlebook.printers.profiles import printer_named
from puzzlebook.recipes.assets import with_files
from puzzlebook.recipes.book_codes import BookCode, code_of, head_of
from puzzlebook.recipes.class_lists import read_class_list
from puzzlebook.recipes.files import DEFAULT_BOOK, load, settled
from puzzlebook.recipes.ingredients import Ingredients
from puzzlebook.recipes.recipe import Recipe
from puzzlebook.recipes.writing import recipe_toml
from puzzlebook.shelf import folder as shelf
from puzzlebook.shelf.manifest import MANIFEST, manifest_text

DEFAULT_SHELF = "output"


@dataclass(frozen=True)
class Book:
    """A finished book: its folder, what its manifest says, and what is good to know about it."""

    folder: Path
    manifest: Mapping[str, Any] = field(repr=False)
    remarks: tuple[str, ...] = ()

    @property
    def pdf(self) -> Path:
        """The file to open first: what is to be printed or, without that, what is for the screen."""
        names = [f"{self.folder.name}{ending}.pdf" for ending in ("", "-screen")]
        return self.folder / next(name for name in names if name in self.manifest["files"])


@dataclass(frozen=True)
class Order:
    """What a book is to be made from: its settled recipe, what that names in files, and its code."""

    recipe: Recipe
    ingredients: Ingredients
    code: BookCode

    @property
    def name(self) -> str:
        """What the book's folder is called."""
        assert self.recipe.name is not None
        return self.recipe.name


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
    progress: Progress = silent,
) -> Book:
    """Make a book and put it in `output/NAME`.

    book: the name of a book in `templates/books/`, or a path to a recipe.
    seed: comes before the recipe's own; with neither, a fresh one is taken.
    names: the path of a class list (CSV), for a worksheet each; without a name the set is called as its list is.
    mazes: how many the whole book has; pages: as many as fill so many pages. One of the two, and neither with names.
    overrides: values by recipe key, such as {"book.title": "…"}; sets: the same as texts, KEY=VALUE.
    progress: called with what is being done, how much of it is done, and of how much.

    Raises `Refused` if the request is wrong, and `Unfinished` if it could not be carried out; either way all that was
    there before is untouched.
    """
    expect(book=(book, PATH), seed=(seed, str | int | None), output=(output, PATH), name=(name, str | None),
           names=(names, PATH | None), mazes=(mazes, int | None), pages=(pages, int | None), force=(force, bool),
           overrides=(overrides, Mapping | None), sets=(sets, list | tuple), progress=(progress, Callable))  # fmt: skip
    for key in overrides or ():
        expect(overrides=(key, str))
    for text in sets:
        expect(sets=(text, str))
    given = _given(dict(overrides or {}), seed, name, names, mazes, pages)
    return _made(path_text(book, "book"), given, sets, Path(path_text(output, "output")), pages, force, progress)


def _given(
    overrides: dict[str, object],
    seed: str | int | None,
    name: str | None,
    names: str | os.PathLike[str] | None,
    mazes: int | None,
    pages: int | None,
) -> dict[str, object]:
    """The overrides, with those that have an argument of their own."""
    given = overrides
    if seed is not None:
        given["seed"] = tidy_seed(number_text(seed, "seed"))
    if name is not None:
        given["name"] = name
    if mazes is not None:
        given["mazes"] = mazes
    if names is not None:
        path = Path(path_text(names, "--names"))
        given |= {"pupil": read_class_list(path), "name": given.get("name") or path.stem}
        if mazes is not None or pages is not None:
            raise refuse("--names", "says how many mazes there are", "leave out --mazes and --pages")
    if mazes is not None and pages is not None:
        raise refuse("--pages", "goes without --mazes", "one of the two")
    return given


def _made(
    book: str,
    given: dict[str, object],
    sets: Sequence[str],
    output: Path,
    pages: int | None,
    force: bool,
    progress: Progress,
) -> Book:
    """The book of a recipe, amended by what is given."""
    loaded = load(book, given, sets)
    folder = output / loaded.name
    shelf.check_free(folder, force, command=_other_command(book, folder))
    recipe, ingredients = with_files(settled(loaded), loaded.folder)
    if pages is not None:
        recipe = _filled(recipe, ingredients, pages)
        given["mazes"] = recipe.mazes
    code = code_of(recipe, ingredients.assets, loaded, given, sets)
    made = bind(Order(recipe, ingredients, code), folder, progress)
    return replace(made, remarks=(*loaded.remarks, *_page_remarks(given, recipe), *made.remarks))


def bind(order: Order, folder: Path, progress: Progress) -> Book:
    """Make the book of an order in this folder, which must be free or ours to replace."""
    planned = planned_of(order, progress)
    finished: dict[str, Any] = {}
    old_cover = shelf.pages_of_cover(folder)
    shelf.put(folder, _files(planned, order.name, order.ingredients.assets, progress, finished))
    return Book(folder, finished, (*remarks(planned), *_cover_remarks(folder, old_cover, planned.pages)))


def planned_of(order: Order, progress: Progress) -> Plan | ClassSet:
    """A book or a class set, every maze drawn."""
    total = order.recipe.mazes
    done = iter(range(1, total + 1))

    def drawn() -> None:
        progress("drawing mazes", next(done), total)

    planned = plan if order.recipe.worksheet is None else class_set
    return planned(order.recipe, order.ingredients, order.code, drawn)


def _filled(recipe: Recipe, ingredients: Ingredients, pages: int) -> Recipe:
    """The recipe with as many mazes as fill so many pages."""
    if recipe.worksheet is not None:
        raise refuse("--pages", "worksheets are not made by pages", "--mazes, or a list with --names")
    return filled(recipe, ingredients, pages)


def _page_remarks(given: Mapping[str, object], recipe: Recipe) -> Iterator[str]:
    """What a page that was asked for does to the mazes."""
    if given.get("page") and any(section.audience or recipe.audience for section in recipe.sections):
        yield "the grid follows the page, so on another page the same seed makes other mazes"


def _cover_remarks(folder: Path, old_pages: int | None, pages: int) -> Iterator[str]:
    """What became of the cover that the replaced book had. old_pages: how many pages it was made for."""
    if old_pages is not None:
        was = f"for {old_pages} pages, and the book has {pages}" if pages != old_pages else "for the book as it was"
        yield f"the old cover is gone: it was made {was} (try: {shlex.join(['puzzlebook', 'cover', str(folder)])})"


def _files(
    planned: Plan | ClassSet, name: str, assets: Mapping[str, bytes], progress: Progress, finished: dict[str, Any]
) -> Iterator[tuple[str, bytes]]:
    """Each file of the book with its name; `finished` becomes the manifest, which is the last of them."""
    sums: dict[str, str] = {}
    svg_names: dict[int, tuple[str, str | None]] = {}

    def noted(file: str, content: bytes) -> tuple[str, bytes]:
        sums[file] = sha256(content).hexdigest()
        return file, content

    recipe = planned.setting.recipe
    total = len(planned.entries)
    if recipe.svg:
        digits = max(3, len(str(total)))
        for entry in planned.entries:
            stem = f"svg/{entry.number:0{digits}}"
            pictures = _pictures(planned, entry)
            names = [f"{stem}{ending}.svg" for ending in ("", "-solution")][: len(pictures)]
            svg_names[entry.number] = (names[0], names[1] if len(names) > 1 else None)
            for file, content in zip(names, pictures, strict=True):
                yield noted(file, content)
            progress("writing pictures", entry.number, total)
    progress("writing the PDF", 0, 1)
    for file, content in class_pdfs(planned, name) if isinstance(planned, ClassSet) else _pdfs(planned, name):
        yield noted(file, content)
    for file, content in assets.items():
        yield noted(file, content)
    yield noted("recipe.toml", _kept_recipe(planned))
    finished.update(manifest_of(planned, sums, svg_names))
    yield MANIFEST, manifest_text(finished).encode()
    progress("writing the PDF", 1, 1)


def _pdfs(planned: Plan, name: str) -> Iterator[tuple[str, bytes]]:
    """The PDF files of a book."""
    recipe = planned.setting.recipe
    if recipe.pdf != "screen":
        yield f"{name}.pdf", pdf_bytes(pages_of(planned), print_document(planned))
    if recipe.pdf != "print":
        yield f"{name}-screen.pdf", pdf_bytes(pages_of(planned), screen_document(planned))


def print_document(planned: Plan) -> Document:
    """The book as the printer takes it: nothing but pages, and no more said of them than is allowed."""
    recipe = planned.setting.recipe
    printer = printer_named(recipe.printer)
    spaces = printer.spaces or Document.spaces
    if "metadata" in printer.refused | printer.unwanted:
        return Document(spaces=spaces)
    return Document(
        title=recipe.book.title,
        author=recipe.book.author or "",
        language=planned.setting.words.language,
        right_to_left=planned.setting.words.right_to_left,
        spaces=spaces,
        condition=printer.condition,
        most_ink=printer.most_ink,
    )


def screen_document(planned: Plan) -> Document:
    """The book for reading on a screen, with the recipe that makes it again."""
    recipe = planned.setting.recipe
    content = _kept_recipe(planned)
    attached = Attachment("recipe.toml", content, "The recipe that makes this book again", "application/toml")
    return Document(
        title=recipe.book.title,
        author=recipe.book.author or "",
        language=planned.setting.words.language,
        right_to_left=planned.setting.words.right_to_left,
        screen=Screen(outline_of(planned), (attached,)),
    )


def _kept_recipe(planned: Plan | ClassSet) -> bytes:
    """The recipe as it goes with the book: everything resolved, below its code."""
    return (head_of(planned.setting.code) + recipe_toml(planned.setting.recipe)).encode()


def _pictures(planned: Plan | ClassSet, entry: Entry) -> list[bytes]:
    """The SVG files of an entry: the puzzle and, where it has one, the solution."""
    setting = planned.setting
    title = entry.name or setting.words("svg_title", number=entry.number)
    labelled = list(zip(planned.drawings(entry), labels(entry.maze, title, setting.words), strict=False))
    return [document.encode() for document in svg_texts(labelled, setting.words.language)]


def _other_command(book: str, folder: Path) -> str:
    """A command that makes the book beside the folder, under the first number that is not taken."""
    number = 2
    while os.path.lexists(folder.with_name(f"{folder.name}-{number}")):
        number += 1
    words = ["puzzlebook", "make", book, "--name", f"{folder.name}-{number}"]
    if folder.parent != Path(DEFAULT_SHELF):
        words += ["-o", str(folder.parent)]
    return shlex.join(words)
