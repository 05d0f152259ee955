"""The placement engine: places a theme's pieces in a box, as the rows of `templates/scenes.toml`
specify.

All places are those on a page that is read from left to right. A picture that must look different
on a mirrored page also contains a second drawing for that page.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from math import ceil, inf
from typing import NamedTuple

from puzzlebook.drawing.drawing import Drawing
from puzzlebook.ground import templates
from puzzlebook.maze_art.figures import Poses
from puzzlebook.maze_art.scenes import GOALS, Scenes, enlarge
from puzzlebook.typesetting.layout import THINNEST
from puzzlebook.typesetting.page import Box, Picture

_MIN_STRIP_HEIGHT, _MAX_STRIP_HEIGHT = 18.0, 45.0  # points: height of a strip that figures stand on
_LIFT = 0.3  # how far a flying piece is raised above the floor, as a multiple of its height
# Half a line width, in the strip's units: an object closer than this to an edge would be cut.
_EDGE_MARGIN = 1.5


class FigureRow(NamedTuple):
    """A piece in a picture; `templates/scenes.toml` explains the fields."""

    piece: str
    numbers: Sequence[int] = (1,)
    x: float = 0.5
    floor: float = 0.0
    max_height: float = 1.0
    max_width: float = 1.0
    max_aspect: float = inf
    beside: str = ""
    band: float = 0.3


class Composition(NamedTuple):
    """A picture: its rows, the margins of its text, the half widths of the ground that its figures
    touch, the keys of the sections that it always opens, the place of its tiny maze, where a board
    is in room that it does not fill, whether a trail leads from the hero to its goal, and what is
    in the sky and hangs there as a garland, if not the theme's things."""

    rows: Sequence[FigureRow]
    words: Sequence[float] = (0.0,) * 4
    shadow: Sequence[float] = ()
    sections: Sequence[str] = ()
    maze: Sequence[float] = ()
    at: float = 0.5
    has_trail: bool = True
    sky: Sequence[str] = ()
    strung: str = ""


class _Room(NamedTuple):
    """The room for a row: the edge it starts from, and its width, negative if it extends to the
    left."""

    edge: float
    width: float


@cache
def read_compositions() -> Mapping[str, Composition]:
    """Read `templates/scenes.toml`; an unknown field is an error."""
    return {
        name: Composition(**{**fields, "rows": [FigureRow(**row) for row in fields["rows"]]})
        for name, fields in templates.table("scenes.toml").items()
    }


def choose_hero(scenes: Scenes, number: int, where: str = "beside_mazes") -> str:
    """Return the hero to draw beside the maze with this number, or in the composition `where`.
    Heroes cycle through the theme's poses."""
    (row,) = read_compositions()[where].rows
    return _choose_piece(scenes, row, number - 1)


def choose_poses(scenes: Scenes, number: int) -> Poses:
    """Return hero and goal of the maze with this number."""
    goal = f"goal-{(number + scenes.turn) % GOALS + 1}"
    return Poses(scenes, choose_hero(scenes, number), goal)


def draw_composition(scenes: Scenes, name: str, box: Box, times_shown: int = 0) -> list[Picture]:
    """Draw a picture in a box. times_shown: how many times this picture has already appeared in the
    book."""
    rows, height = read_compositions()[name].rows, box.height
    rooms = {"": _Room(box.x, box.width)}
    for row in rows:
        if row.piece == "hero":
            hero = _draw_row(scenes, row, rooms[""], box.bottom, height, times_shown)
            half = hero.drawing.width * hero.drawing.scale / 2
            rooms["left"] = _Room(box.x, box.width * row.x - half)
            rooms["right"] = _Room(box.right, -(box.width * (1 - row.x) - half))
    pictures: list[Picture] = []
    for row in rows:
        room = rooms[row.beside]
        if row.piece == "band":
            ground = min(height * row.max_height, abs(room.width) * row.max_aspect) * row.band
            pictures += draw_ground(scenes, box, box.bottom - height * row.floor, ground)
        else:
            pictures.append(_draw_row(scenes, row, room, box.bottom, height, times_shown))
    return pictures


def _draw_row(
    scenes: Scenes, row: FigureRow, room: _Room, foot: float, height: float, times_shown: int
) -> Picture:
    name = _choose_piece(scenes, row, times_shown)
    width = abs(room.width)
    tallest = min(height * row.max_height, width * row.max_aspect)
    x, floor = room.edge + room.width * row.x, foot - height * row.floor
    return draw_piece(scenes, name, x, floor, tallest, width * row.max_width)


def _choose_piece(scenes: Scenes, row: FigureRow, turn: int) -> str:
    """Return the piece of a row: turns cycle through the pieces that the theme has, and each later
    volume starts at a later piece."""
    names = [name for number in row.numbers if scenes.has(name := f"{row.piece}-{number}")]
    return names[(turn + scenes.turn) % len(names)]


def draw_piece(
    scenes: Scenes,
    name: str,
    x: float,
    floor: float,
    height: float,
    width: float,
) -> Picture:
    """Draw a piece standing on a floor, centred at x, as large as will fit; a flying piece is
    raised.

    The drawing is cached, so that the output file contains it only once.
    """
    aloft = scenes.is_aloft(name)
    piece = scenes.enlarged(name, 1.0, 0.0)
    scale = min(height / piece.height, width / piece.width)
    top = floor - (1 + _LIFT * aloft) * piece.height * scale
    return Picture(x - piece.width * scale / 2, top, scenes.enlarged(name, scale, THINNEST))


def cut_margins(box: Box, margins: Sequence[float]) -> Box:
    """Return a box without the given left, top, right and bottom margins, as fractions of its width
    and height."""
    left, top, right, bottom = margins
    return box.inset(box.width * left, box.height * top, box.width * right, box.height * bottom)


def fit_drawing(piece: Drawing, room: Box, upper: float = 1.0, at: float = 0.5) -> Picture:
    """Draw a piece as large as will fit in its box, with no line too thin to print.

    upper, at: the fractions of the spare space to leave above it and to its left.
    """
    scale = min(room.width / piece.width, room.height / piece.height)
    x = room.x + (room.width - piece.width * scale) * at
    y = room.y + (room.height - piece.height * scale) * upper
    return Picture(x, y, enlarge(piece, scale, THINNEST))


def draw_ground(scenes: Scenes, box: Box, floor: float, height: float) -> Iterator[Picture]:
    """Draw bare ground for figures along a floor. height: its height in points, clamped to sensible
    limits."""
    return draw_strip(
        scenes, box, floor, max(_MIN_STRIP_HEIGHT, min(_MAX_STRIP_HEIGHT, height)), True
    )


def draw_strip(
    scenes: Scenes, box: Box, floor: float, height: float, is_bare: bool
) -> Iterator[Picture]:
    """Draw a theme's strip along a floor: one tile in the middle, repeated outwards to both edges.

    Things that an edge would cut are left out. is_bare: leave out all objects, so
    that figures can stand on it.
    """
    piece = scenes.piece("band")
    scale = height / piece.height
    width, half = piece.width * scale, box.width / 2
    maximum = max(0, ceil(half / width - 0.5))

    def crop(left: float, right: float, is_last: bool) -> Drawing:
        cut = ((-inf, left + _EDGE_MARGIN), (right - _EDGE_MARGIN, inf)) if is_last else ()
        drawing = scenes.ground(scale, THINNEST, ((-inf, inf),) if is_bare else cut)
        return drawing._replace(left=left, width=right - left)

    for tile in range(-maximum, maximum + 1):
        start = tile * piece.width - piece.width / 2
        # The visible part, in units of the piece.
        left, right = max(0.0, -half / scale - start), min(piece.width, half / scale - start)
        yield Picture(
            box.x + half + (start + left) * scale,
            floor - height,
            crop(left, right, abs(tile) == maximum),
            in_mirror=crop(piece.width - right, piece.width - left, abs(tile) == maximum),
        )
