"""Grids by name: a shape, a size and, where there is one, a silhouette. Each is built once, for all
mazes on it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from itertools import pairwise
from typing import TYPE_CHECKING

from puzzlebook.ground.faults import refuse
from puzzlebook.mazes.codes import decode_letters, encode_letters, fingerprint
from puzzlebook.mazes.grid import Grid, derive
from puzzlebook.mazes.grid_cache import KeptGrids
from puzzlebook.mazes.silhouettes import (
    PIECES,
    cut,
    find_covered_cells,
    find_silhouette,
    place_drawing,
    silhouette_title,
)
from puzzlebook.mazes.square_grid import make_square_grid
from puzzlebook.mazes.tilings import SHAPES, Size, format_size
from puzzlebook.outlines import FilledShape, Outline, encircle, make_outline, read_outline

if TYPE_CHECKING:
    from puzzlebook.mazes.fitted_grid import FittedGrid

EDGES = ("drawn", "steps")
"""What the rim of a maze that a silhouette cuts follows: the drawing, or its cells."""
EDGE = EDGES[0]
"""What it follows unless told otherwise."""

_LARGE = 10_000
"""A board of so many squares is made by formulas."""
_WASTEFUL, _WASTED = 100_000, 100
"""A board of so many cells may be so many times as long as a drawing, for its width: of four
million cells in one column a letter has four, and they would take gigabytes."""
_LONGEST_NAME = 30
"""So many times as long as it is high, or as high as it is wide, a name may be in lines that suit
its box."""
_DRAWN, _LARGEST = ".drawn", ".largest"
_BREAK = "\n"


@dataclass(frozen=True)
class Silhouette:
    """An outline by which a tiling is cut.

    code: how a maze code names it, and all that tells one from another. title: what it shows, for
    people. letters: of a name, each with what it alone covers. is_drawn: whether it cuts a shape as
    one does that is to be the rim, where the shape has a way of its own for that
    (`Shape.drawn_cut`).
    """

    code: str
    title: str = field(compare=False)
    outline: Outline = field(compare=False, repr=False)
    pieces: str = field(default=PIECES[0], compare=False)
    letters: tuple[tuple[str, Outline], ...] = field(default=(), compare=False, repr=False)
    is_drawn: bool = field(default=False, compare=False)

    @property
    def where(self) -> str:
        """What messages call it."""
        return f"silhouette {self.title}"


Cut = tuple[str, Size, Silhouette]
"""A shape and a size, and what cuts it."""


def use_as_rim(silhouette: Silhouette, shape: str, edge: str = EDGE) -> Silhouette:
    """A silhouette as it cuts a shape, by what the rim is to follow."""
    if edge == "steps" or silhouette.is_drawn or SHAPES[shape].drawn_cut is None:
        return silhouette
    source = silhouette.code.removesuffix(_LARGEST)
    return replace(silhouette, code=source + _DRAWN + silhouette.code[len(source) :], is_drawn=True)


def fit_outlines(silhouette: Silhouette, shape: str) -> tuple[Outline, ...]:
    """The outline of a silhouette as it lies in the box of a shape, and those of its letters."""
    if silhouette.is_drawn and SHAPES[shape].drawn_cut == "encircled":
        return _encircle(silhouette)
    return silhouette.outline, *(outline for _, outline in silhouette.letters)


@lru_cache(maxsize=64)
def _encircle(silhouette: Silhouette) -> tuple[Outline, ...]:
    return encircle(silhouette.outline, [outline for _, outline in silhouette.letters])


def make_grid(shape: str, size: Size, silhouette: Silhouette | None = None) -> Grid:
    """The grid of a tiling, whole or cut."""
    return _grids.of((shape, size, silhouette), partial(_cached_grid, shape, size, silhouette))


def make_drawn_grid(
    shape: str, size: Size, silhouette: Silhouette | None = None, edge: str = EDGE
) -> Grid:
    """The grid as it is drawn: where a silhouette cuts and the edge is not "steps", its rim is the
    drawing."""
    if silhouette is None or edge == "steps":
        return make_grid(shape, size, silhouette)
    return fit_cut((shape, size, silhouette))


def fit_cut(asked: Cut) -> FittedGrid:
    """The grid of a cut, fitted to its drawing."""
    return _fitted_grids.of(asked, partial(_cached_fitted_grid, *asked))


def is_known(asked: Cut) -> bool:
    """Whether a cut was fitted to its drawing before."""
    return asked in _fitted_grids


def remember_fitted_grid(fitted: Iterable[tuple[Cut, FittedGrid]]) -> None:
    """Keep what was fitted by another process."""
    for asked, grid in fitted:
        _grids.keep(asked, grid.steps)
        _fitted_grids.keep(asked, grid)


def clear_grids() -> None:
    """Make every grid anew from now on."""
    _grids.clear()
    _fitted_grids.clear()


_grids, _fitted_grids = KeptGrids[Grid](), KeptGrids["FittedGrid"]()


def _cached_grid(shape: str, size: Size, silhouette: Silhouette | None) -> Grid:
    if shape == "square" and silhouette is None and min(size) > 1 and size[0] * size[1] >= _LARGE:
        return make_square_grid(*size)
    if silhouette is not None:
        check_room(
            shape, size, silhouette.outline.width / silhouette.outline.height, silhouette.where
        )
    tiling = SHAPES[shape].tile(*size)
    if silhouette is not None:
        has_teeth = not silhouette.is_drawn or SHAPES[shape].drawn_cut != "toothless"
        tiling = cut(
            tiling,
            fit_outlines(silhouette, shape)[0],
            silhouette.pieces,
            silhouette.where,
            has_teeth,
        )
    return derive(tiling)


def _cached_fitted_grid(shape: str, size: Size, silhouette: Silhouette) -> FittedGrid:
    from puzzlebook.mazes.fitted_grid import make_fitted_grid  # most books cut nothing

    grid = make_grid(shape, size, silhouette)
    drawing = place_drawing(
        SHAPES[shape].tile(*size), fit_outlines(silhouette, shape)[0], grid.origin, silhouette.where
    )
    return make_fitted_grid(grid, drawing)


def make_silhouette(name: str, pieces: str = PIECES[0], where: str = "silhouette") -> Silhouette:
    """A built-in silhouette."""
    outline = find_silhouette(name, where)
    return Silhouette(_code(name.lower(), pieces), silhouette_title(name.lower()), outline, pieces)


def read_silhouette(
    content: bytes, title: str, pieces: str = PIECES[0], where: str = "silhouette"
) -> Silhouette:
    """The silhouette in a file's bytes: SVG, PNG or JPEG."""
    return Silhouette(
        _code(f"file.{fingerprint(content)}", pieces), title, read_outline(content, where), pieces
    )


def name_silhouette(
    lines: Sequence[str], font: bytes, pieces: str = PIECES[0], where: str = "silhouette"
) -> Silhouette:
    """A name in these lines."""
    from puzzlebook.outlines import set_lettering

    found = set_lettering(tuple(lines), font, where)
    code = _code(f"name.{encode_letters(_BREAK.join(lines))}.{fingerprint(font)}", pieces)
    return Silhouette(code, "".join(lines), found.outline, pieces, found.letters)


def check_room(shape: str, size: Size, proportion: float | None, where: str) -> None:
    """Refused where a drawing would cover next to nothing of a large board that is far too long or
    too wide for it.

    proportion: of the drawing, its width by its height; None for a name in lines that suit the
    board.
    """
    cells = SHAPES[shape].cells(*size)
    board = size[0] / size[-1]
    longest = max(board, 1 / board)
    times = (
        longest / _LONGEST_NAME
        if proportion is None
        else max(board / proportion, proportion / board)
    )
    if cells >= _WASTEFUL and times > _WASTED:
        raise refuse(
            where,
            f"would cover next to nothing of {format_size(size)}",
            "a size with its own proportions",
        )


def tiling_box(shape: str, size: Size) -> tuple[float, float]:
    """How wide and how high a whole tiling is, in cells."""
    grid = make_grid(shape, size)
    return grid.width, grid.height


def count_letter_cells(shape: str, size: Size, silhouette: Silhouette) -> list[tuple[str, int]]:
    """The letters of a name, each with how many cells of a tiling it covers."""
    if not silhouette.letters:
        return []
    tiling = SHAPES[shape].tile(*size)
    names, outlines = (
        (letter for letter, _ in silhouette.letters),
        fit_outlines(silhouette, shape)[1:],
    )
    return [
        (letter, find_covered_cells(tiling, outline).count(1))
        for letter, outline in zip(names, outlines, strict=True)
    ]


def make_letters_silhouette(
    text: str, font: bytes, pieces: str = PIECES[0], where: str = "silhouette"
) -> Silhouette:
    """Letters in one line of a font: as codes from before there was a face of names have them."""
    from puzzlebook.outlines import outline_letters

    outline = outline_letters(text, font, where)
    return Silhouette(
        _code(f"text.{encode_letters(text)}.{fingerprint(font)}", pieces), text, outline, pieces
    )


def make_frame_silhouette(columns: int, rows: int, thickness: int) -> Silhouette:
    """A frame around a grid of squares, so many cells thick. No maze code names it."""
    boxes = [(edge, edge, columns - edge, rows - edge) for edge in (0.0, float(thickness))]
    rings = [[(a, b), (c, b), (c, d), (a, d), (a, b)] for a, b, c, d in boxes]
    frame = FilledShape([[*pairwise(ring)] for ring in rings], even_odd=True)
    code = f"frame {columns} {rows} {thickness}"
    return Silhouette(code, "frame", make_outline([frame], "frame"))


def resolve_silhouette(
    code: str, font_of: Callable[[str], bytes], file: bytes | None = None, where: str = "maze code"
) -> Silhouette:
    """The silhouette that a maze code names.

    font_of: the font of a "name", or of a "text". file: the user's own drawing, where the code
    carries a file's fingerprint.
    """
    source, pieces = (
        (code.removesuffix(_LARGEST), PIECES[1]) if code.endswith(_LARGEST) else (code, PIECES[0])
    )
    plain = source.removesuffix(_DRAWN)
    found = _resolve_source(plain, pieces, font_of, file, where)
    return found if plain == source else replace(found, code=code, is_drawn=True)


def _resolve_source(
    source: str, pieces: str, font_of: Callable[[str], bytes], file: bytes | None, where: str
) -> Silhouette:
    kind, *rest = source.split(".")
    if kind == "file":
        if file is None or fingerprint(file) != rest[0]:
            what = (
                "the maze's silhouette is a file"
                if file is None
                else "this is not the file of the maze's silhouette"
            )
            raise refuse(where, what, "--silhouette with that very file")
        return read_silhouette(file, "the file", pieces, where)
    if kind in ("name", "text"):
        font = font_of(kind)
        if fingerprint(font) != rest[1]:
            raise refuse(
                where,
                "the maze's letters are from another font",
                "the puzzlebook that printed the code",
            )
        try:
            text = decode_letters(rest[0])
        except ValueError:
            what = "the letters of the maze's silhouette are no text"
            raise refuse(where, what, "compare it with the page") from None
        if kind == "name":
            return name_silhouette(text.split(_BREAK), font, pieces, where)
        return make_letters_silhouette(text, font, pieces, where)
    return make_silhouette(source, pieces, where)


def _code(source: str, pieces: str) -> str:
    return source if pieces == PIECES[0] else source + _LARGEST
