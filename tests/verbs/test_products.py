"""The products of `docs/publishing.md`: each from nothing to a folder to upload, in two commands."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest
from command import run

import puzzlebook

PAGE = Path(__file__).parents[2] / "docs" / "publishing.md"
ROWS = re.findall(r"^\| ([^|`]+) \| `(make [^`]+)` \|$", PAGE.read_text("utf-8"), re.MULTILINE)
FIRST = dict(ROWS)["children's paperback"]
SECOND = f'{FIRST} --volume 2 --series "Farm Days"'
COMMANDS = {name: shlex.split(command) for name, command in ROWS}
COMMANDS["the second volume"] = shlex.split(SECOND)


def test_the_page_lists_the_products():
    assert len(COMMANDS) == 9
    assert "`--volume 2 --name farm-2`" in PAGE.read_text("utf-8")


@pytest.mark.parametrize("product", COMMANDS)
def test_a_product_is_ready_after_two_commands(product, tmp_path):
    own = ("--title", "Garden", "--author", "Ada Example", "--year", "2026")
    made = run(*COMMANDS[product], *own, "--name", "p", "--seed", "owl", cwd=tmp_path)
    assert made.code == 0, made.err
    (following,) = re.findall(r"^Next: +puzzlebook (.+)$", made.out, re.MULTILINE)
    listed = run(*shlex.split(following), cwd=tmp_path)
    assert listed.code == 0, listed.err
    interior = "listing/p-reversed.pdf" if product.startswith("in Persian") else "p.pdf"
    assert listed.out.splitlines()[-1].startswith(f"Upload:     {interior} and p-cover.pdf")
    reversed_file = f"{interior}: the same pages as p.pdf, from the last to the first"
    assert (reversed_file in listed.out) == (interior != "p.pdf")
    folder = tmp_path / "output" / "p"
    manifest = json.loads((folder / "manifest.json").read_text("utf-8"))
    assert {"p.pdf", "p-cover.pdf", "listing/form.txt", "listing/front.jpg"} <= {*manifest["files"]}
    assert puzzlebook.verify(folder).faults == ()
