"""The older the readers, the longer the mazes of their books take, on the same page; and the harder
the level, for the same readers."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from statistics import median

import pytest
from stated import load_stated

from puzzlebook.books.planning.boards import Board
from puzzlebook.books.planning.minutes import estimate_minutes
from puzzlebook.books.planning.ramp import draw_section
from puzzlebook.books.planning.stars import rate_minutes
from puzzlebook.mazes import make_grid
from puzzlebook.recipes.audiences import LEVELS
from puzzlebook.recipes.files import decide_seed, load
from puzzlebook.recipes.order import settle
from puzzlebook.recipes.readers import size_sections

BOOKS = ("ages-3-4", "ages-5-6", "ages-7-8", "ages-9-11")


def count_hardest(book, page, level):
    """The squares of the largest plain grid of a book."""
    recipe = load_stated(book, {"seed": "owl", "page": page, "level": level}).recipe
    return max(
        sized.size[0] * sized.size[-1]
        for sized in size_sections(recipe)
        if sized.section.shape == "square" and not (sized.section.way or sized.section.silhouette)
    )


@pytest.mark.parametrize("level", ["easy", "normal", "hard"])
@pytest.mark.parametrize("page", ["letter", "a4", "8x10", "8.5x8.5", "6x9"])
def test_a_book_for_older_readers_has_larger_mazes_on_the_same_page(page, level):
    counts = [count_hardest(book, page, level) for book in BOOKS]
    assert all(later >= 1.4 * earlier for earlier, later in pairwise(counts)), counts


def test_a_small_book_for_ages_9_to_11_is_harder_than_a_large_one_for_ages_5_to_6():
    assert count_hardest("ages-9-11", "6x9", "normal") > 2 * count_hardest(
        "ages-5-6", "letter", "normal"
    )


def settled(book, level, page="letter"):
    return settle(decide_seed(load(book, {"page": page, "level": level})), Path())


def list_boards(part):
    return [
        Board(shape, cut, size, grid, grid, 1, 0)
        for shape, cut, size, _ in part.boards
        for grid in [make_grid(shape, size, cut)]
    ]


def measure_level(book, level, seeds):
    """The medians of the steps, the minutes and the mean of the stars of a book's mazes."""
    order = settled(book, level)
    order = replace(order, parts=tuple(part for part in order.parts if not part.pictures))
    steps, minutes = [], []
    boards = [list_boards(part) for part in order.parts]
    for seed in range(seeds):
        for part, kept in zip(order.parts, boards, strict=True):
            mazes = draw_section(replace(order, seed=str(seed)), part, kept, set())
            steps += [maze.drawn.measures.solution_length for maze in mazes]
            minutes += estimate_minutes(order, mazes)
    stars = [rate_minutes(each, order.recipe.audience) for each in minutes]
    return median(steps), median(minutes), sum(stars) / len(stars)


@pytest.mark.parametrize(
    ("book", "seeds"),
    [
        ("ages-3-4", 2),
        *(pytest.param(book, 10, marks=pytest.mark.exhaustive) for book in BOOKS),
    ],
)
def test_a_harder_level_is_harder(book, seeds):
    levels = [measure_level(book, level, seeds) for level in LEVELS]
    for (steps, minutes, stars), (more_steps, more_minutes, more_stars) in pairwise(levels):
        assert more_steps >= 1.12 * steps, levels
        assert more_minutes >= 1.12 * minutes, levels
        assert more_stars >= stars + 0.1, levels


@pytest.mark.parametrize(
    ("book", "warm_up", "others"), [("ages-7-8", 70, 70), ("ages-9-11", 100, 180)]
)
def test_no_maze_for_older_children_is_a_trifle(book, warm_up, others):
    first, *later = settled(book, "normal").parts
    assert min(board.grid.cells for board in list_boards(first)) >= warm_up
    cells = [board.grid.cells for part in later for board in list_boards(part)]
    assert min(cells) >= others


@pytest.mark.parametrize(
    "page",
    [
        "6x9",
        *(
            pytest.param(page, marks=pytest.mark.exhaustive)
            for page in ("letter", "8x10", "8.5x8.5", "5x8")
        ),
    ],
)
def test_outlines_leave_enough_of_a_maze_or_are_none(page):
    """On a small page whole mazes have more cells than those that are cut."""
    for book, fewest in (("ages-5-6", 34), ("ages-7-8", 72), ("ages-9-11", 100)):
        for part in settled(book, "normal", page).parts:
            if part.silhouettes and not part.section.stage and part.section.ends == "opposite":
                assert min(board.grid.cells for board in list_boards(part)) >= fewest
