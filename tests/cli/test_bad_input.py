"""Whatever is wrong with a request, or with the world: clear lines, the right exit code, and not a
thing changed.

Every test looks at the whole folder before and after: names, bytes, times.
"""

import errno
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
import types
from contextlib import contextmanager
from itertools import count, product
from pathlib import Path
from xml.etree import ElementTree

import pypdfium2
import pytest
from command import check_errors, environment, run, snapshot
from samples import one_in

from puzzlebook.language.words import load_words
from puzzlebook.shelf import folder as shelf
from puzzlebook.shelf import placing

NO_BEE = "no font has a glyph for '🐝' (U+1F41D HONEYBEE) in \"Bees 🐝\"; "
RECIPE = """\
seed = "owl"
page = "letter"
[book]
title = "Small"
[[section]]
key = "first"
mazes = 2
size = "4x5"
[[section]]
key = "second"
mazes = 1
size = "8x10"
"""
CODE = "1-square-9x12-far-7q4k2m9x0c3t5v8w-p"
QUICK = ("make", "sheets", "--mazes", "2", "--seed", "owl")


def changed(old, new):
    """The recipe with one line changed."""
    assert RECIPE.count(old) == 1
    return RECIPE.replace(old, new)


@pytest.fixture
def refused(tmp_path, puzzlebook_here):
    """Runs a command that must be refused; gives the lines that it said, and knows that nothing
    else was done."""

    def check(*arguments, code=2):
        before = snapshot(tmp_path)
        done = puzzlebook_here(*arguments)
        assert snapshot(tmp_path) == before
        assert (done.code, done.out) == (code, "")
        return check_errors(done.err)

    return check


# -- Recipes ------------------------------------------------------------------------------------------------

RECIPES = {
    "not found": (
        None,
        "mine.toml: there is no such file; give the path of a recipe, or the name of a book",
    ),
    "empty": ("", "mine.toml: is empty; a recipe (try: puzzlebook new mine.toml)"),
    "not TOML": (
        "title: Mazes\n",
        "mine.toml: is not valid TOML at line 1, column 6: title: Mazes; write lines such as",
    ),
    "not UTF-8": (
        RECIPE.encode("utf-16"),
        "mine.toml: is not UTF-8 text (line 1); save it as UTF-8",
    ),
    "Latin-1": (b"# Gr\xf6\xdfe\n", "mine.toml: is not UTF-8 text (line 1); save it as UTF-8"),
    "unknown key": (changed("seed =", "sead ="), "sead: there is no such key; did you mean seed?"),
    "misplaced key": (
        f'title = "x"\n{RECIPE}',
        "title: there is no such key; title belongs under [book]",
    ),
    "wrong type": (changed('"owl"', "40"), "seed: 40 is not text; write it in quotes, such as"),
    "a count as text": (
        changed("mazes = 2", 'mazes = "2"'),
        'section.first.mazes: "2" is not a whole number;',
    ),
    "no sections": ('[book]\ntitle = "x"\n', "section: is missing"),
    "size 0": (
        changed('"4x5"', "0"),
        "section.first.size: '0' is not a size; allowed for square: ",
    ),
    "size 0x5": (
        changed("4x5", "0x5"),
        "section.first.size: 0x5 is too small; square takes at least 1x1",
    ),
    "size 1x1": (
        changed("4x5", "1x1"),
        "section.first.size: 1x1 is a single cell; a maze has at least 2",
    ),
    "negative size": (
        changed("4x5", "-4x5"),
        "section.first.size: '-4x5' is not a size; allowed for",
    ),
    "over 4,000,000 cells": (
        changed("4x5", "2001x2000"),
        "section.first.size: 2001x2000 makes 4,002,000 cells; at most 4,000,000 in one maze",
    ),
    "passage under 1.2 mm": (
        changed("4x5", "150x150"),
        "section.first.size: 150x150 leaves passages of 0.9 mm on this page; passages are at least 1.2 mm, so at most ",
    ),
    "margins wider than the page": (
        f'margins = "5in"\n{RECIPE}',
        "margins: they leave 0 in of the page's width of 8.5 in; at least 1 in must be left",
    ),
    "margins that leave a strip": (
        f'margins = "4in"\n{RECIPE}',
        "margins: they leave 0.5 in of the page's width of 8.5 in; at least 1 in must be left",
    ),
    "negative margin": (
        f'margins = "-1in"\n{RECIPE}',
        'margins: "-1in" is not a length; give a number and its unit',
    ),
    "count 0": (
        changed("mazes = 2", "mazes = 0"),
        "section.first.mazes: 0 is too small; at least 1",
    ),
    "negative count": (
        changed("mazes = 2", "mazes = -1"),
        "section.first.mazes: -1 is too small; at least 1",
    ),
    "100,000 mazes": (
        changed("mazes = 2", "mazes = 100000"),
        "section.first.mazes: 100,000 is too large; at most 10,000",
    ),
    "10,001 mazes in all": (
        changed("mazes = 2", "mazes = 10000"),
        "section: they ask for 10,001 mazes; at most 10,000",
    ),
    "duplicate section keys": (
        changed('"second"', '"first"'),
        'section.2.key: another section is called "first" too; give each section a key of its own',
    ),
    "line break in a title": (
        changed("Small", r"a\nb"),
        "book.title: holds a line break; write one line of text",
    ),
    "escape in a title": (
        changed("Small", r"a\u001b[2Jb"),
        "book.title: holds the control character U+001B;",
    ),
    "emoji in a title": (changed("Small", "Bees 🐝"), f"book.title: {NO_BEE}"),
    "emoji in a heading": (
        f'{RECIPE}title = "🐝"\n',
        "section.second.title: no font has a glyph for '🐝'",
    ),
    "empty title": (changed("Small", ""), "book.title: is empty; write some text"),
    "a name that is a path": (
        f'name = "../x"\n{RECIPE}',
        'name: "../x" is a path, or has a character that no file name may have;',
    ),
    "an absolute name": (
        f'name = "/tmp/x"\n{RECIPE}',
        'name: "/tmp/x" is a path, or has a character that no file name may have;',
    ),
    "a Windows path": (
        f"name = 'C:\\x'\n{RECIPE}",
        'name: "C:\\x" is a path, or has a character that no file name may have;',
    ),
    "a base that is not there": (f'base = "no.toml"\n{RECIPE}', "no.toml: there is no such file; "),
}
"""By what is wrong: the recipe (None: there is none), and how the line begins."""


@pytest.mark.parametrize(("content", "line"), RECIPES.values(), ids=RECIPES)
def test_a_recipe_that_is_refused(content, line, tmp_path, refused):
    if content is not None:
        (tmp_path / "mine.toml").write_bytes(
            content if isinstance(content, bytes) else content.encode()
        )
    (said,) = refused("make", "mine.toml")
    assert said.startswith(f"error: {line}")


@pytest.mark.parametrize(
    "wrong", ["not found", "empty", "not TOML", "unknown key", "size 1x1", "duplicate section keys"]
)
def test_new_refuses_the_same(wrong, tmp_path, refused):
    content, line = RECIPES[wrong]
    if content is not None:
        (tmp_path / "mine.toml").write_text(content)
    (said,) = refused("new", "other.toml", "--from", "mine.toml")
    assert said.startswith(f"error: {line}")


def test_the_recipe_itself_is_right(tmp_path, puzzlebook_here):
    """What the table changes is what is refused."""
    (tmp_path / "mine.toml").write_text(RECIPE)
    assert puzzlebook_here("make", "mine.toml").code == 0


def test_all_faults_are_said_at_once(tmp_path, refused):
    wrong = (
        changed('"4x5"', '"1x1"').replace("mazes = 1", "mazes = 0").replace('"Small"', r'"a\nb"')
    )
    (tmp_path / "mine.toml").write_text(wrong)
    places = [line.split(": ")[1] for line in refused("make", "mine.toml")]
    assert sorted(places) == ["book.title", "section.first.size", "section.second.mazes"]


PAGES, SIZES = ["letter", "5x8", "a5", "8.25x6"], ["200x20", "20x300", "300x300"]
LOOKS = ["", 'look = "7-8"\n', 'look = "large-print"\n']


@pytest.mark.parametrize(("page", "look", "size"), one_in(4, product(PAGES, LOOKS, SIZES)))
def test_the_largest_size_that_is_named_fits_and_the_next_does_not(
    page, look, size, tmp_path, puzzlebook_here, refused
):
    def attempt(columns, rows):
        recipe = f'page = "{page}"\n{look}' + RECIPE.replace('page = "letter"\n', "").replace(
            '"4x5"', f'"{columns}x{rows}"'
        )
        (tmp_path / "mine.toml").write_text(recipe)
        return ("make", "mine.toml", "--no-svg", "--force", "--quiet")

    (line,) = refused(*attempt(*size.split("x")))
    columns, rows = map(int, re.search(r"so at most (\d+)x(\d+)$", line).groups())
    wide, high = map(int, size.split("x"))
    assert columns <= wide
    assert rows <= high
    assert (columns, rows) != (wide, high)
    for next_columns, next_rows in ((columns + 1, rows), (columns, rows + 1)):
        if next_columns <= wide and next_rows <= high:
            (line,) = refused(*attempt(next_columns, next_rows))
            assert "passages" in line
    assert puzzlebook_here(*attempt(columns, rows)).code == 0


@pytest.mark.parametrize(
    "title",
    [
        "<b>Fish & Chips</b>",
        'The "Big" One\'s',
        "5 < 6 > 4 &amp; &lt;",
        "C:\\mazes\\ %s {0} $HOME",
        "Größe – ½ “so”…",
    ],
)
def test_a_title_may_hold_any_printable_text(title, tmp_path, puzzlebook_here):
    """Right in the PDF's text and name, in the recipe and in the manifest; and the pictures stay
    well-formed."""
    quoted = json.dumps(title, ensure_ascii=False)
    (tmp_path / "mine.toml").write_text(
        changed('"Small"', quoted) + f"title = {quoted}\nstory = {quoted}\n", "utf-8"
    )
    done = puzzlebook_here("make", "mine.toml")
    assert (done.code, done.err) == (0, "")
    folder = tmp_path / "output" / "mine"
    document = pypdfium2.PdfDocument(folder / "mine.pdf")
    pages = [" ".join(page.get_textpage().get_text_range().split()) for page in document]
    printed = load_words("en").set_typographically(title)
    assert sum(printed in page for page in pages) >= 3  # title page, contents, story
    assert document.get_metadata_dict()["Title"] == title
    assert json.loads((folder / "manifest.json").read_bytes())["recipe"]["book"]["title"] == title
    for picture in (folder / "svg").iterdir():
        ElementTree.parse(picture)
    done = puzzlebook_here("make", str(folder / "recipe.toml"), "--name", "again")
    assert done.code == 0
    again = tmp_path / "output" / "again"
    assert (again / "svg" / "001.svg").read_bytes() == (folder / "svg" / "001.svg").read_bytes()


# -- The command line ---------------------------------------------------------------------------------------

COMMANDS = [
    (
        ["make", "ags-7-8"],
        'error: ags-7-8: there is no book called "ags-7-8", and no file; did you mean ages-7-8?',
    ),
    (
        ["make", "sheets", "--name", "../x"],
        'error: --name: "../x" is a path, or has a character that no file name may have; use a plain name',
    ),
    (
        ["make", "sheets", "--name", ".."],
        'error: --name: ".." is a path, or has a character that no file name may have; use a plain name',
    ),
    (
        ["make", "sheets", "--name", "con"],
        'error: --name: "con" is a name that Windows keeps for itself; use a plain name',
    ),
    (
        ["make", "sheets", "--name", "a\nb"],
        "error: --name: holds a line break; write one line of text",
    ),
    (
        ["make", "sheets", "--mazes", "0"],
        "error: --mazes: a book of 0 mazes cannot be made; 1 to 10,000",
    ),
    (
        ["make", "sheets", "--mazes", "100000"],
        "error: --mazes: a book of 100,000 mazes cannot be made; 1 to 10,000",
    ),
    (
        ["make", "sheets", "--mazes", "-1"],
        "error: --mazes: a book of -1 mazes cannot be made; 1 to 10,000",
    ),
    (["make", "sheets", "--title", "Bees 🐝"], f"error: --title: {NO_BEE}"),
    (
        ["make", "sheets", "--title", "a\nb"],
        "error: --title: holds a line break; write one line of text",
    ),
    (
        ["make", "sheets", "--title", "\udcff"],
        "error: --title: holds the control character U+DCFF; ",
    ),
    (
        ["make", "sheets", "--seed", "x" * 201],
        "error: --seed: the seed has 201 characters; give 1 to 200 characters",
    ),
    (
        ["make", "sheets", "--seed", " "],
        "error: --seed: the seed is empty; give 1 to 200 characters of any language",
    ),
    (["make", "sheets", "--volume", "0"], "error: --volume: 0 is too small; at least 1"),
    (
        ["make", "sheets", "--page", "1x1mm"],
        'error: --page: "1x1mm" is not a size that can be printed on; each side from 2 in to 100 in',
    ),
    (["make", "sheets", "--size", "0x1", "--mazes", "1"], "error: --size: "),
    (["make", "sheets", "-o", "a-file"], "error: a-file: is a file; give -o a folder"),
    (["make", "sheets", "-o", "a-file/b/c"], "error: a-file: is a file; give -o a folder"),
    (["make", "."], "error: .: is a folder; give the recipe's file"),
    (
        ["maze", CODE[:-1] + "0"],
        f"error: maze code: '{CODE[:-1]}0' has a typo: its check character does not match; ",
    ),
    (
        ["maze", CODE, "-o", "a-file/x.svg"],
        'error: a-file/x.svg: the folder "a-file" does not exist; create it first',
    ),
    (["maze", CODE, "-o", "folder.svg"], "error: folder.svg: is a folder; give the path of a file"),
    (["new", "there.toml"], "error: there.toml: is there already; choose another name"),
    (["new", "folder.toml"], "error: folder.toml: is there already; choose another name"),
    (["new", "link.toml"], "error: link.toml: is there already; choose another name"),
    (
        ["new", "a.toml", "--title", "a\nb"],
        "error: --title: holds a line break; write one line of text",
    ),
    (["new", "a.toml", "--size", "1x1"], "error: --size: "),
]


@pytest.mark.parametrize(
    ("arguments", "line"), COMMANDS, ids=[" ".join(row[0])[:40] for row in COMMANDS]
)
def test_a_command_that_is_refused(arguments, line, tmp_path, refused):
    for name in ("a-file", "there.toml"):
        (tmp_path / name).write_text("mine")
    for name in ("folder.svg", "folder.toml"):
        (tmp_path / name).mkdir()
    (tmp_path / "link.toml").symlink_to("nowhere")
    for said in refused(*arguments):
        assert said.startswith(line)


# -- What is there already ----------------------------------------------------------------------------------


@pytest.fixture
def book(tmp_path, puzzlebook_here):
    """A book that is there already."""
    assert puzzlebook_here(*QUICK).code == 0
    return tmp_path / "output" / "sheets"


OTHER = ("make", "sheets", "--mazes", "2", "--seed", "another")


def test_a_book_is_not_replaced_without_force(book, refused):
    (line,) = refused(*OTHER)
    assert line.startswith(
        "error: output/sheets: there is a book already, output/sheets/sheets.pdf; choose"
    )
    assert line.endswith("(try: puzzlebook make sheets --mazes 2 --seed another --name sheets-2)")
    (book.parent / "sheets-2").mkdir()
    assert refused(*OTHER)[0].endswith("--name sheets-3)")


def test_force_replaces_a_book_of_ours(book, puzzlebook_here):
    before = snapshot(book)
    (book / ".DS_Store").write_text("litter of the operating system")
    (book / "svg" / "._001.svg").write_text("litter of the operating system")
    assert puzzlebook_here(*OTHER, "--force").code == 0
    after = snapshot(book)
    assert after.keys() == before.keys()
    assert after["sheets.pdf"] != before["sheets.pdf"]
    assert [path.name for path in book.parent.iterdir()] == ["sheets"]


def _other_manifest(folder, content):
    shutil.rmtree(folder)
    folder.mkdir()
    (folder / "manifest.json").write_text(content)


TAKEN = {
    "a note": (
        lambda book: (book / "note.txt").write_text("mine"),
        "holds files that its manifest does not list: note.txt",
    ),
    "a picture": (
        lambda book: (book / "svg" / "my.svg").write_text("mine"),
        "does not list: svg/my.svg",
    ),
    "a folder": (
        lambda book: (book / "drafts").mkdir(),
        "holds files that its manifest does not list: drafts",
    ),
    "no manifest": (
        lambda book: (book / "manifest.json").unlink(),
        "is not a puzzlebook book, so --force does not replace it",
    ),
    "broken manifest": (
        lambda book: (book / "manifest.json").write_text("{"),
        "is not a puzzlebook book",
    ),
    "a web page's manifest": (
        lambda book: _other_manifest(book, '{"format": 1, "files": {}, "name": "app"}'),
        "is not a puzzlebook book",
    ),
    "a list": (lambda book: _other_manifest(book, "[1]"), "is not a puzzlebook book"),
    "a deep manifest": (
        lambda book: _other_manifest(book, "[" * 100_000),
        "is not a puzzlebook book",
    ),
    "empty": (
        lambda book: [shutil.rmtree(book), book.mkdir()],
        "is not a puzzlebook book, so --force does not replace it",
    ),
    "a file": (lambda book: [shutil.rmtree(book), book.write_text("mine")], "is a file"),
    "a link": (
        lambda book: [book.rename(book.parent / "real"), book.symlink_to("real")],
        "is a link",
    ),
    "a dead link": (lambda book: [shutil.rmtree(book), book.symlink_to("nowhere")], "is a link"),
}


@pytest.mark.parametrize(("spoil", "said"), TAKEN.values(), ids=TAKEN)
def test_force_leaves_alone_what_is_not_ours(spoil, said, book, refused):
    spoil(book)
    (line,) = refused(*OTHER, "--force")
    assert line.startswith("error: output/sheets: ")
    assert said in line
    assert line.endswith("--force --name sheets-2)")


# -- The world: full, locked, interrupted -------------------------------------------------------------------


def told(number):
    return OSError(number, os.strerror(number))


FAULTS = [
    (errno.ENOSPC, "the disk is full; nothing was written"),
    (errno.EDQUOT, "the disk is full; nothing was written"),
    (errno.EACCES, "may not be written here; choose another place with -o; nothing was changed"),
    (errno.EPERM, "may not be written here; choose another place with -o; nothing was changed"),
    (errno.EROFS, "may not be written here; choose another place with -o; nothing was changed"),
    (errno.EIO, f"cannot be written: {os.strerror(errno.EIO)}; nothing was changed"),
]
MOMENTS = [("mkdir", 1), ("open", 1), ("open", 4), ("open", 7), ("rename", 1)]


def failing(monkeypatch, name, nth, error, after=False):
    """The nth call of a method of Path fails: before it has done its work, or right after. A rename
    is one of any kind, and to open is to open for writing."""
    calls = count(1)

    def spoiled(real):
        def method(*arguments, **named):
            is_meant = name != "open" or "w" in [*arguments[1:], named.get("mode", "r")][0]
            late = is_meant and next(calls) == nth
            if late and not after:
                raise error
            result = real(*arguments, **named)
            if late:
                raise error
            return result

        return method

    others = ("rename_to_free", "exchange") if name == "rename" else ()
    for owner, spoilt in ((Path, name), *((shelf, other) for other in others)):
        monkeypatch.setattr(owner, spoilt, spoiled(getattr(owner, spoilt)))


@pytest.mark.parametrize("there", ["a new shelf", "a new name", "an old book"])
@pytest.mark.parametrize(
    ("number", "said"), FAULTS, ids=[errno.errorcode[row[0]] for row in FAULTS]
)
@pytest.mark.parametrize("moment", MOMENTS, ids=[f"{name}-{nth}" for name, nth in MOMENTS])
def test_a_book_that_cannot_be_finished(
    there, number, said, moment, puzzlebook_here, refused, monkeypatch
):
    if there != "a new shelf":
        assert puzzlebook_here(*QUICK).code == 0
    name = "other" if there == "a new name" else "sheets"
    failing(monkeypatch, *moment, told(number))
    (line,) = refused(*OTHER, "--force", "--name", name, code=1)
    assert line == f"error: output/{name}: {said}"


@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
@pytest.mark.parametrize("nth", [1, 2, "1 of 5", "2 of 5", "3 of 5", "4 of 5", "5 of 5"])
def test_an_interrupt_while_the_book_moves_in(nth, after, book, puzzlebook_here, monkeypatch):
    """Wherever it comes, one whole book stands there, and nothing else: where folders can be
    exchanged, and not."""
    before = snapshot(book)
    if isinstance(nth, str):
        monkeypatch.setattr(shelf, "exchange", lambda *folders: False)
        nth = int(nth[0])
    failing(monkeypatch, "rename", nth, KeyboardInterrupt(), after)
    done = puzzlebook_here(*OTHER, "--force")
    monkeypatch.undo()
    assert done.code == 1
    assert check_errors(done.err) == ["error: puzzlebook: interrupted; nothing was changed"]
    assert snapshot(book) == before
    assert [path.name for path in book.parent.iterdir()] == ["sheets"]


@pytest.mark.parametrize(
    ("error", "said", "asked"),
    [
        (KeyboardInterrupt(), "puzzlebook: interrupted", ""),
        (told(errno.EIO), f"output: the system says: {os.strerror(errno.EIO)}", ""),
        (ZeroDivisionError("no"), "puzzlebook: internal error: ZeroDivisionError: no (test_bad_input.py, line 0)",
         "; please report this line and your command"),
    ],
    ids=["interrupt", "error", "mistake"],
)  # fmt: skip
def test_what_ends_a_command_when_the_book_is_made(
    error, said, asked, tmp_path, puzzlebook_here, monkeypatch
):
    def checked(made, jobs):
        raise error

    monkeypatch.setattr("puzzlebook.cli.make._check_book", checked)
    done = puzzlebook_here(*QUICK)
    assert (done.code, done.out) == (1, "")
    assert (
        re.sub(r"line \d+", "line 0", done.err)
        == f"error: {said}; made anyway: output/sheets{asked}\n"
    )
    assert (tmp_path / "output" / "sheets" / "sheets.pdf").exists()


@pytest.mark.parametrize(
    "versions", [7, None, [], {"reportlab": 4}, {"reportlab": None}, {"a": {"b": []}}, {"": [1]}]
)
def test_a_rebuild_of_odd_versions(versions, book, tmp_path, refused):
    said = json.loads((book / "manifest.json").read_bytes())
    (book / "manifest.json").write_text(json.dumps({**said, "versions": versions}))
    assert refused("rebuild", "output/sheets", "-o", "again") == [
        "error: output/sheets/manifest.json: is damaged; give a manifest.json as it was written"
    ]


def test_an_interrupt_while_the_old_book_goes(book, puzzlebook_here, monkeypatch):
    """Too late: the new book is there, and the old one goes for good."""
    real, calls = shutil.rmtree, count(1)

    def rmtree(*arguments, **named):
        if next(calls) == 1:
            raise KeyboardInterrupt
        real(*arguments, **named)

    monkeypatch.setattr(shutil, "rmtree", rmtree)
    assert puzzlebook_here(*OTHER, "--force").code == 0
    assert json.loads((book / "manifest.json").read_bytes())["seed"] == "another"
    assert [path.name for path in book.parent.iterdir()] == ["sheets"]


@pytest.mark.parametrize(
    ("number", "said"), FAULTS, ids=[errno.errorcode[row[0]] for row in FAULTS]
)
@pytest.mark.parametrize("nth", [1, 2])
@pytest.mark.parametrize("there", [False, True])
def test_a_maze_that_cannot_be_written(number, said, nth, there, tmp_path, refused, monkeypatch):
    if there:
        (tmp_path / "m.svg").write_text("old")
        (tmp_path / "m-solution.svg").write_text("old")
    failing(monkeypatch, "open", nth, told(number))
    (line,) = refused(
        "maze", CODE, "--both", "-o", "m.svg", *(["--force"] if there else ()), code=1
    )
    assert line == f"error: {['m.svg', 'm-solution.svg'][nth - 1]}: {said}"


def test_a_recipe_that_cannot_be_written(refused, monkeypatch):
    failing(monkeypatch, "open", 1, told(errno.ENOSPC))
    assert refused("new", "mine.toml", code=1) == [
        "error: mine.toml: the disk is full; nothing was written"
    ]


def test_a_recipe_that_cannot_be_read(tmp_path, refused, monkeypatch):
    (tmp_path / "mine.toml").write_text(RECIPE)
    real = Path.open
    locked = PermissionError(errno.EACCES, "Permission denied")

    def opened(self, *arguments, **named):
        if self.name == "mine.toml":
            raise locked
        return real(self, *arguments, **named)

    with monkeypatch.context() as patched:
        patched.setattr(Path, "open", opened)
        done = refused("make", "mine.toml", code=1)
    assert done == ["error: mine.toml: cannot be read: Permission denied"]


def test_a_file_held_open_by_another_program(book, refused, monkeypatch):
    """As on Windows, where a folder cannot be moved while one of its files is open: the line says
    which to close."""
    windows = types.SimpleNamespace(**{**vars(os), "name": "nt"})
    monkeypatch.setattr(placing, "os", windows)
    locked = PermissionError(errno.EACCES, "Access is denied")
    real = Path.open

    def opened(self, mode="r", *arguments, **named):
        if self.name == "sheets.pdf" and "+" in mode:
            raise locked
        return real(self, mode, *arguments, **named)

    def rename(self, target):
        raise locked

    with monkeypatch.context() as patched:
        patched.setattr(Path, "open", opened)
        patched.setattr(Path, "rename", rename)
        lines = refused(*OTHER, "--force", code=1)
    assert lines == [
        "error: output/sheets/sheets.pdf: is open in another program; close it and try again; nothing was changed"
    ]


def test_a_mistake_of_ours_is_a_line_too(refused, monkeypatch):
    """Should there be one: no traceback, nothing changed, and enough to find it by."""
    failing(monkeypatch, "open", 3, ZeroDivisionError("division by zero"))
    (line,) = refused(*QUICK, code=1)
    assert "internal error: ZeroDivisionError: division by zero (test_bad_input.py, line" in line
    assert line.endswith("nothing was changed; please report this line and your command")


def test_too_little_memory(refused, monkeypatch):
    failing(monkeypatch, "open", 3, MemoryError())
    assert refused(*QUICK, code=1) == [
        "error: puzzlebook: there is not enough memory; fewer or smaller mazes"
    ]


# -- The same, with real disks and real signals -------------------------------------------------------------

POSIX = pytest.mark.skipif(os.name != "posix", reason="needs POSIX")
SLOW_BOOK = ("make", "sheets", "--mazes", "600", "--seed", "owl", "--size", "9x12")

# A shell may have asked for Ctrl-C to be ignored, and that is inherited.
HEARING = (
    "import signal; [signal.signal(s, signal.SIG_DFL) for s in (signal.SIGTERM, signal.SIGHUP)]\n"
)
HEARING += "signal.signal(signal.SIGINT, signal.default_int_handler)\nfrom puzzlebook.cli import main; main()"


def started(folder, *arguments, before=""):
    return subprocess.Popen(
        [sys.executable, "-c", before + HEARING, *arguments],
        cwd=folder,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def wait_for(condition, process):
    end = time.monotonic() + 60
    while not condition():
        assert process.poll() is None, "it was done before it could be interrupted"
        assert time.monotonic() < end
        time.sleep(0.005)


@POSIX
@pytest.mark.parametrize("there", ["a new shelf", "an old book"])
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_a_signal_in_the_middle(name, there, tmp_path):
    output = tmp_path / "output"
    if there == "an old book":
        assert run(*QUICK, cwd=tmp_path).code == 0
    before = snapshot(tmp_path)
    process = started(tmp_path, *SLOW_BOOK, "--force")
    wait_for(lambda: list(output.glob(".sheets.*.partial/new/svg/*")), process)
    process.send_signal(getattr(signal, name))
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (1, "")
    assert check_errors(err) == ["error: puzzlebook: interrupted; nothing was changed"]
    assert snapshot(tmp_path) == before


@POSIX
def test_an_impatient_user(tmp_path):
    """Ctrl-C again and again does not keep it from tidying up."""
    process = started(tmp_path, *SLOW_BOOK)
    wait_for(lambda: len(list(tmp_path.glob("output/.sheets.*.partial/new/svg/*"))) > 100, process)
    for _ in range(20):
        process.send_signal(signal.SIGINT)
        time.sleep(0.002)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 1
    assert err == "error: puzzlebook: interrupted; nothing was changed\n"
    assert list(tmp_path.iterdir()) == []


@POSIX
def test_an_interrupt_before_anything_is_written(tmp_path):
    waiting = "import time; from puzzlebook.verbs import one_maze as single\n"
    waiting += "single.draw_maze = lambda *given: [print('drawing', flush=True), time.sleep(60)]\n"
    process = started(tmp_path, "maze", "-o", "large.svg", before=waiting)
    assert process.stdout.readline() == "drawing\n"
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (1, "error: puzzlebook: interrupted; nothing was changed\n")
    assert list(tmp_path.iterdir()) == []


@contextmanager
def mounted(folder, options):
    folder.mkdir(exist_ok=True)
    if not sys.platform.startswith("linux") or os.geteuid() != 0 or not shutil.which("mount"):
        pytest.skip("only root mounts a small disk")
    done = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", options, "none", folder], capture_output=True, text=True
    )
    if done.returncode:
        pytest.skip(f"no disk can be mounted here: {done.stderr.strip()}")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", folder], check=True)


def test_a_disk_that_is_full(tmp_path):
    with mounted(tmp_path / "small disk", "size=240k") as disk:
        assert run(*QUICK, cwd=disk).code == 0
        before = snapshot(disk)
        done = run("make", "sheets", "--mazes", 60, "--force", cwd=disk)
        assert (done.code, done.out) == (1, "")
        assert check_errors(done.err) == [
            "error: output/sheets: the disk is full; nothing was written"
        ]
        assert snapshot(disk) == before
        done = run("maze", "--size", "300x300", "-o", "large.svg", cwd=disk)
        assert done.code == 1
        assert check_errors(done.err) == ["error: large.svg: the disk is full; nothing was written"]
        assert snapshot(disk) == before


def test_a_disk_that_is_read_only(tmp_path):
    with mounted(tmp_path / "disk", "size=4m") as disk:
        assert run(*QUICK, cwd=disk).code == 0
        subprocess.run(["mount", "-o", "remount,ro", disk], check=True)
        before = snapshot(disk)
        for command, where in (
            (("make", "sheets", "--mazes", 2, "--force"), "output/sheets"),
            (("make", "sheets", "-o", "new/shelf"), "new/shelf/sheets"),
            (("maze", CODE, "-o", "m.svg"), "m.svg"),
            (("new", "mine.toml"), "mine.toml"),
        ):
            done = run(*command, cwd=disk)
            assert (done.code, done.out) == (1, "")
            (line,) = check_errors(done.err)
            assert line.startswith(f"error: {where}: may not be written here; ")
            assert snapshot(disk) == before


@POSIX
@pytest.mark.skipif(os.name == "posix" and os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_without_permission(tmp_path):
    locked = tmp_path / "locked"
    locked.mkdir(mode=0o500)
    done = run("make", "sheets", "--mazes", 1, "-o", locked, cwd=tmp_path)
    assert done.code == 1
    assert "may not be written here" in check_errors(done.err)[0]
    assert list(locked.iterdir()) == []


@POSIX
def test_a_file_that_may_not_grow(tmp_path):
    """A limit of the system's: the same as a full disk, with another number."""
    limit = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (4000, 4000))\n"
    done = subprocess.run(
        [sys.executable, "-c", f"{limit}from puzzlebook.cli import main; main()", *QUICK],
        cwd=tmp_path,
        env=environment(PYTHONDONTWRITEBYTECODE="1"),
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert check_errors(done.stderr) == [
        f"error: output/sheets: cannot be written: {os.strerror(errno.EFBIG)}; nothing was changed"
    ]
    assert list(tmp_path.iterdir()) == []
