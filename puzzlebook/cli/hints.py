"""What is nobody's name where it was typed, and somebody's elsewhere: `--theme elephant` is
answered with the command that cuts by the silhouette of that name, `--list` with `--names`,
`--german` with `--language german`."""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path

from puzzlebook.ground.faults import Fault, Refused
from puzzlebook.ground.shell_commands import shell_line

_OPTIONS = {"trim": "page", "age": "audience"}
_SLIP = 0.75
"""So near to an option (`difflib`) is one that was mistyped; what is farther is another word."""


@contextmanager
def answer_misplaced_names() -> Iterator[None]:
    """Faults of names that are of another kind have the command that works."""
    try:
        yield
    except Refused as refused:
        faults = list(map(_redirect_fault, refused.faults))
        # Where several things are wrong, the command that mends one of them would not work.
        raise Refused(
            faults if len(faults) == 1 else [each._replace(command="") for each in faults]
        ) from None


def _redirect_fault(fault: Fault) -> Fault:
    """The fault with the command that was meant, where the name is one of another kind."""
    words = sys.argv[1:]
    for place, word in enumerate(words):
        option, equals, value = word.partition("=")
        if option.startswith("--") and option in (
            fault.where,
            f"--{fault.where.rpartition('.')[2]}",
        ):
            key = _OPTIONS.get(option.lstrip("-"), option.lstrip("-"))
            value = value if equals else "".join(words[place + 1 : place + 2])
            rest = words[place + 1 if equals else place + 2 :]
            return _redirect_to_option(fault, key, value, words[:place], rest)
        if (
            place == 1
            and not word.startswith("-")
            and fault.where == word
            and "there is no book called" in fault.what
        ):
            return _redirect_book(fault, word, words[0], words[place + 1 :])
    return fault


def _redirect_book(fault: Fault, word: str, command: str, after: list[str]) -> Fault:
    """The fault of a word in place of a book's name, with the command that has it as the name of
    something else; of one that is mistyped as nearest to such a name, where it is near no
    book's."""
    from puzzlebook.recipes.other_names import name_near

    is_near = not _find_kinds(word, "book") and not fault.allowed.startswith("did you mean")
    meant = (name_near(word, _SLIP) if is_near else None) or word
    first = [command, *(["sheets"] if "silhouette" in _find_kinds(meant, "") else ())]
    answer = _redirect_to_option(fault, "book", meant, first, after)
    kind = _find_kinds(meant, "book")[0] if meant != word else ""
    return answer._replace(allowed=f"did you mean the {kind} {meant}?") if kind else answer


def _redirect_to_option(
    fault: Fault, key: str, value: str, before: list[str], after: list[str]
) -> Fault:
    from puzzlebook.recipes.other_names import readers_instead, takes_names

    if key in ("audience", "book") and (instead := readers_instead(value)):
        readers, has = instead
        command = shell_line(*before, "--audience", readers, *after)
        return fault._replace(allowed=has, command=command)
    kinds = _find_kinds(value, key) if key in ("book", "page") or takes_names(key) else []
    if not kinds or fault.command:
        return fault
    command = _make_command(kinds[0], value, before, after)
    article = "an" if kinds[0] == "audience" else "a"
    return fault._replace(allowed=f"{article} {kinds[0]} is called so", command=command)


def _make_command(kind: str, value: str, before: list[str], after: list[str]) -> str:
    """The command that was typed, with a value for the option of this kind; nothing where it has
    another for that."""
    flags = {f"--{kind}", *(f"--{other}" for other, same in _OPTIONS.items() if same == kind)}
    if flags & {word.partition("=")[0] for word in (*before, *after)}:
        return ""
    return shell_line(*before, f"--{kind}", value, *after)


def _find_kinds(value: str, key: str) -> list[str]:
    """The options that take a value as a name, but for the one that it was given to."""
    from puzzlebook.printers.trims import trim
    from puzzlebook.recipes.other_names import find_kinds

    found = [kind for kind in find_kinds(value) if kind not in (key, "look")]
    try:
        return [*found, *(["page"] if key != "page" and trim(value) else ())]
    except Refused:
        return found


def suggest_command(extra: str) -> tuple[str, str] | None:
    """For an argument too many what is allowed, and a command that works: a list of names goes to
    --names, and a book's name is one word."""
    from puzzlebook.recipes.files import LISTS
    from puzzlebook.recipes.other_names import guess_book
    from puzzlebook.recipes.suggested_commands import worksheets_command

    words = sys.argv[1:]
    before = words[: words.index(extra)] if extra in words else []
    if before[:1] != ["make"]:
        return None
    after = words[len(before) + 1 :]
    if extra.lower().endswith(LISTS):
        readable = worksheets_command(Path(extra)) and not any(
            word.startswith("--names") for word in words
        )
        command = shell_line(*before, "--names", extra, *after) if readable else ""
        return "--names takes a list", command
    if len(before) > 1 and (book := guess_book(f"{before[-1]}-{extra}")):
        return "a book's name is one word", shell_line(*before[:-1], book, *after)
    return None


def suggest_option(typed: str, known: Collection[str]) -> str:
    """`did you mean --names?` for an option that a command has not; nothing where nobody can tell.
    known: those that it has."""
    meant = next(
        (option for option in _find_similar_options(typed, known) if option.split()[0] in known),
        None,
    )
    return f"did you mean {meant}?" if meant else ""


def _find_similar_options(typed: str, known: Collection[str]) -> Iterator[str]:
    from difflib import get_close_matches

    from puzzlebook.recipes.other_names import find_options
    from puzzlebook.recipes.reading import list_fields

    word = typed.lstrip("-").lower()
    names = [name.removeprefix("--") for name in known if name.startswith("--")]
    yield from find_options(word)
    yield from (f"--{name}" for name in get_close_matches(word, names, cutoff=_SLIP))
    yield from (f"--{name}" for name in names if len(word) > 2 and name.startswith(word))
    for table in ("", "book", "cover", "worksheet"):
        if (key := word.replace("-", "_")) in list_fields(table):
            yield f"--set {'' if table in ('', 'book') else table + '.'}{key}=…"
    yield from (f"--{kind} {word}" for kind in _find_kinds(word, ""))
