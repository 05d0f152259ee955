"""The rows of the contents."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from puzzlebook.books.pages.contents import describe_minutes
from puzzlebook.language.words import Words
from puzzlebook.recipes.files import decide_seed, load
from puzzlebook.recipes.order import settle
from puzzlebook.verbs.cover_pages import make_setting


@pytest.mark.parametrize(
    ("minutes", "said"),
    [
        ((0.2, 0.6), "up to 1 minute each"),
        ((0.3, 1.2), "up to 2 minutes each"),
        ((0.8, 1.4), "about 1 minute each"),
        ((0.8, 2.4), "about 1 to 2 minutes each"),
        ((4.6, 5.4), "about 5 minutes each"),
    ],
)
def test_how_long_each_maze_takes(minutes, said):
    setting = make_setting(settle(decide_seed(load("ages-7-8", {})), Path()))
    assert describe_minutes(setting, minutes) == said


def test_a_language_of_the_users_may_lack_the_phrase_for_short_mazes():
    setting = make_setting(settle(decide_seed(load("ages-7-8", {})), Path()))
    order = setting.order
    rows = {key: row for key, row in order.words._rows.items() if key != "contents_up_to"}
    own = setting._replace(order=replace(order, words=Words(rows)))
    assert describe_minutes(own, (0.2, 0.6)) == "about 1 minute each"
