"""What tells the volumes of a series apart: their drawings, and the board on their covers."""

from __future__ import annotations

from itertools import combinations

import pytest

from puzzlebook.books.covers.front import make_front
from puzzlebook.books.covers.look import make_look
from puzzlebook.books.covers.panel import find_panel, find_volume_board
from puzzlebook.ground import templates
from puzzlebook.ground.faults import Refused
from puzzlebook.maze_art.theme import choose_volume, load_theme, parse_theme
from puzzlebook.printers.wrap import make_wrap
from puzzlebook.recipes.files import decide_seed, load
from puzzlebook.recipes.order import settle
from puzzlebook.recipes.user_files import STAGES_OF_THEME
from puzzlebook.verbs.cover_pages import make_setting
from puzzlebook.verbs.shop_notes import list_shop_notes

THEMES = templates.list_names("themes")


def settle_volume(folder, volume, theme="farm", **values):
    book = {"printer": "kdp-paperback", "page": "8.5x11", "theme": theme, **values}
    return settle(decide_seed(load("ages-5-6", {**book, "volume": volume})), folder)


def list_drawings(order):
    return {
        sized.source.name
        for part in order.parts
        if part.section.stage in STAGES_OF_THEME
        for sized in part.stages[: part.mazes]
    }


def test_no_two_themes_share_a_drawing():
    themes = map(load_theme, THEMES)
    drawings = [{*theme.stages, *theme.outlines} for theme in themes]
    assert not any(one & other for one, other in combinations(drawings, 2))


@pytest.mark.parametrize("name", THEMES)
def test_the_volumes_show_the_neighbours_in_turn(name):
    """Then the theme's own again."""
    theme = load_theme(name)
    rows = [theme, *map(load_theme, theme.neighbours)]
    assert name not in theme.neighbours
    for volume in range(1, 2 * len(rows) + 1):
        shown, row = choose_volume(theme, volume), rows[(volume - 1) % len(rows)]
        assert (shown.stages, shown.outlines) == (row.stages, row.outlines)
        assert shown.start == theme.start


def test_a_second_volume_shows_new_drawings_while_there_are_any(tmp_path):
    """And `make` says how many come again."""
    first, second = (settle_volume(tmp_path, volume) for volume in (1, 2))
    own = load_theme("farm")
    assert list_drawings(first) == {*own.stages, *own.outlines}
    again = list_drawings(first) & list_drawings(second)
    assert len(list_drawings(second)) == 9
    assert len(again) == 1
    (note,) = [note for note in list_shop_notes(second, 200, False) if "drawings" in note]
    assert note.startswith("1 of 9 drawings with a maze inside comes again from earlier volumes")
    alone = settle_volume(tmp_path, 2, "dinosaur")
    assert list_drawings(alone) == list_drawings(settle_volume(tmp_path, 1, "dinosaur"))


def test_neighbours_are_built_in_themes():
    content = templates.read("themes", "bee").replace(b'["rabbit"]', b'["wolf"]')
    with pytest.raises(Refused, match=r"bee\.toml: neighbours"):
        parse_theme(content, "bee", "bee.toml")


def test_all_volumes_of_a_series_have_a_board_at_one_place(tmp_path):
    """Below the drawing, as large as the badges' numbers; the only book of a title has none."""
    boards = []
    series = {"book.series": "Farm Days", "book.title": "Mud"}
    for volume, values in ((1, series), (2, series), (2, {}), (1, {})):
        setting = make_setting(settle_volume(tmp_path, volume, **values))
        wrap = make_wrap(setting.order.printer, (612, 792), 60, "white")
        front = make_front(setting, wrap, make_look(setting), has_own_picture=False)
        panel = find_panel(*front.boxes)
        board = find_volume_board(front, panel)
        boards.append(board)
        if board is not None:
            middle = board.box.y + board.box.height / 2
            assert middle == pytest.approx(panel.lowest_edge)
            assert board.letters.lines[0][1] > 25  # points
    one, two, unnamed, none = boards
    assert [one.letters.lines[0][0], two.letters.lines[0][0]] == ["Volume\xa01", "Volume\xa02"]
    assert one.box.y == two.box.y
    assert unnamed.box == two.box
    assert none is None
