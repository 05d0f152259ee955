"""Record the SHA-256 of every file that a wide sample of commands makes, and compare two records.

    python tests/record_bytes.py RECORD.json            make everything and write the record
    python tests/record_bytes.py RECORD.json OTHER.json  compare two records; exit 1 if they differ

Run it before and after a change that must not move a byte. It speaks to the program only by its
command line, so any two versions can be compared: PYTHONPATH names the checkout to record. All
commands run in one temporary folder, in order, with few mazes each; it takes a few minutes.
"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory

BOOKS = (
    "adult", "ages-3-4", "ages-5-6", "ages-7-8", "ages-9-11", "expert", "hidden-pictures",
    "large-print", "shapes", "sheets", "silhouettes", "tactile", "worksheet",
)  # fmt: skip
VARIANTS = {
    "plain": (),
    "fa": ("--language", "fa"),
    "bn": ("--language", "bn"),
    "kdp": ("--printer", "kdp-paperback", "--page", "6x9", "--mazes", "24"),
    "both": ("--pdf", "both"),
    "colour": ("--set", "ink=premium-color"),
}
PRINTERS = (
    "home",
    "kdp-paperback",
    "kdp-hardcover",
    "ingram",
    "ingram-hardcover",
    "lulu",
    "lulu-hardcover",
)
COVERED = {"kdp-hardcover": "6x9", "ingram-hardcover": "6x9", "lulu-hardcover": "6x9"}
SPINE = {"ingram": "0.4in", "ingram-hardcover": "0.6in"}
CLASS = "name;level;print\nMia Berg;;\nBen Østergård;easier;\nZoë Šimková;harder;large\nŁukasz;;\n"
GIFTS = "name,from\nMia,Grandma\nNoah,Uncle Jo\n"
MAZES = tuple(
    (shape, size, cut)
    for shape, size in (
        ("square", "12x16"),
        ("hexagonal", "9x10"),
        ("triangular", "11x9"),
        ("polar", "7"),
        ("octagonal", "8x9"),
        ("rhombille", "7x7"),
        ("cairo", "6x7"),
        ("penrose", "9x9"),
    )
    for cut in ((), ("--silhouette", "heart"), ("--ends", "corners"), ("--marks", "both"))
)


def list_commands() -> list[tuple[str, ...]]:
    """The commands of a record, independent of each other."""
    make: list[tuple[str, ...]] = [
        (
            "make",
            book,
            "--seed",
            "owl",
            "--name",
            f"{book}-{variant}",
            *(options if "--mazes" in options else ("--mazes", "8", *options)),
        )
        for book in BOOKS
        for variant, options in VARIANTS.items()
    ]
    make += [
        ("make", "worksheet", "--names", "class.csv", "--seed", "owl", "--name", "class"),
        ("make", "worksheet", "--names", "class.csv", "--seed", "owl", "--name", "split", "--split", "--key",
         "separate", "--pdf", "both"),
        ("make", "ages-5-6", "--names", "gifts.csv", "--seed", "owl", "--mazes", "5", "--name", "gifts",
         "--title", "Mazes for {name}", "--dedication", "From {from}"),
        ("make", "ages-7-8", "--seed", "owl", "--mazes", "120", "--name", "long"),
        ("make", "ages-5-6", "--seed", "owl", "--mazes", "8", "--booklet", "--page", "a4", "--name", "booklet"),
    ]  # fmt: skip
    for shape, size, options in MAZES:
        name = "-".join((shape, *(option.lstrip("-") for option in options)))
        make.append(
            (
                "maze",
                "--shape",
                shape,
                "--size",
                size,
                "--seed",
                "owl",
                "--both",
                *options,
                "-o",
                f"mazes/{name}.svg",
            )
        )
        make.append(
            (
                "maze",
                "--shape",
                shape,
                "--size",
                size,
                "--seed",
                "owl",
                *options,
                "-o",
                f"mazes/{name}.pdf",
            )
        )
    return make


def list_covers() -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    """For each printer the command that makes a book and the one that makes its cover."""
    return [
        (
            ("make", book, "--seed", "owl", "--mazes", "90", "--no-svg", "--no-check", "--printer", printer,
             "--page", COVERED.get(printer, "8.5x11"), "--name", f"cover-{book}-{printer}"),
            ("cover", f"output/cover-{book}-{printer}", *(("--spine", SPINE[printer]) if printer in SPINE else ())),
        )
        for book in ("ages-5-6", "adult")
        for printer in PRINTERS
    ]  # fmt: skip


def run(command: tuple[str, ...], folder: Path) -> str:
    """Run a command in a folder: its exit code, with what it said if it failed."""
    ended = subprocess.run(
        [sys.executable, "-m", "puzzlebook", *command],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    return (
        str(ended.returncode)
        if ended.returncode == 0
        else f"{ended.returncode} {ended.stderr.strip()}"
    )


def record(folder: Path) -> dict[str, str]:
    """Make everything in a folder: the sum of each file and the exit code of each command."""
    (folder / "class.csv").write_text(CLASS, encoding="utf-8")
    (folder / "gifts.csv").write_text(GIFTS, encoding="utf-8")
    (folder / "mazes").mkdir()
    commands, covers = list_commands(), list_covers()
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        ended = dict(
            zip(
                map(" ".join, commands),
                pool.map(lambda one: run(one, folder), commands),
                strict=True,
            )
        )
        for books in zip(*covers, strict=True):
            ended |= zip(
                map(" ".join, books), pool.map(lambda one: run(one, folder), books), strict=True
            )
    sums = {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }
    return {**ended, **sums}


def compare(one: dict[str, str], other: dict[str, str]) -> list[str]:
    """What two records do not have in common, a line each."""
    return [key for key in sorted({*one, *other}) if one.get(key) != other.get(key)]


def main() -> int:
    paths = [Path(argument) for argument in sys.argv[1:]]
    if len(paths) == 2:
        lines = compare(*(json.loads(path.read_text("utf-8")) for path in paths))
        print(*(lines or ["no difference"]), sep="\n")
        return bool(lines)
    with TemporaryDirectory() as folder:
        made = record(Path(folder))
    paths[0].write_text(json.dumps(made, indent=1, ensure_ascii=False), encoding="utf-8")
    print(
        f"{len(made)} entries; {sum(value.isdigit() is False and len(value) < 64 for value in made.values())} failed"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
