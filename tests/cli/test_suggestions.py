"""Every command that a message suggests works when it is pasted: each place in the program that
suggests one is provoked, and what it says is run as a shell would read it."""

from __future__ import annotations

import ast
import re
import shlex
import shutil
import subprocess
from pathlib import Path
from typing import NamedTuple

import pytest
from command import HOME, PUZZLEBOOK, environment

import puzzlebook
from puzzlebook import make_book, make_maze
from puzzlebook.ground.shell_commands import drop_set_option, set_option, shell_line
from puzzlebook.shelf.folder import add_files
from puzzlebook.shelf.manifest import open_book
from puzzlebook.verbs.cover import make_cover

FEW = "--no-svg --no-check --quiet"


class Case(NamedTuple):
    """A command that is refused. site: where in the program its suggestion is made."""

    typed: str
    site: str


TAKEN = f"make sheets --mazes 1 --seed owl {FEW}"
CASES = [
    # A place that is taken.
    Case(f"{TAKEN} --name bk", "verbs/make.other_command"),
    Case(f"{TAKEN} --name=bk", "verbs/make.other_command"),
    Case(f"{TAKEN} --set name=bk", "verbs/make.other_command"),
    Case(f"{TAKEN} --set=name=bk -qo output", "verbs/make.other_command"),
    Case(f"{TAKEN} --name bk --title 'For $(touch X) & \"Mia\"'", "verbs/make.other_command"),
    Case(f"{TAKEN} --name 'it is' -o 'a shelf; $(touch X)'", "verbs/make.other_command"),
    Case(f"make worksheet --names 3b.csv {FEW}", "verbs/make.other_command"),
    Case(f"make ages-5-6 --mazes 1 --title 'For {{name}}' --names gift.csv {FEW}", "verbs/make.other_command"),
    Case(f"make worksheet --names 3b.csv --seed other --only 1 {FEW}", "books/classes/one_sheet._other_set"),
    Case(f"make sheets --mazes 1 --audience braille --name felt {FEW}", "cli/hints._redirect_to_option"),
    Case("rebuild output/bk", "verbs/rebuilding._elsewhere"),
    Case("rebuild output/bk/bk.pdf --recipe output/bk/recipe.toml -o output", "verbs/rebuilding._elsewhere"),
    Case("rebuild output/bk --only 1 -o taken", "verbs/rebuilding._elsewhere"),
    Case("cover output/bk --paper cream", "verbs/cover._check_free"),
    Case("cover output/hard", "printers/wrap.refuse_unknown_spine"),
    Case("cover output/plain", "shelf/listings.report_stale"),
    Case("preview output/bk -o taken.png", "verbs/contact_sheet.make_preview"),
    Case("schema -o taken.png", "cli/places.other_file"),
    Case("maze --seed a -o taken.svg", "cli/places.other_file"),
    Case("maze --seed a --both -otaken.svg", "cli/places.other_file"),
    Case("maze --silhouette logo.svg -o logo.svg --force", "cli/places.other_file"),
    Case("new mine.toml --title 'A b'", "cli/new.new"),
    # The name of a file as a folder.
    Case(f"{TAKEN} -o class.pdf", "cli/places.check_shelf"),
    Case(f"{TAKEN} --output=there/class.pdf --name bk", "cli/places.check_shelf"),
    Case("rebuild output/bk -o class.pdf", "cli/places.check_shelf"),
    # Another file than the one that is wanted.
    Case("make empty.toml", "recipes/toml_files.parse_recipe_text"),
    Case("make output/bk", "recipes/suggested_commands.make_command"),
    Case("make 'a shelf; $(touch X)/it is'", "recipes/suggested_commands.make_command"),
    Case("make loose", "recipes/suggested_commands.make_command"),
    Case("rebuild mine.toml", "recipes/suggested_commands.make_command"),
    Case("rebuild output/bk/recipe.toml", "recipes/suggested_commands.rebuild_command"),
    Case("rebuild output/plain/plain.pdf", "recipes/suggested_commands.rebuild_command"),
    Case("make worksheet --names output/bk/recipe.toml", "recipes/suggested_commands.make_command"),
    Case("make worksheet --names mine.toml", "recipes/suggested_commands.make_command"),
    Case("make worksheet --names output/bk/manifest.json", "recipes/suggested_commands.rebuild_command"),
    Case("make new.csv", "recipes/suggested_commands.worksheets_command"),
    Case(f"make worksheet new.csv {FEW}", "cli/hints.suggest_command"),
    Case(f"make ages-5-6 --names new.csv {FEW}", "verbs/gifts._check_blanks"),
    Case("rebuild 1-square-9x12-far-7q4k2m9x0c3t5v8w-p", "recipes/sources._refuse_single_maze"),
    Case("rebuild maze.svg", "recipes/sources._refuse_single_maze"),
    Case("verify output", "checks/verify._check_folder"),
    Case("verify output/bk/bk.pdf", "checks/verify._check_folder"),
    # A name of another kind.
    Case(f"make ages 5-6 --mazes 1 {FEW}", "cli/hints.suggest_command"),
    Case(f"make sheets --theme elephant --name other --mazes 1 {FEW}", "cli/hints._make_command"),
    Case(f"make --theme elephant --name other --mazes 8 {FEW}", "cli/hints._make_command"),
    Case(f"make elephant --name=other --mazes 1 {FEW}", "cli/hints._make_command"),
    Case(f"make dinosar --mazes 1 {FEW}", "cli/hints._make_command"),
    Case("new other.toml --theme elephant", "cli/hints._make_command"),
    # A list that asks for more than its readers' mazes have room for.
    Case(f"make worksheet --questions capitals.csv --age 6 --name capitals --mazes 1 {FEW}",
         "verbs/room_for_questions._refuse"),
    # What is good to know.
    Case(f"make sheets --mazes 2 --seed owl --name bk --force {FEW.replace(' --quiet', '')}",
         "verbs/edition_notes.report_losses"),
]  # fmt: skip
_SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M1 1h7v7h-7z"/></svg>'
_TRY = re.compile(r"\(try: (.*)\)$", re.MULTILINE)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with all that people may name by mistake."""
    here = tmp_path_factory.mktemp("suggestions")
    (here / "new.csv").write_text("Name\nZoë\n", "utf-8")
    (here / "3b.csv").write_text("Name\nMia\nBen\n", "utf-8")
    rows = "".join(f"capital {number},{number}\n" for number in range(1, 13))
    (here / "capitals.csv").write_text(rows, "utf-8")
    (here / "gift.csv").write_text("name\nMia\n", "utf-8")
    (here / "logo.svg").write_text(_SVG)
    (here / "mine.toml").write_text('base = "sheets"\nseed = "owl"\nsvg = false\n')
    (here / "empty.toml").write_text("\n")
    (here / "loose").mkdir()
    (here / "loose" / "recipe.toml").write_text('base = "sheets"\nname = "loose"\n')
    (here / "taken").mkdir()
    for name in ("taken.svg", "taken-solution.svg", "taken.png", "taken/bk-1.pdf"):
        (here / name).write_text("another")
    make_maze("square", "9x12", seed="owl").save(here / "maze.svg")
    few = {"svg": False, "mazes": 1}
    for shelf, name, more in (("output", "bk", {}), ("a shelf; $(touch X)", "it is", {}),
                              ("output", "plain", {"codes": "none"})):  # fmt: skip
        make_book("sheets", seed="owl", output=here / shelf, name=name, overrides={**few, **more})
    make_cover(here / "output" / "bk")
    hard = {**few, "printer": "ingram-hardcover", "page": "6x9", "mazes": 16}
    make_book("sheets", seed="owl", output=here / "output", name="hard", overrides=hard)
    add_files(open_book(here / "output" / "plain"), {}, {"listing": {"cover": "another"}})
    make_book(
        "worksheet",
        seed="owl",
        output=here / "output",
        names=here / "3b.csv",
        overrides={"svg": False},
    )
    (here / "output" / "gift").mkdir()
    return here


@pytest.mark.parametrize("case", CASES, ids=[case.typed for case in CASES])
def test_what_is_suggested_works(case, folder, tmp_path, puzzlebook_here):
    shutil.copytree(folder, tmp_path, dirs_exist_ok=True)
    done = puzzlebook_here(*shlex.split(case.typed))
    (command,) = _TRY.findall(done.err)
    program, *words = shlex.split(command)
    assert program == "puzzlebook"
    again = puzzlebook_here(*words)
    assert again.code == 0, again.err
    assert not (tmp_path / "X").exists()


def sites():
    """Every function that makes a command line for a message."""
    house = Path(puzzlebook.__file__).parent
    for path in house.rglob("*.py"):
        module = path.relative_to(house).as_posix().removesuffix(".py")
        for function in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(function, ast.FunctionDef) and function.name != "shell_line":
                calls = (node.func for node in ast.walk(function) if isinstance(node, ast.Call))
                if any(isinstance(call, ast.Name) and call.id == "shell_line" for call in calls):
                    yield f"{module}.{function.name}"


def test_every_site_is_provoked():
    # The last two end in no error: below, and in test_products.py.
    elsewhere = {"cli/make._list_faults", "cli/make._print_summary"}
    assert {*sites()} == {*(case.site for case in CASES)} | elsewhere


def test_a_book_that_would_be_refused_is_made_and_can_be_checked(puzzlebook_here, monkeypatch):
    import puzzlebook.cli.make as command

    real = command._check_book
    monkeypatch.setattr(command, "_check_book", lambda made, jobs: _Refusing(real(made, jobs)))
    done = puzzlebook_here("make", "sheets", "--mazes", "1", "--no-svg", "-o", "it is")
    assert done.code == 1
    (suggested,) = _TRY.findall(done.err)
    assert puzzlebook_here(*shlex.split(suggested)[1:]).code == 0


class _Refusing:
    """A report that says no."""

    def __init__(self, report):
        self.findings, self.pages, self.printer, self.passed = (
            (),
            report.pages,
            report.printer,
            False,
        )


def test_nobody_writes_a_command_without_the_quotes_of_a_shell():
    """Only help and `shell_line` hold command lines; texts that name a command hold no value of the
    user's."""
    house = Path(puzzlebook.__file__).parent
    for path in house.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.JoinedStr):
                text = "".join(part.value for part in node.values if isinstance(part, ast.Constant))
                assert not re.match(
                    r"puzzlebook (make|maze|rebuild|verify|check|cover|preview|new) ", text
                ), path


def test_a_shell_runs_nothing_that_a_name_holds(folder, tmp_path):
    shutil.copytree(folder, tmp_path, dirs_exist_ok=True)
    book = "a shelf; $(touch X)/it is"
    assert (
        subprocess.run([*PUZZLEBOOK, "cover", book], cwd=tmp_path, env=environment()).returncode
        == 0
    )
    done = subprocess.run(
        [*PUZZLEBOOK, "cover", book],
        cwd=tmp_path,
        env=environment(),
        capture_output=True,
        text=True,
    )
    (command,) = _TRY.findall(done.stderr)
    script = f'puzzlebook() {{ {shlex.join(PUZZLEBOOK)} "$@"; }}; {command}'
    subprocess.run(["sh", "-c", script], cwd=tmp_path, env=environment(), check=True)
    assert not (tmp_path / "X").exists()


def test_of_several_faults_none_has_a_command(puzzlebook_here):
    done = puzzlebook_here("make", "sheets", "--theme", "elephant", "--page", "kdp")
    assert done.err.count("error: ") == 2
    assert "a silhouette of that name" in done.err
    assert "try:" not in done.err
    twice = puzzlebook_here("make", "sheets", "--theme", "elephant", "--silhouette", "heart")
    assert "a silhouette of that name\n" in twice.err


def test_the_program_is_named_as_it_was_called(puzzlebook_here, tmp_path, monkeypatch):
    program = tmp_path / ".venv" / "bin" / "puzzlebook"
    program.parent.mkdir(parents=True)
    program.touch(0o755)
    (tmp_path / "there.toml").write_text("x = 1")
    from puzzlebook.cli.messages import fail, find_program_command
    from puzzlebook.ground.faults import Fault

    monkeypatch.chdir(tmp_path)
    for argument, shown in ((".venv/bin/puzzlebook", ".venv/bin/puzzlebook"), ("puzzlebook", "puzzlebook"),
                            (str(HOME / "puzzlebook" / "__main__.py"), "puzzlebook")):  # fmt: skip
        monkeypatch.setattr("sys.argv", [argument])
        assert find_program_command() == shown
    monkeypatch.setattr("sys.argv", [".venv/bin/puzzlebook"])
    monkeypatch.setenv("PATH", str(program.parent))
    assert find_program_command() == "puzzlebook"
    monkeypatch.setenv("PATH", "/nowhere")
    assert fail([Fault("x", "y", "z", "puzzlebook make")], 2) == 2


def test_words_of_a_command():
    assert set_option(["make", "--name=a", "b", "--name", "c"], ("--name",), "d") == [
        "make",
        "b",
        "--name",
        "d",
    ]
    assert set_option(["make", "-qo", "a", "--", "-x.toml"], ("-o", "--output"), "b") == [
        "make", "-q", "-o", "b", "--", "-x.toml",
    ]  # fmt: skip
    assert set_option(["maze", "-oa.svg", "--seed", "o"], ("-o", "--output"), "b") == [
        "maze",
        "--seed",
        "o",
        "-o",
        "b",
    ]
    assert set_option(["cover", "x", "--force"], ("--force",)) == ["cover", "x", "--force"]
    assert drop_set_option(["make", "--set", "name=x", "--set=name=y", "--set", "title=name=z"], "name") == [
        "make", "--set", "title=name=z",
    ]  # fmt: skip
    assert shell_line("make", Path("-x.toml")) == "puzzlebook make ./-x.toml"
    assert shell_line("make", "two\nlines") == ""
