"""Segments keep their richest form: an arc is an arc in the SVG, and only the PDF, which has none,
gets cubics."""

from __future__ import annotations

import re

import pytest

from puzzlebook import make_maze
from puzzlebook.maze_art.marks import Marks
from puzzlebook.maze_art.plate import make_plate
from puzzlebook.maze_art.theme import load_theme
from puzzlebook.mazes.tilings import SHAPES
from puzzlebook.typesetting.pdf.operators import write_path


def walls_of(shape: str) -> str:
    size = tuple(12 for _ in SHAPES[shape].axes)
    svg = make_maze(shape, size, seed="owl")._repr_svg_()
    found = re.search(r'id="walls".*?<path d="([^"]*)"', svg)
    assert found is not None
    return found[1]


@pytest.mark.parametrize("shape", SHAPES)
def test_arcs_are_arcs_in_the_svg(shape: str) -> None:
    walls = walls_of(shape)
    assert "c" not in walls
    assert ("a" in walls) == (shape == "polar")


def test_arcs_are_cubics_in_the_pdf() -> None:
    plate = make_plate(
        make_maze("polar", "12", seed="owl"), Marks.from_word("none"), load_theme("ink")
    )
    written = list(write_path(plate.walls))
    assert any(operator.endswith(" c") for operator in written)
