"""The mazes of a wall (see `wall`): each of its pieces, and the whole wall."""

from __future__ import annotations

from collections.abc import Callable
from itertools import compress
from typing import TypeAlias

from puzzlebook.mazes.codes import Design
from puzzlebook.mazes.grid import Grid
from puzzlebook.mazes.grids import make_grid
from puzzlebook.mazes.maze import Maze
from puzzlebook.mazes.tree import Tree, root_tree
from puzzlebook.mazes.wall import compute_min_solution_length, find_ends, list_piece_cells

DrawTree: TypeAlias = Callable[[Design, Grid, str], bytes]
"""A function that draws the passages of a maze from the random stream for a purpose."""


def draw_wall(
    design: Design, grid: Grid, fitted: Grid | None, draw_tree: DrawTree
) -> tuple[Maze, Tree | None]:
    """Draw the piece that a design names, or the whole wall. Return it with the tree of its
    passages.

    grid: the grid of the piece or of the whole wall. draw_tree: draws the passages of a piece.
    """
    if design.piece:
        return _draw_piece(design, grid, fitted, draw_tree)
    wall, board = design.find_wall(), make_grid(design.shape, design.size)
    sheets, passages = wall.sheets, set[tuple[int, int]]()
    ends: list[int] = []
    for sheet in range(sheets.columns * sheets.rows):
        piece_design = design._replace(wall=f"{design.wall}.{sheet + 1}")
        piece, _ = _draw_piece(piece_design, board, None, draw_tree)
        cells_on_wall = list_piece_cells(sheets, sheet)
        passages.update(
            (cells_on_wall[a], cells_on_wall[b]) for a, b in compress(board.pairs, piece.open_sides)
        )
        for gate in wall.gates[sheet]:
            there = next(other for other in wall.gates[gate.sheet] if other.sheet == sheet)
            pair = cells_on_wall[gate.cell], list_piece_cells(sheets, gate.sheet)[there.cell]
            passages.add((min(pair), max(pair)))
        ends += [cells_on_wall[piece.start or 0]] if sheet == wall.way[0] else []
        ends += [cells_on_wall[piece.end or 0]] if sheet == wall.way[-1] else []
    open_sides = bytes(pair in passages for pair in grid.pairs)
    tree = root_tree(grid, open_sides)
    start, end = ends  # the solution starts on the lower-numbered sheet
    return Maze(design, grid, open_sides, start, end, tree.path(start, end), fitted), tree


def _draw_piece(
    design: Design, grid: Grid, fitted: Grid | None, draw_tree: DrawTree
) -> tuple[Maze, Tree | None]:
    wall, minimum = design.find_wall(), compute_min_solution_length(design.size)
    attempt = 1
    while True:
        open_sides = draw_tree(design, grid, f"tree {design.piece} {attempt}")
        tree = root_tree(grid, open_sides)
        start, end = find_ends(wall, design.piece - 1, tree)
        solution = tree.path(start, end)
        if len(solution) >= minimum:
            return Maze(design, grid, open_sides, start, end, solution, fitted), tree
        attempt += 1
