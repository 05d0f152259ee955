"""What tells the volumes of a series apart: their drawings, and the board on their covers."""

from __future__ import annotations

import re
from itertools import combinations, pairwise, product
from math import dist
from types import SimpleNamespace

import pytest

from puzzlebook import make_book, make_maze
from puzzlebook.books.covers.back import list_benefits
from puzzlebook.books.covers.claims import MazeFacts, is_said, say_answers
from puzzlebook.books.covers.front import make_front
from puzzlebook.books.covers.look import make_look
from puzzlebook.books.covers.panel import find_panel, find_volume_board
from puzzlebook.books.covers.sheet import cover_page
from puzzlebook.books.pages.how_to import lay_out_how_to_page
from puzzlebook.books.scenes.placing import choose_hero
from puzzlebook.ground import templates
from puzzlebook.ground.faults import Refused
from puzzlebook.maze_art.theme import choose_volume, load_theme, parse_theme
from puzzlebook.printers.printer import Stock
from puzzlebook.printers.wrap import Wrap, make_wrap
from puzzlebook.recipes.files import decide_seed, load
from puzzlebook.recipes.order import settle
from puzzlebook.recipes.user_files import PLACES_OF_THEME, STAGES_OF_THEME
from puzzlebook.shelf.manifest import FinishedBook
from puzzlebook.typesetting.page import Picture, Text
from puzzlebook.verbs import edition_notes
from puzzlebook.verbs.cover_pages import _choose_stage, _make_front, make_setting
from puzzlebook.verbs.listing import _list_best_pages
from puzzlebook.verbs.listing_texts import write_form
from puzzlebook.verbs.listing_words import find_words
from puzzlebook.verbs.shop_notes import list_shop_notes

THEMES = templates.list_names("themes")


def settle_volume(folder, volume, theme="farm", **values):
    book = {"printer": "kdp-paperback", "page": "8.5x11", "theme": theme, "seed": "kite", **values}
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
    """Then the theme's own again, in another order."""
    theme = load_theme(name)
    rows = [theme, *map(load_theme, theme.neighbours)]
    assert name not in theme.neighbours
    assert choose_volume(theme, 1) == theme
    for volume in range(2, 2 * len(rows) + 1):
        shown = choose_volume(theme, volume)
        again, turn = divmod(volume - 1, len(rows))
        for field in ("stages", "outlines"):
            names, own = shown.in_volume[field], getattr(rows[turn], field)
            assert {*names[: len(own)]} == {*own}
            assert again == 0 or len(own) < 2 or names[: len(own)] != own
            assert {*names} == {name for row in rows for name in getattr(row, field)}
            assert getattr(shown, field) == getattr(theme, field)


def test_a_second_volume_shows_new_drawings_while_there_are_any(tmp_path):
    """And `make` says how many come again."""
    first, second = (settle_volume(tmp_path, volume) for volume in (1, 2))
    own = load_theme("farm")
    assert list_drawings(first) == make_setting(first).theme_drawings
    assert list_drawings(first) <= {*own.stages, *own.outlines}
    (neighbour,) = map(load_theme, own.neighbours)
    shown, new = list_drawings(second), list_drawings(second) - list_drawings(first)
    assert new <= {*neighbour.stages, *neighbour.outlines}
    assert len(new) >= 8
    whose, *notes = [note for note in list_shop_notes(second, 200, False) if "drawings" in note]
    many, all_shown = len(new), len(shown)
    assert whose.startswith(
        f"{many} of 24 mazes are in drawings of a neighbouring theme (rabbit), "
    )
    said = f"{all_shown - many} of {all_shown} drawings of the theme itself come"
    assert [note.startswith(said) for note in notes] == [True] * (many < all_shown)
    alone = settle_volume(tmp_path, 2, "dinosaur")
    assert list_drawings(alone) == list_drawings(settle_volume(tmp_path, 1, "dinosaur"))


def test_a_second_volume_says_what_its_drawings_are_about(tmp_path):
    """In each language. Where its drawings have two heroes, none of them is called."""
    calls = {
        "en": "Can you find the way through?",
        "de": "Wer findet den Weg?",
        "es": "¡Encuentra la salida!",
    }
    for language, said in (
        ("en", "24 farm and rabbit mazes for ages 5–6."),
        ("de", "24 Bauernhof- und Hasen-Labyrinthe für Kinder von 5 bis 6 Jahren."),
        ("es", "24 laberintos de la granja y de conejos, para niños y niñas de 5 a 6 años."),
    ):
        words = find_words(make_setting(settle_volume(tmp_path, 2, language=language)))
        assert words.mazes == said
        assert words.call == calls[language]
        assert words.captions[0] == words.call
        if language == "en":
            first = [f"{each} maze book for kids ages 5-6" for each in ("farm", "rabbit")]
            assert [*words.keywords[:3]] == [*first, "farm activity book for kids"]
        limit = templates.table("listings.toml")["limits"]["keyword"]
        assert max(map(len, words.keywords)) <= limit
        assert len(words.keywords) == 7
    first, alone = (settle_volume(tmp_path, *which) for which in ((1,), (2, "dinosaur")))
    assert find_words(make_setting(first)).mazes == "24 farm mazes for ages 5–6."
    assert find_words(make_setting(alone)).mazes == "24 dinosaur mazes for ages 5–6."
    assert find_words(make_setting(alone)).call == "Help the dinosaur find its egg!"


@pytest.mark.parametrize("name", ["farm", "pirate", "dinosaur", "unicorn"])
def test_each_volume_has_another_drawing_of_its_theme_on_its_cover(name, tmp_path):
    """A neighbour's that is new in the book, if there are any; and one that shows at a glance what
    the theme is."""
    shown = []
    for volume in (1, 2, 3):
        setting = make_setting(settle_volume(tmp_path, volume, name))
        drawings, theme = setting.theme_drawings, setting.theme
        shown.append(_choose_stage(setting, make_look(setting))[1].source.name)
        new = (drawings & theme.borrowed) - theme.shown_before
        assert not new or shown[-1] in new
        assert shown[-1] not in theme.minor
    assert shown[0] != shown[1] != shown[2]


@pytest.mark.parametrize("name", ["digger", "farm"])
def test_two_volumes_in_a_row_have_different_fronts_whatever_their_seeds(name, tmp_path):
    fronts = {}
    for volume, seed in product((1, 2, 3), ("kite", "owl", "fox", "elm")):
        setting = make_setting(settle_volume(tmp_path, volume, name, seed=seed))
        _, sized = _choose_stage(setting, make_look(setting))
        fronts.setdefault(volume, set()).add(sized.source.name)
    assert not fronts[1] & fronts[2]
    assert not fronts[2] & fronts[3]
    assert len(fronts[1]) > 1


def test_a_front_shows_no_drawing_if_the_book_has_none(tmp_path):
    """And that of a book for adults one of its own."""
    for book, has_one in (("large-print", False), ("adult-easy", True), ("adult", True)):
        order = settle(decide_seed(load(book, {"seed": "kite", "page": "8.5x11"})), tmp_path)
        setting = make_setting(order)
        staged = _choose_stage(setting, make_look(setting))
        in_book = {sized.source.name for part in order.parts for sized in part.stages}
        assert bool(staged) is bool(in_book) is has_one
        assert staged is None or staged[1].source.name in in_book


def test_a_second_volume_has_the_same_drawings_in_another_order(tmp_path):
    shown = []
    for volume in (1, 2):
        book = make_book(
            "ages-5-6", seed=f"kite-{volume}", output=tmp_path, name=f"volume-{volume}",
            overrides={"volume": volume, "theme": "digger", "svg": False},
        )  # fmt: skip
        theme = load_theme("digger")
        own = [row["stage"] for row in book.manifest["mazes"]
               if row.get("stage") in theme.stages + theme.outlines]  # fmt: skip
        shown.append(own)
    first, second = shown
    assert {*first} == {*second}
    moved = [abs(place - second.index(name)) for place, name in enumerate(first)]
    assert sum(moved) >= 1.4 * len(first)  # each is more than one drawing away, on average


@pytest.mark.parametrize("name", ["farm", "unicorn"])
def test_a_front_with_a_drawing_of_a_neighbour_shows_the_hero_of_the_series_too(name, tmp_path):
    """It covers neither the maze nor what is at its doors."""
    for volume in (1, 2):
        setting = make_setting(settle_volume(tmp_path, volume, name))
        wrap, look = Wrap(612.0, 792.0, 0.0, 0.0, 9.0, 0.0, False), make_look(setting)
        shown = _make_front(setting, look)
        page = cover_page(setting, wrap, look, shown, ([], None, None, MazeFacts()), False)
        hero = look.scenes.piece(choose_hero(look.scenes, 1, "on_front"))
        paths = [layer.subpaths for layer in hero.layers]
        pictures = [item for item in page.items if isinstance(item, Picture)]
        found = [
            item
            for item in pictures
            if item.x >= wrap.front.x and [layer.subpaths for layer in item.drawing.layers] == paths
        ]
        assert len(found) == (volume == 2)


@pytest.mark.parametrize("name", THEMES)
def test_most_outlines_show_what_the_theme_is(name, tmp_path):
    theme = load_theme(name)
    assert {*theme.minor} <= {*theme.outlines}
    assert not theme.outlines or len(theme.outlines) - len(theme.minor) > 2
    assert not make_setting(settle_volume(tmp_path, 1, name)).lesser_drawings - {*theme.minor}


def test_form_and_alt_texts_name_the_volume(tmp_path):
    for volume, said in ((1, "Boots: the front"), (2, "Boots, Volume 2: the front")):
        book = {"book.title": "Boots", "book.series": "Mud"}
        setting = make_setting(settle_volume(tmp_path, volume, **book))
        form = write_form(setting, {"Volume": volume}, find_words(setting), 60, Stock())
        assert f'"Volume {volume}" on the cover' in form
        assert re.search(f"(?m)^Alt text, wide-3 +{said.replace('the front', 'a page')}", form)


def test_a_listing_shows_the_best_drawings_of_a_volume(tmp_path):
    """And a call is the caption of the best of them."""
    for which, names, shown in (
        ((1,), ("spottedcow", "pinkpig"), [6, 7, 8]),
        ((2,), ("wateringcan", "bigcarrot"), [None, 7, 8]),
        ((2, "dinosaur"), ("volcano", "swamp"), [6, 7, 8]),
    ):
        setting = make_setting(settle_volume(tmp_path, *which))
        mazes = [{"stage": names[0]}, {"stage": names[1]}, {"stage": None}]
        book = SimpleNamespace(mazes=mazes, pages_by_maze=lambda kind: [6, 7, 8])
        assert _list_best_pages(book, setting) == shown
        words = find_words(setting)
        assert words.captions[0] == words.call
        assert words.captions[0] != words.captions[1]


@pytest.mark.parametrize(
    ("title", "said"),
    [("The Easter Basket", "the Easter basket"), ("The Hollow Tree", "the hollow tree")],
)
def test_a_neighbours_drawing_is_named_in_a_sentence(title, said, tmp_path):
    stage = SimpleNamespace(title=title)
    silhouette = SimpleNamespace(code="hollowtree.1", is_users_stage=False)
    entry = SimpleNamespace(silhouette=silhouette, view=SimpleNamespace(stage=stage))
    setting = make_setting(settle_volume(tmp_path, 2, mazes=2))
    assert setting.name_borrowed_drawing(entry) == said


def test_a_legend_shows_the_only_hero(tmp_path):
    """The page on how to solve a maze shows none if the book has two, or if the hero is at the
    doors of its worked example."""
    pages = []
    for volume, at_doors in ((1, False), (2, False), (1, True)):
        order = settle_volume(tmp_path, volume)
        setting = make_setting(order)._replace(scenes=order.theme.scenes if at_doors else None)
        assert setting.has_figures is at_doors
        pages.append(lay_out_how_to_page(setting, 3))
    legends = [
        [item for item in page.items if isinstance(item, Text) and item.text == "Finish"]
        for page in pages
    ]
    assert [len(legend) for legend in legends] == [1, 0, 0]


def test_a_drawing_of_a_neighbour_has_its_own_hero(tmp_path):
    """So the words of that volume name none, and the answer to its maze has arrows."""
    names = [settle_volume(tmp_path, volume).theme.start_name for volume in (1, 2)]
    assert names == ["lamb", "start"]
    farm = choose_volume(load_theme("farm"), 2)
    (neighbour,) = map(load_theme, farm.neighbours)
    for theme, expected in ((farm, False), (neighbour, True)):
        maze = make_maze(size="9x11", seed="owl", stage=theme.outlines[0])
        assert farm.is_borrowed(maze.design.silhouette) is expected


@pytest.mark.parametrize("name", [name for name in THEMES if load_theme(name).scenes])
def test_two_volumes_have_panels_of_different_colours(name, tmp_path):
    without = {"section.*.stage": "", "section.*.outlines": ""}  # which give covers no colours
    volumes = (settle_volume(tmp_path, volume, name, **without) for volume in (1, 2, 3))
    looks = [make_look(make_setting(order)) for order in volumes]
    panels = [look.panel[0] for look in looks]
    assert min(dist(one, other) for one, other in pairwise(panels)) > 0.25
    # And none is as pale as the sky above it.
    assert all(dist(look.panel[0], look.colours.ground) > 0.25 for look in looks)


def test_a_later_volume_has_other_outlines(tmp_path):
    """While its sections have some that the volume before has not used; then in another order."""
    rows = []
    for volume in (1, 2):
        recipe = settle_volume(tmp_path, volume).recipe
        rows.append(
            [
                (section.silhouette or "").split(",")[: section.mazes]
                for section in recipe.sections
                if section.silhouette and section.stage in (None, PLACES_OF_THEME)
            ]
        )
    assert len(rows[0]) == 3
    assert all(one != other for one, other in zip(*rows, strict=True))


def test_what_the_subtitle_says_is_not_said_again():
    assert is_said("answers included", "Mazes to get lost in, with all the answers")
    assert is_said("con todas las soluciones", "Laberintos para perderse, con todas las soluciones")
    assert not is_said("answers included", "Wide Paths and Wiggly Turns")
    assert not is_said("answers included", "")


def test_a_back_does_not_repeat_its_subtitle(tmp_path):
    for subtitle, is_needed in (("24 Dinosaur Mazes for Ages 5-6", False), ("Muddy Mazes", True)):
        order = settle_volume(tmp_path, 1, "dinosaur", **{"book.subtitle": subtitle})
        lines = list_benefits(make_setting(order))
        assert ("24 dinosaur mazes for ages 5–6." in lines) == is_needed
        assert lines[-1].startswith("Stuck?")


@pytest.mark.parametrize(
    ("subtitle", "said"),
    [("Laberintos, con todas las soluciones", ""), ("Laberintos", "con todas las soluciones")],
)
def test_a_front_promises_answers_once(subtitle, said, tmp_path):
    overrides = {"language": "es", "book.subtitle": subtitle}
    order = settle(decide_seed(load("ages-7-8", overrides)), tmp_path)
    assert say_answers(make_setting(order)) == said


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


@pytest.mark.parametrize(
    ("volume", "title", "series", "said"),
    [
        (1, "A", "S", "2 of the mazes of volume 1 (OUT/one) come again (other ones: --set"),
        (1, "B", "S", "2 of the mazes of volume 1"),
        (1, "B", "T", ""),
        (2, "A", "S", ""),  # the book itself
        (3, "A", "S", ""),
        ("1", "A", "S", ""),
    ],
)
def test_a_volume_is_compared_with_earlier_ones_of_its_book(
    monkeypatch, tmp_path, volume, title, series, said
):
    (tmp_path / "one").mkdir()
    (tmp_path / "one" / "manifest.json").touch()
    manifest = {
        "recipe": {"volume": volume, "book": {"title": title, "series": series}},
        "mazes": [{"likeness": each} for each in "abc"],
    }
    monkeypatch.setattr(
        edition_notes, "find_book", lambda folder: FinishedBook(folder, manifest, True)
    )
    recipe = SimpleNamespace(volume=2, book=SimpleNamespace(title="A", series="S"))
    mazes = [{"likeness": each} for each in "bcd"]
    told = "".join(edition_notes.compare_volumes(recipe, tmp_path, mazes))
    assert bool(told) == bool(said)
    assert said in told.replace(str(tmp_path), "OUT")


def test_a_title_that_an_earlier_volume_has_is_noted(monkeypatch, tmp_path):
    """A shop lists both alike; another one is suggested."""
    earlier = [(1, "Dig Dig", None)]
    monkeypatch.setattr(edition_notes, "_list_earlier_volumes", lambda *_: iter(earlier))
    for title, is_noted in (("Dig Dig", True), ("Dig More", False)):
        recipe = load("sheets", {"book.title": title, "volume": 2}).recipe
        notes = list(edition_notes.list_title_notes(recipe, tmp_path))
        assert ["--title 'Dig Dig 2'" in note for note in notes] == [True] * is_noted
