"""Black that overprints in cmyk, and lines and type of at most two inks, read with pikepdf."""

from __future__ import annotations

import io

import pikepdf
import pytest

from puzzlebook.checks.separations import measure_overprinted_inks
from puzzlebook.drawing.drawing import BLACK, Drawing, Layer, Style, Subpath, parse_colour
from puzzlebook.ground import templates
from puzzlebook.maze_art.theme import load_theme
from puzzlebook.typesetting.page import Page, Picture, Rule, Text
from puzzlebook.typesetting.pdf.document import Document
from puzzlebook.typesetting.pdf.inks import convert_to_fine_inks
from puzzlebook.typesetting.pdf.overprint import SMALL_TYPE, find_filled_box
from puzzlebook.typesetting.pdf.writer import write_pdf
from puzzlebook.typesetting.text import Face

GREEN, RED, PAPER, BROWN = map(parse_colour, ("#bfe6a0", "#d4140f", "#f2f9e6", "#5a3214"))
PRESS = Document(spaces=("gray", "cmyk"), max_ink=2.4, overprints=True)
FACE = Face()


def area(x, y, width, height, style, is_reused=False):
    from puzzlebook.books.scenes.frames import box_path
    from puzzlebook.typesetting.page import Box

    layer = Layer("area", style, (box_path(Box(0, 0, width, height)),))
    return Picture(x, y, Drawing(0, 0, width, height, 1, (layer,), is_reused))


def paints(items, about=PRESS):
    """What is painted: the operator, its ink, and whether it overprints; and the file."""
    content = write_pdf([Page(200, 200, tuple(items))], about)
    found = []

    def walk(stream, resources, fill, stroke, over):
        stack = []
        for operands, operator in pikepdf.parse_content_stream(stream):
            name = str(operator)
            if name == "q":
                stack.append((fill, stroke, over))
            elif name == "Q":
                fill, stroke, over = stack.pop()
            elif name in ("g", "rg", "k"):
                fill = tuple(map(float, operands))
            elif name in ("G", "RG", "K"):
                stroke = tuple(map(float, operands))
            elif name == "gs":
                state = resources.ExtGState[operands[0]]
                assert state.keys() <= {"/Type", "/OP", "/op", "/OPM"}
                over = (state.OP and state.OPM == 1, state.op and state.OPM == 1)
            elif name in ("S", "B*", "B"):
                found.append(("line", stroke, bool(over[0])))
            elif name in ("Tj", "TJ"):
                found.append(("type", fill, bool(over[1])))
            elif name in ("f", "f*"):
                found.append(("area", fill, bool(over[1])))
            elif name == "Do":
                form = resources.XObject[operands[0]]
                walk(form, form.get("/Resources", resources), fill, stroke, over)

    with pikepdf.open(io.BytesIO(content)) as pdf:
        walk(pdf.pages[0], pdf.pages[0].resources, (0.0,), (0.0,), (False, False))
    return found, content


def on(shade, x):
    return [
        area(x, 0, 90, 190, Style(fill=shade)),
        Rule(x + 10, 20, x + 80, 20, 1.0),
        Text(x + 10, 60, "Maze", FACE, 12.0),
        area(x + 10, 100, 20, 20, Style(1.0, BLACK, PAPER)),
        area(x + 40, 100, 20, 20, Style(1.0, BLACK, PAPER), is_reused=True),
        area(x + 10, 140, 20, 20, Style(fill=BLACK)),
    ]


def test_black_overprints_where_the_inks_below_leave_room(tmp_path):
    """Over green, and not over red; areas of black never do."""
    found, content = paints([*on(GREEN, 0), *on(RED, 100)])
    black = [(kind, over) for kind, ink, over in found if ink in ((0,), (0, 0, 0, 1))]
    green = [("line", True), ("type", True), ("line", True), ("line", True), ("area", False)]
    assert black == [*green, *((kind, False) for kind, _ in green)]
    assert all(ink == (0, 0, 0, 1) for kind, ink, over in found if over)
    (tmp_path / "a.pdf").write_bytes(content)
    assert next(measure_overprinted_inks(tmp_path / "a.pdf", [1])) <= 2.4


def test_a_panel_hides_what_is_below_it():
    red, panel = area(0, 0, 190, 190, Style(fill=RED)), area(10, 10, 90, 90, Style(fill=PAPER))
    inside, beside = (Text(x, 60, "Maze", FACE, 12.0) for x in (20, 90))
    assert [
        over for kind, _, over in paints([red, panel, inside, beside])[0] if kind == "type"
    ] == [
        True,
        False,
    ]


@pytest.mark.parametrize(
    "about", [Document(), Document(overprints=True), PRESS._replace(overprints=False)]
)
def test_other_files_overprint_nothing(about):
    assert b"ExtGState" not in paints(on(GREEN, 0), about)[1]


def test_lines_and_small_type_are_of_two_inks():
    def count_inks(item):
        return sum(part > 0 for part in paints([item])[0][0][1])

    assert count_inks(area(0, 0, 50, 50, Style(fill=BROWN))) > 2
    assert count_inks(area(0, 0, 50, 50, Style(fill=BROWN, has_pale_type=True))) <= 2
    assert count_inks(Text(10, 60, "Maze", FACE, 48.0, BROWN)) > 2
    assert count_inks(Text(10, 60, "Maze", FACE, 12.0, BROWN)) <= 2
    assert count_inks(Rule(0, 0, 50, 50, 2.0, BROWN)) <= 2


def test_no_colour_of_a_theme_has_three_inks_in_a_line():
    names = [path.stem for path in (templates.find_folder() / "themes").glob("*.toml")]
    for colours in (load_theme(name).colours for name in names):
        for shade in colours:
            assert sum(ink > 0 for ink in convert_to_fine_inks(shade)) <= 2
        # Type in the colour of paper is left out of the ground of the spine.
        assert convert_to_fine_inks(colours.paper) == (1.0,)


@pytest.mark.parametrize(("size", "is_small"), [(SMALL_TYPE, True), (SMALL_TYPE + 0.1, False)])
def test_type_is_small_up_to_a_size_and_including_it(size, is_small):
    """A very dark blue is black in small type alone, and overprints then."""
    line = Text(10, 60, "Maze", FACE, size, parse_colour("#00001a"))
    ((_, ink, over),) = paints([line])[0]
    assert (len(ink) == 1 or ink[:3] == (0, 0, 0), over) == (is_small, is_small)


def test_a_rounded_box_fills_what_is_between_its_corners():
    points = (2, 0), (18, 0), (20, 2), (20, 8), (18, 10), (2, 10), (0, 8), (0, 2)
    rounded = Subpath(points, [0.0, 0.4] * 4, closed=True)
    assert find_filled_box([rounded]) == (2, 2, 16, 6)
