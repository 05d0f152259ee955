"""Being asked to stop: by Ctrl-C, by whoever ends the program, or by the terminal that is
closed."""

import _thread
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType

from puzzlebook.ground.faults import Fault

INTERRUPTED = Fault("puzzlebook", "interrupted", "nothing was changed")


class Interrupted(KeyboardInterrupt):
    """We were asked to stop.

    A class of its own: where a plain KeyboardInterrupt passes a text that is executed, as
    dataclasses are made, Python ends itself by the signal in the end, even if it was caught.
    """


def _numbers() -> list[signal.Signals]:
    """The signals by which we are asked to stop; Windows has not all of them."""
    return [
        getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
    ]


def set_signal_handler(answer: Callable[[int, FrameType | None], None] | signal.Handlers) -> None:
    """What is to happen from now on when we are asked to stop; whoever started us may want that
    ignored."""
    for number in _numbers():
        if signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, answer)


def end_at_once(number: int, frame: FrameType | None) -> None:
    """Say so and be gone. Only while nothing has been done: an exception might be lost in the
    middle of an import."""
    os.write(2, f"error: {INTERRUPTED}\n".encode())
    os._exit(1)


@contextmanager
def delay_interruption() -> Iterator[None]:
    """Whoever asks us to stop waits until this is over, so that what is made here is known to
    whoever tidies up."""
    came: list[tuple[int, FrameType | None]] = []
    answers = {number: signal.getsignal(number) for number in _numbers()}
    held = {int(number): answer for number, answer in answers.items() if callable(answer)}
    with suppress(ValueError):  # Python hears of signals in its main thread alone
        for number in held:
            signal.signal(number, lambda *asked: came.append(asked))
    try:
        yield
    finally:
        with suppress(ValueError):
            for number, answer in held.items():
                signal.signal(number, answer)
    if came:
        held[came[0][0]](*came[0])


_was_asked = False


def interrupt(number: int, frame: FrameType | None) -> None:
    """Stop what is being done; once is enough: tidying up is not to be interrupted."""
    global _was_asked
    _was_asked = True
    set_signal_handler(signal.SIG_IGN)
    raise Interrupted


def was_asked() -> bool:
    """Whether we were asked to stop, and have not: what breaks from then on need be no mistake of
    ours."""
    return _was_asked


def raise_if_interrupted() -> None:
    """Stop if we were asked to and yet went on: there are libraries that catch whatever comes.

    For long work, between its steps, and before anything takes its place.
    """
    if _was_asked:
        raise Interrupted


def _interrupt_again(lost: "sys.UnraisableHookArgs") -> None:
    if isinstance(lost.exc_value, Interrupted):
        signal.signal(
            signal.SIGINT, interrupt
        )  # what the thread says; nobody hears the others twice
        _thread.start_new_thread(_interrupt_soon, ())
    else:
        sys.__unraisablehook__(lost)


def _interrupt_soon() -> None:
    time.sleep(0.001)  # what is raised before the hook has returned would be lost as well
    _thread.interrupt_main()


@contextmanager
def keep_interruptions() -> Iterator[None]:
    """An interruption that comes where Python lets no exception out comes again right after.

    So it is in the middle of every import: where the lock of a module is let go, and wherever else
    a weak reference or a thing itself ends.
    """
    global _was_asked
    before, sys.unraisablehook, _was_asked = sys.unraisablehook, _interrupt_again, False
    try:
        yield
    finally:
        sys.unraisablehook, _was_asked = before, False
