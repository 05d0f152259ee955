"""Running puzzlebook as a user does, and looking at a folder before and after."""

import os
import re
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import puzzlebook

HOME = Path(puzzlebook.__file__).resolve().parents[1]
PUZZLEBOOK = (sys.executable, "-m", "puzzlebook")

# Words of the libraries below us, and signs of a boxed panel, that no user should ever read.
FOREIGN = re.compile(
    r"(?i:traceback|pydantic|validation error|input should|\bclick\b|typer|errno|exception|usage:|file \")"
    r"|[╭│]|\bNone\b|\bstr\b"
)
ERROR = re.compile(r"error: [^:].*?: \S.*")


class Done(NamedTuple):
    """What a command left: its exit code and what it said."""

    code: int
    out: str
    err: str


def environment(**variables):
    """The caller's environment without what would change what is said."""
    dropped = (
        "COLUMNS",
        "DISPLAY",
        "WAYLAND_DISPLAY",
        "PYTHONIOENCODING",
        "LC_ALL",
        "SOURCE_DATE_EPOCH",
    )
    kept = {key: value for key, value in os.environ.items() if key not in dropped}
    return {**kept, "PYTHONPATH": str(HOME), "BROWSER": "true", **variables}


def run(*arguments, cwd, **variables):
    """Run puzzlebook in a process of its own."""
    done = subprocess.run(
        [*PUZZLEBOOK, *map(str, arguments)],
        cwd=cwd,
        env=environment(**variables),
        capture_output=True,
        timeout=120,
    )
    return Done(
        done.returncode,
        *(stream.decode("utf-8", "replace") for stream in (done.stdout, done.stderr)),
    )


def check_errors(err):
    """Every line is an error of our own: where, what, and what is allowed."""
    lines = err.splitlines()
    assert 1 <= len(lines) <= 21
    for line in lines:
        assert ERROR.fullmatch(line), line
        assert not FOREIGN.search(line), line
        assert line.isprintable()
    return lines


def snapshot(folder):
    """Everything in a folder: names, bytes and times."""
    found = {}
    for path in sorted(folder.rglob("*")):
        status = path.lstat()
        content = None
        if path.is_file() and not path.is_symlink():
            with open(
                path, "rb"
            ) as file:  # not by the Path's own methods: a test may have spoiled them
                content = sha256(file.read()).hexdigest()
        times = status.st_mtime_ns if not path.is_dir() else None
        found[path.relative_to(folder).as_posix()] = (content, times, status.st_mode)
    return found
