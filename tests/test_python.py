"""The front door for Python: what `help` and a type checker see, what goes in, and what is refused by its name."""

from __future__ import annotations

import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from shutil import which

import pytest
from command import environment
from hypothesis import given, settings
from hypothesis import strategies as st

import puzzlebook
from puzzlebook import Refused, make_book, make_maze

OF_EVERY_KIND = st.one_of(
    *(st.none(), st.booleans(), st.integers(), st.floats(), st.binary(max_size=9), st.text(max_size=9)),
    *(st.characters(categories=["Cs", "Cc"]), st.just(object()), st.just(Path("none.toml"))),
    st.lists(st.integers(-3, 30) | st.none() | st.text(max_size=3), max_size=3),
    st.tuples(st.integers(-3, 30), st.integers(-3, 30)),
    st.dictionaries(st.text(max_size=3), st.integers(), max_size=2),
)
HUGE = st.sampled_from([10**5000, -(10**5000), (10**5000, 2)])
"""More digits than Python writes."""


# -- What is seen -------------------------------------------------------------------------------------------


def test_help_shows_what_is_made_and_what_comes_of_it():
    done = subprocess.run(
        [sys.executable, "-c", "import puzzlebook; help(puzzlebook)"], env=environment(), capture_output=True, text=True
    )
    assert done.returncode == 0
    for line in (
        *(
            "    make_maze(shape: ",
            "    make_book(book: ",
            "    class Book(",
            "    class ShownMaze(",
            " |  save(self, ",
        ),
        *("Make a book and put it in `output/NAME`.", "The maze that a seed gives"),
    ):
        assert line in done.stdout


def test_dir_names_what_is_there():
    assert {name: type(getattr(puzzlebook, name)) for name in dir(puzzlebook)}.keys() == {*puzzlebook.__all__}
    with pytest.raises(AttributeError, match="has no attribute 'make_mase'"):
        _ = puzzlebook.make_mase


USER = """\
from pathlib import Path
import puzzlebook
from puzzlebook import make_book, make_maze
maze = make_maze("polar", 9, seed=7)
reveal_type(maze.passages)
reveal_type(maze.save("maze.svg", cell="12mm"))
reveal_type(make_book(Path("my.toml"), names="3b.csv").folder)
make_book(mazes="3")
puzzlebook.make_mase
"""
SEEN = ["tuple[tuple[int, int], ...]", "pathlib.Path", "pathlib.Path", 'has incompatible type "str"', "make_mase"]


@pytest.mark.skipif(which("mypy", path=Path(sys.executable).parent) is None, reason="needs mypy")
def test_a_type_checker_sees_the_types(tmp_path):
    """mypy takes a package's types for true only where it finds py.typed."""
    (tmp_path / "user.py").write_text(USER)
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", "user.py"],
        cwd=tmp_path, env=environment(), capture_output=True, text=True,
    )  # fmt: skip
    lines = done.stdout.splitlines()
    assert len(lines) == len(SEEN), done.stdout + done.stderr
    assert all(seen in line for seen, line in zip(SEEN, lines, strict=True)), done.stdout


# -- What goes in -------------------------------------------------------------------------------------------


def test_numbers_are_what_they_are_as_text():
    assert make_maze("polar", 9, seed=7).code == make_maze("polar", "9", seed="7").code
    assert make_maze("square", [5, 7], seed=-7).code == make_maze("square", "5x7", seed="-7").code
    assert make_maze("square", Path("5x7").name, seed="a").code == make_maze("square", (5, 7), seed="a").code


def test_a_maze_shows_itself_as_the_command_draws_it(puzzlebook_here, tmp_path):
    maze = make_maze("square", "9x12", seed=7)
    for ending in ("svg", "pdf", "png"):
        for solution in (False, True):
            mine, theirs = tmp_path / f"mine.{ending}", tmp_path / f"theirs.{ending}"
            assert maze.save(str(mine), cell="3mm", line="0.3mm", marks="doors", solution=solution) == mine
            options = ("--cell", "3mm", "--line", "0.3mm", "--marks", "doors", *(["--solution"] if solution else []))
            assert puzzlebook_here("maze", maze.code, *options, "-o", theirs, "--force").code == 0
            assert mine.read_bytes() == theirs.read_bytes()
            if ending == "svg":
                shown = maze.svg(cell="3mm", line="0.3mm", marks="doors", solution=solution)
                assert shown.encode() == mine.read_bytes()


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        ({"cell": 12}, "cell: a value of type int does not do; allowed: str, None"),
        ({"cell": "12"}, 'cell: "12" has no unit; '),
        ({"solution": 1}, "solution: a value of type int does not do; allowed: bool"),
        ({"marks": None, "theme": 3}, "marks: a value of type NoneType does not do; allowed: str\ntheme: "),
        ({"theme": "ikn"}, "theme: 'ikn' is not offered; did you mean ink?"),
        ({"path": "x.gif"}, "x.gif: is no kind of picture that we write; allowed: .svg, .pdf, .png"),
        ({"path": "no/x.svg"}, "no/x.svg: there is no folder no; make it first, or take another path"),
        ({"path": b"x.svg"}, "path: a value of type bytes does not do; allowed: str, PathLike"),
        ({"path": "a\0b.svg"}, "path: is no path; "),
    ],
)
def test_what_cannot_be_saved(arguments, line, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(Refused) as refused:
        make_maze("square", "3x3", seed="a").save(**{"path": "x.svg", **arguments})
    assert str(refused.value).startswith(line)
    assert list(tmp_path.iterdir()) == []


def test_a_maze_without_ends_has_no_solution_to_show(tmp_path):
    maze = make_maze("square", "3x3", seed="a", ends="none")
    for show in (maze.svg, lambda solution: maze.save(tmp_path / "x.svg", solution=solution)):
        with pytest.raises(Refused, match="solution: a maze without ends has none"):
            show(solution=True)


def test_names_and_mazes_as_the_command_has_them(puzzlebook_here, tmp_path):
    (tmp_path / "3b.csv").write_text("name\nMia\nBen\n")
    for options, arguments in (
        (("worksheet", "--names", "3b.csv"), {"book": "worksheet", "names": tmp_path / "3b.csv"}),
        (("sheets", "--mazes", 3, "--name", "few"), {"book": "sheets", "mazes": 3, "name": "few"}),
    ):
        assert puzzlebook_here("make", *options, "--seed", "7", "--no-svg").code == 0
        made = make_book(**arguments, seed=7, output=tmp_path / "mine", overrides={"svg": False})
        assert made.folder.name == arguments.get("name", "3b")
        assert made.pdf.read_bytes() == (tmp_path / "output" / made.folder.name / made.pdf.name).read_bytes()
        assert len(repr(made)) < 1000


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        ({"names": "3b.csv", "mazes": 3}, "--names: says how many mazes there are; "),
        ({"names": "3b.csv", "pages": 30}, "--names: says how many mazes there are; "),
        ({"pages": 30, "mazes": 3}, "--pages: goes without --mazes; one of the two"),
        ({"names": "4b.csv"}, "--names: 4b.csv: there is no such file; "),
        ({"sets": "title=x"}, "sets: a value of type str does not do; allowed: list, tuple"),
        ({"sets": [3]}, "sets: a value of type int does not do; allowed: str"),
        ({"overrides": {3: 4}}, "overrides: a value of type int does not do; allowed: str"),
        ({"seed": 1.5, "force": 1}, "seed: a value of type float does not do; allowed: str, int, None\nforce: "),
        ({"seed": 10**200}, "seed: the number is too long; at most 200 digits"),
        ({"output": "a\0b"}, "output: is no path; "),
    ],
)
def test_a_book_that_is_refused(arguments, line, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "3b.csv").write_text("Mia\n")
    with pytest.raises(Refused) as refused:
        make_book(**arguments)
    assert str(refused.value).startswith(line)
    assert [path.name for path in tmp_path.iterdir()] == ["3b.csv"]


@pytest.mark.parametrize("svg", [True, False])
def test_what_is_said_of_the_work_is_what_is_done(tmp_path, svg):
    told = []

    def progress(what, done, total):
        told.extend([what] * (what not in told[-1:]))
        assert done <= total

    make_book("sheets", seed="owl", output=tmp_path, mazes=2, overrides={"svg": svg}, progress=progress)
    assert told == ["drawing mazes", *(["writing pictures"] if svg else []), "writing the PDF"]


# -- Whatever goes in ---------------------------------------------------------------------------------------

OF_A_MAZE = ("shape", "size", "seed", "number", "section", "silhouette", "pieces", "method", "ends")
OF_A_BOOK = ("book", "seed", "output", "name", "names", "mazes", "pages", "overrides", "sets", "force", "progress")


@settings(deadline=None, max_examples=300)
@given(st.dictionaries(st.sampled_from(OF_A_MAZE), OF_EVERY_KIND | HUGE, min_size=1, max_size=2))
def test_any_maze_is_made_or_refused(arguments):
    given = {"size": "2x2", "seed": "a", **arguments}
    with suppress(Refused):
        assert make_maze(**given).code == make_maze(**given).code


@settings(deadline=None, max_examples=300)
@given(
    st.dictionaries(st.sampled_from(OF_A_BOOK), OF_EVERY_KIND | HUGE, min_size=1, max_size=2)
    | st.builds(
        lambda key, value: {"overrides": {key: value}},
        st.sampled_from(["seed", "mazes", "book.title", "fonts", "section.*.size", "section", "pupil", "margins", "x"]),
        OF_EVERY_KIND,
    )
)
def test_no_book_is_begun_that_is_wrong(arguments):
    """Every book that is made would be put where none can be, so that nothing is: what is refused is said in words."""
    with pytest.raises(Refused) as refused:
        make_book(**{"output": __file__, "book": "none" if "output" in arguments else "sheets", **arguments})
    assert refused.value.faults
