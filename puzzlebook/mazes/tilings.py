"""The shapes of cells. A tiling contains only basic facts; `grid.derive` computes everything else.

To add a shape, write a short function that returns a `Tiling`, add a row to `_ROWS` and look at a
maze of that shape. The function identifies the corners of each cell by tuples of ints and gives the
position of a corner in cell widths. Its docstring states the order of the cells, where a ring of
corners begins, what a size counts, and the proportions of the cells. The row's `least` is the
smallest size whose cells are connected and in which no two cells share more than one side.
`tests/mazes/test_tilings.py` tests every row.

The edition (`seeds.EDITION`) fixes the order of a tiling's cells, and of the corners within each
cell, because this order gives the cells of a maze their numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from math import pi, sqrt
from typing import NamedTuple

from puzzlebook.geometry.arcs import Point, bulge_from_sweep
from puzzlebook.ground import templates
from puzzlebook.ground.faults import list_some, refuse, suggest_nearest
from puzzlebook.ground.portable_math import cos, sin

Corner = tuple[int, ...]
Ring = tuple[Corner, ...]
Size = tuple[int, ...]

MAX_CELLS = 4_000_000


class Tiling(NamedTuple):
    """A finite piece of a tiling of the plane.

    rings: for each cell its corners, clockwise on the page. A corner is an exact name (a tuple of
    ints), never a position. place: returns the position of a corner, x to the right and y down. The
    unit is the cell width: the diameter of the largest circle that fits into every cell. bulge:
    returns tan(sweep/4) of the side between two successive corners of a ring, 0 for a straight side
    (see `arcs`); None if all sides are straight. centre: returns the centre of the largest circle
    in a cell; None if the centre is the mean of the corners.
    """

    rings: Sequence[Ring]
    place: Callable[[Corner], Point]
    bulge: Callable[[Corner, Corner], float] | None = None
    centre: Callable[[Ring], Point] | None = None


class Shape(NamedTuple):
    """A row of the table of shapes: the names of a shape, what its size counts, and its tiling
    function.

    name: the plain name. standard: the technical term, or the plain name if there is none. aliases:
    other names. line: a one-line description. axes: what each number of a size counts. least: the
    smallest value of each number. cells: returns the number of cells of a size, without building
    them. tile: returns the tiling of a size. ends: the default ends of its mazes. drawn_cut: how a
    drawing cuts the shape if the rim follows the drawing; None for the usual method. "encircled":
    the tiling is a disc, so the drawing is fitted to the disc instead of its box. "toothless":
    one-edge cells are removed, because they have no area at a smooth rim (see `cutting`).
    has_bridges: whether passages can cross in its cells (see `bridges`). box: returns the width and
    height of a grid by formulas; None if they are known only once the grid is built.
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
    has_bridges: bool = False
    box: Callable[..., Point] | None = None

    @property
    def other_names(self) -> tuple[str, ...]:
        """All names except the plain one."""
        return tuple(name for name in (self.standard, *self.aliases) if name != self.name)

    def read_size(self, text: str, where: str = "size") -> Size:
        """Parse a size such as `20x28` (columns × rows) or `12` (rings). Refuse a size that the
        shape does not allow."""
        form = f"{' x '.join(self.axes)}, such as {format_size((12, 16)[: len(self.axes)])}"
        parts = text.strip().lower().replace("×", "x").split("x")
        if len(parts) != len(self.axes) or not all(
            part.strip().isdecimal() and len(part) < 9 for part in parts
        ):
            raise refuse(where, f"{text!r} is not a size", f"allowed for {self.name}: {form}")
        size = tuple(int(part) for part in parts)
        if any(number < minimum for number, minimum in zip(size, self.least, strict=True)):
            allowed = f"{self.name} takes at least {format_size(self.least)}"
            raise refuse(where, f"{text} is too small", allowed)
        cells = self.cells(*size)
        if cells < 2:
            raise refuse(where, f"{text} is a single cell", "a maze has at least 2")
        if cells > MAX_CELLS:
            allowed = f"at most {MAX_CELLS:,} in one maze"
            raise refuse(where, f"{text} makes {cells:,} cells", allowed)
        return size

    def refuse_bridges(self, where: str) -> None:
        """Refuse bridges if mazes of this shape have none."""
        if not self.has_bridges:
            allowed = list_some(name for name, shape in SHAPES.items() if shape.has_bridges)
            raise refuse(
                where, f"{self.name} mazes have no bridges", f"shapes with bridges: {allowed}"
            )

    def scale_size(self, size: Size, level: int) -> Size:
        """Return the size for a level of difficulty from 1 to 5; at level 3 it equals `size`."""
        share = _read_level_shares()[str(level)]
        return tuple(
            max(minimum, round(number * share))
            for number, minimum in zip(size, self.least, strict=True)
        )


@templates.cache_by_release
def _read_level_shares() -> Mapping[str, float]:
    shares: Mapping[str, float] = templates.table("levels.toml")["sizes"]
    return shares


def square(columns: int, rows: int) -> Tiling:
    """Return a tiling of square cells of side 1, row by row from the top left. A corner is (x,
    y)."""
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
    """Return a tiling of regular hexagons, 1 wide, that stand on a corner; every second row is
    shifted half a cell to the right.

    Cells are numbered row by row from the top left. A corner is (x, y), x in half widths and y in
    half sides. A ring begins at its top.
    """
    # Line y is the zigzag of corners above row y of the cells.
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
    """Return a tiling of equilateral triangles, 1.5 high and √3 wide, that point alternately up and
    down; the first points up.

    columns: the number of triangles in a row, each half a triangle to the right of the one before.
    Cells are numbered row by row from the top left. A corner is (x, y), x in half sides and y in
    heights. A ring begins at its top or, if there are two top corners, at the left one.
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
    """Return a tiling of rings of cells, each ring 1 wide, around a hub of radius 1.

    Ring r (from 1) has 6 · 2^⌊log₂ r⌋ cells: cells split in two at rings 2, 4, 8 … so that the
    inner arc of a cell has a length of at least π/3 and less than 2π/3. The hub comes first, then
    the rings outward, each clockwise from the top. A corner is (r, i): the point on the circle of
    radius r after i of its 6 · 2^⌊log₂ r⌋ steps clockwise from the top. The ring of corners of a
    cell begins at the start of its outer arc; the ring of the hub begins at the top.
    """
    cells: list[Ring] = [tuple((1, i) for i in range(6))]
    for r in range(1, rings + 1):
        inside = [(r, i) for i in range(_cells_in_ring(r))]
        outside = [(r + 1, i) for i in range(_cells_in_ring(r + 1))]
        begin = outside[:: len(outside) // len(inside)]
        arcs = [begin, begin[1:] + begin[:1]]
        # The arcs of the outermost ring are not split, because no ring follows.
        if len(outside) > len(inside) and r < rings:
            arcs.insert(1, outside[1::2])
        cells += zip(*arcs, inside[1:] + inside[:1], inside, strict=True)
    return Tiling(cells, place=_place_polar_corner, bulge=_polar_bulge, centre=_polar_centre)


def _cells_in_ring(r: int) -> int:
    """Return the number of cells in ring r: 6, 12, 12, 24, 24, 24, 24, 48 …"""
    return 6 << (r.bit_length() - 1)


def _place_polar_corner(corner: Corner) -> Point:
    r, i = corner
    right, up = _unit_vector(i, _cells_in_ring(r))
    return r * right, -r * up


@lru_cache(maxsize=1 << 16)
def _unit_vector(steps: float, steps_around: int) -> Point:
    """Return the point on the unit circle that is a number of steps clockwise from the top, as
    (right, up)."""
    angle = 2 * pi * steps / steps_around
    return sin(angle), cos(angle)


def _polar_bulge(corner: Corner, onward: Corner) -> float:
    if corner[0] != onward[0]:
        return 0.0
    steps_around = _cells_in_ring(corner[0])
    steps = (onward[1] - corner[1] + steps_around // 2) % steps_around - steps_around // 2
    return _bulge(steps, steps_around)


@lru_cache(maxsize=1 << 8)
def _bulge(steps: int, steps_around: int) -> float:
    return bulge_from_sweep(2 * pi * steps / steps_around)


def _polar_centre(ring: Ring) -> Point:
    r, i = ring[-1]
    if ring[0][0] == r:  # the hub
        return 0.0, 0.0
    right, up = _unit_vector(i + 0.5, _cells_in_ring(r))
    return (r + 0.5) * right, -(r + 0.5) * up


def _count_polar_cells(rings: int) -> int:
    """Return the number of cells, including the hub. The rings form groups (1; 2, 3; 4 … 7; …);
    complete group k has 6 · 4^k cells, and the last group may be incomplete."""
    group = rings.bit_length() - 1
    return 1 + 2 * ((1 << 2 * group) - 1) + (6 << group) * (rings - (1 << group) + 1)


def octagonal(columns: int, rows: int) -> Tiling:
    """Return a tiling of regular octagons of side 1, 1 + √2 wide, with a square of side 1 wherever
    four octagons meet.

    columns, rows: of octagons. Each row of octagons is numbered from the left, followed by the
    squares below the row. A corner is (x, y) in thirds of an octagon's column and row. A ring
    begins at its top or, if there are two top corners, at the left one.
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
    """Return a tiling of rhombs of 60°, 1 from side to side; three rhombs form a hexagon that looks
    like a cube.

    columns, rows: of cubes, each 2 wide; every second row is shifted half a cube to the right.
    Cubes are numbered row by row from the top left; the cells of a cube are its top, left and right
    faces, in this order. A corner is (x, y), x in half cubes and y in half sides. A ring begins at
    its top.
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
    """Return a tiling of the pentagons of Cairo's pavements, in pairs. Their angles are 120°, 90°,
    120°, 120°, 90°.

    columns, rows: of pairs, each in a square of side (1 + √3)/2. The cells of a pair lie
    alternately one above the other (as in the first pair) and side by side. Pairs are numbered row
    by row from the top left; in each pair the upper or left cell comes first. A corner is (x, y) in
    quarters of a square. A ring begins at the tip, opposite the short side that the two cells
    share.
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
    """Return the centre of the largest circle in a Cairo pentagon: on its axis, half a cell width
    from its short side."""
    _, a, p, q, b = map(_place_in_quarters, ring)
    width, short = (sqrt(3) - 1) / 2, 1 - sqrt(3) / 2
    return width * (a[0] + b[0]) + short * (p[0] + q[0]), width * (a[1] + b[1]) + short * (
        p[1] + q[1]
    )


def penrose(columns: int, rows: int) -> Tiling:
    """Return a tiling of Penrose's rhombs, of 36° and 72°, with sides of 1.7: part of a tiling that
    never repeats.

    columns, rows: the rectangle, in cell widths, that the rhombs fill except for a margin of at
    most 4. There are about four rhombs for every ten squares of the rectangle. For the order of
    rhombs and corners see `mazes/penrose.py`.
    """
    from puzzlebook.mazes.penrose import locate_corner, make_rhombs

    return Tiling(make_rhombs(columns, rows), place=locate_corner)


def _estimate_rhombs(columns: int, rows: int) -> int:
    from puzzlebook.mazes.penrose import estimate_rhombs

    return estimate_rhombs(columns, rows)


_HALF_SIDE = sqrt(3) / 6  # of a regular hexagon 1 wide
_HALF_TRIANGLE = sqrt(3) / 2  # half the side of a triangle whose inscribed circle is 1 wide
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
        has_bridges=True,
        box=lambda columns, rows: (columns, rows),
    ),
    Shape(
        name="hexagonal",
        standard="sigma",
        line="hexagons, every second row half a cell to the right",
        axes=("columns", "rows"),
        least=(1, 1),
        cells=lambda columns, rows: columns * rows,
        tile=hexagonal,
        has_bridges=True,
        box=lambda columns, rows: (columns + (rows > 1) / 2, (3 * rows + 1) * _HALF_SIDE),
    ),
    Shape(
        name="triangular",
        standard="delta",
        line="triangles that point up and down by turns; a column is half a triangle wide",
        axes=("columns", "rows"),
        least=(2, 1),
        cells=lambda columns, rows: columns * rows,
        tile=triangular,
        drawn_cut="toothless",
        box=lambda columns, rows: ((columns + 1) * _HALF_TRIANGLE, rows * 1.5),
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
        line="rhombs that look like cubes, three to each; columns and rows of cubes",
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
        line="Penrose's rhombs, which never repeat themselves; "
        "the rectangle that they fill, in cell widths",
        axes=("columns", "rows"),
        least=(8, 8),
        cells=_estimate_rhombs,
        tile=penrose,
        aliases=("rhombs",),
    ),
)

SHAPES: Mapping[str, Shape] = {shape.name: shape for shape in _ROWS}
_ALIASES = {other: shape.name for shape in _ROWS for other in shape.other_names}


def find_shape(name: str, where: str = "shape") -> Shape:
    """Return the shape with this name, alias or standard term. Refuse an unknown name, and suggest
    the nearest one."""
    plain = _ALIASES.get(name.lower(), name.lower())
    if plain not in SHAPES:
        raise refuse(
            where, f"there is no shape called {name!r}", suggest_nearest(name, [*SHAPES, *_ALIASES])
        )
    return SHAPES[plain]


def format_size(size: Size) -> str:
    """Return a size as text: `20x28`, or `12` for a shape with one axis."""
    return "x".join(map(str, size))
