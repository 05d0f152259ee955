"""Reading a file of the user's with care: only what has an end is read, and no more of it than is
wanted."""

from __future__ import annotations

import os
from pathlib import Path
from stat import S_ISDIR, S_ISREG

from puzzlebook.ground.faults import Fault, Refused, Unfinished, refuse


def read_regular_file(
    path: Path, where: str, most: int, wanted: str, missing: str = "", too_large: str = ""
) -> bytes:
    """The content of a regular file; refused if it is another kind, such as a pipe, which might
    never end.

    most: bytes. wanted: what it should be; missing: what is said instead where there is no file.
    too_large: what is said of one with more bytes; if nothing is, its content with one byte too
    many.
    """
    try:
        found = os.stat(path)
        if not S_ISREG(found.st_mode):
            raise refuse(
                where, "is a folder" if S_ISDIR(found.st_mode) else "is not a file", wanted
            )
        content = b""
        if found.st_size <= most or not too_large:
            with path.open("rb") as file:
                content = file.read(most + 1)
        if too_large and max(found.st_size, len(content)) > most:
            raise refuse(where, too_large, f"at most {most:,} bytes")
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
    """What is wrong where something was not found because the working directory itself was removed;
    else None."""
    if not isinstance(error, FileNotFoundError):
        return None
    try:
        os.getcwd()
    except FileNotFoundError:
        what = "the folder that you are in was removed"
        return Fault(
            "working directory",
            what,
            "go to one that is there (cd), and try again; nothing was changed",
        )
    return None
