"""The user's files: which names in a recipe refer to files, and reading these files.

Each key that may name files carries a mark from this module in its type in `recipe.Recipe`;
`path_rewriting` uses these marks. `order` reads each file and adds it to the book's assets.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple
from unicodedata import normalize

from pydantic.fields import FieldInfo

from puzzlebook.ground import templates
from puzzlebook.ground.images import MAX_BYTES
from puzzlebook.ground.regular_files import read_regular_file
from puzzlebook.recipes.values import LIKENESSES

FILE = re.compile(r".*([/\\]|\.(toml|svg|png|jpe?g|ttf|otf|ttc)$)", re.IGNORECASE)
"""Matches paths, but no built-in name."""

TEXT, LETTERS = "text:", "letters:"
"""Prefixes of a silhouette that is a name, and of several silhouettes that are its letters, one per
page."""
LINE = "line:"
"""Prefix of a way that follows the line in a file."""


def is_file_name(name: str) -> bool:
    """Return whether the name of a theme, a silhouette or a stage is a path: it has a folder or an
    extension."""
    return not name.startswith((TEXT, LETTERS)) and ("/" in name or "\\" in name or "." in name)


def list_name_letters(name: str) -> list[str]:
    """List the letters and digits of a silhouette that is a name; [] for any other silhouette."""
    if not name.startswith((TEXT, LETTERS)):
        return []
    return [letter for letter in normalize("NFC", name.partition(":")[2]) if letter.isalnum()]


class NamesFiles(NamedTuple):
    """The mark of a key whose text, or each of whose texts, may name a user's file.

    is_file: returns whether a name is that of a file. several: whether a text may contain several
    names, separated by commas. prefix: the prefix that a name may have before its path.
    """

    is_file: Callable[[str], bool] = bool
    several: bool = False
    prefix: str = ""

    def names(self, text: str) -> list[str]:
        """Return the names in a text."""
        if not self.several:
            return [text]
        return [name.strip() for name in text.split(",") if name.strip()]

    def files(self, text: str) -> list[str]:
        """Return those names in a text that are files."""
        return [name for name in self.names(text) if self.is_file(name)]

    def paths(self, text: str) -> list[Path]:
        """Return the paths of the files in a text."""
        return [Path(name.removeprefix(self.prefix).strip()) for name in self.files(text)]

    def rename_files(self, text: str, change: Callable[[str], str]) -> str:
        """Return the text with `change` applied to the name of every file."""
        if not self.files(text):
            return text

        def rename(name: str) -> str:
            if not self.is_file(name):
                return name
            prefix = self.prefix if name.startswith(self.prefix) else ""
            return prefix + change(name.removeprefix(prefix).strip())

        return ",".join(map(rename, self.names(text)))


A_FILE = NamesFiles()
NAME_OR_FILE = NamesFiles(is_file_name)
LANGUAGE_OR_FILE = NamesFiles(lambda name: name.endswith(".toml"))
SILHOUETTES = NamesFiles(is_file_name, several=True)
NO_OUTLINE = "none"
"""In place of the name of an outline: no outline, in turn with others around hidden pictures."""
OUTLINES_OF_THEME = "theme-outlines"
STAGES_OF_THEME = {"theme": "stages", OUTLINES_OF_THEME: "outlines"}
"""Mapping from the word in a recipe to the attribute of a theme that lists the stages."""
PLACES_OF_THEME = "theme-places"
"""The word for the places in a theme's world, which themes share, see `templates/places.toml`."""


@templates.cache_by_release
def load_stage_sets() -> Mapping[str, tuple[str, ...]]:
    """Return a mapping from each word in `templates/stage_sets.toml` to the stages it stands
    for."""
    return {word: tuple(names) for word, names in templates.table("stage_sets.toml").items()}


def load_places() -> Mapping[str, list[str]]:
    """Return a mapping from each place to the names of the themes in whose worlds it is."""
    return templates.table("places.toml")


@templates.cache_by_release
def load_feasts() -> Sequence[str]:
    """Return the names of the places where a book ends with a feast."""
    feasts: Sequence[str] = templates.table("stages.toml")["feasts"]
    return feasts


@templates.cache_by_release
def load_stage_shapes() -> Mapping[str, str]:
    """Return the shape of cells that suits each built-in stage for which squares do not, see
    `templates/stage_shapes.toml`."""
    names_by_shape: Mapping[str, list[str]] = templates.table("stage_shapes.toml")
    return {name: shape for shape, names in names_by_shape.items() for name in names}


def is_stage_set(text: str) -> bool:
    """Return whether the `stage` of a recipe is a word for several stages: the theme's, or built-in
    ones. Stages that do not fit are left out of such a set."""
    return text in {*STAGES_OF_THEME, PLACES_OF_THEME} or text in load_stage_sets()


STAGES = NamesFiles(is_file_name, several=True)
WAYS = NamesFiles(
    lambda name: name.startswith(LINE) or is_file_name(name), several=True, prefix=LINE
)
_LIST = re.compile(r"[/\\]|\.(csv|tsv|txt)$", re.IGNORECASE)
QUESTIONS = NamesFiles(lambda name: _LIST.search(name) is not None)
"""A file, or a rule such as `times 7`."""
FINISHED_BOOK = NamesFiles(lambda name: not name.startswith(LIKENESSES))


def file_mark(field: FieldInfo) -> NamesFiles | None:
    """Return the mark of a key that names files; None for any other key."""
    return next((mark for mark in field.metadata if isinstance(mark, NamesFiles)), None)


def read_asset(
    path: Path, where: str, maximum: int = MAX_BYTES, wanted: str = "give an SVG, PNG or JPEG file"
) -> bytes:
    """Read a user's file. wanted: the expected kind of file, for messages.

    A file larger than `maximum` bytes is truncated to `maximum + 1` bytes.
    """
    allowed = (
        "give a path relative to the recipe's folder or, on the command line, to the current folder"
    )
    return read_regular_file(path, where, maximum, wanted, allowed)
