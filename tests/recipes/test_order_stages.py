"""Drawings are fitted only as far as a book needs them, as that is slow."""

from __future__ import annotations

import pytest

from puzzlebook import make_book
from puzzlebook.ground import templates
from puzzlebook.maze_art.theme import load_theme
from puzzlebook.recipes import order_stages, stage_grids
from puzzlebook.recipes.files import load, load_unshared, share_loaded
from puzzlebook.recipes.overrides import share_mazes
from puzzlebook.recipes.user_files import PLACES_OF_THEME, load_stage_shapes

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


def list_places(book, theme):
    """Mapping from each section with places of the theme to the names of all that it may show."""
    recipe = load_unshared(book, {"theme": theme})[0].recipe
    loaded = load_theme(theme, False)
    return {
        section.key: order_stages.list_set_in_turn(PLACES_OF_THEME, loaded, recipe, section)
        for section in recipe.sections
        if recipe.stage_of(section) == PLACES_OF_THEME
    }


def test_sections_with_rings_and_hexagons_show_places_that_these_suit():
    shapes = load_stage_shapes()
    places = list_places("ages-7-8", "robot")
    assert {shapes.get(name) for name in places.pop("warm-up")} == {"polar"}
    assert {shapes.get(name) for name in places.pop("twists-and-turns")} == {"hexagonal"}
    assert {shapes.get(name) for names in places.values() for name in names} == {None}


def test_a_book_without_rings_shows_round_places_in_its_other_sections():
    shapes = load_stage_shapes()
    places = list_places("ages-5-6", "robot")
    assert {shapes.get(name) for name in places["into-the-woods"]} == {"hexagonal"}
    assert {shapes.get(name) for name in places["round-the-garden"]} == {"polar", None}


def test_a_book_shows_first_the_places_of_its_world():
    """Of those that as many themes share, each age begins with others."""
    themes = order_stages.load_places()
    places = list_places("ages-5-6", "dinosaur")["into-the-woods"]
    assert len(themes[places[0]]) == 1
    young = list_places("ages-5-6", "rabbit")["round-the-garden"][:3]
    older = list_places("ages-9-11", "rabbit")["picking-up-speed"][:1]
    assert {*young}.isdisjoint(older)
    assert all(len(themes[name]) <= 3 for name in (*young, *older))


def test_the_first_mazes_of_the_youngest_are_in_places_that_few_squares_fill():
    few = {*templates.table("stages.toml")["of_few_squares"]}
    places = list_places("ages-3-4", "farm")
    assert len(places["hello"]) >= 3
    assert few.issuperset(places.pop("hello"))
    assert all(few.isdisjoint(names) for names in places.values())


def test_places_of_few_squares_are_places():
    assert order_stages.load_places().keys() >= {*templates.table("stages.toml")["of_few_squares"]}
