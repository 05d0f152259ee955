"""Mazes whose rim is a drawing, solved from the pixels of a book, and SVG and PDF as one picture."""

from __future__ import annotations

import numpy as np
import pytest
from rendering import Picture, Printed, flood, way
from rims import DRAWINGS, SIZES, TILINGS, USERS, cut_of
from scipy import ndimage
from test_pixels import RENDERERS, assert_answered, both_pictures, digest

from puzzlebook import make_book
from puzzlebook.mazes.tilings import size_text

SLIGHT = 60
SCALE, NEAR = 3, 5
"""Pixels a point, and how wide the pixels around a place are: with fewer a point, the two sides of a slit are one grey,
another one in each renderer; and one cuts sharp corners shorter than the others, by half a point."""
RECIPE = """
seed = "owl"
page = "a4"
marks = "both"
answers = 4
[book]
title = "Rims"
matter = ["key"]
"""
SECTION = """
[[section]]
key = "{key}"
mazes = 1
shape = "{shape}"
size = "{size}"
silhouette = "{name}"
"""


def check(shelf, cases):
    """A book of these cases, each a shape, about how many cells, and a drawing."""
    for name, content in USERS.items():
        (shelf / f"{name}.svg").write_text(content)
    sizes = [cut_of(shape, 320 if "text" in name else many, name)[1] for shape, many, name in cases]
    sections = [
        SECTION.format(key=f"a{number}", shape=shape, size=size_text(size),
                       name=f"{name}.svg" if name in USERS else name)
        for number, ((shape, _, name), size) in enumerate(zip(cases, sizes, strict=True))
    ]  # fmt: skip
    (shelf / "rims.toml").write_text(RECIPE + "".join(sections))
    book = Printed(make_book(str(shelf / "rims.toml"), output=shelf).folder)
    assert len(book.mazes) == len(cases)
    for case, maze in zip(cases, book.mazes, strict=True):
        assert_solved(book, maze, case)
        for renderer in RENDERERS.values():
            assert are_alike(*both_pictures(book, maze, renderer, scale=SCALE)), case
    return book


def are_alike(drawn, page):
    """Whether each pixel of one picture is like one of those around its place in the other: long arcs become lines
    that are about a pixel off, and no two renderers draw the same ones."""
    for these, those in ((drawn, page), (page, drawn)):
        least, most = (
            nearby(those, NEAR).astype(np.int16) for nearby in (ndimage.minimum_filter, ndimage.maximum_filter)
        )
        if (these < least - SLIGHT).any() or (these > most + SLIGHT).any():
            return False
    return True


def assert_solved(book, maze, case):
    """The puzzle shows the maze, one way leads from its start to its end, and the answer shows that."""
    picture = Picture(book, maze, "puzzle", scale=3)
    passages = picture.passages()
    assert digest(passages) == maze["digest"], case
    assert len(passages) == maze["cells"] - 1
    assert len(flood(passages, 0)) == maze["cells"]
    assert picture.flows(), case
    assert_answered(Picture(book, maze, "answer", scale=4), maze, way(passages, maze["start"], maze["end"]))
    picture.ring("start")
    assert not picture.flows(), case


def test_rims_are_solved_from_their_pixels_and_a_wall_less_or_moved_is_noticed(tmp_path):
    book = check(tmp_path, [("polar", 80, "heart"), ("triangular", 80, "star")])
    drawn, page = both_pictures(book, book.mazes[0], RENDERERS["resvg"], scale=SCALE)
    assert are_alike(drawn, page)
    gone, moved = page.copy(), page.copy()
    y, x = np.argwhere(page < 40)[len(page) * 2]
    gone[y - 9 : y + 10, x - 9 : x + 10] = 255
    moved[:, 5:] = page[:, :-5]
    assert not are_alike(drawn, gone)
    assert not are_alike(drawn, moved)


@pytest.mark.exhaustive
@pytest.mark.parametrize("many", SIZES["square"])
@pytest.mark.parametrize("shape", TILINGS)
def test_every_rim_is_solved_from_its_pixels(tmp_path, shape, many):
    check(tmp_path, [(shape, many, name) for name in DRAWINGS])
