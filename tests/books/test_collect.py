"""Things to count: so many on the way, others in dead ends, and an answer that says how
many."""

import json
import re
import shutil
from collections import Counter
from math import dist

import pypdfium2
import pytest

from puzzlebook import make_book, make_maze
from puzzlebook.checks.verify import verify
from puzzlebook.ground import templates
from puzzlebook.ground.faults import Refused
from puzzlebook.maze_art.theme import load_theme
from puzzlebook.shelf.manifest import write_manifest
from puzzlebook.verbs.one_maze import maze_from_code

BOOK = {
    "mazes": 8,
    "section.*.size": "7x9",
    "section.*.shape": "square",
    "section.*.collect": "2-4",
    "theme": "rabbit",
}


@pytest.fixture(scope="module")
def book(tmp_path_factory):
    return make_book(
        "ages-7-8", seed="owl", output=tmp_path_factory.mktemp("collect"), overrides=BOOK
    )


def test_the_manifest_says_how_many_and_the_answer_too(book):
    pages = [page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(book.pdf)]
    for maze in book.manifest["mazes"]:
        assert 2 <= maze["collect"] <= 4
        assert "Count the things along the way" in pages[maze["puzzle"]["page"] - 1]
        assert str(maze["collect"]) in pages[maze["answer"]["page"] - 1].split()


def test_as_many_lie_on_the_way_as_the_manifest_says(book):
    for entry in book.manifest["mazes"]:
        maze = maze_from_code(entry["code"])
        things = maze.place_things(2, 4)
        assert len(things.on_way) == entry["collect"]
        assert set(things.on_way) <= set(maze.solution[2:-2])
        assert set(things.astray).isdisjoint(maze.solution)
        assert all(len(maze.neighbours[cell]) == 1 for cell in things.astray)
        drawn = (book.folder / entry["svg"]).read_text()
        (layer,) = re.findall(r'<g [^>]*id="things".*?</g>', drawn, re.DOTALL)
        marks = [(float(x), float(y)) for x, y in re.findall(r"M(-?[\d.]+) (-?[\d.]+)", layer)]
        cells = range(maze.shown.cells)
        near = {
            min(cells, key=lambda cell: dist(maze.shown.circle(cell).centre, mark))
            for mark in marks
        }
        assert near == {*things.on_way, *things.astray}


def test_every_number_and_every_place_comes():
    mazes = [make_maze("square", "6x6", seed="count", number=number) for number in range(400)]
    found = [maze.place_things(2, 3) for maze in mazes]
    counts = Counter(len(things.on_way) for things in found)
    assert abs(counts[2] - 200) < 50
    first = Counter(
        maze.solution.index(things.on_way[0])
        for maze, things in zip(mazes, found, strict=True)
        if len(maze.solution) > 9
    )
    assert {2, 3, 4, 5} <= set(first)


def test_a_book_that_nobody_touched_is_as_it_was_and_another_number_is_found(book, tmp_path):
    assert verify(book.folder).faults == ()
    shutil.copytree(book.folder, tmp_path / "copy")
    told = json.loads((tmp_path / "copy" / "manifest.json").read_text())
    del told["self"]
    told["mazes"][0]["collect"] += 1
    (tmp_path / "copy" / "manifest.json").write_text(write_manifest(told))
    assert any("things lie on its path" in str(fault) for fault in verify(tmp_path / "copy").faults)


@pytest.mark.parametrize("name", templates.list_names("themes"))
def test_every_theme_has_a_thing(name):
    assert load_theme(name).thing


@pytest.mark.parametrize(
    ("overrides", "said"),
    [
        ({"section.*.collect": "40-60"}, "40 things do not fit on a path of"),
        (
            {"section.*.collect": "6-3"},
            'is not a number of things; write a number such as 5, or "3-6"',
        ),
        ({"section.*.collect": "many"}, "is not a number of things"),
        (
            {"section.*.way": "heart", "section.*.size": "20x20"},
            "things to count cannot be combined with a picture",
        ),
        ({"section.*.ends": "none"}, 'things to count cannot be combined with ends = "none"'),
    ],
)
def test_what_is_refused(tmp_path, overrides, said):
    with pytest.raises(Refused) as caught:
        make_book("ages-7-8", seed="owl", output=tmp_path, overrides={**BOOK, **overrides})
    assert said in str(caught.value)
    assert list(tmp_path.iterdir()) == []


def test_what_finds_no_room_on_short_ways_is_left_out_and_said(tmp_path):
    overrides = {**BOOK, "section.*.collect": "3-30", "section.*.size": "5x5"}
    book = make_book("ages-7-8", seed="owl", output=tmp_path, overrides=overrides)
    shortest = min(maze["solution_length"] for maze in book.manifest["mazes"])
    said = [line for line in book.remarks if "not every path has room for 30 things" in line]
    assert len(said) == len(book.manifest["recipe"]["section"])
    assert any(line.endswith(f"the shortest has room for {shortest - 4}") for line in said)
    assert all(
        3 <= maze["collect"] <= maze["solution_length"] - 4 for maze in book.manifest["mazes"]
    )
    assert verify(book.folder).faults == ()


def test_worksheets_have_none(tmp_path):
    with pytest.raises(Refused, match="worksheets have nothing to count"):
        make_book("worksheet", seed="owl", output=tmp_path, overrides={"section.*.collect": 3})
