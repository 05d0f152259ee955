"""Ctrl-C at any moment: one line, exit code 1, nothing left; from our first line on never a
traceback."""

import os
import signal
import subprocess
import sys
import threading
import time
import tomllib
from contextlib import suppress
from errno import ENOSPC

import pytest
from command import HOME, environment

from puzzlebook.cli.messages import explain_error
from puzzlebook.running.interruption import (
    INTERRUPTED,
    Interrupted,
    interrupt,
    keep_interruptions,
    set_signal_handler,
)
from puzzlebook.running.process_pool import ALONE, WorkerPool

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs POSIX")

SAID = "error: puzzlebook: interrupted; nothing was changed\n"
COMMAND = ("make", "sheets", "--mazes", "600", "--seed", "owl", "--size", "9x12")


def entry_point():
    """What the script does that an installer writes."""
    project = tomllib.loads((HOME / "pyproject.toml").read_text("utf-8"))["project"]
    module, verb = project["scripts"]["puzzlebook"].split(":")
    return f"from {module} import {verb}; {verb}()"


WAYS = (("-m", "puzzlebook"), ("-c", entry_point()))


def started(folder, way):
    # A shell may have asked for Ctrl-C to be ignored, and that is inherited.
    def hearing():
        signal.signal(signal.SIGINT, signal.SIG_DFL)

    return subprocess.Popen([sys.executable, *way, *COMMAND], cwd=folder, env=environment(),
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=hearing)  # fmt: skip


def until_drawing(folder):
    """How long it takes from the start to the middle of the work, in seconds."""
    begun = time.monotonic()
    process = started(folder, WAYS[0])
    while not list(folder.glob("output/.sheets.*.partial/new/svg/*")):
        assert process.poll() is None
        time.sleep(0.005)
    took = time.monotonic() - begun
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=60)
    return took


def is_pythons_own(code, err):
    """Whether Python had not come to our first line: it ended by the signal, or says where it
    was."""
    return (code, err) == (-signal.SIGINT, "") or (
        "KeyboardInterrupt" in err and "puzzlebook" not in err
    )


@pytest.mark.parametrize("moments", [5, pytest.param(80, marks=pytest.mark.exhaustive)])
def test_ctrl_c_at_any_moment(tmp_path, moments):
    span = until_drawing(tmp_path)
    said = []
    for moment in range(moments):
        process = started(tmp_path, WAYS[moment % 2])
        time.sleep(span * moment / (moments - 1))
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
        if not is_pythons_own(process.returncode, err):
            said.append((process.returncode, out, err))
        assert list(tmp_path.rglob("*")) == [], (moment, process.returncode, out, err)
    assert set(said) == {(1, "", SAID)}
    assert len(said) > moments / 2


def broken_while_stopping():
    try:
        raise Interrupted
    except Interrupted:
        threading.Thread().join()  # which has not begun


def test_what_breaks_while_we_stop_is_no_mistake_of_ours():
    with pytest.raises(RuntimeError) as broken:
        broken_while_stopping()
    assert explain_error(broken.value) == INTERRUPTED


def test_what_a_library_makes_of_an_interruption_is_no_mistake_of_ours(
    puzzlebook_here, monkeypatch
):
    """As pydantic does while it builds a model: what it raises instead knows nothing of the
    interruption."""

    def load():
        with suppress(BaseException):
            signal.raise_signal(signal.SIGINT)
        raise TypeError("the schema is not complete")

    monkeypatch.setattr("puzzlebook.cli._import_pydantic", load)
    done = puzzlebook_here("make", "sheets", "--mazes", 1)
    assert (done.code, done.out, done.err) == (1, "", SAID)


class Ended:
    """Something at whose end, where Python lets no exception out, somebody asks us to stop."""

    def __del__(self):
        signal.raise_signal(signal.SIGINT)


def end_something_and_wait():
    Ended()
    time.sleep(5)


@pytest.fixture
def asked():
    """We answer when we are asked to stop, as a command does; what is started afterwards hears as
    before."""
    numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    before = [signal.getsignal(number) for number in numbers]
    set_signal_handler(interrupt)
    with keep_interruptions():
        yield
    for number, answer in zip(numbers, before, strict=True):
        signal.signal(number, answer)


def test_an_interruption_that_python_loses_comes_again(asked):
    with pytest.raises(Interrupted):
        end_something_and_wait()


def caught_by_a_library(task):
    with suppress(BaseException):
        signal.raise_signal(signal.SIGINT)
    return task


def test_an_interruption_that_a_library_catches_is_heeded_at_the_next_step(asked):
    with pytest.raises(Interrupted):
        list(ALONE.run_each(caught_by_a_library, range(3)))


class Beginning:
    """Whoever begins processes, and is interrupted in the middle of it."""

    has_begun = False

    def submit(self, *asked):
        signal.raise_signal(signal.SIGINT)
        self.has_begun = True


def test_processes_are_never_half_begun(monkeypatch, asked):
    beginning = Beginning()
    monkeypatch.setattr(WorkerPool, "_start_executor", lambda self: beginning)
    with pytest.raises(Interrupted):
        list(WorkerPool(2).run_each(caught_by_a_library, range(3)))
    assert beginning.has_begun


def test_an_output_that_takes_no_more_is_cut_short_and_says_so(monkeypatch):
    monkeypatch.setattr("puzzlebook.cli.messages.close_output", lambda: None)
    full = OSError(ENOSPC, "No space left on device", "standard output")
    assert explain_error(full).allowed == "what was written there is cut short"
    assert explain_error(full, "the files are there").allowed == "the files are there"
