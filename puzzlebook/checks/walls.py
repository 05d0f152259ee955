"""Whether the lines of a picture are the walls of its maze, and its way the solution: found by geometry alone."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, pairwise, product
from math import dist

from puzzlebook.checks.drawn import Piece, Stroke
from puzzlebook.mazes.grid import Grid
from puzzlebook.mazes.maze import Maze
from puzzlebook.outlines.arcs import Point, middle

NEAR = 0.02
"""How far a line may be from its place, in cell widths: more than any rounding, less than any eye sees."""
MOST_NAMED = 8
# How much longer a way may be by a point than straight on, if the point is to lie on it; positions have 3 decimals.
_DETOUR = 0.002
_FINE = 50


class PointIndex:
    """Points by their place, found again by a point that is near."""

    def __init__(self, points: Iterable[tuple[int, Point]]) -> None:
        self._found: dict[tuple[int, int], list[tuple[int, Point]]] = defaultdict(list)
        for number, point in points:
            self._found[_square(point)].append((number, point))

    def near(self, point: Point) -> int | None:
        """The number of the point that is near this one."""
        x, y = _square(point)
        for square in ((x + dx, y + dy) for dx, dy in product((0, -1, 1), repeat=2)):
            for number, spot in self._found.get(square, ()):
                if dist(spot, point) <= NEAR:
                    return number
        return None


def _square(point: Point) -> tuple[int, int]:
    return round(point[0] * _FINE), round(point[1] * _FINE)


class Sides:
    """A grid's sides, found by the lines that are drawn along them."""

    def __init__(self, grid: Grid) -> None:
        self._corners = PointIndex(enumerate(grid.corners))
        self._place = grid.corners
        bulges = grid.bulges or [0.0] * len(grid.sides)
        self.middles = [
            middle(grid.corners[a], grid.corners[b], bulge) for (a, b), bulge in zip(grid.sides, bulges, strict=True)
        ]
        self._at: dict[int, list[tuple[int, int]]] = defaultdict(list)
        for side, (a, b) in enumerate(grid.sides):
            self._at[a].append((side, b))
            self._at[b].append((side, a))

    def along(self, piece: Piece) -> list[int] | None:
        """The sides that a piece of a stroke runs along, from corner to corner; None if it does not."""
        here, end = self._corners.near(piece.start), self._corners.near(piece.end)
        if here is None or end is None:
            return None
        for side, other in self._at[here]:
            if other == end and dist(self.middles[side], piece.middle) <= NEAR:
                return [side]
        straight = (piece.start[0] + piece.end[0]) / 2, (piece.start[1] + piece.end[1]) / 2
        return self._between(here, end) if dist(straight, piece.middle) <= NEAR else None

    def _between(self, here: int, end: int) -> list[int] | None:
        """The sides on the straight line from one corner to another; None if it is not made of sides."""
        sides = []
        while here != end:
            # The next corner lies on the line, nearer to its end.
            left = dist(self._place[here], self._place[end])
            step = next((s for s in self._at[here] if abs(self._detour(here, s, end) - left) <= _DETOUR), None)
            if step is None:
                return None
            sides.append(step[0])
            here = step[1]
        return sides

    def _detour(self, here: int, step: tuple[int, int], end: int) -> float:
        """How long the way from one corner to another is by the middle and the far corner of a side."""
        side, corner = step
        points = self._place[here], self.middles[side], self._place[corner], self._place[end]
        return sum(dist(p, q) for p, q in pairwise(points))


@lru_cache(maxsize=16)
def _sides(grid: Grid) -> Sides:
    return Sides(grid)


def wall_faults(maze: Maze, strokes: Sequence[Stroke], doors: bool) -> list[str]:
    """What is wrong with the drawn walls of a maze, each wall by its name.

    doors: whether the rim is open, by one side, where the maze starts and where it ends.
    """
    grid, drawn, strange = maze.grid, set(), []
    for piece in chain.from_iterable(strokes):
        sides = _sides(grid).along(piece)
        if sides is None:
            strange.append(f"a line from {_at(piece.start)} to {_at(piece.end)} is no wall of its grid")
        else:
            drawn.update(sides)
    inner = len(grid.pairs)
    walls = {side for side in range(inner) if not maze.open_sides[side]}
    found = [f"the wall between cells {_pair(grid, side)} is missing" for side in sorted(walls - drawn)]
    found += [f"a wall between cells {_pair(grid, side)} is too many" for side in sorted(drawn - walls) if side < inner]
    found += [*_rim_faults(maze, drawn, doors), *strange]
    return found if len(found) <= MOST_NAMED else [f"it shows another maze: {len(found)} walls differ"]


def _rim_faults(maze: Maze, drawn: set[int], doors: bool) -> Iterator[str]:
    grid = maze.grid
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
        for end in (maze.start, maze.end):
            if end in rim and not gaps[end]:
                yield f"the door at cell {end} is closed"


def way_faults(maze: Maze, strokes: Sequence[Stroke], letters: bool = False) -> list[str]:
    """What is wrong with the drawn way of a maze's solution.

    It leads from the first cell to the last through the middle of every cell between them, in order and without a
    detour; at its two ends it may stop short of a mark, or lead on to a door. letters: whether some stand on it, so
    that it has gaps.
    """
    grid, cells = maze.grid, maze.solution
    pieces = list(chain.from_iterable(strokes))
    if not pieces:
        return ["the way of the solution is missing"]
    for cell, point in zip((cells[0], cells[-1]), (pieces[0].start, pieces[-1].end), strict=True):
        if dist(grid.centres[cell], point) > 2 * grid.room(cell) + NEAR:
            return [f"the way of the solution does not reach cell {cell}"]
    ahead = deque(cells[1:-1])
    for piece in pieces:
        while letters and ahead and any(_on(grid.centres[cell], piece) for cell in ahead):
            ahead.popleft()
        while ahead and _on(grid.centres[ahead[0]], piece):
            ahead.popleft()
    if ahead and not letters:
        return [f"the way of the solution misses cell {ahead[0]}"]
    drawn = sum(dist(piece.start, piece.end) for piece in pieces)
    return ["the way of the solution makes a detour"] if drawn > _longest(maze) else []


def _longest(maze: Maze) -> float:
    """The length of the solution by the middles of its cells and sides, with a door at both ends."""
    grid = maze.grid
    length = 2 * sum(grid.room(cell) for cell in (maze.solution[0], maze.solution[-1])) + 2 * NEAR
    middles = _sides(grid).middles
    number = {pair: side for side, pair in enumerate(grid.pairs)}
    for a, b in pairwise(maze.solution):
        side = middles[number[min(a, b), max(a, b)]]
        length += dist(grid.centres[a], side) + dist(side, grid.centres[b])
    return length


def _on(point: Point, piece: Piece) -> bool:
    """Whether a point lies on a straight piece."""
    detour = dist(piece.start, point) + dist(point, piece.end) - dist(piece.start, piece.end)
    return detour <= _DETOUR


def _pair(grid: Grid, side: int) -> str:
    a, b = grid.pairs[side]
    return f"{a} and {b}"


def _at(point: Point) -> str:
    return f"({point[0]:.2f}, {point[1]:.2f})"
