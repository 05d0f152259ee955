"""Replacing a part of what stands on the shelf, such as one sheet of a class set: all other files
stay as they are.

The new folder gets those others as second names of the very same files, and takes the place of the
old one as a whole.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from puzzlebook.ground.faults import Fault, Unfinished

# What operating systems leave in folders: no reason to keep a book from being replaced.
_LITTER = {".ds_store", "thumbs.db", "desktop.ini", ".directory"}


class Seen(NamedTuple):
    """A file as it was seen: its number on the disk, its size, and when it was written."""

    number: int
    size: int
    written: int


def is_litter(name: str) -> bool:
    """Whether a file of this name was left by an operating system."""
    return name.lower() in _LITTER or name.startswith("._")


def list_files(folder: Path) -> Mapping[str, Seen]:
    """All files in a folder and the folders within, links among them, by their names."""
    return {path.relative_to(folder).as_posix(): _observe(path) for path in _walk(folder)}


def _walk(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.iterdir()):
        if path.is_dir() and not path.is_symlink():
            yield from _walk(path)
        else:
            yield path


def _observe(path: Path) -> Seen:
    found = path.lstat()
    return Seen(found.st_ino, found.st_size, found.st_mtime_ns)


def check_unchanged(before: Mapping[str, Seen], place: Path, folder: Path) -> None:
    """Unfinished if a file in a folder is not as it was seen before. place: where the folder stands
    for the user."""
    now = list_files(folder)
    names = sorted(name for name in now.keys() | before.keys() if now.get(name) != before.get(name))
    if changed := [name for name in names if not is_litter(name.rpartition("/")[2])]:
        what = f"another program has changed {changed[0]} since this was begun"
        raise Unfinished(Fault(str(place), what, "nothing was changed; try again"))


def keep(source: Path, target: Path) -> None:
    """Let a file have a second name or, where the disk knows no such thing, a copy."""
    try:
        os.link(source, target, follow_symlinks=False)
    except (OSError, NotImplementedError):
        shutil.copy2(source, target, follow_symlinks=False)
