"""What stands in the empty places of drawings with a maze: it hides nothing, by pixels and by boxes."""

from io import BytesIO

import numpy as np
import pypdfium2
import pytest

import puzzlebook
from puzzlebook.books.scenes import empty_places
from puzzlebook.maze_art.kerb import load_kerb
from puzzlebook.maze_art.scenes import load_scenes

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
_FILL = empty_places.fill_empty_places


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
            out = tmp_path / str(is_filled)
            book = puzzlebook.make_book(recipe, seed="owl", output=out, jobs=1, force=True)
            content = next(book.folder.glob("*.pdf")).read_bytes()
            bitmap = pypdfium2.PdfDocument(BytesIO(content))[0].render(scale=_ZOOM)
            pages.append(np.array(bitmap.to_pil().convert("L")).astype(int))
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
