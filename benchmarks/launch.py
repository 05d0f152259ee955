"""Runs one command and prints what it took, as JSON: seconds, seconds of processor time, and peak
memory in MiB.

A process of its own, because a child's peak memory is counted from what its parent had when it
began: a small parent keeps the figure honest. Where the command begins others itself, their
processor time is added, and the peak is that of the largest of them all.
"""

import json
import os
import sys
from tempfile import TemporaryFile
from time import perf_counter

# macOS counts the peak in bytes, Linux in KiB.
PEAKS_IN_A_MIB = 1 << 20 if sys.platform == "darwin" else 1 << 10


def main() -> None:
    """Run the command in our arguments; its output goes nowhere, and what it says on stderr is
    shown if it fails."""
    began = perf_counter()
    with TemporaryFile("w+") as said:
        silent = [
            (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0),
            (os.POSIX_SPAWN_DUP2, said.fileno(), 2),
        ]
        child = os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ, file_actions=silent)
        _, status, used = os.wait4(child, 0)
        seconds = perf_counter() - began
        if status:
            said.seek(0)
            sys.stderr.write(said.read())
    took = (seconds, used.ru_utime + used.ru_stime, used.ru_maxrss / PEAKS_IN_A_MIB)
    print(json.dumps(took))
    sys.exit(os.waitstatus_to_exitcode(status))


if __name__ == "__main__":
    main()
