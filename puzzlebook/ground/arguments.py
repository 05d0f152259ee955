"""Checking the arguments of the Python API. A fault names the argument that it concerns."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import NoneType
from typing import Any, get_args

from puzzlebook.ground.faults import (
    Fault,
    Refused,
    Unfinished,
    refuse,
    refuse_any,
    suggest_nearest,
)

MAX_DIGITS = 200  # of an int argument
PATH: Any = str | os.PathLike

Progress = Callable[[str, int, int], None]
"""Called with the name of a task, the amount of it that is done, and the total amount."""


_OPTION = re.compile(r"(?<![\w-])(?:--([a-z]+(?:-[a-z]+)*)|-o)(?![\w-])")
_PARAMETERS = {"page_number": "page", "set": "sets"}
"""A mapping from options to parameters, for parameters that are not named like their options."""
_FLAGS = ("dry_run", "force", "guides", "solution")
"""The boolean parameters."""


@contextmanager
def blame_parameters() -> Iterator[None]:
    """Make faults name Python parameters instead of command-line options, and omit suggested
    commands.

    This is a context manager, and also a decorator: `@blame_parameters()`.
    """
    try:
        yield
    except Refused as refused:
        raise Refused(_rename_in_message(fault) for fault in refused.faults) from None
    except Unfinished as unfinished:
        raise Unfinished(_rename_in_message(unfinished.fault)) from unfinished.__cause__


def _rename_in_message(fault: Fault) -> Fault:
    texts = (fault.where, fault.what, fault.allowed, fault.remedy)
    where, what, allowed, remedy = (_OPTION.sub(_name_parameter, text) for text in texts)
    where = where.removesuffix("=True")
    return fault._replace(where=where, what=what, allowed=allowed, remedy=remedy, command="")


def _name_parameter(option: re.Match[str]) -> str:
    name = (option[1] or "output").replace("-", "_")
    return f"{name}=True" if name in _FLAGS else _PARAMETERS.get(name, name)


def ignore_progress(what: str, done: int, total: int) -> None:
    """Do nothing. This is the default `Progress`."""


def expect_types(**arguments: tuple[object, Any]) -> None:
    """Refuse arguments of a wrong type, with one fault for each. Pass each as `seed=(seed, str |
    int)`."""
    faults = [
        fault
        for name, (value, types) in arguments.items()
        for fault in _find_faults(name, value, types)
    ]
    refuse_any(faults)


def _find_faults(name: str, value: object, types: Any) -> Iterator[Fault]:
    # In Python a bool is an int, but a caller who passes a bool does not mean a number.
    if not isinstance(value, types) or (isinstance(value, bool) and types is not bool):
        yield Fault(name, f"expected {_list_types(types)}, got {type(value).__name__}", "")
    elif isinstance(value, int) and abs(value) >= 10**MAX_DIGITS:
        yield Fault(name, "the number is too long", f"at most {MAX_DIGITS} digits")


def _list_types(types: Any) -> str:
    names = ("None" if kind is NoneType else kind.__name__ for kind in get_args(types) or (types,))
    return " or ".join(names)


def is_text(text: str) -> bool:
    """Return whether a string can be encoded; Python strings can contain lone surrogates."""
    return not any("\ud800" <= character <= "\udfff" for character in text)


def read_path(path: str | os.PathLike[str], where: str) -> str:
    """Return a path as text. Refuse a path that no file can have."""
    try:
        if b"\0" not in os.fsencode(path):
            return os.fsdecode(path)
    except UnicodeEncodeError:
        pass
    raise refuse(where, "is not a path", "text without null characters and lone surrogates")


def check_offered(where: str, name: str, names: tuple[str, ...]) -> str:
    """Return the name if it is one of `names`; otherwise refuse it and suggest the nearest name."""
    if name not in names:
        raise refuse(where, f"{name!r} is not known", suggest_nearest(name, names))
    return name
