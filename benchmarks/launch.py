"""Runs one command and prints what it took, as JSON: seconds, seconds of processor time, and peak memory in MiB.

A process of its own, because a child's peak memory is counted from what its parent had when it began: a small parent
keeps the figure honest.
"""

import json
import os
import sys
from time import perf_counter

# macOS counts the peak in bytes, Linux in KiB.
PEAKS_IN_A_MIB = 1 << 20 if sys.platform == "darwin" else 1 << 10


def main() -> None:
    """Run the command in our arguments; its output goes nowhere, its errors to stderr."""
    began = perf_counter()
    child = os.posix_spawn(
        sys.argv[1], sys.argv[1:], os.environ, file_actions=[(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)]
    )
    _, status, used = os.wait4(child, 0)
    seconds = perf_counter() - began
    took = (seconds, used.ru_utime + used.ru_stime, used.ru_maxrss / PEAKS_IN_A_MIB)
    print(json.dumps(took))
    sys.exit(os.waitstatus_to_exitcode(status))


if __name__ == "__main__":
    main()
