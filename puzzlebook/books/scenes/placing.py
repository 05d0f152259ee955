"""The placement engine: rows of `templates/scenes.toml` put the pieces of a theme into a box.

It works from left to right only. A picture that a mirrored page has to show differently carries
that drawing, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from math import ceil, inf
from typing import NamedTuple

from puzzlebook.drawing.drawing import Drawing
from puzzlebook.ground import templates
from puzzlebook.maze_art.scenes import Scenes, enlarge
from puzzlebook.typesetting.layout import THINNEST
from puzzlebook.typesetting.page import Box, Picture

_LEAST_BAND, _MOST_BAND = 18.0, 45.0  # points: height of a strip that figures stand on
_LIFT = 0.3  # of a flying piece above the floor, in its heights
_CUT = 1.5  # units of a strip: half a line, which an edge would cut


class FigureRow(NamedTuple):
    """A piece in a picture; `templates/scenes.toml` explains the fields."""

    piece: str
    numbers: Sequence[int] = (1,)
    x: float = 0.5
    floor: float = 0.0
    high: float = 1.0
    wide: float = 1.0
    square: float = inf
    beside: str = ""
    band: float = 0.3
    mound: bool = False


class Composition(NamedTuple):
    """A picture: its rows, the share of a box that they take from the foot up, and the margins of
    its words."""

    rows: Sequence[FigureRow]
    foot: float = 1.0
    words: Sequence[float] = (0.0,) * 4


class _Room(NamedTuple):
    """The room for a row: its edge, and its width from there; negative from a right edge."""

    edge: float
    width: float


@cache
def read_compositions() -> Mapping[str, Composition]:
    """Read `templates/scenes.toml`; an unknown field is an error."""
    return {
        name: Composition(**{**fields, "rows": [FigureRow(**row) for row in fields["rows"]]})
        for name, fields in templates.table("scenes.toml").items()
    }


def draw_composition(
    scenes: Scenes, name: str, box: Box, again: int = 0, high: float | None = None
) -> list[Picture]:
    """Draw a picture in a box. again: how often the book had this picture before. high: height that
    is shared out, from the foot of the box up; all of the box if left out."""
    rows, foot, _ = read_compositions()[name]
    high = (box.height if high is None else high) * foot
    rooms = {"": _Room(box.x, box.width)}
    for row in rows:
        if row.piece == "hero":
            hero = _draw_row(scenes, row, rooms[""], box.bottom, high, again)
            half = hero.drawing.width * hero.drawing.scale / 2
            rooms["left"] = _Room(box.x, box.width * row.x - half)
            rooms["right"] = _Room(box.right, -(box.width * (1 - row.x) - half))
    pictures: list[Picture] = []
    for row in rows:
        room = rooms[row.beside]
        if row.piece == "band":
            ground = min(high * row.high, abs(room.width) * row.square) * row.band
            pictures += draw_ground(scenes, box, box.bottom - high * row.floor, ground)
        else:
            pictures.append(_draw_row(scenes, row, room, box.bottom, high, again))
    return pictures


def _draw_row(
    scenes: Scenes, row: FigureRow, room: _Room, foot: float, high: float, again: int
) -> Picture:
    name = f"{row.piece}-{row.numbers[again % len(row.numbers)]}"
    wide = abs(room.width)
    tallest = min(high * row.high, wide * row.square)
    x, floor = room.edge + room.width * row.x, foot - high * row.floor
    return draw_piece(scenes, name, x, floor, tallest, wide * row.wide, row.mound)


def draw_piece(
    scenes: Scenes, name: str, x: float, floor: float, high: float, wide: float, mound: bool = False
) -> Picture:
    """Draw a piece on a floor, its middle at x, as large as fits; a flying one is lifted.

    The drawing is cached, so that a file holds it once. mound: with a little ground of its own.
    """
    aloft = scenes.is_aloft(name)
    load = scenes.piece_on_ground if mound and not aloft else scenes.enlarged
    piece = load(name, 1.0, 0.0)
    scale = min(high / piece.height, wide / piece.width)
    top = floor - (1 + _LIFT * aloft) * piece.height * scale
    return Picture(x - piece.width * scale / 2, top, load(name, scale, THINNEST))


def cut_margins(box: Box, margins: Sequence[float]) -> Box:
    """Return a box without its left, top, right and bottom margins, which are shares of it."""
    left, top, right, bottom = margins
    return box.inset(box.width * left, box.height * top, box.width * right, box.height * bottom)


def fit_drawing(piece: Drawing, room: Box, upper: float = 1.0, at: float = 0.5) -> Picture:
    """Draw a piece in its room as large as fits, with no line too thin to print.

    upper, at: shares of the spare room that are above it and left of it.
    """
    scale = min(room.width / piece.width, room.height / piece.height)
    x = room.x + (room.width - piece.width * scale) * at
    y = room.y + (room.height - piece.height * scale) * upper
    return Picture(x, y, enlarge(piece, scale, THINNEST))


def draw_ground(scenes: Scenes, box: Box, floor: float, high: float) -> Iterator[Picture]:
    """Draw bare ground for figures along a floor, about so high (points) within good limits."""
    return draw_strip(scenes, box, floor, max(_LEAST_BAND, min(_MOST_BAND, high)), True)


def draw_strip(
    scenes: Scenes, box: Box, floor: float, high: float, is_bare: bool
) -> Iterator[Picture]:
    """Draw a theme's strip along a floor: one tile in the middle, more up to both edges.

    Things that an edge would cut are left out. is_bare: without all things, for figures to stand
    on.
    """
    piece = scenes.piece("band")
    scale = high / piece.height
    wide, half = piece.width * scale, box.width / 2
    most = max(0, ceil(half / wide - 0.5))

    def crop(left: float, right: float, is_last: bool) -> Drawing:
        cut = ((-inf, left + _CUT), (right - _CUT, inf)) if is_last else ()
        drawing = scenes.ground(scale, THINNEST, ((-inf, inf),) if is_bare else cut)
        return drawing._replace(left=left, width=right - left)

    for tile in range(-most, most + 1):
        start = tile * piece.width - piece.width / 2
        # The visible part, in units of the piece.
        left, right = max(0.0, -half / scale - start), min(piece.width, half / scale - start)
        yield Picture(
            box.x + half + (start + left) * scale,
            floor - high,
            crop(left, right, abs(tile) == most),
            in_mirror=crop(piece.width - right, piece.width - left, abs(tile) == most),
        )
