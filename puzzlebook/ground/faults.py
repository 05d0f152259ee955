"""What can go wrong, as values: every fault says where it is, what is wrong and what would be
allowed.

The two exceptions carry the two exit codes of the command line: `Refused` (2, the request is wrong)
and `Unfinished` (1, the request is fine and the world is not: a full disk, a missing permission).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

_MOST_ALLOWED = 120
"""So many names are shown where one of them is allowed: more than we have of any kind, and fewer
than a recipe may."""

_NEAR = 0.7
"""So near to a name (`difflib`) is one that was mistyped."""
_SHOWN = 90  # characters at either end of a value that is too long for a message
_LONG = rf'"[^"]{{{2 * _SHOWN},}}"|\'[^\']{{{2 * _SHOWN},}}\'|\S{{{2 * _SHOWN},}}'


class Fault(NamedTuple):
    """One thing that is wrong: `error: WHERE: what is wrong; what is allowed`, and a command that
    works."""

    where: str
    what: str
    allowed: str = ""
    command: str = ""

    def __str__(self) -> str:
        line = f"{_shorten(self.where)}: {_shorten(self.what)}" + (
            f"; {self.allowed}" if self.allowed else ""
        )
        # One fault is one line, whatever the user's text holds.
        return escape_unprintable(line + (f" (try: {self.command})" if self.command else ""))


class Refused(ValueError):
    """The request is wrong. Nothing was written."""

    def __init__(self, faults: Fault | Iterable[Fault]) -> None:
        self.faults = (faults,) if isinstance(faults, Fault) else tuple(faults)
        super().__init__(self.faults)

    def __str__(self) -> str:
        return "\n".join(
            map(str, self.faults)
        )  # when it is asked for: there may be a hundred thousand


class Unfinished(RuntimeError):
    """The request is right and could not be finished. What was there before is untouched."""

    def __init__(self, fault: Fault) -> None:
        self.fault = fault
        super().__init__(str(fault))


def refuse_any(faults: Iterable[Fault]) -> None:
    """Refuse a request that has these faults, if it has any."""
    if found := list(faults):
        raise Refused(found)


def refuse(where: str, what: str, allowed: str = "", command: str = "") -> Refused:
    """The exception for one fault, to be raised by the caller."""
    return Refused(Fault(where, what, allowed, command))


def escape_unprintable(text: str) -> str:
    """The text on one line: whatever would break or repaint a terminal is written as its escape."""
    if text.isprintable():  # as nearly all is
        return text
    return "".join(
        c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text
    )


def _shorten(text: str) -> str:
    """The text with the middle left out of every value in it that is very long: of a word, and of
    what is quoted."""
    return re.sub(_LONG, lambda value: f"{value[0][:_SHOWN]} … {value[0][-_SHOWN:]}", text)


def format_choices(names: Iterable[str]) -> str:
    """The names as a phrase for `allowed`."""
    return "allowed: " + list_some(names, _MOST_ALLOWED)


def list_some(names: Iterable[str], most: int = 12) -> str:
    """The names, and how many more there are where they are too many for a message."""
    every = list(names)
    more = len(every) - most
    return ", ".join(every[:most]) + (f" and {more:,} more" if more > 0 else "")


def suggest_nearest(name: str, names: Iterable[str]) -> str:
    """`did you mean NAME?` for the closest of the names; where none is close, all that are
    allowed."""
    from difflib import get_close_matches

    names = list(names)
    # Letters in another order are the commonest slip, however short the name.
    swapped = [known for known in names if sorted(known) == sorted(name.lower())]
    close = swapped or get_close_matches(name.lower(), names, cutoff=_NEAR)
    return f"did you mean {close[0]}?" if close else format_choices(names)
