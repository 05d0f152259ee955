"""Things to look for on the openers of children's books."""

from __future__ import annotations

from itertools import combinations

import pytest

from puzzlebook.books.planning.book_plan import plan_book
from puzzlebook.books.scenes import tableaux
from puzzlebook.books.scenes.hidden_things import Search
from puzzlebook.books.scenes.landscapes import OpenerPage
from puzzlebook.books.scenes.surroundings import picture_box
from puzzlebook.ground import templates
from puzzlebook.maze_art.scenes import Scenes
from puzzlebook.recipes.files import decide_seed, load
from puzzlebook.recipes.order import settle
from puzzlebook.running.process_pool import ALONE
from puzzlebook.typesetting.layout import THINNEST
from puzzlebook.typesetting.page import Box, Picture, Text

THEMES = sorted(path.name for path in (templates.find_folder() / "scenes").glob("*"))
PAGE, SIZE, MOST, TURNS = Box(40, 40, 540, 700), 22.7, 4, 7
WORDS = OpenerPage(measure=lambda room: (0.5 * room.width, 60.0))


def find_things(theme, turn):
    """The boxes of what is hidden on an opener, of what else is before its landscape, and of its
    board."""
    scenes = Scenes(theme, False)
    name = scenes.finds[turn % len(scenes.finds)]
    piece = scenes.piece(name)
    drawing = scenes.enlarged(name, SIZE / max(piece.width, piece.height), THINNEST)
    page = WORDS._replace(search=Search(name, MOST, SIZE))
    tableau = tableaux.draw_opener(scenes, PAGE, turn, page=page)
    things = [item for item in tableau.pictures if item.drawing == drawing]
    assert len(things) == tableau.hidden
    bare = tableaux.draw_opener(scenes, PAGE, turn, page=WORDS).pictures
    (board,) = (item for item in bare if item.drawing.layers[0].name == "board")
    _, *others = (item for item in bare if item.drawing.layers[0].name in ("scene", "tiny-floor"))
    return [*map(picture_box, things)], [*map(picture_box, others)], picture_box(board)


def find_overlap(one, other):
    """How much of a box another one hides, as a share."""
    across = min(one.right, other.right) - max(one.x, other.x)
    down = min(one.bottom, other.bottom) - max(one.y, other.y)
    return max(0.0, across) * max(0.0, down) / (one.width * one.height)


@pytest.mark.parametrize("theme", THEMES)
def test_things_are_hidden_where_a_child_can_find_them(theme):
    """More than half of each is seen, and none touches another or anything else."""
    counts = []
    for turn in range(TURNS):
        things, others, board = find_things(theme, turn)
        for thing in things:
            assert thing.is_within(PAGE)
            assert find_overlap(thing, board) < 0.5
            assert not any(find_overlap(thing, other) for other in others)
        assert not any(find_overlap(one, other) for one, other in combinations(things, 2))
        counts.append(len(things))
    assert min(counts) >= 2
    assert max(counts) == MOST


def test_an_opener_asks_for_as_many_things_as_it_hides():
    loaded = load("ages-5-6", {"seed": "owl", "page": "letter", "name": "owl", "theme": "dinosaur"})
    order = settle(decide_seed(loaded), loaded.folder)
    plan = plan_book(order, lambda: None, ALONE)(None)
    asked = 0
    for page in plan.printouts[0].pages():
        boxes = [item for item in page.items if is_picture_of(item, "tick")]
        words = {item.text for item in page.items if isinstance(item, Text)}
        if boxes and any(word.startswith("Mazes ") for word in words):
            assert words & {"Find:"}
            assert 2 <= len(boxes) <= MOST
            asked += 1
    assert asked >= 4


def is_picture_of(item, name):
    return isinstance(item, Picture) and item.drawing.layers[0].name == name
