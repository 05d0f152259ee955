"""The older the readers, the longer the mazes of their books take, on the same page."""

from __future__ import annotations

from itertools import pairwise

import pytest

from puzzlebook.recipes.files import load
from puzzlebook.recipes.readers import size_sections

BOOKS = ("ages-3-4", "ages-5-6", "ages-7-8", "ages-9-11")


def count_hardest(book, page, level):
    """The squares of the largest plain grid of a book."""
    recipe = load(book, {"seed": "owl", "page": page, "level": level}).recipe
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
