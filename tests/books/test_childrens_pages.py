"""What children's books show besides the maze: other places of the world on neighbouring pages, a
row of things to find, drawings that fit, shades for older readers, and answers with hero and goal
at the ends of the way."""

from __future__ import annotations

import json
import re
from collections import Counter
from itertools import pairwise
from math import dist, inf
from pathlib import Path

import pytest
from test_at_doors import plain, planned

from puzzlebook import make_book, verify
from puzzlebook.books.pages import puzzles
from puzzlebook.books.pages.answers import place_answer
from puzzlebook.books.pages.at_foot import draw_foot_row
from puzzlebook.books.pages.how_to import lay_out_how_to_page
from puzzlebook.books.pages.puzzles import lay_out_puzzle_page
from puzzlebook.books.scenes.at_doors import place_at_doors
from puzzlebook.books.scenes.surroundings import picture_box
from puzzlebook.drawing.drawing import BLACK, WHITE
from puzzlebook.ground.lengths import MM
from puzzlebook.maze_art.scenes import find_grey, load_scenes
from puzzlebook.maze_art.stage_view import list_boxes_at_doors
from puzzlebook.recipes.files import load
from puzzlebook.recipes.order import settle
from puzzlebook.typesetting.page import Box, Picture, Text
from puzzlebook.typesetting.text import measure_width


def lay_out(plan, entry):
    placement = plan.puzzles[entry.number]
    return lay_out_puzzle_page(plan.setting, [(entry, placement)], placement.page, [9], ("A way?",))


def draw_row(plan, entry, beside=40.0):
    """The row, between two boxes of words so wide."""
    live, face = plan.setting.sheet.live(plan.puzzles[entry.number].page), plan.setting.sizes.face
    size = beside / measure_width("x", face, 1.0)
    others = [Text(x, live.bottom, "x", face, size) for x in (live.x, live.right - beside)]
    return draw_foot_row(plan.setting, entry, live, others if beside else []), live


def is_tick(item):
    return isinstance(item, Picture) and item.drawing.layers[0].name == "tick"


def list_things(row):
    """The pictures of things in a row: each is followed by its box to tick."""
    return [one for one, box in pairwise(row) if is_tick(box)]


@pytest.fixture(scope="module")
def farm():
    return planned("ages-3-4", "farm", "letter", mazes=10)


def test_each_thing_in_a_maze_is_asked_for_with_a_box_to_tick(farm):
    seen = 0
    for entry in farm.entries.values():
        things = {one.piece for one in entry.maze.plate.figures if one.layer == "finds"}
        row, live = draw_row(farm, entry)
        pictures = [item for item in row if isinstance(item, Picture)]
        assert len(list_things(row)) == len(things) == sum(map(is_tick, pictures))
        assert [item.text for item in row if isinstance(item, Text)] == ["Find:"] * bool(things)
        for item in pictures:
            assert picture_box(item).bottom <= live.bottom + 0.01
        shown = {
            id(item.drawing) for item in lay_out(farm, entry).items if isinstance(item, Picture)
        }
        assert {id(item.drawing) for item in list_things(row)} <= shown
        seen += len(things)
    assert seen > 10
    assert not draw_row(farm, entry, beside=live.width / 2)[0]


def test_a_row_of_many_things_is_smaller_rather_than_left_out(farm):
    entry = max(farm.entries.values(), key=lambda entry: len(entry.maze.plate.figures))
    usual, live = draw_row(farm, entry, beside=0.0)
    board = picture_box(usual[0])
    beside = (live.width - 0.95 * board.width) / 2 - farm.setting.sizes.small
    narrow, _ = draw_row(farm, entry, beside)
    assert len(narrow) == len(usual)
    assert picture_box(narrow[0]).width < board.width


@pytest.mark.parametrize(
    ("book", "theme", "least", "counts"),
    [
        ("ages-3-4", "farm", 8 * MM, {2, 3, 4}),
        ("ages-7-8", "pirate", 8 * MM, {2, 3, 4}),
        ("ages-9-11", "knight", 7 * MM, {4, 5, 6}),
    ],
)
def test_things_to_find_are_large_and_neither_one_nor_none(book, theme, least, counts):
    plan = plain(book, theme, "letter", printer="kdp-paperback", author="Ada")
    shown = Counter()
    for entry in plan.entries.values():
        if not entry.at_doors:
            continue
        page = lay_out(plan, entry)
        things = list_things(page.items)
        shown[len(things)] += 1
        live = plan.setting.sheet.live(plan.puzzles[entry.number].page)
        for box in map(picture_box, things):
            assert max(box.width, box.height) >= least - 0.01
            assert box.bottom <= live.bottom
    assert {*shown} <= counts
    assert shown.total() >= 3


def test_things_to_find_need_no_word():
    plan = planned("ages-7-8", "pirate", "letter", language="none", mazes=8)
    rows = [draw_row(plan, entry)[0] for entry in plan.entries.values()]
    assert any(list_things(row) for row in rows)
    assert not [item for row in rows for item in row if isinstance(item, Text)]


def test_the_board_of_things_covers_no_figure():
    plan = planned("ages-5-6", "dinosaur", "5.5x8.5")
    for entry in plan.entries.values():
        if not entry.at_doors:
            continue
        pictures = [item for item in lay_out(plan, entry).items if isinstance(item, Picture)]
        things = list_things(pictures)
        if not things:
            continue
        board = pictures[pictures.index(things[0]) - 1]
        setting, placement = plan.setting, plan.puzzles[entry.number]
        ends = place_at_doors(setting, setting.scenes, entry, placement, placement.page)
        assert not any(picture_box(one).overlaps(picture_box(board)) for one in ends.pictures)


def test_bridges_are_explained_on_their_pages():
    plan = planned("ages-9-11", "rocket", "letter", mazes=8)
    hints = Counter()
    for entry in plan.entries.values():
        row = draw_row(plan, entry)[0]
        said = " ".join(item.text for item in row if isinstance(item, Text))
        is_said = "Bridges: go over or under." in said
        drawn = [
            item
            for item in row
            if isinstance(item, Picture) and item.drawing.layers[0].name == "bridge"
        ]
        assert len(drawn) == is_said
        hints[entry.part.section.key] += is_said
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


def test_drawings_have_things_to_find_and_the_contents_one_for_the_whole_book():
    plan = planned("ages-7-8", "pirate", "letter", mazes=8)
    drawn, counts = 0, Counter()
    for entry in plan.entries.values():
        things = [one.piece for one in entry.maze.plate.figures if one.layer == "finds"]
        counts.update(things)
        if not entry.view:
            continue
        drawn += 1
        page = lay_out(plan, entry)
        assert len(list_things(page.items)) == len(things) != 1
        boxes = [picture_box(item) for item in page.items if is_board(item)]
        placement = plan.puzzles[entry.number]
        picture, doors = placement.picture, entry.maze.plate.doorways
        for box in list_boxes_at_doors(picture.drawing, entry.view, doors, plan.setting.signs):
            left, top, right, bottom = box
            at_door = Box(picture.x + left, picture.y + top, right - left, bottom - top)
            assert not any(map(at_door.overlaps, boxes[1:]))
    assert drawn
    said = f"Lost! It is in {max(counts.values())} mazes. Find it every time."
    texts = [
        " ".join(item.text for item in page.items if isinstance(item, Text))
        for page in plan.printouts[0].pages()
    ]
    assert sum(said in each for each in texts) == 1


def is_board(item):
    return isinstance(item, Picture) and item.drawing.layers[0].name == "board"


def test_things_in_drawings_are_checked(tmp_path):
    recipe = tmp_path / "finds.toml"
    recipe.write_text(
        'audience = "7-8"\ntheme = "pirate"\nseed = "owl"\n[book]\ntitle = "Finds"\nmatter = []\n'
        '[[section]]\nkey = "a"\nmazes = 1\nstage = "bigcannon"\n'
    )
    book = make_book(recipe, output=tmp_path / "out")
    assert verify(book.folder).faults == ()
    (maze,) = json.loads((book.folder / "manifest.json").read_bytes())["mazes"]
    assert maze["finds"] >= 2
    (svg,) = [path for path in (book.folder / "svg").glob("*.svg") if "solution" not in path.name]
    start = r'(id="finds"[^>]*><g transform="translate\()'
    moved = re.sub(start, r"\1-", svg.read_text(), count=1)
    assert moved != svg.read_text()
    svg.write_text(moved)
    assert any("outside its dead ends" in fault.what for fault in verify(book.folder).faults)


def test_the_worked_example_of_the_youngest_has_wide_ways():
    plan = planned("ages-3-4", "farm", "letter", mazes=4)
    page = lay_out_how_to_page(plan.setting, 3)
    example, answer = [
        item.drawing
        for item in page.items
        if isinstance(item, Picture) and any(layer.name == "walls" for layer in item.drawing.layers)
    ]
    assert min(example.scale, answer.scale) > 12 * MM
    assert "Start" not in [item.text for item in page.items if isinstance(item, Text)]


def test_what_was_found_is_in_a_bold_ring_that_all_see():
    """Six millimetres wide or more, unless another ring is as near; the way is drawn over it."""
    plan, rings = planned("ages-7-8", "pirate", "letter", mazes=8), 0
    for entry in plan.entries.values():
        drawing = plan.answers[entry.number].picture.drawing
        found = [layer.inset for layer in drawing.layers if layer.name == "finds"]
        names = [layer.name for layer in drawing.layers]
        middles = [(one.x + one.scale * (one.drawing.left + one.drawing.width / 2),
                    one.y + one.scale * (one.drawing.top + one.drawing.height / 2))
                   for one in found]  # fmt: skip
        for index, (inset, middle) in enumerate(zip(found, middles, strict=True)):
            ring, *thing = inset.drawing.layers
            width = inset.drawing.width * inset.scale
            others = [dist(middle, other) for other in middles if other != middle]
            crowded = min(others, default=inf) < 1.01 * width
            assert crowded or width * drawing.scale >= 6 * MM
            assert ring.style.width * inset.scale * drawing.scale > 1
            assert max(ring.style.line) == 0
            assert thing
            rings += index == 0
        if found:
            assert max(i for i, name in enumerate(names) if name == "finds") < names.index(
                "solution"
            )
            assert len({*middles}) == len(found)
    assert rings > 3


def test_a_board_at_the_foot_covers_no_more_of_a_drawing_than_it_must():
    plan, moved = planned("ages-7-8", "pirate", "letter", mazes=16), 0
    for entry in plan.entries.values():
        placement = plan.puzzles[entry.number]
        live = plan.setting.sheet.live(placement.page)
        things = puzzles._list_boxes_of_things(plan.setting, entry, placement)
        above = puzzles._list_boxes_above_foot(plan.setting, entry, placement, ())
        row, careless = (draw_foot_row(plan.setting, entry, live, (), above, known)
                         for known in (things, ()))  # fmt: skip
        covered, before = (
            (
                [thing for thing in things if thing.overlaps(picture_box(items[0]))]
                for items in (row, careless)
            )
            if row and isinstance(row[0], Picture) and things
            else ([], [])
        )
        assert len(covered) <= len(before)
        moved += len(covered) < len(before)
        boards = [picture_box(item) for item in row[:1] if isinstance(item, Picture)]
        assert not any(board.overlaps(box) for board in boards if things for box in above)
    assert moved
