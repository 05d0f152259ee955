"""What a caller in Python hands over: of a kind that is understood, or refused by the argument's name."""

from __future__ import annotations

import os
from collections.abc import Callable
from types import NoneType
from typing import Any, get_args

from puzzlebook.faults import Fault, Refused, refuse

MOST_DIGITS = 200
PATH: Any = str | os.PathLike

Progress = Callable[[str, int, int], None]
"""Called with what is being done, how much of it is done, and of how much."""


def silent(what: str, done: int, total: int) -> None:
    """Says nothing of the progress."""


def expect(**arguments: tuple[object, Any]) -> None:
    """Refused, with a fault for each argument that is not of its kinds, a type or several: `seed=(seed, str | int)`."""
    faults = [
        Fault(name, f"a value of type {type(value).__name__} does not do", f"allowed: {_named(kinds)}")
        for name, (value, kinds) in arguments.items()
        if not _is_of(value, kinds)
    ]
    if faults:
        raise Refused(faults)


def _is_of(value: object, kinds: Any) -> bool:
    # To Python a truth value is a number; nobody means one by it.
    return isinstance(value, kinds) and (kinds is bool or not isinstance(value, bool))


def _named(kinds: Any) -> str:
    return ", ".join("None" if kind is NoneType else kind.__name__ for kind in get_args(kinds) or (kinds,))


def number_text(number: str | int, where: str) -> str:
    """A number as text, and a text as it is; refused where it has more digits than anybody needs."""
    if isinstance(number, int) and abs(number) >= 10**MOST_DIGITS:
        raise refuse(where, "the number is too long", f"at most {MOST_DIGITS} digits")
    return str(number)


def path_text(path: str | os.PathLike[str], where: str) -> str:
    """A path as text; refused where no file can be called so."""
    text = os.fsdecode(path)
    if "\0" in text:
        raise refuse(where, "is no path", "text without null characters")
    return text
