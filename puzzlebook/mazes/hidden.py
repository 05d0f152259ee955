"""Pictures that the solution of a maze draws, and finding a path that draws one.

A picture is either filled or an open line. A filled picture (a built-in drawing in blocks, a
silhouette, a file or letters) is converted to blocks of two by two cells, and `draw_filled_path`
finds a path that fills the blocks. An open line is followed by `trace_line`. Both need square
cells.

The drawings in blocks are in `templates/pictures.toml`. The edition guarantees that they never
change (`seeds.EDITION`): a redrawn picture gets a new name.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

from puzzlebook.ground import templates
from puzzlebook.ground.faults import Refused, refuse, suggest_nearest
from puzzlebook.ground.printed_codes import fingerprint
from puzzlebook.mazes.codes import SHORT, WAY, WAY_APART, WAY_SHORT, Design
from puzzlebook.mazes.cutting import PIECES, cut, find_covered_cells
from puzzlebook.mazes.filled_way import Blocks, draw_filled_path
from puzzlebook.mazes.grid import Grid, derive
from puzzlebook.mazes.grids import make_grid
from puzzlebook.mazes.line_way import trace_line
from puzzlebook.mazes.silhouettes import Silhouette
from puzzlebook.mazes.tilings import SHAPES, Corner, Size, format_size, square
from puzzlebook.outlines import FilledShape, Outline, make_outline

if TYPE_CHECKING:
    from puzzlebook.drawing.svg_shapes import OpenLine

_ENDS_APART = WAY_APART, WAY_SHORT
_MIN_MARGIN = 1  # the fewest cells around a picture, so that the path can leave it anywhere
# Samples along a block's side, to measure how much of the block a picture covers.
_SAMPLES_PER_SIDE = 4
_MAX_CHECKED_SIDE = 60  # in blocks: the overlap is not checked for larger pictures
_MIN_OVERLAP = 0.8
"""The minimum area that a picture and its blocks share, as a fraction of the area of their
union."""
_MAX_SIDE = 120  # in cells: larger mazes are not tried when looking for the smallest one
# A silhouette replaces a drawing in blocks if it has room for this many times as many blocks along
# its longer side.
_FINER_RATIO = 1.5
_MAX_CORNERS = 200_000  # of a picture, because all of them are examined at every size
_MAX_EXAMINED = 2_000_000  # corners examined in search of a size that a message can name


@dataclass(frozen=True)
class HiddenPicture:
    """A picture that a solution draws.

    code: its form in a maze code, which identifies it. title: what it shows, in words. filled:
    the outline to be filled; None for a line. line: the open line; None for a filled picture.
    pieces: one of `PIECES`. blocks: the columns and rows of the blocks in which it was drawn, for a
    picture that is shown only at whole multiples of this size; None if it can have any size. finer:
    the silhouette that replaces it if the silhouette comes out much larger. is_named: whether the
    title says what the picture shows, rather than being a file name.
    """

    SHAPE: ClassVar[str] = "square"
    """The only shape whose mazes hide pictures."""

    code: str
    title: str = field(compare=False)
    filled: Outline | None = field(default=None, compare=False, repr=False)
    line: OpenLine | None = field(default=None, compare=False, repr=False)
    pieces: str = field(default=PIECES[0], compare=False)
    blocks: Size | None = field(default=None, compare=False)
    finer: HiddenPicture | None = field(default=None, compare=False, repr=False)
    is_named: bool = field(default=True, compare=False)

    @staticmethod
    def drawings() -> Mapping[str, Mapping[str, str]]:
        """Return the built-in drawings in blocks, as a mapping from name to title and rows, sorted.
        In the rows `#` is a block."""
        return _read_drawings()

    @staticmethod
    def titles() -> dict[str, str]:
        """Return the titles of all built-in pictures (drawings and silhouettes) by name, sorted."""
        drawings = {name: row["title"] for name, row in _read_drawings().items()}
        return dict(sorted({**Silhouette.titles(), **drawings}.items()))

    @staticmethod
    def smallest_size(name: str) -> Size:
        """Return the size of the smallest maze in which a built-in picture fits.

        For silhouettes and letters this size was measured. Any other picture can have any size.
        """
        if name in _read_drawings():
            columns, rows = HiddenPicture.built_in(name).blocks or (0, 0)
            return 2 * (columns + _MIN_MARGIN), 2 * (rows + _MIN_MARGIN)
        if size := _read_table()["fewest"].get(name):
            columns, rows = map(int, size.split("x"))
            return columns, rows
        return SHAPES[HiddenPicture.SHAPE].least

    @staticmethod
    def check_name(name: str, where: str) -> None:
        """Refuse a name that no built-in picture has, and suggest the nearest name."""
        names = [*_read_drawings(), *Silhouette.titles()]
        if name.lower() not in names:
            raise refuse(
                where, f"there is no picture called {name!r}", suggest_nearest(name, names)
            )

    @staticmethod
    def built_in(name: str) -> HiddenPicture:
        """Return a built-in picture, which must exist: a drawing in blocks or, if there is none, a
        silhouette."""
        if name in _read_drawings():
            return _make_drawing(name)
        return HiddenPicture.from_silhouette(Silhouette.built_in(name))

    @classmethod
    def from_silhouette(cls, silhouette: Silhouette) -> HiddenPicture:
        """Return a silhouette, a file or letters as a picture to be filled."""
        return cls(
            silhouette.code,
            silhouette.title,
            silhouette.outline,
            pieces=silhouette.pieces,
            is_named=silhouette.is_named,
        )

    @classmethod
    def from_line(cls, content: bytes, title: str, where: str) -> HiddenPicture:
        """Read the open line in an SVG file."""
        from puzzlebook.drawing.svg_shapes import read_svg_line

        return cls(f"line.{fingerprint(content)}", title, line=read_svg_line(content, where))

    @classmethod
    def from_code(
        cls, code: str, font: bytes, file: bytes | None = None, where: str = "maze code"
    ) -> HiddenPicture:
        """Return the picture that a maze code names.

        font: the font in which letters are set. file: the user's own file, for a code with the
        fingerprint of a file.
        """
        kind, _, mark = code.partition(".")
        if kind == "line":
            if file is None or fingerprint(file) != mark:
                what = (
                    "the maze's way is a line in a file"
                    if file is None
                    else "this is not the file of the maze's way"
                )
                raise refuse(where, what, "add --way line: with that file")
            return cls.from_line(file, "the file", where)
        if kind in _read_drawings():
            return _make_drawing(kind)
        if kind == "file" and (file is None or fingerprint(file) != mark.partition(".")[0]):
            what = (
                "the maze's way is a file"
                if file is None
                else "this is not the file of the maze's way"
            )
            raise refuse(where, what, "add --way with that file")
        if kind not in ("file", "text"):
            cls.check_name(kind, where)
        return cls.from_silhouette(Silhouette.from_code(code, lambda _: font, file, where))

    def encode_ends(self, ends: str) -> str:
        """Return the ends of a design whose solution draws this picture, in the form of the code.

        ends: the requested ends. The ends of a filled picture lie far apart only if `ends` is
        "apart" or `SHORT`. A line determines its own ends.
        """
        suffixes = {"apart": WAY_APART, SHORT: WAY_SHORT} if self.line is None else {}
        return WAY + self.code + suffixes.get(ends, "")

    def plan_path(
        self, design: Design, maze: Grid | None = None, where: str = "way"
    ) -> tuple[int, ...]:
        """Return the cells of the solution that draws this picture. maze: the maze's grid, needed
        if an outline cuts it."""
        if self.line:
            return trace_line(self.line, design.size, where)
        ends = next((end for end in _ENDS_APART if design.ends.endswith(end)), "")
        blocks = lay_blocks(self, design.size, where, maze if design.silhouette else None)
        return draw_filled_path(blocks, design.key, design.edition, where, ends)

    def check_fits(
        self, shape: str, size: Size, where: str = "way", silhouette: Silhouette | None = None
    ) -> None:
        """Refuse a shape, a size or an outline for which no solution can draw this picture."""
        if shape != self.SHAPE:
            raise refuse(
                where,
                f"only {self.SHAPE} mazes can draw a picture with their path",
                f'set shape = "{self.SHAPE}"',
            )
        if self.line and silhouette:
            raise refuse(where, "a line needs a whole maze", "leave out the silhouette")
        if self.line:
            trace_line(self.line, size, where)
        else:
            lay_blocks(self, size, where, silhouette and make_grid(shape, size, silhouette))

    def fits(self, size: Size, silhouette: Silhouette) -> bool:
        """Return whether there is room for this picture in a maze that an outline cuts."""
        try:
            self.check_fits(self.SHAPE, size, silhouette=silhouette)
        except Refused:
            return False
        return True


@cache
def _read_drawings() -> Mapping[str, Mapping[str, str]]:
    rows: Mapping[str, Mapping[str, str]] = _read_table()["drawings"]
    return dict(sorted(rows.items()))


@cache
def _read_table() -> Mapping[str, Any]:
    return tomllib.loads((templates.find_folder() / "pictures.toml").read_text(encoding="utf-8"))


@cache
def _make_drawing(name: str) -> HiddenPicture:
    drawing = _read_drawings()[name]
    rows = [row.strip() for row in drawing["blocks"].split()]
    shapes = []
    for y, row in enumerate(rows):
        x = 0
        for block, run in groupby(row):
            end = x + len(list(run))
            corners = [(x, y), (end, y), (end, y + 1), (x, y + 1), (x, y)]
            shapes += [FilledShape([[*pairwise(corners)]])] if block == "#" else []
            x = end
    outline = make_outline(shapes, f"picture {name}")
    finer = None
    if name in Silhouette.titles():
        finer = HiddenPicture.from_silhouette(Silhouette.built_in(name))
    blocks = len(rows[0]), len(rows)
    return HiddenPicture(name, drawing["title"], outline, blocks=blocks, finer=finer)


@lru_cache(maxsize=64)
def lay_blocks(
    hidden: HiddenPicture, size: Size, where: str = "way", maze: Grid | None = None
) -> Blocks:
    """Place a filled picture in the middle of a grid of squares, in as many blocks as fit. maze:
    the grid of a maze that an outline cuts; in it the picture has the place nearest to the middle
    where a cell of the maze lies all around it."""
    if _count_corners(hidden) > _MAX_CORNERS:
        raise refuse(
            where,
            f"{hidden.title} has too many small parts for a path to show",
            "use a bolder picture",
        )
    if maze:
        return _lay_within(hidden, maze, where)
    columns, rows = size
    room = columns // 2 - _MIN_MARGIN, rows // 2 - _MIN_MARGIN
    grid = _find_largest_grid(hidden, *room)
    if grid and hidden.finer and max(room) >= _FINER_RATIO * _longer_side(grid):
        finer = _find_largest_grid(hidden.finer, *room)
        if finer and _longer_side(finer) >= _FINER_RATIO * _longer_side(grid):
            grid = finer
    if grid is None:
        what = (
            f"{hidden.title} does not fit into {format_size(size)} cells, in blocks of two by two"
        )
        raise refuse(where, what, _describe_smallest_size(hidden))
    across, down = round(grid.width), round(grid.height)
    left, top = (columns - 2 * across) // 2, (rows - 2 * down) // 2
    first_corners = (grid.corners[grid.corners_of_cell(block)[0]] for block in range(grid.cells))
    corners = [(left + 2 * round(x), top + 2 * round(y)) for x, y in first_corners]
    return Blocks(grid, corners, make_grid(HiddenPicture.SHAPE, size), columns)


def _lay_within(hidden: HiddenPicture, maze: Grid, where: str) -> Blocks:
    """Place a filled picture in a maze that an outline cuts (see `lay_blocks`)."""
    first_corners = (maze.corners[maze.corners_of_cell(cell)[0]] for cell in range(maze.cells))
    places = [(round(x), round(y)) for x, y in first_corners]
    free, box = set(places), (round(maze.width), round(maze.height))
    found = _find_largest_within(hidden, free, box)
    if found and hidden.finer and max(box) // 2 >= _FINER_RATIO * _longer_side(found[0]):
        finer = _find_largest_within(hidden.finer, free, box)
        if finer and _longer_side(finer[0]) >= _FINER_RATIO * _longer_side(found[0]):
            found = finer
    if found is None:
        what = f"{hidden.title} does not fit into this outline of {maze.cells} cells"
        raise refuse(where, what, "use more cells, or a wider outline")
    return Blocks(*found, maze, box[0], places)


_Corners: TypeAlias = "list[tuple[int, int]]"
"""The column and row of the top left cell of each block."""


def _find_largest_within(
    hidden: HiddenPicture, free: set[tuple[int, int]], box: Size
) -> tuple[Grid, _Corners] | None:
    """Return the blocks of a picture at the largest size at which they have a place among free
    cells in a box, and that place; None if they have none."""
    for times in range(max(box) // 2 - _MIN_MARGIN, 0, -1):
        across, down = _find_box(hidden, times)
        if max(2 * across - box[0], 2 * down - box[1]) > -2 * _MIN_MARGIN:
            continue
        grid = _draw_in_blocks(hidden, (across, down))
        if grid and (corners := _find_place(grid, free, box)):
            return grid, corners
    return None


def _find_place(blocks: Grid, free: set[tuple[int, int]], box: Size) -> _Corners:
    """Return the column and row of the top left cell of each block, in the place nearest to the
    middle of a box where each block has a free cell on all sides; nothing if there is no such
    place."""
    firsts = [blocks.corners[blocks.corners_of_cell(block)[0]] for block in range(blocks.cells)]
    corners = [(2 * round(x), 2 * round(y)) for x, y in firsts]
    needed = {
        (x + across, y + down)
        for x, y in corners
        for across in range(-_MIN_MARGIN, 2 + _MIN_MARGIN)
        for down in range(-_MIN_MARGIN, 2 + _MIN_MARGIN)
    }
    spare_columns, spare_rows = box[0] - 2 * round(blocks.width), box[1] - 2 * round(blocks.height)
    offsets = sorted(
        (across * across + down * down, top, left)
        for left in range(spare_columns + 1)
        for top in range(spare_rows + 1)
        for across, down in [(2 * left - spare_columns, 2 * top - spare_rows)]
    )
    for _, top, left in offsets:
        if all((x + left, y + top) in free for x, y in needed):
            return [(x + left, y + top) for x, y in corners]
    return []


def _longer_side(blocks: Grid) -> int:
    return round(max(blocks.width, blocks.height))


def find_smallest_size(hidden: HiddenPicture) -> Size | None:
    """Return the size of the smallest maze in which a filled picture fits.

    Return None if the picture needs more than 120 cells a side; for an intricate picture only the
    first few sizes are tried.
    """
    for times in range(
        1, min(_MAX_SIDE // 2 - _MIN_MARGIN, _MAX_EXAMINED // _count_corners(hidden))
    ):
        box = _find_box(hidden, times)
        if _draw_in_blocks(hidden, box):
            return 2 * box[0] + 2 * _MIN_MARGIN, 2 * box[1] + 2 * _MIN_MARGIN
    return None


def _count_corners(hidden: HiddenPicture) -> int:
    areas = hidden.filled.areas if hidden.filled else ()
    return max(1, sum(len(polygon) for area in areas for polygon in area.polygons))


def _describe_smallest_size(hidden: HiddenPicture) -> str:
    size = find_smallest_size(hidden)
    return (
        f"{format_size(size)} cells or more"
        if size
        else "use a bolder picture: its parts are too thin for blocks"
    )


def _find_box(hidden: HiddenPicture, times: int) -> Size:
    """Return the number of blocks across and down. A drawing in blocks is enlarged `times` times;
    any other picture has `times` blocks along its longer side."""
    if hidden.blocks:
        across, down = hidden.blocks
        return across * times, down * times
    assert hidden.filled is not None
    width, height = hidden.filled.width, hidden.filled.height
    longer = max(width, height)
    across, down = (max(1, (2 * times * side + longer) // (2 * longer)) for side in (width, height))
    return across, down


def _find_largest_grid(hidden: HiddenPicture, columns: int, rows: int) -> Grid | None:
    """Return the blocks of a picture at the largest size that fits into the columns and rows and at
    which they show the picture; None if no size close to the largest does."""
    fitting = (
        times
        for times in range(max(columns, rows), 0, -1)
        for box in [_find_box(hidden, times)]
        if box[0] <= columns and box[1] <= rows
    )
    largest = next(fitting, 0)
    for times in range(largest, largest * 3 // 4 - 1, -1):
        if times and (grid := _draw_in_blocks(hidden, _find_box(hidden, times))):
            return grid
    return None


def _draw_in_blocks(hidden: HiddenPicture, box: Size) -> Grid | None:
    """Return the blocks of a picture in a box of blocks; None if the blocks do not show the
    picture."""
    assert hidden.filled is not None
    try:
        tiling = cut(square(*box), hidden.filled, hidden.pieces)
    except Refused:
        return None
    if not hidden.blocks and max(box) < _MAX_CHECKED_SIDE:
        blocks = {ring[0] for ring in tiling.rings}
        if _measure_overlap(hidden.filled, blocks, box) < _MIN_OVERLAP:
            return None
    return derive(tiling)


def _measure_overlap(filled: Outline, blocks: set[Corner], box: Size) -> float:
    """Return the area that a picture and its blocks share, divided by the area of their union.
    blocks: the top left corners of the blocks."""
    fine = square(*(side * _SAMPLES_PER_SIDE for side in box))
    shared_area = union_area = 0
    for (corner, *_), is_covered in zip(fine.rings, find_covered_cells(fine, filled), strict=True):
        is_block = tuple(along // _SAMPLES_PER_SIDE for along in corner) in blocks
        shared_area += is_covered and is_block
        union_area += is_covered or is_block
    return shared_area / union_area
