"""What a caller in Python hands over: of a kind that is understood, or refused by the argument's
name."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import NoneType
from typing import Any, get_args

from puzzlebook.ground.faults import Fault, Refused, Unfinished, refuse, suggest_nearest

MOST_DIGITS = 200
PATH: Any = str | os.PathLike

Progress = Callable[[str, int, int], None]
"""Called with what is being done, how much of it is done, and of how much."""


_OPTION = re.compile(r"(?<![\w-])(?:--([a-z]+(?:-[a-z]+)*)|-o)(?![\w-])")
_PARAMETERS = {"page_number": "page", "set": "sets"}
"""Parameters of functions that are not called as the options of the command line."""
_FLAGS = ("dry_run", "force", "guides", "solution")
"""Parameters that are switched on."""


@contextmanager
def blame_parameters() -> Iterator[None]:
    """Faults name parameters, as a caller in Python knows them, in place of the command line's
    options, and no command.

    A decorator, too: `@blame_parameters()`.
    """
    try:
        yield
    except Refused as refused:
        raise Refused(_rename_in_message(fault) for fault in refused.faults) from None
    except Unfinished as unfinished:
        raise Unfinished(_rename_in_message(unfinished.fault)) from unfinished.__cause__


def _rename_in_message(fault: Fault) -> Fault:
    where, what, allowed, _ = (_OPTION.sub(_name_parameter, text) for text in fault)
    return Fault(where.removesuffix("=True"), what, allowed)


def _name_parameter(option: re.Match[str]) -> str:
    name = (option[1] or "output").replace("-", "_")
    return f"{name}=True" if name in _FLAGS else _PARAMETERS.get(name, name)


def ignore_progress(what: str, done: int, total: int) -> None:
    """Says nothing of the progress."""


def expect_types(**arguments: tuple[object, Any]) -> None:
    """Refused, with a fault for each argument that is not of its kinds, a type or several:
    `seed=(seed, str | int)`."""
    faults = [
        fault
        for name, (value, kinds) in arguments.items()
        for fault in _find_faults(name, value, kinds)
    ]
    if faults:
        raise Refused(faults)


def _find_faults(name: str, value: object, kinds: Any) -> Iterator[Fault]:
    # To Python a truth value is a number; nobody means one by it.
    if not isinstance(value, kinds) or (isinstance(value, bool) and kinds is not bool):
        yield Fault(
            name,
            f"a value of type {type(value).__name__} does not do",
            f"allowed: {_name_types(kinds)}",
        )
    elif isinstance(value, int) and abs(value) >= 10**MOST_DIGITS:
        yield Fault(name, "the number is too long", f"at most {MOST_DIGITS} digits")


def _name_types(kinds: Any) -> str:
    return ", ".join(
        "None" if kind is NoneType else kind.__name__ for kind in get_args(kinds) or (kinds,)
    )


def is_text(text: str) -> bool:
    """Whether a text is one that can be written: Python's may hold halves of characters."""
    return not any("\ud800" <= character <= "\udfff" for character in text)


def read_path(path: str | os.PathLike[str], where: str) -> str:
    """A path as text; refused where no file can be called so."""
    try:
        if b"\0" not in os.fsencode(path):
            return os.fsdecode(path)
    except UnicodeEncodeError:
        pass
    raise refuse(where, "is not a path", "text without null characters and lone surrogates")


def check_offered(where: str, name: str, names: tuple[str, ...]) -> str:
    """A name that is one of these; refused, with the nearest, if it is none."""
    if name not in names:
        raise refuse(where, f"{name!r} is not offered", suggest_nearest(name, names))
    return name
