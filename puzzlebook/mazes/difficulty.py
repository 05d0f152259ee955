"""What makes a maze hard, measured on the maze itself.

The time that people need grows with the length of the solution, with its turns even at equal
length, and with the branches along it (M. S. McClendon, *The complexity and difficulty of a maze*,
Bridges 2001, https://archive.bridgesmathart.org/2001/bridges2001-213.html). `difficulty` puts
mazes in order. How many minutes the same effort takes depends on the readers:
`books/planning/stars.py` estimates it.

Turns across shapes
    A square cell has a side straight ahead. A triangle has none: every step bends, alternately left
    and right along a straight row. So a turn is not a change of heading. It is leaving a cell by a
    side that is not the one *most nearly* ahead; if two sides are equally near, the one that
    restores the heading before the last counts as ahead. On squares this is a turn of 90°, on
    hexagons any side but the opposite one, on triangles two lefts or two rights in succession.
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
"""Cells: a side branch this short is seen at a glance, and nobody enters it."""
_SAME = 0.02
"""Headings (radians) that differ by less count as equal: rounding, or a slightly irregular
tiling, makes them differ."""


class Measures(NamedTuple):
    """What was measured on a maze; without ends everything but `dead_ends` is zero.

    solution_length: cells of the solution, start and end included. turns: cells that the solution
    leaves by another side than the one ahead. decisions: cells of the solution, except the end,
    from which more than one passage leads on. dead_ends: cells of the whole maze with one passage.
    wrong_turns: the cost of each side branch of the solution, in cells: twice the depth of its
    deepest dead end, or 0 if that depth is one or two.
    """

    solution_length: int
    turns: int
    decisions: int
    dead_ends: int
    wrong_turns: tuple[int, ...]

    def sum_wrong_turns(self) -> Measures:
        """The same measures, with all wrong turns added up into one to save memory."""
        return self._replace(wrong_turns=(sum(self.wrong_turns),))

    @property
    def effort(self) -> float:
        """The squares that a solver walks: the solution itself, half a cell for each turn, two for
        each decision and a quarter of the cost of every wrong turn, as a solver goes wrong about
        every fourth time."""
        return (
            self.solution_length + self.turns / 2 + 2 * self.decisions + sum(self.wrong_turns) / 4
        )

    @property
    def difficulty(self) -> float:
        """A number that grows with the effort: about 0.3 for small children, 0.8 for experts; 4
        decimals.

        It is a fifth of the effort's logarithm, because ten times the effort is felt as one step.
        """
        return round(log10(1 + self.effort) / 5, 4)

    @property
    def thing_capacity(self) -> int:
        """The number of things to count that fit on the solution."""
        return count_thing_cells(self.solution_length)


BARE_CELLS = 2
"""Cells at either end of a solution that are kept free of things to count."""


def count_thing_cells(solution_length: int) -> int:
    """The number of things that fit on a solution, one per cell."""
    return max(0, solution_length - 2 * BARE_CELLS)


def measure(
    grid: Grid, open_sides: bytes, solution: Sequence[int], tree: Tree | None = None
) -> Measures:
    """The measures of a maze. tree: its passages' tree, if it was computed before."""
    tree = tree or root_tree(grid, open_sides)
    branches = find_branches(tree, solution) if solution else []
    turns = count_turns(grid.plain, [*map(grid.place, solution)])
    last = solution[-1] if solution else -1
    return sum_up(len(solution), turns, branches, tree.dead_ends, last)


def sum_up(
    length: int, turns: int, branches: Sequence[tuple[int, int]], dead_ends: int, last: int
) -> Measures:
    """The measures of a maze. branches: the side branches of its solution, see `find_branches`.
    last: the solution's last cell, where nobody has to decide."""
    decisions = len({cell for cell, _ in branches if cell != last})
    costs = tuple(0 if depth <= GLANCE else 2 * depth for _, depth in branches)
    return Measures(length, turns, decisions, dead_ends, costs)


def find_branches(tree: Tree, path: Sequence[int]) -> list[tuple[int, int]]:
    """The side branches of a path: the cell at which each leaves the path, and its depth in
    cells."""
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
    """How often a path leaves a cell by another side than the one ahead."""
    turns = 0
    for before, last, here, onward in zip((None, *path), path, path[1:], path[2:], strict=False):
        ahead = _sides_ahead(grid, last, here)
        if len(ahead) > 1 and before is not None:
            heading = _heading(grid, before, last)
            nearest = min(_angle_between(heading, _way(grid, here, cell)) for cell in ahead)
            ahead = [
                cell
                for cell in ahead
                if _angle_between(heading, _way(grid, here, cell)) - nearest < _SAME
            ]
        turns += onward not in ahead
    return turns


@lru_cache(maxsize=1 << 16)
def _sides_ahead(grid: Grid, last: int, here: int) -> Sequence[int]:
    """The sides of a cell that are most nearly ahead, except the one that leads back: one or, in a
    tie, several.

    A side is named by the cell beyond it, a side of the rim by a number below 0.
    """
    heading = _heading(grid, last, here)
    aside = {
        cell: _angle_between(heading, _way(grid, here, cell))
        for cell in _ways(grid, here)
        if cell != last
    }
    least = min(aside.values())
    return [cell for cell, angle in aside.items() if angle - least < _SAME]


def _heading(grid: Grid, last: int, here: int) -> float:
    """The direction of entering a cell, from the middle of the side towards its own middle."""
    return _way(grid, here, last) + pi


def _way(grid: Grid, here: int, cell: int) -> float:
    return _ways(grid, here)[cell]


def _angle_between(a: float, b: float) -> float:
    """The angle between two directions, 0 to π."""
    return abs((a - b + pi) % (2 * pi) - pi)


@lru_cache(maxsize=1 << 16)
def _ways(grid: Grid, cell: int) -> dict[int, float]:
    """The direction from a cell's middle to the middle of each of its sides, named as in
    `_sides_ahead`."""
    x, y = grid.centres[cell]
    behind = _cells_by_corners(grid)
    first, end = grid.ring_start[cell], grid.ring_start[cell + 1]
    ring = grid.ring_corners[first:end]
    ways = {}
    for index, (a, b) in enumerate(zip(ring, [*ring[1:], ring[0]], strict=True)):
        (ax, ay), (bx, by) = grid.corners[a], grid.corners[b]
        pair = behind.get((min(a, b), max(a, b)))
        ways[sum(pair) - cell if pair else -1 - index] = atan2((ay + by) / 2 - y, (ax + bx) / 2 - x)
    return ways


@lru_cache(maxsize=64)
def _cells_by_corners(grid: Grid) -> dict[tuple[int, int], tuple[int, int]]:
    """The two cells of each inner side, by its corners (lower, higher)."""
    sides = (tuple(sorted(side)) for side in grid.sides)
    return {(a, b): pair for (a, b), pair in zip(sides, grid.pairs, strict=False)}
