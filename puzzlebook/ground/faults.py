"""Errors and remarks as values. A fault consists of where it is, what is wrong, and what is
allowed.

The two exceptions correspond to exit codes of the command line. `Refused` (exit code 2) means that
the request is wrong. `Unfinished` (exit code 1) means that the request is valid but could not be
carried out, for example because the disk is full.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

_MAX_ALLOWED = 120
"""The greatest number of names that a message lists as allowed. It exceeds the number of templates
of any kind, but a recipe can define more names."""

_MIN_SIMILARITY = 0.7
"""The least similarity (`difflib`) at which a word counts as a mistyped name."""
_SHOWN = 90  # the characters shown of each end of a value that is too long for a message
_LONG_VALUE = rf'"[^"]{{{2 * _SHOWN},}}"|\'[^\']{{{2 * _SHOWN},}}\'|\S{{{2 * _SHOWN},}}'


class PageCounts(NamedTuple):
    """The page counts of a book that cannot be as long as it would be: its own, the printer's
    limit (0 if that is not what is wrong), and those nearest to it that can be made."""

    pages: int
    limit: int
    nearest: tuple[int, ...]


class Fault(NamedTuple):
    """One error, printed as `error: WHERE: what is wrong; what is allowed (try: a command that
    works)`.

    need: what the request lacks ("recipe", "code", "cover_pages", "font", "binding", "more_pages",
    "fewer_pages" or "other_pages"), for a program that says it in words of its own; it is not
    printed. characters: those that no font has. remedy: the end of `allowed`, which names an option
    of the command. figures: the page counts in it, for such a program.
    """

    where: str
    what: str
    allowed: str = ""
    command: str = ""
    need: str = ""
    characters: str = ""
    remedy: str = ""
    figures: PageCounts | None = None

    def __str__(self) -> str:
        line = f"{_shorten(self.where)}: {_shorten(self.what)}"
        line += f"; {self.allowed}{self.remedy}" if self.allowed else ""
        line += f" (try: {self.command})" if self.command else ""
        # A fault takes one line, even if the user's text contains line breaks.
        return escape_unprintable(line)


class Note(str):
    """A remark: one line for the user, on something that is no fault.

    what: the line without its remedy. remedy: its end, which names an option of the command.
    topic: what it is about ("columns", "folder", "author", "year" or "subtitle"), and quoted: the
    user's words in it, for a program that says it in words of its own.
    """

    what: str
    remedy: str
    topic: str
    quoted: str

    def __new__(cls, what: str, remedy: str = "", topic: str = "", quoted: str = "") -> Note:
        note = super().__new__(cls, what + remedy)
        note.what, note.remedy, note.topic, note.quoted = what, remedy, topic, quoted
        return note


def read_note(note: str) -> Note:
    """Return a remark of any kind with its parts."""
    return note if isinstance(note, Note) else Note(note)


def place_note(note: str, where: str) -> Note:
    """Return a remark with the name of the file that it is about in front."""
    same = read_note(note)
    return Note(f"{where}: {same.what}", same.remedy, same.topic, same.quoted)


class Refused(ValueError):
    """Raised if the request is wrong. Nothing was written."""

    def __init__(self, faults: Fault | Iterable[Fault]) -> None:
        self.faults = (faults,) if isinstance(faults, Fault) else tuple(faults)
        super().__init__(self.faults)

    def __str__(self) -> str:
        # The text is built only when needed, because there may be a hundred thousand faults.
        return "\n".join(map(str, self.faults))


class Unfinished(RuntimeError):
    """Raised if the request is valid but could not be finished. Existing files are untouched."""

    def __init__(self, fault: Fault) -> None:
        self.fault = fault
        super().__init__(fault)

    def __str__(self) -> str:
        return str(self.fault)


def refuse_any(faults: Iterable[Fault]) -> None:
    """Raise `Refused` if there are any faults."""
    if faults := list(faults):
        raise Refused(faults)


def refuse(where: str, what: str, allowed: str = "", command: str = "", need: str = "") -> Refused:
    """Return the exception for one fault. The caller raises it."""
    return Refused(Fault(where, what, allowed, command, need))


def escape_unprintable(text: str) -> str:
    """Return the text on one line, with line breaks, control characters and the like escaped."""
    if text.isprintable():
        return text
    return "".join(
        c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text
    )


def _shorten(text: str) -> str:
    """Return the text with the middle of each very long word or quotation omitted."""
    return re.sub(_LONG_VALUE, lambda value: f"{value[0][:_SHOWN]} … {value[0][-_SHOWN:]}", text)


def format_choices(names: Iterable[str]) -> str:
    """Format names as a phrase for `allowed`."""
    return "allowed: " + list_some(names, _MAX_ALLOWED)


def list_some(names: Iterable[str], maximum: int = 12) -> str:
    """List the first `maximum` names, followed by the number of remaining names."""
    names = list(names)
    more = len(names) - maximum
    return ", ".join(names[:maximum]) + (f" and {more:,} more" if more > 0 else "")


def suggest_nearest(name: str, names: Iterable[str], command: str = "") -> str:
    """Return `did you mean NAME?` for the name closest to a mistyped one.

    If no name is close, return all allowed names. If a command is given, return instead the nearest
    few names and the command, which lists all names.
    """
    from difflib import get_close_matches

    names = list(names)
    # Swapped letters are the most common typo; in short names `difflib` would miss them.
    anagrams = [candidate for candidate in names if sorted(candidate) == sorted(name.lower())]
    close = anagrams or get_close_matches(name.lower(), names, cutoff=_MIN_SIMILARITY)
    if command and not close:
        nearest = get_close_matches(name.lower(), names, cutoff=0.0)
        return f"such as {', '.join(nearest)}; see `{command}`"
    return f"did you mean {close[0]}?" if close else format_choices(names)
