"""Reading a user's file with an upper bound on its size. Pipes and devices are refused."""

from __future__ import annotations

import os
from pathlib import Path
from stat import S_ISDIR, S_ISREG

from puzzlebook.ground.faults import Fault, Refused, Unfinished, refuse


def read_regular_file(
    path: Path, where: str, maximum: int, wanted: str, missing: str = "", too_large: str = ""
) -> bytes:
    """Read a regular file. Refuse any other kind of file, such as a pipe, which might never end.

    maximum: the upper bound, in bytes. wanted: the expected kind of file, for messages. missing:
    the message that replaces `wanted` if there is no such file. too_large: the message for a larger
    file; if empty, a larger file is not refused, and the result has `maximum` + 1 bytes.
    """
    try:
        status = os.stat(path)
        if not S_ISREG(status.st_mode):
            what = "is a folder" if S_ISDIR(status.st_mode) else "is not a file"
            raise refuse(where, what, wanted)
        content = b""
        if status.st_size <= maximum or not too_large:
            with path.open("rb") as file:
                content = file.read(maximum + 1)
        if too_large and max(status.st_size, len(content)) > maximum:
            raise refuse(where, too_large, f"at most {maximum:,} bytes")
        return content
    except Refused:
        raise
    except (FileNotFoundError, NotADirectoryError):
        raise refuse(where, "there is no such file", missing or wanted) from None
    except OSError as error:
        raise Unfinished(Fault(where, f"cannot be read: {error.strerror}")) from None
    except ValueError:
        raise refuse(where, "is not a path", missing or wanted) from None


def removed_here(error: OSError) -> Fault | None:
    """Return the fault for a file that was not found because the working directory was removed;
    otherwise None."""
    if not isinstance(error, FileNotFoundError):
        return None
    try:
        os.getcwd()
    except FileNotFoundError:
        what = "the folder that you are in was removed"
        allowed = "go to one that is there (cd), and try again; nothing was changed"
        return Fault("working directory", what, allowed)
    return None
