"""Runs on a shelf that are killed, or that come all at once: each a process of its own. See
`test_nothing_lost`.

killed.py steps SHELF SEED EXCHANGE [N]   put a small book on a shelf; killed before its Nth change
of the disk killed.py additions SHELF AGAIN            add a cover to a book, or one more; killed
before each change of the disk killed.py commands SHELF NAME              the same with the command
of this name, cover or preview, and a real book killed.py moments SHELF SEED TIMES        make a
book again and again, killed at a random moment each time killed.py at-once SHELF TIMES NUMBER
make one book many times at once; NUMBER: under one process number
"""

import json
import os
import random
import shutil
import signal
import sys
import time
from hashlib import sha256
from pathlib import Path

from puzzlebook.shelf import folder, renames
from puzzlebook.shelf.manifest import open_book, write_manifest

BOOK = "sheets"
COVER = f"{BOOK}-cover.pdf"


def put_book(shelf, seed, force=True, meanwhile=lambda: None):
    """A small book, such as `make` puts on a shelf, and what happens while it is made."""
    with folder.create_folder(shelf / BOOK, force) as new:
        new.write("svg/001.svg", seed.encode())
        new.write(f"{BOOK}.pdf", b"%PDF " + seed.encode())
        said = {"format": 1, "edition": 1, "code": None, "seed": seed, "recipe": {"name": BOOK}, "pages": 1,
                "versions": {}, "files": dict(new.sums), "mazes": [{"code": ""}]}  # fmt: skip
        new.write("manifest.json", write_manifest(said).encode())
        meanwhile()


def seed_of(book):
    """The seed of a book whose every file is there as its manifest says, and nothing else; None
    where no book is."""
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
    renames._NO_REPLACE = renames._EXCHANGE = 0


def die_before(step):
    """Killed before this change of the disk."""
    left = [step]

    def watch(event, arguments):
        writes = (
            event == "open"
            and isinstance(arguments[2], int)
            and arguments[2] & (os.O_WRONLY | os.O_RDWR)
        )
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


def additions(shelf, again):
    """A cover, or another in its place, added by a process that is killed; then by one that is
    not."""
    place = Path(shelf) / BOOK
    for step in range(1, 100):
        put_book(Path(shelf), "owl")
        if again == "again":
            add_cover(place, b"old")
        child = os.fork()
        if not child:
            die_before(step)
            add_cover(place, b"new")
            os._exit(0)
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        cover = place / COVER
        whole = (b"old", b"new") if again == "again" or cover.exists() else ()
        assert not whole or cover.read_bytes() in whole, step
        listed = open_book(place).files
        assert listed.keys() - {COVER} == {"svg/001.svg", f"{BOOK}.pdf"}
        assert COVER not in listed or cover.exists(), step
        if code == 0:
            break
        assert code == -signal.SIGKILL
        add_cover(place, b"next")
        assert seed_of(place) == "owl", step
        assert cover.read_bytes() == b"next"
    assert seed_of(place) == "owl"
    assert cover.read_bytes() == b"new"
    print(step)


def add_cover(place, content):
    free = () if (place / COVER).exists() else (COVER,)
    folder.add_files(open_book(place), {COVER: content}, {"cover": {"pages": 1}}, free)


def commands(shelf, name):
    """A finished book's cover or preview, made by a process that is killed; then by one that is
    not."""
    from puzzlebook.checks.verify import verify
    from puzzlebook.verbs.contact_sheet import make_preview
    from puzzlebook.verbs.cover import make_cover
    from puzzlebook.verbs.make import make_book

    book = make_book(BOOK, seed="owl", output=Path(shelf), overrides={"mazes": 1}).folder
    do = {"cover": lambda: make_cover(book, force=True), "preview": lambda: make_preview(book)}[
        name
    ]
    file = book / {"cover": COVER, "preview": f"{BOOK}-preview.png"}[name]
    for step in range(1, 100):
        child = os.fork()
        if not child:
            die_before(step)
            do()
            os._exit(0)
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        assert {fault.where for fault in verify(book).faults} <= {file.name}, step
        if code == 0:
            break
        assert code == -signal.SIGKILL
        if name == "preview" and file.name not in open_book(book).files:
            file.unlink(missing_ok=True)  # it has come, and its line in the manifest has not
        do()
        done = verify(book)
        assert (done.faults, done.remarks) == ((), ()), step
        if step % 2:  # the next is the first again
            shutil.rmtree(book)
            make_book(BOOK, seed="owl", output=Path(shelf), overrides={"mazes": 1})
    print(step)


def make(shelf, seed, *options, number=None):
    """A process that makes a book; its number for the parent."""
    from puzzlebook.cli import main

    if child := os.fork():
        return child
    if number:
        os.getpid = lambda: number
    sys.argv = [
        "puzzlebook",
        "make",
        BOOK,
        "--seed",
        seed,
        "--mazes",
        "3",
        "-o",
        shelf,
        "-q",
        "--no-check",
        *options,
    ]
    main()
    raise SystemExit


def moments(shelf, seed, times):
    import puzzlebook.verbs.make  # noqa: F401 - so that it is making, not loading, that is killed

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
    import puzzlebook.verbs.make  # noqa: F401 - so that all begin at once, with nothing left to load

    children = [
        make(shelf, f"turn {turn}", number=4711 if number == "one" else None)
        for turn in range(int(times))
    ]
    codes = [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children]
    print(json.dumps([codes, seed_of(Path(shelf) / BOOK)]))


if __name__ == "__main__":
    {
        "steps": steps,
        "additions": additions,
        "commands": commands,
        "moments": moments,
        "at-once": at_once,
    }[sys.argv[1]](*sys.argv[2:])
