"""How large one maze is drawn: by its cells, its passages or the whole picture, on the wall that
was asked for."""

from __future__ import annotations

import json
import re

import pytest

from puzzlebook.verbs.one_maze import maze_from_code

CELLS = 9, 12


@pytest.fixture
def drawn(puzzlebook_here, tmp_path):
    """The width and height of a picture, the clear passage and the wall in it, in millimetres."""

    def draw(*options: str) -> tuple[float, float, float, float]:
        done = puzzlebook_here(
            "maze", "--size", "9x12", "--seed", "owl", "-o", "m.svg", "--force", *options
        )
        assert done.code == 0, done.err
        text = (tmp_path / "m.svg").read_text("utf-8")
        width, height = (
            float(re.search(rf'{side}="([\d.]+)mm"', text)[1]) for side in ("width", "height")
        )
        across = float(re.search(r'viewBox="\S+ \S+ (\S+) ', text)[1])
        wall = float(re.search(r'stroke-width="([\d.]+)"', text)[1]) * width / across
        return width, height, width / across - wall, wall

    return draw


@pytest.mark.parametrize("line", [(), ("--line", "1mm"), ("--line", "2.5mm")])
@pytest.mark.parametrize("marks", ["icons", "doors"])
def test_the_length_that_was_typed_is_that_of_the_picture(drawn, line, marks):
    options = (*line, "--marks", marks)
    assert drawn("--passage", "8mm", *options)[2] == pytest.approx(8, abs=0.02)
    assert drawn("--width", "180mm", *options)[0] == pytest.approx(180, abs=0.1)
    assert drawn("--height", "24cm", *options)[1] == pytest.approx(240, abs=0.1)
    width, height, *_ = drawn("--width", "180mm", "--height", "150mm", *options)
    assert height == pytest.approx(150, abs=0.1)
    assert width < 180
    if line:
        walls = {round(drawn(side, "180mm", *options)[3], 1) for side in ("--width", "--height")}
        assert walls == {float(line[1].removesuffix("mm"))}


@pytest.mark.parametrize(
    ("options", "line"),
    [
        (
            ("--width", "180mm", "--cell", "5mm"),
            "error: --width: cannot be combined with cell; give only one of cell, passage, and width with",
        ),
        (
            ("--passage", "8mm", "--height", "9cm"),
            "error: --height: cannot be combined with passage",
        ),
        (
            ("--width", "900cm"),
            "error: --width: 900cm makes cells of 97.6 cm, which make no page; more than 0, and up to",
        ),
        (
            ("--width", "2mm", "--line", "1mm"),
            "error: --width: 2mm makes cells of 0 mm, which make no page",
        ),
        (
            ("--line", "4mm"),
            "error: --line: a wall of 4mm does not suit cells of 6 mm; from 0.0882 mm to half a cell",
        ),
        (
            ("--cell", "900mm"),
            "error: --cell: cells of 900mm make no page; more than 0, and up to 3",
        ),
        (("--passage", "wide"), 'error: --passage: "wide" is not a length'),
    ],
)
def test_what_is_too_large_is_said_in_the_unit_that_was_typed(puzzlebook_here, options, line):
    done = puzzlebook_here("maze", "--size", "9x12", "-o", "m.svg", *options)
    assert done.code == 2
    assert done.err.startswith(line)


@pytest.mark.parametrize("marks", ["icons", "doors"])
def test_the_sizes_of_picture_board_and_cells_are_said(puzzlebook_here, tmp_path, marks):
    options = (
        "--size",
        "9x12",
        "--width",
        "180mm",
        "--line",
        "1mm",
        "--marks",
        marks,
        "-o",
        "m.svg",
    )
    said = re.search(r"Size: +([\d.]+) x ([\d.]+) mm, the board ([\d.]+) x [\d.]+ mm, cells of ([\d.]+) mm",
                     puzzlebook_here("maze", *options).out)  # fmt: skip
    text = (tmp_path / "m.svg").read_text("utf-8")
    width, height = (
        float(re.search(rf'{side}="([\d.]+)mm"', text)[1]) for side in ("width", "height")
    )
    wide, high, board, cell = map(float, said.groups())
    assert (wide, high) == (pytest.approx(width, abs=0.1), pytest.approx(height, abs=0.1))
    assert board == pytest.approx(9 * cell + 1, abs=0.1)
    assert (wide - board > cell) == (marks == "doors")


def test_a_comma_in_a_length(drawn):
    assert drawn("--line", "0,5mm")[3] == pytest.approx(0.5, abs=0.01)


@pytest.mark.parametrize(
    ("typed", "is_said"), [("--walls hedge", True), ("--walls plain", False), ("", False)]
)
def test_walls_that_no_pen_draws_are_said(puzzlebook_here, typed, is_said):
    done = puzzlebook_here("maze", "--size", "5x5", "-o", "m.svg", *typed.split())
    assert ('for a pen or a laser, use only "walls"' in done.err) == is_said
    assert (
        "for a pen"
        not in puzzlebook_here("maze", "--size", "5x5", "-o", "m.pdf", *typed.split()).err
    )


# -- As JSON ------------------------------------------------------------------------------------------------

CODE = "1-square-9x12-far-7q4k2m9x0c3t5v8w-p"


def test_a_maze_as_json(puzzlebook_here, tmp_path):
    done = puzzlebook_here("maze", CODE, "--json")
    assert (done.code, done.err) == (0, "")
    told = json.loads(done.out)
    maze = maze_from_code(CODE)
    assert told == {**maze.to_dict(), "files": []}
    again = json.loads(puzzlebook_here("maze", told["descriptive_code"], "--json").out)
    assert {**again, "code": CODE} == told
    assert list(tmp_path.iterdir()) == []


def test_a_maze_as_json_beside_its_pictures(puzzlebook_here, tmp_path):
    told = json.loads(puzzlebook_here("maze", CODE, "--json", "--both", "-o", "m.svg").out)
    assert told["files"] == [str(tmp_path / "m.svg"), str(tmp_path / "m-solution.svg")]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["m-solution.svg", "m.svg"]


@pytest.mark.parametrize(
    ("options", "line"),
    [
        (("-o", "-"), "--json: goes to stdout, and so does "),
        (("--both",), "--both: cannot write two pictures to stdout; "),
    ],
)
def test_what_does_not_go_with_json(puzzlebook_here, options, line):
    done = puzzlebook_here("maze", CODE, "--json", *options)
    assert done.code == 2
    assert done.err.startswith(f"error: {line}")


def test_a_maze_of_a_descriptive_code_has_a_name_of_its_own(puzzlebook_here, monkeypatch, tmp_path):
    monkeypatch.setattr("puzzlebook.cli.maze.sys.stdout.isatty", lambda: True)
    maze = maze_from_code(maze_from_code(CODE).descriptive_code)
    assert puzzlebook_here("maze", maze.code).code == 0
    assert [path.name for path in tmp_path.iterdir()] == [f"maze-{maze.digest[:16]}.svg"]
