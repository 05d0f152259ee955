"""Curves: what the pen writes down, and a quadratic as a cubic."""

import pytest

from puzzlebook.drawing.drawing import Subpath, make_subpath
from puzzlebook.drawing.svg_shapes import read_svg_shapes
from puzzlebook.geometry.curves import (
    ContourPen,
    parse_path,
    parse_path_lines,
    point_at,
    raise_to_cubic,
)

QUADRATIC = ((0.0, 0.0), (3.0, 6.0), (9.0, -3.0))


def test_a_quadratic_is_the_same_curve_as_a_cubic():
    cubic = raise_to_cubic(QUADRATIC)
    assert len(cubic) == 4
    for step in range(9):
        assert point_at(cubic, step / 8) == pytest.approx(point_at(QUADRATIC, step / 8))


def test_a_point_of_a_cubic_is_the_one_between_two_points_of_quadratics():
    """De Casteljau's next step, to the last bit: drawings are flattened with it."""
    cubic = (0.1, 0.2), (3.3, 6.7), (9.1, -3.9), (4.7, 1.3)
    for share in (0.0, 0.1, 1 / 3, 0.77, 1.0):
        (a, b), (c, d) = point_at(cubic[:3], share), point_at(cubic[1:], share)
        assert point_at(cubic, share) == (a + (c - a) * share, b + (d - b) * share)


def test_lines_and_cubics_stay_what_they_are():
    for curve in (QUADRATIC[:2], (*QUADRATIC, (1.0, 1.0))):
        assert raise_to_cubic(curve) == curve


def test_the_pen_writes_down_contours_and_which_are_closed():
    pen = ContourPen()
    for close in (pen.closePath, pen.endPath):
        pen.moveTo((0, 0))
        pen.lineTo((2, 0))
        pen.curveTo((2, 1), (1, 2), (0, 2))
        close()
    assert pen.contours == [[((0, 0), (2, 0)), ((2, 0), (2, 1), (1, 2), (0, 2))]] * 2
    assert pen.closed == [True, False]


def test_a_closed_point_is_a_line_and_a_point_alone_is_nothing():
    assert parse_path_lines("M1 2Z M3 4") == [([((1, 2), (1, 2))], True), ([], False)]


def test_an_arc_without_a_radius_is_a_straight_line():
    assert parse_path("M1 2A0 5 0 0 1 3 4") == [[((1, 2), (3, 4))]]


def test_a_path_is_read_as_subpaths():
    straight, bent = map(make_subpath, parse_path("M0 0H2V2Z M5 5C6 5 7 6 7 7L5 5Z"))
    assert straight == Subpath(((0, 0), (2, 0), (2, 2), (0, 0)), (), closed=True)
    assert bent == Subpath(((5, 5), (7, 7), (5, 5)), (((6, 5), (7, 6)), 0.0), closed=True)


ROUND = ('ellipse cx="5" cy="5" rx="{rx}" ry="{ry}"', 'circle cx="5" cy="5" r="{rx}"')


def shapes_of(element):
    """The areas of an SVG drawing of one element, filled and with a line around it."""
    drawing = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><{element} stroke="black"/></svg>'
    return [
        (shape.kind, bool(shape.contours)) for shape in read_svg_shapes(drawing.encode(), "x.svg")
    ]


@pytest.mark.parametrize("radii", [(0, 3), (3, 0), (0, 0), (-1, 3), (3, -1)])
def test_a_round_thing_without_both_radii_is_not_drawn(radii):
    """SVG 2, 8.4.4: it is not rendered, not as a line either."""
    assert not any(drawn for _, drawn in shapes_of(ROUND[0].format(rx=radii[0], ry=radii[1])))
    if radii[0] <= 0:
        assert not any(drawn for _, drawn in shapes_of(ROUND[1].format(rx=radii[0])))


@pytest.mark.parametrize("radii", [(3, 2), (0.01, 3), (3, 0.01), (0.5, 0.5), (1, 1)])
def test_a_round_thing_is_drawn_however_small(radii):
    for element in ROUND:
        assert shapes_of(element.format(rx=radii[0], ry=radii[1])) == [
            ("fill", True),
            ("stroke", True),
        ]
