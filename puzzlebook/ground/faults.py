"""Errors as values: a fault has its location, what is wrong, and what is allowed.

The two exceptions correspond to the exit codes of the command line. `Refused` (2) means that the
request is wrong; `Unfinished` (1) that it is valid but could not be carried out, for example on a
full disk.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

_MOST_ALLOWED = 120
"""The most names listed as allowed: more than we have of any kind, fewer than a recipe may have."""

_NEAR = 0.7
"""The similarity (`difflib`) above which a word counts as a mistyped name."""
_SHOWN = 90  # characters at each end of a value that is too long for a message
_LONG = rf'"[^"]{{{2 * _SHOWN},}}"|\'[^\']{{{2 * _SHOWN},}}\'|\S{{{2 * _SHOWN},}}'


class Fault(NamedTuple):
    """One error: `error: WHERE: what is wrong; what is allowed`, with a command that works."""

    where: str
    what: str
    allowed: str = ""
    command: str = ""

    def __str__(self) -> str:
        line = f"{_shorten(self.where)}: {_shorten(self.what)}"
        line += f"; {self.allowed}" if self.allowed else ""
        line += f" (try: {self.command})" if self.command else ""
        # One fault is one line, even if the user's text has line breaks.
        return escape_unprintable(line)


class Refused(ValueError):
    """The request is wrong. Nothing was written."""

    def __init__(self, faults: Fault | Iterable[Fault]) -> None:
        self.faults = (faults,) if isinstance(faults, Fault) else tuple(faults)
        super().__init__(self.faults)

    def __str__(self) -> str:
        # Formatted only when needed: there may be a hundred thousand faults.
        return "\n".join(map(str, self.faults))


class Unfinished(RuntimeError):
    """The request is valid but could not be finished. Existing files are untouched."""

    def __init__(self, fault: Fault) -> None:
        self.fault = fault
        super().__init__(str(fault))


def refuse_any(faults: Iterable[Fault]) -> None:
    """Raise `Refused` if there are any faults."""
    if faults := list(faults):
        raise Refused(faults)


def refuse(where: str, what: str, allowed: str = "", command: str = "") -> Refused:
    """Return the exception for one fault, which the caller raises."""
    return Refused(Fault(where, what, allowed, command))


def escape_unprintable(text: str) -> str:
    """Return the text on one line: line breaks, control characters and the like as escapes."""
    if text.isprintable():
        return text
    return "".join(
        c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text
    )


def _shorten(text: str) -> str:
    """The text with the middle of each very long word or quotation left out."""
    return re.sub(_LONG, lambda value: f"{value[0][:_SHOWN]} … {value[0][-_SHOWN:]}", text)


def format_choices(names: Iterable[str]) -> str:
    """Format names as a phrase for `allowed`."""
    return "allowed: " + list_some(names, _MOST_ALLOWED)


def list_some(names: Iterable[str], most: int = 12) -> str:
    """List the first names, and the number of the others."""
    names = list(names)
    more = len(names) - most
    return ", ".join(names[:most]) + (f" and {more:,} more" if more > 0 else "")


def suggest_nearest(name: str, names: Iterable[str], command: str = "") -> str:
    """Return `did you mean NAME?` for the closest name; if none is close, all allowed names, or,
    where they are too many for a line, the nearest few and the command that lists them."""
    from difflib import get_close_matches

    names = list(names)
    # Swapped letters are the most common typo, also in short names.
    anagrams = [candidate for candidate in names if sorted(candidate) == sorted(name.lower())]
    close = anagrams or get_close_matches(name.lower(), names, cutoff=_NEAR)
    if command and not close:
        nearest = get_close_matches(name.lower(), names, cutoff=0.0)
        return f"such as {', '.join(nearest)}; see `{command}`"
    return f"did you mean {close[0]}?" if close else format_choices(names)
