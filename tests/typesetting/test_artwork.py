"""Drawings and photos of the user's as values; how they look on paper is seen in the tests of
covers."""

import pytest
from PIL import Image

from puzzlebook.ground.faults import Refused
from puzzlebook.typesetting.artwork import place_artwork, read_artwork
from puzzlebook.typesetting.layout import THINNEST
from puzzlebook.typesetting.page import Box
from puzzlebook.typesetting.photos import flatten_image

ROUND = 'fill="none" stroke="#2b6cb0" stroke-linecap="round" stroke-linejoin="round"'


def drawing(*shapes):
    return read_artwork(
        f'<svg xmlns="http://www.w3.org/2000/svg">{"".join(shapes)}</svg>'.encode(), "d.svg"
    )


@pytest.mark.parametrize(("wide", "around"), [(4, 0), (0.1, THINNEST - 0.2)])
def test_a_line_is_an_area_and_never_too_thin(wide, around):
    """Where it would be, a line around the area makes up for it."""
    art = drawing(
        f'<rect width="{100 - wide}" height="{60 - wide}" {ROUND} stroke-width="{wide}"/>'
    )
    picture = place_artwork(art, Box(10, 20, 200, 200))
    (layer,) = picture.drawing.layers
    assert (picture.x, picture.y, picture.drawing.scale) == pytest.approx((10, 60, 2))
    assert layer.style.width == pytest.approx(around)
    assert layer.style.fill == layer.style.line == (0.1686, 0.4235, 0.6902)


def test_a_line_without_width_is_not_drawn():
    line = f'<path d="M0 0H30" {ROUND} stroke-width="0"/>'
    assert [layer.style.width for layer in drawing('<circle r="20"/>', line).layers] == [0]
    with pytest.raises(Refused, match="nothing in the drawing can be seen"):
        drawing(line)


def test_a_tiny_drawing_is_enlarged_before_its_numbers_are_rounded():
    """As many different corners are left of it as of a large one."""
    shape = '<circle transform="scale({})" cx="9" cy="9" r="5"/>'
    tiny, large = (drawing(shape.format(scale)) for scale in (1e-4, 100))
    assert tiny.width == pytest.approx(large.width)
    corners = [
        {corner for subpath in art.layers[0].subpaths for corner in subpath.points}
        for art in (tiny, large)
    ]
    assert sorted(corners[0]) == [pytest.approx(corner) for corner in sorted(corners[1])]


@pytest.mark.parametrize("scale", ["1e-320", "1e-30", "1e12"])
def test_a_drawing_beyond_all_measure_is_refused(scale):
    with pytest.raises(Refused, match="too large"):
        drawing(f'<rect transform="scale({scale})" width="5" height="5"/>')


def test_a_colour_that_stands_for_nothing_shows_the_ground():
    photo = Image.new("RGB", (2, 1), "red")
    photo.putpixel((1, 0), (0, 0, 255))
    photo.info["transparency"] = (0, 0, 255)
    ground = flatten_image(photo, (0.2, 1, 0.4))
    assert (ground.mode, [ground.getpixel((x, 0)) for x in (0, 1)]) == (
        "RGB",
        [(255, 0, 0), (51, 255, 102)],
    )
    assert not ground.has_transparency_data
