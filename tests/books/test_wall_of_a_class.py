"""Worksheets that hang together as one maze: as they are printed, hung from pixels, and made
again."""

from __future__ import annotations

import json
from collections import deque
from pathlib import Path
from typing import Any

import numpy as np
import pypdfium2
import pytest
from test_language_books import needs_font

from puzzlebook import make_book, maze_from_code, rebuild, verify
from puzzlebook.ground.faults import Refused
from puzzlebook.language.words import load_words
from puzzlebook.shelf.manifest import MANIFEST

LANGUAGES = ("en", "de", "fr", "es", "pt", "pt-PT", "fa", "bn", "pa")
DARK = 140
SCALE = 0.6
"""Pixels a point."""


def hang(folder: Path, wall: str, **given: object) -> Path:
    """Make the worksheets of a wall, and return their folder."""
    overrides = {"worksheet.wall": wall, "svg": False, "page": "a4", **given}
    return make_book(
        "worksheet", seed="owl", name="wall", output=folder, overrides=overrides
    ).folder


def pupils(*names: str, **more: str) -> list[dict[str, str]]:
    return [{"name": name, **more} for name in names]


def read_manifest(folder: Path) -> dict[str, Any]:
    manifest: dict[str, Any] = json.loads((folder / MANIFEST).read_bytes())
    return manifest


def read_pages(pdf: Path) -> list[str]:
    document = pypdfium2.PdfDocument(pdf)
    return [" ".join(page.get_textpage().get_text_bounded().split()) for page in document]


# -- From pixels --------------------------------------------------------------------------------------------


class Photographed:
    """A board of squares as pixels: between which of its cells there is no ink.

    Of the maze only its place on the page is used, and how many columns and rows it has.
    """

    def __init__(self, document: pypdfium2.PdfDocument, place: dict[str, Any], size: str) -> None:
        page = document[place["page"] - 1]
        self.pixels = np.asarray(page.render(scale=SCALE).to_pil().convert("L"))
        self.left, self.top, width, _ = (SCALE * length for length in place["box"])
        self.columns, self.rows = map(int, size.split("x"))
        self.cell = width / self.columns

    def is_open(self, x: float, y: float, across: float, down: float) -> bool:
        """Whether no line runs between the middle of a cell and that of the next."""
        steps = (0.43 + 0.02 * step for step in range(8))
        points = [
            (self.top + (y + 0.5 + step * down) * self.cell,
             self.left + (x + 0.5 + step * across) * self.cell)
            for step in steps
        ]  # fmt: skip
        return all(self.pixels[int(row), int(column)] > DARK for row, column in points)

    def find_way(self, start: int, end: int) -> tuple[list[int], int]:
        """The shortest way between two cells, and how many passages there are."""
        beside: dict[int, list[int]] = {cell: [] for cell in range(self.columns * self.rows)}
        for y in range(self.rows):
            for x in range(self.columns):
                here = y * self.columns + x
                if x + 1 < self.columns and self.is_open(x, y, 1, 0):
                    beside[here].append(here + 1)
                    beside[here + 1].append(here)
                if y + 1 < self.rows and self.is_open(x, y, 0, 1):
                    beside[here].append(here + self.columns)
                    beside[here + self.columns].append(here)
        return find_way(beside, start, end), sum(map(len, beside.values())) // 2

    def list_gates(self) -> dict[str, list[int]]:
        """The cells at each edge whose rim is open."""
        wide, high = range(self.columns), range(self.rows)
        return {
            "top": [x for x in wide if self.is_open(x, 0, 0, -1)],
            "right": [y for y in high if self.is_open(self.columns - 1, y, 1, 0)],
            "bottom": [x for x in wide if self.is_open(x, self.rows - 1, 0, 1)],
            "left": [y for y in high if self.is_open(0, y, -1, 0)],
        }


def find_way(beside: dict[int, list[int]], start: int, end: int) -> list[int]:
    before, line = {start: start}, deque([start])
    while line:
        here = line.popleft()
        for there in beside[here]:
            if there not in before:
                before[there] = here
                line.append(there)
    way = [end]
    while way[-1] != start:
        way.append(before[way[-1]])
    return way[::-1]


def test_thirty_sheets_are_hung_and_solved_from_pixels(tmp_path: Path) -> None:
    """Each sheet alone, and the wall of all: its sheets are joined where two open edges meet."""
    folder = hang(tmp_path, "6x5", pupil=pupils(*(f"Pupil {number}" for number in range(1, 28))))
    manifest, document = read_manifest(folder), pypdfium2.PdfDocument(folder / "wall.pdf")
    mazes, columns, rows = manifest["mazes"], 6, 5
    assert [maze["name"] for maze in mazes][-4:] == ["Pupil 27", None, None, None]
    assert len({tuple(maze["puzzle"]["box"]) for maze in mazes}) == 1  # they hang in line
    beside: dict[tuple[int, int], list[tuple[int, int]]] = {}
    gates = []
    for number, row in enumerate(mazes):
        sheet = Photographed(document, row["puzzle"], row["size"])
        maze = maze_from_code(row["code"])
        way, passages = sheet.find_way(row["start"], row["end"])
        assert passages == row["cells"] - 1
        assert tuple(way) == maze.solution
        open_ = sheet.list_gates()
        assert sum(map(len, open_.values())) == len(maze.gates)
        gates.append(open_)
        for here, there in maze.passages:
            beside.setdefault((number, here), []).append((number, there))
            beside.setdefault((number, there), []).append((number, here))
    joints = 0
    for number, open_ in enumerate(gates):
        y, x = divmod(number, columns)
        right = gates[number + 1]["left"] if x + 1 < columns else []
        below = gates[number + columns]["top"] if y + 1 < rows else []
        assert open_["right"] == right
        assert open_["bottom"] == below
        joints += len(right) + len(below)
        for row_ in right:
            link(beside, (number, row_ * 9 + 8), (number + 1, row_ * 9))
        for column in below:
            link(beside, (number, 99 + column), (number + columns, column))
    assert joints == len(mazes) - 1
    whole = maze_from_code(manifest["wall"]["code"])

    def place(cell: int) -> tuple[int, int]:
        y, x = divmod(cell, columns * 9)
        return y // 12 * columns + x // 9, y % 12 * 9 + x % 9

    hung = find_way(beside, place(whole.start), place(whole.end))  # type: ignore[arg-type]
    assert hung == [*map(place, whole.solution)]
    assert len(hung) == manifest["wall"]["solution_length"]


def link(beside: dict[Any, list[Any]], here: Any, there: Any) -> None:
    beside[here].append(there)
    beside[there].append(here)


# -- What stands on the sheets and in the key ---------------------------------------------------------------


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wall of 3 x 2 sheets, of which four have names, with SVG files."""
    listed = [
        *pupils("Mia Berg", level="easier"), *pupils("Ben Ost", language="de"),
        *pupils("Zoë Sim", print="large"), *pupils("Noah Okafor", group="red"),
    ]  # fmt: skip
    return hang(tmp_path_factory.mktemp("small"), "3x2", pupil=listed, svg=True, codes="all")


def test_every_sheet_says_what_to_do_and_where_it_hangs(small: Path) -> None:
    pages = read_pages(small / "wall.pdf")
    assert len(pages) == 6 + 1 + 1
    for number, (page, maze) in enumerate(zip(pages, read_manifest(small)["mazes"], strict=False)):
        piece = maze_from_code(maze["code"])
        row, column = number // 3 + 1, number % 3 + 1
        words = load_words("de" if number == 1 else "en")
        assert words("wall_place", row=row, column=column) in page
        assert maze["code"] in page
        for cell, word in ((piece.start, "wall_gate_start"), (piece.end, "wall_gate_finish")):
            if gate := piece.find_gate(cell):
                assert words(word, letter=gate.letter) in page
    assert "The whole wall" in pages[6]
    assert "Row 2, number 3" in pages[7]
    assert len({tuple(maze["puzzle"]["box"]) for maze in read_manifest(small)["mazes"]}) == 1


def test_gates_have_letters_in_svg_files(small: Path) -> None:
    for maze in read_manifest(small)["mazes"]:
        for kind in ("svg", "solution_svg"):
            text = (small / maze[kind]).read_text(encoding="utf-8")
            letters = {gate.letter for gate in maze_from_code(maze["code"]).gates}
            assert {name for name in "ABCD" if f'id="gate-{name}"' in text} == letters


def test_a_wall_is_verified_and_made_again(small: Path, tmp_path: Path) -> None:
    assert verify(small).faults == ()
    rebuild(small, output=tmp_path)
    for name in ("wall.pdf", "manifest.json", "svg/003.svg"):
        assert (tmp_path / "wall" / name).read_bytes() == (small / name).read_bytes()


def test_what_was_changed_is_found(small: Path, tmp_path: Path) -> None:
    from shutil import copytree

    folder = copytree(small, tmp_path / "wall")
    manifest = read_manifest(folder)
    text = (folder / MANIFEST).read_text(encoding="utf-8")
    other = manifest["mazes"][0]["digest"]
    (folder / MANIFEST).write_text(text.replace(manifest["wall"]["digest"], other), "utf-8")
    found = {fault.where: fault.what for fault in verify(folder).faults}
    assert found[f"{MANIFEST}: wall"] == "is not the maze of its code"
    swapped = text.replace(manifest["mazes"][0]["code"], manifest["mazes"][1]["code"])
    (folder / MANIFEST).write_text(swapped, "utf-8")
    found = {fault.where: fault.what for fault in verify(folder).faults}
    assert found[f"{MANIFEST}: wall"] == "its code does not match the wall that its sheets make"


def test_a_gate_that_is_shut_or_unlettered_is_found(small: Path) -> None:
    from puzzlebook.checks.drawn import read_svg_layers
    from puzzlebook.checks.marks import Marking, find_mark_faults
    from puzzlebook.checks.walls import find_wall_faults
    from puzzlebook.maze_art.marks import Marks

    maze = next(
        maze
        for row in read_manifest(small)["mazes"]
        for maze in [maze_from_code(row["code"])]
        if len(maze.gates) > 1
    )
    row = read_manifest(small)["mazes"][maze.design.piece - 1]
    layers = read_svg_layers((small / row["svg"]).read_bytes(), {})
    marking = Marking(Marks.from_word("icons"), False)
    areas = [area for name in ("start", "finish", "letters") for area in layers.get(name, [])]
    assert find_wall_faults(maze, layers["walls"], False) == []
    assert find_mark_faults(maze, areas, marking) == []
    others = maze_from_code(maze.descriptive_code)  # the same maze without its gates
    assert any("is missing" in fault for fault in find_wall_faults(others, layers["walls"], False))
    assert "its gate A is not marked" in find_mark_faults(maze, [], marking)


def test_a_wrong_letter_at_a_gate_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In files, on sheets and in the key."""
    from puzzlebook.maze_art import gates

    draw = gates._draw_letter
    with monkeypatch.context() as spoiled:
        spoiled.setattr(
            gates,
            "_draw_letter",
            lambda letter, *at: draw("H" if letter == "A" else letter, *at),
        )
        folder = hang(tmp_path, "2x2", svg=True)
    found = [str(fault) for fault in verify(folder).faults]
    assert found
    assert all("the letter A at one of its openings has another shape" in what for what in found)
    assert {".svg" in what for what in found} == {True, False}


def test_one_lost_sheet_is_printed_again(small: Path, tmp_path: Path) -> None:
    again = hang(
        tmp_path, "3x2", pupil=read_manifest(small)["recipe"]["pupil"], **{"worksheet.only": "4"}
    )
    (sheet,) = read_manifest(again)["mazes"]
    assert sheet["code"] == read_manifest(small)["mazes"][3]["code"]
    assert verify(again).faults == ()


@pytest.mark.parametrize("language", LANGUAGES)
def test_walls_speak_every_language(language: str, tmp_path: Path) -> None:
    needs_font(language)
    folder = hang(tmp_path, "2x1", language=language)
    pages, words = read_pages(folder / "wall.pdf"), load_words(language)
    assert len(pages) == 4
    for key in (
        "wall_gate_start",
        "wall_gate_finish",
        "wall_dot",
        "wall_place",
        "wall_at",
        "wall_hang",
    ):
        assert words(key, letter="A", row=1, column=2)
    if language in ("en", "de", "fr", "es", "pt", "pt-PT"):  # whose letters a PDF gives back
        assert words("wall_place", row=1, column=2) in pages[1]
        assert words("wall_title") in pages[2]
    assert verify(folder).faults == ()


@pytest.mark.parametrize("given", [{"mazes_a_page": 4}, {"page": "11x8.5in"}, {"pdf": "both"}])
def test_walls_on_other_pages(given: dict[str, object], tmp_path: Path) -> None:
    folder = hang(tmp_path, "2x2", **given)
    assert verify(folder).faults == ()
    boxes = [maze["puzzle"]["box"] for maze in read_manifest(folder)["mazes"]]
    assert len({tuple(box[2:]) for box in boxes}) == 1


# -- Bad input ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "fault"),
    [
        ({"worksheet.wall": "2x2", "pupil": pupils(*"abcdef")},
         "2x2 is 4 sheets, and the list has 6 names; use a wall of 3x2, or a larger one"),
        ({"worksheet.wall": "6"}, "'6' is not the size of a wall"),
        ({"worksheet.wall": "1x1"}, "'1x1' is not the size of a wall"),
        ({"worksheet.wall": "21x2"}, "'21x2' is not the size of a wall"),
        ({"section.*.shape": "hexagonal"}, "hexagonal mazes cannot continue"),
        ({"section.*.silhouette": "heart"}, "a wall cannot be combined with a silhouette"),
        ({"section.*.stage": "volcano"}, "a wall cannot be combined with a stage"),
        ({"section.*.way": "heart", "section.*.size": "20x20"}, "a wall cannot be combined with a way that draws a picture"),
        ({"section.*.bridges": "3"}, "a wall cannot be combined with bridges"),
        ({"section.*.questions": "times 7"}, "a wall cannot be combined with questions"),
        ({"section.*.word": "OWL"}, "a wall cannot be combined with a word"),
        ({"section.*.ends": "none"}, 'a wall cannot be combined with ends = "none"'),
        ({"marks": "doors"}, 'a wall cannot be combined with marks = "doors"'),
        ({"audience": "tactile"}, "a wall cannot be combined with tactile mazes"),
        ({"section.*.size": "2x9"}, "2x9 leaves the gates between two sheets no room"),
        ({"section.*.size": "150x200"}, "leaves passages of"),
        ({"mazes": 7}, "a wall has as many sheets as its size says"),
    ],
)  # fmt: skip
def test_bad_input_is_refused_in_a_line(
    given: dict[str, object], fault: str, tmp_path: Path
) -> None:
    with pytest.raises(Refused) as refused:
        hang(
            tmp_path / "shelf",
            **{"wall": "3x2"} | {"wall": given.pop("worksheet.wall", "3x2")},
            **given,
        )  # type: ignore[arg-type]
    lines = [f"{row.where}: {row.what}; {row.allowed}" for row in refused.value.faults]
    assert fault in lines[0]
    assert len(lines) == 1
    assert not (tmp_path / "shelf").exists()
