"""The lines of a picture, compared geometrically with the walls and the solution of its maze."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import chain, pairwise, product
from math import dist, fsum
from typing import NamedTuple

from puzzlebook.checks.drawn import Stroke, StrokePiece
from puzzlebook.geometry.arcs import Point, midpoint
from puzzlebook.maze_art.bridges import draw_rails, find_hidden_steps
from puzzlebook.maze_art.character import split_stroke
from puzzlebook.maze_art.rims import trace_rim
from puzzlebook.mazes import Grid, Maze

_NEAR = 0.02  # cell widths: allowed error of a line; more than rounding, less than the eye can see
_MAX_NAMED = 8  # wall faults listed individually
_DETOUR = 0.002  # longest detour via a point that counts as on the line; positions have 3 decimals
_SQUARES = 50  # squares of the index per cell width
_CACHED_PIECES = 1 << 13  # of strokes, for each grid


class PointIndex:
    """An index of numbered points, to find those near a given position."""

    def __init__(self, points: Iterable[tuple[int, Point]]) -> None:
        self._squares: dict[tuple[int, int], list[tuple[int, Point]]] = defaultdict(list)
        for number, point in points:
            self._squares[_square(point)].append((number, point))

    def list_near(self, point: Point) -> list[int]:
        """Return the numbers of the points near this position, nearest first."""
        x, y = _square(point)
        squares = ((x + dx, y + dy) for dx, dy in product((0, -1, 1), repeat=2))
        candidates = [
            (dist(other, point), number)
            for square in squares
            for number, other in self._squares.get(square, ())
        ]
        return [number for distance, number in sorted(candidates) if distance <= _NEAR]


def _square(point: Point) -> tuple[int, int]:
    return round(point[0] * _SQUARES), round(point[1] * _SQUARES)


class Followed(NamedTuple):
    """The parts that pieces of strokes run along. unmatched: the pieces that follow no parts."""

    parts: set[int]
    unmatched: list[StrokePiece]


class GridSides:
    """The sides of a grid, matched to the lines drawn along them.

    A side is one part, a line or an arc, or several parts where the rim follows a drawing. Parts
    and their end points are numbered; the grid's corners are the first points.
    """

    def __init__(self, grid: Grid) -> None:
        self._points = list(grid.corners)
        self._sides: list[int] = []  # the side of each part
        self._middles: list[Point] = []  # the middle of each part
        self._steps: dict[int, list[tuple[int, int]]] = defaultdict(list)
        for side, (a, b) in enumerate(grid.sides):
            bulge = grid.bulges[side] if grid.bulges else 0.0
            start, parts = a, grid.edge_paths.get(side, ((grid.corners[b], bulge),))
            for count, (point, bend) in enumerate(parts, 1):
                end = b if count == len(parts) else len(self._points)
                if end != b:
                    self._points.append(point)
                self._add(side, start, end, bend)
                start = end
        self._has_parts = bool(grid.edge_paths)
        self._index = PointIndex(enumerate(self._points))
        # Mazes on the same grid share many walls.
        self.follow = lru_cache(maxsize=_CACHED_PIECES)(self._follow)
        self._last: tuple[Sequence[StrokePiece], Followed] = [], Followed(set(), [])

    def _add(self, side: int, start: int, end: int, bulge: float) -> None:
        self._steps[start].append((len(self._sides), end))
        self._steps[end].append((len(self._sides), start))
        self._sides.append(side)
        self._middles.append(midpoint(self._points[start], self._points[end], bulge))

    def find_complete(self, parts: set[int]) -> set[int]:
        """Return the sides all of whose parts are in this set."""
        if not self._has_parts:  # each part is its side
            return parts
        missing = {side for part, side in enumerate(self._sides) if part not in parts}
        return set(self._sides) - missing

    def follow_all(self, pieces: Sequence[StrokePiece]) -> Followed:
        """Return the parts that these pieces run along, and the pieces that follow no parts."""
        # A maze is drawn four times, with the same walls each time.
        if pieces != self._last[0]:
            found = [(piece, self.follow(piece)) for piece in pieces]
            along = {part for _, parts in found for part in parts or ()}
            unmatched = [piece for piece, parts in found if parts is None]
            self._last = pieces, Followed(along, unmatched)
        return self._last[1]

    def _follow(self, piece: StrokePiece) -> list[int] | None:
        """Return the parts that a piece of a stroke runs along, or None if it leaves them."""
        starts, ends = self._index.list_near(piece.start), self._index.list_near(piece.end)
        parts = [part for start in starts for part, other in self._steps[start]
                 if other in ends and dist(self._middles[part], piece.middle) <= _NEAR]  # fmt: skip
        if parts:
            return parts
        straight = (piece.start[0] + piece.end[0]) / 2, (piece.start[1] + piece.end[1]) / 2
        if not starts or not ends or dist(straight, piece.middle) > _NEAR:
            return None
        return self._list_parts(starts[0], ends[0])

    def _list_parts(self, start: int, end: int) -> list[int] | None:
        """Return the parts on the straight line between two points, or None if there are gaps."""
        parts = []
        while start != end:
            # The next point lies on the line, nearer to its end.
            remaining = dist(self._points[start], self._points[end])
            for part, onward in self._steps[start]:
                middle, next_point = self._middles[part], self._points[onward]
                detour = dist(self._points[start], middle) + dist(middle, next_point)
                detour += dist(next_point, self._points[end])
                if abs(detour - remaining) <= _DETOUR:
                    break
            else:
                return None
            parts.append(part)
            start = onward
        return parts


@lru_cache(maxsize=16)
def _index_sides(grid: Grid) -> GridSides:
    return GridSides(grid)


def find_wall_faults(
    maze: Maze, strokes: Sequence[Stroke], doors: bool, shut: bool = False
) -> list[str]:
    """List what is wrong with the drawn walls of a maze, wall by wall.

    doors: whether the rim has one open side at the start and one at the end. shut: whether the rim
    may nevertheless be closed at the end.
    """
    grid, other_faults = maze.shown, []
    sides = _index_sides(grid.plain)
    pieces, missing = _separate_rails(maze, list(chain.from_iterable(strokes)))
    other_faults += [f"a rail of the bridge at cell {cell} is missing" for cell in missing]
    followed = sides.follow_all(pieces)
    for piece in followed.unmatched:
        ends = f"from {_format_point(piece.start)} to {_format_point(piece.end)}"
        other_faults.append(f"a line {ends} is not a wall of its grid")
    drawn, walls = sides.find_complete(followed.parts), set(maze.shown_walls)
    faults = [
        f"the wall between cells {_format_pair(grid, side)} is missing"
        for side in sorted(walls - drawn)
    ]
    faults += [
        f"there is an extra wall between cells {_format_pair(grid, side)}"
        for side in sorted(drawn - walls)
        if side < len(grid.pairs)
    ]
    faults += [*_find_rim_faults(maze, drawn, doors, shut), *other_faults]
    if len(faults) > _MAX_NAMED:
        return [f"it shows another maze: {len(faults)} walls differ"]
    return faults


def _separate_rails(
    maze: Maze, pieces: Sequence[StrokePiece]
) -> tuple[Sequence[StrokePiece], list[int]]:
    """Return the pieces not on rails, and the cells of bridges with incomplete rails."""
    grid = maze.shown
    if not grid.bridges:
        return pieces, []
    index = PointIndex((number, piece.middle) for number, piece in enumerate(pieces))
    missing, rail_pieces = [], set[int]()
    sides = [bridge.cell for bridge in grid.bridges for _ in grid.crossed_sides(bridge)]
    for cell, rail in zip(sides, draw_rails(grid), strict=True):
        for start, end, bulge in split_stroke(rail):
            matches = [
                near
                for near in index.list_near(midpoint(start, end, bulge))
                if min(dist(pieces[near].start, start), dist(pieces[near].start, end)) <= _NEAR
            ]
            rail_pieces.update(matches)
            missing += [] if matches else [cell]
    return [piece for number, piece in enumerate(pieces) if number not in rail_pieces], missing


def _find_rim_faults(maze: Maze, drawn_sides: set[int], doors: bool, shut: bool) -> Iterator[str]:
    grid = maze.shown
    inner = len(grid.pairs)
    outer = set(grid.rim_loops[0])
    for side, cell in maze.openings.items():
        if side in drawn_sides:
            yield f"the door at cell {cell} is closed"
    drawn_sides = drawn_sides | maze.openings.keys()
    doors = doors and not maze.gates
    gaps: dict[int, int] = defaultdict(int)
    for side in range(inner, len(grid.sides)):
        cell = grid.rim_cells[side - inner]
        if side not in drawn_sides:
            gaps[cell] += 1
            may_open = side in outer or maze.design.is_staged
            if not (doors and may_open and cell in (maze.start, maze.end) and gaps[cell] == 1):
                yield f"the rim at cell {cell} is missing"
    if doors:
        rim = {grid.rim_cells[side - inner] for side in outer}
        for end in (maze.start, *(() if shut else (maze.end,))):
            if end in rim and not gaps[end]:
                yield f"the door at cell {end} is closed"


def find_outline_faults(
    maze: Maze, strokes: Sequence[Stroke], walls: Sequence[Stroke]
) -> Iterator[str]:
    """Yield a fault unless the heavy line of a maze cut by an outline runs exactly along its rim.

    Older books have no such line.
    """
    if not strokes:
        return
    grid, sides = maze.shown, _index_sides(maze.shown.plain)
    drawn = sides.find_complete(sides.follow_all(list(chain.from_iterable(walls))).parts)
    doors = [side for side in range(len(grid.pairs), len(grid.sides)) if side not in drawn]
    expected = [
        StrokePiece(*piece[:2], midpoint(*piece))
        for line in trace_rim(grid, doors)
        for piece in split_stroke(line)
    ]
    actual = list(chain.from_iterable(strokes))
    for pieces, others in ((expected, actual), (actual, expected)):
        index = PointIndex((number, piece.middle) for number, piece in enumerate(others))
        # Rounding may add a tiny closing piece.
        long_pieces = (piece for piece in pieces if dist(piece.start, piece.end) > _NEAR)
        if not all(index.list_near(piece.middle) for piece in long_pieces):
            yield "the heavy line along its rim is incomplete or out of place"
            return


def find_way_faults(maze: Maze, strokes: Sequence[Stroke], letters: bool = False) -> list[str]:
    """List what is wrong with the drawn solution path or, for a room, with its pieces."""
    if maze.room is None:
        return find_path_faults(maze, strokes, letters)
    visits = maze.room.visits
    if len(strokes) != len(visits):
        return [f"the solution path is drawn in {len(strokes)} pieces, but has {len(visits)}"]
    pieces = zip(visits, strokes, strict=True)
    return [
        fault
        for visit, stroke in pieces
        for fault in find_path_faults(replace(maze, solution=visit.cells), [stroke])
    ]


def find_path_faults(maze: Maze, strokes: Sequence[Stroke], letters: bool = False) -> list[str]:
    """List what is wrong with the drawn solution path.

    The path must lead through the middle of every cell of the solution, in order and without
    detours. Each end may stop short of a mark or continue to a door. letters: whether letters on
    the path interrupt it.
    """
    grid, cells = maze.shown, maze.solution
    pieces = list(chain.from_iterable(strokes))
    if not pieces:
        return ["the solution path is missing"]
    for cell, point in zip((cells[0], cells[-1]), (pieces[0].start, pieces[-1].end), strict=True):
        centre, radius = grid.circle(cell)
        # A path stops short of a mark in its cell, or ends exactly in the middle of a door.
        # It may end before a bridge next to that cell, if the mark leaves no space between them.
        neighbour = cells[:2][-1] if cell == cells[0] else cells[-2:][0]
        reach = 4 * radius if neighbour >= grid.plain.cells else 2 * radius
        is_far = dist(centre, point) > reach + _NEAR
        if is_far and all(dist(door, point) > _NEAR for door in _list_doors(grid, cell)):
            return [f"the solution path does not reach cell {cell}"]
    # A path is not drawn under a bridge, and must not be drawn over the deck by mistake.
    hidden = set(find_hidden_steps(grid, cells))
    unvisited = deque(
        cell for index, cell in enumerate(cells[:-1]) if index and index not in hidden
    )
    for piece in pieces:
        while (
            letters and unvisited and any(_is_on(grid.centres[cell], piece) for cell in unvisited)
        ):
            unvisited.popleft()
        while unvisited and _is_on(grid.centres[unvisited[0]], piece):
            unvisited.popleft()
    if unvisited and not letters:
        return [f"the solution path misses cell {unvisited[0]}"]
    for index in hidden:
        ends = (_order(cells[index], cells[near]) for near in (index - 1, index + 1))
        middles = (midpoint(*grid.middle_arc(grid.shared_sides[end])) for end in ends)
        (ax, ay), (bx, by) = middles
        quarter = (3 * ax + bx) / 4, (3 * ay + by) / 4
        if any(_is_on(quarter, piece) for piece in pieces):
            cell = grid.place(cells[index])
            return [f"the solution path is drawn over the bridge at cell {cell}"]
    drawn = fsum(dist(piece.start, piece.end) for piece in pieces)
    return ["the solution path makes a detour"] if drawn > _measure_max_length(maze) else []


def _list_doors(grid: Grid, cell: int) -> Iterator[Point]:
    """Yield the middles of a cell's sides on the rim, any of which may be a door."""
    inner = len(grid.pairs)
    for side in range(inner, len(grid.sides)):
        if grid.rim_cells[side - inner] == cell:
            yield midpoint(*grid.middle_arc(side))


@lru_cache(maxsize=1)  # a path is drawn at least twice
def _measure_max_length(maze: Maze) -> float:
    """Return the maximum length of the drawn solution: a path through the middles of cells and of
    the sides between them, plus the way to a door at each end."""
    grid, cells = maze.shown, maze.solution
    first, last = grid.circle(cells[0]), grid.circle(cells[-1])
    centres = [first.centre, *(grid.centres[cell] for cell in cells[1:-1]), last.centre]
    length = 2 * _NEAR
    for cell, end in ((cells[0], first), (cells[-1], last)):
        # The door of a cell cut by an outline may be farther from its middle than its radius.
        doors = (dist(end.centre, door) for door in _list_doors(grid, cell))
        length += max(2 * end.radius, *doors, 0.0)
    for (a, b), (p, q) in zip(pairwise(cells), pairwise(centres), strict=True):
        side = midpoint(*grid.middle_arc(grid.shared_sides[_order(a, b)]))
        length += dist(p, side) + dist(side, q)
    return length


def _order(a: int, b: int) -> tuple[int, int]:
    return (a, b) if a < b else (b, a)


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
    """Yield a fault unless exactly the cells of the solution path are shaded.

    A cell's centre is inside if the outlines cross the horizontal line to its left an odd number of
    times.
    """
    path = set(maze.solution)
    upright = [piece for outline in outlines for piece in outline if piece.start[1] != piece.end[1]]
    wrong = 0
    for cell, (x, y) in enumerate(maze.shown.centres):
        crossed = [
            piece
            for piece in upright
            if piece.middle[0] < x
            and min(piece.start[1], piece.end[1]) <= y < max(piece.start[1], piece.end[1])
        ]
        wrong += (len(crossed) % 2 == 1) != (cell in path)
    if wrong:
        yield f"{wrong} cells are shaded but not on the path, or on the path but not shaded"
