"""The grids that fill a page and keep the promise to its audience: a minimum width of passages.

A grid depends on the page size and on the number of mazes per page. Fixed margins are reserved,
0.875 in at the binding and 0.5 in at the other sides, each with a little slack, and space for a
head and a foot. The printer and the number of pages do not matter, so that a printer's gutter never
changes the mazes. Marks matter only if they need more space than the audience's own marks. If the
real margins are no wider than the reserved ones, which suit all our printers, every passage is at
least as wide as promised.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import floor, sqrt
from typing import NamedTuple

from puzzlebook.ground.faults import refuse
from puzzlebook.ground.lengths import format_millimetres
from puzzlebook.ground.portable_math import ratio
from puzzlebook.maze_art.doors import marks_margin
from puzzlebook.maze_art.extent import WALL_SHARE, Extent, scale_and_wall
from puzzlebook.maze_art.marks import Marks
from puzzlebook.mazes import SHAPES, Shape, Size, make_grid
from puzzlebook.printers.trims import Trim, list_trims, trim
from puzzlebook.recipes.audiences import Audience
from puzzlebook.typesetting.layout import (
    ABOVE_MAZE,
    ABOVE_MAZES,
    BETWEEN_MAZES,
    MAZES_ARRANGED,
    SLACK,
)

BINDING, SIDES = 0.875 * 72 + SLACK, 0.5 * 72 + SLACK
_HEAD_AND_FOOT = 6.7
"""The combined height of a page's head and foot, as a multiple of the type size."""
_FOOT, _MIN_SMALL = 1.65, 32 / 3
"""The height of a page's foot, as a multiple of its type size, and the smallest such type size."""
FEWEST = 12
"""The fewest cells of a grid: smaller grids have too few mazes for a book, and these are all
short."""

MOST = 10_000
"""The most cells of a grid that is chosen for an audience: about twice as many as grids for experts
have on Letter."""
_MAX_WHEN_EASY = 4_000  # cells: the same for readers at the level easy, or without a level
_SAFETY_FACTOR = 1.2
"""If a grid would fit even with cells this many times as wide, it certainly fits, and is not built
to check."""

_OTHER_PAGES = ("letter", "a4", "8.5x8.5", "8x10", "7.5x9.25", "7x10", "6x9", "a5", "legal")


class Room(NamedTuple):
    """The space for a maze on a page, in points, which is the same for all printers."""

    width: float
    height: float


def choose_size(
    audience: Audience, page: Trim, shape: str, share: float = 1, per_page: int = 1
) -> Size:
    """Choose the grid of a shape for this audience on this page.

    Candidates are grids that fill the page, keep the promised passage and have enough cells for a
    book. The grid whose number of cells is nearest to `share` times that of the finest candidate
    wins.
    """
    sizes = list_sizes(audience, page, SHAPES[shape], per_page)
    count = SHAPES[shape].cells
    finest = max((count(*size) for size in sizes), default=0)
    if finest < FEWEST:
        width = format_millimetres(audience.passage)
        what = f'{page.name} has no room for passages of {width} for readers of "{audience.name}"'
        if per_page > 1:
            what += f", {per_page} mazes per page"
            raise refuse("audience", what, "use fewer mazes per page, or older readers")
        pages = [
            name for name in suggest_pages(page) if finest_number(audience, name, shape) >= FEWEST
        ]
        allowed = (
            f"pages that do: {', '.join(pages)}"
            if pages
            else "choose older readers, or square cells"
        )
        raise refuse("audience", what, allowed)
    wanted = max(share * finest, FEWEST)
    return min(sizes, key=lambda size: (ratio(count(*size), wanted), count(*size)))


def room_for_maze(audience: Audience, page: Trim, arranged: tuple[int, int] = (1, 1)) -> Room:
    """Return the space for each maze on a page, within the reserved margins.

    arranged: the numbers of columns and rows of mazes on the page.
    """
    side_margins, end_margin = BINDING + SIDES, SIDES
    if clear := page.clear:
        side_margins, end_margin = 2 * (clear.sides + SLACK), clear.ends + SLACK
    width = page.width - side_margins
    height = page.height - 2 * end_margin - _HEAD_AND_FOOT * audience.type_size
    if arranged == (1, 1):
        return Room(width, height)
    columns, rows = arranged
    height -= ABOVE_MAZES * audience.type_size
    row_height = (height + BETWEEN_MAZES / 2) / rows - BETWEEN_MAZES / 2
    column_width = (width + BETWEEN_MAZES) / columns - BETWEEN_MAZES
    return Room(column_width, row_height - ABOVE_MAZE * audience.type_size)


def room_for_frame(audience: Audience, page: Trim, arranged: tuple[int, int] = (1, 1)) -> Room:
    """Return the space for a drawing with a maze in it. If it is alone on its page, the drawing
    begins at the top margin."""
    room = room_for_maze(audience, page, arranged)
    if arranged != (1, 1):
        return room
    head = _HEAD_AND_FOOT * audience.type_size - _FOOT * max(_MIN_SMALL, audience.type_size)
    return Room(room.width, room.height + head)


def smallest_cell(audience: Audience) -> float:
    """Return the width of the smallest cell that keeps the promise, in points between wall
    centres."""
    return max(audience.passage + audience.wall, audience.passage / (1 - WALL_SHARE))


def finest_number(audience: Audience, page: str, shape: str) -> int:
    """Return the number of cells of the finest grid that fits; 0 if none fits."""
    return max(
        (SHAPES[shape].cells(*size) for size in list_sizes(audience, trim(page), SHAPES[shape])),
        default=0,
    )


@lru_cache(maxsize=256)
def list_sizes(audience: Audience, page: Trim, shape: Shape, per_page: int = 1) -> tuple[Size, ...]:
    """List the sizes that fill their space in at least one direction and keep the promise.

    If several mazes share a page, they are arranged so that the space for each is as square as
    possible.
    """
    rooms = [room_for_maze(audience, page, arranged) for arranged in MAZES_ARRANGED[per_page]]
    rooms.sort(key=lambda room: round(max(room) / max(min(room), 1), 6))
    for room in rooms:
        if sizes := tuple(list_sizes_in_room(audience, room, shape)):
            return sizes
    return ()


def list_sizes_in_room(audience: Audience, room: Room, shape: Shape) -> Iterator[Size]:
    """Yield the sizes that fill a space in at least one direction and keep the promise."""
    spans, reach = [_Span(*span) for span in _measure_spans(shape)], _measure_reach(audience, room)
    maximum = _find_max_counts(spans, reach)
    if len(spans) == 1:
        choices = [range(shape.least[0], maximum[0] + 1)]
    else:
        choices = [
            range(minimum, count + 1) for minimum, count in zip(shape.least, maximum, strict=True)
        ]
    if any(count < minimum for count, minimum in zip(maximum, shape.least, strict=True)):
        return
    seen = set()
    for axis, numbers in enumerate(choices):
        for number in numbers:
            size = _fill_page(spans, reach, axis, number, shape)
            if size in seen or not 1 < shape.cells(*size) <= max_cells(audience):
                continue
            if _is_surely_small(spans, reach, size) or _fits(audience, room, shape, size):
                seen.add(size)
                yield size


def finest_size(audience: Audience, room: Room, shape: Shape) -> Size | None:
    """Return the largest size, of at most `max_cells` cells, that fits a space and keeps the
    promise; None if there is none."""
    spans, reach = [_Span(*span) for span in _measure_spans(shape)], _measure_reach(audience, room)
    size = _find_max_counts(spans, reach)
    while all(number >= minimum for number, minimum in zip(size, shape.least, strict=True)):
        if shape.cells(*size) > max_cells(audience):
            share = sqrt(max_cells(audience) / shape.cells(*size))
            size = [min(number - 1, floor(number * share)) for number in size]
        elif _is_surely_small(spans, reach, tuple(size)) or _fits(
            audience, room, shape, tuple(size)
        ):
            return tuple(size)
        else:
            size = [number - 1 for number in size]
    return None


def has_room_for(
    audience: Audience, page: Trim, shape: Shape, size: Size, per_page: int = 1
) -> bool:
    """Return whether a page has space for a grid of this size with passages as wide as promised."""
    rooms = (room_for_maze(audience, page, arranged) for arranged in MAZES_ARRANGED[per_page])
    return any(min(room) > 0 and _fits(audience, room, shape, size) for room in rooms)


def measure_grid(shape: Shape, size: Size) -> tuple[float, float]:
    """Return the width and the height of a whole grid. The grid is built only if no formula gives
    them, because many grids are measured for each grid that is used."""
    if shape.box:
        return shape.box(*size)
    grid = make_grid(shape.name, size)
    return grid.width, grid.height


def has_room_to_spare(audience: Audience, page: Trim, shape: Shape, per_page: int = 1) -> bool:
    """Return whether a page has space for a grid of more than `max_cells` cells."""
    spans = [_Span(*span) for span in _measure_spans(shape)]
    rooms = (room_for_maze(audience, page, arranged) for arranged in MAZES_ARRANGED[per_page])
    largest = (_find_max_counts(spans, _measure_reach(audience, room)) for room in rooms)
    return any(
        shape.cells(*map(max, zip(size, shape.least, strict=True))) > max_cells(audience)
        for size in largest
    )


def max_cells(audience: Audience) -> int:
    """Return the most cells that a grid chosen for this audience may have."""
    return MOST if audience.level in ("normal", "hard") else _MAX_WHEN_EASY


def _measure_reach(audience: Audience, room: Room) -> list[float]:
    """Return the width and the height available to cells, in widths of the smallest cell."""
    cell = smallest_cell(audience)
    border = 2 * (_margin(audience) + max(audience.wall / cell, WALL_SHARE))
    return [room.width / cell - border, room.height / cell - border]


def _find_max_counts(spans: Sequence[_Span], reach: Sequence[float]) -> list[int]:
    """Return the largest numbers of columns and rows, or of rings, that fit."""
    if len(spans) == 1:
        return [spans[0].count(min(reach))]
    return [span.count(length) for span, length in zip(spans, reach, strict=True)]


class _Span(NamedTuple):
    """The extent of columns, rows or rings, in cell widths: a start, and a step for each of
    them."""

    start: float
    step: float

    def length(self, number: int) -> float:
        return self.start + self.step * number

    def count(self, length: float) -> int:
        return floor(round((length - self.start) / self.step, 6))


@lru_cache(maxsize=32)
def _measure_spans(shape: Shape) -> list[tuple[float, float]]:
    """Measure the start and the step along each axis of a size, on grids of 12 and of 30."""
    spans = []
    for axis in range(len(shape.axes)):
        small, large = ([12] * len(shape.axes) for _ in range(2))
        large[axis] = 30
        reach = [measure_grid(shape, tuple(size))[axis] for size in (small, large)]
        step = (reach[1] - reach[0]) / 18
        spans.append((reach[0] - 12 * step, step))
    return spans


def _fill_page(
    spans: list[_Span], reach: list[float], axis: int, number: int, shape: Shape
) -> Size:
    """Return the size that has this number along one axis and fills the page along the other."""
    if len(spans) == 1:
        return (number,)
    other_axis = 1 - axis
    # The margin for arrows is small, so scale it along with the cells.
    scale = reach[axis] / max(spans[axis].length(number), 1e-9)
    size = [0, 0]
    size[axis] = number
    size[other_axis] = max(
        shape.least[other_axis], spans[other_axis].count(reach[other_axis] / max(scale, 1))
    )
    return size[0], size[1]


def _is_surely_small(spans: list[_Span], reach: list[float], size: Size) -> bool:
    """Return whether a size needs far less space than there is, as on very large pages."""
    needed = [span.length(number) for span, number in zip(spans, size, strict=True)]
    room = reach if len(spans) > 1 else [min(reach)]
    return all(_SAFETY_FACTOR * length <= along for length, along in zip(needed, room, strict=True))


def _fits(audience: Audience, room: Room, shape: Shape, size: Size) -> bool:
    """Return whether the passages of a size are as wide as promised, given the grid's real
    extent."""
    scale, wall = scale_and_wall(
        Extent(*measure_grid(shape, size), _margin(audience)), audience.wall, *room
    )
    return round(scale - wall - audience.passage, 6) >= 0


def _margin(audience: Audience) -> float:
    """Return the margin around a maze for its marks, in cell widths; arrows at a drawn rim are
    larger."""
    marks = Marks.from_word(audience.marks)._replace(signs=audience.has_signs)
    return marks_margin(marks, audience.is_cut and marks.arrows)


def suggest_pages(page: Trim) -> Sequence[str]:
    """List page sizes to suggest in place of one that is too small; for a screen, list screens."""
    return [trim.name for trim in list_trims() if trim.clear] if page.clear else _OTHER_PAGES
