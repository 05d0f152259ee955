"""Requests for books: one book of a recipe, or a book for each row of a list."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from puzzlebook.ground.arguments import Progress, ignore_progress
from puzzlebook.ground.faults import refuse
from puzzlebook.recipes.files import Loaded, load, load_unshared

DEFAULT_SHELF = "output"


@dataclass(frozen=True)
class MakeRequest:
    """A request for a book; refused if values contradict each other.

    book: the name of a built-in book, or a recipe's path. given: mapping from recipe keys, and
    `mazes` for the total, to values; None for values not given. sets: the same, as KEY=VALUE texts.
    names: the path of the list. pages: the number of pages that the mazes fill. output: the folder
    of books. jobs: the number of processes; None chooses it. typed: the words of the command line,
    for a suggested command; empty from Python. name_column: the title of the list's name column.
    """

    book: str
    given: Mapping[str, object] = field(default_factory=dict)
    sets: Sequence[str] = ()
    names: Path | None = None
    pages: int | None = None
    output: Path = Path(DEFAULT_SHELF)
    force: bool = False
    progress: Progress = ignore_progress
    jobs: int | None = 1
    dry_run: bool = False
    typed: Sequence[str] = ()
    name_column: str | None = None

    def __post_init__(self) -> None:
        if self.jobs is not None and self.jobs < 1:
            raise refuse("--jobs", f"{self.jobs} cannot be the number of processes", "1 or more")
        if self.name_column is not None and self.names is None:
            raise refuse("--name-column", "needs a list", "give the list with --names")
        if self.pages is not None and self.given.get("mazes") is not None:
            raise refuse("--pages", "cannot be combined with --mazes", "give only one of them")

    @property
    def words(self) -> Sequence[str]:
        """The words of a command that makes this book: as typed or, from Python, minimal."""
        shelf = () if self.output == Path(DEFAULT_SHELF) else ("-o", str(self.output))
        return self.typed or ("make", self.book, *shelf)

    def load_recipe(self) -> Loaded:
        """Load the recipe with the given values."""
        return load(self.book, self.given, self.sets)

    def load_unshared(self, more: Mapping[str, object]) -> Loaded:
        """Load the recipe with the given values and with additional ones, but with as many mazes as
        each section states: that is fast."""
        return load_unshared(self.book, {**self.given, **more}, self.sets)[0]
