"""What makes a maze hard, measured on the maze itself.

The time that people need grows with the length of the solution, with its turns even at one length,
and with the branches along it (M. S. McClendon, *The complexity and difficulty of a maze*, Bridges
2001, https://archive.bridgesmathart.org/2001/bridges2001-213.html). Nobody's minutes are claimed:
the number puts mazes in order, and the stars (`books/stars.py`) say where one stands among its
readers' mazes.

Turns across shapes
    In a square cell there is a side straight ahead. In a triangle there is none: every step bends, left and right by
    turns where one goes straight along a row. So a turn is not a change of heading but leaving a cell by a side that is
    not the one *most nearly* ahead; where two are equally so, the one that brings back the heading before the last is
    ahead. On squares this is a turn of 90°, on hexagons any but the opposite side, on triangles left twice running.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import pi
from typing import NamedTuple

from puzzlebook.ground.portable_math import atan2, log10
from puzzlebook.mazes.codes import Design
from puzzlebook.mazes.grid import Grid
from puzzlebook.mazes.maze import Maze, draw_with_tree
from puzzlebook.mazes.tree import Tree, root_tree

# A side branch of one or two cells is seen at a glance: nobody walks into it.
_GLANCE = 2
# Headings (radians) nearer than this are the same: what is left of floating point, and of tilings
# not quite regular.
_SAME = 0.02


class Measures(NamedTuple):
    """What was measured on one maze; all zero, but for the dead ends, where it has no ends.

    solution_length: cells on the solution, start and end included. turns: cells that the solution
    leaves by another side than the one ahead. decisions: cells on the solution, the end aside, from
    which more than one passage leads on. dead_ends: cells of the whole maze with one passage.
    wrong_turns: for each side branch of the solution what it costs: twice the depth of its deepest
    dead end, in
        cells; 0 where that depth is one or two.
    """

    solution_length: int
    turns: int
    decisions: int
    dead_ends: int
    wrong_turns: tuple[int, ...]

    def sum_wrong_turns(self) -> Measures:
        """The same with all wrong turns as one: as hard, in less room."""
        return self._replace(wrong_turns=(sum(self.wrong_turns),))

    @property
    def difficulty(self) -> float:
        """A number that grows with each measure: about 0.3 for small children, 0.8 for experts; 4
        decimals.

        The effort is counted in cells walked: the solution itself, half a cell for each turn, two
        for each decision and, as a solver goes wrong about every fourth time, a quarter of the cost
        of every wrong turn. Difficulty is its logarithm, a fifth of it, because ten times the
        effort is felt as one step.
        """
        effort = (
            self.solution_length + self.turns / 2 + 2 * self.decisions + sum(self.wrong_turns) / 4
        )
        return round(log10(1 + effort) / 5, 4)


def draw_measured(design: Design, grid: Grid, way: Sequence[int] = ()) -> tuple[Maze, Measures]:
    """The maze that a design names on its grid, as `draw_maze` makes it, and its measures."""
    maze, tree = draw_with_tree(design, grid, way=way)
    return maze, measure(maze, tree)


def measure(maze: Maze, tree: Tree | None = None) -> Measures:
    """The measures of a maze. tree: of its passages, where it is known."""
    path, tree = maze.solution, tree or root_tree(maze.grid, maze.open_sides)
    branches = _find_branches(tree, path) if path else []
    decisions = len({cell for cell, _ in branches if cell != maze.end})
    costs = tuple(0 if depth <= _GLANCE else 2 * depth for _, depth in branches)
    return Measures(len(path), _count_turns(maze), decisions, tree.dead_ends, costs)


def _find_branches(tree: Tree, path: Sequence[int]) -> list[tuple[int, int]]:
    """The side branches of a path: of each the cell of the path from which it goes, and how many
    cells deep it goes."""
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


def _count_turns(maze: Maze) -> int:
    """How often the solution leaves a cell by another side than the one ahead."""
    grid, path, turns = maze.grid, maze.solution, 0
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
    """The sides of a cell that are most nearly ahead, of all but the one that leads back: one or,
    as nearly, several.

    A side is named by the cell behind it; sides of the rim by numbers below 0.
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
    """The direction in which one enters a cell: through the middle of the side, towards the cell's
    own middle."""
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
    for place, (a, b) in enumerate(zip(ring, [*ring[1:], ring[0]], strict=True)):
        (ax, ay), (bx, by) = grid.corners[a], grid.corners[b]
        pair = behind.get((min(a, b), max(a, b)))
        ways[sum(pair) - cell if pair else -1 - place] = atan2((ay + by) / 2 - y, (ax + bx) / 2 - x)
    return ways


@lru_cache(maxsize=64)
def _cells_by_corners(grid: Grid) -> dict[tuple[int, int], tuple[int, int]]:
    """The two cells of each inner side, by its corners (lower, higher)."""
    sides = (tuple(sorted(side)) for side in grid.sides)
    return {(a, b): pair for (a, b), pair in zip(sides, grid.pairs, strict=False)}
