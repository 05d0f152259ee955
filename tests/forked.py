"""A command in a forked child, whose time and memory have an end: what hangs or floods is killed,
and seen."""

import os
import resource
import signal
import sys
import traceback
import warnings
from pathlib import Path
from typing import NamedTuple

from puzzlebook.cli import main

FELL = 99
"""The exit code of a command that let an exception through."""


class Ended(NamedTuple):
    """How a command ended: its exit code, negative if a signal killed it, what it said, and the
    seconds it worked."""

    code: int
    out: str
    err: str
    seconds: float


def forked(folder, *arguments, seconds=10, memory=1 << 30):
    """Run puzzlebook with these arguments in a folder; it may work for so long, and take so many
    bytes more."""
    said = [os.memfd_create(name) for name in ("out", "err")]
    with (
        warnings.catch_warnings()
    ):  # a worker of the tests has threads, none of which the child needs
        warnings.simplefilter("ignore", DeprecationWarning)
        child = os.fork()
    if not child:
        os._exit(_told(folder, [str(argument) for argument in arguments], said, seconds, memory))
    _, status, used = os.wait4(child, 0)
    out, err = (Path(f"/proc/self/fd/{file}").read_text("utf-8", "replace") for file in said)
    for file in said:
        os.close(file)
    return Ended(os.waitstatus_to_exitcode(status), out, err, used.ru_utime + used.ru_stime)


def _told(folder, arguments, said, seconds, memory):
    """In the child: the command's exit code."""
    try:
        os.chdir(folder)
        sys.stdout, sys.stderr = (
            os.fdopen(file, "w", encoding="utf-8", closefd=False) for file in said
        )
        pages = int(Path("/proc/self/statm").read_text().split()[0])
        resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() + memory,) * 2)
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.alarm(10 * seconds)  # for what waits and does not work
        sys.argv = ["puzzlebook", *arguments]
        main()
    except SystemExit as ended:
        code = ended.code if isinstance(ended.code, int) else FELL
    except BaseException:
        traceback.print_exc()
        code = FELL
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    return code
