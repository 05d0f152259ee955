"""A name that is nobody's where it was typed, and somebody's elsewhere: `--theme elephant` is answered with the command
that cuts by the silhouette of that name."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from puzzlebook.faults import Fault, Refused

_OPTIONS = {"trim": "page", "age": "audience"}


@contextmanager
def answered() -> Iterator[None]:
    """Faults of names that are of another kind have the command that works."""
    try:
        yield
    except Refused as refused:
        raise Refused(map(_answered, refused.faults)) from None


def _answered(fault: Fault) -> Fault:
    """The fault with the command that was meant, where the name is one of another kind."""
    words = sys.argv[1:]
    for place, word in enumerate(words):
        option, equals, value = word.partition("=")
        key = _OPTIONS.get(option.lstrip("-"), option.lstrip("-")) if option.startswith("--") else ""
        if key and key == fault.where.rpartition(".")[2].removeprefix("--"):
            value = value if equals else "".join(words[place + 1 : place + 2])
            rest = words[place + 1 if equals else place + 2 :]
            return _with_other(fault, key, value, words[:place], rest)
        if place == 1 and not word.startswith("-") and fault.where == word and "no book is called" in fault.what:
            first = [words[0], *(["sheets"] if "silhouette" in _kinds(word, "") else ())]
            return _with_other(fault, "book", word, first, words[place + 1 :])
    return fault


def _with_other(fault: Fault, key: str, value: str, before: list[str], after: list[str]) -> Fault:
    from puzzlebook.recipes.other_names import takes_names

    kinds = _kinds(value, key) if key in ("book", "page") or takes_names(key) else []
    if not kinds or fault.command:
        return fault
    command = shlex.join(["puzzlebook", *before, f"--{kinds[0]}", value, *after])
    article = "an" if kinds[0] == "audience" else "a"
    return fault._replace(allowed=f"{article} {kinds[0]} is called so", command=command)


def _kinds(value: str, key: str) -> list[str]:
    """The options that take a value as a name, but for the one that it was given to."""
    from puzzlebook.printers.trims import trim
    from puzzlebook.recipes.other_names import kinds_of

    found = [kind for kind in kinds_of(value) if kind not in (key, "look")]
    try:
        return [*found, *(["page"] if key != "page" and trim(value) else ())]
    except Refused:
        return found
