"""The mazes of a section: drawn, no two alike, and put in order from easy to hard.

What this does to chance. Each attempt is uniform: of all mazes on its board each is equally likely.

- `grade = "sorted"` (the default) sorts what was drawn, and `"none"` leaves it as drawn: no maze is thrown away for its
  difficulty.
- `grade = "even"` draws several mazes for each place and keeps the one nearest to the difficulty that is wanted there.
  The drawing is uniform, the choice is not: that is what it is for.
- A maze that is like an earlier one of the book, or of a book to be avoided, is drawn again with the next attempt. So a
  book is a uniform one on the condition that it holds no repeat. On boards of more than some thirty cells there is none
  to be expected, and nothing is drawn again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import cycle, pairwise
from statistics import median
from typing import NamedTuple

from puzzlebook.books.boards import Board
from puzzlebook.faults import Refused, refuse
from puzzlebook.mazes.codes import Design
from puzzlebook.mazes.difficulty import Measures, measure
from puzzlebook.mazes.likeness import likeness
from puzzlebook.mazes.maze import Maze, draw_maze
from puzzlebook.mazes.seeds import maze_key
from puzzlebook.mazes.tilings import size_text
from puzzlebook.recipes.order import Order, Part

MOST_ATTEMPTS = 1000
CANDIDATES = 5
"""How many mazes are drawn for a place where the steps are to be even."""

_EASIEST, _HARDEST = 0.1, 0.9


class Candidate(NamedTuple):
    """A maze for a place of the book, and what was found out about it. draw: its index within its section, as drawn,
    from 1."""

    draw: int
    board: Board
    maze: Maze
    measures: Measures
    likeness: str

    @property
    def difficulty(self) -> float:
        return self.measures.difficulty


Attempts = Callable[[int], Candidate]
"""The mazes that may stand at a place: one for each attempt, from 1."""


def section_mazes(
    order: Order, part: Part, boards: Sequence[Board], taken: set[str], drawn: Callable[[], None] = lambda: None
) -> list[Candidate]:
    """A section's mazes in their printed order.

    taken: the likenesses that must not come; those of this section are added. drawn: called after each place.
    """
    turns = zip(range(1, part.mazes + 1), cycle(boards), strict=False)
    places = [partial(_attempt, order, part, draw, board) for draw, board in turns]
    pick = _even if order.recipe.grade == "even" else _first
    found = []
    for maze in pick(part, places, taken):
        found.append(maze)
        drawn()
    if order.recipe.grade != "none":
        found.sort(key=lambda maze: (maze.difficulty, maze.draw))
    return found


def falls(parts: Sequence[tuple[Part, Sequence[float]]]) -> Iterator[tuple[Part, Part]]:
    """Each section, with the one before it, whose mazes are easier in the median than those before."""
    for (before, easier), (part, harder) in pairwise(parts):
        if round(median(harder), 4) < round(median(easier), 4):
            yield before, part


def _attempt(order: Order, part: Part, draw: int, board: Board, number: int) -> Candidate:
    """The maze of an attempt at a draw."""
    section = part.section
    key = maze_key(order.seed, order.recipe.volume, section.key, draw, number)
    silhouette = board.silhouette.code if board.silhouette else None
    design = Design(section.shape, part.size, key, section.ends, section.method, silhouette)
    maze = draw_maze(design, board.grid, board.shown)
    return Candidate(draw, board, maze, measure(maze), likeness(maze))


def _first(part: Part, places: Sequence[Attempts], taken: set[str]) -> Iterator[Candidate]:
    """For each place the first attempt that is like no other."""
    for attempts in places:
        yield _new(part, attempts, taken, 1)


def _even(part: Part, places: Sequence[Attempts], taken: set[str]) -> Iterator[Candidate]:
    """For each place the candidate nearest to what is wanted there: even steps, without the extremes of what came."""
    offered = [[attempts(number) for number in range(1, CANDIDATES + 1)] for attempts in places]
    pool = sorted(maze.difficulty for row in offered for maze in row)
    low, high = (pool[round(share * (len(pool) - 1))] for share in (_EASIEST, _HARDEST))
    for index, (attempts, row) in enumerate(zip(places, offered, strict=True)):
        wanted = low + (high - low) * (index + 0.5) / len(places)
        row.sort(key=lambda maze: round(abs(maze.difficulty - wanted), 4))
        fresh = next((maze for maze in row if maze.likeness not in taken), None)
        if fresh is None:
            yield _new(part, attempts, taken, CANDIDATES + 1)
        else:
            taken.add(fresh.likeness)
            yield fresh


def _new(part: Part, attempts: Attempts, taken: set[str], first: int) -> Candidate:
    """The first attempt, from this one on, that is like no other; it is taken from then on."""
    failed = set()
    for number in range(first, first + MOST_ATTEMPTS):
        maze = attempts(number)
        if maze.likeness not in taken:
            taken.add(maze.likeness)
            return maze
        failed.add(maze.likeness)
    raise _used_up(part, len(failed))


def _used_up(part: Part, found: int) -> Refused:
    what = (
        f"of {size_text(part.size)} only {found} different maze{'' if found == 1 else 's'} came in "
        f"{MOST_ATTEMPTS:,} attempts (mirrored or turned is the same), and each is in the book or avoided already"
    )
    return refuse(f"section.{part.section.key}.mazes", what, "fewer mazes, or a larger grid")
