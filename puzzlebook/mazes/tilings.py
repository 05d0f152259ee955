"""The shapes of cells. A tiling says each fact once; `grid.derive` finds sides, neighbours and the
rim of any of them.

To add a shape, write one short function that returns a `Tiling`, give it a row in `_ROWS` and look
at a maze of it. The function names the corners of each cell by ints and says where a corner lies,
in cell widths. Its docstring states the order of the cells, where a ring of corners begins, what a
size counts and the cell's proportions. The row's `least` is the smallest size whose cells all hang
together and share at most one side two by two; `tests/mazes/test_tilings.py` tries every row of the
table.

The order of a tiling's cells, and of the corners within a cell, is part of the edition's promise
(`seeds.EDITION`): a maze names its cells by their place in this order.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from math import pi, sqrt
from typing import NamedTuple

from puzzlebook.geometry.arcs import Point, bulge_from_sweep
from puzzlebook.ground.faults import refuse, suggest_nearest
from puzzlebook.ground.portable_math import cos, sin
from puzzlebook.mazes.penrose import estimate_rhombs, locate_corner, make_rhombs

Corner = tuple[int, ...]
Ring = tuple[Corner, ...]
Size = tuple[int, ...]

MOST_CELLS = 4_000_000


class Tiling(NamedTuple):
    """A finite piece of a tiling of the plane.

    rings: for each cell its corners, clockwise as drawn; a corner is an exact name (a tuple of
    ints), never a position. place: where a corner lies, x to the right and y down. The unit is the
    cell's width: the diameter of the largest
        circle that fits into every cell.
    bulge: for a side from one corner to the next along a ring, tan(sweep/4) if it is an arc, else 0
    (see `arcs`).
        None where every side is straight.
    centre: the middle of a cell's largest circle. None where that is the mean of its corners.
    """

    rings: Sequence[Ring]
    place: Callable[[Corner], Point]
    bulge: Callable[[Corner, Corner], float] | None = None
    centre: Callable[[Ring], Point] | None = None


class Shape(NamedTuple):
    """A row of the table: a shape's names, what its size counts, and the function that tiles.

    name: the plain one; standard: the term of the craft, where it has one, else the plain one
    again; aliases: others. axes: what the numbers of a size count; least: the smallest allowed for
    each. cells: how many cells a size has, known without building them. ends: where a maze of this
    shape starts and ends unless told otherwise. drawn_cut: how a drawing that is to be the rim cuts
    it, where that is another way than the plain one: "encircled"
        where the tiling is a disc, in which the drawing lies, rather than in the box around it; "toothless" where a
        cell that hangs on by one side has no room at a smooth rim, see `teeth`.
    """

    name: str
    standard: str
    line: str
    axes: tuple[str, ...]
    least: Size
    cells: Callable[..., int]
    tile: Callable[..., Tiling]
    ends: str = "far"
    drawn_cut: str | None = None
    aliases: tuple[str, ...] = ()

    @property
    def other_names(self) -> tuple[str, ...]:
        """Every name but the plain one."""
        return tuple(name for name in (self.standard, *self.aliases) if name != self.name)


def square(columns: int, rows: int) -> Tiling:
    """Square cells of side 1, row by row from the top left. A corner is (x, y)."""
    lines = [[(x, y) for x in range(columns + 1)] for y in range(rows + 1)]
    rings = [
        ring
        for top, low in pairwise(lines)
        for ring in zip(top, top[1:], low[1:], low, strict=False)
    ]
    return Tiling(rings, place=_place_plainly)


def _place_plainly(corner: Corner) -> Point:
    return corner[0], corner[1]


def hexagonal(columns: int, rows: int) -> Tiling:
    """Regular hexagons, 1 wide, that stand on a corner; every second row is half a cell to the
    right.

    Cells run row by row from the top left. A corner is (x, y), x in half widths and y in half
    sides. A ring begins at its top.
    """
    # Line y is the zigzag of corners between two rows of cells: a row of hexagons hangs between two
    # lines.
    lines = [
        [(x, 3 * y + (x + y + 1) % 2) for x in range(2 * columns + 2)] for y in range(rows + 1)
    ]
    rings: list[Ring] = []
    for y, (top, low) in enumerate(pairwise(lines)):
        left, middle, right = (
            slice(y % 2, None, 2),
            slice(y % 2 + 1, None, 2),
            slice(y % 2 + 2, None, 2),
        )
        rings += zip(
            top[middle], top[right], low[right], low[middle], low[left], top[left], strict=False
        )
    return Tiling(rings, place=_place_in_half_hexagons)


def _place_in_half_hexagons(corner: Corner) -> Point:
    return corner[0] / 2, corner[1] * _HALF_SIDE


def triangular(columns: int, rows: int) -> Tiling:
    """Equilateral triangles, 1.5 high and √3 wide, that stand and hang by turns; the first one
    stands.

    columns: the triangles of a row, each half a triangle to the right of the last. Cells run row by
    row from the top left. A corner is (x, y), x in half sides and y in heights. A ring begins at
    its top, the left one of two.
    """
    lines = [[(x, y) for x in range(columns + 2)] for y in range(rows + 1)]
    rings: list[Ring] = []
    for y, (top, low) in enumerate(pairwise(lines)):
        standing = zip(low[y % 2 :: 2], top[y % 2 + 1 :: 2], low[y % 2 + 2 :: 2], strict=False)
        hanging = zip(top[1 - y % 2 :: 2], low[2 - y % 2 :: 2], top[3 - y % 2 :: 2], strict=False)
        row: list[Ring] = [()] * columns
        row[y % 2 :: 2] = [(above, right, left) for left, above, right in standing]
        row[1 - y % 2 :: 2] = [(left, right, below) for left, below, right in hanging]
        rings += row
    return Tiling(rings, place=_place_in_half_triangles)


def _place_in_half_triangles(corner: Corner) -> Point:
    return corner[0] * _HALF_TRIANGLE, corner[1] * 1.5


def polar(rings: int) -> Tiling:
    """Rings of cells, each ring 1 wide, around a hub of radius 1.

    Ring r (from 1) has 6 · 2^⌊log₂ r⌋ cells: they split at rings 2, 4, 8 … so that a cell's inner
    arc is never shorter than π/3 and always shorter than 2π/3. The hub comes first, then ring by
    ring outward, each clockwise from the top. A corner is (r, i): on the circle of radius r,
    clockwise from the top by i of the 6 · 2^⌊log₂ r⌋ steps around it. A cell's ring of corners
    begins where its outer arc does; the hub's at the top.
    """
    cells: list[Ring] = [tuple((1, i) for i in range(6))]
    for r in range(1, rings + 1):
        inside = [(r, i) for i in range(_cells_in_ring(r))]
        outside = [(r + 1, i) for i in range(_cells_in_ring(r + 1))]
        begin = outside[:: len(outside) // len(inside)]
        arcs = [begin, begin[1:] + begin[:1]]
        if (
            len(outside) > len(inside) and r < rings
        ):  # the last ring has no ring outside it that splits its arcs
            arcs.insert(1, outside[1::2])
        cells += zip(*arcs, inside[1:] + inside[:1], inside, strict=True)
    return Tiling(cells, place=_place_polar_corner, bulge=_polar_bulge, centre=_polar_centre)


def _cells_in_ring(r: int) -> int:
    """How many cells ring r has: 6, 12, 12, 24, 24, 24, 24, 48 …"""
    return 6 << (r.bit_length() - 1)


def _place_polar_corner(corner: Corner) -> Point:
    r, i = corner
    right, up = _unit_vector(i, _cells_in_ring(r))
    return r * right, -r * up


@lru_cache(maxsize=1 << 16)
def _unit_vector(steps: float, around: int) -> Point:
    """How far right and how far up it is to the circle of radius 1, so many of the steps around it
    from the top."""
    angle = 2 * pi * steps / around
    return sin(angle), cos(angle)


def _polar_bulge(corner: Corner, onward: Corner) -> float:
    if corner[0] != onward[0]:
        return 0.0
    around = _cells_in_ring(corner[0])
    steps = (onward[1] - corner[1] + around // 2) % around - around // 2
    return _bulge(steps, around)


@lru_cache(maxsize=1 << 8)
def _bulge(steps: int, around: int) -> float:
    return bulge_from_sweep(2 * pi * steps / around)


def _polar_centre(ring: Ring) -> Point:
    r, i = ring[-1]
    if ring[0][0] == r:  # the hub
        return 0.0, 0.0
    right, up = _unit_vector(i + 0.5, _cells_in_ring(r))
    return (r + 0.5) * right, -(r + 0.5) * up


def _count_polar_cells(rings: int) -> int:
    """The hub, then rings 1; 2, 3; 4 … 7; …: all but the last of these groups are full and hold 6 ·
    4^k cells."""
    group = rings.bit_length() - 1
    return 1 + 2 * ((1 << 2 * group) - 1) + (6 << group) * (rings - (1 << group) + 1)


def octagonal(columns: int, rows: int) -> Tiling:
    """Regular octagons of side 1, 1 + √2 wide, with a square of side 1 on its corner wherever four
    of them meet.

    columns, rows: of octagons. A row of octagons from the left, then the squares below it. A corner
    is (x, y) in thirds of an octagon's column and row. A ring begins at its top, the left one of
    two.
    """
    rings: list[Ring] = []
    for y in range(0, 3 * rows, 3):
        rings += [
            (
                (x + 1, y),
                (x + 2, y),
                (x + 3, y + 1),
                (x + 3, y + 2),
                (x + 2, y + 3),
                (x + 1, y + 3),
                (x, y + 2),
                (x, y + 1),
            )
            for x in range(0, 3 * columns, 3)
        ]
        if y + 3 < 3 * rows:
            rings += [
                ((x, y + 2), (x + 1, y + 3), (x, y + 4), (x - 1, y + 3))
                for x in range(3, 3 * columns, 3)
            ]
    return Tiling(rings, place=_place_in_thirds)


def _place_in_thirds(corner: Corner) -> Point:
    x, y = corner
    return x // 3 * _OCTAGON + _THIRDS[x % 3], y // 3 * _OCTAGON + _THIRDS[y % 3]


def rhombille(columns: int, rows: int) -> Tiling:
    """Rhombs of 60°, 1 from side to side, three to a hexagon so that it seems a cube.

    columns, rows: of cubes, each 2 wide; every second row is half a cube to the right. Cubes run
    row by row from the top left, and a cube's cells are its top, its left and its right face. A
    corner is (x, y), x in half cubes and y in half sides. A ring begins at its top.
    """
    rings: list[Ring] = []
    for row in range(rows):
        y = 3 * row + 2
        for x in range(1 + row % 2, 2 * columns + row % 2, 2):
            middle, below = (x, y), (x, y + 2)
            left, right = (x - 1, y - 1), (x + 1, y - 1)
            rings += (
                ((x, y - 2), right, middle, left),
                (left, middle, below, (x - 1, y + 1)),
                (right, (x + 1, y + 1), below, middle),
            )
    return Tiling(rings, place=_place_in_half_cubes)


def _place_in_half_cubes(corner: Corner) -> Point:
    return corner[0], corner[1] * 2 * _HALF_SIDE


def cairo(columns: int, rows: int) -> Tiling:
    """The pentagons of Cairo's pavements, with angles of 120°, 90°, 120°, 120°, 90°, in pairs.

    columns, rows: of pairs, one to each square of (1 + √3)/2, by turns one above the other (so is
    the first) and side by side. Pairs run row by row from the top left; of a pair the upper or left
    cell comes first. A corner is (x, y) in quarters of a square. A ring begins at the tip, opposite
    the short side that the pair shares.
    """
    rings: list[Ring] = []
    for y in range(0, 4 * rows, 4):
        for x in range(0, 4 * columns, 4):
            nw, ne, se, sw = (x, y), (x + 4, y), (x + 4, y + 4), (x, y + 4)
            if (x + y) % 8 == 0:
                left, right = (x + 1, y + 2), (x + 3, y + 2)
                rings += (
                    ((x + 2, y - 1), ne, right, left, nw),
                    ((x + 2, y + 5), sw, left, right, se),
                )
            else:
                high, low = (x + 2, y + 1), (x + 2, y + 3)
                rings += ((x - 1, y + 2), nw, high, low, sw), ((x + 5, y + 2), se, low, high, ne)
    return Tiling(rings, place=_place_in_quarters, centre=_pentagon_centre)


def _place_in_quarters(corner: Corner) -> Point:
    x, y = corner
    return x // 4 * _CAIRO + _QUARTERS[x % 4], y // 4 * _CAIRO + _QUARTERS[y % 4]


def _pentagon_centre(ring: Ring) -> Point:
    """The middle of a Cairo pentagon's circle: half a width from its short side, on its axis."""
    _, a, p, q, b = map(_place_in_quarters, ring)
    wide, short = (sqrt(3) - 1) / 2, 1 - sqrt(3) / 2
    return wide * (a[0] + b[0]) + short * (p[0] + q[0]), wide * (a[1] + b[1]) + short * (
        p[1] + q[1]
    )


def penrose(columns: int, rows: int) -> Tiling:
    """Penrose's rhombs, of 36° and 72°, with sides of 1.7: a piece of the tiling that never repeats
    itself.

    columns, rows: the rectangle in cell widths that the rhombs fill as far as they fit, up to 4
    short of it; there are about four for every ten squares. Their order, names and corners: see
    `penrose`.
    """
    return Tiling(make_rhombs(columns, rows), place=locate_corner)


_HALF_SIDE = sqrt(3) / 6  # of a regular hexagon 1 wide
_HALF_TRIANGLE = sqrt(3) / 2  # half the side of a triangle whose circle is 1 wide
_OCTAGON = 1 + sqrt(2)
_THIRDS = (0.0, sqrt(0.5), sqrt(0.5) + 1)
_CAIRO = (1 + sqrt(3)) / 2
_QUARTERS = (0.0, (3 + sqrt(3)) / 12, _CAIRO / 2, _CAIRO - (3 + sqrt(3)) / 12)

_ROWS = (
    Shape(
        name="square",
        standard="orthogonal",
        line="square cells",
        axes=("columns", "rows"),
        least=(1, 1),
        cells=lambda columns, rows: columns * rows,
        tile=square,
    ),
    Shape(
        name="hexagonal",
        standard="sigma",
        line="hexagons, every second row half a cell to the right",
        axes=("columns", "rows"),
        least=(1, 1),
        cells=lambda columns, rows: columns * rows,
        tile=hexagonal,
    ),
    Shape(
        name="triangular",
        standard="delta",
        line="triangles that stand and hang by turns; a column is half a triangle wide",
        axes=("columns", "rows"),
        least=(2, 1),
        cells=lambda columns, rows: columns * rows,
        tile=triangular,
        drawn_cut="toothless",
    ),
    Shape(
        name="polar",
        standard="theta",
        line="rings around a hub, whose cells split as the rings grow",
        axes=("rings",),
        least=(1,),
        cells=_count_polar_cells,
        tile=polar,
        ends="centre",
        drawn_cut="encircled",
        aliases=("circular",),
    ),
    Shape(
        name="octagonal",
        standard="upsilon",
        line="octagons in columns and rows, with small squares between them",
        axes=("columns", "rows"),
        least=(1, 1),
        cells=lambda columns, rows: columns * rows + (columns - 1) * (rows - 1),
        tile=octagonal,
    ),
    Shape(
        name="rhombille",
        standard="rhombille",
        line="rhombs that seem cubes, three to each; columns and rows of cubes",
        axes=("columns", "rows"),
        least=(1, 1),
        cells=lambda columns, rows: 3 * columns * rows,
        tile=rhombille,
        aliases=("cubes",),
    ),
    Shape(
        name="cairo",
        standard="cairo",
        line="pentagons as in Cairo's pavements; columns and rows of pairs",
        axes=("columns", "rows"),
        least=(1, 1),
        cells=lambda columns, rows: 2 * columns * rows,
        tile=cairo,
    ),
    Shape(
        name="penrose",
        standard="penrose",
        line="Penrose's rhombs, which never repeat themselves; the rectangle that they fill, in cell widths",
        axes=("columns", "rows"),
        least=(8, 8),
        cells=estimate_rhombs,
        tile=penrose,
        aliases=("rhombs",),
    ),
)

SHAPES: Mapping[str, Shape] = {shape.name: shape for shape in _ROWS}
_ALIASES = {other: shape.name for shape in _ROWS for other in shape.other_names}


def find_shape(name: str, where: str = "shape") -> Shape:
    """The shape with this plain or standard name; refused, with the nearest, if there is none."""
    plain = _ALIASES.get(name.lower(), name.lower())
    if plain not in SHAPES:
        raise refuse(
            where, f"no shape is called {name!r}", suggest_nearest(name, [*SHAPES, *_ALIASES])
        )
    return SHAPES[plain]


def read_size(text: str, shape: Shape, where: str = "size") -> Size:
    """The size that a text such as `20x28` (columns × rows) or `12` (rings) names, within what the
    shape allows."""
    form = " x ".join(shape.axes)
    wanted = f"allowed for {shape.name}: {form}, such as {format_size((12, 16)[: len(shape.axes)])}"
    parts = text.strip().lower().replace("×", "x").split("x")
    if len(parts) != len(shape.axes) or not all(
        part.strip().isdecimal() and len(part) < 9 for part in parts
    ):
        raise refuse(where, f"{text!r} is not a size", wanted)
    size = tuple(int(part) for part in parts)
    if any(number < least for number, least in zip(size, shape.least, strict=True)):
        raise refuse(
            where, f"{text} is too small", f"{shape.name} takes at least {format_size(shape.least)}"
        )
    cells = shape.cells(*size)
    if cells < 2:
        raise refuse(where, f"{text} is a single cell", "a maze has at least 2")
    if cells > MOST_CELLS:
        raise refuse(where, f"{text} makes {cells:,} cells", f"at most {MOST_CELLS:,} in one maze")
    return size


def format_size(size: Size) -> str:
    """The size as it is written: `20x28`, or `12` for a shape with one axis."""
    return "x".join(map(str, size))
