"""Names as silhouettes: in lines that make them large, in one piece, with cells enough; old codes
as they were."""

from __future__ import annotations

import json
import re
from hashlib import sha256

import pytest

from puzzlebook import make_book, make_maze
from puzzlebook.geometry.loop import Effort, area
from puzzlebook.ground.faults import Refused
from puzzlebook.mazes.silhouettes import Silhouette
from puzzlebook.outlines import break_into_lines, set_lettering, trace_boundary
from puzzlebook.recipes.assets import read_letters_font
from puzzlebook.verbs.one_maze import maze_from_code

AS_THEY_WERE = {
    "1-square-24x12-text.9n4m2.b8xgs368s9-far-80rrhsavb4gb1zn0-0": "da7ab6c7d6c8ae1f",
    "1-square-30x12-text.af1vgwk5dr.b8xgs368s9-far-80rrhsavb4gb1zn0-3": "7a1d4b48f09eed8d",
}
"""Codes from before there was a face of names, and how the digests of their mazes begin."""


def drawn(*lines):
    return set_lettering(lines, read_letters_font(), "here")


@pytest.mark.parametrize(
    "lines", [("MIA",), ("M", "IA"), ("Søren",), ("Jörg", "ii!"), ("Zoë",), ("Åse ", "Ły"), ("8",)]
)
def test_a_name_hangs_together(lines):
    rims = [area(loop) for loop in trace_boundary(drawn(*lines).outline, Effort("name"))]
    assert sum(size > 0 for size in rims) == 1


def test_letters_keep_apart_and_each_is_said_by_itself():
    whole, letters = drawn("Mia", "Jo")
    assert [letter for letter, _ in letters] == [*"MiaJo"]
    spots = [(x, y) for x in range(0, whole.width, 80_000) for y in range(0, whole.height, 80_000)]
    covered = [outline.find_inside(spots) for _, outline in letters]
    assert all(sum(cells) <= 1 for cells in zip(*covered, strict=True))
    ink = sum(whole.find_inside(spots))
    assert 0.85 * ink < sum(map(sum, covered)) < ink


def test_lines_make_letters_large_and_seldom_break_words():
    assert break_into_lines("MIA", 24, 12) == ("MIA",)
    assert break_into_lines("MIA", 14, 20) == ("M", "IA")
    assert break_into_lines("Anna Maria", 14, 20) == ("Anna ", "Maria")
    assert break_into_lines("Anna Maria", 60, 9) == ("Anna Maria",)
    assert "".join(break_into_lines("Bartholomäus", 10, 30)) == "Bartholomäus"
    assert break_into_lines("e\u0301e\u0301", 1, 9) == ("e\u0301", "e\u0301")


def test_a_name_is_the_same_on_every_machine():
    polygons = [part.polygons for part in drawn("Søren").outline.areas]
    assert sha256(str(polygons).encode()).hexdigest()[:16] == "e3291aac7b9c3b75"


@pytest.mark.parametrize("code", AS_THEY_WERE)
def test_old_codes_of_letters_make_the_mazes_that_they_made(code):
    assert maze_from_code(code).digest.startswith(AS_THEY_WERE[code])


def test_a_code_keeps_the_lines_of_a_name():
    maze = make_maze(size="20x28", seed="owl", silhouette="text:MIA")
    again = maze_from_code(maze.code)
    assert (again.digest, again.svg()) == (maze.digest, maze.svg())
    field = maze.code.split("-")[3]
    assert field.startswith("name.")
    assert Silhouette.from_code(field, read_letters_font).title == "MIA"
    assert (
        field
        == Silhouette.from_name(("M", "IA"), read_letters_font()).code
        != Silhouette.from_name(("MIA",), read_letters_font()).code
    )


def test_a_name_of_few_cells_is_refused_with_a_size_that_does():
    with pytest.raises(
        Refused, match=r"its I has \d+ cells of 10x10; at least 20 a letter: a size of \d+x\d+ or"
    ) as told:
        make_maze(size="10x10", seed="owl", silhouette="text:MIA")
    size = re.search(r"size of (\d+x\d+)", str(told.value))[1]
    maze = make_maze(size=size, seed="owl", silhouette="text:MIA")
    silhouette = Silhouette.from_code(maze.code.split("-")[3], read_letters_font)
    assert (
        min(cells for _, cells in silhouette.count_letter_cells("square", maze.design.size)) >= 20
    )
    with pytest.raises(Refused, match="the font for names has no 'ক'"):
        make_maze(size="20x20", seed="owl", silhouette="text:ক")
    with pytest.raises(Refused, match="names 3 silhouettes"):
        make_maze(size="20x20", seed="owl", silhouette="letters:MIA")


def entries(folder):
    return json.loads((folder / "manifest.json").read_bytes())["mazes"]


def test_a_name_for_five_year_olds_has_room_and_decisions(tmp_path):
    asked = {"section.*.silhouette": "text:MIA", "page": "a4", "svg": False, "mazes": 4}
    book = make_book("ages-5-6", seed="owl", output=tmp_path, overrides=asked)
    for maze in entries(book.folder):
        assert maze["decisions"] >= 2
        size = tuple(map(int, maze["size"].split("x")))
        silhouette = Silhouette.from_code(maze["silhouette"], read_letters_font)
        assert min(cells for _, cells in silhouette.count_letter_cells("square", size)) >= 20
        assert maze["puzzle"]["cell"] / 72 * 25.4 > 9


def test_letters_have_a_page_each(tmp_path):
    asked = {"section.*.silhouette": "letters:Mia", "audience": "5-6", "svg": False, "mazes": 9}
    book = make_book("sheets", seed="owl", output=tmp_path, overrides=asked)
    named = [
        Silhouette.from_code(maze["silhouette"], read_letters_font).title
        for maze in entries(book.folder)
    ]
    assert sorted(named) == sorted("Mia" * 3)


def test_no_book_for_readers_has_a_maze_without_a_decision(tmp_path):
    book = make_book("ages-3-4", seed="s1", output=tmp_path, overrides={"svg": False})
    assert min(maze["decisions"] for maze in entries(book.folder)) >= 1


def test_help_for_a_name_does_not_depend_on_the_current_folder(tmp_path, monkeypatch):
    (tmp_path / "box.svg").write_text('<svg viewBox="0 0 9 9"><path d="M0 0H9V9H0Z"/></svg>')
    (tmp_path / "book.toml").write_text(
        'audience = "3-4"\n[book]\ntitle = "T"\n'
        '[[section]]\nkey = "a"\ntitle = "A"\nmazes = 2\nsilhouette = "text:MAXIMILIAN,box.svg"\n'
    )
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    with pytest.raises(Refused, match="audience 9-11"):
        make_book(tmp_path / "book.toml", seed="owl")
