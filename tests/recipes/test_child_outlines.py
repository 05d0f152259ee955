"""Outlines that children's mazes have where nothing else shapes them and the page has room."""

from __future__ import annotations

from pathlib import Path

import pytest
from stated import load_stated

from puzzlebook.ground.faults import Refused
from puzzlebook.recipes.files import decide_seed
from puzzlebook.recipes.order import settle

SECTION = {"ages-7-8": "off-we-go", "ages-9-11": "over-and-under"}


def section_of(book, overrides=None, sets=()):
    recipe = load_stated(book, overrides or {}, sets).recipe
    return next(section for section in recipe.sections if section.key == SECTION[book])


def test_a_childrens_book_has_outlines_as_silhouettes():
    section = section_of("ages-7-8")
    assert section.outlines is None
    assert (section.silhouette or "").startswith("archway,window,cog")
    assert section.edge == "drawn"


@pytest.mark.parametrize(
    "sets",
    ["section.*.stage=volcano", "section.*.word=PLANET", "section.*.collect=3", "section.*.size=9x9",
     "section.*.spread=true", "section.*.questions=times 7", "mazes_a_page=4",
     "audience=adult", "section.*.ends=far"],
)  # fmt: skip
def test_what_else_shapes_mazes_goes_first(sets):
    section = section_of("ages-7-8", {}, (sets,))
    assert section.silhouette is None
    assert section.outlines is None


def test_mazes_with_bridges_have_outlines_too():
    """Where they are in no place of the theme, and of whole cells."""
    given = {"section.over-and-under.stage": "", "section.over-and-under.edge": "steps"}
    sections = load_stated("ages-9-11", given).recipe.sections
    (section,) = (section for section in sections if section.bridges)
    assert (section.silhouette or "").startswith("frame,keep,bastion")


def test_a_silhouette_of_the_users_goes_first():
    assert section_of("ages-7-8", {}, ("section.*.silhouette=heart",)).silhouette == "heart"


def test_on_a_small_page_only_outlines_that_have_room_are_left():
    plain = {"section.*.stage": ""}
    whole = section_of("ages-9-11", plain)
    small = section_of("ages-9-11", {**plain, "page": "5x8"})
    assert {*(small.silhouette or "").split(",")} - {""} <= {*(whole.silhouette or "").split(",")}


def test_nothing_of_a_book_is_left_out_for_want_of_outlines():
    for page in ("letter", "6x9", "5x8"):
        recipe = load_stated("ages-3-4", {"page": page}).recipe
        assert "a-little-further" in {section.key for section in recipe.sections} or page == "5x8"


def test_an_unknown_outline_is_refused():
    recipe = decide_seed(load_stated("ages-7-8", {}, ("section.off-we-go.outlines=castel",)))
    with pytest.raises(Refused, match="castel"):
        settle(recipe, Path())
