"""Pictures that the way through a maze draws, and the way that draws one.

A picture is filled, a drawing of ours in blocks, a silhouette, a file or letters: then it is laid
on blocks of two cells by two (`draw_filled_path`). Or it is an open line, laid along the cells
(`trace_line`). Either needs squares.

The drawings in blocks lie in `templates/pictures.toml`; they are part of the edition's promise
(`seeds.EDITION`): a redrawn one gets a new name.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, Any

from puzzlebook.ground import templates
from puzzlebook.ground.faults import Refused, refuse, suggest_nearest
from puzzlebook.mazes.codes import WAY, WAY_APART, Design, fingerprint
from puzzlebook.mazes.filled_way import Blocks, draw_filled_path
from puzzlebook.mazes.grid import Grid, derive
from puzzlebook.mazes.grids import Silhouette, make_grid, make_silhouette, resolve_silhouette
from puzzlebook.mazes.line_way import trace_line
from puzzlebook.mazes.silhouettes import PIECES, cut, find_covered_cells, list_silhouettes
from puzzlebook.mazes.tilings import SHAPES, Corner, Size, format_size, square
from puzzlebook.outlines import FilledShape, Outline, make_outline

if TYPE_CHECKING:
    from puzzlebook.drawing.svg_shapes import OpenLine

LINE = "line:"
"""How a way begins that is a line."""

SHAPE = "square"
_AROUND = 1
"""So many cells at least lie around a picture: a leg of the way can leave it wherever it is cut
open."""
_FINENESS = 4  # points along a block's side by which it is told how much of it a picture covers
_FINE_ENOUGH = 60  # of so many blocks along a side, no drawing is asked whether they show it
_ALIKE = 0.8
"""Of what a picture and its blocks cover together, so much at least they have in common."""
_LARGEST = 120
_MUCH_LARGER = 1.5
_MOST_CORNERS = 200_000  # of a picture: it is looked at in many sizes, each time as a whole
_MOST_SEARCHED = 2_000_000  # corners, while looking for a size that a message can name


@dataclass(frozen=True)
class HiddenPicture:
    """A picture that a way draws.

    code: how a maze code names it, and all that tells one from another. title: what it shows, for
    people. filled: the outline that is filled, or None for a line. blocks: columns and rows of the
    blocks in which it was drawn; it is shown in these, or each of them twice as large, and so on.
    None where it may have any size. finer: the silhouette that is laid in its place where that
    comes out much larger.
    """

    code: str
    title: str = field(compare=False)
    filled: Outline | None = field(default=None, compare=False, repr=False)
    line: OpenLine | None = field(default=None, compare=False, repr=False)
    pieces: str = field(default=PIECES[0], compare=False)
    blocks: Size | None = field(default=None, compare=False)
    finer: HiddenPicture | None = field(default=None, compare=False, repr=False)


@cache
def pictures() -> Mapping[str, Mapping[str, str]]:
    """Our drawings in blocks by name, sorted: the title of each, and its rows, `#` for a block."""
    rows: Mapping[str, Mapping[str, str]] = _table()["drawings"]
    return dict(sorted(rows.items()))


@cache
def _table() -> Mapping[str, Any]:
    return tomllib.loads((templates.find_folder() / "pictures.toml").read_text(encoding="utf-8"))


@cache
def make_hidden_picture(name: str) -> HiddenPicture:
    """One of our drawings in blocks, by its name, which must exist."""
    rows = [row.strip() for row in pictures()[name]["blocks"].split()]
    shapes = []
    for y, row in enumerate(rows):
        runs = ((block, len(list(run))) for block, run in groupby(row))
        x = 0
        for block, wide in runs:
            corners = [(x, y), (x + wide, y), (x + wide, y + 1), (x, y + 1), (x, y)]
            shapes += [FilledShape([[*pairwise(corners)]])] if block == "#" else []
            x += wide
    drawn = make_outline(shapes, f"picture {name}")
    finer = hide_silhouette(make_silhouette(name)) if name in list_silhouettes() else None
    return HiddenPicture(
        name, pictures()[name]["title"], drawn, blocks=(len(rows[0]), len(rows)), finer=finer
    )


def hide_silhouette(silhouette: Silhouette) -> HiddenPicture:
    """A silhouette, a file or letters as a picture that a way fills."""
    return HiddenPicture(
        silhouette.code, silhouette.title, silhouette.outline, pieces=silhouette.pieces
    )


def read_hidden_line(content: bytes, title: str, where: str) -> HiddenPicture:
    """The open line in an SVG file."""
    from puzzlebook.drawing.svg_shapes import read_svg_line

    return HiddenPicture(f"line.{fingerprint(content)}", title, line=read_svg_line(content, where))


def check_picture_name(name: str, where: str) -> None:
    """Refused, with the nearest, if neither a drawing in blocks nor a silhouette of ours is called
    so."""
    known = [*pictures(), *list_silhouettes()]
    if name.lower() not in known:
        raise refuse(where, f"no picture is called {name!r}", suggest_nearest(name, known))


def resolve_hidden(
    code: str, font: bytes, file: bytes | None = None, where: str = "maze code"
) -> HiddenPicture:
    """The picture that a maze code names.

    font: the one that we set letters in. file: the user's own, where the code carries a file's
    fingerprint.
    """
    kind, _, mark = code.partition(".")
    if kind == "line":
        if file is None or fingerprint(file) != mark:
            what = (
                "the maze's way is a line in a file"
                if file is None
                else "this is not the file of the maze's way"
            )
            raise refuse(where, what, "--way with line: and that very file")
        return read_hidden_line(file, "the file", where)
    if kind in pictures():
        return make_hidden_picture(kind)
    if kind == "file" and (file is None or fingerprint(file) != mark.partition(".")[0]):
        what = (
            "the maze's way is a file" if file is None else "this is not the file of the maze's way"
        )
        raise refuse(where, what, "--way with that very file")
    if kind not in ("file", "text"):
        check_picture_name(kind, where)
    return hide_silhouette(resolve_silhouette(code, lambda _: font, file, where))


def choose_ends(ends: str, hidden: HiddenPicture | None) -> str:
    """The ends of a maze: those that were asked for or, where its way draws a picture, the way's. A
    line has its own; those of a way that fills a picture lie apart where that was asked for."""
    if hidden is None:
        return ends
    return WAY + hidden.code + (WAY_APART if ends == "apart" and hidden.line is None else "")


def plan_path(design: Design, hidden: HiddenPicture | None, where: str = "way") -> tuple[int, ...]:
    """The cells of the way that draws a design's picture; none where it has no picture."""
    if hidden is None:
        return ()
    if hidden.line:
        return trace_line(hidden.line, design.size, where)
    apart = design.ends.endswith(WAY_APART)
    return draw_filled_path(
        lay_blocks(hidden, design.size, where), design.key, design.edition, where, apart=apart
    )


def check_fits(hidden: HiddenPicture | None, shape: str, size: Size, where: str = "way") -> None:
    """Refused where a picture cannot be drawn by a way through mazes of this shape and size."""
    if hidden is None:
        return
    if shape != SHAPE:
        raise refuse(where, f"a way through a {shape} maze draws no picture", f'shape = "{SHAPE}"')
    if hidden.line:
        trace_line(hidden.line, size, where)
    else:
        lay_blocks(hidden, size, where)


@lru_cache(maxsize=64)
def lay_blocks(hidden: HiddenPicture, size: Size, where: str = "way") -> Blocks:
    """A filled picture on the blocks of a grid of squares, as large as it fits, in the middle."""
    if _corners(hidden) > _MOST_CORNERS:
        raise refuse(
            where,
            f"{hidden.title} has far too many little parts for a way to show",
            "a bolder picture",
        )
    columns, rows = size
    room = columns // 2 - _AROUND, rows // 2 - _AROUND
    found = _find_largest_grid(hidden, *room)
    if found and hidden.finer and max(room) >= _MUCH_LARGER * _longer_side(found):
        finer = _find_largest_grid(hidden.finer, *room)
        found = (
            finer if finer and _longer_side(finer) >= _MUCH_LARGER * _longer_side(found) else found
        )
    if found is None:
        raise refuse(where, f"{hidden.title} finds no room in {format_size(size)} cells, in blocks of two by two",
                     _describe_smallest_size(hidden))  # fmt: skip
    across, down = round(found.width), round(found.height)
    left, top = (columns - 2 * across) // 2, (rows - 2 * down) // 2
    first = (found.corners[found.corners_of_cell(block)[0]] for block in range(found.cells))
    corners = [(left + 2 * round(x), top + 2 * round(y)) for x, y in first]
    return Blocks(found, corners, make_grid(SHAPE, size), columns)


def _longer_side(blocks: Grid) -> int:
    return round(max(blocks.width, blocks.height))


def smallest_size(hidden: HiddenPicture) -> Size | None:
    """The smallest size of maze in which a filled picture finds room; None if there is none up to
    120 cells a side or, of an intricate picture, in the first few sizes."""
    for times in range(1, min(_LARGEST // 2 - _AROUND, _MOST_SEARCHED // _corners(hidden))):
        box = _box(hidden, times)
        if _draw_in_blocks(hidden, box):
            return 2 * box[0] + 2 * _AROUND, 2 * box[1] + 2 * _AROUND
    return None


def _corners(hidden: HiddenPicture) -> int:
    """How many corners a picture has."""
    areas = hidden.filled.areas if hidden.filled else ()
    return max(1, sum(len(polygon) for area in areas for polygon in area.polygons))


def _describe_smallest_size(hidden: HiddenPicture) -> str:
    size = smallest_size(hidden)
    return (
        f"{format_size(size)} cells or more"
        if size
        else "a bolder picture: its parts are too thin for blocks"
    )


def _box(hidden: HiddenPicture, times: int) -> Size:
    """The blocks across and down of a picture so many times as large as it was drawn; one that was
    drawn in no blocks has so many along its longer side."""
    if hidden.blocks:
        across, down = hidden.blocks
        return across * times, down * times
    assert hidden.filled is not None
    width, height = hidden.filled.width, hidden.filled.height
    longer = max(width, height)
    across, down = (max(1, (2 * times * side + longer) // (2 * longer)) for side in (width, height))
    return across, down


def _find_largest_grid(hidden: HiddenPicture, columns: int, rows: int) -> Grid | None:
    """A picture as blocks, as large as it fits so many and they show it; None where they do at no
    size near that."""
    fitting = (
        times
        for times in range(max(columns, rows), 0, -1)
        if _fits(_box(hidden, times), columns, rows)
    )
    largest = next(fitting, 0)
    for times in range(largest, largest * 3 // 4 - 1, -1):
        if times and (found := _draw_in_blocks(hidden, _box(hidden, times))):
            return found
    return None


def _fits(box: Size, columns: int, rows: int) -> bool:
    return box[0] <= columns and box[1] <= rows


def _draw_in_blocks(hidden: HiddenPicture, box: Size) -> Grid | None:
    """A picture as blocks in a box of so many; None where these do not show it."""
    assert hidden.filled is not None
    try:
        found = cut(square(*box), hidden.filled, hidden.pieces)
    except Refused:
        return None
    kept = {ring[0] for ring in found.rings}
    if (
        not hidden.blocks
        and max(box) < _FINE_ENOUGH
        and _overlap_share(hidden.filled, kept, box) < _ALIKE
    ):
        return None
    return derive(found)


def _overlap_share(filled: Outline, kept: set[Corner], box: Size) -> float:
    """Of what a picture and its blocks cover together, the share that both cover."""
    fine = square(*(side * _FINENESS for side in box))
    both = either = 0
    for (corner, *_), is_in in zip(fine.rings, find_covered_cells(fine, filled), strict=True):
        is_kept = tuple(along // _FINENESS for along in corner) in kept
        both += is_in and is_kept
        either += is_in or is_kept
    return both / either


def list_titles() -> Mapping[str, str]:
    """All that a way may draw by name, sorted: our drawings in blocks and our silhouettes, with the
    title of each."""
    drawn = {name: row["title"] for name, row in pictures().items()}
    return dict(sorted({**list_silhouettes(), **drawn}.items()))


def smallest_size_by_name(name: str) -> Size:
    """The smallest size of maze in which one of our pictures finds room; as it was measured for
    silhouettes, and for letters that our books hide. Any has room for what is not ours."""
    if name not in pictures() and name not in _table()["fewest"]:
        return SHAPES[SHAPE].least
    if name in pictures():
        columns, rows = make_hidden_picture(name).blocks or (0, 0)
        return 2 * (columns + _AROUND), 2 * (rows + _AROUND)
    columns, rows = map(int, _table()["fewest"][name].split("x"))
    return columns, rows
