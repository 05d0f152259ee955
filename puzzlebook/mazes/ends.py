"""The rules by which the start and the end of a maze are chosen.

In a tie the cell with the lower number wins. Distances are rounded before they are compared.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from itertools import combinations, product
from math import hypot

from puzzlebook.geometry.arcs import Point
from puzzlebook.ground.faults import refuse
from puzzlebook.ground.seeds import draw_below, stream_draws
from puzzlebook.mazes.codes import STAGE, STAGE_FAR, Design
from puzzlebook.mazes.grid import Grid
from puzzlebook.mazes.tree import Tree, find_longest, find_longest_where

Ends = tuple[int, int]

_MIN_APART = 0.6
"""The minimum distance between "apart" ends, as a share of the diagonal of the grid's box."""


def _pick_far(design: Design, grid: Grid, tree: Tree) -> Ends:
    """Pick the ends of the longest path between two cells of the outer rim; cells 0 and 1 if only
    one cell is on the rim."""
    return find_longest(tree, grid.rim, grid.rim) or (0, 1)


def _pick_apart(design: Design, grid: Grid, tree: Tree) -> Ends:
    """Pick the ends of the longest path between rim cells that are far enough apart. If no two are,
    pick the two rim cells that are farthest apart."""
    ends = find_longest_where(tree, grid.rim, partial(are_apart, grid.plain))
    return ends or min(
        combinations(grid.rim, 2), key=lambda pair: -centre_distance(grid, *pair), default=(0, 1)
    )


def _pick_opposite(design: Design, grid: Grid, tree: Tree) -> Ends:
    """Pick the ends of the longest path from a rim cell at the top of the bounding box to one at
    its bottom."""
    spans = {cell: grid.span(cell) for cell in grid.rim}
    top = [cell for cell, (highest, _) in spans.items() if round(highest, 6) == 0]
    bottom = [cell for cell, (_, lowest) in spans.items() if round(grid.height - lowest, 6) == 0]
    return find_longest(tree, top, bottom) or _pick_far(design, grid, tree)


def _pick_corners(design: Design, grid: Grid, tree: Tree) -> Ends:
    """Pick the rim cell nearest to the top left corner of the box and the one nearest to its bottom
    right corner."""
    start = _find_nearest(grid, grid.rim, (0, 0))
    others = [cell for cell in grid.rim if cell != start]
    return start, _find_nearest(
        grid, others or _list_others(grid, start), (grid.width, grid.height)
    )


def _pick_centre(design: Design, grid: Grid, tree: Tree) -> Ends:
    """Pick the ends of the longest path from the rim to the middle: to the cell nearest to the
    middle of the box, disregarding bridges."""
    middle = grid.width / 2, grid.height / 2
    bridges = {bridge.cell for bridge in grid.bridges}
    cells: range | list[int] = range(grid.plain.cells)
    if bridges:
        cells = [cell for cell in cells if cell not in bridges]
    end = _find_nearest(grid, cells, middle)
    pair = find_longest(tree, [end], (cell for cell in grid.rim if cell != end)) or (
        end,
        _list_others(grid, end)[0],
    )
    return sum(pair) - end, end


def _pick_stage(design: Design, grid: Grid, tree: Tree) -> Ends:
    """Pick the rim cells nearest to the doors of a stage. Rims of holes count too. The end is never
    the same cell as the start."""
    if not grid.doors:
        raise refuse("maze code", "its ends are those of a stage without doors", "another code")
    start_door, end_door = grid.doors
    rim = sorted(set(grid.rim_cells))
    start = _find_nearest(grid, rim, start_door)
    others = [cell for cell in rim if cell != start]
    return start, _find_nearest(grid, others or _list_others(grid, start), end_door)


def _pick_stage_far(design: Design, grid: Grid, tree: Tree) -> Ends:
    """Pick a start and a finish from the doors that a stage offers: the pair with the longest path
    between the rim cells nearest to them or, of several, the first."""
    if not grid.door_choices:
        raise refuse("maze code", "its stage does not offer several doors", "another code")
    rim = sorted(set(grid.rim_cells))
    starts, ends = (
        [_find_nearest(grid, rim, door) for door in doors] for doors in grid.door_choices
    )
    pairs = [pair for pair in product(starts, ends) if pair[0] != pair[1]]
    if not pairs:
        return _pick_stage(design, grid, tree)
    return max(pairs, key=lambda pair: len(tree.path(*pair)))


def _pick_random(design: Design, grid: Grid, tree: Tree) -> Ends:
    """Pick two different cells of the outer rim; every pair is equally likely."""
    cells = grid.rim if len(grid.rim) > 1 else range(grid.cells)
    draws = stream_draws(design.key, "ends", 1, design.edition)
    first, second = draw_below(len(cells), draws, 1), draw_below(len(cells) - 1, draws, 1)
    a, b = cells[first], cells[second + (second >= first)]
    return min(a, b), max(a, b)


ENDS: Mapping[str, Callable[[Design, Grid, Tree], Ends]] = {
    "far": _pick_far,
    "apart": _pick_apart,
    "opposite": _pick_opposite,
    "corners": _pick_corners,
    "centre": _pick_centre,
    "random": _pick_random,
    STAGE: _pick_stage,
    STAGE_FAR: _pick_stage_far,
}


@lru_cache(maxsize=12_000)
def are_apart(grid: Grid, a: int, b: int) -> bool:
    """Return whether two cells are far enough apart for "apart" ends."""
    return centre_distance(grid, a, b) >= round(_MIN_APART * hypot(grid.width, grid.height), 6)


def centre_distance(grid: Grid, a: int, b: int) -> float:
    """Return the distance between the centres of two cells, in cell widths, rounded."""
    (ax, ay), (bx, by) = grid.centres[a], grid.centres[b]
    return round(hypot(ax - bx, ay - by), 6)


def _find_nearest(grid: Grid, cells: range | list[int], point: Point) -> int:
    x, y = point
    centres = grid.centres
    return min(
        cells, key=lambda cell: (round(hypot(centres[cell][0] - x, centres[cell][1] - y), 6), cell)
    )


def _list_others(grid: Grid, cell: int) -> list[int]:
    return [other for other in range(grid.cells) if other != cell]
