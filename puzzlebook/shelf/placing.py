"""Putting files in place: all or none, each as a whole; and one-line messages for disk errors."""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import NamedTuple

from puzzlebook.ground.faults import Fault, Unfinished, refuse
from puzzlebook.ground.regular_files import removed_here
from puzzlebook.running.interruption import raise_if_interrupted
from puzzlebook.shelf.partials import NEW, find_abandoned_folders, make_hidden_folder
from puzzlebook.shelf.renames import rename_to_free


class Place(NamedTuple):
    """How to place new files that the user names.

    force: whether they may replace other files. inputs: the files that they are made from, which
    are never replaced. allowed, command: for the error if a path is taken, what is allowed, and
    a command that works.
    """

    force: bool = False
    inputs: Collection[Path] = ()
    allowed: str = "choose another name, or add --force to replace it"
    command: str = ""


def check_file(path: Path) -> None:
    """Refuse a path that is a folder, or whose parent folder is missing."""
    if path.is_dir():
        raise refuse(str(path), "is a folder", "give the path of a file")
    if not path.parent.is_dir():
        raise refuse(
            str(path),
            f'the folder "{path.parent}" does not exist',
            "create it first, or give another path",
        )


def check_place(paths: Sequence[Path], place: Place) -> None:
    """Refuse new files that would replace an input, or anything that is not a regular file.

    Other existing files are compared with the new ones once these are made: see `put_new_files`.
    """
    for path in paths:
        if any(_is_same_file(path, input_) for input_ in place.inputs):
            what = "is an input of this command, and is never replaced"
            raise refuse(str(path), what, "choose another name", place.command)
        if path.exists() and not path.is_file():
            raise refuse(str(path), "is not a file", "choose another name", place.command)


def put_new_files(files: Sequence[tuple[Path, bytes]], place: Place) -> None:
    """Write files that the user names and that belong together, all or none.

    Refused if another file is in the way, unless `place` forces it. A file that already has the
    same content is not in the way, and is left alone.
    """
    check_place([path for path, _ in files], place)
    missing = [(path, content) for path, content in files if not has_content(path, content)]
    if not place.force:
        refuse_occupied([path for path, _ in missing], place)
    if missing:
        put_files(missing, [path for path, _ in missing if not os.path.lexists(path)])


def refuse_occupied(paths: Sequence[Path], place: Place) -> None:
    """Refuse new files if anything exists at one of these paths."""
    for path in paths:
        if os.path.lexists(path):
            raise refuse(str(path), "is there already", place.allowed, place.command)


def find_free_folder(folder: Path) -> Path:
    """Return a free path like this one, ending in the first free number."""
    paths = (folder.with_name(f"{folder.name}-{number}") for number in count(2))
    return next(path for path in paths if not os.path.lexists(path))


def find_free_file(path: Path, *endings: str) -> Path:
    """Return a free path like this one, with the first free number added to its stem.

    endings: stem endings of accompanying files, whose paths must be free too.
    """
    stems = (f"{path.stem}-{number}" for number in count(2))
    return next(
        path.with_stem(stem)
        for stem in stems
        if not any(os.path.lexists(path.with_stem(stem + ending)) for ending in ("", *endings))
    )


def _is_same_file(path: Path, other: Path) -> bool:
    try:
        return os.path.samefile(path, other)
    except (OSError, ValueError):  # one of them does not exist, or is not a path
        return False


def has_content(path: Path, content: bytes) -> bool:
    """Whether a file has exactly this content."""
    try:
        return (
            path.is_file() and path.stat().st_size == len(content) and path.read_bytes() == content
        )
    except OSError:
        return False


def put_file(path: Path, content: bytes, free: bool = False) -> None:
    """Write one file, as a whole or not at all."""
    put_files([(path, content)], [path] if free else ())


def put_alone(path: Path, content: bytes, place: Place) -> None:
    """Write one file that the user names, making its folder if needed."""
    with explain_errors(path):
        make_shelf(path.parent)
    put_new_files([(path, content)], place)


def put_files(files: Sequence[tuple[Path, bytes]], free: Collection[Path] = ()) -> None:
    """Write files that belong together, all or none.

    All are completely on the disk before the first is put in place. free: files that must not
    replace anything; refused if something is there by then.
    """
    # The last file is the manifest, if any, so the hidden folder goes beside it.
    shelf = files[-1][0].parent
    with explain_errors(files[0][0]):
        for _ in find_abandoned_folders(shelf):  # removes what killed runs have left there
            pass
        with make_hidden_folder(shelf, "puzzlebook") as home:
            (home / NEW).mkdir()
            _put(files, free, home / NEW)


def _put(files: Sequence[tuple[Path, bytes]], free: Collection[Path], home: Path) -> None:
    """Write files, and copies of those they replace, to a hidden folder; then move the files."""
    moves = []
    for number, (path, content) in enumerate(files):
        new, old = home / f"{number}", None
        with explain_errors(path):
            new.write_bytes(content)
            if path not in free and os.path.lexists(path):
                old = home / f"{number} old"
                shutil.copy2(path, old, follow_symlinks=False)
            moves.append((path, new, new.stat(), old))
    raise_if_interrupted()
    try:
        for path, new, _, _ in moves:
            _take_place(new, path, path in free)
    except BaseException:
        for path, _, status, old in moves:
            with suppress(OSError):
                _give_back(path, status, old)
        raise


def _take_place(source: Path, path: Path, free: bool) -> None:
    with explain_errors(path):
        if not free:
            os.replace(source, path)
            return
        try:
            rename_to_free(source, path)
        except FileExistsError:
            raise refuse(
                str(path), "appeared while this was made", "look at it, and try again"
            ) from None


def _give_back(path: Path, status: os.stat_result, old: Path | None) -> None:
    """If our file, identified by its inode, is already in place, restore the previous one."""
    if not os.path.samestat(path.lstat(), status):
        return
    if old:
        os.replace(old, path)
    else:
        path.unlink()


def make_shelf(shelf: Path) -> list[Path]:
    """Make a folder with its parents; return the new ones, innermost first."""
    missing = [path for path in (shelf, *shelf.parents) if not path.exists()]
    shelf.mkdir(parents=True, exist_ok=True)
    return missing


@contextmanager
def explain_errors(target: Path) -> Iterator[None]:
    """Turn disk errors into one-line messages."""
    try:
        yield
    except OSError as error:
        raise Unfinished(_fault(target, error)) from error
    except UnicodeEncodeError:
        what = "holds a file whose name this system's locale cannot write"
        raise Unfinished(
            Fault(str(target), what, "set PYTHONUTF8=1; nothing was changed")
        ) from None


def _fault(target: Path, error: OSError) -> Fault:
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return Fault(str(target), "the disk is full", "nothing was written")
    if held := _find_open_file(target):
        return Fault(
            str(held), "is open in another program", "close it and try again; nothing was changed"
        )
    if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        return Fault(
            str(target),
            "may not be written here",
            "choose another place with -o; nothing was changed",
        )
    if removed := removed_here(error):
        return removed
    if missing := _find_missing_file(target, error):
        return Fault(str(missing), "is needed but is not there", "nothing was changed")
    return Fault(
        str(target), f"cannot be written: {error.strerror or error}", "nothing was changed"
    )


def _find_missing_file(target: Path, error: OSError) -> Path | None:
    """Return the missing file that was to be read, if the error names one.

    Files being written are in the target's own folder, so a file missing there was not being read.
    """
    if not isinstance(error, FileNotFoundError) or not isinstance(error.filename, str):
        return None
    missing, shelf = Path(error.filename), target.parent
    return None if missing.is_relative_to(shelf) or shelf.is_relative_to(missing) else missing


def _find_open_file(target: Path) -> Path | None:
    """Return the file that another program keeps open; only Windows refuses to move such files."""
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
