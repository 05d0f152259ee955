"""Making a book again, from its code, its manifest or its PDF, and saying how the new one compares with the old.

Nothing is made silently different: the recipe's fingerprint must be the one that the code carries.
"""

from __future__ import annotations

import json
import os
import shlex
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import chain, count
from pathlib import Path
from typing import TYPE_CHECKING, Any

from puzzlebook import __version__
from puzzlebook.books import shelf
from puzzlebook.books.book_codes import (
    BookCode,
    differences,
    is_book_code,
    printed_code,
    read_book_code,
    recipe_fingerprint,
    recipe_of,
    stated_code,
)
from puzzlebook.books.class_files import file_stem
from puzzlebook.books.class_list import read_class_list
from puzzlebook.books.class_set import ClassSet, key_pages_of, sheet_pages_of
from puzzlebook.books.document import Document
from puzzlebook.books.make import DEFAULT_SHELF, Book, Order, Progress, bind, planned_of, with_files
from puzzlebook.books.manifest import FILE_NAME, FORMAT, is_intact
from puzzlebook.books.page import Page
from puzzlebook.books.pdf import pdf_bytes
from puzzlebook.books.plan import pages_of_one
from puzzlebook.books.recipe import Recipe
from puzzlebook.books.recipe_files import load, load_text, settled
from puzzlebook.books.recipe_reading import read
from puzzlebook.books.recipe_text import tables
from puzzlebook.faults import Fault, Refused, Unfinished, refuse
from puzzlebook.mazes.codes import read_code
from puzzlebook.mazes.seeds import EDITION

if TYPE_CHECKING:
    from pypdfium2 import PdfDocument

RECIPE_FILE = "recipe.toml"
_SOURCES = "a book code, a manifest.json or a book's PDF"


@dataclass(frozen=True)
class Source:
    """What is known of the book that is to be made again.

    recipe: its settled recipe, where the source holds it. folder: what the recipe's files lie in.
    versions, mazes: what its manifest says of them; empty where there is none.
    files: sums of those of its files that are known, by name. pdf: the sum of its PDF where only that is known.
    """

    where: str
    code: BookCode | None
    recipe: Recipe | None = None
    folder: Path = Path()
    versions: Mapping[str, str] | None = None
    files: Mapping[str, str] | None = None
    digests: Mapping[int, str] | None = None
    pdf: str | None = None
    remarks: tuple[str, ...] = ()


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
    output: str | os.PathLike[str] = DEFAULT_SHELF,
    force: bool = False,
    progress: Progress = lambda what, done, total: None,
) -> Rebuilt:
    """Make a book again, in `output/NAME`.

    source: a book code, or the path of a manifest or a PDF. recipe: the path of the book's recipe, where the code does
    not tell it; names: its class list, where the recipe has none. Raises as `make_book` does.
    """
    known = source_of(source)
    order, remarks = order_of(known, recipe, names)
    folder = Path(output) / order.name
    shelf.check_free(folder, force, command=shlex.join(["puzzlebook", "rebuild", source, "-o", _free(output)]))
    book = bind(order, folder, progress)
    return Rebuilt(book, _compared(known, book), (*known.remarks, *remarks, *book.remarks))


def rebuild_one(
    source: str,
    which: str,
    *,
    recipe: str | None = None,
    names: Path | None = None,
    output: str | os.PathLike[str] = DEFAULT_SHELF,
    force: bool = False,
    progress: Progress = lambda what, done, total: None,
) -> Path:
    """Make one sheet of a book again, with its answer, as a PDF of its own: `output/NAME-17.pdf`.

    which: the number of a maze or, in a class set, a pupil's name.
    """
    order, _ = order_of(source_of(source), recipe, names)
    path = Path(output) / f"{order.name}-{file_stem(which, set())}.pdf"
    if os.path.lexists(path) and not (force and path.is_file()):
        raise refuse(str(path), "is there already", "--force replaces a file, or -o another folder")
    pages = _pages_of_one(order, which, progress)
    book = order.recipe.book
    words = order.artwork.supplies.words
    document = Document(book.title, book.author or "", words.language, right_to_left=words.right_to_left)
    shelf.put_alone(path, pdf_bytes(pages, document))
    return path


def _pages_of_one(order: Order, which: str, progress: Progress) -> Iterator[Page]:
    """The page of one maze and that of its answer."""
    recipe = order.recipe
    if recipe.worksheet is not None:
        alone = recipe.worksheet.model_copy(update={"only": which, "key": "inside", "made": False})
        order = replace(order, recipe=recipe.model_copy(update={"worksheet": alone}))
    elif not which.isdecimal() or not 1 <= int(which) <= recipe.mazes:
        raise refuse("--only", f"there is no maze {which!r} in this book", f"allowed: 1 to {recipe.mazes}")
    planned = planned_of(order, progress)
    if isinstance(planned, ClassSet):
        return chain(sheet_pages_of(planned), key_pages_of(planned))
    return pages_of_one(planned, int(which))


def _free(output: str | os.PathLike[str]) -> str:
    """A shelf beside this one that is not there yet."""
    numbered = (f"again-{number}" if number > 1 else "again" for number in count(1))
    return next(name for name in numbered if not os.path.lexists(name) and Path(name) != Path(output))


def order_of(source: Source, recipe_file: str | None = None, names: Path | None = None) -> tuple[Order, list[str]]:
    """What is to be made, and what is good to know of it; refused unless it is the very recipe of the source's code."""
    code, where = source.code, source.where
    recipe, folder, changed, allowed = _recipe_of(source, recipe_file)
    if names is not None:
        listed = {"pupil": read_class_list(names), "name": source.recipe.name if source.recipe else names.stem}
        recipe = read({**tables(recipe), **listed})
    kept, artwork = with_files(recipe, folder)
    found = recipe_fingerprint(kept, artwork.assets)
    if code is not None and found != code.fingerprint:
        if kept.worksheet and not kept.pupils:
            allowed = f"{allowed}; or --names with the class list, if there was one"
        raise refuse(where, f"{changed}: its fingerprint is {found}, not {code.fingerprint}", allowed)
    remarks: list[str] = []
    if code is not None and code.template and (recipe_file or source.recipe):
        remarks += _changes_of_template(code, kept)
    return Order(kept, artwork, code or BookCode(found)), remarks


def _recipe_of(source: Source, recipe_file: str | None) -> tuple[Recipe, Path, str, str]:
    """The settled recipe of a source, the folder of its files, and what is wrong if it is not that of the code: what
    has changed, and what would do."""
    code, where = source.code, source.where
    if recipe_file is not None:
        loaded = load(recipe_file, {"seed": code.seed} if code and code.seed else {})
        what = f"{recipe_file} is not the recipe of this code"
        return settled(loaded), loaded.folder, what, "the recipe.toml in the book's own folder"
    if source.recipe is not None:
        what = "its recipe, or a file that it names, was changed"
        return source.recipe, source.folder, what, "another copy of the book's folder"
    if code is not None and code.template:
        what = f"the template {code.template!r} is not what it was when the code was printed, or the code has a slip"
        return recipe_of(code, where), Path(), what, "--recipe with the recipe.toml of the book"
    raise refuse(where, "a code of this form is made again from its recipe", "--recipe with the book's recipe.toml")


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


# Reading what the user gives


def source_of(text: str) -> Source:
    """What a book code, or the file at this path, says of a book."""
    if is_book_code(text):
        return Source("book code", read_book_code(text))
    if not text.strip():
        raise refuse("book code", "is empty", _SOURCES)
    path = Path(text)
    if path.suffix.lower() == ".toml":
        raise refuse(text, "is a recipe", _SOURCES, f"puzzlebook make {shlex.quote(text)}")
    if path.is_dir():
        path /= FILE_NAME
    if not os.path.lexists(path):
        raise _no_source(text, path)
    try:
        content = path.read_bytes()
    except OSError as error:
        raise Unfinished(Fault(str(path), f"cannot be read: {error.strerror}")) from None
    if content.startswith(b"%PDF-"):
        return _pdf_source(content, path)
    return _manifest_source(content, path)


def _no_source(text: str, path: Path) -> Refused:
    try:
        read_code(text)
    except Refused:
        return refuse(str(path), "there is no such file, and it is no book code", _SOURCES)
    return refuse(text, "is the code of a single maze", "a book code begins with book-", f"puzzlebook maze {text}")


def _manifest_source(content: bytes, path: Path) -> Source:
    where = str(path)
    manifest = manifest_in(content, where)
    folder = path.parent
    try:
        code = read_book_code(manifest["code"], where) if manifest["code"] else None
        return Source(
            where,
            code,
            read(manifest["recipe"]),
            folder,
            versions=dict(manifest["versions"]),
            files=dict(manifest["files"]),
            digests={maze["number"]: maze["digest"] for maze in manifest["mazes"]},
            remarks=() if is_intact(content) else (f"{where}: was changed since it was written",),
        )
    except Refused as refused:
        raise Refused(fault._replace(where=f"{where}: {fault.where}") for fault in refused.faults) from None
    except (KeyError, TypeError, ValueError, AttributeError):
        raise refuse(where, "is damaged", "a manifest.json as it was written") from None


def manifest_in(content: bytes, where: str) -> dict[str, Any]:
    """The manifest that a file holds; refused if it is none, or one of a later format or edition."""
    try:
        manifest = json.loads(content)
    except (ValueError, RecursionError):
        raise refuse(where, "is no manifest of a book", _SOURCES) from None
    if not isinstance(manifest, dict) or "format" not in manifest:
        raise refuse(where, "is no manifest of a book", _SOURCES)
    known = {"format": FORMAT, "edition": EDITION}
    for key, ours in known.items():
        if manifest.get(key) != ours:
            raise refuse(where, f"{key} {manifest.get(key)!r} is unknown", _who_knows(manifest, f"{key} {ours}"))
    return manifest


def _who_knows(manifest: Mapping[str, Any], ours: str) -> str:
    """Which version can read a manifest that this one cannot: the one that wrote it."""
    made_with = manifest.get("versions")
    version = made_with.get("puzzlebook") if isinstance(made_with, dict) else None
    maker = f"puzzlebook {version}, which made it" if version else "a newer one"
    return f"{maker}, knows it; this is puzzlebook {__version__}, which knows {ours}"


def _pdf_source(content: bytes, path: Path) -> Source:
    """What a PDF says: by the recipe that is attached to it, and by the code in its text."""
    where = str(path)
    attached, code = _read_pdf(content, where)
    recipe = None
    if attached is not None:
        loaded = load_text(attached.decode("utf-8", "replace"), path)
        code, recipe = code or stated_code(loaded.head), settled(loaded)
    if code is None:
        what = "no book code stands in this PDF, nor in a recipe that is attached to it"
        raise refuse(where, what, "the manifest.json beside it")
    return Source(where, code, recipe, path.parent, pdf=sha256(content).hexdigest())


def _read_pdf(content: bytes, where: str) -> tuple[bytes | None, BookCode | None]:
    import pypdfium2

    try:
        with pypdfium2.PdfDocument(content) as document:
            return document_source(document)
    except pypdfium2.PdfiumError:
        raise refuse(where, "is no PDF that can be read", _SOURCES) from None


def document_source(document: PdfDocument) -> tuple[bytes | None, BookCode | None]:
    """The recipe that is attached to a PDF, and the book code in its text."""
    attachments = [document.get_attachment(i) for i in range(document.count_attachments())]
    recipes = [bytes(item.get_data()) for item in attachments if item.get_name() == RECIPE_FILE]
    attached = recipes[0] if recipes else None
    # The colophon is the last page.
    for number in reversed(range(len(document))):
        if code := printed_code(document[number].get_textpage().get_text_range()):
            return attached, code
    return attached, None
