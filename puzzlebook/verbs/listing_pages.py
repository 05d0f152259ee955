"""Which pages of a book a shop shows: the best maze of each kind, and no two alike."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

LOOKS = 6  # number of sample pages
_DRAWING, _HIDDEN = "drawing", "hidden picture"
_BEST = (_DRAWING, _HIDDEN)
"""The kinds of mazes that sell a book, best first."""
_WEIGHTS = {_DRAWING: 2}  # how many pages show mazes of a kind, for each page of another kind


class ShownPages(NamedTuple):
    """The numbers of sample pages.

    looks: all of them, in the order of the shop. mazes: those with a maze, in the order of the
    book. best: the page with the best maze. solved: the page with a maze shown with its answer.
    """

    looks: tuple[int, ...]
    mazes: tuple[int, ...]
    best: int | None
    solved: int | None

    @property
    def wide(self) -> tuple[tuple[int, ...], ...]:
        """The pages of mazes in each wide picture: the best maze; the first and the last of the
        others; the maze shown with its answer."""
        mazes = self.mazes or self.looks
        others = [page for page in self.mazes if page not in (self.best, self.solved)]
        ends = (others[0], others[-1]) if len(others) > 1 else (mazes[0], mazes[-1])
        return (self.best or self.looks[0],), ends, (self.solved or mazes[0],)


class _ShownMaze(NamedTuple):
    """A maze that a sample page may show. kind: what sort of maze it is. subject: what tells it
    from others of its kind, such as its drawing."""

    page: int
    kind: str
    subject: str


def choose_pages(
    rows: Sequence[Mapping[str, Any]],
    pages: Sequence[int | None],
    answers: Sequence[int],
    count: int,
) -> ShownPages:
    """Choose the sample pages: a maze in a drawing first, if there is one; then mazes of all other
    kinds, no two alike; the last answers at the end; in a short book also its other pages.

    rows: the mazes of the manifest. pages: the page of each maze; None if it has none. answers: the
    pages with answers that may be shown. count: the number of pages in the book.
    """
    mazes = [_describe(row, page) for row, page in zip(rows, pages, strict=True) if page]
    chosen = _choose_mazes(mazes, LOOKS - bool(answers))
    best = min(chosen, key=lambda maze: _rank(maze.kind), default=None)
    hidden = next((maze.page for maze in chosen if maze.kind == _HIDDEN), None)
    numbers = sorted({maze.page for maze in chosen})
    first = [best.page] if best and best.kind in _BEST else []
    looks = list(dict.fromkeys([*first, *numbers, *answers[-1:]]))
    rest = (page for page in range(1, count + 1) if page not in looks)
    extra_pages = [page for page, _ in zip(rest, range(LOOKS - len(looks)), strict=False)]
    if extra_pages:
        looks = sorted([*looks, *extra_pages])
    plain = sorted({maze.page for maze in chosen if maze.kind != _DRAWING}) or numbers
    middle = plain[len(plain) // 2] if plain else None
    return ShownPages(tuple(looks), tuple(numbers), best.page if best else None, hidden or middle)


def _describe(row: Mapping[str, Any], page: int) -> _ShownMaze:
    """Return what a maze of the manifest shows."""
    for key, kind in (("stage", _DRAWING), ("way", _HIDDEN), ("silhouette", "outline")):
        if row.get(key):
            return _ShownMaze(page, kind, str(row[key]))
    return _ShownMaze(page, f"{row.get('shape')} {bool(row.get('bridges'))}", str(row.get("size")))


def _rank(kind: str) -> int:
    return _BEST.index(kind) if kind in _BEST else len(_BEST)


def _choose_mazes(mazes: Sequence[_ShownMaze], number: int) -> list[_ShownMaze]:
    """Choose `number` mazes: one of each kind in turn, but two in drawings, each time with another
    subject. If there are too few subjects, fill up with mazes from all over the book."""
    subjects: dict[str, dict[str, list[_ShownMaze]]] = {}
    for maze in sorted(mazes, key=lambda maze: _rank(maze.kind)):
        subjects.setdefault(maze.kind, {}).setdefault(maze.subject, []).append(maze)
    counts = dict.fromkeys(subjects, 0)
    while sum(counts.values()) < number:
        open_kinds = [kind for kind in subjects if counts[kind] < len(subjects[kind])]
        if not open_kinds:
            break
        kind = min(open_kinds, key=lambda kind: counts[kind] / _WEIGHTS.get(kind, 1))
        counts[kind] += 1
    chosen = [
        group[len(group) // 2]
        for kind, groups in subjects.items()
        for group in _spread(list(groups.values()), counts[kind])
    ]
    others = [maze for maze in mazes if maze not in chosen]
    return [*chosen, *_spread(others, number - len(chosen))]


def _spread(values: Sequence[Any], number: int) -> Iterator[Any]:
    """Yield `number` of these values, evenly spaced from the first to the last; the middle value if
    only one is wanted."""
    number = min(number, len(values))
    for step in range(number):
        last = len(values) - 1
        yield values[round(step * last / (number - 1)) if number > 1 else last // 2]
