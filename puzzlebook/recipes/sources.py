"""Sources from which a book is rebuilt: its code, manifest, recipe or PDF."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from puzzlebook.ground import __version__
from puzzlebook.ground.faults import Refused, refuse
from puzzlebook.ground.regular_files import read_regular_file
from puzzlebook.ground.seeds import EDITION
from puzzlebook.ground.shell_commands import shell_line
from puzzlebook.mazes import find_maze_code
from puzzlebook.recipes.book_codes import (
    BookCode,
    find_book_code,
    is_book_code,
    read_book_code,
    read_code_line,
)
from puzzlebook.recipes.files import decide_seed, load_text
from puzzlebook.recipes.reading import read_tables
from puzzlebook.recipes.recipe import Recipe
from puzzlebook.recipes.suggested_commands import make_command, rebuild_command
from puzzlebook.recipes.values import shorten_value
from puzzlebook.shelf.contents import content_digest
from puzzlebook.shelf.manifest import (
    FORMAT,
    LARGEST_FILE,
    MANIFEST,
    FinishedBook,
    list_books,
    parse_manifest,
)

if TYPE_CHECKING:
    from pypdfium2 import PdfDocument

RECIPE_FILE = "recipe.toml"
_SOURCES = "give a book code, a manifest.json or a book's PDF"


class Source(NamedTuple):
    """What is known about a book that is to be rebuilt.

    recipe: its settled recipe (seed and name decided), if the source holds it. folder: the folder
    of the recipe's files. versions, digests: from its manifest; None without a manifest. files:
    mapping from the names of its files to their checksums, if known; contents: mapping from the
    same names to content digests. pdf: the checksum and content digest of the PDF, if only a PDF is
    known.
    """

    where: str
    code: BookCode | None
    recipe: Recipe | None = None
    folder: Path = Path()
    versions: Mapping[str, str] | None = None
    files: Mapping[str, object] | None = None
    digests: Mapping[int, str] | None = None
    contents: Mapping[str, object] | None = None
    pdf: tuple[str, str | None] | None = None
    remarks: tuple[str, ...] = ()


def read_source(text: str) -> Source:
    """Read a source: a book code, or the file or book folder at a path."""
    if is_book_code(text):
        return Source("book code", read_book_code(text))
    if not text.strip():
        raise refuse("book code", "is empty", _SOURCES)
    path = Path(text)
    if path.suffix.lower() == ".toml":
        raise refuse(text, "is a recipe", _SOURCES, _command_for_recipe(path))
    if os.path.isdir(path):
        path = _find_source_file(path, text)
    if not os.path.lexists(path):
        if (printed := find_book_code(text)) is not None:
            return Source("book code", printed)
        raise _refuse_source(text, path)
    content = read_regular_file(
        path, str(path), LARGEST_FILE, _SOURCES, too_large="is too large for a file of a book"
    )
    if not content.strip():
        raise refuse(str(path), "is empty", _SOURCES)
    if content.startswith(b"%PDF-"):
        return _read_pdf_source(content, path)
    if path.name == RECIPE_FILE:
        return _read_recipe_source(content, path)
    if path.suffix.lower() == ".svg" and (
        code := find_maze_code(content.decode("utf-8", "replace"))
    ):
        raise _refuse_single_maze(str(path), "is the picture of a single maze", code)
    return _read_manifest_source(content, path)


def _command_for_recipe(recipe: Path) -> str:
    """Return the command to suggest for a recipe; for a recipe in the folder of a book, the command
    rebuilds that book."""
    if (recipe.parent / MANIFEST).is_file():
        return rebuild_command(recipe.parent)
    return make_command(recipe) if recipe.is_file() else ""


def _find_source_file(folder: Path, text: str) -> Path:
    """Return the best source in a book's folder: the manifest or, failing that, the recipe or the
    only PDF."""
    for name in (MANIFEST, RECIPE_FILE):
        if os.path.lexists(folder / name):
            return folder / name
    pdfs = [
        path
        for path in sorted(folder.glob("*.pdf"))
        if not path.stem.endswith(("-key", "-cover", "-screen"))
    ]
    if len(pdfs) != 1:
        raise refuse(text, f"is a folder without {MANIFEST}, so not a book's", _SOURCES)
    return pdfs[0]


def _read_recipe_source(content: bytes, path: Path) -> Source:
    """Read the recipe in the folder of a book that has no manifest."""
    loaded = load_text(content.decode("utf-8", "replace"), path)
    remark = f"{path.parent}: there is no {MANIFEST}, "
    remark += "so the book is made from its recipe, and compared with nothing"
    return Source(
        str(path), read_code_line(loaded.head), decide_seed(loaded), path.parent, remarks=(remark,)
    )


def _refuse_source(text: str, path: Path) -> Refused:
    if code := find_maze_code(text):
        return _refuse_single_maze(text, "is the code of a single maze", code)
    return refuse(str(path), "there is no such file, and it is not a book code", _SOURCES)


def _refuse_single_maze(where: str, what: str, code: str) -> Refused:
    if re.search(
        r"-(way\.)?(file|line)\.", code
    ):  # the command needs the drawing, and we cannot know where it is
        return refuse(
            where,
            what,
            "a book code begins with book-; puzzlebook maze takes this one, with its drawing",
        )
    return refuse(where, what, "a book code begins with book-", shell_line("maze", code))


def _read_manifest_source(content: bytes, path: Path) -> Source:
    where = str(path)
    book = read_known_book(content, path.parent, where)
    try:
        return Source(
            where,
            read_book_code(book.code, where) if book.code else None,
            read_tables(book.recipe),
            book.folder,
            versions=book.versions,
            files=book.files,
            contents=book.contents,
            digests={maze["number"]: maze["digest"] for maze in book.mazes},
            remarks=() if book.is_intact else (f"{where}: was changed since it was written",),
        )
    except Refused as refused:
        raise Refused(
            fault._replace(where=f"{where}: {fault.where}") for fault in refused.faults
        ) from None
    except (KeyError, TypeError, ValueError, AttributeError):
        raise refuse(where, "is damaged", "give a manifest.json as it was written") from None


def read_finished_recipe(book: FinishedBook) -> Recipe:
    """Return the recipe of a finished book; refuse a manifest that no longer holds a valid
    recipe."""
    try:
        return read_tables(book.recipe)
    except Refused as refused:
        where = book.folder / MANIFEST
        raise Refused(
            fault._replace(where=f"{where}: {fault.where}") for fault in refused.faults
        ) from None


def read_known_book(content: bytes, folder: Path, where: str) -> FinishedBook:
    """Return the book that a manifest with this content describes; refuse anything that is
    not a manifest, or that has another format or edition."""
    book = parse_manifest(content, folder)
    if book is None or "format" not in book.manifest:
        raise refuse(where, "is not the manifest of a book", _SOURCES)
    if not book.is_ours and list_books(folder):
        raise refuse(where, "lists the books of a list of names", "give the folder of one of them")
    for key, ours in {"format": FORMAT, "edition": EDITION}.items():
        stated = book.manifest.get(key)
        if stated != ours or isinstance(stated, bool):
            what = f"{key} {shorten_value(stated)} is unknown"
            raise refuse(where, what, _name_required_version(book.manifest, f"{key} {ours}"))
    return book


def _name_required_version(manifest: Mapping[str, Any], ours: str) -> str:
    """For a manifest that this version cannot read, name the version that wrote it."""
    made_with = manifest.get("versions")
    version = made_with.get("puzzlebook") if isinstance(made_with, dict) else None
    maker = f"puzzlebook {version}, which made it" if version else "a newer one"
    return f"{maker}, knows it; this is puzzlebook {__version__}, which knows {ours}"


def _read_pdf_source(content: bytes, path: Path) -> Source:
    """Read a PDF: the recipe attached to it, and the code in its text."""
    where = str(path)
    attached, code = _read_pdf(content, where)
    recipe = None
    if attached is not None:
        loaded = load_text(attached.decode("utf-8", "replace"), path)
        code, recipe = code or read_code_line(loaded.head), decide_seed(loaded)
    if code is None and (maze := _find_maze_code(content, where)):
        raise _refuse_single_maze(where, "contains the code of a single maze, not a book's", maze)
    if code is None:
        what = "there is no book code in this PDF, nor in a recipe attached to it"
        is_beside = (path.parent / MANIFEST).is_file()
        command = rebuild_command(path.parent) if is_beside else ""
        raise refuse(where, what, "give the folder of the book", command, need="code")
    pdf = sha256(content).hexdigest(), content_digest(content)
    return Source(where, code, recipe, path.parent, pdf=pdf)


def _find_maze_code(content: bytes, where: str) -> str | None:
    """Return the first maze code in the text of a PDF."""
    from puzzlebook.pdf_reading.pages import use_document

    with use_document(content, where) as document:
        texts = (
            document[number].get_textpage().get_text_range() for number in range(len(document))
        )
        return next((code for text in texts if (code := find_maze_code(text))), None)


def _read_pdf(content: bytes, where: str) -> tuple[bytes | None, BookCode | None]:
    from puzzlebook.pdf_reading.pages import use_document

    try:
        with use_document(content, where) as document:
            return read_document_source(document)
    except Refused:
        raise refuse(where, "is not a readable PDF", _SOURCES) from None


def read_document_source(document: PdfDocument) -> tuple[bytes | None, BookCode | None]:
    """Return the recipe that is attached to a PDF, and the book code in its text."""
    attachments = [document.get_attachment(i) for i in range(document.count_attachments())]
    recipes = [bytes(item.get_data()) for item in attachments if item.get_name() == RECIPE_FILE]
    attached = recipes[0] if recipes else None
    # The code is in the colophon, which is the last page.
    for number in reversed(range(len(document))):
        if code := find_book_code(document[number].get_textpage().get_text_range()):
            return attached, code
    return attached, None
