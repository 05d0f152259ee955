"""Mixing the sections of a rising book: their mazes are sorted together and dealt out again.

The sections with `mixed = true` pool their mazes. The pool is sorted by stars, and each section, in
the order in which the recipe writes them, gets as many mazes as it asks for. So stars never fall
from one of these sections to the next, and each has mazes of several kinds. Mixing draws no maze
and changes none: the mazes of a seed only change places.

Among mazes with equal stars, drawings with a maze inside and other mazes alternate as evenly as
their numbers allow. No more than two others follow each other while such a drawing is left. Mazes
in places that themes share count as others.

The last maze of all is that of a feast, however many stars it has. Without one it is the hardest
drawing with the most stars, if there is one, and one of the theme's scenes rather than one of its
outlines. If drawings with the most stars are too few for that rule, they part the plain mazes
evenly. The mazes of each section keep their order, but an outline that was just shown waits.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import groupby, islice, takewhile
from math import ceil
from operator import itemgetter

from puzzlebook.books.planning.ramp import Rows, SectionMaze

_MAX_PLAIN = 2
"""The most plain mazes in a row while drawings with as many stars are left."""
_RECENT = 6
"""An outline that was shown so few mazes ago waits for others."""


def mix_sections(
    rows: Rows, rate: Callable[[Sequence[SectionMaze]], Sequence[int]], volume: int = 1
) -> Rows:
    """Return the sections of a book with the mazes of those that mix dealt out anew. rate: returns
    the stars of mazes. volume: of a series; each begins with another drawing, if it can."""
    pool = [maze for part, mazes in rows if part.is_mixed for maze in mazes]
    dealt = iter(_sort_by_stars(pool, rate(pool), volume - 1))
    return [
        (part, [maze._replace(printed_in=part) for maze in islice(dealt, part.mazes)])
        if part.is_mixed
        else (part, mazes)
        for part, mazes in rows
    ]


def _sort_by_stars(
    mazes: Sequence[SectionMaze], stars: Sequence[int], turn: int
) -> list[SectionMaze]:
    """Return mazes with rising stars, those with equal stars in turn (see the module). turn: the
    number of drawings that others precede at the beginning."""
    feasts = [maze for maze in mazes if maze.is_feast][:1]
    others = (pair for pair in zip(stars, mazes, strict=True) if pair[1] not in feasts)
    rated = sorted(others, key=itemgetter(0))
    dealt: list[SectionMaze] = []
    groups = [[maze for _, maze in group] for _, group in groupby(rated, key=itemgetter(0))]
    for group in groups[:-1]:
        spread = _spread_sections(group)
        _alternate(spread if dealt else _turn_drawings(spread, turn), dealt)
    for last in groups[-1:]:
        finale = feasts or _take_finale(last, needs_first=not dealt)
        _alternate(_spread_sections(last), dealt, finale)
        dealt += [] if feasts else finale
    return [*dealt, *feasts]


def _take_finale(mazes: list[SectionMaze], *, needs_first: bool) -> list[SectionMaze]:
    """Take the hardest scene with a maze inside from mazes or, if there is no scene, the hardest
    drawing. needs_first: whether the first maze of the book is one of these, and takes the only
    drawing."""
    drawn = [maze for maze in mazes if maze.part.has_own_drawings]
    if len(drawn) <= needs_first:
        return []
    finale = max(drawn, key=lambda maze: (maze.part.section.stage == "theme", maze.difficulty))
    mazes.remove(finale)
    return [finale]


def _spread_sections(mazes: Sequence[SectionMaze]) -> list[SectionMaze]:
    """Return mazes so that those of each section are spread evenly among the others."""
    totals, counts = Counter(maze.part for maze in mazes), Counter[object]()

    def find_share(maze: SectionMaze) -> float:
        counts[maze.part] += 1
        return round((counts[maze.part] - 0.5) / totals[maze.part], 6)

    return sorted(mazes, key=find_share)


def _turn_drawings(mazes: Sequence[SectionMaze], turn: int) -> list[SectionMaze]:
    """Return mazes with so many of the theme's own drawings moved behind its others."""
    drawn = [maze for maze in mazes if maze.part.has_own_drawings]
    first = turn % max(1, len(drawn))
    turned = iter([*drawn[first:], *drawn[:first]])
    return [next(turned) if maze.part.has_own_drawings else maze for maze in mazes]


def _alternate(
    mazes: Sequence[SectionMaze], dealt: list[SectionMaze], finale: Sequence[SectionMaze] = ()
) -> None:
    """Append mazes to those that are dealt: drawings of the theme's own and others in turn.
    finale: the drawings that will follow them."""
    drawn = [maze for maze in mazes if maze.part.has_own_drawings]
    plain = [maze for maze in mazes if not maze.part.has_own_drawings]
    total = len(drawn)
    most_plain = _MAX_PLAIN
    if finale:
        last = takewhile(lambda maze: not maze.part.has_own_drawings, reversed(dealt))
        waiting_plain = [*last, *plain]
        most_plain = max(_MAX_PLAIN, ceil(len(waiting_plain) / (total + 1)))
    last_shown = {_find_outline(maze): place for place, maze in enumerate(dealt)}
    for place in range(len(mazes)):
        recent = dealt[-most_plain:]
        has_drawing = any(maze.part.has_own_drawings for maze in recent)
        is_pause = len(recent) == most_plain and not has_drawing
        is_share = (total - len(drawn)) * len(mazes) <= total * place
        is_turn = is_pause or not dealt or (is_share and most_plain == _MAX_PLAIN)
        waiting = drawn if drawn and (is_turn or not plain) else plain
        long_ago = len(dealt) - _RECENT
        maze = min(
            waiting,
            key=lambda maze: (
                max(last_shown.get(_find_outline(maze), -1), long_ago),
                maze.part in [other.part for other in dealt[-1:]],
            ),
        )
        waiting.remove(maze)
        last_shown[_find_outline(maze)] = len(dealt)
        dealt.append(maze)


def _find_outline(maze: SectionMaze) -> object:
    """Return what tells the outline of a maze from others: its silhouette or its hidden picture."""
    return maze.board.picture or maze.board.silhouette
