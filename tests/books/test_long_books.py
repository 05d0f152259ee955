"""What memory holds of each maze of a long book."""

import gc
import tracemalloc

from puzzlebook.books.planning.book_plan import plan_book
from puzzlebook.recipes.files import decide_seed, load
from puzzlebook.recipes.order import settle
from puzzlebook.running.process_pool import ALONE

FEW, MANY = 5, 35
BOOK = """
[book]
title = "Long"

[[section]]
key = "all"
title = "All"
mazes = 1
size = "20x28"
"""
MOST = 5 * 1024
"""Bytes of each finished maze, without what the PDF and the folder remember of it."""


def test_a_finished_maze_takes_little_memory_and_its_drawn_form_none(tmp_path):
    (tmp_path / "long.toml").write_text(BOOK)

    def weigh_plan(mazes):
        """How much a finished plan holds, and what could draw it."""
        gc.collect()
        before = tracemalloc.get_traced_memory()[0]
        loaded = load(str(tmp_path / "long.toml"), {"seed": "long", "mazes": mazes})
        draw = plan_book(settle(decide_seed(loaded), loaded.folder), lambda: None, ALONE)
        plan = draw(None)
        assert len(plan.entries) == mazes
        gc.collect()
        return tracemalloc.get_traced_memory()[0] - before

    weigh_plan(MANY)  # fills the caches
    tracemalloc.start()
    try:
        each = (weigh_plan(MANY) - weigh_plan(FEW)) / (MANY - FEW)
    finally:
        tracemalloc.stop()
    assert 1024 < each < MOST
