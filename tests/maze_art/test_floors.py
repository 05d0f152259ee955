"""What lies between the walls: where it is, how pale it is, and that it changes no maze."""

from itertools import chain
from math import dist, hypot

import numpy as np
import pytest
from rendering import Picture, Printed

from puzzlebook import make_book
from puzzlebook.checks.drawn import read_svg_layers
from puzzlebook.checks.floors import find_floor_faults
from puzzlebook.checks.verify import verify
from puzzlebook.ground import templates
from puzzlebook.ground.faults import Refused
from puzzlebook.maze_art.floor import choose_floor, load_floor, load_floor_look
from puzzlebook.maze_art.theme import load_theme, parse_theme
from puzzlebook.verbs.one_maze import make_maze, maze_from_code

FLOORS = sorted(load_floor_look()["floors"])


@pytest.fixture(scope="module")
def shelf(tmp_path_factory):
    """A book of bees with a floor, and one without."""
    output = tmp_path_factory.mktemp("floors")
    asked = {"theme": "bee", "mazes": 2, "section.*.size": "7x8", "walls": "plain"}
    return [
        Printed(
            make_book(
                "ages-7-8",
                seed="owl",
                output=output,
                name=floor,
                overrides={**asked, "floor": floor},
            ).folder
        )
        for floor in ("theme", "none")
    ]


@pytest.mark.parametrize("name", FLOORS)
def test_a_drawing_lies_in_its_circle(name):
    floor = load_floor(name)
    assert 0 < floor.share <= 1
    for motif in floor.motifs:
        assert motif.lines
        for subpath in chain(*motif):
            controls = [
                point for bend in subpath.bends if isinstance(bend, tuple) for point in bend
            ]
            assert all(hypot(*point) <= 1 for point in [*subpath.points, *controls]), name


def test_themes_and_stages_name_floors_and_stages_that_there_are():
    stages = load_floor_look()["stages"]
    assert set(stages.values()) <= set(FLOORS)
    assert set(stages) <= set(templates.list_names("stages", ".svg"))
    named = {load_theme(name).floor for name in templates.list_names("themes")}
    assert named - {""} <= set(FLOORS)
    # Every floor is somebody's.
    assert set(FLOORS) == (named | set(stages.values())) - {""}
    assert choose_floor("grass", "volcano") == "stones"
    assert choose_floor("grass", "mine.svg") == "grass"
    assert choose_floor("") == ""


def test_a_theme_of_the_users_names_a_floor_that_there_is():
    text = 'about = "x"\nstart_name = "a"\nfinish_name = "b"\nstart = "M-1 0L1 0L0 1Z"\nfinish = "M-1 0L1 0L0 1Z"\n'
    assert parse_theme(f'{text}floor = "grass"\n'.encode(), "mine", "mine").floor == "grass"
    with pytest.raises(Refused, match="is not a floor; did you mean grass"):
        parse_theme(f'{text}floor = "gras"\n'.encode(), "mine", "mine")


def test_a_floor_changes_no_maze_and_no_answer(shelf):
    strewn, bare = shelf
    for maze, other in zip(strewn.mazes, bare.mazes, strict=True):
        assert maze["code"] == other["code"]
        assert maze["floor"] == "honeycomb"
        assert "floor" not in other
        puzzle = (strewn.folder / maze["svg"]).read_text("utf-8")
        assert 'id="floor"' in puzzle
        assert 'id="floor"' not in (strewn.folder / maze["solution_svg"]).read_text("utf-8")
        assert 'id="floor"' not in (bare.folder / other["svg"]).read_text("utf-8")


def test_nothing_of_a_floor_touches_a_wall_or_an_end(shelf):
    """Drawings lie in the circles of cells, and shadows along walls."""
    strewn, _ = shelf
    for row in strewn.mazes:
        maze = maze_from_code(row["code"])
        floor = read_svg_layers((strewn.folder / row["svg"]).read_bytes(), {})["floor"]
        assert not list(find_floor_faults(maze, floor))
        ends = [maze.shown.circle(cell) for cell in (maze.start, maze.end)]
        drawn = [stroke for stroke in floor if len(stroke) > 4]  # hexagons
        assert len(drawn) > 10
        for stroke in drawn:
            for circle in ends:
                assert all(dist(piece.start, circle.centre) > circle.radius for piece in stroke)


def test_what_crosses_a_wall_is_found(shelf, tmp_path):
    strewn, _ = shelf
    assert not verify(strewn.folder).faults
    row = strewn.mazes[-1]
    maze = maze_from_code(row["code"])
    layers = read_svg_layers((strewn.folder / row["svg"]).read_bytes(), {})
    moved = [
        [piece._replace(start=(piece.start[0] + 0.5, piece.start[1])) for piece in stroke]
        for stroke in layers["floor"]
    ]
    assert list(find_floor_faults(maze, moved))


def test_a_floor_is_pale(shelf):
    """A passage stays paper: what is dark on a page with a floor is not white on one without."""
    for maze, other in zip(*(book.mazes for book in shelf), strict=True):
        page, bare = (
            Picture(book, row, "puzzle").pixels
            for book, row in zip(shelf, (maze, other), strict=True)
        )
        if page.shape != bare.shape:
            continue
        strange = (page < 128) & (bare > 200)
        assert strange[4:-4, 4:-4].mean() < 0.0005
        assert np.abs(page.astype(int) - bare).mean() > 0.5


def test_a_single_maze_in_a_stage_has_the_floor_of_the_stage():
    maze = make_maze(size="16x18", seed="owl", stage="volcano")
    assert 'id="floor"' in maze.svg()
    assert 'id="floor"' not in maze.svg(solution=True)
    assert 'id="floor"' not in make_maze(size="12x14", seed="owl").svg(theme="bee")
