"""Rings and triangles cut for a rim that is the drawing: what is kept, and how codes tell it from
the plain cut."""

from __future__ import annotations

from itertools import combinations
from math import dist, hypot, inf
from random import Random

import pytest

from puzzlebook import make_book, make_maze
from puzzlebook.checks.verify import verify
from puzzlebook.ground.faults import Refused
from puzzlebook.ground.seeds import derive_maze_key
from puzzlebook.mazes.codes import Design, read_code
from puzzlebook.mazes.grids import make_grid
from puzzlebook.mazes.silhouettes import Silhouette
from puzzlebook.outlines import encircle, outline_svg
from puzzlebook.verbs.one_maze import maze_from_code

ISLANDS = (
    b'<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h40v90h-40zM60 0h30v90h-30z"/></svg>'
)


def smallest_circle(points):
    """The radius of the smallest circle that holds all points, by trying all pairs and threes."""
    best = inf
    for p, q in combinations(points, 2):
        middle = (p[0] + q[0]) / 2, (p[1] + q[1]) / 2
        best = fits(points, middle, dist(p, q) / 2, best)
    for (ax, ay), (bx, by), (cx, cy) in combinations(points, 3):
        twice = 2 * ((bx - ax) * (cy - ay) - (by - ay) * (cx - ax))
        if abs(twice) > 1e-6:
            b, c = (bx - ax) ** 2 + (by - ay) ** 2, (cx - ax) ** 2 + (cy - ay) ** 2
            x, y = ((cy - ay) * b - (by - ay) * c) / twice, ((bx - ax) * c - (cx - ax) * b) / twice
            best = fits(points, (ax + x, ay + y), hypot(x, y), best)
    return best


def fits(points, middle, radius, best):
    return (
        radius
        if radius < best and all(dist(point, middle) <= radius * (1 + 1e-9) for point in points)
        else best
    )


def test_the_circle_around_a_drawing_is_the_smallest():
    chance = Random(5)
    for corners in (3, 4, 7, 7, 9):
        points = [(chance.random() * 100, chance.random() * 60) for _ in range(corners)]
        path = "M" + "L".join(f"{x} {y}" for x, y in points)
        outline = outline_svg(
            f'<svg xmlns="http://www.w3.org/2000/svg"><path d="{path}Z"/></svg>'.encode(), "here"
        )
        (laid,) = encircle(outline)
        (polygon,) = laid.areas[0].polygons
        radius = laid.width / 2
        assert laid.width == laid.height
        assert max(dist(corner, (radius, radius)) for corner in polygon) == pytest.approx(
            radius, abs=2
        )
        # Of a drawing of few directions the farthest corners are looked at in 32: the circle may be
        # a hair larger.
        assert radius == pytest.approx(smallest_circle(polygon), rel=0.006)


@pytest.mark.parametrize("name", ["heart", "star", "castle"])
def test_the_whole_drawing_lies_within_the_rings(name):
    """In the box around them its corners stuck out, and were sawn off."""
    plain = Silhouette.built_in(name)
    grid, steps = (
        make_grid("polar", (9,), silhouette, "drawn")
        for silhouette in (plain.as_rim("polar"), plain)
    )
    reach = [
        max(hypot(x + g.origin[0], y + g.origin[1]) for x, y in g.corners) for g in (grid, steps)
    ]
    assert reach[0] <= 10.02
    assert reach[1] > 10.3


@pytest.mark.parametrize("name", ["circle", "egg", "moon", "apple"])
def test_a_smooth_drawing_has_no_teeth(name):
    plain = Silhouette.built_in(name)
    alone = [
        sum(len(row) == 1 for row in neighbours(make_grid("triangular", (30, 18), silhouette)))
        for silhouette in (plain.as_rim("triangular"), plain)
    ]
    assert alone[0] <= 3 < alone[1]  # an apple has a leaf, a moon has tips


def neighbours(grid):
    rows = [set() for _ in range(grid.cells)]
    for a, b in grid.pairs:
        rows[a].add(b)
        rows[b].add(a)
    return rows


@pytest.mark.parametrize(("shape", "size"), [("polar", "9"), ("triangular", "24x14")])
def test_a_code_says_which_cut_it_is(shape, size):
    drawn, steps = (
        make_maze(shape, size, seed="owl", silhouette="heart", edge=edge)
        for edge in ("drawn", "steps")
    )
    assert f"-{size}-heart.drawn-" in drawn.code
    assert f"-{size}-heart-" in steps.code
    assert drawn.grid.cells != steps.grid.cells
    for maze in (drawn, steps):
        for edge in ("drawn", "steps"):
            assert maze_from_code(maze.code, edge=edge).digest == maze.digest
    largest = Silhouette.from_file(ISLANDS, "islands", "largest").as_rim(shape)
    assert largest.code.endswith(".drawn.largest")
    assert make_grid(shape, drawn.design.size, largest).cells < drawn.grid.cells


@pytest.mark.parametrize(
    "shape", ["square", "hexagonal", "octagonal", "cairo", "rhombille", "penrose"]
)
def test_other_shapes_are_cut_in_one_way(shape):
    heart = Silhouette.built_in("heart")
    assert heart.as_rim(shape) is heart
    code = Design(shape, (9, 9), derive_maze_key("owl", 1, "", 1), silhouette="heart.drawn").code
    with pytest.raises(Refused, match="is not a maze code"):
        read_code(code)


def test_a_way_is_no_rim():
    with pytest.raises(Refused, match="is not a maze code"):
        read_code(
            Design(
                "triangular", (9, 9), derive_maze_key("owl", 1, "", 1), ends="way.heart.drawn"
            ).code
        )


def test_a_book_of_rings_is_made_again(tmp_path):
    overrides = {"mazes": 4, "section.*.shape": "polar", "section.*.size": "8", "svg": False,
                 "section.*.silhouette": "heart,text:MI"}  # fmt: skip
    book = make_book("sheets", seed="owl", output=tmp_path, overrides=overrides)
    assert {maze["silhouette"].split(".")[0] for maze in book.manifest["mazes"]} == {
        "heart",
        "name",
    }
    assert all(maze["silhouette"].endswith(".drawn") for maze in book.manifest["mazes"])
    assert verify(book.folder).faults == ()
