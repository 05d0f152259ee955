"""Whether anything in a finished book has changed since it was made.

The manifest is compared with itself, every file with the manifest (by its bytes or, where another
deflate library compressed it, by its content), and every maze, made again from its code, with its
digest, with its SVG files, and with the walls that its two pages of the PDF draw.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache, partial
from hashlib import sha256
from operator import index
from pathlib import Path
from typing import Any

from puzzlebook.checks.book_folder import BookFolder, open_folder, read_content
from puzzlebook.checks.drawn import Stroke
from puzzlebook.checks.entries import find_entry_faults, list_faults
from puzzlebook.checks.marks import Marking
from puzzlebook.checks.shown import find_pdf_faults, find_svg_faults
from puzzlebook.ground.arguments import Progress, ignore_progress
from puzzlebook.ground.faults import Fault, Refused, Unfinished, refuse
from puzzlebook.ground.shell_commands import shell_line
from puzzlebook.ground.templates import releases, use_release
from puzzlebook.ground.toml_text import parse_toml
from puzzlebook.maze_art.character import PLAIN
from puzzlebook.mazes.codes import read_code
from puzzlebook.mazes.grids import EDGES, make_drawn_grid, make_grid, resolve_silhouette
from puzzlebook.mazes.hidden import check_fits, plan_path, resolve_hidden
from puzzlebook.mazes.maze import Maze, draw_maze
from puzzlebook.printers.profiles import load_printer
from puzzlebook.recipes.assets import read_letters_font
from puzzlebook.recipes.book_codes import (
    BookCode,
    fingerprint_recipe,
    list_differences,
    read_book_code,
    read_code_line,
)
from puzzlebook.recipes.order import takes_colour
from puzzlebook.recipes.reading import read_tables
from puzzlebook.recipes.recipe import Recipe
from puzzlebook.recipes.secret import assign_letters
from puzzlebook.recipes.sources import RECIPE_FILE, read_document_source
from puzzlebook.running.process_pool import choose_jobs, start_crew
from puzzlebook.shelf.contents import content_digest
from puzzlebook.shelf.folder import find_unlisted_files
from puzzlebook.shelf.manifest import MANIFEST, is_intact

_DAMAGED = (KeyError, TypeError, ValueError, AttributeError, IndexError, OverflowError)


@dataclass(frozen=True)
class Verification:
    """What was found: faults, each with the file or maze it is in, and remarks, which are none.

    recompressed: the files with other bytes and the same content.
    """

    files: int
    mazes: int
    faults: tuple[Fault, ...]
    remarks: tuple[str, ...]
    recompressed: tuple[str, ...] = ()


def verify(
    folder: Path, progress: Progress = ignore_progress, jobs: int | None = None
) -> Verification:
    """What has changed in a book's folder. Refused if it is no folder of a book.

    jobs: how many processes share the work; None for as many as pays.
    """
    _check_folder(folder)
    try:
        content = read_content(folder, MANIFEST)
    except (Refused, Unfinished) as error:
        return Verification(0, 0, (_make_fault(error),), ())
    faults = (
        [] if is_intact(content) else [Fault(MANIFEST, "was changed: its own sum does not fit")]
    )
    try:
        here, recipe = open_folder(folder, content)
        book, mazes = here.book, here.book.mazes
        recompressed: list[str] = []
        faults += [*_find_file_faults(here, recompressed), *_find_book_faults(here, recipe)]
    except Refused as refused:
        return Verification(0, 0, (*faults, *refused.faults), ())
    except _DAMAGED:
        return Verification(0, 0, (*faults, Fault(MANIFEST, "is damaged")), ())
    with start_crew(choose_jobs(jobs, len(mazes))) as shared:
        # Other processes open the folder themselves: what they are told is pickled.
        check = (
            partial(_find_maze_faults, here, recipe)
            if shared.is_alone
            else partial(_find_faults_in_worker, folder)
        )
        for done, found in enumerate(shared.run_each(check, enumerate(mazes, 1)), 1):
            faults += found
            progress("making mazes again", done, len(mazes))
    told = [f"{name} has the same content, compressed differently" for name in recompressed]
    told += [f"{name} is not in the manifest" for name in sorted(find_unlisted_files(book))]
    return Verification(
        len(book.files), len(mazes), tuple(faults), tuple(told), tuple(recompressed)
    )


def _check_folder(folder: Path) -> None:
    """Refused if there is no folder of a book, with the one that may be meant."""
    if not folder.is_dir():
        what = "is not a folder" if os.path.lexists(folder) else "there is no such folder"
        meant = (
            folder.parent
            if (folder.parent / MANIFEST).is_file() and os.path.lexists(folder)
            else None
        )
    elif os.path.lexists(folder / MANIFEST):
        return
    else:
        what = "is no book"
        meant = next((book.parent for book in sorted(folder.glob(f"*/{MANIFEST}"))), None)
        if meant is None:
            return
    command = shell_line("verify", meant) if meant else ""
    raise refuse(str(folder), what, "the folder of a book", command)


def _make_fault(error: Refused | Unfinished) -> Fault:
    return error.faults[0] if isinstance(error, Refused) else error.fault


def _find_file_faults(here: BookFolder, recompressed: list[str]) -> Iterator[Fault]:
    """What is wrong with the files as such. recompressed: takes those of which only the compression
    is another."""
    for name, total in here.book.files.items():
        try:
            content = read_content(here.book.folder, name)
            if sha256(content).hexdigest() == total:
                continue
            known = here.book.contents.get(name)
            if known is not None and content_digest(content) == known:
                recompressed.append(name)
            else:
                yield Fault(name, "was changed")
        except (Refused, Unfinished) as error:
            yield _make_fault(error)


def _find_book_faults(here: BookFolder, recipe: Recipe) -> Iterator[Fault]:
    """What the manifest says of the whole book, compared with itself, the recipe and the PDF."""
    book, manifest = here.book, here.book.manifest
    if (recipe.seed, recipe.edition) != (manifest["seed"], manifest["edition"]):
        yield Fault(MANIFEST, "seed and edition are not those of its recipe")
    if manifest["code"]:
        yield from _find_code_faults(here)
    if (kept := here.content(RECIPE_FILE)) is not None:
        yield from _find_recipe_faults(kept, recipe)
    yield from list_faults(book.mazes, recipe)
    for name in (RECIPE_FILE, *here.pdfs):
        if name not in book.files:
            yield Fault(MANIFEST, f"does not list {name}")
    for name in here.pdfs:
        if here.content(name) is not None:
            yield from _find_pdf_faults(here, name)


def _find_pdf_faults(here: BookFolder, name: str) -> Iterator[Fault]:
    """What is wrong with a PDF of the book as a whole."""
    document, pages = here.document(name), here.book.manifest["pages"]
    if document is None:
        yield Fault(name, "is no PDF that can be read")
        return
    if len(document) != pages:
        yield Fault(name, f"has {len(document)} pages, the manifest says {pages}")
    try:
        attached, code = read_document_source(document)
    except RuntimeError:  # as pypdfium2 says of a page that cannot be read
        yield Fault(name, "is no PDF that can be read")
        return
    if code is not None and str(code) != here.book.manifest["code"]:
        yield Fault(
            name,
            f"the code printed in it is {code}, and {here.book.manifest['code']} in the manifest",
        )
    stated = (
        read_code_line(attached.decode("utf-8", "replace").partition("\n")[0]) if attached else None
    )
    if stated is not None and str(stated) != here.book.manifest["code"]:
        yield Fault(name, f"the recipe attached to it is that of {stated}")


def _find_code_faults(here: BookFolder) -> Iterator[Fault]:
    try:
        code = read_book_code(here.book.manifest["code"])
    except Refused as refused:
        yield Fault(MANIFEST, refused.faults[0].what)
        return
    named = ((name, here.content(name)) for name in here.book.files if name.startswith("assets/"))
    assets = {name: content for name, content in named if content is not None}
    if not any(_belongs_to_maze(code, here, assets, release) for release in (None, *releases())):
        yield Fault(MANIFEST, "its recipe, or a file in assets/, is not the one of its book code")


def _belongs_to_maze(
    code: BookCode, here: BookFolder, assets: Mapping[str, bytes], release: str | None
) -> bool:
    """Whether a code is that of the book's recipe, by the templates of a release; None for
    today's."""
    with use_release(release), suppress(Refused):
        return fingerprint_recipe(read_tables(here.book.recipe), assets) == code.fingerprint
    return False


def _find_recipe_faults(content: bytes, recipe: Recipe) -> Iterator[Fault]:
    """The recipe's file, compared with what the manifest says it holds."""
    try:
        lines = list_differences(recipe, read_tables(parse_toml(content.decode())))
    except (ValueError, RecursionError):
        yield Fault("recipe.toml", "is no recipe")
        return
    for line in lines:
        yield Fault("recipe.toml", line)


def _find_faults_in_worker(folder: Path, entry: tuple[int, Any]) -> list[Fault]:
    """What is wrong with one maze, found out by a process that shares the work."""
    return _find_maze_faults(*_open_folder_once(folder), entry)


@lru_cache(maxsize=1)
def _open_folder_once(folder: Path) -> tuple[BookFolder, Recipe]:
    """The folder, opened once for all mazes of which such a process is told."""
    return open_folder(folder, read_content(folder, MANIFEST))


def _find_maze_faults(here: BookFolder, recipe: Recipe, entry: tuple[int, Any]) -> list[Fault]:
    """What is wrong with one maze: its entry in the manifest, given with its place there, its SVG
    files, its pages."""
    place, row = entry
    where = f"maze {row['number'] if isinstance(row, dict) and 'number' in row else place}"
    try:
        if row["number"] != place and not (recipe.worksheet and recipe.worksheet.only):
            return [Fault(where, f"stands at place {place} in the manifest")]
        try:
            maze = _remake_maze(here, row["code"], row.get("edge"))
        except Refused as refused:
            return [Fault(where, f"cannot be made again: {refused.faults[0].what}")]
        (section,) = (section for section in recipe.sections if section.key == row["section"])
        in_cells = bool(section.word or section.collect) or row["number"] in assign_letters(recipe)
        tinted = takes_colour(recipe, load_printer(recipe.printer))
        marking = Marking(recipe.end_marks, in_cells, recipe.walls not in (None, PLAIN), tinted)
        wrong = [
            *find_entry_faults(row, maze, recipe, here.book.manifest["versions"]),
            *_find_svg_faults(here, row, maze, marking),
        ]
        return [
            Fault(where, what) for what in [*wrong, *_find_page_faults(here, row, maze, marking)]
        ]
    except _DAMAGED:
        return [Fault(where, "its entry in the manifest is damaged")]


def _remake_maze(here: BookFolder, code: str, edge: str | None) -> Maze:
    """The maze of a code. edge: as its entry says it; books from before there was one have
    steps."""
    design = read_code(code)
    silhouette = None
    if design.silhouette:
        silhouette = resolve_silhouette(
            design.silhouette, read_letters_font, here.asset(design.silhouette)
        )
    picture = None
    if design.picture:
        picture = resolve_hidden(
            design.picture, read_letters_font("text"), here.asset(design.picture)
        )
        check_fits(picture, design.shape, design.size)
    asked = design.shape, design.size, silhouette
    return draw_maze(
        design,
        make_grid(*asked),
        make_drawn_grid(*asked, edge or EDGES[1]),
        plan_path(design, picture),
    )


def _find_svg_faults(
    here: BookFolder, row: Mapping[str, Any], maze: Maze, marking: Marking
) -> Iterator[str]:
    known: dict[str, list[Stroke]] = {}
    for key in ("svg", "solution_svg"):
        name = row[key]
        if name is not None and name not in here.book.files:
            yield f"the manifest does not list its {name}"
        elif name is not None and (content := here.content(name)) is not None:
            found = find_svg_faults(
                content, maze, marking, solved=key == "solution_svg", known=known
            )
            yield from (f"{name}: {what}" for what in found)


def _find_page_faults(
    here: BookFolder, row: Mapping[str, Any], maze: Maze, marking: Marking
) -> Iterator[str]:
    for kind in ("puzzle", "answer"):
        place = row[kind]
        for name in [] if place is None else [place["file"]] if "file" in place else here.pdfs:
            if name not in here.book.files:
                yield f"the manifest does not list {name}"
            elif here.document(name) is not None:
                drawn = here.drawn(name, index(place["page"]))
                found = find_pdf_faults(kind, place, drawn, maze, marking)
                yield from (f"{name}, page {place['page']}: {what}" for what in found)
