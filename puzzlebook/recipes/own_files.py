"""The files that a recipe names: which values are paths, how they are said from another folder, and reading them."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from puzzlebook.faults import Fault, Unfinished, refuse
from puzzlebook.mazes.likeness import LIKENESSES
from puzzlebook.outlines.from_file import MOST_BYTES

FILE = re.compile(r".*([/\\]|\.(toml|svg|png|jpe?g|ttf|otf|ttc)$)", re.IGNORECASE)
"""What a path looks like, and no name of ours does."""

_NAME_FILES = ("theme", "start", "finish", "language", "fonts", "avoid", "logo", "picture", "silhouette")
_NO_FILES = ("text:", LIKENESSES)


def names_files(tables: Mapping[str, Any]) -> bool:
    """Whether a recipe's tables name files of the user's."""
    return any(_names_a_file(key, value) for key, value in tables.items())


def _names_a_file(key: str, value: Any) -> bool:
    if isinstance(value, dict):
        return names_files(value)
    if isinstance(value, list):
        return any(_names_a_file(key, item) for item in value)
    if key not in _NAME_FILES or not isinstance(value, str) or value.startswith(_NO_FILES):
        return False
    # What is to be avoided is a folder, whatever it is called.
    return key == "avoid" or FILE.fullmatch(value) is not None


def moved(tables: Mapping[str, Any], old: Path, new: Path) -> dict[str, Any]:
    """The tables with the files that they name relative to one folder named relative to another."""
    if old.resolve() == new.resolve():
        return dict(tables)
    return {key: _moved_value(key, value, old, new) for key, value in tables.items()}


def _moved_value(key: str, value: Any, old: Path, new: Path) -> Any:
    if isinstance(value, dict):
        return moved(value, old, new)
    if isinstance(value, list):
        return [_moved_value(key, item, old, new) for item in value]
    if not _names_a_file(key, value):
        return value
    target = (old / value).resolve()
    try:
        return Path(os.path.relpath(target, new.resolve())).as_posix()
    except ValueError:  # another drive
        return target.as_posix()


def is_file_name(name: str) -> bool:
    """Whether a silhouette's name is that of a file: it has a folder or an ending."""
    return "/" in name or "\\" in name or "." in name


def read_asset(path: Path, where: str, most: int = MOST_BYTES, wanted: str = "an SVG, PNG or JPEG file") -> bytes:
    """The content of a file of the user's. wanted: what it should be. Of one that is too large, one byte too many."""
    try:
        if path.is_dir():
            raise refuse(where, "is a folder", wanted)
        with path.open("rb") as file:
            return file.read(most + 1)
    except (FileNotFoundError, NotADirectoryError):
        allowed = "a path from the recipe's folder or, on the command line, from here"
        raise refuse(where, "there is no such file", allowed) from None
    except OSError as error:
        raise Unfinished(Fault(where, f"cannot be read: {error.strerror}")) from None
