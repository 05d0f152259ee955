"""Mazes: a tree of the cells, ends and solution found again by brute force, measures on mazes drawn
by hand."""

from collections import Counter, deque
from dataclasses import replace
from hashlib import sha256
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzlebook import make_book, make_maze
from puzzlebook.ground.seeds import derive_maze_key
from puzzlebook.mazes.codes import ENDS, METHODS, Design
from puzzlebook.mazes.difficulty import Measures, count_turns
from puzzlebook.mazes.generator import draw_maze
from puzzlebook.mazes.grids import make_grid
from puzzlebook.mazes.levels import measure_window
from puzzlebook.mazes.maze import Maze

SIZES = st.tuples(st.integers(1, 7), st.integers(1, 7)).filter(lambda size: size[0] * size[1] > 1)


def drawn(size, ends="far", method="walls", number=0):
    design = Design("square", size, derive_maze_key("test", 1, "", number), ends, method)
    return draw_maze(design, make_grid("square", size))


# -- Found again, by other means ----------------------------------------------------------------------------


def joined(maze):
    """The cells that each cell is joined to, from the passages alone."""
    rows = {cell: [] for cell in range(maze.grid.cells)}
    for a, b in maze.passages:
        rows[a].append(b)
        rows[b].append(a)
    return rows


def distances(rows, start):
    found = {start: 0}
    waiting = deque([start])
    while waiting:
        cell = waiting.popleft()
        for onward in rows[cell]:
            if onward not in found:
                found[onward] = found[cell] + 1
                waiting.append(onward)
    return found


def left_when_dead_ends_are_filled(maze):
    """The cells that stay when every dead end but the two ends is filled, again and again."""
    rows = {cell: set(onward) for cell, onward in joined(maze).items()}
    dead = [cell for cell in rows if len(rows[cell]) == 1 and cell not in (maze.start, maze.end)]
    while dead:
        cell = dead.pop()
        (onward,) = rows.pop(cell)
        rows[onward].remove(cell)
        if len(rows[onward]) == 1 and onward not in (maze.start, maze.end):
            dead.append(onward)
    return set(rows)


def rim(columns, rows):
    return [
        y * columns + x
        for y in range(rows)
        for x in range(columns)
        if x in (0, columns - 1) or y in (0, rows - 1)
    ]


def farthest(maze, pairs):
    """Of these pairs the one that lies farthest apart; of several the lowest."""
    rows = joined(maze)
    tried = {tuple(sorted(pair)) for pair in pairs if pair[0] != pair[1]}
    return min(tried, key=lambda pair: (-distances(rows, pair[0])[pair[1]], pair))


def apart(maze, columns, rows, outer):
    """Where 25 times the square of the distance of two cells is at least 9 times that of the
    diagonal."""
    off = {
        (a, b): (b % columns - a % columns) ** 2 + (b // columns - a // columns) ** 2
        for a, b in combinations(sorted(outer), 2)
    }
    pairs = [pair for pair, square in off.items() if 25 * square >= 9 * (columns**2 + rows**2)]
    return farthest(maze, pairs) if pairs else min(off, key=lambda pair: (-off[pair], pair))


def brute_force(maze, columns, rows):
    """The ends that DESIGN's words ask for, by trying all pairs of cells of a square maze."""
    outer = rim(columns, rows)
    if maze.design.ends == "far":
        return farthest(maze, combinations(outer, 2))
    if maze.design.ends == "apart":
        return apart(maze, columns, rows, outer)
    if maze.design.ends == "opposite":
        return farthest(
            maze,
            [(top, (rows - 1) * columns + low) for top in range(columns) for low in range(columns)],
        )
    if maze.design.ends == "corners":
        return 0, columns * rows - 1
    off = {
        cell: (2 * (cell % columns) + 1 - columns, 2 * (cell // columns) + 1 - rows)
        for cell in joined(maze)
    }
    middle = min(off, key=lambda cell: (off[cell][0] ** 2 + off[cell][1] ** 2, cell))
    pair = farthest(maze, [(middle, cell) for cell in outer if cell != middle])
    return sum(pair) - middle, middle


# -- A tree of the cells ------------------------------------------------------------------------------------


@given(SIZES, st.sampled_from(METHODS), st.integers(0, 10**6))
def test_passages_are_a_spanning_tree(size, method, number):
    maze = drawn(size, "far", method, number)
    columns, rows = size
    cells = columns * rows
    assert list(maze.passages) == sorted(set(maze.passages))
    assert len(maze.passages) == cells - 1
    assert len(distances(joined(maze), 0)) == cells
    for a, b in maze.passages:
        assert b - a == columns or (
            b - a == 1 and b % columns
        )  # below, or to the right in the same row


@given(SIZES, st.sampled_from(METHODS), st.integers(0, 10**6))
def test_the_digest_is_of_the_passages_as_text(size, method, number):
    maze = drawn(size, "none", method, number)
    text = " ".join(f"{a}-{b}" for a, b in sorted(maze.passages))
    assert maze.digest == sha256(text.encode("ascii")).hexdigest()


def test_a_digest_by_hand():
    assert drawn((2, 1)).digest == sha256(b"0-1").hexdigest()
    assert drawn((1, 3)).digest == sha256(b"0-1 1-2").hexdigest()


# -- Ends and solution --------------------------------------------------------------------------------------


@pytest.mark.parametrize("ends", ["far", "apart", "opposite", "corners", "centre"])
@given(size=SIZES, method=st.sampled_from(METHODS), number=st.integers(0, 10**6))
def test_ends_by_brute_force(ends, size, method, number):
    maze = drawn(size, ends, method, number)
    assert (maze.start, maze.end) == brute_force(maze, *size)


@given(SIZES, st.sampled_from(ENDS[:-1]), st.sampled_from(METHODS), st.integers(0, 10**6))
def test_the_solution_is_what_filled_dead_ends_leave(size, ends, method, number):
    maze = drawn(size, ends, method, number)
    assert maze.start != maze.end
    assert (maze.solution[0], maze.solution[-1]) == (maze.start, maze.end)
    assert all(tuple(sorted(step)) in maze.passages for step in pairwise(maze.solution))
    assert len(set(maze.solution)) == len(maze.solution)
    assert set(maze.solution) == left_when_dead_ends_are_filled(maze)
    if ends not in ("centre", "corners"):
        assert maze.start < maze.end


@given(SIZES, st.sampled_from(METHODS), st.integers(0, 10**6))
def test_ends_never_move_a_wall(size, method, number):
    assert len({drawn(size, ends, method, number).digest for ends in ENDS}) == 1


def test_no_ends():
    maze = drawn((5, 5), "none")
    assert (maze.start, maze.end, maze.solution) == (None, None, ())


@pytest.mark.parametrize("size", [(2, 2), (3, 3), (1, 4), (4, 2)])
def test_random_ends_are_any_two_rim_cells_equally_often(size):
    """Chi-square at 1 in 10,000, over fixed seeds."""
    pairs = list(combinations(rim(*size), 2))
    found = Counter()
    for number in range(200 * len(pairs)):
        maze = drawn(size, "random", number=number)
        found[maze.start, maze.end] += 1
    assert set(found) <= set(pairs)
    chi_square = sum((found[pair] - 200) ** 2 / 200 for pair in pairs)
    free = len(pairs) - 1
    assert chi_square < free + 3.72 * (2 * free) ** 0.5 + 10


def test_polar_mazes_end_in_the_middle():
    maze = make_maze("polar", "8", seed="owl")
    assert maze.design.ends == "centre"
    assert maze.end == 0
    assert maze.start in maze.grid.rim


# -- Measures, on mazes drawn by hand -----------------------------------------------------------------------


def drawn_by_hand(picture):
    """A maze from its picture: cells are two characters wide, S and E are its ends."""
    lines = [line.strip() for line in picture.strip().splitlines()]
    rows, columns = len(lines) // 2, len(lines[0]) // 3
    passages, ends = set(), {}
    for cell in range(rows * columns):
        y, x = 2 * (cell // columns) + 1, 3 * (cell % columns) + 1
        ends |= {letter: cell for letter in "SE" if letter in lines[y][x : x + 2]}
        if lines[y][x + 2] == " ":
            passages.add((cell, cell + 1))
        if lines[y + 1][x : x + 2] == "  ":
            passages.add((cell, cell + columns))
    grid = make_grid("square", (columns, rows))
    assert passages <= set(grid.pairs)
    open_sides = bytes(pair in passages for pair in grid.pairs)
    blank = Maze(Design("square", (columns, rows), "0" * 16), grid, open_sides, None, None, ())
    if not ends:
        return blank
    maze = replace(blank, start=ends["S"], end=ends["E"])
    back = distances(joined(maze), maze.end)
    path = [maze.start]
    while path[-1] != maze.end:
        path.append(min(joined(maze)[path[-1]], key=back.__getitem__))
    return replace(maze, solution=tuple(path))


STRAIGHT = """
    +--+--+--+--+
    |S         E|
    +--+--+--+--+
"""
STAIRS = """
    +--+--+--+
    |S    |  |
    +--+  +  +
    |     |  |
    +  +--+  +
    |       E|
    +--+--+--+
"""
# From the start: straight on, or down into a branch of three cells that splits into arms of one and
# of two.
BRANCHES = """
    +--+--+--+--+
    |S         E|
    +  +--+--+  +
    |  |     |  |
    +  +  +--+  +
    |        |  |
    +--+--+--+--+
"""
AT_THE_ENDS = """
    +--+--+--+--+
    |     |     |
    +--+  +  +--+
    |   S   E   |
    +--+  +  +--+
    |     |     |
    +--+--+--+--+
"""
NO_ENDS = """
    +--+--+
    |     |
    +--+--+
"""


@pytest.mark.parametrize(
    ("picture", "wanted"),
    [
        # solution, turns, decisions, dead ends, wrong turns
        (STRAIGHT, Measures(4, 0, 0, 2, ())),
        # right, down, left, down, right, right: a side branch of two cells at the end, which is no
        # decision
        (STAIRS, Measures(7, 4, 0, 2, (0,))),
        # the branch below the start goes five cells deep: 4, 8, 9, 5 and 6; the one at the end is
        # two deep
        (BRANCHES, Measures(4, 0, 1, 3, (0, 10))),
        # two branches at either end, each two or one deep; all are seen at a glance
        (AT_THE_ENDS, Measures(2, 0, 1, 6, (0, 0, 0, 0, 0, 0))),
        (NO_ENDS, Measures(0, 0, 0, 2, ())),
    ],
    ids=["straight", "stairs", "branches", "at-the-ends", "no-ends"],
)
def test_measures_of_mazes_drawn_by_hand(picture, wanted):
    found = drawn_by_hand(picture).measures
    assert found._replace(wrong_turns=tuple(sorted(found.wrong_turns))) == wanted


@pytest.mark.parametrize("shape", ["triangular", "hexagonal", "square"])
def test_the_first_step_is_no_turn_and_one_back_along_the_rim_is(shape):
    """Where two sides lie as nearly ahead, either is: nothing is known of the way before it."""
    grid = make_grid(shape, (6, 6))
    beside = {cell: set() for cell in range(grid.cells)}
    for a, b in grid.pairs:
        beside[a].add(b)
        beside[b].add(a)
    turns = {
        (first, middle, last): count_turns(grid, (first, middle, last))
        for first in beside
        for middle in beside[first]
        for last in beside[middle] - {first}
    }
    most = {"triangular": {0}, "hexagonal": {0, 1}, "square": {0, 1}}[shape]
    assert set(turns.values()) == most


def test_difficulty_is_the_stated_function():
    assert Measures(9, 0, 0, 2, ()).difficulty == 0.2  # log10(1 + 9) / 5
    assert Measures(40, 20, 15, 30, (76, 0, 0)).difficulty == 0.4  # 40 + 10 + 30 + 19 = 99
    assert Measures(0, 0, 0, 2, ()).difficulty == 0


MEASURES = st.builds(
    Measures,
    solution_length=st.integers(2, 200),
    turns=st.integers(0, 100),
    decisions=st.integers(0, 50),
    dead_ends=st.integers(2, 500),
    wrong_turns=st.tuples(st.integers(0, 99)),
)


@given(MEASURES)
def test_difficulty_grows_with_each_measure(measures):
    least = measures.difficulty
    assert measures._replace(solution_length=measures.solution_length + 1).difficulty > least
    assert measures._replace(turns=measures.turns + 1).difficulty > least
    assert measures._replace(decisions=measures.decisions + 1).difficulty > least
    assert measures._replace(wrong_turns=(*measures.wrong_turns, 6)).difficulty > least
    assert measures._replace(wrong_turns=(measures.wrong_turns[0] + 2,)).difficulty > least
    assert round(least, 4) == least


@given(SIZES, st.sampled_from(METHODS), st.integers(0, 10**6))
def test_measures_by_brute_force(size, method, number):
    maze = drawn(size, "far", method, number)
    rows, columns = joined(maze), size[0]
    steps = [b - a for a, b in pairwise(maze.solution)]
    found = maze.measures
    assert found.solution_length == len(maze.solution)
    assert found.turns == sum(
        (abs(a) == columns) != (abs(b) == columns) for a, b in pairwise(steps)
    ) * (columns > 1)
    assert found.dead_ends == sum(len(onward) == 1 for onward in rows.values())
    inside = maze.solution[1:-1]
    assert found.decisions == (len(rows[maze.start]) > 1) + sum(
        len(rows[cell]) > 2 for cell in inside
    )
    depths = []
    for cell in maze.solution:
        for branch in set(rows[cell]) - set(maze.solution):
            apart = {a: [b for b in onward if b not in maze.solution] for a, onward in rows.items()}
            depths.append(1 + max(distances(apart, branch).values()))
    assert sorted(found.wrong_turns) == sorted(2 * depth if depth > 2 else 0 for depth in depths)


# -- From Python --------------------------------------------------------------------------------------------


def test_make_maze_fills_in_what_is_left_out():
    maze = make_maze(seed="owl")
    assert maze.design == Design(
        "square", (20, 28), derive_maze_key("owl", 1, "", 1), "far", "walls", None
    )
    assert (
        maze.code
        == make_maze(
            "orthogonal", (20, 28), seed=" owl ", number=1, section="", method="walls"
        ).code
    )
    assert make_maze(seed="owl", number=0).code != maze.code


def test_make_maze_is_the_books_maze_of_that_draw_and_section(tmp_path):
    book = make_book("sheets", seed="owl", output=tmp_path)
    assert len(book.manifest["mazes"]) == 10
    for row in book.manifest["mazes"]:
        maze = make_maze(
            "square",
            row["size"],
            seed="owl",
            number=row["draw"],
            section=row["section"],
            ends="apart",
        )
        assert (maze.code, maze.digest) == (row["code"], row["digest"])
        assert (maze.start, maze.end, len(maze.solution)) == (
            row["start"],
            row["end"],
            row["solution_length"],
        )


def test_a_maze_and_its_grid_say_in_one_line_what_they_are():
    maze = make_maze("square", "9x12", seed="owl")
    assert repr(maze) == f"<Maze {maze.code}: 108 cells>"
    assert repr(maze.grid) == "<Grid: 108 cells>"


def test_a_maze_shows_itself_in_a_notebook():
    assert make_maze("square", "3x3", seed="owl")._repr_svg_().startswith("<?xml")


def test_a_harder_level_of_the_same_board_has_harder_mazes():
    design, grid = Design("square", (6, 6), ""), make_grid("square", (6, 6))
    easier, usual, harder = (measure_window(design, grid, band) for band in (-1, 0, 1))
    assert easier.maximum <= usual.minimum < usual.maximum <= harder.minimum
