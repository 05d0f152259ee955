"""The folder of a list's books when some are made again: which files go, and which stay."""

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
    """The books of a list on disk: the manifest above them, and all files as they were before it
    was read."""

    folder: Path
    manifest: Mapping[str, Any]
    before: Mapping[str, Seen]

    @property
    def rows(self) -> Sequence[Mapping[str, Any]]:
        """The manifest's entry for each book."""
        rows: Sequence[Mapping[str, Any]] = self.manifest["books"]
        return rows

    def other_rows(self, numbers: Collection[int]) -> list[Mapping[str, Any]]:
        """Return the entries of all books except those in these rows of the list."""
        return [row for row in self.rows if row["row"] not in numbers]

    def update_manifest(self, rows: Sequence[Mapping[str, Any]]) -> Mapping[str, Any]:
        """Return the manifest with these entries, new or replaced."""
        every = [*self.other_rows([row["row"] for row in rows]), *rows]
        manifest = {key: value for key, value in self.manifest.items() if key != "self"}
        return {**manifest, "books": sorted(every, key=lambda row: int(row["row"]))}

    def list_replaced_files(self, numbers: Collection[int], names: Collection[str]) -> set[str]:
        """Return the names of the old and new files of the books in these rows.

        Refused if a new file would replace one that belongs to none of them. names: the names of
        the new files.
        """
        old = {MANIFEST}
        for row in self.rows:
            if row["row"] in numbers:
                old |= set(self._list_files(row["folder"], names))
        if in_the_way := sorted(set(names) & self.before.keys() - old):
            what = f"holds a file that no manifest lists: {in_the_way[0]}"
            raise refuse(str(self.folder), what, "move it away")
        return {*old, *names}

    def _list_files(self, name: str, new_names: Collection[str]) -> Iterator[str]:
        """Yield the files of a book by its manifest or, if that is damaged, by the new files."""
        book = find_book(self.folder / name)
        if book and book.is_intact:
            yield from (f"{name}/{file}" for file in (*book.files, MANIFEST))
        else:
            yield from (file for file in new_names if file.startswith(f"{name}/"))
            yield f"{name}/{name}-cover.pdf"


def find_books(folder: Path) -> BooksThere | None:
    """Return the books of a list in a folder, or None; refused if the manifest above has
    changed."""
    if folder.is_symlink() or not list_books(folder):
        return None
    before = list_files(folder)
    above = manifest_above(folder)
    if not above.is_intact:
        what = f"its {MANIFEST} was changed since it was written, so no book is replaced in it"
        raise refuse(str(folder), what, "choose another name, or remove the folder yourself")
    return BooksThere(folder, above.manifest, before)


def read_manifest_above(folder: Path) -> Mapping[str, Any] | None:
    """Return the manifest above the titles of a list; None if there is none, refused if it has
    changed since it was written."""
    if folder.is_symlink() or not (folder / MANIFEST).is_file():
        return None
    above = manifest_above(folder)
    if not above.is_intact or not isinstance(above.manifest.get("books"), list):
        what = f"its {MANIFEST} was changed, or is of something else"
        raise refuse(str(folder), what, "another -o, or move the folder away")
    return {key: value for key, value in above.manifest.items() if key != "self"}


def replace_manifest_above(
    folder: Path, manifest: Mapping[str, Any], before: Mapping[str, Any] | None
) -> None:
    """Write the manifest above the titles of a list, whole or not at all, in place of the previous
    one."""
    if read_manifest_above(folder) != before:
        what = f"another program has changed its {MANIFEST}"
        raise Unfinished(Fault(str(folder), what, "the titles are kept; try again"))
    put_file(folder / MANIFEST, write_manifest(manifest).encode())
