"""Lines as areas: what two renderers that share no code with ours paint, pixel against pixel."""

from io import BytesIO
from itertools import product

import cairosvg
import numpy as np
import pytest
import resvg_py
from PIL import Image

from puzzlebook.drawing.drawing import Drawing
from puzzlebook.drawing.svg import write_svg
from puzzlebook.drawing.svg_shapes import read_svg_shapes
from puzzlebook.maze_art.marks import make_mark, mark_layers
from puzzlebook.outlines import outline_svg
from puzzlebook.typesetting.logos import HEIGHT, place_logo, read_black_logo, read_colour_logo
from puzzlebook.typesetting.page import Box

SIDE = 400
PAPER = '<rect x="-99" y="-99" width="999" height="999" fill="white"/>'
BLACK = 'fill="none" stroke="black"'

BENT = {
    "corners": '<path d="M20 80L40 20L50 70L80 30L80 80L60 82" stroke-width="9"/>',
    "curves": '<path d="M10 60C10 0 50 0 50 50S90 90 90 30Q60 5 70 60" stroke-width="7"/>',
    "closed": '<path d="M20 20L80 25L50 85Z" stroke-width="12"/>',
    "there and back": '<path d="M20 20H80H40M20 50H80Z" stroke-width="9"/>',
    "dots": '<path d="M20 20L20 20M50 50Z" stroke-width="20"/><path d="M80 80h1" stroke-width="9"/>',
}
ENDS = {
    f"{name}, {cap}, {join}": f'<g {BLACK} stroke-linecap="{cap}" stroke-linejoin="{join}">{shape}</g>'
    for (name, shape), cap, join in product(
        BENT.items(), ("butt", "round", "square"), ("miter", "round", "bevel")
    )
}
LINES = {
    **ENDS,
    "ring": f'<circle cx="50" cy="50" r="30" {BLACK} stroke-width="5"/>',
    "ellipse": f'<ellipse cx="50" cy="50" rx="40" ry="8" {BLACK} stroke-width="10"/>',
    "rounded": f'<rect x="20" y="30" width="60" height="40" rx="12" {BLACK} stroke-width="8"/>',
    "cusp": f'<path d="M10 80C110 10 -10 10 90 80" {BLACK} stroke-width="8"/>',
    "loop": f'<path d="M10 80C140 -20 -40 -20 90 80" {BLACK} stroke-width="12" stroke-linecap="round"/>',
    "narrow bend": f'<path d="M10 80C90 0 10 0 90 80" {BLACK} stroke-width="16"/>',
    "never pointed": f'<path d="M20 80L50 20L80 80" {BLACK} stroke-width="9" stroke-miterlimit="1"/>',
    "pointed": f'<path d="M40 90L50 30L60 90" {BLACK} stroke-width="6" stroke-miterlimit="10"/>',
    "stretched": f'<g transform="translate(5 5) scale(.9 .3) rotate(20)"><rect x="30" y="10" width="40" height="60" '
    f'{BLACK} stroke-width="10"/></g>',
    "slanted": f'<g transform="skewX(30) translate(-10)"><path d="M20 20L60 40L20 70" {BLACK} stroke-width="10" '
    'stroke-linecap="round" stroke-linejoin="round"/></g>',
    "open and filled": '<polyline points="10 40 50 90 90 40" fill="#ddd" stroke="black" stroke-width="6"/>',
    "line": f'<line x1="10" y1="10" x2="90" y2="20" {BLACK} stroke-width="5%"/>',
    "fill over line": '<circle cx="50" cy="50" r="25" fill="#ddd" stroke="black" stroke-width="20" '
    'paint-order="markers stroke"/>',
    "white line": '<rect width="80" height="80" x="10" y="10"/><path d="M0 50H100" stroke="white" stroke-width="10"/>',
    "inherited": '<g stroke="black" stroke-width="3" fill="none"><path d="M20 80L50 20L80 80"/>'
    '<g stroke-width="8"><path d="M20 90H80"/></g></g>',
    "arcs": f'<path d="M20 50A30 20 30 1 1 70 60A10 10 0 0 1 60 80" {BLACK} stroke-width="6"/>',
    "hatched": f'<path d="M10 10{"".join(f"L{90 - 80 * (i % 2)} {10 + i}" for i in range(1, 80))}" {BLACK}/>',
    "shaky": f'<path d="M10 50{"".join(f"l.1 {0.15 if i % 2 else -0.15}" for i in range(700))}" {BLACK} '
    'stroke-width="12"/>',
}
CAIRO_DIFFERS = {
    "dots, round", "dots, square",  # it paints no dots
    "fill over line",  # it knows no paint-order
    "narrow bend", "rounded", "open and filled", "shaky",  # it leaves out pixels in narrow bends
}  # fmt: skip


def svg(body):
    box = f'viewBox="0 0 100 100" width="{SIDE}" height="{SIDE}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {box}>{PAPER}{body}</svg>'


def grey(png):
    return np.asarray(Image.open(BytesIO(png)).convert("L")).astype(int)


def by_resvg(drawing):
    return grey(bytes(resvg_py.svg_to_bytes(svg_string=drawing, width=SIDE, height=SIDE)))


def by_cairo(drawing):
    return grey(
        cairosvg.svg2png(
            drawing.encode(), output_width=SIDE, output_height=SIDE, background_color="white"
        )
    )


def curve_text(curve):
    return " LQC"[len(curve) - 1] + " ".join(f"{x} {y}" for x, y in curve[1:])


def areas_of(drawing):
    """The drawing with every shape as the areas that we read of it: no line is left in it."""
    paths = []
    for shape in read_svg_shapes(drawing.encode(), "d.svg"):
        contours = [contour for contour in shape.contours if contour]
        data = "".join(
            "M{} {}".format(*contour[0][0]) + "".join(map(curve_text, contour)) + "Z"
            for contour in contours
        )
        rule = "evenodd" if shape.even_odd else "nonzero"
        paths.append(f'<path d="{data}" fill="{shape.colour}" fill-rule="{rule}"/>')
    assert "stroke" not in "".join(paths)
    return svg("".join(paths))


def differing(one, other):
    return int((abs(one - other) >= 128).sum())


@pytest.mark.parametrize("name", LINES)
def test_a_line_covers_what_a_renderer_paints(name):
    drawing = svg(LINES[name])
    ours = areas_of(drawing)
    assert differing(by_resvg(drawing), by_resvg(ours)) == 0
    if not name.startswith(tuple(CAIRO_DIFFERS)):
        assert differing(by_cairo(drawing), by_resvg(ours)) <= 3


@pytest.mark.parametrize(
    "change",
    [('"9"', '"10"'), ('"miter"', '"bevel"'), ('"square"', '"butt"'), ("L80 80", "L80 79")],
)
def test_the_comparison_can_fail(change):
    shape = LINES["corners, square, miter"]
    assert change[0] in shape
    assert differing(by_resvg(svg(shape)), by_resvg(areas_of(svg(shape.replace(*change))))) > 20


def test_what_is_swept_twice_is_no_hole():
    """Half as wide again as its radius: renderers that walk along one side of a curve leave a hole
    in the middle."""
    disc = outline_svg(
        svg(f'<circle cx="50" cy="50" r="10" {BLACK} stroke-width="30"/>').encode(), "d.svg"
    )
    grid = range(0, disc.width + 1, disc.width // 40)
    middle, radius = disc.width / 2, disc.width / 2
    points = [
        (x, y)
        for x in grid
        for y in grid
        if abs((x - middle) ** 2 + (y - middle) ** 2 - radius**2) > 1e12
    ]
    assert [*disc.find_inside(points)] == [
        (x - middle) ** 2 + (y - middle) ** 2 < radius**2 for x, y in points
    ]


CAT = (
    f'<g {BLACK} stroke-width="4" stroke-linejoin="round">'
    '<path d="M25 45L22 12L42 28Q50 25 58 28L78 12L75 45Q82 75 50 85Q18 75 25 45Z"/>'
    '<circle cx="40" cy="48" r="4" fill="black"/><circle cx="60" cy="48" r="4"/><path d="M46 60H54L50 65Z"/>'
    '<path d="M34 62L10 58M34 66L10 70M66 62L90 58M66 66L90 70" stroke-width="3"/></g>'
)


def cropped(pixels):
    """What is inked, without the paper around it, in 120 rows."""
    ink = pixels < 128
    rows, columns = np.flatnonzero(ink.any(axis=1)), np.flatnonzero(ink.any(axis=0))
    picture = Image.fromarray(
        pixels[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1].astype("uint8")
    )
    return np.asarray(picture.resize((120, 120), Image.Resampling.BOX)).astype(int)


def as_mark(drawing):
    layers = mark_layers(
        make_mark(outline_svg(drawing.encode(), "d.svg")), "start", (0.5, 0.5), 0.5
    )
    return Drawing(0, 0, 1, 1, 100, tuple(layers))


def apart(drawing, wanted):
    """How much darker or lighter a drawing of ours is than what it was read from, on an average."""
    return abs(cropped(by_cairo(write_svg(drawing, "", ""))) - cropped(by_resvg(wanted))).mean()


@pytest.mark.parametrize("colour", [True, False])
def test_an_outlined_animal_is_a_logo_with_all_its_lines(colour):
    read_logo = read_colour_logo if colour else read_black_logo
    logo = read_logo(svg(CAT).replace(PAPER, "").encode(), "cat.svg", "logo")
    assert apart(place_logo(logo, Box(0, 0, HEIGHT, HEIGHT)).drawing, svg(CAT)) < 6


def test_an_outlined_animal_is_a_start_with_all_its_lines():
    assert apart(as_mark(svg(CAT).replace(PAPER, "")), svg(CAT)) < 6
    without = svg(CAT.replace('stroke="black"', 'stroke="none"')).replace(PAPER, "")
    assert apart(as_mark(without), svg(CAT)) > 60
