"""Replacing part of a finished folder, such as one sheet of a class set, and keeping the rest.

The new folder gets hard links to the other files, and replaces the old folder as a whole.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from puzzlebook.ground.faults import Fault, Unfinished

# Files that operating systems leave in folders; they do not prevent replacing a book.
_LITTER = {".ds_store", "thumbs.db", "desktop.ini", ".directory"}


class Seen(NamedTuple):
    """A file as last seen: its inode, size, and modification time."""

    inode: int
    size: int
    written: int


def is_litter(name: str) -> bool:
    """Whether a file with this name was left by an operating system."""
    return name.lower() in _LITTER or name.startswith("._")


def list_files(folder: Path) -> Mapping[str, Seen]:
    """Return all files in a folder and its subfolders, including links, by name."""
    return {path.relative_to(folder).as_posix(): _read_status(path) for path in _walk(folder)}


def _walk(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.iterdir()):
        if path.is_dir() and not path.is_symlink():
            yield from _walk(path)
        else:
            yield path


def _read_status(path: Path) -> Seen:
    status = path.lstat()
    return Seen(status.st_ino, status.st_size, status.st_mtime_ns)


def check_unchanged(before: Mapping[str, Seen], place: Path, folder: Path) -> None:
    """Raise Unfinished if a file in a folder has changed since `before`. place: the folder's path
    as shown to the user."""
    now = list_files(folder)
    names = sorted(name for name in now.keys() | before.keys() if now.get(name) != before.get(name))
    if changed := [name for name in names if not is_litter(name.rpartition("/")[2])]:
        what = f"another program has changed {changed[0]} since this was begun"
        raise Unfinished(Fault(str(place), what, "nothing was changed; try again"))


def link_or_copy(source: Path, target: Path) -> None:
    """Make a hard link to a file or, if the disk has no hard links, a copy."""
    try:
        os.link(source, target, follow_symlinks=False)
    except (OSError, NotImplementedError):
        shutil.copy2(source, target, follow_symlinks=False)
