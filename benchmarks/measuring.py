"""How things are measured: jobs in turn (A B A B …), so that a busy machine slows all of them
alike, and medians."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from time import process_time
from typing import NamedTuple

LAUNCHER = str(Path(__file__).with_name("launch.py"))


class Row(NamedTuple):
    """A line of the table. holds: whether the target is met; None where there is none. took: the
    seconds of processor time that are compared with stored ones; 0 if none are."""

    what: str
    ours: str
    against: str = ""
    ratio: str = ""
    target: str = ""
    holds: bool | None = None
    took: float = 0.0


class Took(NamedTuple):
    """What a process took: wall-clock seconds from its start to its end, processor seconds, peak
    memory in MiB."""

    seconds: float
    processor: float
    peak: float


def measure_yardstick() -> float:
    """The seconds that a loop in plain Python takes: how fast the machine is at the moment."""
    return in_turn(5, _run_loop)[0]


def _run_loop() -> None:
    total = 0
    for number in range(1_000_000):
        total += number & 7


def in_turn(times: int, *jobs: Callable[[], object]) -> list[float]:
    """The median processor seconds of each job, all run in turn so many times."""
    taken: list[list[float]] = [[] for _ in jobs]
    for _ in range(times):
        for job, seconds in zip(jobs, taken, strict=True):
            began = process_time()
            job()
            seconds.append(process_time() - began)
    return list(map(median, taken))


def processes_in_turn(times: int, *commands: Callable[[], Sequence[str]]) -> list[Took]:
    """The medians of each command, all run in turn so many times, after a first time that does not
    count.

    A command is given by a function, which is called, and may tidy up, before each run.
    """
    taken: list[list[Took]] = [[] for _ in commands]
    for time in range(times + 1):
        for command, figures in zip(commands, taken, strict=True):
            took = process(command())
            figures += [took] if time else []
    return [Took(*map(median, zip(*figures, strict=True))) for figures in taken]


def process(command: Sequence[str]) -> Took:
    """What a command takes; its first word is the path of a program."""
    # Python keeps what it compiles, as it does for an installed program.
    surroundings = {
        name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"
    }
    done = subprocess.run(
        [sys.executable, "-S", LAUNCHER, *command],
        check=True,
        stdout=subprocess.PIPE,
        env=surroundings,
    )
    return Took(*json.loads(done.stdout))
