"""What a run is asked for, as one frozen value: a book of a recipe, or one for each line of a
list."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from puzzlebook.ground.arguments import Progress, ignore_progress
from puzzlebook.ground.faults import refuse
from puzzlebook.recipes.files import Loaded, load

DEFAULT_SHELF = "output"


@dataclass(frozen=True)
class MakeRequest:
    """A book and all that is asked for it; refused where that is no number of processes, or says
    the same thing twice.

    book: the name of one of ours, or a recipe's path. given: values by recipe key, and `mazes`, the
    total; None for what is not given. sets: the same as texts, KEY=VALUE. names: the list. pages:
    how many the mazes are to fill. output: the shelf. jobs: how many processes share the work; None
    for as many as pay. typed: the words of the command line, for the one that a refusal suggests;
    none from Python. name_column: the title of the list's column of names, where that is not to be
    looked for.
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
            raise refuse("--jobs", f"{self.jobs} processes make no book", "1 or more")
        if self.name_column is not None and self.names is None:
            raise refuse(
                "--name-column", "is the title of a column of a list", "--names with the list"
            )
        if self.pages is not None and self.given.get("mazes") is not None:
            raise refuse("--pages", "goes without --mazes", "one of the two")

    @property
    def words(self) -> Sequence[str]:
        """The words of a command that asks for this book: as they were typed or, from Python, the
        fewest."""
        shelf = () if self.output == Path(DEFAULT_SHELF) else ("-o", str(self.output))
        return self.typed or ("make", self.book, *shelf)

    def load_recipe(self, more: Mapping[str, object] | None = None) -> Loaded:
        """The recipe, amended by what is given, and by more."""
        return load(self.book, {**self.given, **(more or {})}, self.sets)
