"""What makes a maze hard, measured on the maze itself.

The time that people need grows with the length of the solution, with its turns even at one length, and with the
branches along it (M. S. McClendon, *The complexity and difficulty of a maze*, Bridges 2001,
https://archive.bridgesmathart.org/2001/bridges2001-213.html).
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from math import atan2, log10, pi

from puzzlebook.mazes.maze import Maze

# A side branch of one or two cells is seen at a glance: nobody walks into it.
_GLANCE = 2
# A change of heading below this (radians) is a bend in the tiling, not a turn.
_TURN = pi / 4


@dataclass(frozen=True)
class Measures:
    """What was measured on one maze; all zero, but for the dead ends, where it has no ends.

    solution_length: cells on the solution, start and end included.
    turns: changes of heading by 45° or more, from centre to centre along the solution.
    decisions: cells on the solution, the end aside, from which more than one passage leads on.
    dead_ends: cells of the whole maze with one passage.
    wrong_turns: for each side branch of the solution what it costs: twice the depth of its deepest dead end, in
        cells; 0 where that depth is one or two.
    """

    solution_length: int
    turns: int
    decisions: int
    dead_ends: int
    wrong_turns: tuple[int, ...]

    @property
    def difficulty(self) -> float:
        """A number that grows with each measure: about 0.3 for small children, 0.8 for experts; 4 decimals.

        The effort is counted in cells walked: the solution itself, half a cell for each turn, two for each decision
        and, as a solver goes wrong about every fourth time, a quarter of the cost of every wrong turn. Difficulty is
        its logarithm, a fifth of it, because ten times the effort is felt as one step.
        """
        effort = self.solution_length + self.turns / 2 + 2 * self.decisions + sum(self.wrong_turns) / 4
        return round(log10(1 + effort) / 5, 4)


def measure(maze: Maze) -> Measures:
    """The measures of a maze."""
    neighbours = maze.neighbours
    dead_ends = sum(len(joined) == 1 for joined in neighbours)
    path = maze.solution
    on_path = set(path)
    decisions = sum(len(neighbours[cell]) - (cell != maze.start) > 1 for cell in path[:-1])
    branches = [branch for cell in path for branch in neighbours[cell] if branch not in on_path]
    depths = [_depth(neighbours, branch, on_path) for branch in branches]
    costs = tuple(0 if depth <= _GLANCE else 2 * depth for depth in depths)
    return Measures(len(path), _turns(maze), decisions, dead_ends, costs)


def _depth(neighbours: list[list[int]], branch: int, on_path: set[int]) -> int:
    """How many cells deep a side branch goes."""
    depth = 0
    level = [(branch, next(cell for cell in neighbours[branch] if cell in on_path))]
    while level:
        depth += 1
        level = [(onward, cell) for cell, back in level for onward in neighbours[cell] if onward != back]
    return depth


def _turns(maze: Maze) -> int:
    centres = [maze.grid.centres[cell] for cell in maze.solution]
    headings = [atan2(to_y - from_y, to_x - from_x) for (from_x, from_y), (to_x, to_y) in pairwise(centres)]
    changes = (abs((b - a + pi) % (2 * pi) - pi) for a, b in pairwise(headings))
    return sum(round(change - _TURN, 6) >= 0 for change in changes)
