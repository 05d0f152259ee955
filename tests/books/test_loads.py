"""One maze for pupils who need support, for most, and for those who want more."""

from __future__ import annotations

import json
from ctypes import c_char
from pathlib import Path
from shutil import copytree
from typing import Any

import numpy as np
import pypdfium2
import pypdfium2.raw as pdfium_c
import pytest

from puzzlebook import make_book, maze_from_code, rebuild, verify
from puzzlebook.ground.faults import Refused
from puzzlebook.language.words import load_words
from puzzlebook.shelf.manifest import MANIFEST

LANGUAGES = ("en", "de", "fr", "es", "pt", "pt-PT", "fa", "bn", "pa")
DARK = 140
SCALE = 1.2
"""Pixels a point."""
PUPILS = (
    {"name": "Mia Berg", "load": "support"},
    {"name": "Ben Ost", "level": "harder"},
    {"name": "Zoë Sim", "print": "large", "level": "5", "load": "core"},
    {"name": "Noah Okafor", "level": "2", "group": "red"},
)
LOADS = ("support", "extension", "core", "support")


def make_sheets(folder: Path, **given: object) -> Path:
    overrides = {"worksheet.loads": 3, "page": "a4", "section.*.size": "12x14", **given}
    return make_book(
        "worksheet", seed="owl", name="loads", output=folder, overrides=overrides
    ).folder


def read_manifest(folder: Path) -> dict[str, Any]:
    manifest: dict[str, Any] = json.loads((folder / MANIFEST).read_bytes())
    return manifest


def read_pages(folder: Path) -> list[str]:
    document = pypdfium2.PdfDocument(folder / "loads.pdf")
    return [" ".join(page.get_textpage().get_text_bounded().split()) for page in document]


@pytest.fixture(scope="module")
def named(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_sheets(tmp_path_factory.mktemp("named"), pupil=list(PUPILS), codes="all")


@pytest.fixture(scope="module")
def asking(tmp_path_factory: pytest.TempPathFactory) -> Path:
    given = {"section.*.questions": "times 7", "mazes": 2, "svg": False, "walls": "hedge"}
    return make_sheets(tmp_path_factory.mktemp("asking"), **given)


def follow_pixels(folder: Path, row: dict[str, Any], kind: str = "puzzle") -> set[int]:
    """The cells that can be reached from the start between the lines on a page."""
    page = pypdfium2.PdfDocument(folder / "loads.pdf")[row[kind]["page"] - 1]
    pixels = np.asarray(page.render(scale=SCALE).to_pil().convert("L"))
    left, top, width, _ = (SCALE * length for length in row[kind]["box"])
    columns, rows = map(int, row["size"].split("x"))
    cell = width / columns

    def is_open(x: int, y: int, across: int, down: int) -> bool:
        steps = (0.42 + 0.02 * step for step in range(9))
        return all(
            pixels[
                int(top + (y + 0.5 + step * down) * cell),
                int(left + (x + 0.5 + step * across) * cell),
            ]
            > DARK
            for step in steps
        )

    reached, line = {row["start"]}, [row["start"]]
    for here in line:
        y, x = divmod(here, columns)
        for across, down in ((1, 0), (0, 1), (-1, 0), (0, -1)):
            there = here + across + columns * down
            if not (0 <= x + across < columns and 0 <= y + down < rows) or there in reached:
                continue
            if is_open(x, y, across, down):
                reached.add(there)
                line.append(there)
    return reached


def test_all_have_one_maze_and_each_the_load_of_the_list(named: Path) -> None:
    mazes = read_manifest(named)["mazes"]
    assert tuple(row["load"] for row in mazes) == LOADS
    assert len({row["code"] for row in mazes}) == 1
    assert len({row["digest"] for row in mazes}) == 1
    maze = maze_from_code(mazes[0]["code"])
    closed = {cell for turn in maze.close_wrong_turns().closed for cell in turn}
    everything = set(range(maze.grid.cells))
    for row in mazes:
        support = row["load"] == "support"
        assert follow_pixels(named, row) == (everything - closed if support else everything)
    assert not closed & set(maze.solution)


def test_sheets_have_dots_and_the_extension_a_question(named: Path) -> None:
    pages, words = read_pages(named), load_words("en")
    for page, load in zip(pages, LOADS, strict=False):
        assert page.count("•") == 1 + ("support", "core", "extension").index(load)
        assert (words("load_question") in page) == (load == "extension")
    assert read_manifest(named)["mazes"][0]["code"] in pages[0]


def test_the_key_has_one_answer_for_all(named: Path) -> None:
    mazes, pages = read_manifest(named)["mazes"], read_pages(named)
    assert len(pages) == len(PUPILS) + 1
    assert {row["answer"]["page"] for row in mazes} == {len(pages)}
    assert len({tuple(row["answer"]["box"]) for row in mazes}) == 1
    key = pages[-1]
    assert "Support: Mia Berg, Noah Okafor" in key
    assert "Core: Zoë Sim" in key
    assert "Extension: Ben Ost" in key
    assert f"{load_words('en')('load_question')} {mazes[0]['decisions']}" in key


def test_large_print_has_the_same_maze_in_larger_type(named: Path) -> None:
    document = pypdfium2.PdfDocument(named / "loads.pdf")
    heights, faces = [], []
    for page in (1, 2):  # of Ben Ost and Zoë Sim
        text = document[page].get_textpage()
        _, bottom, _, top = text.get_charbox(text.get_text_bounded().index("N"))
        heights.append(top - bottom)
        name = (c_char * 99)()
        title = text.get_text_bounded().index("Find Your Way")
        pdfium_c.FPDFText_GetFontInfo(text, title, name, 99, None)
        faces.append(name.value)
    assert heights[1] > 1.3 * heights[0]
    assert faces[0] == faces[1]
    assert b"Hyperlegible" in faces[0]


def test_the_drawings_of_support_show_no_closed_wall(named: Path) -> None:
    support, _, core, *_ = read_manifest(named)["mazes"]
    assert '"things"' in (named / support["svg"]).read_text("utf-8")
    assert '"things"' not in (named / support["solution_svg"]).read_text("utf-8")
    assert '"things"' not in (named / core["svg"]).read_text("utf-8")


def test_a_set_is_verified_and_made_again(named: Path, asking: Path, tmp_path: Path) -> None:
    for folder in (named, asking):
        assert verify(folder).faults == ()
    rebuild(named, output=tmp_path)
    for name in ("loads.pdf", "manifest.json", "svg/001.svg"):
        assert (tmp_path / "loads" / name).read_bytes() == (named / name).read_bytes()


def test_another_load_in_the_manifest_is_found(named: Path, tmp_path: Path) -> None:
    folder = copytree(named, tmp_path / "loads")
    text = (folder / MANIFEST).read_text("utf-8")
    (folder / MANIFEST).write_text(
        text.replace('"load": "support", "shape"', '"load": "core", "shape"', 1), "utf-8"
    )
    changed = [fault.what for fault in verify(folder).faults if fault.where == "maze 1"]
    assert changed == ["its load is core in the manifest, but support in the recipe"]


def test_a_sheet_of_another_load_is_found(named: Path, tmp_path: Path) -> None:
    """The drawings of support and core, exchanged: each shows the other's walls."""
    folder = copytree(named, tmp_path / "loads")
    one, other = folder / "svg/001.svg", folder / "svg/003.svg"
    support = one.read_bytes()
    one.write_bytes(other.read_bytes())
    other.write_bytes(support)
    faults = [fault for fault in verify(folder).faults if fault.where in ("maze 1", "maze 3")]
    assert any("another maze" in fault.what for fault in faults if fault.where == "maze 1")
    assert any("another maze" in fault.what for fault in faults if fault.where == "maze 3")


def test_one_sheet_of_each_without_names(asking: Path) -> None:
    mazes, pages = read_manifest(asking)["mazes"], read_pages(asking)
    assert [row["load"] for row in mazes] == ["support", "core", "extension"] * 2
    assert [row["draw"] for row in mazes] == [1, 1, 1, 2, 2, 2]
    assert len({row["code"] for row in mazes}) == 2
    assert len(pages) == 7
    assert len({str(row["questions"]) for row in mazes[:3]}) == 1
    support, core, extension = (pages[number].split() for number in range(3))
    # Support asks the same on the way, and less off it.
    assert len(support) < len(core) < len(extension)
    for question, _ in mazes[0]["questions"]:
        assert question in pages[0]


def test_one_sheet_is_made_again(named: Path, tmp_path: Path) -> None:
    folder = copytree(named, tmp_path / "loads")
    before = (folder / "svg/001.svg").read_bytes()
    (folder / "svg/001.svg").write_bytes(b"")
    make_book(folder / "recipe.toml", output=tmp_path, overrides={"worksheet.only": "Mia Berg"})
    assert (folder / "svg/001.svg").read_bytes() == before
    assert verify(folder).faults == ()


@pytest.mark.parametrize("language", LANGUAGES)
def test_loads_speak_every_language(language: str, tmp_path: Path) -> None:
    words = load_words(language)
    for name in ("load_support", "load_core", "load_extension", "load_question"):
        assert words(name)
    if language == "fa":
        folder = make_sheets(tmp_path, language=language, mazes=1, svg=False)
        assert verify(folder).faults == ()


@pytest.mark.parametrize(("given", "fault"), [
    ({"pupil": [{"name": "Mia"}]}, "worksheet.loads: all pupils on the list would get the core version"),
    ({"section.*.word": "owl"}, "worksheet.loads: loads cannot be combined with a word"),
    ({"section.*.bridges": 4}, "worksheet.loads: loads cannot be combined with bridges"),
    ({"section.*.way": "heart", "section.*.size": "20x28"}, "worksheet.loads: loads cannot be combined with a way"),
    ({"section.*.ends": "none"}, "worksheet.loads: loads cannot be combined with ends"),
    ({"worksheet.wall": "2x2"}, "worksheet.loads: loads cannot be combined with a wall"),
    ({"worksheet.loads": 2}, "worksheet.loads: 2 is not known; allowed: 3"),
])  # fmt: skip
def test_bad_input_is_refused_in_a_line(
    given: dict[str, object], fault: str, tmp_path: Path
) -> None:
    with pytest.raises(Refused) as refused:
        make_sheets(tmp_path, **given)
    assert str(refused.value).splitlines()[0].startswith(fault)
    assert not list(tmp_path.iterdir())
