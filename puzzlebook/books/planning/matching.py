"""Matching the mazes in drawings of the theme's own to the other mazes of a rising book.

Hero and goal stand where their drawing has room for them, so most ways in drawings are short, and a
book that sorted its mazes would end with plain ones only. Therefore each place for a drawing in a
mixed section is drawn `CANDIDATES` times, and a maze is chosen by two rules:

- It has the stars that its place wants. The places of drawings want what the other mazes have, in
  the same proportions, so that each number of stars has its share of drawings.
- Its way is not short: it visits three in ten of its cells, or three times as many cells as a row
  of a square of so many.

The first maze of a place that meets both rules is printed. So all of its mazes that meet both are
equally likely, and no other property decides. If no candidate meets both, the stars come first: a
short way with these stars or, if there is none, the nearest stars. No maze occurs twice in a book.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import compress

from puzzlebook.books.planning.minutes import rate_mazes
from puzzlebook.books.planning.ramp import Rows, SectionMaze, draw_candidates
from puzzlebook.recipes.order import Order
from puzzlebook.running.process_pool import WorkerPool

CANDIDATES = 60
"""The number of mazes drawn for each place."""


def match_drawings(order: Order, rows: Rows, taken: set[str], pool: WorkerPool) -> Rows:
    """Return the sections of a book, in which the mazes in drawings match the plain ones.

    taken: the likenesses that must not occur again; those of the new mazes are added.
    """
    pooled = [maze for part, mazes in rows if part.is_mixed for maze in mazes]
    drawn = [maze for maze in pooled if maze.part.has_own_drawings]
    plain = sorted(rate_mazes(order, [maze for maze in pooled if not maze.part.has_own_drawings]))
    if not drawn or not plain or order.recipe.grade != "sorted" or order.recipe.texture == "deep":
        return rows
    places = [
        [maze, *others]
        for maze, others in zip(
            drawn, draw_candidates(order, drawn, CANDIDATES, taken, pool), strict=True
        )
    ]
    stars = [rate_mazes(order, place) for place in places]
    long = [[not _is_short(maze) for maze in place] for place in places]
    with_long_ways = [set(compress(*row)) for row in zip(stars, long, strict=True)]
    wanted = _spread_evenly(plain, len(places))
    chosen = {}
    for place, number in enumerate(_assign((with_long_ways, [*map(set, stars)]), wanted)):
        best = min(
            range(len(places[place])),
            key=lambda maze: (
                maze > 0 and places[place][maze].likeness in taken,  # the first one is its own
                abs(stars[place][maze] - wanted[number]),
                not long[place][maze],
            ),
        )
        maze = places[place][best]
        taken.add(maze.likeness)
        chosen[maze.part, maze.draw] = maze
    return [(part, [chosen.get((part, maze.draw), maze) for maze in mazes]) for part, mazes in rows]


def _assign(offers: Iterable[Sequence[set[int]]], wanted: Sequence[int]) -> list[int]:
    """Return, for each place, the index of the wanted number of stars that it gets, so that as many
    places as possible offer what is wanted of them.

    offers: the numbers of stars that each place offers, the preferred ones first.
    """
    place_of = dict[int, int]()

    def find_place(number: int, offered: Sequence[set[int]], seen: set[int]) -> bool:
        """Find a place for a wanted number of stars, and move others if that is necessary."""
        for place, stars in enumerate(offered):
            if wanted[number] in stars and place not in seen:
                seen.add(place)
                holder = next((other for other, held in place_of.items() if held == place), None)
                if holder is None or find_place(holder, offered, seen):
                    place_of[number] = place
                    return True
        return False

    for offered in offers:
        for number in range(len(wanted)):
            if number not in place_of:
                find_place(number, offered, set())
    left = set(range(len(wanted))).difference(place_of.values())
    unmet = set(range(len(wanted))).difference(place_of)
    place_of |= dict(zip(sorted(unmet), sorted(left), strict=True))
    return sorted(place_of, key=place_of.__getitem__)


def _is_short(maze: SectionMaze) -> bool:
    """Return whether the way of a maze is short (see the module)."""
    way, cells = maze.drawn.measures.solution_length, maze.board.grid.cells
    return 10 * way < 3 * cells and way * way < 9 * cells


def _spread_evenly(stars: Sequence[int], count: int) -> list[int]:
    """Return so many of these sorted stars, evenly spread, from the first to the last."""
    last, steps = len(stars) - 1, max(count - 1, 1)
    return [stars[(2 * place * last + steps) // (2 * steps)] for place in range(count)]
