"""Running puzzlebook as a user does, and looking at a folder before and after."""

import os
import re
import selectors
import signal
import subprocess
import sys
import traceback
import warnings
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import puzzlebook
from puzzlebook.__main__ import main

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


@contextmanager
def served(*words, cwd):
    """`puzzlebook serve` at work, and the port that it says."""
    process = subprocess.Popen(
        [*PUZZLEBOOK, "serve", *words], cwd=cwd, env=environment(), text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )  # fmt: skip
    try:
        line = process.stdout.readline()
        assert line.startswith("Open:       http://127.0.0.1:"), process.stderr.read()
        yield process, int(line.split()[1].rpartition(":")[2].strip("/"))
    finally:
        process.kill()
        process.communicate()


def run_anew(*arguments, cwd, **variables):
    """Run puzzlebook in a process that begins with Python itself."""
    done = subprocess.run(
        [*PUZZLEBOOK, *map(str, arguments)],
        cwd=cwd,
        env=environment(**variables),
        capture_output=True,
        timeout=120,
    )
    return _tell(done.returncode, done.stdout, done.stderr)


def run(*arguments, cwd, **variables):
    """Run puzzlebook in a process of its own: a copy of this one, whose libraries are imported. Only
    what Python looks at when it begins asks for a new one."""
    if any(name.startswith(("PYTHON", "LC_", "LANG")) for name in variables):
        return run_anew(*arguments, cwd=cwd, **variables)
    ends = [os.pipe() for _ in range(2)]
    with warnings.catch_warnings():
        # A worker of the tests has threads, none of which the child needs.
        warnings.simplefilter("ignore", DeprecationWarning)
        child = os.fork()
    if not child:
        for number, (_, write) in enumerate(ends, 1):
            os.dup2(write, number)
        for end in (end for pair in ends for end in pair):
            os.close(end)
        os._exit(_run_as_child([str(argument) for argument in arguments], cwd, variables))
    said = {}
    with selectors.DefaultSelector() as selector:
        for read, write in ends:
            os.close(write)
            said[read] = b""
            selector.register(read, selectors.EVENT_READ)
        while selector.get_map():
            for key, _ in selector.select():
                if part := os.read(key.fd, 1 << 16):
                    said[key.fd] += part
                else:
                    selector.unregister(key.fd)
                    os.close(key.fd)
    _, status = os.waitpid(child, 0)
    return _tell(os.waitstatus_to_exitcode(status), *said.values())


def _tell(code, *streams):
    return Done(code, *(stream.decode("utf-8", "replace") for stream in streams))


def _run_as_child(arguments, cwd, variables):
    """Return the exit code of a command, as Python would."""
    try:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGALRM):
            signal.signal(number, signal.SIG_DFL)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        signal.alarm(120)
        asked = environment(**variables)
        os.environ.clear()
        os.environ.update(asked)
        os.chdir(cwd)
        sys.stdin = os.fdopen(os.open(os.devnull, os.O_RDONLY))
        sys.stdout, sys.stderr = (
            os.fdopen(number, "w", buffering, encoding="utf-8", closefd=False)
            for number, buffering in ((1, -1), (2, 1))
        )
        sys.argv = [str(HOME / "puzzlebook" / "__main__.py"), *arguments]
        main()
        code = 0
    except SystemExit as ended:
        code = ended.code if isinstance(ended.code, int) else int(ended.code is not None)
    except BaseException:
        traceback.print_exc()
        code = 1
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError, AttributeError):
            stream.flush()
    return code


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
