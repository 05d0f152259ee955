"""The printed mazes, solved and measured from the pixels of the finished book; and SVG and PDF as
one picture."""

import re
from hashlib import sha256
from io import BytesIO
from itertools import cycle, pairwise
from xml.etree import ElementTree

import cairosvg
import numpy as np
import pypdfium2
import pypdfium2.raw as raw
import pytest
import resvg_py
from PIL import Image
from rendering import TEMPLATES, Picture, flood, geometry, way
from scipy import ndimage

from puzzlebook.maze_art.way import WAY_SHARE
from puzzlebook.verbs.one_maze import make_maze
from puzzlebook.verbs.rendering import choose_appearance, draw_ascii_svg

every_template = pytest.mark.parametrize("template", TEMPLATES)


def digest(passages):
    return sha256(" ".join(f"{a}-{b}" for a, b in passages).encode()).hexdigest()


# -- Puzzles ---------------------------------------------------------------------------------------------


@every_template
def test_every_puzzle_is_solved_by_one_flood_and_not_from_within_a_ring(printed, template):
    book = printed(template)
    for maze in book.mazes:
        picture = Picture(book, maze, "puzzle")
        assert picture.flows(), maze["number"]
        picture.ring("start")
        assert not picture.flows(), maze["number"]


@every_template
def test_every_puzzle_shows_the_maze_of_the_manifest_with_one_way_only(printed, template):
    book = printed(template)
    for maze in book.mazes:
        passages = Picture(book, maze, "puzzle").passages()
        assert digest(passages) == maze["digest"]
        # One passage fewer than cells, and all cells joined: a tree, in which any two cells have
        # exactly one way.
        assert len(passages) == maze["cells"] - 1
        assert len(flood(passages, 0)) == maze["cells"]
        solution = way(passages, maze["start"], maze["end"])
        assert len(solution) == maze["solution_length"]


@every_template
def test_a_wall_across_the_way_stops_the_flood(printed, template):
    """At its beginning, in its middle or at its end, in turn."""
    book = printed(template)
    for maze in book.mazes:
        picture = Picture(book, maze, "puzzle")
        solution = way(picture.passages(), maze["start"], maze["end"])
        place = (0, len(solution) // 2 - 1, len(solution) - 2)[maze["number"] % 3]
        picture.bar(*solution[place : place + 2])
        assert not picture.flows(), maze["number"]


def test_a_ring_round_the_end_stops_the_flood_too(printed):
    book = printed("ages-7-8")
    picture = Picture(book, book.mazes[0], "puzzle")
    picture.ring("end")
    assert not picture.flows()


def test_a_wall_painted_out_is_another_maze(printed):
    book = printed("ages-7-8")
    maze = book.mazes[-1]
    picture = Picture(book, maze, "puzzle")
    passages = picture.passages()
    wall = next(pair for pair in picture.geometry.sides if pair not in passages)
    picture.bar(*wall, paint=255)
    assert digest(picture.passages()) != maze["digest"]
    assert set(picture.passages()) >= {wall}


@every_template
def test_box_cells_and_ends_are_where_the_manifest_says(printed, template):
    book = printed(template)
    for maze in book.mazes:
        for kind in ("puzzle", "answer"):
            assert_in_place(Picture(book, maze, kind, scale=3), maze)


def assert_in_place(picture, maze):
    pixels, (_, _, width, height) = picture.pixels, picture.place["box"]
    whole = maze["shape"] == "square" and not maze["silhouette"]
    if whole:
        columns, rows = map(int, maze["size"].split("x"))
        rounding = 0.0005 * (max(columns, rows) + 2)  # of the cell, once for each, and of the box
        assert (width, height) == pytest.approx(
            (columns * picture.place["cell"], rows * picture.place["cell"]), abs=rounding
        )
    # Along each edge runs the middle of a wall, but for a door in it; round shapes only touch the
    # edges, and where a picture does so with one cell alone, a door there leaves nothing.
    away = [
        (y, height / width * picture.geometry.width - y, x, picture.geometry.width - x)
        for x, y in map(picture.said, ("start", "end"))
    ]
    # A hollow wall has its ink beside its middle.
    deep = 1 if picture.walls in ("plain", "round") else 1 + int(0.09 * picture.cell)
    edges = (
        pixels[:deep].min(axis=0),
        pixels[-deep:].min(axis=0),
        pixels[:, :deep].min(axis=1),
        pixels[:, -deep:].min(axis=1),
    )
    for place, edge in enumerate(edges):
        if whole or min(end[place] for end in away) > 1:
            assert np.mean(edge < 200) > (0.55 if whole else 0)
    for end in ("start", "end"):
        assert picture.said(end) == pytest.approx(picture.geometry.circles[maze[end]][0], abs=0.01)
    narrowest = 2 * min(radius for _, radius in picture.geometry.circles)
    assert picture.place["cell"] * picture.scale == pytest.approx(
        min(narrowest, 1) * picture.cell, rel=0.005
    )


def test_a_box_that_is_off_by_four_points_is_noticed(printed):
    book = printed("ages-7-8")
    maze = book.mazes[0]
    off = {
        **maze,
        "puzzle": {**maze["puzzle"], "box": [value + 4 for value in maze["puzzle"]["box"]]},
    }
    with pytest.raises(AssertionError):
        assert_in_place(Picture(book, off, "puzzle", scale=3), off)


# -- Answers ---------------------------------------------------------------------------------------------


def path_of(picture):
    """The black way of an answer: its walls are grey."""
    return picture.pixels < 90


def assert_answered(picture, maze, solution):
    """The way is one black line through the middle of the solution's cells and sides, and nowhere
    else."""
    path = path_of(picture)
    strokes, _ = ndimage.label(path, structure=np.ones((3, 3)))
    passed = solution[1:-1]
    spots = [picture.centre(cell) for cell in passed]
    spots += [picture.side(*pair) for pair in pairwise(passed)]
    names = {strokes[spot] for spot in spots}
    assert len(names) == 1
    assert 0 not in names
    stroke = strokes == names.pop()
    for end in (solution[0], solution[-1]):
        (y, x), room = picture.circle(end)
        rows, columns = np.nonzero(stroke)
        # In a narrow cell the way stops short of the mark as far as in a wide one.
        assert np.hypot(rows - y, columns - x).min() < 1.3 * room + 1, (
            "the way stops before its end"
        )
    for cell in set(range(maze["cells"])) - set(solution):
        assert not path[picture.centre(cell)], "the way leaves the solution"


@every_template
def test_every_answer_shows_the_way_from_start_to_end_and_no_other(printed, template):
    book = printed(template)
    for maze in book.mazes:
        solution = way(Picture(book, maze, "puzzle").passages(), maze["start"], maze["end"])
        assert_answered(Picture(book, maze, "answer", scale=3), maze, solution)


def touches(picture, solution):
    """Whether the way of an answer runs into the mark at one of its ends: there it is more than its
    own line."""
    strokes, _ = ndimage.label(path_of(picture), structure=np.ones((3, 3)))
    ys, xs = np.nonzero(strokes == strokes[picture.centre(solution[1])])
    half = max(WAY_SHARE / 2 * picture.cell, 0.75 * picture.scale) + 1.5
    for end, onward in (solution[:2], solution[:-3:-1]):
        (y, x), room = picture.circle(end)
        leads = np.subtract(picture.side(end, onward), (y, x))
        down, right = leads / np.hypot(*leads)
        ahead, aside = (ys - y) * down + (xs - x) * right, (ys - y) * right - (xs - x) * down
        if np.any(
            (np.hypot(ys - y, xs - x) < 0.75 * room) & ((ahead < 0) | (np.abs(aside) > half))
        ):
            return True
    return False


def is_marked(puzzle):
    """Whether marks stand in the cells at both ends of the way: in some they would be less than 13
    points across, and along the rim of a drawing, or as hero and goal, they stand outside."""
    marked, rooms = [], []
    for end in ("start", "end"):
        (y, x), room = puzzle.circle(puzzle.maze[end])
        rooms.append(room)
        near = round(0.4 * room)
        marked.append(puzzle.pixels[y - near : y + near, x - near : x + near].min() < 90)
    is_outside = puzzle.maze["silhouette"] or puzzle.maze.get("figures") == "outside"
    assert all(marked) or is_outside or 2 * 0.8 * min(rooms) < 13 * puzzle.scale
    return all(marked)


@pytest.mark.parametrize(
    "template", [name for name in TEMPLATES if not name.endswith(("adult", "expert", "tactile"))]
)
def test_the_way_of_an_answer_stops_short_of_its_marks(printed, template):
    book = printed(template)
    assert book.manifest["recipe"]["marks"] in ("icons", "both")
    for maze in book.mazes:
        puzzle = Picture(book, maze, "puzzle")
        solution = way(puzzle.passages(), maze["start"], maze["end"])
        is_outside = maze.get("figures") == "outside"  # there the way leads to hero and goal
        if len(solution) > 2 and is_marked(puzzle) and not is_outside:
            assert not touches(Picture(book, maze, "answer", scale=4), solution), maze["number"]


def test_a_way_that_runs_into_its_mark_is_noticed(printed):
    book = printed("adult")  # there are no marks, and the way runs through its ends
    maze = book.mazes[0]
    solution = way(Picture(book, maze, "puzzle").passages(), maze["start"], maze["end"])
    assert touches(Picture(book, maze, "answer", scale=4), solution)


def test_a_gap_in_the_way_and_a_stray_line_are_noticed(printed):
    book = printed("ages-7-8")
    maze = book.mazes[0]
    passages = Picture(book, maze, "puzzle").passages()
    solution = way(passages, maze["start"], maze["end"])
    broken, stray = (Picture(book, maze, "answer", scale=3) for _ in range(2))
    broken.bar(*sorted(solution[3:5]), paint=255)
    with pytest.raises(AssertionError):
        assert_answered(broken, maze, solution)
    off = next(pair for pair in passages if not set(pair) & set(solution))
    (y, down), (x, right) = map(sorted, zip(*map(stray.centre, off), strict=True))
    stray.pixels[y - 2 : down + 3, x - 2 : right + 3] = 0
    with pytest.raises(AssertionError):
        assert_answered(stray, maze, solution)


# Where answers are felt their walls are black: see test_tactile.
@pytest.mark.parametrize("template", [name for name in TEMPLATES if name != "tactile"])
def test_an_answer_has_the_walls_of_its_puzzle(printed, template):
    book = printed(template)
    in_large_print = template in ("large-print", "adult-easy")
    assert_walls = assert_black_walls if in_large_print else assert_grey_walls
    for maze in book.mazes:
        assert_walls(
            Picture(book, maze, "answer", scale=3), Picture(book, maze, "puzzle").passages(), maze
        )


def assert_grey_walls(answer, passages, maze):
    """Between two cells there is a grey wall, or else the black way or nothing at all but a paler
    shade."""
    solution = way(passages, maze["start"], maze["end"])
    outermost = {tuple(sorted(pair)) for pair in (solution[:2], solution[-2:])}
    palest = 170 if maze.get("way") else 220
    for pair in answer.geometry.sides:
        y, x = answer.side(*pair)
        seen = [answer.pixels[y - 1 : y + 2, x - 1 : x + 2].min()]
        if pair in outermost:
            # Close behind their middle the way begins and ends, round; a wall is grey all along.
            seen = [answer.pixels[y, x], answer.pixels[answer.near_end(*pair)]]
        assert all(60 < darkest < palest for darkest in seen) == (pair not in passages), pair


def assert_black_walls(answer, passages, maze):
    """In large print there is a black wall between two cells, or the black way, or nothing at
    all."""
    solution = way(passages, maze["start"], maze["end"])
    walked = {tuple(sorted(pair)) for pair in pairwise(solution)}
    for pair in answer.geometry.sides:
        y, x = answer.side(*pair)
        is_black = answer.pixels[y - 1 : y + 2, x - 1 : x + 2].min() < 90
        assert is_black == (pair not in passages or pair in walked), pair


@pytest.mark.parametrize(
    ("template", "assert_walls"),
    [("ages-7-8", assert_grey_walls), ("large-print", assert_black_walls)],
)
def test_a_wall_less_in_an_answer_is_noticed(printed, template, assert_walls):
    book = printed(template)
    maze = book.mazes[-1]
    passages, answer = (
        Picture(book, maze, "puzzle").passages(),
        Picture(book, maze, "answer", scale=3),
    )
    answer.bar(*next(pair for pair in answer.geometry.sides if pair not in passages), paint=255)
    with pytest.raises(AssertionError):
        assert_walls(answer, passages, maze)


# -- SVG and PDF -----------------------------------------------------------------------------------------

SVG = "{http://www.w3.org/2000/svg}"
SCALE = 2
# Two renderers may round an edge to neighbouring pixels, and where two wide strokes cross, one
# paints the pixel at the corner of both twice: by a little more than half the way from black to
# white.
MOST = 140
RENDERERS = {
    "cairosvg": lambda svg: cairosvg.svg2png(bytestring=svg, background_color="white"),
    "resvg": lambda svg: resvg_py.svg_to_bytes(
        svg_string=svg.decode(), background="white", skip_system_fonts=True
    ),
}


def sample(book):
    """The first, the middle and the last maze of each section."""
    sections = {}
    for maze in book.mazes:
        sections.setdefault(maze["section"], []).append(maze)
    return [
        mazes[place]
        for mazes in sections.values()
        for place in sorted({0, len(mazes) // 2, len(mazes) - 1})
    ]


def on_the_page(svg, book, maze, scale):
    """The SVG file cut to its picture, its pixels those of the PDF's page; and these pixels of the
    page. Hero and goal are left out: those of the page are larger, and are taken from it as well.
    """
    root = ElementTree.fromstring(svg)
    for figure in [layer for layer in root if layer.get("id") in ("hero", "goal")]:
        root.remove(figure)
    left, top, width, height = map(float, root.get("viewBox").split())
    x, y, across, _ = maze["puzzle"]["box"]
    # The box is that of the grid as it is drawn; `cell` is the narrowest of it.
    unit = across / geometry(maze["shape"], maze["size"], maze["silhouette"], maze["edge"]).width
    assert float(root.get("width").removesuffix("mm")) * 72 / 25.4 == pytest.approx(
        width * unit, abs=0.07
    )
    first, last = int((x + left * unit) * scale), int((x + (left + width) * unit) * scale) + 1
    upper, lower = int((y + top * unit) * scale), int((y + (top + height) * unit) * scale) + 1
    wide, high, pixel = last - first, lower - upper, 1 / unit / scale
    root.set(
        "viewBox",
        f"{first * pixel - x / unit} {upper * pixel - y / unit} {wide * pixel} {high * pixel}",
    )
    root.set("width", f"{wide}px")
    root.set("height", f"{high}px")
    return ElementTree.tostring(root), np.s_[upper:lower, first:last]


def greys(png):
    return np.asarray(Image.open(BytesIO(png)).convert("L"))


def pixels_without_scenes(book, place, scale, area):
    """A page in shades of grey without what is around its maze, which is in no SVG file: words
    above the maze's box, forms of more than one path, and the ground at the foot of the page, below
    that box; of narrow ones those below the area (pixels) of the SVG file, which has what stands
    before a door; and on a framed page the frame, and the words beside arrows, drawn after it."""
    page = pypdfium2.PdfDocument(book.pdf)[place["page"] - 1]
    high, wide = page.get_height(), page.get_width() / 2
    foot, under = high - place["box"][1] - place["box"][3], high - area[0].stop / scale
    items = list(page.get_objects(max_depth=1))
    for words in (item for item in items if item.type == raw.FPDF_PAGEOBJ_TEXT):
        if words.get_bounds()[1] > high - place["box"][1]:
            page.remove_obj(words)
    above = high - place["box"][1] + 36
    frames = [
        index
        for index, item in enumerate(items)
        if item.type == raw.FPDF_PAGEOBJ_PATH
        and item.get_bounds()[3] > above
        and items[0].get_bounds()[3] < above  # the maze, perhaps its rim, which is below no scene
    ]
    for item in items[frames[0] :] if frames else ():
        if item.type != raw.FPDF_PAGEOBJ_TEXT:
            page.remove_obj(item)
    items = items[: frames[0]] if frames else items
    for form in (item for item in items if item.type == raw.FPDF_PAGEOBJ_FORM):
        left, low, right, top = form.get_bounds()
        is_ground = top < foot and (right - left > wide or low < under)
        if raw.FPDFFormObj_CountObjects(form) > 1 or is_ground:
            page.remove_obj(form)
    pixels = page.render(scale=scale, grayscale=True, draw_annots=True).to_numpy()
    return np.array(pixels.reshape(pixels.shape[0], -1))


def difference(book, maze, render, spoil=lambda svg: svg):
    """By how much, at most, a pixel of the puzzle's SVG differs from the PDF's; but for one: cairo
    now and then leaves one out, in the midst of black, where lines of a heavy rim meet."""
    drawn, page = both_pictures(book, maze, render, spoil)
    return int(np.partition(np.abs(drawn.astype(int) - page), -2, axis=None)[-2])


def both_pictures(book, maze, render, spoil=lambda svg: svg, scale=SCALE):
    """The pixels of the puzzle's SVG, and of the PDF's page where it stands. scale: pixels a
    point."""
    svg, area = on_the_page(spoil((book.folder / maze["svg"]).read_bytes()), book, maze, scale)
    drawn, page = greys(render(svg)), pixels_without_scenes(book, maze["puzzle"], scale, area)[area]
    assert drawn.shape == page.shape
    return drawn, page


@pytest.mark.parametrize(
    ("template", "renderer"), list(zip(TEMPLATES, cycle(RENDERERS), strict=False))
)
def test_svg_and_pdf_show_the_same_picture(printed, template, renderer):
    book = printed(template)
    for maze in sample(book):
        assert difference(book, maze, RENDERERS[renderer]) <= MOST, maze["number"]


@pytest.mark.exhaustive
@pytest.mark.parametrize("renderer", RENDERERS)
@every_template
def test_svg_and_pdf_show_the_same_picture_of_every_maze(printed, template, renderer):
    book = printed(template)
    for maze in book.mazes:
        assert difference(book, maze, RENDERERS[renderer]) <= MOST, maze["number"]


def walls_path(svg):
    return re.search(rb'id="walls"[^>]*><path d="([^"]*)"', svg).group(1)


@pytest.mark.parametrize("renderer", RENDERERS)
@pytest.mark.parametrize("template", ["adult", "ages-5-6"])
def test_one_wall_more_or_less_is_noticed(printed, template, renderer):
    book = printed(template)
    maze = book.mazes[-1]
    passages = Picture(book, maze, "puzzle").passages()
    right = next(b for a, b in passages if b - a == 1)
    row, column = divmod(right, int(maze["size"].split("x")[0]))

    def one_more(svg):
        path = walls_path(svg)
        return svg.replace(path, path + f"M{column} {row}v1".encode())

    def one_less(svg):
        path = walls_path(svg)
        strokes = re.findall(rb"M[^M]*", path)
        shortest = min(strokes, key=len)
        return svg.replace(path, path.replace(shortest, b"", 1))

    for spoil in (one_more, one_less):
        assert difference(book, maze, RENDERERS[renderer], spoil) > MOST


# -- Readable goldens ------------------------------------------------------------------------------------


SMALL = """
+--+--+--+--+
|           |
+--+--+  +--+
|     |  |  |
+  +  +  +  +
|  |  |     |
+  +  +  +--+
|  |        |
+--+  +--+  +
|        |  |
+--+--+--+--+
"""


def test_a_small_maze_as_it_stands_in_its_svg_file():
    maze = make_maze("square", "4x5", seed="owl", section="golden")
    assert in_letters(maze) == SMALL
    assert maze.solution == (0, 1, 2, 6, 10, 14, 13, 9, 5, 4, 8, 12)
    svg = draw_ascii_svg(maze, choose_appearance(maze), solution=True)
    assert paths(svg) == {
        # Walls that go on into each other are one stroke, the rim as one ring, in an order with
        # little pen travel.
        "walls": "M0 0h4v5h-4zM0 1h2v2M3 3h1M3 2v-1h1M1 2v2h-1M2 4h1v1",
        "solution": "M.956 .5h1.544v3h-1v-2h-1v1.549",
        "start": "M.5 .113c.066 0 .125 .042 .148 .104c.023 .062 .005 .131 -.045 .174c.023 .129 .094 .204 .205 .243v.111"
        "h-.616v-.111c.111-.039 .182-.114 .205-.243c-.05-.043 -.068-.112 -.045-.174c.023-.062 .082-.104 .148-.104z",
        "finish": "M.263 3.192h.095v.016l.513 .197l-.513 .198v.205h-.095v-.616z",
    }


def paths(svg):
    """The path data of each layer of an SVG file."""
    return {
        layer.get("id"): layer.find(f"{SVG}path").get("d")
        for layer in ElementTree.fromstring(svg).iter(f"{SVG}g")
    }


def in_letters(maze):
    """A square maze as text."""
    columns, rows = maze.design.size
    passages = set(maze.passages)
    text = "\n" + "+--" * columns + "+\n"
    for row in range(rows):
        cells = range(row * columns, (row + 1) * columns)
        text += (
            "|" + "".join("   " if (cell, cell + 1) in passages else "  |" for cell in cells) + "\n"
        )
        text += (
            "".join("+  " if (cell, cell + columns) in passages else "+--" for cell in cells)
            + "+\n"
        )
    return text
