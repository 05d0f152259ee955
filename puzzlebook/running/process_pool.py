"""Work distributed among several processes, as independent tasks; results come back in order.

Functions, tasks and results are pickled, so functions are top-level and tasks are plain values. A
pool of one job does all the work in this process, as does a pool to which the system refuses more
processes, threads or open files.
"""

from __future__ import annotations

import errno
import os
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
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
State = TypeVar("State")

_BATCH = 16
"""The number of tasks that are handed to a worker together."""
_BATCHES_PER_WORKER = 4
"""The number of batches per worker that may be running or waiting to be fetched, so that not too
many results accumulate."""

_SCARCITY_ERRORS = {errno.EAGAIN, errno.EMFILE, errno.ENFILE, errno.ENOMEM}
_FILES_PER_WORKER, _OTHER_FILES = 4, 12
"""The number of files that the pool keeps open for each worker, and the number that the work itself
needs."""

_NO_WORKERS = (
    "the system grants no more processes, threads or open files, so one process does all the work"
)
_BROKEN_POOL = "a process that shared the work ended before it was done"
_GUARD = (
    'put what your program does under `if __name__ == "__main__":`, or share with nobody: jobs=1'
)


class WorkerPool:
    """A pool of `jobs` worker processes, started when the first task comes; with one job, this
    process alone.

    If the system refuses another worker, the pool ends all workers and finishes the work in this
    process.
    """

    def __init__(self, jobs: int = 1) -> None:
        self._jobs = jobs
        self._executor: Executor | None = None
        self._foreign_children: set[BaseProcess] = set()
        self._initializer: tuple[Any, ...] = ()
        self._is_forked = self._has_results = False
        self.remarks: tuple[str, ...] = ()

    @property
    def is_alone(self) -> bool:
        """Whether this process does all the work."""
        return self._jobs <= 1

    def run_each(
        self, function: Callable[[Task], Result], tasks: Iterable[Task], batch: int = _BATCH
    ) -> Iterator[tuple[Task, Result]]:
        """Yield each task with its result, in order.

        function: a top-level function, or a partial of one. batch: the number of tasks handed to a
        worker together. Workers start at once; without workers, each task is run when its result is
        requested.
        """
        if self.is_alone:
            return _run_here(function, tasks)
        return self._run_in_workers(function, iter(tasks), batch)

    def _run_in_workers(
        self, function: Callable[[Task], Result], tasks: Iterator[Task], size: int
    ) -> Iterator[tuple[Task, Result]]:
        pickled = dumps(function)
        queue: deque[tuple[list[Task], Future[list[Result]] | None]] = deque()

        def submit_batches() -> None:
            while len(queue) < _BATCHES_PER_WORKER * self._jobs and (
                batch := list(islice(tasks, size))
            ):
                queue.append((batch, self._submit(pickled, batch)))

        def fetch_results() -> Iterator[tuple[Task, Result]]:
            while queue:
                raise_if_interrupted()
                batch, future = queue.popleft()
                results = self._fetch(future)
                if results is None:
                    yield from _run_here(function, batch)
                else:
                    yield from zip(batch, results, strict=True)
                submit_batches()

        submit_batches()
        return fetch_results()

    def _submit(self, pickled: bytes, batch: list[Task]) -> Future[list[Result]] | None:
        """Hand a batch to a worker; return None if there are no workers."""
        if self.is_alone:
            return None
        try:
            # A half-started worker would wait for work for ever, and we would wait for its end.
            with delay_interruption():
                return self._start_executor().submit(_run_batch, pickled, batch)
        except (OSError, RuntimeError) as error:
            self._continue_alone(error)
            return None

    def _fetch(self, future: Future[list[Result]] | None) -> list[Result] | None:
        """Return the results of a batch; None if this process has to run it."""
        if future is None or self.is_alone:
            return None
        try:
            results = future.result()
        except (OSError, RuntimeError) as error:
            self._continue_alone(error)
            return None
        self._has_results = True
        return results

    def _continue_alone(self, error: OSError | RuntimeError) -> None:
        """End the workers if the error reports a scarce resource; otherwise raise the error."""
        if not _is_scarcity(error):
            raise error
        self._jobs, self.remarks = 1, (_NO_WORKERS,)
        if self._executor is None:
            return
        from multiprocessing import active_children

        for process in set(active_children()) - self._foreign_children:
            process.kill()
            process.join()
        with suppress(RuntimeError):  # what failed to start may be the executor's own thread
            self._executor.shutdown(cancel_futures=True)
        self._executor = None

    def initialize_workers(self, initializer: Callable[[State], None], state: State) -> None:
        """Run `initializer(state)` here, and in each worker that starts from now on.

        Running workers are ended.
        """
        initializer(state)
        self._initializer = (initializer, state)
        self.end()

    def _start_executor(self) -> Executor:
        from concurrent.futures import ProcessPoolExecutor
        from multiprocessing import active_children

        if self._executor is None:
            _check_main_guard()
            _check_resources(self._jobs)
            self._foreign_children = set(active_children())
            self._is_forked = _may_fork()
            self._executor = ProcessPoolExecutor(
                self._jobs, _make_context(), _start_worker, self._initializer
            )
        return self._executor

    def end(self) -> None:
        """End all workers and wait until they have ended."""
        if self._executor is not None:
            self._executor.shutdown(cancel_futures=True)
            self._executor = None

    def report_broken(self) -> Unfinished:
        """Return the error for a worker that ended unexpectedly, with the likely cause."""
        may_lack_guard = not (self._has_results or self._is_forked)
        allowed = (
            f"nothing was changed; {_GUARD}"
            if may_lack_guard
            else "nothing was changed; try --jobs 1"
        )
        return Unfinished(Fault("--jobs", _BROKEN_POOL, allowed))


_MAX_WORKERS = 61
"""The most workers, however many are requested: forked workers all start at once, and Windows
cannot wait for more than this many."""

ALONE = WorkerPool()


@contextmanager
def open_pool(jobs: int) -> Iterator[WorkerPool]:
    """Yield a pool of `jobs` workers, all of which are ended on leaving, whatever happens."""
    if jobs <= 1:
        yield ALONE
        return
    from concurrent.futures.process import BrokenProcessPool

    pool = WorkerPool(min(jobs, _MAX_WORKERS))
    try:
        yield pool
    except BrokenProcessPool:
        raise pool.report_broken() from None
    finally:
        pool.end()


def choose_jobs(requested: int | None, tasks: int) -> int:
    """Return the number of processes for a number of tasks: the requested number or, if it is None,
    an estimate."""
    if requested is not None and requested < 1:
        raise refuse("--jobs", f"{requested} cannot be the number of processes", "1 or more")
    return estimate_jobs(tasks) if requested is None else requested


def estimate_jobs(tasks: int) -> int:
    """Return how many processes are worth starting for a number of tasks of a few milliseconds
    each.

    A browser has only this process.
    """
    if sys.platform == "emscripten":
        return 1
    cores = (
        len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    )
    return min(cores, tasks // (_TASKS_PER_FORK if _may_fork() else _TASKS_PER_SPAWN))


_TASKS_PER_FORK, _TASKS_PER_SPAWN = 30, 100
"""The number of tasks for which one more process is worth starting, if forked and if spawned.

Measured on books of 10, 60 and 200 mazes of 20×28 (CPython 3.11, Linux; a maze takes 3 to 6 ms of
processor time, as does checking a page). Two forked processes need 0.1 to 0.2 s more than one
process alone, two spawned processes 0.2 to 0.4 s. On idle cores, two processes therefore pay off
from about 30 or 80 tasks; about twice as many are required, because cores are seldom idle.
"""


def _may_fork() -> bool:
    """Return whether workers may be forked: only on Linux, and only if no other thread may hold a
    lock."""
    from threading import active_count

    return sys.platform == "linux" and active_count() == 1


def _make_context() -> Any:
    from multiprocessing import get_context

    return get_context("fork" if _may_fork() else "spawn")


def _is_scarcity(error: BaseException) -> bool:
    """Return whether an error means that the system has no more processes, threads or files."""
    if isinstance(error, OSError):
        return error.errno in _SCARCITY_ERRORS
    return "start new thread" in str(error)


def _check_resources(jobs: int) -> None:
    """Raise the system's error if it has too few threads or files for `jobs` workers.

    Each worker has one thread in addition to its main thread, and this process has two. If any of
    these threads cannot start, all processes wait for ever.
    """
    from threading import Event, Thread

    end, threads, files = Event(), list[Thread](), list[int]()
    try:
        for _ in range(_FILES_PER_WORKER * jobs + _OTHER_FILES):
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


def _check_main_guard() -> None:
    """Raise Unfinished if this is a worker that is still loading the main program. Without a main
    guard, that program starts workers again."""
    from multiprocessing import current_process

    if getattr(current_process(), "_inheriting", False):
        raise Unfinished(
            Fault("--jobs", "the program begins anew in each process that shares its work", _GUARD)
        )


def _start_worker(initializer: Callable[..., None] | None = None, *state: object) -> None:
    """Set up a worker, which leaves interruptions to its parent, and ends when its parent ends."""
    import signal
    from multiprocessing import parent_process

    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(
                getattr(signal, name), signal.SIG_DFL if name == "SIGTERM" else signal.SIG_IGN
            )
    if parent := parent_process():
        _end_with_parent(parent)
    if initializer:
        initializer(*state)


def _end_with_parent(parent: BaseProcess) -> None:
    """End this process as soon as its parent has ended."""
    import signal
    from threading import Thread

    def follow() -> None:
        parent.join()
        os._exit(1)

    try:
        Thread(target=follow, daemon=True).start()
    except RuntimeError:  # no thread is available, so check every second, if there is a timer
        if hasattr(signal, "setitimer"):
            signal.signal(signal.SIGALRM, lambda *_: None if parent.is_alive() else os._exit(1))
            signal.setitimer(signal.ITIMER_REAL, 1, 1)


def _run_here(
    function: Callable[[Task], Result], tasks: Iterable[Task]
) -> Iterator[tuple[Task, Result]]:
    for task in tasks:
        raise_if_interrupted()
        yield task, function(task)


def _run_batch(pickled: bytes, tasks: list[Task]) -> list[Result]:
    function: Callable[[Task], Result] = _load_function(pickled)
    return list(map(function, tasks))


_load_function = lru_cache(maxsize=1)(loads)
"""Unpickle a function once for all batches, so that what it caches is kept between them."""
