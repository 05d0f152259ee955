"""Drawing the mazes of a section, no two of them alike, and ordering them from easy to hard.

Ordering affects probabilities as follows. In each attempt, all mazes on the board are equally
likely.

- `rising = true` orders the sections by their median minutes once all mazes are drawn (by their
  median difficulty in books older than levels). Sections whose minutes hardly differ keep the order
  in which they are written, as their titles tell a story. No maze is rejected or changed. (If the
  audience decides the boards, it makes these rise as well: see `recipes.rising`.)
- The mazes of sections with `mixed = true` are sorted together; see `mixing`. Those in drawings are
  chosen among several draws by their stars, and by the length of their ways and what these visit;
  see `matching`.
- `grade = "sorted"` (the default) sorts the mazes, and `"none"` leaves them as drawn. No maze is
  rejected for its difficulty. If drawings repeat, a maze may come earlier than its difficulty says,
  so that its neighbours do not show the same drawing. In later volumes of a series, mazes in stages
  are sorted by stars alone.
- `grade = "even"` draws several mazes for each slot (`draws`) and keeps the maze whose difficulty
  is nearest to the slot's target. The draws are uniform; the choice is deliberately not.
- `texture = "deep"` draws several mazes for each slot and keeps the maze whose wrong turns cost
  most. The probability of a maze grows with this cost, and depends on nothing else: mazes whose
  wrong turns cost the same are equally likely.
- A maze like an earlier maze in the book, or in a book listed in `avoid`, is replaced by the next
  attempt. All books without repeats are therefore equally likely. On boards of more than about
  thirty cells, repeats are unlikely.
- A maze with fewer usable forks than questions is replaced (`mazes.asking`): an answer maze is
  uniform among the mazes with enough forks.
- The mazes of a section with doors are the rooms of one maze and are drawn together. `mazes.rooms`
  explains why this maze may be redrawn.
- If the audience decides the grid, mazes without decisions on the solution path are replaced too;
  in names, mazes with few decisions.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import chain, cycle, islice, pairwise
from typing import NamedTuple

from puzzlebook.books.planning.boards import Board
from puzzlebook.books.planning.finishing import (
    DrawnMaze,
    MazeRequest,
    draw_and_measure,
    restore_maze,
)
from puzzlebook.ground.faults import Refused, refuse
from puzzlebook.ground.seeds import derive_maze_key
from puzzlebook.mazes import Design, Maze, format_size
from puzzlebook.recipes.order import BookSection, Order
from puzzlebook.recipes.user_files import load_feasts
from puzzlebook.running.process_pool import ALONE, WorkerPool

MAX_ATTEMPTS = 1000
CANDIDATES = 5
"""The number of mazes drawn for a slot with `grade = "even"` if the recipe states none: the fixed
number that was used before recipes could set it."""
DEEP_CANDIDATES = 20
"""The number of mazes drawn for a slot with `texture = "deep"`."""

_EASIEST, _HARDEST = 0.1, 0.9  # percentiles, as shares


class SectionMaze(NamedTuple):
    """A drawn maze of a section. draw: its index in the section before sorting, from 1.
    printed_in: the section that prints it, if it is mixed into another one (see `mixing`)."""

    part: BookSection
    draw: int
    board: Board
    request: MazeRequest
    drawn: DrawnMaze
    printed_in: BookSection | None = None

    @property
    def difficulty(self) -> float:
        return self.drawn.measures.difficulty

    @property
    def is_feast(self) -> bool:
        """Whether it is in one of the places for the last page of a book."""
        return self.board.source is not None and self.board.source.name in load_feasts()

    @property
    def maze(self) -> Maze:
        """The maze itself, on its grid."""
        return restore_maze(self.request, self.drawn)

    @property
    def likeness(self) -> str:
        """A key that the maze shares with its mirror images and rotations."""
        return self.drawn.likeness


class _Slot(NamedTuple):
    """A place for one maze in a section. key: a function that returns the maze key of an attempt,
    counted from 1."""

    part: BookSection
    draw: int
    board: Board
    key: Callable[[int], str]

    def request(self, attempt: int) -> MazeRequest:
        """Return the request for the maze of this attempt."""
        section, silhouette, picture = self.part.section, self.board.silhouette, self.board.picture
        code = silhouette.code if silhouette else None
        ends = picture.encode_ends(section.ends) if picture else section.ends
        if silhouette:
            ends = silhouette.choose_ends(ends)
        key = self.key(attempt)
        design = Design(self.board.shape, self.board.size, key, ends, section.method, code)
        if self.part.questions:
            different = self.board.different
            design = design.with_questions(
                self.part.questions, self.board.grid, different=different
            )
        if section.doors:
            design = design.with_rooms(self.part.mazes, section.doors, self.draw)
        if section.spread:
            design = design.with_joints()
        if section.bridges:
            where = f"section.{section.key}.bridges"
            # The outline and the readers' passages decide how many cells a cut maze has.
            is_cut = silhouette is not None or self.board.view is not None
            design = design.with_bridges(section.bridges, self.board.grid, where, is_cut)
        return MazeRequest(design, silhouette, section.edge, picture)

    def accepts(self, request: MazeRequest, drawn: DrawnMaze) -> bool:
        """Return whether a maze has enough forks for its questions, and enough decisions on its
        solution path. No decisions are required if the recipe sets the maze's size, except in
        names."""
        from puzzlebook.recipes.names import FEWEST_DECISIONS

        question_list = self.part.questions
        if question_list and restore_maze(request, drawn).place_questions(question_list) is None:
            return False
        silhouette = self.board.silhouette
        is_name = silhouette is not None and silhouette.letters
        fewest = FEWEST_DECISIONS if is_name else int(self.part.readers is not None)
        return drawn.start is None or drawn.measures.decisions >= fewest

    def fill(self, request: MazeRequest, drawn: DrawnMaze) -> SectionMaze:
        return SectionMaze(self.part, self.draw, self.board, request, drawn)


def draw_section(
    order: Order,
    part: BookSection,
    boards: Sequence[Board],
    taken: set[str],
    report_maze: Callable[[], None] = lambda: None,
    pool: WorkerPool = ALONE,
) -> list[SectionMaze]:
    """Draw a section's mazes and return them in their printed order.

    taken: the likenesses that must not occur again; those of this section are added. report_maze:
    called after each maze. pool: the processes that share the drawing.
    """
    boards_in_turn = islice(cycle(boards), part.mazes)
    key = partial(derive_maze_key, order.seed, order.recipe.volume, part.section.key)
    slots = [
        _Slot(part, draw, board, partial(key, 1 if part.section.doors else draw))
        for draw, board in enumerate(boards_in_turn, 1)
    ]
    draw_slots = _draw_first
    if part.section.doors:
        draw_slots = _draw_rooms
    elif order.recipe.grade == "even":
        draw_slots = partial(_draw_even, draws=order.recipe.draws or CANDIDATES)
    elif order.recipe.texture == "deep":
        draw_slots = _draw_deep
    mazes = []
    for maze in draw_slots(slots, taken, pool):
        mazes.append(maze)
        report_maze()
    if order.recipe.grade != "none" and not part.section.doors:
        mazes.sort(key=lambda maze: (maze.difficulty, maze.draw))
        if part.stages or part.silhouettes:
            separate_drawings(mazes)
    return mazes


def separate_drawings(mazes: list[SectionMaze]) -> None:
    """Move mazes forward so that each drawing is repeated as late as possible: after all other
    drawings that still have mazes."""
    waiting: dict[object, deque[tuple[int, SectionMaze]]] = {}
    for place, maze in enumerate(mazes):
        waiting.setdefault(maze.board.silhouette, deque()).append((place, maze))
    for place in range(len(mazes)):
        recent = [maze.board.silhouette for maze in mazes[max(0, place + 1 - len(waiting)) : place]]
        fresh = [drawing for drawing in waiting if drawing not in recent]
        drawing = min(fresh or waiting, key=lambda drawing: waiting[drawing][0][0])
        mazes[place] = waiting[drawing].popleft()[1]
        if not waiting[drawing]:
            del waiting[drawing]


def draw_candidates(
    order: Order, mazes: Sequence[SectionMaze], count: int, taken: set[str], pool: WorkerPool
) -> Iterator[list[SectionMaze]]:
    """Yield, for each maze, other mazes that may take its place: those of the first `count`
    attempts that are unlike all mazes in `taken`."""
    key = partial(derive_maze_key, order.seed, order.recipe.volume)
    slots = [
        _Slot(maze.part, maze.draw, maze.board, partial(key, maze.part.section.key, maze.draw))
        for maze in mazes
    ]
    for slot, row in zip(slots, _draw_candidates(slots, count, pool), strict=True):
        yield [
            maze
            for maze in row
            if maze.likeness not in taken and slot.accepts(maze.request, maze.drawn)
        ]


Rows = Sequence[tuple[BookSection, Sequence[SectionMaze]]]
"""Sections, each with its mazes."""


UNNOTICED = 0.1
"""A section is moved before an earlier one only if the earlier one takes longer by more than this
share: readers would not notice a smaller difference."""


def put_in_rising_order(
    rows: Rows,
    measure: Callable[[Sequence[SectionMaze]], Sequence[float]],
    unnoticed: float = 0.0,
) -> list[tuple[BookSection, Sequence[SectionMaze]]]:
    """Sort sections by the median of the values that `measure` returns for their mazes. Sections
    with `keeps_place` stay where they are, unless all sections have it. Mixed sections, which rise
    already, keep their order among themselves.

    unnoticed: the earlier of two sections may have a median larger by this share without a change
    of order.
    """
    keeps_place = [part.keeps_place for part, _ in rows]
    if all(keeps_place):
        keeps_place = [False] * len(rows)
    rising: list[tuple[float, tuple[BookSection, Sequence[SectionMaze]]]] = []
    for row in (row for row, keeps in zip(rows, keeps_place, strict=True) if not keeps):
        median = _median(measure(row[1]))
        place = len(rising)
        while place and rising[place - 1][0] > median * (1 + unnoticed):
            if row[0].is_mixed and rising[place - 1][1][0].is_mixed:
                break
            place -= 1
        rising.insert(place, (median, row))
    sorted_rows = iter(rising)
    return [
        row if keeps else next(sorted_rows)[1] for row, keeps in zip(rows, keeps_place, strict=True)
    ]


def list_difficulties(mazes: Sequence[SectionMaze]) -> list[float]:
    """List the difficulties of mazes."""
    return [maze.difficulty for maze in mazes]


def find_falls(
    parts: Sequence[tuple[BookSection, Sequence[float]]], unnoticed: float = 0.0
) -> Iterator[tuple[BookSection, BookSection]]:
    """Yield (previous section, section) for each section whose median is below that of the section
    before.

    parts: the sections, each with the minutes or difficulties of its mazes. unnoticed: an
    earlier median may be larger by this share without counting.
    """
    for (before, earlier), (part, later) in pairwise(parts):
        if _median(later) * (1 + unnoticed) < _median(earlier):
            yield before, part


def _median(numbers: Sequence[float]) -> float:
    from statistics import median

    return round(median(numbers), 6)  # the mean of two numbers with 4 decimals may have 5


def _draw_first(slots: Sequence[_Slot], taken: set[str], pool: WorkerPool) -> Iterator[SectionMaze]:
    """Fill each slot with the first attempt that is unlike all other mazes."""
    first_attempts = pool.run_each(draw_and_measure, (slot.request(1) for slot in slots))
    for slot, attempt in zip(slots, first_attempts, strict=True):
        yield _draw_new(slot, taken, 1, [attempt])


def _draw_rooms(slots: Sequence[_Slot], taken: set[str], pool: WorkerPool) -> Iterator[SectionMaze]:
    """Fill each slot with a room of the section's one maze. The pool is not used, because drawing
    the first room draws all of them."""
    return (slot.fill(*drawn) for slot in slots for drawn in [_draw_room(slot)])


def _draw_room(slot: _Slot) -> tuple[MazeRequest, DrawnMaze]:
    request = slot.request(1)
    return request, draw_and_measure(request)


def _draw_even(
    slots: Sequence[_Slot], taken: set[str], pool: WorkerPool, draws: int
) -> Iterator[SectionMaze]:
    """Fill each slot with the candidate nearest to its target. The targets rise in even steps
    between the 10th and the 90th percentile of the difficulties drawn."""
    rows = list(_draw_candidates(slots, draws, pool))
    difficulties = sorted(maze.difficulty for row in rows for maze in row)
    low, high = (
        difficulties[round(share * (len(difficulties) - 1))] for share in (_EASIEST, _HARDEST)
    )
    for index, (slot, row) in enumerate(zip(slots, rows, strict=True)):
        target = low + (high - low) * (index + 0.5) / len(slots)
        row.sort(key=lambda maze: round(abs(maze.difficulty - target), 4))
        yield _choose_fresh(slot, taken, row)


def _draw_deep(slots: Sequence[_Slot], taken: set[str], pool: WorkerPool) -> Iterator[SectionMaze]:
    """Fill each slot with the candidate whose wrong turns cost most."""
    rows = _draw_candidates(slots, DEEP_CANDIDATES, pool)
    for slot, row in zip(slots, rows, strict=True):
        row.sort(key=lambda maze: -sum(maze.drawn.measures.wrong_turns))
        yield _choose_fresh(slot, taken, row)


def _draw_candidates(
    slots: Sequence[_Slot], count: int, pool: WorkerPool
) -> Iterator[list[SectionMaze]]:
    """Draw the first `count` attempts of each slot."""
    attempts = range(1, count + 1)
    requests = (slot.request(attempt) for slot in slots for attempt in attempts)
    drawn = pool.run_each(draw_and_measure, requests)
    return ([slot.fill(*next(drawn)) for _ in attempts] for slot in slots)


def _choose_fresh(slot: _Slot, taken: set[str], candidates: Sequence[SectionMaze]) -> SectionMaze:
    """Return the first candidate that is unlike all other mazes; if there is none, draw more."""
    fresh = [
        maze
        for maze in candidates
        if maze.likeness not in taken and slot.accepts(maze.request, maze.drawn)
    ]
    if not fresh:
        return _draw_new(slot, taken, len(candidates) + 1)
    taken.add(fresh[0].likeness)
    return fresh[0]


def _draw_new(
    slot: _Slot,
    taken: set[str],
    first: int,
    attempts: Sequence[tuple[MazeRequest, DrawnMaze]] = (),
) -> SectionMaze:
    """Return the first attempt, from number `first` on, that is unlike all other mazes, and add its
    likeness to `taken`. attempts: the first of these attempts, already drawn."""
    failed = set()
    numbers = range(first + len(attempts), first + MAX_ATTEMPTS)
    more = ALONE.run_each(draw_and_measure, map(slot.request, numbers))
    for request, drawn in chain(attempts, more):
        if drawn.likeness not in taken and slot.accepts(request, drawn):
            taken.add(drawn.likeness)
            return slot.fill(request, drawn)
        failed.add(drawn.likeness)
    raise _refuse_used_up(slot, len(failed))


def _refuse_used_up(slot: _Slot, count: int) -> Refused:
    part, silhouette = slot.part, slot.board.silhouette
    mazes = f"different maze{'' if count == 1 else 's'}"
    cut = f' cut to "{silhouette.title}"' if silhouette else ""
    what = (
        f"{MAX_ATTEMPTS:,} attempts at {format_size(slot.board.size)}{cut} gave only {count} "
        f"{mazes} (mirror images and rotations count as the same), and each is in the book or "
        "avoided already"
    )
    if part.questions:
        what += " or has too few forks for its questions"
    allowed = "use fewer mazes, or a larger grid"
    if silhouette:
        allowed = "use fewer mazes, a larger grid or a bolder outline"
    return refuse(f"section.{part.section.key}.mazes", what, allowed)
