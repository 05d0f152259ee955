"""The world around a maze on a children's page, and what stages and answers took over from it."""

from __future__ import annotations

import pytest
from test_at_doors import overlap, planned

from puzzlebook.books.pages.puzzles import lay_out_puzzle_page
from puzzlebook.books.planning.boards import make_boards
from puzzlebook.books.scenes.surroundings import find_surroundings, picture_box
from puzzlebook.books.scenes.worlds import find_frame
from puzzlebook.maze_art.panorama import take_apart
from puzzlebook.maze_art.scenes import Scenes
from puzzlebook.maze_art.stage import load_look
from puzzlebook.typesetting.page import Picture, Text


@pytest.fixture(
    scope="module",
    params=[
        {"mazes": 6},
        pytest.param(
            {"mazes": 10, "printer": "kdp-paperback", "ink": "premium-color"},
            marks=pytest.mark.exhaustive,
        ),
    ],
    ids=["black", "colour"],
)
def book(request):
    return planned("ages-5-6", "unicorn", "letter", **request.param)


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


def test_a_world_is_behind_its_maze_and_within_the_margins(book):
    seen = 0
    for _, page, pictures, around in worlds(book):
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
        things = pictures[1 : first.index("board")]
        for box in map(picture_box, things):
            assert not overlap(box, around.walls) or box.width >= frame.width - 3  # the frame
            assert box.x >= frame.x
            assert box.right <= frame.right + 0.01
        seen += len(things)
    assert seen > 4


def test_land_is_one_drawing_for_mazes_of_a_size(book):
    lands = [pictures[0].drawing.layers for *_, pictures, _ in worlds(book)]
    assert len(set(map(id, lands))) < len(lands)


def test_a_landscape_is_sky_land_and_things():
    parts = take_apart(Scenes("farm", True))
    assert parts.sky.style.fill != parts.land[0][1].style.fill
    assert 0.4 < parts.horizon / parts.height < 0.7
    assert {thing.is_aloft for thing in parts.things} == {True, False}
    assert {thing.is_near for thing in parts.things} == {True, False}
    clouds = [thing for thing in parts.things if thing.is_aloft]
    assert all(thing.bounds[3] < parts.horizon for thing in clouds)


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
            assert board.wall > 1.2 * setting.wall
    assert staged


def test_answers_of_stages_have_hero_and_goal(book):
    staged = [entry for entry in book.entries.values() if entry.view]
    assert staged
    for entry in staged:
        solved, puzzle = entry.maze.solved, entry.maze.plate
        assert {figure.layer for figure in solved.figures} <= {"hero", "goal"}
        assert not puzzle.figures
        for figure in solved.figures:
            (x, y), radius, room = figure.centre, figure.radius, solved.margin + 0.001
            assert -room <= x - radius
            assert x + radius <= solved.width + room
            assert -room <= y - radius
            assert y + radius <= solved.height + room
            assert max(-x, -y, x - solved.width, y - solved.height) >= radius
    assert any(entry.maze.solved.figures for entry in staged)
