"""Making a book: from a recipe to a finished folder."""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from puzzlebook.books import shelf
from puzzlebook.books.assets import theme_for, with_assets
from puzzlebook.books.manifest import FILE_NAME, manifest_of, manifest_text
from puzzlebook.books.pdf import pdf_bytes
from puzzlebook.books.plan import Plan, pages_of, plan
from puzzlebook.books.recipe import Recipe
from puzzlebook.books.recipe_files import DEFAULT_BOOK, load
from puzzlebook.books.recipe_text import recipe_toml
from puzzlebook.books.remarks import remarks
from puzzlebook.books.setting import Entry
from puzzlebook.mazes.seeds import fresh_seed, tidy_seed
from puzzlebook.pictures.labels import labels
from puzzlebook.pictures.plate import answer, puzzle
from puzzlebook.pictures.svg import svg_texts

DEFAULT_SHELF = "output"
Progress = Callable[[str, int, int], None]


@dataclass(frozen=True)
class Book:
    """A finished book: its folder, what its manifest says, and what is good to know about it."""

    folder: Path
    manifest: Mapping[str, Any]
    remarks: tuple[str, ...] = ()

    @property
    def pdf(self) -> Path:
        """The file to open first."""
        return self.folder / f"{self.folder.name}.pdf"


def make_book(
    book: str = DEFAULT_BOOK,
    *,
    seed: str | None = None,
    output: str | os.PathLike[str] = DEFAULT_SHELF,
    name: str | None = None,
    overrides: Mapping[str, object] | None = None,
    sets: Sequence[str] = (),
    force: bool = False,
    progress: Progress = lambda what, done, total: None,
) -> Book:
    """Make a book and put it in `output/NAME`.

    book: the name of a book in `templates/books/`, or a path to a recipe.
    seed: comes before the recipe's own; with neither, a fresh one is taken.
    overrides: values by recipe key, such as {"book.title": "…"}; sets: the same as texts, KEY=VALUE.
    progress: called with what is being done, how much of it is done, and of how much.

    Raises `Refused` if the request is wrong, and `Unfinished` if it could not be carried out; either way all that was
    there before is untouched.
    """
    given = dict(overrides or {})
    if seed is not None:
        given["seed"] = tidy_seed(seed)
    if name is not None:
        given["name"] = name
    loaded = load(book, given, sets)
    folder = Path(output) / loaded.name
    shelf.check_free(folder, force, command=_other_command(book, folder))
    final_seed = loaded.recipe.seed or fresh_seed()
    recipe = loaded.recipe.model_copy(update={"seed": final_seed, "name": loaded.name})
    total = recipe.mazes
    done = iter(range(1, total + 1))
    theme = theme_for(recipe, loaded.folder)
    recipe, cuts, assets = with_assets(recipe, loaded.folder)
    planned = plan(recipe, final_seed, loaded.name, cuts, lambda: progress("drawing mazes", next(done), total), theme)
    finished: dict[str, Any] = {}
    shelf.put(folder, _files(planned, loaded.name, assets, progress, finished))
    return Book(folder, finished, (*_page_remark(given, recipe), *remarks(planned)))


def _page_remark(given: Mapping[str, object], recipe: Recipe) -> Iterator[str]:
    if given.get("page") and any(section.audience or recipe.audience for section in recipe.sections):
        yield "the grid follows the page, so on another page the same seed makes other mazes"


def _files(
    planned: Plan, name: str, assets: Mapping[str, bytes], progress: Progress, finished: dict[str, Any]
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
    yield noted(f"{name}.pdf", pdf_bytes(pages_of(planned), recipe.book.title, recipe.book.author or ""))
    for file, content in assets.items():
        yield noted(file, content)
    yield noted("recipe.toml", recipe_toml(recipe).encode())
    finished.update(manifest_of(planned, sums, svg_names))
    yield FILE_NAME, manifest_text(finished).encode()
    progress("writing the PDF", 1, 1)


def _pictures(planned: Plan, entry: Entry) -> list[bytes]:
    """The SVG files of an entry: the puzzle and, where it has one, the solution."""
    setting = planned.setting
    title = setting.words("svg_title", number=entry.number)
    drawings = [puzzle(entry.plate, entry.scale, entry.ink)]
    drawings += [answer(entry.plate, entry.scale, entry.ink)] if entry.maze.solution else []
    labelled = list(zip(drawings, labels(entry.maze, title, setting.words), strict=False))
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
