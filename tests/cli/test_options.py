"""The one table of options that amend a recipe: each sets a key that there is, in both commands
that take it."""

import re
from inspect import signature
from pathlib import Path

import pytest
from command import HOME, run

from puzzlebook.cli import COMMANDS, _keep_typed_options
from puzzlebook.cli.options import AMENDMENTS, collect_overrides
from puzzlebook.recipes.reading import list_fields

GIVEN = {row.name: None for row in AMENDMENTS}


def test_every_key_is_one_of_a_recipe():
    for row in AMENDMENTS:
        if row.key not in (None, "mazes"):  # the total, which is shared among the sections
            table, _, key = row.key.replace(".*", "").rpartition(".")
            assert key in list_fields(table), row


@pytest.mark.parametrize("command", ["make", "new"])
def test_a_command_has_the_options_of_its_rows_in_their_order(command):
    shown = re.findall(
        r"^  --([a-z-]+)", run(command, "--help", cwd=HOME, COLUMNS="200").out, re.MULTILINE
    )
    rows = [row.name for row in AMENDMENTS if command == "make" or row.in_new]
    names = [name.replace("-", "_") for name in shown]
    assert [name for name in names if name in {row.name for row in AMENDMENTS}] == rows


def test_what_is_given_goes_to_its_key_and_files_are_named_from_here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    here = str(Path.cwd().resolve())
    given = {"title": "", "theme": "my.toml", "silhouette": "heart, a/cat.svg,text:A.B", "font": ["x.ttf", "y.ttf"],
             "language": "nl.toml", "start": "s.svg", "split": True, "mazes": 3, "pages": 9}  # fmt: skip
    found = collect_overrides({**GIVEN, **given})
    assert {key: value for key, value in found.items() if value is not None} == {
        "book.title": "",
        "theme": f"{here}/my.toml",
        "section.*.silhouette": f"heart,{here}/a/cat.svg,text:A.B",
        "fonts": [f"{here}/x.ttf", f"{here}/y.ttf"],
        "language": f"{here}/nl.toml",
        "start": f"{here}/s.svg",
        "worksheet.split": True,
        "mazes": 3,
    }
    assert collect_overrides({**GIVEN, "theme": "bee", "silhouette": "heart"})["theme"] == "bee"


def test_keys_stand_as_codes_have_always_named_them():
    keys = [*collect_overrides(GIVEN)]
    assert keys[keys.index("audience") :][:3] == ["audience", "theme", "start"]


@pytest.mark.parametrize(
    ("words", "typed"),
    [(("-q", "--mazes=3"), {"quiet", "mazes"}), (("--no-svg",), {"svg"}), (("sheets",), set())],
)
def test_typer_sees_the_options_that_are_typed(words, typed):
    seen = signature(_keep_typed_options(COMMANDS["make"][0], words)).parameters
    assert {*seen} == {"book", *typed}


@pytest.mark.parametrize("words", [("--mazs=3",), ("-fq",), ("-o", "-"), ("--", "x"), ("--help",)])
def test_it_sees_all_where_one_is_nobodys(words):
    make = COMMANDS["make"][0]
    assert _keep_typed_options(make, words) is make
