"""The command line: each command parses its options, calls one function and prints the result.

make       a book
options    options that several commands share, and the recipe keys that they set
new        a recipe to edit
maze       one maze
rebuild    make a book again
verify     check that a book has not changed
check      check that a printer would accept a PDF
cover      a book's cover
shop_listing  `listing`, the files that a shop asks for
series     all titles of a list, each with cover and listing
preview    all pages of a book in one picture
serve      the page for browsers, on this machine
papers     the paper of the user's country
listing    `list`, the available choices
schema     the keys of a recipe
topics     `help`, explaining a topic or a command
parsing    typer's commands with strict parsing and grouped help
hints      suggestions for misplaced and mistyped words
places     the output files and folders of commands
messages   results on stdout; errors, notes and progress on stderr

This module contains the program itself, its exit codes, and the messages for exceptions. For a fast
start, only the module of the requested command is imported, and it imports little more than typer
before the command runs.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from importlib import import_module

import typer

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
  puzzlebook check output/ages-7-8     fit for printing?
  puzzlebook cover output/ages-7-8     back, spine, front
  puzzlebook preview output/ages-7-8   a contact sheet
  puzzlebook new my-book.toml          a recipe to edit
  puzzlebook list                      all choices
  puzzlebook help                      topics explained
"""

HELP = ["-h", "--help"]

_INTERRUPTED = 130
"""The exit code that typer returns for a KeyboardInterrupt."""

COMMANDS: Mapping[str, tuple[str, str, str]] = {
    "make": ("make", "make", "Make a book."),
    "maze": ("maze", "maze", "Draw one maze."),
    "rebuild": ("rebuild", "rebuild", "Make a book again."),
    "verify": ("verify", "verify", "Verify that a book is unchanged."),
    "check": ("check", "check", "Check a PDF against a printer's rules."),
    "cover": ("cover", "cover", "Make the cover of a book."),
    "listing": ("shop_listing", "listing", "Write the files a shop asks for."),
    "series": ("series", "series", "Make every title on a list, ready to upload."),
    "preview": ("preview", "preview", "Draw a contact sheet of a book."),
    "serve": ("serve", "serve", "Use puzzlebook in your browser."),
    "list": ("listing", "list_", "List books, shapes, themes and other choices."),
    "new": ("new", "new", "Write a recipe to edit."),
    "schema": ("schema", "print_schema", "Print the recipe's JSON Schema."),
    "help": ("topics", "help_", "Explain a topic or a command."),
}
"""A mapping from commands to their module, function and summary. Modules are imported on demand."""


def make_app(words: Sequence[str]) -> typer.Typer:
    """Return the command line with the command named by the first of these words, or with all
    commands.

    typer inspects every option of every command that is added, which takes time.
    """
    app = typer.Typer(
        name="puzzlebook",
        help=puzzlebook.__doc__,
        epilog=EXAMPLES,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": HELP},
    )
    app.callback(invoke_without_command=True)(puzzlebook)
    for name in COMMANDS.keys() & words[:1] or COMMANDS:
        module_name, function, summary = COMMANDS[name]
        module = import_module(f"puzzlebook.cli.{module_name}")
        add = app.command(name, cls=StrictCommand, short_help=summary, epilog=module.EXAMPLES)
        add(getattr(module, function))
    return app


def puzzlebook(
    context: typer.Context,
    version: bool = typer.Option(False, "--version", help="Show the version and exit."),
) -> None:
    """Make print-ready maze books. Each comes from one recipe and one seed; Wilson's algorithm
    generates the mazes."""
    if version:
        _say_version()
        raise typer.Exit
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


def _import_pydantic() -> None:
    """Import pydantic, for typer and recipes, without its search for plug-ins."""
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    with import_lazily("importlib.metadata", "zoneinfo"):
        from pydantic import TypeAdapter, types  # noqa: F401

        TypeAdapter(str)


def _say_version() -> None:
    from puzzlebook.ground import __version__

    print_result(f"puzzlebook {__version__}")


def main() -> None:
    """Run the command line and exit with 0, 1 or 2, never with a traceback."""
    for stream in filter(None, (sys.stdout, sys.stderr)):
        # Characters that the terminal lacks are printed as escapes instead of raising an error.
        stream.reconfigure(errors="backslashreplace")
    code = _run()
    gc.freeze()
    sys.exit(code)


def _run() -> int:
    """Run the command, and return the exit code when there is nothing left to interrupt."""
    try:
        set_signal_handler(interrupt)
        with keep_interruptions():
            code = _run_command()
        set_signal_handler(signal.SIG_IGN)
    except KeyboardInterrupt:
        return fail([INTERRUPTED], 1)
    return code


def _report_failure(faults: Sequence[Fault], code: int) -> int:
    """Print each fault as a line on stderr and, with --json, all faults as JSON on stdout."""
    if "--json" in sys.argv[1:]:
        import json

        printed = ("where", "what", "allowed", "command")
        rows = [{key: getattr(fault, key) for key in printed} for fault in faults]
        print_result(json.dumps({"errors": rows}))
    return fail(faults, code)


def _run_command() -> int:
    from typer import Abort, Exit, TyperException

    try:
        if sys.argv[1:] == ["--version"]:
            _say_version()  # without typer's import of pydantic
            return 0
        if sys.argv[1:2] == ["help"] and COMMANDS.keys() & sys.argv[2:3]:
            sys.argv[1:] = [sys.argv[2], "--help"]
        if COMMANDS.keys() & sys.argv[1:2] and not {*HELP} & {*sys.argv}:
            _import_pydantic()
        only_prints_help = not sys.argv[1:] or {*HELP} & {*sys.argv}
        with named_stdout() if only_prints_help else nullcontext():
            answer = make_app(sys.argv[1:])(prog_name="puzzlebook", standalone_mode=False)
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
        # The reader of the output has closed the pipe.
        close_output()
        return 1
    except Exception as error:
        return _report_failure([explain_error(error)], 1)
    return answer if isinstance(answer, int) else 0
