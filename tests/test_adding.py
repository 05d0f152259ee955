"""docs/adding.md, done to the letter: what it says is added, and mazes and books are made with it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from test_docs import ROOT, blocks

import puzzlebook.mazes.tilings as tilings
from puzzlebook import make_book, make_maze, templates
from puzzlebook.checks.whole_book import check_book
from puzzlebook.faults import Refused

PAGE = ROOT / "docs" / "adding.md"


def test_a_tiling_is_added(monkeypatch: pytest.MonkeyPatch) -> None:
    function, row = blocks(PAGE, "python")
    assert len(function.splitlines()) <= 10
    scope = dict(vars(tilings))
    exec(function, scope)
    shape = eval(row, scope)
    monkeypatch.setattr(tilings, "SHAPES", {**tilings.SHAPES, shape.name: shape})
    monkeypatch.setattr("puzzlebook.mazes.grids.SHAPES", tilings.SHAPES)
    for method in ("walls", "passages"):
        maze = make_maze("bricks", "6x7", seed="owl", method=method)
        assert maze.grid.cells == 42
        assert len(maze.passages) == 41
        assert len(maze.grid.pairs) == 5 * 7 + 6 * (2 * 6 - 1), "each brick touches the next and two above it"
        assert maze._repr_svg_().count("<path") == 3


@pytest.fixture
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A copy of the templates, to which something is to be added."""
    shutil.copytree(templates.folder(), tmp_path / "templates")
    monkeypatch.setattr(templates, "folder", lambda: tmp_path / "templates")
    return tmp_path / "templates"


def test_a_silhouette_is_added(folder: Path) -> None:
    (svg,) = blocks(PAGE, "svg")
    (folder / "silhouettes" / "kite.svg").write_text(svg)
    maze = make_maze("square", "20x25", seed="owl", silhouette="kite")
    assert "-kite-" in maze.code
    # A kite fills half of its box.
    assert maze.grid.cells == pytest.approx(250, abs=15)


def test_a_printer_is_added(folder: Path, tmp_path: Path) -> None:
    _, profile = blocks(PAGE, "toml")
    (folder / "printers" / "copy-shop.toml").write_text(profile)

    def made(printer: str, page: str) -> Path:
        options = {"printer": printer, "page": page, "mazes": 4, "section.*.size": "6x8"}
        return make_book("ages-7-8", seed="owl", output=tmp_path / f"{printer} {page}", overrides=options).folder

    (report,) = check_book(made("copy-shop", "6x9")).reports
    assert (report.passed, report.printer.name, report.pages % 4) == (True, "copy-shop", 0)
    with pytest.raises(Refused, match="page: copy-shop does not print on a4"):
        made("copy-shop", "a4")
    (report,) = check_book(made("home", "6x9"), printer="copy-shop").reports
    assert (report.passed, "gutter" in {finding.rule for finding in report.findings}) == (False, True)
    assert report.pages % 4
