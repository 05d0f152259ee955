"""Hero and goal at the doors of a maze that is alone on its page."""

import pytest

from puzzlebook.books.planning.book_plan import plan_book
from puzzlebook.books.scenes.at_doors import place_at_doors
from puzzlebook.books.scenes.surroundings import find_surroundings
from puzzlebook.recipes.files import decide_seed, load
from puzzlebook.recipes.order import settle
from puzzlebook.running.process_pool import ALONE

MM = 72 / 25.4


def planned(book, **overrides):
    loaded = load(book, {"seed": "owl", "page": "letter", "name": "owl", **overrides})
    order = settle(decide_seed(loaded), loaded.folder)
    return plan_book(order, lambda: None, ALONE)(None)


@pytest.mark.parametrize(
    ("book", "theme", "least"), [("ages-3-4", "farm", 13), ("ages-5-6", "rocket", 13)]
)
def test_figures_of_young_readers_are_as_large_as_promised(book, theme, least):
    plan = planned(book, theme=theme, mazes=6)
    seen = 0
    for entry in plan.entries.values():
        if entry.view or not entry.at_doors:
            continue
        placement = plan.puzzles[entry.number]
        live = plan.setting.sheet.live(placement.page)
        around = find_surroundings(plan.setting, entry, placement, live)
        ends = place_at_doors(plan.setting, plan.setting.scenes, entry, placement, around)
        assert len(ends.names) == 2
        pieces = [picture.drawing for picture in ends.pictures]
        figures = [drawing for drawing in pieces if drawing.scale != 1]
        for drawing in figures:
            longer = max(drawing.width, drawing.height) * drawing.scale
            assert longer >= least * MM - 0.01
        seen += len(figures)
    assert seen >= 8


def test_no_silhouette_is_left_in_a_childrens_maze():
    plan = planned("ages-5-6", theme="rocket", mazes=6)
    for entry in plan.entries.values():
        assert not entry.maze.plate.marks
        assert entry.maze.solved.figures
