"""What the command line says: results on stdout, everything else on stderr."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from puzzlebook.faults import Fault

MOST_FAULTS = 20


def fail(faults: Sequence[Fault], code: int) -> int:
    """Say what is wrong, a line a fault, and give back the exit code."""
    for fault in faults[:MOST_FAULTS]:
        print(f"error: {fault}", file=sys.stderr)
    if len(faults) > MOST_FAULTS:
        print(f"error: and {len(faults) - MOST_FAULTS} more", file=sys.stderr)
    return code


def remark(line: str) -> None:
    """Something that is good to know and no result."""
    print(line, file=sys.stderr)


def result(line: str) -> None:
    """A line of the result."""
    print(line, flush=True)


def faults_of_usage(wrong: Any) -> list[Fault]:
    """A mistake in the command itself, as one fault."""
    context = getattr(wrong, "ctx", None)
    command = context.command_path if context else "puzzlebook"
    message = " ".join(wrong.message.split()).rstrip(".")
    help_ = f"see {command} --help"
    parameter = getattr(wrong, "param", None)
    if parameter is not None:
        where = max(parameter.opts, key=len) if parameter.opts else parameter.name
        if "valid integer" in message:
            return [Fault(where, "is not a whole number", help_)]
        return [Fault(where, message[:1].lower() + message[1:] or "is missing", help_)]
    if found := re.fullmatch(r"No such option: (\S+)", message):
        near = ", ".join(getattr(wrong, "possibilities", None) or [])
        return [Fault(found[1], "there is no such option", f"did you mean {near}?" if near else help_)]
    if found := re.fullmatch(r"No such command '(.*?)'(?:\. Did you mean '(.*?)'\?)?", message):
        return [Fault(found[1], "there is no such command", f"did you mean {found[2]}?" if found[2] else help_)]
    if found := re.fullmatch(r"Got unexpected extra argument(?:\(s\)|s)? \((.*)\)", message):
        return [Fault(found[1], "is one argument too many", help_)]
    return [Fault(command, message[:1].lower() + message[1:], help_)]


@contextmanager
def progress(quiet: bool) -> Iterator[Callable[[str, int, int], None]]:
    """A progress bar, on a terminal; elsewhere nothing."""
    if quiet or not sys.stderr.isatty():
        yield lambda what, done, total: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.completed}/{task.total}"))
    with Progress(*columns, console=Console(stderr=True), transient=True) as bars:
        task = bars.add_task("", total=None)
        yield lambda what, done, total: bars.update(task, description=what, completed=done, total=total)
