"""Answer mazes: which forks of a maze have a question, and which answer is printed at each branch.

Nothing here changes a maze. All choices come from separate random streams of the maze's key, so the
code and the list of questions are enough to make the same sheet again.

A *fork* is a cell that two or three branches leave. A fork can have a question only if each of its
branches is at least two cells deep, so that no branch is obviously a dead end. In addition, the
cell before the fork, the fork itself and the first cell of each branch must not belong to another
fork with a question, nor be the start or the finish, nor lie on the rim of a silhouette.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeVar

from puzzlebook.ground.questions import (
    AskedFork,
    QuestionList,
    choose_wrong,
    count_dealt,
    count_in_code,
)
from puzzlebook.ground.seeds import draw_below, stream_draws

if TYPE_CHECKING:
    from puzzlebook.mazes.codes import Design
    from puzzlebook.mazes.grid import Grid

T = TypeVar("T")

_MIN_BRANCH_DEPTH = 2  # in cells
_MAX_BRANCHES = 3


class ForkedMaze(Protocol):
    """The attributes of a maze that the choice of forks uses."""

    @property
    def design(self) -> Design: ...
    @property
    def grid(self) -> Grid: ...
    @property
    def neighbours(self) -> Sequence[Sequence[int]]: ...
    @property
    def solution(self) -> Sequence[int]: ...
    @property
    def start(self) -> int | None: ...
    @property
    def end(self) -> int | None: ...


class Fork(NamedTuple):
    """A fork: its cell, the first cell of each branch, and the branch that the solution takes
    (`onward`), which is None if the fork is not on the solution."""

    cell: int
    branches: tuple[int, ...]
    onward: int | None


def ask_questions(maze: ForkedMaze, questions: QuestionList) -> tuple[AskedFork, ...] | None:
    """Return the forks with questions: first those on the solution, in its order, then the others.

    Return None if the maze has too few forks, or if the list has too few wrong answers.
    """
    design = maze.design
    chosen = _choose_forks(maze, count_in_code(design.questions or "1"), questions.max_wrong + 1)
    if chosen is None:
        return None
    forks, on_solution = chosen
    dealt = list(_deal(maze, questions, on_solution, len(forks)))
    rights = {questions.questions[index].right for index in dealt}
    wrong_draws = stream_draws(design.key, "questions wrong", 1, design.edition)
    right_draws = stream_draws(design.key, "questions right", 1, design.edition)
    asked = []
    for fork, index in zip(forks, dealt, strict=True):
        question = questions.questions[index]
        right = fork.onward
        if right is None:
            right = fork.branches[draw_below(len(fork.branches), right_draws, 1)]
        wrong = list(choose_wrong(question, questions, rights))
        if len(wrong) < len(fork.branches) - 1:
            return None  # the right answers of other forks are not available as wrong ones
        answers = []
        for branch in fork.branches:
            if branch == right:
                answers.append((branch, question.right))
            else:
                answers.append((branch, wrong.pop(draw_below(len(wrong), wrong_draws, 1))))
        asked.append(AskedFork(fork.cell, index, right, fork.onward is not None, tuple(answers)))
    return tuple(asked)


def count_forks(maze: ForkedMaze, max_wrong: int) -> int:
    """Return how many forks on the solution could have a question."""
    return len(_find_forks(maze, max_wrong + 1)[0])


def _choose_forks(maze: ForkedMaze, count: int, maximum: int) -> tuple[list[Fork], int] | None:
    """Choose `count` forks on the solution, and the same proportion of the other forks. Return both
    in one list, and `count`; or None if the solution has too few forks."""
    on_solution, off_solution = _find_forks(maze, maximum)
    if len(on_solution) < count:
        return None
    off_count = (2 * count * len(off_solution) + len(on_solution)) // (2 * len(on_solution))
    design = maze.design
    draws = stream_draws(design.key, "questions way", 1, design.edition)
    off_draws = stream_draws(design.key, "questions astray", 1, design.edition)
    chosen = [on_solution[index] for index in _choose(len(on_solution), count, draws)]
    return [
        *chosen,
        *(off_solution[index] for index in _choose(len(off_solution), off_count, off_draws)),
    ], count


def _find_forks(maze: ForkedMaze, maximum: int) -> tuple[list[Fork], list[Fork]]:
    """Find the forks that can all have questions at once: those on the solution, in its order, and
    the others, nearest to the start first.

    maximum: the greatest number of branches of a fork.
    """
    neighbours, start, end = maze.neighbours, maze.start, maze.end
    maximum = min(maximum, _MAX_BRANCHES)
    if start is None or end is None:
        return [], []
    parents, by_distance = {start: -1}, [start]
    for cell in by_distance:  # grows as we go
        for other in neighbours[cell]:
            if other != parents[cell]:
                parents[other] = cell
                by_distance.append(other)
    depths = [1] * len(neighbours)
    for cell in reversed(by_distance[1:]):
        depths[parents[cell]] = max(depths[parents[cell]], depths[cell] + 1)
    used_cells = {start, end}
    if maze.design.silhouette:  # cells at a drawn rim may be narrow
        used_cells |= {*maze.grid.rim_cells}
    solution = maze.solution
    onward = dict(pairwise(solution))

    def find_separate_forks(cells: Sequence[int]) -> Iterator[Fork]:
        for cell in cells:
            around = neighbours[cell]
            branches = [other for other in around if other != parents[cell]]
            if (
                2 <= len(branches) <= maximum
                and min([depths[branch] for branch in branches]) >= _MIN_BRANCH_DEPTH
                and cell not in used_cells
                and used_cells.isdisjoint(around)
            ):
                used_cells.add(cell)
                used_cells.update(around)
                yield Fork(cell, tuple(sorted(branches)), onward.get(cell))

    on_solution = list(find_separate_forks(solution))
    return on_solution, list(
        find_separate_forks([cell for cell in by_distance if cell not in onward])
    )


def _deal(maze: ForkedMaze, questions: QuestionList, count: int, forks: int) -> Iterator[int]:
    """Yield the index of the question at each fork; the first `count` of the `forks` are on the
    solution.

    Every fork on the solution gets a different question. The other forks get further questions
    first, if the code asks for more different questions than `count`. After that all dealt
    questions are repeated, shuffled anew for each round.
    """
    design = maze.design
    draws = stream_draws(design.key, "questions deal", 1, design.edition)
    rows = questions.questions
    distinct = max(count, count_dealt(design.questions or ""))
    order, rights = [], set()
    for index in _shuffle(list(range(len(rows))), draws):
        if not questions.is_built_in or rows[index].right not in rights:
            rights.add(rows[index].right)
            order.append(index)
        if len(order) == distinct:
            break
    dealt = list(order)
    while len(dealt) < forks:
        dealt += _shuffle(order, draws)
    yield from dealt[:forks]


def _shuffle(items: Sequence[T], draws: Iterator[int]) -> Iterator[T]:
    """Yield the items in random order (Fisher–Yates shuffle)."""
    shuffled = list(items)
    for index in range(len(shuffled)):
        other = index + draw_below(len(shuffled) - index, draws, 1)
        shuffled[index], shuffled[other] = shuffled[other], shuffled[index]
        yield shuffled[index]


def _choose(total: int, count: int, draws: Iterator[int]) -> list[int]:
    """Choose `count` of the numbers 0 to `total` − 1. Return them in ascending order."""
    order = _shuffle(range(total), draws)
    return sorted(next(order) for _ in range(count))
