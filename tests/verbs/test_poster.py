"""A maze over many sheets: read from the PDF, and put together again from what is printed."""

from __future__ import annotations

import re

import numpy as np
import pikepdf
import pypdfium2
import pytest

from puzzlebook import Refused, make_maze
from puzzlebook.ground.lengths import MM
from puzzlebook.typesetting.poster import _draw_plan

LANGUAGES = ("bn", "de", "en", "es", "fa", "fr", "pt", "pt-PT")
"""Those with fonts of ours."""


def read_rules(page) -> list[tuple[float, float, float, float]]:
    """The black straight lines of a page: its marks at the corners, from the top left, y down."""
    height = float(page.MediaBox[3])
    content = page.Contents.read_bytes().decode("latin-1")
    number = r"(-?[\d.]+)"
    found = re.findall(rf"0 G 0\.75 w {number} {number} m {number} {number} l S", content)
    lines = [tuple(map(float, line)) for line in found]
    return [(x1, height - y1, x2, height - y2) for x1, y1, x2, y2 in lines]


def read_own_part(page) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of a sheet's own part, by the marks alone."""
    lines = read_rules(page)
    across = sorted({round(x1, 3) for x1, _, x2, _ in lines if x1 == x2})
    down = sorted({round(y1, 3) for _, y1, _, y2 in lines if y1 == y2})
    (left, right), (top, bottom) = across, down
    return left, top, right, bottom


def stitch(path, columns: int) -> tuple[np.ndarray, list[tuple[float, ...]]]:
    """The poster as pixels: the own parts of all sheets side by side; and those parts."""
    document, scale = pypdfium2.PdfDocument(path), 4
    with pikepdf.open(path) as file:
        parts = [read_own_part(page) for page in file.pages]
    rows = []
    for first in range(0, len(parts), columns):
        row = []
        for number in range(first, first + columns):
            image = np.asarray(document[number].render(scale=scale).to_pil().convert("L"))
            left, top, right, bottom = (round(scale * side) for side in parts[number])
            row.append(image[top:bottom, left:right])
        rows.append(np.hstack(row))
    width = min(row.shape[1] for row in rows)
    return np.vstack([row[:, :width] for row in rows]), parts


def read_maze(image: np.ndarray, columns: int, rows: int) -> set[tuple[int, int]]:
    """The passages of a board of squares, from its pixels alone."""
    dark = image < 90
    ys, xs = np.flatnonzero(dark.any(axis=1)), np.flatnonzero(dark.any(axis=0))
    top, bottom, left, right = ys[0], ys[-1], xs[0], xs[-1]
    thick = int(np.argmin(dark[(top + bottom) // 2 : (top + bottom) // 2 + 40, left:].all(axis=0)))
    wide = (right - left + 1 - thick) / columns
    high = (bottom - top + 1 - thick) / rows
    assert wide == pytest.approx(high, rel=0.01)

    def is_open(a: tuple[float, float], b: tuple[float, float]) -> bool:
        points = [(a[0] + (b[0] - a[0]) * t / 30, a[1] + (b[1] - a[1]) * t / 30) for t in range(31)]
        return not any(
            dark[
                round(top + thick / 2 + (y + 0.5) * high),
                round(left + thick / 2 + (x + 0.5) * wide),
            ]
            for x, y in points
        )

    found = set()
    for y in range(rows):
        for x in range(columns):
            # Beside the middle, where no icon is.
            for shift in ((0.3, -0.3), (-0.3, 0.3)):
                if x + 1 < columns and is_open((x, y + shift[0]), (x + 1, y + shift[0])):
                    found.add((y * columns + x, y * columns + x + 1))
                if y + 1 < rows and is_open((x + shift[1], y), (x + shift[1], y + 1)):
                    found.add((y * columns + x, (y + 1) * columns + x))
    return found


@pytest.mark.parametrize(
    ("sheets", "page"), [("3x2", "a4"), ("2x2", "letter"), ("1x3", "a5"), ("2x1", "a4")]
)
def test_a_poster_glued_by_its_marks_is_the_maze(tmp_path, sheets, page):
    maze = make_maze("square", "21x17", seed="owl", ends="apart")
    path = maze.save_poster(tmp_path / "poster.pdf", sheets=sheets, page=page, marks="none")
    columns, rows = map(int, sheets.split("x"))
    assert len(pypdfium2.PdfDocument(path)) == columns * rows
    image, _ = stitch(path, columns)
    assert read_maze(image, 21, 17) == set(maze.passages)


def test_a_sheet_taken_for_another_is_noticed(tmp_path):
    maze = make_maze("square", "21x17", seed="owl", ends="apart")
    path = maze.save_poster(tmp_path / "poster.pdf", sheets="2x2", page="a4", marks="none")
    image, _ = stitch(path, 2)
    half = image.shape[1] // 2
    swapped = np.hstack([image[:, half:], image[:, :half]])
    assert read_maze(swapped, 21, 17) != set(maze.passages)


def read_pictures(page) -> list[tuple[float, float, float]]:
    """Scale and origin of each picture that is seen in a window, from the page's left and top."""
    height = float(page.MediaBox[3])
    content = page.Contents.read_bytes().decode("latin-1")
    number = r"(-?[\d.]+)"
    window = (
        rf"q {number} {number} {number} {number} re W n {number} 0 0 -{number} {number} {number} cm"
    )
    found = [tuple(map(float, each)) for each in re.findall(window, content)]
    return [(scale, x, height - y) for *_, scale, _, x, y in found if scale != 1]


@pytest.mark.parametrize("size", ["21x17", "5x30"])
def test_at_full_size_the_sheets_fit_to_a_fifth_of_a_millimetre(tmp_path, size):
    """The place of the maze on each sheet, counted from the joint, continues that of the last."""
    maze = make_maze("square", size, seed="owl", ends="apart")
    path = maze.save_poster(tmp_path / "poster.pdf", sheets="3x3", page="a4")
    document = pikepdf.open(path)
    pages = document.pages
    parts = [read_own_part(page) for page in pages]
    places = []
    for number, page in enumerate(pages):
        column, row = number % 3, number // 3
        left, top, _, _ = parts[number]
        before_x = sum(parts[3 * row + i][2] - parts[3 * row + i][0] for i in range(column))
        before_y = sum(parts[3 * i + column][3] - parts[3 * i + column][1] for i in range(row))
        for scale, x, y in read_pictures(page):
            places.append((scale, x - left + before_x, y - top + before_y))
    assert len(places) == 9 + 6 + 6
    for values in zip(*places, strict=True):
        assert max(values) - min(values) < 0.02 * MM


def test_everything_lies_within_the_margins_of_printers_at_home(tmp_path):
    maze = make_maze("square", "21x17", seed="owl", ends="apart")
    path = maze.save_poster(tmp_path / "poster.pdf", sheets="2x2", page="a4")
    for page in pypdfium2.PdfDocument(path):
        image = np.asarray(page.render(scale=2).to_pil().convert("L")) < 250
        edge = 2 * 36 - 2
        assert image.any()
        assert not image[:edge].any()
        assert not image[-edge:].any()
        assert not image[:, :edge].any()
        assert not image[:, -edge:].any()


@pytest.mark.parametrize("shape", ["square", "hexagonal", "polar"])
@pytest.mark.parametrize("marks", ["icons", "both", "outside"])
def test_no_joint_cuts_a_mark(tmp_path, shape, marks):
    from puzzlebook.verbs.poster import _find_marks, plan_poster, write_poster
    from puzzlebook.verbs.rendering import draw

    for seed in range(6):
        size = 14 if shape == "polar" else "22x28"
        maze = make_maze(shape, size, seed=seed)
        poster = plan_poster("4x4", None, "a5")
        _, sheets, look = write_poster(maze, poster, tmp_path / "p.pdf", marks=marks)
        drawing, _, _ = draw(maze, look, False)
        with pikepdf.open(tmp_path / "p.pdf") as document:
            scale, x, y = read_pictures(document.pages[0])[-1]
        origin = x - sheets.window.x, y - sheets.window.y
        for axis in (0, 1):
            for low, high in _find_marks(drawing, axis):
                for joint in sheets.joints[axis]:
                    assert not origin[axis] + low * scale < joint < origin[axis] + high * scale


@pytest.mark.parametrize("stage", ["volcano", "trex"])
def test_no_joint_cuts_the_sign_of_a_stage(tmp_path, stage):
    from puzzlebook.verbs.poster import _find_marks, plan_poster, write_poster
    from puzzlebook.verbs.rendering import draw

    maze = make_maze("square", "20x28", seed="owl", stage=stage)
    _, sheets, look = write_poster(
        maze, plan_poster("2x2", None, "a4"), tmp_path / "p.pdf", stage=maze.stage
    )
    drawing, _, _ = draw(maze, look, False)
    with pikepdf.open(tmp_path / "p.pdf") as document:
        scale, x, y = read_pictures(document.pages[0])[-1]
    origin = x - sheets.window.x, y - sheets.window.y
    for axis in (0, 1):
        spans = [*_find_marks(drawing, axis)]
        assert len(spans) > 4
        for low, high in spans:
            for joint in sheets.joints[axis]:
                assert not origin[axis] + low * scale < joint < origin[axis] + high * scale


def test_the_key_shows_the_whole_on_one_page(puzzlebook_here, tmp_path):
    done = puzzlebook_here(
        "maze", "--sheets", "3x2", "--page", "a4", "--seed", "owl", "--both", "-o", "p.pdf"
    )
    assert done.code == 0, done.err
    assert len(pypdfium2.PdfDocument(tmp_path / "p.pdf")) == 6
    (page,) = pypdfium2.PdfDocument(tmp_path / "p-solution.pdf")
    said = page.get_textpage().get_text_bounded()
    assert all(name in said for name in ("A1", "A2", "A3", "B1", "B2", "B3"))
    code = re.search(r"Maze code:  (\S+)", done.out)[1]
    assert code in said
    assert "-apart-" in code
    assert "Sheets:     3 x 2 of 210 x 297 mm" in done.out


def test_a_board_has_the_length_that_was_asked_for(puzzlebook_here, tmp_path):
    done = puzzlebook_here(
        "maze", "--board", "800mm", "--page", "a4", "--seed", "owl", "-o", "p.pdf"
    )
    assert done.code == 0, done.err
    longer = max(map(float, re.search(r"Size: +([\d.]+) x ([\d.]+) mm", done.out).groups()))
    assert longer == pytest.approx(800, abs=0.5)


def test_passages_suit_the_age(puzzlebook_here):
    cells = {}
    for age in ("5", "8", "12"):
        done = puzzlebook_here(
            "maze", "--sheets", "2x2", "--age", age, "--seed", "owl", "--force", "-o", "p.pdf"
        )
        assert done.code == 0, done.err
        cells[age] = float(re.search(r"cells of ([\d.]+) mm", done.out)[1])
    assert cells["5"] > 12.7
    assert cells["5"] > cells["8"] > 8 > cells["12"] > 5


@pytest.mark.parametrize("language", LANGUAGES)
def test_sheets_say_their_names_in_every_language(tmp_path, language):
    maze = make_maze("square", "8x8", seed="owl")
    path = maze.save_poster(tmp_path / "p.pdf", sheets="2x1", page="a5", language=language)
    said = [page.get_textpage().get_text_bounded() for page in pypdfium2.PdfDocument(path)]
    # Between letters from right to left, the reader of the text may turn the name around.
    assert "A1" in said[0] or (language == "fa" and "1A" in said[0])
    assert "A2" in said[1] or (language == "fa" and "2A" in said[1])
    assert maze.code in said[0]


def test_the_same_poster_has_the_same_bytes(tmp_path):
    maze = make_maze("square", "21x17", seed="owl")
    made = [maze.save_poster(tmp_path / f"{name}.pdf", sheets="2x2").read_bytes() for name in "ab"]
    assert made[0] == made[1]


@pytest.mark.parametrize(
    ("options", "line"),
    [
        (("--sheets", "3x2", "-o", "p.svg"), "error: --sheets: works only with a PDF; use -o poster.pdf,"),
        (("--sheets", "3x2"), "error: --sheets: works only with a PDF; use -o poster.pdf,"),
        (("--sheets", "3", "-o", "p.pdf"), "error: --sheets: '3' does not make a poster; give columns x rows of 2 to 100 sheets"),
        (("--sheets", "1x1", "-o", "p.pdf"), "error: --sheets: '1x1' does not make a poster; give columns x rows of 2 to 100"),
        (("--sheets", "2x2", "--page", "3x3in", "-o", "p.pdf"), "error: --page: 3x3in has no room for a sheet beside its margins"),
        (("--sheets", "2x2", "--page", "30x40in", "-o", "p.pdf"), "error: --page: 30x40in is not a paper size for a printer at home;"),
        (("--sheets", "2x2", "--page", "eink", "-o", "p.pdf"), "error: --page: eink is not a paper size for a printer at home;"),
        (("--board", "100mm", "-o", "p.pdf"), "error: --board: 100mm takes 1 sheet; 2 to 100"),
        (("--board", "1m", "-o", "p.pdf"), 'error: --board: "1m" has an unknown unit;'),
        (("--board", "30in", "--sheets", "2x2", "-o", "p.pdf"), "error: --board: cannot be combined with --sheets; give only one of them"),
        (("--board", "30in", "--cell", "9mm", "-o", "p.pdf"), "error: --cell: cannot be combined with --board"),
        (("--age", "7", "-o", "p.pdf"), "error: --age: chooses the cells of a page; give --page a4 without a size, or make a poster with --sheets 3x2"),
        (("--sheets", "2x2", "--age", "7", "--size", "9x9", "-o", "p.pdf"), "error: --age: is for a poster without a size; give only --size or --age"),
        (("--sheets", "2x2", "--age", "x", "-o", "p.pdf"), 'error: --age: there is no age group for "x"; such as'),
        (("--sheets", "2x2", "--language", "xx", "-o", "p.pdf"), "error: --language: 'xx' is not known"),
    ],
)  # fmt: skip
def test_what_no_printer_prints_is_refused_in_one_line(puzzlebook_here, tmp_path, options, line):
    done = puzzlebook_here("maze", "--seed", "owl", *options)
    assert done.code == 2
    assert done.err.startswith(line)
    assert done.err.count("\n") == 1
    assert [*tmp_path.iterdir()] == []


def test_python_names_its_own_parameters(tmp_path):
    maze = make_maze("square", "8x8", seed="owl")
    with pytest.raises(Refused, match="sheets"):
        maze.save_poster(tmp_path / "p.pdf")
    with pytest.raises(Refused, match="path"):
        maze.save_poster(tmp_path / "p.svg", sheets="2x2")


def test_the_word_on_a_strip_is_in_its_middle():
    from puzzlebook.typesetting.page import Box, Picture
    from puzzlebook.typesetting.poster import OVERLAP, SheetWords, _draw_glue_marks
    from puzzlebook.typesetting.text import make_face

    own = Box(40, 50, 300, 400)
    strips = [Box(40, 50 - OVERLAP, 300, OVERLAP), Box(340, 50, OVERLAP, 400)]
    words = SheetWords(str, "glue", "", "", make_face("en", "ltr"))
    boards = [item for item in _draw_glue_marks(strips, own, words) if isinstance(item, Picture)]
    for box, board in zip(strips, boards, strict=True):
        wide, high = board.drawing.width, board.drawing.height
        middle = board.x + wide / 2, board.y + high / 2
        assert middle == pytest.approx((box.x + box.width / 2, box.y + box.height / 2))


def test_a_picture_takes_no_sheet_more_than_it_needs():
    """All sheets but the last give their strip for glue away."""
    from puzzlebook.typesetting.poster import OVERLAP
    from puzzlebook.verbs.poster import _count_sheets, _read_paper

    paper = _read_paper("a4")
    wide, high = paper.piece
    for more, counts in ((-1, (2, 3)), (0, (2, 3)), (1, (3, 4))):
        room = 2 * wide + OVERLAP + more, 3 * high + OVERLAP + more
        found = _count_sheets(paper, room, "1m")
        assert (found.columns, found.rows) == counts


def test_the_plan_of_a_poster_has_each_sheet_in_its_place():
    from puzzlebook.verbs.poster import plan_poster

    sheets = plan_poster("3x2", None, "a5").sheets
    drawing = _draw_plan(sheets, (2, 1), 0.1)
    wide, high = 0.1 * sheets.width, 0.1 * sheets.height
    assert (drawing.width, drawing.height) == pytest.approx((3 * wide, 2 * high))
    here, others = (layer.subpaths for layer in drawing.layers)
    assert [path.points for path in here] == [_box(2, 1, wide, high)]
    assert {path.points for path in others} == {
        _box(x, y, wide, high) for x in range(3) for y in range(2)
    }


def _box(column, row, wide, high):
    x, y = column * wide, row * high
    return ((x, y), (x + wide, y), (x + wide, y + high), (x, y + high))
