"""The front door for Python: what `help` and a type checker see, what goes in, and what is refused
by its name."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from contextlib import suppress
from io import BytesIO, StringIO
from pathlib import Path
from shutil import which

import pytest
from command import environment
from hypothesis import given, settings
from hypothesis import strategies as st

import puzzlebook
from puzzlebook import Refused, make_book, make_maze, maze_from_code

OF_EVERY_KIND = st.one_of(
    *(
        st.none(),
        st.booleans(),
        st.integers(),
        st.floats(),
        st.binary(max_size=9),
        st.text(max_size=9),
    ),
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
        [sys.executable, "-c", "import puzzlebook; help(puzzlebook)"],
        env=environment(),
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0
    for line in (
        *(
            "    maze_from_code(code: ",
            "    make_cover(folder: ",
            "    check(path: ",
            "    verify(folder: ",
        ),
        *("    rebuild(source: ", "    preview(folder: ", " |  to_dict(self) "),
        *(
            "    make_maze(shape: ",
            "    make_book(book: ",
            "    class Book(",
            "    class ShownMaze(",
            " |  save(self, ",
        ),
        *("Make a book and put it in `output/NAME`.", "Return the maze of a seed"),
    ):
        assert line in done.stdout


def test_dir_names_what_is_there():
    assert {name: type(getattr(puzzlebook, name)) for name in dir(puzzlebook)}.keys() == {
        *puzzlebook.__all__
    }
    with pytest.raises(AttributeError, match="has no attribute 'make_mase'"):
        _ = puzzlebook.make_mase


USER = """\
from io import BytesIO
from pathlib import Path
import puzzlebook
from puzzlebook import make_book, make_maze
maze = make_maze("polar", 9, seed=7)
reveal_type(maze.passages)
reveal_type(maze.save("maze.svg", cell="12mm"))
reveal_type(make_book(Path("my.toml"), names="3b.csv").folder)
reveal_type(puzzlebook.maze_from_code(maze.code).difficulty)
reveal_type(maze.save(BytesIO(), format="pdf", solution="only"))
reveal_type(puzzlebook.check("my-book", jobs=None).passed)
reveal_type(puzzlebook.verify(Path("my-book")).faults)
reveal_type(puzzlebook.rebuild("my-book").book)
reveal_type(puzzlebook.preview("my-book"))
reveal_type(puzzlebook.make_cover("my-book", spine="11.4mm").files)
maze.svg(solution="alone")
make_book(mazes="3")
puzzlebook.make_mase
"""
SEEN = [
    *("tuple[tuple[int, int], ...]", "pathlib.Path", "pathlib.Path", "float", '"None"', "bool"),
    *(
        "tuple[tuple[str, str, str, str, fallback=puzzlebook.ground.faults.Fault], ...]",
        "puzzlebook.verbs.make.Book",
    ),
    *("pathlib.Path", "tuple[pathlib.Path, ...]", "incompatible type"),
    *('has incompatible type "str"', "make_mase"),
]


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
    assert (
        make_maze("square", Path("5x7").name, seed="a").code
        == make_maze("square", (5, 7), seed="a").code
    )


def test_a_maze_shows_itself_as_the_command_draws_it(puzzlebook_here, tmp_path):
    maze = make_maze("square", "9x12", seed=7)
    for ending in ("svg", "pdf", "png"):
        for solution in (False, True):
            mine, theirs = tmp_path / f"mine.{ending}", tmp_path / f"theirs.{ending}"
            assert (
                maze.save(str(mine), cell="3mm", line="0.3mm", marks="doors", solution=solution)
                == mine
            )
            options = (
                "--cell",
                "3mm",
                "--line",
                "0.3mm",
                "--marks",
                "doors",
                *(["--solution"] if solution else []),
            )
            assert puzzlebook_here("maze", maze.code, *options, "-o", theirs, "--force").code == 0
            assert mine.read_bytes() == theirs.read_bytes()
            if ending == "svg":
                shown = maze.svg(cell="3mm", line="0.3mm", marks="doors", solution=solution)
                assert shown.encode() == mine.read_bytes()


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        ({"cell": 12}, "cell: expected str or None, got int"),
        ({"cell": "12"}, 'cell: "12" has no unit; '),
        ({"solution": 1}, "solution: expected bool, got int"),
        (
            {"marks": None, "theme": 3},
            "marks: expected str, got NoneType\ntheme: ",
        ),
        ({"theme": "ikn"}, "theme: 'ikn' is not known; did you mean ink?"),
        (
            {"path": "x.gif"},
            "x.gif: cannot write .gif; allowed: .svg, .pdf, .png",
        ),
        (
            {"path": "no/x.svg"},
            'no/x.svg: the folder "no" does not exist; create it first, or give another path',
        ),
        ({"path": b"x.svg"}, "path: expected str or PathLike, got bytes"),
        ({"path": "a\0b.svg"}, "path: is not a path; "),
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


def test_mazes_are_equal_that_have_the_same_walls_and_ends():
    maze = make_maze("square", "9x12", seed="owl")
    alike = [maze_from_code(maze.code), maze_from_code(maze.descriptive_code)]
    others = [make_maze("square", "9x12", seed="owl", ends="corners"), make_maze("square", "12x9", seed="owl"),
              make_maze("square", "9x12", seed="wol"), maze.code]  # fmt: skip
    assert all(maze == other for other in alike)
    assert all(maze != other for other in others)
    assert len({maze, *alike}) == 1
    assert len({maze, *others}) == 5


def test_a_maze_tells_of_itself():
    maze = make_maze("hexagonal", "5x4", seed="owl")
    told = maze.to_dict()
    assert json.loads(json.dumps(told)) == told
    assert [tuple(pair) for pair in told["passages"]] == list(maze.passages)
    assert told["solution"] == list(maze.solution)
    assert told["difficulty"] == maze.difficulty == maze.measures.difficulty
    assert maze_from_code(told["descriptive_code"]) == maze
    assert len(told["centres"]) == told["cells"] == len(maze.centres) == maze.grid.cells
    assert isinstance(maze.grid, puzzlebook.Grid)
    assert told["centres"][1] == [1.5, round(maze.grid.centres[1][1], 6)]


@pytest.mark.parametrize(
    ("kind", "head"), [("svg", b"<?xml"), ("pdf", b"%PDF-"), ("png", b"\x89PNG")]
)
def test_a_maze_is_saved_into_a_file_that_is_open(kind, head, tmp_path):
    maze, file = make_maze("square", "5x5", seed="owl"), BytesIO()
    assert maze.save(file, format=kind, cell="3mm") is None
    content = maze.save(tmp_path / f"maze.{kind}", cell="3mm").read_bytes()
    assert file.getvalue() == content
    assert content.startswith(head)
    with open(tmp_path / f"named.{kind.upper()}", "wb") as named:
        maze.save(named, cell="3mm")
    assert Path(named.name).read_bytes() == content


def test_an_svg_is_saved_as_text(tmp_path):
    maze, text = make_maze("square", "5x5", seed="owl"), StringIO()
    maze.save(text, format="svg")
    assert text.getvalue() == maze.svg()


@pytest.mark.parametrize(
    ("file", "arguments", "line"),
    [
        (BytesIO(), {}, "format: '' is not known; allowed: svg, pdf, png"),
        (BytesIO(), {"format": "gif"}, "format: 'gif' is not known; allowed: svg, pdf, png"),
        (StringIO(), {"format": "pdf"}, "path: a text file cannot hold PDF; "),
        ("x.svg", {"format": "svg"}, "format: is for an open file; "),
        ("x.svg", {"solution": "alone"}, "solution: 'alone' is not known; allowed: only"),
    ],
)
def test_what_does_not_go_into_a_file(file, arguments, line):
    with pytest.raises(Refused) as refused:
        make_maze("square", "3x3", seed="a").save(file, **arguments)
    assert str(refused.value).startswith(line)
    assert isinstance(file, str) or not file.getvalue()


def test_the_solution_alone_lies_over_its_maze():
    maze = make_maze("square", "9x12", seed="owl")
    whole, alone = maze.svg(solution=True), maze.svg(solution="only")
    assert re.findall('viewBox="[^"]*"', alone) == re.findall('viewBox="[^"]*"', whole)
    layers = re.findall(r'<g [^>]*id="([\w-]+)"', whole)
    assert {"walls", "solution", "start", "finish"} <= {*layers}
    assert re.findall(r'<g [^>]*id="([\w-]+)"', alone) == ["solution"]


def test_a_finished_book_in_the_hands_of_python(tmp_path, monkeypatch):
    """Cover, check, verify, rebuild and preview: what the commands of these names do."""
    monkeypatch.chdir(tmp_path)
    book = make_book("sheets", seed="owl", mazes=1, name="few", overrides={"svg": False})
    cover = puzzlebook.make_cover(book.folder, guides=True)
    assert [file.name for file in cover.files] == ["few-cover.pdf", "few-cover-guides.pdf"]
    assert puzzlebook.preview(str(book.folder)) == tmp_path / "output" / "few" / "few-preview.png"
    assert puzzlebook.check(book.folder).passed
    assert puzzlebook.check(book.pdf, printer="home").passed
    assert puzzlebook.verify(book.folder).faults == ()
    again = puzzlebook.rebuild(book.folder, output="again")
    assert again.comparison.identical
    assert again.book.pdf.read_bytes() == book.pdf.read_bytes()
    (book.folder / "recipe.toml").write_text("")
    assert "recipe.toml: was changed" in map(str, puzzlebook.verify(book.folder).faults)


def test_what_is_refused_speaks_of_parameters(tmp_path, monkeypatch):
    """Of no option, and of no command of a shell."""
    monkeypatch.chdir(tmp_path)
    folder = make_book("sheets", seed="owl", mazes=1, name="few", overrides={"svg": False}).folder
    puzzlebook.make_cover(folder)
    code = make_maze("square", "5x5", seed="a").code
    for call, line in (
        (
            lambda: make_book("sheets", seed="owl", mazes=1, name="few"),
            "or force=True to replace a book",
        ),
        (
            lambda: make_book("sheets", seed="owl", mazes=1, jobs=0),
            "jobs: 0 cannot be the number of processes",
        ),
        (
            lambda: puzzlebook.make_cover(folder),
            "there is a cover already; add force=True to replace it",
        ),
        (lambda: puzzlebook.make_cover(folder, paper="x"), "paper: 'x' is not available"),
        (lambda: puzzlebook.make_cover(folder, spine="1"), 'spine: "1" has no unit'),
        (lambda: puzzlebook.make_cover(3), "folder: expected str or PathLike"),
        (lambda: puzzlebook.check(folder, ink="red"), "ink: 'red' is not available"),
        (lambda: puzzlebook.check(folder, jobs=0), "jobs: 0 cannot be the number of processes"),
        (lambda: puzzlebook.check("none.pdf"), "none.pdf: there is no such file"),
        (lambda: puzzlebook.verify("output"), "output: is not a book"),
        (lambda: puzzlebook.rebuild(folder), "force=True to replace a book"),
        (
            lambda: puzzlebook.preview(folder, output="x.gif"),
            "x.gif: is not the name of a PNG file",
        ),
        (
            lambda: puzzlebook.maze_from_code(code, silhouette="heart"),
            "silhouette: cannot be combined with this code",
        ),
        (lambda: puzzlebook.maze_from_code(None), "code: expected str"),
        (
            lambda: make_maze("square", "4x4", seed="a", silhouette="text:MIA"),
            "silhouette letters:MIA",
        ),
        (
            lambda: make_maze("square", "4x4", seed="a").save("x.svg", cell="0.1mm"),
            "or a thinner line",
        ),
    ):
        with pytest.raises(Refused) as refused:
            call()
        assert line in str(refused.value)
        assert "--" not in str(refused.value)
        assert "try: " not in str(refused.value)


def test_the_column_of_names_is_told(tmp_path):
    (tmp_path / "3b.csv").write_text("Kunde;Name des Kindes\nEva Berg;Mia\n", encoding="utf-8")
    given = {"names": tmp_path / "3b.csv", "output": tmp_path, "dry_run": True}
    likeliest = puzzlebook.make_book("worksheet", **given)
    assert [maze["name"] for maze in likeliest.manifest["mazes"]] == ["Mia"]
    assert (
        'Names from the column "Name des Kindes"; it could also be "Kunde"' in likeliest.remarks[0]
    )
    told = puzzlebook.make_book("worksheet", name_column="Kunde", **given)
    assert [maze["name"] for maze in told.manifest["mazes"]] == ["Eva Berg"]
    with pytest.raises(puzzlebook.Refused, match="give the list with names"):
        puzzlebook.make_book("worksheet", name_column="Kunde")


def test_names_and_mazes_as_the_command_has_them(puzzlebook_here, tmp_path):
    (tmp_path / "3b.csv").write_text("name\nMia\nBen\n")
    for options, arguments in (
        (("worksheet", "--names", "3b.csv"), {"book": "worksheet", "names": tmp_path / "3b.csv"}),
        (("sheets", "--mazes", 3, "--name", "few"), {"book": "sheets", "mazes": 3, "name": "few"}),
    ):
        assert puzzlebook_here("make", *options, "--seed", "7", "--no-svg").code == 0
        made = make_book(**arguments, seed=7, output=tmp_path / "mine", overrides={"svg": False})
        assert made.folder.name == arguments.get("name", "3b")
        assert (
            made.pdf.read_bytes()
            == (tmp_path / "output" / made.folder.name / made.pdf.name).read_bytes()
        )
        assert len(repr(made)) < 1000


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        ({"names": "3b.csv", "mazes": 3}, "names: already sets the number of mazes; "),
        ({"names": "3b.csv", "pages": 30}, "names: already sets the number of mazes; "),
        ({"pages": 30, "mazes": 3}, "pages: cannot be combined with mazes; give only one of them"),
        ({"names": "4b.csv"}, "names: 4b.csv: there is no such file; "),
        ({"sets": "title=x"}, "sets: expected list or tuple, got str"),
        ({"sets": [3]}, "sets: expected str, got int"),
        ({"overrides": {3: 4}}, "overrides: expected str, got int"),
        (
            {"seed": 1.5, "force": 1},
            "seed: expected str or int or None, got float\nforce: ",
        ),
        ({"seed": 10**200}, "seed: the number is too long; at most 200 digits"),
        ({"output": "a\0b"}, "output: is not a path; "),
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

    pages = []

    def progress(what, done, total):
        told.extend([what] * (what not in told[-1:]))
        assert done <= total
        if what == "writing the PDF":
            pages.append((done, total))

    made = make_book(
        "sheets", seed="owl", output=tmp_path, mazes=2, overrides={"svg": svg}, progress=progress
    )
    assert told == ["drawing mazes", *(["writing pictures"] if svg else []), "writing the PDF"]
    count = made.manifest["pages"]
    assert pages[-2:] == [(count, count)] * 2  # the last page, and that the file is whole
    assert {total for _, total in pages} == {count}


# -- Whatever goes in ---------------------------------------------------------------------------------------

OF_A_MAZE = ("shape", "size", "seed", "number", "section", "silhouette", "pieces", "method", "ends")
OF_A_BOOK = (
    "book",
    "seed",
    "output",
    "name",
    "names",
    "mazes",
    "pages",
    "overrides",
    "sets",
    "force",
    "progress",
)


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
        st.sampled_from(
            [
                "seed",
                "mazes",
                "book.title",
                "fonts",
                "section.*.size",
                "section",
                "pupil",
                "margins",
                "x",
            ]
        ),
        OF_EVERY_KIND,
    )
)
def test_no_book_is_begun_that_is_wrong(arguments):
    """Every book that is made would be put where none can be, so that nothing is: what is refused
    is said in words."""
    with pytest.raises(Refused) as refused:
        make_book(
            **{
                "output": __file__,
                "book": "none" if "output" in arguments else "sheets",
                **arguments,
            }
        )
    assert refused.value.faults


def test_a_dry_run_has_no_file_to_open(tmp_path):
    book = make_book("sheets", seed="owl", output=tmp_path, overrides={"mazes": 1}, dry_run=True)
    with pytest.raises(Refused, match="a dry run writes no file"):
        book.pdf  # noqa: B018 - to ask for it is enough
