"""A book's folder in any state: each readable file is read on demand."""

from __future__ import annotations

import os
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from puzzlebook.checks.drawn import PageDrawing
from puzzlebook.checks.drawn_pages import read_page_drawing
from puzzlebook.ground.faults import Refused, Unfinished, refuse
from puzzlebook.ground.printed_codes import fingerprint
from puzzlebook.ground.regular_files import read_regular_file
from puzzlebook.pdf_reading.pages import open_document
from puzzlebook.recipes.reading import read_tables
from puzzlebook.recipes.recipe import Recipe
from puzzlebook.recipes.sources import read_known_book
from puzzlebook.shelf.manifest import LARGEST_FILE, MANIFEST, FinishedBook

if TYPE_CHECKING:
    from pypdfium2 import PdfDocument

_CACHED_PAGES = 8  # mazes are checked in the order of their pages


def open_folder(folder: Path, content: bytes) -> tuple[BookFolder, Recipe]:
    """Return a book's folder and its recipe. content: the manifest's bytes."""
    book = read_known_book(content, folder, MANIFEST)
    book.check()
    return BookFolder(book), read_tables(book.recipe)


class BookFolder:
    """A book's folder: its manifest, and the files that can be read.

    Manifest values that are only compared are not checked first: any difference is reported.
    """

    def __init__(self, book: FinishedBook) -> None:
        self.book = book
        self._documents: dict[str, PdfDocument | None] = {}
        self._drawings: dict[tuple[str, int], PageDrawing] = {}
        self._assets: dict[str, bytes | None] = {}

    def content(self, name: str) -> bytes | None:
        """Return a file's content; None if the manifest does not list it or it is unreadable."""
        try:
            return read_content(self.book.folder, name) if name in self.book.files else None
        except (Refused, Unfinished):
            return None

    @cached_property
    def name(self) -> str:
        """The book's name."""
        return str(self.book.recipe["name"])

    @cached_property
    def pdfs(self) -> list[str]:
        """The names of the book's own PDF files: the print version, the screen version."""
        wanted = self.book.recipe.get("pdf", "print")
        endings = [("", "print"), ("-screen", "screen")]
        return [f"{self.name}{ending}.pdf" for ending, kind in endings if wanted in (kind, "both")]

    def document(self, name: str) -> PdfDocument | None:
        """Return an open PDF of the book, or None if it cannot be opened."""
        if name not in self._documents:
            self._documents[name] = None
            if (content := self.content(name)) is not None:
                with suppress(Refused):
                    self._documents[name] = open_document(content, name)
        return self._documents[name]

    def drawing(self, name: str, page: int) -> PageDrawing:
        """Return the drawing on a page of a PDF; empty if there is no such page."""
        if (name, page) not in self._drawings:
            document = self.document(name)
            assert document is not None
            if len(self._drawings) == _CACHED_PAGES:
                del self._drawings[next(iter(self._drawings))]
            self._drawings[name, page] = PageDrawing([], [])
            if 1 <= page <= len(document):
                with suppress(RuntimeError):  # an unreadable page counts as empty
                    self._drawings[name, page] = read_page_drawing(document[page - 1])
        return self._drawings[name, page]

    def asset(self, code: str) -> bytes | None:
        """Return the user's file with the fingerprint in a silhouette's or picture's code."""
        wanted = (
            code.split(".")[1] if code.startswith(("file.", "line.", "stage.", "list.")) else ""
        )
        if wanted and wanted not in self._assets:
            contents = filter(None, map(self.content, self.book.files))
            matches = (content for content in contents if fingerprint(content) == wanted)
            self._assets[wanted] = next(matches, None)
        return self._assets.get(wanted)


def read_content(folder: Path, name: str) -> bytes:
    """Return the content of a file in a folder.

    Refused if the file is outside the folder, missing, not a regular file, or too large.
    """
    path = folder / name
    if os.path.isabs(name) or ".." in Path(name).parts:
        raise refuse(name, "is not a file in this folder")
    if not os.path.lexists(path):
        raise refuse(name, "is missing")
    if not path.is_file():
        raise refuse(name, "is not a file")
    return read_regular_file(
        path, name, LARGEST_FILE, "", too_large="is too large for a file of a book"
    )
