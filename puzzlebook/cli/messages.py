"""What the command line says: results on stdout, everything else on stderr."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import sys
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from puzzlebook.ground.arguments import Progress, ignore_progress
from puzzlebook.ground.faults import Fault, Refused, Unfinished, suggest_nearest
from puzzlebook.ground.shell_commands import PROGRAM
from puzzlebook.running.interruption import INTERRUPTED, was_interrupted

MOST_FAULTS = 20
_STDOUT = "standard output"


def fail(faults: Sequence[Fault], code: int) -> int:
    """Say what is wrong, a line a fault, and give back the exit code."""
    for fault in faults[:MOST_FAULTS]:
        print(_as_called(f"error: {_copyable(fault)}"), file=sys.stderr)
    if len(faults) > MOST_FAULTS:
        print(f"error: and {len(faults) - MOST_FAULTS} more", file=sys.stderr)
    return code


def print_remark(line: str) -> None:
    """Something that is good to know and no result."""
    print(_as_called(line), file=sys.stderr)


def print_result(line: str) -> None:
    """A line of the result."""
    with named_stdout():
        print(line, flush=True)


def flush() -> None:
    """Write what is still to be written on stdout."""
    if sys.stdout:
        with named_stdout():
            sys.stdout.flush()


@contextmanager
def named_stdout() -> Iterator[None]:
    """An error of the disk while we write on stdout says that it was there."""
    try:
        yield
    except OSError as error:
        error.filename = _STDOUT
        raise


def _copyable(fault: Fault) -> Fault:
    """The fault without its command where the terminal would show that otherwise than it is to be
    typed."""
    try:
        fault.command.encode(sys.stderr.encoding or "ascii")
    except UnicodeEncodeError:
        return fault._replace(command="")
    return fault


def _as_called(line: str) -> str:
    """The line with the command that it suggests as the program was called, such as
    .venv/bin/puzzlebook."""
    return re.sub(r"(?<=\(try: )puzzlebook(?= )", lambda _: called(), line)


def called() -> str:
    """What is typed to run this program again, quoted for a shell."""
    path = Path(sys.argv[0])
    if path.stem != PROGRAM or not path.is_file() or path.parent == Path():
        return PROGRAM
    found = shutil.which(PROGRAM)
    is_on_path = found is not None and os.path.samefile(found, path)
    return PROGRAM if is_on_path else shlex.quote(sys.argv[0])


def explain_error(error: BaseException, left: str = INTERRUPTED.allowed) -> Fault:
    """What ended a command that nobody refused, in one line. left: what it leaves behind."""
    if _is_interruption(error) or was_interrupted():
        return INTERRUPTED._replace(allowed=left)
    if isinstance(error, MemoryError):
        return Fault("puzzlebook", "there is not enough memory", "fewer or smaller mazes")
    if isinstance(error, OSError):
        from puzzlebook.ground.regular_files import removed_here

        if removed := removed_here(error):
            return removed
        close_output()
        if error.filename == _STDOUT:
            cut = "what was written there is cut short" if left == INTERRUPTED.allowed else left
            return Fault(_STDOUT, f"cannot be written: {error.strerror}", cut)
        where = "output" if error.filename is None else str(error.filename)
        return Fault(where, f"the system says: {error.strerror or error}", left)
    return _explain_internal_error(error, left)


def _is_interruption(error: BaseException | None) -> bool:
    """Whether we were asked to stop, or something broke only while we did, as of a thread that had
    not begun."""
    return error is not None and (
        isinstance(error, KeyboardInterrupt) or _is_interruption(error.__context__)
    )


def _explain_internal_error(mistake: BaseException, left: str) -> Fault:
    """What should never happen, in one line that is worth sending to us."""
    from traceback import extract_tb

    here = extract_tb(mistake.__traceback__)[-1]
    place = f"{os.path.basename(here.filename)}, line {here.lineno}"
    what = f"a mistake of ours: {type(mistake).__name__}: {mistake} ({place})"
    return Fault("puzzlebook", what, f"{left}; please send us this line and your command")


def close_output() -> None:
    """Nothing more can be said on stdout, not even what is still to be flushed at exit."""
    with suppress(OSError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


@contextmanager
def keep_what_is_made(*made: Path) -> Iterator[None]:
    """Whatever ends a command from here on: its line says that these are made all the same."""
    try:
        yield
    except (Refused, Unfinished, BrokenPipeError):
        raise
    except (KeyboardInterrupt, Exception) as error:
        raise Unfinished(
            explain_error(error, f"made all the same: {', '.join(map(str, made))}")
        ) from error


def explain_usage_error(wrong: Any) -> list[Fault]:
    """A mistake in the command itself, as one fault."""
    context = getattr(wrong, "ctx", None)
    command = context.command_path if context else _typed_command()
    message = " ".join(wrong.message.split()).rstrip(".")
    help_ = f"see {command} --help"
    parameter = getattr(wrong, "param", None)
    if parameter is not None:
        return [Fault(_name_in_help(parameter), _explain_wrong_value(message), help_)]
    for pattern, what in _USAGE.items():
        if found := re.fullmatch(pattern, message):
            if "too many" in what and context:
                from puzzlebook.cli.hints import suggest_command

                return [Fault(found[1], what, *(suggest_command(found[1]) or [help_]))]
            if found[1].startswith("--") and context and "such option" in what:
                from puzzlebook.cli.hints import suggest_option

                return [
                    Fault(
                        found[1],
                        what,
                        suggest_option(found[1], _list_options(context.command)) or help_,
                    )
                ]
            near = suggest_nearest(found[1], _find_suggestions(wrong, message))
            return [Fault(found[1], what, near if near.startswith("did you mean") else help_)]
    return [Fault(command, message[:1].lower() + message[1:], help_)]


def _typed_command() -> str:
    """The command that was typed, where the parser does not say which it was at."""
    return " ".join([PROGRAM, *(word for word in sys.argv[1:2] if word.isalpha())])


_USAGE = {
    r"No such option: (\S+)": "there is no such option",
    r"No such command '(.*?)'.*": "there is no such command",
    r"Got unexpected extra argument(?:\(s\)|s)? \((.*)\)": "is one argument too many",
    r"Option '(\S+)' requires an argument": "needs a value",
    r"Option '(\S+)' does not take a value": "takes no value",
}
"""What the parser says, and what we say of the word that it names."""


def _list_options(command: Any) -> list[str]:
    return [
        flag
        for parameter in command.params
        for flag in (*parameter.opts, *parameter.secondary_opts)
    ]


def _name_in_help(parameter: Any) -> str:
    if parameter.param_type_name == "option":
        return max(map(str, parameter.opts), key=len)
    return str(parameter.metavar or parameter.name)


def _explain_wrong_value(message: str) -> str:
    if "valid integer" in message:
        return "is not a whole number"
    return message[:1].lower() + message[1:] or "is missing"


def _find_suggestions(wrong: Any, message: str) -> list[str]:
    """The names that the parser found to be near."""
    return getattr(wrong, "possibilities", None) or re.findall(r"Did you mean.*? '(.*?)'", message)


@contextmanager
def blame_arguments(names: Collection[str]) -> Iterator[None]:
    """Faults of arguments are those of the options that they came by."""
    try:
        yield
    except Refused as refused:
        named = [
            f._replace(where=f"--{f.where}") if f.where in names else f for f in refused.faults
        ]
        raise Refused(named) from None


@contextmanager
def show_progress(quiet: bool) -> Iterator[Progress]:
    """A progress bar, on a terminal; elsewhere nothing."""
    if quiet or not (sys.stderr and sys.stderr.isatty()):
        yield ignore_progress
        return
    from rich.console import Console
    from rich.progress import BarColumn, TextColumn
    from rich.progress import Progress as Bars

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.completed}/{task.total}"),
    )
    with Bars(*columns, console=Console(stderr=True), transient=True) as bars:

        def update_progress(what: str, done: int, total: int) -> None:
            if not bars.tasks:  # before anything is known of the work there is no bar
                bars.add_task(what, total=total)
            (task,) = bars.tasks
            # Each part of the work is seen at its beginning and at its end, however quick it is.
            turns = done == total or task.description != what
            bars.update(task.id, description=what, completed=done, total=total, refresh=turns)

        yield update_progress
