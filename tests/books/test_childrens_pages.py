"""What children's books show besides the maze: other places of the world on neighbouring pages, a
row of things to find, drawings that fit, shades for older readers, and answers with hero and goal
at the ends of the way."""

from __future__ import annotations

from collections import Counter
from math import dist
from pathlib import Path

import pytest
from test_at_doors import planned

from puzzlebook.books.pages.answers import place_answer
from puzzlebook.books.pages.at_foot import draw_foot_row
from puzzlebook.books.pages.puzzles import lay_out_puzzle_page
from puzzlebook.drawing.drawing import BLACK, WHITE
from puzzlebook.maze_art.scenes import find_grey, load_scenes
from puzzlebook.recipes.files import load
from puzzlebook.recipes.order import settle
from puzzlebook.typesetting.page import Picture, Text


def lay_out(plan, entry):
    placement = plan.puzzles[entry.number]
    return lay_out_puzzle_page(plan.setting, [(entry, placement)], placement.page, [9], ("A way?",))


def draw_row(plan, entry, beside=40.0, **words):
    live = plan.setting.sheet.live(plan.puzzles[entry.number].page)
    return draw_foot_row(plan.setting, entry, live, beside), live


@pytest.fixture(scope="module")
def farm():
    return planned("ages-3-4", "farm", "letter", mazes=10)


def test_each_thing_in_a_maze_is_asked_for_with_a_box_to_tick(farm):
    seen = 0
    for entry in farm.entries.values():
        things = {one.piece for one in entry.maze.plate.figures if one.layer == "finds"}
        row, live = draw_row(farm, entry)
        pictures = [item for item in row if isinstance(item, Picture)]
        boxes = [item for item in pictures if item.drawing.layers[0].name == "tick"]
        assert len(boxes) == len(pictures) - len(boxes) == len(things)
        assert [item.text for item in row if isinstance(item, Text)] == ["Find:"] * bool(things)
        for item in pictures:
            assert item.y + item.drawing.height * item.drawing.scale <= live.bottom + 0.01
        shown = {
            id(item.drawing) for item in lay_out(farm, entry).items if isinstance(item, Picture)
        }
        assert {id(item.drawing) for item in pictures[::2]} <= shown
        seen += len(things)
    assert seen > 10
    assert not draw_row(farm, entry, beside=live.width / 2)[0]


def test_a_row_of_many_things_is_smaller_rather_than_left_out(farm):
    entry = max(farm.entries.values(), key=lambda entry: len(entry.maze.plate.figures))
    usual, live = draw_row(farm, entry, beside=0.0)
    width = usual[-1].x + usual[-1].drawing.width * usual[-1].drawing.scale - usual[0].x
    narrow, _ = draw_row(farm, entry, beside=(live.width - width) / 2)
    assert len(narrow) == len(usual)
    assert narrow[0].size < usual[0].size


def test_bridges_are_explained_on_their_pages():
    plan = planned("ages-9-11", "rocket", "letter", mazes=8)
    hints = Counter()
    for entry in plan.entries.values():
        texts = [item.text for item in draw_row(plan, entry)[0] if isinstance(item, Text)]
        hints[entry.part.section.key] += "Bridges: go over or under." in texts
    bridged = sum(entry.part.section.key == "over-and-under" for entry in plan.entries.values())
    assert hints["over-and-under"] == bridged == hints.total() > 0


def test_neighbouring_pages_show_other_places():
    for theme in ("farm", "pirate"):
        scenes = load_scenes(theme, True)
        places = [scenes.move_to_place(number).backdrop for number in range(1, 5)]
        assert len(set(places[:3])) == 3
        assert places[3] == places[0]
        later = scenes._replace(turn=1).move_to_place(1).backdrop
        assert later != places[0]


def test_no_drawing_comes_twice_in_a_section_of_a_small_book():
    """Few drawings of a theme have room for the widest passages: other sections get the rest."""
    for theme in ("pirate", "football"):
        recipe = load("ages-3-4", {"theme": theme, "seed": "owl", "name": "owl"}).recipe
        assert recipe.mazes == 20
        order = settle(recipe, Path())
        assert all(part.mazes <= len(part.stages) for part in order.parts if part.stages)


def test_older_readers_have_shades_in_black_books():
    def list_fills(book, **keys):
        plan = planned(book, "knight", "letter", mazes=4, **keys)
        pages = [lay_out(plan, entry) for entry in plan.entries.values()]
        pictures = [item for page in pages for item in page.items if isinstance(item, Picture)]
        layers = [layer for picture in pictures for layer in picture.drawing.layers]
        # Bridges, and what lies under the paper of mazes, have tints of their own.
        art = [layer for layer in layers if layer.name in ("scene", "sky")]
        return {layer.style.fill for layer in art if layer.style.fill}

    assert list_fills("ages-5-6") == {WHITE, BLACK}
    greys = list_fills("ages-9-11") - {WHITE, BLACK}
    assert len(greys) > 5
    assert all(0.65 <= red == green == blue <= 0.9 for red, green, blue in greys)


def test_greys_keep_black_and_white():
    assert find_grey(BLACK, 0.3) == BLACK
    assert find_grey(WHITE, 0.3) == WHITE
    assert find_grey((0.0, 0.0, 1.0), 0.3) == (0.717,) * 3
    assert find_grey((0.0, 0.0, 1.0), 0.0) == find_grey((0.9, 0.9, 0.9), 0.3) == WHITE


def test_hero_and_goal_of_an_answer_stand_at_the_ends_of_the_way():
    plan = planned("ages-5-6", "dinosaur", "letter", mazes=4)
    staged = [entry for entry in plan.entries.values() if entry.view]
    assert staged
    for entry in staged:
        plate = entry.maze.solved
        figures = [one for one in plate.figures if one.layer in ("hero", "goal")]
        for figure, posts in zip(figures, entry.maze.plate.doorways, strict=True):
            middle = [sum(ends) / 2 for ends in zip(*posts, strict=True)]
            assert dist(figure.centre, middle) < 3 * figure.radius
        place_answer(plan.setting, entry, plan.setting.sheet.live(1))
