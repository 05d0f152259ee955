"""The strokes of one maze's SVG lie in an order in which a plotter's pen travels little, and look
as they did."""

from __future__ import annotations

from math import dist

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzlebook import make_maze
from puzzlebook.drawing.drawing import Subpath
from puzzlebook.drawing.pen_order import order_strokes, reverse_stroke

MAZES = {
    "square": "20x28",
    "hexagonal": "14x16",
    "polar": "14",
    "penrose": "9x9",
}


def ends(stroke):
    return stroke.points[0], stroke.points[0 if stroke.closed else -1]


@pytest.mark.parametrize("shape", MAZES)
def test_a_plotters_program_has_little_to_gain(shape, tmp_path):
    """vpype's own sorting, which tries both ends and joins what touches, takes off a tenth at
    most."""
    from vpype import read_multilayer_svg  # slow to load, for whoever runs other tests
    from vpype_cli import execute

    file = make_maze(shape, MAZES[shape], seed="owl").save(tmp_path / "maze.svg", marks="none")
    ours = read_multilayer_svg(str(file), 0.05).layers[1]
    theirs = execute(f"read {file} linemerge linesort").layers[1]
    assert ours.pen_up_length()[0] < 1.12 * theirs.pen_up_length()[0]
    assert ours.length() == pytest.approx(theirs.length(), rel=1e-4)


def test_programs_find_the_layers_by_name(tmp_path):
    from vpype import read_multilayer_svg

    file = make_maze("square", "6x6", seed="owl").save(tmp_path / "maze.svg", solution=True)
    document = read_multilayer_svg(str(file), 0.05)
    names = [document.layers[layer].property("vp_name") for layer in sorted(document.layers)]
    assert names == ["walls", "solution", "start", "finish"]


SPOTS = st.tuples(*[st.floats(-4, 9, width=16)] * 2)
STROKES = st.builds(
    lambda points, bulges, closed: Subpath(
        points, bulges[: len(points) - 1] * (not closed), closed
    ),
    st.lists(SPOTS, min_size=2, max_size=4),
    st.lists(st.floats(-1, 1, width=16), min_size=3, max_size=3),
    st.booleans(),
)


@given(st.lists(STROKES, max_size=30))
def test_the_nearest_end_comes_next(strokes):
    """As if all were compared with all; and each stroke is there once, as it was or turned
    round."""
    ordered, waiting, here = order_strokes(strokes), list(strokes), (0.0, 0.0)
    for stroke in ordered:
        nearest = min(dist(here, spot) for other in waiting for spot in ends(other))
        assert dist(here, ends(stroke)[0]) == pytest.approx(nearest)
        waiting.remove(next(other for other in waiting if stroke in (other, reverse_stroke(other))))
        here = ends(stroke)[1]
    assert not waiting


@given(STROKES)
def test_a_stroke_turned_twice_is_itself(stroke):
    again = reverse_stroke(reverse_stroke(stroke))
    assert (list(again.points), list(again.bends)) == (list(stroke.points), list(stroke.bends))
    assert ends(reverse_stroke(stroke)) == ends(stroke)[:: 1 if stroke.closed else -1]
