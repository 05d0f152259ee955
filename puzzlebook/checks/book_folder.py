"""A book's folder as it is now, whatever has happened to it: what can still be read of it, as it is
asked for."""

from __future__ import annotations

import os
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from puzzlebook.checks.drawn import PageDrawing
from puzzlebook.checks.drawn_pages import read_page_drawing
from puzzlebook.ground.faults import Refused, Unfinished, refuse
from puzzlebook.ground.regular_files import read_regular_file
from puzzlebook.mazes.codes import fingerprint
from puzzlebook.recipes.reading import read_tables
from puzzlebook.recipes.recipe import Recipe
from puzzlebook.recipes.sources import read_known_book
from puzzlebook.shelf.manifest import LARGEST_FILE, MANIFEST, FinishedBook
from puzzlebook.shelf.pdf_pages import open_document

if TYPE_CHECKING:
    from pypdfium2 import PdfDocument

_PAGES_KEPT = 8
"""Mazes stand in the order of their pages, so that those of the last few are all that is asked for
again."""


def open_folder(folder: Path, content: bytes) -> tuple[BookFolder, Recipe]:
    """A book's folder and its recipe. content: of its manifest."""
    book = read_known_book(content, folder, MANIFEST)
    book.check()
    return BookFolder(book), read_tables(book.recipe)


class BookFolder:
    """A book's folder as it is now: what its manifest says, and those of its files that can be
    read, when asked for.

    What is only compared with something is taken from the manifest as it stands there: whatever it
    is, it is reported.
    """

    def __init__(self, book: FinishedBook) -> None:
        self.book = book
        self._documents: dict[str, PdfDocument | None] = {}
        self._drawn: dict[tuple[str, int], PageDrawing] = {}
        self._assets: dict[str, bytes | None] = {}

    def content(self, name: str) -> bytes | None:
        """The content of a file of the book; None if it lists none of this name, or it cannot be
        read."""
        try:
            return read_content(self.book.folder, name) if name in self.book.files else None
        except (Refused, Unfinished):
            return None

    @cached_property
    def name(self) -> str:
        """What the book is called."""
        return str(self.book.recipe["name"])

    @cached_property
    def pdfs(self) -> list[str]:
        """The book's own PDF files: for the printer, for the screen."""
        wanted = self.book.recipe.get("pdf", "print")
        return [f"{self.name}{ending}.pdf" for ending, kind in (("", "print"), ("-screen", "screen"))
                if wanted in (kind, "both")]  # fmt: skip

    def document(self, name: str) -> PdfDocument | None:
        """A PDF of the book, opened; None if it cannot be."""
        if name not in self._documents:
            try:
                content = self.content(name)
                self._documents[name] = None if content is None else open_document(content, name)
            except Refused:
                self._documents[name] = None
        return self._documents[name]

    def drawn(self, name: str, page: int) -> PageDrawing:
        """What is drawn on a page of a PDF of the book; nothing, if it has no such page."""
        if (name, page) not in self._drawn:
            document = self.document(name)
            assert document is not None
            if len(self._drawn) == _PAGES_KEPT:
                del self._drawn[next(iter(self._drawn))]
            self._drawn[name, page] = PageDrawing([], [])
            if 1 <= page <= len(document):
                with suppress(RuntimeError):  # a page that cannot be read shows nothing
                    self._drawn[name, page] = read_page_drawing(document[page - 1])
        return self._drawn[name, page]

    def asset(self, code: str) -> bytes | None:
        """The user's file whose fingerprint the code of a silhouette or of a picture carries."""
        wanted = code.split(".")[1] if code.startswith(("file.", "line.")) else ""
        if wanted and wanted not in self._assets:
            contents = filter(None, map(self.content, self.book.files))
            self._assets[wanted] = next(
                (content for content in contents if fingerprint(content) == wanted), None
            )
        return self._assets.get(wanted)


def read_content(folder: Path, name: str) -> bytes:
    """The content of a file in a folder; refused if it lies elsewhere, or is what might never
    end."""
    path = folder / name
    if os.path.isabs(name) or ".." in Path(name).parts:
        raise refuse(name, "is no file of this folder")
    if not os.path.lexists(path):
        raise refuse(name, "is missing")
    if not path.is_file():
        raise refuse(name, "is not a file")
    return read_regular_file(
        path, name, LARGEST_FILE, "", too_large="is too large for a file of a book"
    )
