"""Whether anything in a finished book has changed since it was made.

The manifest is compared with itself, every file with the manifest, and every maze, made again from its code, with its
digest, with its SVG files, and with the walls that its two pages of the PDF draw.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from puzzlebook.books.assets import letters_font
from puzzlebook.books.book_codes import differences, read_book_code, recipe_fingerprint
from puzzlebook.books.manifest import FILE_NAME, is_intact
from puzzlebook.books.rebuild import manifest_in
from puzzlebook.books.recipe import Recipe
from puzzlebook.books.recipe_reading import read
from puzzlebook.books.shelf import strangers
from puzzlebook.checks.drawn import Picture, pdf_pictures, svg_layers
from puzzlebook.checks.walls import wall_faults, way_faults
from puzzlebook.faults import Fault, Refused, refuse
from puzzlebook.mazes.codes import fingerprint, read_code
from puzzlebook.mazes.grids import grid_of, silhouette_of_code
from puzzlebook.mazes.likeness import likeness
from puzzlebook.mazes.maze import Maze, draw_maze
from puzzlebook.mazes.tilings import size_text

if TYPE_CHECKING:
    from pypdfium2 import PdfDocument

_DAMAGED = (KeyError, TypeError, ValueError, AttributeError, IndexError)
_NEAR = 0.1
"""How far a picture may be from where the manifest says it stands, in points."""

Progress = Callable[[str, int, int], None]


@dataclass(frozen=True)
class Verified:
    """What was found: faults, each with the file or maze it is in, and remarks, which are none."""

    files: int
    mazes: int
    faults: tuple[Fault, ...]
    remarks: tuple[str, ...]


class _Look(NamedTuple):
    """How the mazes of a section are drawn: with doors in the rim, with letters on the way."""

    doors: bool
    letters: bool


class _Folder:
    """A book's folder as it is now: its manifest, and those of its files that can be read."""

    def __init__(self, path: Path, manifest: Mapping[str, Any]) -> None:
        self.path = path
        self.manifest = manifest
        self.unreadable: dict[str, str] = {}
        self.files: dict[str, bytes] = {}
        self._documents: dict[str, PdfDocument | None] = {}
        self._pictures: dict[tuple[str, int], list[Picture]] = {}
        for name in manifest["files"]:
            try:
                self.files[name] = (path / name).read_bytes()
            except FileNotFoundError:
                self.unreadable[name] = "is missing"
            except OSError as error:
                self.unreadable[name] = f"cannot be read: {error.strerror}"

    @cached_property
    def name(self) -> str:
        """What the book is called."""
        return str(self.manifest["recipe"]["name"])

    @cached_property
    def pdfs(self) -> list[str]:
        """The book's own PDF files: for the printer, for the screen."""
        return [name for ending in ("", "-screen") if (name := f"{self.name}{ending}.pdf") in self.manifest["files"]]

    def document(self, name: str) -> PdfDocument | None:
        """A PDF of the book, opened; None if it cannot be."""
        import pypdfium2

        if name not in self._documents:
            try:
                self._documents[name] = pypdfium2.PdfDocument(self.files[name]) if name in self.files else None
            except pypdfium2.PdfiumError:
                self._documents[name] = None
        return self._documents[name]

    def pictures(self, name: str, page: int) -> list[Picture]:
        """What is drawn on a page of a PDF of the book."""
        if (name, page) not in self._pictures:
            document = self.document(name)
            assert document is not None
            self._pictures[name, page] = pdf_pictures(document[page - 1])
        return self._pictures[name, page]

    def asset(self, code: str) -> bytes | None:
        """The user's file whose fingerprint a silhouette's code carries."""
        wanted = code.split(".")[1] if code.startswith("file.") else ""
        return next((content for content in self.files.values() if wanted and fingerprint(content) == wanted), None)


def verify(folder: Path, progress: Progress = lambda what, done, total: None) -> Verified:
    """What has changed in a book's folder. Refused if it is no folder of a book."""
    if not folder.is_dir():
        raise refuse(str(folder), "is not a folder", "the folder of a book")
    try:
        content = (folder / FILE_NAME).read_bytes()
    except FileNotFoundError:
        return Verified(0, 0, (Fault(FILE_NAME, "is missing"),), ())
    except OSError as error:
        return Verified(0, 0, (Fault(FILE_NAME, f"cannot be read: {error.strerror}"),), ())
    faults = [] if is_intact(content) else [Fault(FILE_NAME, "was changed: its own sum does not fit")]
    try:
        here = _Folder(folder, manifest_in(content, FILE_NAME))
        mazes = list(here.manifest["mazes"])
        faults += [*_file_faults(here), *_book_faults(here)]
    except Refused as refused:
        return Verified(0, 0, (*faults, *(fault._replace(allowed="") for fault in refused.faults)), ())
    except _DAMAGED:
        return Verified(0, 0, (*faults, Fault(FILE_NAME, "is damaged")), ())
    for done, row in enumerate(mazes, start=1):
        faults += _maze_faults(here, row, done)
        progress("making mazes again", done, len(mazes))
    unlisted = tuple(f"{name} is not in the manifest" for name in sorted(strangers(folder)))
    return Verified(len(here.manifest["files"]), len(mazes), tuple(faults), unlisted)


def _file_faults(here: _Folder) -> Iterator[Fault]:
    for name, total in here.manifest["files"].items():
        if name in here.unreadable:
            yield Fault(name, here.unreadable[name])
        elif sha256(here.files[name]).hexdigest() != total:
            yield Fault(name, "was changed")


def _book_faults(here: _Folder) -> Iterator[Fault]:
    """What the manifest says of the whole book, compared with itself, the recipe and the PDF."""
    manifest = here.manifest
    recipe = read(manifest["recipe"])
    if (recipe.seed, recipe.edition) != (manifest["seed"], manifest["edition"]):
        yield Fault(FILE_NAME, "seed and edition are not those of its recipe")
    if manifest["code"]:
        yield from _code_faults(here, recipe)
    if "recipe.toml" in here.files:
        yield from _recipe_faults(here.files["recipe.toml"], recipe)
    yield from _count_faults(manifest["mazes"], recipe)
    if not here.pdfs:
        yield Fault(FILE_NAME, f"lists no {here.name}.pdf")
    for name in here.pdfs:
        if name in here.files:
            yield from _page_faults(name, here.document(name), manifest["pages"])


def _count_faults(mazes: Sequence[Any], recipe: Recipe) -> Iterator[Fault]:
    """As many mazes as the recipe asks for; one is enough where one was asked for."""
    if recipe.worksheet and recipe.worksheet.only:
        return
    wanted = {section.key: section.mazes for section in recipe.sections}
    if recipe.pupils:
        wanted = {recipe.sections[0].key: len(recipe.pupils)}
    found = Counter(row["section"] for row in mazes)
    for key in dict.fromkeys([*wanted, *found]):
        if found[key] != wanted.get(key, 0):
            yield Fault(FILE_NAME, f"{found[key]} mazes are of section {key}, its recipe has {wanted.get(key, 0)}")


def _page_faults(name: str, document: PdfDocument | None, pages: int) -> Iterator[Fault]:
    if document is None:
        yield Fault(name, "is no PDF that can be read")
    elif len(document) != pages:
        yield Fault(name, f"has {len(document)} pages, the manifest says {pages}")


def _code_faults(here: _Folder, recipe: Recipe) -> Iterator[Fault]:
    try:
        code = read_book_code(here.manifest["code"])
    except Refused as refused:
        yield Fault(FILE_NAME, refused.faults[0].what)
        return
    assets = {name: content for name, content in here.files.items() if name.startswith("assets/")}
    if code.fingerprint != recipe_fingerprint(recipe, assets):
        yield Fault(FILE_NAME, "its recipe, or a file in assets/, is not the one of its book code")


def _recipe_faults(content: bytes, recipe: Recipe) -> Iterator[Fault]:
    """The recipe's file, compared with what the manifest says it holds."""
    try:
        lines = differences(recipe, read(tomllib.loads(content.decode())))
    except (ValueError, RecursionError):
        yield Fault("recipe.toml", "is no recipe")
        return
    for line in lines:
        yield Fault("recipe.toml", line)


def _maze_faults(here: _Folder, row: Any, place: int) -> list[Fault]:
    """What is wrong with one maze: its entry in the manifest, its SVG files, and its pages."""
    where = f"maze {row['number'] if isinstance(row, dict) and 'number' in row else place}"
    try:
        if row["number"] != place:
            return [Fault(where, f"stands at place {place} in the manifest")]
        try:
            maze = _made_again(here, row["code"])
        except Refused as refused:
            return [Fault(where, f"cannot be made again: {refused.faults[0].what}")]
        look = _look(here.manifest["recipe"], row["section"])
        wrong = [*_entry_faults(row, maze), *_svg_faults(here, row, maze, look)]
        return [Fault(where, what) for what in [*wrong, *_pdf_faults(here, row, maze, look)]]
    except _DAMAGED:
        return [Fault(where, "its entry in the manifest is damaged")]


def _look(recipe: Mapping[str, Any], key: str) -> _Look:
    (section,) = (section for section in recipe["section"] if section["key"] == key)
    return _Look(recipe["marks"] in ("doors", "both"), bool(section.get("word")))


def _made_again(here: _Folder, code: str) -> Maze:
    design = read_code(code)
    silhouette = None
    if design.silhouette:
        silhouette = silhouette_of_code(design.silhouette, letters_font(), here.asset(design.silhouette))
    return draw_maze(design, grid_of(design.shape, design.size, silhouette))


def _entry_faults(row: Mapping[str, Any], maze: Maze) -> Iterator[str]:
    design = maze.design
    if row["digest"] != maze.digest:
        yield "its digest is not that of the maze that its code makes"
    made = {
        "shape": design.shape,
        "size": size_text(design.size),
        "silhouette": design.silhouette,
        "cells": maze.grid.cells,
        "start": maze.start,
        "end": maze.end,
        "solution_length": len(maze.solution),
        "likeness": likeness(maze),
    }
    for key, value in made.items():
        if row[key] != value:
            yield f"{key} is {row[key]} in the manifest, and {value} in the maze"


def _svg_faults(here: _Folder, row: Mapping[str, Any], maze: Maze, look: _Look) -> Iterator[str]:
    for key in ("svg", "solution_svg"):
        name = row[key]
        if name is None:
            continue
        if name not in here.manifest["files"]:
            yield f"the manifest does not list its {name}"
        if name not in here.files:
            continue
        try:
            layers = svg_layers(here.files[name])
        except ValueError as error:
            yield f"{name} {error}"
            continue
        found = wall_faults(maze, layers.get("walls", []), look.doors)
        if key == "solution_svg":
            found += way_faults(maze, layers.get("solution", []), look.letters)
        yield from (f"{name}: {what}" for what in found)


def _pdf_faults(here: _Folder, row: Mapping[str, Any], maze: Maze, look: _Look) -> Iterator[str]:
    for kind in ("puzzle", "answer"):
        place = row[kind]
        if place is None:
            continue
        for name in [place["file"]] if "file" in place else here.pdfs:
            document = here.document(name)
            if document is not None:
                where = f"{name}, page {place['page']}"
                drawn = here.pictures(name, place["page"]) if 1 <= place["page"] <= len(document) else []
                yield from (f"{where}: {what}" for what in _picture_faults(kind, place, drawn, maze, look))


def _picture_faults(
    kind: str, place: Mapping[str, Any], drawn: Sequence[Picture], maze: Maze, look: _Look
) -> list[str]:
    """What is wrong with the puzzle or the answer, given all that is drawn on its page."""
    picture = next((picture for picture in drawn if _stands(picture, place)), None)
    if picture is None:
        return [f"its {kind} is not where the manifest says"]
    found = wall_faults(maze, picture.paths[0], look.doors)
    if kind == "answer":
        found += way_faults(maze, picture.paths[1] if len(picture.paths) > 1 else [], look.letters)
    return found


def _stands(picture: Picture, place: Mapping[str, Any]) -> bool:
    """Whether a picture is drawn where the manifest says, and as large."""
    x, y, *_ = place["box"]
    return bool(max(abs(picture.x - x), abs(picture.y - y), 10 * abs(picture.scale - place["cell"])) <= _NEAR)
