"""Bridges: cells in which one passage crosses over another.

At a bridge two *strands* cross without meeting. Each strand joins two opposite neighbours of the
cell. In the graph each strand is a cell of its own: the upper strand keeps the number of the cell,
and the lower strands are numbered after all other cells, in the order of their bridges. Sides keep
their numbers; a side of a bridge belongs to the strand that crosses it.

Both sides of a strand are passages in every maze, so a maze is a spanning tree that contains all
strands. To make all these trees equally likely, each chain of strands, including the cells at its
ends, is *contracted* to one node, and Wilson's algorithm draws a uniform spanning tree of the
contracted graph. The only condition on the choice of bridges is that no chain is a ring. The graph
is not planar, so it has no dual. Therefore the wall adder, which walks the dual, cannot draw mazes
with bridges; the passage carver, which walks any connected graph, can.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import permutations
from typing import TYPE_CHECKING, NamedTuple

from puzzlebook.geometry.arcs import Point
from puzzlebook.ground.faults import refuse
from puzzlebook.ground.seeds import draw_below, stream_draws
from puzzlebook.mazes.grid import Bridge, Circle, Grid
from puzzlebook.mazes.tilings import Size, format_size
from puzzlebook.mazes.wilson import Graph, make_graph

if TYPE_CHECKING:
    from collections.abc import MutableSequence

    from puzzlebook.geometry.arc_fitting import ArcPath
    from puzzlebook.mazes.grid import End
    from puzzlebook.mazes.likeness import Frames

PURPOSE = "bridges"
"""The random stream from which bridges are drawn; the spanning tree has another."""

_ORIENTATIONS = "abcdef"
_MAX_CELLS = 250_000  # of a grid that gets bridges
_MAX_ROUNDS = 1000  # attempts at drawing the bridges of a maze
_NO_SIDE = -1  # in place of the number of an inner side, if a side is on the rim


class Strands(NamedTuple):
    """The sides of a bridge: the two that the upper strand crosses, the two that the lower strand
    crosses, and those that no strand crosses, which are walls in every maze."""

    upper: tuple[int, int]
    lower: tuple[int, int]
    closed: tuple[int, ...]


def list_orientations(sides: int) -> Mapping[str, tuple[int, int]]:
    """Return a mapping from letters to orientations of a bridge, for a cell with this many sides.

    An orientation is the axis of the upper strand and the axis of the lower strand. Axis i joins
    the sides i and i + sides/2 of the cell's ring.
    """
    return dict(zip(_ORIENTATIONS, permutations(range(sides // 2), 2), strict=False))


@dataclass(frozen=True, eq=False, repr=False)
class BridgedGrid(Grid):
    """A grid with bridges. All positions are those of the plain grid.

    plain_grid: the same grid without bridges. crossings: the bridges, in ascending order of cells.
    """

    plain_grid: Grid
    crossings: Sequence[Bridge]

    @property
    def plain(self) -> Grid:
        return self.plain_grid

    @property
    def bridges(self) -> Sequence[Bridge]:
        return self.crossings

    def place(self, cell: int) -> int:
        index = cell - self.plain.cells
        return cell if index < 0 else self.crossings[index].cell

    @cached_property
    def strands(self) -> Mapping[int, Strands]:
        """A mapping from the cell of each bridge to its strands."""
        return {bridge.cell: _find_strands(self.plain, bridge) for bridge in self.crossings}

    def crossed_sides(self, bridge: Bridge) -> Sequence[int]:
        return self.strands[bridge.cell].lower

    @cached_property
    def fixed_sides(self) -> Sequence[int]:
        strands_of_bridges = self.strands.values()
        return sorted(
            side for strands in strands_of_bridges for side in (*strands.upper, *strands.lower)
        )

    @cached_property
    def cell_graph(self) -> Graph:
        """The graph for the passage carver, with each chain of strands contracted to one node.

        Cells that belong to no chain come first, in ascending order; then come the chains, in the
        order of their lowest-numbered cells. Sides that are passages in every maze, sides that are
        walls in every maze, and other sides between two cells of one chain become loops, so no tree
        contains them.
        """
        sets = _StrandSets()
        for side in self.fixed_sides:
            sets.join(*self.pairs[side])
        nodes = {cell: sets.find(cell) for cell in range(self.cells)}
        chains = sorted({lowest for cell, lowest in nodes.items() if cell in sets.parents})
        alone = [cell for cell in range(self.cells) if cell not in sets.parents]
        node_numbers = {cell: node for node, cell in enumerate((*alone, *chains))}
        edges = [(node_numbers[nodes[a]], node_numbers[nodes[b]]) for a, b in self.pairs]
        for strands in self.strands.values():
            for side in strands.closed:
                edges[side] = 0, 0
        return make_graph(edges, nodes=len(node_numbers), ordinary=len(alone))

    @property
    def wall_graph(self) -> Graph:
        """Not available: a graph that is not planar has no dual."""
        raise NotImplementedError("only the passage carver can draw mazes with bridges")

    @cached_property
    def centres(self) -> Sequence[Point]:
        centres = self.plain.centres
        return [*centres, *(centres[bridge.cell] for bridge in self.crossings)]

    def span(self, cell: int) -> tuple[float, float]:
        return self.plain.span(cell)  # a bridge is never on the rim

    def circle(self, cell: int) -> Circle:
        return self.plain.circle(self.place(cell))

    def clearance(self, cell: int) -> float:
        return self.plain.clearance(self.place(cell))

    @cached_property
    def narrowest(self) -> float:
        decks = (2 * self.DECK * self.plain.clearance(bridge.cell) for bridge in self.crossings)
        return round(min(self.plain.narrowest, *decks), 6)

    @property
    def narrowest_opening(self) -> float:
        return self.DECK * self.plain.narrowest_opening

    def corridor_width(self, cells: Iterable[int]) -> float:
        places = list(map(self.place, cells))
        decks = (
            2 * self.DECK * self.plain.clearance(place) for place in places if place in self.strands
        )
        return min(self.plain.corridor_width(places), *decks, 1.0)

    @property
    def edge_paths(self) -> Mapping[int, ArcPath]:
        return self.plain.edge_paths

    def middle_arc(self, side: int) -> tuple[Point, Point, float]:
        return self.plain.middle_arc(side)

    def outer_sides(self, cell: int | None) -> list[int]:
        return self.plain.outer_sides(cell)

    @property
    def has_drawn_rim(self) -> bool:
        return self.plain.has_drawn_rim

    @property
    def drawing_rating(self) -> int:
        return self.plain.drawing_rating

    @property
    def free_corners(self) -> tuple[float, ...]:
        return self.plain.free_corners

    @property
    def end_corners(self) -> Sequence[int]:
        return self.plain.end_corners

    @property
    def across(self) -> MutableSequence[End]:
        return self.plain.across

    @property
    def straight_continuations(self) -> Sequence[End]:
        return self.plain.straight_continuations

    @property
    def rim_walks(self) -> list[list[int]]:
        return self.plain.rim_walks

    @property
    def rim_loops(self) -> list[list[int]]:
        return self.plain.rim_loops

    @property
    def rim(self) -> list[int]:
        return self.plain.rim

    @cached_property
    def frames(self) -> Frames:
        """The frames of the grid (see `Grid.frames`), with two more points on each strand. The
        points of the lower strand are closer to the middle, so the frames tell how a bridge is
        oriented."""
        from puzzlebook.mazes.likeness import find_frames

        return find_frames([*self.centres, *self._list_strand_points()], self.pairs)

    def _list_strand_points(self) -> Iterator[Point]:
        for cell, strands in self.strands.items():
            x, y = self.centres[cell]
            for sides, share in ((strands.upper, 1.0), (strands.lower, 0.5)):
                for ends in (self.sides[side] for side in sides):
                    (ax, ay), (bx, by) = (self.corners[corner] for corner in ends)
                    yield x + share * ((ax + bx) / 2 - x), y + share * ((ay + by) / 2 - y)


def add_bridges(grid: Grid, bridges: Sequence[Bridge]) -> BridgedGrid:
    """Return the grid with these bridges, which must be in ascending order."""
    pairs = list(grid.pairs)
    rings = list(grid.ring_corners)
    starts = list(grid.ring_start)
    for under, bridge in enumerate(bridges, grid.cells):
        for side in _find_strands(grid, bridge).lower:
            pairs[side] = _cell_across(grid, side, bridge.cell), under
        rings += grid.corners_of_cell(bridge.cell)
        starts.append(len(rings))
    return BridgedGrid(
        corners=grid.corners,
        ring_start=starts,
        ring_corners=rings,
        pairs=pairs,
        sides=grid.sides,
        rim_cells=grid.rim_cells,
        bulges=grid.bulges,
        own_centres=(),
        width=grid.width,
        height=grid.height,
        origin=grid.origin,
        doors=grid.doors,
        door_choices=grid.door_choices,
        drawing=grid.drawing,
        plain_grid=grid,
        crossings=tuple(bridges),
    )


def max_bridges(grid: Grid) -> int:
    """Return the greatest number of bridges that a grid may have. It is a fifth of the squares, or
    a seventh of the hexagons, that have neighbours on all sides, because that many bridges always
    fit without touching."""
    places = _find_places(grid)
    return max(1, len(places) // (1 + len(next(iter(places.values()))))) if places else 0


def draw_bridges(grid: Grid, count: int, key: str, edition: int) -> tuple[Bridge, ...]:
    """Draw this many bridges, from the stream "bridges".

    Cells are drawn one after another without replacement, each with an orientation. The cell
    becomes a bridge unless one of its neighbours already is, or its strands would close a ring. If
    the cells run out before there are enough bridges, everything is drawn again.
    """
    places = _find_places(grid)
    draws = stream_draws(key, PURPOSE, 1, edition)
    for _ in range(_MAX_ROUNDS if places and count <= max_bridges(grid) else 0):
        bridges: dict[int, Bridge] = {}
        sets, cells = _StrandSets(), list(places)
        while cells and len(bridges) < count:
            index = draw_below(len(cells), draws, 1)
            cells[index], cells[-1] = cells[-1], cells[index]
            cell = cells.pop()
            orientations = list_orientations(len(places[cell]))
            bridge = Bridge(cell, list(orientations)[draw_below(len(orientations), draws, 1)])
            if _fits(grid, bridge, bridges, sets):
                bridges[cell] = bridge
        if len(bridges) == count:
            return tuple(sorted(bridges.values()))
    raise refuse("bridges", f"{count} do not fit on this board", f"at most {max_bridges(grid)}")


def read_bridges(text: str) -> tuple[Bridge, ...]:
    """Parse the list of bridges in a descriptive code, such as `17a.40b`."""
    return tuple(Bridge(int(name[:-1]), name[-1]) for name in text.split("."))


def is_possible(grid: Grid, bridges: Sequence[Bridge]) -> bool:
    """Return whether these bridges are in ascending order and fit the grid together."""
    places, sets, earlier = _find_places(grid), _StrandSets(), dict[int, Bridge]()
    for bridge in bridges:
        if bridge.cell not in places or bridge.orientation not in list_orientations(
            len(places[bridge.cell])
        ):
            return False
        if bridge.cell <= max(earlier, default=-1) or not _fits(grid, bridge, earlier, sets):
            return False
        earlier[bridge.cell] = bridge
    return True


def read_bridge_count(requested: str | int, where: str) -> str:
    """Return a number of bridges, or a percentage of all cells, as normalised text: `12`, `5%`.
    Refuse any other text."""
    text = str(requested).strip()
    if re.fullmatch(r"[1-9][0-9]{0,5}|[1-9][0-9]?%", text):
        return text
    raise refuse(
        where,
        f"{text!r} is not a number of bridges",
        "write a number such as 12, or 5% of the cells",
    )


def count_bridges(
    requested: str | int, grid: Grid, size: Size, where: str, gives_way: bool = False
) -> int:
    """Return the number of bridges for a grid: the requested number, or the requested percentage of
    its cells, but at least one. Refuse more bridges than the grid can take.

    gives_way: whether a percentage means no more bridges than the grid can take, instead.
    """
    text, name = read_bridge_count(requested, where), format_size(size)
    if grid.cells > _MAX_CELLS:
        what = f"{name} has {grid.cells:,} cells"
        raise refuse(where, what, f"mazes with bridges have at most {_MAX_CELLS:,}")
    maximum = max_bridges(grid)
    is_percentage = text.endswith("%")
    count = max(1, grid.cells * int(text[:-1]) // 100) if is_percentage else int(text)
    if is_percentage and gives_way:
        return min(count, maximum)
    if count > maximum:
        bridges = f"{count} bridge{'' if count == 1 else 's'}"
        what = f"{text} of its cells is {bridges}" if is_percentage else bridges
        allowed = f"use at most {maximum}, or a larger board" if maximum else "use a larger board"
        raise refuse(where, f"{what}, but {name} has room for {maximum}", allowed)
    return count


class _StrandSets:
    """Disjoint sets of cells that are joined by strands.

    parents: a mapping from each cell that is in a set to its parent; the lowest-numbered cell of a
    set is its own parent.
    """

    def __init__(self) -> None:
        self.parents: dict[int, int] = {}

    def find(self, cell: int) -> int:
        """Return the lowest-numbered cell in the set of this cell."""
        while (lower := self.parents.get(cell, cell)) != cell:
            cell = lower
        return cell

    def join(self, a: int, b: int) -> None:
        """Merge the sets of two cells."""
        low, high = sorted((self.find(a), self.find(b)))
        self.parents[low] = self.parents[high] = low


def _fits(grid: Grid, bridge: Bridge, bridges: Mapping[int, Bridge], sets: _StrandSets) -> bool:
    """Return whether a bridge can be added: none of its neighbours is a bridge, and no chain of
    strands becomes a ring. If so, add its strands to the chains."""
    cell, (upper, lower, closed) = bridge.cell, _find_strands(grid, bridge)
    if any(_cell_across(grid, side, cell) in bridges for side in (*upper, *lower, *closed)):
        return False
    a, b, c, d = (sets.find(_cell_across(grid, side, cell)) for side in (*upper, *lower))
    # The upper strand joins the sets of a and b, so the lower strand must not join them again.
    joined = {a, b}
    if a == b or c == d or {c, d} == joined:
        return False
    sets.join(a, b)
    sets.join(c, d)
    return True


def _cell_across(grid: Grid, side: int, cell: int) -> int:
    a, b = grid.pairs[side]
    return b if a == cell else a


def _find_strands(grid: Grid, bridge: Bridge) -> Strands:
    sides = _find_places(grid)[bridge.cell]
    half = len(sides) // 2
    upper, lower = (
        (axis, axis + half) for axis in list_orientations(len(sides))[bridge.orientation]
    )
    closed = tuple(side for at, side in enumerate(sides) if at not in (*upper, *lower))
    return Strands((sides[upper[0]], sides[upper[1]]), (sides[lower[0]], sides[lower[1]]), closed)


@lru_cache(maxsize=64)  # a section of a book has one grid, or one for each outline
def _find_places(grid: Grid) -> Mapping[int, tuple[int, ...]]:
    """Return a mapping from each cell that can be a bridge to its sides, in the order of its ring.
    These are the cells with neighbours on all sides."""
    inner = grid.sides[: len(grid.pairs)]
    by_corners = {(min(side), max(side)): number for number, side in enumerate(inner)}
    places = {}
    for cell in range(grid.cells):
        sides = tuple(_list_sides(grid.corners_of_cell(cell), by_corners))
        if _NO_SIDE not in sides:
            places[cell] = sides
    return places


def _list_sides(ring: Sequence[int], by_corners: Mapping[tuple[int, int], int]) -> Iterator[int]:
    for a, b in zip(ring, (*ring[1:], ring[0]), strict=True):
        yield by_corners.get((min(a, b), max(a, b)), _NO_SIDE)
