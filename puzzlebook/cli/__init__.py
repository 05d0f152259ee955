"""The command line: each command parses its options, calls one function and prints the result.

make       a book
options    the options that change a recipe
new        a recipe to edit
maze       one maze
rebuild    a book again
verify     has the book changed?
check      would the printer take it?
cover      a book's cover
preview    all pages of a book in one picture
listing    `list`, what there is to choose from; `schema`, the keys of a recipe
parsing    options that were given twice
hints      answers to mistyped words
places     where a command puts its files
messages   results on stdout; errors, notes and progress on stderr

This module holds the program itself, its exit codes, and the message for every exception. Starting
fast matters here: a command's module imports little more than typer before the command runs, and
typer is told of the options that were typed and of no others.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from inspect import Parameter, Signature, signature
from typing import Any, get_args

import typer
from typer.models import OptionInfo

from puzzlebook.cli import check, cover, listing, make, maze, new, preview, rebuild, verify
from puzzlebook.cli.messages import (
    close_output,
    explain_error,
    explain_usage_error,
    fail,
    flush,
    named_stdout,
    print_result,
)
from puzzlebook.cli.parsing import StrictCommand
from puzzlebook.ground.faults import Fault, Refused, Unfinished
from puzzlebook.ground.lazy_imports import import_lazily
from puzzlebook.running.interruption import (
    INTERRUPTED,
    interrupt,
    keep_interruptions,
    set_signal_handler,
)

EXAMPLES = """
Examples:

\b
  puzzlebook make sheets --open        mazes for tonight
  puzzlebook make --age 7              a whole book
  puzzlebook verify output/ages-7-8    has it changed?
  puzzlebook maze -o maze.svg          one maze
  puzzlebook check output/ages-7-8     for the printer
  puzzlebook cover output/ages-7-8     back, spine, front
  puzzlebook preview output/ages-7-8   all pages
  puzzlebook new my-book.toml          a recipe to edit
  puzzlebook list                      what there is
"""

HELP = ["-h", "--help"]

_INTERRUPTED = 130
"""What typer makes of a KeyboardInterrupt."""

COMMANDS: Mapping[str, tuple[Callable[..., object], str, str]] = {
    "make": (make.make, "Make a book.", make.EXAMPLES),
    "maze": (maze.maze, "Draw one maze.", maze.EXAMPLES),
    "rebuild": (rebuild.rebuild, "Make a book again.", rebuild.EXAMPLES),
    "verify": (verify.verify, "Find out whether a book has changed.", verify.EXAMPLES),
    "check": (check.check, "Say whether a printer would take it.", check.EXAMPLES),
    "cover": (cover.cover, "Make the cover of a book.", cover.EXAMPLES),
    "preview": (preview.preview, "Draw all pages of a book at a glance.", preview.EXAMPLES),
    "list": (listing.list_, "Show what there is to choose from.", listing.EXAMPLES),
    "new": (new.new, "Write a recipe of your own, to edit.", new.EXAMPLES),
    "schema": (listing.print_schema, "Say what a recipe may hold.", listing.EXAMPLES_OF_SCHEMA),
}
"""The function of each command, what it does in a line, and its examples."""


def _make_app(words: Sequence[str]) -> typer.Typer:
    """The command line for these words: with the command that they begin with, or else with all.

    typer looks closely at every command that it is given, and at every option.
    """
    app = typer.Typer(
        name="puzzlebook",
        help="Print-ready books of mazes, each drawn by Wilson's algorithm, from one recipe and one seed.",
        epilog=EXAMPLES,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": HELP},
    )
    app.callback(invoke_without_command=True)(puzzlebook)
    if named := COMMANDS.keys() & words[:1]:
        (name,) = named
        run, short_help, epilog = COMMANDS[name]
        strict = app.command(name, cls=StrictCommand, short_help=short_help, epilog=epilog)
        strict(_keep_typed_options(run, words[1:]))
        return app
    for name, (run, short_help, epilog) in COMMANDS.items():
        app.command(name, short_help=short_help, epilog=epilog)(run)
    return app


def _keep_typed_options(run: Callable[..., object], words: Sequence[str]) -> Callable[..., object]:
    """A command with those of its options that are typed; with all where a word is none of them, so
    that typer can say what is wrong."""
    parameters = {
        parameter: _flags_of(parameter)
        for parameter in signature(run, eval_str=True).parameters.values()
    }
    typed = {word.partition("=")[0] for word in words if word.startswith("-")}
    if not typed <= set[str]().union(*parameters.values()):
        return run
    left = [parameter for parameter, flags in parameters.items() if flags and not typed & flags]
    defaults = {
        parameter.name: getattr(parameter.default, "default", parameter.default)
        for parameter in left
    }

    def asked(**given: object) -> object:
        return run(**defaults, **given)

    shown: Any = asked  # to mypy a function has no signature of its own
    shown.__doc__ = run.__doc__
    shown.__signature__ = Signature(
        [parameter for parameter in parameters if parameter not in left]
    )
    return asked


def _flags_of(parameter: Parameter) -> set[str]:
    """What is typed for a parameter of a command, where it is an option."""
    marks = [
        mark
        for mark in (parameter.default, *get_args(parameter.annotation))
        if isinstance(mark, OptionInfo)
    ]
    texts = [
        text
        for mark in marks
        for text in (mark.default, *(mark.param_decls or ()))
        if isinstance(text, str)
    ]
    flags = texts or [f"--{parameter.name.replace('_', '-')}"] * len(marks)
    return {flag for text in flags for flag in text.split("/")}


def puzzlebook(
    context: typer.Context,
    version: bool = typer.Option(False, "--version", help="Print the version and stop."),
) -> None:
    """Print-ready books of mazes, each drawn by Wilson's algorithm, from one recipe and one
    seed."""
    if version:
        _say_version()
        raise typer.Exit
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


def _load_pydantic() -> None:
    """Load what typer reads options with, and we recipes, without looking through all that is
    installed for plug-ins: ours is no place for them; and without the types of values that we have
    none of."""
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    with import_lazily("base64", "importlib.metadata", "zoneinfo"):
        from pydantic import TypeAdapter, types  # noqa: F401 - typer imports these; here, without time zones

        TypeAdapter(str)


def _say_version() -> None:
    from puzzlebook import __version__

    print_result(f"puzzlebook {__version__}")


def main() -> None:
    """Run the command line; the exit code is 0, 1 or 2 as the contract says, and never a
    traceback."""
    for stream in filter(None, (sys.stdout, sys.stderr)):
        # A terminal that lacks a character shows its escape, rather than ending the work.
        stream.reconfigure(errors="backslashreplace")
    # A short life in which nearly everything made is kept to the end: to look through it all for
    # garbage again and again, and once more on leaving, only takes time. The books of a list do it
    # themselves, one by one.
    gc.disable()
    code = _run()
    gc.freeze()
    sys.exit(code)


def _run() -> int:
    """The exit code, once there is nothing left to interrupt."""
    try:
        set_signal_handler(interrupt)
        with keep_interruptions():
            code = _run_command()
        set_signal_handler(signal.SIG_IGN)
    except KeyboardInterrupt:
        return fail([INTERRUPTED], 1)
    return code


def _report_failure(faults: Sequence[Fault], code: int) -> int:
    """Say what is wrong, a line a fault; with --json as JSON too, where the result would be."""
    if "--json" in sys.argv[1:]:
        import json

        print_result(json.dumps({"errors": [fault._asdict() for fault in faults]}))
    return fail(faults, code)


def _run_command() -> int:
    from typer import Abort, Exit, TyperException

    try:
        if sys.argv[1:] == ["--version"]:
            _say_version()  # typer would load pydantic to read this one word
            return 0
        if sys.argv[1:2] == ["help"]:
            sys.argv[1:] = [*sys.argv[2:3], "--help"]
        if COMMANDS.keys() & sys.argv[1:2] and not {*HELP} & {*sys.argv}:
            _load_pydantic()
        only_speaks = not sys.argv[1:] or {*HELP} & {*sys.argv}
        with named_stdout() if only_speaks else nullcontext():
            answer = _make_app(sys.argv[1:])(prog_name="puzzlebook", standalone_mode=False)
        if answer == _INTERRUPTED:
            raise KeyboardInterrupt
        flush()
    except Refused as refused:
        return _report_failure(refused.faults, 2)
    except TyperException as wrong:
        return _report_failure(explain_usage_error(wrong), 2)
    except Unfinished as unfinished:
        return _report_failure([unfinished.fault], 1)
    except Abort:
        return _report_failure([INTERRUPTED], 1)
    except Exit as ended:
        return ended.exit_code
    except BrokenPipeError:
        # Whoever read our output has enough.
        close_output()
        return 1
    except Exception as error:
        return _report_failure([explain_error(error)], 1)
    return answer if isinstance(answer, int) else 0
