"""docs/adding.md, done to the letter: a tiling and a silhouette are added, and mazes of them are drawn."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from test_docs import ROOT, blocks

import puzzlebook.mazes.tilings as tilings
from puzzlebook import make_maze, templates

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


def test_a_silhouette_is_added(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    shutil.copytree(templates.folder(), tmp_path / "templates")
    (svg,) = blocks(PAGE, "svg")
    (tmp_path / "templates" / "silhouettes" / "kite.svg").write_text(svg)
    monkeypatch.setattr(templates, "folder", lambda: tmp_path / "templates")
    maze = make_maze("square", "20x25", seed="owl", silhouette="kite")
    assert "-kite-" in maze.code
    # A kite fills half of its box.
    assert maze.grid.cells == pytest.approx(250, abs=15)
