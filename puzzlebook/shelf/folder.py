"""The shelf: where books land. All of a book or nothing of it, and never over what is not ours."""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path

from puzzlebook.faults import Fault, Unfinished, refuse
from puzzlebook.shelf.manifest import MANIFEST, Damaged, FinishedBook, book_in, found_in, manifest_text

# What operating systems leave in folders: no reason to keep a book from being replaced.
_LITTER = {".ds_store", "thumbs.db", "desktop.ini", ".directory"}


def check_free(folder: Path, force: bool, command: str) -> None:
    """Refused if a book cannot be put here: the place is taken, or the shelf is no folder.

    command: one that works, for the message.
    """
    shelf = next(parent for parent in folder.parents if parent.exists() or parent == parent.parent)
    if not shelf.is_dir():
        raise refuse(str(shelf), "is a file", "-o takes a folder")
    if not os.path.lexists(folder):
        return
    if folder.is_symlink() or not folder.is_dir():
        raise refuse(str(folder), f"is a {'link' if folder.is_symlink() else 'file'}", "take another name", command)
    book = found_in(folder)
    if not force:
        raise refuse(str(folder), "there is a book already" if book else "there is a folder already",
                     "take another name, or --force to replace a book", command)  # fmt: skip
    if book is None:
        raise refuse(str(folder), "is not a book of ours, so --force leaves it alone", "take another name", command)
    if unlisted := sorted(strangers(book)):
        what = f"holds files that its manifest does not list: {', '.join(unlisted[:3])}"
        raise refuse(str(folder), what, "move them away, or take another name", command)


class NewFolder:
    """The folder of a book that is being made, and the SHA-256 sums of the files in it, by their names."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.sums: dict[str, str] = {}

    def write(self, name: str, content: bytes) -> None:
        """Write one of the book's files."""
        path = self._path / name
        if not path.parent.is_dir():
            path.parent.mkdir(parents=True)
        path.write_bytes(content)
        self.sums[name] = sha256(content).hexdigest()


@contextmanager
def made_in(folder: Path) -> Iterator[NewFolder]:
    """A new folder to write a book's files in. It stands beside the book's own and takes its place at the end.

    Unfinished, with the old folder as it was, if that fails; so too when it is interrupted.
    """
    with _explained(folder):
        made = _made_shelf(folder.parent)
        partial = folder.parent / f".{folder.name}.{os.getpid()}.partial"
        try:
            partial.mkdir()
            yield NewFolder(partial)
            _move_in(partial, folder)
        except BaseException:
            shutil.rmtree(partial, ignore_errors=True)
            for shelf in made:
                with suppress(OSError):
                    shelf.rmdir()
            raise


def check_file(path: Path) -> None:
    """Refused if no file can be put here, because a folder is in its place or its own folder is not there."""
    if path.is_dir():
        raise refuse(str(path), "is a folder", "give the path of a file")
    if not path.parent.is_dir():
        raise refuse(str(path), f"there is no folder {path.parent}", "make it first, or take another path")


def put_file(path: Path, content: bytes) -> None:
    """Write one file, whole or not at all."""
    put_files([(path, content)])


def put_alone(path: Path, content: bytes) -> None:
    """Write one file into a folder that need not be there yet."""
    with _explained(path):
        _made_shelf(path.parent)
    put_file(path, content)


def put_files(files: Sequence[tuple[Path, bytes]]) -> None:
    """Write files that belong together: each is whole on the disk before the first takes its place."""
    partials = [(path.with_name(f".{path.name}.{os.getpid()}.partial"), path, content) for path, content in files]
    try:
        for partial, path, content in partials:
            with _explained(path):
                partial.write_bytes(content)
        for partial, path, _ in partials:
            with _explained(path):
                os.replace(partial, path)
    except BaseException:
        for partial, *_ in partials:
            with suppress(OSError):
                partial.unlink()
        raise


def _made_shelf(shelf: Path) -> list[Path]:
    """Make the shelf; the folders that were made, innermost first."""
    missing = [path for path in (shelf, *shelf.parents) if not path.exists()]
    shelf.mkdir(parents=True, exist_ok=True)
    return missing


def _move_in(partial: Path, folder: Path) -> None:
    """Put the partial folder in the place of the old one; wherever this is interrupted, one of the two stands there."""
    if not folder.exists():
        partial.rename(folder)
        return
    old = folder.with_name(f".{folder.name}.{os.getpid()}.old")
    try:
        folder.rename(old)
        partial.rename(folder)
    except BaseException:
        if old.exists():
            if folder.exists():
                folder.rename(partial)
            old.rename(folder)
        raise
    # The new book is there, and nothing is left to interrupt.
    with suppress(KeyboardInterrupt):
        shutil.rmtree(old, ignore_errors=True)
    shutil.rmtree(old, ignore_errors=True)


@contextmanager
def _explained(target: Path) -> Iterator[None]:
    """An error of the disk as one clear line."""
    try:
        yield
    except OSError as error:
        raise Unfinished(_fault(target, error)) from error
    except UnicodeEncodeError:
        what = "holds a file whose name this system's locale cannot write"
        raise Unfinished(Fault(str(target), what, "set PYTHONUTF8=1; nothing was changed")) from None


def _fault(target: Path, error: OSError) -> Fault:
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return Fault(str(target), "the disk is full", "nothing was written")
    if held := _held_open(target):
        return Fault(str(held), "is open in another program", "close it and try again; nothing was changed")
    if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        return Fault(str(target), "may not be written here", "choose another place with -o; nothing was changed")
    return Fault(str(target), f"cannot be written: {error.strerror or error}", "nothing was changed")


def _held_open(target: Path) -> Path | None:
    """The file that another program keeps open; only Windows refuses to move such a file."""
    if os.name != "nt":
        return None
    files = [target] if target.is_file() else sorted(target.rglob("*"))
    for path in files:
        if path.is_file():
            try:
                with path.open("r+b"):
                    pass
            except OSError:
                return path
    return None


def strangers(book: FinishedBook) -> Iterator[str]:
    """What lies in a book's folder and is neither listed by its manifest nor an operating system's litter."""
    listed = {*book.files, MANIFEST}
    for path in book.folder.rglob("*"):
        name = path.relative_to(book.folder).as_posix()
        litter = path.name.lower() in _LITTER or path.name.startswith("._")
        if (
            name not in listed
            and not litter
            and not (path.is_dir() and any(item.startswith(f"{name}/") for item in listed))
        ):
            yield name


def pages_of_cover(folder: Path) -> int | None:
    """How many pages the book in a folder has, if it has a cover; else None."""
    book = found_in(folder)
    with suppress(Damaged):
        return book.pages if book and f"{folder.name}-cover.pdf" in book.files else None
    return None


def add(folder: Path, files: Mapping[str, bytes], says: Mapping[str, object] | None = None) -> None:
    """Put files beside those of a book, and enter them in its manifest, with what is to be said of them."""
    book = book_in(folder)
    sums = {**book.files, **{name: sha256(content).hexdigest() for name, content in files.items()}}
    told = {key: value for key, value in book.manifest.items() if key != "self"} | {"files": dict(sorted(sums.items()))}
    told |= says or {}
    written = [(folder / name, content) for name, content in files.items()]
    put_files([*written, (folder / MANIFEST, manifest_text(told).encode())])
