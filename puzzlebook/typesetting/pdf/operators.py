"""Paths and numbers as PDF writes them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, groupby
from math import ceil
from operator import attrgetter
from zlib import compress

from puzzlebook.drawing.drawing import Bend, Packed, Style, Subpath
from puzzlebook.geometry.arcs import Arc, Point, make_arc
from puzzlebook.ground.portable_math import cos, sin, tan
from puzzlebook.typesetting.page import Box

# An arc is drawn as cubics of at most this sweep (radians): the error is below a thousandth of its
# radius.
_WIDEST_CUBIC = 1.05
# The bulge below which one of them is enough: tan(1.05 / 4), and a little less.
_ONE_CUBIC = 0.268
# The path of a layer with fewer points than this is written where it stands.
_WORTH_A_FORM = 12
_POINTS = attrgetter("points")


def write_path(subpaths: Iterable[Subpath]) -> Iterator[str]:
    """The path in PDF's operators, piece by piece; arcs become cubics."""
    for is_bent, alike in groupby(subpaths, lambda subpath: bool(subpath.bends)):
        if is_bent:
            yield from chain.from_iterable(map(_write_bent_path, alike))
        else:
            yield from _write_straight_paths(list(alike))


def _write_bent_path(subpath: Subpath) -> list[str]:
    points = subpath.points
    segments = map(_segment, points, subpath.ahead, subpath.bends)
    return [f"{_pair(points[0])} m", *segments, *("h" if subpath.closed else "")]


def _write_straight_paths(subpaths: Sequence[Subpath]) -> list[str]:
    """Those of subpaths without bends, all at once: one for each of their points."""
    pieces = list(map(_line, chain.from_iterable(map(_POINTS, subpaths))))
    place = 0
    for subpath in subpaths:
        # Cut from the line that is known: to write the point anew takes a third longer.
        pieces[place] = f"{pieces[place][:-1]}m"
        place += len(subpath.points)
        if subpath.closed:
            pieces[place - 1] += " h"
    return pieces


def pack_path(subpaths: Sequence[Subpath], style: Style) -> Packed:
    """A path that is painted in a style, ready to be copied into any file."""
    content = " ".join([*write_path(subpaths), paint_operator(style)]).encode()
    is_form = not is_short(subpaths)
    return Packed(compress(content) if is_form else content, is_form)


def is_short(subpaths: Sequence[Subpath]) -> bool:
    """Whether a form would be more than the path itself. Each subpath has a point, so many need not
    be counted."""
    return (
        len(subpaths) < _WORTH_A_FORM
        and sum(len(subpath.points) for subpath in subpaths) < _WORTH_A_FORM
    )


def paint_operator(style: Style) -> str:
    """What paints a path in a style."""
    paint = {(True, True): "B*", (True, False): "f*", (False, True): "S"}.get(
        (style.fill is not None, bool(style.width)), "n"
    )
    return paint if style.even_odd else paint.replace("*", "")


def _segment(here: Point, to: Point, bend: Bend) -> str:
    if not bend:
        return _line(to)
    if isinstance(bend, tuple):
        return f"{_pair(bend[0])} {_pair(bend[1])} {_pair(to)} c"
    if abs(bend) < _ONE_CUBIC:
        return _cubic(here, to, bend)
    return " ".join(_cubics(make_arc(here, to, bend), to))


@lru_cache(maxsize=1 << 14)
def _cubic(here: Point, to: Point, bulge: float) -> str:
    """A short arc as one cubic.

    Its tangents are its chord, turned by half its sweep to either side, whose sine is 2b / (1 + b²)
    and whose cosine (1 − b²) / (1 + b²); its radius is a chord (1 + b²) / 4b. So the control points
    lie a third of the chord along them, times 1 + b².
    """
    (x0, y0), (x1, y1) = here, to
    dx, dy = (x1 - x0) / 3, (y1 - y0) / 3
    cosine, sine = 1 - bulge * bulge, 2 * bulge
    first = x0 + cosine * dx + sine * dy, y0 + cosine * dy - sine * dx
    last = x1 - cosine * dx + sine * dy, y1 - cosine * dy - sine * dx
    return f"{_pair(first)} {_pair(last)} {_pair(to)} c"


def _cubics(arc: Arc, end: Point) -> Iterator[str]:
    """An arc as cubics whose control points lie 4/3 tan(sweep/4) radii along the tangents."""
    pieces = ceil(abs(arc.sweep) / _WIDEST_CUBIC)
    step = arc.sweep / pieces
    reach = 4 / 3 * tan(step / 4) * arc.radius
    for piece in range(pieces):
        first, last = arc.begin + piece * step, arc.begin + (piece + 1) * step
        (x0, y0), (x1, y1) = arc.at(piece / pieces), arc.at((piece + 1) / pieces)
        controls = (
            (x0 - reach * sin(first), y0 + reach * cos(first)),
            (x1 + reach * sin(last), y1 - reach * cos(last)),
        )
        yield f"{_pair(controls[0])} {_pair(controls[1])} {_pair(end if piece == pieces - 1 else (x1, y1))} c"


@lru_cache(maxsize=1 << 14)
def _line(to: Point) -> str:
    """A line to a point; the walls of a book's mazes run through the same ones again and again."""
    return f"{_pair(to)} l"


def _pair(point: Point) -> str:
    x, y = point
    return (
        f"{x} {y}"
        if type(x) is int and type(y) is int
        else f"{format_number(x)} {format_number(y)}"
    )


@lru_cache(maxsize=4096)
def format_number(value: float, decimals: int = 3) -> str:
    """A number as PDF writes it: no exponent, no trailing zeros."""
    return f"{value:.{decimals}f}".rstrip("0").rstrip(".") if value % 1 else str(int(value))


def box_corners(box: Box, height: float) -> tuple[float, float, float, float]:
    """A box as PDF wants it: left, bottom, right and top, from the bottom up, in thousandths of a
    point."""
    left, bottom, right, top = box.x, height - box.bottom, box.right, height - box.y
    return round(left, 3), round(bottom, 3), round(right, 3), round(top, 3)
