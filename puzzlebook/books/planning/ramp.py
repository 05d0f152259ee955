"""The mazes of a section: drawn, no two alike, and put in order from easy to hard.

What this does to chance. Each attempt is uniform: of all mazes on its board each is equally likely.

- `rising = true` puts the sections in the order of their medians, once all mazes are drawn: nothing is thrown away, and
  no maze is another one. (It also chooses boards that rise, where readers choose the boards: see `recipes.rising`.)
- `grade = "sorted"` (the default) sorts what was drawn, and `"none"` leaves it as drawn: no maze is thrown away for its
  difficulty.
- `grade = "even"` draws several mazes for each place and keeps the one nearest to the difficulty that is wanted there.
  The drawing is uniform, the choice is not: that is what it is for.
- A maze that is like an earlier one of the book, or of a book to be avoided, is drawn again with the next attempt. So a
  book is a uniform one on the condition that it holds no repeat. On boards of more than some thirty cells there is none
  to be expected, and nothing is drawn again.
- So is a maze whose way has nothing to decide, where the grid follows the readers, or nearly nothing, in a name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import chain, cycle, pairwise
from typing import NamedTuple

from puzzlebook.books.planning.boards import Board
from puzzlebook.books.planning.finishing import DrawnMaze, MazeRequest, draw_and_measure
from puzzlebook.ground.faults import Refused, refuse
from puzzlebook.mazes.codes import Design
from puzzlebook.mazes.hidden import choose_ends
from puzzlebook.mazes.maze import Maze
from puzzlebook.mazes.seeds import derive_maze_key
from puzzlebook.mazes.tilings import format_size
from puzzlebook.recipes.names import FEWEST_DECISIONS
from puzzlebook.recipes.order import BookSection, Order
from puzzlebook.running.process_pool import ALONE, WorkerPool

MOST_ATTEMPTS = 1000
CANDIDATES = 5
"""How many mazes are drawn for a place where the steps are to be even."""

_EASIEST, _HARDEST = 0.1, 0.9


class Candidate(NamedTuple):
    """A maze for a place of the book. draw: its index within its section, as drawn, from 1."""

    draw: int
    board: Board
    drawn: DrawnMaze

    @property
    def difficulty(self) -> float:
        return self.drawn.measures.difficulty

    @property
    def maze(self) -> Maze:
        """The maze itself, on its grid."""
        return self.drawn.maze

    @property
    def likeness(self) -> str:
        """What it shares with its mirror images and rotations."""
        return self.drawn.likeness


class BookPlace(NamedTuple):
    """A place of the book, by the index of its maze within its section, as drawn, and what this is
    drawn on. key: of the maze at each attempt, from 1."""

    part: BookSection
    draw: int
    board: Board
    key: Callable[[int], str]

    def asked(self, attempt: int) -> MazeRequest:
        """What is drawn at an attempt."""
        return self._request_maze(self.key(attempt))

    def _request_maze(self, key: str) -> MazeRequest:
        section, silhouette, picture = self.part.section, self.board.silhouette, self.board.picture
        code, ends = silhouette.code if silhouette else None, choose_ends(section.ends, picture)
        design = Design(section.shape, self.part.size, key, ends, section.method, code)
        return MazeRequest(design, silhouette, section.edge, picture)

    def is_worth_it(self, drawn: DrawnMaze) -> bool:
        """Whether there are decisions on a maze's way. Where a recipe asks for its size, there may
        be none."""
        silhouette = self.board.silhouette
        fewest = (
            FEWEST_DECISIONS
            if silhouette and silhouette.letters
            else int(self.part.readers is not None)
        )
        return drawn.start is None or drawn.measures.decisions >= fewest

    def candidate(self, drawn: DrawnMaze) -> Candidate:
        """A maze that was drawn for this place, with what all on its board share: another process
        gave copies."""
        return Candidate(
            self.draw, self.board, drawn._replace(asked=self._request_maze(drawn.asked.design.key))
        )


def draw_section(
    order: Order,
    part: BookSection,
    boards: Sequence[Board],
    taken: set[str],
    drawn: Callable[[], None] = lambda: None,
    crew: WorkerPool = ALONE,
) -> list[Candidate]:
    """A section's mazes in their printed order.

    taken: the likenesses that must not come; those of this section are added. drawn: called after
    each place. crew: who shares the drawing.
    """
    turns = zip(range(1, part.mazes + 1), cycle(boards), strict=False)
    key = partial(derive_maze_key, order.seed, order.recipe.volume, part.section.key)
    places = [BookPlace(part, draw, board, partial(key, draw)) for draw, board in turns]
    pick = _draw_even if order.recipe.grade == "even" else _draw_first
    found = []
    for maze in pick(places, taken, crew):
        found.append(maze)
        drawn()
    if order.recipe.grade != "none":
        found.sort(key=lambda maze: (maze.difficulty, maze.draw))
    return found


def put_in_rising_order(
    rows: Sequence[tuple[BookSection, Sequence[Candidate]]],
) -> list[tuple[BookSection, Sequence[Candidate]]]:
    """The sections of a book, each with its mazes, from the easiest in the median to the hardest.
    Those whose ways draw pictures keep their place, unless all do."""
    has_others = not all(part.pictures for part, _ in rows)
    moving = [row for row in rows if not (has_others and row[0].pictures)]
    risen = iter(sorted(moving, key=lambda row: _median([maze.difficulty for maze in row[1]])))
    return [row if has_others and row[0].pictures else next(risen) for row in rows]


def find_falls(
    parts: Sequence[tuple[BookSection, Sequence[float]]],
) -> Iterator[tuple[BookSection, BookSection]]:
    """Each section, with the one before it, whose mazes are easier in the median than those
    before."""
    for (before, easier), (part, harder) in pairwise(parts):
        if _median(harder) < _median(easier):
            yield before, part


def _median(difficulties: Sequence[float]) -> float:
    from statistics import median

    return round(median(difficulties), 6)  # between two of 4 decimals lies one of 5


def _draw_first(
    places: Sequence[BookPlace], taken: set[str], crew: WorkerPool
) -> Iterator[Candidate]:
    """For each place the first attempt that is like no other."""
    firsts = crew.run_each(draw_and_measure, (place.asked(1) for place in places))
    for place, first in zip(places, firsts, strict=True):
        yield _draw_new(place, taken, 1, [first])


def _draw_even(
    places: Sequence[BookPlace], taken: set[str], crew: WorkerPool
) -> Iterator[Candidate]:
    """For each place the candidate nearest to what is wanted there: even steps, without the
    extremes of what came."""
    attempts = range(1, CANDIDATES + 1)
    mazes = crew.run_each(
        draw_and_measure, (place.asked(attempt) for place in places for attempt in attempts)
    )
    offered = [[place.candidate(next(mazes)) for _ in attempts] for place in places]
    pool = sorted(maze.difficulty for row in offered for maze in row)
    low, high = (pool[round(share * (len(pool) - 1))] for share in (_EASIEST, _HARDEST))
    for index, (place, row) in enumerate(zip(places, offered, strict=True)):
        wanted = low + (high - low) * (index + 0.5) / len(places)
        row.sort(key=lambda maze: round(abs(maze.difficulty - wanted), 4))
        fresh = next(
            (maze for maze in row if maze.likeness not in taken and place.is_worth_it(maze.drawn)),
            None,
        )
        if fresh is None:
            yield _draw_new(place, taken, CANDIDATES + 1)
        else:
            taken.add(fresh.likeness)
            yield fresh


def _draw_new(
    place: BookPlace, taken: set[str], first: int, known: Sequence[DrawnMaze] = ()
) -> Candidate:
    """The first attempt, from this one on, that is like no other; it is taken from then on. known:
    the mazes of the first of them."""
    failed = set()
    others = (
        draw_and_measure(place.asked(attempt))
        for attempt in range(first + len(known), first + MOST_ATTEMPTS)
    )
    for drawn in chain(known, others):
        if drawn.likeness not in taken and place.is_worth_it(drawn):
            taken.add(drawn.likeness)
            return place.candidate(drawn)
        failed.add(drawn.likeness)
    raise _refuse_used_up(place.part, len(failed))


def _refuse_used_up(part: BookSection, found: int) -> Refused:
    what = (
        f"of {format_size(part.size)} only {found} different maze{'' if found == 1 else 's'} came in "
        f"{MOST_ATTEMPTS:,} attempts (mirrored or turned is the same), and each is in the book or avoided already"
    )
    return refuse(f"section.{part.section.key}.mazes", what, "fewer mazes, or a larger grid")
