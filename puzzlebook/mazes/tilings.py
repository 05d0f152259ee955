"""The shapes of cells. A tiling says each fact once; `grid.derive` finds sides, neighbours and the rim of any of them.

To add a shape, write one short function that returns a `Tiling` and give it a row in `SHAPES`.

The order of a tiling's cells, and of the corners within a cell, is part of the edition's promise (`seeds.EDITION`):
a maze names its cells by their place in this order.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from puzzlebook.faults import nearest, refuse
from puzzlebook.mazes.arcs import Point

Corner = tuple[int, ...]
Ring = tuple[Corner, ...]
Size = tuple[int, ...]

MOST_CELLS = 4_000_000


@dataclass(frozen=True)
class Tiling:
    """A finite piece of a tiling of the plane.

    rings: for each cell its corners, clockwise as drawn; a corner is an exact name (a tuple of ints), never a position.
    place: where a corner lies, x to the right and y down. The unit is the cell's width: the diameter of the largest
        circle that fits into every cell.
    bulge: for a side from one corner to the next along a ring, tan(sweep/4) if it is an arc, else 0 (see `arcs`).
        None where every side is straight.
    centre: the middle of a cell's largest circle. None where that is the mean of its corners.
    """

    rings: Sequence[Ring]
    place: Callable[[Corner], Point]
    bulge: Callable[[Corner, Corner], float] | None = None
    centre: Callable[[Ring], Point] | None = None


@dataclass(frozen=True)
class Shape:
    """A row of the table: a shape's names, what its size counts, and the function that tiles.

    axes: what the numbers of a size count; least: the smallest allowed for each.
    cells: how many cells a size has, known without building them.
    ends: where a maze of this shape starts and ends unless told otherwise.
    """

    name: str
    standard: str
    line: str
    axes: tuple[str, ...]
    least: Size
    cells: Callable[..., int]
    tile: Callable[..., Tiling]
    ends: str = "far"


def square(columns: int, rows: int) -> Tiling:
    """Square cells of side 1, row by row from the top left. A corner is (x, y)."""
    lines = [[(x, y) for x in range(columns + 1)] for y in range(rows + 1)]
    rings = [ring for top, low in pairwise(lines) for ring in zip(top, top[1:], low[1:], low, strict=False)]
    return Tiling(rings, place=_as_named)


def _as_named(corner: Corner) -> Point:
    return corner[0], corner[1]


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
)

SHAPES: Mapping[str, Shape] = {shape.name: shape for shape in _ROWS}
_ALIASES = {shape.standard: shape.name for shape in _ROWS}


def shape_named(name: str, where: str = "shape") -> Shape:
    """The shape with this plain or standard name; refused, with the nearest, if there is none."""
    plain = _ALIASES.get(name.lower(), name.lower())
    if plain not in SHAPES:
        raise refuse(where, f"no shape is called {name!r}", nearest(name, [*SHAPES, *_ALIASES]))
    return SHAPES[plain]


def read_size(text: str, shape: Shape, where: str = "size") -> Size:
    """The size that a text such as `20x28` (columns × rows) or `12` (rings) names, within what the shape allows."""
    form = "x".join(shape.axes)
    wanted = f"allowed for {shape.name}: {form}, such as {'x'.join(['12', '16'][: len(shape.axes)])}"
    parts = text.strip().lower().replace("×", "x").split("x")
    if len(parts) != len(shape.axes) or not all(part.strip().isdecimal() and len(part) < 9 for part in parts):
        raise refuse(where, f"{text!r} is not a size", wanted)
    size = tuple(int(part) for part in parts)
    if any(number < least for number, least in zip(size, shape.least, strict=True)):
        raise refuse(where, f"{text} is too small", f"{shape.name} takes at least {size_text(shape.least)}")
    cells = shape.cells(*size)
    if cells < 2:
        raise refuse(where, f"{text} is a single cell", "a maze has at least 2")
    if cells > MOST_CELLS:
        raise refuse(where, f"{text} makes {cells:,} cells", f"at most {MOST_CELLS:,} in one maze")
    return size


def size_text(size: Size) -> str:
    """The size as it is written: `20x28`, or `12` for a shape with one axis."""
    return "x".join(map(str, size))
