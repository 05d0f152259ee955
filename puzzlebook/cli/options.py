"""The options that amend a recipe: each is a row of one table, from which `make` and `new` have
their parameters, and a recipe its overrides.
"""

from __future__ import annotations

import os
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from inspect import Parameter, Signature, signature
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from puzzlebook.ground.faults import Fault, Refused

if TYPE_CHECKING:
    from puzzlebook.recipes.user_files import NamesFiles

Sets = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="KEY=VALUE", help="Any key of the recipe. May be repeated."),
]


Jobs = Annotated[
    int | None,
    typer.Option(metavar="N", help="Processes that share the work; left out, as many as pays."),
]


class Amendment(NamedTuple):
    """An option that amends a recipe.

    name: its parameter's. key: the recipe's key that it sets; None where it is an argument of
    `make_book` instead. metavar, about: how the help shows it. kind: what it takes. in_new: whether
    `new` has it, or `make` alone. flags: what is typed, where that is not just the name.
    """

    name: str
    key: str | None
    metavar: str | None
    about: str
    kind: Any = str
    in_new: bool = True
    flags: tuple[str, ...] = ()

    @property
    def parameter(self) -> Parameter:
        """The option as a parameter of a command."""
        option = typer.Option(None, *self.flags, metavar=self.metavar, help=self.about)
        return Parameter(
            self.name, Parameter.KEYWORD_ONLY, default=option, annotation=self.kind | None
        )


AMENDMENTS = (
    Amendment("seed", "seed", "TEXT", "What everything random grows from."),
    Amendment("name", "name", "NAME", "What the book's folder is called."),
    Amendment("mazes", "mazes", "N", "How many mazes the whole book has.", int),
    Amendment("pages", None, "N", "As many mazes as fill so many pages.", int, in_new=False),
    Amendment("title", "book.title", "TEXT", "The book's title."),
    Amendment("author", "book.author", "TEXT", "The book's author."),
    Amendment("subtitle", "book.subtitle", "TEXT", "What stands below the title."),
    Amendment("publisher", "book.publisher", "TEXT", "Who publishes it."),
    Amendment("isbn", "book.isbn", "ISBN", "The number on the copyright page and the cover."),
    Amendment("dedication", "book.dedication", "TEXT", "For whom it is."),
    Amendment("child", "book.child", "NAME", "Whose book it is: the certificate and the stories say the name."),
    Amendment("language", "language", "CODE|FILE", "The language of the book, or a catalogue of your own."),
    Amendment("font", "fonts", "FILE", "A font that comes before ours. May be repeated.", list[str]),
    Amendment("volume", "volume", "N", "The volume of a series: other mazes.", int),
    Amendment("page", "page", "NAME|WxH", "The paper, or a screen: letter, a4, 6x9, eink.", flags=("--page", "--trim")),
    Amendment("printer", "printer", "NAME", "Who prints it."),
    Amendment("theme", "theme", "NAME|FILE", "The pictures and stories: a name, or a theme's own file."),
    Amendment("audience", "audience", "NAME", "The readers: 3-4, 5-6, 7-8, 9-11, adult, expert, large-print, tactile."),
    Amendment("age", None, "N", "The readers' age, such as 5 or 7-8, in place of --audience."),
    Amendment("start", "start", "FILE.svg", "A drawing of your own for the start."),
    Amendment("finish", "finish", "FILE.svg", "A drawing of your own for the finish."),
    Amendment("marks", "marks", "WHICH", "Start and finish: icons, doors, both, outside or none."),
    Amendment("walls", "walls", "NAME", "The character of walls: plain, round, brush, hedge or stones."),
    Amendment("shape", "section.*.shape", "NAME", "The shape of the cells."),
    Amendment("size", "section.*.size", "20x28", "Columns x rows of each maze."),
    Amendment("silhouette", "section.*.silhouette", "NAME|FILE|text:MIA",
              "The outlines that mazes are cut by, in turn; commas between them."),
    Amendment("edge", "section.*.edge", "WHICH", "The rim of a cut maze: drawn (the outline) or steps (the cells)."),
    Amendment("way", "section.*.way", "NAME|FILE|text:MIA|line:FILE",
              "The pictures that the ways through draw, in turn; commas between them."),
    Amendment("booklet", "booklet", None, "Also a file to print on both sides and fold: two pages a sheet.", bool,
              flags=("--booklet",)),
    Amendment("names", None, "FILE.csv", "A list: a sheet each or, with {name} in a title, a book each.", Path, False),
    Amendment("name_column", None, "TITLE", "The column of the list that is the name.", str, False, ("--name-column",)),
    Amendment("order", "worksheet.order", "WHICH", "Worksheets in the order of: file, name or group.", in_new=False),
    Amendment("key", "worksheet.key", "WHERE", "The key to worksheets: inside or separate.", in_new=False),
    Amendment("split", "worksheet.split", None, "Also a PDF file for each pupil.", bool, False, ("--split",)),
    Amendment("only", "worksheet.only", "NAME|N", "Only this pupil's sheet, one that was lost.", in_new=False),
)  # fmt: skip
"""In the order of the help."""


def add_amendments(*, new: bool = False) -> Callable[[Any], Any]:
    """Gives a command the options of the table, behind its own arguments and before its own
    options; what it does not name itself comes to it as **given."""

    def add_options(command: Any) -> Any:
        table = [row.parameter for row in AMENDMENTS if row.in_new or not new]
        own = signature(command, eval_str=True).parameters.values()
        others = [
            parameter for parameter in own if parameter.name not in {row.name for row in AMENDMENTS}
        ]
        first = [
            parameter for parameter in others if parameter.kind is Parameter.POSITIONAL_OR_KEYWORD
        ]
        last = [parameter for parameter in others if parameter.kind is Parameter.KEYWORD_ONLY]
        command.__signature__ = Signature([*first, *table, *last])
        return command

    return add_options


@contextmanager
def blame_options(given: Mapping[str, Any], sets: Sequence[str] | None) -> Iterator[None]:
    """Faults of a recipe's keys are those of the options by which they were typed, and each is said
    once."""
    flags = _list_flags(given, sets or ())
    _check_set_once(sets or ())
    try:
        yield
    except Refused as refused:
        raise Refused(
            dict.fromkeys(_rename_fault(fault, flags) for fault in refused.faults)
        ) from None


def _check_set_once(sets: Sequence[str]) -> None:
    """Refuse a key that is set twice: one of the values would be lost."""
    counts = Counter(text.partition("=")[0].strip() for text in sets)
    if faults := [
        Fault("--set", f"says {key} twice", "give it once")
        for key, count in counts.items()
        if count > 1
    ]:
        raise Refused(faults)


def _list_flags(given: Mapping[str, Any], sets: Sequence[str]) -> dict[str, str]:
    """The options that were typed, by the keys of which they are the reason."""
    found = {}
    for row in AMENDMENTS:
        words = row.flags or (f"--{row.name}",)
        if given.get(row.name) is not None:
            found[row.key or row.name] = next(
                (flag for flag in words if flag in sys.argv), words[0]
            )
    if given.get("age") is not None:
        found["audience"] = "--age"
    # A page that has no room for the readers is a fault of theirs, section by section.
    if reason := found.get("audience") or found.get("page"):
        found["section.*.audience"] = found.get("page", reason)
    # What --set says comes last, and stands as it was typed.
    by_set = {key.partition("=")[0].strip().rpartition(".")[2] for key in sets}
    return {key: flag for key, flag in found.items() if key.rpartition(".")[2] not in by_set}


def _rename_fault(fault: Fault, flags: Mapping[str, str]) -> Fault:
    """The fault with the options for keys in its place, such as `book.title` or `row 5:
    section.warm-up.size`."""
    steps = [
        flags.get(re.sub(r"^section\.[^.]+\.", "section.*.", step), step)
        for step in fault.where.split(": ")
    ]
    return fault._replace(where=": ".join(steps))


def choose_book(book: str | None, given: dict[str, Any]) -> str:
    """The book to begin with: the one that is named, or that of the readers' age, which then needs
    no saying."""
    from puzzlebook.recipes.audiences import load_audiences
    from puzzlebook.recipes.files import DEFAULT_BOOK

    if book is None and given.get("age") is not None:
        return load_audiences()[_find_readers_of_age(given.pop("age"))].book
    return DEFAULT_BOOK if book is None else book


def _find_readers_of_age(age: str) -> str:
    from puzzlebook.ground.faults import format_choices, refuse
    from puzzlebook.recipes.audiences import load_audiences
    from puzzlebook.recipes.other_names import guess_audience

    found = guess_audience(age)
    if found is None:
        raise refuse(
            "--age", f'no readers of ours are of age "{age}"', format_choices(load_audiences())
        )
    return found


def collect_overrides(given: Mapping[str, Any]) -> dict[str, object]:
    """What was given, by recipe key. A file on the command line is named from here, not from the
    recipe's folder."""
    from puzzlebook.ground.faults import refuse
    from puzzlebook.recipes.reading import list_fields
    from puzzlebook.recipes.user_files import file_mark

    if given.get("name") == "":
        raise refuse("--name", "is empty", "a plain name such as my-mazes")
    found: dict[str, object] = {}
    for row in AMENDMENTS:
        if row.key is not None and row.name in given:
            *table, key = row.key.split(".")
            field = list_fields(table[0] if table else "").get(
                key
            )  # `mazes`, the total, is none of a recipe's own
            mark = file_mark(field) if field else None
            found[row.key] = _relocate_files(given[row.name], mark) if mark else given[row.name]
        if row.name == "audience":
            found["theme"] = found.pop("theme")  # the code of a book names its readers first
    if given.get("age") is not None:
        if given.get("audience") is not None:
            raise refuse("--age", "goes without --audience", "one of the two")
        found["audience"] = _find_readers_of_age(given["age"])
    return found


def _relocate_files(value: Any, mark: NamesFiles) -> Any:
    if isinstance(value, list):
        return [_relocate_files(item, mark) for item in value]
    return mark.rename_files(value, os.path.realpath) if value else value
