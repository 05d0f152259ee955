"""The options that `make`, `new` and other commands share, and the recipe keys that they set."""

from __future__ import annotations

import os
import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from puzzlebook.cli.papers import choose_page
from puzzlebook.cli.parsing import ADVANCED, CLASS, FILES, FOR_WHOM, LOOK, PRINTING, WHAT
from puzzlebook.ground.faults import Fault, Refused, refuse

if TYPE_CHECKING:
    from puzzlebook.recipes.user_files import NamesFiles


def option(group: str, metavar: str | None, about: str, *flags: str) -> Any:
    """Return an option that `--help` lists under the heading `group`, see `parsing.GROUPS`."""
    return typer.Option(*flags, metavar=metavar, help=about, rich_help_panel=group)


# For whom

Age = Annotated[
    str | None,
    option(FOR_WHOM, "N", "Age of the readers, such as 5 or 7-8: chooses their age group."),
]
Audience = Annotated[
    str | None,
    option(
        FOR_WHOM, "NAME", "Age group: 3-4, 5-6, 7-8, 9-11, adult, expert, large-print or tactile."
    ),
]
Level = Annotated[
    str | None,
    option(FOR_WHOM, "WHICH", "How hard for these readers: easy, normal (default) or hard."),
]
Levels = Annotated[
    bool,
    option(FOR_WHOM, None, "Make it three times: easier, as it is, and harder.", "--levels"),
]
Child = Annotated[
    str | None,
    option(FOR_WHOM, "NAME", "The child's name, for the title page, certificate and stories."),
]
Certificate = Annotated[
    bool | None, option(FOR_WHOM, None, "Add a certificate with the child's name.", "--certificate")
]
Language = Annotated[
    str | None,
    option(
        FOR_WHOM,
        "CODE|FILE",
        "Language of the book, or your own language file; worksheets may have two: en,fa.",
    ),
]
Dedication = Annotated[str | None, option(FOR_WHOM, "TEXT", "Dedication text.")]

# What

Mazes = Annotated[int | None, option(WHAT, "N", "Number of mazes in the whole book.")]
Pages = Annotated[int | None, option(WHAT, "N", "Choose the maze count to fill N pages.")]
Title = Annotated[str | None, option(WHAT, "TEXT", "Title of the book.")]
Subtitle = Annotated[str | None, option(WHAT, "TEXT", "Subtitle.")]
Author = Annotated[str | None, option(WHAT, "TEXT", "Author.")]
Seed = Annotated[str | None, option(WHAT, "TEXT", "Random seed (same seed, same mazes).")]
Size = Annotated[str | None, option(WHAT, "20x28", "Columns x rows of each maze.")]
Shape = Annotated[str | None, option(WHAT, "NAME", "Shape of the cells; see `list shapes`.")]
Texture = Annotated[
    str | None,
    option(
        WHAT,
        "WHICH",
        "uniform: take each maze as generated; deep: generate 20 and take the one whose wrong "
        "turns cost the most time.",
    ),
]
Series = Annotated[str | None, option(WHAT, "TEXT", "Series that the book belongs to.")]
Volume = Annotated[int | None, option(WHAT, "N", "Volume of a series; each has different mazes.")]

# Look

Theme = Annotated[
    str | None,
    option(
        LOOK, "NAME|FILE", "Pictures and stories; see `list themes`, or use a file of your own."
    ),
]
Walls = Annotated[
    str | None, option(LOOK, "NAME", "Style of the walls, such as hedge: see `list walls`.")
]
Silhouette = Annotated[
    str | None,
    option(
        LOOK, "NAME|FILE|text:MIA", "Outlines for mazes, used in turn. Separate them with commas."
    ),
]
Stage = Annotated[
    str | None,
    option(
        LOOK, "NAME|FILE", "Scenes with a blank area for the maze, used in turn; see `list stages`."
    ),
]
Bridges = Annotated[
    str | None,
    option(
        WHAT,
        "N|N%",
        "How many cells have one passage crossing over another (squares and hexagons only), such "
        "as 12, or 5% of all cells.",
    ),
]
Spread = Annotated[
    bool | None,
    option(WHAT, None, "Each maze spans two facing pages (squares only).", "--spread"),
]
Edge = Annotated[
    str | None, option(LOOK, "WHICH", "Edge of an outline: drawn (smooth) or steps (whole cells).")
]
Way = Annotated[
    str | None,
    option(
        LOOK,
        "NAME|FILE|text:MIA|line:FILE",
        "Pictures that the solution paths draw, used in turn. Separate them with commas.",
    ),
]
Questions = Annotated[
    str | None,
    option(WHAT, "FILE.csv", "Questions at the forks, as rows: question, answer, wrong answers."),
]
Times = Annotated[
    str | None, option(WHAT, "7|2-9", "Questions at the forks: times tables, 1 to 20.")
]
Add = Annotated[str | None, option(WHAT, "20", "Questions at the forks: sums up to this number.")]
Subtract = Annotated[
    str | None, option(WHAT, "20", "Questions at the forks: subtraction up to this number.")
]
Halves = Annotated[
    str | None, option(WHAT, "20", "Questions at the forks: halves of numbers up to this one.")
]
Doubles = Annotated[
    str | None,
    option(WHAT, "20", "Questions at the forks: doubles, with answers up to this number."),
]
Word = Annotated[
    str | None,
    option(
        WHAT,
        "PLANET,sh-i-p",
        "Word to spell along the solution path, or several to choose from. Hyphens show which "
        "letters share a cell (sh-i-p).",
    ),
]
Words = Annotated[
    Path | None, option(WHAT, "FILE.txt", "Words to spell along the paths, one per line.")
]
MARKS_HELP = (
    "Start and finish marks: icons, doors, both (icons in the end cells, and a door at the start), "
    "outside (doors, with the icons just outside them) or none."
)
Marks = Annotated[str | None, option(LOOK, "WHICH", MARKS_HELP)]
Start = Annotated[str | None, option(LOOK, "FILE.svg", "Your own drawing for the start.")]
Finish = Annotated[str | None, option(LOOK, "FILE.svg", "Your own drawing for the finish.")]
Color = Annotated[
    bool,
    option(
        LOOK, None, "Print in colour (on worksheets, only the pictures).", "--color", "--colour"
    ),
]
Short = Annotated[
    bool,
    option(WHAT, None, "Only mazes and answers: no other pages, and no blank backs.", "--short"),
]
Font = Annotated[
    list[str] | None, option(LOOK, "FILE", "Extra font, tried first. May be repeated.")
]

# Class and gifts

Names = Annotated[
    list[Path] | None,
    option(
        CLASS,
        "FILE.csv",
        "List of names: a sheet for each or, with {name} in a title, a book for each. May be "
        "repeated.",
    ),
]
NameColumn = Annotated[
    str | None, option(CLASS, "TITLE", "Column of the list that holds the names.", "--name-column")
]
Time = Annotated[
    bool | None,
    option(CLASS, None, "A line on each worksheet for minutes and seconds.", "--time"),
]
Order = Annotated[
    str | None,
    option(CLASS, "WHICH", "Order of the worksheets: file, name, surname, level or group."),
]
Key = Annotated[
    str | None, option(CLASS, "WHERE", "Answer key of the worksheets: inside or separate.")
]
Split = Annotated[bool | None, option(CLASS, None, "Also write one PDF per pupil.", "--split")]
Wall = Annotated[
    str | None,
    option(CLASS, "6x5", "Columns x rows of worksheets that form one maze on the wall."),
]
Loads = Annotated[
    int | None,
    option(
        CLASS,
        "3",
        "Three versions of one maze: support (less to do), core and extension (more to do). The "
        'list\'s "load" or "level" column says who gets which; without a list, one of each.',
    ),
]
Why = Annotated[
    str | None,
    option(
        CLASS,
        "WHICH",
        "A page for pupils on why a maze has exactly one solution: younger (age 8), older "
        "(age 14) or both.",
    ),
]
Only = Annotated[
    list[str] | None,
    option(
        CLASS,
        "NAME|N",
        "Remake only the sheets of this pupil or group. May be repeated.",
    ),
]

# Printing

Page = Annotated[
    str | None,
    option(
        PRINTING,
        "NAME|WxH",
        "Page size, such as letter, a4, a4-landscape, a3 or 6x9; eink for an e-reader, "
        "slide for a classroom screen; auto for your country's usual size.",
        "--page",
        "--trim",
    ),
]
Printer = Annotated[str | None, option(PRINTING, "NAME", "Printer profile; see `list printers`.")]
Booklet = Annotated[
    bool | None,
    option(PRINTING, None, "Also write a booklet, to print double-sided and fold.", "--booklet"),
]
Isbn = Annotated[str | None, option(PRINTING, "ISBN", "ISBN for the copyright page and the cover.")]
Publisher = Annotated[str | None, option(PRINTING, "TEXT", "Publisher.")]
Year = Annotated[int | None, option(PRINTING, "YYYY", "Year of the copyright.")]

# Files

Name = Annotated[str | None, option(FILES, "NAME", "Name of the output folder.")]

# Advanced

Sets = Annotated[
    list[str] | None,
    option(
        ADVANCED, "KEY=VALUE", "Set any recipe key; see `help recipe`. May be repeated.", "--set"
    ),
]
Jobs = Annotated[int | None, option(ADVANCED, "N", "Number of processes. [default: automatic]")]


@contextmanager
def blame_options(given: Mapping[str, Any], sets: Sequence[str] | None) -> Iterator[None]:
    """In faults, replace recipe keys by the options that set them, and report each fault once."""
    flags = _list_flags(given, sets or ())
    _check_set_once(sets or ())
    try:
        yield
    except Refused as refused:
        faults = (_rename_fault(fault, flags) for fault in refused.faults)
        raise Refused(dict.fromkeys(faults)) from None


def _check_set_once(sets: Sequence[str]) -> None:
    """Refuse keys that are set twice, since one of the values would be lost."""
    counts = Counter(text.partition("=")[0].strip() for text in sets)
    if twice := [key for key, count in counts.items() if count > 1]:
        raise Refused(Fault("--set", f"sets {key} twice", "give it once") for key in twice)


def _list_flags(given: Mapping[str, Any], sets: Sequence[str]) -> dict[str, str]:
    """Return a mapping from recipe keys and arguments to the typed options that set them."""
    from puzzlebook.ground.questions import RULES
    from puzzlebook.recipes.book_codes import OVERRIDE_ORDER

    names = {key: _name_parameter(key) for key in OVERRIDE_ORDER}
    flags = {key: f"--{name}" for key, name in names.items() if given.get(name) is not None}
    for rule in RULES:
        if given.get(rule) is not None:
            flags["section.*.questions"] = f"--{rule}"
    if given.get("words") is not None:
        flags["section.*.word"] = "--words"
    if given.get("pages") is not None:
        flags["pages"] = "--pages"
    if "page" in flags and "--trim" in sys.argv and "--page" not in sys.argv:
        flags["page"] = "--trim"
    if given.get("age") is not None:
        flags["audience"] = "--age"
    # A page too small for the readers' cells is reported for each section.
    if reason := flags.get("audience") or flags.get("page"):
        flags["section.*.audience"] = flags.get("page", reason)
    # --set is applied last, so its keys are reported as typed.
    set_keys = {text.partition("=")[0].strip().rpartition(".")[2] for text in sets}
    return {key: flag for key, flag in flags.items() if key.rpartition(".")[2] not in set_keys}


def _name_parameter(key: str) -> str:
    """Return the parameter, and thus the option, that sets a recipe key."""
    return "font" if key == "fonts" else key.rpartition(".")[2]


def _rename_fault(fault: Fault, flags: Mapping[str, str]) -> Fault:
    """Return the fault with options in place of keys such as `section.warm-up.size`."""
    steps = [
        flags.get(re.sub(r"^section\.[^.]+\.", "section.*.", step), step)
        for step in fault.where.split(": ")
    ]
    return fault._replace(where=": ".join(steps))


def collect_questions(given: dict[str, Any]) -> str:
    """Store the rule of an option such as `--times 7` as the value of `--questions`.

    Return the option that was typed.
    """
    from puzzlebook.ground.questions import RULES

    options = [name for name in ("questions", *RULES) if given.get(name) is not None]
    if len(options) > 1:
        what = f"cannot be combined with --{options[0]}"
        raise refuse(f"--{options[1]}", what, "give only one kind of questions")
    for rule in RULES:
        if (number := given.pop(rule, None)) is not None:
            given["questions"] = f"{rule} {number}"
    return f"--{options[0]}" if options else "--questions"


_OTHER_LANGUAGES = (
    "; for another language, write the instruction yourself: "
    "--set worksheet.instruction=TEXT (docs/languages.md)"
)


def collect_languages(given: dict[str, Any], sets: list[str]) -> None:
    """Move the second of two languages, as in `--language en,fa`, to the recipe keys in `sets`."""
    from puzzlebook.recipes.other_names import (
        find_language,
        find_languages,
        find_second_language,
        split_languages,
    )

    names = split_languages(given.get("language") or "")
    if len(names) == 1 and find_second_language(names[0]):
        with blame_options({"language": names[0]}, ()):
            find_language(names[0])
    if len(names) < 2 or (given["language"] or "").endswith(".toml"):
        return
    if len(names) > 2:
        raise refuse("--language", f"has {len(names)} languages", "give one, or two for worksheets")
    try:
        given["language"], second = find_languages(given["language"])
    except Refused as refused:
        faults = [fault._replace(where="--language") for fault in refused.faults]
        raise Refused(
            fault
            if fault.allowed.startswith("did you mean")
            else fault._replace(allowed=fault.allowed + _OTHER_LANGUAGES)
            for fault in faults
        ) from None
    sets.append(f"worksheet.second_language={second}")


def collect_words(given: dict[str, Any]) -> None:
    """Store the words of `--words`, or several words of `--word`, as a list under `--word`."""
    word, file = given.get("word"), given.pop("words", None)
    if word is not None and file is not None:
        raise refuse("--words", "cannot be combined with --word", "give only one of them")
    if file is not None:
        from puzzlebook.class_lists.word_lists import read_words

        given["word"] = read_words(file, f"--words: {file}")
    elif word is not None and "," in word:
        given["word"] = [part.strip() for part in word.split(",") if part.strip()]


def collect_selection(given: dict[str, Any]) -> None:
    """Join the names of repeated `--only` options into one text."""
    given["only"] = ",".join(names) if (names := given.get("only")) else None


def list_set_words(color: bool, short: bool) -> list[str]:
    """Return the KEY=VALUE texts that --color and --short abbreviate."""
    words = {"ink=premium-color": color, 'book.matter=["key"]': short, "sides=two": short}
    return [word for word, is_given in words.items() if is_given]


@contextmanager
def blame_questions(option: str) -> Iterator[None]:
    """In faults about questions, name the option that asks for them."""
    try:
        yield
    except Refused as refused:
        places = ("questions", "--questions")
        raise Refused(
            fault._replace(where=option) if fault.where in places else fault
            for fault in refused.faults
        ) from None


def choose_book(book: str | None, given: dict[str, Any]) -> str:
    """Return the book to start from: the named book, the book for the readers' age, or the default.

    If the age determines the book, it is removed from the options.
    """
    from puzzlebook.recipes.audiences import load_audiences
    from puzzlebook.recipes.files import DEFAULT_BOOK

    if book is None and given.get("age") is not None:
        return load_audiences()[_find_audience(given.pop("age"))].book
    return DEFAULT_BOOK if book is None else book


def _find_audience(age: str) -> str:
    from puzzlebook.ground.faults import format_choices
    from puzzlebook.recipes.audiences import load_audiences
    from puzzlebook.recipes.other_names import guess_audience

    audience = guess_audience(age)
    if audience is None:
        raise refuse(
            "--age", f'there is no age group for "{age}"', format_choices(load_audiences())
        )
    return audience


def collect_overrides(given: Mapping[str, Any]) -> dict[str, object]:
    """Return a mapping from recipe keys to values of options, in the order of a book code.

    Relative file names refer to the current folder, not to the recipe's folder.
    """
    from puzzlebook.recipes.book_codes import OVERRIDE_ORDER
    from puzzlebook.recipes.reading import list_fields
    from puzzlebook.recipes.user_files import file_mark

    if given.get("name") == "":
        raise refuse("--name", "is empty", "give a plain name such as my-mazes")
    if (level := given.get("level")) is not None and level.isdecimal():
        what = f"{level} is not a level of a book"
        allowed = f"easy, normal or hard; that of a class is --set worksheet.level={level}"
        raise refuse("--level", what, allowed)
    overrides: dict[str, object] = {}
    given = {**given, "page": choose_page(given.get("page"))}
    for path in OVERRIDE_ORDER:
        # A repeatable option that was not typed is an empty tuple.
        if (name := _name_parameter(path)) in given and given[name] != ():
            table, _, key = path.rpartition(".")
            # `mazes`, the total number, is not a field of a recipe.
            field = list_fields(table.removesuffix(".*")).get(key)
            mark = file_mark(field) if field else None
            overrides[path] = _relocate_files(given[name], mark) if mark else given[name]
    if given.get("age") is not None:
        if given.get("audience") is not None:
            raise refuse("--age", "cannot be combined with --audience", "give only one of them")
        overrides["audience"] = _find_audience(given["age"])
    return overrides


def _relocate_files(value: Any, mark: NamesFiles) -> Any:
    if isinstance(value, list):
        return [_relocate_files(item, mark) for item in value]
    return mark.rename_files(value, os.path.realpath) if value else value
