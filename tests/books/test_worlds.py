"""The world around a maze on a children's page, and what stages and answers took over from it."""

from __future__ import annotations

from itertools import combinations
from math import dist

import pytest
from test_at_doors import THEMES, overlap, planned

from puzzlebook import maze_from_code
from puzzlebook.books.pages.puzzles import lay_out_puzzle_page
from puzzlebook.books.planning.boards import make_boards, make_setting, section_maze_box
from puzzlebook.books.scenes.surroundings import find_surroundings, picture_box
from puzzlebook.books.scenes.wayside import (
    draw_wayside_piece,
    list_large_props,
    list_plants,
    list_props,
    stand_beside,
)
from puzzlebook.books.scenes.word_boards import draw_words_board
from puzzlebook.books.scenes.worlds import (
    _draw_land,
    find_frame,
    find_land,
    find_min_strip_width,
    make_world_quiet,
    surround_words,
)
from puzzlebook.drawing.drawing import Drawing
from puzzlebook.maze_art.kerb import choose_look
from puzzlebook.maze_art.panorama import load_world_look, take_apart
from puzzlebook.maze_art.scenes import Scenes
from puzzlebook.maze_art.stage import load_look
from puzzlebook.mazes import make_grid
from puzzlebook.recipes.audiences import LEVELS
from puzzlebook.recipes.files import decide_seed, load
from puzzlebook.recipes.order import settle
from puzzlebook.recipes.order_paper import choose_sheet
from puzzlebook.typesetting.page import Box, Picture, Text

# Narrow outlines, one of them with a hole: things stand beside mazes, and in them.
OUTLINES = {"section.*.outlines": "archway,ring"}


@pytest.fixture(
    scope="module",
    params=[
        {"mazes": 12},
        pytest.param(
            {"mazes": 10, "printer": "kdp-paperback", "ink": "premium-color"},
            marks=pytest.mark.exhaustive,
        ),
    ],
    ids=["black", "colour"],
)
def book(request):
    return planned("ages-5-6", "unicorn", "8x10", **request.param, **OUTLINES)


@pytest.fixture(scope="module")
def plain_book():
    """One that has no drawings with a maze inside."""
    given = {**OUTLINES, "section.*.stage": "", "section.*.silhouette": ""}
    return planned("ages-5-6", "unicorn", "8x10", mazes=12, **given)


def lay_out(plan, entry):
    placement = plan.puzzles[entry.number]
    return lay_out_puzzle_page(
        plan.setting, [(entry, placement)], placement.page, [None], ("Which way?",)
    )


def worlds(plan):
    for entry in plan.entries.values():
        if entry.at_doors:
            page = lay_out(plan, entry)
            pictures = [item for item in page.items if isinstance(item, Picture)]
            placement = plan.puzzles[entry.number]
            live = plan.setting.sheet.live(placement.page)
            around = find_surroundings(plan.setting, entry, placement, live)
            yield entry, page, pictures, around


def covers_a_cell(box, entry, placement):
    """Whether a box on a page covers any part of the circles in the cells of its maze."""
    picture, scale = placement.picture, entry.scale
    left, top = (
        picture.x - picture.drawing.left * scale,
        picture.y - picture.drawing.top * scale,
    )
    grid = maze_from_code(entry.maze.code, edge=entry.part.section.edge).shown
    for cell, (x, y) in enumerate(grid.centres):
        x, y = left + scale * x, top + scale * y
        nearest = min(max(x, box.x), box.right), min(max(y, box.y), box.bottom)
        if dist(nearest, (x, y)) < scale * grid.clearance(cell):
            return True
    return False


def test_a_world_is_behind_its_maze_and_within_the_margins(plain_book):
    book = plain_book
    seen = in_courts = 0
    for entry, page, pictures, around in worlds(book):
        first = [picture.drawing.layers[0].name for picture in pictures]
        assert first[0] == "sky"
        assert first.index("board") < first.index("outline" if "outline" in first else "paper")
        frame = find_frame(around)
        assert picture_box(pictures[0]) == pytest.approx(frame, abs=0.1)
        board = picture_box(pictures[first.index("board")])
        assert not overlap(board, around.walls)
        assert board.y >= frame.y
        assert board.right <= frame.right
        story = [item for item in page.items if isinstance(item, Text) and item.y < around.walls.y]
        assert len(story) >= 2
        assert all(
            board.x < text.x < board.right and board.y < text.y < board.bottom for text in story
        )
        boards = [
            picture_box(one) for one, name in zip(pictures, first, strict=True) if name == "board"
        ]
        things = [
            picture
            for picture, name in zip(pictures[1:], first[1:], strict=True)
            if name == "scene" and picture.drawing.is_reused and picture.y < frame.bottom
            if not any(picture_box(picture).is_within(foot) for foot in boards[1:])
        ]
        for thing in things[: first.index("board")]:
            box = picture_box(thing)
            if overlap(box, around.walls):  # in a hole of the maze, or in a free corner
                assert not covers_a_cell(box, entry, book.puzzles[entry.number])
                in_courts += bool(entry.maze.plate.kerb.courts)
            assert box.is_within(frame.widen(0.01)) or thing.window == frame
        seen += len(things)
    assert seen > 12
    assert in_courts


@pytest.mark.parametrize(
    ("book", "page", "level"),
    [
        ("ages-7-8", "letter", "normal"),
        *(
            pytest.param(book, page, level, marks=pytest.mark.exhaustive)
            for book in ("ages-3-4", "ages-5-6", "ages-7-8", "ages-9-11")
            for page in ("letter", "a4", "8x10", "8.5x8.5", "6x9", "5x8")
            for level in LEVELS
        ),
    ],
)
def test_no_maze_touches_the_frame(book, page, level):
    loaded = load(book, {"page": page, "level": level})
    order = settle(decide_seed(loaded), loaded.folder)
    setting = make_setting(order, choose_sheet(order, 0, order.theme.bleeds))
    for part in order.parts:
        box = section_maze_box(setting, part)
        for board in make_boards(setting, part):
            if board.at_doors:
                width = board.shown.width * board.scale + 2 * find_min_strip_width()
                assert width <= box.width + 1e-6, (part.section.key, board.silhouette)


def test_a_kerb_is_around_the_maze_and_open_at_its_doors(book):
    for entry, _, pictures, around in worlds(book):
        look = choose_look("unicorn", False)
        kerbs = [picture for picture in pictures if picture.drawing.layers[0].name == "kerb"]
        assert len({round(kerb.y, 2) for kerb in kerbs}) >= 3  # its front is below its top
        # Nothing covers the ground in its gaps.
        assert {layer.name for kerb in kerbs for layer in kerb.drawing.layers} == {"kerb"}
        frame = find_frame(around)
        assert all(kerb.window == frame for kerb in kerbs)
        maze = next(
            item for item in pictures if item.drawing.layers[0].name in ("paper", "outline")
        )
        assert pictures.index(kerbs[-1]) < pictures.index(maze)
        assert (
            abs(
                kerbs[-1].y
                - kerbs[-1].drawing.top * entry.scale
                - (maze.y - maze.drawing.top * entry.scale)
            )
            <= look.line
        )


def test_nothing_beside_a_maze_hides_another_and_only_plants_are_cut(plain_book):
    seen = 0
    for entry, _, _, around in worlds(plain_book):
        frame, live = find_frame(around), around.live
        scenes = make_world_quiet(Scenes("unicorn", plain_book.setting.scenes.in_colour))
        land, number = find_land(scenes, frame, around.walls), entry.number
        taken = [Box(live.x, around.walls.bottom - 40, 60, 60)]
        props = list_props("unicorn", number)
        beside = [
            picture
            for picture in stand_beside(scenes, land, around, taken, props, number)
            if picture.drawing.layers[0].name != "shadow"
        ]
        boxes = [picture_box(picture) for picture in beside]
        assert not any(overlap(a, b) for a, b in combinations([*boxes, *taken], 2))
        plants = {
            draw_wayside_piece(scenes, plant, 1.0).layers[0].subpaths
            for plant in list_plants("unicorn", number)
        }
        for picture, box in zip(beside, boxes, strict=True):
            is_plant = picture.drawing.layers[0].subpaths in plants
            assert is_plant or box.is_within(frame)
        seen += len(beside)
    assert seen > 3


@pytest.mark.parametrize("theme", THEMES)
def test_plants_and_large_props_of_each_theme_are_drawn(theme):
    scenes = Scenes(theme, True)
    things = take_apart(scenes).things
    plants = list_plants(theme, 1)
    assert plants
    assert all(
        scenes.has(plant) if isinstance(plant, str) else plant < len(things) for plant in plants
    )
    large = list_large_props(theme)
    assert all(map(scenes.has, large))
    assert len([*list_props(theme, 3)]) == 6 - len(large) > 1


def test_the_land_is_nearer_towards_the_foot():
    frame = Box(0, 0, 400, 600)
    land = find_land(Scenes("farm", False), frame, Box(40, 150, 320, 350))
    assert frame.y < land.horizon < 150
    assert land.measure_depth(land.horizon - 10) == 0
    assert land.measure_depth(600) == 1
    assert land.measure_depth(200) < land.measure_depth(400)


def test_each_theme_has_a_kerb_and_a_board(book):
    for theme in THEMES:
        for in_colour in (False, True):
            assert choose_look(theme, in_colour).out > 0
            board = Box(20, 20, 200, 60)
            assert picture_box(draw_words_board(Scenes(theme, in_colour), board)) == board


def test_land_is_one_drawing_for_mazes_of_a_size(book):
    lands = [pictures[0].drawing.layers for *_, pictures, _ in worlds(book)]
    assert len(set(map(id, lands))) == len(set(map(repr, lands)))


def test_a_landscape_is_sky_land_and_things():
    parts = take_apart(Scenes("farm", True))
    assert parts.sky.style.fill != parts.land[0][1].style.fill
    assert 0.4 < parts.horizon / parts.height < 0.7
    assert {thing.is_aloft for thing in parts.things} == {True, False}
    assert {thing.is_near for thing in parts.things} == {True, False}
    clouds = [thing for thing in parts.things if thing.is_aloft]
    assert all(thing.bounds[3] < parts.horizon for thing in clouds)


@pytest.mark.parametrize(
    ("theme", "number"), [("dinosaur", 1), ("dinosaur", 3), ("knight", 3), ("ocean", 3)]
)
def test_the_top_of_a_mountain_is_land_and_stays_on_it(theme, number):
    parts = take_apart(Scenes(theme, True).move_to_place(number))
    tops = [box[1] for box, _ in parts.land]
    assert len(set(tops)) < len(tops)
    assert not {thing.bounds[1] for thing in parts.things}.intersection(tops)


@pytest.mark.parametrize(("width", "weight"), [(60, "thinnest"), (1200, "heaviest")])
def test_lines_of_the_land_are_neither_faint_nor_heavy_on_a_page_of_any_width(width, weight):
    layers = _draw_land(Scenes("farm", True), width, 1.3 * width, 0.3 * width, 0.4 * width).layers
    assert {layer.style.width for layer in layers} - {0.0} == {load_world_look()[weight]}


def test_a_board_is_behind_all_of_its_words():
    pictures = [
        Picture(x, y, Drawing(0, 0, wide, high, 1, ()))
        for x, y, wide, high in ((10, 20, 200, 5), (50, 5, 30, 80))
    ]
    board = surround_words(pictures)
    assert all(picture_box(picture).is_within(board) for picture in pictures)


def test_walls_of_a_stage_are_as_heavy_as_its_lines_or_as_passages_allow(book):
    setting, staged = book.setting, [part for part in book.setting.parts if part.stages]
    for part in staged:
        for board in make_boards(setting, part):
            lines = [
                layer.style.width for layer in (*board.view.stage.back, *board.view.stage.front)
            ]
            wanted = load_look()["wall"] * max(lines) * board.view.unit
            assert board.view.cell - board.wall >= part.readers.passage
            assert board.wall >= min(wanted, board.view.cell - part.readers.passage - 0.01)
            assert board.wall > setting.wall
    assert staged


def test_answers_of_stages_have_hero_and_goal(book):
    staged = [entry for entry in book.entries.values() if entry.view]
    assert staged
    for entry in staged:
        solved, puzzle = entry.maze.solved, entry.maze.plate
        assert {figure.layer for figure in solved.figures} <= {"hero", "goal", "finds"}
        assert {figure.layer for figure in puzzle.figures} <= {"finds"}
        finds, shown = (
            [figure.piece for figure in drawn.figures if figure.layer == "finds"]
            for drawn in (puzzle, solved)
        )
        assert finds == shown
        design, edge = entry.maze.design, entry.part.section.edge
        grid = make_grid(design.shape, design.size, entry.silhouette, edge)
        for figure in (one for one in solved.figures if one.layer != "finds"):
            (x, y), radius, room = figure.centre, figure.radius, solved.margin + 0.001
            assert -room <= x - radius
            assert x + radius <= solved.width + room
            assert -room <= y - radius
            assert y + radius <= solved.height + room
            assert all(dist((x, y), centre) > radius for centre in grid.centres)
    assert any(entry.maze.solved.figures for entry in staged)
