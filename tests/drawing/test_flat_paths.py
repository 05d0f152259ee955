"""Paths of our own drawings are read faster than others, and alike."""

import pytest

from puzzlebook.drawing.svg_shapes import _parse_flat_path, _parse_lines, is_painted


@pytest.mark.parametrize(
    "path",
    [
        "M0 0L10 0L10 10Z",
        "M0 0L10 0L0 0Z",
        "M-1.5 2C1 2 3 4 5 6L7 8",
        "M0 0L10 0L10 10ZM2 2C3 3 4 4 5 2L2 5Z",
        "M0 0L9 9M5 5L6 6",
        "M-0 0L9 -0.0L-0.5 6",
    ],
)
def test_a_flat_path_is_read_like_any(path):
    assert _parse_flat_path(path) == _parse_lines(path, "path")


@pytest.mark.parametrize("path", ["", "M0 0", "M0 0 1 1", "m0 0l1 1", "M0 0L1e3 1", "M0 0H9", "L0 0", "M0,0L1,1", "M0 0Z"])  # fmt: skip
def test_any_other_path_is_left_to_the_parser(path):
    assert _parse_flat_path(path) is None


@pytest.mark.parametrize(
    ("paint", "fill", "stroke"),
    [
        ({}, True, False),
        ({"fill": "none", "stroke": "black"}, False, True),
        ({"fill": "transparent", "stroke": "transparent"}, False, False),
        ({"fill-opacity": "0", "stroke": "red", "stroke-opacity": "0.5"}, False, True),
    ],
)
def test_what_is_seen_is_painted(paint, fill, stroke):
    assert (is_painted(paint, "fill"), is_painted(paint, "stroke")) == (fill, stroke)
