"""Verify that nothing in a finished book has changed since it was made.

The manifest is checked for consistency. Every file is compared with the manifest: by its bytes or,
if another deflate library compressed it, by its content. Every maze is remade from its code and
compared with its digest, its SVG files, and the walls on its puzzle and answer pages in the PDF.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache, partial
from hashlib import sha256
from operator import index
from pathlib import Path
from typing import Any

from puzzlebook.checks.book_folder import BookFolder, open_folder, read_content
from puzzlebook.checks.drawn import Stroke
from puzzlebook.checks.entries import (
    KINDS_OF_PLACES,
    find_entry_faults,
    find_whole_wall_faults,
    list_faults,
)
from puzzlebook.checks.figures import list_find_cells
from puzzlebook.checks.marks import Marking, Pictured, PlacedStage
from puzzlebook.checks.shown import find_pdf_faults, find_svg_faults
from puzzlebook.checks.signs import find_set_sign_faults
from puzzlebook.ground.arguments import Progress, ignore_progress
from puzzlebook.ground.faults import Fault, Refused, Unfinished, refuse
from puzzlebook.ground.questions import AskedFork, QuestionList
from puzzlebook.ground.shell_commands import shell_line
from puzzlebook.ground.templates import releases, use_release
from puzzlebook.ground.toml_text import parse_toml
from puzzlebook.language.words import Words
from puzzlebook.maze_art.character import PLAIN
from puzzlebook.maze_art.questions import list_way
from puzzlebook.maze_art.room_signs import print_room
from puzzlebook.maze_art.stage_source import StageSource
from puzzlebook.maze_art.stage_view import StageView, view_stage
from puzzlebook.mazes import EDGES, HiddenPicture, Maze, Silhouette, draw_maze, make_grid, read_code
from puzzlebook.printers.profiles import load_printer
from puzzlebook.recipes.assets import read_letters_font
from puzzlebook.recipes.book_codes import (
    BookCode,
    fingerprint_recipe,
    list_differences,
    read_book_code,
    read_code_line,
)
from puzzlebook.recipes.loads import SUPPORT, find_load
from puzzlebook.recipes.order import takes_colour
from puzzlebook.recipes.prints import adapt_to_sheet
from puzzlebook.recipes.reading import read_tables
from puzzlebook.recipes.recipe import MAZES_A_PAGE, Recipe
from puzzlebook.recipes.secret import assign_letters
from puzzlebook.recipes.sources import RECIPE_FILE, read_document_source
from puzzlebook.running.process_pool import choose_jobs, open_pool
from puzzlebook.shelf.contents import content_digest
from puzzlebook.shelf.folder import find_unlisted_files
from puzzlebook.shelf.listings import is_stale
from puzzlebook.shelf.manifest import BEYOND_ARROWS, HEAVY_RIM, MANIFEST, OUTSIDE, is_intact
from puzzlebook.typesetting.text import make_face

_DAMAGE_ERRORS = (KeyError, TypeError, ValueError, AttributeError, IndexError, OverflowError)
"""The exceptions that manifest values of wrong types or sizes may raise."""


@dataclass(frozen=True)
class Verification:
    """The result of a verification. Remarks are not faults.

    recompressed: the files whose bytes differ but whose content is the same.
    """

    files: int
    mazes: int
    faults: tuple[Fault, ...]
    remarks: tuple[str, ...]
    recompressed: tuple[str, ...] = ()


def verify(
    folder: Path, progress: Progress = ignore_progress, jobs: int | None = None
) -> Verification:
    """Find what has changed in a book's folder; refused if the folder is not a book's.

    jobs: the number of processes; None for as many as are worthwhile.
    """
    _check_folder(folder)
    try:
        content = read_content(folder, MANIFEST)
    except (Refused, Unfinished) as error:
        return Verification(0, 0, (_make_fault(error),), ())
    faults = []
    if not is_intact(content):
        faults.append(Fault(MANIFEST, "was changed: its own checksum does not match"))
    try:
        book_folder, recipe = open_folder(folder, content)
        book, mazes = book_folder.book, book_folder.book.mazes
        recompressed: list[str] = []
        faults += [
            *_find_file_faults(book_folder, recompressed),
            *_find_book_faults(book_folder, recipe),
        ]
    except Refused as refused:
        return Verification(0, 0, (*faults, *refused.faults), ())
    except _DAMAGE_ERRORS:
        return Verification(0, 0, (*faults, Fault(MANIFEST, "is damaged")), ())
    with open_pool(choose_jobs(jobs, len(mazes))) as workers:
        # Workers open the folder themselves: an open PDF cannot be pickled.
        check = (
            partial(_find_maze_faults, book_folder, recipe)
            if workers.is_alone
            else partial(_find_faults_in_worker, folder)
        )
        for done, (_, maze_faults) in enumerate(workers.run_each(check, enumerate(mazes, 1)), 1):
            faults += maze_faults
            progress("making mazes again", done, len(mazes))
    remarks = [f"{name} has the same content, compressed differently" for name in recompressed]
    remarks += [f"{name} is not in the manifest" for name in sorted(find_unlisted_files(book))]
    if is_stale(book):
        remarks.append("the listing was made for another cover: puzzlebook listing makes it again")
    return Verification(
        len(book.files), len(mazes), tuple(faults), tuple(remarks), tuple(recompressed)
    )


def _check_folder(folder: Path) -> None:
    """Refuse anything but a book's folder, and suggest the folder that may be meant."""
    if not folder.is_dir():
        exists = os.path.lexists(folder)
        what = "is not a folder" if exists else "there is no such folder"
        is_in_book = (folder.parent / MANIFEST).is_file() and exists
        book_folder = folder.parent if is_in_book else None
    elif os.path.lexists(folder / MANIFEST):
        return
    else:
        what = "is not a book"
        manifests = sorted(folder.glob(f"*/{MANIFEST}"))
        if not manifests:
            return
        book_folder = manifests[0].parent
    command = shell_line("verify", book_folder) if book_folder else ""
    raise refuse(str(folder), what, "give the folder of a book", command)


def _make_fault(error: Refused | Unfinished) -> Fault:
    return error.faults[0] if isinstance(error, Refused) else error.fault


def _find_file_faults(book_folder: BookFolder, recompressed: list[str]) -> Iterator[Fault]:
    """Yield the files that are missing, unreadable or changed. recompressed: collects the names of
    files that differ only in compression."""
    for name, expected in book_folder.book.files.items():
        try:
            content = read_content(book_folder.book.folder, name)
            if sha256(content).hexdigest() == expected:
                continue
            digest = book_folder.book.contents.get(name)
            if digest is not None and content_digest(content) == digest:
                recompressed.append(name)
            else:
                yield Fault(name, "was changed")
        except (Refused, Unfinished) as error:
            yield _make_fault(error)


def _find_book_faults(book_folder: BookFolder, recipe: Recipe) -> Iterator[Fault]:
    """Yield differences between the manifest as a whole and the recipe, recipe file and PDFs."""
    book, manifest = book_folder.book, book_folder.book.manifest
    if (recipe.seed, recipe.edition) != (manifest["seed"], manifest["edition"]):
        yield Fault(MANIFEST, "seed and edition do not match its recipe")
    if manifest["code"]:
        yield from _find_code_faults(book_folder)
    if (recipe_file := book_folder.content(RECIPE_FILE)) is not None:
        yield from _find_recipe_faults(recipe_file, recipe)
    yield from list_faults(book.mazes, recipe)
    if (whole := manifest.get("wall")) is not None:
        maze = _remake_maze(book_folder, whole["code"], None)
        yield from find_whole_wall_faults(whole, maze, [row["code"] for row in book.mazes])
    for name in (RECIPE_FILE, *book_folder.pdfs):
        if name not in book.files:
            yield Fault(MANIFEST, f"does not list {name}")
    for name in book_folder.pdfs:
        if book_folder.content(name) is not None:
            yield from _find_pdf_faults(book_folder, name)


def _find_pdf_faults(book_folder: BookFolder, name: str) -> Iterator[Fault]:
    """Yield the document-level faults of a PDF of the book."""
    document, pages = book_folder.document(name), book_folder.book.manifest["pages"]
    if document is None:
        yield Fault(name, "is not a readable PDF")
        return
    if len(document) != pages:
        yield Fault(name, f"has {len(document)} pages, the manifest says {pages}")
    try:
        attached, code = read_document_source(document)
    except RuntimeError:  # pypdfium2 raises it for an unreadable page
        yield Fault(name, "is not a readable PDF")
        return
    expected = book_folder.book.manifest["code"]
    if code is not None and str(code) != expected:
        yield Fault(name, f"the code printed in it is {code}, but {expected} in the manifest")
    if attached:
        stated = read_code_line(attached.decode("utf-8", "replace").partition("\n")[0])
        if stated is not None and str(stated) != expected:
            yield Fault(name, f"the recipe attached to it is that of {stated}")


def _find_code_faults(book_folder: BookFolder) -> Iterator[Fault]:
    try:
        code = read_book_code(book_folder.book.manifest["code"])
    except Refused as refused:
        yield Fault(MANIFEST, refused.faults[0].what)
        return
    names = [name for name in book_folder.book.files if name.startswith("assets/")]
    assets = {name: data for name in names if (data := book_folder.content(name)) is not None}
    if not any(
        _belongs_to_recipe(code, book_folder, assets, release) for release in (None, *releases())
    ):
        yield Fault(MANIFEST, "its recipe, or a file in assets/, is not the one of its book code")


def _belongs_to_recipe(
    code: BookCode, book_folder: BookFolder, assets: Mapping[str, bytes], release: str | None
) -> bool:
    """Whether a code is that of the recipe, with the templates of a release or the current ones."""
    with use_release(release), suppress(Refused):
        return fingerprint_recipe(read_tables(book_folder.book.recipe), assets) == code.fingerprint
    return False


def _find_recipe_faults(content: bytes, recipe: Recipe) -> Iterator[Fault]:
    """Yield the differences between the recipe file and the manifest's recipe."""
    try:
        differences = list_differences(recipe, read_tables(parse_toml(content.decode())))
    except (ValueError, RecursionError):
        yield Fault(RECIPE_FILE, "is not a recipe")
        return
    yield from (Fault(RECIPE_FILE, difference) for difference in differences)


def _find_faults_in_worker(folder: Path, entry: tuple[int, Any]) -> list[Fault]:
    """Return the faults of one maze, found in a worker process."""
    return _find_maze_faults(*_open_folder_once(folder), entry)


@lru_cache(maxsize=1)
def _open_folder_once(folder: Path) -> tuple[BookFolder, Recipe]:
    """Open the folder once per worker process."""
    return open_folder(folder, read_content(folder, MANIFEST))


def _find_maze_faults(
    book_folder: BookFolder, recipe: Recipe, entry: tuple[int, Any]
) -> list[Fault]:
    """Return what is wrong with one maze: its entry, SVG files and pages. entry: its position in
    the manifest, from 1, and its row."""
    number, row = entry
    where = f"maze {row['number'] if isinstance(row, dict) and 'number' in row else number}"
    try:
        if row["number"] != number and not (recipe.worksheet and recipe.worksheet.only):
            return [Fault(where, f"is at place {number} in the manifest")]
        try:
            maze = _remake_maze(book_folder, row["code"], row.get("edge"))
        except Refused as refused:
            return [Fault(where, f"cannot be made again: {refused.faults[0].what}")]
        recipe = adapt_to_sheet(recipe, row["number"])
        (section,) = (section for section in recipe.sections if section.key == row["section"])
        has_letters = bool(section.word or section.collect) or row["number"] in assign_letters(
            recipe
        )
        tinted = takes_colour(recipe, load_printer(recipe.printer))
        marking = Marking(recipe.end_marks, has_letters, recipe.walls not in (None, PLAIN), tinted)
        forks = _list_forks(book_folder, maze)
        labelled = frozenset(
            cell for fork in forks for cell in (fork.cell, *(cell for cell, _ in fork.answers))
        )
        if maze.room:
            labelled |= {door.cell for door in maze.room.doors}
            words = _read_words(book_folder.book.folder, recipe)
            face = None if recipe.fonts else make_face(words.language, words.direction)
            marking = marking._replace(room=print_room(maze, words), face=face)
        cell = row["puzzle"]["cell"] / maze.shown.narrowest
        floored = bool(row.get("floor"))
        framed = floored or row.get("rim") == HEAVY_RIM
        marking = marking._replace(labelled=labelled, cell=cell, floored=floored, framed=framed)
        if row.get("figures") == OUTSIDE:
            marking = marking.move_to_doors(list_find_cells(maze))
        elif row.get("finds"):
            marking = marking.with_finds(list_find_cells(maze))
        elif row.get("figures") == BEYOND_ARROWS:
            marking = marking._replace(marks=marking.marks.beyond_arrows)
            marking = marking.with_finds(list_find_cells(maze))
        if view := _find_view(book_folder, maze):
            marking = marking.in_stage(view, list(_list_stages_on_page(book_folder, number)))
        answer = Pictured(maze, marking)
        pictures = {"puzzle": _close_turns(book_folder, recipe, row, answer), "answer": answer}
        faults = [
            *find_entry_faults(
                row,
                maze,
                recipe,
                book_folder.book.manifest["versions"],
                _list_questions(book_folder, maze),
            ),
            *_find_svg_faults(book_folder, row, pictures),
            *_find_page_faults(book_folder, row, pictures),
        ]
        return [Fault(where, what) for what in faults]
    except _DAMAGE_ERRORS:
        return [Fault(where, "its entry in the manifest is damaged")]


def _read_words(folder: Path, recipe: Recipe) -> Words:
    from puzzlebook.recipes.translation import resolve_words

    return resolve_words(recipe.language, folder, recipe.digits)


def _close_turns(
    book_folder: BookFolder, recipe: Recipe, row: Mapping[str, Any], answer: Pictured
) -> Pictured:
    """Return the puzzle as drawn: sheets with support have their wrong turns closed."""
    if find_load(recipe, row["number"]) != SUPPORT:
        return answer
    maze, marking = answer
    closed = maze.close_wrong_turns(_find_questions(book_folder, maze))
    is_filled = bool(closed.closed) and "tactile" not in (recipe.audience, recipe.look)
    return Pictured(closed, marking._replace(letters=is_filled))


def _remake_maze(book_folder: BookFolder, code: str, edge: str | None) -> Maze:
    """Make the maze of a code again. edge: the entry's; None means a stepped edge."""
    design = read_code(code)
    silhouette = None
    if design.silhouette:
        asset = book_folder.asset(design.silhouette)
        silhouette = Silhouette.from_code(design.silhouette, read_letters_font, asset)
    picture = None
    if design.picture:
        font = read_letters_font("text")
        picture = HiddenPicture.from_code(design.picture, font, book_folder.asset(design.picture))
        picture.check_fits(design.shape, design.size, silhouette=silhouette)
    shape = design.shape, design.board_size, silhouette
    grid, drawn_grid = make_grid(*shape), make_grid(*shape, edge or EDGES[1])
    return draw_maze(design, grid, drawn_grid, picture)


def _find_questions(book_folder: BookFolder, maze: Maze) -> QuestionList | None:
    """Return the question list of a maze, if any."""
    if maze.design.questions is None:
        return None
    from puzzlebook.ground.questions import source_in_code
    from puzzlebook.recipes.question_files import find_questions

    source = source_in_code(maze.design.questions)
    return find_questions(source, book_folder.asset(source), "questions")


def _list_forks(book_folder: BookFolder, maze: Maze) -> Sequence[AskedFork]:
    """Return the forks of a maze that have questions."""
    question_list = _find_questions(book_folder, maze)
    return (maze.place_questions(question_list) or ()) if question_list else ()


def _list_questions(book_folder: BookFolder, maze: Maze) -> Sequence[tuple[str, str]]:
    """Return the questions along a maze's solution path, with their answers."""
    question_list = _find_questions(book_folder, maze)
    return (
        list_way(question_list, maze.place_questions(question_list) or ()) if question_list else ()
    )


def _list_stages_on_page(book_folder: BookFolder, number: int) -> Iterator[PlacedStage]:
    """Yield the positions of the stages on a maze's page."""
    rows = book_folder.book.mazes[max(0, number - max(MAZES_A_PAGE)) : number + max(MAZES_A_PAGE)]
    page = book_folder.book.mazes[number - 1]["puzzle"]["page"]
    for row in rows:
        if row["puzzle"]["page"] == page:
            maze = _remake_maze(book_folder, row["code"], row.get("edge"))
            if view := _find_view(book_folder, maze):
                yield PlacedStage.around(maze, row["puzzle"], view)


def _find_view(book_folder: BookFolder, maze: Maze) -> StageView | None:
    """Return the stage around a maze, if any; the size of its frame does not matter."""
    code = maze.design.silhouette
    if code is None:
        return None
    asset = book_folder.asset(code)
    if not Silhouette.from_code(code, read_letters_font, asset).is_stage:
        return None
    stage = StageSource(code.partition(".")[0], asset).load(False)
    return view_stage(stage, maze.design.shape, maze.design.size, maze.shown, stage.heart_size)


def _find_svg_faults(
    book_folder: BookFolder, row: Mapping[str, Any], pictures: Mapping[str, Pictured]
) -> Iterator[str]:
    cache: dict[str, list[Stroke]] = {}
    for key, kind in (("svg", "puzzle"), ("solution_svg", "answer")):
        name = row[key]
        if name is not None and name not in book_folder.book.files:
            yield f"the manifest does not list its {name}"
        elif name is not None and (content := book_folder.content(name)) is not None:
            faults = find_svg_faults(content, *pictures[kind], kind == "answer", cache)
            yield from (f"{name}: {what}" for what in faults)


def _find_page_faults(
    book_folder: BookFolder, row: Mapping[str, Any], pictures: Mapping[str, Pictured]
) -> Iterator[str]:
    for kind in KINDS_OF_PLACES:
        pictured, place = pictures["answer" if kind == "answer" else "puzzle"], row.get(kind)
        if place is None:
            continue
        for name in [place["file"]] if "file" in place else book_folder.pdfs:
            if name not in book_folder.book.files:
                yield f"the manifest does not list {name}"
            elif book_folder.document(name) is not None:
                drawing = book_folder.drawing(name, index(place["page"]))
                faults = find_pdf_faults(kind, place, drawing, *pictured)
                room, document = pictured.marking.room, book_folder.document(name)
                if room and document:
                    page = document[index(place["page"]) - 1]
                    faults += find_set_sign_faults(room, place, page, kind == "answer")
                yield from (f"{name}, page {place['page']}: {what}" for what in faults)
