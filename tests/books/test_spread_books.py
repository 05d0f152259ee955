"""Books with mazes over two facing pages: solved from the pixels of both, with a strip at the fold
that nobody sees; checked, made again, refused where they do not fit, and explained."""

from __future__ import annotations

import json
import shutil
import sys
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pypdfium2
import pytest
from scipy import ndimage

sys.path.insert(0, str(Path(__file__).parents[1]))
from command import run
from rendering import Printed

from puzzlebook import Refused, make_book, rebuild, verify
from puzzlebook.books.pages.answers import _set_rows
from puzzlebook.books.planning.pagination import paginate
from puzzlebook.checks.drawn import read_svg_layers
from puzzlebook.drawing.drawing import Drawing
from puzzlebook.language.words import load_words
from puzzlebook.recipes.files import decide_seed, load
from puzzlebook.recipes.order import settle
from puzzlebook.typesetting.page import Box, Picture

RECIPE = """
look = "7-8"
page = "6x9"
seed = "owl"
pdf = "both"
language = "{language}"

[book]
title = "Wide"

[[section]]
key = "one"
title = "One"
mazes = 1
size = "9x12"

[[section]]
key = "wide"
title = "Wide"
mazes = 2
size = "20x14"
spread = true
"""
COLUMNS, ROWS, GUTTER = 20, 14, 2
HALF, SCALE = COLUMNS // 2, 4
LANGUAGES = ("en", "de", "fr", "es", "pt", "pt-PT", "bn", "fa")
"""Punjabi needs a font of the system."""


def make(folder: Path, text: str = RECIPE.format(language="en"), **more) -> Path:
    recipe = folder / "wide.toml"
    recipe.write_text(text, encoding="utf-8")
    return make_book(recipe, output=folder / "shelf", **more).folder


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    return make(tmp_path_factory.mktemp("spread"))


@pytest.fixture(scope="module")
def book(folder) -> Printed:
    return Printed(folder)


def is_left(cell: int) -> bool:
    return cell % COLUMNS < HALF


class Opened:
    """A maze as it lies open on the table, read at a point given in cells from its top left. The
    fold takes most of a cell on either page."""

    EATEN = 0.95

    def __init__(self, book: Printed, maze: dict) -> None:
        self.halves = []
        for kind in ("puzzle", "facing"):
            place = maze[kind]
            pixels = book.pixels(place["page"], SCALE)
            self.halves.append((pixels, place["box"][0], place["box"][1], place["cell"]))

    def is_white(self, x: float, y: float) -> bool:
        fold = HALF + GUTTER / 2
        assert abs(x - fold) > self.EATEN
        pixels, left, top, cell = self.halves[x > fold]
        return bool(pixels[round((top + y * cell) * SCALE), round((left + x * cell) * SCALE)] > 128)

    def stitch(self) -> np.ndarray:
        """Both pages side by side, without the strip that the fold takes."""
        fold = HALF + GUTTER / 2
        (left, x, y, cell), (right, right_x, right_y, right_cell) = self.halves
        assert (y, cell) == (right_y, right_cell)
        until = round((x + (fold - self.EATEN) * cell) * SCALE)
        since = round((right_x + (fold + self.EATEN) * cell) * SCALE)
        return np.hstack([left[:, :until], right[:, since:]])


def read_passages(opened: Opened) -> list[tuple[int, int]]:
    found = []
    for cell in range(COLUMNS * ROWS):
        y, x = divmod(cell, COLUMNS)
        shown = x if x < HALF else x + GUTTER
        if y + 1 < ROWS and opened.is_white(shown + 0.5, y + 1):
            found.append((cell, cell + COLUMNS))
        if x == HALF - 1:
            beside = [opened.is_white(at, y + 0.5) for at in (HALF, HALF + GUTTER)]
            assert beside[0] == beside[1]
            found += [(cell, cell + 1)] * beside[0]
        elif x + 1 < COLUMNS and opened.is_white(shown + 1, y + 0.5):
            found.append((cell, cell + 1))
    return sorted(found)


def wide_mazes(book: Printed) -> list[dict]:
    return [maze for maze in book.mazes if maze["section"] == "wide"]


def test_solved_from_the_pixels_of_both_pages(book):
    for maze in wide_mazes(book):
        passages = read_passages(Opened(book, maze))
        text = " ".join(f"{a}-{b}" for a, b in passages)
        assert sha256(text.encode()).hexdigest() == maze["digest"]
        across = [pair for pair in passages if is_left(pair[0]) != is_left(pair[1])]
        assert len(across) == maze["spread"] == 3
        beside: dict[int, list[int]] = {}
        for a, b in passages:
            beside.setdefault(a, []).append(b)
            beside.setdefault(b, []).append(a)
        before, waiting = {maze["end"]: None}, [maze["end"]]
        for here in waiting:
            new = [cell for cell in beside[here] if cell not in before]
            before |= dict.fromkeys(new, here)
            waiting += new
        assert len(before) == COLUMNS * ROWS
        way = [maze["start"]]
        while before[way[-1]] is not None:
            way.append(before[way[-1]])
        assert len(way) == maze["solution_length"]
        assert sum(is_left(a) != is_left(b) for a, b in pairwise(way)) >= 3


def test_paint_poured_in_at_the_start_crosses_a_fold_that_eats_pixels(book):
    """On both pages side by side, all cells are one pool, and what lies around them another."""
    for maze in wide_mazes(book):
        picture = Opened(book, maze).stitch() > 128
        pools, _ = ndimage.label(picture)
        sizes = np.bincount(pools[picture])
        cell = maze["puzzle"]["cell"] * SCALE
        assert sum(size > 0.5 * COLUMNS * ROWS * cell * cell / 2 for size in sizes) == 2


def test_a_maze_begins_on_a_left_page_and_its_other_half_faces_it(book):
    for maze in wide_mazes(book):
        left, right = maze["puzzle"]["page"], maze["facing"]["page"]
        assert (left % 2, right) == (0, left + 1)
    assert book.mazes[0]["section"] == "one"
    assert "facing" not in book.mazes[0]
    assert all(isinstance(maze["answer"]["page"], int) for maze in book.mazes)


def test_the_passages_have_the_same_letter_on_both_pages_and_none_but_half_is_seen(book):
    for maze in wide_mazes(book):
        crops = []
        for (pixels, left, top, cell), x in zip(
            Opened(book, maze).halves, (HALF + 0.5, HALF + GUTTER - 0.5), strict=True
        ):
            rows = [y for y in range(ROWS) if (HALF - 1 + y * COLUMNS) in joint_cells(maze)]
            half = round(0.4 * cell * SCALE)
            spots = [
                (round((top + (y + 0.5) * cell) * SCALE), round((left + x * cell) * SCALE))
                for y in rows
            ]
            crops.append([pixels[y - half : y + half, at - half : at + half] for y, at in spots])
        for one, other in zip(*crops, strict=True):
            assert (one < 128).mean() > 0.05
            assert (abs(one.astype(int) - other) > 128).mean() < 0.04
        # Beyond the middle of the gutter a page is white.
        pixels, left, top, cell = Opened(book, maze).halves[0]
        fold = round((left + (HALF + GUTTER / 2) * cell) * SCALE)
        rows = slice(round(top * SCALE), round((top + ROWS * cell) * SCALE))
        assert pixels[rows, fold + 2 :].min() > 128


def joint_cells(maze: dict) -> set[int]:
    from puzzlebook import maze_from_code

    passages = maze_from_code(maze["code"]).passages
    return {a for a, b in passages if b == a + 1 and is_left(a) != is_left(b)}


def test_the_answer_is_whole_and_an_svg_file_too(book, folder):
    for maze in wide_mazes(book):
        width = maze["answer"]["box"][2] / maze["answer"]["cell"]
        assert width == pytest.approx(COLUMNS + GUTTER, abs=0.01)
        layers = {
            name: read_svg_layers((folder / maze[name]).read_bytes(), {})
            for name in ("svg", "solution_svg")
        }
        assert {"walls", "letters"} <= layers["svg"].keys()
        assert "letters" not in layers["solution_svg"]
        assert "solution" in layers["solution_svg"]


def test_nothing_is_wrong_with_it_and_it_is_made_again(folder, tmp_path):
    assert verify(folder).faults == ()
    rebuilt = rebuild(str(folder / "manifest.json"), output=tmp_path)
    assert rebuilt.comparison is not None
    assert rebuilt.comparison.identical


def test_a_right_page_that_is_not_there_is_found(folder, tmp_path):
    spoiled = tmp_path / "wide"
    shutil.copytree(folder, spoiled)
    manifest = spoiled / "manifest.json"
    text = manifest.read_text(encoding="utf-8")
    row = next(row for row in json.loads(text)["mazes"] if "facing" in row)
    page = row["facing"]["page"]
    at = text.index('"facing"')
    manifest.write_text(
        text[:at] + text[at:].replace(f'"page": {page}', f'"page": {page + 2}', 1), encoding="utf-8"
    )
    found = [fault.what for fault in verify(spoiled).faults]
    assert any("facing" in what or "shows another maze" in what for what in found), found


def test_the_number_of_either_page_finds_the_maze_and_both_are_printed(folder, book, tmp_path):
    maze = wide_mazes(book)[0]
    for kind in ("puzzle", "facing"):
        page = maze[kind]["page"]
        done = run("rebuild", folder, "--page-number", page, "--output", kind, cwd=tmp_path)
        assert done.code == 0, done.err
        (alone,) = (tmp_path / kind).glob("*.pdf")
        assert len(pypdfium2.PdfDocument(alone)) == 3


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_how_to_page_explains_the_fold(language, tmp_path):
    """What do I do at C?"""
    words = load_words(language)
    sentence = words("how_to_spread")
    assert sentence
    text = RECIPE.format(language=language)
    made = Printed(make(tmp_path, text, overrides={"svg": False, "pdf": "print"}))
    leaf = " ".join(line.text for page in (2, 3) for line in made.lines(page))
    if language not in ("bn", "fa"):  # whose glyphs are not letters
        assert sentence.split()[0] in leaf
        assert sentence.split()[-1] in leaf


@pytest.mark.parametrize(
    ("asked", "what"),
    [
        ({"section.*.size": "21x14"}, "no middle for the gutter"),
        ({"section.*.size": "20x6"}, "leaves the gutter no room for 3 passages"),
        ({"section.*.size": "200x160"}, "leaves passages of"),
        ({"section.*.silhouette": "heart"}, "outline"),
        ({"section.*.shape": "hexagonal"}, "hexagonal cells cannot span two pages"),
        ({"section.*.bridges": 3}, "bridges"),
        ({"section.*.ends": "centre"}, "ends"),
        ({"sides": "one"}, "pages printed on one side"),
        ({"book.matter": ["key"]}, "loose sheets"),
        ({"mazes_a_page": 2}, "several mazes a page"),
        ({"audience": "tactile"}, "tactile mazes"),
    ],
)
def test_what_does_not_go_with_it_is_refused_in_a_line(asked, what, tmp_path):
    text = RECIPE.format(language="en").replace('key = "one"', 'key = "one"\nspread = true')
    text = text.replace("9x12", "10x12")
    with pytest.raises(Refused, match=what):
        make(tmp_path, text, overrides=asked)
    assert not (tmp_path / "shelf").exists()


def test_worksheets_have_no_facing_pages(tmp_path):
    with pytest.raises(Refused, match="loose sheets do not face each other"):
        make_book("worksheet", overrides={"section.*.spread": True}, output=tmp_path)


def test_one_option_opens_out_a_whole_book(tmp_path):
    """What a book's sections have beside it gives way, but for what is asked for too."""
    asked = {"section.*.spread": True, "page": "6x9", "svg": False}
    made = make_book("ages-9-11", seed="owl", mazes=4, overrides=asked, output=tmp_path)
    assert all("-spread." in maze["code"] for maze in made.manifest["mazes"])
    assert verify(made.folder).faults == ()
    with pytest.raises(Refused, match="an outline"):
        make_book(
            "ages-9-11",
            overrides=asked | {"section.*.silhouette": "heart"},
            output=tmp_path,
        )


def test_the_key_says_both_pages_and_the_letters_by_which_the_way_crosses(book):
    from puzzlebook import maze_from_code

    for maze in wide_mazes(book):
        page = maze["puzzle"]["page"]
        lines = [line.text for line in book.lines(maze["answer"]["page"])]
        assert f"Puzzle on pages {page}–{page + 1}" in lines
        way = maze_from_code(maze["code"]).solution
        rows = [a // COLUMNS for a, b in pairwise(way) if is_left(a) != is_left(b)]
        letters = {row: "ABC"[place] for place, row in enumerate(sorted(joint_rows(maze)))}
        assert f"Across the fold at {', '.join(letters[row] for row in rows)}." in lines


def joint_rows(maze: dict) -> set[int]:
    return {cell // COLUMNS for cell in joint_cells(maze)}


def test_a_wrong_letter_at_the_fold_is_found(tmp_path, monkeypatch):
    from puzzlebook.maze_art import gates

    draw = gates._draw_letter
    with monkeypatch.context() as spoiled:
        spoiled.setattr(
            gates, "_draw_letter", lambda letter, *at: draw("D" if letter == "B" else letter, *at)
        )
        folder = make(tmp_path)
    faults = [str(fault) for fault in verify(folder).faults]
    assert faults
    assert all("the letter B at one of its openings has another shape" in fault for fault in faults)
    assert {".svg" in fault for fault in faults} == {True, False}


def test_the_numbers_of_both_pages_stand_at_one_height(book):
    def foot(page):
        text = pypdfium2.PdfDocument(book.pdf)[page - 1].get_textpage()
        said = text.get_text_range()
        places = [at for at, character in enumerate(said) if character.isdigit()]
        return min(text.get_charbox(at)[1] for at in places)

    (wide, *_) = (maze for maze in book.mazes if "facing" in maze)
    left, right = (foot(wide[kind]["page"]) for kind in ("puzzle", "facing"))
    assert abs(left - right) < 0.5


def test_rows_below_an_answer_are_one_row_apart_from_its_picture_on():
    loaded = load("ages-9-11", {"seed": "owl", "mazes": 6})
    setting = paginate(settle(decide_seed(loaded), loaded.folder)).setting
    maze = SimpleNamespace(asked=None, room=None, crossings="ABCDEFGHJKLMNPQRSTUVWXYZ")
    drawing = Drawing(0, 0, 10, 10, 7, ())
    placement = SimpleNamespace(picture=Picture(50, 60, drawing), box=Box(50, 40, 80, 300))
    rows = _set_rows(setting, SimpleNamespace(maze=maze), placement)
    steps = {
        round(after - before, 6) for before, after in pairwise([130, *(row.y for row in rows)])
    }
    assert len(rows) > 2
    assert len(steps) == 1
