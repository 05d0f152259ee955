"""The listing in a book's folder: whether it matches the cover, and which texts were edited."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from puzzlebook.ground.faults import Unfinished, refuse
from puzzlebook.ground.regular_files import read_regular_file
from puzzlebook.ground.shell_commands import shell_line
from puzzlebook.shelf.manifest import LISTING, Damaged, FinishedBook, find_book

_TEXTS = (".txt", ".html")
_MAX_BYTES = 1_000_000  # of a text


def is_stale(book: FinishedBook) -> bool:
    """Whether a book's listing was made for a cover other than the current one."""
    made_for = book.manifest.get(LISTING)
    with suppress(Damaged):
        now = book.files.get(f"{book.name}-cover.pdf")
        return isinstance(made_for, dict) and made_for.get("cover") != now
    return False


def report_stale(folder: Path) -> Iterator[str]:
    """Yield a note if the listing of the book in a folder was made for another cover."""
    book = find_book(folder)
    if book and is_stale(book):
        again = shell_line("listing", folder, "--force")
        yield f"the listing is that of another cover (try: {again})"


def find_edited_texts(folder: Path) -> Iterator[str]:
    """Yield the names of a listing's texts that have changed since they were written."""
    book = find_book(folder)
    with suppress(Damaged):
        for name, written in sorted(book.files.items()) if book else ():
            path = folder / name
            if not name.startswith(f"{LISTING}/") or path.suffix not in _TEXTS:
                continue
            if path.is_file() and _sum_file(path) != written:
                yield name


def check_texts(folder: Path) -> None:
    """Refuse to replace a listing whose texts were edited."""
    if edited := list(find_edited_texts(folder)):
        raise refuse(str(folder), *describe_edits(edited))


def describe_edits(names: list[str]) -> tuple[str, str]:
    """Return the objection to replacing these texts, and what is allowed."""
    return f"{', '.join(names)} was edited since it was written", "move it away first, to keep it"


def _sum_file(path: Path) -> str:
    """Return the SHA-256 of a file; empty if it cannot be read."""
    with suppress(OSError, Unfinished):
        return sha256(read_regular_file(path, str(path), _MAX_BYTES, "a text")).hexdigest()
    return ""
