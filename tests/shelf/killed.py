"""Runs on a shelf that are killed, or that come all at once: each a process of its own. See `test_nothing_lost`.

killed.py steps SHELF SEED EXCHANGE [N]   put a small book on a shelf; killed before its Nth change of the disk
killed.py moments SHELF SEED TIMES        make a book again and again, killed at a random moment each time
killed.py at-once SHELF TIMES NUMBER      make one book many times at once; NUMBER: under one process number
"""

import json
import os
import random
import signal
import sys
import time
from hashlib import sha256
from pathlib import Path

from puzzlebook.shelf import folder, renames
from puzzlebook.shelf.manifest import manifest_text

BOOK = "sheets"


def put_book(shelf, seed, force=True, meanwhile=lambda: None):
    """A small book, such as `make` puts on a shelf, and what happens while it is made."""
    with folder.made_in(shelf / BOOK, force) as new:
        new.write("svg/001.svg", seed.encode())
        new.write(f"{BOOK}.pdf", b"%PDF " + seed.encode())
        said = {"format": 1, "edition": 1, "seed": seed, "files": dict(new.sums), "mazes": []}
        new.write("manifest.json", manifest_text(said).encode())
        meanwhile()


def seed_of(book):
    """The seed of a book whose every file is there as its manifest says, and nothing else; None where no book is."""
    if not book.exists():
        return None
    said = json.loads((book / "manifest.json").read_bytes())
    there = {path.relative_to(book).as_posix(): path for path in book.rglob("*") if path.is_file()}
    assert there.keys() == {"manifest.json", *said["files"]}
    for name, total in said["files"].items():
        assert sha256(there[name].read_bytes()).hexdigest() == total, name
    return said["seed"]


def without_exchange():
    """As on a system that only knows rename."""
    renames._NOT_OVER = renames._EXCHANGE = 0


def die_before(step):
    """Killed before this change of the disk."""
    left = [step]

    def watch(event, arguments):
        writes = event == "open" and isinstance(arguments[2], int) and arguments[2] & (os.O_WRONLY | os.O_RDWR)
        renames_ = event == "ctypes.dlsym" and str(arguments[1]).startswith("rename")
        if writes or renames_ or event in ("os.mkdir", "os.rename", "os.rmdir", "os.remove"):
            left[0] -= 1
            if not left[0]:
                os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(watch)


def steps(shelf, seed, exchange, step="0"):
    if exchange == "no":
        without_exchange()
    die_before(int(step))
    put_book(Path(shelf), seed)


def make(shelf, seed, *options, number=None):
    """A process that makes a book; its number for the parent."""
    from puzzlebook.cli import main

    if child := os.fork():
        return child
    if number:
        os.getpid = lambda: number
    sys.argv = ["puzzlebook", "make", BOOK, "--seed", seed, "--mazes", "3", "-o", shelf, "-q", "--no-check", *options]
    main()
    raise SystemExit


def moments(shelf, seed, times):
    import puzzlebook.make  # noqa: F401 - so that it is making, not loading, that is killed

    began = time.monotonic()
    assert os.waitpid(make(shelf, "first"), 0)[1] == 0
    lasts = time.monotonic() - began
    chance, last, killed = random.Random(seed), "first", 0
    for turn in range(int(times)):
        child = make(shelf, f"turn {turn}", "--force")
        time.sleep(chance.uniform(0, lasts))
        os.kill(child, signal.SIGKILL)
        killed += os.WIFSIGNALED(os.waitpid(child, 0)[1])
        found = seed_of(Path(shelf) / BOOK)
        assert found in (last, f"turn {turn}"), (turn, found)
        last = found
    assert os.waitpid(make(shelf, "last", "--force"), 0)[1] == 0
    assert seed_of(Path(shelf) / BOOK) == "last"
    print(killed)


def at_once(shelf, times, number):
    import puzzlebook.make  # noqa: F401 - so that all begin at once, with nothing left to load

    children = [make(shelf, f"turn {turn}", number=4711 if number == "one" else None) for turn in range(int(times))]
    codes = [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children]
    print(json.dumps([codes, seed_of(Path(shelf) / BOOK)]))


if __name__ == "__main__":
    {"steps": steps, "moments": moments, "at-once": at_once}[sys.argv[1]](*sys.argv[2:])
