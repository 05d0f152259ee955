"""Being asked to stop: by Ctrl-C, by whoever ends the program, or by the terminal that is closed."""

import os
import signal
from collections.abc import Callable
from types import FrameType

from puzzlebook.faults import Fault

INTERRUPTED = Fault("puzzlebook", "interrupted", "nothing was changed")


class Interrupted(KeyboardInterrupt):
    """We were asked to stop.

    A class of its own: where a plain KeyboardInterrupt passes a text that is executed, as dataclasses are made, Python
    ends itself by the signal in the end, even if it was caught.
    """


def answer_by(answer: Callable[[int, FrameType | None], None] | signal.Handlers) -> None:
    """What is to happen from now on when we are asked to stop; whoever started us may want that ignored."""
    for number in (getattr(signal, name, None) for name in ("SIGINT", "SIGTERM", "SIGHUP")):
        if number is not None and signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, answer)


def end_at_once(number: int, frame: FrameType | None) -> None:
    """Say so and be gone. Only while nothing has been done: an exception might be lost in the middle of an import."""
    os.write(2, f"error: {INTERRUPTED}\n".encode())
    os._exit(1)


def interrupt(number: int, frame: FrameType | None) -> None:
    """Stop what is being done; once is enough: tidying up is not to be interrupted."""
    answer_by(signal.SIG_IGN)
    raise Interrupted
