"""Atomic renames: to a free name, or exchanging two folders.

POSIX's rename replaces a file, a link or an empty folder. Linux (`renameat2`) and macOS
(`renamex_np`) can refuse this, and can exchange two names, if the disk supports it. Windows's
rename always refuses. Where neither works, the name is claimed first by making an empty folder or
file, which fails if the name is taken; exchanges are then impossible.
"""

from __future__ import annotations

import errno
import os
import sys
from contextlib import suppress
from pathlib import Path

# The flags of the two calls: Linux's <linux/fs.h>, macOS's <sys/stdio.h>.
_NO_REPLACE, _EXCHANGE = {"linux": (1, 2), "darwin": (4, 2)}.get(sys.platform, (0, 0))
_CURRENT_FOLDER = -100  # Linux's AT_FDCWD: paths are relative to the current folder
_UNSUPPORTED = {errno.ENOSYS, errno.EINVAL, errno.ENOTSUP, errno.EOPNOTSUPP}


def rename_to_free(source: Path, target: Path) -> None:
    """Rename a file or folder; FileExistsError if the name is taken, even if only just now."""
    if _rename(source, target, _NO_REPLACE):
        return
    if os.name == "nt":
        os.rename(source, target)
        return
    is_folder = source.is_dir()
    (os.mkdir if is_folder else _make_file)(target)
    try:
        os.rename(source, target)  # replaces our claim; fails if the folder is no longer empty
    except BaseException:
        with suppress(OSError):
            (os.rmdir if is_folder else os.unlink)(target)
        raise


def exchange(one: Path, other: Path) -> bool:
    """Exchange two folders in one step; return False, changing nothing, if this is impossible."""
    return _rename(one, other, _EXCHANGE)


def _make_file(path: Path) -> None:
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY))


def _rename(source: Path, target: Path, flag: int) -> bool:
    """Rename with an optional system call; return False if it is unavailable."""
    if not flag:
        return False
    import ctypes

    system = ctypes.CDLL(None, use_errno=True)
    one, other = os.fsencode(source), os.fsencode(target)
    if sys.platform == "linux" and hasattr(system, "renameat2"):
        failed = system.renameat2(_CURRENT_FOLDER, one, _CURRENT_FOLDER, other, flag)
    elif sys.platform == "darwin" and hasattr(system, "renamex_np"):
        failed = system.renamex_np(one, other, flag)
    else:
        return False
    number = ctypes.get_errno()
    if failed and number not in _UNSUPPORTED:
        raise OSError(number, os.strerror(number), str(source), None, str(target))
    return not failed
