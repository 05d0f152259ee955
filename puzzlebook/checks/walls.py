"""Whether the lines of a picture are the walls of its maze, and its way the solution: found by
geometry alone."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, pairwise, product
from math import dist, fsum

from puzzlebook.checks.drawn import Stroke, StrokePiece
from puzzlebook.geometry.arcs import Point, midpoint
from puzzlebook.maze_art.character import split_stroke
from puzzlebook.maze_art.rims import trace_rim
from puzzlebook.mazes.grid import Grid
from puzzlebook.mazes.maze import Maze

NEAR = 0.02
"""How far a line may be from its place, in cell widths: more than any rounding, less than any eye
sees."""
MOST_NAMED = 8
# How much longer a way may be by a point than straight on, if the point is to lie on it; positions
# have 3 decimals.
_DETOUR = 0.002
_FINE = 50
_MOST_PIECES = 1 << 13


class PointIndex:
    """Points by their place, found again by a point that is near."""

    def __init__(self, points: Iterable[tuple[int, Point]]) -> None:
        self._largest_circles: dict[tuple[int, int], list[tuple[int, Point]]] = defaultdict(list)
        for number, point in points:
            self._largest_circles[_square(point)].append((number, point))

    def near(self, point: Point) -> list[int]:
        """The numbers of the points that are near this one, the nearest first."""
        x, y = _square(point)
        squares = ((x + dx, y + dy) for dx, dy in product((0, -1, 1), repeat=2))
        found = [
            (dist(spot, point), number)
            for square in squares
            for number, spot in self._largest_circles.get(square, ())
        ]
        return [number for away, number in sorted(found) if away <= NEAR]


def _square(point: Point) -> tuple[int, int]:
    return round(point[0] * _FINE), round(point[1] * _FINE)


class Sides:
    """A grid's sides, found by the lines that are drawn along them.

    Each is one part, a line or an arc, or several, if the rim follows a drawing there. Parts have
    numbers, as have the points between which they lie: the corners first.
    """

    def __init__(self, grid: Grid) -> None:
        self._place = list(grid.corners)
        self._side: list[int] = []
        self._middles: list[Point] = []
        self._at: dict[int, list[tuple[int, int]]] = defaultdict(list)
        for side, (a, b) in enumerate(grid.sides):
            bulge = grid.bulges[side] if grid.bulges else 0.0
            here = a
            for place, (point, bend) in enumerate(
                course := grid.pieces.get(side, ((grid.corners[b], bulge),)), 1
            ):
                onward = b if place == len(course) else len(self._place)
                self._place += [point] if onward != b else []
                self._add(side, here, onward, bend)
                here = onward
        self._is_parted = bool(grid.pieces)
        self._points = PointIndex(enumerate(self._place))
        # A maze is drawn four times, and others on the same grid have many of its walls.
        self.along = lru_cache(maxsize=_MOST_PIECES)(self._follow_piece)

    def _add(self, side: int, here: int, onward: int, bulge: float) -> None:
        self._at[here].append((len(self._side), onward))
        self._at[onward].append((len(self._side), here))
        self._side.append(side)
        self._middles.append(midpoint(self._place[here], self._place[onward], bulge))

    def drawn(self, parts: set[int]) -> set[int]:
        """The sides of which all parts are among these."""
        if not self._is_parted:  # a part is its side
            return parts
        return set(self._side) - {side for part, side in enumerate(self._side) if part not in parts}

    def _follow_piece(self, piece: StrokePiece) -> list[int] | None:
        """The parts that a piece of a stroke runs along, from point to point; None if it does
        not."""
        heres, ends = self._points.near(piece.start), self._points.near(piece.end)
        parts = [part for here in heres for part, other in self._at[here]
                 if other in ends and dist(self._middles[part], piece.middle) <= NEAR]  # fmt: skip
        if parts:
            return parts
        straight = (piece.start[0] + piece.end[0]) / 2, (piece.start[1] + piece.end[1]) / 2
        if not heres or not ends or dist(straight, piece.middle) > NEAR:
            return None
        return self._parts_between(heres[0], ends[0])

    def _parts_between(self, here: int, end: int) -> list[int] | None:
        """The parts on the straight line from one point to another; None if it is not made of
        parts."""
        parts = []
        while here != end:
            # The next point lies on the line, nearer to its end.
            left = dist(self._place[here], self._place[end])
            step = next(
                (s for s in self._at[here] if abs(self._detour(here, s, end) - left) <= _DETOUR),
                None,
            )
            if step is None:
                return None
            parts.append(step[0])
            here = step[1]
        return parts

    def _detour(self, here: int, step: tuple[int, int], end: int) -> float:
        """How long the way from one point to another is by the middle and the far end of a part."""
        part, onward = step
        half, far = self._middles[part], self._place[onward]
        return dist(self._place[here], half) + dist(half, far) + dist(far, self._place[end])


@lru_cache(maxsize=16)
def _sides(grid: Grid) -> Sides:
    return Sides(grid)


def find_wall_faults(
    maze: Maze, strokes: Sequence[Stroke], doors: bool, shut: bool = False
) -> list[str]:
    """What is wrong with the drawn walls of a maze, each wall by its name.

    doors: whether the rim is open, by one side, where the maze starts and where it ends. shut:
    whether it may be closed where it ends all the same.
    """
    grid, strange = maze.shown, []
    sides, found_parts = _sides(grid), set[int]()
    for piece in chain.from_iterable(strokes):
        parts = sides.along(piece)
        if parts is None:
            strange.append(
                f"a line from {_format_point(piece.start)} to {_format_point(piece.end)} is no wall of its grid"
            )
        else:
            found_parts.update(parts)
    drawn = sides.drawn(found_parts)
    inner = len(grid.pairs)
    walls = set(maze.walls)
    found = [
        f"the wall between cells {_format_pair(grid, side)} is missing"
        for side in sorted(walls - drawn)
    ]
    found += [
        f"a wall between cells {_format_pair(grid, side)} is too many"
        for side in sorted(drawn - walls)
        if side < inner
    ]
    found += [*_find_rim_faults(maze, drawn, doors, shut), *strange]
    return (
        found if len(found) <= MOST_NAMED else [f"it shows another maze: {len(found)} walls differ"]
    )


def _find_rim_faults(maze: Maze, drawn: set[int], doors: bool, shut: bool) -> Iterator[str]:
    grid = maze.shown
    inner = len(grid.pairs)
    outer = set(grid.rim_loops[0])
    gaps: dict[int, int] = defaultdict(int)
    for side in range(inner, len(grid.sides)):
        cell = grid.rim_cells[side - inner]
        if side not in drawn:
            gaps[cell] += 1
            if not (doors and side in outer and cell in (maze.start, maze.end) and gaps[cell] == 1):
                yield f"the rim at cell {cell} is missing"
    if doors:
        rim = {grid.rim_cells[side - inner] for side in outer}
        for end in (maze.start, *(() if shut else (maze.end,))):
            if end in rim and not gaps[end]:
                yield f"the door at cell {end} is closed"


def find_outline_faults(
    maze: Maze, strokes: Sequence[Stroke], walls: Sequence[Stroke]
) -> Iterator[str]:
    """What is wrong with the wide line beneath the rim of a cut maze: it is there where walls are,
    but just before doors. Books have none from before there were such lines."""
    if not strokes:
        return
    grid, sides = maze.shown, _sides(maze.shown)
    drawn = sides.drawn(
        {part for piece in chain.from_iterable(walls) for part in sides.along(piece) or ()}
    )
    doors = [side for side in range(len(grid.pairs), len(grid.sides)) if side not in drawn]
    wanted = [
        StrokePiece(*piece[:2], midpoint(*piece))
        for line in trace_rim(grid, doors)
        for piece in split_stroke(line)
    ]
    found = list(chain.from_iterable(strokes))
    for these, those in ((wanted, found), (found, wanted)):
        known = PointIndex((number, piece.middle) for number, piece in enumerate(those))
        # A file may close a line by a step as long as its rounding.
        if not all(
            known.near(piece.middle) for piece in these if dist(piece.start, piece.end) > NEAR
        ):
            yield "the heavy line along its rim is not all there, or is somewhere else"
            return


def find_way_faults(maze: Maze, strokes: Sequence[Stroke], letters: bool = False) -> list[str]:
    """What is wrong with the drawn way of a maze's solution.

    It leads from the first cell to the last through the middle of every cell between them, in order
    and without a detour; at its two ends it may stop short of a mark, or lead on to a door.
    letters: whether some stand on it, so that it has gaps.
    """
    grid, cells = maze.shown, maze.solution
    pieces = list(chain.from_iterable(strokes))
    if not pieces:
        return ["the way of the solution is missing"]
    for cell, point in zip((cells[0], cells[-1]), (pieces[0].start, pieces[-1].end), strict=True):
        centre, radius = grid.circle(cell)
        # A way stops short of a mark in its cell, or ends in the very middle of a door.
        doors = (midpoint(*grid.middle_arc(side)) for side in grid.outer_sides(cell))
        if dist(centre, point) > 2 * radius + NEAR and all(
            dist(door, point) > NEAR for door in doors
        ):
            return [f"the way of the solution does not reach cell {cell}"]
    ahead = deque(cells[1:-1])
    for piece in pieces:
        while letters and ahead and any(_is_on(grid.centres[cell], piece) for cell in ahead):
            ahead.popleft()
        while ahead and _is_on(grid.centres[ahead[0]], piece):
            ahead.popleft()
    if ahead and not letters:
        return [f"the way of the solution misses cell {ahead[0]}"]
    drawn = fsum(dist(piece.start, piece.end) for piece in pieces)
    return ["the way of the solution makes a detour"] if drawn > _longest(maze) else []


@lru_cache(maxsize=1)  # a way is drawn twice at least
def _longest(maze: Maze) -> float:
    """The length of the solution by the middles of its cells and sides, with a door at both
    ends."""
    grid, cells = maze.shown, maze.solution
    first, last = grid.circle(cells[0]), grid.circle(cells[-1])
    centres = [first.centre, *(grid.centres[cell] for cell in cells[1:-1]), last.centre]
    length = 2 * (first.radius + last.radius) + 2 * NEAR
    for (a, b), (p, q) in zip(pairwise(cells), pairwise(centres), strict=True):
        side = midpoint(*grid.middle_arc(grid.shared_sides[min(a, b), max(a, b)]))
        length += dist(p, side) + dist(side, q)
    return length


def _is_on(point: Point, piece: StrokePiece) -> bool:
    """Whether a point lies on a straight piece."""
    detour = dist(piece.start, point) + dist(point, piece.end) - dist(piece.start, piece.end)
    return detour <= _DETOUR


def _format_pair(grid: Grid, side: int) -> str:
    a, b = grid.pairs[side]
    return f"{a} and {b}"


def _format_point(point: Point) -> str:
    return f"({point[0]:.2f}, {point[1]:.2f})"


def find_shading_faults(maze: Maze, outlines: Sequence[Stroke]) -> Iterator[str]:
    """What is wrong with the shading of a way that draws a picture: the cells that it covers are
    those of the way.

    By the middles of the cells: each lies inside if the outlines cross the level line to its left
    an odd number of times.
    """
    grid, on_way = maze.shown, set(maze.solution)
    upright = [piece for outline in outlines for piece in outline if piece.start[1] != piece.end[1]]
    wrong = 0
    for cell, (x, y) in enumerate(grid.centres):
        left = [piece for piece in upright if piece.middle[0] < x]
        crossed = [
            piece
            for piece in left
            if min(piece.start[1], piece.end[1]) <= y < max(piece.start[1], piece.end[1])
        ]
        wrong += (len(crossed) % 2 == 1) != (cell in on_way)
    if wrong:
        yield f"{wrong} of its cells are shaded and not on the way, or the other way round"
