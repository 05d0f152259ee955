"""docs/adding.md, done to the letter: what it says is added, and mazes and books are made with
it."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pypdfium2
import pytest
from test_docs import ROOT, blocks

import puzzlebook.mazes.tilings as tilings
from puzzlebook import make_book, make_maze
from puzzlebook.books.pages import back
from puzzlebook.books.planning import page_kinds
from puzzlebook.checks.whole_book import CheckOptions, check_book
from puzzlebook.ground import templates
from puzzlebook.ground.faults import Refused
from puzzlebook.outlines import Outline, read_outline
from puzzlebook.recipes import order, reading, recipe
from puzzlebook.recipes.assets import name_assets
from puzzlebook.recipes.path_rewriting import move_paths, names_files

PAGE = ROOT / "docs" / "adding.md"


def test_a_tiling_is_added(monkeypatch: pytest.MonkeyPatch) -> None:
    function, row, *_ = blocks(PAGE, "python")
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
        assert len(maze.grid.pairs) == 5 * 7 + 6 * (2 * 6 - 1), (
            "each brick touches the next and two above it"
        )
        assert maze._repr_svg_().count("<path") == 3


@pytest.fixture
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A copy of the templates, to which something is to be added."""
    shutil.copytree(templates.find_folder(), tmp_path / "templates")
    monkeypatch.setattr(templates, "find_folder", lambda: tmp_path / "templates")
    return tmp_path / "templates"


def test_a_silhouette_is_added(folder: Path) -> None:
    (svg,) = blocks(PAGE, "svg")
    (folder / "silhouettes" / "kite.svg").write_text(svg)
    maze = make_maze("square", "20x25", seed="owl", silhouette="kite")
    assert "-kite-" in maze.code
    # A kite fills half of its box.
    assert maze.grid.cells == pytest.approx(250, abs=15)


def test_a_silhouette_is_tried_by_the_command_of_the_page() -> None:
    (command,) = (line for text in blocks(PAGE, "text") for line in text.splitlines())
    _, *asked = shlex.split(command.replace("kite", "snowpal"))
    tried = subprocess.run(
        [sys.executable, *asked, "-n", "0"], cwd=ROOT, capture_output=True, text=True
    )
    assert re.search(r"\b2 passed\b", tried.stdout), tried.stdout


def test_a_printer_is_added(folder: Path, tmp_path: Path) -> None:
    _, profile = blocks(PAGE, "toml")
    (folder / "printers" / "copy-shop.toml").write_text(profile)

    def made(printer: str, page: str) -> Path:
        options = {"printer": printer, "page": page, "mazes": 4, "section.*.size": "6x8"}
        return make_book(
            "ages-7-8", seed="owl", output=tmp_path / f"{printer} {page}", overrides=options
        ).folder

    (report,) = check_book(made("copy-shop", "6x9")).reports
    assert (report.passed, report.printer.name, report.pages % 4) == (True, "copy-shop", 0)
    with pytest.raises(Refused, match="page: copy-shop does not print on a4"):
        made("copy-shop", "a4")
    (report,) = check_book(made("home", "6x9"), CheckOptions(printer="copy-shop")).reports
    assert (report.passed, "gutter" in {finding.rule for finding in report.findings}) == (
        False,
        True,
    )
    assert report.pages % 4


def test_a_page_kind_is_added(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, _, function, row, *_ = blocks(PAGE, "python")
    scope = {**vars(back), **vars(page_kinds)}
    exec(function, scope)
    kind = eval(row, scope)
    monkeypatch.setitem(page_kinds.KINDS, kind.name, kind)
    monkeypatch.setattr(recipe, "MATTER_IN_ORDER", (*recipe.MATTER_IN_ORDER, kind.name))
    catalogue = folder / "languages" / "en.toml"
    joke = "Why did the maze cross the road?"
    catalogue.write_text(
        f'joke_title = "A joke"\njoke = "{joke}"\n{catalogue.read_text("utf-8")}', encoding="utf-8"
    )
    asked = {"mazes": 4, "section.*.size": "6x8", "book.matter": ["key", "joke"], "pdf": "both"}
    made = make_book("ages-7-8", seed="owl", output=tmp_path, overrides=asked)
    with pypdfium2.PdfDocument(made.folder / "ages-7-8-screen.pdf") as document:
        texts = [page.get_textpage().get_text_range() for page in document]
        outlined = {mark.get_title(): mark.get_dest().get_index() for mark in document.get_toc()}
    assert [joke in text for text in texts].index(True) == outlined["A joke"]


def test_a_key_that_names_a_file_is_added(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    *_, line, function = blocks(PAGE, "python")
    scope = {**vars(recipe), **vars(order), "read_outline": read_outline, "Outline": Outline}
    exec(compile(f"class Book(BookTable):\n    {line}", "recipe", "exec", dont_inherit=True), scope)
    exec(function, scope)
    monkeypatch.setitem(reading.TABLES, "book", scope["Book"])
    assert move_paths({"book": {"map": "map.svg"}}, tmp_path / "a", tmp_path / "b") == {
        "book": {"map": "../a/map.svg"}
    }
    assert names_files({"book": {"map": "map.svg"}})
    (tmp_path / "map.svg").write_text(blocks(PAGE, "svg")[0])
    asked = SimpleNamespace(book=scope["Book"](title="Mazes", map="map.svg"))
    outline, files = scope["_read_map"](asked, tmp_path)
    assert outline.width > 0
    assert name_assets(files) == {"map.svg": "assets/map.svg"}
    with pytest.raises(Refused, match="there is no such file"):
        scope["_read_map"](asked, tmp_path / "elsewhere")
