"""Choosing the mazes in drawings of a rising book.

Hero and goal stand where their drawing has room for them, so most ways in drawings are short, and
a book that sorted its mazes would end with plain ones only. Many ways keep to one edge, and never
enter the rooms that one sees. Therefore each place for a drawing in a mixed section is drawn
`CANDIDATES` times, and a maze is chosen by three rules:

- It has the stars that its place wants. The places of the theme's own drawings want what the other
  mazes have, in the same proportions, so that each number of stars has its share of drawings. The
  places that themes share want the stars of the first mazes drawn for them, and a feast, which ends
  the book, wants the most that any maze has.
- Its way is not short: it visits three in ten of its cells, or three times as many cells as a row
  of a square of so many.
- Its way roams: it visits three in five of the areas into which the box of the maze is divided, 4 x
  4 of them or, where they would have fewer than four cells, 3 x 3 or 2 x 2. Corners of the box that
  the drawing leaves empty, or almost, are not counted.

The first maze of a place that meets all rules is printed. So all of its mazes that meet them are
equally likely, and no other property decides. If no candidate meets all, the stars come first, then
the length of the way, then the areas that it visits. No maze occurs twice in a book.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import compress
from math import isqrt

from puzzlebook.books.planning.minutes import rate_mazes
from puzzlebook.books.planning.ramp import Rows, SectionMaze, draw_candidates
from puzzlebook.mazes import Grid
from puzzlebook.recipes.order import Order
from puzzlebook.running.process_pool import WorkerPool

CANDIDATES = 60
"""The number of mazes drawn for each place."""
_ENOUGH = 0.6
"""The share of the areas that a way visits if it roams."""
_MOST_AREAS = 4  # in a row, and in a column
_FEWEST_CELLS = 0.25
"""The fewest cells of an area that counts, as a share of the mean."""


def match_drawings(order: Order, rows: Rows, taken: set[str], pool: WorkerPool) -> Rows:
    """Return the sections of a book, in which the mazes in drawings match the plain ones.

    taken: the likenesses that must not occur again; those of the new mazes are added.
    """
    pooled = [maze for part, mazes in rows if part.is_mixed for maze in mazes]
    drawn = [maze for maze in pooled if maze.part.has_own_drawings]
    others = [maze for maze in pooled if not maze.part.has_own_drawings]
    feasts = [maze for maze in others if maze.is_feast]
    shared = [maze for maze in others if maze.part.stages and not maze.is_feast]
    has_choice = order.recipe.grade == "sorted" and order.recipe.texture != "deep"
    if not (drawn or shared or feasts) or not others or not has_choice:
        return rows
    stars = rate_mazes(order, others)
    wanted = [
        (drawn, _spread_evenly(sorted(stars), len(drawn))),
        (shared, list(compress(stars, (maze in shared for maze in others)))),
        (feasts, [max(stars)] * len(feasts)),
    ]
    places = iter([*draw_candidates(order, [*drawn, *shared, *feasts], CANDIDATES, taken, pool)])
    chosen = [
        maze
        for mazes, numbers in wanted
        for maze in _choose_mazes(order, [[maze, *next(places)] for maze in mazes], numbers, taken)
    ]
    by_place = {(maze.part, maze.draw): maze for maze in chosen}
    return [
        (part, [by_place.get((part, maze.draw), maze) for maze in mazes]) for part, mazes in rows
    ]


def _choose_mazes(
    order: Order, places: Sequence[Sequence[SectionMaze]], wanted: Sequence[int], taken: set[str]
) -> Iterator[SectionMaze]:
    """Yield a maze for each place, and add its likeness to those that are taken. places: the
    candidates of each, its own maze first. wanted: numbers of stars, one for each place."""
    stars = [rate_mazes(order, place) for place in places]
    long = [[not _is_short(maze) for maze in place] for place in places]
    roaming = [[min(_measure_roaming(maze), _ENOUGH) for maze in place] for place in places]
    good = [
        [is_long and share == _ENOUGH for is_long, share in zip(*row, strict=True)]
        for row in zip(long, roaming, strict=True)
    ]
    offers = [
        [set(compress(*row)) for row in zip(stars, suits, strict=True)] for suits in (good, long)
    ]
    assigned = _assign((*offers, [*map(set, stars)]), wanted)
    for place, mazes in enumerate(places):
        best = min(
            range(len(mazes)),
            key=lambda maze: (
                maze > 0 and mazes[maze].likeness in taken,  # the first one is its own
                abs(stars[place][maze] - wanted[assigned[place]]),
                not long[place][maze],
                -roaming[place][maze],
            ),
        )
        taken.add(mazes[best].likeness)
        yield mazes[best]


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


def _measure_roaming(maze: SectionMaze) -> float:
    """Return the share of its areas that the way of a maze visits (see the module)."""
    areas, counted = _divide_box(maze.board.grid)
    # The numbers of lower strands of bridges follow those of the cells; the way visits their
    # neighbours, too.
    visited = {areas[cell] for cell in maze.drawn.solution if cell < len(areas)}
    return len(visited & counted) / len(counted)


@lru_cache(maxsize=256)
def _divide_box(grid: Grid) -> tuple[Sequence[tuple[int, int]], frozenset[tuple[int, int]]]:
    """Return the area of each cell of a grid, and the areas that count."""
    count = max(2, min(_MOST_AREAS, isqrt(grid.plain.cells) // 2))
    areas = [
        (
            min(count - 1, int(round(count * x / grid.width, 6))),
            min(count - 1, int(round(count * y / grid.height, 6))),
        )
        for x, y in grid.plain.centres
    ]
    fewest = _FEWEST_CELLS * len(areas) / (count * count)
    counted = frozenset(area for area, cells in Counter(areas).items() if cells >= fewest)
    return areas, counted


def _spread_evenly(stars: Sequence[int], count: int) -> list[int]:
    """Return so many of these sorted stars, evenly spread, from the first to the last."""
    last, steps = len(stars) - 1, max(count - 1, 1)
    return [stars[(2 * place * last + steps) // (2 * steps)] for place in range(count)]
