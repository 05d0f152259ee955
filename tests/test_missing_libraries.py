"""Where a library cannot be had, as in a browser: books are made without it, in one process, byte
for byte the same."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from command import environment

from puzzlebook import make_book, make_maze
from puzzlebook.running import process_pool as sharing
from puzzlebook.running.process_pool import estimate_jobs
from puzzlebook.verbs.rebuilding import rebuild

BARE = """
import json, sys
for name in ("pikepdf", "multiprocessing", "concurrent.futures"):
    sys.modules[name] = None
NO = ("subprocess.", "os.fork", "os.exec", "os.spawn", "os.posix_spawn", "os.symlink", "os.link", "_thread.")
def watch(event, arguments):
    if event.startswith(NO):
        raise AssertionError(event)
sys.addaudithook(watch)
"""
"""A Python as bare as a browser's."""


def bare(code, cwd):
    """What is printed, as JSON, by code that runs where libraries are missing."""
    done = subprocess.run(
        [sys.executable, "-c", BARE + code], cwd=cwd, env=environment(), capture_output=True
    )
    assert done.returncode == 0, done.stderr.decode()
    return json.loads(done.stdout)


def test_all_is_made_without_them_and_is_the_same(tmp_path):
    there = bare(
        """
from pathlib import Path
from puzzlebook import make_book, make_maze
from puzzlebook.verbs.rebuilding import rebuild
Path("3b.csv").write_text("Mia\\nBen\\n")
book = make_book("sheets", seed="owl", mazes=2)
pupils = make_book("worksheet", seed="owl", names="3b.csv", overrides={"worksheet.key": "separate"})
code = rebuild(book.manifest["code"], output="code")
again = rebuild(str(book.pdf.parent / "manifest.json"), output="again")
maze = make_maze("polar", 9, seed="owl").save("maze.pdf")
print(json.dumps([book.manifest, pupils.manifest["files"], code.book.manifest, again.comparison.identical]))
""",
        tmp_path,
    )
    book = make_book("sheets", seed="owl", mazes=2, output=tmp_path / "here")
    pupils = make_book("worksheet", seed="owl", names=tmp_path / "3b.csv", output=tmp_path / "here",
                       overrides={"worksheet.key": "separate"})  # fmt: skip
    made, class_set, by_code, identical = there
    assert made == by_code == book.manifest
    assert class_set == pupils.manifest["files"]
    assert identical
    assert (
        make_maze("polar", 9, seed="owl").save(tmp_path / "own.pdf").read_bytes()
        == (tmp_path / "maze.pdf").read_bytes()
    )
    assert (
        rebuild(book.manifest["code"], output=tmp_path / "back").book.manifest["files"]
        == made["files"]
    )


def test_a_browser_has_one_process(monkeypatch):
    monkeypatch.setattr(sharing.sys, "platform", "emscripten")
    assert estimate_jobs(10**6) == 1


NO_PIKEPDF = "pikepdf: is not installed, and no PDF file can be checked without it"
DOINGS = {
    "check": ("import puzzlebook.checks.whole_book", NO_PIKEPDF),
    "any PDF": ('open_document(Path("a.pdf"), "a.pdf")', NO_PIKEPDF),
}


@pytest.mark.parametrize(("doing", "said"), DOINGS.values(), ids=DOINGS)
def test_what_needs_them_says_so_in_one_line(doing, said, tmp_path):
    code = """
from pathlib import Path
from puzzlebook import Unfinished, make_book
from puzzlebook.pdf_reading.pages import open_document
Path("a.pdf").write_bytes(b"%PDF-")
try:
"""
    code += f"    {doing}\nexcept Unfinished as missing:\n    print(json.dumps(str(missing)))\n"
    assert bare(code, tmp_path) == f"{said}; python -m pip install {said.partition(':')[0]}"
    assert {path.name for path in tmp_path.rglob("*")} <= {"a.pdf", "output"}
