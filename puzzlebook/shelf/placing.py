"""Files for the shelf, and for anywhere else: each is whole in its place or not there, whatever
happens; and what the disk says when it refuses one, as one clear line."""

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
    """What is known of the place of new files that the user names.

    force: whether they replace other files. inputs: the files that they are made from, which
    nothing replaces. allowed, command: what is said where the place is taken, and a command that
    works then.
    """

    force: bool = False
    inputs: Collection[Path] = ()
    allowed: str = "take another name, or --force to replace it"
    command: str = ""


def check_file(path: Path) -> None:
    """Refused if no file can be put here, because a folder is in its place or its own folder is not
    there."""
    if path.is_dir():
        raise refuse(str(path), "is a folder", "give the path of a file")
    if not path.parent.is_dir():
        raise refuse(
            str(path), f"there is no folder {path.parent}", "make it first, or take another path"
        )


def check_place(paths: Sequence[Path], place: Place) -> None:
    """Refuse new files that would take the place of one that they are made from, or of what is no
    plain file.

    What else is there is compared with the new files, once they are made: see `put_new_files`.
    """
    for path in paths:
        if any(_is_same_file(path, each) for each in place.inputs):
            what = "is what this is made from, and is never replaced"
            raise refuse(str(path), what, "take another name", place.command)
        if path.exists() and not path.is_file():
            raise refuse(str(path), "is not a file", "take another name", place.command)


def put_new_files(files: Sequence[tuple[Path, bytes]], place: Place) -> None:
    """Write files that the user names and that belong together, all of them or none.

    Refused where another file is there, unless the place is taken by force. A file that holds these
    very bytes already is no obstacle, and stays as it is.
    """
    check_place([path for path, _ in files], place)
    missing = [(path, content) for path, content in files if not has_content(path, content)]
    if not place.force:
        refuse_occupied([path for path, _ in missing], place)
    if missing:
        put_files(missing, [path for path, _ in missing if not os.path.lexists(path)])


def refuse_occupied(paths: Sequence[Path], place: Place) -> None:
    """Refuse new files where something is already."""
    for path in paths:
        if os.path.lexists(path):
            raise refuse(str(path), "is there already", place.allowed, place.command)


def find_free_path(folder: Path) -> Path:
    """The folder beside this one under the first number that is not taken."""
    numbers = (folder.with_name(f"{folder.name}-{number}") for number in count(2))
    return next(place for place in numbers if not os.path.lexists(place))


def free_path(path: Path, *beside: str) -> Path:
    """The path with the first number at its stem under which nothing is yet.

    beside: what is added to the stem for files that are written beside it, and that must be free
    too.
    """
    paths = (path.with_stem(f"{path.stem}-{number}") for number in count(2))
    return next(
        each for each in paths if not any(map(os.path.lexists, (each, *_beside(each, beside))))
    )


def _beside(path: Path, endings: Sequence[str]) -> Iterator[Path]:
    return (path.with_stem(path.stem + ending) for ending in endings)


def _is_same_file(path: Path, other: Path) -> bool:
    try:
        return os.path.samefile(path, other)
    except (OSError, ValueError):  # one of them is not there, or is no path
        return False


def has_content(path: Path, content: bytes) -> bool:
    """Whether a file holds exactly these bytes."""
    try:
        return (
            path.is_file() and path.stat().st_size == len(content) and path.read_bytes() == content
        )
    except OSError:
        return False


def put_file(path: Path, content: bytes, free: bool = False) -> None:
    """Write one file, whole or not at all."""
    put_files([(path, content)], [path] if free else ())


def put_alone(path: Path, content: bytes, place: Place) -> None:
    """Write one file that the user names into a folder that need not be there yet."""
    with explain_errors(path):
        make_shelf(path.parent)
    put_new_files([(path, content)], place)


def put_files(files: Sequence[tuple[Path, bytes]], free: Collection[Path] = ()) -> None:
    """Write files that belong together, all of them or none: each is whole on the disk before the
    first takes its place. free: those that replace nothing; Refused if by then something is
    there."""
    # Beside the last: that is a manifest, where it is one's files that are written.
    shelf = files[-1][0].parent
    with explain_errors(files[0][0]):
        for _ in find_abandoned_folders(shelf):  # what killed runs have left there goes
            pass
        with make_hidden_folder(shelf, "puzzlebook") as home:
            (home / NEW).mkdir()
            _put(files, free, home / NEW)


def _put(files: Sequence[tuple[Path, bytes]], free: Collection[Path], home: Path) -> None:
    """Write the files here, with copies of what they replace, and then move them to their
    places."""
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
        for path, _, mine, old in moves:
            with suppress(OSError):
                _give_back(path, mine, old)
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
                str(path), "has come while this was made", "look at it, and try again"
            ) from None


def _give_back(path: Path, mine: os.stat_result, old: Path | None) -> None:
    """If a file of ours, known by its number on the disk, has taken its place, it leaves it to what
    was there."""
    if not os.path.samestat(path.lstat(), mine):
        return
    if old:
        os.replace(old, path)
    else:
        path.unlink()


def make_shelf(shelf: Path) -> list[Path]:
    """Make the shelf; the folders that were made, innermost first."""
    missing = [path for path in (shelf, *shelf.parents) if not path.exists()]
    shelf.mkdir(parents=True, exist_ok=True)
    return missing


@contextmanager
def explain_errors(target: Path) -> Iterator[None]:
    """An error of the disk as one clear line."""
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
        return Fault(str(missing), "is needed, and is not there", "nothing was changed")
    return Fault(
        str(target), f"cannot be written: {error.strerror or error}", "nothing was changed"
    )


def _find_missing_file(target: Path, error: OSError) -> Path | None:
    """The file that was to be read and is not there: what is to be written stands on the target's
    own shelf."""
    if not isinstance(error, FileNotFoundError) or not isinstance(error.filename, str):
        return None
    missing, shelf = Path(error.filename), target.parent
    return None if missing.is_relative_to(shelf) or shelf.is_relative_to(missing) else missing


def _find_open_file(target: Path) -> Path | None:
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
