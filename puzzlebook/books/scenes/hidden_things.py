"""Things to look for in the landscape of an opener: some peep out from behind its board, and the
others lie on the land, partly behind what grows there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from puzzlebook.books.scenes.skies import find_free_place
from puzzlebook.books.scenes.wayside import draw_wayside_piece, list_plants
from puzzlebook.drawing.drawing import Drawing
from puzzlebook.maze_art.scenes import Scenes
from puzzlebook.typesetting.layout import THINNEST
from puzzlebook.typesetting.page import Box, Picture

_AIR = 3.0  # points around a thing and the plant before it
# The height of a plant and its largest width, as shares of the size of the thing behind it; how
# much of the thing's width it hides; and how far its foot is below the thing's.
_HIGH, _WIDE, _HIDDEN, _BEFORE = 1.1, 1.5, 0.35, 0.12
# How many things peep out from behind the board, where along its edges, as shares of its width, and
# how much of their height is seen.
_AT_BOARD, _ALONG, _SEEN = 2, (0.24, 0.76), 0.6


class Search(NamedTuple):
    """What to look for. piece: the name of a thing. most: how many of it there are at most. size:
    the length of its longer side, in points."""

    piece: str
    most: int
    size: float


def hide_things(
    scenes: Scenes, land: Box, board: Box, taken: Sequence[Box], search: Search, turn: int
) -> Iterator[list[Picture]]:
    """Yield the pictures of each hidden thing: first those that peep out from behind a board, which
    is drawn later, and then those behind what grows on the land, as many as there is room for. None
    touches a taken box. turn: what comes first differs from one turn to the next."""
    piece = scenes.piece(search.piece)
    scale = search.size / max(piece.width, piece.height)
    thing = scenes.enlarged(search.piece, scale, THINNEST)
    size = thing.width * scale, thing.height * scale
    behind = _list_behind(board, size)
    behind = [place for place in behind if not any(map(place.widen(_AIR).overlaps, taken))]
    first = turn % max(1, len(behind))
    at_board = [*behind[first:], *behind[:first]][:_AT_BOARD]
    for place in at_board:
        yield [Picture(place.x, place.y, thing)]
    yield from _hide_on_land(scenes, land, [*taken, board], thing, search, turn, len(at_board))


def _list_behind(board: Box, size: tuple[float, float]) -> list[Box]:
    """List the places at the edges of a board from which a thing of this size peeps out."""
    width, height = size
    across = [board.x + share * board.width - width / 2 for share in _ALONG]
    top, foot = board.y - _SEEN * height, board.bottom - (1 - _SEEN) * height
    return [Box(x, y, width, height) for y in (top, foot) for x in across]


def _hide_on_land(
    scenes: Scenes,
    land: Box,
    taken: Sequence[Box],
    thing: Drawing,
    search: Search,
    turn: int,
    first: int,
) -> Iterator[list[Picture]]:
    """Yield the things from the number `first` on, each with the plant before it."""
    plants = list_plants(scenes.theme, turn)
    first_place = scenes._replace(backdrop="backdrop")  # what grows is counted in this landscape
    boxes, shown = list(taken), list[Box]()
    wide, high = thing.width * thing.scale, thing.height * thing.scale
    foot_below = _BEFORE * search.size
    for index in range(first, search.most):
        plant = plants[index % len(plants)]
        whole = draw_wayside_piece(first_place, plant, 1.0)
        growth = search.size * min(_HIGH / whole.height, _WIDE / whole.width)
        width, height = whole.width * growth, whole.height * growth
        across, tall = wide * (1 - _HIDDEN) + width, max(high + foot_below, height)
        place = find_free_place(land, (across, tall), boxes, shown, _AIR)
        if place is None:
            continue
        is_left = (index + turn) % 2 == 0
        x, plant_x = (0.0, across - width) if is_left else (across - wide, 0.0)
        before = draw_wayside_piece(first_place, plant, growth)
        yield [
            Picture(place.x + x, place.bottom - foot_below - high, thing),
            Picture(place.x + plant_x, place.bottom - height, before),
        ]
        boxes.append(place)
        shown.append(place)
