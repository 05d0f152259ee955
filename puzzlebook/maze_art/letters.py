"""Letters as outlines in the cells of a maze. Each letter is a path named after its cell."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import accumulate, chain
from math import dist, sqrt

from puzzlebook.drawing.drawing import NamedPath, Subpath, make_subpath, place_subpath
from puzzlebook.geometry.arcs import Point
from puzzlebook.geometry.curves import read_glyph_contours
from puzzlebook.mazes import Grid

# The height of a capital, as a share of the radius of the largest circle in its cell.
_CAPITAL = 0.9
# The height of capitals in ems, for fonts without capitals.
_CAPITAL_OF_EM = 0.7
# Letters that share a cell are smaller if their diagonal exceeds this many capital heights.
_MAX_DIAGONAL = 1.9
# The distance between the path and the centre of a letter, in cell widths.
CLEARANCE = 0.55


def draw_letters(
    letters: Mapping[int, str], grid: Grid, font_of: Callable[[str], bytes]
) -> tuple[NamedPath, ...]:
    """Return the letters in these cells, in the order of the cells. font_of: returns a font that
    contains a letter."""
    parts = []
    for cell, letter in sorted(letters.items()):
        centre, radius = grid.centres[cell], _CAPITAL * grid.clearance(cell)
        if len(letter) == 1:
            outline = outline_glyph(letter, font_of(letter))
        else:
            outline, width = outline_glyphs(letter, font_of(letter[0]))
            radius /= max(1.0, sqrt(1.0 + width * width) / _MAX_DIAGONAL)
        subpaths = tuple(place_subpath(subpath, centre, radius) for subpath in outline)
        parts.append(NamedPath(f"letter-{cell}", letter, subpaths))
    return tuple(parts)


@cache
def outline_glyph(letter: str, font: bytes) -> tuple[Subpath, ...]:
    """Return the outline of a letter, scaled so that capitals have height 1, and centred at (0, 0),
    half a capital above the baseline."""
    import uharfbuzz as hb

    shaper = hb.Font(hb.Face(font))
    capital = shaper.get_nominal_glyph(ord("H"))
    if capital is None:
        height = _CAPITAL_OF_EM * shaper.face.upem
    else:
        height = max(
            y for _, y in chain.from_iterable(chain(*read_glyph_contours(shaper, capital)))
        )
    contours = read_glyph_contours(shaper, shaper.get_nominal_glyph(ord(letter)))
    xs = [x for x, _ in chain.from_iterable(chain(*contours))]
    middle = (min(xs) + max(xs)) / 2

    def place_point(point: tuple[float, float]) -> Point:
        return (point[0] - middle) / height, 0.5 - point[1] / height

    return tuple(
        make_subpath([tuple(map(place_point, curve)) for curve in contour]) for contour in contours
    )


@cache
def outline_glyphs(letters: str, font: bytes) -> tuple[tuple[Subpath, ...], float]:
    """Return the outline of several letters side by side, scaled and centred as by `outline_glyph`,
    and its width."""
    import uharfbuzz as hb

    shaper = hb.Font(hb.Face(font))
    capital = shaper.get_nominal_glyph(ord("H"))
    advances = [shaper.get_glyph_h_advance(shaper.get_nominal_glyph(ord(one))) for one in letters]
    extents = shaper.get_glyph_extents(capital) if capital is not None else None
    height = extents.y_bearing if extents else _CAPITAL_OF_EM * shaper.face.upem
    *starts, end = accumulate(advances, initial=0)
    middles = [start + advance / 2 for start, advance in zip(starts, advances, strict=True)]
    width = end / height
    placed = [
        place_subpath(subpath, (middle / height - width / 2, 0.0), 1.0)
        for one, middle in zip(letters, middles, strict=True)
        for subpath in outline_glyph(one, font)
    ]
    return tuple(placed), width


def interrupt_path(path: Sequence[Subpath], spots: Sequence[Point]) -> list[Subpath]:
    """Return a polyline with a gap at each of these points, to keep the drawings there legible."""
    pieces: list[list[Point]] = []
    for subpath in path:
        for a, b in zip(subpath.points, subpath.points[1:], strict=False):
            for start, end in _clip_line(a, b, spots):
                if pieces and pieces[-1][-1] == start:
                    pieces[-1].append(end)
                else:
                    pieces.append([start, end])
    return [Subpath(points) for points in pieces]


def _clip_line(a: Point, b: Point, spots: Sequence[Point]) -> list[tuple[Point, Point]]:
    """Return the parts of a line segment outside the gaps at the points on it."""
    length = dist(a, b)

    def point_along(reach: float) -> Point:
        return a[0] + (b[0] - a[0]) * reach / length, a[1] + (b[1] - a[1]) * reach / length

    distances = sorted(
        dist(a, spot) for spot in spots if round(dist(a, spot) + dist(spot, b) - length, 6) == 0
    )
    cuts = [
        (max(0.0, distance - CLEARANCE), min(length, distance + CLEARANCE))
        for distance in distances
    ]
    starts = [0.0, *(after for _, after in cuts)]
    ends = [*(before for before, _ in cuts), length]
    parts = [
        (start, end) for start, end in zip(starts, ends, strict=True) if round(end - start, 6) > 0
    ]
    # Uncut ends stay exactly equal, so that the pieces can be joined again.
    return [
        (a if start == 0 else point_along(start), b if end == length else point_along(end))
        for start, end in parts
    ]
