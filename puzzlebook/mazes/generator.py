"""Drawing the maze of a design on its grid. The same design always gives the same maze."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from puzzlebook.ground.faults import refuse
from puzzlebook.ground.printed_codes import read_bits
from puzzlebook.ground.seeds import draw_below, stream_draws
from puzzlebook.mazes.codes import Design
from puzzlebook.mazes.difficulty import Measures, measure
from puzzlebook.mazes.ends import ENDS
from puzzlebook.mazes.grid import Grid
from puzzlebook.mazes.maze import INVERT, Maze
from puzzlebook.mazes.tree import Tree, is_spanning_tree, root_tree
from puzzlebook.mazes.wilson import draw_spanning_tree, remove_edges

if TYPE_CHECKING:
    from puzzlebook.mazes.hidden import HiddenPicture

_WHERE = "maze code"
_TREE = "tree"


def draw_maze(
    design: Design, grid: Grid, fitted: Grid | None = None, picture: HiddenPicture | None = None
) -> Maze:
    """Draw the maze that a design names.

    fitted: the grid that is drawn, if it differs. picture: the picture that the solution draws.
    """
    path = picture.plan_path(design, grid) if picture else ()
    return draw_with_tree(design, grid, fitted, path)[0]


def draw_measured(
    design: Design, grid: Grid, picture: HiddenPicture | None = None
) -> tuple[Maze, Measures]:
    """Draw the maze that `draw_maze` draws, and measure it."""
    path = picture.plan_path(design, grid) if picture else ()
    maze, tree = draw_with_tree(design, grid, path=path)
    if design.rooms:
        return maze, maze.measures
    return maze, measure(maze.grid, maze.open_sides, maze.solution, tree)


def draw_with_tree(
    design: Design, grid: Grid, fitted: Grid | None = None, path: Sequence[int] = ()
) -> tuple[Maze, Tree | None]:
    """Draw the maze that a design names. Return it together with the tree of its passages; the tree
    is None if it was not needed to find the ends.

    path: the cells of a prescribed solution, from rim to rim. All mazes with this solution are
    equally likely.
    """
    if design.rooms:
        return _draw_room(design, grid), None
    grid, fitted = design.adapt_grids(grid, fitted)
    if design.walls is not None:
        return _read_description(design, design.walls, grid, fitted), None
    if design.wall:
        from puzzlebook.mazes.wall_mazes import draw_wall

        return draw_wall(design, grid, fitted, _draw_tree)
    if design.spread:
        return _draw_spread(design, grid, fitted)
    open_sides = _METHODS[design.method](design, grid, path, _TREE)
    if path:
        return Maze(design, grid, open_sides, path[0], path[-1], tuple(path), fitted), None
    if design.ends == "none":
        return Maze(design, grid, open_sides, None, None, (), fitted), None
    tree = root_tree(grid, open_sides)
    start, end = ENDS[design.ends](design, grid, tree)
    return Maze(design, grid, open_sides, start, end, tree.path(start, end), fitted), tree


def _draw_tree(design: Design, grid: Grid, purpose: str) -> bytes:
    """Draw the passages of a maze by the method of its design, from the random stream for a
    purpose."""
    return _METHODS[design.method](design, grid, (), purpose)


def _draw_spread(design: Design, grid: Grid, fitted: Grid | None) -> tuple[Maze, Tree]:
    """Draw the maze over two pages that a design names, again and again until its solution goes far
    enough on both pages."""
    from puzzlebook.mazes.spread import find_spread_solution, uses_both_pages

    attempt = 1
    while True:
        open_sides = _draw_tree(design, grid, f"{_TREE} {attempt}")
        tree = root_tree(grid, open_sides)
        solution, pieces = find_spread_solution(design.size, tree)
        if uses_both_pages(design.joint_count, design.size[1], pieces):
            return Maze(design, grid, open_sides, solution[0], solution[-1], solution, fitted), tree
        attempt += 1


def _draw_room(design: Design, grid: Grid) -> Maze:
    """Return the room that a design names as a maze on its own grid. Its solution is the sequence
    of all pieces of the solution in the room."""
    room = design.find_room(grid)
    solution = tuple(cell for visit in room.visits for cell in visit.cells)
    return Maze(design, grid, room.open_sides, room.start, room.end, solution)


def _read_description(design: Design, walls: str, grid: Grid, fitted: Grid | None) -> Maze:
    """Return the maze whose walls and ends a code contains. Refuse walls or ends that fit no maze
    on this grid."""
    bits = read_bits(walls, len(grid.pairs))
    if bits is None:
        what = (
            f"its walls are not those of {grid.cells} cells, "
            f"which have {len(grid.pairs)} sides between them"
        )
        raise refuse(_WHERE, what, f"digits of base 32: {-(-len(grid.pairs) // 5)}, unused bits 0")
    open_sides = bits.translate(INVERT)
    is_fixed = all(open_sides[side] for side in grid.fixed_sides)
    if not is_fixed or not is_spanning_tree(grid, open_sides):
        raise refuse(_WHERE, "its walls make no maze", "exactly one path between any two cells")
    if design.ends == "none":
        return Maze(design, grid, open_sides, None, None, (), fitted)
    start, end = map(int, design.ends.split("."))
    if start == end or max(start, end) >= grid.cells:
        raise refuse(_WHERE, f"its ends are {start} and {end}", f"two cells, 0 to {grid.cells - 1}")
    solution = root_tree(grid, open_sides).path(start, end)
    return Maze(design, grid, open_sides, start, end, solution, fitted)


def _add_walls(design: Design, grid: Grid, path: Sequence[int], purpose: str) -> bytes:
    """Draw a maze with the wall adder: the walls are a uniform spanning tree of the dual graph, and
    all other sides are passages.

    The grid must be planar, because only a planar graph has a dual; a grid with bridges is not.

    A maze has a prescribed solution if and only if no wall crosses the solution. So the dual is
    walked without the sides between successive cells of `path`.
    """
    graph = grid.wall_graph
    root = graph.nodes - 1
    joined: Sequence[int] = ()
    certain: Sequence[int] = ()
    draws = stream_draws(design.key, purpose, graph.bits, design.edition)
    if path:
        graph, joined, certain = remove_edges(
            graph, grid.wall_entries, _find_crossed_sides(grid, path), root
        )
    walls = draw_spanning_tree(graph, root, draws, len(grid.pairs), joined)
    for side in certain:
        walls[side] = 1
    return bytes(walls.translate(INVERT))


def _carve_passages(design: Design, grid: Grid, path: Sequence[int], purpose: str) -> bytes:
    """Draw a maze with the passage carver: the passages are a uniform spanning tree of the cells,
    grown from a random cell or, if the solution is prescribed, from the whole solution.

    Any connected graph will do, planar or not. With bridges, the nodes of the graph include
    contracted chains of cells (see `bridges`); over two pages, the contracted pairs of cells at
    joints (see `spread`).
    """
    graph = grid.cell_graph
    draws = stream_draws(design.key, purpose, graph.bits, design.edition)
    first = path[0] if path else draw_below(graph.nodes, draws, graph.bits)
    passages = draw_spanning_tree(graph, first, draws, len(grid.pairs), path)
    for side in (*_find_crossed_sides(grid, path), *grid.fixed_sides):
        passages[side] = 1
    return bytes(passages)


def _find_crossed_sides(grid: Grid, path: Sequence[int]) -> list[int]:
    """Return the inner sides between successive cells of a path."""
    sides = grid.shared_sides
    return [sides[pair] if pair[0] < pair[1] else sides[pair[::-1]] for pair in pairwise(path)]


_METHODS: dict[str, Callable[[Design, Grid, Sequence[int], str], bytes]] = {
    "walls": _add_walls,
    "passages": _carve_passages,
}
