"""Mazes in stages: their ends, their codes, and a second implementation of both."""

import pytest
import second_mazes as second
from staging import BEETLE, POND, drawing, with_stages

from puzzlebook.ground import templates
from puzzlebook.ground.faults import Refused
from puzzlebook.mazes import make_grid, read_code
from puzzlebook.mazes.codes import STAGE, STAGE_FAR
from puzzlebook.mazes.silhouettes import Silhouette
from puzzlebook.mazes.tree import root_tree
from puzzlebook.verbs.one_maze import make_maze, maze_from_code

SHAPES = [
    ("square", "12x14"), ("square", "30x40"), ("hexagonal", "14x14"), ("triangular", "18x14"), ("polar", "9"),
    ("octagonal", "10x12"), ("rhombille", "6x8"), ("cairo", "8x10"), ("penrose", "12x14"),
]  # fmt: skip


@pytest.fixture
def stages(monkeypatch, tmp_path):
    (tmp_path / "templates").mkdir()
    with_stages(monkeypatch, tmp_path / "templates")


def distance_of(grid, cell, door):
    (x, y), (p, q) = grid.centres[cell], door
    return round(((x - p) ** 2 + (y - q) ** 2) ** 0.5, 6)


@pytest.mark.parametrize(("shape", "size"), SHAPES)
@pytest.mark.parametrize("edge", ["drawn", "steps"])
def test_the_ends_are_the_rim_cells_nearest_the_doors(shape, size, edge):
    maze = make_maze(shape, size, seed="owl", stage=POND, edge=edge)
    grid, rim = maze.grid, sorted(set(maze.grid.rim_cells))
    for end, door in ((maze.start, grid.doors[0]), (maze.end, grid.doors[1])):
        nearest = min(
            distance_of(grid, cell, door)
            for cell in rim
            if end == cell or cell not in (maze.start,)
        )
        assert distance_of(grid, end, door) == nearest
    assert maze.start != maze.end
    assert maze.solution[0] == maze.start


@pytest.mark.parametrize(("shape", "size"), SHAPES)
@pytest.mark.parametrize("method", ["walls", "passages"])
@pytest.mark.parametrize("edge", ["drawn", "steps"])
def test_a_second_implementation_agrees(monkeypatch, shape, size, method, edge):
    maze = make_maze(shape, size, seed="owl", stage=POND, method=method, edge=edge)
    name = maze.design.silhouette.removesuffix(".drawn")
    monkeypatch.setitem(second.OWN, name, POND)
    read = second.read(maze.code)
    assert read["ends"] == STAGE
    grid = second.grid_of(read)
    passages = second.passages_of(read, grid)
    assert second.digest_of(passages) == maze.digest
    joined = second.joined_of(grid, passages)
    assert second.ends_of(grid, STAGE, maze.design.key, joined) == (maze.start, maze.end)


def offered_cells(name, shape, size):
    """The rim cells nearest the doors that a stage offers, for the start and for the finish."""
    cut = Silhouette.stage(name).as_rim(shape)
    grid = make_grid(shape, size, cut)
    rim = sorted(set(grid.rim_cells))
    return [
        [min(rim, key=lambda cell: (distance_of(grid, cell, door), cell)) for door in doors]
        for doors in grid.door_choices
    ]


@pytest.mark.parametrize("name", ["crabby", "trex", "octopus"])
@pytest.mark.parametrize(("shape", "size"), [("square", (12, 13)), ("polar", (8,))])
def test_of_the_doors_that_a_stage_offers_the_longest_way_joins_two(name, shape, size):
    starts, ends = offered_cells(name, shape, size)
    for number in range(1, 9):
        maze = make_maze(shape, size, seed="owl", number=number, stage=name)
        assert maze.design.ends == STAGE_FAR
        ways = {
            (start, end): len(root_tree(maze.grid, maze.open_sides).path(start, end))
            for start in starts
            for end in ends
            if start != end
        }
        longest = next(pair for pair, length in ways.items() if length == max(ways.values()))
        assert (maze.start, maze.end) == longest
        assert maze_from_code(maze.code) == maze
        read = second.read(maze.code)
        grid = second.grid_of(read)
        joined = second.joined_of(grid, second.passages_of(read, grid))
        assert second.ends_of(grid, STAGE_FAR, read["key"], joined) == longest


def test_the_doors_never_select_the_tree():
    maze = make_maze(size="12x13", seed="owl", stage="crabby")
    design = maze.design._replace(ends=STAGE)
    before = maze_from_code(design.code)
    assert (before.digest, before.code) == (maze.digest, design.code)
    grid = before.grid
    rim = sorted(set(grid.rim_cells))
    assert (before.start, before.end) == tuple(
        min(rim, key=lambda cell: (distance_of(grid, cell, door), cell)) for door in grid.doors
    )


def test_a_stage_of_the_users_offers_its_two_doors(tmp_path):
    own = tmp_path / "mine.svg"
    own.write_bytes(templates.read("stages", "crabby", ".svg"))
    maze = make_maze(size="12x13", seed="owl", stage=own)
    assert maze.design.ends == STAGE
    with pytest.raises(Refused, match="several doors"):
        maze_from_code(maze.design._replace(ends=STAGE_FAR).code, stage=own)


def test_both_doors_at_one_cell_end_at_the_next(tmp_path):
    near = tmp_path / "near.svg"
    near.write_bytes(drawing('<path id="maze" d="M10 30L90 30L90 130L10 130Z"/>', '<circle id="start" cx="10" cy="60" r="3"/>', '<circle id="finish" cx="10" cy="61" r="3"/>'))  # fmt: skip
    maze = make_maze(size="4x5", seed="owl", stage=near)
    assert maze.start != maze.end
    assert maze.start in maze.grid.rim
    assert maze.end in maze.grid.rim


def test_a_door_at_a_hole_is_an_end_too(tmp_path):
    inner = tmp_path / "inner.svg"
    inner.write_bytes(drawing('<path id="maze" fill-rule="evenodd" d="M10 30L90 30L90 130L10 130ZM40 60L60 60L60 100L40 100Z"/>', '<circle id="start" cx="10" cy="60" r="3"/>', '<circle id="finish" cx="50" cy="60" r="3"/>'))  # fmt: skip
    maze = make_maze(size="16x20", seed="owl", stage=inner)
    assert maze.end not in maze.grid.rim
    assert maze.end in maze.grid.rim_cells
    assert maze.svg()


def test_the_ends_of_a_stage_never_select_the_tree():
    staged = make_maze(size="12x14", seed="owl", stage=POND)
    design = staged.design._replace(ends="far")
    far = maze_from_code(design.code, stage=POND)
    assert far.digest == staged.digest
    assert (far.start, far.end) != (staged.start, staged.end)


def test_a_code_of_ours_remakes_its_maze_alone(stages):
    maze = make_maze(size="12x15", seed="owl", stage="pond")
    assert maze.code.startswith("1-square-12x15-pond-stage-")
    again = maze_from_code(maze.code)
    assert (again.digest, again.start, again.end, again.code) == (
        maze.digest,
        maze.start,
        maze.end,
        maze.code,
    )
    assert 'id="back"' in again.svg(), "the drawing as well"
    polar = make_maze("polar", 8, seed="owl", stage="pond")
    assert maze_from_code(polar.code) == polar
    assert "-pond.drawn-stage-" in polar.code


def test_a_code_of_the_users_stage_asks_for_the_file():
    maze = make_maze(size="12x15", seed="owl", stage=POND)
    assert maze_from_code(maze.code, stage=POND) == maze
    for files in ({}, {"stage": BEETLE}, {"silhouette": POND}):
        with pytest.raises(Refused, match=r"stage|silhouette"):
            maze_from_code(maze.code, **files)
    with pytest.raises(Refused, match="stage"):
        maze_from_code(make_maze(size="9x9", seed="owl", silhouette=POND).code, stage=POND)


def test_the_art_may_change_and_the_maze_stays(stages):
    """What decides is the outline and the doors."""
    silhouette = Silhouette.stage("pond")
    other = Silhouette.from_stage(POND.read_bytes().replace(b"#bfe6f5", b"#ffffff"), "pond")
    assert (silhouette.outline, silhouette.doors) == (other.outline, other.doors)
    cells = [make_grid("square", (12, 14), each).cells for each in (silhouette, other)]
    assert cells[0] == cells[1]


@pytest.mark.parametrize("text", ["1-square-9x12-stage-7q4k2m9x0c3t5v8w", "1-square-9x12-pond-stage-7.9-walls.0", "1-square-9x12-stage.1-far-7q4k2m9x0c3t5v8w"])  # fmt: skip
def test_what_is_no_code_of_a_stage_is_refused(text):
    from puzzlebook.ground.printed_codes import check_character

    with pytest.raises(Refused):
        read_code(f"{text}-{check_character(text)}")


def test_a_silhouette_has_no_ends_of_a_stage():
    design = read_code(make_maze(size="12x14", seed="owl", silhouette="heart").code)._replace(
        ends=STAGE
    )
    with pytest.raises(Refused, match="doors"):
        maze_from_code(design.code)


@pytest.mark.parametrize(
    ("arguments", "what"),
    [
        ({"stage": POND, "ends": "far"}, "ends"),
        ({"stage": POND, "silhouette": "heart"}, "stage"),
        ({"stage": POND, "way": "heart"}, "stage"),
        ({"stage": "pnod"}, "did you mean"),
        ({"silhouette": "pond"}, "is a stage"),
        ({"ends": "stage"}, "ends"),
    ],
)  # fmt: skip
def test_what_does_not_go_with_a_stage_is_refused(stages, arguments, what):
    with pytest.raises(Refused) as refused:
        make_maze(size="12x14", seed="owl", **arguments)
    assert what in str(refused.value)


def test_a_maze_without_ends_in_a_stage():
    maze = make_maze(size="12x14", seed="owl", stage=POND, ends="none")
    assert maze.start is None
    assert maze.svg()


@pytest.mark.parametrize("size", [(15, 15), (16, 16), (17, 17)])
def test_a_ring_is_compared_with_its_own_two_loops(size):
    """They have one middle, so that tells nothing of which is which."""
    assert make_grid("square", size, Silhouette.stage("sunflower"), "drawn").drawing_rating == 2
