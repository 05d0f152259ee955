"""Files of the user's: which names in a recipe are such, and reading them.

Whether a key names files is said by its type in `recipe.Recipe`, with one of the marks below: a
recipe that is moved (`moving`) goes by it. What each file is for, and that it is kept, is said in
`order`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple
from unicodedata import normalize

from pydantic.fields import FieldInfo

from puzzlebook.ground.images import MOST_BYTES
from puzzlebook.ground.regular_files import read_regular_file
from puzzlebook.recipes.avoided_mazes import LIKENESSES

FILE = re.compile(r".*([/\\]|\.(toml|svg|png|jpe?g|ttf|otf|ttc)$)", re.IGNORECASE)
"""What a path looks like, and no name of ours does."""

TEXT, LETTERS = "text:", "letters:"
"""How a silhouette begins that is a name, and how several that are its letters, one a page."""
LINE = "line:"
"""Prefix of a way that follows the line in a file."""


def is_file_name(name: str) -> bool:
    """Whether a theme's or a silhouette's name is that of a file: it has a folder or an ending."""
    return not name.startswith((TEXT, LETTERS)) and ("/" in name or "\\" in name or "." in name)


def list_name_letters(name: str) -> list[str]:
    """The letters and digits of a silhouette that is a name, or several that are its letters; none
    of any other."""
    if not name.startswith((TEXT, LETTERS)):
        return []
    return [letter for letter in normalize("NFC", name.partition(":")[2]) if letter.isalnum()]


class NamesFiles(NamedTuple):
    """The mark of a key whose text, or each of whose texts, names a file of the user's if `is_file`
    says so.

    several: whether a text holds several names, with commas between them. head: how a name may
    begin before the file's.
    """

    is_file: Callable[[str], bool] = bool
    several: bool = False
    head: str = ""

    def names(self, text: str) -> list[str]:
        """The names in a text."""
        return (
            [name.strip() for name in text.split(",") if name.strip()] if self.several else [text]
        )

    def files(self, text: str) -> list[str]:
        """Those of the names that are files'."""
        return [name for name in self.names(text) if self.is_file(name)]

    def paths(self, text: str) -> list[Path]:
        """The paths of those files."""
        return [Path(name.removeprefix(self.head).strip()) for name in self.files(text)]

    def rename_files(self, text: str, change: Callable[[str], str]) -> str:
        """The text with every file's name changed."""
        if not self.files(text):
            return text
        return ",".join(
            self._changed(name, change) if self.is_file(name) else name for name in self.names(text)
        )

    def _changed(self, name: str, change: Callable[[str], str]) -> str:
        head = self.head if name.startswith(self.head) else ""
        return head + change(name.removeprefix(head).strip())


A_FILE = NamesFiles()
NAME_OR_FILE = NamesFiles(is_file_name)
LANGUAGE_OR_FILE = NamesFiles(lambda name: name.endswith(".toml"))
SILHOUETTES = NamesFiles(is_file_name, several=True)
WAYS = NamesFiles(is_file_name, several=True, head=LINE)
FINISHED_BOOK = NamesFiles(lambda name: not name.startswith(LIKENESSES))


def file_mark(field: FieldInfo) -> NamesFiles | None:
    """The mark of a key that names files; None for any other."""
    return next((mark for mark in field.metadata if isinstance(mark, NamesFiles)), None)


def read_asset(
    path: Path, where: str, most: int = MOST_BYTES, wanted: str = "an SVG, PNG or JPEG file"
) -> bytes:
    """The content of a file of the user's. wanted: what it should be. Of one that is too large, one
    byte too many."""
    allowed = "a path from the recipe's folder or, on the command line, from here"
    return read_regular_file(path, where, most, wanted, allowed)
