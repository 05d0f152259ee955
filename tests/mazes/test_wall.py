"""The wall of a class: its gates and its pieces are drawn uniformly, counted as in test_uniform;
each piece and the whole hang together as they should."""

from __future__ import annotations

from collections import Counter
from itertools import compress
from time import process_time

import pytest
from test_uniform import kirchhoff

from puzzlebook import maze_from_code
from puzzlebook.ground.faults import Refused
from puzzlebook.ground.seeds import derive_maze_key
from puzzlebook.mazes import wall as module
from puzzlebook.mazes import wall_mazes
from puzzlebook.mazes.codes import Design, read_code
from puzzlebook.mazes.generator import draw_maze
from puzzlebook.mazes.grids import make_grid
from puzzlebook.mazes.tree import is_spanning_tree
from puzzlebook.mazes.wall import SheetGrid, compute_min_solution_length

WALLS = [
    ("3x3", "2x1"), ("3x3", "1x2"), ("4x3", "2x2"), ("5x4", "2x5"), ("3x3", "20x1"), ("5x3", "1x7"), ("9x12", "6x5"),
]  # fmt: skip


def design_of(size: str, wall: str, number: int = 1, method: str = "walls") -> Design:
    width, height = map(int, size.split("x"))
    key = derive_maze_key("counted", 1, "", number)
    return Design.of_wall("square", (width, height), key, method, wall)


def draw(design: Design):
    return draw_maze(design, make_grid(design.shape, design.board_size))


def pieces_of(design: Design):
    columns, rows = design.wall_size
    numbers = range(1, columns * rows + 1)
    return [draw(design._replace(wall=f"{columns}x{rows}.{number}")) for number in numbers]


# -- The law ------------------------------------------------------------------------------------------------


def p_value(counts: Counter, possible: int) -> float:
    from scipy.stats import chisquare

    assert len(counts) <= possible
    return chisquare([*counts.values(), *[0] * (possible - len(counts))]).pvalue


@pytest.mark.parametrize(
    ("size", "wall"), [("4x4", "2x2"), ("3x3", "3x2"), ("5x3", "2x2"), ("3x4", "2x2")]
)
def test_gates_are_drawn_uniformly(size, wall):
    """As many as Kirchhoff counts, each equally often; and none at a corner."""
    design = design_of(size, wall)
    sheets = design.find_wall().sheets
    sides = [
        pair for pair in sheets.list_borders() if not any(is_corner(sheets, cell) for cell in pair)
    ]
    nodes = sheets.columns * sheets.rows
    possible = kirchhoff(nodes, [tuple(map(sheets.find_sheet, pair)) for pair in sides])
    assert possible >= 4
    counts: Counter = Counter()
    for number in range(20 * possible):
        found = design._replace(key=f"{number:016}").find_wall()
        counts[tuple((gate.cell, gate.sheet) for gates in found.gates for gate in gates)] += 1
    assert p_value(counts, possible) > 0.001


def is_corner(sheets: SheetGrid, cell: int) -> bool:
    y, x = divmod(cell, sheets.across)
    return x % sheets.width in (0, sheets.width - 1) and y % sheets.height in (0, sheets.height - 1)


@pytest.mark.parametrize(
    "method", ["walls", pytest.param("passages", marks=pytest.mark.exhaustive)]
)
def test_pieces_are_drawn_uniformly(method):
    """All 192 mazes of 3x3: none has a way shorter than three cells."""
    counts = Counter(
        draw(design_of("3x3", "2x1.2", number, method)).open_sides for number in range(20 * 192)
    )
    assert p_value(counts, 192) > 0.001


def test_of_pieces_with_a_long_way_each_is_equally_likely(monkeypatch):
    """Given the gates: here a wall whose second sheet has its two gates around a corner."""
    monkeypatch.setattr(wall_mazes, "compute_min_solution_length", lambda size: 5)
    base = next(
        design
        for number in range(99)
        for design in [design_of("3x3", "2x2.2", number)]
        if len(design.find_wall().gates[1]) == 2 and 1 in design.find_wall().way[1:-1]
    )
    wall, grid = base.find_wall(), make_grid("square", (3, 3))
    monkeypatch.setattr(Design, "find_wall", lambda design: wall)
    counts = Counter()
    for number in range(2600):
        maze = draw_maze(base._replace(key=f"{number:016}"), grid)
        assert len(maze.solution) >= 5
        counts[maze.open_sides] += 1
    # All that there are: those of the mazes of a long run without the rule.
    monkeypatch.setattr(wall_mazes, "compute_min_solution_length", lambda size: 1)
    free = {
        maze.open_sides
        for number in range(5000)
        for maze in [draw_maze(base._replace(key=f"free{number:012}"), grid)]
        if len(maze.solution) >= 5
    }
    assert free == {*counts}
    assert p_value(counts, len(free)) > 0.001


def test_a_lopsided_draw_is_noticed(monkeypatch):
    monkeypatch.setattr(module, "draw_doors", lambda key, sheets, edition, borders: (
        real(key[:-1] + "0", sheets, edition, borders)  # nine of ten keys are dropped
    ))  # fmt: skip
    counts = Counter(
        tuple(design_of("3x4", "2x2")._replace(key=f"{number:016}").find_wall().gates)
        for number in range(300)
    )
    assert p_value(counts, 32) < 0.001


real = module.draw_doors


# -- What hangs together ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("size", "wall"), WALLS)
def test_the_pieces_make_the_whole(size, wall):
    whole = draw(design_of(size, wall, len(wall)))
    assert is_spanning_tree(whole.grid, whole.open_sides)
    found, pieces = whole.design.find_wall(), pieces_of(whole.design)
    sheets = found.sheets
    inner = Counter(
        sheets.find_sheet(a)
        for a, b in whole.passages
        if sheets.find_sheet(a) == sheets.find_sheet(b)
    )
    for sheet, piece in enumerate(pieces):
        assert is_spanning_tree(piece.grid, piece.open_sides)
        assert inner[sheet] == piece.grid.cells - 1
        assert len(piece.solution) >= compute_min_solution_length(piece.design.size)
        assert {gate.letter for gate in piece.gates} <= set("ABCD")
        assert len({gate.letter for gate in piece.gates}) == len(piece.gates)
        for gate in piece.gates:
            assert piece.grid.rim_cells[gate.side - len(piece.grid.pairs)] == gate.cell
            (back,) = (other for other in pieces[gate.sheet].gates if other.sheet == sheet)
            assert back.letter == gate.letter
    assert sum(len(piece.gates) for piece in pieces) == 2 * (len(pieces) - 1)
    # The whole leads from sheet to sheet as its pieces do.
    visited = list(dict.fromkeys(map(sheets.find_sheet, whole.solution)))
    assert visited == list(found.way)
    lengths = [len(pieces[sheet].solution) for sheet in visited]
    assert len(whole.solution) == sum(lengths)


@pytest.mark.parametrize(("size", "wall"), WALLS)
def test_each_piece_leads_from_an_end_to_a_gate(size, wall):
    design = design_of(size, wall, 7)
    way = design.find_wall().way
    for sheet, piece in enumerate(pieces_of(design)):
        gates = {gate.cell for gate in piece.gates}
        assert (piece.start in gates) == ((sheet != way[0] and len(gates) > 1) or sheet == way[-1])
        assert (piece.end in gates) == (sheet != way[-1])
        assert piece.is_wall_start == (sheet == way[0])


def test_a_piece_is_made_from_its_code_alone():
    whole = maze_from_code(design_of("9x12", "6x5").code)
    piece = maze_from_code(design_of("9x12", "6x5.17").code)
    sheets = whole.design.find_wall().sheets
    open_ = {*compress(whole.grid.pairs, whole.open_sides)}
    corner = 16 // 6 * 12 * sheets.across + 16 % 6 * 9
    places = [corner + cell // 9 * sheets.across + cell % 9 for cell in range(108)]
    assert {(places[a], places[b]) for a, b in piece.passages} <= open_
    assert piece.facts["wall"] == "6x5.17"
    assert maze_from_code(whole.descriptive_code).digest == whole.digest
    assert maze_from_code(piece.descriptive_code).solution == piece.solution


@pytest.mark.parametrize(
    "field",
    ["wall.1x1", "wall.6x5.31", "wall.21x1", "wall.6x5.0", "wall.06x5", "wall.6x5.", "wall.6"],
)
def test_no_other_wall_has_a_code(field):
    good = design_of("9x12", "6x5.17")
    body = good.code.rpartition("-")[0].replace("wall.6x5.17", field)
    from puzzlebook.ground.printed_codes import check_character

    with pytest.raises(Refused):
        read_code(f"{body}-{check_character(body)}")
    assert read_code(good.code) == good


@pytest.mark.parametrize(
    ("old", "new"),
    [("gates", "far"), ("square", "hexagonal"), ("9x12", "2x12"), ("-gates", "-bridges.3-gates")],
)
def test_a_wall_goes_with_nothing_else(old, new):
    from puzzlebook.ground.printed_codes import check_character

    body = design_of("9x12", "6x5.17").code.rpartition("-")[0].replace(old, new)
    with pytest.raises(Refused):
        read_code(f"{body}-{check_character(body)}")


def test_a_large_wall_is_drawn_at_once():
    began = process_time()
    design = design_of("20x28", "6x6")
    draw(design)
    pieces_of(design)
    assert process_time() - began < 4  # two seconds on a quiet machine


def test_the_least_way_of_a_piece_is_half_as_long_as_both_sides():
    assert [compute_min_solution_length(size) for size in ((9, 12), (12, 9), (4, 4))] == [10, 10, 4]
