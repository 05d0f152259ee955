"""A book's folder on the shelf: all of the book or nothing of it, and never over what is not
ours."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import BinaryIO, NamedTuple

from puzzlebook.ground.faults import Fault, Refused, Unfinished, refuse
from puzzlebook.running.interruption import delay_interruption, raise_if_interrupted
from puzzlebook.shelf.contents import PdfDigest, content_digest
from puzzlebook.shelf.manifest import (
    MANIFEST,
    Damaged,
    FinishedBook,
    check_readable,
    find_book,
    is_intact,
    list_books,
    open_book,
    write_manifest,
)
from puzzlebook.shelf.partials import (
    CLAIM,
    NEW,
    OLD,
    begin_folder,
    end,
    find_abandoned_folders,
    lock_folder,
)
from puzzlebook.shelf.placing import explain_errors, make_shelf, put_files
from puzzlebook.shelf.renames import exchange, rename_to_free
from puzzlebook.shelf.replacing import Seen, check_unchanged, is_litter, keep

_ATTEMPTS = 10


def check_free(folder: Path, force: bool, command: str) -> list[str]:
    """Refused if a book cannot be put here: the place is taken, or the shelf is no folder.

    command: one that works, for the message. What killed runs have left on the shelf is removed
    first; the remarks say which books of theirs were put back.
    """
    shelf = next(parent for parent in folder.parents if parent.exists() or parent == parent.parent)
    if not shelf.is_dir():
        raise refuse(str(shelf), "is a file", "-o takes a folder")
    tidied = tidy(folder.parent)
    if force:
        tidy(folder)
    if objection := _find_objection(folder, force):
        what, allowed = objection
        again = (
            " (it was put back: a run that was to replace it was killed)"
            if folder.name in tidied.put_back
            else ""
        )
        raise refuse(str(folder), what + again, allowed, command)
    return tidied.remarks


def tidy_shelf(folder: Path) -> list[str]:
    """Remove what killed runs have left on the shelf of a folder and in it; remarks on what became
    of that."""
    return [*tidy(folder.parent).remarks, *tidy(folder).remarks]


def check_no_list(folder: Path) -> None:
    """Refused if the books of a list stand here: no sheet or book alone may take their place."""
    if books := list_books(folder):
        what = f"holds the books of a list, {len(books)} of them, and --only removes none"
        raise refuse(str(folder), what, "another --name")


def _find_objection(folder: Path, force: bool) -> tuple[str, str] | None:
    """Why no book may take this place, and what is allowed; None if one may."""
    if not os.path.lexists(folder):
        return None
    if folder.is_symlink() or not folder.is_dir():
        return f"is a {'link' if folder.is_symlink() else 'file'}", "take another name"
    if force:
        check_readable(folder)
    listed = _read_listed_files(folder)
    if not force:
        what = "there is a folder already" if listed is None else "there is a book already"
        pdf = f"{folder.name}.pdf"
        what += f", {folder / pdf}" if listed and pdf in listed else ""
        return what, "take another name, or --force to replace a book"
    if listed is None:
        return "is not a book of ours, so --force leaves it alone", "take another name"
    if changed := _changed_manifest(folder):
        what = f"its {changed} was changed since it was written, so --force does not trust what it lists"
        return what, "take another name, or remove the folder yourself"
    if unlisted := sorted(_find_unlisted(folder, listed)):
        what = f"holds files that its manifest does not list: {', '.join(unlisted[:3])}"
        return what, "move them away, or take another name"
    return None


class NewFolder:
    """The folder of a book that is being made, and the SHA-256 sums of the files in it, by their
    names.

    remarks: what is good to know when the book is in its place.

    path: where it is made. target: where the book will stand. contents: the content digests of its
    PDF files.
    """

    def __init__(self, path: Path, target: Path) -> None:
        self._path, self._target = path, target
        self._sizes: dict[str, int] = {}
        self._folders = {""}
        self.sums: dict[str, str] = {}
        self.contents: dict[str, str] = {}
        self.before: Mapping[str, Seen] | None = None
        self.remarks: list[str] = []

    def write(self, name: str, content: bytes) -> None:
        """Write one of the book's files."""
        self.write_pieces(name, (content,))

    def write_pieces(self, name: str, pieces: Iterable[bytes]) -> None:
        """Write one of the book's files, piece by piece as they come."""
        found, size = sha256(), 0
        with self._open_file(name) as file:
            for piece in pieces:
                file.write(piece)
                found.update(piece)
                size += len(piece)
        self._sizes[name] = size
        self.sums[name] = found.hexdigest()

    def write_pdf(self, name: str, pieces: Iterable[bytes]) -> None:
        """Write one of the book's PDF files, object by object, and take its content digest on the
        way."""
        digest = PdfDigest()

        def seen() -> Iterator[bytes]:
            for piece in pieces:
                digest.add(piece)
                yield piece

        self.write_pieces(name, seen())
        self.contents[name] = digest.hexdigest

    def _open_file(self, name: str) -> BinaryIO:
        """A new file, open. Unfinished if the folder in which it is to lie has gone since it was
        made."""
        try:
            self._make_folder(name.rpartition("/")[0])
            return (self._path / name).open("wb")
        except FileNotFoundError:
            if (self._path / name).parent.is_dir():
                raise
            raise self._report_lost_file(name) from None

    def _make_folder(self, name: str) -> None:
        """Make the folder of this name, and those in which it lies, unless they were made for
        another file."""
        if name not in self._folders:
            self._make_folder(name.rpartition("/")[0])
            (self._path / name).mkdir(exist_ok=True)
            self._folders.add(name)

    def inner(self, name: str) -> NewFolder:
        """The folder of one of several books in this one."""
        (self._path / name).mkdir()
        return NewFolder(self._path / name, self._target / name)

    def keep_rest(self, before: Mapping[str, Seen], going: Collection[str]) -> None:
        """Take over what stands in the book's place, as it was seen before, all but the files that
        go.

        A file that is kept comes in the place of one that was written here.
        """
        self.before = before
        for name in before.keys() - going:
            self._make_folder(name.rpartition("/")[0])
            (self._path / name).unlink(missing_ok=True)
            self._sizes.pop(name, None)
            keep(self._target / name, self._path / name)

    def check_whole(self) -> None:
        """Unfinished if a file has gone since it was written, or is of another size."""
        for name, size in self._sizes.items():
            try:
                there = os.stat(f"{self._path}/{name}").st_size
            except (FileNotFoundError, NotADirectoryError):
                raise self._report_lost_file(name) from None
            if there != size:
                raise self._report_lost_file(name)

    def _report_lost_file(self, name: str) -> Unfinished:
        what = f"another program has meddled with the book in the making: {name} is not there as it was written"
        return Unfinished(Fault(str(self._target), what, "nothing was changed; try again"))


@contextmanager
def create_folder(folder: Path, force: bool = False, command: str = "") -> Iterator[NewFolder]:
    """A new folder to write a book's files in. It stands beside the book's own and takes its place
    at the end.

    Unfinished, with the old folder as it was, if that fails; so too when it is interrupted.
    Refused, as by `check_free`, if by then something stands there that may not be replaced.
    """
    with explain_errors(folder):
        made: list[Path] = []
        home: Path | None = None
        lock, is_done = -1, False
        try:
            # All in one frame: between two, an interrupt would find the hidden folder in the shelf
            # that is to go.
            with delay_interruption():
                made += make_shelf(folder.parent)
                home, lock = begin_folder(folder.parent, folder.name)
            (home / NEW).mkdir()
            new = NewFolder(home / NEW, folder)
            yield new
            new.check_whole()
            raise_if_interrupted()
            look: _Look = partial(_find_objection, force=force)
            if new.before is not None:
                look = partial(check_unchanged, new.before, folder)
            _move_in(home, folder, force or new.before is not None, look, command)
            is_done = True
        finally:
            if home and not end(home, lock) and is_done:
                new.remarks.append(_report_left_over(home, folder.name))
            for shelf in [] if is_done else made:
                with suppress(OSError):
                    shelf.rmdir()


_Look = Callable[[Path], tuple[str, str] | None]
"""Looks at a folder; gives why no book may take its place and what is allowed, or None if one
may."""


def _move_in(home: Path, folder: Path, may_replace: bool, look: _Look, command: str) -> None:
    """Put the new folder in its place, unless something stands there that may not be replaced."""
    for _ in range(_ATTEMPTS):
        if objection := look(folder):
            raise _come_meanwhile(folder, objection, command)
        with suppress(
            FileExistsError, FileNotFoundError
        ):  # it came, or went, at this very moment: look again
            _change_places(home / NEW, home / OLD, folder, look if may_replace else None, command)
            return
    raise Unfinished(
        Fault(str(folder), "another program keeps changing what is there", "nothing was changed")
    )


def _come_meanwhile(folder: Path, objection: tuple[str, str], command: str) -> Refused:
    what, allowed = objection
    return refuse(str(folder), f"{what} (since this one was begun)", allowed, command)


def _change_places(new: Path, old: Path, folder: Path, look: _Look | None, command: str) -> None:
    """The new folder takes its place, and what stands there goes to `old`. An interrupt undoes it.

    look: looks at what may be replaced; None where nothing may: what has come since all was looked
    at stays, and that is a FileExistsError. What was taken out is looked at again, now that nobody
    else can change it; only then it is not missed any more.
    """
    mine = new.stat()
    try:
        if look and os.path.lexists(folder):
            _take_out(new, old, folder)
            if objection := look(old):
                raise _come_meanwhile(folder, objection, command)
        if os.path.lexists(new):
            new.with_name(CLAIM).touch()
            rename_to_free(new, folder)
    except BaseException:
        _undo(new, old, folder, mine)
        raise
    with suppress(
        OSError, KeyboardInterrupt
    ):  # the book is there, and nothing is left to interrupt
        old.rename(new)


def _take_out(new: Path, old: Path, folder: Path) -> None:
    """Exchange the two folders in one step or, where that cannot be, move the old one away."""
    new.rename(old)  # so that whoever finds it, should we be killed, looks at it first
    if not exchange(old, folder):
        old.rename(new)
        folder.rename(old)


def _undo(new: Path, old: Path, folder: Path, mine: os.stat_result) -> None:
    """Wherever changing places ended: the new folder, known by its number on the disk, is at `new`
    again, and what stood in its place is back."""
    for path in (folder, old):
        with suppress(FileNotFoundError):
            if os.path.samestat(path.lstat(), mine):
                path.rename(new)
    if os.path.lexists(old):
        try:
            rename_to_free(old, folder)
        except OSError:
            what = "its place was taken while it was replaced"
            raise Unfinished(
                Fault(str(folder), what, f"what stood there is now in {old}")
            ) from None


class Tidied(NamedTuple):
    """What became of all that killed runs had left on a shelf.

    put_back: the names of the books that they had taken away to replace, and that are back in their
    places. left: what is still there, a line each.
    """

    put_back: list[str]
    left: list[str]

    @property
    def remarks(self) -> list[str]:
        """What is good to know of it."""
        return [
            f"{name} was put back: a run that was to replace it was killed"
            for name in self.put_back
        ] + self.left


def tidy(shelf: Path) -> Tidied:
    """Remove what killed runs have left on a shelf, but for what may be missed."""
    put_back, homes = [], []
    for home, name in find_abandoned_folders(shelf):
        homes.append((home, name))
        with suppress(OSError):
            if _is_put_back(home / NEW, home / OLD, shelf / name):
                put_back.append(name)
    return Tidied(
        put_back, [_report_left_over(home, name) for home, name in homes if os.path.lexists(home)]
    )


def _report_left_over(home: Path, name: str) -> str:
    """What is said of a hidden folder that is not removed."""
    if os.path.lexists(home / OLD):
        return f"what a killed run found at {name} is in {home / OLD}"
    return f"{home} is left over and cannot be removed"


def _is_put_back(new: Path, old: Path, folder: Path) -> bool:
    """Put a book back for which none came. Where one came, or was to be exchanged, the other is not
    missed if it is one of ours; else it stays where it is."""
    if os.path.lexists(new) and os.path.lexists(new.with_name(CLAIM)):
        with suppress(OSError):  # it is no claim if there is anything in it
            folder.rmdir()
    if os.path.lexists(old) and os.path.lexists(new):
        rename_to_free(old, folder)
        return True
    if os.path.lexists(old) and _find_objection(old, force=True) is None:
        old.rename(new)
    return False


def find_unlisted_files(book: FinishedBook) -> Iterator[str]:
    """What lies in a book's folder and is neither listed by its manifest nor an operating system's
    litter."""
    return _find_unlisted(book.folder, {*book.files, MANIFEST})


def _read_listed_files(folder: Path) -> set[str] | None:
    """The files of a book, or of the books of a list, by what their manifests say; None where
    neither is ours."""
    if book := find_book(folder):
        return {*book.files, MANIFEST}
    books = {name: find_book(folder / name) for name in list_books(folder)}
    if not books or None in books.values():
        return None
    inner = (
        f"{name}/{file}" for name, book in books.items() if book for file in (*book.files, MANIFEST)
    )
    return {MANIFEST, *inner}


def _changed_manifest(folder: Path) -> str | None:
    """The first manifest in the folder of a book, or of the books of a list, whose own sum is
    wrong."""
    for name in ("", *(f"{inner}/" for inner in list_books(folder))):
        content = (folder / name / MANIFEST).read_bytes()
        if not is_intact(content):
            return f"{name}{MANIFEST}"
    return None


def _find_unlisted(folder: Path, listed: Collection[str]) -> Iterator[str]:
    for path in folder.rglob("*"):
        name = path.relative_to(folder).as_posix()
        if (
            name not in listed
            and not is_litter(path.name)
            and not (path.is_dir() and any(item.startswith(f"{name}/") for item in listed))
        ):
            yield name


def count_cover_pages(folder: Path) -> int | None:
    """How many pages the book in a folder has, if it has a cover; else None."""
    book = find_book(folder)
    with suppress(Damaged):
        return book.pages if book and f"{book.name}-cover.pdf" in book.files else None
    return None


def add(
    book: FinishedBook,
    files: Mapping[str, bytes],
    says: Mapping[str, object] | None = None,
    free: Collection[str] = (),
) -> None:
    """Put files beside those of a book, and enter them in its manifest, with what is to be said of
    them.

    free: those that replace nothing. Unfinished if another book has come into the folder since this
    one was read.
    """
    folder = book.folder
    with lock_folder(folder):
        now = open_book(folder)
        if _drop_additions(now) != _drop_additions(book):
            what = "another book has come while this was made"
            raise Unfinished(Fault(str(folder), what, "nothing was changed; try again"))
        sums = {
            **now.files,
            **{name: sha256(content).hexdigest() for name, content in files.items()},
        }
        contents = {
            **now.contents,
            **{name: found for name in files if (found := content_digest(files[name]))},
        }
        told = {key: value for key, value in now.manifest.items() if key != "self"}
        told |= {
            "files": dict(sorted(sums.items())),
            "content": dict(sorted(contents.items())),
            **(says or {}),
        }
        written = [(folder / name, content) for name, content in files.items()]
        put_files(
            [*written, (folder / MANIFEST, write_manifest(told).encode())],
            [folder / name for name in free],
        )


def _drop_additions(book: FinishedBook) -> dict[str, object]:
    """What a manifest says that no cover or preview adds to."""
    return {
        key: value
        for key, value in book.manifest.items()
        if key not in ("files", "content", "cover", "self")
    }
