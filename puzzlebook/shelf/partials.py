"""The hidden folder `.NAME.xxxxxxxx.partial` in which a run works, and the folders of killed runs.

The holder of the lock file in such a folder owns the folder. The operating system releases a lock
however its holder ends, so a folder with a free lock belongs to a dead run. Process IDs would not
show this: two containers sharing a disk may use the same IDs.

In the folder, `NEW` is the result under construction, and may always be deleted. `OLD` is what was
at NAME, and may still be needed. `CLAIM` means that an empty folder at NAME may be a claim of
`renames`.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from errno import EACCES, EAGAIN, EDEADLK, ENOENT
from pathlib import Path

from puzzlebook.running.interruption import delay_interruption

LOCK, CLAIM, NEW, OLD = "puzzlebook.lock", "claim", "new", "old"

_NAME = r"\.(.+)\.[0-9a-f]{8}\.partial"
_LOCKED_ERRORS = {EACCES, EAGAIN, EDEADLK}
_ATTEMPTS = 10  # to make and lock a folder


@contextmanager
def make_hidden_folder(shelf: Path, name: str) -> Iterator[Path]:
    """Make a hidden folder for this run alone, and remove it at the end."""
    home, lock = None, -1
    try:
        with delay_interruption():
            home, lock = begin_folder(shelf, name)
        yield home
    finally:
        if home:
            end_folder(home, lock)


def find_abandoned_folders(shelf: Path) -> Iterator[tuple[Path, str]]:
    """Yield the hidden folder of each run that is certainly dead, with its NAME, then remove it.

    A folder stays if it still contains `OLD`, or cannot be removed. Without permission to list the
    parent folder, none are found.
    """
    paths: list[Path] = []
    with suppress(OSError):
        paths = sorted(shelf.iterdir())
    for path in paths:
        if (match := re.fullmatch(_NAME, path.name)) and (lock := _acquire_lock(path)) is not None:
            try:
                yield path, match[1]
            finally:
                end_folder(path, lock)


@contextmanager
def lock_folder(folder: Path) -> Iterator[None]:
    """Wait for the lock on a folder, and hold it; do nothing if the disk has no locks."""
    lock = None
    try:
        with suppress(OSError, ImportError):  # Windows cannot open folders
            lock = os.open(folder, os.O_RDONLY)
            _hold(lock, wait=True)
        yield
    finally:
        if lock is not None:
            os.close(lock)


def begin_folder(shelf: Path, name: str) -> tuple[Path, int]:
    """Make the folder and return it with its lock.

    Until it is locked, another run may mistake it for a dead run's and remove it; it is then made
    again.
    """
    for _ in range(_ATTEMPTS):
        with suppress(FileNotFoundError, FileExistsError):
            home = _make_folder(shelf, name)
            lock = os.open(home / LOCK, os.O_RDWR | os.O_CREAT)
            if _is_ours(lock) is not False and (home / LOCK).exists():
                return home, lock
            os.close(lock)
    raise FileNotFoundError(ENOENT, os.strerror(ENOENT), str(shelf))


def _make_folder(shelf: Path, name: str) -> Path:
    """Make a folder that no one else may read.

    On Windows a book would inherit that mode, which `tempfile.mkdtemp` does not allow for.
    """
    home = shelf / f".{name}.{os.urandom(4).hex()}.partial"
    home.mkdir(mode=0o777 if os.name == "nt" else 0o700)
    return home


def _acquire_lock(home: Path) -> int | None:
    """Return the lock of a dead run's folder, now held by us; None if the run may be alive."""
    try:
        lock = os.open(home / LOCK, os.O_RDWR)
    except OSError:
        # The run was killed before locking, or the folder is not ours: remove only if empty.
        with suppress(OSError):
            home.rmdir()
        return None
    if _is_ours(lock):
        return lock
    os.close(lock)
    return None


def _is_ours(lock: int) -> bool | None:
    """Whether we now hold the lock; False if another run has it, None if the disk has no locks."""
    try:
        _hold(lock)
    except (OSError, ImportError) as error:
        return False if isinstance(error, OSError) and error.errno in _LOCKED_ERRORS else None
    return True


def _hold(lock: int, wait: bool = False) -> None:
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(lock, msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(lock, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))


def end_folder(home: Path, lock: int) -> bool:
    """Remove the folder, its lock last; return whether it is gone.

    It stays, with its lock, if something in it may be needed or cannot be removed. The next run
    then treats it as a dead run's folder, and tries again.
    """
    is_empty = False
    if not os.path.lexists(home / OLD):
        with suppress(KeyboardInterrupt):  # nothing is left to interrupt
            _empty(home)
        is_empty = _empty(home)
    os.close(lock)  # before removal: Windows does not remove an open file
    if is_empty:
        shutil.rmtree(home, ignore_errors=True)
    return not os.path.lexists(home)


def _empty(home: Path) -> bool:
    """Remove everything but the lock; return whether nothing else remains."""
    is_left = False
    with suppress(FileNotFoundError):
        for path in home.iterdir():
            if path.name != LOCK:
                with suppress(OSError):
                    is_folder = path.is_dir() and not path.is_symlink()
                    shutil.rmtree(path, ignore_errors=True) if is_folder else path.unlink()
                is_left = is_left or os.path.lexists(path)
    return not is_left
