"""Requests to stop: Ctrl-C, a signal from another program, or the closing of the terminal."""

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
    """The user asked the program to stop.

    KeyboardInterrupt itself will not do: if it passes through code that is run by `exec`, as in
    dataclasses, Python kills itself with SIGINT at exit even if the exception was caught.
    """


def _list_signals() -> list[signal.Signals]:
    """List the signals that ask the program to stop; Windows lacks some of them."""
    return [
        getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
    ]


def set_signal_handler(handler: Callable[[int, FrameType | None], None] | signal.Handlers) -> None:
    """Set the handler for requests to stop, except for signals that our parent process made us
    ignore."""
    for number in _list_signals():
        if signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, handler)


def end_at_once(number: int, frame: FrameType | None) -> None:
    """Report the interruption and exit at once.

    This is the signal handler while the program starts, before it has done anything: an exception
    could get lost during an import.
    """
    os.write(2, f"error: {INTERRUPTED}\n".encode())
    os._exit(1)


@contextmanager
def delay_interruption() -> Iterator[None]:
    """Hold back requests to stop until the block ends, so that cleanup knows everything that it
    created."""
    received: list[tuple[int, FrameType | None]] = []
    current = {int(number): signal.getsignal(number) for number in _list_signals()}
    handlers = {number: handler for number, handler in current.items() if callable(handler)}
    with suppress(ValueError):  # only Python's main thread may set handlers
        for number in handlers:
            signal.signal(number, lambda *request: received.append(request))
    try:
        yield
    finally:
        with suppress(ValueError):
            for number, handler in handlers.items():
                signal.signal(number, handler)
    if received:
        handlers[received[0][0]](*received[0])


_was_interrupted = False


def interrupt(number: int, frame: FrameType | None) -> None:
    """Raise Interrupted, and ignore further signals, so that cleanup is not interrupted. This is a
    signal handler."""
    global _was_interrupted
    _was_interrupted = True
    set_signal_handler(signal.SIG_IGN)
    raise Interrupted


def was_interrupted() -> bool:
    """Return whether the program was asked to stop but is still running. Later errors may then be
    mere consequences of the interruption."""
    return _was_interrupted


def raise_if_interrupted() -> None:
    """Raise Interrupted again if it was swallowed: some libraries catch every exception.

    To be called between the steps of long work, and before files are replaced.
    """
    if _was_interrupted:
        raise Interrupted


def _interrupt_again(unraisable: "sys.UnraisableHookArgs") -> None:
    if isinstance(unraisable.exc_value, Interrupted):
        # `interrupt_main` simulates SIGINT, which must not be ignored; other signals stay ignored.
        signal.signal(signal.SIGINT, interrupt)
        _thread.start_new_thread(_interrupt_soon, ())
    else:
        sys.__unraisablehook__(unraisable)


def _interrupt_soon() -> None:
    time.sleep(0.001)  # an exception raised before the hook returns would be lost as well
    _thread.interrupt_main()


@contextmanager
def keep_interruptions() -> Iterator[None]:
    """Raise an interruption again if it came at a point where Python discards exceptions.

    Python does so in weak reference callbacks and in finalizers, and thus during every import, when
    the module's lock is released.
    """
    global _was_interrupted
    hook, sys.unraisablehook, _was_interrupted = sys.unraisablehook, _interrupt_again, False
    try:
        yield
    finally:
        sys.unraisablehook, _was_interrupted = hook, False
