"""The folder of a list's books, some of which are made again: which files to replace or keep."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from puzzlebook.ground.faults import Fault, Unfinished, refuse
from puzzlebook.shelf.manifest import (
    MANIFEST,
    find_book,
    list_books,
    manifest_above,
    write_manifest,
)
from puzzlebook.shelf.placing import put_file
from puzzlebook.shelf.replacing import Seen, list_files


class BooksThere(NamedTuple):
    """The existing books of a list, the manifest above them, and all files as seen before."""

    folder: Path
    manifest: Mapping[str, Any]
    before: Mapping[str, Seen]

    @property
    def rows(self) -> Sequence[Mapping[str, Any]]:
        """The entries of all books in the manifest."""
        rows: Sequence[Mapping[str, Any]] = self.manifest["books"]
        return rows

    def other_rows(self, numbers: Collection[int]) -> list[Mapping[str, Any]]:
        """Return the entries of all books except those with these row numbers in the list."""
        return [row for row in self.rows if row["row"] not in numbers]

    def update_manifest(self, rows: Sequence[Mapping[str, Any]]) -> Mapping[str, Any]:
        """Return the manifest with these entries added or replaced."""
        all_rows = [*self.other_rows([row["row"] for row in rows]), *rows]
        manifest = {key: value for key, value in self.manifest.items() if key != "self"}
        return {**manifest, "books": sorted(all_rows, key=lambda row: int(row["row"]))}

    def list_replaced_files(self, numbers: Collection[int], names: Collection[str]) -> set[str]:
        """Return the names of the old and new files of the books in these rows.

        Refused if a new file would replace a file of no such book. names: the names of the new
        files.
        """
        old = {MANIFEST}
        for row in self.rows:
            if row["row"] in numbers:
                old |= set(self._list_files(row["folder"], names))
        if conflicts := sorted(set(names) & self.before.keys() - old):
            what = f"holds a file that no manifest lists: {conflicts[0]}"
            raise refuse(str(self.folder), what, "move it away")
        return {*old, *names}

    def _list_files(self, name: str, new_names: Collection[str]) -> Iterator[str]:
        """Yield a book's files by its manifest; if that is damaged, guess from the new files."""
        book = find_book(self.folder / name)
        if book and book.is_intact:
            yield from (f"{name}/{file}" for file in (*book.files, MANIFEST))
        else:
            yield from (file for file in new_names if file.startswith(f"{name}/"))
            yield f"{name}/{name}-cover.pdf"


def find_books(folder: Path) -> BooksThere | None:
    """Return the books of a list in a folder, or None; refused if their manifest was changed."""
    if folder.is_symlink() or not list_books(folder):
        return None
    before = list_files(folder)
    record = manifest_above(folder)
    if not record.is_intact:
        what = f"its {MANIFEST} was changed after it was written, so no book is replaced"
        raise refuse(str(folder), what, "choose another name, or remove the folder yourself")
    return BooksThere(folder, record.manifest, before)


def read_manifest_above(folder: Path) -> Mapping[str, Any] | None:
    """Return the manifest above the titles of a list, or None; refused if it was changed."""
    if folder.is_symlink() or not (folder / MANIFEST).is_file():
        return None
    record = manifest_above(folder)
    if not record.is_intact or not isinstance(record.manifest.get("books"), list):
        what = f"its {MANIFEST} was changed, or belongs to something else"
        raise refuse(str(folder), what, "choose another -o, or move the folder away")
    return {key: value for key, value in record.manifest.items() if key != "self"}


def replace_manifest_above(
    folder: Path, manifest: Mapping[str, Any], before: Mapping[str, Any] | None
) -> None:
    """Replace the manifest above the titles of a list, as a whole or not at all."""
    if read_manifest_above(folder) != before:
        what = f"another program has changed its {MANIFEST}"
        raise Unfinished(Fault(str(folder), what, "the titles are kept; try again"))
    put_file(folder / MANIFEST, write_manifest(manifest).encode())
