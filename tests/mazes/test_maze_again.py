"""A maze's code, typed from its page, gives the same maze at another scale, as SVG, PDF and PNG,
with its solution."""

from __future__ import annotations

import re
from hashlib import sha256
from io import BytesIO
from itertools import pairwise, product

import numpy as np
import pypdfium2
import pytest
from PIL import Image
from rendering import Printed, geometry, way
from samples import one_in

from puzzlebook import make_book

MOST = 14
DPI = 300


@pytest.fixture(scope="module")
def books(tmp_path_factory):
    """Books that print a code below each maze: squares, other tilings and silhouettes, and
    worksheets."""
    shelf = tmp_path_factory.mktemp("books")
    asked = {
        "squares": ("adult", {"mazes": MOST, "section.*.stage": "", "section.*.bridges": ""}),
        "tilings": ("shapes", {"mazes": MOST}),
        "silhouettes": ("silhouettes", {"mazes": MOST}),
        "sheets": ("worksheet", {"mazes": 4, "mazes_a_page": 2}),
        "many": ("ages-7-8", {"mazes": 8, "mazes_a_page": 4}),
    }
    return {
        name: Printed(
            make_book(
                book,
                seed="owl",
                output=shelf,
                name=name,
                overrides={"codes": "all", "svg": False, **given},
            ).folder
        )
        for name, (book, given) in asked.items()
    }


def typed(book, maze):
    """The code of a maze as it stands on its page: one of those there, where several share it."""
    lines = [line.text for line in book.lines(maze["puzzle"]["page"])]
    (code,) = [text for text in lines if text == maze["code"]]
    return code


def rendered(path):
    """A picture's pixels, and how many there are to a point."""
    if path.suffix == ".png":
        return np.asarray(Image.open(path).convert("L")), DPI / 72
    if path.suffix == ".pdf":
        page = pypdfium2.PdfDocument(path)[0]
        pixels = page.render(scale=DPI / 72, grayscale=True).to_numpy()
        return pixels.reshape(pixels.shape[:2]), DPI / 72
    import cairosvg

    png = cairosvg.svg2png(path.read_bytes(), dpi=96, scale=DPI / 96, background_color="white")
    return np.asarray(Image.open(BytesIO(png)).convert("L")), DPI / 72


def shown(path, maze, cell):
    """The passages that a picture shows, and the cells that its grey way passes: cells are so many
    points wide."""
    pixels, fineness = rendered(path)
    dark = pixels < 250
    rows, columns = np.flatnonzero(dark.any(axis=1)), np.flatnonzero(dark.any(axis=0))
    wide = cell * fineness
    found = geometry(maze["shape"], maze["size"], maze["silhouette"])
    corners = [corner for ring in found.rings for corner in ring]
    # The walls are the outermost ink, half their width outside the box.
    left = (columns[0] + columns[-1] + 1) / 2 - wide * (
        min(x for x, _ in corners) + max(x for x, _ in corners)
    ) / 2
    top = (rows[0] + rows[-1] + 1) / 2 - wide * (
        min(y for _, y in corners) + max(y for _, y in corners)
    ) / 2

    def at(point):
        x, y = point
        return pixels[round(top + y * wide), round(left + x * wide)]

    passages = sorted(pair for pair, (*_, middle) in found.sides.items() if at(middle) > 100)
    crossed = sorted(pair for pair, (*_, middle) in found.sides.items() if 100 < at(middle) < 200)
    return passages, crossed


BOOKS, ENDINGS = ["squares", "tilings", "silhouettes", "sheets", "many"], ["svg", "pdf", "png"]


@pytest.mark.parametrize(("book", "ending"), one_in(2, product(BOOKS, ENDINGS)))
def test_the_same_maze_at_another_scale(book, ending, books, tmp_path, puzzlebook_here):
    printed = books[book]
    for maze in printed.mazes[:: 5 if book == "tilings" else 7]:
        code = typed(printed, maze)
        for millimetres in (3, 7):
            file = f"{maze['number']}-{millimetres}.{ending}"
            assert (
                puzzlebook_here(
                    "maze", code, "--cell", f"{millimetres}mm", "--both", "-o", file
                ).code
                == 0
            )
            cell = millimetres * 72 / 25.4
            passages, crossed = shown(tmp_path / file, maze, cell)
            assert crossed == []
            assert digest(passages) == maze["digest"]
            solved = tmp_path / file.replace(".", "-solution.")
            same, crossed = shown(solved, maze, cell)
            assert same == passages
            cells = way(passages, maze["start"], maze["end"])
            assert len(cells) == maze["solution_length"]
            assert crossed == sorted(tuple(sorted(pair)) for pair in pairwise(cells))


def digest(passages):
    return sha256(" ".join(f"{a}-{b}" for a, b in passages).encode("ascii")).hexdigest()


def test_solution_alone_and_ascii_on_a_pipe(books, puzzlebook_here):
    maze = books["squares"].mazes[0]
    puzzle, solved = (
        puzzlebook_here("maze", maze["code"].upper(), *more) for more in ([], ["--solution"])
    )
    assert (puzzle.code, solved.code) == (0, 0)
    assert puzzle.out.isascii()
    assert 'id="solution"' not in puzzle.out
    assert 'id="solution"' in solved.out
    walls = [re.search('id="walls".*?d="([^"]*)"', done.out)[1] for done in (puzzle, solved)]
    assert walls[0] == walls[1]


def test_the_comparison_can_fail(books, tmp_path, puzzlebook_here):
    """Another maze of the same kind is not taken for it."""
    first, second, *_ = books["sheets"].mazes
    assert first["size"] == second["size"]
    assert puzzlebook_here("maze", first["code"], "--cell", "4mm", "-o", "a.png").code == 0
    passages, _ = shown(tmp_path / "a.png", second, 4 * 72 / 25.4)
    assert digest(passages) != second["digest"]
