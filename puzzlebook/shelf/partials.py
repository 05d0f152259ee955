"""The hidden folder `.NAME.xxxxxxxx.partial` in which one run makes what is to stand beside it, and
what killed runs have left in theirs.

Whoever holds the lock file in such a folder owns the folder. A system lets go of a lock when its
holder ends, however it ends: so a folder whose lock can be had is a dead run's. Process numbers
would not tell: two containers on one shelf may have the same.

In the folder, `NEW` is what is being made, or what nobody misses; `OLD` is what stood at NAME and
may still be missed; `CLAIM` says that an empty folder at NAME may be one that `renames` has claimed
it with.
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
_HELD = {EACCES, EAGAIN, EDEADLK}
_ATTEMPTS = 10


@contextmanager
def make_hidden_folder(shelf: Path, name: str) -> Iterator[Path]:
    """A new folder, hidden on the shelf, which is this run's alone and is removed at the end."""
    home, lock = None, -1
    try:
        with delay_interruption():
            home, lock = begin_folder(shelf, name)
        yield home
    finally:
        if home:
            end(home, lock)


def find_abandoned_folders(shelf: Path) -> Iterator[tuple[Path, str]]:
    """Each hidden folder of a run that is certainly dead, with the NAME it was for. It is removed
    afterwards, unless there still is an `OLD` in it or it cannot be. Without permission to look
    there are none."""
    paths: list[Path] = []
    with suppress(OSError):
        paths = sorted(shelf.iterdir())
    for path in paths:
        if (found := re.fullmatch(_NAME, path.name)) and (lock := _acquire_lock(path)) is not None:
            try:
                yield path, found[1]
            finally:
                end(path, lock)


@contextmanager
def lock_folder(folder: Path) -> Iterator[None]:
    """Waits until nobody else who asks for it is at work in a folder; where the disk knows no
    locks, for nobody."""
    lock = None
    try:
        with suppress(OSError, ImportError):  # Windows opens no folder
            lock = os.open(folder, os.O_RDONLY)
            _hold(lock, wait=True)
        yield
    finally:
        if lock is not None:
            os.close(lock)


def begin_folder(shelf: Path, name: str) -> tuple[Path, int]:
    """The folder and its lock. Another run may take it for a dead one's before it is locked: then
    once more."""
    for _ in range(_ATTEMPTS):
        with suppress(FileNotFoundError, FileExistsError):
            home = _make_folder(shelf, name)
            lock = os.open(home / LOCK, os.O_RDWR | os.O_CREAT)
            if _is_ours(lock) is not False and (home / LOCK).exists():
                return home, lock
            os.close(lock)
    raise FileNotFoundError(ENOENT, os.strerror(ENOENT), str(shelf))


def _make_folder(shelf: Path, name: str) -> Path:
    """A folder for nobody else. Windows would hand that down to the book, as `tempfile.mkdtemp`
    does not mind."""
    home = shelf / f".{name}.{os.urandom(4).hex()}.partial"
    home.mkdir(mode=0o777 if os.name == "nt" else 0o700)
    return home


def _acquire_lock(home: Path) -> int | None:
    """The lock of a dead run's folder, which we hold now; None if it may be alive."""
    try:
        lock = os.open(home / LOCK, os.O_RDWR)
    except OSError:
        with suppress(
            OSError
        ):  # killed before it had a lock, or none of ours; only an empty folder goes this way
            home.rmdir()
        return None
    if _is_ours(lock):
        return lock
    os.close(lock)
    return None


def _is_ours(lock: int) -> bool | None:
    """Whether we have the lock from now on; False if another run holds it, None where the disk
    knows no locks."""
    try:
        _hold(lock)
    except (OSError, ImportError) as error:
        return False if isinstance(error, OSError) and error.errno in _HELD else None
    return True


def _hold(lock: int, wait: bool = False) -> None:
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(lock, msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(lock, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))


def end(home: Path, lock: int) -> bool:
    """Remove the folder, its lock last; whether it is gone.

    It stays, and so does its lock, if there is something in it that may be missed or cannot be
    removed: then the next run knows it for a dead one's, and tries again.
    """
    is_empty = False
    if not os.path.lexists(home / OLD):
        with suppress(KeyboardInterrupt):  # nothing is left to interrupt
            _empty(home)
        is_empty = _empty(home)
    os.close(lock)  # before it is removed: Windows keeps a file that is open
    if is_empty:
        shutil.rmtree(home, ignore_errors=True)
    return not os.path.lexists(home)


def _empty(home: Path) -> bool:
    """Remove all but the lock; whether nothing else is left."""
    left = False
    with suppress(FileNotFoundError):
        for path in home.iterdir():
            if path.name != LOCK:
                with suppress(OSError):
                    is_folder = path.is_dir() and not path.is_symlink()
                    shutil.rmtree(path, ignore_errors=True) if is_folder else path.unlink()
                left = left or os.path.lexists(path)
    return not left
