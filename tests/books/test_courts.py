"""Courts: the holes in a maze on a child's page, and the landmarks in them."""

from __future__ import annotations

from pathlib import Path

import pytest

from puzzlebook import make_book, verify
from puzzlebook.books.planning.book_plan import plan_book
from puzzlebook.books.scenes.courts import list_landmarks
from puzzlebook.books.scenes.foot_row import list_row
from puzzlebook.books.scenes.surroundings import picture_box
from puzzlebook.books.scenes.wayside import list_large_props
from puzzlebook.maze_art.scenes import Scenes
from puzzlebook.recipes.files import decide_seed, load
from puzzlebook.recipes.order import settle
from puzzlebook.running.process_pool import ALONE
from puzzlebook.typesetting.page import Picture

RECIPE = """
audience = "7-8"
theme = "pirate"
seed = "owl"
pdf = "print"
[book]
title = "Courts"
matter = ["key"]
[[section]]
key = "a"
mazes = 2
ends = "opposite"
outlines = "fourrooms,courtyard"
"""


@pytest.fixture(scope="module")
def recipe(tmp_path_factory):
    file = tmp_path_factory.mktemp("courts") / "courts.toml"
    file.write_text(RECIPE, "utf-8")
    return file


def test_a_landmark_stands_within_each_hole_and_on_no_wall(recipe: Path) -> None:
    loaded = load(str(recipe))
    order = settle(decide_seed(loaded), loaded.folder)
    plan = plan_book(order, lambda: None, ALONE)(None)
    scenes = order.theme.scenes
    assert scenes
    for entry in plan.entries.values():
        plate, placement = entry.maze.plate, plan.puzzles[entry.number]
        assert plate.kerb
        holes = {"fourrooms": 4, "courtyard": 1}[entry.silhouette.code]
        assert len(plate.kerb.courts) == holes
        page = list(plan.printouts[0].pages())[placement.page - 1]
        names = list_landmarks(scenes, entry)[:holes]
        pieces = [scenes.piece(name).layers[0].subpaths for name in names]
        boxes = [
            picture_box(item)
            for item in page.items
            if isinstance(item, Picture) and item.drawing.layers[0].subpaths in pieces
        ]
        inner = placement.picture
        for court in plate.kerb.courts:
            xs, ys = zip(*court.points, strict=True)
            left = inner.x + (min(xs) - inner.drawing.left) * entry.scale
            right = inner.x + (max(xs) - inner.drawing.left) * entry.scale
            top = inner.y + (min(ys) - inner.drawing.top) * entry.scale
            bottom = inner.y + (max(ys) - inner.drawing.top) * entry.scale
            within = [
                box
                for box in boxes
                if left < box.x and box.right < right and top < box.y and box.bottom < bottom
            ]
            assert len(within) == 1


def test_nothing_of_the_row_at_the_foot_is_a_landmark_too() -> None:
    class First:
        number = 0

    scenes = Scenes("pirate", False)
    seen = set()
    for number in range(1, 9):
        First.number = number
        names = list_landmarks(scenes, First)  # type: ignore[arg-type]
        assert not set(names) & set(list_row(number, list_large_props("pirate")))
        seen.add(names[0])
    assert len(seen) > 3


def test_a_book_with_courts_is_verified(recipe: Path, tmp_path: Path) -> None:
    made = make_book(str(recipe), output=tmp_path)
    assert not verify(made.folder).faults
