"""Grids: the sides, neighbours and rim of a tiling, and the graphs that Wilson's algorithm walks.

Topology is separate from geometry. Cells, corners and sides are ints:

- Cells are numbered in the order of the tiling, and corners in the order in which they first occur
  in the rings.
- Inner sides (between two cells) come first, in the order of their pair (lower cell, higher cell).
  Rim sides (of one cell) follow, in the order in which they first occur in the rings.

Every grid satisfies Euler's formula: cells − inner sides + inner corners + rim components = 2.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping, MutableSequence, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from itertools import accumulate, chain, pairwise, repeat
from math import dist, fsum, pi
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from puzzlebook.geometry.arcs import Point, distance, find_extremes, make_arc
from puzzlebook.ground.portable_math import atan2
from puzzlebook.mazes.flat import make_int_sequence, make_pair_sequence, make_sequence
from puzzlebook.mazes.tilings import Tiling
from puzzlebook.mazes.wilson import Graph, find_entries, make_graph

if TYPE_CHECKING:
    from puzzlebook.geometry.arc_fitting import ArcPath
    from puzzlebook.mazes.likeness import Frames

Side = tuple[int, int]  # the two corners of a side
_PLACE_BITS = 32  # see `_split_sides`: the lowest bits of an int are a place, the others a cell
_PLACES = (1 << _PLACE_BITS) - 1
End = int
"""An end of a side: twice the number of the side, plus 0 at its first corner or 1 at its second."""


class Circle(NamedTuple):
    """A circle in a cell, in cell widths."""

    centre: Point
    radius: float


class Bridge(NamedTuple):
    """A cell with a bridge, and a letter for the orientation of its strands (see `bridges`)."""

    cell: int
    orientation: str

    @property
    def name(self) -> str:
        """The bridge as written in a descriptive code, such as `17a`."""
        return f"{self.cell}{self.orientation}"


@dataclass(frozen=True, eq=False)
class Grid:
    """The cells of a maze, their sides and their corners.

    corners: the position of each corner in cell widths, from the top left of the bounding box, y
    down. ring_start, ring_corners: the corners of all cells in compressed rows; those of cell c are
    ring_corners[ring_start[c]:ring_start[c + 1]]. pairs: the two cells (lower, higher) of each
    inner side, sorted. sides: the two corners of each side; a rim side runs along the ring of its
    cell, with the outside on its left. rim_cells: the cell of each rim side. bulges: the bulge of
    each side, from its first corner to its second; empty if all sides are straight. own_centres:
    the centres of the cells, from the tiling; empty if each centre is the mean of the cell's
    corners. width, height: the size of the bounding box. origin: the top left corner of the
    bounding box, in the coordinates of the tiling. doors: the positions at which a stage wants the
    solution to start and to finish; empty without a stage. door_choices: the positions of all doors
    that a stage offers, those for the start and those for the finish; empty without a choice.
    drawing: the loops to which the grid was fitted.
    """

    corners: Sequence[Point]
    ring_start: Sequence[int]
    ring_corners: Sequence[int]
    pairs: Sequence[tuple[int, int]]
    sides: Sequence[Side]
    rim_cells: Sequence[int]
    bulges: Sequence[float]
    own_centres: Sequence[Point]
    width: float
    height: float
    origin: Point
    DECK: ClassVar[float] = 0.66  # the corridor width on a bridge, as a share of the cell width
    GUTTER: ClassVar[int] = 2  # the width between the boards of two facing pages, in cells
    doors: Sequence[Point] = field(default=(), kw_only=True)
    door_choices: Sequence[Sequence[Point]] = field(default=(), kw_only=True)
    drawing: Sequence[Sequence[Point]] = field(default=(), kw_only=True)

    def __repr__(self) -> str:
        return f"<Grid: {self.cells} cells>"

    @property
    def cells(self) -> int:
        return len(self.ring_start) - 1

    @property
    def plain(self) -> Grid:
        """The grid without its bridges; the grid itself if it has none."""
        return self

    def place(self, cell: int) -> int:
        """Return the cell of the plain grid that contains this cell. The two differ only for the
        lower strand of a bridge."""
        return cell

    @property
    def bridges(self) -> Sequence[Bridge]:
        """The cells in which two passages cross (see `bridges`), ascending."""
        return ()

    def crossed_sides(self, bridge: Bridge) -> Sequence[int]:
        """Return the two sides that the lower passage of a bridge crosses."""
        raise NotImplementedError("this grid has no bridges")

    @property
    def fixed_sides(self) -> Sequence[int]:
        """The inner sides that are passages in every maze, ascending: those at bridges and
        joints."""
        return ()

    @cached_property
    def centres(self) -> Sequence[Point]:
        """The centre of each cell."""
        rings = map(self.ring, range(self.cells))
        return self.own_centres or [
            (fsum(x for x, _ in ring) / len(ring), fsum(y for _, y in ring) / len(ring))
            for ring in rings
        ]

    def span(self, cell: int) -> tuple[float, float]:
        """Return the least and the greatest y of a rim cell, including the curves of its rim
        sides."""
        points = self.ring(cell)
        inner = len(self.pairs)
        if self.bulges:
            for side in range(inner, len(self.sides)):
                if self.rim_cells[side - inner] == cell and self.bulges[side]:
                    a, b = self.sides[side]
                    points += find_extremes(self.corners[a], self.corners[b], self.bulges[side])
        return min(y for _, y in points), max(y for _, y in points)

    def circle(self, cell: int) -> Circle:
        """Return the largest circle around the centre of a cell that lies inside the cell. It
        bounds the size of a mark or a letter."""
        if cell not in self._circles:
            self._circles[cell] = Circle(self.centres[cell], self.clearance(cell))
        return self._circles[cell]

    @cached_property
    def _circles(self) -> dict[int, Circle]:
        """A cache of circles: few cells have marks, but those cells have them in many mazes."""
        return {}

    @property
    def narrowest(self) -> float:
        """The diameter of the largest circle that fits into every cell, in cell widths."""
        return 1.0

    @property
    def narrowest_opening(self) -> float:
        """The length of the shortest side between two cells, in cell widths; for hexagons it is
        just over half a cell."""
        inner = self.sides[: len(self.pairs)]
        return min(
            (dist(self.corners[a], self.corners[b]) for a, b in inner), default=self.narrowest
        )

    @property
    def edge_paths(self) -> Mapping[int, ArcPath]:
        """A mapping from each rim side that is not a single line or arc to its series of arcs, from
        its first corner to its second."""
        return {}

    def arcs(self, side: int) -> Iterator[tuple[Point, Point, float]]:
        """Yield the lines and arcs of a side, in order: the two ends and the bulge of each."""
        a, b = self.sides[side]
        begin = self.corners[a]
        for end, bulge in self.edge_paths.get(
            side, ((self.corners[b], self.bulges[side] if self.bulges else 0.0),)
        ):
            yield begin, end, bulge
            begin = end

    def middle_arc(self, side: int) -> tuple[Point, Point, float]:
        """Return the line or arc in the middle of a side: its two ends and its bulge."""
        a, b = self.sides[side]
        return self.corners[a], self.corners[b], self.bulges[side] if self.bulges else 0.0

    def outer_sides(self, cell: int | None) -> list[int]:
        """Return the sides of a cell on the outer rim that can become doors."""
        inner = len(self.pairs)
        return [side for side in self.rim_loops[0] if self.rim_cells[side - inner] == cell]

    def clearance(self, cell: int) -> float:
        """Return the radius of the largest circle around the centre of a cell that crosses none of
        the cell's sides."""
        here = self.centres[cell]
        first, end = self.ring_start[cell], self.ring_start[cell + 1]
        ring = self.ring_corners[first:end]
        return min(
            distance(here, self.corners[a], self.corners[b], self._bulge_from(a, b))
            for a, b in zip(ring, [*ring[1:], ring[0]], strict=True)
        )

    @property
    def has_drawn_rim(self) -> bool:
        """Whether the rim follows a drawing."""
        return False

    @property
    def drawing_rating(self) -> int:
        """A rating of how well the rim shows the drawing that cut the grid, from 0 to 2 (see
        `FittedGrid`)."""
        return 2

    def corridor_width(self, cells: Iterable[int]) -> float:
        """Return the corridor width that a path through these cells can rely on, in cell widths."""
        return 1.0

    def _bulge_from(self, a: int, b: int) -> float:
        if not self.bulges:
            return 0.0
        (c, _), bulge = self._bulge_by_corners[min(a, b), max(a, b)]
        return bulge if c == a else -bulge

    @cached_property
    def _bulge_by_corners(self) -> dict[Side, tuple[Side, float]]:
        return {
            (min(s), max(s)): (s, bulge) for s, bulge in zip(self.sides, self.bulges, strict=True)
        }

    def corners_of_cell(self, cell: int) -> Sequence[int]:
        """Return the corners of a cell, clockwise."""
        return self.ring_corners[self.ring_start[cell] : self.ring_start[cell + 1]]

    def ring(self, cell: int) -> list[Point]:
        """Return the positions of a cell's corners, clockwise."""
        return [self.corners[corner] for corner in self.corners_of_cell(cell)]

    @cached_property
    def free_corners(self) -> tuple[float, ...]:
        """The sides of the free squares in the corners of the bounding box, in cell widths: top
        left, top right, bottom left, bottom right."""
        corners = [(x, y) for y in (0.0, self.height) for x in (0.0, self.width)]
        if {*corners} <= {*self.corners}:
            return 0.0, 0.0, 0.0, 0.0
        from puzzlebook.mazes.free_corners import find_free_square  # not needed for whole boards

        rim = [arc for side in range(len(self.pairs), len(self.sides)) for arc in self.arcs(side)]
        return tuple(find_free_square(rim, *corner) for corner in corners)

    @cached_property
    def frames(self) -> Frames:
        """The orders in which the sides of a maze are read to find its likeness, one for each
        symmetry."""
        from puzzlebook.mazes.likeness import find_frames

        return find_frames(self.centres, self.pairs)

    @cached_property
    def end_corners(self) -> Sequence[int]:
        """The corner at each end of each side."""
        return make_int_sequence(chain.from_iterable(self.sides), 2 * len(self.sides))

    @cached_property
    def across(self) -> MutableSequence[End]:
        """For each end of a side, the end of another side that continues it beyond the shared
        corner, on the same line or circle; −1 if there is none."""
        length = 2 * len(self.sides)
        across = make_int_sequence(repeat(-1, length), length)
        lines, corners = list(self._lines()), len(self.corners)
        waiting: dict[int, End] = {}
        for end, corner in enumerate(self.end_corners):
            key = lines[end >> 1] * corners + corner  # line and corner in one int
            other = waiting.pop(key, None)
            if other is None:
                waiting[key] = end
            else:
                across[end], across[other] = other, end
        return across

    @property
    def straight_continuations(self) -> Sequence[End]:
        """`across` without those pairs of ends between which the line bends. A path drawn along
        such a line needs the corner; elsewhere it can skip the corner."""
        return self.across

    def _lines(self) -> Iterator[int]:
        """Yield for each side a number that identifies its circle or, for a straight side, its
        direction."""
        numbers: dict[tuple[float, ...], int] = {}
        directions: dict[Point, int] = {}
        for (a, b), bulge in zip(self.sides, self.bulges or repeat(0), strict=False):
            p, q = self.corners[a], self.corners[b]
            if bulge:
                arc = make_arc(p, q, bulge)
                yield numbers.setdefault(
                    tuple(round(number, 4) for number in (*arc.centre, arc.radius)), len(numbers)
                )
                continue
            # Most tilings have few directions, so each direction is computed only once.
            along = q[0] - p[0], q[1] - p[1]
            if along not in directions:
                direction = round(atan2(along[1], along[0]) % pi, 6) % round(pi, 6)
                directions[along] = numbers.setdefault((direction,), len(numbers))
            yield directions[along]

    @cached_property
    def rim_walks(self) -> list[list[int]]:
        """The rim sides as closed walks, in the order of their lowest-numbered sides. Each walk is
        the boundary of one void, which is the outside of the grid or a hole in it.

        Walks that touch at a corner remain separate: each side is followed by the next side along
        the same void.
        """
        inner = len(self.pairs)
        leaving: dict[int, list[int]] = {}
        for side in range(inner, len(self.sides)):
            leaving.setdefault(self.sides[side][0], []).append(side)
        following = {}
        for side in range(inner, len(self.sides)):
            choices = leaving[self.sides[side][1]]
            following[side] = (
                min(choices, key=partial(self._turn, side)) if len(choices) > 1 else choices[0]
            )
        walks = []
        for first in range(inner, len(self.sides)):
            side, walk = first, []
            while side in following:
                walk.append(side)
                side = following.pop(side)
            if walk:
                walks.append(walk)
        return walks

    @cached_property
    def rim_loops(self) -> list[list[int]]:
        """The rim sides of each walk, sorted. The loop around the whole grid comes first."""
        loops = map(sorted, self.rim_walks)
        return sorted(loops, key=lambda loop: (-round(abs(self._area(loop)), 6), loop))

    def _turn(self, side: int, onward: int) -> float:
        """Return the angle of the void between two successive rim sides."""
        (a, b), (_, c) = self.sides[side], self.sides[onward]
        (ax, ay), (bx, by), (cx, cy) = self.corners[a], self.corners[b], self.corners[c]
        back, ahead = atan2(ay - by, ax - bx), atan2(cy - by, cx - bx)
        return round((ahead - back) % (2 * pi), 6)

    def _area(self, loop: Iterable[int]) -> float:
        return fsum(
            (self.corners[a][0] * self.corners[b][1] - self.corners[b][0] * self.corners[a][1]) / 2
            for a, b in (self.sides[side] for side in loop)
        )

    @cached_property
    def rim(self) -> list[int]:
        """The cells that have a side on the outermost loop, ascending."""
        inner = len(self.pairs)
        return sorted({self.rim_cells[side - inner] for side in self.rim_loops[0]})

    @cached_property
    def rim_components(self) -> list[list[int]]:
        """The corners of each connected component of rim sides. The outermost component comes
        first, the others in the order of their lowest corners."""
        components: list[set[int]] = []
        for loop in self.rim_loops:
            here = set(chain.from_iterable(self.sides[side] for side in loop))
            apart = [component for component in components if component.isdisjoint(here)]
            touching = [component for component in components if not component.isdisjoint(here)]
            components = [*apart, here.union(*touching)]
        outermost = self.sides[self.rim_loops[0][0]][0]
        return sorted(
            map(sorted, components),
            key=lambda component: (outermost not in component, component[0]),
        )

    @cached_property
    def cell_graph(self) -> Graph:
        """The graph for the passage carver: its nodes are the cells, and its edges are the inner
        sides."""
        return make_graph(self.pairs, nodes=self.cells, ordinary=self.cells)

    @cached_property
    def wall_graph(self) -> Graph:
        """The planar dual, for the wall adder.

        The nodes are the inner corners, in order, followed by the components of the rim. The
        outermost component is the last node and the root. Parallel edges are kept. A loop (a side
        with both corners in one component) never becomes a wall.
        """
        on_rim = set(chain.from_iterable(self.rim_components))
        node = [0] * len(self.corners)
        inner_corners = [corner for corner in range(len(self.corners)) if corner not in on_rim]
        for number, corner in enumerate(inner_corners):
            node[corner] = number
        outermost, *holes = self.rim_components
        for number, component in enumerate([*holes, outermost], start=len(inner_corners)):
            for corner in component:
                node[corner] = number
        inner = len(self.pairs)
        ends = list(map(node.__getitem__, self.end_corners[: 2 * inner]))
        edges = make_pair_sequence(ends[::2], ends[1::2], inner)
        return make_graph(
            edges, nodes=len(inner_corners) + len(self.rim_components), ordinary=len(inner_corners)
        )

    @cached_property
    def shared_sides(self) -> dict[tuple[int, int], int]:
        """A mapping from each pair of neighbouring cells (lower, higher) to the inner side between
        them."""
        return {pair: side for side, pair in enumerate(self.pairs)}

    @cached_property
    def pair_names(self) -> Sequence[str]:
        """The two cells of each inner side as text, for the digest of a maze."""
        return make_sequence(partial(_pair_name, self.pairs), len(self.pairs))

    @cached_property
    def wall_entries(self) -> list[tuple[int, ...]]:
        """For each inner side, the entries of the wall graph that cross it."""
        return find_entries(self.wall_graph, len(self.pairs))


def _pair_name(pairs: Sequence[tuple[int, int]], side: int) -> str:
    return "{}-{}".format(*pairs[side])


def derive(tiling: Tiling) -> Grid:
    """Return the grid of a tiling, whole or cut. All relations follow from the rings alone."""
    number = dict.fromkeys(chain.from_iterable(tiling.rings), 0)
    for index, corner in enumerate(number):
        number[corner] = index
    tiling_corners = list(number)
    ring_start = make_int_sequence(
        accumulate(map(len, tiling.rings), initial=0), 1 + len(tiling.rings)
    )
    here = list(map(number.__getitem__, chain.from_iterable(tiling.rings)))
    onward = here[1:] + here[:1]
    for first, end in pairwise(ring_start):
        onward[end - 1] = here[first]
    owner = list(chain.from_iterable(map(repeat, range(len(tiling.rings)), map(len, tiling.rings))))
    points, bulge = list(map(tiling.place, tiling_corners)), tiling.bulge
    centres = list(map(tiling.centre, tiling.rings)) if tiling.centre else []
    del tiling, number  # frees hundreds of MiB for a million cells

    pairs, inner, rim = _split_sides(here, onward, owner)
    places = inner + rim
    sides = make_pair_sequence(
        map(here.__getitem__, places), map(onward.__getitem__, places), len(places)
    )
    bulges = [bulge(tiling_corners[a], tiling_corners[b]) for a, b in sides] if bulge else []
    left, top, right, bottom = _bounds(points, sides[len(inner) :], bulges[len(inner) :])
    return Grid(
        corners=_translate(points, left, top),
        ring_start=ring_start,
        ring_corners=make_int_sequence(here, len(here)),
        pairs=pairs,
        sides=sides,
        rim_cells=[owner[place] for place in rim],
        bulges=bulges,
        own_centres=_translate(centres, left, top),
        width=right - left,
        height=bottom - top,
        origin=(left, top),
    )


def _split_sides(
    here: Sequence[int], onward: Sequence[int], owner: Sequence[int]
) -> tuple[Sequence[Side], array[int], array[int]]:
    """Split the sides of all cells into inner sides and rim sides.

    Return the two cells of each inner side, the place of each inner side in the ring of its second
    cell, and the places of the rim sides. A place is an index into the concatenated rings: there a
    side runs from the corner `here` to the corner `onward`, along the ring of the cell `owner`.

    The two corners of a side, packed into one int, are its key, which is the same for both of its
    cells. `unpaired` maps it to the place in the ring of the first cell until the second cell is
    found; the places that remain at the end are those of the rim sides.
    """
    corner_count = 1 + max(here)
    unpaired: dict[int, int] = {}
    inner = []  # the first cell and the place in the second cell's ring, packed into one int
    for place, (a, b) in enumerate(zip(here, onward, strict=True)):
        key = a * corner_count + b if a < b else b * corner_count + a
        if key in unpaired:
            inner.append(owner[unpaired.pop(key)] << _PLACE_BITS | place)
        else:
            unpaired[key] = place
    # Places ascend with their cells, so sides with the same first cell are sorted by second cell.
    inner.sort()
    places = array("i", [side & _PLACES for side in inner])
    cells = list(range(1 + owner[-1]))  # so that all pairs share one int object per cell
    firsts = (cells[side >> _PLACE_BITS] for side in inner)
    return (
        make_pair_sequence(firsts, map(owner.__getitem__, places), len(inner)),
        places,
        array("i", unpaired.values()),
    )


def _bounds(
    corners: Sequence[Point], sides: Sequence[Side], bulges: Sequence[float]
) -> tuple[float, float, float, float]:
    """Return the bounding box of all corners and of the curved rim sides."""
    extremes = list(corners)
    for (a, b), bulge in zip(sides, bulges, strict=False):
        if bulge:
            extremes += find_extremes(corners[a], corners[b], bulge)
    xs, ys = [x for x, _ in extremes], [y for _, y in extremes]
    return min(xs), min(ys), max(xs), max(ys)


def _translate(points: Sequence[Point], left: float, top: float) -> Sequence[Point]:
    return points if not (left or top) else [(x - left, y - top) for x, y in points]
