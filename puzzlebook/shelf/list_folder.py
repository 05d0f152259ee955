"""The folder of a list's books, of which one is made again in its place: which of its files go, and
which stay."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from puzzlebook.ground.faults import refuse
from puzzlebook.shelf.manifest import MANIFEST, find_book, list_books, manifest_above
from puzzlebook.shelf.replacing import Seen, list_files


class BooksThere(NamedTuple):
    """The books of a list on the shelf: what the manifest above them says, and all files as they
    were before it was read."""

    folder: Path
    manifest: Mapping[str, Any]
    before: Mapping[str, Seen]

    @property
    def rows(self) -> Sequence[Mapping[str, Any]]:
        """What is said of each book."""
        rows: Sequence[Mapping[str, Any]] = self.manifest["books"]
        return rows

    def others(self, numbers: Collection[int]) -> list[Mapping[str, Any]]:
        """What is said of the books of all other rows of the list than these."""
        return [row for row in self.rows if row["row"] not in numbers]

    def with_rows(self, rows: Sequence[Mapping[str, Any]]) -> Mapping[str, Any]:
        """What the manifest says when these books have come."""
        every = [*self.others([row["row"] for row in rows]), *rows]
        said = {key: value for key, value in self.manifest.items() if key != "self"}
        return {**said, "books": sorted(every, key=lambda row: int(row["row"]))}

    def files_that_go(self, numbers: Collection[int], come: Collection[str]) -> set[str]:
        """The names of the files that go, or come, when the books of these rows are replaced.
        Refused if a file that comes would take the place of one that belongs to none of them."""
        going = {MANIFEST}
        for row in self.rows:
            if row["row"] in numbers:
                going |= set(self._files_of(row["folder"], come))
        if in_the_way := sorted(set(come) & self.before.keys() - going):
            what = f"holds a file that no manifest lists: {in_the_way[0]}"
            raise refuse(str(self.folder), what, "move it away")
        return {*going, *come}

    def _files_of(self, name: str, come: Collection[str]) -> Iterator[str]:
        """The files of a book: as its manifest lists them or, where that is spoilt, as they come
        again."""
        book = find_book(self.folder / name)
        if book and book.is_intact:
            yield from (f"{name}/{file}" for file in (*book.files, MANIFEST))
        else:
            yield from (file for file in come if file.startswith(f"{name}/"))
            yield f"{name}/{name}-cover.pdf"


def find_books(folder: Path) -> BooksThere | None:
    """The books of a list in a folder; None if it holds none. Refused if the manifest above them
    was changed."""
    if folder.is_symlink() or not list_books(folder):
        return None
    before = list_files(folder)
    above = manifest_above(folder)
    if not above.is_intact:
        what = f"its {MANIFEST} was changed since it was written, so no book is replaced in it"
        raise refuse(str(folder), what, "take another name, or remove the folder yourself")
    return BooksThere(folder, above.manifest, before)
