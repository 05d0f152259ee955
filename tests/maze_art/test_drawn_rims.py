"""Mazes whose rim is a drawing, solved from the pixels of a book, and SVG and PDF as one
picture."""

from __future__ import annotations

import re
import tomllib
from math import atan2, degrees, dist, inf
from pathlib import Path

import numpy as np
import pytest
from rendering import Picture, Printed, flood, way
from rims import DRAWINGS, SIZES, TILINGS, USERS, cut_of
from samples import one_in
from scipy import ndimage
from test_pixels import RENDERERS, assert_answered, both_pictures, digest, greys

from puzzlebook import make_book, make_maze
from puzzlebook.geometry.arcs import distance, midpoint
from puzzlebook.maze_art.doors import ArrowRoom, choose_doors, draw_arrow, side_middle
from puzzlebook.maze_art.marks import ARROWS, Marks
from puzzlebook.maze_art.plate import make_plate
from puzzlebook.maze_art.theme import load_theme
from puzzlebook.maze_art.way import mark_radius
from puzzlebook.mazes.cutting import measure_box, place_drawing
from puzzlebook.mazes.grids import make_grid
from puzzlebook.mazes.silhouettes import Silhouette
from puzzlebook.mazes.tilings import format_size

SLIGHT = 60
SCALE, NEAR = 4, 7
"""Pixels a point, and how wide the pixels around a place are: with fewer a point, the two sides of
a slit are one grey, another one in each renderer; and one cuts sharp corners shorter than the
others, by half a point."""
RECIPE = """
seed = "owl"
page = "a4"
marks = "both"
answers = 4
[book]
title = "Rims"
matter = ["key"]
"""
SECTION = """
[[section]]
key = "{key}"
mazes = 1
shape = "{shape}"
size = "{size}"
silhouette = "{name}"
"""

BOOK = tomllib.loads(
    (Path(__file__).parents[2] / "templates/books/silhouettes.toml").read_text(encoding="utf-8")
)
OUTLINES = [
    (name, tuple(map(int, section["size"]["normal"].split("x"))))
    for section in BOOK["section"]
    for name in section["silhouette"].split(",")
]
THICK = ("butterfly",)
"""Its feelers are one on every grid of the book's sizes."""


def check(shelf, cases):
    """A book of these cases, each a shape, about how many cells, and a drawing."""
    for name, content in USERS.items():
        (shelf / f"{name}.svg").write_text(content)
    sizes = [cut_of(shape, 320 if "text" in name else many, name)[1] for shape, many, name in cases]
    sections = [
        SECTION.format(key=f"a{number}", shape=shape, size=format_size(size),
                       name=f"{name}.svg" if name in USERS else name)
        for number, ((shape, _, name), size) in enumerate(zip(cases, sizes, strict=True))
    ]  # fmt: skip
    (shelf / "rims.toml").write_text(RECIPE + "".join(sections))
    book = Printed(make_book(str(shelf / "rims.toml"), output=shelf).folder)
    assert len(book.mazes) == len(cases)
    for case, maze in zip(cases, book.mazes, strict=True):
        assert_solved(book, maze, case)
        for renderer in RENDERERS.values():
            assert are_alike(*both_pictures(book, maze, renderer, scale=SCALE)), case
    return book


def are_alike(drawn, page):
    """Whether each pixel of one picture is like one of those around its place in the other: long
    arcs become lines that are about a pixel off, and no two renderers draw the same ones."""
    for these, those in ((drawn, page), (page, drawn)):
        least, most = (
            nearby(those, NEAR).astype(np.int16)
            for nearby in (ndimage.minimum_filter, ndimage.maximum_filter)
        )
        if (these < least - SLIGHT).any() or (these > most + SLIGHT).any():
            return False
    return True


def assert_solved(book, maze, case):
    """The puzzle shows the maze, one way leads from its start to its end, and the answer shows
    that."""
    picture = Picture(book, maze, "puzzle", scale=3)
    passages = picture.passages()
    assert digest(passages) == maze["digest"], case
    assert len(passages) == maze["cells"] - 1
    assert len(flood(passages, 0)) == maze["cells"]
    assert picture.flows(), case
    assert_answered(
        Picture(book, maze, "answer", scale=4), maze, way(passages, maze["start"], maze["end"])
    )
    picture.ring("start")
    assert not picture.flows(), case


def test_rims_are_solved_from_their_pixels_and_a_wall_less_or_moved_is_noticed(tmp_path):
    book = check(tmp_path, [("polar", 80, "heart"), ("triangular", 80, "star")])
    drawn, page = both_pictures(book, book.mazes[0], RENDERERS["resvg"], scale=SCALE)
    assert are_alike(drawn, page)
    gone, moved = page.copy(), page.copy()
    y, x = np.argwhere(page < 40)[len(page) * 2]
    gone[y - 9 : y + 10, x - 9 : x + 10] = 255
    moved[:, 5:] = page[:, :-5]
    assert not are_alike(drawn, gone)
    assert not are_alike(drawn, moved)


@pytest.mark.parametrize("shape", ["square", "polar", "hexagonal"])
def test_a_rim_is_heavier_outwards_alone(shape):
    maze = make_maze(shape, "12" if shape == "polar" else "14x14", seed="owl", silhouette="owl")
    svg = re.sub('(width|height)="[0-9.]*mm"', r'\1="900px"', maze.svg(marks="doors"))
    pictures = [
        greys(RENDERERS["resvg"](drawn.encode()))
        for drawn in (svg, without(svg, "outline"), paper_of(svg))
    ]
    drawn, bare, paper = (picture.astype(int) for picture in pictures)
    more = bare - drawn > SLIGHT
    assert more.sum() > 0.1 * (bare < 128).sum()
    assert not (more & ndimage.binary_erosion(paper < 128, iterations=2)).any()
    # All of it is in the picture, and none of it before the doors.
    assert not any(more[place].any() for place in (np.s_[0], np.s_[-1], np.s_[:, 0], np.s_[:, -1]))
    doors = set(range(len(maze.shown.pairs), len(maze.shown.sides))) & set(
        choose_doors(maze, ARROWS)
    )
    assert doors
    left, top, wide, high = map(float, re.search('viewBox="(.*?)"', svg)[1].split())
    rows, columns = (np.indices(drawn.shape) + 0.5) * max(wide, high) / 900
    left, top = left - (max(wide, high) - wide) / 2, top - (max(wide, high) - high) / 2
    for door in doors:
        (x, y), wide = (
            side_middle(maze.shown, door),
            dist(*(maze.shown.corners[end] for end in maze.shown.sides[door])),
        )
        near = np.hypot(rows + top - y, columns + left - x)
        assert not more[near < 0.39 * wide].any()
        assert more[near < 0.5 * wide + 0.2].any()


def test_what_is_not_cut_has_no_heavy_rim():
    assert 'id="outline"' in make_maze("square", "9x9", seed="owl", silhouette="heart").svg()
    assert 'id="outline"' not in make_maze("square", "9x9", seed="owl").svg()
    assert (
        'id="outline"'
        not in make_maze("square", "9x9", seed="owl", silhouette="heart", edge="steps").svg()
    )
    assert 'id="outline"' not in make_maze("square", "9x9", seed="owl", silhouette="heart").svg(
        marks="outside"
    )


def without(svg, name):
    """An SVG file without one of its layers."""
    return re.sub(rf'<g [^>]*id="{name}".*?</g>', "", svg)


def paper_of(svg):
    """Only the paper of the cells, black."""
    for name in ("outline", "walls", "start", "finish"):
        svg = without(svg, name)
    return svg.replace("#ffffff", "#000000")


@pytest.mark.exhaustive
@pytest.mark.parametrize("many", SIZES["square"])
@pytest.mark.parametrize("shape", TILINGS)
def test_every_rim_is_solved_from_its_pixels(tmp_path, shape, many):
    check(tmp_path, [(shape, many, name) for name in DRAWINGS])


@pytest.mark.parametrize("name", ["dinosaur", "cat"])
def test_an_arrow_keeps_clear_of_the_rest_of_the_rim(name):
    """As in the mouth of the one, and beside the tail of the other."""
    for seed in range(20):
        maze = make_maze("square", "7x10", seed=seed, silhouette=name, ends="apart")
        grid = maze.shown
        rim = range(len(grid.pairs), len(grid.sides))
        for place, door in enumerate(choose_doors(maze, ARROWS)):
            arrow = draw_arrow(grid, door, inwards=place == 0)
            walls = [arc for side in rim if side != door for arc in grid.arcs(side)]
            (x, y), (back_x, back_y) = arrow.points[0], arrow.points[3]
            along = [(x + n / 20 * (back_x - x), y + n / 20 * (back_y - y)) for n in range(21)]
            assert (
                min(distance(point, *wall) for point in (*arrow.points, *along) for wall in walls)
                > 0.04
            ), seed


def find_tips(grid):
    """The corners of a rim at which it doubles back: horns and ears."""
    (walk, *_) = sorted(grid.rim_walks, key=len, reverse=True)
    tips = set()
    for side, onward in zip(walk, [*walk[1:], walk[0]], strict=True):
        (a, b), (_, c) = grid.sides[side], grid.sides[onward]
        (ax, ay), (bx, by), (cx, cy) = (grid.corners[corner] for corner in (a, b, c))
        back, ahead = atan2(ay - by, ax - bx), atan2(cy - by, cx - bx)
        tips |= {b} if 0 < degrees(back - ahead) % 360 < 80 else set()
    return tips


def test_a_door_leaves_ears_whole_if_its_cell_has_another_side():
    spared = 0
    for seed in range(25):
        maze = make_maze("square", "8x9", seed=seed, silhouette="owl", ends="apart")
        grid, tips = maze.shown, find_tips(maze.shown)
        assert len(tips) == 2
        for cell, door in zip((maze.start, maze.end), choose_doors(maze, ARROWS), strict=True):
            blunt = [side for side in grid.outer_sides(cell) if not tips & {*grid.sides[side]}]
            assert not blunt or door in blunt
            spared += 0 < len(blunt) < len(grid.outer_sides(cell))
    assert spared > 5


def boxes(layers):
    """How far each path of some layers reaches: its width and its height."""
    paths = [path for layer in layers for path in layer.subpaths]
    return [np.ptp(np.array([*path.points]), axis=0) for path in paths]


def test_marks_that_would_be_specks_on_paper_are_left_to_their_arrows():
    """Both, where one of them is less than 13 points across; elsewhere they stay, and no arrow
    leads past the goal."""
    maze = make_maze("square", "14x17", seed="owl")
    across = 2 * min(mark_radius(maze, cell, 0.0) for cell in (maze.start, maze.end))
    small, large, plain = (
        make_plate(maze, Marks.from_word("both"), load_theme("bee"), room=ArrowRoom(width / across))
        for width in (12.9, 13.1, inf)
    )
    assert [len(boxes(end)) for end in (small.start, small.finish)] == [1, 1]
    assert [len(plate.arrows) for plate in (small, large)] == [2, 1]
    assert min(len(boxes(end)) for end in (large.start, large.finish)) > 1
    assert large._replace(start=plain.start, arrows=plain.arrows) == plain  # the arrow is bold
    alone, drawn = (plate.solution[0].points for plate in (small, large))
    assert len(alone) > len(drawn) or dist(*alone[:2]) > dist(*drawn[:2])  # on to the doors


@pytest.mark.parametrize("name", [name for name, _ in OUTLINES])
def test_marks_stand_outside_a_drawing(name):
    """Clear of the rim, each nearest to its own cell; where one has no room it is in its cell."""
    maze = make_maze("square", "20x24", seed="owl", silhouette=name)
    plate, grid = (
        make_plate(maze, Marks.from_word("both"), load_theme("bee"), room=ArrowRoom(20)),
        maze.shown,
    )
    rim = [arc for walk in grid.rim_walks for side in walk for arc in grid.arcs(side)]
    assert min(len(boxes(end)) for end in (plate.start, plate.finish)) > 1
    outside = [square for square in plate.arrows if len(square.points) == 4]
    for square in outside:
        middle_ = np.mean(np.array(square.points), axis=0)
        reach = np.ptp(np.array(square.points), axis=0)[0] / 2 / 1.25  # with some air
        assert round(reach, 6) in (0.58, 0.5, 0.42)
        away = min(distance(middle_, *arc) for arc in rim)
        # The rim swings out a little in the door itself.
        assert away >= reach + 0.05
        ends = [side for cell in (maze.start, maze.end) for side in grid.outer_sides(cell)]
        assert (
            min(distance(middle_, *arc) for side in ends for arc in grid.arcs(side)) <= away + 0.15
        )
    assert len(plate.arrows) - len(outside) in (0, 1)


@pytest.mark.parametrize(("name", "size"), one_in(4, OUTLINES))
def test_outlines_of_their_book_are_true(name, size):
    """No corner of a rim, and no middle of a side, is farther than an eighth of a cell from its
    drawing."""
    asked = "square", size, Silhouette.built_in(name)
    grid, shown = make_grid(*asked), make_grid(*asked, "drawn")
    x, y = (shown.origin[axis] - grid.origin[axis] for axis in (0, 1))
    drawing = place_drawing(measure_box("square", size), asked[2].outline, grid.origin)
    closed = ((line, [*line[1:], line[0]]) for line in drawing)
    lines = [
        (a, b, 0.0) for here, onward in closed for a, b in zip(here, onward, strict=True) if a != b
    ]
    rim = [arc for walk in shown.rim_walks for side in walk for arc in shown.arcs(side)]
    spots = [spot for arc in rim for spot in (arc[0], midpoint(*arc))]
    off = max(min(distance((spot[0] + x, spot[1] + y), *line) for line in lines) for spot in spots)
    assert off < (0.6 if name in THICK else 0.125)


def test_arrows_before_a_drawing_are_large_where_there_is_room():
    heart, board = (
        make_maze("square", "14x17", seed="owl", silhouette=name) for name in ("heart", None)
    )
    large, plain = (
        [max(dist(point, other) for point in arrow.points for other in arrow.points)
         for arrow in make_plate(maze, Marks.from_word("doors"), load_theme("bee")).arrows]
        for maze in (heart, board)
    )  # fmt: skip
    assert max(plain) == pytest.approx(min(plain))
    assert max(large) == pytest.approx(1.5 * max(plain))
