"""A book's folder on disk, written as a whole or not at all, and never over files not ours."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

from puzzlebook.ground.faults import Fault, Refused, Unfinished, refuse
from puzzlebook.running.interruption import delay_interruption, raise_if_interrupted
from puzzlebook.shelf.contents import PdfDigest, content_digest
from puzzlebook.shelf.manifest import (
    LISTING,
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
    end_folder,
    find_abandoned_folders,
    lock_folder,
)
from puzzlebook.shelf.placing import explain_errors, make_shelf, put_files
from puzzlebook.shelf.renames import exchange, rename_to_free

if TYPE_CHECKING:
    from puzzlebook.shelf.replacing import Seen

_ATTEMPTS = 10  # to move a folder into place


def check_free(folder: Path, force: bool, command: str) -> list[str]:
    """Refuse a path where no book can go because it is taken, or its parent is not a folder.

    Leftovers of killed runs are removed first. The returned remarks name books that were restored.
    command: suggested in the error.
    """
    shelf = next(parent for parent in folder.parents if parent.exists() or parent == parent.parent)
    if not shelf.is_dir():
        raise refuse(str(shelf), "is a file", "give -o a folder")
    tidied = tidy(folder.parent)
    if force:
        tidy(folder)
    if objection := _find_objection(folder, force):
        what, allowed = objection
        explanation = (
            " (it was put back: a run replacing it was killed)"
            if folder.name in tidied.put_back
            else ""
        )
        raise refuse(str(folder), what + explanation, allowed, command)
    return tidied.remarks


def tidy_shelf(folder: Path) -> list[str]:
    """Remove what killed runs left in a folder and beside it; return remarks."""
    return [*tidy(folder.parent).remarks, *tidy(folder).remarks]


def check_no_list(folder: Path) -> None:
    """Refuse a folder with the books of a list, which no single sheet or book may replace."""
    if books := list_books(folder):
        what = f"holds the books of a list, {len(books)} of them, and --only removes none"
        raise refuse(str(folder), what, "choose another --name")


def _find_objection(folder: Path, force: bool) -> tuple[str, str] | None:
    """Return why no book may be put here, and what is allowed; None if one may."""
    if not os.path.lexists(folder):
        return None
    if folder.is_symlink() or not folder.is_dir():
        return f"is a {'link' if folder.is_symlink() else 'file'}", "choose another name"
    if force:
        check_readable(folder)
    listed = _read_listed_files(folder)
    if not force:
        what = "there is a folder already" if listed is None else "there is a book already"
        pdf = f"{folder.name}.pdf"
        what += f", {folder / pdf}" if listed and pdf in listed else ""
        return what, "choose another name, or --force to replace a book"
    if listed is None:
        return "is not a puzzlebook book, so --force does not replace it", "choose another name"
    if changed := _changed_manifest(folder):
        what = f"its {changed} was changed after it was written, so --force does not trust what it"
        return f"{what} lists", "choose another name, or remove the folder yourself"
    if unlisted := sorted(_find_unlisted(folder, listed)):
        what = f"holds files that its manifest does not list: {', '.join(unlisted[:3])}"
        return what, "move them away, or choose another name"
    return _find_edited_listing(folder, listed)


def _find_edited_listing(folder: Path, listed: Collection[str]) -> tuple[str, str] | None:
    """Return the objection to replacing a book whose listing has edited texts, or None."""
    from puzzlebook.shelf.listings import describe_edits, find_edited_texts

    if not any(name.startswith(f"{LISTING}/") for name in listed):
        return None
    edited = list(find_edited_texts(folder))
    return describe_edits(edited) if edited else None


class NewFolder:
    """The folder of a book under construction.

    path: the working folder. target: the book's final folder. sums, contents: mappings from names
    to the files' SHA-256 sums and the PDFs' content digests. before: the files to replace, as last
    seen. remarks: notes for the user once the book is in place.
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
        """Write one of the book's files, piece by piece."""
        digest, size = sha256(), 0
        with self._open_file(name) as file:
            for piece in pieces:
                file.write(piece)
                digest.update(piece)
                size += len(piece)
        self._sizes[name] = size
        self.sums[name] = digest.hexdigest()

    def write_pdf(self, name: str, pieces: Iterable[bytes]) -> None:
        """Write one of the book's PDF files, object by object, and record its content digest."""
        digest = PdfDigest()

        def list_pieces() -> Iterator[bytes]:
            for piece in pieces:
                digest.add(piece)
                yield piece

        self.write_pieces(name, list_pieces())
        self.contents[name] = digest.hexdigest

    def _open_file(self, name: str) -> BinaryIO:
        """Open a new file; raise Unfinished if its folder has been removed meanwhile."""
        try:
            self._make_folder(name.rpartition("/")[0])
            return (self._path / name).open("wb")
        except FileNotFoundError:
            if (self._path / name).parent.is_dir():
                raise
            raise self._report_lost_file(name) from None

    def _make_folder(self, name: str) -> None:
        """Make a subfolder and its parents, unless already made."""
        if name not in self._folders:
            self._make_folder(name.rpartition("/")[0])
            (self._path / name).mkdir(exist_ok=True)
            self._folders.add(name)

    def inner(self, name: str) -> NewFolder:
        """Return a subfolder of this one, for one of several books."""
        (self._path / name).mkdir()
        return NewFolder(self._path / name, self._target / name)

    def keep_rest(self, before: Mapping[str, Seen], removed_names: Collection[str]) -> None:
        """Keep all existing files of the book's final folder unchanged, except `removed_names`.

        A file kept in this way replaces a file of the same name written here.
        """
        from puzzlebook.shelf.replacing import link_or_copy

        self.before = before
        for name in before.keys() - removed_names:
            self._make_folder(name.rpartition("/")[0])
            (self._path / name).unlink(missing_ok=True)
            self._sizes.pop(name, None)
            link_or_copy(self._target / name, self._path / name)

    def check_whole(self) -> None:
        """Raise Unfinished if a file has been removed or resized since it was written."""
        for name, size in self._sizes.items():
            try:
                actual = os.stat(f"{self._path}/{name}").st_size
            except (FileNotFoundError, NotADirectoryError):
                raise self._report_lost_file(name) from None
            if actual != size:
                raise self._report_lost_file(name)

    def _report_lost_file(self, name: str) -> Unfinished:
        what = "another program changed this book while it was made"
        what += f": {name} is not there as it was written"
        return Unfinished(Fault(str(self._target), what, "nothing was changed; try again"))


@contextmanager
def create_folder(folder: Path, force: bool = False, command: str = "") -> Iterator[NewFolder]:
    """Make a folder for writing a book's files; at the end it takes the place of `folder`.

    Raises Unfinished, leaving the old folder as it was, on failure or interruption. Raises Refused,
    like `check_free`, if by then something is there that must not be replaced.
    """
    with explain_errors(folder):
        made: list[Path] = []
        home: Path | None = None
        lock, is_done = -1, False
        try:
            # All in one frame: an interrupt between two frames would leave the hidden folder in a
            # parent that is to be removed.
            with delay_interruption():
                made += make_shelf(folder.parent)
                home, lock = begin_folder(folder.parent, folder.name)
            (home / NEW).mkdir()
            new = NewFolder(home / NEW, folder)
            yield new
            new.check_whole()
            raise_if_interrupted()
            check: _Check = partial(_find_objection, force=force)
            if new.before is not None:
                from puzzlebook.shelf.replacing import check_unchanged

                check = partial(check_unchanged, new.before, folder)
            _move_in(home, folder, force or new.before is not None, check, command)
            is_done = True
        finally:
            if home and not end_folder(home, lock) and is_done:
                new.remarks.append(_report_left_over(home, folder.name))
            for shelf in [] if is_done else made:
                with suppress(OSError):
                    shelf.rmdir()


_Check = Callable[[Path], tuple[str, str] | None]
"""A function that returns why no book may replace a folder and what is allowed, or None."""


def _move_in(home: Path, folder: Path, may_replace: bool, check: _Check, command: str) -> None:
    """Move the new folder into place, unless something there must not be replaced."""
    for _ in range(_ATTEMPTS):
        if objection := check(folder):
            raise _refuse_newcomer(folder, objection, command)
        # If something appeared or vanished just now, check again.
        with suppress(FileExistsError, FileNotFoundError):
            _change_places(home / NEW, home / OLD, folder, check if may_replace else None, command)
            return
    raise Unfinished(
        Fault(str(folder), "another program keeps changing what is there", "nothing was changed")
    )


def _refuse_newcomer(folder: Path, objection: tuple[str, str], command: str) -> Refused:
    what, allowed = objection
    return refuse(str(folder), f"{what} (since this book was started)", allowed, command)


def _change_places(new: Path, old: Path, folder: Path, check: _Check | None, command: str) -> None:
    """Move the new folder into place, and the existing one to `old`; an interrupt undoes this.

    check: checks whether the existing folder may be replaced; None if nothing may be replaced, in
    which case anything there raises FileExistsError. The old folder is checked again after the
    move, when no one else can change it, before it may be removed.
    """
    status = new.stat()
    try:
        if check and os.path.lexists(folder):
            _move_old_away(new, old, folder)
            if objection := check(old):
                raise _refuse_newcomer(folder, objection, command)
        if os.path.lexists(new):
            new.with_name(CLAIM).touch()
            rename_to_free(new, folder)
    except BaseException:
        _undo(new, old, folder, status)
        raise
    # The book is in place, so there is nothing left to interrupt.
    with suppress(OSError, KeyboardInterrupt):
        old.rename(new)


def _move_old_away(new: Path, old: Path, folder: Path) -> None:
    """Exchange the two folders in one step or, if that is impossible, move the old one away."""
    new.rename(old)  # if we are killed, the next run checks it before removing it
    if not exchange(old, folder):
        old.rename(new)
        folder.rename(old)


def _undo(new: Path, old: Path, folder: Path, status: os.stat_result) -> None:
    """Undo an exchange of folders at any stage: move the new folder, identified by its inode, back
    to `new`, and the old one to its place."""
    for path in (folder, old):
        with suppress(FileNotFoundError):
            if os.path.samestat(path.lstat(), status):
                path.rename(new)
    if os.path.lexists(old):
        try:
            rename_to_free(old, folder)
        except OSError:
            what = "its place was taken while it was replaced"
            raise Unfinished(
                Fault(str(folder), what, f"the old contents are now in {old}")
            ) from None


class Tidied(NamedTuple):
    """The result of removing what killed runs left in a folder.

    put_back: the names of restored books, which those runs had moved away to replace. leftovers:
    remarks on what is still there.
    """

    put_back: list[str]
    leftovers: list[str]

    @property
    def remarks(self) -> list[str]:
        """The remarks for the user."""
        return [
            f"{name} was put back: a run replacing it was killed" for name in self.put_back
        ] + self.leftovers


def tidy(shelf: Path) -> Tidied:
    """Remove what killed runs left in a folder, except what may still be needed."""
    put_back, homes = [], []
    for home, name in find_abandoned_folders(shelf):
        homes.append((home, name))
        with suppress(OSError):
            if _restore_book(home / NEW, home / OLD, shelf / name):
                put_back.append(name)
    return Tidied(
        put_back, [_report_left_over(home, name) for home, name in homes if os.path.lexists(home)]
    )


def _report_left_over(home: Path, name: str) -> str:
    """Return the remark on a hidden folder that was not removed."""
    if os.path.lexists(home / OLD):
        return f"what a killed run found at {name} is in {home / OLD}"
    return f"{home} is left over and cannot be removed"


def _restore_book(new: Path, old: Path, folder: Path) -> bool:
    """Restore a book if none has replaced it, and return whether it was restored.

    Otherwise the old book is removed if it is ours, and stays if it is not.
    """
    if os.path.lexists(new) and os.path.lexists(new.with_name(CLAIM)):
        with suppress(OSError):  # only an empty folder is a claim
            folder.rmdir()
    if os.path.lexists(old) and os.path.lexists(new):
        rename_to_free(old, folder)
        return True
    if os.path.lexists(old) and _find_objection(old, force=True) is None:
        old.rename(new)
    return False


def find_unlisted_files(book: FinishedBook) -> Iterator[str]:
    """Yield a book folder's files that are neither in its manifest nor an operating system's."""
    return _find_unlisted(book.folder, {*book.files, MANIFEST})


def _read_listed_files(folder: Path) -> set[str] | None:
    """Return the files in the manifest of a book, or of a list's books; None if not ours."""
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
    """Return the first manifest, of a book or a list's books, whose own checksum is wrong."""
    for name in ("", *(f"{inner}/" for inner in list_books(folder))):
        content = (folder / name / MANIFEST).read_bytes()
        if not is_intact(content):
            return f"{name}{MANIFEST}"
    return None


def _find_unlisted(folder: Path, listed: Collection[str]) -> Iterator[str]:
    from puzzlebook.shelf.replacing import is_litter

    for path in folder.rglob("*"):
        name = path.relative_to(folder).as_posix()
        if (
            name not in listed
            and not is_litter(path.name)
            and not (path.is_dir() and any(item.startswith(f"{name}/") for item in listed))
        ):
            yield name


class Additions(NamedTuple):
    """What was added to a finished book: the page count that its cover was made for (None without a
    cover), and whether there is a listing."""

    cover_pages: int | None
    has_listing: bool


def find_additions(folder: Path) -> Additions:
    """Return what was added to the book in a folder, if there is a book."""
    with suppress(Damaged):
        if book := find_book(folder):
            has_listing = any(name.startswith(f"{LISTING}/") for name in book.files)
            has_cover = f"{book.name}-cover.pdf" in book.files
            return Additions(book.pages if has_cover else None, has_listing)
    return Additions(None, False)


def add_files(
    book: FinishedBook,
    files: Mapping[str, bytes],
    entries: Mapping[str, object] | None = None,
    free: Collection[str] = (),
) -> None:
    """Put files into a book's folder, and add them and the entries in `entries` to its manifest.

    free: files that must not replace anything. Raises Unfinished if the folder has a different book
    than the one read earlier.
    """
    folder = book.folder
    with lock_folder(folder):
        now = open_book(folder)
        if _drop_additions(now) != _drop_additions(book):
            what = "another book appeared while this one was made"
            raise Unfinished(Fault(str(folder), what, "nothing was changed; try again"))
        sums = {
            **now.files,
            **{name: sha256(content).hexdigest() for name, content in files.items()},
        }
        contents = {
            **now.contents,
            **{name: digest for name in files if (digest := content_digest(files[name]))},
        }
        manifest = {key: value for key, value in now.manifest.items() if key != "self"}
        manifest |= {
            "files": dict(sorted(sums.items())),
            "content": dict(sorted(contents.items())),
            **(entries or {}),
        }
        written = [(folder / name, content) for name, content in files.items()]
        put_files(
            [*written, (folder / MANIFEST, write_manifest(manifest).encode())],
            [folder / name for name in free],
        )


def _drop_additions(book: FinishedBook) -> dict[str, object]:
    """Return the manifest without the entries that covers, listings and previews add."""
    return {
        key: value
        for key, value in book.manifest.items()
        if key not in ("files", "content", "cover", LISTING, "self")
    }
