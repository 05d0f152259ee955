"""Series and editions: what another volume, language, printer or page does to an ISBN, to texts and
to mazes."""

from __future__ import annotations

import json
import os
import pty
import re
import shlex
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest
from command import HOME, run

from puzzlebook.cli import COMMANDS

FEW = ("--mazes", "7", "--no-svg", "--no-check")
ISBN = "978-3-16-148410-0"


@pytest.fixture
def recipe(puzzlebook_here):
    """Makes a recipe of one's own."""

    def new(*options: str) -> str:
        Path("my.toml").unlink(missing_ok=True)
        assert (
            puzzlebook_here("new", "my.toml", "--from", "ages-7-8", "--seed", "owl", *options).code
            == 0
        )
        return "my.toml"

    return new


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--volume", "2"), "another volume needs its own (--isbn)"),
        (("--language", "de"), "another language needs its own"),
        (("--printer", "kdp-paperback", "--page", "6x9"), ""),  # the recipe's own is for home
        (("--page", "a4"), ""),
        (("--page", "8.5x11"), ""),
        (("--volume", "2", "--isbn", "978-1-4028-9462-6"), ""),
        ((), ""),
    ],
)
def test_an_isbn_goes_into_one_edition(recipe, puzzlebook_here, options, said):
    made = ("make", recipe("--isbn", ISBN), "--mazes", "34", "--dry-run", *options)
    done = puzzlebook_here(*made)
    assert done.code == 0, done.err
    assert (f"note: ISBN {ISBN} is that of the recipe's own edition" in done.err) == bool(said)
    assert said in done.err


def test_an_isbn_goes_into_one_printers_edition(recipe, puzzlebook_here):
    file = recipe("--isbn", ISBN, "--printer", "kdp-paperback", "--page", "8.5x11")
    moved = ("--printer", "lulu", "--page", "8.5x8.5", "--mazes", "34", "--dry-run")
    done = puzzlebook_here("make", file, *moved)
    assert "another printer and page needs its own" in done.err


@pytest.mark.parametrize(
    ("title", "is_said"),
    [("Laberintos de verano", False), ("Mazes for Mia", True), ("Mia", True)],
)
def test_a_title_that_is_in_the_language_asked_for_needs_no_note(
    recipe, puzzlebook_here, title, is_said
):
    file = recipe("--title", title)
    done = puzzlebook_here("make", file, *FEW, "--language", "es", "--dry-run")
    assert done.code == 0, done.err
    assert ("stays as it is" in done.err) is is_said


def test_a_new_recipe_prints_no_code_in_a_book_for_sale(recipe, puzzlebook_here):
    """The codes follow the printer, unless the recipe was told which to print."""
    sold = (
        "--printer",
        "kdp-paperback",
        "--page",
        "8.5x11",
        "--mazes",
        "34",
        "--dry-run",
        "--json",
    )
    done = puzzlebook_here("make", recipe(), *sold)
    assert json.loads(done.out)["manifest"]["recipe"]["codes"] == "none"
    done = puzzlebook_here("make", recipe("--set", "codes=book"), *sold)
    assert json.loads(done.out)["manifest"]["recipe"]["codes"] == "book"


def test_a_second_volume_is_told_of_the_first_and_its_mazes_are_its_own(recipe, puzzlebook_here):
    file = recipe("--title", "Mazes for Mia")
    assert puzzlebook_here("make", file, *FEW, "--name", "one").code == 0
    second = ("make", file, *FEW, "--volume", "2", "--dry-run", "--json")
    beside = puzzlebook_here(*second)
    assert "note: none of the mazes of volume 1 (output/one) comes again\n" in beside.err
    elsewhere = puzzlebook_here(*second, "-o", "other")
    assert "volume 1" not in elsewhere.err
    mazes = [json.loads(done.out)["manifest"]["mazes"] for done in (beside, elsewhere)]
    assert mazes[0] == mazes[1], "nothing that merely lies near changes a book"
    assert "volume 1" not in puzzlebook_here(*second, "--title", "Another").err
    assert puzzlebook_here("make", file, *FEW, "--volume", "2", "--name", "two").code == 0
    assert "volume 2" not in puzzlebook_here(*second).err, "itself, once more"


def test_mazes_that_come_again_from_an_earlier_volume_are_counted(recipe, puzzlebook_here):
    """The option in the note draws other ones."""
    file = recipe("--title", "Mazes for Mia")
    assert puzzlebook_here("make", file, *FEW, "--volume", "2", "--name", "one").code == 0
    manifest = Path("output") / "one" / "manifest.json"
    manifest.write_text(manifest.read_text("utf-8").replace('"volume": 2', '"volume": 1'), "utf-8")
    second = ("make", file, *FEW, "--volume", "2", "--dry-run")
    told = puzzlebook_here(*second).err
    assert re.search(r"note: \d of the mazes of volume 1 \(output/one\) come again \(other", told)
    option = shlex.split(told.partition("ones: ")[2].partition(")\n")[0])
    assert "none of the mazes of volume 1" in puzzlebook_here(*second, *option).err


def test_another_language_takes_our_own_titles_and_names_what_stays(recipe, puzzlebook_here):
    file = recipe("--title", "Mazes for Mia")
    done = puzzlebook_here("make", file, *FEW, "--language", "de", "--dry-run", "--json")
    manifest = json.loads(done.out)["manifest"]
    assert manifest["recipe"]["book"]["title"] == "Mazes for Mia"
    assert manifest["recipe"]["section"][0]["title"] == "Aufwärmen"
    assert 'note: the title "Mazes for Mia" stays as it is, and the book is in de' in done.err
    assert done.err.count("stays as it is") == 1
    done = puzzlebook_here(
        "make", file, *FEW, "--language", "de", "--title", "Für Mia", "--name", "de"
    )
    assert (
        puzzlebook_here(
            "make", "output/de/recipe.toml", *FEW, "--name", "en", "--language", "en"
        ).code
        == 0
    )


def test_a_new_recipe_has_our_titles_as_remarks_which_follow_its_language(
    recipe, puzzlebook_here, tmp_path
):
    file = tmp_path / recipe()
    text = file.read_text("utf-8")
    assert '# title = "Warm-up"\n' in text
    assert not re.findall('(?m)^(sub)?title = "', text)
    for language, said in (("de", "Aufwärmen"), ("en", "Warm-up"), ("fr", "Échauffement")):
        file.write_text(
            re.sub("(?m)^language = .*", f'language = "{language}"', text), encoding="utf-8"
        )
        done = puzzlebook_here("make", file, *FEW, "--dry-run", "--json")
        recipe_ = json.loads(done.out)["manifest"]["recipe"]
        assert recipe_["section"][0]["title"] == said
        assert "headings" not in recipe_, "what a book's folder keeps is resolved"
        assert "English" not in done.err
    own = text.replace('# title = "Warm-up"', 'title = "Go"').replace(
        "# subtitle = ", "subtitle = "
    )
    file.write_text(re.sub("(?m)^language = .*", 'language = "de"', own), encoding="utf-8")
    done = puzzlebook_here("make", file, *FEW, "--dry-run", "--json")
    assert json.loads(done.out)["manifest"]["recipe"]["section"][0]["title"] == "Go"
    assert done.err.count("is English, and the book is in de") == 1, "the subtitle"
    file.write_text(text.replace('headings = "ages-7-8"', 'headings = "ages-78"'), encoding="utf-8")
    done = puzzlebook_here("make", file, *FEW)
    assert 'headings: "ages-78" is not a built-in book; did you mean ages-7-8?' in done.err


def test_our_own_titles_that_stayed_english_are_named(recipe, puzzlebook_here, tmp_path):
    file = tmp_path / recipe()
    file.write_text(
        file.read_text("utf-8").replace('# title = "Warm-up"', 'title = "Warm-up"'),
        encoding="utf-8",
    )
    assert "is English" not in puzzlebook_here("make", file, *FEW, "--dry-run").err
    file.write_text(
        re.sub("(?m)^language = .*", 'language = "de"', file.read_text("utf-8")), encoding="utf-8"
    )
    done = puzzlebook_here("make", file, *FEW, "--dry-run")
    assert 'note: the title "Warm-up" is English, and the book is in de' in done.err
    assert 'where ours is called "Aufwärmen"' in done.err
    assert done.code == 0
    file.write_text(file.read_text("utf-8").replace('"Warm-up"', '"Los geht’s"'), encoding="utf-8")
    assert "Warm-up" not in puzzlebook_here("make", file, *FEW, "--dry-run").err


# -- For programs ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "code", "where"),
    [
        (("make", "none-such", "--json"), 2, "none-such"),
        (("make", "sheets", "--mazes", "ten", "--json"), 2, "--mazes"),
        (("rebuild", "nowhere", "--json"), 2, "nowhere"),
        (("list", "boks", "--json"), 2, "list"),
        (("verify", "nowhere", "--json"), 2, "nowhere"),
    ],
)
def test_errors_are_json_too(puzzlebook_here, typed, code, where):
    done = puzzlebook_here(*typed)
    assert done.code == code
    (error,) = json.loads(done.out)["errors"]
    assert error.keys() == {"where", "what", "allowed", "command"}
    assert error["where"] == where
    assert done.err.startswith(f"error: {where}: {error['what']}")


def test_examples_fit_and_none_leaves_it_to_the_shell(tmp_path, puzzlebook_here):
    for command in ("", *COMMANDS):
        lines = run(*filter(None, [command]), "--help", cwd=HOME, COLUMNS="60").out.splitlines()
        shown = [line for line in lines if "  puzzlebook " in line]
        assert shown, command
        assert not any(" > " in line for line in shown)
        assert max(map(len, shown)) <= 72
    assert all(len(line) <= 60 for line in run("--help", cwd=HOME, COLUMNS="60").out.splitlines())
    assert puzzlebook_here("schema", "-o", "s.json").code == 0
    assert json.loads((tmp_path / "s.json").read_text()) == json.loads(
        puzzlebook_here("schema").out
    )


def on_a_terminal(tmp_path, *words: str) -> tuple[int, str]:
    """The exit code of a command, and what a terminal is shown of it."""
    ours, theirs = pty.openpty()
    environment = {**os.environ, "PYTHONPATH": str(HOME), "TERM": "xterm", "COLUMNS": "100"}
    done = subprocess.run(
        [sys.executable, "-m", "puzzlebook", *words],
        cwd=tmp_path, env=environment, stdout=theirs, stderr=theirs, check=False,
    )  # fmt: skip
    os.close(theirs)
    said = b""
    with suppress(OSError):  # so a terminal ends
        while more := os.read(ours, 100_000):
            said += more
    os.close(ours)
    return done.returncode, said.decode()


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="a terminal of Linux")
def test_no_bar_stands_before_an_error_and_one_beside_long_work(tmp_path):
    code, said = on_a_terminal(tmp_path, "make", "none-such")
    assert code == 2
    assert "None" not in said
    assert "there is no book called" in said
    code, said = on_a_terminal(tmp_path, "maze", "--size", "400x260", "-o", "m.svg")
    assert code == 0
    assert "drawing the maze" in said
    assert "writing the picture" in said
    assert "drawing" not in on_a_terminal(tmp_path, "maze", "--size", "9x9", "-o", "n.svg")[1]
