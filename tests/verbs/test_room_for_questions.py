"""Mazes of another size, where the usual one has no room for what is asked in them."""

from __future__ import annotations

import pytest

from puzzlebook.ground.faults import Fault, Refused
from puzzlebook.recipes.audiences import find_audience
from puzzlebook.recipes.files import load
from puzzlebook.verbs.request import MakeRequest
from puzzlebook.verbs.room_for_questions import _grow, _shrink, _Worksheets

RECIPE = load("worksheet", {}).recipe
SIZE = "section.*.size"


def try_sizes(takes):
    """Worksheets of mazes of 20x20 of which those are made that have a size; and the sizes tried."""
    tried = []

    def make(request):
        tried.append(request.given[SIZE])
        if not takes(request.given[SIZE]):
            raise Refused(Fault("section.a.questions", "no room"))
        return f"made {request.given[SIZE]}"

    return _Worksheets(MakeRequest("worksheet"), make, RECIPE, (20, 20), None), tried


def test_the_largest_of_the_smaller_mazes_is_taken_and_told():
    sheets, tried = try_sizes(lambda size: size == "16x16")
    made, (remark,) = sheets.make_smaller()
    assert made == "made 16x16"
    assert remark == "mazes are 16x16, not 20x20: the answers need wider cells (see --size)"
    assert tried == ["19x19", "17x17", "16x16"]


def test_a_dozen_sizes_are_tried():
    sheets, tried = try_sizes(lambda size: False)
    assert sheets.make_smaller() is None
    assert len(tried) == 12


@pytest.mark.parametrize("readers", [None, find_audience("7-8")])
def test_smaller_sizes_are_smaller_each_and_larger_ones_larger(readers):
    cells = [20 * 20, *(width * height for width, height in _shrink(RECIPE, (20, 20), readers))]
    assert cells == sorted(cells, reverse=True)
    assert cells[1] < cells[0]
    grown = [*_grow("square", (6, 9))]
    assert grown[:3] == [(6, 10), (7, 10), (8, 11)]
    assert grown == sorted(set(grown))
    assert max(width * height for width, height in grown) <= 9 * 6 * 9
