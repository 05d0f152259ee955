"""Drawings are fitted only as far as a book needs them, as that is slow."""

from __future__ import annotations

import pytest

from puzzlebook import make_book
from puzzlebook.maze_art.theme import load_theme
from puzzlebook.recipes import order_stages, stage_grids
from puzzlebook.recipes.files import load, load_unshared, share_loaded
from puzzlebook.recipes.overrides import share_mazes

PIRATES = {"theme": "pirate", "page": "a4"}


@pytest.fixture
def sized(monkeypatch):
    """The names of the drawings that are fitted, as they are."""
    names = []
    size_stage = order_stages.size_stage

    def watch(*given):
        names.append(given[4].name)
        return size_stage(*given)

    monkeypatch.setattr(order_stages, "size_stage", watch)
    return names


def test_ten_sheets_fit_their_own_drawings_alone(sized, tmp_path):
    book = make_book("sheets", seed="owl", overrides=PIRATES, output=tmp_path / "sheets")
    shown = {maze.get("stage") for maze in book.manifest["mazes"]} - {None}
    assert len(shown) > 5
    assert {*sized} == shown


def test_a_drawing_without_room_is_tried_once(monkeypatch):
    """To find out that it has none takes as long as to fit one that has."""
    tried, choose = [], stage_grids.choose_stage_size

    def watch(stage, *given):
        tried.append((stage, given))
        return choose(stage, *given)

    monkeypatch.setattr(stage_grids, "choose_stage_size", watch)
    recipe = load_unshared("ages-3-4", {"theme": "farm", "page": "6.1x9.3in"})[0].recipe
    theme = load_theme("farm", False)
    counts = order_stages.find_max_mazes(recipe, theme)
    assert len(tried) > sum(counts)
    first = [*tried]
    assert order_stages.find_max_mazes(recipe, theme) == counts
    assert tried == first


@pytest.mark.parametrize("total", [1, 2, 10, 23, 40, 90])
def test_mazes_are_shared_as_if_all_drawings_had_been_fitted(total):
    unshared, _ = load_unshared("sheets", PIRATES)
    maximum = order_stages.find_max_mazes(unshared.recipe, load_theme("pirate", False))
    assert maximum[0] < 23  # so some of these have more mazes than drawings
    expected = share_mazes(unshared.recipe, total, maximum)
    assert share_loaded(unshared, total).recipe.sections == expected.sections
    assert load("sheets", {**PIRATES, "mazes": total}).recipe.sections == expected.sections
