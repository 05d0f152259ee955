"""Props, plants and clouds where a drawing with a maze in it leaves its page empty."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, zip_longest
from math import hypot, inf

from puzzlebook.books.planning.setting import Entry
from puzzlebook.books.scenes.foot_row import PROPS, find_prop_share
from puzzlebook.books.scenes.wayside import (
    cast_shadow,
    draw_wayside_piece,
    list_plants,
    round_scale,
)
from puzzlebook.maze_art.painted_cells import LAND, SKY, THING, PaintedCells, map_cells
from puzzlebook.maze_art.panorama import load_world_look, take_apart
from puzzlebook.maze_art.scenes import Scenes
from puzzlebook.typesetting.page import Box, Picture

_PROPS_PER_MAZE = 3  # the first prop in a drawing is this many props after the previous maze's
_NAMES = {LAND: "land", SKY: "sky"}


def fill_empty_places(
    scenes: Scenes, entry: Entry, puzzle: Picture, number: int
) -> list[Picture]:
    """Draw a theme's props and plants on the empty land of a drawing with a maze in it, and what its
    world has in the sky in its empty sky. They hide nothing but land and sky.

    puzzle: the drawing on its page. number: the maze's number, which decides what comes first.
    """
    assert entry.view
    drawing = puzzle.drawing
    scale = drawing.scale
    frame = Box(puzzle.x, puzzle.y, drawing.width * scale, drawing.height * scale)
    cells = map_cells(entry.view, drawing, load_world_look()["empty"]["cell"])
    on_land = _stand_about(scenes, cells, frame, LAND, _list_on_land(scenes, number))
    in_sky = _stand_about(scenes, cells, frame, SKY, _list_in_sky(scenes, number))
    return [*on_land, *in_sky]


def _list_on_land(scenes: Scenes, number: int) -> Iterator[str | int]:
    """Yield props and plants in turn, in another order on each page."""
    props = [f"prop-{(_PROPS_PER_MAZE * number + index) % PROPS + 1}" for index in range(PROPS)]
    standing = [prop for prop in props if not scenes.is_aloft(prop)]
    for pair in zip_longest(standing, list_plants(scenes.theme, number)):
        yield from (piece for piece in pair if piece is not None)


def _list_in_sky(scenes: Scenes, number: int) -> Iterator[str | int]:
    """Yield what flies or hangs in the sky of a theme's world, in another order on each page."""
    things = [index for index, thing in enumerate(take_apart(scenes).things) if thing.is_aloft]
    first = number % max(1, len(things))
    yield from chain(things[first:], things[:first])


def _stand_about(
    scenes: Scenes, cells: PaintedCells, frame: Box, kind: int, pieces: Iterator[str | int]
) -> Iterator[Picture]:
    """Yield pictures of these pieces in empty places of one kind, each as large as it has room for,
    up to a share of the frame."""
    look = load_world_look()["empty"]
    sizes, taken = look[_NAMES[kind]], list[Box]()
    for piece in pieces:
        if len(taken) >= sizes["most"]:
            return
        whole = draw_wayside_piece(scenes, piece, 1.0)
        share = find_prop_share(scenes.theme, piece) if isinstance(piece, str) else 1.0
        highest = share * sizes["height"] * frame.height / whole.height
        widest = sizes["width"] * frame.width / whole.width
        for part in look["parts"]:
            scale = round_scale(part * min(highest, widest))
            size = whole.width * scale, whole.height * scale
            box = _find_place(cells, kind, size, frame, taken)
            if box is not None and box.height >= share * look["least"]:
                if kind == LAND:
                    yield from cast_shadow(scenes, box, frame)
                yield Picture(box.x, box.y, draw_wayside_piece(scenes, piece, scale))
                taken.append(box)
                break


def _find_place(
    cells: PaintedCells, kind: int, size: tuple[float, float], frame: Box, taken: Sequence[Box]
) -> Box | None:
    """Return the empty place for a piece that is farthest from other pieces; of equally good ones
    the first, from the foot up on land, and from the top down in the sky. None if there is none."""
    look, (width, height), step = load_world_look()["empty"], size, cells.side
    room, air = frame.inset(*[look["edge"]] * 4), look["air"]
    enough = look["apart"] * frame.width
    best, best_distance = None, look["least_apart"] * frame.width
    for row in range(int((room.height - height) / step)):
        y = room.y + row * step if kind == SKY else room.bottom - height - row * step
        for column in range(int((room.width - width) / step)):
            box = Box(room.x + column * step, y, width, height)
            left, top = box.x - frame.x, box.y - frame.y
            around = left - air, top - air, left + width + air, top + height + air
            foot = left, top + height - step, left + width, top + height + air
            if (
                cells.count(THING, around)
                or (kind == SKY and cells.count(LAND, around))
                or (kind == LAND and cells.count(SKY, foot))
            ):
                continue
            distance = min((_measure_distance(box, other) for other in taken), default=inf)
            if best_distance < min(distance, enough):
                best, best_distance = box, min(distance, enough)
            if best_distance >= enough:
                return best
    return best


def _measure_distance(one: Box, other: Box) -> float:
    """Return the distance between the middles of two boxes."""
    across = one.x + one.width / 2 - other.x - other.width / 2
    return hypot(across, one.y + one.height / 2 - other.y - other.height / 2)
