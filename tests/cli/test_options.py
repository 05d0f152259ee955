"""The options that set recipe keys: each sets a key that exists, in `make` and in `new`."""

import re
from pathlib import Path
from types import SimpleNamespace

import pytest
from command import HOME, run

from puzzlebook.cli.options import collect_overrides
from puzzlebook.cli.parsing import GROUPS, _explain_repetition
from puzzlebook.recipes.book_codes import OVERRIDE_ORDER
from puzzlebook.recipes.reading import list_fields

ONLY_IN_MAKE = {"time", "order", "key", "split", "only", "wall", "loads", "why"}
OPTIONS = {"fonts": "font"}
GIVEN = {OPTIONS.get(key, key.rpartition(".")[2]): None for key in OVERRIDE_ORDER}


def test_every_key_is_one_of_a_recipe():
    for path in OVERRIDE_ORDER:
        if path != "mazes":  # the total, which is shared among the sections
            table, _, key = path.replace(".*", "").rpartition(".")
            assert key in list_fields(table), path


@pytest.mark.parametrize("command", ["make", "new"])
def test_a_command_has_an_option_for_each_key_under_a_heading(command):
    out = run(command, "--help", cwd=HOME, COLUMNS="200").out
    shown = set(re.findall(r"^  --([a-z-]+)", out, re.MULTILINE))
    assert {*GIVEN} - shown == (set() if command == "make" else ONLY_IN_MAKE)
    headings = re.findall(r"^([A-Z][\w ]+):$", out, re.MULTILINE)
    assert headings[0] == "Arguments"
    assert headings[1:] == [group for group in GROUPS if group in headings]
    assert len(headings) >= 6


@pytest.mark.parametrize("columns", ["60", "80"])
def test_grouped_help_fits_a_terminal(columns):
    out = run("make", "--help", cwd=HOME, COLUMNS=columns).out
    text, _, _ = out.partition("Examples:")
    assert max(map(len, text.splitlines())) <= int(columns)


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


def test_overrides_are_in_the_order_of_codes():
    assert [*collect_overrides(GIVEN)] == [*OVERRIDE_ORDER]
    keys = [*OVERRIDE_ORDER]
    assert keys[keys.index("audience") :][:3] == ["audience", "level", "texture"]


def test_tactile_sheets_name_their_paper(puzzlebook_here):
    make = "make", "worksheet", "--mazes", "1", "--no-svg", "--no-check"
    assert "on swell paper" in puzzlebook_here(*make, "--audience", "tactile").out
    assert "swell" not in puzzlebook_here(*make).out


def test_what_may_be_given_again_and_is_not_given_leaves_the_recipe_as_it_is():
    assert "fonts" not in collect_overrides({**GIVEN, "font": ()})


def test_a_flag_may_be_repeated_and_not_be_taken_back():
    flag = SimpleNamespace(is_flag=True, opts=["--svg"], secondary_opts=["--no-svg"])
    assert _explain_repetition(flag, ["--no-svg", "--no-svg"]) is None
    assert _explain_repetition(flag, ["--svg", "--svg"]) is None
    assert (
        _explain_repetition(flag, ["--svg", "--no-svg"]).what == "cannot be combined with --no-svg"
    )
