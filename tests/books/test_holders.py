"""Holders of hidden pictures: what their mazes are on, on the pages of children's books."""

from __future__ import annotations

from itertools import combinations
from math import inf

import pytest
from test_at_doors import planned

from puzzlebook.books.pages.puzzles import lay_out_puzzle_page
from puzzlebook.books.scenes.at_doors import place_at_doors
from puzzlebook.books.scenes.holders import choose_holder, draw_holder, load_holders
from puzzlebook.books.scenes.surroundings import find_surroundings, picture_box
from puzzlebook.books.scenes.worlds import find_frame
from puzzlebook.drawing.drawing import THINNEST
from puzzlebook.ground import templates
from puzzlebook.maze_art.panorama import load_world_look
from puzzlebook.maze_art.scenes import load_scenes
from puzzlebook.maze_art.things import measure_bounds
from puzzlebook.typesetting.page import Text

RIDDLES = 8


@pytest.fixture(scope="module")
def plan():
    """A book with riddles among other mazes."""
    return planned("ages-9-11", "knight", "letter", mazes=24)


def list_riddles(plan):
    """List the entries of hidden pictures with the holders of their mazes."""
    setting = plan.setting
    entries = [entry for entry in plan.entries.values() if entry.picture]
    return [(entry, choose_holder(setting, entry)) for entry in entries]


def test_each_theme_with_scenes_has_a_holder_for_each_riddle_of_its_book():
    table = load_holders()
    assert set(table["themes"]) == set(load_world_look()["lands"])
    drawn = {*templates.list_names("holders", ".svg")} - {"ledge"}
    assert (
        drawn == set(table["holders"]) == {name for row in table["themes"].values() for name in row}
    )
    for row in table["themes"].values():
        assert len(row) == len(set(row)) >= RIDDLES


@pytest.mark.parametrize("name", load_holders()["holders"])
def test_a_holder_reaches_beyond_every_page_and_its_things_stand_beside_its_board(name):
    scenes = load_scenes("knight", in_colour=True)
    left, top, right, _ = load_holders()["board"]
    back, things = scenes.holder(name)
    ground = measure_bounds(back[0].subpaths)
    assert max(ground[:2]) < 0
    assert ground[2] > 1000
    assert ground[3] > 1250
    assert all(layer.style.fill or layer.style.width for layer in back)
    assert len(things) >= 4
    for thing in things:
        boxes = [measure_bounds(layer.subpaths) for layer in thing]
        lefts, tops, rights, _ = zip(*boxes, strict=True)
        assert max(rights) < left or min(lefts) > right
        assert min(tops) > top


def test_no_two_riddles_of_a_book_are_on_the_same_thing(plan):
    names = [holder.name for _, holder in list_riddles(plan)]
    assert len(names) == len(set(names)) > 1


def test_figures_things_and_walls_keep_clear_of_each_other_on_a_riddles_page(plan):
    setting = plan.setting
    for entry, holder in list_riddles(plan):
        placement = plan.puzzles[entry.number]
        page = placement.page
        around = find_surroundings(setting, entry, placement, setting.sheet.live(page))
        ends = place_at_doors(setting, setting.scenes, entry, placement, page)
        signs = [one for one in ends.pictures if one.drawing.layers[0].name == "signs"]
        assert len(signs) == 2
        boxes = [*map(picture_box, ends.pictures), *around.arrows]
        taken = [*boxes, around.walls]
        frame = find_frame(around)
        drawn = draw_holder(setting.scenes, holder, frame, around.walls, boxes)
        things = [*map(picture_box, drawn[1:])]
        assert things or entry.silhouette  # beside a wide outline the wall itself is all there is
        for thing, other in [*combinations(things, 2), *((a, b) for a in things for b in taken)]:
            assert not thing.overlaps(other)
        assert all(thing.is_within(frame) for thing in things)
        assert not any(picture_box(one).overlaps(around.walls.inset(1, 1, 1, 1)) for one in signs)
        for picture in drawn:
            widths = [layer.style.width or inf for layer in picture.drawing.layers]
            assert min(widths, default=inf) >= THINNEST - 0.001


def test_a_riddles_page_says_at_its_head_what_to_do(plan):
    task = templates.table("riddles.toml")["task"]
    for entry, _ in list_riddles(plan):
        placement = plan.puzzles[entry.number]
        story = plan.stories[placement.page]
        assert story[-1] == task
        number = placement.page
        page = lay_out_puzzle_page(plan.setting, [(entry, placement)], number, [None], story)
        heights = [item.y for item in page.items if isinstance(item, Text) and item.text == task]
        assert heights
        assert max(heights) < placement.box.y + placement.box.height / 4
