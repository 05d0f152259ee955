"""What flies, floats or hangs in the sky of an opener: drawings of `templates/skies`, as the rows
of `templates/skies.toml` say, where nothing else is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import inf, sqrt
from typing import NamedTuple

from puzzlebook.books.scenes.surroundings import picture_box
from puzzlebook.drawing.drawing import Drawing
from puzzlebook.ground import templates
from puzzlebook.maze_art.character import hash_position
from puzzlebook.maze_art.scenes import Scenes, enlarge, recede
from puzzlebook.typesetting.layout import THINNEST
from puzzlebook.typesetting.page import Box, Picture

# The widths of things in turn, as shares of the sky's width, and how far away things of the
# largest and of the smallest width are.
_WIDTHS = (0.29, 0.21, 0.24, 0.17, 0.19, 0.14, 0.16, 0.12)
_NEAR, _FAR = 0.3, 0.85
_MOST = 2  # how often the same thing is in a sky
_MAX_ASPECT = 0.2  # the largest height of a thing, as a share of the sky's width
_AIR = 0.022  # between things, as a share of the sky's width
_PLACES = (12, 10)  # columns and rows of the places that are tried
_HUNG = (0.155, 0.13)  # the widths of the things that hang, as shares of the sky's width
_TILES = 3  # how often a garland is repeated
_GARLAND = 0.4  # how far away it is


class Sky(NamedTuple):
    """What is in the sky of a place; `templates/skies.toml` explains the fields."""

    things: Sequence[str] = ()
    hung: Sequence[str] = ()
    strung: str = ""
    rare: Sequence[str] = ()


@templates.cache_by_release
def read_skies() -> dict[str, Sky]:
    """Read `templates/skies.toml`; an unknown field is an error."""
    return {name: Sky(**row) for name, row in templates.table("skies.toml")["skies"].items()}


def choose_sky(scenes: Scenes) -> Sky:
    """Return what is in the sky of the place that scenes show."""
    skies = read_skies()
    return skies.get(f"{scenes.theme}/{scenes.backdrop}") or skies[scenes.theme]


def draw_sky(
    scenes: Scenes, row: Sky, sky: Box, taken: Sequence[Box], turn: int
) -> Iterator[Picture]:
    """Draw things in a sky, none of which touches another or a taken box. row: these things. turn:
    the first of them differs from one turn to the next."""
    boxes, air = list(taken), _AIR * sky.width
    strung: list[Box] = []
    if row.strung:
        garland = list(_string_up(scenes, row.strung, sky))
        yield from garland
        strung = [*map(picture_box, garland)]
    tries = [(name, share, True) for name, share in zip(row.hung, _HUNG, strict=False)]
    count = min(len(_WIDTHS), _MOST * len(row.things))
    things = [row.things[(turn + place) % len(row.things)] for place in range(count)]
    tries += [(name, share, False) for name, share in zip(things, _WIDTHS, strict=False)]
    shown: list[tuple[str, Box]] = []
    for number, (name, share, hangs) in enumerate(tries):
        piece = scenes.sky_piece(name, across=(number + turn) % 2 == 1)
        scale = min(share / piece.width, _MAX_ASPECT / piece.height) * sky.width
        size = piece.width * scale, piece.height * scale
        same = [box for shown_name, box in shown if shown_name == name]
        kept_off = boxes if hangs else [*boxes, *strung]  # a garland passes before what hangs
        if box := find_free_place(sky, size, kept_off, same, air, hangs):
            distance = _FAR + (_NEAR - _FAR) * (share - _WIDTHS[-1]) / (_WIDTHS[0] - _WIDTHS[-1])
            yield Picture(box.x, box.y, _draw_far(piece, scale, distance))
            boxes.append(box)
            shown.append((name, box))


def _string_up(scenes: Scenes, name: str, sky: Box) -> Iterator[Picture]:
    """Draw a garland along the upper edge, behind whatever hangs there."""
    piece = scenes.sky_piece(name)
    scale = sky.width / _TILES / piece.width
    drawing = _draw_far(piece, scale, _GARLAND)
    layers = tuple(layer._replace(name="garland") for layer in drawing.layers)
    drawing = drawing._replace(layers=layers)
    for tile in range(_TILES):
        yield Picture(sky.x + tile * sky.width / _TILES, sky.y, drawing)


def _draw_far(piece: Drawing, scale: float, distance: float) -> Drawing:
    return recede(enlarge(piece, scale, THINNEST), distance)


def find_free_place(
    whole: Box,
    size: tuple[float, float],
    taken: Sequence[Box],
    same: Sequence[Box],
    air: float,
    hangs: bool = False,
) -> Box | None:
    """Return the place in a sky or on land that is farthest from all taken boxes and from the same
    things; None if there is none. hangs: whether it must be at the upper edge."""
    width, height = size
    columns, rows = _PLACES
    room = whole.inset(air, 0 if hangs else air, air + width, air + height)
    if room.width < 0 or room.height < 0:
        return None
    best, farthest = None, 0.0
    edges, edges_of_same = _list_edges(taken), _list_edges(same)
    for row in range(1 if hangs else rows):
        for column in range(columns):
            x, y = column / (columns - 1), row / (rows - 1)
            if not hangs:
                x, y = (
                    min(1.0, max(0.0, x + 0.05 * (hash_position(x, y) - 0.5))),
                    min(1.0, max(0.0, y + 0.1 * (hash_position(y, x) - 0.5))),
                )
            box = Box(room.x + x * room.width, room.y + y * room.height, width, height)
            gap = _measure_gap(box, edges)
            if gap < air:
                continue
            gap = min(gap, 0.5 * _measure_gap(box, edges_of_same))
            if gap > farthest:
                best, farthest = box, gap
    return best


def _list_edges(boxes: Iterable[Box]) -> list[tuple[float, float, float, float]]:
    """Return the left, the top, the right and the bottom of each box."""
    return [(box.x, box.y, box.right, box.bottom) for box in boxes]


def _measure_gap(box: Box, others: Iterable[tuple[float, float, float, float]]) -> float:
    """Return the distance of a box from the nearest of others, given by their edges; 0 if it
    touches one."""
    x, y, end, foot = box.x, box.y, box.right, box.bottom
    nearest = inf
    for left, top, right, bottom in others:
        across, down = max(x - right, left - end, 0.0), max(y - bottom, top - foot, 0.0)
        nearest = min(nearest, across * across + down * down)
        if not nearest:
            break
    return sqrt(nearest)
