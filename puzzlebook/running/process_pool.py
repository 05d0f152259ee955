"""Work shared by several processes, in pieces that need nothing of each other; the results come in
order.

What is handed over is pickled: top-level functions and plain values. With one process all is done
in this one; so too where the system grants no more processes, threads or files.
"""

from __future__ import annotations

import errno
import os
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import lru_cache
from itertools import islice
from pickle import dumps, loads
from typing import TYPE_CHECKING, Any, TypeVar

from puzzlebook.ground.faults import Fault, Unfinished, refuse
from puzzlebook.running.interruption import delay_interruption, raise_if_interrupted

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future
    from multiprocessing.process import BaseProcess

Task = TypeVar("Task")
Result = TypeVar("Result")

_PIECE = 16
"""Tasks that are handed over at a time."""
_AHEAD = 4
"""Pieces for each process that may be under way or done and not yet fetched, so that results do not
pile up."""


_SCARCE = {errno.EAGAIN, errno.EMFILE, errno.ENFILE, errno.ENOMEM}
_FILES_EACH, _FILES_BESIDE = 4, 12
"""Files that are open for each process, and those that its work and this one's take."""

_ALONE_BY_NEED = (
    "the system grants no more processes, threads or open files, so one process does all the work"
)
_BROKEN = "a process that shared the work ended before it was done"
_GUARD = (
    'put what your program does under `if __name__ == "__main__":`, or share with nobody: jobs=1'
)


class WorkerPool:
    """So many processes, or this one alone. They begin when there is something to be done.

    Where the system grants no more of them, those that have begun end, and this one does the rest
    alone.
    """

    def __init__(self, jobs: int = 1) -> None:
        self._jobs = jobs
        self._executor: Executor | None = None
        self._strangers: set[BaseProcess] = set()
        self._lesson: Callable[[], None] | None = None
        self._is_copied = self._has_results = False
        self.remarks: tuple[str, ...] = ()

    @property
    def is_alone(self) -> bool:
        """Whether this process shares its work with no other."""
        return self._jobs <= 1

    def run_each(
        self, do: Callable[[Task], Result], tasks: Iterable[Task], at_a_time: int = _PIECE
    ) -> Iterator[Result]:
        """What is done with each task, in their order. do: a top-level function, or a partial of
        one. at_a_time: how many are handed over together.

        Other processes set to work at once; this one alone when it is asked for the first.
        """
        return (
            _run_here(do, tasks)
            if self.is_alone
            else self._run_in_workers(do, iter(tasks), at_a_time)
        )

    def _run_in_workers(
        self, do: Callable[[Task], Result], tasks: Iterator[Task], at_a_time: int
    ) -> Iterator[Result]:
        work = dumps(do)
        waiting: deque[tuple[list[Task], Future[list[Result]] | None]] = deque()

        def hand_over() -> None:
            while len(waiting) < _AHEAD * self._jobs and (piece := list(islice(tasks, at_a_time))):
                waiting.append((piece, self._submit(work, piece)))

        def fetch_results() -> Iterator[Result]:
            while waiting:
                raise_if_interrupted()
                piece, coming = waiting.popleft()
                done = self._fetch(coming)
                yield from _run_here(do, piece) if done is None else done
                hand_over()

        hand_over()
        return fetch_results()

    def _submit(self, work: bytes, piece: list[Task]) -> Future[list[Result]] | None:
        """What will come of a piece that another process does; None where there is no other."""
        if self.is_alone:
            return None
        try:
            with (
                delay_interruption()
            ):  # half begun processes would wait for work for ever, and we for their end
                return self._start_executor().submit(_run_batch, work, piece)
        except (OSError, RuntimeError) as error:
            self._go_on_alone(error)
            return None

    def _fetch(self, coming: Future[list[Result]] | None) -> list[Result] | None:
        """What came of a piece that was handed over; None if this process has to do it."""
        if coming is None or self.is_alone:
            return None
        try:
            done = coming.result()
        except (OSError, RuntimeError) as error:
            self._go_on_alone(error)
            return None
        self._has_results = True
        return done

    def _go_on_alone(self, error: OSError | RuntimeError) -> None:
        """End the processes, if the error says that there are too few of anything; else raise
        it."""
        if not _is_scarcity(error):
            raise error
        self._jobs, self.remarks = 1, (_ALONE_BY_NEED,)
        if self._executor is None:
            return
        from multiprocessing import active_children

        for process in set(active_children()) - self._strangers:
            process.kill()
            process.join()
        with suppress(RuntimeError):  # its thread may be what could not begin
            self._executor.shutdown(cancel_futures=True)
        self._executor = None

    def set_worker_state(self, lesson: Callable[[], None]) -> None:
        """What this process has to know, and each that begins from now on; the others end."""
        lesson()
        self._lesson = lesson
        self.end()

    def _start_executor(self) -> Executor:
        from concurrent.futures import ProcessPoolExecutor
        from multiprocessing import active_children

        if self._executor is None:
            _check_guard()
            _check_room(self._jobs)
            self._strangers = set(active_children())
            self._is_copied = _may_fork()
            self._executor = ProcessPoolExecutor(
                self._jobs, _make_context(), _begin, (self._lesson,)
            )
        return self._executor

    def end(self) -> None:
        """None of the processes is left after this."""
        if self._executor is not None:
            self._executor.shutdown(cancel_futures=True)
            self._executor = None

    def broken(self) -> Unfinished:
        """What is wrong where a process ended by itself, and the likely cause."""
        may_lack_guard = not (self._has_results or self._is_copied)
        allowed = (
            f"nothing was changed; {_GUARD}"
            if may_lack_guard
            else "nothing was changed; try --jobs 1"
        )
        return Unfinished(Fault("--jobs", _BROKEN, allowed))


_MOST = 61
"""Processes, however many are asked for: copies begin all at once, and Windows waits for no
more."""

ALONE = WorkerPool()


@contextmanager
def start_crew(jobs: int) -> Iterator[WorkerPool]:
    """So many processes to share work with; none of them is left when this ends, however it
    does."""
    if jobs <= 1:
        yield ALONE
        return
    from concurrent.futures.process import BrokenProcessPool

    shared = WorkerPool(min(jobs, _MOST))
    try:
        yield shared
    except BrokenProcessPool:
        raise shared.broken() from None
    finally:
        shared.end()


def choose_jobs(asked: int | None, tasks: int) -> int:
    """How many processes share so many tasks: as many as were asked for or, with None, as pays."""
    if asked is not None and asked < 1:
        raise refuse("--jobs", f"{asked} processes do nothing", "1 or more")
    return estimate_jobs(tasks) if asked is None else asked


def estimate_jobs(tasks: int) -> int:
    """How many processes pay for so many tasks of a few milliseconds each. A browser has only this
    one."""
    if sys.platform == "emscripten":
        return 1
    cores = (
        len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    )
    return min(cores, tasks // (_WORTH_A_FORK if _may_fork() else _WORTH_A_START))


_WORTH_A_FORK, _WORTH_A_START = 30, 100
"""Tasks for which one more process pays: where it begins as a copy of this one, and where it has to
load all anew.

Measured on books of 10, 60 and 200 mazes of 20×28 (CPython 3.11, Linux; a maze takes 3 to 6 ms of
processor time, as does a page of a check): to share them, two processes that begin as copies take
0.1 to 0.2 s more than one alone, and two that load all anew 0.2 to 0.4 s. So they pay on idle cores
from about 30 tasks on, or 80; these are asked for twice over, since cores are seldom idle.
"""


def _may_fork() -> bool:
    """Whether a process may begin as a copy of this one: not where other threads may hold locks,
    nor on macOS."""
    from threading import active_count

    return sys.platform == "linux" and active_count() == 1


def _make_context() -> Any:
    from multiprocessing import get_context

    return get_context("fork" if _may_fork() else "spawn")


def _is_scarcity(error: BaseException) -> bool:
    """Whether an error says that no more processes, threads or files can be had."""
    if isinstance(error, OSError):
        return error.errno in _SCARCE
    return "start new thread" in str(error)


def _check_room(jobs: int) -> None:
    """Raise what the system says if it does not grant the threads, processes and files that so many
    processes take.

    Beside each there is a thread, and here are two. Where one of those cannot begin, everybody
    would wait for ever.
    """
    from threading import Event, Thread

    end, threads, files = Event(), list[Thread](), list[int]()
    try:
        for _ in range(_FILES_EACH * jobs + _FILES_BESIDE):
            files.append(os.open(os.devnull, os.O_RDONLY))
        for _ in range(2 * jobs + 2):
            thread = Thread(target=end.wait, daemon=True)
            thread.start()
            threads.append(thread)
    finally:
        end.set()
        for thread in threads:
            thread.join()
        for file in files:
            os.close(file)


def _check_guard() -> None:
    """Unfinished in a process that was begun to share work and loads a program that begins others
    at once."""
    from multiprocessing import current_process

    if getattr(current_process(), "_inheriting", False):
        raise Unfinished(
            Fault("--jobs", "the program begins anew in each process that shares its work", _GUARD)
        )


def _begin(lesson: Callable[[], None] | None) -> None:
    """What a process does first: to be interrupted is for the one that began it, and when that one
    ends, so does it."""
    import signal
    from multiprocessing import parent_process

    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(
                getattr(signal, name), signal.SIG_DFL if name == "SIGTERM" else signal.SIG_IGN
            )
    if parent := parent_process():
        _end_together(parent)
    if lesson:
        lesson()


def _end_together(parent: BaseProcess) -> None:
    """End this process as soon as its parent has ended."""
    import signal
    from threading import Thread

    def follow() -> None:
        parent.join()
        os._exit(1)

    try:
        Thread(target=follow, daemon=True).start()
    except (
        RuntimeError
    ):  # no thread can be had: then look every second, where there are such signals
        if hasattr(signal, "setitimer"):
            signal.signal(signal.SIGALRM, lambda *_: None if parent.is_alive() else os._exit(1))
            signal.setitimer(signal.ITIMER_REAL, 1, 1)


def _run_here(do: Callable[[Task], Result], tasks: Iterable[Task]) -> Iterator[Result]:
    for task in tasks:
        raise_if_interrupted()
        yield do(task)


def _run_batch(work: bytes, tasks: Sequence[Task]) -> list[Result]:
    do: Callable[[Task], Result] = _known(work)
    return list(map(do, tasks))


_known = lru_cache(maxsize=1)(loads)
"""What is done with each of many pieces: it is unpacked once, and what it has kept in mind
stays."""
