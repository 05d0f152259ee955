"""Paths as SVG files have them: with steps, from one point to the next."""

from fontTools.pens.recordingPen import RecordingPen
from fontTools.svgLib.path.parser import parse_path

from puzzlebook.drawing.drawing import Subpath
from puzzlebook.drawing.svg import format_path, join_start, split_start


def read(data):
    pen = RecordingPen()
    parse_path(data, pen)
    return [(verb, points) for verb, points in pen.value if points]


def test_an_outline_of_lines_and_curves_is_read_back_as_it_is():
    bends = 0.0, ((5, 2.5), (7, 4)), 0.0
    outline = Subpath(((1, 2), (4, 3), (7, 6), (3, 9)), bends, closed=True)
    written = join_start(*split_start(outline))
    assert read(written) == read("".join(format_path([outline])))
    assert read(written)[:4] == [
        ("moveTo", ((1, 2),)),
        ("lineTo", ((4, 3),)),
        ("curveTo", ((5, 2.5), (7, 4), (7, 6))),
        ("lineTo", ((3, 9),)),
    ]
