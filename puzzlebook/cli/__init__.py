"""The command line: each command parses, calls, and says what happened. Nobody imports this room.

Start-up counts: no command's module imports more than typer before the command runs.
"""

from __future__ import annotations

import signal
import sys
from types import FrameType

import typer

from puzzlebook.cli import check, listing, make, maze, new, schema
from puzzlebook.cli.say import fail, faults_of_usage
from puzzlebook.faults import Fault, Refused, Unfinished

EXAMPLES = """
Examples:

\b
  puzzlebook make sheets --open               ten mazes and their answers, to print tonight
  puzzlebook make ages-7-8 --seed owl         a whole book; the same seed makes it again
  puzzlebook maze --size 30x40 -o maze.svg    one maze
  puzzlebook check output/ages-7-8            would the printer take it?
  puzzlebook new my-book.toml                 a recipe of your own, to edit
  puzzlebook list                             what there is to choose from
"""

app = typer.Typer(
    name="puzzlebook",
    help="Print-ready books of mazes, each drawn by Wilson's algorithm, from one recipe and one seed.",
    epilog=EXAMPLES,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("make", epilog=make.EXAMPLES)(make.make)
app.command("maze", epilog=maze.EXAMPLES)(maze.maze)
app.command("check", epilog=check.EXAMPLES)(check.check)
app.command("list", epilog=listing.EXAMPLES)(listing.list_)
app.command("new", epilog=new.EXAMPLES)(new.new)
app.command("schema")(schema.schema)


@app.callback(invoke_without_command=True)
def puzzlebook(
    context: typer.Context,
    version: bool = typer.Option(False, "--version", help="Print the version and stop."),
) -> None:
    """Print-ready books of mazes, each drawn by Wilson's algorithm, from one recipe and one seed."""
    if version:
        from puzzlebook import __version__

        typer.echo(f"puzzlebook {__version__}")
    elif context.invoked_subcommand is None:
        typer.echo(context.get_help())


def main() -> None:
    """Run the command line; the exit code is 0, 1 or 2 as the contract says, and never a traceback."""
    for stream in (sys.stdout, sys.stderr):
        # A terminal that lacks a character shows its escape, rather than ending the work.
        stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    signal.signal(signal.SIGTERM, _interrupted)
    sys.exit(_run())


def _interrupted(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def _run() -> int:
    from typer import Abort, Exit, TyperException

    try:
        result = app(standalone_mode=False)
    except Refused as refused:
        return fail(refused.faults, 2)
    except TyperException as wrong:
        return fail(faults_of_usage(wrong), 2)
    except Unfinished as unfinished:
        return fail([unfinished.fault], 1)
    except (KeyboardInterrupt, Abort):
        return fail([Fault("puzzlebook", "interrupted", "nothing was changed")], 1)
    except Exit as ended:
        return ended.exit_code
    except BrokenPipeError:
        # Whoever read our output has enough. Nothing more can be said, not even at exit.
        sys.stdout = None
        return 1
    except MemoryError:
        return fail([Fault("puzzlebook", "there is not enough memory", "fewer or smaller mazes")], 1)
    return result if isinstance(result, int) else 0
