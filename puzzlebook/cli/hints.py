"""Suggestions for words that are valid elsewhere.

For example, `--theme elephant` suggests the silhouette of that name, `--list` suggests `--names`,
and `--german` suggests `--language german`.
"""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path

from puzzlebook.ground.faults import Fault, Refused
from puzzlebook.ground.shell_commands import shell_line

_OPTIONS = {"trim": "page", "age": "audience"}
_MIN_SIMILARITY = 0.75
"""The `difflib` ratio at or above which a word counts as a mistyped option."""


@contextmanager
def answer_misplaced_names() -> Iterator[None]:
    """Add a working command to a fault about a name that is valid for another option."""
    try:
        yield
    except Refused as refused:
        faults = list(map(_redirect_fault, refused.faults))
        # With several faults, a command that fixes only one of them would not work.
        raise Refused(
            faults if len(faults) == 1 else [fault._replace(command="") for fault in faults]
        ) from None


def _redirect_fault(fault: Fault) -> Fault:
    """Return the fault, with the intended command if the name is valid for another option."""
    words = sys.argv[1:]
    for index, word in enumerate(words):
        option, equals, value = word.partition("=")
        if option.startswith("--") and option in (
            fault.where,
            f"--{fault.where.rpartition('.')[2]}",
        ):
            key = _OPTIONS.get(option.lstrip("-"), option.lstrip("-"))
            value = value if equals else "".join(words[index + 1 : index + 2])
            rest = words[index + 1 if equals else index + 2 :]
            return _redirect_to_option(fault, key, value, words[:index], rest)
        if (
            index == 1
            and not word.startswith("-")
            and fault.where == word
            and "there is no book called" in fault.what
        ):
            return _redirect_book(fault, word, words[0], words[index + 1 :])
    return fault


def _redirect_book(fault: Fault, word: str, command: str, after: list[str]) -> Fault:
    """Return the fault of an unknown book, with a command that uses the word as another kind of
    name.

    A mistyped word is matched with the nearest name, unless the nearest name is a book's.
    """
    from puzzlebook.recipes.other_names import name_near

    is_near = not _find_kinds(word, "book") and not fault.allowed.startswith("did you mean")
    meant = (name_near(word, _MIN_SIMILARITY) if is_near else None) or word
    first = [command, *(["sheets"] if "silhouette" in _find_kinds(meant, "") else ())]
    answer = _redirect_to_option(fault, "book", meant, first, after)
    kind = _find_kinds(meant, "book")[0] if meant != word else ""
    return answer._replace(allowed=f"did you mean the {kind} {meant}?") if kind else answer


def _redirect_to_option(
    fault: Fault, key: str, value: str, before: list[str], after: list[str]
) -> Fault:
    from puzzlebook.recipes.other_names import find_substitute, takes_names

    for kind in ("audience", "theme"):
        if key in (kind, "book") and (instead := find_substitute(kind, value)):
            name, advice = instead
            command = shell_line(*before, f"--{kind}", name, *after)
            return fault._replace(allowed=advice, command=command)
    is_name = key in ("book", "page", "size") or takes_names(key)
    kinds = _find_kinds(value, key) if is_name else []
    if not kinds or fault.command:
        return fault
    command = _make_command(kinds[0], value, before, after)
    article = "an" if kinds[0] == "audience" else "a"
    return fault._replace(allowed=f"there is {article} {kinds[0]} of that name", command=command)


def _make_command(kind: str, value: str, before: list[str], after: list[str]) -> str:
    """Return the typed command with this option added; empty if it was already typed."""
    flags = {f"--{kind}", *(f"--{other}" for other, same in _OPTIONS.items() if same == kind)}
    if flags & {word.partition("=")[0] for word in (*before, *after)}:
        return ""
    return shell_line(*before, f"--{kind}", value, *after)


def _find_kinds(value: str, key: str) -> list[str]:
    """Return the options that accept a value as a name, except the option `key`."""
    from puzzlebook.printers.trims import trim
    from puzzlebook.recipes.other_names import find_kinds

    kinds = [kind for kind in find_kinds(value) if kind not in (key, "look")]
    try:
        return [*kinds, *(["page"] if key != "page" and trim(value) else ())]
    except Refused:
        return kinds


def note_paper_size(size: str) -> str:
    """Return a note if a size in cells is also the name of a page, such as 6x9; otherwise empty."""
    from puzzlebook.printers.trims import list_trims

    if size not in {trim.name for trim in list_trims()}:
        return ""
    return f"--size {size} counts cells; if you mean the page, in inches: --page {size}"


def suggest_command(extra: str) -> tuple[str, str] | None:
    """Return a hint and a working command for an unexpected argument: a list of names belongs to
    --names, and a book's name is a single word."""
    from puzzlebook.recipes.files import LISTS
    from puzzlebook.recipes.other_names import guess_book
    from puzzlebook.recipes.suggested_commands import worksheets_command

    words = sys.argv[1:]
    before = words[: words.index(extra)] if extra in words else []
    if before[:1] != ["make"]:
        return None
    after = words[len(before) + 1 :]
    if extra.lower().endswith(LISTS):
        can_suggest = worksheets_command(Path(extra)) and not any(
            word.startswith("--names") for word in words
        )
        command = shell_line(*before, "--names", extra, *after) if can_suggest else ""
        return "give a list with --names", command
    if len(before) > 1 and (book := guess_book(f"{before[-1]}-{extra}")):
        return "a book's name is one word", shell_line(*before[:-1], book, *after)
    return None


def suggest_option(typed: str, options: Collection[str]) -> str:
    """Return a suggestion for an unknown option: `did you mean --names?`, or how to do the same
    without an option; empty if there is none.

    typed: the unknown option. options: the options that the command has.
    """
    from puzzlebook.recipes.other_names import find_substitute

    if instead := find_substitute("option", typed):
        return instead[1]
    meant = next(
        (
            option
            for option in _find_similar_options(typed, options)
            if option.split()[0] in options
        ),
        None,
    )
    return f"did you mean {meant}?" if meant else ""


def _find_similar_options(typed: str, options: Collection[str]) -> Iterator[str]:
    from difflib import get_close_matches

    from puzzlebook.recipes.other_names import find_options
    from puzzlebook.recipes.reading import list_fields

    word = typed.lstrip("-").lower()
    names = [name.removeprefix("--") for name in options if name.startswith("--")]
    yield from find_options(word)
    # A wrong letter is a more common typo than a missing letter.
    typos = get_close_matches(word, names, cutoff=_MIN_SIMILARITY)
    yield from (f"--{name}" for name in sorted(typos, key=lambda name: len(name) != len(word)))
    yield from (f"--{name}" for name in names if len(word) > 2 and name.startswith(word))
    for table in ("", "book", "cover", "worksheet"):
        if (key := word.replace("-", "_")) in list_fields(table):
            yield f"--set {'' if table in ('', 'book') else table + '.'}{key}=…"
    yield from (f"--{kind} {word}" for kind in _find_kinds(word, ""))
