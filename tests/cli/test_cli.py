"""The command line, as a user meets it: what is said, where, and with which exit code."""

import io
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import pypdfium2
import pytest
from command import HOME, PUZZLEBOOK, check_errors, environment, run
from PIL import Image

from puzzlebook import __version__, make_book, make_maze
from puzzlebook.cli import messages
from puzzlebook.cli.parsing import StrictCommand
from puzzlebook.mazes.codes import read_code
from puzzlebook.shelf.manifest import is_intact

CODE = "1-square-9x12-far-7q4k2m9x0c3t5v8w-p"
COMMANDS = ("rebuild", "verify", "make", "maze", "list", "new", "schema")
SVG = "{http://www.w3.org/2000/svg}"


@cache
def help_of(command=""):
    done = run(*filter(None, [command]), "--help", cwd=HOME, COLUMNS="200")
    assert (done.code, done.err) == (0, "")
    return done.out


# -- Help ---------------------------------------------------------------------------------------------------


def test_no_arguments_is_help(tmp_path):
    done = run(cwd=tmp_path)
    assert (done.code, done.err) == (0, "")
    assert done.out == run("--help", cwd=tmp_path).out == run("-h", cwd=tmp_path).out
    assert done.out.startswith("Usage: puzzlebook ")
    assert all(f"\n  {command} " in done.out for command in COMMANDS)


def test_help_lists_no_sentence_that_is_cut_off():
    assert "..." not in help_of().replace("[ARGS]...", "")


@pytest.mark.parametrize("command", COMMANDS)
def test_help_of_a_command(command):
    assert help_of(command).startswith(f"Usage: puzzlebook {command} ")
    assert "Examples:" in help_of(command)
    assert "[[" not in help_of(command)


def options(command):
    return set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", help_of(command).partition("Examples:")[0]))


def test_options_of_the_contract():
    """DESIGN's options, but for those that wait for a feature."""
    shared = (
        "--seed --name --mazes --title --author --language --volume --page --trim --printer --theme --shape --size "
        "--audience --start --finish "
    )
    shared += "--silhouette --set "
    wanted = {
        "make": f"{shared} --svg --no-svg --output --force --open --json --quiet",
        "new": f"{shared} --from",
        "maze": "--shape --size --silhouette --ends --marks --theme --method --seed --cell --line "
        "--solution --both --output",
        "rebuild": "--recipe --names --only --output --force --json",
        "verify": "--json",
        "list": "--json",
    }
    for command, names in wanted.items():
        assert set(names.split()) <= options(command)


def examples():
    for command in ("", *COMMANDS):
        _, _, text = help_of(command).partition("Examples:")
        for line in text.splitlines():
            if line.strip().startswith("puzzlebook"):
                yield command or "puzzlebook", re.split(r"\s{3,}", line.strip())[0]


LONG = ("make", "cover", "listing", "check", "verify", "rebuild", "preview", "series")


def a_book(name, tmp_path):
    """A finished book of this name, made once and never touched."""
    if not (made := tmp_path / "made" / name).exists():
        make_book(output=made.parent, name=name, overrides={"svg": False})
    return made


def test_every_example_in_any_help_runs(tmp_path, mazes_of_books, puzzlebook_here, monkeypatch):
    """In one folder, as a reader goes through them; `new` before what uses its recipe."""
    found = list(dict.fromkeys(example for _, example in examples()))
    assert len(found) > 10
    (tmp_path / "bin").mkdir()
    opener = tmp_path / "bin" / "xdg-open"
    opener.write_text("#!/bin/sh\nexit 0\n")
    opener.chmod(0o755)
    monkeypatch.setenv("PATH", str(opener.parent), prepend=os.pathsep)
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    (folder / "3b.csv").write_text("name\nMia\nBen\n")
    (folder / "titles.csv").write_text("title,book,size,mazes\nM,sheets,4x5,2\n")
    if mazes_of_books == "few":
        # What makes, checks or repeats a book is there but read: each option and its kind of value.
        invoke = StrictCommand.invoke
        monkeypatch.setattr(
            StrictCommand,
            "invoke",
            lambda command, context: invoke(command, context) if command.name not in LONG else 0,
        )
    for example in sorted(found, key=lambda line: ("make my-book" in line, "new" not in line)):
        for taken in (folder / "output").glob("*"):
            taken.rename(tmp_path / f"{taken.name}-{len(list(tmp_path.iterdir()))}")
        words, _, target = example.partition(" > ")
        if words.startswith("puzzlebook new my-book.toml"):
            (folder / "my-book.toml").unlink(missing_ok=True)
        program, *arguments = shlex.split(words)
        assert program == "puzzlebook"
        if mazes_of_books == "all":
            for name in {word.split("/")[1] for word in arguments if word.startswith("output/")}:
                shutil.copytree(a_book(name, tmp_path), folder / "output" / name)
        done = puzzlebook_here(*arguments)
        assert done.code == 0, f"{example}\n{done.err}"
        assert "error" not in done.err
        if target:
            (folder / target).write_text(done.out)
            assert done.out


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_a_narrow_terminal(command):
    done = run(*filter(None, [command]), "--help", cwd=HOME, COLUMNS="40")
    assert done.code == 0
    text, _, _ = done.out.partition("Examples:")
    assert max(map(len, text.splitlines())) <= 60
    assert "│" not in text


# -- The five commands --------------------------------------------------------------------------------------


def test_version(tmp_path):
    assert run("--version", cwd=tmp_path) == (0, f"puzzlebook {__version__}\n", "")
    assert run("--version", "list", cwd=tmp_path) == (0, f"puzzlebook {__version__}\n", "")


def test_make_says_what_it_made(tmp_path):
    done = run("make", "sheets", "--mazes", 2, "--seed", "owl", cwd=tmp_path)
    assert (done.code, done.err) == (0, "")
    said = dict(line.split(":", 1) for line in done.out.splitlines())
    folder = tmp_path / "output" / "sheets"
    assert said.keys() >= {"Open first", "Paper", "Pages", "Mazes", "Seed", "Time"}
    first = Path(said["Open first"].strip())
    assert first.is_absolute()
    assert first == folder.resolve() / "sheets.pdf"
    assert "print at 100%" in said["Paper"]
    assert (said["Mazes"].strip(), said["Seed"].strip()) == ("2", "owl")
    manifest = json.loads((folder / "manifest.json").read_bytes())
    assert manifest["seed"] == "owl"
    assert is_intact((folder / "manifest.json").read_bytes())
    assert tomllib.loads((folder / "recipe.toml").read_text("utf-8"))["seed"] == "owl"
    assert {
        path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()
    } == {
        *manifest["files"],
        "manifest.json",
    }
    assert [path.name for path in (tmp_path / "output").iterdir()] == ["sheets"]


def test_make_without_a_book_makes_ages_7_8(tmp_path):
    done = run(
        "make", "--mazes", 4, "--no-svg", "--name", "Mia's mazes", "-o", "a shelf/new", cwd=tmp_path
    )
    assert done.code == 0
    folder = tmp_path / "a shelf" / "new" / "Mia's mazes"
    assert sorted(path.name for path in folder.iterdir()) == [
        "Mia's mazes.pdf",
        "manifest.json",
        "recipe.toml",
    ]
    assert "audience = " in (folder / "recipe.toml").read_text("utf-8")


def test_make_as_json(tmp_path):
    done = run(
        "make",
        "sheets",
        "--mazes",
        1,
        "--title",
        "Größe ½",
        "--json",
        cwd=tmp_path,
        PYTHONIOENCODING="ascii",
    )
    assert (done.code, done.err) == (0, "")
    told = json.loads(done.out)
    folder = tmp_path.resolve() / "output" / "sheets"
    assert (told["folder"], told["pdf"]) == (str(folder), str(folder / "sheets.pdf"))
    assert told["manifest"]["recipe"]["book"]["title"] == "Größe ½"
    written = json.loads((folder / "manifest.json").read_bytes())
    assert written.pop("self")
    assert told["manifest"] == written


def test_quiet_says_nothing(tmp_path):
    assert run("make", "sheets", "--mazes", 1, "--quiet", cwd=tmp_path) == (0, "", "")
    done = run("make", "sheets", "--mazes", 1, "-q", "--name", "sheets", cwd=tmp_path)
    assert (done.code, done.out) == (2, "")
    check_errors(done.err)


def test_seeds_by_precedence(puzzlebook_here):
    """--seed, then the recipe's, then a fresh one that is printed."""
    assert puzzlebook_here("new", "mine.toml", "--from", "sheets", "--seed", "recipe's").code == 0

    def seed(*arguments):
        done = puzzlebook_here("make", *arguments, "--mazes", 1, "--no-svg", "--force", "--json")
        return json.loads(done.out)["manifest"]["seed"]

    assert seed("mine.toml") == "recipe's"
    assert seed("mine.toml", "--seed", "mine") == "mine"
    assert seed("mine.toml", "--set", "seed=set") == "set"
    fresh = {seed("sheets"), seed("sheets")}
    assert len(fresh) == 2
    assert all(re.fullmatch("[a-z2-9]{8}", word) for word in fresh)


def test_a_taken_place_and_the_command_that_works(tmp_path):
    again = (
        "make",
        "sheets",
        "--mazes",
        "1",
        "--title",
        "For Mia & me",
        "--seed",
        "owl",
        "-o",
        "my shelf",
    )
    assert run(*again, cwd=tmp_path).code == 0
    done = run(*again, cwd=tmp_path)
    assert done.code == 2
    (line,) = check_errors(done.err)
    command = re.search(r"\(try: (.*)\)$", line)[1]
    program, *arguments = shlex.split(command)
    assert program == "puzzlebook"
    assert run(*arguments, cwd=tmp_path).code == 0
    made = json.loads((tmp_path / "my shelf" / "sheets-2" / "manifest.json").read_bytes())
    assert (made["seed"], made["recipe"]["book"]["title"], len(made["mazes"])) == (
        "owl",
        "For Mia & me",
        1,
    )
    assert run(*again, "--force", cwd=tmp_path).code == 0


def test_open_runs_the_systems_program(tmp_path):
    if not sys.platform.startswith("linux"):
        pytest.skip("other systems have no xdg-open")
    opener = tmp_path / "xdg-open"
    opener.write_text(f'#!/bin/sh\necho "$1" > {tmp_path}/opened\n')
    opener.chmod(0o755)
    path = f"{tmp_path}{os.pathsep}{os.environ['PATH']}"
    assert run("make", "sheets", "--mazes", 1, "--open", cwd=tmp_path, PATH=path).code == 0
    assert (tmp_path / "opened").read_text().strip() == str(tmp_path / "output/sheets/sheets.pdf")


def test_list(tmp_path, puzzlebook_here):
    done = run("list", cwd=tmp_path)
    assert (done.code, done.err) == (0, "")
    kinds = [line.split()[0] for line in done.out.splitlines() if not line.startswith(" ")]
    assert {
        "books",
        "shapes",
        "silhouettes",
        "themes",
        "printers",
        "pages",
        "languages",
        "audiences",
    } <= set(kinds)
    for kind in kinds:
        names = json.loads(puzzlebook_here("list", kind, "--json").out)
        assert names
        assert all(names.values())
        last = sorted(names)[-1]
        assert last in puzzlebook_here("list", kind).out
        assert json.loads(puzzlebook_here("list", kind, last, "--json").out)[last] == names[last]


def test_list_as_json_in_any_encoding(tmp_path):
    plain = json.loads(run("list", "--json", cwd=tmp_path).out)
    assert json.loads(run("list", "--json", cwd=tmp_path, PYTHONIOENCODING="ascii").out) == plain
    assert (
        json.loads(run("schema", cwd=tmp_path, PYTHONIOENCODING="ascii").out)["title"]
        == "puzzlebook recipe"
    )


def test_new_writes_a_recipe_that_makes_a_book(tmp_path):
    done = run(
        "new", "my mazes.toml", "--from", "sheets", "--mazes", 2, "--title", "Zwölf", cwd=tmp_path
    )
    assert (done.code, done.err) == (0, "")
    recipe = (tmp_path / "my mazes.toml").read_text("utf-8")
    assert recipe.startswith("#")
    assert re.fullmatch("[a-z2-9]{8}", tomllib.loads(recipe)["seed"])
    (following,) = [
        line.partition(":")[2] for line in done.out.splitlines() if line.startswith("Next:")
    ]
    program, *arguments = shlex.split(following)
    assert program == "puzzlebook"
    assert run(*arguments, cwd=tmp_path).code == 0
    assert (tmp_path / "output" / "my mazes" / "my mazes.pdf").exists()


# -- Mistakes in the command itself -------------------------------------------------------------------------

MISTAKES = [
    (["mak"], "error: mak: there is no such command; did you mean make?"),
    (["frobnicate"], "error: frobnicate: there is no such command; see puzzlebook --help"),
    (["--vers"], "error: --vers: there is no such option; did you mean --version?"),
    (["-x"], "error: -x: there is no such option; see puzzlebook --help"),
    (["make", "--sead", "x"], "error: --sead: there is no such option; did you mean --seed?"),
    (["make", "--mazes"], "error: --mazes: needs a value; see puzzlebook make --help"),
    (
        ["make", "--mazes", "ten"],
        "error: --mazes: is not a whole number; see puzzlebook make --help",
    ),
    (
        ["make", "--mazes", "2.5"],
        "error: --mazes: is not a whole number; see puzzlebook make --help",
    ),
    (["make", "--force=yes"], "error: --force: takes no value; see puzzlebook make --help"),
    (
        ["make", "a", "b"],
        'error: puzzlebook make: I don\'t understand "b"; see puzzlebook make --help',
    ),
    (
        ["make", "ags-7-8"],
        'error: ags-7-8: there is no book called "ags-7-8", and no file; did you mean ages-7-8?',
    ),
    (["make", ""], "error: book: is empty; allowed: adult, "),
    (
        ["make", "--set", "title"],
        'error: --set: "title" has no =; give a key and a value, such as title="My mazes"',
    ),
    (
        ["make", "--set", "titel=x"],
        "error: titel: there is no such key; did you mean title? It belongs under [book]",
    ),
    (
        ["make", "--page", "leter"],
        'error: --page: there is no page called "leter"; did you mean letter?',
    ),
    (
        ["maze", "a", "b"],
        'error: puzzlebook maze: I don\'t understand "b"; see puzzlebook maze --help',
    ),
    (
        ["maze", "--shape", "sqare"],
        "error: --shape: there is no shape called 'sqare'; did you mean square?",
    ),
    (["maze", "--size", "9"], "error: --size: '9' is not a size; allowed for square: "),
    (["maze", "--size", "1x1"], "error: --size: 1x1 is a single cell; a maze has at least 2"),
    (["maze", "--size", "0x9"], "error: --size: 0x9 is too small; square takes at least 1x1"),
    (["maze", "--size", "-3x9"], "error: --size: '-3x9' is not a size; "),
    (
        ["maze", "--size", "3000x3000"],
        "error: --size: 3000x3000 makes 9,000,000 cells; at most 4,000,000 in one maze",
    ),
    (
        ["maze", "--stage", "castel"],
        "error: --stage: there is no stage called 'castel'; such as cartwheel, sandcastle, opencastle; see `puzzlebook list stages`",
    ),
    (["maze", "--ends", "center"], "error: --ends: 'center' is not known; did you mean centre?"),
    (["maze", "--method", "wals"], "error: --method: 'wals' is not known; did you mean walls?"),
    (["maze", "--marks", "door"], "error: --marks: 'door' is not known; did you mean doors?"),
    (
        ["maze", "--seed", ""],
        "error: --seed: the seed is empty; give 1 to 200 characters of any language",
    ),
    (
        ["maze", "--cell", "12"],
        'error: --cell: "12" has no unit; give a number and its unit (mm, cm, in or pt)',
    ),
    (
        ["maze", "--cell", "0mm"],
        "error: --cell: cells of 0mm make no page; more than 0, and up to 164 mm",
    ),
    (
        ["maze", "--cell", "9in"],
        "error: --cell: cells of 9in make no page; more than 0, and up to 6.44 in",
    ),
    (
        ["maze", "--line", "4mm"],
        "error: --line: a wall of 4mm does not suit cells of 6 mm; from 0.0882 mm to",
    ),
    (["maze", "--silhouette", "hart"], "error: --silhouette: "),
    (["maze", "--both"], "error: --both: cannot write two pictures to stdout; name a file with -o"),
    (
        ["maze", "--both", "-o", "-"],
        "error: --both: cannot write two pictures to stdout; name a file with -o",
    ),
    (
        ["maze", "--ends", "none", "--solution"],
        "error: --solution: a maze without ends has none; ends: far, apart, opposite",
    ),
    (
        ["maze", "-o", "maze.gif"],
        "error: maze.gif: cannot write .gif; allowed: .svg, .pdf, .png",
    ),
    (
        ["maze", "-o", "maze"],
        "error: maze: cannot write a file without an ending; allowed: .svg, .pdf, .png",
    ),
    (
        ["maze", "-o", "no/maze.svg"],
        'error: no/maze.svg: the folder "no" does not exist; create it first, or give another path',
    ),
    (
        ["maze", CODE[:-1] + "k"],
        f"error: maze code: '{CODE[:-1]}k' has a typo: its check character does not match",
    ),
    (["maze", CODE.replace("9x12", "9x13")], "error: maze code: "),
    (
        ["maze", "hello"],
        "error: maze code: 'hello' is not a maze code; a maze code looks like 1-square-",
    ),
    (
        ["maze", CODE, "--size", "9x12"],
        "error: --size: cannot be combined with a code, which sets it already; to scale a maze, use --cell",
    ),
    (
        ["maze", CODE, "--seed", "owl"],
        "error: --seed: cannot be combined with a code, which sets it already; to scale a maze, use --cell",
    ),
    (["list", "boks"], 'error: list: there is no kind "boks"; did you mean books?'),
    (
        ["list", "shapes", "sqare"],
        'error: list shapes: none is called "sqare"; did you mean square?',
    ),
    (["new"], "error: FILE.toml: is missing; see puzzlebook new --help"),
    (
        ["new", "mine"],
        "error: mine: is not the name of a recipe; give a name that ends in .toml",
    ),
    (
        ["new", "no/mine.toml"],
        'error: no/mine.toml: the folder "no" does not exist; create it first, or give another path',
    ),
    (
        ["new", "mine.toml", "--from", "adlt"],
        'error: adlt: there is no book called "adlt", and no file; did you mean adult?',
    ),
    (
        ["schema", "x"],
        'error: puzzlebook schema: I don\'t understand "x"; see puzzlebook schema --help',
    ),
]


@pytest.mark.parametrize(
    ("arguments", "line"), MISTAKES, ids=[" ".join(row[0])[:50] for row in MISTAKES]
)
def test_a_mistake_is_one_line(arguments, line, tmp_path, puzzlebook_here):
    done = puzzlebook_here(*arguments)
    assert (done.code, done.out) == (2, "")
    (said,) = check_errors(done.err)
    assert said.startswith(line)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("number", [0, 5, 12, 21])
def test_a_mistake_is_the_same_in_a_process_of_its_own(number, tmp_path):
    arguments, line = MISTAKES[number]
    done = run(*arguments, cwd=tmp_path)
    assert (done.code, done.out) == (2, "")
    assert check_errors(done.err)[0].startswith(line)


def test_at_most_twenty_faults(tmp_path):
    sets = [word for number in range(30) for word in ("--set", f"book.key{number}=1")]
    done = run("make", *sets, cwd=tmp_path)
    assert done.code == 2
    *lines, last = done.err.splitlines(keepends=True)
    assert len(check_errors("".join(lines))) == 20
    assert last == "error: and 10 more\n"


# -- Pipes, terminals, locales ------------------------------------------------------------------------------


@pytest.mark.skipif(os.name != "posix", reason="needs a shell")
@pytest.mark.parametrize(
    "command", ["list", "schema", f"maze {CODE}", "maze --size 150x150 --seed owl", "--help"]
)
@pytest.mark.parametrize("reader", ["head -1", "head -c 1", "true"])
def test_a_pipe_that_is_closed(command, reader, tmp_path):
    line = f"{shlex.join(PUZZLEBOOK)} {command} | {reader}"
    done = subprocess.run(
        line, shell=True, cwd=tmp_path, env=environment(), capture_output=True, text=True
    )
    assert done.returncode == 0
    assert re.fullmatch(r"(Maze code: \S+\n)?", done.stderr)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("command", ["list", "schema", f"maze {CODE}", "--version", "--help"])
def test_an_output_that_is_full(command, tmp_path):
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [*PUZZLEBOOK, *command.split()],
            cwd=tmp_path,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            env=environment(),
        )
    assert done.returncode == 1
    assert done.stderr == (
        "error: standard output: cannot be written: No space left on device; what was written there is cut short\n"
    )


MADE = {
    "make sheets --mazes 1 --json": "output/sheets",
    "make sheets --mazes 1 --name again": "output/again",
    "new mine.toml": "mine.toml",
    "maze --size 4x4 --both -o m.svg": "m.svg, m-solution.svg",
    "cover book": "book/book-cover.pdf",
    "preview book": "book/book-preview.png",
    "rebuild book --json": "output/book",
    "rebuild book --only 1": "output/book-1.pdf",
}


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("command", MADE)
def test_an_output_that_is_full_when_the_work_is_done(command, tmp_path):
    """Nothing is undone, and nobody says that it was."""
    if "book" in command:
        assert (
            run(
                "make", "sheets", "--mazes", 1, "--name", "book", "-q", "-o", ".", cwd=tmp_path
            ).code
            == 0
        )
    with open("/dev/full", "wb") as full:
        line = [*PUZZLEBOOK, *command.split()]
        done = subprocess.run(
            line, cwd=tmp_path, stdout=full, stderr=subprocess.PIPE, text=True, env=environment()
        )
    assert done.returncode == 1
    last = done.stderr.splitlines()[-1].replace(f"{tmp_path.resolve()}/", "")
    assert (
        last
        == f"error: standard output: cannot be written: No space left on device; made anyway: {MADE[command]}"
    )
    for name in MADE[command].split(", "):
        assert (tmp_path / name).exists()


@pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="only Linux has names that are no text"
)
def test_a_shelf_whose_name_is_no_text(tmp_path):
    shelf = os.fsdecode(b"shelf \xff")
    for command in (
        ("make", "sheets", "--mazes", 1, "-o", shelf),
        ("make", "sheets", "--mazes", 2, "-o", shelf, "--force", "--json"),
        ("cover", f"{shelf}/sheets"),
        ("preview", f"{shelf}/sheets"),
        ("check", f"{shelf}/sheets"),
        ("verify", f"{shelf}/sheets"),
        ("rebuild", f"{shelf}/sheets", "-o", "again"),
        ("check", f"{shelf}/sheets/sheets.pdf", "--printer", "home"),
    ):
        done = run(*command, cwd=tmp_path)
        assert done.code == 0, done.err
        assert "nothing was changed" not in done.err


@pytest.mark.skipif(os.name != "posix", reason="needs a shell")
@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&-"])
def test_without_a_stdout_or_stderr(closed, tmp_path):
    for command in ("--version", f"maze {CODE} -o maze.svg", "make sheets --mazes 1 --force"):
        line = f"{shlex.join(PUZZLEBOOK)} {command} {closed}"
        done = subprocess.run(
            line, shell=True, cwd=tmp_path, env=environment(), capture_output=True, text=True
        )
        assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "maze.svg").exists()


ASCII_LOCALES = [
    {"PYTHONIOENCODING": "ascii"},
    {"LC_ALL": "C"},
    {"PYTHONIOENCODING": "cp1252"},
]


@pytest.mark.parametrize("locale", ASCII_LOCALES, ids=["io", "C", "windows"])
def test_an_output_that_lacks_characters(locale, tmp_path):
    for arguments in (["make", "--help"], ["list"], ["maze", CODE]):
        assert run(*arguments, cwd=tmp_path, **locale).code == 0
    done = run(
        "make", "sheets", "--mazes", 1, "--title", "Größe", "--seed", "owl", cwd=tmp_path, **locale
    )
    assert (done.code, done.err) == (0, "")
    done = run("make", "sheets", "--title", "迷路", "--name", "x", cwd=tmp_path, **locale)
    assert done.code == 2
    check_errors(done.err)


def pty_run(*arguments, cwd):
    """What puzzlebook writes to a terminal, all of it, and its exit code."""
    import pty

    terminal, inside = pty.openpty()
    process = subprocess.Popen(
        [*PUZZLEBOOK, *map(str, arguments)],
        cwd=cwd,
        env=environment(TERM="xterm"),
        stdout=inside,
        stderr=inside,
    )
    os.close(inside)
    written = b""
    try:
        while piece := os.read(terminal, 4096):
            written += piece
    except OSError:  # a terminal that nobody has open any more
        pass
    os.close(terminal)
    return process.wait(), written.decode()


@pytest.mark.skipif(os.name != "posix", reason="needs a terminal")
def test_a_progress_bar_on_a_terminal_alone(tmp_path):
    code, written = pty_run("make", "sheets", cwd=tmp_path)
    assert code == 0
    assert "drawing mazes" in written
    assert "10/10" in written
    assert "Open first:" in written
    code, written = pty_run("make", "sheets", "--force", "--quiet", cwd=tmp_path)
    assert (code, written) == (0, "")
    done = run("make", "sheets", "--force", cwd=tmp_path)
    assert "drawing mazes" not in done.out + done.err


@pytest.mark.skipif(os.name != "posix", reason="needs a terminal")
def test_a_maze_on_a_terminal_goes_into_a_file(tmp_path):
    code, written = pty_run("maze", CODE, cwd=tmp_path)
    assert code == 0
    assert "<svg" not in written
    assert [path.name for path in tmp_path.iterdir()] == ["maze-7q4k2m9x0c3t5v8w.svg"]


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash and its completion")
def test_shell_completion(tmp_path):
    pytest.importorskip("shellingham")
    # The program looks for the shell among its parents: here is one, wherever the tests run.
    line = f"{shlex.join((*PUZZLEBOOK, '--show-completion'))}; exit $?"
    done = subprocess.run(
        ["bash", "-c", line], cwd=tmp_path, env=environment(), capture_output=True, text=True
    )
    script = done.stdout
    assert "complete -o default -F _puzzlebook_completion puzzlebook" in script

    def completed(words, place):
        variables = {
            "_PUZZLEBOOK_COMPLETE": "complete_bash",
            "COMP_WORDS": words,
            "COMP_CWORD": str(place),
        }
        return run(cwd=tmp_path, **variables).out.split()

    assert completed("puzzlebook ma", 1) == ["make", "maze"]
    assert completed("puzzlebook maze --ce", 2) == ["--cell"]


# -- One maze -----------------------------------------------------------------------------------------------


def parsed(text):
    """The SVG's root, its visible box in cells, and its width and height in millimetres."""
    root = ElementTree.fromstring(text)
    box = [float(number) for number in root.get("viewBox").split()]
    width, height = (float(root.get(side).removesuffix("mm")) for side in ("width", "height"))
    return root, box, (width, height)


def layers(root):
    return [group.get("id") for group in root.iter(f"{SVG}g")]


def walls(root):
    (group,) = [group for group in root.iter(f"{SVG}g") if group.get("id") == "walls"]
    return [path.get("d") for path in group.iter(f"{SVG}path")]


def test_a_maze_goes_to_stdout_where_that_is_no_terminal(tmp_path):
    done = run("maze", "--size", "5x7", "--seed", "Größe", cwd=tmp_path)
    assert done.code == 0
    assert done.out.isascii()
    root, _, _ = parsed(done.out)
    assert root.get("role") == "img"
    assert [child.tag.removeprefix(SVG) for child in root][:2] == ["title", "desc"]
    assert layers(root) == ["walls", "start", "finish"]
    code = done.err.removeprefix("Maze code: ").strip()
    assert read_code(code).size == (5, 7)
    assert code in root.find(f"{SVG}desc").text
    assert code == make_maze("square", "5x7", seed="Größe").code
    assert list(tmp_path.iterdir()) == []
    assert run("maze", "--size", "5x7", "--seed", "Größe", "-o", "-", cwd=tmp_path) == done


@pytest.mark.parametrize("ending", ["svg", "pdf", "png", "PDF"])
def test_a_maze_as_a_file(ending, tmp_path):
    done = run("maze", CODE, "-o", f"my maze.{ending}", cwd=tmp_path)
    assert (done.code, done.err) == (0, "")
    path = tmp_path / f"my maze.{ending}"
    wrote, size, code = done.out.splitlines()
    assert (wrote, code) == (f"Wrote:      {path.resolve()}", f"Maze code:  {CODE}")
    assert size == "Size:       55.33 x 73.33 mm, the board 54.67 x 72.67 mm, cells of 6 mm"
    assert [file.name for file in tmp_path.iterdir()] == [path.name]
    start = {"svg": b"<?xml", "pdf": b"%PDF-", "png": b"\x89PNG"}[ending.lower()]
    assert path.read_bytes().startswith(start)


def test_both(tmp_path):
    done = run("maze", CODE, "--both", "-o", "m.svg", cwd=tmp_path)
    assert done.code == 0
    puzzle, _, _ = parsed((tmp_path / "m.svg").read_text("utf-8"))
    solved, _, _ = parsed((tmp_path / "m-solution.svg").read_text("utf-8"))
    assert walls(puzzle) == walls(solved)
    assert set(layers(solved)) - set(layers(puzzle)) == {"solution"}
    alone = run("maze", CODE, "--solution", cwd=tmp_path).out
    assert walls(parsed(alone)[0]) == walls(solved)
    assert "solution" in layers(parsed(alone)[0])
    assert run("maze", CODE, "--both", "-o", "m.pdf", cwd=tmp_path).code == 0
    assert len(list(tmp_path.iterdir())) == 4


def test_both_are_written_or_none(tmp_path):
    (tmp_path / "m-solution.svg").mkdir()
    done = run("maze", CODE, "--both", "-o", "m.svg", cwd=tmp_path)
    assert done.code == 2
    assert check_errors(done.err) == ["error: m-solution.svg: is a folder; give the path of a file"]
    assert [path.name for path in tmp_path.iterdir()] == ["m-solution.svg"]


@pytest.mark.parametrize(
    ("cell", "millimetres"), [("10mm", 10), ("0.5in", 12.7), ("2.54cm", 25.4), ("72pt", 25.4)]
)
def test_scale_is_exact(cell, millimetres, tmp_path):
    """A cell is as wide as was asked for, in the SVG and on the PDF's page."""
    out = run("maze", CODE, "--cell", cell, "--line", "1mm", cwd=tmp_path).out
    root, (left, top, width, height), (wide, high) = parsed(out)
    line = 1 / millimetres
    assert (width, height) == pytest.approx((9 + 2 * line, 12 + 2 * line), abs=0.002)
    assert (left, top) == pytest.approx((-line, -line), abs=0.001)
    assert (wide, high) == pytest.approx((9 * millimetres + 2, 12 * millimetres + 2), abs=0.002)
    assert wide / width == pytest.approx(millimetres, rel=1e-3)
    (group,) = [group for group in root.iter(f"{SVG}g") if group.get("id") == "walls"]
    assert float(group.get("stroke-width")) == pytest.approx(line, abs=0.0006)
    assert run("maze", CODE, "--cell", cell, "--line", "1mm", "-o", "m.pdf", cwd=tmp_path).code == 0
    page = pypdfium2.PdfDocument(tmp_path / "m.pdf")[0]
    inner = [
        (side - 72) * 25.4 / 72 for side in page.get_size()
    ]  # without the margins of half an inch
    assert inner == pytest.approx([9 * millimetres + 2, 12 * millimetres + 2], abs=0.01)


def test_a_png_has_300_dots_an_inch(tmp_path):
    assert (
        run("maze", CODE, "--cell", "0.25in", "--line", "1pt", "-o", "m.png", cwd=tmp_path).code
        == 0
    )
    with Image.open(io.BytesIO((tmp_path / "m.png").read_bytes())) as image:
        assert image.info["dpi"] == pytest.approx((300, 300), abs=0.1)
        assert image.size == pytest.approx(
            ((9 / 4 + 1 + 2 / 72) * 300, (12 / 4 + 1 + 2 / 72) * 300), abs=2
        )


def test_a_code_gives_the_same_maze_at_any_scale(tmp_path):
    pictures = [
        parsed(run("maze", CODE, "--cell", cell, cwd=tmp_path).out)[0]
        for cell in ("3mm", "12mm", "4in")
    ]
    assert len({tuple(walls(root)) for root in pictures}) == 1
    shouted = run("maze", CODE.upper(), cwd=tmp_path)
    assert shouted.err == f"Maze code: {CODE}\n"


def test_doors_at_an_end_inside_have_an_icon(tmp_path):
    """A gap in the rim cannot mark an end in the middle, so that end has its picture whatever the
    marks are."""
    out = run(
        "maze",
        "--size",
        "9x9",
        "--ends",
        "centre",
        "--marks",
        "doors",
        "--seed",
        "owl",
        cwd=tmp_path,
    ).out
    assert layers(parsed(out)[0]) == ["walls", "start", "finish"]
    bare = run(
        "maze",
        "--size",
        "9x9",
        "--ends",
        "centre",
        "--marks",
        "none",
        "--seed",
        "owl",
        cwd=tmp_path,
    ).out
    assert layers(parsed(bare)[0]) == ["walls"]


@pytest.mark.parametrize("marks", ["icons", "doors", "both", "none"])
def test_marks(marks, tmp_path):
    plain, marked = (
        parsed(run("maze", CODE, "--marks", kind, "--line", "0.5mm", cwd=tmp_path).out)
        for kind in ("none", marks)
    )
    assert (walls(plain[0]) != walls(marked[0])) == (marks in ("doors", "both"))  # a gap for each
    assert layers(marked[0]) == (["walls"] if marks == "none" else ["walls", "start", "finish"])


@pytest.mark.exhaustive
@pytest.mark.parametrize("ending", ["svg", "pdf"])
def test_a_maze_of_a_million_cells(ending, tmp_path):
    done = run(
        "maze", "--size", "1000x1000", "--seed", "owl", "-o", f"large.{ending}", cwd=tmp_path
    )
    assert (done.code, done.err) == (0, "")
    assert (tmp_path / f"large.{ending}").stat().st_size > 1_000_000


def test_a_maze_with_a_themes_pictures(tmp_path):
    asked = ("maze", "--seed", "owl", "--size", "4x5", "-o")
    run(*asked, "ink.svg", cwd=tmp_path)
    run(*asked, "bee.svg", "--theme", "bee", cwd=tmp_path)
    ink, bee = ((tmp_path / f"{name}.svg").read_text(encoding="utf-8") for name in ("ink", "bee"))
    assert ink != bee
    walls = [text.partition('id="walls"')[2].partition("</g>")[0] for text in (ink, bee)]
    assert walls[0] == walls[1] != ""
    done = run(*asked, "no.svg", "--theme", "wasp", cwd=tmp_path)
    assert (done.code, done.err.startswith("error: --theme: 'wasp' is not known")) == (2, True)


def test_long_work_reports_progress_in_lines_where_there_is_no_bar(monkeypatch, capsys):
    """A line after each long silence, and none with --quiet."""
    clock = iter([0.0, 10.0, 40.0, 50.0, 71.0])
    monkeypatch.setattr(messages, "monotonic", lambda: next(clock))
    with messages.show_progress(quiet=False) as progress:
        for done in range(1, 4):
            progress("drawing mazes", done, 40)
    assert capsys.readouterr().err == "drawing mazes: 2 of 40\n"
    with messages.show_progress(quiet=True) as progress:
        progress("drawing mazes", 3, 40)
    assert capsys.readouterr().err == ""
