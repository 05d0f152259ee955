"""What stands in the empty places of drawings with a maze: it hides nothing, by pixels and by boxes."""

from collections import Counter
from io import BytesIO

import numpy as np
import pypdfium2
import pytest

import puzzlebook
from puzzlebook.books.scenes import empty_places
from puzzlebook.books.scenes.skies import choose_sky
from puzzlebook.ground import templates
from puzzlebook.maze_art.kerb import load_kerb
from puzzlebook.maze_art.panorama import load_world_look
from puzzlebook.maze_art.scenes import Scenes, load_scenes
from puzzlebook.maze_art.stage_things import find_layer_box

RECIPE = """
audience = "{audience}"
theme = "{theme}"
page = "{page}"
[book]
title = "Empty places"
matter = []
[[section]]
key = "a"
mazes = 1
stage = "{stage}"
"""
_ZOOM = 2.0
_THEMES = sorted(path.name for path in (templates.find_folder() / "scenes").glob("*"))
_FILL = empty_places.fill_empty_places
_STAND = empty_places.stand_far_land


def _render_first_page(recipe, output):
    """Make a book; return the pixels of its first page."""
    book = puzzlebook.make_book(recipe, seed="owl", output=output, jobs=1, force=True)
    content = next(book.folder.glob("*.pdf")).read_bytes()
    bitmap = pypdfium2.PdfDocument(BytesIO(content))[0].render(scale=_ZOOM)
    return np.array(bitmap.to_pil().convert("L")).astype(int)


@pytest.fixture
def draw(tmp_path, monkeypatch):
    """Make the page of a drawing; return its pixels with and without the pieces in its empty
    places, and these pieces."""

    def draw(theme, stage, page="8.5x11", audience="9-11"):
        recipe = tmp_path / "empty.toml"
        values = {"theme": theme, "stage": stage, "page": page, "audience": audience}
        recipe.write_text(RECIPE.format(**values))
        pages, pieces = [], []
        for is_filled in (True, False):

            def keep(*arguments, is_filled=is_filled):
                found = _FILL(*arguments)
                pieces.extend(found if is_filled else [])
                return found if is_filled else []

            monkeypatch.setattr(empty_places, "fill_empty_places", keep)
            pages.append(_render_first_page(recipe, tmp_path / str(is_filled)))
        return *pages, pieces

    return draw


CASES = [
    ("dinosaur", "spikytail", "8.5x11"),
    ("farm", "doghouse", "6x9"),
    ("ocean", "narwhal", "8.5x8.5in"),
    ("pirate", "treasurechest", "11x8.5in"),
    ("rocket", "moonbuggy", "8x10"),
]


@pytest.mark.parametrize(("theme", "stage", "page"), CASES)
def test_pieces_hide_nothing_but_land_and_sky(draw, theme, stage, page):
    filled, bare, pieces = draw(theme, stage, page)
    assert len(pieces) >= 2
    # Dark pixels that become light: only the lines of the land, which are thin and few.
    hidden = (bare < 128) & (filled > 200)
    assert hidden.sum() < 0.02 * (bare < 128).sum()


@pytest.mark.parametrize(("theme", "stage", "page"), CASES[:2])
def test_pieces_touch_neither_each_other_nor_the_frame(draw, theme, stage, page):
    *_, pieces = draw(theme, stage, page)
    marks = [piece for piece in pieces if piece.window]
    boxes = [
        (
            piece.x,
            piece.y,
            piece.x + piece.drawing.width * piece.drawing.scale,
            piece.y + piece.drawing.height * piece.drawing.scale,
        )
        for piece in pieces
        if not piece.window
    ]
    (frame,) = (mark.window for mark in marks)
    for index, (left, top, right, bottom) in enumerate(boxes):
        assert frame.x < left < right < frame.right
        assert frame.y < top < bottom < frame.bottom
        for other in boxes[index + 1 :]:
            assert right <= other[0] or other[2] <= left or bottom <= other[1] or other[3] <= top


def test_a_drawing_of_the_users_stays_as_it_is(draw, tmp_path):
    mine = tmp_path / "mine.svg"
    mine.write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 1000">'
        '<rect width="1000" height="1000" fill="#bbddaa"/>'
        '<path id="maze" d="M200 300L800 300L800 800L200 800Z"/></svg>'
    )
    filled, bare, pieces = draw("farm", str(mine))
    assert not pieces
    assert (filled == bare).all()


def test_the_lists_of_worlds_name_drawings():
    look, stages = load_world_look()["empty"], templates.list_names("stages", ".svg")
    worlds = [*look["land"]["worlds"].values(), *look["sky"]["worlds"].values()]
    lists = look["rooms"], look["decks"], look["closed"], look["far"]["none"], *worlds
    assert not {name for names in lists for name in names} - {*stages}


@pytest.fixture
def draw_far(monkeypatch, tmp_path):
    """Make the page of a drawing; return its pixels with and without its far land, and the parts of
    the drawing that has it."""

    def draw_far(theme, stage, audience="9-11"):
        recipe, pages, parts = tmp_path / "far.toml", [], []
        values = {"theme": theme, "stage": stage, "page": "6x9", "audience": audience}
        recipe.write_text(RECIPE.format(**values))
        for is_far in (True, False):

            def stand(scenes, view, puzzle, *others, is_far=is_far):
                if not is_far:
                    return puzzle
                found = _STAND(scenes, view, puzzle, *others)
                parts.extend(found.drawing.layers)
                return found

            monkeypatch.setattr(empty_places, "stand_far_land", stand)
            monkeypatch.setattr(empty_places, "fill_empty_places", lambda *_: [])
            pages.append(_render_first_page(recipe, tmp_path / f"far-{is_far}"))
        return *pages, parts

    return draw_far


def test_far_land_is_behind_all_but_the_sky(draw_far):
    """It adds lines in the sky, and hides at most a cloud there."""
    with_far, bare, parts = draw_far("pirate", "treasurechest")
    names = [part.name for part in parts]
    assert names[:3] == ["sky", "skyline", "back"]
    changed = with_far != bare
    assert changed.mean() > 0.001
    hidden = (bare < 100) & (with_far > 160)
    assert hidden.sum() < 0.002 * (bare < 100).sum()
    lowest = np.nonzero(changed.any(axis=1))[0].max()
    assert lowest < 0.75 * len(bare), "the horizon is above the beach"


@pytest.mark.parametrize(("theme", "stage"), [("robot", "robotkitchen"), ("bee", "honeyjar")])
def test_a_room_has_no_far_land(draw_far, theme, stage):
    with_far, bare, parts = draw_far(theme, stage)
    assert "skyline" not in [part.name for part in parts]
    assert (with_far == bare).all()


def test_every_theme_has_far_lands_that_reach_from_side_to_side():
    names = templates.list_names("skylines", ".svg")
    assert {name.partition("-")[0] for name in names} == set(_THEMES)
    for name in names:
        theme = name.partition("-")[0]
        assert {f"{theme}-1", f"{theme}-2"} <= {*names}, "pages differ"
        piece = Scenes(theme, True).far_piece(name)
        boxes = [find_layer_box(layer) for layer in piece.layers]
        if not name.startswith(f"{theme}-sea"):
            assert any(box[0] < 0 and box[2] > piece.width for box in boxes), name


def test_a_sky_has_few_things_and_each_of_them_in_turn():
    """In eight pages each kind is there about twice, and a rare one at most once in ten."""
    scenes = load_scenes("pirate", in_colour=False)
    skies = [[*empty_places.list_in_sky(scenes, number)][:2] for number in range(1, 21)]
    shown = Counter(name for sky in skies[:8] for name in sky)
    assert all(1 <= shown[name] <= 4 for name in choose_sky(scenes).things)
    assert sum("sleepycloud" in sky for sky in skies) == 2


def test_nothing_flies_before_a_wall(draw):
    flying = {}
    for theme, stage in (("robot", "robotkitchen"), ("robot", "robothead")):
        *_, pieces = draw(theme, stage)
        flying[stage] = sum(piece.y < 11 * 72 / 2 for piece in pieces if not piece.window)
    assert flying["robotkitchen"] == 0
    assert flying["robothead"] > 0


def test_another_page_has_other_pieces(tmp_path):
    recipe = tmp_path / "two.toml"
    recipe.write_text(
        RECIPE.format(audience="5-6", theme="farm", page="8.5x11", stage="doghouse").replace(
            "mazes = 1", "mazes = 2"
        )
    )
    book = puzzlebook.make_book(recipe, seed="owl", output=tmp_path / "out", jobs=1)
    document = pypdfium2.PdfDocument(next(book.folder.glob("*.pdf")))
    pages = [np.array(page.render(scale=1).to_pil().convert("L")) for page in [*document][:2]]
    foot = slice(int(0.82 * pages[0].shape[0]), int(0.93 * pages[0].shape[0]))
    assert (pages[0][foot] != pages[1][foot]).mean() > 0.01


def test_on_a_deck_nothing_grows_and_above_it_birds_fly(draw):
    """The planks of a floor are no wall, and a palm does not stand on them."""
    *_, pieces = draw("pirate", "bigcannon")
    standing = [piece for piece in pieces if piece.y > 11 * 72 / 2]
    assert len(standing) < len(pieces)
    scenes = load_scenes("pirate", in_colour=False)
    wild = {
        tuple(scenes.piece(name).layers[0].subpaths[0].points)
        for name in load_kerb("pirate")["wild"]
    }
    drawn = {tuple(piece.drawing.layers[0].subpaths[0].points) for piece in standing}
    assert drawn
    assert not drawn & wild
