"""Arrows outside doors: those that would be tiny on paper are bold, in what a page leaves free."""

from __future__ import annotations

from itertools import pairwise
from math import dist, inf

import pypdfium2
import pytest

from puzzlebook import make_book, make_maze
from puzzlebook.checks.preflight import check_pdf_file
from puzzlebook.checks.verify import verify
from puzzlebook.geometry.arcs import distance
from puzzlebook.ground.lengths import MM
from puzzlebook.maze_art.doors import (
    ArrowRoom,
    MarkSpot,
    choose_doors,
    draw_arrow,
    draw_arrow_in_door,
    side_middle,
)
from puzzlebook.maze_art.figures import Poses, stand_outside
from puzzlebook.maze_art.marks import ARROWS, ICONS_AND_ARROWS
from puzzlebook.maze_art.plate import _square_around, make_plate
from puzzlebook.maze_art.theme import load_theme
from puzzlebook.printers.profiles import load_printer

SIZES = {"square": "16x16", "hexagonal": "12x14", "triangular": "20x14", "octagonal": "9x9",
         "polar": "8"}  # fmt: skip
HARD = ArrowRoom(2.75 * MM, side_space=2.5, vertical_space=5.0)
"""As little room as a book for experts has."""


def length(arrow):
    return max(dist(one, other) for one in arrow for other in arrow)


def area(arrow):
    return abs(sum(x * v - u * y for (x, y), (u, v) in pairwise([*arrow, arrow[0]]))) / 2


def along(outline):
    """Points on the sides of a polygon."""
    return [
        (x + n / 40 * (u - x), y + n / 40 * (v - y))
        for (x, y), (u, v) in pairwise([*outline, outline[0]])
        for n in range(40)
    ]


@pytest.mark.parametrize("shape", SIZES)
def test_an_arrow_in_narrow_cells_is_bold_and_keeps_clear(shape):
    for seed in range(3):
        maze = make_maze(shape, SIZES[shape], seed=seed, ends=("apart", "random")[seed % 2])
        grid = maze.shown
        rim = range(len(grid.pairs), len(grid.sides))
        for place, door in enumerate(choose_doors(maze, ARROWS)):
            arrow = draw_arrow(grid, door, place == 0, HARD).points
            plain = draw_arrow(grid, door, place == 0).points
            assert length(arrow) * 2.75 > 3.5 > length(plain) * 2.75, seed  # millimetres
            assert area(arrow) > 2.5 * area(plain)
            walls = [arc for side in rim if side != door for arc in grid.arcs(side)]
            assert min(distance(spot, *arc) for spot in along(arrow) for arc in walls) > 0.04
            xs, ys = zip(*arrow, strict=True)
            free = [0.95 + points / HARD.cell for points in (HARD.side_space, HARD.vertical_space)]
            assert -free[0] < min(xs) < max(xs) < grid.width + free[0]
            assert -free[1] < min(ys) < max(ys) < grid.height + free[1]
            # Its tip is nearest to its door if it leads in, its tail if it leads out.
            tip = arrow[0]
            middle = [sum(grid.corners[c][axis] for c in grid.sides[door]) / 2 for axis in (0, 1)]
            others = [dist(middle, spot) for spot in arrow[1:]]
            assert (
                dist(middle, tip) < min(others)
                if place == 0
                else dist(middle, tip) > max(others) - 0.5
            )


def test_an_arrow_that_is_long_enough_stays_as_it_was():
    maze = make_maze("square", "9x9", seed="owl")
    for door in choose_doors(maze, ARROWS):
        plain = draw_arrow(maze.shown, door, inwards=True)
        assert draw_arrow(maze.shown, door, True, ArrowRoom(6 * MM, 9, 9)) == plain
        assert draw_arrow(maze.shown, door, True, ArrowRoom(5.8 * MM, 9, 9)) != plain


@pytest.mark.parametrize("cell", [inf, 5 * MM])
@pytest.mark.parametrize("shape", SIZES)
def test_where_a_figure_stands_outside_an_arrow_is_in_the_door(shape, cell):
    """Partly outside and partly in the cell, on the line through its middle, as wide as it allows;
    on paper it is never tiny."""
    maze = make_maze(shape, SIZES[shape], seed="owl", ends="opposite")
    grid = maze.shown
    doors = choose_doors(maze, ICONS_AND_ARROWS.at_doors)
    for end, door, inwards in zip((maze.start, maze.end), doors, (True, False), strict=True):
        circle, middle = grid.circle(end), side_middle(grid, door)
        points = draw_arrow_in_door(grid, door, inwards, cell).points
        tip = points[0]
        tail = max(points, key=lambda spot: round(dist(tip, spot), 6))
        assert (dist(circle.centre, tip) < dist(circle.centre, tail)) == inwards
        length = max(1.3 * circle.radius, 0 if cell == inf else 7 * MM / cell)
        assert dist(tip, tail) >= length - 0.01
        inner, outer = (tip, tail) if inwards else (tail, tip)
        assert dist(inner, circle.centre) < circle.radius
        assert dist(outer, circle.centre) > dist(middle, circle.centre)
        assert dist(outer, middle) < dist(inner, outer)


def test_two_bold_arrows_never_touch():
    """Where the doors are beside each other, both are plain."""
    theme, plain = load_theme("ink"), 0
    for seed in range(40):
        maze = make_maze("square", "2x4", seed=seed, ends="random")
        plate = make_plate(maze, ARROWS, theme, room=ArrowRoom(2.75 * MM, 9, 9))
        one, other = (tuple(zip(*arrow.points, strict=True)) for arrow in plate.arrows)
        apart = [max(min(a), min(b)) - min(max(a), max(b)) for a, b in zip(one, other, strict=True)]
        assert max(apart) > 0, seed
        plain += plate.arrows == make_plate(maze, ARROWS, theme).arrows
    assert 0 < plain < 30


@pytest.fixture(scope="module")
def hard(tmp_path_factory):
    """A book of the narrowest passages, with the widest margins."""
    wanted = {"level": "hard", "page": "6x9", "mazes": 4, "printer": "lulu-coil"}
    return make_book("expert", seed="owl", output=tmp_path_factory.mktemp("hard"), overrides=wanted)


def test_pages_leave_room_for_bold_arrows(hard):
    """Ink of 4 square millimetres before each door, within the margins and off the words."""
    found = check_pdf_file(hard.pdf, load_printer("lulu-coil")).findings
    assert not [row for row in found if "margin" in row.rule or row.rule == "gutter"]
    document, dots = pypdfium2.PdfDocument(hard.pdf), 300 / 72
    for maze in hard.manifest["mazes"]:
        page, cell = document[maze["puzzle"]["page"] - 1], maze["puzzle"]["cell"]
        left, top, width, height = maze["puzzle"]["box"]
        dark = page.render(scale=dots, grayscale=True).to_numpy() < 128
        words = page.get_textpage()
        for n in range(words.count_rects()):
            x, low, right, high = words.get_rect(n)
            x, y, right, low = (
                round(edge * dots)
                for edge in (x, page.get_height() - high, right, page.get_height() - low)
            )
            dark[y:low, x:right] = False
        free = cell + 7
        x, y, right, low = (
            round(edge * dots)
            for edge in (left - free, top - free, left + width + free, top + height + free)
        )
        around, inner = dark[y:low, x:right].copy(), round((free - cell / 6) * dots)
        around[inner:-inner, inner:-inner] = False
        if "-apart" in maze["code"]:  # the arrow of a round maze is in a corner of its box
            assert around.sum() / dots**2 / MM**2 > 2 * 4, maze["code"]


def test_verify_knows_bold_arrows(hard):
    assert not verify(hard.folder).faults


def test_files_show_whole_arrows(hard):
    """The picture of an SVG file is large enough for its arrows."""
    maze = make_maze("square", "16x16", seed="owl")
    plate = make_plate(maze, ARROWS, load_theme("ink"), room=HARD)
    reach = plate.margin + plate.overhang
    for arrow in plate.arrows:
        assert all(-reach <= x <= plate.width + reach and -reach <= y <= plate.height + reach
                   for x, y in arrow.points)  # fmt: skip
    assert 0 < plate.overhang < inf


def test_the_square_around_a_picture_outside_is_one():
    x, y, side = 3.0, -2.0, 0.0
    corners = _square_around(MarkSpot((x, y), 0.5)).points
    for (ax, ay), (bx, by) in pairwise([*corners, corners[0]]):
        side = side or abs(bx - ax) + abs(by - ay)
        assert sorted((abs(bx - ax), abs(by - ay))) == pytest.approx([0, side])
    assert side > 1
    assert (sum(a for a, _ in corners), sum(b for _, b in corners)) == pytest.approx((4 * x, 4 * y))


def test_figures_outside_are_no_wider_than_the_maze():
    """Its ends are in two corners, and each figure is several cells wide."""
    maze = make_maze("square", "40x6", seed="owl", ends="corners")
    plate = make_plate(maze, ARROWS, load_theme("ink"))
    figures = stand_outside(plate, maze, Poses(None, "hero-1", "goal-1")).figures
    edges = [
        (figure.centre[0] - figure.radius, figure.centre[0] + figure.radius) for figure in figures
    ]
    assert edges[0][0] == pytest.approx(-plate.margin)
    assert edges[1][1] == pytest.approx(plate.width + plate.margin)
