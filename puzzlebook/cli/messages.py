"""Output of the command line: results on stdout; errors, notes and progress on stderr."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import sys
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic
from typing import Any

from puzzlebook.ground.arguments import Progress, ignore_progress
from puzzlebook.ground.faults import Fault, Refused, Unfinished, suggest_nearest
from puzzlebook.ground.shell_commands import PROGRAM
from puzzlebook.running.interruption import INTERRUPTED, was_interrupted

MAX_FAULTS = 20
_STDOUT = "standard output"
_SILENCE = 30.0
"""The seconds after which a line reports progress where there is no bar."""


def fail(faults: Sequence[Fault], code: int) -> int:
    """Print a line for each fault, and return the exit code."""
    for fault in faults[:MAX_FAULTS]:
        print(_spell_command(f"error: {_drop_uncopyable_command(fault)}"), file=sys.stderr)
    if len(faults) > MAX_FAULTS:
        print(f"error: and {len(faults) - MAX_FAULTS} more", file=sys.stderr)
    return code


def print_note(line: str) -> None:
    """Print useful information that is neither a result nor an error."""
    print_stderr(f"note: {line}")


def print_stderr(line: str) -> None:
    """Print a line that is not part of the result."""
    print(_spell_command(line), file=sys.stderr)


def print_result(line: str) -> None:
    """Print a line of the result."""
    with named_stdout():
        print(line, flush=True)


def flush() -> None:
    """Flush stdout."""
    if sys.stdout:
        with named_stdout():
            sys.stdout.flush()


@contextmanager
def named_stdout() -> Iterator[None]:
    """Set stdout as the file name of any OSError raised while writing to it."""
    try:
        yield
    except OSError as error:
        error.filename = _STDOUT
        raise


def _drop_uncopyable_command(fault: Fault) -> Fault:
    """Return the fault, without its command if the terminal cannot show the command exactly."""
    try:
        fault.command.encode(sys.stderr.encoding or "ascii")
    except UnicodeEncodeError:
        return fault._replace(command="")
    return fault


def _spell_command(line: str) -> str:
    """Return the line, in which the suggested command begins as the user called the program."""
    return re.sub(r"(?<=\(try: )puzzlebook(?= )", lambda _: find_program_command(), line)


def find_program_command() -> str:
    """Return the command that runs this program again, quoted for a shell."""
    path = Path(sys.argv[0])
    if path.stem != PROGRAM or not path.is_file() or path.parent == Path():
        return PROGRAM
    on_path = shutil.which(PROGRAM)
    is_on_path = on_path is not None and os.path.samefile(on_path, path)
    return PROGRAM if is_on_path else shlex.quote(sys.argv[0])


def explain_error(error: BaseException, outcome: str = INTERRUPTED.allowed) -> Fault:
    """Return the fault for an unexpected exception. outcome: what the command leaves behind."""
    if _is_interruption(error) or was_interrupted():
        return INTERRUPTED._replace(allowed=outcome)
    if isinstance(error, MemoryError):
        return Fault("puzzlebook", "there is not enough memory", "fewer or smaller mazes")
    if isinstance(error, OSError):
        from puzzlebook.ground.regular_files import removed_here

        if removed := removed_here(error):
            return removed
        close_output()
        if error.filename == _STDOUT:
            cut = (
                "what was written there is cut short" if outcome == INTERRUPTED.allowed else outcome
            )
            return Fault(_STDOUT, f"cannot be written: {error.strerror}", cut)
        where = "output" if error.filename is None else str(error.filename)
        return Fault(where, f"the system says: {error.strerror or error}", outcome)
    return _explain_internal_error(error, outcome)


def _is_interruption(error: BaseException | None) -> bool:
    """Return whether the error is an interruption, or was raised while handling an interruption."""
    return error is not None and (
        isinstance(error, KeyboardInterrupt) or _is_interruption(error.__context__)
    )


def _explain_internal_error(error: BaseException, outcome: str) -> Fault:
    """Return the fault for an internal error, as one line for a bug report."""
    from traceback import extract_tb

    frame = extract_tb(error.__traceback__)[-1]
    place = f"{os.path.basename(frame.filename)}, line {frame.lineno}"
    what = f"internal error: {type(error).__name__}: {error} ({place})"
    return Fault("puzzlebook", what, f"{outcome}; please report this line and your command")


def close_output() -> None:
    """Redirect stdout to the null device, so that flushing it at exit raises no second error."""
    with suppress(OSError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


@contextmanager
def keep_what_is_made(*made: Path) -> Iterator[None]:
    """Add to any error in this context that these files or folders have been made."""
    try:
        yield
    except (Refused, Unfinished, BrokenPipeError):
        raise
    except (KeyboardInterrupt, Exception) as error:
        raise Unfinished(
            explain_error(error, f"made anyway: {', '.join(map(str, made))}")
        ) from error


def explain_usage_error(wrong: Any) -> list[Fault]:
    """Return the faults of a command that typer could not parse."""
    context = getattr(wrong, "ctx", None)
    command = context.command_path if context else _typed_command()
    message = " ".join(wrong.message.split()).rstrip(".")
    help_ = f"see {command} --help"
    parameter = getattr(wrong, "param", None)
    if parameter is not None:
        return [Fault(_name_in_help(parameter), _explain_wrong_value(message), help_)]
    for pattern, what in _USAGE.items():
        if found := re.fullmatch(pattern, message):
            if "understand" in what and context:
                from puzzlebook.cli.hints import suggest_command

                what = f'{what} "{found[1]}"'
                return [Fault(command, what, *(suggest_command(found[1]) or [help_]))]
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
    """Return the typed command, for errors in which the parser does not name it."""
    return " ".join([PROGRAM, *(word for word in sys.argv[1:2] if word.isalpha())])


_USAGE = {
    r"No such option: (\S+)": "there is no such option",
    r"No such command '(.*?)'.*": "there is no such command",
    r"Got unexpected extra argument(?:\(s\)|s)? \((.*)\)": "I don't understand",
    r"Option '(\S+)' requires an argument": "needs a value",
    r"Option '(\S+)' does not take a value": "takes no value",
}
"""A mapping from the parser's messages to our own, which follow the word that the message names."""


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
    """Return the similar names that the parser suggests."""
    return getattr(wrong, "possibilities", None) or re.findall(r"Did you mean.*? '(.*?)'", message)


@contextmanager
def blame_arguments(names: Collection[str]) -> Iterator[None]:
    """In faults, replace the names of arguments by the options that set them."""
    try:
        yield
    except Refused as refused:
        named = [
            f._replace(where=f"--{f.where}") if f.where in names else f for f in refused.faults
        ]
        raise Refused(named) from None


@contextmanager
def show_progress(quiet: bool) -> Iterator[Progress]:
    """Show a progress bar if stderr is a terminal, and otherwise a line now and then."""
    if quiet or not sys.stderr:
        yield ignore_progress
        return
    if not sys.stderr.isatty():
        yield _make_line_reporter()
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
            if not bars.tasks:  # no bar until the amount of work is known
                bars.add_task(what, total=total)
            (task,) = bars.tasks
            # Redraw at the beginning and end of each phase, even if it is short.
            is_boundary = done == total or task.description != what
            bars.update(task.id, description=what, completed=done, total=total, refresh=is_boundary)

        yield update_progress


def _make_line_reporter() -> Progress:
    """Return a function that prints a line about progress after each long silence."""
    last_line = monotonic()

    def report_progress(what: str, done: int, total: int) -> None:
        nonlocal last_line
        if monotonic() - last_line >= _SILENCE:
            last_line = monotonic()
            print_stderr(f"{what}: {done} of {total}")

    return report_progress
