"""Walls with character: solved from pixels, never narrower than was promised, the same as SVG and
as PDF."""

from __future__ import annotations

import math
from itertools import product

import numpy as np
import pytest
from rendering import Picture, Printed
from test_pixels import MOST, RENDERERS, SCALE, greys, on_the_page

from puzzlebook import make_book, make_maze
from puzzlebook.checks.drawn import StrokePiece
from puzzlebook.checks.verify import verify
from puzzlebook.checks.wall_decoration import find_decoration_faults
from puzzlebook.ground.faults import Refused
from puzzlebook.ground.lengths import MM
from puzzlebook.maze_art.character import CHARACTERS, PLAIN
from puzzlebook.maze_art.inked import Ink, draw_puzzle
from puzzlebook.maze_art.marks import Marks
from puzzlebook.maze_art.plate import make_plate
from puzzlebook.maze_art.theme import load_theme
from puzzlebook.recipes.reading import read_tables

WITH = [name for name in CHARACTERS if name != PLAIN]
ON = {
    **{shape: {"section.*.shape": shape} for shape in
       ("square", "hexagonal", "triangular", "polar", "octagonal", "rhombille", "cairo", "penrose")},
    "a drawn rim": {"section.*.shape": "square", "section.*.silhouette": "heart"},
    "a closed rim": {"section.*.shape": "square", "section.*.silhouette": "heart", "marks": "icons"},
}  # fmt: skip
PASSAGE = 8 * MM
OUTLINES = "section.*.outlines", "section.*.stage", "section.*.silhouette"


def book(tmp_path, walls, **overrides):
    given = {
        "walls": walls,
        "marks": "both",
        "mazes": 2,
        "audience": "7-8",
        "theme": "ink",
        **overrides,
    }
    return Printed(
        make_book("ages-7-8", seed="owl", output=tmp_path, force=True, overrides=given).folder
    )


def passages(picture):
    """The pairs of neighbouring cells without ink where they meet: a hollow wall has its ink beside
    its middle."""
    return picture.passages(tuple(np.linspace(0, 0.18, 30)))


@pytest.mark.parametrize("walls", ["hedge", "stones"])
def test_what_is_too_thin_to_be_coloured_in_is_a_plain_line(walls):
    maze = make_maze("square", "5x6", seed="owl")
    plate = make_plate(maze, Marks.from_word("none"), load_theme("ink"), walls, 1 / 6)
    drawn = {weight: draw_puzzle(plate, 6 * weight, Ink(weight)) for weight in (2.5, 8.0)}
    names = {weight: {layer.name for layer in drawing.layers} for weight, drawing in drawn.items()}
    assert ["character" in names[weight] for weight in (2.5, 8.0)] == [False, True]
    # Not as heavy as the decoration needs, or a page of such walls would dazzle.
    assert next(layer for layer in drawn[2.5].layers if layer.name == "walls").style.width == 2.0


@pytest.mark.exhaustive
@pytest.mark.parametrize(("walls", "on"), list(product(WITH, ON)))
def test_everything_holds_for_all_walls_on_all_tilings(tmp_path, walls, on):
    assert_all_holds(tmp_path, walls, on)


@pytest.mark.parametrize(
    ("walls", "on"),
    [
        ("round", "cairo"),
        ("brush", "polar"),
        ("hedge", "square"),
        ("stones", "a drawn rim"),
        ("brush", "a closed rim"),
        ("bars", "a drawn rim"),
    ],
)
def test_everything_holds(tmp_path, walls, on):
    assert_all_holds(tmp_path, walls, on)


def assert_all_holds(tmp_path, walls, on):
    """Every puzzle shows its maze, is solved by a flood, keeps its passages free, and is the one of
    its SVG file."""
    made = book(tmp_path, walls, **ON[on])
    assert not verify(made.folder).faults
    for maze in made.mazes:
        shown = make_maze_of(maze)
        picture = Picture(made, maze, "puzzle", scale=3)
        assert picture.flows()
        assert passages(picture) == sorted(shown.passages)
        # A rim that is drawn may leave its cells less, between plain walls too.
        assert narrowest(picture, maze) >= min(PASSAGE, 0.91 * maze["puzzle"]["cell"]) - 2 / 3
        assert unlike(made, maze) < 0.001


def unlike(book, maze):
    """The share of a picture's pixels in which its SVG file is not the page; along the rims of
    leaves and stones, which are painted one over the other, renderers round otherwise."""
    svg, area = on_the_page((book.folder / maze["svg"]).read_bytes(), book, maze, SCALE)
    page, drawn = book.pixels(maze["puzzle"]["page"], SCALE)[area], greys(RENDERERS["resvg"](svg))
    return float((np.abs(drawn.astype(int) - page) > MOST).mean())


def make_maze_of(maze):
    from puzzlebook.verbs.one_maze import maze_from_code

    return maze_from_code(maze["code"])


def narrowest(picture, maze):
    """The diameter (points) of the largest circle that is free of ink in every cell without a
    mark."""
    dark = picture.pixels < 128
    found = []
    for cell in range(maze["cells"]):
        if cell not in (maze["start"], maze["end"]):
            (y, x), room = picture.circle(cell)
            top, left = max(0, math.ceil(y - room)), max(0, math.ceil(x - room))
            around = dark[top : math.floor(y + room) + 1, left : math.floor(x + room) + 1]
            rows, columns = np.nonzero(around)
            away = np.hypot(rows + top - y, columns + left - x)
            found.append(min(away, default=room))
    return 2 * min(found) / picture.scale


def test_walls_are_heavy_only_where_there_is_room(tmp_path):
    """On the largest grid that keeps the promise they are as thin as plain ones; on half of it they
    are not."""
    coarse, fine = (
        book(
            tmp_path,
            "hedge",
            **{"section.*.share": share, **dict.fromkeys(OUTLINES, "")},
        ).mazes[0]
        for share in (0.5, 1.0)
    )
    assert coarse["puzzle"]["cell"] > 1.3 * fine["puzzle"]["cell"]
    assert fine["puzzle"]["cell"] >= PASSAGE


def test_a_theme_may_name_its_walls(tmp_path):
    theme = tmp_path / "garden.toml"
    theme.write_text('about = "x"\nstart_name = "a"\nfinish_name = "b"\nstart = "M-1 0L1 0L0 1Z"\n'
                     'finish = "M-1 0L1 0L0 -1Z"\nwalls = "hedge"\n', "utf-8")  # fmt: skip
    made = make_book(
        "ages-7-8", seed="owl", output=tmp_path, overrides={"theme": str(theme), "mazes": 4}
    )
    assert made.manifest["recipe"]["walls"] == "hedge"
    assert b'id="character"' in (made.folder / "svg" / "001.svg").read_bytes()
    plain = make_book(
        "ages-7-8",
        seed="owl",
        output=tmp_path,
        name="p",
        overrides={"theme": str(theme), "walls": PLAIN, "mazes": 4},
    )
    assert b'id="character"' not in (plain.folder / "svg" / "001.svg").read_bytes()


def test_a_maze_by_itself_has_them_too():
    maze = make_maze(size="6x6", seed="owl")
    assert maze.svg() == maze.svg(walls=PLAIN)
    drawn = {maze.svg(walls=walls, line="2mm", cell="15mm") for walls in CHARACTERS}
    assert len(drawn) == len(CHARACTERS)
    # Where a wall is too thin for stones with a line around each, it is plain.
    assert maze.svg(walls="stones", line="0.5mm") == maze.svg(walls=PLAIN, line="0.5mm")
    with pytest.raises(Refused, match="'hedges' is not known; did you mean hedge"):
        maze.svg(walls="hedges")


def test_the_recipe_takes_the_characters_that_there_are():
    for walls in CHARACTERS:
        assert (
            read_tables(
                {
                    "book": {"title": "x"},
                    "walls": walls,
                    "section": [{"key": "a", "mazes": 1, "size": "4x4"}],
                }
            ).walls
            == walls
        )


def test_what_is_drawn_where_no_wall_is_is_noticed():
    maze = make_maze(size="6x6", seed="owl")
    (a, b), *_ = maze.passages
    (x, y), (to_x, to_y) = maze.shown.centres[a], maze.shown.centres[b]
    astray = (x + to_x) / 2, (y + to_y) / 2
    assert find_decoration_faults(maze, [[StrokePiece(astray, astray, astray)]])
    assert not find_decoration_faults(maze, [[StrokePiece((0.0, 0.0), (1.0, 0.0), (0.5, 0.0))]])


@pytest.mark.parametrize("walls", CHARACTERS)
def test_two_corners_at_one_place(walls):
    """The owl's feet take two sides of this grid to a point each."""
    maze = make_maze("square", "7x8", seed="owl", silhouette="owl")
    grid = maze.shown
    assert sum(grid.corners[a] == grid.corners[b] for a, b in grid.sides) == 2
    for marks in ("icons", "doors"):
        assert maze.svg(walls=walls, marks=marks)
