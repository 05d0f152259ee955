"""Measures of how hard a maze is.

The time that people need grows with the length of the solution, with its turns (even at equal
length) and with the branches along it (M. S. McClendon, *The complexity and difficulty of a maze*,
Bridges 2001, https://archive.bridgesmathart.org/2001/bridges2001-213.html). `Measures.difficulty`
ranks mazes. How many minutes the same effort takes depends on the readers; see
`books/planning/stars.py`.

Turns across shapes
    A square cell has a side straight ahead. A triangle has none: every step bends, alternately left
    and right along a straight row. So a turn cannot be defined as a change of heading. Instead, a
    turn is a step that leaves a cell by a side other than the one *most nearly* ahead. If two sides
    are equally near, the side that restores the heading before the last counts as ahead. On squares
    a turn is a turn of 90°; on hexagons it is a step to any side but the opposite one; on triangles
    it is two lefts or two rights in succession.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import pi
from typing import NamedTuple

from puzzlebook.ground.portable_math import atan2, log10
from puzzlebook.mazes.grid import Grid
from puzzlebook.mazes.tree import Tree, root_tree

GLANCE = 2
"""Side branches of at most this many cells are seen at a glance, so nobody enters them."""
_ANGLE_TOLERANCE = 0.02
"""Headings that differ by less than this, in radians, count as equal: rounding, or a slightly
irregular tiling, makes them differ."""


class Measures(NamedTuple):
    """The measures of a maze. Without ends, all of them except `dead_ends` are zero.

    solution_length: the cells of the solution, including start and end. turns: the cells that the
    solution leaves by a side other than the one ahead. decisions: the cells of the solution, except
    the end, from which more than one passage leads on. dead_ends: the cells of the whole maze that
    have only one passage. wrong_turns: the cost of each side branch of the solution, in cells:
    twice the depth of its deepest dead end, or 0 if that depth is at most `GLANCE`.
    """

    solution_length: int
    turns: int
    decisions: int
    dead_ends: int
    wrong_turns: tuple[int, ...]

    def sum_wrong_turns(self) -> Measures:
        """Return the same measures with all wrong turns added up to one number, to save memory."""
        return self._replace(wrong_turns=(sum(self.wrong_turns),))

    @property
    def effort(self) -> float:
        """The effort of solving the maze, in cells walked: the length of the solution, half a cell
        for each turn, two cells for each decision, and a quarter of the cost of every wrong turn,
        because a solver enters about every fourth one."""
        return (
            self.solution_length + self.turns / 2 + 2 * self.decisions + sum(self.wrong_turns) / 4
        )

    @property
    def difficulty(self) -> float:
        """The difficulty, which grows with the effort: about 0.3 for small children, 0.8 for
        experts; rounded to 4 decimals.

        It is a fifth of the effort's decimal logarithm, because ten times the effort feels like one
        step.
        """
        return round(log10(1 + self.effort) / 5, 4)

    @property
    def thing_capacity(self) -> int:
        """The number of things to count that fit on the solution."""
        return count_thing_cells(self.solution_length)


BARE_CELLS = 2
"""The number of cells at either end of a solution that are kept free of things to count."""


def count_thing_cells(solution_length: int) -> int:
    """Return the number of things that fit on a solution of this length, one per cell."""
    return max(0, solution_length - 2 * BARE_CELLS)


def measure(
    grid: Grid, open_sides: bytes, solution: Sequence[int], tree: Tree | None = None
) -> Measures:
    """Measure a maze. tree: the tree of its passages, if already computed."""
    tree = tree or root_tree(grid, open_sides)
    branches = find_branches(tree, solution) if solution else []
    turns = count_turns(grid.plain, [*map(grid.place, solution)])
    last = solution[-1] if solution else -1
    return sum_up(len(solution), turns, branches, tree.dead_ends, last)


def sum_up(
    length: int, turns: int, branches: Sequence[tuple[int, int]], dead_ends: int, last: int
) -> Measures:
    """Return the measures of a maze from its solution length, turns, branches and dead ends.

    branches: the side branches of the solution (see `find_branches`). last: the last cell of the
    solution, where no decision is needed.
    """
    decisions = len({cell for cell, _ in branches if cell != last})
    costs = tuple(0 if depth <= GLANCE else 2 * depth for _, depth in branches)
    return Measures(length, turns, decisions, dead_ends, costs)


def find_branches(tree: Tree, path: Sequence[int]) -> list[tuple[int, int]]:
    """Return the side branches of a path: for each, the cell where it leaves the path, and its
    depth in cells."""
    parents, upwards, _ = tree.reroot(path[-1])
    depths = [1] * len(parents)
    on_path, branches = set(path), []
    for cell in upwards:
        if cell not in on_path:
            parent, depth = parents[cell], depths[cell]
            if parent in on_path:
                branches.append((parent, depth))
            elif depth >= depths[parent]:
                depths[parent] = depth + 1
    return branches


def count_turns(grid: Grid, path: Sequence[int]) -> int:
    """Count how often a path leaves a cell by a side other than the one ahead."""
    turns = 0
    for before, last, here, onward in zip((None, *path), path, path[1:], path[2:], strict=False):
        ahead = _sides_ahead(grid, last, here)
        if len(ahead) > 1 and before is not None:
            heading = _heading(grid, before, last)
            nearest = min(_angle_between(heading, _direction(grid, here, cell)) for cell in ahead)
            ahead = [
                cell
                for cell in ahead
                if _angle_between(heading, _direction(grid, here, cell)) - nearest
                < _ANGLE_TOLERANCE
            ]
        turns += onward not in ahead
    return turns


@lru_cache(maxsize=1 << 16)
def _sides_ahead(grid: Grid, last: int, here: int) -> Sequence[int]:
    """Return the sides of a cell that are most nearly ahead, excluding the side that leads back:
    one side or, in a tie, several.

    An inner side is identified by the cell beyond it, a rim side by a negative number.
    """
    heading = _heading(grid, last, here)
    angles = {
        cell: _angle_between(heading, _direction(grid, here, cell))
        for cell in _directions(grid, here)
        if cell != last
    }
    minimum = min(angles.values())
    return [cell for cell, angle in angles.items() if angle - minimum < _ANGLE_TOLERANCE]


def _heading(grid: Grid, last: int, here: int) -> float:
    """Return the direction in which a path enters a cell: from the midpoint of the shared side
    towards the centre of the cell."""
    return _direction(grid, here, last) + pi


def _direction(grid: Grid, here: int, cell: int) -> float:
    return _directions(grid, here)[cell]


def _angle_between(a: float, b: float) -> float:
    """Return the angle between two directions, from 0 to π."""
    return abs((a - b + pi) % (2 * pi) - pi)


@lru_cache(maxsize=1 << 16)
def _directions(grid: Grid, cell: int) -> dict[int, float]:
    """Return the directions from the centre of a cell to the midpoints of its sides, as a mapping.
    Sides are identified as in `_sides_ahead`."""
    x, y = grid.centres[cell]
    cells_of_sides = _cells_by_corners(grid)
    first, end = grid.ring_start[cell], grid.ring_start[cell + 1]
    ring = grid.ring_corners[first:end]
    directions = {}
    for index, (a, b) in enumerate(zip(ring, [*ring[1:], ring[0]], strict=True)):
        (ax, ay), (bx, by) = grid.corners[a], grid.corners[b]
        pair = cells_of_sides.get((min(a, b), max(a, b)))
        directions[sum(pair) - cell if pair else -1 - index] = atan2(
            (ay + by) / 2 - y, (ax + bx) / 2 - x
        )
    return directions


@lru_cache(maxsize=64)
def _cells_by_corners(grid: Grid) -> dict[tuple[int, int], tuple[int, int]]:
    """Return a mapping from the two corners (lower, higher) of each inner side to its two cells."""
    sides = (tuple(sorted(side)) for side in grid.sides)
    return {(a, b): pair for (a, b), pair in zip(sides, grid.pairs, strict=False)}
